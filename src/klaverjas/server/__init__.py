"""The table server: friends play a real game, and nothing is lost.

``table`` decides what happens at one table and knows no clock, network or database; ``store`` keeps its log; ``owner``
and ``node`` run tables; ``web`` speaks to browsers and programs.
"""
