import { Et as crashAt, F as OWN_LIMIT_FIELDS, Jt as isUnseen, P as OWN_LIMITS, R as sha256, Ut as fenced, _ as canonicalJson, at as member, ct as configError, lt as describeError, tn as unseenIn } from "./front.js";
import { _ as decodeNamedCharacterReference, a as htmlIn, c as labelOf, d as referenceOf, f as firstEndingAfter, g as within, h as replaceRanges, i as endTags, l as parseMarkdown, m as outside, n as splitQuotations, o as addressesIn, p as merged, r as plainLines, u as partIn } from "./markdown.js";
import { O as unknown, T as transform, _ as object, a as array, f as looseObject, g as number, h as nullish, l as extend, m as nullable, n as _default, o as boolean, u as int, v as optional, w as string, wr as safeParse, x as record, y as pipe } from "./zod.js";
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";

// src/github/event/answer.ts
const BLANKS = String.raw` \t\u00A0\u3000`;
const BETWEEN_WORDS = new RegExp(`[${BLANKS}]+`);
const FIRST_WORD$1 = new RegExp(`^[${BLANKS}]*([^${BLANKS}\n]+)`);
const ANSWER_VERBS = [
	"approve",
	"reject",
	"resume",
	"cancel"
];
const UNSHOWN_OPTION = "--unshown";
const DIGEST = /^[0-9A-Fa-f]{8,64}$/;
const MAX_DIGESTS = 50;
function parseAnswer(verb, rest) {
	const malformed = (problem) => ({
		kind: "malformed",
		verb,
		problem
	});
	if (verb === "reject") return rejection(rest, malformed);
	const [line = ""] = rest.split("\n", 1);
	if (rest.slice(line.length).trim() !== "") return malformed("Text below the command is not allowed. Write other text above it.");
	const words = line.split(BETWEEN_WORDS).filter((word) => word !== "");
	if (verb === "approve") return approval(words, malformed);
	if (verb === "resume") return resumption(words, malformed);
	return { kind: "cancel" };
}
const NO_DIGEST = "The command names no digest.";
const BAD_DIGEST = "Name only digests: 8 to 64 hexadecimal digits, as the request shows them.";
const ALL_ALONE = "`all` cannot be combined with digests or options.";
const TOO_MANY = `One comment can answer at most ${MAX_DIGESTS} digests.`;
function approval(words, malformed) {
	const last = words.at(-1);
	const isForSession = last === "--session";
	const isUnshown = last === UNSHOWN_OPTION;
	const named = isForSession || isUnshown ? words.slice(0, -1) : words;
	if (named.length === 0) return malformed(NO_DIGEST);
	if (named.some(isAll)) {
		if (words.length > 1) return malformed(ALL_ALONE);
		return {
			kind: "answer",
			answer: {
				verdict: "approve",
				digests: "all",
				isForSession: false
			}
		};
	}
	if (!named.every((word) => DIGEST.test(word))) return malformed(BAD_DIGEST);
	if (named.length > MAX_DIGESTS) return malformed(TOO_MANY);
	const more = isUnshown ? { coversUnshown: true } : {};
	return {
		kind: "answer",
		answer: {
			verdict: "approve",
			digests: named.map(lower),
			isForSession,
			...more
		}
	};
}
function rejection(rest, malformed) {
	const named = [];
	let why = rest;
	for (;;) {
		const [whole = "", word = ""] = FIRST_WORD$1.exec(why) ?? [];
		if (!DIGEST.test(word) && !(named.length === 0 && isAll(word))) break;
		named.push(lower(word));
		why = why.slice(whole.length);
		if (isAll(word)) break;
	}
	const [next = ""] = why.trim().split(/\s/, 1);
	if (named.length === 0) return malformed(next === "" ? NO_DIGEST : BAD_DIGEST);
	if (isAll(next) || named[0] === "all" && DIGEST.test(next)) return malformed(ALL_ALONE);
	if (next.startsWith("--")) return malformed("`reject` takes no options, and a reason cannot begin with `--`.");
	if (isAlmostDigest(next)) return malformed("The word after the digests looks like a mistyped digest. Begin the reason with another word.");
	if (named.length > MAX_DIGESTS) return malformed(TOO_MANY);
	const reason = why.trim() === "" ? {} : { reason: why.trim() };
	return {
		kind: "answer",
		answer: {
			verdict: "reject",
			digests: named[0] === "all" ? "all" : named,
			...reason,
			isForSession: false
		}
	};
}
function isAlmostDigest(word) {
	if (word.length > 80) return /^[0-9A-Fa-f]+$/.test(word);
	if (word.length >= 8) return /^[0-9A-Fa-f]*\S?[0-9A-Fa-f]*$/u.test(word);
	return /^(?=.*\d)(?=.*[A-Fa-f])[0-9A-Fa-f]{5,7}$/.test(word);
}
const RESUME_FORM = Object.values(OWN_LIMITS).map(({ name, unit }) => `[--${name} <${unit}>]`).join(" ");
const RESUME_OPTIONS = Object.values(OWN_LIMITS).map(({ name }) => `--${name}`);
function resumption(words, malformed) {
	const overrides = {};
	for (let at = 0; at < words.length; at += 2) {
		const field = OWN_LIMIT_FIELDS.find((known) => `--${OWN_LIMITS[known].name}` === words[at]);
		if (field === void 0) return malformed(`\`resume\` takes ${RESUME_OPTIONS.join(", ")}, each with a number.`);
		const { name, isWhole, from, to } = OWN_LIMITS[field];
		if (overrides[field] !== void 0) return malformed(`\`--${name}\` is given twice.`);
		const value = words[at + 1] ?? "";
		if (!(isWhole ? /^\d{1,11}$/ : /^\d{1,5}(?:\.\d{1,2})?$/).test(value) || Number(value) < from || Number(value) > to) return malformed(`\`--${name}\` takes ${isWhole ? "a whole number" : "a number"} from ${from} to ${to}.`);
		overrides[field] = Number(value);
	}
	return {
		kind: "resume",
		overrides
	};
}
function isAll(word) {
	return lower(word) === "all";
}
function lower(word) {
	return word.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

// src/github/sanitise/cuts.ts
function escapeAt(at) {
	return {
		from: at,
		to: at,
		by: "\\"
	};
}
function sparing(cut, places) {
	const found = [];
	let rest = cut;
	for (const { from, to } of places) {
		if (from < rest.from || from >= rest.to) continue;
		found.push({
			...rest,
			to: from
		});
		rest = {
			...rest,
			from: Math.min(to, rest.to),
			by: ""
		};
	}
	return [...found, rest];
}
function isBlank({ from, to }, text, cuts) {
	if (/[^\s<>]/.test(text.slice(from, to).replace(/^([^<]*)<[^]*>/, "$1"))) return false;
	if (text.slice(from, to).trim() === "") return true;
	const shifted = cuts.filter((cut) => cut.from >= from && cut.to <= to).map((cut) => ({
		...cut,
		from: cut.from - from,
		to: cut.to - from
	}));
	return withoutCuts(text.slice(from, to), shifted, { hidden: 0 }).trim() === "";
}
function withoutCuts(text, cuts, tally) {
	let result = "";
	let done = 0;
	for (const { from, to, by = "", isRewritten = false } of cuts.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
		if (to < done || to === done && from < to || text.slice(from, to) === by) continue;
		result += text.slice(done, from) + (from < done ? "" : by);
		done = to;
		if (to > from && !isRewritten) tally.hidden += 1;
	}
	return result + text.slice(done);
}

// src/github/sanitise/hidden-characters.ts
const LINE_ENDS = /[\v\f\u0085\u2028\u2029]/g;
const SPACES = /(?!\u3000)\p{Zs}/gu;
function normalised(text) {
	return text.replace(SPACES, " ").normalize("NFC");
}
function hiddenCharacters(text) {
	return [...Array.from(text.matchAll(LINE_ENDS), ({ index }) => ({
		from: index,
		to: index + 1,
		by: "\n",
		isRewritten: true
	})), ...unseenIn(text)];
}
function withoutInvisible(text, tally) {
	return withoutCuts(text, hiddenCharacters(text), tally);
}
function undisguised(text) {
	return withoutInvisible(decodeReferences(text), { hidden: 0 });
}
const PUNCTUATION = /^[!-/:-@[-`{-~]$/;
function hiddenReferences({ text, all, isCode }) {
	const escaped = new Set(all("characterEscape").map(({ to }) => to - 1));
	const html = all("htmlFlow");
	return Array.from(text.matchAll(REFERENCE)).flatMap(({ index, 0: whole, groups = {} }) => {
		const char = groups["twice"] !== "" || groups["end"] === "" && !within(html, index) ? void 0 : decodeReference(groups);
		const by = char === void 0 ? void 0 : readable(char, groups);
		if (by === void 0 || escaped.has(index) || isCode(index)) return [];
		const plain = {
			from: index,
			to: index + 1,
			by: "&amp;",
			isRewritten: true
		};
		return [{
			from: index,
			to: index + whole.length,
			by,
			isRewritten: true,
			plain
		}];
	});
}
function readable(char, groups) {
	if (isUnseen(char)) return char;
	if (char.trim() === "") return char === "" ? "" : " ";
	return groups["name"] !== void 0 || PUNCTUATION.test(char) ? void 0 : char;
}
const REFERENCE = /&(?<twice>(?:amp;)*)(?:#(?<decimal>\d{1,8})|#[xX](?<hex>[0-9a-fA-F]{1,7})|(?<name>[A-Za-z][A-Za-z0-9]{1,30}(?=;)))(?<end>;?)/g;
function decodeReference(groups) {
	const { decimal, hex, name } = groups;
	if (name !== void 0) return decodeNamedCharacterReference(name) || void 0;
	const code = decimal === void 0 ? Number.parseInt(hex ?? "", 16) : Number(decimal);
	return code > 1114111 || code === 0 ? "" : String.fromCodePoint(code);
}
function decodeReferences(text) {
	return text.replace(REFERENCE, (whole, ...rest) => {
		const groups = rest.at(-1);
		return groups["end"] === ";" && groups["twice"] === "" ? decodeReference(groups) ?? whole : whole;
	});
}

// src/github/sanitise/hidden-blocks.ts
function languageOf(block, { source }) {
	const info = undisguised(source(partIn(block, "codeFencedFenceInfo")));
	return /^[\w+#.-]{1,20}(?=[\s{,:]|$)/.exec(info)?.[0] ?? "";
}
function hiddenInfo(markdown) {
	return markdown.all("codeFenced").flatMap((block) => {
		const info = partIn(block, "codeFencedFenceInfo");
		if (info === void 0) return [];
		const { from } = info;
		const { to } = partIn(block, "codeFencedFenceMeta") ?? info;
		return [{
			from,
			to,
			by: languageOf(block, markdown),
			plain: escapeAt(block.from)
		}];
	});
}
function excessCells({ text, all }) {
	return all("table").flatMap((table) => {
		const columns = partIn(table, "tableRow")?.parts.filter(({ type }) => type === "tableHeader").length;
		const delimiters = partIn(table, "tableDelimiterRow")?.from ?? table.from;
		return (table.parts.find(({ type }) => type === "tableBody")?.parts ?? []).flatMap(({ parts, to }) => {
			const excess = parts.filter(({ type }) => type === "tableData").at(columns ?? 0);
			if (excess === void 0) return [];
			return [{
				from: text.charAt(excess.from) === "|" ? excess.from + 1 : excess.from,
				to,
				plain: escapeAt(delimiters)
			}];
		});
	});
}
const DRAWN = /* @__PURE__ */ new Set([
	"mermaid",
	"geojson",
	"topojson",
	"stl"
]);
const UNDRAWN$1 = /^[ \t]*(?:%%|accTitle\b|accDescr\b|click\b|classDef\b|style\b|linkStyle\b|cssClass\b|links?[ \t]|properties[ \t]|details[ \t]|callback\b)/i;
const BLOCK = /^[ \t]*(?:(%%\{)|accDescr[ \t]*\{)/i;
const HIDING$2 = /^[ \t]*(?:classDef|style|linkStyle|%%\{)[^\n]*(?:display|visibility|opacity|font-size|color[ \t]*:[ \t]*(?:#?[ef][\da-f]|#?[012][\da-f]|white|black|transparent|rgb|hsl))/im;
const STYLED$1 = /<[a-z][^<>]*\s(?:style|hidden|class|color)\b/i;
const FRONT_MATTER = /^[ \t]*---[ \t]*$/;
const CLASS = /:::[\w-]+/g;
function hiddenDiagrams(markdown) {
	return markdown.all("codeFenced").flatMap((block) => {
		const language = languageOf(block, markdown).toLowerCase();
		if (!DRAWN.has(language)) return [];
		const lines = block.parts.filter(({ type }) => type === "codeFlowValue");
		const sources = lines.map(markdown.source);
		const hidden = language !== "mermaid" || [HIDING$2, STYLED$1].some((hiding) => hiding.test(sources.join("\n"))) ? new Set(lines.keys()) : hiddenLines(sources);
		return lines.flatMap(({ from, to }, index) => {
			if (hidden.has(index)) return [{
				from: markdown.text.lastIndexOf("\n", from) + 1,
				to: to + 1
			}];
			return Array.from((sources[index] ?? "").matchAll(CLASS), (match) => {
				const start = from + match.index;
				return {
					from: start,
					to: start + match[0].length
				};
			});
		});
	});
}
function hiddenLines(lines) {
	const hidden = /* @__PURE__ */ new Set();
	let until;
	for (const [index, line] of lines.entries()) {
		if (until !== void 0) {
			const isOver = until.test(line);
			if (until !== FRONT_MATTER || !(isOver || /^[ \t]*title:/.test(line))) hidden.add(index);
			if (isOver) until = void 0;
			continue;
		}
		const [block, directive] = BLOCK.exec(line) ?? [];
		if (index === 0 && FRONT_MATTER.test(line)) until = FRONT_MATTER;
		else if (block !== void 0 || UNDRAWN$1.test(line)) hidden.add(index);
		const end = directive === void 0 ? /\}/ : /\}%%/;
		if (block !== void 0 && !end.test(line)) until = end;
	}
	return hidden;
}

// src/github/sanitise/hiding.ts
const HIDING$1 = /\shidden(?=[\s=/>])|\sstyle\s*=\s*(?:"[^"]*|'[^']*|[^\s>]*)(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?!\.[1-9])|font-size\s*:\s*(?:0(?![.\d]*[1-9])|[12](?:\.\d+)?(?:px|pt))|color\s*:\s*(?:transparent|white\b|#fff|rgba?\(\s*255|rgba\((?:(?!rgba\()[^)])*,\s*(?:(?=[.0])0?\.?0*\s*)?\)|hsl)|scale\(\s*0|opacity\(\s*0|z-index\s*:\s*-|(?:left|top|text-indent)\s*:\s*-\d{3}|(?:max-)?(?:height|width)\s*:\s*0(?!\.?\d*[1-9])|clip(?:-path)?\s*:)/i;

// src/github/sanitise/hidden-links.ts
const UNSHOWN_SCHEME = /^[\s<"']*(?:data|javascript|vbscript)\s*(?::|&|\\|%3a)/i;
function isUnshown(address) {
	return UNSHOWN_SCHEME.test(undisguised(address));
}
function hiddenLinks(markdown, html) {
	const addresses = addressesIn(markdown, "definitionDestination");
	return markdown.all("link", "image").flatMap((link) => {
		const isImage = link.type === "image";
		const plain = escapeAt(isImage ? link.from + 1 : link.from);
		const content = partIn(link, "labelText");
		const resource = link.parts.find(({ type }) => type === "resource");
		if (!isImage && resource !== void 0 && isEmpty(content, markdown, html)) return [{
			from: link.from,
			to: link.to,
			plain
		}];
		const alternative = isImage && content !== void 0 ? [content] : [];
		const target = resource === void 0 ? [] : hiddenInTarget(resource, "resource", markdown);
		return [
			...alternative,
			...target,
			...hiddenName(link, addresses, markdown)
		].map((cut) => ({
			...cut,
			plain
		}));
	});
}
function isEmpty(content, { text, source }, html) {
	return content === void 0 || undisguised(source(content)).trim() === "" || isBlank(content, text, html);
}
function hiddenName(link, addresses, markdown) {
	const reference = link.parts.find(({ type }) => type === "reference");
	if (reference === void 0 || saysItsName(link, markdown)) return [];
	const name = labelOf(markdown.source(partIn(reference, "referenceString")));
	const by = `(${inParentheses(addresses.get(name) ?? "")})`;
	return [{
		from: reference.from,
		to: reference.to,
		by
	}];
}
function saysItsName(link, { source }) {
	const name = source(partIn(link, "referenceString"));
	const isNumber = /^\d{1,3}$/.test(name);
	if (link.type === "image") return isNumber;
	return isNumber || name === "" || labelOf(name) === labelOf(source(partIn(link, "labelText")));
}
function inParentheses(address) {
	return address.startsWith("<") || !/[()\\]/.test(address) ? address : `<${address}>`;
}
function hiddenInTarget(target, type, { source }) {
	const address = partIn(target, `${type}Destination`);
	const title = partIn(target, `${type}Title`);
	const cuts = [];
	const by = type === "resource" ? "" : "#";
	if (address !== void 0 && isUnshown(source(address))) cuts.push({
		...address,
		by
	});
	if (title !== void 0) cuts.push({
		from: address?.to ?? title.from,
		to: title.to
	});
	return cuts;
}
function hiddenNotes({ all, source }, dropped) {
	const called = new Set(outside(dropped, all("gfmFootnoteCallString")).map((call) => labelOf(source(call))));
	const label = (note) => labelOf(source(partIn(note, "gfmFootnoteDefinitionLabelString")));
	const notes = all("gfmFootnoteDefinition").toSorted((a, b) => a.to - b.to || b.from - a.from);
	const shown = new Set(firstOf(notes, label).filter((note) => called.has(label(note))));
	const places = merged([...shown]);
	return notes.flatMap((note) => shown.has(note) ? [] : sparing({
		...note,
		plain: escapeAt(note.from)
	}, places));
}
function hiddenDefinitions(markdown, dropped) {
	const { all, source } = markdown;
	const links = outside(dropped, all("link", "image")).filter((link) => saysItsName(link, markdown));
	const used = new Set(links.map((link) => referenceOf(link, markdown)));
	const label = (definition) => labelOf(source(partIn(definition, "definitionLabelString")));
	const definitions = all("definition");
	const shown = new Set(firstOf(definitions, label).filter((definition) => used.has(label(definition))));
	return definitions.flatMap((definition) => {
		const plain = escapeAt(definition.from);
		if (!shown.has(definition)) return [{
			...definition,
			plain
		}];
		return hiddenInTarget(definition, "definition", markdown).map((cut) => ({
			...cut,
			plain
		}));
	});
}
function firstOf(parts, label) {
	const known = /* @__PURE__ */ new Set();
	return parts.filter((part) => known.size < known.add(label(part)).size);
}
function noteLabels({ all, source }) {
	const notes = all("gfmFootnoteDefinitionLabelString");
	const numbers = /* @__PURE__ */ new Map();
	for (const note of notes) {
		const label = labelOf(source(note));
		if (!numbers.has(label)) numbers.set(label, `${numbers.size + 1}`);
	}
	return [...notes, ...all("gfmFootnoteCallString")].map((name) => ({
		...name,
		by: numbers.get(labelOf(source(name))) ?? ""
	}));
}

// src/github/sanitise/hidden-html.ts
const SHOWN = new Set("a abbr b bdi bdo blockquote br caption center cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p picture pre q rt ruby s samp small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr".split(" "));
const UNSHOWN = new Set("script style template noscript head title iframe object audio video canvas svg math rp noembed noframes datalist".split(" "));
const SHRINKING = {
	sub: .75,
	sup: .75,
	small: .85
};
const LEAST_SIZE = .5;
const KEPT = /\s(href|src)\s*=\s*("[^"\s]{0,2000}"|'[^'\s]{0,2000}'|[^\s"'>]{1,2000})|\s(open|start|colspan|rowspan)(?:\s*=\s*["']?(\d*)["']?)?(?=[\s/>])/gi;
const VOID = new Set("br hr img wbr input source area link meta".split(" "));
function hiddenHtml(markdown, dropped) {
	const tokens = htmlIn(markdown, dropped);
	const ends = endTags(tokens);
	const notes = markdown.all("gfmFootnoteDefinition");
	const unseen = merged(tokens.filter((token) => token.kind !== "tag" || token.name !== "img"));
	const seen = replaceRanges(markdown.text, unseen, (source) => " ".repeat(source.length));
	const words = Array.from(seen.matchAll(/\S+/g), ({ index, 0: word }) => ({
		from: index,
		to: index + word.length
	}));
	const shrunk = [];
	const cuts = [];
	for (const token of tokens) {
		const last = cuts.at(-1);
		if (last !== void 0 && token.from >= last.from && token.to <= last.to) continue;
		const plain = asText(token);
		const cut = token.kind === "tag" ? cutOf(token, ends.get(token)) : token;
		if (cut !== void 0) cuts.push(...inItsPlace({
			...cut,
			plain
		}, token.isInNote));
		if (!token.isEndless) continue;
		if (!token.isInNote) cuts.push(...notes);
		break;
	}
	return cuts;
	function inItsPlace(cut, isInNote) {
		if (!isInNote) return sparing(cut, notes);
		return notes.filter(({ from, to }) => from < cut.to && to > cut.from).map(({ from, to }) => ({
			...cut,
			from: Math.max(from, cut.from),
			to: Math.min(to, cut.to)
		}));
	}
	function cutOf(tag, end) {
		const { from, to, name, isClosing, source } = tag;
		if (tag.isFiltered && (end === void 0 || !UNSHOWN.has(name))) return asText(tag);
		if (tag.isEndless) return {
			from,
			to
		};
		if (!isClosing && HIDING$1.test(undisguised(source))) return {
			from,
			to: end?.to ?? (VOID.has(name) ? to : markdown.text.length)
		};
		if (!isClosing && UNSHOWN.has(name)) return {
			from,
			to: end?.to ?? to
		};
		if (!isClosing && isTiny(shrunk, name)) return {
			from,
			to: end?.to ?? markdown.text.length
		};
		if (name === "a" && end !== void 0 && (firstEndingAfter(words, to)?.from ?? 1e400) >= end.from) return {
			from,
			to: end.to
		};
		follow(shrunk, tag);
		const by = shown$1(tag);
		return by === source ? void 0 : {
			from,
			to,
			by
		};
	}
}
function asText({ from, isInBlock }) {
	return isInBlock ? {
		from,
		to: from + 1,
		by: "&lt;",
		isRewritten: true
	} : escapeAt(from);
}
function isTiny(open, name) {
	const size = [...open, name].reduce((product, each) => product * (SHRINKING[each] ?? 1), 1);
	return Object.hasOwn(SHRINKING, name) && size < LEAST_SIZE;
}
function follow(open, { name, isClosing }) {
	if (!Object.hasOwn(SHRINKING, name)) return;
	if (!isClosing) open.push(name);
	else if (open.includes(name)) open.splice(open.lastIndexOf(name), 1);
}
function shown$1({ name, isClosing, source }) {
	if (!SHOWN.has(name)) return "";
	if (/^<\/?[A-Za-z0-9]+\s*\/?>$/.test(source)) return source;
	if (isClosing) return `</${name}>`;
	return `<${name}${[...source.matchAll(KEPT)].filter(([, address, value = ""]) => address === void 0 || !isUnshown(value)).map(([, address, value = "", flag, number]) => address === void 0 ? ` ${flag?.toLowerCase()}${number ? `="${number}"` : ""}` : ` ${address.toLowerCase()}="${value.replace(/^(["'])(.*)\1$/s, "$2").replaceAll("\"", "%22")}"`).join("")}>`;
}

// src/github/sanitise/hidden-math.ts
const DISPLAY = /\$\$([^$]{1,10000})\$\$/dg;
const INLINE = /(?<![\w$\\])\$(?=[^\s$])([^$\n]{1,2000})(?<=[^\s\\])\$(?![\w$])/dg;
function withoutHiddenMath(markdown, tally) {
	const { text, isCode } = markdown;
	if (!/\$|\\|math/i.test(text)) return text;
	const outside = [DISPLAY, INLINE].flatMap((pattern) => contentsOf(text, pattern)).filter(([at]) => !isCode(at));
	const drawn = [...drawnCode(markdown), ...outside].toSorted((a, b) => a[0] - b[0]);
	let result = "";
	let done = 0;
	for (const [from, to] of drawn) {
		if (from < done) continue;
		result += withoutPhantoms(text.slice(done, from), isCode, done, tally) + shownTex(text.slice(from, to), tally);
		done = to;
	}
	return result + withoutPhantoms(text.slice(done), isCode, done, tally);
}
function contentsOf(text, pattern) {
	return Array.from(text.matchAll(pattern)).flatMap(({ indices }) => {
		const content = indices?.at(-1);
		return content === void 0 ? [] : [content];
	});
}
function drawnCode(markdown) {
	const { text, all } = markdown;
	const blocks = all("codeFenced").filter((block) => languageOf(block, markdown).toLowerCase() === "math");
	const spans = all("codeText").filter(({ from, to }) => text.charAt(from - 1) === "$" && text.charAt(to) === "$");
	return [...blocks.map((block) => contentOf(block, "codeFlowValue")), ...spans.map((span) => contentOf(span, "codeTextData"))];
}
function contentOf({ parts, to }, type) {
	const content = parts.filter((part) => part.type === type);
	return [content[0]?.from ?? to, content.at(-1)?.to ?? to];
}
function withoutPhantoms(text, isCode, offset, tally) {
	return withoutCalls(text, PHANTOM, tally, { mayGo: ({ index }) => !isCode(offset + index) });
}
const PHANTOM = /\\[hv]?phantom(?![A-Za-z])/g;
const UNDRAWN = /\\(?:[hv]?phantom|label|require|class|cssId)(?![A-Za-z])/g;
const DEFINITION = /\\(?:(?:g|e|x)?def|(?:re)?newcommand|DeclareMathOperator|newenvironment|let)\*?(?![A-Za-z])[^{}\n]{0,200}(?:\{\\[A-Za-z]{1,100}\}(?:\[[^\]\n]{0,100}\]){0,2})?/g;
const STYLED = /\\(?:style|data)(?![A-Za-z])/g;
const PAINTED = /\\(?:textcolor|mathcolor|colorbox)(?![A-Za-z])\s*(?:(\[\w*\])\s*)?\{([^{}]*)\}/g;
const COLOR = /\\color(?![A-Za-z])\s*(?:(\[\w*\])\s*)?\{([^{}]*)\}/g;
const ADDRESS = /(\\href\s*)\{[^{}]+\}/g;
const HIDING = /\\(?:texttip|mathtip|toggle|bbox|html[A-Za-z]*|definecolor|fcolorbox)(?![A-Za-z])|\\(?:[hm]space|[hm]skip|m?kern|raise|lower|raisebox|moveleft|moveright)\*?\s*(?:\{\s*)?(?:-|\d{2})/;
const GROUND = /\\colorbox/;
const COLOURED = /\\(?:text|math)?color(?![A-Za-z])/;
function shownTex(tex, tally) {
	if (HIDING.test(tex) || GROUND.test(tex) && COLOURED.test(tex)) {
		tally.hidden += 1;
		return "";
	}
	let shown = tex.replace(/((?<!\\)(?:\\\\)*)%[^\n]*/g, (_, before) => {
		tally.hidden += 1;
		return before;
	});
	shown = withoutCalls(shown, UNDRAWN, tally);
	shown = withoutCalls(shown, DEFINITION, tally);
	shown = withoutCalls(shown, STYLED, tally, { endOf: (text, from) => groupEnd(text, groupEnd(text, from)) });
	shown = withoutCalls(shown, PAINTED, tally, { mayGo: isUnreadable });
	shown = withoutCalls(shown, COLOR, tally, {
		mayGo: isUnreadable,
		endOf: closing
	});
	return shown.replace(ADDRESS, (_, command) => {
		tally.hidden += 1;
		return `${command}{}`;
	});
}
function withoutCalls(text, pattern, tally, { mayGo = () => true, endOf = groupEnd } = {}) {
	let result = "";
	let done = 0;
	for (const call of text.matchAll(pattern)) {
		const { index, 0: command } = call;
		if (index < done || !mayGo(call)) continue;
		tally.hidden += 1;
		result += text.slice(done, index);
		done = endOf(text, index + command.length);
	}
	return result + text.slice(done);
}
function isUnreadable([, model = "", colour = ""]) {
	return !(/^(?:\[(?:HTML|named)\])?$/.test(model) && isReadableColour(colour));
}
function groupEnd(text, from) {
	const [blank = ""] = /^(?:\s|\[[^\]\n]{0,100}\])*/.exec(text.slice(from, from + 300)) ?? [];
	const at = from + blank.length;
	return text.charAt(at) === "{" ? Math.min(closing(text, at + 1) + 1, text.length) : Math.min(at + 1, text.length);
}
function closing(text, from) {
	let depth = 1;
	for (let at = from; at < text.length; at += 1) {
		const char = text.charAt(at);
		if (char === "\\") at += 1;
		else if (char === "{") depth += 1;
		else if (char === "}") depth -= 1;
		if (depth === 0) return at;
	}
	return text.length;
}
const NAMED = {
	red: "ff0000",
	blue: "0000ff",
	green: "008000",
	orange: "ffa500",
	purple: "800080",
	brown: "a52a2a",
	gray: "808080",
	grey: "808080",
	teal: "008080",
	magenta: "ff00ff",
	violet: "ee82ee",
	olive: "808000",
	crimson: "dc143c",
	royalblue: "4169e1",
	steelblue: "4682b4",
	forestgreen: "228b22",
	darkgreen: "006400",
	darkorange: "ff8c00",
	darkred: "8b0000"
};
const LEAST_CONTRAST = 1.5;
function isReadableColour(colour) {
	const word = colour.trim().toLowerCase();
	const hex = Object.hasOwn(NAMED, word) ? NAMED[word] ?? "" : word.replace(/^#/, "");
	if (!/^(?:[\da-f]{3}|[\da-f]{6})$/.test(hex)) return false;
	const light = luminance(hex.length === 3 ? hex.replace(/./g, "$&$&") : hex);
	return 1.05 / (light + .05) >= LEAST_CONTRAST && (light + .05) / .055600000000000004 >= LEAST_CONTRAST;
}
function luminance(hex) {
	const [red = 0, green = 0, blue = 0] = [
		0,
		2,
		4
	].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255).map((part) => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
	return .2126 * red + .7152 * green + .0722 * blue;
}

// src/github/sanitise/sanitise.ts
const MAX_PASSES = 8;
const LEFT_OUT = "(This text is left out: it is nested too deeply to tell what a reader sees of it.)";
const MARKUP = /[<&[\]|`~$\\]/;
function sanitise(text) {
	const tally = { hidden: 0 };
	let current = text.replace(/\r\n?/g, "\n");
	for (let passes = 1; passes <= MAX_PASSES; passes += 1) {
		const next = pass(current, passes === 1, tally);
		if (next === void 0) return {
			text: LEFT_OUT,
			removed: tally.hidden + 1
		};
		if (next === current) return {
			text: current,
			removed: tally.hidden
		};
		current = next;
	}
	return {
		text: fenced(current),
		removed: tally.hidden
	};
}
function sanitisePlain(text) {
	const tally = { hidden: 0 };
	return {
		text: withoutInvisible(text.replace(/\r\n?/g, "\n"), tally),
		removed: tally.hidden
	};
}
function pass(text, isFirst, tally) {
	if (!MARKUP.test(text)) return normalised(withoutInvisible(text, tally));
	const markdown = parseMarkdown(text);
	if (markdown === void 0) return void 0;
	const references = hiddenReferences(markdown);
	const characters = [...isFirst ? references : escapes(references, text), ...hiddenCharacters(text)];
	const markup = hiddenMarkup(markdown);
	const cuts = isFirst ? markup : escapes(markup, text);
	const changed = normalised(withoutCuts(text, [
		...cuts,
		...hiddenDiagrams(markdown),
		...characters
	], tally));
	return changed === text ? withoutHiddenMath(markdown, tally) : changed;
}
function hiddenMarkup(markdown) {
	const cells = excessCells(markdown);
	const notes = hiddenNotes(markdown, cells);
	const html = hiddenHtml(markdown, [...cells, ...notes]);
	const links = hiddenLinks(markdown, html);
	const cuts = [
		...cells,
		...notes,
		...html,
		...links
	];
	return [
		...cuts,
		...hiddenDefinitions(markdown, cuts),
		...noteLabels(markdown),
		...hiddenInfo(markdown)
	];
}
function escapes(cuts, text) {
	const hiding = cuts.filter(({ from, to, by = "" }) => text.slice(from, to) !== by);
	return [...new Map(hiding.flatMap(({ plain }) => plain === void 0 ? [] : [[plain.from, plain]])).values()];
}

// src/github/event/command.ts
const RUN_VERBS = [
	"fix",
	"ask",
	"plan",
	"review"
];
const REPLY_VERBS = ["status", "help"];
function parseCommand(comment, trigger) {
	const body = comment.replace(/\r\n?/g, "\n");
	if (!mayCommand(body, trigger)) return { kind: "none" };
	const plain = plainLines(body);
	if (plain === void 0) return { kind: "unreadable" };
	const places = placesOf(plain, trigger);
	if (places.length === 0) return { kind: "none" };
	const first = firstShown(body, places);
	return first === void 0 ? { kind: "none" } : commandIn(body.slice(first.end));
}
function mayCommand(comment, trigger) {
	return placesOf(comment.split(/\r\n?|\n/).map((text) => ({
		text,
		start: 0
	})), trigger).length > 0;
}
const FIRST_WORD = new RegExp(`^( {0,3})([^${BLANKS}\n]+)[${BLANKS}]*`);
const VERB = new RegExp(`^[^${BLANKS}\n]*`);
const BLANKS_AHEAD = new RegExp(`^[${BLANKS}]+`);
function placesOf(lines, trigger) {
	return lines.flatMap(({ text, start }) => {
		const [before = "", spaces = "", word = ""] = FIRST_WORD.exec(text) ?? [];
		if (word === "" || lower(word) !== lower(trigger)) return [];
		return [{
			start: start + spaces.length,
			end: start + before.length
		}];
	});
}
function firstShown(body, places) {
	const seal = `k${sha256(body)}`;
	const pieces = places.map(({ start }, index) => `${body.slice(places[index - 1]?.end ?? 0, start)}${seal}x${index}x `);
	const shown = sanitise(pieces.join("") + body.slice(places.at(-1)?.end)).text;
	return places.find((_, index) => shown.includes(`${seal}x${index}x`));
}
const SLASH_COMMAND = /^\/[\p{L}\p{N}_-]+(?::[^\s/]*)?(?=\s|$)/u;
function isSlashCommand(text) {
	return SLASH_COMMAND.test(text);
}
function commandIn(rest) {
	if (isSlashCommand(rest)) return slashCommand(rest.trim());
	const [verb = ""] = VERB.exec(rest) ?? [];
	const after = rest.slice(verb.length).replace(BLANKS_AHEAD, "");
	const word = lower(verb);
	const run = RUN_VERBS.find((known) => known === word);
	if (run !== void 0) return {
		kind: "run",
		verb: run,
		text: after.trim(),
		isSlash: isSlashCommand(after)
	};
	const reply = REPLY_VERBS.find((known) => known === word);
	if (reply !== void 0) return {
		kind: "reply",
		verb: reply
	};
	const answer = ANSWER_VERBS.find((known) => known === word);
	return answer === void 0 ? {
		kind: "unknown",
		verb
	} : parseAnswer(answer, rest.slice(verb.length));
}
function slashCommand(text) {
	const [word = ""] = text.split(/\s/, 1);
	const isPlan = lower(word) === "/plan";
	if (isPlan && text === word) return {
		kind: "run",
		verb: "plan",
		text: "",
		isSlash: false
	};
	return {
		kind: "run",
		verb: isPlan ? "plan" : lower(word) === "/help" ? "ask" : "fix",
		text,
		isSlash: true
	};
}

// src/job/context/inputs.ts
const PHASES = [
	"all",
	"agent",
	"publish"
];

// src/github/event/payload.ts
const Sender = object({
	id: int(),
	login: string(),
	type: _default(string(), "User")
});
const GHOST = {
	id: 0,
	login: "ghost",
	type: "User"
};
const Author = pipe(nullable(Sender), transform((account) => account ?? GHOST));
const Bare = object({ sender: nullish(Sender) });
function bareOf({ sender }) {
	return { sender: sender ?? void 0 };
}
const Opening = object({
	number: int(),
	title: string(),
	body: nullish(string()),
	user: Author,
	author_association: _default(string(), "NONE"),
	state: _default(string(), "open"),
	locked: _default(boolean(), false),
	is_locked: _default(boolean(), false),
	labels: _default(array(object({ name: string() })), []),
	created_at: string(),
	updated_at: string()
});
function openingOf(value) {
	return {
		number: value.number,
		title: value.title,
		body: value.body ?? "",
		author: value.user,
		association: value.author_association,
		closed: value.state !== "open",
		locked: value.locked || value.is_locked,
		labels: value.labels.map(({ name }) => name),
		createdAt: value.created_at,
		updatedAt: value.updated_at
	};
}
const merge = { merged_at: nullish(string()) };
function mergeOf({ merged_at: at }) {
	return typeof at === "string" ? { isMerged: true } : {};
}
const Issue = pipe(extend(Opening, { pull_request: nullish(looseObject(merge)) }), transform((issue) => ({
	kind: issue.pull_request ? "pull" : "issue",
	...openingOf(issue),
	...mergeOf(issue.pull_request ?? {})
})));
const side = object({
	sha: string(),
	ref: string(),
	repo: nullable(object({ id: int() }))
});
const Pull = pipe(extend(Opening, {
	...merge,
	draft: nullish(boolean()),
	head: side,
	base: side
}), transform(({ head, base, draft, ...value }) => ({
	kind: "pull",
	...openingOf(value),
	...mergeOf(value),
	headSha: head.sha,
	baseSha: base.sha,
	baseRef: base.ref,
	fork: isForeign(head, base),
	...draft === true ? { isDraft: true } : {}
})));
function isForeign(head, base) {
	return !head.repo || head.repo.id !== base.repo?.id || head.ref.startsWith("refs/");
}
const Comment = object({
	id: int(),
	body: string(),
	user: Author,
	author_association: _default(string(), "NONE"),
	created_at: string(),
	updated_at: string()
});
function commentOf(value) {
	return {
		id: value.id,
		body: value.body,
		author: value.user,
		association: value.author_association,
		createdAt: value.created_at,
		updatedAt: value.updated_at
	};
}
const ListedComment = extend(Comment, {
	user: Sender,
	node_id: _default(string(), ""),
	html_url: string(),
	issue_url: nullish(string()),
	pull_request_url: nullish(string()),
	reactions: nullish(looseObject({ total_count: nullish(number()) }))
});
function listedComment(item) {
	const { data } = ListedComment.safeParse(item);
	if (data === void 0 || Number.isNaN(Date.parse(data.created_at))) return void 0;
	const { node_id: nodeId, html_url: url, pull_request_url: pull, issue_url: issue, reactions } = data;
	const kind = pull == null ? "issue" : "review";
	return {
		...commentOf(data),
		kind,
		nodeId,
		url,
		thread: {
			kind: kind === "review" || /\/pull\/\d+#/.test(url) ? "pull" : "issue",
			number: Number(/\/(\d+)$/.exec(pull ?? issue ?? "")?.[1])
		},
		reactions: reactions?.total_count ?? void 0
	};
}
const LineComment = extend(Comment, {
	path: string(),
	side: nullish(string()),
	subject_type: nullish(string()),
	line: nullish(int()),
	original_line: nullish(int()),
	start_line: nullish(int()),
	original_start_line: nullish(int()),
	in_reply_to_id: nullish(int()),
	diff_hunk: string()
});
function diffPlace(value) {
	const isFile = value.subject_type === "file";
	const { line } = value;
	return {
		path: value.path,
		side: isFile ? void 0 : value.side === "LEFT" ? "LEFT" : "RIGHT",
		line: line ?? value.original_line ?? void 0,
		startLine: (line === null || line === void 0 ? value.original_start_line : value.start_line) ?? void 0,
		isOutdated: !isFile && (line === null || line === void 0),
		diffHunk: value.diff_hunk,
		root: value.in_reply_to_id ?? value.id
	};
}
const Action = object({ action: string() });
const IssueComment = object({
	sender: Sender,
	issue: Issue,
	comment: pipe(Comment, transform(commentOf))
});
const ReviewComment = pipe(object({
	sender: Sender,
	pull_request: Pull,
	comment: LineComment
}), transform(({ pull_request: pull, comment: value, ...event }) => {
	return {
		...event,
		pull,
		comment: {
			...commentOf(value),
			place: diffPlace(value)
		}
	};
}));
const Review = pipe(object({
	sender: Sender,
	pull_request: Pull,
	review: object({
		id: int(),
		body: nullish(string()),
		user: Author,
		submitted_at: nullish(string())
	})
}), transform(({ pull_request: pull, review: { id, body, user, submitted_at: submittedAt }, ...event }) => {
	const review = {
		id,
		body: body ?? "",
		author: user,
		submittedAt: submittedAt ?? void 0
	};
	return {
		...event,
		pull,
		review
	};
}));
const Marks = object({
	label: optional(object({ name: string() })),
	changes: nullish(object({ added_labels: nullish(array(object({ name: string() }))) })),
	assignee: nullish(object({ login: string() }))
});
function markedBy({ label, assignee, changes }) {
	return {
		label: (label ?? changes?.added_labels?.[0])?.name,
		assignee: assignee?.login
	};
}
const Issues = pipe(extend(Marks, {
	sender: Sender,
	issue: Issue
}), transform(({ sender, issue, ...given }) => ({
	sender,
	issue,
	...markedBy(given)
})));
const PullRequest = pipe(extend(Marks, {
	sender: Sender,
	pull_request: Pull
}), transform(({ sender, pull_request: pull, ...given }) => ({
	sender,
	pull,
	...markedBy(given)
})));
const values = nullish(record(string(), unknown()));
const Schedule = pipe(Bare, transform(bareOf));
const WorkflowDispatch = pipe(extend(Bare, { inputs: values }), transform(({ inputs, ...event }) => ({
	...bareOf(event),
	inputs: textual(inputs ?? {})
})));
const RepositoryDispatch = pipe(extend(Bare, { client_payload: values }), transform(({ client_payload: payload, ...event }) => ({
	...bareOf(event),
	payload: payload ?? {}
})));
function textual(inputs) {
	return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, typeof value === "string" ? value : value === null || value === void 0 ? "" : JSON.stringify(value)]));
}
function defaultBranchOf(payload) {
	const name = member(member(payload, "repository"), "default_branch");
	return typeof name === "string" ? name : void 0;
}

