"""A client of ``gcnsim serve``: assemble, run and step AMD GCN shaders from Python.

It needs nothing but Python and the command ``gcnsim``, which is found on PATH, or is named by the
environment variable GCNSIM or by ``Server(command=...)``.

    import gcnsim

    with gcnsim.Server() as server:
        wave = server.open(text="v_add_f32 v1, v0, v0", gpu="gfx900", registers={"v0": {"f32": 1.5}})
        wave.step()
        print(wave.read("v1").cast("f")[0])  # 3.0

``docs/serve.md`` has an introduction, ``gcnsim serve --schema`` the messages.
"""

import base64
import json
import os
import subprocess
import threading

__all__ = ["Error", "Server", "Session"]

try:
    import numpy
except ImportError:  # views are memoryviews then
    numpy = None


class Error(Exception):
    """What the server answers where a request failed. ``code`` is that of JSON-RPC."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Server:
    """A running ``gcnsim serve``. It ends with ``close`` or at the end of a ``with`` block.

    ``on_event`` is called with each event: a dict with "session", "event" and, of a finding,
    "finding".
    """

    def __init__(self, command=None, on_event=None):
        if command is None:
            command = [os.environ.get("GCNSIM", "gcnsim"), "serve", "--stdio"]
        self._on_event = on_event
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._write = threading.Lock()
        self._ask = threading.Lock()
        self._id = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """End the server."""
        if self._process.stdin.closed:
            return
        try:
            self.notify("shutdown")
            self._process.stdin.close()
        except (BrokenPipeError, ValueError):
            pass
        self._process.stdout.close()
        self._process.wait()

    def _send(self, message):
        line = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        with self._write:
            self._process.stdin.write(line)
            self._process.stdin.flush()

    def notify(self, method, **params):
        """Ask without waiting for an answer: ``notify("interrupt", session=1)``."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def call(self, method, **params):
        """Ask and return the result. Parameters that are None are left out."""
        params = {k: v for k, v in params.items() if v is not None}
        with self._ask:
            self._id += 1
            self._send({"jsonrpc": "2.0", "id": self._id, "method": method, "params": params})
            while True:
                line = self._process.stdout.readline()
                if not line:
                    raise Error(0, "gcnsim serve has ended")
                answer = json.loads(line)
                if "method" in answer:
                    if self._on_event:
                        self._on_event(answer["params"])
                    continue
                if "error" in answer:
                    raise Error(answer["error"]["code"], answer["error"]["message"])
                return answer["result"]

    def assemble(self, text, gpu=None):
        """Machine code of a text, as bytes."""
        return base64.b64decode(self.call("assemble", text=text, gpu=gpu)["code"])

    @staticmethod
    def _program(text, gpu, launch, launch_file, registers, buffers, grid, group, order, check, chip):
        if registers or buffers or grid or group:
            if launch or launch_file:
                raise ValueError("registers, buffers, grid and group are for a text without a launch")
            group = group or 64
            launch = {
                "buffers": buffers or [],
                "launches": [{"grid": [grid or group], "group": [group], "registers": registers or {}}],
            }
        return {"text": text, "gpu": gpu, "launch": launch, "launch_file": launch_file, "order": order, "check": check,
                "chip": chip}

    def run(self, text=None, gpu=None, launch=None, launch_file=None, registers=None, buffers=None, grid=None, group=None,
            order=None, check=None, chip=None):
        """Run a program to its end: a dict with "instructions", "findings", "fault", "buffers" as bytes."""
        r = self.call("run", **self._program(text, gpu, launch, launch_file, registers, buffers, grid, group, order, check, chip))
        r["buffers"] = {name: base64.b64decode(data) for name, data in r["buffers"].items()}
        return r

    def open(self, text=None, gpu=None, launch=None, launch_file=None, registers=None, buffers=None, grid=None, group=None,
             order=None, check=None, chip=None):
        """Begin a session of a debugger. It has stopped before the first instruction."""
        r = self.call("open", **self._program(text, gpu, launch, launch_file, registers, buffers, grid, group, order, check, chip))
        return Session(self, r)


