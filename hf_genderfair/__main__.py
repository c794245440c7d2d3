"""Run the command line: ``python -m hf_genderfair``."""

from hf_genderfair.cli.start import main

if __name__ == "__main__":
    main()
