"""An array in a GPU's memory, as others take it without copying: by DLPack, or by CUDA's array interface."""

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2  # as DLPack numbers them
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
NAME = b"dltensor"


class _DLTensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    """What the capsule points to, with whom to call when the taker needs it no more."""


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (("tensor", _DLTensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))
_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, _Destructor)
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, (ctypes.c_void_p, ctypes.c_char_p)
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)

_lent: dict[int, tuple[Any, ...]] = {}  # what takers still use, by its address


@_Deleter
def _give_back(managed: Any) -> None:
    _lent.pop(ctypes.addressof(managed.contents), None)


@_Destructor
def _forget_untaken(capsule: int) -> None:
    """Nobody took it: takers rename the capsule."""
    if _is_valid(capsule, NAME):
        _lent.pop(_pointer(capsule, NAME), None)


def capsule(
    address: int, shape: tuple[int, ...], dtype: np.dtype, device: tuple[int, int], owner: Any
) -> Any:
    """Memory in rows, lent to whoever takes the capsule; `owner` lives as long as that."""
    dimensions = (ctypes.c_int64 * len(shape))(*shape)
    managed = _Managed()
    managed.tensor = _DLTensor(
        address, *device, len(shape), CODES[dtype.kind], 8 * dtype.itemsize, 1, dimensions, None, 0
    )
    managed.deleter = _give_back
    _lent[ctypes.addressof(managed)] = (managed, dimensions, owner)
    return _new(ctypes.addressof(managed), NAME, _forget_untaken)


class Tensor:
    """An array of a batch on a GPU, rewritten by the next call. `np.asarray` copies it here."""

    def __init__(self, array: Any, is_simulated: bool) -> None:
        self.array, self._is_simulated = array, is_simulated
        self.shape, self.dtype = tuple(array.shape), np.dtype(array.dtype)

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        interface: dict[str, Any] = self.array.__cuda_array_interface__
        return interface

    def __dlpack_device__(self) -> tuple[int, int]:
        if self._is_simulated:
            return CPU, 0
        from numba import cuda

        return CUDA, cuda.get_current_device().id

    def __dlpack__(self, stream: Any = None, **wishes: Any) -> Any:
        """All that was asked of the GPU is done first, whatever stream the taker uses."""
        from numba import cuda

        if stream != -1:
            cuda.synchronize()
        address = (
            self.array._ary.ctypes.data if self._is_simulated else self.array.device_ctypes_pointer.value
        )
        return capsule(address, self.shape, self.dtype, self.__dlpack_device__(), self.array)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self.array.copy_to_host(), dtype)

    def __repr__(self) -> str:
        return f"<Tensor of {'×'.join(map(str, self.shape))} {self.dtype}>"
