"""Chessnut Air, Air+, Pro, Go and (positions and battery) Move: RFID boards that tell every piece, over BLE."""
