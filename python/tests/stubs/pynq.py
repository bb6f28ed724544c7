"""A stub of the package `pynq`: an overlay whose DMA passes the bytes to the virtual board at NONOGRAM_PORT.

A send transfer runs in the background. A receive transfer ends with the packet: the last message of a reply has control 0, where the design
asserts tlast.
"""

import os
import threading

import numpy as np


class PynqBuffer(np.ndarray):
    """Memory for transfers."""

    def close(self):
        """Frees the memory."""


def allocate(shape, dtype):
    """Memory for transfers, with the values of earlier transfers in it."""
    return np.full(shape, 0xA5, dtype).view(PynqBuffer)


class _Channel:
    """A channel of a DMA in register mode: one transfer at a time."""

    def __init__(self, port, run):
        self._port, self._run, self._thread, self.transferred = port, run, None, 0

    def transfer(self, array, start=0, nbytes=0):
        """Starts a transfer; `nbytes` 0 is the rest of the array."""
        if self._thread is not None and self._thread.is_alive():
            raise RuntimeError("DMA channel not idle")
        assert isinstance(array, PynqBuffer) and array.dtype == np.uint8
        self.transferred, end = 0, start + nbytes if nbytes else array.nbytes
        assert end <= array.nbytes, "the transfer is longer than the buffer"
        self._thread = threading.Thread(target=self._transfer, args=[array[start:end]], daemon=True)
        self._thread.start()

    def _transfer(self, array):
        self.transferred = self._run(self._port, array)

    def wait(self):
        """Waits for the transfer."""
        self._thread.join()
        if self.transferred == 0:
            raise RuntimeError("DMA Internal Error")


def _send(port, array):
    data = bytes(array)
    sent = 0
    while sent < len(data):
        sent += os.write(port, data[sent:])
    return sent


def _receive(port, array):
    place = 0
    while True:
        array[place] = os.read(port, 1)[0]
        place += 1
        if place % 2 == 0 and array[place - 2] >> 5 == 0:
            return place


class _DMA:
    """A DMA whose streams are connected to the virtual board."""

    def __init__(self):
        port = os.open(os.environ["NONOGRAM_PORT"], os.O_RDWR | os.O_NOCTTY)
        self.sendchannel, self.recvchannel = _Channel(port, _send), _Channel(port, _receive)


class Overlay:
    """The overlay of the block design."""

    def __init__(self, bitfile):
        assert bitfile == "nonogram.bit"
        self.axi_dma_0 = _DMA()