// src/github/event/event.ts
const COMMENT_ACTIONS = [
	"created",
	"edited",
	"deleted"
];
const EVENTS = {
	issue_comment: {
		members: ["comment", "issue"],
		payload: IssueComment,
		actions: COMMENT_ACTIONS
	},
	pull_request_review_comment: {
		members: ["comment", "pull_request"],
		payload: ReviewComment,
		actions: COMMENT_ACTIONS
	},
	pull_request_review: {
		members: ["review"],
		payload: Review,
		actions: ["submitted"]
	},
	issues: {
		members: ["issue"],
		payload: Issues,
		actions: [
			"opened",
			"labeled",
			"assigned"
		]
	},
	pull_request: {
		members: ["pull_request"],
		payload: PullRequest,
		actions: [
			"opened",
			"reopened",
			"synchronize",
			"ready_for_review",
			"labeled",
			"assigned"
		]
	},
	repository_dispatch: {
		members: ["client_payload"],
		payload: RepositoryDispatch
	},
	schedule: {
		members: ["schedule"],
		payload: Schedule
	},
	workflow_dispatch: {
		members: ["inputs"],
		payload: WorkflowDispatch
	}
};
const GITEA_ACTIONS = {
	label_updated: "labeled",
	synchronized: "synchronize"
};
function parseEvent(name, value, file = "the event payload") {
	const kind = name === "pull_request_target" ? "pull_request" : name;
	const form = Object.entries(EVENTS).find(([known]) => known === kind)?.[1];
	if (form === void 0) return {
		kind: "unsupported",
		event: name,
		reason: `The event ${name} starts no run. Supported: ${Object.keys(EVENTS).join(", ")}.`
	};
	const read = (schema) => {
		const result = safeParse(schema, value);
		if (result.success) return result.data;
		const { path = [] } = result.error.issues[0] ?? {};
		throw configError(`${file} is not a ${name} event: ${path.join(".") || "the whole"} is ${shown(value, path)}.`, "Accepted: the JSON that GitHub writes to GITHUB_EVENT_PATH for this event.");
	};
	if (form.actions === void 0) return {
		kind,
		...read(form.payload)
	};
	const { action: given } = read(Action);
	const action = form.actions.find((known) => known === (GITEA_ACTIONS[given] ?? given));
	if (action !== void 0) return {
		kind,
		action,
		...read(form.payload)
	};
	return {
		kind: "unsupported",
		reason: `${kind} ${given} starts no run. Supported: ${form.actions.join(", ")}.`
	};
}
function eventNameOf(value, file = "the event payload") {
	const given = new Set(Object.keys(value ?? {}));
	const [name] = (given.has("thread") ? [] : Object.entries(EVENTS)).find(([, { members }]) => members.every((member) => given.has(member))) ?? [];
	if (name !== void 0) return name;
	throw configError(`${file} does not show which event it belongs to.`, `Name the event with --event-name: ${Object.keys(EVENTS).join(", ")}.`);
}
function shown(value, path) {
	const at = path.reduce((inner, key) => member(inner, String(key)), value);
	if (at === void 0) return "missing";
	if (Array.isArray(at)) return "a list";
	return typeof at === "object" && at !== null ? "an object" : JSON.stringify(at).slice(0, 80);
}