class Session:
    """A program between two instructions. ``at`` says where it stands and why."""

    def __init__(self, server, opened):
        self.server, self.number, self.target, self.at = server, opened["session"], opened["target"], opened["at"]

    def call(self, method, **params):
        """Ask something of this session."""
        return self.server.call(method, session=self.number, **params)

    def _go(self, method, **params):
        self.at = self.call(method, **params)
        return self.at

    def step(self, count=1, wave=None, group=None, over=None, any=None):
        """Execute instructions of a wave, or with any of whichever wave has its turn."""
        return self._go("step", count=count, wave=wave, group=group, over=over, any=any)

    def back(self, count=1, wave=None, group=None, any=None):
        """Undo them."""
        return self._go("back", count=count, wave=wave, group=group, any=any)

    def resume(self):
        """Go on until something to stop for happens ("continue")."""
        return self._go("continue")

    def interrupt(self):
        """Stop it from another thread while it goes on."""
        self.server.notify("interrupt", session=self.number)

    def finish(self, wave=None, group=None):
        """Go on until a wave's memory operations have returned."""
        return self._go("finish", wave=wave, group=group)

    def until(self, where=None, condition=None, wave=None, group=None):
        """Go on until a wave is at a place, or a condition holds of it."""
        return self._go("until", where=where, wave=wave, group=group, **({"if": condition} if condition else {}))

    def goto(self, tick):
        """Be where so many instructions had begun, forward or back."""
        return self._go("goto", tick=tick)

    def breakpoint(self, where=None, condition=None, once=None):
        """Stop at a place, or where a condition holds. Returns the number."""
        return self.call("break", where=where, once=once, **({"if": condition} if condition else {}))["number"]

    def watch(self, place):
        """Stop when a place changes. Returns the number."""
        return self.call("watch", place=place)["number"]

    def delete(self, number):
        """Remove a breakpoint or watchpoint."""
        self.call("delete", number=number)

    def read(self, place, dtype=None, wave=None, group=None):
        """What a place holds: a memoryview of bytes, or with numpy and a dtype a view as an array.

        Vector registers are there lane by lane, the registers of a lane one after the other.
        """
        data = base64.b64decode(self.call("read", place=place, wave=wave, group=group)["data"])
        if dtype is None:
            return memoryview(data)
        if numpy is None:
            raise RuntimeError("a dtype needs numpy; without it use read(place).cast(\"I\")")
        return numpy.frombuffer(data, dtype=dtype)

    def values(self, place, format, wave=None, group=None):
        """What a place holds as numbers in text: format is u32, i32, f32, f16, f64, hex and others."""
        return self.call("read", place=place, format=format, wave=wave, group=group)["values"]

    def write(self, place, data, wave=None, group=None):
        """Change a place: bytes, or what has a buffer of them, as arrays have."""
        self.call("write", place=place, data=base64.b64encode(bytes(data)).decode(), wave=wave, group=group)

    def eval(self, expression, wave=None, group=None):
        """An expression's value as text."""
        return self.call("eval", expression=expression, wave=wave, group=group)["text"]

    def findings(self):
        """What the checker has found so far."""
        return self.call("findings")

    def waves(self):
        """The waves that there are."""
        return self.call("waves")

    def outstanding(self, wave=None, group=None):
        """The memory operations of a wave that have not returned."""
        return self.call("outstanding", wave=wave, group=group)

    def who(self, place, wave=None, group=None):
        """Which instruction wrote a place last."""
        return self.call("who", place=place, wave=wave, group=group)

    def disassemble(self, pc, count=10, before=None):
        """Instructions around an address."""
        return self.call("disassemble", pc=hex(pc) if isinstance(pc, int) else pc, count=count, before=before)

    def snapshot(self, name):
        """Keep where the session is under a name."""
        self.call("snapshot", name=name)

    def restore(self, name):
        """Be where a snapshot was made."""
        return self._go("restore", name=name)

    def close(self):
        """End the session."""
        self.call("close")
