"""A DGT 3000 clock behind the open BLE gateway (an ESP32 on its jack, JSON over BLE).

`messages` cuts and reads the JSON, `codec` is the whole.
"""
