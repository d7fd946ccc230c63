"use strict";

const $ = id => document.getElementById(id);
const FORMATS = ["hex", "u32", "i32", "f32", "f16"];
const MEMORY_FORMATS = ["hex", "u32", "i32", "f32", "f16", "f64", "bytes"];
const VERSION = "1"; // of the fragment
const MOST = 2 << 20; // characters of what a fragment unpacks to
const MOST_LINES = 20000; // that have a number: a text may be all line feeds

// What the user has made, all of which a shared link has.
const state = { text: "", launch: "", chip: "vega10", order: "late", formats: {}, memory: "", from: 0, breaks: [], tick: 0 };
let view = null; // what the simulator has said last
let stale = false; // the program was edited: what is shown is of the one before
let failed = []; // messages of a program that cannot run
let furthest = 0; // the largest tick that was reached
let examples = [];

// el makes an element. Texts are never read as HTML: they come from links of others.
function el(name, props, ...inside) {
	const e = document.createElement(name);
	Object.assign(e, props);
	e.append(...inside);
	return e;
}

// The simulator: one call at a time.

let worker = null, calls = 0, waiting = null, slow = 0;

function startWorker() {
	worker = new Worker("worker.js");
	worker.onmessage = ({ data }) => {
		if (!waiting || data.id !== waiting.id) return;
		const done = waiting.done;
		idle();
		done(data.answer);
	};
	worker.onerror = e => {
		const done = waiting && waiting.done;
		idle();
		if (done) done({ messages: [{ in: "", severity: "error", text: "The simulator has stopped: " + e.message }] });
	};
}

function idle() {
	waiting = null;
	clearTimeout(slow);
	$("stop").hidden = true;
	document.body.removeAttribute("aria-busy");
}

let last = Promise.resolve(), queued = 0;
function call(method, params) {
	queued++;
	const run = () => new Promise(done => {
		waiting = { id: ++calls, done };
		document.body.setAttribute("aria-busy", "true");
		slow = setTimeout(() => { $("stop").hidden = false; }, 400);
		worker.postMessage({ id: waiting.id, method, params });
	});
	return last = last.then(run, run).finally(() => { queued--; });
}

// stop ends a program that takes too long: a new simulator begins at its first instruction.
function stop() {
	const done = waiting && waiting.done;
	worker.terminate();
	idle();
	startWorker();
	if (done) done({ messages: [{ in: "", severity: "warning", text: "Stopped." }] });
	open(0);
}

const program = () => ({ text: state.text, launch: state.launch, chip: state.chip, order: state.order });
const show = () => ({ formats: state.formats, memory: state.memory, from: state.from });

async function open(tick) {
	furthest = 0;
	hideTimeline();
	const opened = JSON.stringify(program());
	const a = await call("open", { ...program(), breaks: state.breaks, tick, show: show() });
	if (opened !== JSON.stringify(program())) return; // edited meanwhile: that is on its way
	take(a, null);
}

// act does what a command says, behind what is on its way; more than that would only pile up.
async function act(command) {
	if (stale) await reopen();
	if (view && !stale && queued < 32) take(await call("do", { ...command, show: show() }), command);
}

// goTo follows the slider: of the places on the way only the last one counts.
let wanted = null;
async function goTo(tick) {
	const going = wanted !== null;
	wanted = tick;
	if (going) return;
	while (wanted !== null) {
		const next = wanted;
		await act({ do: "goto", tick: next });
		if (wanted === next) wanted = null;
	}
}

// take shows an answer.
function take(a, command) {
	if (!command) setStale(false);
	if (a.result) {
		const before = command && view;
		view = a.result;
		failed = [];
		state.tick = view.tick;
		furthest = Math.max(furthest, view.tick);
		draw(command && command.do ? before : null);
		return;
	}
	failed = a.messages || [];
	if (!command) view = null;
	draw(null);
}

// Drawing.