// src/github/event/reply.ts
function replyTo(command, trigger) {
	switch (command.kind) {
		case "malformed": return `\`${trigger} ${command.verb}\` was not carried out. ${command.problem}\n\n${accepted(trigger, [command.verb])}`;
		case "unreadable": return `No command was carried out: the comment is too long and complex to tell what its readers see. Post \`${trigger}\` and the request in a comment without the long text; a log in a code block can have any length.`;
		case "unknown": {
			const word = /^[A-Za-z]{1,20}$/.test(command.verb) ? ` \`${command.verb}\`` : "";
			return `${command.verb === "" ? "A command is missing" : `Unknown command${word}`}.\n\n${usage(trigger)}`;
		}
		case "reply": return usage(trigger);
	}
}
const STATUS_ELSEWHERE = "The comment of each request shows its run, and the Actions tab shows its job. This workflow of two jobs keeps no runs to ask about.";
function closedReply({ number, isMerged }, trigger) {
	if (isMerged === true) return `#${number} is merged, so no fix was started. Open an issue and comment \`${trigger} fix\` there, or use \`${trigger} ask\` here.`;
	return `#${number} is closed, so no fix was started. Reopen it and comment \`${trigger} fix\` again, or use \`${trigger} ask\`.`;
}
function editedReply(trigger) {
	return `An edited comment cannot be used as an answer, because its text may have changed after it was read. An answer from before the edit stays valid. ${accepted(trigger, ["approve", "reject"])}`;
}
function misplacedReply(place, trigger) {
	return `An answer in ${place === "review" ? "the text of a review" : "a description"} does not count, because the text can be edited without a notification. ${accepted(trigger, [
		"approve",
		"reject",
		"resume",
		"cancel"
	])}`;
}
function accepted(trigger, verbs) {
	const lines = verbs.flatMap((verb) => FORMS[verb]).map((form) => `- \`${trigger} ${form}\``);
	return [
		`Post a new comment that ends with ${lines.length === 1 ? "this line" : "one of these lines"}:`,
		"",
		...lines
	].join("\n");
}
const FORMS = {
	approve: ["approve <digest> [<digest> …] [--session]", "approve all"],
	reject: ["reject <digest> [<digest> …] [why]", "reject all [why]"],
	resume: [`resume ${RESUME_FORM}`],
	cancel: ["cancel"]
};
function usage(trigger) {
	return [
		"Begin a line of a comment with one of these commands:",
		"",
		`- \`${trigger} fix [what]\` changes the code and opens a pull request, or pushes to this one`,
		`- \`${trigger} ask <question>\` answers in a comment`,
		`- \`${trigger} plan [what]\` posts a plan, which the next \`fix\` in the thread follows`,
		`- \`${trigger} review [what]\` reviews the change; \`${trigger} fix review\` commits the suggestions that the review proved`,
		`- \`${trigger} status\` shows the run of this thread, \`${trigger} cancel\` ends it`,
		"",
		"<details><summary>For runs that wait or stopped, and slash commands</summary>",
		"",
		`- \`${trigger} /skill:<name> [request]\`, \`/flow:<name>\`, \`/init\` and other slash commands, also after a verb; \`${trigger} /help\` lists them`,
		`- \`${trigger} approve <digest>\` runs a waiting action, with \`--session\` also later ones of its kind; \`${trigger} approve all\` runs all waiting actions`,
		`- \`${trigger} reject <digest> [why]\` rejects a waiting action; with a reason the run continues, without one it ends; \`${trigger} reject all [why]\` rejects all`,
		`- \`${trigger} resume ${RESUME_FORM}\` resumes a stopped run`,
		"",
		"</details>",
		"",
		"Commands need write permission; `approve` and `reject` need what the policy requires and do not count in edited comments."
	].join("\n");
}

