"""DGT Pegasus: the DGT frames over BLE, occupancy only, a lamp on every square, no clock."""