function draw(before) {
	const messages = view ? [...failed, ...(view.messages || [])] : failed;
	drawMessages(messages);
	drawLines(messages);
	$("right").hidden = !view || !view.wave;
	$("stepped").hidden = !view || !view.step;
	$("inflight").hidden = !view || !view.flight;
	const ended = view && (view.ended || view.fault);
	for (const id of ["step", "run"]) $(id).disabled = !view || !!ended;
	for (const id of ["restart", "back"]) $(id).disabled = !view || view.tick === 0;
	$("time").disabled = !view;
	const range = $("tick");
	range.max = furthest;
	if (wanted === null) range.value = view ? view.tick : 0;
	range.disabled = !view || furthest === 0;
	$("status").textContent = statusText();
	if (!view || !view.wave) return;
	drawWave();
	drawScalars(before);
	drawVectors(before);
	drawMemory(before);
	if (view.step) drawStep();
	if (view.flight) {
		$("flight").replaceChildren(...view.flight.map(o => el("tr", null, el("td", { textContent: o.line ? "line " + o.line : "" }),
			el("td", { textContent: o.text }), el("td", { textContent: o.counters }))));
	}
}

const plural = (n, what) => n + " " + what + (n === 1 ? "" : "s");

function statusText() {
	if (!view) return failed.length ? "Not running." : "";
	const why = { start: "At the start", step: "Stepped", breakpoint: "Breakpoint", finding: "Stopped at a finding", fault: "Fault",
		end: "Ended", watch: "Changed", interrupt: "Interrupted" }[view.reason] || view.reason;
	let text = why + ". " + plural(view.tick, "instruction");
	if (view.wave && view.next) text += ", next " + (view.line ? "line " + view.line + ": " : "") + view.next;
	return text;
}

function drawMessages(list) {
	$("messages").replaceChildren(...list.map(m => {
		const item = el("li", { className: m.severity });
		item.append(el("b", { textContent: m.severity }), " ");
		if (m.line) {
			const where = el("a", { href: "#", textContent: (m.in === "launch" ? "launch " : "") + "line " + m.line + (m.col ? ":" + m.col : "") });
			where.onclick = e => { e.preventDefault(); toLine(m.in === "launch" ? $("launch") : $("text"), m.line, m.col || 1); };
			item.append(where, " ");
		}
		item.append(m.text);
		return item;
	}));
}

// toLine puts the caret at a place of a text.
function toLine(area, line, col) {
	if (area.id === "launch") $("setup").open = true;
	const lines = area.value.split("\n");
	let at = col - 1;
	for (let i = 0; i < line - 1 && i < lines.length; i++) at += lines[i].length + 1;
	area.focus();
	area.setSelectionRange(at, at);
	area.scrollTop = Math.max(0, (line - 5) * rowHeight());
}

const rowHeight = () => parseFloat(getComputedStyle($("editor")).lineHeight);

// columns is how wide a line is, tabs counted.
function columns(text) {
	const tab = parseInt(getComputedStyle($("text")).tabSize) || 8;
	let n = 0;
	for (const c of text) n = c === "\t" ? n + tab - n % tab : n + 1;
	return n;
}

function drawLines(messages) {
	const lines = $("text").value.split("\n"), rows = [], bad = new Map();
	for (const m of messages)
		if (m.in === "text" && m.line && (m.severity === "error" || m.severity === "warning") &&
			(!bad.has(m.line) || m.severity === "error" && bad.get(m.line).severity !== "error")) bad.set(m.line, m);
	for (let n = 1; n <= Math.min(lines.length, MOST_LINES); n++) {
		const row = el("div", { textContent: n });
		if (state.breaks.includes(n)) row.classList.add("break");
		if (bad.has(n)) row.classList.add(bad.get(n).severity);
		rows.push(row);
	}
	$("gutter").replaceChildren(...rows, el("div")); // a row more, as a scroll bar takes room
	const layer = el("div"), mark = (n, name, text) => {
		const i = el("i", { className: name });
		i.style.top = (n - 1) * rowHeight() + "px";
		if (text) {
			i.dataset.text = text;
			i.style.setProperty("--at", columns(lines[n - 1] || "") + 3 + "ch");
		}
		layer.append(i);
	};
	for (const [n, m] of bad) mark(n, m.severity, m.text);
	if (view && view.line && !stale) mark(view.line, "here");
	$("marks").replaceChildren(layer);
	if (view && view.line && !stale) follow(view.line);
	scrolled();
}

