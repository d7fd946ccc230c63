// What is wrong with the page as it stands: a list of texts. The page's own code is not asked.
(() => {
	const found = [];
	const wide = document.documentElement.clientWidth;
	const name = e => {
		let s = e.localName;
		if (e.id) s += "#" + e.id;
		else if (typeof e.className === "string" && e.className) s += "." + e.className.trim().replace(/\s+/g, ".");
		const text = (e.textContent || "").trim().replace(/\s+/g, " ");
		return text ? s + " " + JSON.stringify(text.slice(0, 40)) : s;
	};
	const seen = e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
	const words = e => [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim());
	// What only screen readers have is a box of a pixel: its text is cut off on purpose.
	const spoken = e => { const r = e.getBoundingClientRect(); return r.width <= 1 && r.height <= 1; };
	// The nearest element around e that scrolls or cuts what is inside, in direction x or y.
	const around = (e, way) => {
		for (let p = e.parentElement; p && p !== document.body && p !== document.documentElement; p = p.parentElement)
			if (getComputedStyle(p)["overflow" + way] !== "visible") return p;
		return null;
	};

	if (document.documentElement.scrollWidth > wide) {
		found.push(`the page is ${document.documentElement.scrollWidth} pixels wide, the window ${wide}`);
		for (const e of document.body.querySelectorAll("*")) {
			const r = e.getBoundingClientRect();
			if (found.length < 6 && r.width > 0 && r.right > wide + 1 && seen(e) && !around(e, "X"))
				found.push(`ends at ${Math.round(r.right)} of ${wide} pixels: ${name(e)}`);
		}
	}
	for (const e of document.body.querySelectorAll("*")) {
		if (!seen(e)) continue;
		const style = getComputedStyle(e), r = e.getBoundingClientRect();
		if (r.width === 0 || r.height === 0 || spoken(e)) continue;
		if (e instanceof SVGTextContentElement) {
			const box = e.ownerSVGElement.getBoundingClientRect();
			if (getComputedStyle(e.ownerSVGElement).overflow !== "visible" &&
				(r.left < box.left - 1 || r.right > box.right + 1 || r.top < box.top - 1 || r.bottom > box.bottom + 1))
				found.push(`text outside of its picture: ${name(e)}`);
			continue;
		}
		if (e instanceof SVGElement) continue;
		const text = words(e);
		const cuts = way => ["hidden", "clip"].includes(style["overflow" + way]);
		if (text && cuts("X") && e.scrollWidth > e.clientWidth + 1)
			found.push(`text cut off at ${e.clientWidth} of ${e.scrollWidth} pixels: ${name(e)}`);
		else if (text && cuts("Y") && e.scrollHeight > e.clientHeight + 1)
			found.push(`text cut off below ${e.clientHeight} of ${e.scrollHeight} pixels: ${name(e)}`);
		else if (text && style.position !== "fixed" && r.left < -1 && !around(e, "X"))
			found.push(`text begins left of the window: ${name(e)}`);
		else if (text) {
			const p = around(e, "X");
			if (p && !spoken(p) && ["hidden", "clip"].includes(getComputedStyle(p).overflowX)) {
				const b = p.getBoundingClientRect();
				if (r.left < b.left - 1 || r.right > b.right + 1) found.push(`text cut off by ${name(p)}: ${name(e)}`);
			}
		}
		if (["BUTTON", "SELECT"].includes(e.tagName) && e.scrollWidth > e.clientWidth + 1)
			found.push(`label wider than its control: ${name(e)}`);
	}
	return found;
})()
