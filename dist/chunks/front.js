import { urlToHttpOptions } from "node:url";
import { createHash, hash } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { accessSync, closeSync, constants, existsSync, fstatSync, lstatSync, mkdirSync, openSync, readFileSync, readSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { dirname, join, posix } from "node:path";
import { isatty } from "node:tty";
import { execFileSync } from "node:child_process";
import { platform } from "node:process";

// src/base/plain-text.ts
const ESCAPES = /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u009C\n]*(?:\u0007|\u001B\\|\u009C)?|\u001B[ -/]*[0-~]|[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;
const MISLEADING = /[\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu;
function plainText(text) {
	return text.replaceAll("\r\n", "\n").replace(ESCAPES, "").replace(MISLEADING, (char) => `[U+${char.codePointAt(0)?.toString(16).toUpperCase()}]`);
}
function shownText(text) {
	return withoutUnseen(plainText(text)).replace(/[\u2028\u2029]/g, "\n");
}
function harmlessText(text) {
	if (!/^[[{]/.test(text)) return plainText(text);
	const escape = (units) => units.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
	return text.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, escape).replace(MISLEADING, escape);
}
function quoted(text) {
	return plainText(text).split(/[\n\u2028\u2029]/).map((line) => `│ ${breakCommands(line)}`).join("\n");
}
function logText(text) {
	return breakCommands(plainText(text));
}
function breakCommands(text) {
	return text.replace(/^(?:\{.*\}|\[.*\])$/gm, (line) => line.replaceAll("##[", String.raw`##\u005b`)).replaceAll("##[", "## [").replace(/^([^\S\r\n\u2028\u2029]*):(?=:)/gm, "$1: ");
}
function fenced(text, language = "") {
	const fence = ticksFor(text, 3);
	return `${fence}${language}\n${shownText(text).replace(/\n$/, "")}\n${fence}`;
}
function spanOfCode(line) {
	const ticks = ticksFor(line, 1);
	const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
	return `${ticks}${pad}${line}${pad}${ticks}`;
}
function ticksFor(text, least) {
	let longest = least - 1;
	for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
	return "`".repeat(longest + 1);
}
const BREAK = "<!-- -->";
const MENTION = /(?<!\w)@(?=\w)/g;
const ADDRESS$1 = /(?:(?<![A-Za-z\d])https?:\/\/|(?<![^\s(])www\.)[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d+)?(?:[/?#](?:[\w.~:/?#@!&'()*+,=%-]*[A-Za-z\d/#&+=%-])?)?/gi;
function besideAddresses(text, change) {
	let result = "";
	let done = 0;
	for (const { 0: address, index } of text.matchAll(ADDRESS$1)) {
		result += change(text.slice(done, index)) + address;
		done = index + address.length;
	}
	return result + change(text.slice(done));
}
function inline(text) {
	return besideAddresses(shownText(text).replace(/\s+/g, " "), (words) => words.replace(/[\\`*_[\]<>|#~]/g, "\\$&").replace(MENTION, `@${BREAK}`));
}
function htmlText(text) {
	return shownText(text).replace(/\s+/g, " ").replace(/[&<>"]/g, (char) => `&${ENTITIES[char]};`).replace(MENTION, `@${BREAK}`);
}
const ENTITIES = {
	"&": "amp",
	"<": "lt",
	">": "gt",
	"\"": "quot"
};
function framed(text, from) {
	return `<data from="${from}">\n${text.replaceAll(/<(?=\/?data\b)/gi, "&lt;")}\n</data>`;
}
const LIKE_HEADING = /^((?:[ \t]*(?:>|[-+*]|\d{1,9}[.)]))*[ \t]*)(#{1,6}(?=[ \t]|$)|(?:=+|-)[ \t]*$)/gm;
const JOINING = "Arab Syrc Nkoo Mand Mong Adlm Rohg Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt".split(" ").map((script) => String.raw`\p{scx=${script}}`).join("");
const JOINED = String.raw`[[${JOINING}]&&[\p{L}\p{M}\p{N}]]`;
const KEPT = [
	String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
	String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{EMod}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{EMod}?)*`,
	String.raw`[0-9#*]\uFE0F\u20E3`,
	String.raw`(?<=${JOINED})[\u200C\u200D]`,
	String.raw`(?<=[\p{L}\p{N}])\u200C(?=${JOINED})`,
	String.raw`(?<=[\p{Script=Mongolian}&&\p{L}])[\u180B-\u180F]`
].join("|");
const TAGS = String.raw`[\u{E0000}-\u{E007F}]`;
const BIDI = String.raw`[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]`;
const INVISIBLE = String.raw`(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{16FE4}\u2800\u{1D159}\uFFF0-\uFFFC\u{E0000}-\u{E0FFF}]`;
const UNSEEN = `(?<kept>${KEPT})|(?<line>[\\v\\f\\u0085])|(?<tags>${TAGS})|(?<bidi>${BIDI})|(?<invisible>${INVISIBLE})`;
const built = {};
const PLAIN = /^[\t\n\x20-\x7E]*$/;
function unseenIn(text) {
	if (PLAIN.test(text)) return [];
	built.unseen ??= new RegExp(UNSEEN, "gv");
	return Array.from(text.matchAll(built.unseen)).flatMap(({ index, 0: chars, groups }) => {
		const { kept, tags, bidi, line } = groups ?? {};
		if (kept !== void 0 || line !== void 0) return [];
		return [{
			kind: tags !== void 0 ? "tags" : bidi !== void 0 ? "bidi" : "invisible",
			from: index,
			to: index + chars.length
		}];
	});
}
function isUnseen(text) {
	built.isUnseen ??= new RegExp(`^(?:${INVISIBLE})+$`, "v");
	return built.isUnseen.test(text);
}
function withoutUnseen(text) {
	let result = "";
	let done = 0;
	for (const { from, to } of unseenIn(text)) {
		result += text.slice(done, from);
		done = to;
	}
	return result + text.slice(done);
}

// src/base/small-heap.ts
const AFTER_MS = 1e3;
function keepHeapSmall() {
	setTimeout(() => setFlagsFromString("--semi-space-growth-factor=1"), AFTER_MS).unref();
}

// src/base/redact/text-views.ts
const ESCAPE = /\\+(?:u\{[\da-f]{1,6}\}|u[\da-f]{4}|x[\da-f]{2}|[0-7]{1,3}|[^])|%(?:25)*(?:u[\da-f]{4}|[\da-f]{2})|&(?:amp;)*(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos);?|0x[\da-f]{2}(?![\da-f])/gi;
const FULL_WIDTH = /[\uff01-\uff5e]/;
const TO_ASCII = 65248;
const NAMED$1 = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: "\"",
	apos: "'"
};
const CONTROLS$1 = {
	n: "\n",
	r: "\r",
	t: "	"
};
function plainView(text) {
	return {
		text,
		startOf: (index) => index,
		endOf: (index) => index + 1
	};
}
function jsonView(text) {
	return viewWithout(/\\(?:u[\da-f]{4}|[^])/gi, text);
}
function unescapedView(text) {
	return viewWithout(FULL_WIDTH.test(text) ? new RegExp(`${ESCAPE.source}|${FULL_WIDTH.source}`, "gi") : ESCAPE, text);
}
function viewWithout(pattern, text) {
	const places = [0];
	const sources = [0];
	let shift = 0;
	const plain = text.replace(pattern, (escape, at) => {
		const char = unescaped(escape);
		places.push(at - shift, at - shift + char.length);
		sources.push(at, at + escape.length);
		shift += escape.length - char.length;
		return char;
	});
	const sourceOf = (index) => {
		const at = lastUpTo(index, places);
		return (sources[at] ?? 0) + index - (places[at] ?? 0);
	};
	return {
		text: plain,
		startOf: sourceOf,
		endOf: (index) => sourceOf(index + 1)
	};
}
function lastUpTo(most, ascending) {
	let low = 0;
	let high = ascending.length - 1;
	while (low < high) {
		const middle = low + high + 1 >> 1;
		if ((ascending[middle] ?? 0) <= most) low = middle;
		else high = middle - 1;
	}
	return low;
}
function squeezedView(view) {
	const text = view.text.replace(/[^A-Za-z0-9]+/g, "");
	let kept;
	const at = (index) => {
		kept ??= Array.from(view.text.matchAll(/[A-Za-z0-9]/g), (match) => match.index);
		return kept[index] ?? 0;
	};
	return {
		text,
		startOf: (index) => view.startOf(at(index)),
		endOf: (index) => view.endOf(at(index))
	};
}
function unescaped(escape) {
	if (escape.length === 1) return String.fromCharCode(escape.charCodeAt(0) - TO_ASCII);
	const second = escape.charAt(1);
	if (escape.length === 2 && !(second >= "0" && second <= "7")) return CONTROLS$1[second] ?? second;
	const body = escape.replace(/^(?:\\+|%(?:25)*(?=u|..)|&(?:amp;)*(?=.)|0x)/i, "").replace(/;$/, "");
	switch (escape.charAt(0)) {
		case "\\":
			if (/^[ux]./i.test(body)) return fromHex(body.replace(/^[ux]\{?/i, ""));
			if (/^[0-7]/.test(body)) return String.fromCharCode(Number.parseInt(body, 8));
			return CONTROLS$1[body] ?? body;
		case "&":
			if (/^#x/i.test(body)) return fromHex(body.slice(2));
			if (body.startsWith("#")) return fromCode(Number(body.slice(1)));
			return NAMED$1[body.toLowerCase()] ?? "&";
		default: return fromHex(body.replace(/^u/i, ""));
	}
}
function fromHex(digits) {
	return fromCode(Number.parseInt(digits, 16));
}
function fromCode(code) {
	return code <= 1114111 ? String.fromCodePoint(code) : "�";
}

// src/base/redact/dump-view.ts
const LINE$1 = /^[ \t]*([\da-f]{6,16})(:?)[ \t]+(\S.*)$/i;
const NUMBERS = /^[ \t]+-?[\da-f]{1,22}(?:[ \t]+-?[\da-f]{1,22})*$/i;
const MAX_LINE_CHARS = 2048;
const MIN_BYTES = 8;
function dumpViews(text) {
	const numbered = [];
	const bare = [];
	const coded = [];
	let lastEnd = -1;
	for (let start = 0, next = 0; start < text.length; start = next + 1) {
		next = text.indexOf("\n", start);
		if (next < 0) next = text.length;
		if (next - start > MAX_LINE_CHARS) continue;
		if (isCoded(text, start, next)) coded.push({
			words: [],
			field: text.slice(start, next),
			start,
			end: next
		});
		if (!beginsNumber(text, start)) continue;
		const line = text.slice(start, next);
		const [, offset, colon = "", columns = ""] = LINE$1.exec(line) ?? [];
		if (offset !== void 0) {
			const field = line.slice(line.indexOf(offset) + offset.length);
			numbered.push({
				words: wordsOf$1(columns, colon !== ""),
				field,
				start: next - columns.length,
				end: next
			});
		}
		if (!NUMBERS.test(line)) continue;
		const words = line.trim().split(/[ \t]+/);
		if (words.length < 2 && lastEnd !== start - 1) continue;
		bare.push({
			words,
			field: "",
			start,
			end: next
		});
		lastEnd = next;
	}
	return [...[numbered, bare].flatMap((lines) => READINGS.flatMap((read) => viewOf(lines, read))), ...viewOf(coded, ({ field }) => uudecoded(field))];
}
function beginsNumber(text, start) {
	let at = start;
	while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at += 1;
	const code = text.charCodeAt(at);
	return code >= 48 && code <= 57 || code === 45 || (code | 32) >= 97 && (code | 32) <= 102;
}
function wordsOf$1(columns, isXxd) {
	return (isXxd ? columns.split("  ", 1)[0] ?? "" : columns.replace(/(?<! ) +(?:\||>).*$/, "")).trim().split(/[ \t]+/);
}
function wordwise(shape, bytesOf) {
	return ({ words }) => {
		let bytes = "";
		for (const word of words) {
			const shown = shape.test(word) ? bytesOf(word) : void 0;
			if (shown === void 0) return void 0;
			bytes += shown;
		}
		return bytes;
	};
}
const OCTAL_BYTES = /* @__PURE__ */ new Map([
	[6, 2],
	[11, 4],
	[22, 8]
]);
const READINGS = [
	wordwise(/^(?:[\da-f]{2})+$/i, (word) => Buffer.from(word, "hex").toString("latin1")),
	wordwise(/^(?:[\da-f]{2}){2,8}$/i, (word) => latin1(Buffer.from(word, "hex").toReversed())),
	wordwise(/^(?:[01]{8})+$/, (word) => word.replace(/.{8}/g, (bits) => String.fromCharCode(Number.parseInt(bits, 2)))),
	wordwise(/^[0-3]?[0-7]{1,2}$/, (word) => String.fromCharCode(Number.parseInt(word, 8))),
	wordwise(/^(?:[0-7]{6}|[0-7]{11}|[0-7]{22})$/, (word) => bytesOf(BigInt(`0o${word}`), OCTAL_BYTES.get(word.length) ?? 1)),
	...[
		{
			size: 1,
			shape: /^-?\d{1,3}$/
		},
		{
			size: 2,
			shape: /^-?\d{1,5}$/
		},
		{
			size: 4,
			shape: /^-?\d{1,10}$/
		},
		{
			size: 8,
			shape: /^-?\d{1,20}$/
		}
	].map(({ size, shape }) => wordwise(shape, (word) => bytesOf(BigInt(word), size))),
	({ field }) => {
		const chars = (field.match(/[^]{4}/g) ?? []).map(charIn);
		return chars.includes(void 0) ? void 0 : chars.join("");
	}
];
function latin1(bytes) {
	return Buffer.from(bytes).toString("latin1");
}
function bytesOf(value, size) {
	const bits = BigInt(8 * size);
	if (value >> bits !== 0n && value >> bits - 1n !== -1n) return void 0;
	const digits = BigInt.asUintN(8 * size, value).toString(16);
	return latin1(Buffer.from(digits.padStart(2 * size, "0"), "hex").toReversed());
}
const NAMED = {
	n: "\n",
	t: "	",
	r: "\r",
	"0": "\0",
	f: "\f",
	v: "\v",
	a: "\x07",
	b: "\b"
};
const CONTROLS = "nul soh stx etx eot enq ack bel bs ht nl vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can em sub esc fs gs rs us sp".split(" ");
function charIn(cell) {
	const code = CONTROLS.indexOf(cell.trim());
	if (code !== -1) return String.fromCharCode(code);
	if (/^ [0-3][0-7]{2}$/.test(cell)) return String.fromCharCode(Number.parseInt(cell, 8));
	if (cell.startsWith("  \\")) return NAMED[cell.slice(3)];
	return cell.startsWith("   ") ? cell.slice(3) : void 0;
}
function isCoded(text, start, end) {
	const bytes = text.charCodeAt(start) - 32;
	if (bytes < 1 || bytes > 45 || end - start !== 1 + 4 * Math.ceil(bytes / 3)) return false;
	for (let at = start + 1; at < end; at += 1) {
		const code = text.charCodeAt(at);
		if (code < 32 || code > 96) return false;
	}
	return true;
}
function uudecoded(line) {
	const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const code = Array.from(line.slice(1), (char) => base64.charAt(char.charCodeAt(0) - 32 & 63)).join("");
	return Buffer.from(code, "base64").toString("latin1").slice(0, line.charCodeAt(0) - 32);
}
function viewOf(lines, read) {
	const firsts = [];
	const shownBy = [];
	let bytes = "";
	for (const line of lines) {
		const shown = read(line);
		if (shown === void 0 || shown === "") continue;
		firsts.push(bytes.length);
		shownBy.push(line);
		bytes += shown;
	}
	if (bytes.length < MIN_BYTES) return [];
	const lineOf = (index) => shownBy[lastUpTo(index, firsts)];
	return [{
		text: bytes,
		startOf: (index) => lineOf(index)?.start ?? 0,
		endOf: (index) => lineOf(index)?.end ?? 0
	}];
}

// src/base/redact/find-forms.ts
const GRAM = 4;
function createFinder(forms, { fold = 0, end = "closed" } = {}) {
	const isWanted = /* @__PURE__ */ new Uint8Array(65536);
	const anchors = /* @__PURE__ */ new Map();
	for (const form of forms) for (let offset = 0; offset <= form.text.length - form.minChars; offset += 1) {
		let gram = 0;
		for (let at = offset; at < offset + GRAM; at += 1) gram = gram << 8 ^ form.text.charCodeAt(at);
		isWanted[slotOf(gram)] = 1;
		const here = anchors.get(gram);
		if (here === void 0) anchors.set(gram, [{
			form,
			offset
		}]);
		else here.push({
			form,
			offset
		});
	}
	return (text) => {
		const found = [];
		let gram = 0;
		for (let at = 0; at < text.length; at += 1) {
			gram = gram << 8 ^ (text.charCodeAt(at) | fold);
			if (isWanted[slotOf(gram)] === 0) continue;
			const start = at + 1 - GRAM;
			for (const { form, offset } of anchors.get(gram) ?? []) {
				const length = start < 0 ? 0 : commonLength(text, start, {
					form: form.text,
					offset,
					fold
				});
				if (!(end === "open" && length >= GRAM && start + length === text.length) && (length < form.minChars || !identifies(form, text, start, length))) continue;
				found.push({
					name: form.name,
					...withEdges(form, text, {
						start,
						end: start + length,
						offset
					})
				});
			}
		}
		return found;
	};
}
function slotOf(gram) {
	return Math.imul(gram, 2654435761) >>> 16;
}
function commonLength(text, start, { form, offset, fold }) {
	let length = 0;
	const most = form.length - offset;
	while (length < most && (text.charCodeAt(start + length) | fold) === form.charCodeAt(offset + length)) length += 1;
	return length;
}
function identifies(form, text, start, length) {
	if (length === form.text.length) return true;
	const part = text.slice(start, start + length);
	return /\d/.test(part) && /[A-Za-z]/.test(part);
}
function withEdges({ before, after, text: form, usesMarks = false }, text, { start, end, offset }) {
	const isCode = (at) => (usesMarks ? /\S/ : /[A-Za-z0-9+/_-]/).test(text.charAt(at));
	const least = offset === 0 ? Math.max(0, start - before) : start;
	let first = start;
	while (first > least && isCode(first - 1)) first -= 1;
	let last = end;
	if (end - start < form.length - offset) return {
		start: first,
		end
	};
	while (last < end + after && isCode(last)) last += 1;
	const [padding = ""] = after > 0 ? /^={1,7}/.exec(text.slice(last, last + 7)) ?? [] : [];
	return {
		start: first,
		end: last + padding.length
	};
}

// src/base/redact/secret-forms.ts
const MIN_SECRET_CHARS = 8;
const MIN_PIECE_CHARS = 12;
const MIN_SQUEEZED_CHARS = 16;
const LINE = /^\S{20,}$/;
function formsOf(value) {
	const text = value.trim();
	if (text.length < 8) return [];
	const lines = text.split(/\r?\n/).filter((line) => line !== text && LINE.test(line));
	return distinct([
		...spellings(text).map((one) => whole(one)),
		...[text, ...lines].flatMap(pieces),
		...codes(text, 2),
		whole(Array.from(text).toReversed().join("")),
		...[
			/[a-z]/gi,
			/[a-z]/g,
			/[A-Z]/g
		].map((letters) => whole(rot13(text, letters))),
		...BASE_85.flatMap((alphabet) => [
			0,
			1,
			2,
			3
		].map((offset) => base85At(Buffer.from(text), offset, alphabet)))
	]);
}
function squeezedFormsOf(value) {
	const text = value.trim();
	if (text.length < 8) return [];
	const bits = bitsOf(Buffer.from(text));
	return distinct([
		.../\d/.test(text) ? [whole(text)] : [],
		...codes(text, 0),
		whole(Array.from(Buffer.from(text), (byte) => byte.toString()).join("")),
		...[bits, bits.map((one) => Array.from(one).toReversed().join(""))].map((one) => whole(one.join("")))
	].map((form) => ({
		...form,
		text: form.text.replace(/[^A-Za-z0-9]+/g, "").toLowerCase(),
		after: Math.min(form.after, 1)
	})).flatMap((form) => form.text.length < MIN_SQUEEZED_CHARS ? [] : [{
		...form,
		minChars: form.text.length
	}]));
}
function spellings(text) {
	return [
		...[text, text.replaceAll(" ", "+")].flatMap((one) => [one, Buffer.from(one).toString("latin1")]).flatMap((one) => [one, unescapedView(one).text]),
		JSON.stringify(text).slice(1, -1),
		encodeURIComponent(text),
		text.replaceAll("=", "=3D"),
		text.replaceAll("'", String.raw`'\''`),
		text.replaceAll("'", `'"'"'`)
	];
}
function pieces(text) {
	return text.length >= MIN_SQUEEZED_CHARS && /^\S+$/.test(text) && /\d/.test(text) && !text.includes("://") ? [{
		...whole(text),
		minChars: Math.min(text.length, MIN_PIECE_CHARS)
	}] : [whole(text)];
}
function codes(text, zeros) {
	const bytes = Buffer.from(text);
	const hex = bytes.toString("hex");
	const wide = Buffer.from(text, "utf16le");
	const wideBig = Buffer.from(wide).swap16();
	const littleWide = (offset) => {
		const form = base64At(wide.subarray(0, -1), offset);
		return {
			...form,
			after: Math.max(form.after, zeros)
		};
	};
	const once = Buffer.from(base64At(bytes, 0).text);
	return [
		whole(hex),
		whole(hex.toUpperCase()),
		...[wide, wideBig].map((one) => whole(one.toString("hex"))),
		...[
			0,
			1,
			2,
			3,
			4
		].flatMap((offset) => base32At(bytes, offset)),
		...[
			0,
			1,
			2
		].flatMap((offset) => [
			base64At(bytes, offset),
			littleWide(offset),
			base64At(wideBig, offset),
			{
				...base64At(once, offset),
				after: 6
			}
		])
	].flatMap((form) => [form, {
		...form,
		text: form.text.replaceAll("+", "-").replaceAll("/", "_")
	}]);
}
function base64At(bytes, offset) {
	return inner(Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64"), {
		bits: 6,
		offset,
		length: bytes.length
	});
}
const BASE_32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BASE_32_HEX = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
function base32At(bytes, offset) {
	const bits = bitsOf(Buffer.concat([Buffer.alloc(offset), bytes])).join("");
	let [text, hex] = ["", ""];
	for (let at = 0; at + 5 <= bits.length; at += 5) {
		const five = Number.parseInt(bits.slice(at, at + 5), 2);
		text += BASE_32.charAt(five);
		hex += BASE_32_HEX.charAt(five);
	}
	return [text, hex].map((one) => inner(one, {
		bits: 5,
		offset,
		length: bytes.length
	}));
}
const BASE_85 = [
	Array.from({ length: 85 }, (_, digit) => String.fromCharCode(33 + digit)).join(""),
	"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~",
	"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"
];
function base85At(bytes, offset, alphabet) {
	const inner = bytes.subarray((4 - offset) % 4);
	return {
		...whole(Array.from({ length: Math.floor(inner.length / 4) }, (_, at) => inner.readUInt32BE(4 * at)).map((group) => digits85(group, alphabet)).join("")),
		before: offset === 0 ? 0 : 5,
		after: inner.length % 4 === 0 ? 0 : 5,
		usesMarks: true
	};
}
function digits85(group, alphabet) {
	return [
		85 ** 4,
		85 ** 3,
		7225,
		85,
		1
	].map((weight) => alphabet.charAt(Math.floor(group / weight) % 85)).join("");
}
function bitsOf(bytes) {
	return Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0"));
}
function inner(text, { bits, offset, length }) {
	const end = 8 * (offset + length) / bits;
	return {
		...whole(text.slice(Math.ceil(8 * offset / bits), Math.floor(end))),
		before: offset === 0 ? 0 : 1,
		after: Number.isInteger(end) ? 0 : 1
	};
}
function rot13(text, letters) {
	return text.replace(letters, (letter) => {
		const base = letter <= "Z" ? 65 : 97;
		return String.fromCharCode(base + (letter.charCodeAt(0) - base + 13) % 26);
	});
}
function whole(text) {
	return {
		text,
		minChars: text.length,
		before: 0,
		after: 0
	};
}
function distinct(forms) {
	const found = /* @__PURE__ */ new Map();
	for (const form of forms) {
		const known = found.get(form.text);
		if (form.text.length < 8 || known !== void 0 && known.minChars <= form.minChars) continue;
		found.set(form.text, form);
	}
	return [...found.values()];
}
const SECRET_ENDING = /(?:KEY|TOKEN|AUTH|AUTHORIZATION|_PAT|CREDENTIALS?)$/i;
const SECRET_NAMES = /* @__PURE__ */ new Set([
	"AWS_ACCESS_KEY_ID",
	"AWS_BEARER_TOKEN_BEDROCK",
	"ACTIONS_ID_TOKEN_REQUEST_URL"
]);
const SECRET_WORD = /SECRET|PASSWORD|PASSWD|PASSPHRASE|PRIVATE_?KEY|WEBHOOK/i;
function isSecretName(name) {
	return SECRET_NAMES.has(name) || SECRET_ENDING.test(name) || SECRET_WORD.test(name);
}

// src/base/redact/token-shapes.ts
const BODY = String.raw`(?=[A-Za-z_-]*\d)`;
const SHAPES = [
	{
		kind: "GitHub token",
		pattern: new RegExp(`gh[pousr]_${BODY}[A-Za-z0-9_]{30,}(?:\\.[A-Za-z0-9_-]{20,})*`, "y")
	},
	{
		kind: "GitHub token",
		pattern: new RegExp(`github_pat_${BODY}[A-Za-z0-9_]{40,}`, "y")
	},
	{
		kind: "Anthropic key",
		pattern: new RegExp(`sk-ant-${BODY}[A-Za-z0-9_-]{30,}`, "y")
	},
	{
		kind: "API key",
		pattern: new RegExp(`sk-(?:[A-Za-z0-9]{1,12}-){0,3}${BODY}[A-Za-z0-9_]{24,}[A-Za-z0-9_-]*`, "y")
	},
	{
		kind: "AWS key",
		pattern: /A(?:KIA|SIA)(?=[A-Z]*\d)[A-Z0-9]{16}(?![A-Za-z0-9_-])/y
	},
	{
		kind: "Google key",
		pattern: /AIza(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/y
	},
	{
		kind: "Slack token",
		pattern: /xox[abeoprs]-(?=[A-Za-z-]*\d)[A-Za-z0-9-]{20,}/y
	},
	{
		kind: "Slack webhook",
		pattern: /https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{20,}/y
	},
	{
		kind: "npm token",
		pattern: /npm_(?=[A-Za-z]*\d)[A-Za-z0-9]{36}(?![A-Za-z0-9_-])/y
	},
	{
		kind: "GitLab token",
		pattern: /glpat-(?=[A-Za-z_.-]*\d)[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9_-]+)*/y
	},
	{
		kind: "JWT",
		pattern: /eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/y
	},
	{
		kind: "private key",
		pattern: /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?=(?:\s|[A-Za-z-]{3,20}: [^\n]{0,100}\n){0,20}[A-Za-z0-9+/]{16})(?:\s|[A-Za-z-]{3,20}: [^\n]{0,100}\n|[A-Za-z0-9+/=]{16,})+(?:[A-Za-z0-9+/=]{0,80}\s{0,4}-----END [A-Z0-9 ]{1,40}-----)?/y
	}
];
const BEGIN = /(?<![A-Za-z0-9_-])(?:gh[pousr]_|github_pat_|sk-|A(?:KIA|SIA)|AIza|xox[abeoprs]-|https:\/\/hooks\.slack|npm_|glpat-|eyJ)|-----BEGIN /g;
const SHAPE_BEGINS = "ghp gho ghu ghs ghr git sk- AKI ASI AIz xox npm glp eyJ".split(" ");
function findShapes(text) {
	const found = [];
	let done = 0;
	for (const { index } of text.matchAll(BEGIN)) {
		if (index < done) continue;
		const one = shapeAt(text, index);
		if (one === void 0) continue;
		found.push(one);
		done = one.end;
	}
	return found;
}
function openShape(text) {
	let blank = text.length - 1;
	while (blank >= 0 && !/\s/.test(text.charAt(blank))) blank -= 1;
	for (const { index, 0: begin } of text.matchAll(BEGIN)) if (begin.startsWith("-") || index > blank) return index;
}
function shapeAt(text, start) {
	for (const { kind, pattern } of SHAPES) {
		pattern.lastIndex = start;
		const [match] = pattern.exec(text) ?? [];
		if (match !== void 0) return {
			name: kind,
			start,
			end: start + match.length
		};
	}
}

// src/base/redact.ts
function createRedact(secrets) {
	const find = createSearch(secrets);
	const ours = new Set(Object.keys(secrets).map(markOf));
	return (text) => {
		if (text.length < 8) return text;
		const views = viewsOf(text);
		const spans = [...find(views), ...shapesIn(views)];
		return spans.length === 0 ? text : replaced(text, spans, ours);
	};
}
function createSettled(secrets) {
	const find = createSearch(secrets, "open");
	const begins = [...Object.values(secrets).map((value = "") => value.trim()).filter(({ length }) => length >= 8), ...SHAPE_BEGINS];
	return (text) => {
		const [escape = ""] = HALF_ESCAPE.exec(text) ?? [];
		const whole = text.slice(0, text.length - escape.length);
		const views = viewsOf(whole);
		const { unescaped, dumped } = views;
		const few = [
			3,
			2,
			1
		].find((length) => begins.some((one) => unescaped.text.endsWith(one.slice(0, length)))) ?? 0;
		const shape = openShape(unescaped.text);
		return [
			few === 0 ? whole.length : unescaped.startOf(unescaped.text.length - few),
			...[...find(views), ...shapesIn(views)].map(({ start }) => start),
			...shape === void 0 ? [] : [unescaped.startOf(shape)],
			...dumped.map((view) => view.startOf(0))
		].reduce((least, end) => Math.min(least, end));
	};
}
const HALF_ESCAPE = /(?:(?<!\\)\\+(?:u\{?[\da-f]{0,6}|x[\da-f]?|[0-7]{0,2})?|%[\da-fu]{0,9}|&[#\w;]{0,9}|0x?[\da-f]?)$/i;
function createLeakSearch(secrets) {
	const telling = Object.entries(secrets).filter(([, value]) => isTelling(value?.trim() ?? ""));
	const find = createSearch(Object.fromEntries(telling));
	return (text) => [...new Set(find(viewsOf(text)).map(({ name }) => name))].toSorted();
}
function isTelling(value) {
	return value.length >= 12 && /\d/.test(value) && /[A-Za-z]/.test(value);
}
function dumpsIn(text) {
	const json = text.includes("\\n") ? jsonView(text) : void 0;
	const within = json === void 0 ? [] : dumpViews(json.text).map((view) => viewThrough(json, view));
	return [...dumpViews(text), ...within];
}
function viewThrough(outer, { text, startOf, endOf }) {
	return {
		text,
		startOf: (index) => outer.startOf(startOf(index)),
		endOf: (index) => outer.endOf(endOf(index) - 1)
	};
}
function viewsOf(text) {
	const plain = plainView(text);
	const undone = unescapedView(text);
	const unescaped = undone.text === text ? plain : undone;
	return {
		plain,
		unescaped,
		squeezed: squeezedView(unescaped),
		dumped: dumpsIn(text)
	};
}
function createSearch(secrets, end = "closed") {
	const names = new Map(Object.entries(secrets).map(([name, value = ""]) => [value.trim(), name]));
	const named = (formsFor) => Array.from(names).flatMap(([value, name]) => formsFor(value).map((form) => ({
		...form,
		name
	})));
	const find = createFinder(named(formsOf), { end });
	const findSqueezed = createFinder(named(squeezedFormsOf), {
		end,
		fold: 32
	});
	return ({ plain, unescaped, squeezed, dumped }) => [...[.../* @__PURE__ */ new Set([plain, unescaped]), ...dumped].flatMap((view) => find(view.text).map((span) => inSource(view, span, true))), ...findSqueezed(squeezed.text).map((span) => inSource(squeezed, span, true))];
}
function shapesIn({ unescaped }) {
	return findShapes(unescaped.text).map((span) => inSource(unescaped, span, false));
}
function inSource(view, { name, start, end }, isLive) {
	return {
		name,
		start: view.startOf(start),
		end: view.endOf(end - 1),
		isLive
	};
}
function replaced(text, spans, ours) {
	const marks = Array.from(text.matchAll(/\[redacted:[^\]\n]{1,200}\]/g)).filter(([mark]) => ours.has(mark));
	const isOurs = ({ start, end }) => marks.some(({ index, 0: mark }) => start >= index && end <= index + mark.length);
	let result = "";
	let done = 0;
	let group;
	const close = () => {
		if (group === void 0) return;
		result += text.slice(done, group.start) + markOf(group.name);
		done = group.end;
	};
	for (const span of spans.filter((one) => !isOurs(one)).toSorted((a, b) => a.start - b.start)) if (group === void 0 || span.start >= group.end) {
		close();
		group = span;
	} else {
		const { name, isLive } = rank(span) > rank(group) ? span : group;
		group = {
			name,
			isLive,
			start: group.start,
			end: Math.max(group.end, span.end)
		};
	}
	close();
	return result + text.slice(done);
}
function rank({ isLive, start, end }) {
	return (isLive ? 0xe8d4a51000 : 0) + end - start;
}
function markOf(name) {
	return `[redacted:${name}]`;
}
function redactDeep(value, redact) {
	return visit(value, redact);
}
function visit(value, redact) {
	if (typeof value === "string") return redact(value);
	if (Array.isArray(value)) {
		const items = value.map((item) => visit(item, redact));
		return items.some((item, index) => item !== value[index]) ? items : value;
	}
	if (typeof value === "object" && value !== null) {
		const members = Object.entries(value);
		const clean = members.map(([key, member]) => [redact(key), visit(member, redact)]);
		return clean.every(([key, member], at) => key === members[at]?.[0] && member === members[at]?.[1]) ? value : Object.fromEntries(clean);
	}
	return value;
}

// src/base/crash.ts
const EFFECTS = [
	"scratch.make",
	"ground.make",
	"cell.namespace",
	"cell.worker",
	"bundle.create",
	"lock.take",
	"lock.note",
	"lock.clear",
	"lock.release",
	"journal.cut",
	"journal.line",
	"journal.sync",
	"context-file.renew",
	"context-file.append",
	"context-file.rotate",
	"context-file.rewrite",
	"model.step",
	"model.summary",
	"model.closing",
	"model.apply",
	"model.embed",
	"tool.run",
	"cell.exec",
	"cell.writeFile",
	"cell.startBackground",
	"cell.stopBackground",
	"cell.startTalk",
	"cell.writeTalk",
	"cell.stopTalk",
	"cell.killAll",
	"bundle.start",
	"bundle.blob",
	"snapshot.stage",
	"snapshot.tree",
	"workspace.restore",
	"bundle.patch",
	"bundle.json",
	"output.write",
	"output.issue",
	"bundle.transcript",
	"bundle.page",
	"checkout.stage",
	"checkout.keep",
	"checkout.put",
	"checkout.undo",
	"checkout.drop",
	"scratch.remove",
	"git.commit",
	"git.push",
	"refs.push",
	"github.blob",
	"github.tree",
	"github.commit",
	"github.branch",
	"github.move",
	"pull.create",
	"pull.update",
	"comment.create",
	"comment.update",
	"comment.remove",
	"issue.create",
	"issue.update",
	"issue.label",
	"reaction.set",
	"reaction.remove",
	"store.open",
	"session.unpack",
	"ledger.write",
	"bundle.delivery",
	"artifact.upload",
	"summary.append"
];
let armed;
function crashAt(point) {
	armed?.(point);
}
function armCrash(setting, tell) {
	if (setting === "count") {
		armed = tell;
		return;
	}
	const [, wanted, count] = /^(\S+):([1-9]\d*)$/.exec(setting) ?? [];
	const points = EFFECTS.flatMap((effect) => [`${effect}.before`, `${effect}.after`]);
	if (wanted === void 0 || !points.includes(wanted)) throw new Error(`KIMI_CRASH_AT is no crash point: ${setting}. Accepted: count, or <point>:<n> of ${points.join(", ")}`);
	let left = Number(count);
	armed = (point) => {
		if (point === wanted && --left === 0) process.kill(process.pid, "SIGKILL");
	};
}

// src/base/truncate.ts
function safeCut(text, index) {
	const unit = text.charCodeAt(index);
	return unit >= 56320 && unit <= 57343 ? index - 1 : index;
}
function firstBytes(text, maxBytes) {
	const bytes = Buffer.from(text).subarray(0, Math.max(0, maxBytes));
	return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true });
}
function beginningOf(text, maxChars) {
	if (text.length <= maxChars) return text;
	const line = text.lastIndexOf("\n", maxChars);
	return text.slice(0, line > maxChars / 2 ? line : safeCut(text, maxChars));
}
const leftOutHere = (dropped) => `[${dropped} characters left out here]`;
function headTail(text, maxChars, note = leftOutHere) {
	const head = Math.ceil(maxChars * 2 / 3);
	return headAndTail(text, {
		head,
		tail: maxChars - head,
		note
	});
}
function headAndTail(text, { head, tail, note = leftOutHere }) {
	if (text.length <= head + tail) return text;
	const headEnd = safeCut(text, Math.floor(head));
	const tailStart = safeCut(text, text.length - Math.floor(tail));
	return `${text.slice(0, headEnd)}\n${note(tailStart - headEnd)}\n${text.slice(tailStart)}`;
}
function oneLine(text, maxChars) {
	const flat = text.replace(/\s+/g, " ").trim();
	return flat.length <= maxChars ? flat : `${flat.slice(0, safeCut(flat, maxChars - 1))}…`;
}

// src/protocol/error.ts
const ERROR_OUTCOMES = {
	"config.invalid": "config_error",
	"config.missing_key": "config_error",
	"config.missing_model": "config_error",
	"config.unsupported": "config_error",
	"policy.invalid": "config_error",
	"sandbox.refused": "sandbox_refused",
	"setup.failed": "failed",
	"cell.failed": "failed",
	"cell.reopened": "failed",
	"workspace.not_a_repository": "config_error",
	"workspace.outside": "failed",
	"workspace.file": "failed",
	"git.failed": "failed",
	"tool.input": "failed",
	"provider.unavailable": "provider_unavailable",
	"provider.rejected": "failed",
	"provider.quota": "config_error",
	"provider.filtered": "failed",
	"provider.overflow": "failed",
	"answer.invalid": "failed",
	"github.denied": "failed",
	"github.not_found": "failed",
	"github.failed": "failed",
	"session.corrupt": "failed",
	"session.write": "failed",
	"run.interrupted": "interrupted",
	"run.time_limit": "limit_time",
	"run.cost_limit": "limit_cost",
	"run.too_many": "skipped"
};
var RunnerError = class extends Error {
	name = "RunnerError";
	code;
	hint;
	constructor({ code, message, hint, cause }) {
		super(message, cause === void 0 ? void 0 : { cause });
		this.code = code;
		this.hint = hint;
	}
};
function configError(message, hint, cause) {
	return new RunnerError({
		code: "config.invalid",
		message,
		hint,
		cause
	});
}
function describeError(error) {
	if (!(error instanceof RunnerError)) return error instanceof Error ? error.message : String(error);
	const { message, hint } = error;
	if (hint === void 0) return message;
	return `${message}${/[.!?:]$/.test(message) ? "" : "."} ${hint}`;
}

// src/base/member.ts
function member(value, key) {
	return typeof value === "object" && value !== null ? value[key] : void 0;
}
function isRecord(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
function definedMembers(members) {
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== void 0));
}
function parseJson(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}

// src/protocol/model.ts
const PROVIDER_NAMES = [
	"kimi",
	"openai",
	"anthropic",
	"azure",
	"bedrock",
	"vertex",
	"gemini",
	"deepseek",
	"zai",
	"xai",
	"mistral",
	"groq",
	"openrouter",
	"qwen",
	"minimax",
	"ollama",
	"vllm",
	"compatible",
	"scripted"
];
const THINKING_FORMS = [
	"effort",
	"switch",
	"keep",
	"preserved",
	"enable",
	"template",
	"reasoning",
	"split",
	"budget",
	"adaptive",
	"none"
];
const CAP_FIELDS = ["max_tokens", "max_completion_tokens"];
const WIRE_FORMATS = ["chat", "responses"];
const THINKING = [
	"off",
	"minimal",
	"low",
	"medium",
	"high",
	"xhigh",
	"max"
];
const TOOL_SYNTAXES = ["native", "xml"];
const NO_USAGE = {
	input: 0,
	cacheRead: 0,
	cacheWrite: 0,
	output: 0
};
function addUsage(a, b) {
	return {
		input: a.input + b.input,
		cacheRead: a.cacheRead + b.cacheRead,
		cacheWrite: a.cacheWrite + b.cacheWrite,
		output: a.output + b.output
	};
}
function totalTokens(usage) {
	return usage.input + usage.cacheRead + usage.cacheWrite + usage.output;
}
function failedCallOf(error) {
	const cause = member(error, "cause");
	return member(cause, "kind") === "attempt" ? cause : void 0;
}
function fallbackWords({ step, agentId, model }) {
	return `from step ${step}${agentId === void 0 ? "" : ` of ${agentId}`} on by ${model}`;
}

// src/protocol/outcome.ts
const OUTCOMES = {
	completed: {
		exitCode: 0,
		title: "✅ Done",
		reaction: "rocket",
		traits: [
			"final",
			"good",
			"delivered"
		]
	},
	no_change: {
		exitCode: 0,
		title: "☑️ No files changed",
		reaction: "+1",
		traits: ["final", "good"]
	},
	deferred: {
		exitCode: 0,
		title: "⏸️ Waits for approval",
		reaction: "confused",
		traits: []
	},
	skipped: {
		exitCode: 0,
		title: "⏭️ Skipped",
		reaction: "confused",
		traits: ["final", "good"]
	},
	rejected: {
		exitCode: 1,
		title: "⛔ Rejected",
		reaction: "-1",
		traits: ["final"]
	},
	stuck: {
		exitCode: 1,
		title: "🔁 Stuck",
		reaction: "confused",
		traits: ["delivered"]
	},
	failed: {
		exitCode: 1,
		title: "❌ Failed",
		reaction: "confused",
		traits: []
	},
	config_error: {
		exitCode: 2,
		title: "❌ Configuration error",
		reaction: "confused",
		traits: []
	},
	limit_steps: {
		exitCode: 3,
		title: "⏱️ Step limit reached",
		reaction: "confused",
		traits: ["delivered"]
	},
	limit_time: {
		exitCode: 3,
		title: "⏱️ Time limit reached",
		reaction: "confused",
		traits: ["delivered"]
	},
	limit_cost: {
		exitCode: 3,
		title: "⏱️ Cost limit reached",
		reaction: "confused",
		traits: ["delivered"]
	},
	limit_tokens: {
		exitCode: 3,
		title: "⏱️ Token limit reached",
		reaction: "confused",
		traits: ["delivered"]
	},
	sandbox_refused: {
		exitCode: 5,
		title: "⛔ Sandbox refused",
		reaction: "confused",
		traits: []
	},
	published_partially: {
		exitCode: 6,
		title: "⚠️ Not fully published",
		reaction: "confused",
		traits: []
	},
	provider_unavailable: {
		exitCode: 75,
		title: "❌ Model not available",
		reaction: "confused",
		traits: []
	},
	interrupted: {
		exitCode: 130,
		title: "⏹️ Interrupted",
		reaction: "confused",
		traits: []
	}
};
const OUTCOME_NAMES = Object.keys(OUTCOMES);
const STOP_SIGNALS = {
	SIGHUP: 129,
	SIGINT: 130,
	SIGQUIT: 131,
	SIGTERM: 143
};
function exitCode(outcome, signal = "SIGINT") {
	return outcome === "interrupted" ? STOP_SIGNALS[signal] : OUTCOMES[outcome].exitCode;
}
function hasTrait(outcome, trait) {
	return OUTCOMES[outcome].traits.includes(trait);
}

// src/base/sha256.ts
function sha256(content) {
	return hash("sha256", content, "hex");
}
const CHUNK_BYTES$1 = 1048576;
const MIN_CHUNK_BYTES = 4096;
function sha256File(path, visit = () => {}) {
	const digest = createHash("sha256");
	const file = openSync(path, "r");
	try {
		const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES$1, Math.max(MIN_CHUNK_BYTES, fstatSync(file).size)));
		for (let bytes = readSync(file, chunk); bytes > 0; bytes = readSync(file, chunk)) {
			const read = chunk.subarray(0, bytes);
			digest.update(read);
			visit(read);
		}
		return digest.digest("hex");
	} finally {
		closeSync(file);
	}
}

// src/base/words.ts
function grouped(count) {
	return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
function counted(count, noun, many = `${noun}s`) {
	return `${grouped(count)} ${count === 1 ? noun : many}`;
}
function enumerated(parts, word) {
	return [parts.slice(0, -1).join(", "), ...parts.slice(-1)].filter((part) => part !== "").join(` ${word} `);
}
function namedUpTo(names, max) {
	const rest = names.length - max;
	return `${names.slice(0, max).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
const WHOLE_CENTS_USD = .1;
function money(usd) {
	const cents = usd.toFixed(2);
	if (usd >= WHOLE_CENTS_USD) return `$${cents}`;
	return `$${usd.toFixed(4).replace(/0{1,2}$/, "")}`;
}
function stepsOf(steps, limit) {
	return limit === void 0 || steps > limit ? counted(steps, "step") : `${grouped(steps)} of ${counted(limit, "step")}`;
}

// src/protocol/limits.ts
const OWN_LIMITS = {
	steps: {
		name: "steps",
		unit: "n",
		isWhole: true,
		from: 1,
		to: 1e4
	},
	minutes: {
		name: "minutes",
		unit: "n",
		isWhole: false,
		from: .1,
		to: 7200
	},
	costUsd: {
		name: "cost",
		unit: "usd",
		isWhole: false,
		from: .01,
		to: 1e4
	},
	tokens: {
		name: "tokens",
		unit: "n",
		isWhole: true,
		from: 1,
		to: 1e10
	},
	patienceMinutes: {
		name: "patience",
		unit: "minutes",
		isWhole: false,
		from: 0,
		to: 1440
	}
};
const OWN_LIMIT_FIELDS = Object.keys(OWN_LIMITS);
function readOwnLimits(read) {
	return Object.fromEntries(OWN_LIMIT_FIELDS.map((field) => [field, read(OWN_LIMITS[field])]));
}
function limitWords(limits) {
	const { steps, minutes, costUsd, ownCostUsd, costUsdPerDay, costUsdPerThread, tokens, runsPerHour } = limits;
	const { patienceMinutes, idleSeconds, backgroundSeconds, retries, denials, mistakes } = limits;
	const lowered = typeof ownCostUsd === "number" ? ` (of ${money(ownCostUsd)} for a run)` : "";
	const said = (value, words) => value === void 0 ? [] : [words(value)];
	return [
		counted(steps, "step"),
		counted(minutes, "minute"),
		...said(costUsd, (usd) => `${money(usd)}${lowered}`),
		...said(costUsdPerDay, (usd) => `${money(usd)} a day`),
		...said(costUsdPerThread, (usd) => `${money(usd)} a thread`),
		...said(tokens, (count) => counted(count, "token")),
		...said(runsPerHour, (count) => `${counted(count, "run")} an hour in a thread`),
		...said(patienceMinutes, (count) => `${counted(count, "minute")} of an outage`),
		...said(idleSeconds, (count) => `${counted(count, "second")} of silence`),
		...said(backgroundSeconds, (count) => `${counted(count, "second")} for background commands`),
		`${counted(retries, "paid attempt")} without an answer`,
		`${counted(denials, "step")} with rejections`,
		`${counted(mistakes, "mistake")} in a row`
	];
}
const DEFAULT_LIMITS = {
	steps: 100,
	retries: 3,
	minutes: 30,
	denials: 5,
	mistakes: 3
};
const ON_TIMEOUT = ["kill", "background"];

// src/protocol/cell.ts
const RUNGS = [
	"sealed",
	"separate",
	"none"
];

// src/run/open/stopper.ts
function createStopper() {
	const controller = new AbortController();
	let stoppedBy;
	let timer;
	return {
		signal: controller.signal,
		stoppedBy: () => stoppedBy,
		interrupt: (signal) => {
			stoppedBy ??= signal;
			controller.abort(new RunnerError({
				code: "run.interrupted",
				message: `Stopped by ${signal}.`
			}));
		},
		stop: (reason) => controller.abort(new RunnerError({
			code: "run.interrupted",
			message: reason
		})),
		limitTime: (minutes, usedMs) => {
			const limit = new RunnerError({
				code: "run.time_limit",
				message: `The limit of ${counted(minutes, "minute")} is reached.`
			});
			timer = setTimeout(() => controller.abort(limit), Math.max(0, minutes * 6e4 - usedMs));
			timer.unref();
		},
		dispose: () => clearTimeout(timer)
	};
}
async function withSignals(world, body, told = "the work so far will be in the bundle") {
	const stopper = createStopper();
	const handlers = Object.entries(STOP_SIGNALS).map(([name, code]) => {
		const signal = name;
		const onSignal = () => {
			if (stopper.stoppedBy() === signal) process.exit(code);
			if (stopper.stoppedBy() !== void 0) return;
			world.err(`\n${signal}: stopping; ${told}. Once more to leave at once.\n`);
			stopper.interrupt(signal);
		};
		return {
			signal,
			onSignal
		};
	});
	for (const { signal, onSignal } of handlers) process.on(signal, onSignal);
	try {
		return await body(stopper);
	} catch (error) {
		const stoppedBy = stopper.stoppedBy();
		if (stoppedBy === void 0 || !(error instanceof RunnerError && error.code === "run.interrupted")) throw error;
		return STOP_SIGNALS[stoppedBy];
	} finally {
		stopper.dispose();
		for (const { signal, onSignal } of handlers) process.off(signal, onSignal);
	}
}

// src/base/clock.ts
const systemClock = {
	now: () => Date.now(),
	monotonic: () => performance.now(),
	sleep: async (ms, signal) => {
		signal?.throwIfAborted();
		try {
			await setTimeout$1(ms, void 0, signal ? { signal } : {});
		} catch (error) {
			signal?.throwIfAborted();
			throw error;
		}
	}
};
function duration(ms) {
	if (ms < 1e3) return `${Math.round(ms)} ms`;
	if (ms < 6e4) return `${(ms / 1e3).toFixed(1)} s`;
	const minutes = Math.floor(ms / 6e4);
	return minutes < 60 ? `${minutes} min ${Math.floor(ms % 6e4 / 1e3)} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

// src/base/canonical-json.ts
function canonicalJson(value) {
	if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
	if (typeof value === "number") {
		if (!Number.isFinite(value)) throw new TypeError(`not representable in JSON: ${value}`);
		return JSON.stringify(value);
	}
	if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
	if (typeof value === "object") return `{${Object.entries(value).filter(([, member]) => member !== void 0).toSorted(([a], [b]) => a < b ? -1 : a > b ? 1 : 0).map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(",")}}`;
	throw new TypeError(`not representable in JSON: ${typeof value}`);
}

// src/protocol/readers.ts
const ROWS = new Map(Object.entries({
	"session.begin": [
		"state",
		"facts",
		"console",
		"transcript",
		"kimi",
		"own",
		"disk",
		"report"
	],
	"session.resume": [
		"context",
		"context.jsonl",
		"state",
		"answered",
		"unfinished",
		"untold",
		"tally",
		"facts",
		"asked",
		"console",
		"transcript",
		"kimi",
		"own",
		"report"
	],
	"cell.open": [
		"facts",
		"console",
		"transcript",
		"own",
		"report"
	],
	"context.system": ["context.jsonl", "state"],
	"context.append": [
		"context",
		"context.jsonl",
		"state",
		"unfinished",
		"untold",
		"asked",
		"transcript",
		"kimi",
		"live",
		"report"
	],
	"context.checkpoint": [
		"context",
		"context.jsonl",
		"unfinished"
	],
	"context.revert": [
		"context",
		"context.jsonl",
		"unfinished",
		"transcript",
		"report"
	],
	"context.clear": [
		"context",
		"context.jsonl",
		"unfinished",
		"transcript",
		"report"
	],
	"context.usage": [
		"context",
		"context.jsonl",
		"unfinished",
		"kimi"
	],
	"context.prune": ["context", "context.jsonl"],
	"context.strip": ["context", "context.jsonl"],
	"compaction.begin": [
		"context",
		"context.jsonl",
		"unfinished",
		"console",
		"transcript",
		"kimi",
		"report"
	],
	"compaction.end": [
		"context",
		"context.jsonl",
		"unfinished",
		"tally",
		"console",
		"transcript",
		"kimi",
		"live",
		"report"
	],
	"turn.begin": [
		"state",
		"unfinished",
		"untold",
		"kimi"
	],
	"turn.end": ["unfinished", "kimi"],
	"steer.input": [
		"unfinished",
		"console",
		"transcript",
		"kimi"
	],
	"step.begin": [
		"state",
		"unfinished",
		"tally",
		"transcript",
		"kimi",
		"report"
	],
	"step.interrupted": [
		"transcript",
		"kimi",
		"report"
	],
	"step.retry": [
		"console",
		"transcript",
		"kimi",
		"report"
	],
	"model.fallback": [
		"state",
		"facts",
		"console",
		"transcript",
		"own",
		"report"
	],
	"attempt.begin": [
		"tally",
		"live",
		"report"
	],
	"step.usage": [
		"unfinished",
		"tally",
		"console",
		"transcript",
		"kimi",
		"live",
		"report"
	],
	"closing.usage": [
		"tally",
		"console",
		"transcript",
		"kimi",
		"live",
		"report"
	],
	"tool.usage": [
		"unfinished",
		"tally",
		"console",
		"transcript",
		"own",
		"live",
		"report"
	],
	"model.wasted": [
		"tally",
		"console",
		"transcript",
		"own",
		"live",
		"report"
	],
	"call.judged": [
		"state",
		"untold",
		"facts",
		"console",
		"transcript",
		"kimi",
		"live",
		"report"
	],
	"call.failed": [],
	"tool.begin": [
		"unfinished",
		"disk",
		"live"
	],
	"tool.end": [
		"unfinished",
		"transcript",
		"kimi",
		"live",
		"report"
	],
	"output.asked": ["state", "facts"],
	"repetition.notice": [
		"console",
		"transcript",
		"own"
	],
	"file.seen": ["state"],
	"todo.update": [
		"state",
		"facts",
		"kimi"
	],
	"assumption.made": [
		"facts",
		"console",
		"transcript",
		"own",
		"report"
	],
	"bug.report": [
		"facts",
		"console",
		"transcript",
		"own",
		"report"
	],
	"workspace.snapshot": ["context", "state"],
	"change.approved": ["answered"],
	"change.held": [
		"console",
		"transcript",
		"report"
	],
	"change.origins": ["report"],
	"checkout.put": ["disk"],
	"deferral.open": [
		"state",
		"answered",
		"unfinished",
		"asked",
		"console",
		"transcript",
		"kimi",
		"disk",
		"report"
	],
	"deferral.answer": [
		"state",
		"answered",
		"unfinished",
		"asked",
		"console",
		"transcript",
		"kimi",
		"disk",
		"report"
	],
	"background.start": ["state", "own"],
	notification: [
		"unfinished",
		"console",
		"kimi"
	],
	"hook.begin": ["kimi", "replay"],
	"hook.end": [
		"untold",
		"console",
		"transcript",
		"kimi",
		"replay",
		"report"
	],
	"mail.sent": [
		"state",
		"unfinished",
		"console",
		"transcript",
		"own",
		"report"
	],
	"mode.switch": [
		"context",
		"state",
		"facts",
		"console",
		"transcript",
		"own",
		"report"
	],
	"plan.mode": [
		"context",
		"state",
		"console",
		"transcript",
		"kimi",
		"report"
	],
	"plan.display": [
		"state",
		"transcript",
		"kimi",
		"report"
	],
	"limit.pressed": [
		"untold",
		"console",
		"own"
	],
	"verify.begin": [
		"console",
		"live",
		"own"
	],
	"verify.end": [
		"state",
		"untold",
		"console",
		"live",
		"transcript",
		"own",
		"report"
	],
	"flow.begin": [
		"state",
		"unfinished",
		"transcript",
		"own",
		"report"
	],
	"flow.move": [
		"state",
		"unfinished",
		"console",
		"transcript",
		"own",
		"report"
	],
	"flow.end": [
		"state",
		"unfinished",
		"transcript",
		"own",
		"report"
	],
	"skill.load": ["own"],
	"subagent.define": [
		"state",
		"transcript",
		"own"
	],
	"subagent.begin": [
		"state",
		"console",
		"transcript",
		"own",
		"replay"
	],
	"subagent.event": [
		"state",
		"answered",
		"tally",
		"facts",
		"console",
		"transcript",
		"kimi",
		"replay",
		"live",
		"report"
	],
	"subagent.end": [
		"state",
		"console",
		"transcript",
		"own",
		"replay",
		"live",
		"report"
	],
	"mcp.begin": ["console", "kimi"],
	"mcp.end": [
		"state",
		"console",
		"transcript",
		"kimi",
		"own"
	],
	"mcp.progress": ["console"],
	warning: [
		"facts",
		"console",
		"transcript",
		"kimi",
		"report"
	],
	"session.end": [
		"state",
		"answered",
		"unfinished",
		"facts",
		"console",
		"transcript",
		"own",
		"disk",
		"report"
	]
}));
function reads(reader, event) {
	return ROWS.get(event.type)?.includes(reader) === true;
}

// src/protocol/tally.ts
const MAIN = "";
const NONE_UNANSWERED = {
	paid: 0,
	free: 0,
	tokens: 0,
	costUsd: 0
};
const NO_TALLY = {
	steps: 0,
	usage: NO_USAGE,
	costUsd: 0,
	priced: true,
	unanswered: NONE_UNANSWERED,
	open: /* @__PURE__ */ new Map()
};
function foldTally(tally, event, agent = MAIN) {
	if (!reads("tally", event)) return tally;
	switch (event.type) {
		case "subagent.event": return foldTally(tally, event.event, event.agentId);
		case "session.resume": return withOpenCharged(tally);
		case "step.begin": return {
			...tally,
			steps: tally.steps + 1,
			open: new Map([...tally.open, [agent, void 0]])
		};
		case "attempt.begin": {
			const { usage, costUsd } = event;
			const isCounted = tally.open.has(agent);
			const open = new Map([...tally.open, [agent, {
				usage,
				costUsd
			}]]);
			return {
				...tally,
				steps: tally.steps + (isCounted ? 0 : 1),
				open
			};
		}
		case "closing.usage": {
			const isCounted = tally.open.get(agent) !== void 0;
			return ended(charged({
				...tally,
				steps: tally.steps + (isCounted ? 0 : 1)
			}, event), agent);
		}
		case "step.usage":
		case "tool.usage": return ended(charged(tally, event), agent);
		case "compaction.end": return event.usage === void 0 ? tally : ended(charged(tally, event), agent);
		case "model.wasted": return wasted(tally, event, agent);
	}
}
function wasted(tally, event, agent) {
	const isOpen = tally.open.get(agent) !== void 0;
	if (event.why === "free") {
		const { unanswered } = tally;
		const counted = {
			...tally,
			unanswered: {
				...unanswered,
				free: unanswered.free + 1
			}
		};
		return isOpen ? ended({
			...counted,
			steps: tally.steps - 1
		}, agent) : counted;
	}
	const paid = event.why === "cut" ? tally : notAnswered(tally, event);
	return isOpen ? ended(charged(paid, event), agent) : charged(paid, event);
}
function withOpenCharged(tally) {
	if (tally.open.size === 0) return tally;
	let sum = {
		...tally,
		open: NO_TALLY.open
	};
	for (const [agent, reserved] of tally.open) if (reserved !== void 0) sum = charged(notAnswered(sum, reserved), reserved);
	else if (agent === MAIN) sum = {
		...sum,
		steps: sum.steps - 1
	};
	return sum;
}
const NOT_PAID = [
	"step.begin",
	"attempt.begin",
	"session.resume",
	"subagent.event"
];
function isPaid(event) {
	return reads("tally", event) && !NOT_PAID.some((type) => type === event.type);
}
function knownCost({ costUsd, priced }) {
	return priced ? costUsd : void 0;
}
function knownUnanswered({ unanswered }) {
	return unanswered.paid + unanswered.free === 0 ? void 0 : unanswered;
}
function charged(tally, { usage, costUsd }) {
	if (usage === void 0) return tally;
	return {
		...tally,
		usage: addUsage(tally.usage, usage),
		costUsd: tally.costUsd + (costUsd ?? 0),
		priced: tally.priced && costUsd !== void 0
	};
}
function notAnswered(tally, { usage = NO_USAGE, costUsd = 0 }) {
	const { paid, tokens, costUsd: before, ...rest } = tally.unanswered;
	const unanswered = {
		...rest,
		paid: paid + 1,
		tokens: tokens + totalTokens(usage),
		costUsd: before + costUsd
	};
	return {
		...tally,
		unanswered
	};
}
function ended(tally, agent) {
	const open = new Map(tally.open);
	open.delete(agent);
	return {
		...tally,
		open
	};
}

// src/protocol/message.ts
function textOf({ blocks }) {
	return blocks.map((block) => block.type === "text" ? block.text : "").join("");
}
function isSilent(block) {
	return block.text === "" && sealOf(block) === void 0;
}
function wordsOf(message) {
	return message.role === "assistant" ? textOf(message) : message.content;
}
function imagesOf(message) {
	return message.role === "assistant" ? [] : message.images ?? [];
}
function extraOf({ extra }) {
	const value = extra === void 0 ? void 0 : parseJson(extra);
	return typeof value === "object" && value !== null ? value : {};
}
function callsOf({ blocks }) {
	return blocks.filter((block) => block.type === "call");
}
function sealOf(block) {
	const { signature, data } = extraOf(block);
	const seal = signature ?? data;
	return typeof seal === "string" ? seal : void 0;
}
function hasPart(part, message) {
	if (part === "pictures") return imagesOf(message).length > 0;
	if (message.role !== "assistant") return false;
	return message.extra !== void 0 || message.blocks.some((block) => plainBlock(block)[0] !== block);
}
function withoutPart(part, message) {
	if (!hasPart(part, message)) return message;
	if (message.role === "assistant") {
		const { role, origin, blocks } = message;
		const plain = blocks.flatMap(plainBlock);
		return {
			role,
			blocks: plain.length === 0 ? [{
				type: "text",
				text: "…"
			}] : plain,
			...origin && { origin }
		};
	}
	const { images = [], ...rest } = message;
	const note = `[left out: ${images.length === 1 ? "a picture" : `${images.length} pictures`} that the provider could not read]`;
	return {
		...rest,
		content: `${message.content}\n\n${note}`.trim()
	};
}
function plainBlock(block) {
	if (block.type === "think" || block.type === "opaque") return [];
	const { extra, ...plain } = block;
	return extra === void 0 ? [block] : [plain];
}

// src/base/proxy-env.ts
function proxyEnvOf(env) {
	const proxies = [
		"HTTP_PROXY",
		"HTTPS_PROXY",
		"NO_PROXY"
	].flatMap((name) => {
		const value = env[name]?.trim() || env[name.toLowerCase()]?.trim();
		return value === void 0 || value === "" ? [] : [[name, value]];
	});
	return proxies.some(([name]) => name !== "NO_PROXY") ? Object.fromEntries(proxies) : void 0;
}

// src/base/network/http.ts
function createHttp({ proxyEnv, idleMs, onWritten }) {
	const agents = /* @__PURE__ */ new Map();
	const proxied = proxyEnv === void 0 ? {} : { proxyEnv: { ...proxyEnv } };
	let unwritten = 0;
	const written = () => {
		unwritten -= 1;
		if (unwritten === 0) onWritten?.();
	};
	return async (url, { method = "GET", headers, body, signal }) => {
		const { request, Agent } = process.getBuiltinModule(url.protocol === "https:" ? "node:https" : "node:http");
		const agent = agents.get(url.protocol) ?? new Agent({
			keepAlive: true,
			timeout: idleMs,
			...proxied
		});
		agents.set(url.protocol, agent);
		signal?.throwIfAborted();
		return await new Promise((resolve, reject) => {
			const address = urlToHttpOptions(url);
			const hostname = url.hostname.endsWith(".localhost") ? "localhost" : address.hostname;
			const bytes = body === void 0 || body === null ? void 0 : Buffer.from(body);
			const length = bytes === void 0 ? {} : { "content-length": String(bytes.byteLength) };
			const said = {
				host: url.host,
				...headers,
				...length
			};
			const outgoing = request({
				...address,
				hostname,
				method,
				headers: said,
				agent
			});
			let answered;
			const abort = () => {
				if (answered?.complete === true) return;
				reject(signal?.reason instanceof Error ? signal.reason : /* @__PURE__ */ new Error("aborted"));
				outgoing.destroy();
			};
			signal?.addEventListener("abort", abort, { once: true });
			outgoing.once("close", () => {
				signal?.removeEventListener("abort", abort);
				if (!outgoing.writableFinished) written();
				reject(/* @__PURE__ */ new Error("socket hang up: no answer"));
			});
			outgoing.on("error", (error) => reject(plain(error)));
			outgoing.once("finish", written);
			outgoing.once("response", (message) => {
				answered = message;
				resolve(message);
			});
			unwritten += 1;
			outgoing.end(bytes);
		});
	};
}
function plain(error) {
	return error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
}
function headerMap(headers) {
	return new Map(Object.entries(headers).flatMap(([name, value]) => value === void 0 ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]]));
}

// src/base/file-text.ts
function fileText(path) {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return;
	}
}
function jsonFile(path) {
	return parseJson(fileText(path) ?? "");
}
function namesIn(dir) {
	try {
		return readdirSync(dir);
	} catch {
		return [];
	}
}
function isProgram(path) {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}
const MAX_BYTES$1 = 1e8;
const UNOPENED_MS = 2e3;
const SILENT_MS = 6e4;
const POLL_MS = 10;
const CHUNK_BYTES = 262144;
function readGivenFile(path, maxBytes = MAX_BYTES$1) {
	const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	try {
		if (isatty(fd)) throw new Error("it is a terminal");
		const next = fstatSync(fd).isFIFO() ? pipeReader(fd) : (chunk) => readSync(fd, chunk);
		const pieces = [];
		const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
		for (let total = 0, bytes = next(chunk); bytes > 0; bytes = next(chunk)) {
			total += bytes;
			if (total > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
			pieces.push(Buffer.from(chunk.subarray(0, bytes)));
		}
		return Buffer.concat(pieces);
	} finally {
		closeSync(fd);
	}
}
function givenText(path, maxBytes) {
	try {
		return readGivenFile(path, maxBytes).toString("utf8");
	} catch {
		return;
	}
}
function pipeReader(fd) {
	let isOpened = false;
	return (chunk) => {
		for (let waitedMs = 0;; waitedMs += POLL_MS) {
			const bytes = readIfReady(fd, chunk);
			isOpened ||= bytes !== 0;
			if (bytes !== void 0 && isOpened) return bytes;
			if (!isOpened && waitedMs >= UNOPENED_MS) throw new Error("it is a pipe into which nothing is written");
			if (waitedMs >= SILENT_MS) throw new Error(`nothing came through the pipe for ${SILENT_MS / 1e3} s`);
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
		}
	};
}
function readIfReady(fd, chunk) {
	try {
		return readSync(fd, chunk);
	} catch (error) {
		if (error.code === "EAGAIN") return void 0;
		throw error;
	}
}

// src/base/system-error.ts
function systemReason(error) {
	const message = error instanceof Error ? error.message : String(error);
	return /^E[A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message;
}
const UNWRITABLE = /* @__PURE__ */ new Set([
	"ENOSPC",
	"EDQUOT",
	"EROFS"
]);
function isFullDisk(error) {
	return error instanceof Error && "code" in error && UNWRITABLE.has(error.code);
}

// src/base/make-folders.ts
function makeFolders(path, mode = 511) {
	try {
		make(path, mode);
	} catch (error) {
		const above = dirname(path);
		if (error.code !== "ENOENT" || above === path) throw error;
		makeFolders(above, mode);
		make(path, mode);
	}
}
function make(path, mode) {
	try {
		mkdirSync(path, { mode });
	} catch (error) {
		if (!(error.code === "EEXIST" && statSync(path).isDirectory())) throw error;
	}
}

// src/session/bundle.ts
const FILES = {
	session: "session.json",
	journal: "journal.jsonl",
	context: "context.jsonl",
	patch: "changes.patch",
	outcome: "outcome.json",
	transcript: "transcript.md",
	page: "report.html",
	delivery: "delivery.json",
	blobs: "blobs"
};
const REVERTED_CONTEXT = /^context_\d{1,5}\.jsonl$/;
const BLOB = /^blobs\/[0-9a-f]{64}\.txt$/;
function isBundleFile(path) {
	return path !== FILES.blobs && Object.values(FILES).some((name) => name === path) || REVERTED_CONTEXT.test(path) || BLOB.test(path);
}
function isTakenName(name) {
	return isBundleFile(name) || [FILES.blobs, "start.patch"].includes(name) || name.startsWith("session.lock");
}
function bundleAt(dir) {
	const paths = Object.entries(FILES).map(([file, name]) => [file, join(dir, name)]);
	return {
		dir,
		...Object.fromEntries(paths)
	};
}
function createBundle(dir) {
	const bundle = bundleAt(dir);
	if (existsSync(bundle.journal)) throw configError(`The bundle directory already contains a session: ${dir}.`, "Give a new directory with --bundle, or resume the session with `kimi-runner resume`.");
	try {
		crashAt("bundle.create.before");
		makeFolders(dir, 448);
		crashAt("bundle.create.after");
		accessSync(dir, constants.W_OK);
	} catch (cause) {
		throw unwritableBundle(dir, cause);
	}
	return bundle;
}
function unwritableBundle(dir, cause) {
	return configError(`The bundle cannot be written to ${dir}: ${systemReason(cause)}.`, "Name a folder that you may write to with --bundle.", cause);
}
const START_PATCH = "start.patch";
const LOCK = "session.lock";
const MAX_BYTES = 1e9;
function openBundle(dir) {
	const bundle = bundleAt(dir);
	const names = namesIn(dir);
	if (names.includes("blobs")) {
		if (!lstatSync(bundle.blobs).isDirectory()) throw strange(dir, "blobs", "it is no folder");
		for (const name of namesIn(bundle.blobs)) requirePlain(dir, `blobs/${name}`);
	}
	for (const name of names) if (isBundleFile(name) || name === "session.lock") requirePlain(dir, name);
	if (names.includes("journal.jsonl")) return bundle;
	throw configError(`No bundle here: ${dir} (journal.jsonl is missing).`, "Give the directory that a run printed as its bundle.");
}
function requirePlain(dir, name) {
	const stats = lstatSync(join(dir, name), { throwIfNoEntry: false });
	if (stats === void 0) return;
	if (!stats.isFile()) throw strange(dir, name, "it is not a plain file");
	if (stats.size > MAX_BYTES) throw strange(dir, name, `${stats.size} bytes are too many`);
}
function strange(dir, name, why) {
	return configError(`The bundle ${dir} is not as a run leaves it: ${JSON.stringify(name)}: ${why}.`, "Give the directory that a run printed as its bundle.");
}
function createBlobStore(dir, redact) {
	return { put: async (text) => {
		const clean = redact(text);
		const name = `${sha256(clean)}.txt`;
		crashAt("bundle.blob.before");
		writeWhole(join(dir, name), clean);
		crashAt("bundle.blob.after");
		return `blobs/${name}`;
	} };
}
function writeWhole(path, text) {
	try {
		makeFolders(dirname(path));
		writeFileSync(path, text, { mode: 384 });
	} catch (cause) {
		if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === true) rmSync(path);
		throw sessionWriteError("A file of the bundle could not be written", path, cause);
	}
}
function writeJson(path, value) {
	crashAt("bundle.json.before");
	writeWhole(path, `${JSON.stringify(value, null, 2)}\n`);
	crashAt("bundle.json.after");
}
function sessionWriteError(problem, path, cause) {
	return new RunnerError({
		code: "session.write",
		message: `${problem}: ${path}: ${systemReason(cause)}.`,
		hint: "Free space on that disk, or name another folder with --bundle.",
		cause
	});
}

// src/protocol/approval.ts
const GITHUB_ACTIONS = [
	"label",
	"assign",
	"issue",
	"comment",
	"close",
	"search"
];
function githubWords({ action, name, isElsewhere }) {
	return `${action}${isElsewhere === true ? "#*" : ""}${name === void 0 ? "" : `:${name}`}`;
}
function actionOf(capabilities) {
	const actions = capabilities.map((need) => {
		if (need.kind === "github") return `github:${githubWords({
			...need,
			name: void 0
		})}`;
		if (need.kind === "net") return `net:${need.host}`;
		return need.kind === "mcp" ? `mcp:${need.server}/${need.tool}` : need.kind;
	});
	return [...new Set(actions)].toSorted().join("+");
}
function canStand({ rule, also = [] }) {
	return also.length === 0 && rule !== "default" && !rule.includes(":");
}
const ANSWER = "answer by ";
function answerRule(by, more = "") {
	return `${ANSWER}${by}${more}`;
}
function isAnswer({ rule }) {
	return rule.startsWith(ANSWER);
}
function standingAnswer(decision, capabilities, standing) {
	if (decision.verdict !== "defer" || !canStand(decision)) return void 0;
	const action = actionOf(capabilities);
	const covering = standing.find((approval) => approval.rule === decision.rule && approval.action === action);
	return covering && {
		verdict: "approve",
		rule: answerRule(covering.by, ", for the session")
	};
}
function shownFiles({ files = [], unshown, preview = "" }) {
	if (unshown === void 0) return files.length > 50 || preview.length > 3e4 ? [] : files;
	const left = new Set(unshown.map(({ path }) => path));
	return files.filter(({ path }) => !left.has(path));
}
function coveredFiles(request, { coversUnshown }) {
	return coversUnshown === true ? request.files ?? [] : shownFiles(request);
}
const NO_ANSWERS = {
	approved: /* @__PURE__ */ new Set(),
	rejected: /* @__PURE__ */ new Map()
};
function versionKey({ path, mode = "", oid = "" }) {
	return `${mode} ${oid}\0${path}`;
}

// src/base/paths/git-names.ts
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;
const SHORT = [
	[/^git~\d+$/, ".git"],
	[/^gitmod~\d+$/, ".gitmodules"],
	[/^gitatt~\d+$/, ".gitattributes"],
	[/^github~\d+$/, ".github"],
	[/^gitea~\d+$/, ".gitea"],
	[/^forgej~\d+$/, ".forgejo"]
];
const HASHED = [["gi7eba", ".gitmodules"], ["gi7d29", ".gitattributes"]];
function longName(name) {
	const short = SHORT.find(([sign]) => sign.test(name))?.[1];
	if (short !== void 0) return short;
	const [, beginning = "", number] = /^([^~]*)~([1-9]\d*)$/.exec(name) ?? [];
	if (number === void 0 || name.length !== 8) return void 0;
	return HASHED.find(([prefix]) => prefix.startsWith(beginning))?.[1];
}
function foldedCase(text) {
	return text.normalize("NFD").toUpperCase().toLowerCase();
}
function foldedPath(path) {
	return path.split(/[/\\]/).map(foldedName).join("/");
}
function foldedName(name) {
	if (/^\.{1,2}$/.test(name)) return name;
	const plain = foldedCase(name.replace(IGNORED, "")).replace(/:.*$/s, "").replace(/(?<![. ])[. ]+$/, "");
	return longName(plain) ?? (plain === "" ? name : plain);
}
function isGitsOwn(path) {
	return foldedPath(path).split("/").some((name) => name === ".git" || name === ".." || name === "." || name === "");
}

// src/workspace/change/held-files.ts
const UNSAFE_RULE = "builtin:unsafe-path";
const PEOPLE_RULE = "builtin:only-people";
const LFS_RULE = "builtin:lfs";
const LFS_REASON = "a file that Git LFS keeps; it would become a part of the history, so a person has to commit it with LFS";
const FILTER_RULE = "builtin:filter";
const GUARDED = [
	{
		sign: /^\.(github|gitea|forgejo)\/workflows\//,
		what: "a workflow file"
	},
	{
		sign: /^\.(github|gitea|forgejo)(\/workflows)?$/,
		what: "a replacement of the workflows folder"
	},
	{
		sign: /^\.github\/kimi-policy\.yml$/,
		what: "the policy file"
	},
	{
		sign: /(^|\/)codeowners$/,
		what: "a CODEOWNERS file"
	},
	{
		sign: /(^|\/)\.gitmodules$/,
		what: "the list of submodules"
	},
	{
		sign: /(^|\/)\.gitattributes$/,
		what: "git attributes, which can start programs"
	}
];
function holdingOf(edit, { linkTargets, filters, keys, heldBy }) {
	const unsafe = unsafeReason(edit, linkTargets);
	if (unsafe !== void 0) return {
		rule: UNSAFE_RULE,
		reason: unsafe,
		isAnswerable: false
	};
	const guarded = onlyPeoples(edit.path);
	if (guarded !== void 0) return {
		...guarded,
		isAnswerable: false
	};
	const names = filters?.get(edit.path);
	if (names !== void 0) return {
		...filterHolding(names),
		isAnswerable: false
	};
	return heldBy(edit, keys?.get(edit.path));
}
function onlyPeoples(path) {
	const what = GUARDED.find(({ sign }) => sign.test(foldedPath(path)))?.what;
	return what === void 0 ? void 0 : {
		rule: PEOPLE_RULE,
		reason: `${what}, which only a person may change`
	};
}
function filterHolding(names) {
	const name = names.find((one) => one !== "lfs");
	if (name === void 0) return {
		rule: LFS_RULE,
		reason: LFS_REASON
	};
	const reason = `a file, or a copy of one, that the filter ${oneLine(name, 60)} makes on commit; no filter runs here, so a person has to commit it`;
	return {
		rule: FILTER_RULE,
		reason
	};
}
function heldFilesOf({ edits, moves, ...options }) {
	const held = /* @__PURE__ */ new Map();
	for (const edit of edits) {
		const holding = holdingOf(edit, options);
		if (holding !== void 0) held.set(edit.path, holding);
	}
	if (held.size === 0) return [];
	const partners = partnersOf(edits, moves);
	for (const isAnswerable of [false, true]) {
		const open = [...held].filter(([, holding]) => holding.isAnswerable === isAnswerable);
		for (const [path, { rule }] of open) for (const partner of partners.get(path) ?? []) {
			const there = held.get(partner);
			if (there !== void 0 && (!there.isAnswerable || isAnswerable)) continue;
			const holding = {
				rule,
				reason: `it belongs together with ${path}, which is left out`,
				isAnswerable
			};
			held.set(partner, holding);
			open.push([partner, holding]);
		}
	}
	return edits.flatMap(({ path, mode, oid }) => {
		const holding = held.get(path);
		return holding === void 0 ? [] : [{
			path,
			mode,
			oid,
			...holding
		}];
	});
}
function partnersOf(edits, moves) {
	const partners = new Map(edits.map(({ path }) => [path, /* @__PURE__ */ new Set()]));
	const join = (one, other) => {
		partners.get(one)?.add(other);
		partners.get(other)?.add(one);
	};
	for (const [from, to] of moves) join(from, to);
	for (const { path } of edits) for (let folder = posix.dirname(path); folder !== "."; folder = posix.dirname(folder)) if (partners.has(folder)) join(path, folder);
	return partners;
}
function unsafeReason({ path, oldMode, mode }, linkTargets) {
	if (isGitsOwn(path)) return "a file of git itself on some file system";
	if (mode === "160000" || oldMode === "160000") return "a submodule";
	const target = linkTargets?.get(path);
	if (mode === "120000" && linkTargets !== void 0 && (target === void 0 || leaves(path, target))) return "a link that points, or could point, outside the repository";
}
function leaves(path, target) {
	const names = target.replaceAll("\\", "/").split("/");
	const below = names.findIndex((name) => name !== "." && name !== "..");
	if (/^[/\\]|^[a-z]:|\0/i.test(target) || names.includes("..", below === -1 ? names.length : below)) return true;
	const resolved = foldedPath(posix.join(posix.dirname(path), ...names)).split("/");
	return resolved[0] === ".." || resolved.includes(".git");
}

// src/run/end/fruitless.ts
const NOTES = /todo|think/i;
function fruitlessCalls(events) {
	let [rejected, failed] = [0, 0];
	for (const whole of events) {
		const event = whole.type === "subagent.event" ? whole.event : whole;
		if (event.type === "step.interrupted") return void 0;
		if (event.type === "call.failed") failed += 1;
		if (event.type === "call.judged") {
			const { capabilities, decision } = event;
			if (decision.verdict === "approve" && capabilities.some(({ kind }) => kind === "exec") || isAnswer(decision)) return void 0;
			if (decision.verdict === "reject") rejected += 1;
		}
		if (event.type !== "tool.end") continue;
		if (event.isError) failed += 1;
		else if (event.result.completion === void 0 && !NOTES.test(event.tool)) return void 0;
	}
	return rejected + failed === 0 ? void 0 : {
		rejected,
		failed
	};
}
function fruitlessWords({ rejected, failed }) {
	const refused = rejected === 0 ? [] : [`${counted(rejected, "call was", "calls were")} rejected`];
	const broken = failed === 0 ? [] : [rejected === 0 ? `${counted(failed, "call")} failed` : `${failed} failed`];
	return [...refused, ...broken].join(" and ");
}

// src/run/end/outcome.ts
function outcomeOfStop(stop, work) {
	switch (stop.stop) {
		case "end_turn": {
			const wordless = stop.text.trim() === "" ? " It ended without a word." : "";
			const { outcome, reason } = endOfWork(work);
			return {
				outcome,
				reason: `${reason}${wordless}`,
				text: stop.text,
				...stop.json === void 0 ? {} : { json: stop.json }
			};
		}
		case "deferred": {
			const { length } = stop.digests;
			return {
				outcome: "deferred",
				reason: `${counted(length, "action waits", "actions wait")} for an answer.`
			};
		}
		case "limit_steps":
		case "limit_time":
		case "limit_cost":
		case "limit_tokens":
		case "rejected":
		case "stuck": return {
			outcome: stop.stop,
			reason: stop.reason,
			...stop.text === void 0 ? {} : { text: stop.text }
		};
		case "interrupted": return {
			outcome: stop.stop,
			reason: stop.reason
		};
	}
}
function endOfWork({ changed, mustChange = false, readOnly = false, fruitless }) {
	if (changed) return {
		outcome: "completed",
		reason: "The model finished."
	};
	const reason = `The model finished without changing a file${mustChange ? ", also when it was asked once more" : ""}.`;
	if (fruitless === void 0) return {
		outcome: "no_change",
		reason
	};
	const words = fruitlessWords(fruitless);
	if (readOnly) return {
		outcome: "no_change",
		reason: `${reason} It read nothing: ${words}.`
	};
	return {
		outcome: fruitless.rejected > 0 ? "rejected" : "stuck",
		reason: `The model finished, and nothing was done: ${words}.`
	};
}
const MAX_NAMED = 5;
function withLeftOut(ending, left) {
	if (left.length === 0) return ending;
	const named = left.slice(0, MAX_NAMED).map(({ path, why }) => `${path} (${why})`);
	const more = left.length > named.length ? `, and ${left.length - named.length} more` : "";
	const missing = `Not in the patch: ${named.join(", ")}${more}.`;
	if (ending.outcome !== "no_change") return {
		...ending,
		reason: `${ending.reason} ${missing}`
	};
	const reason = `The model finished without changing a file that a patch can hold. ${missing}`;
	return {
		...ending,
		outcome: "failed",
		reason
	};
}
function outcomeOfError(error) {
	const reason = describeError(error);
	if (!(error instanceof RunnerError)) return {
		outcome: "failed",
		reason
	};
	return {
		outcome: error.code === "provider.rejected" && error.hint !== void 0 ? "config_error" : ERROR_OUTCOMES[error.code],
		reason
	};
}

// src/run/open/secrets.ts
const CREDENTIAL_FILES = [
	"GOOGLE_APPLICATION_CREDENTIALS",
	"GOOGLE_GHA_CREDS_PATH",
	"CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE",
	"AWS_WEB_IDENTITY_TOKEN_FILE",
	"AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
	"AWS_SHARED_CREDENTIALS_FILE"
];
const MAX_FILE_BYTES = 1e5;
const ALL_SECRET = /SECRETS$/i;
const URL_CREDENTIALS = /^[a-z][a-z0-9+.-]*:\/\/([^/?#:@]*)(?::([^/?#@]*))?@/i;
const MAX_DEPTH = 4;
function secretsOf(env, apiKey, more = {}) {
	const files = credentialFiles(env);
	const found = Object.entries(env).filter(([name]) => !CREDENTIAL_FILES.includes(name)).flatMap(([name, value]) => secretsIn(name, value ?? "", 0));
	const input = env["INPUT_GITHUB-TOKEN"] || env["GITHUB_TOKEN"];
	return {
		...Object.fromEntries(found),
		...Object.fromEntries(files.flatMap(secretsInFile)),
		...input !== env["GITHUB_TOKEN"] && { "env.GITHUB_TOKEN": env["GITHUB_TOKEN"] },
		...apiKey !== void 0 && { API_KEY: apiKey },
		...more
	};
}
function credentialFiles(env) {
	return [...new Set(CREDENTIAL_FILES.flatMap((name) => env[name]?.trim() || []))];
}
function secretsInFile(path) {
	const text = givenText(path, MAX_FILE_BYTES)?.trim() ?? "";
	if (text === "") return [];
	const name = `file ${path}`;
	if (text.startsWith("{")) return secretsIn(name, text, 0).map(([member, value]) => [member, value.replace(/^Bearer /i, "")]);
	const settings = [...text.matchAll(/^\s*(\w+)\s*=\s*([^\s=]\S*)\s*$/gm)];
	if (settings.length === 0) return [[name, text]];
	return settings.flatMap(([, key = "", value = ""]) => secretsIn(key.toUpperCase(), value, 0).map(([member, secret]) => [`${name}.${member}`, secret]));
}
function secretsIn(name, value, depth) {
	const members = depth < MAX_DEPTH && value.startsWith("{") ? membersOf(value) : [];
	const isAll = ALL_SECRET.test(name);
	const inside = members.flatMap(([key, member]) => {
		const own = secretsIn(key, member, depth + 1);
		return (own.length === 0 && isAll ? [[key, member]] : own).map(([path, one]) => [`${name}.${path}`, one]);
	});
	if (isSecretName(name)) return [[name, value], ...inside];
	const [, user, password] = URL_CREDENTIALS.exec(value) ?? [];
	return user === void 0 ? inside : [[name, password ?? user]];
}
function membersOf(text) {
	return Object.entries(parseJson(text) ?? {}).flatMap(([key, member]) => {
		if (typeof member === "string") return [[key, member]];
		return typeof member === "object" && member !== null ? [[key, JSON.stringify(member)]] : [];
	});
}

// src/workspace/git/server-patience.ts
const WAITS_MS = [
	500,
	2e3,
	8e3,
	3e4
];
const RATE_LIMIT_WAITS_MS = [6e4, 12e4];
const MAX_LIMIT_MS = 18e4;
const RATE_LIMIT = /\b429\b|rate limit|abuse detection|too many requests|RPC failed; HTTP 403|^retry-after:|^x-ratelimit-remaining: 0$/im;
const PERMANENT = /\b40[0134]\b|denied|deny|declined|permission|read-only|not allowed|refusing|rejected\]|GH\d{3}|exceeds|could not read username|authentication failed|remote ref|not our ref|not found|does not match any|bad object|transport '|no space left/i;
const ADDRESS = /https?:\/\/[^\s'"]+/g;
function isRateLimit(said) {
	return RATE_LIMIT.test(said.replaceAll(ADDRESS, ""));
}
function waitBeforeNext(said, attempt) {
	const words = said.replaceAll(ADDRESS, "");
	if (isRateLimit(words)) {
		const askedMs = Number(/^retry-after: *(\d{1,9})$/im.exec(words)?.[1] ?? NaN) * 1e3;
		if (Number.isNaN(askedMs)) return RATE_LIMIT_WAITS_MS[attempt - 1];
		return attempt <= WAITS_MS.length && askedMs <= MAX_LIMIT_MS ? Math.max(1e3, askedMs) : void 0;
	}
	if (attempt === 1 && isUnexplained(words)) return WAITS_MS[1];
	return PERMANENT.test(words) ? void 0 : WAITS_MS[attempt - 1];
}
function isUnexplained(said) {
	return said.includes("returned error: 403") && !/\bremote: /.test(said);
}
function patientGit(git, clock) {
	return async (call) => {
		for (let attempt = 1;; attempt += 1) try {
			return await git({
				...call,
				showsLimits: attempt > 1
			});
		} catch (error) {
			call.signal?.throwIfAborted();
			const waitMs = error instanceof RunnerError ? waitBeforeNext(error.message, attempt) : void 0;
			if (waitMs === void 0) throw error;
			await clock.sleep(waitMs, call.signal);
		}
	};
}

// src/base/processes.ts
function processIds() {
	return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number);
}
function processStat(pid) {
	const text = fileText(`/proc/${pid}/stat`);
	if (text === void 0) return void 0;
	const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
	const numberAt = (n) => Number(fields[n - 3]);
	return {
		state: fields[0] ?? "",
		parent: numberAt(4),
		group: numberAt(5),
		threads: numberAt(20),
		startTime: fields[19] ?? "",
		argStart: numberAt(48),
		envStart: numberAt(50),
		envEnd: numberAt(51)
	};
}

// src/run/open/hide-process-secrets.ts
function hideProcessSecrets({ env, secretOptions = [] }) {
	process.on("SIGUSR1", () => {});
	if (platform !== "linux") return [];
	const failures = [];
	const attempt = (what, work) => {
		try {
			work();
		} catch (error) {
			failures.push(`${what}: ${systemReason(error)}.`);
		}
	};
	attempt("The environment of this process stays readable for its user", () => overwrite(env, secretOptions));
	attempt("A crash of this process may leave its memory in a file", forbidCoreFile);
	return failures;
}
function overwrite(env, secretOptions) {
	for (const [name, value] of Object.entries(env)) env[name] = value;
	const stat = processStat(process.pid);
	if (stat === void 0) throw new Error("/proc/self/stat cannot be read");
	const { argStart, envStart, envEnd } = stat;
	const memory = openSync("/proc/self/mem", "r+");
	try {
		writeSync(memory, Buffer.alloc(envEnd - envStart), 0, envEnd - envStart, envStart);
		for (const { start, length } of secretArguments(readFileSync("/proc/self/cmdline"), secretOptions)) writeSync(memory, Buffer.alloc(length, "*"), 0, length, argStart + start);
	} finally {
		closeSync(memory);
	}
}
function secretArguments(commandLine, names) {
	const found = [];
	let isValue = false;
	for (let start = 0; start < commandLine.length;) {
		const end = commandLine.indexOf(0, start);
		const word = commandLine.toString("latin1", start, end);
		const name = names.find((option) => word.startsWith(`${option}=`));
		const skipped = isValue ? 0 : (name?.length ?? word.length) + 1;
		if (word.length > skipped) found.push({
			start: start + skipped,
			length: word.length - skipped
		});
		isValue = names.includes(word);
		start = end + 1;
	}
	return found;
}
function forbidCoreFile() {
	if (/^Max core file size\s+(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1] !== "0") execFileSync("/usr/bin/prlimit", [`--pid=${process.pid}`, "--core=0:0"], {
		env: {},
		stdio: "ignore"
	});
}

export { proxyEnvOf as $, member as $t, versionKey as A, inline as An, money as At, writeJson as B, CAP_FIELDS as Bt, answerRule as C, MENTION as Cn, OWN_LIMITS as Ct, isAnswer as D, framed as Dn, counted as Dt, githubWords as E, fenced as En, readOwnLimits as Et, isBundleFile as F, shownText as Fn, OUTCOMES as Ft, fileText as G, TOOL_SYNTAXES as Gt, makeFolders as H, PROVIDER_NAMES as Ht, isTakenName as I, spanOfCode as In, OUTCOME_NAMES as It, jsonFile as J, failedCallOf as Jt, givenText as K, WIRE_FORMATS as Kt, openBundle as L, unseenIn as Ln, STOP_SIGNALS as Lt, START_PATCH as M, logText as Mn, stepsOf as Mt, createBlobStore as N, plainText as Nn, sha256 as Nt, shownFiles as O, harmlessText as On, enumerated as Ot, createBundle as P, quoted as Pn, sha256File as Pt, headerMap as Q, isRecord as Qt, sessionWriteError as R, exitCode as Rt, actionOf as S, LIKE_HEADING as Sn, ON_TIMEOUT as St, coveredFiles as T, breakCommands as Tn, limitWords as Tt, isFullDisk as U, THINKING as Ut, writeWhole as V, NO_USAGE as Vt, systemReason as W, THINKING_FORMS as Wt, readGivenFile as X, totalTokens as Xt, namesIn as Y, fallbackWords as Yt, createHttp as Z, definedMembers as Zt, foldedCase as _, findShapes as _n, duration as _t, patientGit as a, firstBytes as an, sealOf as at, GITHUB_ACTIONS as b, ADDRESS$1 as bn, RUNGS as bt, secretsOf as c, oneLine as cn, wordsOf as ct, withLeftOut as d, armCrash as dn, isPaid as dt, parseJson as en, callsOf as et, fruitlessCalls as f, crashAt as fn, knownCost as ft, onlyPeoples as g, redactDeep as gn, canonicalJson as gt, heldFilesOf as h, createSettled as hn, reads as ht, isRateLimit as i, beginningOf as in, isSilent as it, LOCK as j, isUnseen as jn, namedUpTo as jt, standingAnswer as k, htmlText as kn, grouped as kt, outcomeOfError as l, safeCut as ln, NO_TALLY as lt, filterHolding as m, createRedact as mn, withOpenCharged as mt, processIds as n, configError as nn, hasPart as nt, waitBeforeNext as o, headAndTail as on, textOf as ot, UNSAFE_RULE as p, createLeakSearch as pn, knownUnanswered as pt, isProgram as q, addUsage as qt, processStat as r, describeError as rn, imagesOf as rt, credentialFiles as s, headTail as sn, withoutPart as st, hideProcessSecrets as t, RunnerError as tn, extraOf as tt, outcomeOfStop as u, EFFECTS as un, foldTally as ut, foldedPath as v, isSecretName as vn, systemClock as vt, canStand as w, besideAddresses as wn, OWN_LIMIT_FIELDS as wt, NO_ANSWERS as x, BREAK as xn, DEFAULT_LIMITS as xt, isGitsOwn as y, keepHeapSmall as yn, withSignals as yt, unwritableBundle as z, hasTrait as zt };