// follow scrolls the line that is next into view, unless the user is typing.
function follow(line) {
	const area = $("text"), height = rowHeight(), top = (line - 1) * height;
	if (document.activeElement === area) return;
	if (top < area.scrollTop + height || top > area.scrollTop + area.clientHeight - 3 * height)
		area.scrollTop = Math.max(0, top - area.clientHeight / 2);
}

function scrolled() {
	const area = $("text");
	$("gutter").scrollTop = area.scrollTop;
	const layer = $("marks").firstChild;
	if (layer) layer.style.transform = `translate(${-area.scrollLeft}px, ${-area.scrollTop}px)`;
}

function drawWave() {
	const w = view.wave, list = $("wave");
	list.replaceChildren(...view.waves.map(x => el("option", { value: x.group + "." + x.wave,
		textContent: "group " + x.group + " wave " + x.wave + (x.line ? ", line " + x.line : "") + ", " + x.state })));
	list.value = w.group + "." + w.wave;
	const row = (name, value) => el("tr", null, el("th", { textContent: name, scope: "row" }), el("td", { textContent: value }));
	$("where").replaceChildren(row("pc", w.pc), row("state", w.state), row("executed", plural(w.insts, "instruction")),
		row("target", view.target), row("in flight", plural((view.flight || []).length, "operation")));
	$("active").textContent = w.lanes + " of 64 lanes, " + w.exec;
	const rows = [];
	for (let first = 0; first < 64; first += 16) {
		const tr = el("tr", null, el("th", { textContent: first, scope: "row" }));
		for (let l = first; l < first + 16; l++)
			tr.append(el("td", { className: view.exec[l] ? "on" : "", title: "lane " + l + (view.exec[l] ? "" : ", off") }));
		rows.push(tr);
	}
	$("exec").replaceChildren(...rows);
}

const sameWave = before => before && before.wave && view.wave && before.wave.group === view.wave.group && before.wave.wave === view.wave.wave;

function drawScalars(before) {
	const old = new Map(sameWave(before) ? before.scalars.map(s => [s.name, s.value]) : []);
	$("scalars").replaceChildren(...view.scalars.map(s => {
		const d = el("div", null, el("dt", { textContent: s.name }), el("dd", { textContent: s.value }));
		if (s.value.length > 8) d.classList.add("wide");
		if (old.has(s.name) && old.get(s.name) !== s.value) d.classList.add("new");
		return d;
	}));
}

function formatSelect(formats, value, label, change) {
	const s = el("select", { onchange: () => change(s.value) }, ...formats.map(f => el("option", { value: f, textContent: f })));
	s.setAttribute("aria-label", label);
	s.value = value;
	return s;
}

let heads = ""; // registers that the head of the table has
function drawVectors(before) {
	const list = view.vectors || [], table = $("vectors");
	const now = list.map(v => v.name + v.format).join();
	if (heads !== now || !table.tHead) {
		heads = now;
		const all = formatSelect(["all", ...FORMATS], "all", "Format of all registers", f => {
			for (const v of list) state.formats[v.name] = f;
			act({ do: "" });
		});
		const row = el("tr", null, el("th", { scope: "col" }, el("span", { textContent: "lane" }), all));
		for (const v of list)
			row.append(el("th", { scope: "col" }, el("span", { textContent: v.name }),
				formatSelect(FORMATS, v.format, "Format of " + v.name, f => { state.formats[v.name] = f; act({ do: "" }); })));
		table.replaceChildren(el("thead", null, row), el("tbody"));
	}
	const old = new Map(sameWave(before) ? (before.vectors || []).map(v => [v.name + v.format, v.values]) : []);
	const rows = [];
	for (let l = 0; l < 64; l++) {
		const row = el("tr", { className: view.exec[l] ? "" : "off" }, el("th", { textContent: l, scope: "row" }));
		for (const v of list) {
			const was = old.get(v.name + v.format);
			row.append(el("td", { textContent: v.values[l], className: "n" + (was && was[l] !== v.values[l] ? " new" : "") }));
		}
		rows.push(row);
	}
	table.tBodies[0].replaceChildren(...rows);
}

