"""Programs of other people that read boards, set against our doubles.

None of them is to be had from PyPI or npm, so what each does with messages was read in its public source and is
written here anew, in words of our own: how it cuts a stream into messages, what it takes a byte for, what it sends.
The roads are not ours: pyserial on serial lines, bleak over the air. What a program believes must be what stands on
the board.

Read in: mono424's dgtdriver, chesslinkdriver, certabodriver, squareoffdriver and chessupdriver (MIT), chessnut-air of
Paul von Allwoerden (MIT), certabo-lichess of Harald Klein, picochess, ChessnutPy, MikoNeoDriver (BSD) and yihu-desktop
(MIT).
"""
