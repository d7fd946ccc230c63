"""Run with GCNSIM=path/to/gcnsim python3 -m unittest discover -s python/tests."""

import struct
import threading
import time
import unittest

import gcnsim

LOOP = """
v_mov_b32 v1, 3
loop:
v_add_u32 v1, v1, v0
s_branch loop
s_endpgm
"""

LOADS = """
s_load_dword s8, s[0:1], 0x0
s_add_u32 s9, s8, s8
s_waitcnt lgkmcnt(0)
s_add_u32 s10, s8, s8
s_endpgm
"""


class Test(unittest.TestCase):
    def setUp(self):
        self.events = []
        self.server = gcnsim.Server(on_event=self.events.append)
        self.addCleanup(self.server.close)

    def test_assembles_as_the_documents_say(self):
        # S_ENDPGM is SOPP 1 (AMD ISA manuals): 0xbf810000.
        self.assertEqual(self.server.assemble("s_endpgm", "gfx900"), struct.pack("<I", 0xBF810000))
        with self.assertRaises(gcnsim.Error) as e:
            self.server.assemble("s_endpgn", "gfx900")
        self.assertIn("s_endpgm", str(e.exception), "the nearest name")

    def test_steps_reads_and_goes_back(self):
        s = self.server.open(LOOP, "gfx900", registers={"v0": "lane"})
        self.assertEqual(s.at["text"], "v_mov_b32_e32 v1, 3")
        s.step(2)
        self.assertEqual(list(s.read("v1").cast("I")), [3 + lane for lane in range(64)])
        self.assertEqual(s.values("v1[0:3]", "u32"), ["3", "4", "5", "6"])
        s.step(2)
        self.assertEqual(s.read("v1[2]").cast("I")[0], 7)
        s.back(2)
        self.assertEqual(s.read("v1[2]").cast("I")[0], 5)
        s.write("v1[2]", struct.pack("<I", 100))
        s.step(2)
        self.assertEqual(s.read("v1[2]").cast("I")[0], 102)
        self.assertEqual(s.who("v1[2]")["by"], "instruction")
        self.assertEqual(s.eval("v1[2] + 1").split()[0], "103")

    @unittest.skipUnless(gcnsim.numpy, "numpy is not there")
    def test_places_are_arrays_where_numpy_is(self):
        numpy = gcnsim.numpy
        s = self.server.open("v_cvt_f32_u32 v1, v0\nv_lshlrev_b64 v[2:3], 33, v[0:1]\ns_endpgm", "gfx900",
                             registers={"v0": "lane", "s[4:5]": "0x100000002"})
        s.step(2)
        lanes = numpy.arange(64)
        numpy.testing.assert_array_equal(s.read("v0", "<u4"), lanes)
        numpy.testing.assert_array_equal(s.read("v1", "<f4"), lanes.astype("<f4"))
        wide = s.read("v[2:3]", "<u8")  # lane by lane, both registers of each
        numpy.testing.assert_array_equal(wide, lanes.astype("<u8") << numpy.uint64(33))
        self.assertEqual(s.read("s[4:5]", "<u8")[0], 0x100000002)
        self.assertEqual(s.read("v1[3:6]", "<f4").tolist(), [3, 4, 5, 6])
        with self.assertRaises(ValueError):
            s.read("v1", "<f4")[0] = 1  # it is a view of what was read, not of the machine
        s.write("v1", (lanes * 0.5).astype("<f4"))
        self.assertEqual(s.values("v1[0:3]", "f32"), ["0", "0.5", "1", "1.5"])

    @unittest.skipIf(gcnsim.numpy, "numpy is there")
    def test_without_numpy_a_dtype_is_an_error(self):
        s = self.server.open("s_endpgm", "gfx900")
        with self.assertRaises(RuntimeError) as e:
            s.read("v1", "<f4")
        self.assertIn("numpy", str(e.exception))

    def test_stops_at_breakpoints_and_conditions(self):
        s = self.server.open(LOOP, "gfx900", registers={"v0": "lane"})
        number = s.breakpoint("loop", "v1[1] == 7")
        self.assertEqual(s.resume()["points"], [number])
        self.assertEqual(s.read("v1[1]").cast("I")[0], 7)
        s.delete(number)
        s.until(condition="v1[1] == 9")
        self.assertEqual(s.read("v1[1]").cast("I")[0], 9)
        s.watch("v1[5]")
        self.assertEqual(s.resume()["reason"], "watch")

    def test_snapshots_hold_operations_in_flight(self):
        launch = {"buffers": [{"name": "a", "size": 4, "init": {"u32": 21}}],
                  "launches": [{"grid": [64], "group": [64], "registers": {"s[0:1]": "buffer:a"}}]}
        s = self.server.open(LOADS, "gfx803", launch=launch, check=False)
        s.step()
        self.assertEqual([o["targets"] for o in s.outstanding()], ["s8"])
        s.snapshot("in flight")
        for _ in range(2):
            s.until(where=":6")
            self.assertEqual(s.read("s10").cast("I")[0], 42)
            s.restore("in flight")
            self.assertEqual(len(s.outstanding()), 1)

    def test_finds_missing_waits(self):
        launch = {"buffers": [{"name": "a", "size": 4, "init": {"u32": 21}}],
                  "launches": [{"grid": [64], "group": [64], "registers": {"s[0:1]": "buffer:a"}}]}
        s = self.server.open(LOADS, "gfx803", launch=launch)
        self.assertEqual(s.resume()["reason"], "finding")
        self.assertEqual([f["rule"] for f in s.findings()], ["race-raw"])
        self.assertEqual([e["finding"]["rule"] for e in self.events], ["race-raw"])
        r = self.server.run(LOADS, "gfx803", launch=launch)
        self.assertEqual([f["rule"] for f in r["findings"]], ["race-raw"])
        self.assertEqual(r["buffers"], {"a": struct.pack("<I", 21)})

    def test_an_interrupt_stops_what_would_not_end(self):
        s = self.server.open(LOOP, "gfx900")
        threading.Timer(0.3, s.interrupt).start()
        begin = time.monotonic()
        self.assertEqual(s.resume()["reason"], "interrupt")
        self.assertLess(time.monotonic() - begin, 20)

    def test_a_clock_runs(self):
        r = self.server.run("s_endpgm", "gfx803", chip="fiji")
        self.assertGreater(r["cycles"], 0)

    def test_mistakes_are_told_and_the_session_stays(self):
        s = self.server.open(LOOP, "gfx900")
        for method, params in [("read", {"place": "v999"}), ("read", {"place": "v1", "format": "u33"}), ("nosuch", {}),
                               ("step", {"steps": 1}), ("until", {"where": "nowhere"}), ("break", {"where": "1 +"})]:
            with self.assertRaises(gcnsim.Error, msg=method):
                s.call(method, **params)
        self.assertEqual(s.step()["tick"], 1)


if __name__ == "__main__":
    unittest.main()