// src/github/event/answer-in-comment.ts
function decideAnswer(command, { asked, thread, comment, place, trigger }) {
	const { body, author, createdAt } = comment;
	if (command.kind === "malformed") return {
		kind: "reply",
		text: replyTo(command, trigger),
		...asked
	};
	const decided = {
		...asked,
		thread,
		author,
		comment: {
			...place,
			createdAt
		}
	};
	if (command.kind !== "answer") return {
		...command,
		...decided
	};
	const answer = answerIn(body, trigger);
	if (answer !== void 0) return {
		kind: "answer",
		answer,
		...decided
	};
	const { verdict: verb } = command.answer;
	return {
		kind: "reply",
		text: replyTo({
			kind: "malformed",
			verb,
			problem: "Readers of the comment do not see a part of the answer."
		}, trigger),
		...asked
	};
}
function answerIn(body, trigger) {
	const written = parseCommand(body, trigger);
	const shown = parseCommand(sanitise(body).text, trigger);
	if (written.kind !== "answer" || shown.kind !== "answer") return void 0;
	if (!isSameAnswer({
		...written.answer,
		reason: void 0
	}, {
		...shown.answer,
		reason: void 0
	})) return void 0;
	const { reason = "", ...answer } = written.answer;
	const told = splitQuotations(sanitise(reason).text).own.trim();
	return told === "" ? answer : {
		...answer,
		reason: told
	};
}
function isSameAnswer(a, b) {
	return canonicalJson(a) === canonicalJson(b);
}