function drawMemory(before) {
	const m = view.memory;
	$("memories").hidden = !m;
	if (!m) return;
	$("memory").replaceChildren(...view.memories.map(name => el("option", { value: name, textContent: name })));
	$("memory").value = m.name;
	const format = $("memory-format");
	if (!format.length) format.append(...MEMORY_FORMATS.map(f => el("option", { value: f, textContent: f })));
	format.value = m.format;
	const shown = m.rows.length * 16;
	$("memory-before").hidden = $("memory-behind").hidden = m.from === 0 && shown >= m.size;
	$("memory-before").disabled = m.from === 0;
	$("memory-behind").disabled = m.from + shown >= m.size;
	const was = before && before.memory;
	const same = was && was.name === m.name && was.format === m.format && was.from === m.from;
	$("bytes").replaceChildren(...m.rows.map((r, i) => el("tr", null, el("th", { textContent: r.at, scope: "row" }),
		...r.values.map((x, k) => el("td", { textContent: x, className: "n" + (same && was.rows[i].values[k] !== x ? " new" : "") })))));
}

function drawStep() {
	const s = view.step, lines = [s.text, s.rule];
	if (s.mode) lines.push(s.mode);
	for (const c of s.changes || []) lines.push(c.name + ": " + c.old + " -> " + c.new);
	for (const c of s.counters || []) lines.push(c.name + ": " + c.old + " -> " + c.new);
	for (const m of s.memory || []) {
		const end = m.bytes > 4 ? " to +0x" + (m.offset + m.bytes - 1).toString(16) : "";
		lines.push(m.name + "+0x" + m.offset.toString(16) + end + ": " + m.old + " -> " + m.new);
	}
	if (s.note) lines.push(s.note);
	if (lines.length > 14) lines.splice(14, lines.length, "and " + (lines.length - 14) + " more");
	$("step-text").replaceChildren(...lines.filter(Boolean).map((text, i) => el("p", { textContent: text, className: i === 1 ? "note" : "" })));
}

// The timeline.

function hideTimeline() { $("timed").hidden = true; }

// timelineRows are the lines of a timeline: names shorter, letters in colours.
function timelineRows(text) {
	const lines = text.split("\n"), name = /^cu (\d+) simd (\d+) group (\S+) wave (\d+) */;
	const short = m => `cu ${m[1]}.${m[2]} g ${m[3].replace(/(,0)+$/, "")} w ${m[4]}`;
	const names = lines.map(line => name.exec(line)).filter(Boolean);
	const wide = Math.max(0, ...names.map(m => short(m).length)) + 2;
	const was = Math.max(0, ...names.map(m => m[0].length)); // of all rows, those of the ruler too
	return lines.map(line => {
		const m = name.exec(line), d = el("div");
		if (!m) {
			d.textContent = /^ +\d/.test(line) ? " ".repeat(wide) + line.slice(was) : line || " ";
			return d;
		}
		d.append(short(m).padEnd(wide));
		for (const run of line.slice(was).match(/(.)\1*/g) || [])
			d.append(run[0] === " " ? run : el("span", { className: run[0] === "-" ? "i" : run[0], textContent: run }));
		return d;
	});
}

