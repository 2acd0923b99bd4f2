import { createHash, hash } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { accessSync, closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readSync, readdirSync, statSync, writeSync } from "node:fs";
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
const COMMAND = /^([ \t>*+\d.)-]*\/)(?=[a-z][\w-]*(?:\s|$))/gim;
const ADDRESS = /(?:(?<![A-Za-z\d])https?:\/\/|(?<![^\s(])www\.)[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d+)?(?:[/?#](?:[\w.~:/?#@!&'()*+,=%-]*[A-Za-z\d/#&+=%-])?)?/gi;
function besideAddresses(text, change) {
	let result = "";
	let done = 0;
	for (const { 0: address, index } of text.matchAll(ADDRESS)) {
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
const INVISIBLE = String.raw`(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{16FE4}\u2800\u{1D159}\uFFF0-\uFFFC\u{E0000}-\u{E0FFF}]`;
const UNSEEN = `(?<kept>${KEPT})|(?<line>[\\v\\f\\u0085])|${INVISIBLE}`;
const built = {};
const PLAIN = /^[\t\n\x20-\x7E]*$/;
function unseenIn(text) {
	if (PLAIN.test(text)) return [];
	return Array.from(text.matchAll(unseen())).flatMap(({ index, 0: chars, groups }) => {
		const { kept, line } = groups ?? {};
		return kept !== void 0 || line !== void 0 ? [] : [{
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
	return PLAIN.test(text) ? text : text.replace(unseen(), (_, kept, line) => kept ?? line ?? "");
}
function unseen() {
	return built.unseen ??= new RegExp(UNSEEN, "gv");
}

// src/base/small-heap.ts
const AFTER_MS = 1e3;
function keepHeapSmall() {
	setTimeout(() => setFlagsFromString("--semi-space-growth-factor=1"), AFTER_MS).unref();
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
function withEdges({ before, after, text: form }, text, { start, end, offset }) {
	const isCode = (at) => /[A-Za-z0-9+/_-]/.test(text.charAt(at));
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

// src/base/redact/text-views.ts
const ESCAPE = /\\+(?:u\{[\da-f]{1,6}\}|u[\da-f]{4}|x[\da-f]{2}|[0-7]{1,3}|[^])|%(?:25)*[\da-f]{2}|&(?:amp;)*(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos);?/gi;
const NAMED = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: "\"",
	apos: "'"
};
const CONTROLS = {
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
function unescapedView(text) {
	const places = [0];
	const sources = [0];
	let shift = 0;
	const plain = text.replace(ESCAPE, (escape, at) => {
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
	const second = escape.charAt(1);
	if (escape.length === 2 && !(second >= "0" && second <= "7")) return CONTROLS[second] ?? second;
	const body = escape.replace(/^(?:\\+|%(?:25)*(?=..)|&(?:amp;)*(?=.))/i, "").replace(/;$/, "");
	switch (escape.charAt(0)) {
		case "\\":
			if (/^[ux]./i.test(body)) return fromHex(body.replace(/^[ux]\{?/i, ""));
			if (/^[0-7]/.test(body)) return String.fromCharCode(Number.parseInt(body, 8));
			return CONTROLS[body] ?? body;
		case "&":
			if (/^#x/i.test(body)) return fromHex(body.slice(2));
			if (body.startsWith("#")) return fromCode(Number(body.slice(1)));
			return NAMED[body.toLowerCase()] ?? "&";
		default: return fromHex(body);
	}
}
function fromHex(digits) {
	return fromCode(Number.parseInt(digits, 16));
}
function fromCode(code) {
	return code <= 1114111 ? String.fromCodePoint(code) : "�";
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
		...codes(text)
	]);
}
function squeezedFormsOf(value) {
	const text = value.trim();
	if (text.length < 8) return [];
	return distinct([.../\d/.test(text) ? [whole(text)] : [], ...codes(text)].map((form) => ({
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
function codes(text) {
	const bytes = Buffer.from(text);
	const hex = bytes.toString("hex");
	const once = Buffer.from(base64At(bytes, 0).text);
	return [
		whole(hex),
		whole(hex.toUpperCase()),
		...[
			0,
			1,
			2
		].flatMap((offset) => [base64At(bytes, offset), {
			...base64At(once, offset),
			after: 6
		}])
	].flatMap((form) => [form, {
		...form,
		text: form.text.replaceAll("+", "-").replaceAll("/", "_")
	}]);
}
function base64At(bytes, offset) {
	const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
	const end = 8 * (offset + bytes.length) / 6;
	return {
		...whole(text.slice(Math.ceil(8 * offset / 6), Math.floor(end))),
		before: offset === 0 ? 0 : 1,
		after: Number.isInteger(end) ? 0 : 1
	};
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
		pattern: /glpat-(?=[A-Za-z_.-]{0,100}\d)[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9_-]+)*/y
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
		const { unescaped } = views;
		const few = [
			3,
			2,
			1
		].find((length) => begins.some((one) => unescaped.text.endsWith(one.slice(0, length)))) ?? 0;
		const shape = openShape(unescaped.text);
		return [
			few === 0 ? whole.length : unescaped.startOf(unescaped.text.length - few),
			...[...find(views), ...shapesIn(views)].map(({ start }) => start),
			...shape === void 0 ? [] : [unescaped.startOf(shape)]
		].reduce((least, end) => Math.min(least, end));
	};
}
const HALF_ESCAPE = /(?:(?<!\\)\\+(?:u\{?[\da-f]{0,6}|x[\da-f]?|[0-7]{0,2})?|%[\da-f]{0,9}|&[#\w;]{0,9})$/i;
function createLeakSearch(secrets) {
	const telling = Object.entries(secrets).filter(([, value]) => isTelling(value?.trim() ?? ""));
	const find = createSearch(Object.fromEntries(telling));
	return (text) => [...new Set(find(viewsOf(text)).map(({ name }) => name))].toSorted();
}
function isTelling(value) {
	return value.length >= 12 && /\d/.test(value) && /[A-Za-z]/.test(value);
}
function viewsOf(text) {
	const plain = plainView(text);
	const undone = unescapedView(text);
	const unescaped = undone.text === text ? plain : undone;
	return {
		plain,
		unescaped,
		squeezed: squeezedView(unescaped)
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
	return ({ plain, unescaped, squeezed }) => [...[.../* @__PURE__ */ new Set([plain, unescaped])].flatMap((view) => find(view.text).map((span) => inSource(view, span, true))), ...findSqueezed(squeezed.text).map((span) => inSource(squeezed, span, true))];
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
	let next = 0;
	const isOurs = ({ start, end }) => {
		const endOf = (at) => (marks[at]?.index ?? 1e400) + (marks[at]?.[0].length ?? 0);
		while (endOf(next) <= start) next += 1;
		return start >= (marks[next]?.index ?? 1e400) && end <= endOf(next);
	};
	let result = "";
	let done = 0;
	let group;
	const close = () => {
		if (group === void 0) return;
		result += text.slice(done, group.start) + markOf(group.name);
		done = group.end;
	};
	for (const span of spans.toSorted((a, b) => a.start - b.start).filter((one) => !isOurs(one))) if (group === void 0 || span.start >= group.end) {
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
const REDACTED = "[redacted:";
function markOf(name) {
	return `${REDACTED}${name}]`;
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
	"overlay.make",
	"cell.namespace",
	"cell.worker",
	"cell.mask",
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
	"github.write",
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
function effect(name, work) {
	crashAt(`${name}.before`);
	const result = work();
	crashAt(`${name}.after`);
	return result;
}
async function asyncEffect(name, work) {
	crashAt(`${name}.before`);
	const result = await work();
	crashAt(`${name}.after`);
	return result;
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
	"run.too_many": "skipped",
	"review.empty": "skipped"
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
function gitError(message, hint, cause) {
	return new RunnerError({
		code: "git.failed",
		message,
		hint,
		cause
	});
}
function describeError(error) {
	if (error instanceof SuppressedError) return describeError(error.suppressed);
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
		title: "✅ Completed",
		reaction: "rocket",
		traits: [
			"final",
			"good",
			"delivered"
		]
	},
	no_change: {
		exitCode: 0,
		title: "☑️ No change",
		reaction: "+1",
		traits: ["final", "good"]
	},
	deferred: {
		exitCode: 0,
		title: "⏸️ Needs your answer",
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
const LOCAL_EXIT_CODES = {
	deferred: 4,
	notApplied: 7
};
function localExitCode({ outcome, checkout }, { code, mayStay }) {
	if (outcome === "deferred") return LOCAL_EXIT_CODES.deferred;
	return outcome === "completed" && checkout?.kind === "left" && !mayStay ? LOCAL_EXIT_CODES.notApplied : code;
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
const SANDBOX_LEVELS = [
	"sealed",
	"separate",
	"none"
];
function unsealedWords(how) {
	return how === "lines" ? "commands are approved word for word (sandbox.unsealed)" : "plain commands are approved by patterns (sandbox.unsealed: patterns)";
}

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
			const message = `The limit of ${counted(minutes, "minute")} is reached.`;
			const limit = new RunnerError({
				code: "run.time_limit",
				message
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
			world.err(`\n${signal}: stopping; ${told}. Send it again to exit at once.\n`);
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

// src/base/file-text.ts
const NOWHERE = "/dev/null/none";
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
function regularFile(path, maxBytes = 1e400) {
	let fd;
	try {
		fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		const stats = fstatSync(fd);
		if (!stats.isFile() || stats.size > maxBytes) return void 0;
		const bytes = readFileSync(fd);
		return bytes.length > maxBytes ? void 0 : bytes;
	} catch {
		return;
	} finally {
		if (fd !== void 0) closeSync(fd);
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
const MAX_BYTES = 1e8;
const UNOPENED_MS = 2e3;
const SILENT_MS = 6e4;
const POLL_MS = 10;
const CHUNK_BYTES = 262144;
function readGivenFile(path, maxBytes = MAX_BYTES) {
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
function lstatOrNone(path) {
	return orNone(() => lstatSync(path, { throwIfNoEntry: false }));
}
function statOrNone(path) {
	return orNone(() => statSync(path, { throwIfNoEntry: false }));
}
function exactStats(path) {
	return orNone(() => lstatSync(path, {
		bigint: true,
		throwIfNoEntry: false
	}));
}
function orNone(look) {
	try {
		return look();
	} catch (error) {
		if (error.code === "ENOTDIR") return void 0;
		throw error;
	}
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

// src/protocol/tools/finding.ts
const SEVERITIES = [
	"bug",
	"risk",
	"nit"
];
function severityCounts(findings) {
	return SEVERITIES.map((severity) => [severity, findings.filter((one) => one.severity === severity).length]).flatMap(([severity, count]) => count === 0 ? [] : [counted(count, severity)]).join(", ");
}
function areaBegin(number, count) {
	return `Area ${number} of ${count} of the change:`;
}
function areaIn(messages) {
	const { content } = messages.findLast(({ role, synthetic }) => role === "user" && synthetic === true) ?? {};
	const [, number] = /^Area (\d{1,4}) of \d{1,4} of the change:/.exec(typeof content === "string" ? content : "") ?? [];
	return number === void 0 ? void 0 : Number(number);
}

// src/run/end/outcome.ts
function outcomeOfStop(stop, work) {
	switch (stop.stop) {
		case "end_turn": {
			const { text, json } = stop;
			const wordless = text.trim() === "" ? " It ended without a word." : "";
			const { outcome, reason } = endOfWork(work);
			return {
				outcome,
				reason: `${reason}${wordless}`,
				text,
				...json === void 0 ? {} : { json }
			};
		}
		case "deferred": return {
			outcome: "deferred",
			reason: `${counted(stop.digests.length, "action waits", "actions wait")} for an answer.`
		};
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
function endOfWork({ changed, mustChange = false, readOnly = false, fruitless, reported }) {
	if (changed) return {
		outcome: "completed",
		reason: "The model finished."
	};
	if (reported !== void 0 && (reported.length > 0 || fruitless === void 0)) return {
		outcome: "completed",
		reason: `The review ${reported.length === 0 ? "found nothing" : `reported ${severityCounts(reported)}`}.`
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
function withHindrance(ending, hindrance) {
	if (hindrance === void 0) return ending;
	const { what, fix } = hindrance;
	const named = what === "" ? "" : ` In the way: ${what}.`;
	return {
		...ending,
		reason: `${ending.reason}${named} ${fix}`,
		hindrance
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
function fruitlessCalls({ fruitless }) {
	return fruitless === void 0 || fruitless.rejected + fruitless.failed === 0 ? void 0 : fruitless;
}
function fruitlessWords({ rejected, failed }) {
	const refused = rejected === 0 ? [] : [`${counted(rejected, "call was", "calls were")} rejected`];
	const broken = failed === 0 ? [] : [rejected === 0 ? `${counted(failed, "call")} failed` : `${failed} failed`];
	return [...refused, ...broken].join(" and ");
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

export { addUsage as $, spanOfCode as $t, SANDBOX_LEVELS as A, createRedact as At, OUTCOMES as B, MENTION as Bt, jsonFile as C, EFFECTS as Ct, regularFile as D, effect as Dt, readGivenFile as E, crashAt as Et, OWN_LIMIT_FIELDS as F, keepHeapSmall as Ft, localExitCode as G, harmlessText as Gt, STOP_SIGNALS as H, breakCommands as Ht, limitWords as I, ADDRESS as It, PROVIDER_NAMES as J, isUnseen as Jt, CAP_FIELDS as K, htmlText as Kt, readOwnLimits as L, BREAK as Lt, DEFAULT_LIMITS as M, redactDeep as Mt, ON_TIMEOUT as N, findShapes as Nt, statOrNone as O, REDACTED as Ot, OWN_LIMITS as P, isSecretName as Pt, WIRE_FORMATS as Q, shownText as Qt, sha256 as R, COMMAND as Rt, isProgram as S, stepsOf as St, namesIn as T, asyncEffect as Tt, exitCode as U, fenced as Ut, OUTCOME_NAMES as V, besideAddresses as Vt, hasTrait as W, framed as Wt, THINKING_FORMS as X, plainText as Xt, THINKING as Y, logText as Yt, TOOL_SYNTAXES as Z, quoted as Zt, canonicalJson as _, counted as _t, processStat as a, member as at, fileText as b, money as bt, fruitlessCalls as c, configError as ct, withHindrance as d, beginningOf as dt, ticksFor as en, failedCallOf as et, withLeftOut as f, firstBytes as ft, severityCounts as g, safeCut as gt, areaIn as h, oneLine as ht, processIds as i, isRecord as it, unsealedWords as j, createSettled as jt, withSignals as k, createLeakSearch as kt, outcomeOfError as l, describeError as lt, areaBegin as m, headTail as mt, isFullDisk as n, totalTokens as nt, credentialFiles as o, parseJson as ot, SEVERITIES as p, headAndTail as pt, NO_USAGE as q, inline as qt, systemReason as r, definedMembers as rt, secretsOf as s, RunnerError as st, hideProcessSecrets as t, unseenIn as tn, fallbackWords as tt, outcomeOfStop as u, gitError as ut, NOWHERE as v, enumerated as vt, lstatOrNone as w, armCrash as wt, givenText as x, namedUpTo as xt, exactStats as y, grouped as yt, sha256File as z, LIKE_HEADING as zt };