"""The exceptions of the module. A failure that the command ``nonogram`` also reports has the same message."""


class Error(Exception):
    """An internal or I/O fault, and the base of the module's other exceptions."""


class InputError(Error, ValueError):
    """Wrong usage or invalid input: the command's exit code 2."""


class LimitError(Error):
    """No result: a limit was reached, the engine stalled, or the board is too large to search (the command's exit code 4)."""


class LinkError(Error):
    """The link to a board failed, or a reply was rejected: the command's exit code 5."""


class ToolError(Error):
    """A required program is missing: the command's exit code 6."""


for _error in (Error, InputError, LimitError, LinkError, ToolError):
    _error.__module__ = "nonogram"
