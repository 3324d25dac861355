"""The fast core: the rules compiled, and what is computed with them.

Nothing is compiled at import, and numba is imported only when it is needed.
"""
