from .loader import Lexicon as Lexicon
from .loader import load_lexicon as load_lexicon
from .prompts import PromptTemplate as PromptTemplate
from .word_lists import WordList as WordList
from .word_lists import word_list as word_list
