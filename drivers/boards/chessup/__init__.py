"""ChessUp: a board that follows the rules itself, and tells its position and the moves made on it."""
