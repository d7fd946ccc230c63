// The simulator, off the page's thread: it receives {id, method, params} and posts {id, answer}.
importScripts("wasm_exec.js");

const started = (async () => {
	const response = await fetch("gcnsim.wasm.gz");
	if (!response.ok) throw new Error("gcnsim.wasm.gz: " + response.status);
	// Some servers say that the file is compressed, and the browser has unpacked it then.
	let bytes = new Uint8Array(await response.arrayBuffer());
	if (bytes[0] === 0x1f && bytes[1] === 0x8b)
		bytes = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
	const go = new Go();
	const { instance } = await WebAssembly.instantiate(bytes, go.importObject);
	go.run(instance);
})();

onmessage = async ({ data }) => {
	let answer;
	try {
		await started;
		answer = JSON.parse(gcnsimCall(data.method, JSON.stringify(data.params)));
	} catch (e) {
		answer = { messages: [{ in: "", severity: "error", text: "The simulator cannot run here: " + e.message }] };
	}
	postMessage({ id: data.id, answer });
};