// src/github/event/marker.ts
const OWN_MARKER = "<!-- kimi-runner";
const BATCH_MARK = `${OWN_MARKER}:batch id=`;
const MAINTENANCE_MARK = `${OWN_MARKER}:maintenance -->`;
const ON_DASHBOARD = "The issue is the dashboard of a batch, whose next collect reads the comment.";

// src/github/event/askers.ts
function notAllowed(users, inputs) {
	return notAPerson(users.filter((user) => !isAllowedBot(user, inputs)));
}
function notAPerson(users) {
	const other = users.find(({ type }) => type !== "User");
	return other === void 0 ? void 0 : `${other.login} may not give commands: only people may, and its type is ${other.type}.`;
}
function isAllowedBot({ login, type }, { allowedBots = [] }) {
	return type === "Bot" && allowedBots.includes(login);
}

// src/github/event/decide-trigger.ts
function decideTrigger(event, inputs) {
	switch (event.kind) {
		case "unsupported": return inputs.prompt === void 0 || event.event === void 0 ? skip(event.reason) : {
			...skip(`${event.reason} ${UNUSED}`),
			isMistake: true
		};
		case "issue_comment":
		case "pull_request_review_comment":
		case "pull_request_review": return commented(event, inputs);
		case "issues": return opened(event, event.issue, inputs);
		case "pull_request": return opened(event, event.pull, inputs);
		case "schedule": return prompted(event, inputs.prompt, inputs);
		case "workflow_dispatch": return prompted(event, inputs.prompt ?? event.inputs["prompt"], inputs);
		case "repository_dispatch": {
			const { prompt } = event.payload;
			return prompted(event, inputs.prompt ?? (typeof prompt === "string" ? prompt : void 0), inputs);
		}
	}
}
function commented(event, inputs) {
	const { trigger } = inputs;
	const said = commandTextOf(event);
	const { what, thread, body, author, before, written, replyTo: root } = said;
	const command = parseCommand(body, trigger);
	const isEditedAnswer = event.action === "edited" && command.kind === "answer";
	if (!(event.action === "created" || event.action === "submitted") && !isEditedAnswer) return skip(`Only new comments are commands; this one was ${event.action}.`);
	if (body.includes("<!-- kimi-runner")) return skip(`kimi-runner wrote the ${what}.`);
	const users = [author, event.sender];
	const stranger = isAnswer(command) ? notAPerson(users) : notAllowed(users, inputs);
	if (stranger !== void 0) return skip(stranger);
	if (command.kind === "none") return skip(`The ${what} has no ${trigger} command.`);
	if (isForBatch(command, thread)) return skip(ON_DASHBOARD);
	if (thread.locked) return skip(LOCKED);
	const asked = {
		authority: {
			kind: "people",
			users
		},
		thread,
		comment: written,
		replyTo: root
	};
	if (!isAnswer(command)) return commanded({
		command,
		inputs,
		thread,
		body,
		before,
		asked
	});
	if (isEditedAnswer) return {
		kind: "reply",
		text: editedReply(trigger),
		...asked
	};
	if (said.what === "review") return {
		kind: "reply",
		text: misplacedReply("review", trigger),
		...asked
	};
	return decideAnswer(command, {
		asked,
		thread,
		comment: said,
		place: said.written,
		trigger
	});
}
function commandTextOf(event) {
	if (event.kind === "pull_request_review") {
		const { review, pull: thread } = event;
		const written = {
			kind: "review text",
			id: review.id
		};
		const before = review.submittedAt ?? thread.updatedAt;
		return {
			...review,
			what: "review",
			thread,
			before,
			written,
			replyTo: void 0
		};
	}
	const { comment } = event;
	const thread = event.kind === "issue_comment" ? event.issue : event.pull;
	const kind = event.kind === "issue_comment" ? "issue" : "review";
	const place = "place" in comment ? cleanPlace(comment.place) : void 0;
	const written = {
		kind,
		id: comment.id,
		place
	};
	return {
		...comment,
		what: "comment",
		thread,
		before: comment.createdAt,
		written,
		replyTo: place?.root
	};
}
function cleanPlace(place) {
	return {
		...place,
		path: sanitisePlain(place.path).text,
		diffHunk: sanitisePlain(place.diffHunk).text
	};
}
function isForBatch(command, { body, author }) {
	return command.kind === "unknown" && command.verb === "batch" && author.type === "Bot" && body.includes("<!-- kimi-runner:batch id=");
}
function opened(event, thread, inputs) {
	const { action, sender } = event;
	if (action === "labeled" || action === "assigned") return marked(event, thread, inputs);
	const users = [thread.author, sender];
	const asked = {
		authority: {
			kind: "people",
			users
		},
		thread,
		comment: void 0
	};
	const stranger = notAllowed(users, inputs);
	if (stranger !== void 0) return skip(stranger);
	const command = action === "opened" ? parseCommand(thread.body, inputs.trigger) : { kind: "none" };
	const before = thread.updatedAt;
	if (command.kind !== "none" && thread.locked) return skip(LOCKED);
	if (isAnswer(command)) return {
		kind: "reply",
		text: misplacedReply("description", inputs.trigger),
		...asked
	};
	if (command.kind !== "none") return commanded({
		command,
		inputs,
		thread,
		body: thread.body,
		before,
		asked
	});
	if (inputs.prompt === void 0) return skip(`The description has no ${inputs.trigger} command, and no prompt is set.`);
	if (thread.locked) return skip(LOCKED);
	const prompted = task(inputs.prompt, inputs, thread.kind === "pull" ? "review" : "fix");
	if ("isDraft" in thread && thread.isDraft && prompted.verb === "review" && !prompted.isSlash) return skip(draftReason(thread, inputs));
	return {
		kind: "run",
		...prompted,
		isPrompted: true,
		before,
		...asked
	};
}
function draftReason({ number }, { trigger }) {
	return `#${number} is a draft, which is reviewed when it is asked for (${trigger} review) or marked as ready (\`ready_for_review\`).`;
}
function marked(event, thread, inputs) {
	const { action, sender, label, assignee } = event;
	const byLogin = inputs.assignee === void 0 ? [] : [{ name: inputs.assignee }];
	const [wanted, given] = action === "labeled" ? [inputs.labels ?? [], label] : [byLogin, assignee];
	const mark = wanted.find(({ name }) => name.toLowerCase() === given?.toLowerCase());
	if (mark === void 0) {
		const what = action === "labeled" ? "label" : "assignee";
		const known = wanted.map(({ name }) => name).join(", ");
		const others = known === "" ? "" : `; ${known} ${wanted.length === 1 ? "does" : "do"}`;
		return skip(`The ${what} ${given ?? "(none)"} starts no run${others}.`);
	}
	const stranger = notAllowed([sender], inputs);
	if (stranger !== void 0) return skip(stranger);
	if (thread.locked) return skip(LOCKED);
	if (thread.closed) return skip(`#${thread.number} is closed.`);
	return {
		kind: "run",
		...task(inputs.prompt ?? "", inputs, "fix"),
		...mark.verb && { verb: mark.verb },
		before: thread.updatedAt,
		authority: {
			kind: "people",
			users: [sender]
		},
		thread,
		comment: void 0
	};
}
const LOCKED = "The conversation is locked, so a reply is not possible.";
function commanded({ command, inputs: { trigger }, thread, body, before, asked }) {
	if (command.kind === "reply" && command.verb === "status") return {
		kind: "status",
		...asked,
		thread
	};
	if (command.kind !== "run") return {
		kind: "reply",
		text: replyTo(command, trigger),
		...asked
	};
	if (thread.closed && command.verb === "fix") return {
		kind: "reply",
		text: closedReply(thread, trigger),
		...asked
	};
	const { verb, text, isSlash } = command;
	const { own, quoted } = splitQuotations(sanitise(text).text);
	const all = asked.comment === void 0 ? [] : [...quotedAbove(body, text), ...quoted];
	return {
		kind: "run",
		verb,
		text: own,
		...all.length > 0 && { quoted: all },
		isSlash,
		before,
		...asked
	};
}
function quotedAbove(body, text) {
	const whole = body.replace(/\r\n?/g, "\n").trimEnd();
	return splitQuotations(sanitise(whole.slice(0, whole.length - text.length)).text).quoted;
}
function prompted(event, prompt, inputs) {
	const { kind } = event;
	const sender = kind === "schedule" ? void 0 : event.sender;
	const stranger = sender === void 0 ? void 0 : notAllowed([sender], inputs);
	if (stranger !== void 0) return skip(stranger);
	const authority = sender === void 0 ? { kind: "workflow" } : {
		kind: "people",
		users: [sender]
	};
	if (prompt === void 0 || prompt.trim() === "") throw configError(`The input prompt is missing: a ${kind} event has no comment with the task.`, kind === "repository_dispatch" ? "Set prompt, or send client_payload.prompt." : "Set prompt to the task.");
	return {
		kind: "run",
		...task(prompt, inputs, "fix"),
		before: void 0,
		authority,
		thread: void 0,
		comment: void 0
	};
}
function task(prompt, { trigger }, otherwise) {
	const command = parseCommand(prompt, trigger);
	const { verb, text } = command.kind === "run" ? command : {
		verb: otherwise,
		text: prompt.trim()
	};
	return {
		verb,
		text: sanitise(text).text,
		isSlash: isSlashCommand(text)
	};
}
function isAnswer(command) {
	return [
		"answer",
		"resume",
		"cancel",
		"malformed"
	].includes(command.kind);
}
function skip(reason) {
	return {
		kind: "skip",
		reason
	};
}
const UNUSED = "The input prompt was set but not used. docs/github.md#what-starts-a-run of kimi-runner lists what starts a run.";

