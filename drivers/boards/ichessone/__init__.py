"""iChessOne: a board that tells every piece, over the Nordic UART."""
