// Package page is the shell of the HTML pages that gcnsim writes: one file, readable without a
// network, light or dark as the reader's machine is, and at home on a telephone.
//
//	New(name, text) ──► Page ──► Write(w, title, data)
//	     │                          └─ the shell: style, theme button, the body
//	     └─ html/template text that defines "body" and, if it has any, "style" and "script"
//
// The text of a page is an [html/template]: what data say is escaped by where it stands, so that a
// kernel called <script> is a name and nothing else. Only [Figure] has markup that is taken as it is;
// package page/chart makes it, and escapes what it is given.
//
// A page finds these in the shell:
//
//	class   table.data     a dense table; <td class="n"> is a number, <td class="code"> is code
//	        .scroll        around what may be wider than the screen: it scrolls, the page does not
//	        .more          a cell that narrow screens leave out; the button "All columns" shows it
//	        td.bar         a cell whose background is a bar: style="{{bar .Share}}", a share of 0 to 1
//	        .figures       around figures that stand side by side where there is room
//	        .lead          the sentence that a reader who reads one sentence reads
//	        .note .bad .good   faint text; worse; better
//	func    percent x      "12.3 %" of a share
//	        count n        a number with thin spaces between thousands
//	        bar x          see td.bar
//	        hex n          an address
//	template  {{template "figure" .F}}   a [Figure] with its key and caption
//	          {{template "columns"}}     the button for cells of class more
//
// Colours are variables of CSS, --c1 to --c6 of series, --fg --bg --soft --line --faint of the rest,
// --bad and --good of what is worse and better; each has a light and a dark value. The six can be told
// apart by people who are colour-blind (M. Okabe and K. Ito, Color Universal Design).
package page