async function timeline() {
	if (stale) await reopen();
	if (!view || stale) return;
	const box = document.body.clientWidth - 30, probe = el("pre", { textContent: "0".repeat(100) });
	probe.style.cssText = "position:absolute;visibility:hidden";
	document.body.append(probe);
	const width = Math.max(30, Math.min(400, Math.floor(box / (probe.getBoundingClientRect().width / 100)) - 20));
	probe.remove();
	const a = await call("timeline", { ...program(), width });
	if (!a.result) {
		failed = a.messages || [];
		return draw(null);
	}
	const t = a.result;
	$("timed-summary").textContent = t.chip + ": " + plural(t.clocks, "clock") + " from the launch to the end of the last wave." +
		(t.messages || []).map(m => " " + m.text).join("");
	$("legend").textContent = t.legend.replaceAll("\n", " ");
	$("timeline").replaceChildren(...timelineRows(t.text));
	const source = state.text.split("\n"), head = el("tr", null, ...["line", "executed", "clocks", "waited for", "instruction"]
		.map(name => el("th", { textContent: name, scope: "col" })));
	$("costs").replaceChildren(head, ...t.lines.map(c => el("tr", null, el("td", { className: "n", textContent: c.line || "" }),
		el("td", { className: "n", textContent: c.count }), el("td", { className: "n", textContent: c.clocks }),
		el("td", { textContent: c.why }), el("td", { textContent: (source[c.line - 1] || "").trim().replace(/\s*(;|\/\/).*$/, "") }))));
	$("timed").hidden = false;
	$("timed").scrollIntoView({ block: "nearest" });
}

// Links.

async function pack(text) {
	const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
	const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
	let raw = "";
	for (const b of bytes) raw += String.fromCharCode(b);
	return btoa(raw).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpack(text) {
	const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
	const bytes = Uint8Array.from(raw, c => c.charCodeAt(0));
	const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
	const decoder = new TextDecoder("utf-8", { fatal: true });
	let out = "";
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return out + decoder.decode();
		out += decoder.decode(value, { stream: true });
		if (out.length > MOST) {
			reader.cancel();
			throw new Error("it is too long");
		}
	}
}

async function share() {
	const link = "#" + VERSION + "=" + await pack(JSON.stringify(state));
	history.replaceState(null, "", link);
	let said = "The address of this page has it all.";
	try {
		await navigator.clipboard.writeText(location.href);
		said = "The link is on the clipboard.";
	} catch { /* a page without that right: the address is enough */ }
	$("status").textContent = said;
}

// fromLink takes what a link has; only what is as it should be.
async function fromLink() {
	const m = /^#(\w+)=([\w-]+)$/.exec(location.hash);
	if (!m) return false;
	try {
		if (m[1] !== VERSION) throw new Error("it is of another version of the page");
		const got = JSON.parse(await unpack(m[2]));
		const next = {};
		for (const k of ["text", "launch", "chip", "order", "memory"])
			if (typeof got[k] === "string") next[k] = got[k];
		for (const k of ["tick", "from"])
			if (Number.isSafeInteger(got[k]) && got[k] >= 0) next[k] = got[k];
		if (Array.isArray(got.breaks)) next.breaks = got.breaks.filter(n => Number.isInteger(n) && n > 0).slice(0, 1000);
		next.formats = {};
		for (const [k, v] of Object.entries(got.formats || {}))
			if (MEMORY_FORMATS.includes(v)) next.formats[k] = v;
		Object.assign(state, { breaks: [], from: 0, memory: "", tick: 0 }, next);
	} catch (e) {
		failed = [{ in: "", severity: "error", text: "The link cannot be read: " + e.message }];
		return false;
	}
	return true;
}

// fill puts the state into the page.
function fill() {
	$("text").value = state.text;
	$("launch").value = state.launch;
	for (const id of ["chip", "order"]) {
		const list = $(id);
		if (![...list.options].some(o => o.value === state[id])) list.append(el("option", { value: state[id], textContent: state[id] }));
		list.value = state[id];
	}
	const is = examples.findIndex(x => x.text === state.text && x.launch === state.launch);
	$("example").value = is < 0 ? "" : examples[is].name;
}

function useExample(x) {
	Object.assign(state, { text: x.text, launch: x.launch, chip: x.chip, order: "late", formats: { ...x.formats }, memory: x.memory || "", from: 0, breaks: [], tick: 0 });
	fill();
	$("text").scrollTop = 0;
	return open(0);
}

// The user.

function setStale(is) {
	stale = is;
	document.body.classList.toggle("stale", is);
}

