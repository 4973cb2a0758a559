"""A chess table as LiveChess's WebSocket API shows a board: values and the conversation, without I/O."""
