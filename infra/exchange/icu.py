"""Stands in for PyICU, which PyPI has as sources of C++ alone, minutes of compiling.

followthemoney loads it to write other scripts in Latin letters, which no check here asks for. What asks for it fails.
"""


class Transliterator:
    @classmethod
    def createInstance(cls, _script):
        return cls()

    def transliterate(self, _text):
        raise NotImplementedError("nothing is transliterated here: PyICU is not installed")
