from .render import render_html as render_html
from .render import render_markdown as render_markdown
from .render import render_text as render_text
from .report import Report as Report