// src/github/api/forge.ts
const GITHUB = {
	hasGraphql: true,
	noArtifacts: void 0,
	makesCommits: true,
	pullWord: "pull"
};
const ENTERPRISE = {
	...GITHUB,
	noArtifacts: {
		why: "No artifact was uploaded: kimi-runner cannot use the artifact service of GitHub Enterprise Server.",
		fix: "Upload the folder in the output `bundle` in a step with `actions/upload-artifact@v3`."
	}
};
const GITEA = {
	hasGraphql: false,
	noArtifacts: {
		why: "No artifact was uploaded: kimi-runner cannot use the artifact service of Gitea and Forgejo.",
		fix: "Upload the folder in the output `bundle` in a step with the server's own `upload-artifact`."
	},
	makesCommits: false,
	pullWord: "pulls"
};
function forgeOf({ serverUrl, apiUrl }) {
	if (isGiteaApi(apiUrl)) return GITEA;
	return isGitHubHost(serverUrl) ? GITHUB : ENTERPRISE;
}
function isGiteaApi(apiUrl) {
	return /\/api\/v1\/*$/.test(apiUrl);
}
function isGitHubHost(serverUrl) {
	const host = URL.parse(serverUrl)?.hostname ?? "";
	return host === "github.com" || /\.(?:ghe\.com|localhost)$/.test(host);
}
function noReplyDomain(serverUrl) {
	const host = URL.parse(serverUrl)?.hostname ?? "";
	return host === "" || host === "github.com" || host.endsWith(".localhost") ? "users.noreply.github.com" : `users.noreply.${host}`;
}
const NO_SERVICE = {
	why: "There is no artifact service here (ACTIONS_RUNTIME_TOKEN is not set); the bundle stays on the runner.",
	fix: "Run as an action on GitHub, or `act --artifact-server-path <folder>`; the output `bundle` says where it is."
};
function artifactAccess(addresses, env) {
	const { noArtifacts } = forgeOf(addresses);
	if (noArtifacts !== void 0) return {
		isThere: false,
		...noArtifacts
	};
	if (env["ACTIONS_RUNTIME_TOKEN"] && env["ACTIONS_RESULTS_URL"]) return { isThere: true };
	return {
		isThere: false,
		...NO_SERVICE
	};
}
function isWebCommitter(email, serverUrl) {
	const host = URL.parse(serverUrl)?.hostname ?? "";
	return email === "noreply@github.com" || email === `noreply@${host}`;
}

// src/job/context/github-job.ts
function contextOfVariables(env, said) {
	const { repository, ...event } = said;
	const [owner = "", repo = ""] = (env["GITHUB_REPOSITORY"] || repository || "").split("/");
	return {
		...event,
		repo: {
			owner,
			repo
		},
		ref: env["GITHUB_REF"] ?? "",
		serverUrl: env["GITHUB_SERVER_URL"] || "https://github.com",
		apiUrl: env["GITHUB_API_URL"] || "https://api.github.com",
		graphqlUrl: env["GITHUB_GRAPHQL_URL"] || void 0,
		runId: Number.parseInt(env["GITHUB_RUN_ID"] ?? "", 10),
		runAttempt: Number.parseInt(env["GITHUB_RUN_ATTEMPT"] ?? "", 10)
	};
}
function githubJob(context, env) {
	const { owner, repo } = context.repo;
	if (!owner || !repo) throw configError(`GITHUB_REPOSITORY is not owner/name: ${env["GITHUB_REPOSITORY"] || "not set"}.`, "Set it, or use a payload with a repository.");
	const serverUrl = context.serverUrl.replace(/\/+$/, "");
	const apiUrl = context.apiUrl.replace(/\/+$/, "");
	const { graphqlUrl, runId, runAttempt } = context;
	const branch = /^refs\/heads\/(.+)$/.exec(context.ref)?.[1];
	const defaultBranch = defaultBranchOf(context.payload) ?? (context.eventName === "schedule" ? branch : void 0);
	return {
		owner,
		repo,
		serverUrl,
		apiUrl,
		graphqlUrl,
		runUrl: Number.isInteger(runId) ? `${serverUrl}/${owner}/${repo}/actions/runs/${runId}` : void 0,
		runAttempt: runAttempt || 1,
		workflow: /^[^/]+\/[^/]+\/(.+?)@/.exec(env["GITHUB_WORKFLOW_REF"] ?? "")?.[1],
		branch: branch ?? defaultBranch,
		defaultBranch,
		artifacts: artifactAccess({
			serverUrl,
			apiUrl
		}, env),
		retentionDays: env["GITHUB_RETENTION_DAYS"] ? Number(env["GITHUB_RETENTION_DAYS"]) : void 0,
		summaryPath: env["GITHUB_STEP_SUMMARY"] || void 0
	};
}

// src/job/context/job-end.ts
function placeOnGitHub({ published }) {
	const { branch, pullRequest } = published ?? {};
	return {
		branch: branch !== void 0 && "branch" in branch ? branch : void 0,
		url: pullRequest !== void 0 && "url" in pullRequest ? pullRequest.url : void 0
	};
}
function skipped(reason, parts) {
	addToSummary(parts, `kimi-runner had nothing to do: ${reason}`);
	return {
		kind: "skipped",
		reason
	};
}
async function withdrawn(reason, request) {
	await request.reaction?.withdraw();
	return skipped(reason, request);
}
function addToSummary({ job: { summaryPath }, world }, markdown) {
	if (summaryPath === void 0) return;
	try {
		crashAt("summary.append.before");
		appendFileSync(summaryPath, `${markdown}\n`);
		crashAt("summary.append.after");
	} catch (error) {
		world.warn(`The job summary cannot be written: ${describeError(error)}.`);
	}
}

// src/job/job.ts
function readTrigger(inputs, world) {
	const { eventName, payload, payloadFile } = inputs.context;
	const job = githubJob(inputs.context, world.env);
	const event = parseEvent(eventName, payload, payloadFile);
	const trigger = decideTrigger(event, inputs.start);
	return {
		job,
		trigger: trigger.kind === "status" && inputs.phase !== "all" ? {
			...trigger,
			kind: "reply",
			text: STATUS_ELSEWHERE
		} : trigger
	};
}
async function runJob(given, world, stopper) {
	const inputs = given.phase === "agent" ? {
		...given,
		publish: "none"
	} : given;
	const { job, trigger } = readTrigger(inputs, world);
	if (trigger.kind !== "run" && inputs.phase === "publish") requireNoBundle(inputs);
	if (trigger.kind === "skip") {
		if (trigger.isMistake === true) world.warn(trigger.reason);
		return skipped(trigger.reason, {
			job,
			world
		});
	}
	const { carryOut } = await import("./carry-out.js");
	return await carryOut({
		inputs,
		world,
		stopper,
		job
	}, trigger);
}
function requireNoBundle({ bundleDir }) {
	if (!existsSync(join(bundleDir, "journal.jsonl"))) return;
	throw configError(`The bundle is not published: the event of this job starts no run (${bundleDir}).`, "Publish in the workflow run that made it, in a job that needs the one with `phase: agent`.");
}

export { PHASES as C, sanitise as D, parseCommand as E, sanitisePlain as O, listedComment as S, mayCommand as T, OWN_MARKER as _, skipped as a, eventNameOf as b, githubJob as c, isWebCommitter as d, noReplyDomain as f, ON_DASHBOARD as g, MAINTENANCE_MARK as h, placeOnGitHub as i, UNSHOWN_OPTION as k, forgeOf as l, BATCH_MARK as m, runJob as n, withdrawn as o, isAllowedBot as p, addToSummary as r, contextOfVariables as s, readTrigger as t, isGiteaApi as u, answerIn as v, RUN_VERBS as w, isForeign as x, isSameAnswer as y };