let typing = 0;
function edited() {
	state.text = $("text").value;
	state.launch = $("launch").value;
	state.breaks = state.breaks.filter(n => n <= state.text.split("\n").length);
	$("example").value = "";
	setStale(true);
	drawLines([]);
	clearTimeout(typing);
	typing = setTimeout(reopen, 300);
}

// reopen opens what was edited.
function reopen() {
	clearTimeout(typing);
	return open(0);
}

function toggleBreak(line) {
	state.breaks = state.breaks.includes(line) ? state.breaks.filter(n => n !== line) : [...state.breaks, line];
	if (view && !stale) act({ do: "breaks", lines: state.breaks });
	else drawLines(failed);
}

const actions = {
	restart: reopen,
	back: () => act({ do: "back" }),
	step: () => act({ do: "step" }),
	run: () => act({ do: "continue" }),
	time: timeline,
	share,
	stop,
	"memory-before": () => { state.from = Math.max(0, view.memory.from - 1024); act({ do: "" }); },
	"memory-behind": () => { state.from = view.memory.from + 1024; act({ do: "" }); },
};
const keys = { r: "restart", b: "back", s: "step", c: "run", t: "time" };

function listen() {
	for (const [id, f] of Object.entries(actions)) $(id).addEventListener("click", f);
	document.addEventListener("keydown", e => {
		const typed = ["TEXTAREA", "SELECT"].includes(e.target.tagName);
		if (e.key === "F10") { e.preventDefault(); actions.step(); }
		else if (e.target === $("text") && e.key === "F9") {
			e.preventDefault();
			toggleBreak($("text").value.slice(0, $("text").selectionStart).split("\n").length);
		} else if (e.target === $("text") && e.key === "Escape") $("step").focus();
		else if (!typed && !e.ctrlKey && !e.metaKey && !e.altKey && keys[e.key]) { e.preventDefault(); actions[keys[e.key]](); }
	});
	$("text").addEventListener("input", edited);
	$("launch").addEventListener("input", edited);
	$("text").addEventListener("scroll", scrolled);
	$("gutter").addEventListener("click", e => {
		const line = Math.floor((e.clientY - $("gutter").getBoundingClientRect().top - 5 + $("gutter").scrollTop) / rowHeight()) + 1;
		if (line <= $("text").value.split("\n").length) toggleBreak(line);
	});
	$("tick").addEventListener("input", () => goTo(Number($("tick").value)));
	$("wave").addEventListener("change", () => {
		const [group, wave] = $("wave").value.split(".").map(Number);
		act({ do: "wave", group, wave });
	});
	$("memory").addEventListener("change", () => { state.memory = $("memory").value; state.from = 0; act({ do: "" }); });
	$("memory-format").addEventListener("change", () => { state.formats[view.memory.name] = $("memory-format").value; act({ do: "" }); });
	$("example").addEventListener("change", () => {
		const x = examples.find(x => x.name === $("example").value);
		if (x) useExample(x);
	});
	for (const id of ["chip", "order"]) $(id).addEventListener("change", () => { state[id] = $(id).value; open(0); });
	window.addEventListener("hashchange", async () => {
		if (await fromLink()) {
			fill();
			open(state.tick);
		} else draw(null);
	});
	window.addEventListener("resize", scrolled);
}

async function start() {
	startWorker();
	const [list, chips] = await Promise.all([fetch("examples.json").then(r => r.json()), call("chips", {})]);
	examples = list;
	$("example").append(el("option", { value: "", textContent: "your own", disabled: true }), ...examples.map(x => el("option", { value: x.name, textContent: x.title })));
	const groups = new Map();
	for (const c of chips.result || []) {
		if (!groups.has(c.generation)) groups.set(c.generation, el("optgroup", { label: c.generation }));
		groups.get(c.generation).append(el("option", { value: c.name, textContent: c.name + " " + c.target, title: c.product }));
	}
	$("chip").append(...groups.values());
	listen();
	if (!chips.result) {
		failed = chips.messages;
		draw(null);
	} else if (await fromLink()) {
		fill();
		await open(state.tick);
	} else {
		const wrong = failed;
		await useExample(examples[0]);
		if (wrong.length) $("status").textContent = wrong[0].text;
	}
}

start();
