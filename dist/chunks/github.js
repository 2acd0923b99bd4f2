import { $ as proxyEnvOf, $t as member, An as inline, At as money, B as writeJson, Cn as MENTION, Ct as OWN_LIMITS, D as isAnswer$1, Dt as counted, En as fenced, Fn as shownText, Ft as OUTCOMES, In as spanOfCode, Ln as unseenIn, Mt as stepsOf, Nn as plainText, Nt as sha256, O as shownFiles, Ot as enumerated, Q as headerMap, Rt as exitCode, Sn as LIKE_HEADING, Tn as breakCommands, Vt as NO_USAGE, Xt as totalTokens, Yt as fallbackWords, Z as createHttp, _t as duration, bn as ADDRESS$1, c as secretsOf, cn as oneLine, et as callsOf, fn as crashAt, ft as knownCost, gt as canonicalJson, ht as reads, i as isRateLimit, in as beginningOf, jn as isUnseen, jt as namedUpTo, kt as grouped, l as outcomeOfError, ln as safeCut, lt as NO_TALLY, mn as createRedact, nn as configError, p as UNSAFE_RULE, rn as describeError, sn as headTail, tn as RunnerError, ut as foldTally, vt as systemClock, w as canStand, wn as besideAddresses, wt as OWN_LIMIT_FIELDS, xn as BREAK, zt as hasTrait } from "./front.js";
import { _ as replaceRanges, a as decodeReferences, c as htmlIn, d as labelOf, f as parseMarkdown, g as outside, h as merged, i as decodeReference, l as addressesIn, m as referenceOf, n as splitQuotations, o as plainLines, p as partIn, r as REFERENCE, s as endTags, u as ancestorsOf, v as within } from "./markdown.js";
import { C as string, Cr as safeParse, D as unknown$1, _ as object, a as array, b as record, f as looseObject, h as nullish, kr as prettifyError, l as extend, m as nullable, n as _default, o as boolean, u as int, v as optional, w as transform, y as pipe } from "./zod.js";
import { appendFileSync } from "node:fs";
import { join } from "node:path";

// src/github/event/answer.ts
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
	const words = line.split(/[ \t]+/).filter((word) => word !== "");
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
			digests: named.map(lower$1),
			isForSession,
			...more
		}
	};
}
function rejection(rest, malformed) {
	const named = [];
	let why = rest;
	for (;;) {
		const [whole = "", word = ""] = /^[ \t]*([^ \t\n]+)/.exec(why) ?? [];
		if (!DIGEST.test(word) && !(named.length === 0 && isAll(word))) break;
		named.push(lower$1(word));
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
	return lower$1(word) === "all";
}
function lower$1(word) {
	return word.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

// src/github/sanitise/cuts.ts
const NOTHING_REMOVED = {
	comments: 0,
	definitions: 0,
	attributes: 0,
	elements: 0,
	tags: 0,
	bidi: 0,
	invisible: 0
};
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
	return withoutCuts(text.slice(from, to), shifted, { ...NOTHING_REMOVED }).trim() === "";
}
function withoutCuts(text, cuts, count) {
	let result = "";
	let done = 0;
	for (const { from, to, by = "", kind } of cuts.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
		if (to < done || to === done && from < to || text.slice(from, to) === by) continue;
		result += text.slice(done, from) + (from < done ? "" : by);
		done = to;
		if (to > from && kind !== void 0) count[kind] += 1;
	}
	return result + text.slice(done);
}
function addRemoved(a, b) {
	return {
		comments: a.comments + b.comments,
		definitions: a.definitions + b.definitions,
		attributes: a.attributes + b.attributes,
		elements: a.elements + b.elements,
		tags: a.tags + b.tags,
		bidi: a.bidi + b.bidi,
		invisible: a.invisible + b.invisible
	};
}

// src/github/sanitise/hidden-characters.ts
const LINE_ENDS = /[\v\f\u0085\u2028\u2029]/g;
const SPACES = /(?!\u3000)\p{Zs}/gu;
function normalised(text) {
	return text.replace(SPACES, " ").normalize("NFC");
}
function hiddenCharacters(text) {
	const lineEnds = Array.from(text.matchAll(LINE_ENDS), ({ index }) => ({
		from: index,
		to: index + 1,
		by: "\n"
	}));
	const unseen = unseenIn(text).map(({ kind, from, to }) => ({
		from,
		to,
		kind
	}));
	return [...lineEnds, ...unseen];
}
function withoutInvisible(text, count) {
	return withoutCuts(text, hiddenCharacters(text), count);
}
function undisguised(text) {
	return withoutInvisible(decodeReferences(text), { ...NOTHING_REMOVED });
}
const PUNCTUATION = /^[!-/:-@[-`{-~]$/;
function hiddenReferences({ text, all, isCode }) {
	const escaped = new Set(all("characterEscape").map(({ to }) => to - 1));
	const html = all("htmlFlow");
	return Array.from(text.matchAll(REFERENCE)).flatMap(({ index, 0: whole, groups = {} }) => {
		const char = groups["twice"] !== "" || groups["end"] === "" && !within(html, index) ? void 0 : decodeReference(groups);
		const by = char === void 0 ? void 0 : readable(char, groups);
		if (by === void 0 || escaped.has(index) || isCode(index)) return [];
		return [{
			from: index,
			to: index + whole.length,
			by,
			plain: {
				from: index,
				to: index + 1,
				by: "&amp;"
			}
		}];
	});
}
function readable(char, groups) {
	if (isUnseen(char)) return char;
	if (char.trim() === "") return char === "" ? "" : " ";
	return groups["name"] !== void 0 || PUNCTUATION.test(char) ? void 0 : char;
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
			kind: "attributes",
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
				kind: "elements",
				plain: escapeAt(delimiters)
			}];
		});
	});
}

// src/github/sanitise/hidden-diagrams.ts
const DRAWN$1 = /* @__PURE__ */ new Set([
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
		if (!DRAWN$1.has(language)) return [];
		const lines = block.parts.filter(({ type }) => type === "codeFlowValue");
		const sources = lines.map(markdown.source);
		const hidden = language !== "mermaid" || [HIDING$2, STYLED$1].some((hiding) => hiding.test(sources.join("\n"))) ? new Set(lines.keys()) : hiddenLines(sources);
		return lines.flatMap(({ from, to }, index) => {
			if (hidden.has(index)) return [{
				from: markdown.text.lastIndexOf("\n", from) + 1,
				to: to + 1,
				kind: "comments"
			}];
			return Array.from((sources[index] ?? "").matchAll(CLASS), (match) => {
				const start = from + match.index;
				return {
					from: start,
					to: start + match[0].length,
					kind: "attributes"
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
			kind: "attributes",
			plain
		}];
		const alternative = isImage && content !== void 0 ? [{
			...content,
			kind: "attributes"
		}] : [];
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
		by,
		kind: "attributes"
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
	const kind = type === "resource" ? "attributes" : "definitions";
	const cuts = [];
	const by = type === "resource" ? "" : "#";
	if (address !== void 0 && isUnshown(source(address))) cuts.push({
		...address,
		by,
		kind
	});
	if (title !== void 0) cuts.push({
		from: address?.to ?? title.from,
		to: title.to,
		kind
	});
	return cuts;
}
function hiddenNotes({ all, source }, dropped) {
	const called = new Set(outside(dropped, all("gfmFootnoteCallString")).map((call) => labelOf(source(call))));
	const label = (note) => labelOf(source(partIn(note, "gfmFootnoteDefinitionLabelString")));
	const notes = all("gfmFootnoteDefinition").toSorted((a, b) => a.to - b.to || b.from - a.from);
	const shown = firstOf(notes, label).filter((note) => called.has(label(note)));
	return notes.flatMap((note) => shown.includes(note) ? [] : sparing({
		...note,
		kind: "definitions",
		plain: escapeAt(note.from)
	}, merged(shown)));
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
			kind: "definitions",
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
		by: numbers.get(labelOf(source(name))) ?? "",
		kind: "definitions"
	}));
}

// src/github/sanitise/hidden-html.ts
const SHOWN$1 = new Set("a abbr b bdi bdo blockquote br caption center cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p picture pre q rt ruby s samp small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr".split(" "));
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
	const unseen = tokens.filter((token) => token.kind !== "tag" || token.name !== "img").map(({ from, to }) => ({
		from,
		to
	}));
	const shrunk = [];
	const cuts = [];
	for (const token of tokens) {
		const last = cuts.at(-1);
		if (last !== void 0 && token.from >= last.from && token.to <= last.to) continue;
		const plain = asText(token);
		const cut = token.kind === "tag" ? cutOf(token, ends.get(token)) : {
			...token,
			kind: "comments"
		};
		if (cut !== void 0) cuts.push(...inItsPlace({
			...cut,
			plain
		}, token.isInNote));
		if (!token.isEndless) continue;
		if (!token.isInNote) cuts.push(...notes.map((note) => ({
			...note,
			kind: "elements"
		})));
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
			to,
			kind: "elements"
		};
		if (!isClosing && HIDING$1.test(undisguised(source))) return {
			from,
			to: end?.to ?? (VOID.has(name) ? to : markdown.text.length),
			kind: "elements"
		};
		if (!isClosing && UNSHOWN.has(name)) return {
			from,
			to: end?.to ?? to,
			kind: "elements"
		};
		if (!isClosing && isTiny(shrunk, name)) return {
			from,
			to: end?.to ?? markdown.text.length,
			kind: "elements"
		};
		if (name === "a" && end !== void 0 && isBlank({
			from: to,
			to: end.from
		}, markdown.text, unseen)) return {
			from,
			to: end.to,
			kind: "elements"
		};
		follow(shrunk, tag);
		const by = shown$3(tag);
		return by === source ? void 0 : {
			from,
			to,
			by,
			kind: "attributes"
		};
	}
}
function asText({ from, isInBlock }) {
	return isInBlock ? {
		from,
		to: from + 1,
		by: "&lt;"
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
function shown$3({ name, isClosing, source }) {
	if (!SHOWN$1.has(name)) return "";
	if (/^<\/?[A-Za-z0-9]+\s*\/?>$/.test(source)) return source;
	if (isClosing) return `</${name}>`;
	return `<${name}${[...source.matchAll(KEPT)].filter(([, address, value = ""]) => address === void 0 || !isUnshown(value)).map(([, address, value = "", flag, number]) => address === void 0 ? ` ${flag?.toLowerCase()}${number ? `="${number}"` : ""}` : ` ${address.toLowerCase()}="${value.replace(/^(["'])(.*)\1$/s, "$2").replaceAll("\"", "%22")}"`).join("")}>`;
}

// src/github/sanitise/readable-colour.ts
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

// src/github/sanitise/hidden-math.ts
const DISPLAY = /\$\$([^$]{1,10000})\$\$/dg;
const INLINE = /(?<![\w$\\])\$(?=[^\s$])([^$\n]{1,2000})(?<=[^\s\\])\$(?![\w$])/dg;
function withoutHiddenMath(markdown, count) {
	const { text, isCode } = markdown;
	if (!/\$|\\|math/i.test(text)) return text;
	const outside = [DISPLAY, INLINE].flatMap((pattern) => contentsOf(text, pattern)).filter(([at]) => !isCode(at));
	const drawn = [...drawnCode(markdown), ...outside].toSorted((a, b) => a[0] - b[0]);
	let result = "";
	let done = 0;
	for (const [from, to] of drawn) {
		if (from < done) continue;
		result += withoutPhantoms(text.slice(done, from), isCode, done, count) + shownTex(text.slice(from, to), count);
		done = to;
	}
	return result + withoutPhantoms(text.slice(done), isCode, done, count);
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
function withoutPhantoms(text, isCode, offset, count) {
	return withoutCalls(text, PHANTOM, count, ({ index }) => !isCode(offset + index));
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
function shownTex(tex, count) {
	if (HIDING.test(tex) || GROUND.test(tex) && COLOURED.test(tex)) {
		count.elements += 1;
		return "";
	}
	let shown = tex.replace(/((?<!\\)(?:\\\\)*)%[^\n]*/g, (_, before) => {
		count.comments += 1;
		return before;
	});
	shown = withoutCalls(shown, UNDRAWN, count);
	shown = withoutCalls(shown, DEFINITION, count);
	shown = withoutCalls(shown, STYLED, count, () => true, 2);
	shown = withoutCalls(shown, PAINTED, count, isUnreadable);
	shown = withoutRest(shown, count);
	return shown.replace(ADDRESS, (_, command) => {
		count.attributes += 1;
		return `${command}{}`;
	});
}
function withoutCalls(text, pattern, count, mayGo = () => true, groups = 1) {
	let result = "";
	let done = 0;
	for (const call of text.matchAll(pattern)) {
		const { index, 0: command } = call;
		if (index < done || !mayGo(call)) continue;
		let end = index + command.length;
		for (let left = groups; left > 0; left -= 1) end = groupEnd(text, end);
		count.elements += 1;
		result += text.slice(done, index);
		done = end;
	}
	return result + text.slice(done);
}
function isUnreadable([, model = "", colour = ""]) {
	return !(/^(?:\[(?:HTML|named)\])?$/.test(model) && isReadableColour(colour));
}
function withoutRest(text, count) {
	let result = "";
	let done = 0;
	for (const call of text.matchAll(COLOR)) {
		const { index, 0: command } = call;
		if (index < done || !isUnreadable(call)) continue;
		count.elements += 1;
		result += text.slice(done, index);
		done = closing$1(text, index + command.length);
	}
	return result + text.slice(done);
}
function groupEnd(text, from) {
	const [blank = ""] = /^(?:\s|\[[^\]\n]{0,100}\])*/.exec(text.slice(from, from + 300)) ?? [];
	const at = from + blank.length;
	return text.charAt(at) === "{" ? Math.min(closing$1(text, at + 1) + 1, text.length) : Math.min(at + 1, text.length);
}
function closing$1(text, from) {
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

// src/github/sanitise/sanitise.ts
const MAX_PASSES = 8;
const LEFT_OUT = "(This text is left out: it is nested too deeply to tell what a reader sees of it.)";
const MARKUP = /[<&[\]|`~$\\]/;
function sanitise(text) {
	const count = { ...NOTHING_REMOVED };
	let current = text.replace(/\r\n?/g, "\n");
	for (let passes = 1; passes <= MAX_PASSES; passes += 1) {
		const next = pass(current, passes === 1, count);
		if (next === void 0) return {
			text: LEFT_OUT,
			removed: {
				...count,
				elements: count.elements + 1
			}
		};
		if (next === current) return {
			text: current,
			removed: count
		};
		current = next;
	}
	return {
		text: inCode(current),
		removed: count
	};
}
function sanitisePlain(text) {
	const count = { ...NOTHING_REMOVED };
	return {
		text: withoutInvisible(text.replace(/\r\n?/g, "\n"), count),
		removed: count
	};
}
function pass(text, isFirst, count) {
	if (!MARKUP.test(text)) return normalised(withoutInvisible(text, count));
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
	], count));
	return changed === text ? withoutHiddenMath(markdown, count) : changed;
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
function inCode(text) {
	const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
	const fence = "`".repeat(longest + 1);
	return `${fence}\n${text}\n${fence}`;
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
	const places = plain === void 0 ? [] : placesOf(plain, trigger);
	if (plain === void 0) return { kind: "unreadable" };
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
function placesOf(lines, trigger) {
	return lines.flatMap(({ text, start }) => {
		const [before = "", spaces = "", word = ""] = /^( {0,3})([^ \t\n]+)[ \t]*/.exec(text) ?? [];
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
	const [verb = ""] = /^[^ \t\n]*/.exec(rest) ?? [];
	const after = rest.slice(verb.length).replace(/^[ \t]+/, "");
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
function lower(word) {
	return word.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
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
const Repository$1 = pipe(object({
	name: string(),
	owner: object({ login: string() })
}), transform(({ name, owner }) => ({
	owner: owner.login,
	name
})));
const common = {
	repository: Repository$1,
	sender: Sender
};
const bare = {
	repository: optional(Repository$1),
	sender: nullish(Sender)
};
const Bare = object(bare);
function bareOf({ repository, sender }) {
	return {
		repository,
		sender: sender ?? void 0
	};
}
const opening = {
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
};
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
const merge$1 = { merged_at: nullish(string()) };
function mergeOf({ merged_at: at }) {
	return typeof at === "string" ? { isMerged: true } : {};
}
const Issue$1 = pipe(object({
	...opening,
	pull_request: nullish(looseObject(merge$1))
}), transform((issue) => ({
	kind: issue.pull_request ? "pull" : "issue",
	...openingOf(issue),
	...mergeOf(issue.pull_request ?? {})
})));
const side = object({
	sha: string(),
	ref: string(),
	repo: nullable(object({ id: int() }))
});
const Pull$1 = pipe(object({
	...opening,
	...merge$1,
	head: side,
	base: side
}), transform(({ head, base, ...value }) => ({
	kind: "pull",
	...openingOf(value),
	...mergeOf(value),
	headSha: head.sha,
	baseSha: base.sha,
	baseRef: base.ref,
	fork: isForeign(head, base)
})));
function isForeign(head, base) {
	return !head.repo || head.repo.id !== base.repo?.id || head.ref.startsWith("refs/");
}
const comment = {
	id: int(),
	body: string(),
	user: Author,
	author_association: _default(string(), "NONE"),
	created_at: string(),
	updated_at: string()
};
const Comment$1 = object(comment);
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
const LineComment = object({
	...comment,
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
	...common,
	issue: Issue$1,
	comment: pipe(Comment$1, transform(commentOf))
});
const ReviewComment$1 = pipe(object({
	...common,
	pull_request: Pull$1,
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
const Review$1 = pipe(object({
	...common,
	pull_request: Pull$1,
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
const marks = {
	label: optional(object({ name: string() })),
	changes: nullish(object({ added_labels: nullish(array(object({ name: string() }))) })),
	assignee: nullish(object({ login: string() }))
};
function markedBy({ label, assignee, changes }) {
	return {
		label: (label ?? changes?.added_labels?.[0])?.name,
		assignee: assignee?.login
	};
}
const Issues = pipe(object({
	...common,
	...marks,
	issue: Issue$1
}), transform(({ repository, sender, issue, ...given }) => ({
	repository,
	sender,
	issue,
	...markedBy(given)
})));
const PullRequest = pipe(object({
	...common,
	...marks,
	pull_request: Pull$1
}), transform(({ repository, sender, pull_request: pull, ...given }) => {
	return {
		repository,
		sender,
		pull,
		...markedBy(given)
	};
}));
const values = nullish(record(string(), unknown$1()));
const Schedule = pipe(Bare, transform(bareOf));
const WorkflowDispatch = pipe(object({
	...bare,
	inputs: values
}), transform(({ inputs, ...event }) => ({
	...bareOf(event),
	inputs: textual(inputs ?? {})
})));
const RepositoryDispatch = pipe(object({
	...bare,
	client_payload: values
}), transform(({ client_payload: payload, ...event }) => ({
	...bareOf(event),
	payload: payload ?? {}
})));
function textual(inputs) {
	return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, typeof value === "string" ? value : value === null || value === void 0 ? "" : JSON.stringify(value)]));
}
const WithDefaultBranch = object({ repository: object({ default_branch: string() }) });
function defaultBranchOf(payload) {
	const known = safeParse(WithDefaultBranch, payload);
	return known.success ? known.data.repository.default_branch : void 0;
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
		read: acting("issue_comment", COMMENT_ACTIONS, (read, action) => {
			return {
				kind: "issue_comment",
				action,
				...read(IssueComment)
			};
		})
	},
	pull_request_review_comment: {
		members: ["comment", "pull_request"],
		read: acting("pull_request_review_comment", COMMENT_ACTIONS, (read, action) => {
			return {
				kind: "pull_request_review_comment",
				action,
				...read(ReviewComment$1)
			};
		})
	},
	pull_request_review: {
		members: ["review"],
		read: acting("pull_request_review", ["submitted"], (read) => {
			return {
				kind: "pull_request_review",
				...read(Review$1)
			};
		})
	},
	issues: {
		members: ["issue"],
		read: acting("issues", [
			"opened",
			"labeled",
			"assigned"
		], (read, action) => {
			return {
				kind: "issues",
				action,
				...read(Issues)
			};
		})
	},
	pull_request: {
		members: ["pull_request"],
		read: acting("pull_request", [
			"opened",
			"reopened",
			"synchronize",
			"ready_for_review",
			"labeled",
			"assigned"
		], (read, action) => {
			return {
				kind: "pull_request",
				action,
				...read(PullRequest)
			};
		})
	},
	repository_dispatch: {
		members: ["client_payload"],
		read: (read) => ({
			kind: "repository_dispatch",
			...read(RepositoryDispatch)
		})
	},
	schedule: {
		members: ["schedule"],
		read: (read) => ({
			kind: "schedule",
			...read(Schedule)
		})
	},
	workflow_dispatch: {
		members: ["inputs"],
		read: (read) => ({
			kind: "workflow_dispatch",
			...read(WorkflowDispatch)
		})
	}
};
function parseEvent(name, value, file = "the event payload") {
	const kind = name === "pull_request_target" ? "pull_request" : name;
	const [, form] = Object.entries(EVENTS).find(([known]) => known === kind) ?? [];
	if (form !== void 0) return form.read((schema) => parsed$1(schema, value, {
		name,
		file
	}));
	return {
		kind: "unsupported",
		event: name,
		reason: `The event ${name} starts no run. Supported: ${Object.keys(EVENTS).join(", ")}.`
	};
}
function eventNameOf(value, file = "the event payload") {
	const given = new Set(Object.keys(value ?? {}));
	const [name] = (given.has(REVIEW_THREAD) ? [] : Object.entries(EVENTS)).find(([, { members }]) => members.every((member) => given.has(member))) ?? [];
	if (name !== void 0) return name;
	throw configError(`${file} does not show which event it belongs to.`, `Name the event with --event-name: ${Object.keys(EVENTS).join(", ")}.`);
}
const REVIEW_THREAD = "thread";
const GITEA_ACTIONS = {
	label_updated: "labeled",
	synchronized: "synchronize"
};
function acting(name, actions, make) {
	return (read) => {
		const { action: given } = read(Action);
		const action = actions.find((known) => known === (GITEA_ACTIONS[given] ?? given));
		if (action !== void 0) return make(read, action);
		return {
			kind: "unsupported",
			reason: `${name} ${given} starts no run. Supported: ${actions.join(", ")}.`
		};
	};
}
function parsed$1(schema, value, { name, file }) {
	const result = safeParse(schema, value);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	const field = issue?.path.join(".") ?? "";
	throw configError(`${file} is not a ${name} event: ${field === "" ? "the whole" : field} is ${shown$2(value, issue?.path ?? [])}.`, "Accepted: the JSON that GitHub writes to GITHUB_EVENT_PATH for this event.");
}
function shown$2(value, path) {
	const at = path.reduce((inner, key) => typeof inner === "object" && inner !== null ? inner[key] : void 0, value);
	if (at === void 0) return "missing";
	if (Array.isArray(at)) return "a list";
	return typeof at === "object" && at !== null ? "an object" : JSON.stringify(at).slice(0, 80);
}

// src/github/event/reply.ts
function replyTo(command, trigger) {
	switch (command.kind) {
		case "malformed": return `\`${trigger} ${command.verb}\` was not carried out. ${command.problem}\n\n${accepted(trigger, [command.verb])}`;
		case "unreadable": return `No command was carried out: the comment is too long and intricate to tell what its readers see of it. Post \`${trigger}\` and the request in a comment without the long text; a log in a block of code can have any length.`;
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
	return `${place === "review" ? "An answer in the text of a review does not count" : "An answer in a description does not count"}, because the text can be edited without a notification. ${accepted(trigger, [
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
		`- \`${trigger} review [what]\` reviews the change`,
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

// src/github/event/decide-answer.ts
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
	if (isEdited(comment)) return {
		kind: "reply",
		text: editedReply(trigger),
		...asked
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
function isEdited({ createdAt, updatedAt }) {
	return !(Date.parse(updatedAt) <= Date.parse(createdAt));
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
			...skip(unused(event.reason)),
			isMistake: true
		};
		case "issue_comment": return commented(event, event.issue, inputs);
		case "pull_request_review_comment": return commented(event, event.pull, inputs);
		case "pull_request_review": return reviewed(event, inputs);
		case "issues": return opened(event, event.issue, inputs);
		case "pull_request": return opened(event, event.pull, inputs);
		case "schedule": return prompted({
			event,
			prompt: inputs.prompt,
			authority: { kind: "workflow" },
			inputs
		});
		case "workflow_dispatch": return dispatched(event, inputs.prompt ?? event.inputs["prompt"], inputs);
		case "repository_dispatch": {
			const { prompt } = event.payload;
			return dispatched(event, inputs.prompt ?? (typeof prompt === "string" ? prompt : void 0), inputs);
		}
	}
}
function commented(event, thread, inputs) {
	const { action, sender, repository, comment } = event;
	const { trigger } = inputs;
	const command = parseCommand(comment.body, trigger);
	const isEditedAnswer = action === "edited" && command.kind === "answer";
	if (action !== "created" && !isEditedAnswer) return skip(`Only new comments are commands; this one was ${action}.`);
	if (comment.body.includes("<!-- kimi-runner")) return skip("kimi-runner wrote the comment.");
	const asking = [comment.author, sender];
	const stranger = isAnswer(command) ? notAPerson(asking) : notAllowed(asking, inputs);
	if (stranger !== void 0) return skip(stranger);
	if (command.kind === "none") return skip(`The comment has no ${inputs.trigger} command.`);
	if (isForBatch(command, thread)) return skip(ON_DASHBOARD);
	const place = "place" in comment ? cleanPlace(comment.place) : void 0;
	const written = {
		kind: event.kind === "issue_comment" ? "issue" : "review",
		id: comment.id,
		place
	};
	const asked = {
		repository,
		authority: {
			kind: "people",
			users: [comment.author, sender]
		},
		thread,
		comment: written,
		replyTo: place?.root
	};
	if (isAnswer(command)) {
		if (thread.locked) return skip(LOCKED);
		if (isEditedAnswer) return {
			kind: "reply",
			text: editedReply(trigger),
			...asked
		};
		return decideAnswer(command, {
			asked,
			thread,
			comment,
			place: written,
			trigger
		});
	}
	return commanded({
		command,
		inputs,
		thread,
		body: comment.body,
		before: comment.createdAt,
		asked
	});
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
function reviewed({ review, pull, sender, repository }, inputs) {
	const { trigger } = inputs;
	if (review.body.includes("<!-- kimi-runner")) return skip("kimi-runner wrote the review.");
	const command = parseCommand(review.body, trigger);
	const asking = [review.author, sender];
	const stranger = isAnswer(command) ? notAPerson(asking) : notAllowed(asking, inputs);
	if (stranger !== void 0) return skip(stranger);
	if (command.kind === "none") return skip(`The review has no ${trigger} command.`);
	if (pull.locked) return skip(LOCKED);
	const asked = {
		repository,
		authority: {
			kind: "people",
			users: asking
		},
		thread: pull,
		comment: {
			kind: "review text",
			id: review.id
		}
	};
	if (isAnswer(command)) return {
		kind: "reply",
		text: misplacedReply("review", trigger),
		...asked
	};
	return commanded({
		command,
		inputs,
		thread: pull,
		body: review.body,
		before: review.submittedAt ?? pull.updatedAt,
		asked
	});
}
function opened(event, thread, inputs) {
	const { action, sender, repository } = event;
	if (action === "labeled" || action === "assigned") return marked(event, thread, inputs);
	const asked = {
		repository,
		authority: {
			kind: "people",
			users: [thread.author, sender]
		},
		thread,
		comment: void 0
	};
	const stranger = notAllowed([thread.author, sender], inputs);
	if (stranger !== void 0) return skip(stranger);
	const command = action === "opened" ? parseCommand(thread.body, inputs.trigger) : { kind: "none" };
	const before = thread.updatedAt;
	if (isAnswer(command)) {
		if (thread.locked) return skip(LOCKED);
		return {
			kind: "reply",
			text: misplacedReply("description", inputs.trigger),
			...asked
		};
	}
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
	return {
		kind: "run",
		...task(inputs.prompt, inputs, thread.kind === "pull" ? "review" : "fix"),
		isPrompted: true,
		before,
		...asked
	};
}
function marked(event, thread, inputs) {
	const { action, sender, repository, label, assignee } = event;
	const [wanted, given] = action === "labeled" ? [inputs.labels ?? [], label] : [assigning(inputs.assignee), assignee];
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
		repository,
		authority: {
			kind: "people",
			users: [sender]
		},
		thread,
		comment: void 0
	};
}
function assigning(login) {
	return login === void 0 ? [] : [{ name: login }];
}
const LOCKED = "The conversation is locked, so a reply is not possible.";
function commanded({ command, inputs: { trigger }, thread, body, before, asked }) {
	if (thread.locked) return skip(LOCKED);
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
function dispatched(event, prompt, inputs) {
	const { sender } = event;
	const stranger = sender === void 0 ? void 0 : notAllowed([sender], inputs);
	if (stranger !== void 0) return skip(stranger);
	return prompted({
		event,
		prompt,
		authority: sender === void 0 ? { kind: "workflow" } : {
			kind: "people",
			users: [sender]
		},
		inputs
	});
}
function prompted({ event: { kind, repository }, prompt, authority, inputs }) {
	if (prompt === void 0 || prompt.trim() === "") throw configError(`The input prompt is missing: a ${kind} event has no comment with the task.`, kind === "repository_dispatch" ? "Set prompt, or send client_payload.prompt." : "Set prompt to the task.");
	return {
		kind: "run",
		...task(prompt, inputs, "fix"),
		before: void 0,
		repository,
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
function unused(reason) {
	return `${reason} The input prompt was given and not used. docs/github.md#what-starts-a-run of kimi-runner lists what starts a run.`;
}

// src/publish/result/held-calls.ts
const NOTHING_HELD = {
	round: 0,
	told: 0,
	calls: [],
	written: [],
	isAsked: false
};
function isChange({ files }) {
	return files !== void 0;
}
function waitingCalls({ calls }) {
	return calls.filter(({ answer }) => answer === void 0);
}
function foldHeldBatch(asked, event, at) {
	if (!reads("asked", event)) return asked;
	switch (event.type) {
		case "context.append": {
			const message = event.messages.findLast(({ role }) => role === "assistant");
			if (message?.role !== "assistant") return asked;
			return {
				...asked,
				written: callsOf(message),
				isAsked: false
			};
		}
		case "deferral.open": return {
			...asked,
			...openedWith(event.held, asked),
			told: asked.told + 1,
			isAsked: true
		};
		case "deferral.answer": {
			const { type: _type, digest, ...given } = event;
			const answer = {
				...given,
				at
			};
			const calls = asked.calls.map((call) => call.digest === digest ? {
				...call,
				answer
			} : call);
			return {
				...asked,
				calls,
				told: asked.told + 1
			};
		}
		case "session.resume": return {
			...asked,
			told: asked.told + 1
		};
	}
}
function openedWith(held, { round, calls, written, isAsked }) {
	if (held.some(isChange)) return {
		round: round + 1,
		calls: held,
		written: []
	};
	const asked = held.map((call) => ({
		...call,
		arguments: written[call.index]?.arguments
	}));
	if (!isAsked) return {
		round: round + 1,
		calls: asked
	};
	const open = new Set(held.map(({ digest }) => digest));
	return {
		round,
		calls: [...calls.filter(({ answer, digest }) => answer !== void 0 && !open.has(digest)), ...asked].toSorted((a, b) => a.index - b.index)
	};
}

// src/publish/result/run-facts.ts
const NO_FACTS = {
	sessionId: "",
	depth: 0,
	model: "",
	probes: {
		held: 0,
		all: 0
	},
	tally: NO_TALLY,
	todos: [],
	objections: [],
	asked: NOTHING_HELD,
	assumptions: [],
	bugs: [],
	outputs: [],
	warnings: [],
	worked: { ms: 0 }
};
function foldRecord(facts, { event, time }) {
	const asked = foldHeldBatch(facts.asked, event, time);
	const tally = foldTally(facts.tally, event);
	const isSame = asked === facts.asked && tally === facts.tally;
	const worked = workedTo(facts.worked, event, time);
	return foldEvent(isSame && worked === facts.worked ? facts : {
		...facts,
		asked,
		tally,
		worked
	}, event);
}
function workedTo({ ms, lastAt }, event, time) {
	const at = time === void 0 ? NaN : Date.parse(time);
	if (Number.isNaN(at)) return {
		ms,
		lastAt
	};
	return {
		ms: event.type === "session.begin" || event.type === "session.resume" || lastAt === void 0 ? ms : ms + Math.max(0, at - lastAt),
		lastAt: at
	};
}
function foldEvent(facts, event) {
	if (!reads("facts", event)) return facts;
	switch (event.type) {
		case "session.begin": {
			const { sessionId, model, choice, limits, origin } = event;
			return {
				...facts,
				sessionId,
				depth: origin?.depth ?? 0,
				model,
				choice,
				limits
			};
		}
		case "mode.switch": return {
			...facts,
			choice: {
				kind: "mode",
				name: event.to
			}
		};
		case "session.resume": return {
			...facts,
			rung: event.rung,
			outcome: void 0
		};
		case "cell.open": {
			const held = event.probes.filter((probe) => probe.held).length;
			return {
				...facts,
				rung: event.rung,
				probes: {
					held,
					all: event.probes.length
				}
			};
		}
		case "subagent.event": return event.event.type === "call.judged" || event.event.type === "model.fallback" ? foldEvent(facts, event.event) : facts;
		case "model.fallback": return {
			...facts,
			fallback: event
		};
		case "call.judged": {
			const { verdict, rule, reason } = event.decision;
			if (verdict === "approve") return {
				...facts,
				doing: event.summary
			};
			const objection = {
				verdict,
				summary: event.summary,
				rule,
				reason
			};
			return {
				...facts,
				objections: [...facts.objections, objection]
			};
		}
		case "todo.update": return {
			...facts,
			todos: event.todos
		};
		case "assumption.made": return {
			...facts,
			assumptions: [...facts.assumptions, event.question]
		};
		case "bug.report": return {
			...facts,
			bugs: [...facts.bugs, `${event.title}: ${event.description}`]
		};
		case "output.asked": return {
			...facts,
			outputs: [...facts.outputs, event.output]
		};
		case "warning": return {
			...facts,
			warnings: [...facts.warnings, event.text]
		};
		case "session.end": {
			const { type: _type, ...outcome } = event;
			return {
				...facts,
				outcome
			};
		}
	}
}

// node_modules/universal-user-agent/index.js
function getUserAgent() {
	if (typeof navigator === "object" && "userAgent" in navigator) return navigator.userAgent;
	if (typeof process === "object" && process.version !== void 0) return `Node.js/${process.version.substr(1)} (${process.platform}; ${process.arch})`;
	return "<environment undetectable>";
}

// node_modules/before-after-hook/lib/register.js
function register(state, name, method, options) {
	if (typeof method !== "function") throw new Error("method for before hook must be a function");
	if (!options) options = {};
	if (Array.isArray(name)) return name.reverse().reduce((callback, name) => {
		return register.bind(null, state, name, callback, options);
	}, method)();
	return Promise.resolve().then(() => {
		if (!state.registry[name]) return method(options);
		return state.registry[name].reduce((method, registered) => {
			return registered.hook.bind(null, method, options);
		}, method)();
	});
}

// node_modules/before-after-hook/lib/add.js
function addHook(state, kind, name, hook) {
	const orig = hook;
	if (!state.registry[name]) state.registry[name] = [];
	if (kind === "before") hook = (method, options) => {
		return Promise.resolve().then(orig.bind(null, options)).then(method.bind(null, options));
	};
	if (kind === "after") hook = (method, options) => {
		let result;
		return Promise.resolve().then(method.bind(null, options)).then((result_) => {
			result = result_;
			return orig(result, options);
		}).then(() => {
			return result;
		});
	};
	if (kind === "error") hook = (method, options) => {
		return Promise.resolve().then(method.bind(null, options)).catch((error) => {
			return orig(error, options);
		});
	};
	state.registry[name].push({
		hook,
		orig
	});
}

// node_modules/before-after-hook/lib/remove.js
function removeHook(state, name, method) {
	if (!state.registry[name]) return;
	const index = state.registry[name].map((registered) => {
		return registered.orig;
	}).indexOf(method);
	if (index === -1) return;
	state.registry[name].splice(index, 1);
}

// node_modules/before-after-hook/index.js
const bind = Function.bind;
const bindable = bind.bind(bind);
function bindApi(hook, state, name) {
	const removeHookRef = bindable(removeHook, null).apply(null, name ? [state, name] : [state]);
	hook.api = { remove: removeHookRef };
	hook.remove = removeHookRef;
	[
		"before",
		"error",
		"after",
		"wrap"
	].forEach((kind) => {
		const args = name ? [
			state,
			kind,
			name
		] : [state, kind];
		hook[kind] = hook.api[kind] = bindable(addHook, null).apply(null, args);
	});
}
function Singular() {
	const singularHookName = Symbol("Singular");
	const singularHookState = { registry: {} };
	const singularHook = register.bind(null, singularHookState, singularHookName);
	bindApi(singularHook, singularHookState, singularHookName);
	return singularHook;
}
function Collection() {
	const state = { registry: {} };
	const hook = register.bind(null, state);
	bindApi(hook, state);
	return hook;
}
var before_after_hook_default = {
	Singular,
	Collection
};

// node_modules/@octokit/endpoint/dist-bundle/index.js
var DEFAULTS = {
	method: "GET",
	baseUrl: "https://api.github.com",
	headers: {
		accept: "application/vnd.github.v3+json",
		"user-agent": `octokit-endpoint.js/0.0.0-development ${getUserAgent()}`
	},
	mediaType: { format: "" }
};
function lowercaseKeys(object) {
	if (!object) return {};
	return Object.keys(object).reduce((newObj, key) => {
		newObj[key.toLowerCase()] = object[key];
		return newObj;
	}, {});
}
function isPlainObject$1(value) {
	if (typeof value !== "object" || value === null) return false;
	if (Object.prototype.toString.call(value) !== "[object Object]") return false;
	const proto = Object.getPrototypeOf(value);
	if (proto === null) return true;
	const Ctor = Object.prototype.hasOwnProperty.call(proto, "constructor") && proto.constructor;
	return typeof Ctor === "function" && Ctor instanceof Ctor && Function.prototype.call(Ctor) === Function.prototype.call(value);
}
function mergeDeep(defaults, options) {
	const result = Object.assign({}, defaults);
	Object.keys(options).forEach((key) => {
		if (isPlainObject$1(options[key])) {
			if (!(key in defaults)) Object.assign(result, { [key]: options[key] });
			else result[key] = mergeDeep(defaults[key], options[key]);
		} else Object.assign(result, { [key]: options[key] });
	});
	return result;
}
function removeUndefinedProperties(obj) {
	for (const key in obj) if (obj[key] === void 0) delete obj[key];
	return obj;
}
function merge(defaults, route, options) {
	if (typeof route === "string") {
		let [method, url] = route.split(" ");
		options = Object.assign(url ? {
			method,
			url
		} : { url: method }, options);
	} else options = Object.assign({}, route);
	options.headers = lowercaseKeys(options.headers);
	removeUndefinedProperties(options);
	removeUndefinedProperties(options.headers);
	const mergedOptions = mergeDeep(defaults || {}, options);
	if (options.url === "/graphql") {
		if (defaults && defaults.mediaType.previews?.length) mergedOptions.mediaType.previews = defaults.mediaType.previews.filter((preview) => !mergedOptions.mediaType.previews.includes(preview)).concat(mergedOptions.mediaType.previews);
		mergedOptions.mediaType.previews = (mergedOptions.mediaType.previews || []).map((preview) => preview.replace(/-preview/, ""));
	}
	return mergedOptions;
}
function addQueryParameters(url, parameters) {
	const separator = /\?/.test(url) ? "&" : "?";
	const names = Object.keys(parameters);
	if (names.length === 0) return url;
	return url + separator + names.map((name) => {
		if (name === "q") return "q=" + parameters.q.split("+").map(encodeURIComponent).join("+");
		return `${name}=${encodeURIComponent(parameters[name])}`;
	}).join("&");
}
var urlVariableRegex = /\{[^{}}]+\}/g;
function removeNonChars(variableName) {
	return variableName.replace(/(?:^\W+)|(?:(?<!\W)\W+$)/g, "").split(/,/);
}
function extractUrlVariableNames(url) {
	const matches = url.match(urlVariableRegex);
	if (!matches) return [];
	return matches.map(removeNonChars).reduce((a, b) => a.concat(b), []);
}
function omit(object, keysToOmit) {
	const result = { __proto__: null };
	for (const key of Object.keys(object)) if (keysToOmit.indexOf(key) === -1) result[key] = object[key];
	return result;
}
function encodeReserved(str) {
	return str.split(/(%[0-9A-Fa-f]{2})/g).map(function(part) {
		if (!/%[0-9A-Fa-f]/.test(part)) part = encodeURI(part).replace(/%5B/g, "[").replace(/%5D/g, "]");
		return part;
	}).join("");
}
function encodeUnreserved(str) {
	return encodeURIComponent(str).replace(/[!'()*]/g, function(c) {
		return "%" + c.charCodeAt(0).toString(16).toUpperCase();
	});
}
function encodeValue(operator, value, key) {
	value = operator === "+" || operator === "#" ? encodeReserved(value) : encodeUnreserved(value);
	if (key) return encodeUnreserved(key) + "=" + value;
	else return value;
}
function isDefined(value) {
	return value !== void 0 && value !== null;
}
function isKeyOperator(operator) {
	return operator === ";" || operator === "&" || operator === "?";
}
function getValues(context, operator, key, modifier) {
	var value = context[key], result = [];
	if (isDefined(value) && value !== "") {
		if (typeof value === "string" || typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") {
			value = value.toString();
			if (modifier && modifier !== "*") value = value.substring(0, parseInt(modifier, 10));
			result.push(encodeValue(operator, value, isKeyOperator(operator) ? key : ""));
		} else if (modifier === "*") {
			if (Array.isArray(value)) value.filter(isDefined).forEach(function(value2) {
				result.push(encodeValue(operator, value2, isKeyOperator(operator) ? key : ""));
			});
			else Object.keys(value).forEach(function(k) {
				if (isDefined(value[k])) result.push(encodeValue(operator, value[k], k));
			});
		} else {
			const tmp = [];
			if (Array.isArray(value)) value.filter(isDefined).forEach(function(value2) {
				tmp.push(encodeValue(operator, value2));
			});
			else Object.keys(value).forEach(function(k) {
				if (isDefined(value[k])) {
					tmp.push(encodeUnreserved(k));
					tmp.push(encodeValue(operator, value[k].toString()));
				}
			});
			if (isKeyOperator(operator)) result.push(encodeUnreserved(key) + "=" + tmp.join(","));
			else if (tmp.length !== 0) result.push(tmp.join(","));
		}
	} else if (operator === ";") {
		if (isDefined(value)) result.push(encodeUnreserved(key));
	} else if (value === "" && (operator === "&" || operator === "?")) result.push(encodeUnreserved(key) + "=");
	else if (value === "") result.push("");
	return result;
}
function parseUrl(template) {
	return { expand: expand.bind(null, template) };
}
function expand(template, context) {
	var operators = [
		"+",
		"#",
		".",
		"/",
		";",
		"?",
		"&"
	];
	template = template.replace(/\{([^\{\}]+)\}|([^\{\}]+)/g, function(_, expression, literal) {
		if (expression) {
			let operator = "";
			const values = [];
			if (operators.indexOf(expression.charAt(0)) !== -1) {
				operator = expression.charAt(0);
				expression = expression.substr(1);
			}
			expression.split(/,/g).forEach(function(variable) {
				var tmp = /([^:\*]*)(?::(\d+)|(\*))?/.exec(variable);
				values.push(getValues(context, operator, tmp[1], tmp[2] || tmp[3]));
			});
			if (operator && operator !== "+") {
				var separator = ",";
				if (operator === "?") separator = "&";
				else if (operator !== "#") separator = operator;
				return (values.length !== 0 ? operator : "") + values.join(separator);
			} else return values.join(",");
		} else return encodeReserved(literal);
	});
	if (template === "/") return template;
	else return template.replace(/\/$/, "");
}
function parse$1(options) {
	let method = options.method.toUpperCase();
	let url = (options.url || "/").replace(/:([a-z]\w+)/g, "{$1}");
	let headers = Object.assign({}, options.headers);
	let body;
	let parameters = omit(options, [
		"method",
		"baseUrl",
		"url",
		"headers",
		"request",
		"mediaType"
	]);
	const urlVariableNames = extractUrlVariableNames(url);
	url = parseUrl(url).expand(parameters);
	if (!/^http/.test(url)) url = options.baseUrl + url;
	const remainingParameters = omit(parameters, Object.keys(options).filter((option) => urlVariableNames.includes(option)).concat("baseUrl"));
	if (!/application\/octet-stream/i.test(headers.accept)) {
		if (options.mediaType.format) headers.accept = headers.accept.split(/,/).map((format) => format.replace(/application\/vnd(\.\w+)(\.v3)?(\.\w+)?(\+json)?$/, `application/vnd$1$2.${options.mediaType.format}`)).join(",");
		if (url.endsWith("/graphql")) {
			if (options.mediaType.previews?.length) headers.accept = (headers.accept.match(/(?<![\w-])[\w-]+(?=-preview)/g) || []).concat(options.mediaType.previews).map((preview) => {
				return `application/vnd.github.${preview}-preview${options.mediaType.format ? `.${options.mediaType.format}` : "+json"}`;
			}).join(",");
		}
	}
	if (["GET", "HEAD"].includes(method)) url = addQueryParameters(url, remainingParameters);
	else if ("data" in remainingParameters) body = remainingParameters.data;
	else if (Object.keys(remainingParameters).length) body = remainingParameters;
	if (!headers["content-type"] && typeof body !== "undefined") headers["content-type"] = "application/json; charset=utf-8";
	if (["PATCH", "PUT"].includes(method) && typeof body === "undefined") body = "";
	return Object.assign({
		method,
		url,
		headers
	}, typeof body !== "undefined" ? { body } : null, options.request ? { request: options.request } : null);
}
function endpointWithDefaults(defaults, route, options) {
	return parse$1(merge(defaults, route, options));
}
function withDefaults$2(oldDefaults, newDefaults) {
	const DEFAULTS2 = merge(oldDefaults, newDefaults);
	const endpoint2 = endpointWithDefaults.bind(null, DEFAULTS2);
	return Object.assign(endpoint2, {
		DEFAULTS: DEFAULTS2,
		defaults: withDefaults$2.bind(null, DEFAULTS2),
		merge: merge.bind(null, DEFAULTS2),
		parse: parse$1
	});
}
var endpoint = withDefaults$2(null, DEFAULTS);

// node_modules/content-type/dist/index.js
/*!
* content-type
* Copyright(c) 2015 Douglas Christopher Wilson
* MIT Licensed
*/
const SP = 32;
const HTAB = 9;
const SEMI = 59;
const EQ = 61;
const DQUOTE = 34;
const BSLASH = 92;
const COMMA = 44;
const LOWER_CASE = 1;
const OWS = 2;
const SEMI_FLAG = 4;
const COMMA_FLAG = 8;
const TOKEN_FLAG = 16;
const NON_ASCII = 65280;
const CASE_FLAGS = 65281;
const CHAR_MAP = /* @__PURE__ */ new Uint8Array(256);
CHAR_MAP[HTAB] |= OWS;
CHAR_MAP[SP] |= OWS;
CHAR_MAP[SEMI] |= SEMI_FLAG;
CHAR_MAP[COMMA] |= COMMA_FLAG;
for (let code = 128; code <= 255; code++) CHAR_MAP[code] |= LOWER_CASE;
for (const char of "!#$%&'*+-.^_`|~") CHAR_MAP[char.charCodeAt(0)] |= TOKEN_FLAG;
for (let code = 48; code <= 57; code++) CHAR_MAP[code] |= TOKEN_FLAG;
for (let code = 65; code <= 90; code++) CHAR_MAP[code] |= 17;
for (let code = 97; code <= 122; code++) CHAR_MAP[code] |= TOKEN_FLAG;
const NullObject = /* @__PURE__ */ (() => {
	const C = function() {};
	C.prototype = Object.create(null);
	return C;
})();
function parse(header, options) {
	const stopFlags = SEMI_FLAG | (options?.comma === true ? COMMA_FLAG : 0);
	const len = header.length;
	let valueStart = options?.start ?? 0;
	while ((CHAR_MAP[header.charCodeAt(valueStart)] & OWS) !== 0) valueStart++;
	let index = valueStart;
	let typeFlags = 0;
	let whitespace = -1;
	let stop = options?.parameters === false ? COMMA_FLAG : 0;
	while (index < len) {
		const code = header.charCodeAt(index);
		const flags = CHAR_MAP[code];
		if ((flags & stopFlags) !== 0) {
			stop |= flags & COMMA_FLAG;
			break;
		}
		if ((flags & OWS) !== 0) {
			if (whitespace === -1) whitespace = index;
		} else whitespace = -1;
		typeFlags |= code & NON_ASCII | flags;
		index++;
	}
	const valueEnd = whitespace === -1 ? index : whitespace;
	const value = header.slice(valueStart, valueEnd);
	const type = (typeFlags & CASE_FLAGS) === 0 ? value : value.toLowerCase();
	if (index === len || stop !== 0) return {
		type,
		index,
		parameters: new NullObject()
	};
	return parseParameters(header, type, index, len, stopFlags);
}
function parseParameters(header, type, index, len, stopFlags) {
	const parameters = new NullObject();
	parameter: while (index < len) {
		index++;
		while ((CHAR_MAP[header.charCodeAt(index)] & OWS) !== 0) index++;
		const keyStart = index;
		let keyFlags = 0;
		let keyWhitespace = -1;
		while (index < len) {
			const code = header.charCodeAt(index);
			const flags = CHAR_MAP[code];
			if ((flags & stopFlags) !== 0) {
				if ((flags & COMMA_FLAG) !== 0) break parameter;
				continue parameter;
			}
			if (code === EQ) {
				const keyEnd = keyWhitespace === -1 ? index : keyWhitespace;
				const value = header.slice(keyStart, keyEnd);
				const key = (keyFlags & CASE_FLAGS) === 0 ? value : value.toLowerCase();
				index++;
				while ((CHAR_MAP[header.charCodeAt(index)] & OWS) !== 0) index++;
				if (index < len && header.charCodeAt(index) === DQUOTE) {
					const quotedStart = ++index;
					let escaped = false;
					while (index < len) {
						const code = header.charCodeAt(index);
						if (code === DQUOTE) {
							if (parameters[key] === void 0) parameters[key] = escaped ? unescapeQuotedPairs(header, quotedStart, index) : header.slice(quotedStart, index);
							index++;
							let stop = 0;
							while (index < len) {
								const code = header.charCodeAt(index);
								const flags = CHAR_MAP[code];
								if ((flags & stopFlags) !== 0) {
									stop = flags & COMMA_FLAG;
									break;
								}
								index++;
							}
							if (stop !== 0) break parameter;
							continue parameter;
						}
						if (code === BSLASH && index + 1 < len) {
							escaped = true;
							index += 2;
							continue;
						}
						index++;
					}
					continue parameter;
				}
				const valueStart = index;
				let stop = 0;
				let valueWhitespace = -1;
				while (index < len) {
					const code = header.charCodeAt(index);
					const flags = CHAR_MAP[code];
					if ((flags & stopFlags) !== 0) {
						stop = flags & COMMA_FLAG;
						break;
					}
					if ((flags & OWS) !== 0) {
						if (valueWhitespace === -1) valueWhitespace = index;
					} else valueWhitespace = -1;
					index++;
				}
				if (parameters[key] === void 0) {
					const valueEnd = valueWhitespace === -1 ? index : valueWhitespace;
					parameters[key] = header.slice(valueStart, valueEnd);
				}
				if (stop !== 0) break parameter;
				continue parameter;
			}
			if ((flags & OWS) !== 0) {
				if (keyWhitespace === -1) keyWhitespace = index;
			} else keyWhitespace = -1;
			keyFlags |= code & NON_ASCII | flags;
			index++;
		}
	}
	return {
		type,
		index,
		parameters
	};
}
function unescapeQuotedPairs(str, start, end) {
	let result = "";
	for (let index = start; index < end; index++) if (str.charCodeAt(index) === BSLASH) {
		result += str.slice(start, index);
		start = ++index;
	}
	return result + str.slice(start, end);
}

// node_modules/json-with-bigint/json-with-bigint.js
const intRegex = /^-?\d+$/;
const noiseValue = /^-?\d+n+$/;
const originalStringify = JSON.stringify;
const originalParse = JSON.parse;
const customFormat = /^-?\d+n$/;
const bigIntsStringify = /([\[:])?"(-?\d+)n"($|\s*[,\}\]])/g;
const noiseStringify = /([\[:])?("-?\d+n+)n("$|"\s*[,\}\]])/g;
const isUnstringifiable = (val) => val === void 0 || typeof val === "function" || typeof val === "symbol";
const isRawJSON = (val) => val !== null && typeof val === "object" && val.constructor && val.constructor.name === "RawJSON";
const stringifyIteratively = (rootValue, replacer, spaceParam) => {
	let space = "";
	if (typeof spaceParam === "number") space = " ".repeat(Math.min(10, Math.max(0, Math.floor(spaceParam))));
	else if (typeof spaceParam === "string") space = spaceParam.slice(0, 10);
	const isFunctionReplacer = typeof replacer === "function";
	const propertyList = Array.isArray(replacer) ? new Set(replacer.map(String)) : null;
	const prepareVal = (parent, key, val) => {
		if (val !== null && typeof val === "object" && typeof val.toJSON === "function") val = val.toJSON(key);
		if (typeof val === "string" && noiseValue.test(val)) return val + "n";
		if (typeof val === "bigint") {
			if ("rawJSON" in JSON) return JSON.rawJSON(val.toString());
			return val.toString() + "n";
		}
		if (isFunctionReplacer) val = replacer.call(parent, key, val);
		if (val !== null && typeof val === "object") {
			if (val instanceof Number || val instanceof String || val instanceof Boolean) val = val.valueOf();
		}
		return val;
	};
	const rootProcessed = prepareVal({ "": rootValue }, "", rootValue);
	if (isUnstringifiable(rootProcessed)) return;
	const isRootPrimitive = rootProcessed === null || typeof rootProcessed !== "object";
	const isRootNativeRawJSON = isRawJSON(rootProcessed);
	if (isRootPrimitive || isRootNativeRawJSON) return originalStringify(rootProcessed);
	const chunks = [];
	let level = 0;
	const stack = [{
		parent: { "": rootProcessed },
		key: "",
		val: rootProcessed,
		isArray: Array.isArray(rootProcessed),
		keys: Array.isArray(rootProcessed) ? null : Object.keys(rootProcessed),
		index: 0,
		first: true
	}];
	const visited = new WeakSet([rootProcessed]);
	while (stack.length > 0) {
		const node = stack[stack.length - 1];
		if (node.index === 0) {
			chunks.push(node.isArray ? "[" : "{");
			level++;
		}
		let isDone = false;
		if (node.isArray) {
			if (node.index < node.val.length) {
				if (!node.first) chunks.push(",");
				if (space) chunks.push("\n" + space.repeat(level));
				const childRaw = node.val[node.index];
				const childVal = prepareVal(node.val, String(node.index), childRaw);
				if (isUnstringifiable(childVal)) {
					chunks.push("null");
					node.first = false;
					node.index++;
				} else {
					const isComplexObject = childVal !== null && typeof childVal === "object";
					const isNativeRaw = isRawJSON(childVal);
					if (isComplexObject && !isNativeRaw) {
						if (visited.has(childVal)) throw new TypeError("Converting circular structure to JSON");
						visited.add(childVal);
						stack.push({
							parent: node.val,
							key: String(node.index),
							val: childVal,
							isArray: Array.isArray(childVal),
							keys: Array.isArray(childVal) ? null : Object.keys(childVal),
							index: 0,
							first: true
						});
						node.first = false;
						node.index++;
					} else {
						chunks.push(originalStringify(childVal));
						node.first = false;
						node.index++;
					}
				}
			} else isDone = true;
		} else {
			while (node.index < node.keys.length) {
				const k = node.keys[node.index++];
				if (propertyList && !propertyList.has(k)) continue;
				const childRaw = node.val[k];
				const childVal = prepareVal(node.val, k, childRaw);
				if (isUnstringifiable(childVal)) continue;
				if (!node.first) chunks.push(",");
				if (space) chunks.push("\n" + space.repeat(level) + originalStringify(k) + ": ");
				else chunks.push(originalStringify(k) + ":");
				const isComplexObject = childVal !== null && typeof childVal === "object";
				const isNativeRaw = isRawJSON(childVal);
				if (isComplexObject && !isNativeRaw) {
					if (visited.has(childVal)) throw new TypeError("Converting circular structure to JSON");
					visited.add(childVal);
					stack.push({
						parent: node.val,
						key: k,
						val: childVal,
						isArray: Array.isArray(childVal),
						keys: Array.isArray(childVal) ? null : Object.keys(childVal),
						index: 0,
						first: true
					});
					node.first = false;
					break;
				} else {
					chunks.push(originalStringify(childVal));
					node.first = false;
				}
			}
			if (node.index >= node.keys.length && stack[stack.length - 1] === node) isDone = true;
		}
		if (isDone) {
			level--;
			if (!node.first && space) chunks.push("\n" + space.repeat(level));
			chunks.push(node.isArray ? "]" : "}");
			visited.delete(node.val);
			stack.pop();
		}
	}
	return chunks.join("");
};
const JSONStringify = (value, replacer, space) => {
	try {
		if ("rawJSON" in JSON) return originalStringify(value, (key, val) => {
			if (typeof val === "bigint") return JSON.rawJSON(val.toString());
			if (typeof replacer === "function") return replacer(key, val);
			if (Array.isArray(replacer) && replacer.includes(key)) return val;
			return val;
		}, space);
		if (!value) return originalStringify(value, replacer, space);
		return originalStringify(value, (key, val) => {
			if (typeof val === "string" && noiseValue.test(val)) return val.toString() + "n";
			if (typeof val === "bigint") return val.toString() + "n";
			if (typeof replacer === "function") return replacer(key, val);
			if (Array.isArray(replacer) && replacer.includes(key)) return val;
			return val;
		}, space).replace(bigIntsStringify, "$1$2$3").replace(noiseStringify, "$1$2$3");
	} catch (error) {
		if (error instanceof RangeError) {
			const convertedJSON = stringifyIteratively(value, replacer, space);
			if (convertedJSON === void 0) return void 0;
			if ("rawJSON" in JSON) return convertedJSON;
			return convertedJSON.replace(bigIntsStringify, "$1$2$3").replace(noiseStringify, "$1$2$3");
		}
		throw error;
	}
};
const featureCache = /* @__PURE__ */ new Map();
const isContextSourceSupported = () => {
	const parseFingerprint = JSON.parse.toString();
	if (featureCache.has(parseFingerprint)) return featureCache.get(parseFingerprint);
	try {
		const result = JSON.parse("1", (_, __, context) => !!context?.source && context.source === "1");
		featureCache.set(parseFingerprint, result);
		return result;
	} catch {
		featureCache.set(parseFingerprint, false);
		return false;
	}
};
const convertMarkedBigIntsReviver = (key, value, context, userReviver) => {
	if (typeof value === "string" && customFormat.test(value)) return BigInt(value.slice(0, -1));
	if (typeof value === "string" && noiseValue.test(value)) return value.slice(0, -1);
	if (!(typeof userReviver === "function")) return value;
	return userReviver(key, value, context);
};
const JSONParseV2 = (text, reviver) => {
	return JSON.parse(text, (key, value, context) => {
		const isBigNumber = typeof value === "number" && (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER);
		const isInt = context && intRegex.test(context.source);
		if (isBigNumber && isInt) return BigInt(context.source);
		if (!(typeof reviver === "function")) return value;
		return reviver(key, value, context);
	});
};
const MAX_INT = Number.MAX_SAFE_INTEGER.toString();
const MAX_DIGITS = MAX_INT.length;
const stringsOrLargeNumbers = /"(?:[^"\\]|\\.)*"|-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/g;
const noiseValueWithQuotes = /^"-?\d+n+"$/;
const applyReviverIteratively = (parsed, userReviver) => {
	const rootHolder = { "": parsed };
	const stack = [{
		parent: rootHolder,
		key: "",
		visited: false
	}];
	while (stack.length > 0) {
		const node = stack[stack.length - 1];
		if (!node.visited) {
			node.visited = true;
			const value = node.parent[node.key];
			if (value !== null && typeof value === "object") {
				const keys = Object.keys(value);
				for (let i = keys.length - 1; i >= 0; i--) stack.push({
					parent: value,
					key: keys[i],
					visited: false
				});
			}
		} else {
			const { parent, key } = node;
			let value = parent[key];
			if (typeof value === "string") {
				if (customFormat.test(value)) value = BigInt(value.slice(0, -1));
				else if (noiseValue.test(value)) value = value.slice(0, -1);
			}
			if (typeof userReviver === "function") value = userReviver.call(parent, key, value);
			if (value === void 0) delete parent[key];
			else parent[key] = value;
			stack.pop();
		}
	}
	return rootHolder[""];
};
const serializeBigInts = (text) => {
	return text.replace(stringsOrLargeNumbers, (match, digits, fractional, exponential) => {
		const isString = match[0] === "\"";
		if (isString && noiseValueWithQuotes.test(match)) return match.substring(0, match.length - 1) + "n\"";
		const hasFractionalOrExponential = fractional || exponential;
		const isLessThanMaxSafeInt = digits && (digits.length < MAX_DIGITS || digits.length === MAX_DIGITS && digits <= MAX_INT);
		if (isString || hasFractionalOrExponential || isLessThanMaxSafeInt) return match;
		return "\"" + match + "n\"";
	});
};
const JSONParse = (text, reviver) => {
	if (!text) return originalParse(text, reviver);
	try {
		if (isContextSourceSupported()) return JSONParseV2(text, reviver);
		const serializedData = serializeBigInts(text);
		return originalParse(serializedData, (key, value, context) => convertMarkedBigIntsReviver(key, value, context, reviver));
	} catch (error) {
		if (error instanceof RangeError) {
			const serializedData = serializeBigInts(text);
			const parsed = originalParse(serializedData);
			return applyReviverIteratively(parsed, reviver);
		}
		throw error;
	}
};

// node_modules/@octokit/request-error/dist-src/index.js
var RequestError = class extends Error {
	name;
	status;
	request;
	response;
	constructor(message, statusCode, options) {
		super(message, { cause: options.cause });
		this.name = "HttpError";
		this.status = Number.parseInt(statusCode);
		if (Number.isNaN(this.status)) this.status = 0;
		/* v8 ignore else -- @preserve -- Bug with vitest coverage where it sees an else branch that doesn't exist */
		if ("response" in options) this.response = options.response;
		const requestCopy = Object.assign({}, options.request);
		if (options.request.headers.authorization) requestCopy.headers = Object.assign({}, options.request.headers, { authorization: options.request.headers.authorization.replace(/(?<! ) .*$/, " [REDACTED]") });
		requestCopy.url = requestCopy.url.replace(/\bclient_secret=\w+/g, "client_secret=[REDACTED]").replace(/\baccess_token=\w+/g, "access_token=[REDACTED]");
		this.request = requestCopy;
	}
};

// node_modules/@octokit/request/dist-bundle/index.js
var defaults_default = { headers: { "user-agent": `octokit-request.js/10.0.16 ${getUserAgent()}` } };
function isPlainObject(value) {
	if (typeof value !== "object" || value === null) return false;
	if (Object.prototype.toString.call(value) !== "[object Object]") return false;
	const proto = Object.getPrototypeOf(value);
	if (proto === null) return true;
	const Ctor = Object.prototype.hasOwnProperty.call(proto, "constructor") && proto.constructor;
	return typeof Ctor === "function" && Ctor instanceof Ctor && Function.prototype.call(Ctor) === Function.prototype.call(value);
}
var noop$1 = () => "";
async function fetchWrapper(requestOptions) {
	const fetch = requestOptions.request?.fetch || globalThis.fetch;
	if (!fetch) throw new Error("fetch is not set. Please pass a fetch implementation as new Octokit({ request: { fetch }}). Learn more at https://github.com/octokit/octokit.js/#fetch-missing");
	const log = requestOptions.request?.log || console;
	const parseSuccessResponseBody = requestOptions.request?.parseSuccessResponseBody !== false;
	const body = isPlainObject(requestOptions.body) || Array.isArray(requestOptions.body) ? JSONStringify(requestOptions.body) : requestOptions.body;
	const requestHeaders = Object.fromEntries(Object.entries(requestOptions.headers).map(([name, value]) => [name, String(value)]));
	let fetchResponse;
	try {
		fetchResponse = await fetch(requestOptions.url, {
			method: requestOptions.method,
			body,
			redirect: requestOptions.request?.redirect,
			headers: requestHeaders,
			signal: requestOptions.request?.signal,
			...requestOptions.body && { duplex: "half" }
		});
	} catch (error) {
		let message = "Unknown Error";
		if (error instanceof Error) {
			if (error.name === "AbortError") {
				error.status = 500;
				throw error;
			}
			message = error.message;
			if (error.name === "TypeError" && "cause" in error) {
				if (error.cause instanceof Error) message = error.cause.message;
				else if (typeof error.cause === "string") message = error.cause;
			}
		}
		const requestError = new RequestError(message, 500, { request: requestOptions });
		requestError.cause = error;
		throw requestError;
	}
	const status = fetchResponse.status;
	const url = fetchResponse.url;
	const responseHeaders = {};
	for (const [key, value] of fetchResponse.headers) responseHeaders[key] = value;
	const octokitResponse = {
		url,
		status,
		headers: responseHeaders,
		data: ""
	};
	if ("deprecation" in responseHeaders) {
		const matches = responseHeaders.link && responseHeaders.link.match(/<([^<>]+)>; rel="deprecation"/);
		const deprecationLink = matches && matches.pop();
		log.warn(`[@octokit/request] "${requestOptions.method} ${requestOptions.url}" is deprecated. It is scheduled to be removed on ${responseHeaders.sunset}${deprecationLink ? `. See ${deprecationLink}` : ""}`);
	}
	if (status === 204 || status === 205) return octokitResponse;
	if (requestOptions.method === "HEAD") {
		if (status < 400) return octokitResponse;
		throw new RequestError(fetchResponse.statusText, status, {
			response: octokitResponse,
			request: requestOptions
		});
	}
	if (status === 304) {
		octokitResponse.data = await getResponseData(fetchResponse);
		throw new RequestError("Not modified", status, {
			response: octokitResponse,
			request: requestOptions
		});
	}
	if (status >= 400) {
		octokitResponse.data = await getResponseData(fetchResponse);
		throw new RequestError(toErrorMessage(octokitResponse.data), status, {
			response: octokitResponse,
			request: requestOptions
		});
	}
	octokitResponse.data = parseSuccessResponseBody ? await getResponseData(fetchResponse) : fetchResponse.body;
	return octokitResponse;
}
async function getResponseData(response) {
	const contentType = response.headers.get("content-type");
	if (!contentType) return response.text().catch(noop$1);
	const mimetype = parse(contentType);
	if (isJSONResponse(mimetype)) {
		let text = "";
		try {
			text = await response.text();
			return JSONParse(text);
		} catch (err) {
			return text;
		}
	} else if (mimetype.type.startsWith("text/") || mimetype.parameters.charset?.toLowerCase() === "utf-8" && mimetype.type !== "application/octet-stream") return response.text().catch(noop$1);
	else return response.arrayBuffer().catch(
		/* v8 ignore next -- @preserve */
		() => /* @__PURE__ */ new ArrayBuffer(0)
	);
}
function isJSONResponse(mimetype) {
	return mimetype.type === "application/json" || mimetype.type === "application/scim+json";
}
function toErrorMessage(data) {
	if (typeof data === "string") return data;
	if (data instanceof ArrayBuffer) return "Unknown error";
	if (typeof data === "object" && data !== null && "message" in data) {
		const objectData = data;
		const suffix = "documentation_url" in objectData ? ` - ${objectData.documentation_url}` : "";
		return Array.isArray(objectData.errors) ? `${objectData.message}: ${objectData.errors.map((v) => JSON.stringify(v)).join(", ")}${suffix}` : `${objectData.message}${suffix}`;
	}
	return `Unknown error: ${JSON.stringify(data)}`;
}
function withDefaults$1(oldEndpoint, newDefaults) {
	const endpoint2 = oldEndpoint.defaults(newDefaults);
	const newApi = function(route, parameters) {
		const endpointOptions = endpoint2.merge(route, parameters);
		if (!endpointOptions.request || !endpointOptions.request.hook) return fetchWrapper(endpoint2.parse(endpointOptions));
		const request2 = (route2, parameters2) => {
			return fetchWrapper(endpoint2.parse(endpoint2.merge(route2, parameters2)));
		};
		Object.assign(request2, {
			endpoint: endpoint2,
			defaults: withDefaults$1.bind(null, endpoint2)
		});
		return endpointOptions.request.hook(request2, endpointOptions);
	};
	return Object.assign(newApi, {
		endpoint: endpoint2,
		defaults: withDefaults$1.bind(null, endpoint2)
	});
}
var request = withDefaults$1(endpoint, defaults_default);
/* v8 ignore next -- @preserve */
/* v8 ignore else -- @preserve */

// node_modules/@octokit/graphql/dist-bundle/index.js
var VERSION$5 = "0.0.0-development";
function _buildMessageForResponseErrors(data) {
	return `Request failed due to following response errors:
` + data.errors.map((e) => ` - ${e.message}`).join("\n");
}
var GraphqlResponseError = class extends Error {
	constructor(request2, headers, response) {
		super(_buildMessageForResponseErrors(response));
		this.request = request2;
		this.headers = headers;
		this.response = response;
		this.errors = response.errors;
		this.data = response.data;
		if (Error.captureStackTrace) Error.captureStackTrace(this, this.constructor);
	}
	request;
	headers;
	response;
	name = "GraphqlResponseError";
	errors;
	data;
};
var NON_VARIABLE_OPTIONS = [
	"method",
	"baseUrl",
	"url",
	"headers",
	"request",
	"query",
	"mediaType",
	"operationName"
];
var FORBIDDEN_VARIABLE_OPTIONS = [
	"query",
	"method",
	"url"
];
var GHES_V3_SUFFIX_REGEX = /\/api\/v3\/?$/;
function graphql(request2, query, options) {
	if (options) {
		if (typeof query === "string" && "query" in options) return Promise.reject(/* @__PURE__ */ new Error(`[@octokit/graphql] "query" cannot be used as variable name`));
		for (const key in options) {
			if (!FORBIDDEN_VARIABLE_OPTIONS.includes(key)) continue;
			return Promise.reject(/* @__PURE__ */ new Error(`[@octokit/graphql] "${key}" cannot be used as variable name`));
		}
	}
	const parsedOptions = typeof query === "string" ? Object.assign({ query }, options) : query;
	const requestOptions = Object.keys(parsedOptions).reduce((result, key) => {
		if (NON_VARIABLE_OPTIONS.includes(key)) {
			result[key] = parsedOptions[key];
			return result;
		}
		if (!result.variables) result.variables = {};
		result.variables[key] = parsedOptions[key];
		return result;
	}, {});
	const baseUrl = parsedOptions.baseUrl || request2.endpoint.DEFAULTS.baseUrl;
	if (GHES_V3_SUFFIX_REGEX.test(baseUrl)) requestOptions.url = baseUrl.replace(GHES_V3_SUFFIX_REGEX, "/api/graphql");
	return request2(requestOptions).then((response) => {
		if (response.data.errors) {
			const headers = {};
			for (const key of Object.keys(response.headers)) headers[key] = response.headers[key];
			throw new GraphqlResponseError(requestOptions, headers, response.data);
		}
		return response.data.data;
	});
}
function withDefaults(request2, newDefaults) {
	const newRequest = request2.defaults(newDefaults);
	const newApi = (query, options) => {
		return graphql(newRequest, query, options);
	};
	return Object.assign(newApi, {
		defaults: withDefaults.bind(null, newRequest),
		endpoint: newRequest.endpoint
	});
}
var graphql2 = withDefaults(request, {
	headers: { "user-agent": `octokit-graphql.js/${VERSION$5} ${getUserAgent()}` },
	method: "POST",
	url: "/graphql"
});
function withCustomRequest(customRequest) {
	return withDefaults(customRequest, {
		method: "POST",
		url: "/graphql"
	});
}
/* v8 ignore if -- @preserve */

// node_modules/@octokit/auth-token/dist-bundle/index.js
var b64url = "(?:[a-zA-Z0-9_-]+)";
var sep = "\\.";
var jwtRE = new RegExp(`^${b64url}${sep}${b64url}${sep}${b64url}$`);
var isJWT = jwtRE.test.bind(jwtRE);
async function auth(token) {
	const isApp = isJWT(token);
	const isInstallation = token.startsWith("v1.") || token.startsWith("ghs_");
	const isUserToServer = token.startsWith("ghu_");
	return {
		type: "token",
		token,
		tokenType: isApp ? "app" : isInstallation ? "installation" : isUserToServer ? "user-to-server" : "oauth"
	};
}
function withAuthorizationPrefix(token) {
	if (token.split(/\./).length === 3) return `bearer ${token}`;
	return `token ${token}`;
}
async function hook(token, request, route, parameters) {
	const endpoint = request.endpoint.merge(route, parameters);
	endpoint.headers.authorization = withAuthorizationPrefix(token);
	return request(endpoint);
}
var createTokenAuth = function createTokenAuth2(token) {
	if (!token) throw new Error("[@octokit/auth-token] No token passed to createTokenAuth");
	if (typeof token !== "string") throw new Error("[@octokit/auth-token] Token passed to createTokenAuth is not a string");
	token = token.replace(/^(token|bearer) +/i, "");
	return Object.assign(auth.bind(null, token), { hook: hook.bind(null, token) });
};

// node_modules/@octokit/core/dist-src/version.js
const VERSION$4 = "7.0.8";

// node_modules/@octokit/core/dist-src/index.js
const noop = () => {};
const consoleWarn = console.warn.bind(console);
const consoleError = console.error.bind(console);
function createLogger(logger = {}) {
	if (typeof logger.debug !== "function") logger.debug = noop;
	if (typeof logger.info !== "function") logger.info = noop;
	if (typeof logger.warn !== "function") logger.warn = consoleWarn;
	if (typeof logger.error !== "function") logger.error = consoleError;
	return logger;
}
const userAgentTrail = `octokit-core.js/${VERSION$4} ${getUserAgent()}`;
var Octokit$1 = class {
	static VERSION = VERSION$4;
	static defaults(defaults) {
		const OctokitWithDefaults = class extends this {
			constructor(...args) {
				const options = args[0] || {};
				if (typeof defaults === "function") {
					super(defaults(options));
					return;
				}
				super(Object.assign({}, defaults, options, options.userAgent && defaults.userAgent ? { userAgent: `${options.userAgent} ${defaults.userAgent}` } : null));
			}
		};
		return OctokitWithDefaults;
	}
	static plugins = [];
	static plugin(...newPlugins) {
		const currentPlugins = this.plugins;
		const NewOctokit = class extends this {
			static plugins = currentPlugins.concat(newPlugins.filter((plugin) => !currentPlugins.includes(plugin)));
		};
		return NewOctokit;
	}
	constructor(options = {}) {
		const hook = new before_after_hook_default.Collection();
		const requestDefaults = {
			baseUrl: request.endpoint.DEFAULTS.baseUrl,
			headers: {},
			request: Object.assign({}, options.request, { hook: hook.bind(null, "request") }),
			mediaType: {
				previews: [],
				format: ""
			}
		};
		requestDefaults.headers["user-agent"] = options.userAgent ? `${options.userAgent} ${userAgentTrail}` : userAgentTrail;
		if (options.baseUrl) requestDefaults.baseUrl = options.baseUrl;
		if (options.previews) requestDefaults.mediaType.previews = options.previews;
		if (options.timeZone) requestDefaults.headers["time-zone"] = options.timeZone;
		this.request = request.defaults(requestDefaults);
		this.graphql = withCustomRequest(this.request).defaults(requestDefaults);
		this.log = createLogger(options.log);
		this.hook = hook;
		if (!options.authStrategy) {
			if (!options.auth) this.auth = async () => ({ type: "unauthenticated" });
			else {
				const auth = createTokenAuth(options.auth);
				hook.wrap("request", auth.hook);
				this.auth = auth;
			}
		} else {
			const { authStrategy, ...otherOptions } = options;
			const auth = authStrategy(Object.assign({
				request: this.request,
				log: this.log,
				octokit: this,
				octokitOptions: otherOptions
			}, options.auth));
			hook.wrap("request", auth.hook);
			this.auth = auth;
		}
		const classConstructor = this.constructor;
		for (let i = 0; i < classConstructor.plugins.length; ++i) Object.assign(this, classConstructor.plugins[i](this, options));
	}
	request;
	graphql;
	log;
	hook;
	auth;
};

// node_modules/@octokit/plugin-request-log/dist-src/version.js
const VERSION$3 = "6.0.0";

// node_modules/@octokit/plugin-request-log/dist-src/index.js
function requestLog(octokit) {
	octokit.hook.wrap("request", (request, options) => {
		octokit.log.debug("request", options);
		const start = Date.now();
		const requestOptions = octokit.request.endpoint.parse(options);
		const path = requestOptions.url.replace(options.baseUrl, "");
		return request(options).then((response) => {
			const requestId = response.headers["x-github-request-id"];
			octokit.log.info(`${requestOptions.method} ${path} - ${response.status} with id ${requestId} in ${Date.now() - start}ms`);
			return response;
		}).catch((error) => {
			const requestId = error.response?.headers["x-github-request-id"] || "UNKNOWN";
			octokit.log.error(`${requestOptions.method} ${path} - ${error.status} with id ${requestId} in ${Date.now() - start}ms`);
			throw error;
		});
	});
}
requestLog.VERSION = VERSION$3;

// node_modules/@octokit/plugin-paginate-rest/dist-bundle/index.js
var VERSION$2 = "0.0.0-development";
function normalizePaginatedListResponse(response) {
	if (!response.data) return {
		...response,
		data: []
	};
	if (!(("total_count" in response.data || "total_commits" in response.data) && !("url" in response.data))) return response;
	const incompleteResults = response.data.incomplete_results;
	const repositorySelection = response.data.repository_selection;
	const totalCount = response.data.total_count;
	const totalCommits = response.data.total_commits;
	delete response.data.incomplete_results;
	delete response.data.repository_selection;
	delete response.data.total_count;
	delete response.data.total_commits;
	const namespaceKey = Object.keys(response.data)[0];
	response.data = response.data[namespaceKey];
	if (typeof incompleteResults !== "undefined") response.data.incomplete_results = incompleteResults;
	if (typeof repositorySelection !== "undefined") response.data.repository_selection = repositorySelection;
	response.data.total_count = totalCount;
	response.data.total_commits = totalCommits;
	return response;
}
function iterator(octokit, route, parameters) {
	const options = typeof route === "function" ? route.endpoint(parameters) : octokit.request.endpoint(route, parameters);
	const requestMethod = typeof route === "function" ? route : octokit.request;
	const method = options.method;
	const headers = options.headers;
	let url = options.url;
	return { [Symbol.asyncIterator]: () => ({ async next() {
		if (!url) return { done: true };
		try {
			const normalizedResponse = normalizePaginatedListResponse(await requestMethod({
				method,
				url,
				headers
			}));
			url = ((normalizedResponse.headers.link || "").match(/<([^<>]+)>;\s*rel="next"/) || [])[1];
			if (!url && "total_commits" in normalizedResponse.data) {
				const parsedUrl = new URL(normalizedResponse.url);
				const params = parsedUrl.searchParams;
				const page = parseInt(params.get("page") || "1", 10);
				if (page * parseInt(params.get("per_page") || "250", 10) < normalizedResponse.data.total_commits) {
					params.set("page", String(page + 1));
					url = parsedUrl.toString();
				}
			}
			return { value: normalizedResponse };
		} catch (error) {
			if (error.status !== 409) throw error;
			url = "";
			return { value: {
				status: 200,
				headers: {},
				data: []
			} };
		}
	} }) };
}
function paginate(octokit, route, parameters, mapFn) {
	if (typeof parameters === "function") {
		mapFn = parameters;
		parameters = void 0;
	}
	return gather(octokit, [], iterator(octokit, route, parameters)[Symbol.asyncIterator](), mapFn);
}
function gather(octokit, results, iterator2, mapFn) {
	return iterator2.next().then((result) => {
		if (result.done) return results;
		let earlyExit = false;
		function done() {
			earlyExit = true;
		}
		results = results.concat(mapFn ? mapFn(result.value, done) : result.value.data);
		if (earlyExit) return results;
		return gather(octokit, results, iterator2, mapFn);
	});
}
var composePaginateRest = Object.assign(paginate, { iterator });
function paginateRest(octokit) {
	return { paginate: Object.assign(paginate.bind(null, octokit), { iterator: iterator.bind(null, octokit) }) };
}
paginateRest.VERSION = VERSION$2;

// node_modules/@octokit/plugin-rest-endpoint-methods/dist-src/version.js
const VERSION$1 = "17.0.0";

// node_modules/@octokit/plugin-rest-endpoint-methods/dist-src/generated/endpoints.js
var endpoints_default = {
	actions: {
		addCustomLabelsToSelfHostedRunnerForOrg: ["POST /orgs/{org}/actions/runners/{runner_id}/labels"],
		addCustomLabelsToSelfHostedRunnerForRepo: ["POST /repos/{owner}/{repo}/actions/runners/{runner_id}/labels"],
		addRepoAccessToSelfHostedRunnerGroupInOrg: ["PUT /orgs/{org}/actions/runner-groups/{runner_group_id}/repositories/{repository_id}"],
		addSelectedRepoToOrgSecret: ["PUT /orgs/{org}/actions/secrets/{secret_name}/repositories/{repository_id}"],
		addSelectedRepoToOrgVariable: ["PUT /orgs/{org}/actions/variables/{name}/repositories/{repository_id}"],
		approveWorkflowRun: ["POST /repos/{owner}/{repo}/actions/runs/{run_id}/approve"],
		cancelWorkflowRun: ["POST /repos/{owner}/{repo}/actions/runs/{run_id}/cancel"],
		createEnvironmentVariable: ["POST /repos/{owner}/{repo}/environments/{environment_name}/variables"],
		createHostedRunnerForOrg: ["POST /orgs/{org}/actions/hosted-runners"],
		createOrUpdateEnvironmentSecret: ["PUT /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}"],
		createOrUpdateOrgSecret: ["PUT /orgs/{org}/actions/secrets/{secret_name}"],
		createOrUpdateRepoSecret: ["PUT /repos/{owner}/{repo}/actions/secrets/{secret_name}"],
		createOrgVariable: ["POST /orgs/{org}/actions/variables"],
		createRegistrationTokenForOrg: ["POST /orgs/{org}/actions/runners/registration-token"],
		createRegistrationTokenForRepo: ["POST /repos/{owner}/{repo}/actions/runners/registration-token"],
		createRemoveTokenForOrg: ["POST /orgs/{org}/actions/runners/remove-token"],
		createRemoveTokenForRepo: ["POST /repos/{owner}/{repo}/actions/runners/remove-token"],
		createRepoVariable: ["POST /repos/{owner}/{repo}/actions/variables"],
		createWorkflowDispatch: ["POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches"],
		deleteActionsCacheById: ["DELETE /repos/{owner}/{repo}/actions/caches/{cache_id}"],
		deleteActionsCacheByKey: ["DELETE /repos/{owner}/{repo}/actions/caches{?key,ref}"],
		deleteArtifact: ["DELETE /repos/{owner}/{repo}/actions/artifacts/{artifact_id}"],
		deleteCustomImageFromOrg: ["DELETE /orgs/{org}/actions/hosted-runners/images/custom/{image_definition_id}"],
		deleteCustomImageVersionFromOrg: ["DELETE /orgs/{org}/actions/hosted-runners/images/custom/{image_definition_id}/versions/{version}"],
		deleteEnvironmentSecret: ["DELETE /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}"],
		deleteEnvironmentVariable: ["DELETE /repos/{owner}/{repo}/environments/{environment_name}/variables/{name}"],
		deleteHostedRunnerForOrg: ["DELETE /orgs/{org}/actions/hosted-runners/{hosted_runner_id}"],
		deleteOrgSecret: ["DELETE /orgs/{org}/actions/secrets/{secret_name}"],
		deleteOrgVariable: ["DELETE /orgs/{org}/actions/variables/{name}"],
		deleteRepoSecret: ["DELETE /repos/{owner}/{repo}/actions/secrets/{secret_name}"],
		deleteRepoVariable: ["DELETE /repos/{owner}/{repo}/actions/variables/{name}"],
		deleteSelfHostedRunnerFromOrg: ["DELETE /orgs/{org}/actions/runners/{runner_id}"],
		deleteSelfHostedRunnerFromRepo: ["DELETE /repos/{owner}/{repo}/actions/runners/{runner_id}"],
		deleteWorkflowRun: ["DELETE /repos/{owner}/{repo}/actions/runs/{run_id}"],
		deleteWorkflowRunLogs: ["DELETE /repos/{owner}/{repo}/actions/runs/{run_id}/logs"],
		disableSelectedRepositoryGithubActionsOrganization: ["DELETE /orgs/{org}/actions/permissions/repositories/{repository_id}"],
		disableWorkflow: ["PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/disable"],
		downloadArtifact: ["GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}"],
		downloadJobLogsForWorkflowRun: ["GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs"],
		downloadWorkflowRunAttemptLogs: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/logs"],
		downloadWorkflowRunLogs: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}/logs"],
		enableSelectedRepositoryGithubActionsOrganization: ["PUT /orgs/{org}/actions/permissions/repositories/{repository_id}"],
		enableWorkflow: ["PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/enable"],
		forceCancelWorkflowRun: ["POST /repos/{owner}/{repo}/actions/runs/{run_id}/force-cancel"],
		generateRunnerJitconfigForOrg: ["POST /orgs/{org}/actions/runners/generate-jitconfig"],
		generateRunnerJitconfigForRepo: ["POST /repos/{owner}/{repo}/actions/runners/generate-jitconfig"],
		getActionsCacheList: ["GET /repos/{owner}/{repo}/actions/caches"],
		getActionsCacheUsage: ["GET /repos/{owner}/{repo}/actions/cache/usage"],
		getActionsCacheUsageByRepoForOrg: ["GET /orgs/{org}/actions/cache/usage-by-repository"],
		getActionsCacheUsageForOrg: ["GET /orgs/{org}/actions/cache/usage"],
		getAllowedActionsOrganization: ["GET /orgs/{org}/actions/permissions/selected-actions"],
		getAllowedActionsRepository: ["GET /repos/{owner}/{repo}/actions/permissions/selected-actions"],
		getArtifact: ["GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}"],
		getCustomImageForOrg: ["GET /orgs/{org}/actions/hosted-runners/images/custom/{image_definition_id}"],
		getCustomImageVersionForOrg: ["GET /orgs/{org}/actions/hosted-runners/images/custom/{image_definition_id}/versions/{version}"],
		getCustomOidcSubClaimForRepo: ["GET /repos/{owner}/{repo}/actions/oidc/customization/sub"],
		getEnvironmentPublicKey: ["GET /repos/{owner}/{repo}/environments/{environment_name}/secrets/public-key"],
		getEnvironmentSecret: ["GET /repos/{owner}/{repo}/environments/{environment_name}/secrets/{secret_name}"],
		getEnvironmentVariable: ["GET /repos/{owner}/{repo}/environments/{environment_name}/variables/{name}"],
		getGithubActionsDefaultWorkflowPermissionsOrganization: ["GET /orgs/{org}/actions/permissions/workflow"],
		getGithubActionsDefaultWorkflowPermissionsRepository: ["GET /repos/{owner}/{repo}/actions/permissions/workflow"],
		getGithubActionsPermissionsOrganization: ["GET /orgs/{org}/actions/permissions"],
		getGithubActionsPermissionsRepository: ["GET /repos/{owner}/{repo}/actions/permissions"],
		getHostedRunnerForOrg: ["GET /orgs/{org}/actions/hosted-runners/{hosted_runner_id}"],
		getHostedRunnersGithubOwnedImagesForOrg: ["GET /orgs/{org}/actions/hosted-runners/images/github-owned"],
		getHostedRunnersLimitsForOrg: ["GET /orgs/{org}/actions/hosted-runners/limits"],
		getHostedRunnersMachineSpecsForOrg: ["GET /orgs/{org}/actions/hosted-runners/machine-sizes"],
		getHostedRunnersPartnerImagesForOrg: ["GET /orgs/{org}/actions/hosted-runners/images/partner"],
		getHostedRunnersPlatformsForOrg: ["GET /orgs/{org}/actions/hosted-runners/platforms"],
		getJobForWorkflowRun: ["GET /repos/{owner}/{repo}/actions/jobs/{job_id}"],
		getOrgPublicKey: ["GET /orgs/{org}/actions/secrets/public-key"],
		getOrgSecret: ["GET /orgs/{org}/actions/secrets/{secret_name}"],
		getOrgVariable: ["GET /orgs/{org}/actions/variables/{name}"],
		getPendingDeploymentsForRun: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}/pending_deployments"],
		getRepoPermissions: [
			"GET /repos/{owner}/{repo}/actions/permissions",
			{},
			{ renamed: ["actions", "getGithubActionsPermissionsRepository"] }
		],
		getRepoPublicKey: ["GET /repos/{owner}/{repo}/actions/secrets/public-key"],
		getRepoSecret: ["GET /repos/{owner}/{repo}/actions/secrets/{secret_name}"],
		getRepoVariable: ["GET /repos/{owner}/{repo}/actions/variables/{name}"],
		getReviewsForRun: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}/approvals"],
		getSelfHostedRunnerForOrg: ["GET /orgs/{org}/actions/runners/{runner_id}"],
		getSelfHostedRunnerForRepo: ["GET /repos/{owner}/{repo}/actions/runners/{runner_id}"],
		getWorkflow: ["GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}"],
		getWorkflowAccessToRepository: ["GET /repos/{owner}/{repo}/actions/permissions/access"],
		getWorkflowRun: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}"],
		getWorkflowRunAttempt: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}"],
		getWorkflowRunUsage: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}/timing"],
		getWorkflowUsage: ["GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/timing"],
		listArtifactsForRepo: ["GET /repos/{owner}/{repo}/actions/artifacts"],
		listCustomImageVersionsForOrg: ["GET /orgs/{org}/actions/hosted-runners/images/custom/{image_definition_id}/versions"],
		listCustomImagesForOrg: ["GET /orgs/{org}/actions/hosted-runners/images/custom"],
		listEnvironmentSecrets: ["GET /repos/{owner}/{repo}/environments/{environment_name}/secrets"],
		listEnvironmentVariables: ["GET /repos/{owner}/{repo}/environments/{environment_name}/variables"],
		listGithubHostedRunnersInGroupForOrg: ["GET /orgs/{org}/actions/runner-groups/{runner_group_id}/hosted-runners"],
		listHostedRunnersForOrg: ["GET /orgs/{org}/actions/hosted-runners"],
		listJobsForWorkflowRun: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs"],
		listJobsForWorkflowRunAttempt: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs"],
		listLabelsForSelfHostedRunnerForOrg: ["GET /orgs/{org}/actions/runners/{runner_id}/labels"],
		listLabelsForSelfHostedRunnerForRepo: ["GET /repos/{owner}/{repo}/actions/runners/{runner_id}/labels"],
		listOrgSecrets: ["GET /orgs/{org}/actions/secrets"],
		listOrgVariables: ["GET /orgs/{org}/actions/variables"],
		listRepoOrganizationSecrets: ["GET /repos/{owner}/{repo}/actions/organization-secrets"],
		listRepoOrganizationVariables: ["GET /repos/{owner}/{repo}/actions/organization-variables"],
		listRepoSecrets: ["GET /repos/{owner}/{repo}/actions/secrets"],
		listRepoVariables: ["GET /repos/{owner}/{repo}/actions/variables"],
		listRepoWorkflows: ["GET /repos/{owner}/{repo}/actions/workflows"],
		listRunnerApplicationsForOrg: ["GET /orgs/{org}/actions/runners/downloads"],
		listRunnerApplicationsForRepo: ["GET /repos/{owner}/{repo}/actions/runners/downloads"],
		listSelectedReposForOrgSecret: ["GET /orgs/{org}/actions/secrets/{secret_name}/repositories"],
		listSelectedReposForOrgVariable: ["GET /orgs/{org}/actions/variables/{name}/repositories"],
		listSelectedRepositoriesEnabledGithubActionsOrganization: ["GET /orgs/{org}/actions/permissions/repositories"],
		listSelfHostedRunnersForOrg: ["GET /orgs/{org}/actions/runners"],
		listSelfHostedRunnersForRepo: ["GET /repos/{owner}/{repo}/actions/runners"],
		listWorkflowRunArtifacts: ["GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts"],
		listWorkflowRuns: ["GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs"],
		listWorkflowRunsForRepo: ["GET /repos/{owner}/{repo}/actions/runs"],
		reRunJobForWorkflowRun: ["POST /repos/{owner}/{repo}/actions/jobs/{job_id}/rerun"],
		reRunWorkflow: ["POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun"],
		reRunWorkflowFailedJobs: ["POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs"],
		removeAllCustomLabelsFromSelfHostedRunnerForOrg: ["DELETE /orgs/{org}/actions/runners/{runner_id}/labels"],
		removeAllCustomLabelsFromSelfHostedRunnerForRepo: ["DELETE /repos/{owner}/{repo}/actions/runners/{runner_id}/labels"],
		removeCustomLabelFromSelfHostedRunnerForOrg: ["DELETE /orgs/{org}/actions/runners/{runner_id}/labels/{name}"],
		removeCustomLabelFromSelfHostedRunnerForRepo: ["DELETE /repos/{owner}/{repo}/actions/runners/{runner_id}/labels/{name}"],
		removeSelectedRepoFromOrgSecret: ["DELETE /orgs/{org}/actions/secrets/{secret_name}/repositories/{repository_id}"],
		removeSelectedRepoFromOrgVariable: ["DELETE /orgs/{org}/actions/variables/{name}/repositories/{repository_id}"],
		reviewCustomGatesForRun: ["POST /repos/{owner}/{repo}/actions/runs/{run_id}/deployment_protection_rule"],
		reviewPendingDeploymentsForRun: ["POST /repos/{owner}/{repo}/actions/runs/{run_id}/pending_deployments"],
		setAllowedActionsOrganization: ["PUT /orgs/{org}/actions/permissions/selected-actions"],
		setAllowedActionsRepository: ["PUT /repos/{owner}/{repo}/actions/permissions/selected-actions"],
		setCustomLabelsForSelfHostedRunnerForOrg: ["PUT /orgs/{org}/actions/runners/{runner_id}/labels"],
		setCustomLabelsForSelfHostedRunnerForRepo: ["PUT /repos/{owner}/{repo}/actions/runners/{runner_id}/labels"],
		setCustomOidcSubClaimForRepo: ["PUT /repos/{owner}/{repo}/actions/oidc/customization/sub"],
		setGithubActionsDefaultWorkflowPermissionsOrganization: ["PUT /orgs/{org}/actions/permissions/workflow"],
		setGithubActionsDefaultWorkflowPermissionsRepository: ["PUT /repos/{owner}/{repo}/actions/permissions/workflow"],
		setGithubActionsPermissionsOrganization: ["PUT /orgs/{org}/actions/permissions"],
		setGithubActionsPermissionsRepository: ["PUT /repos/{owner}/{repo}/actions/permissions"],
		setSelectedReposForOrgSecret: ["PUT /orgs/{org}/actions/secrets/{secret_name}/repositories"],
		setSelectedReposForOrgVariable: ["PUT /orgs/{org}/actions/variables/{name}/repositories"],
		setSelectedRepositoriesEnabledGithubActionsOrganization: ["PUT /orgs/{org}/actions/permissions/repositories"],
		setWorkflowAccessToRepository: ["PUT /repos/{owner}/{repo}/actions/permissions/access"],
		updateEnvironmentVariable: ["PATCH /repos/{owner}/{repo}/environments/{environment_name}/variables/{name}"],
		updateHostedRunnerForOrg: ["PATCH /orgs/{org}/actions/hosted-runners/{hosted_runner_id}"],
		updateOrgVariable: ["PATCH /orgs/{org}/actions/variables/{name}"],
		updateRepoVariable: ["PATCH /repos/{owner}/{repo}/actions/variables/{name}"]
	},
	activity: {
		checkRepoIsStarredByAuthenticatedUser: ["GET /user/starred/{owner}/{repo}"],
		deleteRepoSubscription: ["DELETE /repos/{owner}/{repo}/subscription"],
		deleteThreadSubscription: ["DELETE /notifications/threads/{thread_id}/subscription"],
		getFeeds: ["GET /feeds"],
		getRepoSubscription: ["GET /repos/{owner}/{repo}/subscription"],
		getThread: ["GET /notifications/threads/{thread_id}"],
		getThreadSubscriptionForAuthenticatedUser: ["GET /notifications/threads/{thread_id}/subscription"],
		listEventsForAuthenticatedUser: ["GET /users/{username}/events"],
		listNotificationsForAuthenticatedUser: ["GET /notifications"],
		listOrgEventsForAuthenticatedUser: ["GET /users/{username}/events/orgs/{org}"],
		listPublicEvents: ["GET /events"],
		listPublicEventsForRepoNetwork: ["GET /networks/{owner}/{repo}/events"],
		listPublicEventsForUser: ["GET /users/{username}/events/public"],
		listPublicOrgEvents: ["GET /orgs/{org}/events"],
		listReceivedEventsForUser: ["GET /users/{username}/received_events"],
		listReceivedPublicEventsForUser: ["GET /users/{username}/received_events/public"],
		listRepoEvents: ["GET /repos/{owner}/{repo}/events"],
		listRepoNotificationsForAuthenticatedUser: ["GET /repos/{owner}/{repo}/notifications"],
		listReposStarredByAuthenticatedUser: ["GET /user/starred"],
		listReposStarredByUser: ["GET /users/{username}/starred"],
		listReposWatchedByUser: ["GET /users/{username}/subscriptions"],
		listStargazersForRepo: ["GET /repos/{owner}/{repo}/stargazers"],
		listWatchedReposForAuthenticatedUser: ["GET /user/subscriptions"],
		listWatchersForRepo: ["GET /repos/{owner}/{repo}/subscribers"],
		markNotificationsAsRead: ["PUT /notifications"],
		markRepoNotificationsAsRead: ["PUT /repos/{owner}/{repo}/notifications"],
		markThreadAsDone: ["DELETE /notifications/threads/{thread_id}"],
		markThreadAsRead: ["PATCH /notifications/threads/{thread_id}"],
		setRepoSubscription: ["PUT /repos/{owner}/{repo}/subscription"],
		setThreadSubscription: ["PUT /notifications/threads/{thread_id}/subscription"],
		starRepoForAuthenticatedUser: ["PUT /user/starred/{owner}/{repo}"],
		unstarRepoForAuthenticatedUser: ["DELETE /user/starred/{owner}/{repo}"]
	},
	apps: {
		addRepoToInstallation: [
			"PUT /user/installations/{installation_id}/repositories/{repository_id}",
			{},
			{ renamed: ["apps", "addRepoToInstallationForAuthenticatedUser"] }
		],
		addRepoToInstallationForAuthenticatedUser: ["PUT /user/installations/{installation_id}/repositories/{repository_id}"],
		checkToken: ["POST /applications/{client_id}/token"],
		createFromManifest: ["POST /app-manifests/{code}/conversions"],
		createInstallationAccessToken: ["POST /app/installations/{installation_id}/access_tokens"],
		deleteAuthorization: ["DELETE /applications/{client_id}/grant"],
		deleteInstallation: ["DELETE /app/installations/{installation_id}"],
		deleteToken: ["DELETE /applications/{client_id}/token"],
		getAuthenticated: ["GET /app"],
		getBySlug: ["GET /apps/{app_slug}"],
		getInstallation: ["GET /app/installations/{installation_id}"],
		getOrgInstallation: ["GET /orgs/{org}/installation"],
		getRepoInstallation: ["GET /repos/{owner}/{repo}/installation"],
		getSubscriptionPlanForAccount: ["GET /marketplace_listing/accounts/{account_id}"],
		getSubscriptionPlanForAccountStubbed: ["GET /marketplace_listing/stubbed/accounts/{account_id}"],
		getUserInstallation: ["GET /users/{username}/installation"],
		getWebhookConfigForApp: ["GET /app/hook/config"],
		getWebhookDelivery: ["GET /app/hook/deliveries/{delivery_id}"],
		listAccountsForPlan: ["GET /marketplace_listing/plans/{plan_id}/accounts"],
		listAccountsForPlanStubbed: ["GET /marketplace_listing/stubbed/plans/{plan_id}/accounts"],
		listInstallationReposForAuthenticatedUser: ["GET /user/installations/{installation_id}/repositories"],
		listInstallationRequestsForAuthenticatedApp: ["GET /app/installation-requests"],
		listInstallations: ["GET /app/installations"],
		listInstallationsForAuthenticatedUser: ["GET /user/installations"],
		listPlans: ["GET /marketplace_listing/plans"],
		listPlansStubbed: ["GET /marketplace_listing/stubbed/plans"],
		listReposAccessibleToInstallation: ["GET /installation/repositories"],
		listSubscriptionsForAuthenticatedUser: ["GET /user/marketplace_purchases"],
		listSubscriptionsForAuthenticatedUserStubbed: ["GET /user/marketplace_purchases/stubbed"],
		listWebhookDeliveries: ["GET /app/hook/deliveries"],
		redeliverWebhookDelivery: ["POST /app/hook/deliveries/{delivery_id}/attempts"],
		removeRepoFromInstallation: [
			"DELETE /user/installations/{installation_id}/repositories/{repository_id}",
			{},
			{ renamed: ["apps", "removeRepoFromInstallationForAuthenticatedUser"] }
		],
		removeRepoFromInstallationForAuthenticatedUser: ["DELETE /user/installations/{installation_id}/repositories/{repository_id}"],
		resetToken: ["PATCH /applications/{client_id}/token"],
		revokeInstallationAccessToken: ["DELETE /installation/token"],
		scopeToken: ["POST /applications/{client_id}/token/scoped"],
		suspendInstallation: ["PUT /app/installations/{installation_id}/suspended"],
		unsuspendInstallation: ["DELETE /app/installations/{installation_id}/suspended"],
		updateWebhookConfigForApp: ["PATCH /app/hook/config"]
	},
	billing: {
		getGithubActionsBillingOrg: ["GET /orgs/{org}/settings/billing/actions"],
		getGithubActionsBillingUser: ["GET /users/{username}/settings/billing/actions"],
		getGithubBillingPremiumRequestUsageReportOrg: ["GET /organizations/{org}/settings/billing/premium_request/usage"],
		getGithubBillingPremiumRequestUsageReportUser: ["GET /users/{username}/settings/billing/premium_request/usage"],
		getGithubBillingUsageReportOrg: ["GET /organizations/{org}/settings/billing/usage"],
		getGithubBillingUsageReportUser: ["GET /users/{username}/settings/billing/usage"],
		getGithubPackagesBillingOrg: ["GET /orgs/{org}/settings/billing/packages"],
		getGithubPackagesBillingUser: ["GET /users/{username}/settings/billing/packages"],
		getSharedStorageBillingOrg: ["GET /orgs/{org}/settings/billing/shared-storage"],
		getSharedStorageBillingUser: ["GET /users/{username}/settings/billing/shared-storage"]
	},
	campaigns: {
		createCampaign: ["POST /orgs/{org}/campaigns"],
		deleteCampaign: ["DELETE /orgs/{org}/campaigns/{campaign_number}"],
		getCampaignSummary: ["GET /orgs/{org}/campaigns/{campaign_number}"],
		listOrgCampaigns: ["GET /orgs/{org}/campaigns"],
		updateCampaign: ["PATCH /orgs/{org}/campaigns/{campaign_number}"]
	},
	checks: {
		create: ["POST /repos/{owner}/{repo}/check-runs"],
		createSuite: ["POST /repos/{owner}/{repo}/check-suites"],
		get: ["GET /repos/{owner}/{repo}/check-runs/{check_run_id}"],
		getSuite: ["GET /repos/{owner}/{repo}/check-suites/{check_suite_id}"],
		listAnnotations: ["GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations"],
		listForRef: ["GET /repos/{owner}/{repo}/commits/{ref}/check-runs"],
		listForSuite: ["GET /repos/{owner}/{repo}/check-suites/{check_suite_id}/check-runs"],
		listSuitesForRef: ["GET /repos/{owner}/{repo}/commits/{ref}/check-suites"],
		rerequestRun: ["POST /repos/{owner}/{repo}/check-runs/{check_run_id}/rerequest"],
		rerequestSuite: ["POST /repos/{owner}/{repo}/check-suites/{check_suite_id}/rerequest"],
		setSuitesPreferences: ["PATCH /repos/{owner}/{repo}/check-suites/preferences"],
		update: ["PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}"]
	},
	codeScanning: {
		commitAutofix: ["POST /repos/{owner}/{repo}/code-scanning/alerts/{alert_number}/autofix/commits"],
		createAutofix: ["POST /repos/{owner}/{repo}/code-scanning/alerts/{alert_number}/autofix"],
		createVariantAnalysis: ["POST /repos/{owner}/{repo}/code-scanning/codeql/variant-analyses"],
		deleteAnalysis: ["DELETE /repos/{owner}/{repo}/code-scanning/analyses/{analysis_id}{?confirm_delete}"],
		deleteCodeqlDatabase: ["DELETE /repos/{owner}/{repo}/code-scanning/codeql/databases/{language}"],
		getAlert: [
			"GET /repos/{owner}/{repo}/code-scanning/alerts/{alert_number}",
			{},
			{ renamedParameters: { alert_id: "alert_number" } }
		],
		getAnalysis: ["GET /repos/{owner}/{repo}/code-scanning/analyses/{analysis_id}"],
		getAutofix: ["GET /repos/{owner}/{repo}/code-scanning/alerts/{alert_number}/autofix"],
		getCodeqlDatabase: ["GET /repos/{owner}/{repo}/code-scanning/codeql/databases/{language}"],
		getDefaultSetup: ["GET /repos/{owner}/{repo}/code-scanning/default-setup"],
		getSarif: ["GET /repos/{owner}/{repo}/code-scanning/sarifs/{sarif_id}"],
		getVariantAnalysis: ["GET /repos/{owner}/{repo}/code-scanning/codeql/variant-analyses/{codeql_variant_analysis_id}"],
		getVariantAnalysisRepoTask: ["GET /repos/{owner}/{repo}/code-scanning/codeql/variant-analyses/{codeql_variant_analysis_id}/repos/{repo_owner}/{repo_name}"],
		listAlertInstances: ["GET /repos/{owner}/{repo}/code-scanning/alerts/{alert_number}/instances"],
		listAlertsForOrg: ["GET /orgs/{org}/code-scanning/alerts"],
		listAlertsForRepo: ["GET /repos/{owner}/{repo}/code-scanning/alerts"],
		listAlertsInstances: [
			"GET /repos/{owner}/{repo}/code-scanning/alerts/{alert_number}/instances",
			{},
			{ renamed: ["codeScanning", "listAlertInstances"] }
		],
		listCodeqlDatabases: ["GET /repos/{owner}/{repo}/code-scanning/codeql/databases"],
		listRecentAnalyses: ["GET /repos/{owner}/{repo}/code-scanning/analyses"],
		updateAlert: ["PATCH /repos/{owner}/{repo}/code-scanning/alerts/{alert_number}"],
		updateDefaultSetup: ["PATCH /repos/{owner}/{repo}/code-scanning/default-setup"],
		uploadSarif: ["POST /repos/{owner}/{repo}/code-scanning/sarifs"]
	},
	codeSecurity: {
		attachConfiguration: ["POST /orgs/{org}/code-security/configurations/{configuration_id}/attach"],
		attachEnterpriseConfiguration: ["POST /enterprises/{enterprise}/code-security/configurations/{configuration_id}/attach"],
		createConfiguration: ["POST /orgs/{org}/code-security/configurations"],
		createConfigurationForEnterprise: ["POST /enterprises/{enterprise}/code-security/configurations"],
		deleteConfiguration: ["DELETE /orgs/{org}/code-security/configurations/{configuration_id}"],
		deleteConfigurationForEnterprise: ["DELETE /enterprises/{enterprise}/code-security/configurations/{configuration_id}"],
		detachConfiguration: ["DELETE /orgs/{org}/code-security/configurations/detach"],
		getConfiguration: ["GET /orgs/{org}/code-security/configurations/{configuration_id}"],
		getConfigurationForRepository: ["GET /repos/{owner}/{repo}/code-security-configuration"],
		getConfigurationsForEnterprise: ["GET /enterprises/{enterprise}/code-security/configurations"],
		getConfigurationsForOrg: ["GET /orgs/{org}/code-security/configurations"],
		getDefaultConfigurations: ["GET /orgs/{org}/code-security/configurations/defaults"],
		getDefaultConfigurationsForEnterprise: ["GET /enterprises/{enterprise}/code-security/configurations/defaults"],
		getRepositoriesForConfiguration: ["GET /orgs/{org}/code-security/configurations/{configuration_id}/repositories"],
		getRepositoriesForEnterpriseConfiguration: ["GET /enterprises/{enterprise}/code-security/configurations/{configuration_id}/repositories"],
		getSingleConfigurationForEnterprise: ["GET /enterprises/{enterprise}/code-security/configurations/{configuration_id}"],
		setConfigurationAsDefault: ["PUT /orgs/{org}/code-security/configurations/{configuration_id}/defaults"],
		setConfigurationAsDefaultForEnterprise: ["PUT /enterprises/{enterprise}/code-security/configurations/{configuration_id}/defaults"],
		updateConfiguration: ["PATCH /orgs/{org}/code-security/configurations/{configuration_id}"],
		updateEnterpriseConfiguration: ["PATCH /enterprises/{enterprise}/code-security/configurations/{configuration_id}"]
	},
	codesOfConduct: {
		getAllCodesOfConduct: ["GET /codes_of_conduct"],
		getConductCode: ["GET /codes_of_conduct/{key}"]
	},
	codespaces: {
		addRepositoryForSecretForAuthenticatedUser: ["PUT /user/codespaces/secrets/{secret_name}/repositories/{repository_id}"],
		addSelectedRepoToOrgSecret: ["PUT /orgs/{org}/codespaces/secrets/{secret_name}/repositories/{repository_id}"],
		checkPermissionsForDevcontainer: ["GET /repos/{owner}/{repo}/codespaces/permissions_check"],
		codespaceMachinesForAuthenticatedUser: ["GET /user/codespaces/{codespace_name}/machines"],
		createForAuthenticatedUser: ["POST /user/codespaces"],
		createOrUpdateOrgSecret: ["PUT /orgs/{org}/codespaces/secrets/{secret_name}"],
		createOrUpdateRepoSecret: ["PUT /repos/{owner}/{repo}/codespaces/secrets/{secret_name}"],
		createOrUpdateSecretForAuthenticatedUser: ["PUT /user/codespaces/secrets/{secret_name}"],
		createWithPrForAuthenticatedUser: ["POST /repos/{owner}/{repo}/pulls/{pull_number}/codespaces"],
		createWithRepoForAuthenticatedUser: ["POST /repos/{owner}/{repo}/codespaces"],
		deleteForAuthenticatedUser: ["DELETE /user/codespaces/{codespace_name}"],
		deleteFromOrganization: ["DELETE /orgs/{org}/members/{username}/codespaces/{codespace_name}"],
		deleteOrgSecret: ["DELETE /orgs/{org}/codespaces/secrets/{secret_name}"],
		deleteRepoSecret: ["DELETE /repos/{owner}/{repo}/codespaces/secrets/{secret_name}"],
		deleteSecretForAuthenticatedUser: ["DELETE /user/codespaces/secrets/{secret_name}"],
		exportForAuthenticatedUser: ["POST /user/codespaces/{codespace_name}/exports"],
		getCodespacesForUserInOrg: ["GET /orgs/{org}/members/{username}/codespaces"],
		getExportDetailsForAuthenticatedUser: ["GET /user/codespaces/{codespace_name}/exports/{export_id}"],
		getForAuthenticatedUser: ["GET /user/codespaces/{codespace_name}"],
		getOrgPublicKey: ["GET /orgs/{org}/codespaces/secrets/public-key"],
		getOrgSecret: ["GET /orgs/{org}/codespaces/secrets/{secret_name}"],
		getPublicKeyForAuthenticatedUser: ["GET /user/codespaces/secrets/public-key"],
		getRepoPublicKey: ["GET /repos/{owner}/{repo}/codespaces/secrets/public-key"],
		getRepoSecret: ["GET /repos/{owner}/{repo}/codespaces/secrets/{secret_name}"],
		getSecretForAuthenticatedUser: ["GET /user/codespaces/secrets/{secret_name}"],
		listDevcontainersInRepositoryForAuthenticatedUser: ["GET /repos/{owner}/{repo}/codespaces/devcontainers"],
		listForAuthenticatedUser: ["GET /user/codespaces"],
		listInOrganization: [
			"GET /orgs/{org}/codespaces",
			{},
			{ renamedParameters: { org_id: "org" } }
		],
		listInRepositoryForAuthenticatedUser: ["GET /repos/{owner}/{repo}/codespaces"],
		listOrgSecrets: ["GET /orgs/{org}/codespaces/secrets"],
		listRepoSecrets: ["GET /repos/{owner}/{repo}/codespaces/secrets"],
		listRepositoriesForSecretForAuthenticatedUser: ["GET /user/codespaces/secrets/{secret_name}/repositories"],
		listSecretsForAuthenticatedUser: ["GET /user/codespaces/secrets"],
		listSelectedReposForOrgSecret: ["GET /orgs/{org}/codespaces/secrets/{secret_name}/repositories"],
		preFlightWithRepoForAuthenticatedUser: ["GET /repos/{owner}/{repo}/codespaces/new"],
		publishForAuthenticatedUser: ["POST /user/codespaces/{codespace_name}/publish"],
		removeRepositoryForSecretForAuthenticatedUser: ["DELETE /user/codespaces/secrets/{secret_name}/repositories/{repository_id}"],
		removeSelectedRepoFromOrgSecret: ["DELETE /orgs/{org}/codespaces/secrets/{secret_name}/repositories/{repository_id}"],
		repoMachinesForAuthenticatedUser: ["GET /repos/{owner}/{repo}/codespaces/machines"],
		setRepositoriesForSecretForAuthenticatedUser: ["PUT /user/codespaces/secrets/{secret_name}/repositories"],
		setSelectedReposForOrgSecret: ["PUT /orgs/{org}/codespaces/secrets/{secret_name}/repositories"],
		startForAuthenticatedUser: ["POST /user/codespaces/{codespace_name}/start"],
		stopForAuthenticatedUser: ["POST /user/codespaces/{codespace_name}/stop"],
		stopInOrganization: ["POST /orgs/{org}/members/{username}/codespaces/{codespace_name}/stop"],
		updateForAuthenticatedUser: ["PATCH /user/codespaces/{codespace_name}"]
	},
	copilot: {
		addCopilotSeatsForTeams: ["POST /orgs/{org}/copilot/billing/selected_teams"],
		addCopilotSeatsForUsers: ["POST /orgs/{org}/copilot/billing/selected_users"],
		cancelCopilotSeatAssignmentForTeams: ["DELETE /orgs/{org}/copilot/billing/selected_teams"],
		cancelCopilotSeatAssignmentForUsers: ["DELETE /orgs/{org}/copilot/billing/selected_users"],
		copilotMetricsForOrganization: ["GET /orgs/{org}/copilot/metrics"],
		copilotMetricsForTeam: ["GET /orgs/{org}/team/{team_slug}/copilot/metrics"],
		getCopilotOrganizationDetails: ["GET /orgs/{org}/copilot/billing"],
		getCopilotSeatDetailsForUser: ["GET /orgs/{org}/members/{username}/copilot"],
		listCopilotSeats: ["GET /orgs/{org}/copilot/billing/seats"]
	},
	credentials: { revoke: ["POST /credentials/revoke"] },
	dependabot: {
		addSelectedRepoToOrgSecret: ["PUT /orgs/{org}/dependabot/secrets/{secret_name}/repositories/{repository_id}"],
		createOrUpdateOrgSecret: ["PUT /orgs/{org}/dependabot/secrets/{secret_name}"],
		createOrUpdateRepoSecret: ["PUT /repos/{owner}/{repo}/dependabot/secrets/{secret_name}"],
		deleteOrgSecret: ["DELETE /orgs/{org}/dependabot/secrets/{secret_name}"],
		deleteRepoSecret: ["DELETE /repos/{owner}/{repo}/dependabot/secrets/{secret_name}"],
		getAlert: ["GET /repos/{owner}/{repo}/dependabot/alerts/{alert_number}"],
		getOrgPublicKey: ["GET /orgs/{org}/dependabot/secrets/public-key"],
		getOrgSecret: ["GET /orgs/{org}/dependabot/secrets/{secret_name}"],
		getRepoPublicKey: ["GET /repos/{owner}/{repo}/dependabot/secrets/public-key"],
		getRepoSecret: ["GET /repos/{owner}/{repo}/dependabot/secrets/{secret_name}"],
		listAlertsForEnterprise: ["GET /enterprises/{enterprise}/dependabot/alerts"],
		listAlertsForOrg: ["GET /orgs/{org}/dependabot/alerts"],
		listAlertsForRepo: ["GET /repos/{owner}/{repo}/dependabot/alerts"],
		listOrgSecrets: ["GET /orgs/{org}/dependabot/secrets"],
		listRepoSecrets: ["GET /repos/{owner}/{repo}/dependabot/secrets"],
		listSelectedReposForOrgSecret: ["GET /orgs/{org}/dependabot/secrets/{secret_name}/repositories"],
		removeSelectedRepoFromOrgSecret: ["DELETE /orgs/{org}/dependabot/secrets/{secret_name}/repositories/{repository_id}"],
		repositoryAccessForOrg: ["GET /organizations/{org}/dependabot/repository-access"],
		setRepositoryAccessDefaultLevel: ["PUT /organizations/{org}/dependabot/repository-access/default-level"],
		setSelectedReposForOrgSecret: ["PUT /orgs/{org}/dependabot/secrets/{secret_name}/repositories"],
		updateAlert: ["PATCH /repos/{owner}/{repo}/dependabot/alerts/{alert_number}"],
		updateRepositoryAccessForOrg: ["PATCH /organizations/{org}/dependabot/repository-access"]
	},
	dependencyGraph: {
		createRepositorySnapshot: ["POST /repos/{owner}/{repo}/dependency-graph/snapshots"],
		diffRange: ["GET /repos/{owner}/{repo}/dependency-graph/compare/{basehead}"],
		exportSbom: ["GET /repos/{owner}/{repo}/dependency-graph/sbom"]
	},
	emojis: { get: ["GET /emojis"] },
	enterpriseTeamMemberships: {
		add: ["PUT /enterprises/{enterprise}/teams/{enterprise-team}/memberships/{username}"],
		bulkAdd: ["POST /enterprises/{enterprise}/teams/{enterprise-team}/memberships/add"],
		bulkRemove: ["POST /enterprises/{enterprise}/teams/{enterprise-team}/memberships/remove"],
		get: ["GET /enterprises/{enterprise}/teams/{enterprise-team}/memberships/{username}"],
		list: ["GET /enterprises/{enterprise}/teams/{enterprise-team}/memberships"],
		remove: ["DELETE /enterprises/{enterprise}/teams/{enterprise-team}/memberships/{username}"]
	},
	enterpriseTeamOrganizations: {
		add: ["PUT /enterprises/{enterprise}/teams/{enterprise-team}/organizations/{org}"],
		bulkAdd: ["POST /enterprises/{enterprise}/teams/{enterprise-team}/organizations/add"],
		bulkRemove: ["POST /enterprises/{enterprise}/teams/{enterprise-team}/organizations/remove"],
		delete: ["DELETE /enterprises/{enterprise}/teams/{enterprise-team}/organizations/{org}"],
		getAssignment: ["GET /enterprises/{enterprise}/teams/{enterprise-team}/organizations/{org}"],
		getAssignments: ["GET /enterprises/{enterprise}/teams/{enterprise-team}/organizations"]
	},
	enterpriseTeams: {
		create: ["POST /enterprises/{enterprise}/teams"],
		delete: ["DELETE /enterprises/{enterprise}/teams/{team_slug}"],
		get: ["GET /enterprises/{enterprise}/teams/{team_slug}"],
		list: ["GET /enterprises/{enterprise}/teams"],
		update: ["PATCH /enterprises/{enterprise}/teams/{team_slug}"]
	},
	gists: {
		checkIsStarred: ["GET /gists/{gist_id}/star"],
		create: ["POST /gists"],
		createComment: ["POST /gists/{gist_id}/comments"],
		delete: ["DELETE /gists/{gist_id}"],
		deleteComment: ["DELETE /gists/{gist_id}/comments/{comment_id}"],
		fork: ["POST /gists/{gist_id}/forks"],
		get: ["GET /gists/{gist_id}"],
		getComment: ["GET /gists/{gist_id}/comments/{comment_id}"],
		getRevision: ["GET /gists/{gist_id}/{sha}"],
		list: ["GET /gists"],
		listComments: ["GET /gists/{gist_id}/comments"],
		listCommits: ["GET /gists/{gist_id}/commits"],
		listForUser: ["GET /users/{username}/gists"],
		listForks: ["GET /gists/{gist_id}/forks"],
		listPublic: ["GET /gists/public"],
		listStarred: ["GET /gists/starred"],
		star: ["PUT /gists/{gist_id}/star"],
		unstar: ["DELETE /gists/{gist_id}/star"],
		update: ["PATCH /gists/{gist_id}"],
		updateComment: ["PATCH /gists/{gist_id}/comments/{comment_id}"]
	},
	git: {
		createBlob: ["POST /repos/{owner}/{repo}/git/blobs"],
		createCommit: ["POST /repos/{owner}/{repo}/git/commits"],
		createRef: ["POST /repos/{owner}/{repo}/git/refs"],
		createTag: ["POST /repos/{owner}/{repo}/git/tags"],
		createTree: ["POST /repos/{owner}/{repo}/git/trees"],
		deleteRef: ["DELETE /repos/{owner}/{repo}/git/refs/{ref}"],
		getBlob: ["GET /repos/{owner}/{repo}/git/blobs/{file_sha}"],
		getCommit: ["GET /repos/{owner}/{repo}/git/commits/{commit_sha}"],
		getRef: ["GET /repos/{owner}/{repo}/git/ref/{ref}"],
		getTag: ["GET /repos/{owner}/{repo}/git/tags/{tag_sha}"],
		getTree: ["GET /repos/{owner}/{repo}/git/trees/{tree_sha}"],
		listMatchingRefs: ["GET /repos/{owner}/{repo}/git/matching-refs/{ref}"],
		updateRef: ["PATCH /repos/{owner}/{repo}/git/refs/{ref}"]
	},
	gitignore: {
		getAllTemplates: ["GET /gitignore/templates"],
		getTemplate: ["GET /gitignore/templates/{name}"]
	},
	hostedCompute: {
		createNetworkConfigurationForOrg: ["POST /orgs/{org}/settings/network-configurations"],
		deleteNetworkConfigurationFromOrg: ["DELETE /orgs/{org}/settings/network-configurations/{network_configuration_id}"],
		getNetworkConfigurationForOrg: ["GET /orgs/{org}/settings/network-configurations/{network_configuration_id}"],
		getNetworkSettingsForOrg: ["GET /orgs/{org}/settings/network-settings/{network_settings_id}"],
		listNetworkConfigurationsForOrg: ["GET /orgs/{org}/settings/network-configurations"],
		updateNetworkConfigurationForOrg: ["PATCH /orgs/{org}/settings/network-configurations/{network_configuration_id}"]
	},
	interactions: {
		getRestrictionsForAuthenticatedUser: ["GET /user/interaction-limits"],
		getRestrictionsForOrg: ["GET /orgs/{org}/interaction-limits"],
		getRestrictionsForRepo: ["GET /repos/{owner}/{repo}/interaction-limits"],
		getRestrictionsForYourPublicRepos: [
			"GET /user/interaction-limits",
			{},
			{ renamed: ["interactions", "getRestrictionsForAuthenticatedUser"] }
		],
		removeRestrictionsForAuthenticatedUser: ["DELETE /user/interaction-limits"],
		removeRestrictionsForOrg: ["DELETE /orgs/{org}/interaction-limits"],
		removeRestrictionsForRepo: ["DELETE /repos/{owner}/{repo}/interaction-limits"],
		removeRestrictionsForYourPublicRepos: [
			"DELETE /user/interaction-limits",
			{},
			{ renamed: ["interactions", "removeRestrictionsForAuthenticatedUser"] }
		],
		setRestrictionsForAuthenticatedUser: ["PUT /user/interaction-limits"],
		setRestrictionsForOrg: ["PUT /orgs/{org}/interaction-limits"],
		setRestrictionsForRepo: ["PUT /repos/{owner}/{repo}/interaction-limits"],
		setRestrictionsForYourPublicRepos: [
			"PUT /user/interaction-limits",
			{},
			{ renamed: ["interactions", "setRestrictionsForAuthenticatedUser"] }
		]
	},
	issues: {
		addAssignees: ["POST /repos/{owner}/{repo}/issues/{issue_number}/assignees"],
		addBlockedByDependency: ["POST /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by"],
		addLabels: ["POST /repos/{owner}/{repo}/issues/{issue_number}/labels"],
		addSubIssue: ["POST /repos/{owner}/{repo}/issues/{issue_number}/sub_issues"],
		checkUserCanBeAssigned: ["GET /repos/{owner}/{repo}/assignees/{assignee}"],
		checkUserCanBeAssignedToIssue: ["GET /repos/{owner}/{repo}/issues/{issue_number}/assignees/{assignee}"],
		create: ["POST /repos/{owner}/{repo}/issues"],
		createComment: ["POST /repos/{owner}/{repo}/issues/{issue_number}/comments"],
		createLabel: ["POST /repos/{owner}/{repo}/labels"],
		createMilestone: ["POST /repos/{owner}/{repo}/milestones"],
		deleteComment: ["DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}"],
		deleteLabel: ["DELETE /repos/{owner}/{repo}/labels/{name}"],
		deleteMilestone: ["DELETE /repos/{owner}/{repo}/milestones/{milestone_number}"],
		get: ["GET /repos/{owner}/{repo}/issues/{issue_number}"],
		getComment: ["GET /repos/{owner}/{repo}/issues/comments/{comment_id}"],
		getEvent: ["GET /repos/{owner}/{repo}/issues/events/{event_id}"],
		getLabel: ["GET /repos/{owner}/{repo}/labels/{name}"],
		getMilestone: ["GET /repos/{owner}/{repo}/milestones/{milestone_number}"],
		getParent: ["GET /repos/{owner}/{repo}/issues/{issue_number}/parent"],
		list: ["GET /issues"],
		listAssignees: ["GET /repos/{owner}/{repo}/assignees"],
		listComments: ["GET /repos/{owner}/{repo}/issues/{issue_number}/comments"],
		listCommentsForRepo: ["GET /repos/{owner}/{repo}/issues/comments"],
		listDependenciesBlockedBy: ["GET /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by"],
		listDependenciesBlocking: ["GET /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocking"],
		listEvents: ["GET /repos/{owner}/{repo}/issues/{issue_number}/events"],
		listEventsForRepo: ["GET /repos/{owner}/{repo}/issues/events"],
		listEventsForTimeline: ["GET /repos/{owner}/{repo}/issues/{issue_number}/timeline"],
		listForAuthenticatedUser: ["GET /user/issues"],
		listForOrg: ["GET /orgs/{org}/issues"],
		listForRepo: ["GET /repos/{owner}/{repo}/issues"],
		listLabelsForMilestone: ["GET /repos/{owner}/{repo}/milestones/{milestone_number}/labels"],
		listLabelsForRepo: ["GET /repos/{owner}/{repo}/labels"],
		listLabelsOnIssue: ["GET /repos/{owner}/{repo}/issues/{issue_number}/labels"],
		listMilestones: ["GET /repos/{owner}/{repo}/milestones"],
		listSubIssues: ["GET /repos/{owner}/{repo}/issues/{issue_number}/sub_issues"],
		lock: ["PUT /repos/{owner}/{repo}/issues/{issue_number}/lock"],
		removeAllLabels: ["DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels"],
		removeAssignees: ["DELETE /repos/{owner}/{repo}/issues/{issue_number}/assignees"],
		removeDependencyBlockedBy: ["DELETE /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by/{issue_id}"],
		removeLabel: ["DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}"],
		removeSubIssue: ["DELETE /repos/{owner}/{repo}/issues/{issue_number}/sub_issue"],
		reprioritizeSubIssue: ["PATCH /repos/{owner}/{repo}/issues/{issue_number}/sub_issues/priority"],
		setLabels: ["PUT /repos/{owner}/{repo}/issues/{issue_number}/labels"],
		unlock: ["DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock"],
		update: ["PATCH /repos/{owner}/{repo}/issues/{issue_number}"],
		updateComment: ["PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}"],
		updateLabel: ["PATCH /repos/{owner}/{repo}/labels/{name}"],
		updateMilestone: ["PATCH /repos/{owner}/{repo}/milestones/{milestone_number}"]
	},
	licenses: {
		get: ["GET /licenses/{license}"],
		getAllCommonlyUsed: ["GET /licenses"],
		getForRepo: ["GET /repos/{owner}/{repo}/license"]
	},
	markdown: {
		render: ["POST /markdown"],
		renderRaw: ["POST /markdown/raw", { headers: { "content-type": "text/plain; charset=utf-8" } }]
	},
	meta: {
		get: ["GET /meta"],
		getAllVersions: ["GET /versions"],
		getOctocat: ["GET /octocat"],
		getZen: ["GET /zen"],
		root: ["GET /"]
	},
	migrations: {
		deleteArchiveForAuthenticatedUser: ["DELETE /user/migrations/{migration_id}/archive"],
		deleteArchiveForOrg: ["DELETE /orgs/{org}/migrations/{migration_id}/archive"],
		downloadArchiveForOrg: ["GET /orgs/{org}/migrations/{migration_id}/archive"],
		getArchiveForAuthenticatedUser: ["GET /user/migrations/{migration_id}/archive"],
		getStatusForAuthenticatedUser: ["GET /user/migrations/{migration_id}"],
		getStatusForOrg: ["GET /orgs/{org}/migrations/{migration_id}"],
		listForAuthenticatedUser: ["GET /user/migrations"],
		listForOrg: ["GET /orgs/{org}/migrations"],
		listReposForAuthenticatedUser: ["GET /user/migrations/{migration_id}/repositories"],
		listReposForOrg: ["GET /orgs/{org}/migrations/{migration_id}/repositories"],
		listReposForUser: [
			"GET /user/migrations/{migration_id}/repositories",
			{},
			{ renamed: ["migrations", "listReposForAuthenticatedUser"] }
		],
		startForAuthenticatedUser: ["POST /user/migrations"],
		startForOrg: ["POST /orgs/{org}/migrations"],
		unlockRepoForAuthenticatedUser: ["DELETE /user/migrations/{migration_id}/repos/{repo_name}/lock"],
		unlockRepoForOrg: ["DELETE /orgs/{org}/migrations/{migration_id}/repos/{repo_name}/lock"]
	},
	oidc: {
		getOidcCustomSubTemplateForOrg: ["GET /orgs/{org}/actions/oidc/customization/sub"],
		updateOidcCustomSubTemplateForOrg: ["PUT /orgs/{org}/actions/oidc/customization/sub"]
	},
	orgs: {
		addSecurityManagerTeam: [
			"PUT /orgs/{org}/security-managers/teams/{team_slug}",
			{},
			{ deprecated: "octokit.rest.orgs.addSecurityManagerTeam() is deprecated, see https://docs.github.com/rest/orgs/security-managers#add-a-security-manager-team" }
		],
		assignTeamToOrgRole: ["PUT /orgs/{org}/organization-roles/teams/{team_slug}/{role_id}"],
		assignUserToOrgRole: ["PUT /orgs/{org}/organization-roles/users/{username}/{role_id}"],
		blockUser: ["PUT /orgs/{org}/blocks/{username}"],
		cancelInvitation: ["DELETE /orgs/{org}/invitations/{invitation_id}"],
		checkBlockedUser: ["GET /orgs/{org}/blocks/{username}"],
		checkMembershipForUser: ["GET /orgs/{org}/members/{username}"],
		checkPublicMembershipForUser: ["GET /orgs/{org}/public_members/{username}"],
		convertMemberToOutsideCollaborator: ["PUT /orgs/{org}/outside_collaborators/{username}"],
		createArtifactStorageRecord: ["POST /orgs/{org}/artifacts/metadata/storage-record"],
		createInvitation: ["POST /orgs/{org}/invitations"],
		createIssueType: ["POST /orgs/{org}/issue-types"],
		createWebhook: ["POST /orgs/{org}/hooks"],
		customPropertiesForOrgsCreateOrUpdateOrganizationValues: ["PATCH /organizations/{org}/org-properties/values"],
		customPropertiesForOrgsGetOrganizationValues: ["GET /organizations/{org}/org-properties/values"],
		customPropertiesForReposCreateOrUpdateOrganizationDefinition: ["PUT /orgs/{org}/properties/schema/{custom_property_name}"],
		customPropertiesForReposCreateOrUpdateOrganizationDefinitions: ["PATCH /orgs/{org}/properties/schema"],
		customPropertiesForReposCreateOrUpdateOrganizationValues: ["PATCH /orgs/{org}/properties/values"],
		customPropertiesForReposDeleteOrganizationDefinition: ["DELETE /orgs/{org}/properties/schema/{custom_property_name}"],
		customPropertiesForReposGetOrganizationDefinition: ["GET /orgs/{org}/properties/schema/{custom_property_name}"],
		customPropertiesForReposGetOrganizationDefinitions: ["GET /orgs/{org}/properties/schema"],
		customPropertiesForReposGetOrganizationValues: ["GET /orgs/{org}/properties/values"],
		delete: ["DELETE /orgs/{org}"],
		deleteAttestationsBulk: ["POST /orgs/{org}/attestations/delete-request"],
		deleteAttestationsById: ["DELETE /orgs/{org}/attestations/{attestation_id}"],
		deleteAttestationsBySubjectDigest: ["DELETE /orgs/{org}/attestations/digest/{subject_digest}"],
		deleteIssueType: ["DELETE /orgs/{org}/issue-types/{issue_type_id}"],
		deleteWebhook: ["DELETE /orgs/{org}/hooks/{hook_id}"],
		disableSelectedRepositoryImmutableReleasesOrganization: ["DELETE /orgs/{org}/settings/immutable-releases/repositories/{repository_id}"],
		enableSelectedRepositoryImmutableReleasesOrganization: ["PUT /orgs/{org}/settings/immutable-releases/repositories/{repository_id}"],
		get: ["GET /orgs/{org}"],
		getImmutableReleasesSettings: ["GET /orgs/{org}/settings/immutable-releases"],
		getImmutableReleasesSettingsRepositories: ["GET /orgs/{org}/settings/immutable-releases/repositories"],
		getMembershipForAuthenticatedUser: ["GET /user/memberships/orgs/{org}"],
		getMembershipForUser: ["GET /orgs/{org}/memberships/{username}"],
		getOrgRole: ["GET /orgs/{org}/organization-roles/{role_id}"],
		getOrgRulesetHistory: ["GET /orgs/{org}/rulesets/{ruleset_id}/history"],
		getOrgRulesetVersion: ["GET /orgs/{org}/rulesets/{ruleset_id}/history/{version_id}"],
		getWebhook: ["GET /orgs/{org}/hooks/{hook_id}"],
		getWebhookConfigForOrg: ["GET /orgs/{org}/hooks/{hook_id}/config"],
		getWebhookDelivery: ["GET /orgs/{org}/hooks/{hook_id}/deliveries/{delivery_id}"],
		list: ["GET /organizations"],
		listAppInstallations: ["GET /orgs/{org}/installations"],
		listArtifactStorageRecords: ["GET /orgs/{org}/artifacts/{subject_digest}/metadata/storage-records"],
		listAttestationRepositories: ["GET /orgs/{org}/attestations/repositories"],
		listAttestations: ["GET /orgs/{org}/attestations/{subject_digest}"],
		listAttestationsBulk: ["POST /orgs/{org}/attestations/bulk-list{?per_page,before,after}"],
		listBlockedUsers: ["GET /orgs/{org}/blocks"],
		listFailedInvitations: ["GET /orgs/{org}/failed_invitations"],
		listForAuthenticatedUser: ["GET /user/orgs"],
		listForUser: ["GET /users/{username}/orgs"],
		listInvitationTeams: ["GET /orgs/{org}/invitations/{invitation_id}/teams"],
		listIssueTypes: ["GET /orgs/{org}/issue-types"],
		listMembers: ["GET /orgs/{org}/members"],
		listMembershipsForAuthenticatedUser: ["GET /user/memberships/orgs"],
		listOrgRoleTeams: ["GET /orgs/{org}/organization-roles/{role_id}/teams"],
		listOrgRoleUsers: ["GET /orgs/{org}/organization-roles/{role_id}/users"],
		listOrgRoles: ["GET /orgs/{org}/organization-roles"],
		listOrganizationFineGrainedPermissions: ["GET /orgs/{org}/organization-fine-grained-permissions"],
		listOutsideCollaborators: ["GET /orgs/{org}/outside_collaborators"],
		listPatGrantRepositories: ["GET /orgs/{org}/personal-access-tokens/{pat_id}/repositories"],
		listPatGrantRequestRepositories: ["GET /orgs/{org}/personal-access-token-requests/{pat_request_id}/repositories"],
		listPatGrantRequests: ["GET /orgs/{org}/personal-access-token-requests"],
		listPatGrants: ["GET /orgs/{org}/personal-access-tokens"],
		listPendingInvitations: ["GET /orgs/{org}/invitations"],
		listPublicMembers: ["GET /orgs/{org}/public_members"],
		listSecurityManagerTeams: [
			"GET /orgs/{org}/security-managers",
			{},
			{ deprecated: "octokit.rest.orgs.listSecurityManagerTeams() is deprecated, see https://docs.github.com/rest/orgs/security-managers#list-security-manager-teams" }
		],
		listWebhookDeliveries: ["GET /orgs/{org}/hooks/{hook_id}/deliveries"],
		listWebhooks: ["GET /orgs/{org}/hooks"],
		pingWebhook: ["POST /orgs/{org}/hooks/{hook_id}/pings"],
		redeliverWebhookDelivery: ["POST /orgs/{org}/hooks/{hook_id}/deliveries/{delivery_id}/attempts"],
		removeMember: ["DELETE /orgs/{org}/members/{username}"],
		removeMembershipForUser: ["DELETE /orgs/{org}/memberships/{username}"],
		removeOutsideCollaborator: ["DELETE /orgs/{org}/outside_collaborators/{username}"],
		removePublicMembershipForAuthenticatedUser: ["DELETE /orgs/{org}/public_members/{username}"],
		removeSecurityManagerTeam: [
			"DELETE /orgs/{org}/security-managers/teams/{team_slug}",
			{},
			{ deprecated: "octokit.rest.orgs.removeSecurityManagerTeam() is deprecated, see https://docs.github.com/rest/orgs/security-managers#remove-a-security-manager-team" }
		],
		reviewPatGrantRequest: ["POST /orgs/{org}/personal-access-token-requests/{pat_request_id}"],
		reviewPatGrantRequestsInBulk: ["POST /orgs/{org}/personal-access-token-requests"],
		revokeAllOrgRolesTeam: ["DELETE /orgs/{org}/organization-roles/teams/{team_slug}"],
		revokeAllOrgRolesUser: ["DELETE /orgs/{org}/organization-roles/users/{username}"],
		revokeOrgRoleTeam: ["DELETE /orgs/{org}/organization-roles/teams/{team_slug}/{role_id}"],
		revokeOrgRoleUser: ["DELETE /orgs/{org}/organization-roles/users/{username}/{role_id}"],
		setImmutableReleasesSettings: ["PUT /orgs/{org}/settings/immutable-releases"],
		setImmutableReleasesSettingsRepositories: ["PUT /orgs/{org}/settings/immutable-releases/repositories"],
		setMembershipForUser: ["PUT /orgs/{org}/memberships/{username}"],
		setPublicMembershipForAuthenticatedUser: ["PUT /orgs/{org}/public_members/{username}"],
		unblockUser: ["DELETE /orgs/{org}/blocks/{username}"],
		update: ["PATCH /orgs/{org}"],
		updateIssueType: ["PUT /orgs/{org}/issue-types/{issue_type_id}"],
		updateMembershipForAuthenticatedUser: ["PATCH /user/memberships/orgs/{org}"],
		updatePatAccess: ["POST /orgs/{org}/personal-access-tokens/{pat_id}"],
		updatePatAccesses: ["POST /orgs/{org}/personal-access-tokens"],
		updateWebhook: ["PATCH /orgs/{org}/hooks/{hook_id}"],
		updateWebhookConfigForOrg: ["PATCH /orgs/{org}/hooks/{hook_id}/config"]
	},
	packages: {
		deletePackageForAuthenticatedUser: ["DELETE /user/packages/{package_type}/{package_name}"],
		deletePackageForOrg: ["DELETE /orgs/{org}/packages/{package_type}/{package_name}"],
		deletePackageForUser: ["DELETE /users/{username}/packages/{package_type}/{package_name}"],
		deletePackageVersionForAuthenticatedUser: ["DELETE /user/packages/{package_type}/{package_name}/versions/{package_version_id}"],
		deletePackageVersionForOrg: ["DELETE /orgs/{org}/packages/{package_type}/{package_name}/versions/{package_version_id}"],
		deletePackageVersionForUser: ["DELETE /users/{username}/packages/{package_type}/{package_name}/versions/{package_version_id}"],
		getAllPackageVersionsForAPackageOwnedByAnOrg: [
			"GET /orgs/{org}/packages/{package_type}/{package_name}/versions",
			{},
			{ renamed: ["packages", "getAllPackageVersionsForPackageOwnedByOrg"] }
		],
		getAllPackageVersionsForAPackageOwnedByTheAuthenticatedUser: [
			"GET /user/packages/{package_type}/{package_name}/versions",
			{},
			{ renamed: ["packages", "getAllPackageVersionsForPackageOwnedByAuthenticatedUser"] }
		],
		getAllPackageVersionsForPackageOwnedByAuthenticatedUser: ["GET /user/packages/{package_type}/{package_name}/versions"],
		getAllPackageVersionsForPackageOwnedByOrg: ["GET /orgs/{org}/packages/{package_type}/{package_name}/versions"],
		getAllPackageVersionsForPackageOwnedByUser: ["GET /users/{username}/packages/{package_type}/{package_name}/versions"],
		getPackageForAuthenticatedUser: ["GET /user/packages/{package_type}/{package_name}"],
		getPackageForOrganization: ["GET /orgs/{org}/packages/{package_type}/{package_name}"],
		getPackageForUser: ["GET /users/{username}/packages/{package_type}/{package_name}"],
		getPackageVersionForAuthenticatedUser: ["GET /user/packages/{package_type}/{package_name}/versions/{package_version_id}"],
		getPackageVersionForOrganization: ["GET /orgs/{org}/packages/{package_type}/{package_name}/versions/{package_version_id}"],
		getPackageVersionForUser: ["GET /users/{username}/packages/{package_type}/{package_name}/versions/{package_version_id}"],
		listDockerMigrationConflictingPackagesForAuthenticatedUser: ["GET /user/docker/conflicts"],
		listDockerMigrationConflictingPackagesForOrganization: ["GET /orgs/{org}/docker/conflicts"],
		listDockerMigrationConflictingPackagesForUser: ["GET /users/{username}/docker/conflicts"],
		listPackagesForAuthenticatedUser: ["GET /user/packages"],
		listPackagesForOrganization: ["GET /orgs/{org}/packages"],
		listPackagesForUser: ["GET /users/{username}/packages"],
		restorePackageForAuthenticatedUser: ["POST /user/packages/{package_type}/{package_name}/restore{?token}"],
		restorePackageForOrg: ["POST /orgs/{org}/packages/{package_type}/{package_name}/restore{?token}"],
		restorePackageForUser: ["POST /users/{username}/packages/{package_type}/{package_name}/restore{?token}"],
		restorePackageVersionForAuthenticatedUser: ["POST /user/packages/{package_type}/{package_name}/versions/{package_version_id}/restore"],
		restorePackageVersionForOrg: ["POST /orgs/{org}/packages/{package_type}/{package_name}/versions/{package_version_id}/restore"],
		restorePackageVersionForUser: ["POST /users/{username}/packages/{package_type}/{package_name}/versions/{package_version_id}/restore"]
	},
	privateRegistries: {
		createOrgPrivateRegistry: ["POST /orgs/{org}/private-registries"],
		deleteOrgPrivateRegistry: ["DELETE /orgs/{org}/private-registries/{secret_name}"],
		getOrgPrivateRegistry: ["GET /orgs/{org}/private-registries/{secret_name}"],
		getOrgPublicKey: ["GET /orgs/{org}/private-registries/public-key"],
		listOrgPrivateRegistries: ["GET /orgs/{org}/private-registries"],
		updateOrgPrivateRegistry: ["PATCH /orgs/{org}/private-registries/{secret_name}"]
	},
	projects: {
		addItemForOrg: ["POST /orgs/{org}/projectsV2/{project_number}/items"],
		addItemForUser: ["POST /users/{username}/projectsV2/{project_number}/items"],
		deleteItemForOrg: ["DELETE /orgs/{org}/projectsV2/{project_number}/items/{item_id}"],
		deleteItemForUser: ["DELETE /users/{username}/projectsV2/{project_number}/items/{item_id}"],
		getFieldForOrg: ["GET /orgs/{org}/projectsV2/{project_number}/fields/{field_id}"],
		getFieldForUser: ["GET /users/{username}/projectsV2/{project_number}/fields/{field_id}"],
		getForOrg: ["GET /orgs/{org}/projectsV2/{project_number}"],
		getForUser: ["GET /users/{username}/projectsV2/{project_number}"],
		getOrgItem: ["GET /orgs/{org}/projectsV2/{project_number}/items/{item_id}"],
		getUserItem: ["GET /users/{username}/projectsV2/{project_number}/items/{item_id}"],
		listFieldsForOrg: ["GET /orgs/{org}/projectsV2/{project_number}/fields"],
		listFieldsForUser: ["GET /users/{username}/projectsV2/{project_number}/fields"],
		listForOrg: ["GET /orgs/{org}/projectsV2"],
		listForUser: ["GET /users/{username}/projectsV2"],
		listItemsForOrg: ["GET /orgs/{org}/projectsV2/{project_number}/items"],
		listItemsForUser: ["GET /users/{username}/projectsV2/{project_number}/items"],
		updateItemForOrg: ["PATCH /orgs/{org}/projectsV2/{project_number}/items/{item_id}"],
		updateItemForUser: ["PATCH /users/{username}/projectsV2/{project_number}/items/{item_id}"]
	},
	pulls: {
		checkIfMerged: ["GET /repos/{owner}/{repo}/pulls/{pull_number}/merge"],
		create: ["POST /repos/{owner}/{repo}/pulls"],
		createReplyForReviewComment: ["POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies"],
		createReview: ["POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews"],
		createReviewComment: ["POST /repos/{owner}/{repo}/pulls/{pull_number}/comments"],
		deletePendingReview: ["DELETE /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}"],
		deleteReviewComment: ["DELETE /repos/{owner}/{repo}/pulls/comments/{comment_id}"],
		dismissReview: ["PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/dismissals"],
		get: ["GET /repos/{owner}/{repo}/pulls/{pull_number}"],
		getReview: ["GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}"],
		getReviewComment: ["GET /repos/{owner}/{repo}/pulls/comments/{comment_id}"],
		list: ["GET /repos/{owner}/{repo}/pulls"],
		listCommentsForReview: ["GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/comments"],
		listCommits: ["GET /repos/{owner}/{repo}/pulls/{pull_number}/commits"],
		listFiles: ["GET /repos/{owner}/{repo}/pulls/{pull_number}/files"],
		listRequestedReviewers: ["GET /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers"],
		listReviewComments: ["GET /repos/{owner}/{repo}/pulls/{pull_number}/comments"],
		listReviewCommentsForRepo: ["GET /repos/{owner}/{repo}/pulls/comments"],
		listReviews: ["GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews"],
		merge: ["PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge"],
		removeRequestedReviewers: ["DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers"],
		requestReviewers: ["POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers"],
		submitReview: ["POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/events"],
		update: ["PATCH /repos/{owner}/{repo}/pulls/{pull_number}"],
		updateBranch: ["PUT /repos/{owner}/{repo}/pulls/{pull_number}/update-branch"],
		updateReview: ["PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}"],
		updateReviewComment: ["PATCH /repos/{owner}/{repo}/pulls/comments/{comment_id}"]
	},
	rateLimit: { get: ["GET /rate_limit"] },
	reactions: {
		createForCommitComment: ["POST /repos/{owner}/{repo}/comments/{comment_id}/reactions"],
		createForIssue: ["POST /repos/{owner}/{repo}/issues/{issue_number}/reactions"],
		createForIssueComment: ["POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions"],
		createForPullRequestReviewComment: ["POST /repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions"],
		createForRelease: ["POST /repos/{owner}/{repo}/releases/{release_id}/reactions"],
		createForTeamDiscussionCommentInOrg: ["POST /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/comments/{comment_number}/reactions"],
		createForTeamDiscussionInOrg: ["POST /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/reactions"],
		deleteForCommitComment: ["DELETE /repos/{owner}/{repo}/comments/{comment_id}/reactions/{reaction_id}"],
		deleteForIssue: ["DELETE /repos/{owner}/{repo}/issues/{issue_number}/reactions/{reaction_id}"],
		deleteForIssueComment: ["DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions/{reaction_id}"],
		deleteForPullRequestComment: ["DELETE /repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions/{reaction_id}"],
		deleteForRelease: ["DELETE /repos/{owner}/{repo}/releases/{release_id}/reactions/{reaction_id}"],
		deleteForTeamDiscussion: ["DELETE /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/reactions/{reaction_id}"],
		deleteForTeamDiscussionComment: ["DELETE /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/comments/{comment_number}/reactions/{reaction_id}"],
		listForCommitComment: ["GET /repos/{owner}/{repo}/comments/{comment_id}/reactions"],
		listForIssue: ["GET /repos/{owner}/{repo}/issues/{issue_number}/reactions"],
		listForIssueComment: ["GET /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions"],
		listForPullRequestReviewComment: ["GET /repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions"],
		listForRelease: ["GET /repos/{owner}/{repo}/releases/{release_id}/reactions"],
		listForTeamDiscussionCommentInOrg: ["GET /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/comments/{comment_number}/reactions"],
		listForTeamDiscussionInOrg: ["GET /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/reactions"]
	},
	repos: {
		acceptInvitation: [
			"PATCH /user/repository_invitations/{invitation_id}",
			{},
			{ renamed: ["repos", "acceptInvitationForAuthenticatedUser"] }
		],
		acceptInvitationForAuthenticatedUser: ["PATCH /user/repository_invitations/{invitation_id}"],
		addAppAccessRestrictions: [
			"POST /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/apps",
			{},
			{ mapToData: "apps" }
		],
		addCollaborator: ["PUT /repos/{owner}/{repo}/collaborators/{username}"],
		addStatusCheckContexts: [
			"POST /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks/contexts",
			{},
			{ mapToData: "contexts" }
		],
		addTeamAccessRestrictions: [
			"POST /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/teams",
			{},
			{ mapToData: "teams" }
		],
		addUserAccessRestrictions: [
			"POST /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/users",
			{},
			{ mapToData: "users" }
		],
		cancelPagesDeployment: ["POST /repos/{owner}/{repo}/pages/deployments/{pages_deployment_id}/cancel"],
		checkAutomatedSecurityFixes: ["GET /repos/{owner}/{repo}/automated-security-fixes"],
		checkCollaborator: ["GET /repos/{owner}/{repo}/collaborators/{username}"],
		checkImmutableReleases: ["GET /repos/{owner}/{repo}/immutable-releases"],
		checkPrivateVulnerabilityReporting: ["GET /repos/{owner}/{repo}/private-vulnerability-reporting"],
		checkVulnerabilityAlerts: ["GET /repos/{owner}/{repo}/vulnerability-alerts"],
		codeownersErrors: ["GET /repos/{owner}/{repo}/codeowners/errors"],
		compareCommits: ["GET /repos/{owner}/{repo}/compare/{base}...{head}"],
		compareCommitsWithBasehead: ["GET /repos/{owner}/{repo}/compare/{basehead}"],
		createAttestation: ["POST /repos/{owner}/{repo}/attestations"],
		createAutolink: ["POST /repos/{owner}/{repo}/autolinks"],
		createCommitComment: ["POST /repos/{owner}/{repo}/commits/{commit_sha}/comments"],
		createCommitSignatureProtection: ["POST /repos/{owner}/{repo}/branches/{branch}/protection/required_signatures"],
		createCommitStatus: ["POST /repos/{owner}/{repo}/statuses/{sha}"],
		createDeployKey: ["POST /repos/{owner}/{repo}/keys"],
		createDeployment: ["POST /repos/{owner}/{repo}/deployments"],
		createDeploymentBranchPolicy: ["POST /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies"],
		createDeploymentProtectionRule: ["POST /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules"],
		createDeploymentStatus: ["POST /repos/{owner}/{repo}/deployments/{deployment_id}/statuses"],
		createDispatchEvent: ["POST /repos/{owner}/{repo}/dispatches"],
		createForAuthenticatedUser: ["POST /user/repos"],
		createFork: ["POST /repos/{owner}/{repo}/forks"],
		createInOrg: ["POST /orgs/{org}/repos"],
		createOrUpdateEnvironment: ["PUT /repos/{owner}/{repo}/environments/{environment_name}"],
		createOrUpdateFileContents: ["PUT /repos/{owner}/{repo}/contents/{path}"],
		createOrgRuleset: ["POST /orgs/{org}/rulesets"],
		createPagesDeployment: ["POST /repos/{owner}/{repo}/pages/deployments"],
		createPagesSite: ["POST /repos/{owner}/{repo}/pages"],
		createRelease: ["POST /repos/{owner}/{repo}/releases"],
		createRepoRuleset: ["POST /repos/{owner}/{repo}/rulesets"],
		createUsingTemplate: ["POST /repos/{template_owner}/{template_repo}/generate"],
		createWebhook: ["POST /repos/{owner}/{repo}/hooks"],
		customPropertiesForReposCreateOrUpdateRepositoryValues: ["PATCH /repos/{owner}/{repo}/properties/values"],
		customPropertiesForReposGetRepositoryValues: ["GET /repos/{owner}/{repo}/properties/values"],
		declineInvitation: [
			"DELETE /user/repository_invitations/{invitation_id}",
			{},
			{ renamed: ["repos", "declineInvitationForAuthenticatedUser"] }
		],
		declineInvitationForAuthenticatedUser: ["DELETE /user/repository_invitations/{invitation_id}"],
		delete: ["DELETE /repos/{owner}/{repo}"],
		deleteAccessRestrictions: ["DELETE /repos/{owner}/{repo}/branches/{branch}/protection/restrictions"],
		deleteAdminBranchProtection: ["DELETE /repos/{owner}/{repo}/branches/{branch}/protection/enforce_admins"],
		deleteAnEnvironment: ["DELETE /repos/{owner}/{repo}/environments/{environment_name}"],
		deleteAutolink: ["DELETE /repos/{owner}/{repo}/autolinks/{autolink_id}"],
		deleteBranchProtection: ["DELETE /repos/{owner}/{repo}/branches/{branch}/protection"],
		deleteCommitComment: ["DELETE /repos/{owner}/{repo}/comments/{comment_id}"],
		deleteCommitSignatureProtection: ["DELETE /repos/{owner}/{repo}/branches/{branch}/protection/required_signatures"],
		deleteDeployKey: ["DELETE /repos/{owner}/{repo}/keys/{key_id}"],
		deleteDeployment: ["DELETE /repos/{owner}/{repo}/deployments/{deployment_id}"],
		deleteDeploymentBranchPolicy: ["DELETE /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies/{branch_policy_id}"],
		deleteFile: ["DELETE /repos/{owner}/{repo}/contents/{path}"],
		deleteInvitation: ["DELETE /repos/{owner}/{repo}/invitations/{invitation_id}"],
		deleteOrgRuleset: ["DELETE /orgs/{org}/rulesets/{ruleset_id}"],
		deletePagesSite: ["DELETE /repos/{owner}/{repo}/pages"],
		deletePullRequestReviewProtection: ["DELETE /repos/{owner}/{repo}/branches/{branch}/protection/required_pull_request_reviews"],
		deleteRelease: ["DELETE /repos/{owner}/{repo}/releases/{release_id}"],
		deleteReleaseAsset: ["DELETE /repos/{owner}/{repo}/releases/assets/{asset_id}"],
		deleteRepoRuleset: ["DELETE /repos/{owner}/{repo}/rulesets/{ruleset_id}"],
		deleteWebhook: ["DELETE /repos/{owner}/{repo}/hooks/{hook_id}"],
		disableAutomatedSecurityFixes: ["DELETE /repos/{owner}/{repo}/automated-security-fixes"],
		disableDeploymentProtectionRule: ["DELETE /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules/{protection_rule_id}"],
		disableImmutableReleases: ["DELETE /repos/{owner}/{repo}/immutable-releases"],
		disablePrivateVulnerabilityReporting: ["DELETE /repos/{owner}/{repo}/private-vulnerability-reporting"],
		disableVulnerabilityAlerts: ["DELETE /repos/{owner}/{repo}/vulnerability-alerts"],
		downloadArchive: [
			"GET /repos/{owner}/{repo}/zipball/{ref}",
			{},
			{ renamed: ["repos", "downloadZipballArchive"] }
		],
		downloadTarballArchive: ["GET /repos/{owner}/{repo}/tarball/{ref}"],
		downloadZipballArchive: ["GET /repos/{owner}/{repo}/zipball/{ref}"],
		enableAutomatedSecurityFixes: ["PUT /repos/{owner}/{repo}/automated-security-fixes"],
		enableImmutableReleases: ["PUT /repos/{owner}/{repo}/immutable-releases"],
		enablePrivateVulnerabilityReporting: ["PUT /repos/{owner}/{repo}/private-vulnerability-reporting"],
		enableVulnerabilityAlerts: ["PUT /repos/{owner}/{repo}/vulnerability-alerts"],
		generateReleaseNotes: ["POST /repos/{owner}/{repo}/releases/generate-notes"],
		get: ["GET /repos/{owner}/{repo}"],
		getAccessRestrictions: ["GET /repos/{owner}/{repo}/branches/{branch}/protection/restrictions"],
		getAdminBranchProtection: ["GET /repos/{owner}/{repo}/branches/{branch}/protection/enforce_admins"],
		getAllDeploymentProtectionRules: ["GET /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules"],
		getAllEnvironments: ["GET /repos/{owner}/{repo}/environments"],
		getAllStatusCheckContexts: ["GET /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks/contexts"],
		getAllTopics: ["GET /repos/{owner}/{repo}/topics"],
		getAppsWithAccessToProtectedBranch: ["GET /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/apps"],
		getAutolink: ["GET /repos/{owner}/{repo}/autolinks/{autolink_id}"],
		getBranch: ["GET /repos/{owner}/{repo}/branches/{branch}"],
		getBranchProtection: ["GET /repos/{owner}/{repo}/branches/{branch}/protection"],
		getBranchRules: ["GET /repos/{owner}/{repo}/rules/branches/{branch}"],
		getClones: ["GET /repos/{owner}/{repo}/traffic/clones"],
		getCodeFrequencyStats: ["GET /repos/{owner}/{repo}/stats/code_frequency"],
		getCollaboratorPermissionLevel: ["GET /repos/{owner}/{repo}/collaborators/{username}/permission"],
		getCombinedStatusForRef: ["GET /repos/{owner}/{repo}/commits/{ref}/status"],
		getCommit: ["GET /repos/{owner}/{repo}/commits/{ref}"],
		getCommitActivityStats: ["GET /repos/{owner}/{repo}/stats/commit_activity"],
		getCommitComment: ["GET /repos/{owner}/{repo}/comments/{comment_id}"],
		getCommitSignatureProtection: ["GET /repos/{owner}/{repo}/branches/{branch}/protection/required_signatures"],
		getCommunityProfileMetrics: ["GET /repos/{owner}/{repo}/community/profile"],
		getContent: ["GET /repos/{owner}/{repo}/contents/{path}"],
		getContributorsStats: ["GET /repos/{owner}/{repo}/stats/contributors"],
		getCustomDeploymentProtectionRule: ["GET /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules/{protection_rule_id}"],
		getDeployKey: ["GET /repos/{owner}/{repo}/keys/{key_id}"],
		getDeployment: ["GET /repos/{owner}/{repo}/deployments/{deployment_id}"],
		getDeploymentBranchPolicy: ["GET /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies/{branch_policy_id}"],
		getDeploymentStatus: ["GET /repos/{owner}/{repo}/deployments/{deployment_id}/statuses/{status_id}"],
		getEnvironment: ["GET /repos/{owner}/{repo}/environments/{environment_name}"],
		getLatestPagesBuild: ["GET /repos/{owner}/{repo}/pages/builds/latest"],
		getLatestRelease: ["GET /repos/{owner}/{repo}/releases/latest"],
		getOrgRuleSuite: ["GET /orgs/{org}/rulesets/rule-suites/{rule_suite_id}"],
		getOrgRuleSuites: ["GET /orgs/{org}/rulesets/rule-suites"],
		getOrgRuleset: ["GET /orgs/{org}/rulesets/{ruleset_id}"],
		getOrgRulesets: ["GET /orgs/{org}/rulesets"],
		getPages: ["GET /repos/{owner}/{repo}/pages"],
		getPagesBuild: ["GET /repos/{owner}/{repo}/pages/builds/{build_id}"],
		getPagesDeployment: ["GET /repos/{owner}/{repo}/pages/deployments/{pages_deployment_id}"],
		getPagesHealthCheck: ["GET /repos/{owner}/{repo}/pages/health"],
		getParticipationStats: ["GET /repos/{owner}/{repo}/stats/participation"],
		getPullRequestReviewProtection: ["GET /repos/{owner}/{repo}/branches/{branch}/protection/required_pull_request_reviews"],
		getPunchCardStats: ["GET /repos/{owner}/{repo}/stats/punch_card"],
		getReadme: ["GET /repos/{owner}/{repo}/readme"],
		getReadmeInDirectory: ["GET /repos/{owner}/{repo}/readme/{dir}"],
		getRelease: ["GET /repos/{owner}/{repo}/releases/{release_id}"],
		getReleaseAsset: ["GET /repos/{owner}/{repo}/releases/assets/{asset_id}"],
		getReleaseByTag: ["GET /repos/{owner}/{repo}/releases/tags/{tag}"],
		getRepoRuleSuite: ["GET /repos/{owner}/{repo}/rulesets/rule-suites/{rule_suite_id}"],
		getRepoRuleSuites: ["GET /repos/{owner}/{repo}/rulesets/rule-suites"],
		getRepoRuleset: ["GET /repos/{owner}/{repo}/rulesets/{ruleset_id}"],
		getRepoRulesetHistory: ["GET /repos/{owner}/{repo}/rulesets/{ruleset_id}/history"],
		getRepoRulesetVersion: ["GET /repos/{owner}/{repo}/rulesets/{ruleset_id}/history/{version_id}"],
		getRepoRulesets: ["GET /repos/{owner}/{repo}/rulesets"],
		getStatusChecksProtection: ["GET /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks"],
		getTeamsWithAccessToProtectedBranch: ["GET /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/teams"],
		getTopPaths: ["GET /repos/{owner}/{repo}/traffic/popular/paths"],
		getTopReferrers: ["GET /repos/{owner}/{repo}/traffic/popular/referrers"],
		getUsersWithAccessToProtectedBranch: ["GET /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/users"],
		getViews: ["GET /repos/{owner}/{repo}/traffic/views"],
		getWebhook: ["GET /repos/{owner}/{repo}/hooks/{hook_id}"],
		getWebhookConfigForRepo: ["GET /repos/{owner}/{repo}/hooks/{hook_id}/config"],
		getWebhookDelivery: ["GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries/{delivery_id}"],
		listActivities: ["GET /repos/{owner}/{repo}/activity"],
		listAttestations: ["GET /repos/{owner}/{repo}/attestations/{subject_digest}"],
		listAutolinks: ["GET /repos/{owner}/{repo}/autolinks"],
		listBranches: ["GET /repos/{owner}/{repo}/branches"],
		listBranchesForHeadCommit: ["GET /repos/{owner}/{repo}/commits/{commit_sha}/branches-where-head"],
		listCollaborators: ["GET /repos/{owner}/{repo}/collaborators"],
		listCommentsForCommit: ["GET /repos/{owner}/{repo}/commits/{commit_sha}/comments"],
		listCommitCommentsForRepo: ["GET /repos/{owner}/{repo}/comments"],
		listCommitStatusesForRef: ["GET /repos/{owner}/{repo}/commits/{ref}/statuses"],
		listCommits: ["GET /repos/{owner}/{repo}/commits"],
		listContributors: ["GET /repos/{owner}/{repo}/contributors"],
		listCustomDeploymentRuleIntegrations: ["GET /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules/apps"],
		listDeployKeys: ["GET /repos/{owner}/{repo}/keys"],
		listDeploymentBranchPolicies: ["GET /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies"],
		listDeploymentStatuses: ["GET /repos/{owner}/{repo}/deployments/{deployment_id}/statuses"],
		listDeployments: ["GET /repos/{owner}/{repo}/deployments"],
		listForAuthenticatedUser: ["GET /user/repos"],
		listForOrg: ["GET /orgs/{org}/repos"],
		listForUser: ["GET /users/{username}/repos"],
		listForks: ["GET /repos/{owner}/{repo}/forks"],
		listInvitations: ["GET /repos/{owner}/{repo}/invitations"],
		listInvitationsForAuthenticatedUser: ["GET /user/repository_invitations"],
		listLanguages: ["GET /repos/{owner}/{repo}/languages"],
		listPagesBuilds: ["GET /repos/{owner}/{repo}/pages/builds"],
		listPublic: ["GET /repositories"],
		listPullRequestsAssociatedWithCommit: ["GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls"],
		listReleaseAssets: ["GET /repos/{owner}/{repo}/releases/{release_id}/assets"],
		listReleases: ["GET /repos/{owner}/{repo}/releases"],
		listTags: ["GET /repos/{owner}/{repo}/tags"],
		listTeams: ["GET /repos/{owner}/{repo}/teams"],
		listWebhookDeliveries: ["GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries"],
		listWebhooks: ["GET /repos/{owner}/{repo}/hooks"],
		merge: ["POST /repos/{owner}/{repo}/merges"],
		mergeUpstream: ["POST /repos/{owner}/{repo}/merge-upstream"],
		pingWebhook: ["POST /repos/{owner}/{repo}/hooks/{hook_id}/pings"],
		redeliverWebhookDelivery: ["POST /repos/{owner}/{repo}/hooks/{hook_id}/deliveries/{delivery_id}/attempts"],
		removeAppAccessRestrictions: [
			"DELETE /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/apps",
			{},
			{ mapToData: "apps" }
		],
		removeCollaborator: ["DELETE /repos/{owner}/{repo}/collaborators/{username}"],
		removeStatusCheckContexts: [
			"DELETE /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks/contexts",
			{},
			{ mapToData: "contexts" }
		],
		removeStatusCheckProtection: ["DELETE /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks"],
		removeTeamAccessRestrictions: [
			"DELETE /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/teams",
			{},
			{ mapToData: "teams" }
		],
		removeUserAccessRestrictions: [
			"DELETE /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/users",
			{},
			{ mapToData: "users" }
		],
		renameBranch: ["POST /repos/{owner}/{repo}/branches/{branch}/rename"],
		replaceAllTopics: ["PUT /repos/{owner}/{repo}/topics"],
		requestPagesBuild: ["POST /repos/{owner}/{repo}/pages/builds"],
		setAdminBranchProtection: ["POST /repos/{owner}/{repo}/branches/{branch}/protection/enforce_admins"],
		setAppAccessRestrictions: [
			"PUT /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/apps",
			{},
			{ mapToData: "apps" }
		],
		setStatusCheckContexts: [
			"PUT /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks/contexts",
			{},
			{ mapToData: "contexts" }
		],
		setTeamAccessRestrictions: [
			"PUT /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/teams",
			{},
			{ mapToData: "teams" }
		],
		setUserAccessRestrictions: [
			"PUT /repos/{owner}/{repo}/branches/{branch}/protection/restrictions/users",
			{},
			{ mapToData: "users" }
		],
		testPushWebhook: ["POST /repos/{owner}/{repo}/hooks/{hook_id}/tests"],
		transfer: ["POST /repos/{owner}/{repo}/transfer"],
		update: ["PATCH /repos/{owner}/{repo}"],
		updateBranchProtection: ["PUT /repos/{owner}/{repo}/branches/{branch}/protection"],
		updateCommitComment: ["PATCH /repos/{owner}/{repo}/comments/{comment_id}"],
		updateDeploymentBranchPolicy: ["PUT /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies/{branch_policy_id}"],
		updateInformationAboutPagesSite: ["PUT /repos/{owner}/{repo}/pages"],
		updateInvitation: ["PATCH /repos/{owner}/{repo}/invitations/{invitation_id}"],
		updateOrgRuleset: ["PUT /orgs/{org}/rulesets/{ruleset_id}"],
		updatePullRequestReviewProtection: ["PATCH /repos/{owner}/{repo}/branches/{branch}/protection/required_pull_request_reviews"],
		updateRelease: ["PATCH /repos/{owner}/{repo}/releases/{release_id}"],
		updateReleaseAsset: ["PATCH /repos/{owner}/{repo}/releases/assets/{asset_id}"],
		updateRepoRuleset: ["PUT /repos/{owner}/{repo}/rulesets/{ruleset_id}"],
		updateStatusCheckPotection: [
			"PATCH /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks",
			{},
			{ renamed: ["repos", "updateStatusCheckProtection"] }
		],
		updateStatusCheckProtection: ["PATCH /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks"],
		updateWebhook: ["PATCH /repos/{owner}/{repo}/hooks/{hook_id}"],
		updateWebhookConfigForRepo: ["PATCH /repos/{owner}/{repo}/hooks/{hook_id}/config"],
		uploadReleaseAsset: ["POST /repos/{owner}/{repo}/releases/{release_id}/assets{?name,label}", { baseUrl: "https://uploads.github.com" }]
	},
	search: {
		code: ["GET /search/code"],
		commits: ["GET /search/commits"],
		issuesAndPullRequests: ["GET /search/issues"],
		labels: ["GET /search/labels"],
		repos: ["GET /search/repositories"],
		topics: ["GET /search/topics"],
		users: ["GET /search/users"]
	},
	secretScanning: {
		createPushProtectionBypass: ["POST /repos/{owner}/{repo}/secret-scanning/push-protection-bypasses"],
		getAlert: ["GET /repos/{owner}/{repo}/secret-scanning/alerts/{alert_number}"],
		getScanHistory: ["GET /repos/{owner}/{repo}/secret-scanning/scan-history"],
		listAlertsForOrg: ["GET /orgs/{org}/secret-scanning/alerts"],
		listAlertsForRepo: ["GET /repos/{owner}/{repo}/secret-scanning/alerts"],
		listLocationsForAlert: ["GET /repos/{owner}/{repo}/secret-scanning/alerts/{alert_number}/locations"],
		listOrgPatternConfigs: ["GET /orgs/{org}/secret-scanning/pattern-configurations"],
		updateAlert: ["PATCH /repos/{owner}/{repo}/secret-scanning/alerts/{alert_number}"],
		updateOrgPatternConfigs: ["PATCH /orgs/{org}/secret-scanning/pattern-configurations"]
	},
	securityAdvisories: {
		createFork: ["POST /repos/{owner}/{repo}/security-advisories/{ghsa_id}/forks"],
		createPrivateVulnerabilityReport: ["POST /repos/{owner}/{repo}/security-advisories/reports"],
		createRepositoryAdvisory: ["POST /repos/{owner}/{repo}/security-advisories"],
		createRepositoryAdvisoryCveRequest: ["POST /repos/{owner}/{repo}/security-advisories/{ghsa_id}/cve"],
		getGlobalAdvisory: ["GET /advisories/{ghsa_id}"],
		getRepositoryAdvisory: ["GET /repos/{owner}/{repo}/security-advisories/{ghsa_id}"],
		listGlobalAdvisories: ["GET /advisories"],
		listOrgRepositoryAdvisories: ["GET /orgs/{org}/security-advisories"],
		listRepositoryAdvisories: ["GET /repos/{owner}/{repo}/security-advisories"],
		updateRepositoryAdvisory: ["PATCH /repos/{owner}/{repo}/security-advisories/{ghsa_id}"]
	},
	teams: {
		addOrUpdateMembershipForUserInOrg: ["PUT /orgs/{org}/teams/{team_slug}/memberships/{username}"],
		addOrUpdateRepoPermissionsInOrg: ["PUT /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}"],
		checkPermissionsForRepoInOrg: ["GET /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}"],
		create: ["POST /orgs/{org}/teams"],
		createDiscussionCommentInOrg: ["POST /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/comments"],
		createDiscussionInOrg: ["POST /orgs/{org}/teams/{team_slug}/discussions"],
		deleteDiscussionCommentInOrg: ["DELETE /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/comments/{comment_number}"],
		deleteDiscussionInOrg: ["DELETE /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}"],
		deleteInOrg: ["DELETE /orgs/{org}/teams/{team_slug}"],
		getByName: ["GET /orgs/{org}/teams/{team_slug}"],
		getDiscussionCommentInOrg: ["GET /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/comments/{comment_number}"],
		getDiscussionInOrg: ["GET /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}"],
		getMembershipForUserInOrg: ["GET /orgs/{org}/teams/{team_slug}/memberships/{username}"],
		list: ["GET /orgs/{org}/teams"],
		listChildInOrg: ["GET /orgs/{org}/teams/{team_slug}/teams"],
		listDiscussionCommentsInOrg: ["GET /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/comments"],
		listDiscussionsInOrg: ["GET /orgs/{org}/teams/{team_slug}/discussions"],
		listForAuthenticatedUser: ["GET /user/teams"],
		listMembersInOrg: ["GET /orgs/{org}/teams/{team_slug}/members"],
		listPendingInvitationsInOrg: ["GET /orgs/{org}/teams/{team_slug}/invitations"],
		listReposInOrg: ["GET /orgs/{org}/teams/{team_slug}/repos"],
		removeMembershipForUserInOrg: ["DELETE /orgs/{org}/teams/{team_slug}/memberships/{username}"],
		removeRepoInOrg: ["DELETE /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}"],
		updateDiscussionCommentInOrg: ["PATCH /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}/comments/{comment_number}"],
		updateDiscussionInOrg: ["PATCH /orgs/{org}/teams/{team_slug}/discussions/{discussion_number}"],
		updateInOrg: ["PATCH /orgs/{org}/teams/{team_slug}"]
	},
	users: {
		addEmailForAuthenticated: [
			"POST /user/emails",
			{},
			{ renamed: ["users", "addEmailForAuthenticatedUser"] }
		],
		addEmailForAuthenticatedUser: ["POST /user/emails"],
		addSocialAccountForAuthenticatedUser: ["POST /user/social_accounts"],
		block: ["PUT /user/blocks/{username}"],
		checkBlocked: ["GET /user/blocks/{username}"],
		checkFollowingForUser: ["GET /users/{username}/following/{target_user}"],
		checkPersonIsFollowedByAuthenticated: ["GET /user/following/{username}"],
		createGpgKeyForAuthenticated: [
			"POST /user/gpg_keys",
			{},
			{ renamed: ["users", "createGpgKeyForAuthenticatedUser"] }
		],
		createGpgKeyForAuthenticatedUser: ["POST /user/gpg_keys"],
		createPublicSshKeyForAuthenticated: [
			"POST /user/keys",
			{},
			{ renamed: ["users", "createPublicSshKeyForAuthenticatedUser"] }
		],
		createPublicSshKeyForAuthenticatedUser: ["POST /user/keys"],
		createSshSigningKeyForAuthenticatedUser: ["POST /user/ssh_signing_keys"],
		deleteAttestationsBulk: ["POST /users/{username}/attestations/delete-request"],
		deleteAttestationsById: ["DELETE /users/{username}/attestations/{attestation_id}"],
		deleteAttestationsBySubjectDigest: ["DELETE /users/{username}/attestations/digest/{subject_digest}"],
		deleteEmailForAuthenticated: [
			"DELETE /user/emails",
			{},
			{ renamed: ["users", "deleteEmailForAuthenticatedUser"] }
		],
		deleteEmailForAuthenticatedUser: ["DELETE /user/emails"],
		deleteGpgKeyForAuthenticated: [
			"DELETE /user/gpg_keys/{gpg_key_id}",
			{},
			{ renamed: ["users", "deleteGpgKeyForAuthenticatedUser"] }
		],
		deleteGpgKeyForAuthenticatedUser: ["DELETE /user/gpg_keys/{gpg_key_id}"],
		deletePublicSshKeyForAuthenticated: [
			"DELETE /user/keys/{key_id}",
			{},
			{ renamed: ["users", "deletePublicSshKeyForAuthenticatedUser"] }
		],
		deletePublicSshKeyForAuthenticatedUser: ["DELETE /user/keys/{key_id}"],
		deleteSocialAccountForAuthenticatedUser: ["DELETE /user/social_accounts"],
		deleteSshSigningKeyForAuthenticatedUser: ["DELETE /user/ssh_signing_keys/{ssh_signing_key_id}"],
		follow: ["PUT /user/following/{username}"],
		getAuthenticated: ["GET /user"],
		getById: ["GET /user/{account_id}"],
		getByUsername: ["GET /users/{username}"],
		getContextForUser: ["GET /users/{username}/hovercard"],
		getGpgKeyForAuthenticated: [
			"GET /user/gpg_keys/{gpg_key_id}",
			{},
			{ renamed: ["users", "getGpgKeyForAuthenticatedUser"] }
		],
		getGpgKeyForAuthenticatedUser: ["GET /user/gpg_keys/{gpg_key_id}"],
		getPublicSshKeyForAuthenticated: [
			"GET /user/keys/{key_id}",
			{},
			{ renamed: ["users", "getPublicSshKeyForAuthenticatedUser"] }
		],
		getPublicSshKeyForAuthenticatedUser: ["GET /user/keys/{key_id}"],
		getSshSigningKeyForAuthenticatedUser: ["GET /user/ssh_signing_keys/{ssh_signing_key_id}"],
		list: ["GET /users"],
		listAttestations: ["GET /users/{username}/attestations/{subject_digest}"],
		listAttestationsBulk: ["POST /users/{username}/attestations/bulk-list{?per_page,before,after}"],
		listBlockedByAuthenticated: [
			"GET /user/blocks",
			{},
			{ renamed: ["users", "listBlockedByAuthenticatedUser"] }
		],
		listBlockedByAuthenticatedUser: ["GET /user/blocks"],
		listEmailsForAuthenticated: [
			"GET /user/emails",
			{},
			{ renamed: ["users", "listEmailsForAuthenticatedUser"] }
		],
		listEmailsForAuthenticatedUser: ["GET /user/emails"],
		listFollowedByAuthenticated: [
			"GET /user/following",
			{},
			{ renamed: ["users", "listFollowedByAuthenticatedUser"] }
		],
		listFollowedByAuthenticatedUser: ["GET /user/following"],
		listFollowersForAuthenticatedUser: ["GET /user/followers"],
		listFollowersForUser: ["GET /users/{username}/followers"],
		listFollowingForUser: ["GET /users/{username}/following"],
		listGpgKeysForAuthenticated: [
			"GET /user/gpg_keys",
			{},
			{ renamed: ["users", "listGpgKeysForAuthenticatedUser"] }
		],
		listGpgKeysForAuthenticatedUser: ["GET /user/gpg_keys"],
		listGpgKeysForUser: ["GET /users/{username}/gpg_keys"],
		listPublicEmailsForAuthenticated: [
			"GET /user/public_emails",
			{},
			{ renamed: ["users", "listPublicEmailsForAuthenticatedUser"] }
		],
		listPublicEmailsForAuthenticatedUser: ["GET /user/public_emails"],
		listPublicKeysForUser: ["GET /users/{username}/keys"],
		listPublicSshKeysForAuthenticated: [
			"GET /user/keys",
			{},
			{ renamed: ["users", "listPublicSshKeysForAuthenticatedUser"] }
		],
		listPublicSshKeysForAuthenticatedUser: ["GET /user/keys"],
		listSocialAccountsForAuthenticatedUser: ["GET /user/social_accounts"],
		listSocialAccountsForUser: ["GET /users/{username}/social_accounts"],
		listSshSigningKeysForAuthenticatedUser: ["GET /user/ssh_signing_keys"],
		listSshSigningKeysForUser: ["GET /users/{username}/ssh_signing_keys"],
		setPrimaryEmailVisibilityForAuthenticated: [
			"PATCH /user/email/visibility",
			{},
			{ renamed: ["users", "setPrimaryEmailVisibilityForAuthenticatedUser"] }
		],
		setPrimaryEmailVisibilityForAuthenticatedUser: ["PATCH /user/email/visibility"],
		unblock: ["DELETE /user/blocks/{username}"],
		unfollow: ["DELETE /user/following/{username}"],
		updateAuthenticated: ["PATCH /user"]
	}
};

// node_modules/@octokit/plugin-rest-endpoint-methods/dist-src/endpoints-to-methods.js
const endpointMethodsMap = /* @__PURE__ */ new Map();
for (const [scope, endpoints] of Object.entries(endpoints_default)) for (const [methodName, endpoint] of Object.entries(endpoints)) {
	const [route, defaults, decorations] = endpoint;
	const [method, url] = route.split(/ /);
	const endpointDefaults = Object.assign({
		method,
		url
	}, defaults);
	if (!endpointMethodsMap.has(scope)) endpointMethodsMap.set(scope, /* @__PURE__ */ new Map());
	endpointMethodsMap.get(scope).set(methodName, {
		scope,
		methodName,
		endpointDefaults,
		decorations
	});
}
const handler = {
	has({ scope }, methodName) {
		return endpointMethodsMap.get(scope).has(methodName);
	},
	getOwnPropertyDescriptor(target, methodName) {
		return {
			value: this.get(target, methodName),
			configurable: true,
			writable: true,
			enumerable: true
		};
	},
	defineProperty(target, methodName, descriptor) {
		Object.defineProperty(target.cache, methodName, descriptor);
		return true;
	},
	deleteProperty(target, methodName) {
		delete target.cache[methodName];
		return true;
	},
	ownKeys({ scope }) {
		return [...endpointMethodsMap.get(scope).keys()];
	},
	set(target, methodName, value) {
		return target.cache[methodName] = value;
	},
	get({ octokit, scope, cache }, methodName) {
		if (cache[methodName]) return cache[methodName];
		const method = endpointMethodsMap.get(scope).get(methodName);
		if (!method) return;
		const { endpointDefaults, decorations } = method;
		if (decorations) cache[methodName] = decorate(octokit, scope, methodName, endpointDefaults, decorations);
		else cache[methodName] = octokit.request.defaults(endpointDefaults);
		return cache[methodName];
	}
};
function endpointsToMethods(octokit) {
	const newMethods = {};
	for (const scope of endpointMethodsMap.keys()) newMethods[scope] = new Proxy({
		octokit,
		scope,
		cache: {}
	}, handler);
	return newMethods;
}
function decorate(octokit, scope, methodName, defaults, decorations) {
	const requestWithDefaults = octokit.request.defaults(defaults);
	function withDecorations(...args) {
		let options = requestWithDefaults.endpoint.merge(...args);
		if (decorations.mapToData) {
			options = Object.assign({}, options, {
				data: options[decorations.mapToData],
				[decorations.mapToData]: void 0
			});
			return requestWithDefaults(options);
		}
		if (decorations.renamed) {
			const [newScope, newMethodName] = decorations.renamed;
			octokit.log.warn(`octokit.${scope}.${methodName}() has been renamed to octokit.${newScope}.${newMethodName}()`);
		}
		if (decorations.deprecated) octokit.log.warn(decorations.deprecated);
		if (decorations.renamedParameters) {
			const options2 = requestWithDefaults.endpoint.merge(...args);
			for (const [name, alias] of Object.entries(decorations.renamedParameters)) if (name in options2) {
				octokit.log.warn(`"${name}" parameter is deprecated for "octokit.${scope}.${methodName}()". Use "${alias}" instead`);
				if (!(alias in options2)) options2[alias] = options2[name];
				delete options2[name];
			}
			return requestWithDefaults(options2);
		}
		return requestWithDefaults(...args);
	}
	return Object.assign(withDecorations, requestWithDefaults);
}

// node_modules/@octokit/plugin-rest-endpoint-methods/dist-src/index.js
function restEndpointMethods(octokit) {
	return { rest: endpointsToMethods(octokit) };
}
restEndpointMethods.VERSION = VERSION$1;
function legacyRestEndpointMethods(octokit) {
	const api = endpointsToMethods(octokit);
	return {
		...api,
		rest: api
	};
}
legacyRestEndpointMethods.VERSION = VERSION$1;

// node_modules/@octokit/rest/dist-src/version.js
const VERSION = "22.0.1";

// node_modules/@octokit/rest/dist-src/index.js
const Octokit = Octokit$1.plugin(requestLog, legacyRestEndpointMethods, paginateRest).defaults({ userAgent: `octokit-rest.js/${VERSION}` });

// src/github/api/rate-limit.ts
const UNSAID_WAIT_MS = 6e4;
const LEAST_WAIT_MS = 1e3;
const LIMIT_WORDS = /rate limit|abuse detection/i;
function rateLimitWaitMs({ status, headers, message }, now, before = 0) {
	if (status !== 429 && status !== 403) return void 0;
	const asked = retryAfterMs(headers["retry-after"], now);
	if (asked !== void 0) return Math.max(LEAST_WAIT_MS, asked);
	const spent = headers["x-ratelimit-remaining"] === "0";
	const reset = Number(headers["x-ratelimit-reset"] ?? NaN);
	if (spent && Number.isFinite(reset)) return Math.max(LEAST_WAIT_MS, reset * 1e3 - now);
	return status === 429 || spent || LIMIT_WORDS.test(message) ? UNSAID_WAIT_MS * 2 ** before : void 0;
}
function retryAfterMs(value, now) {
	const text = String(value ?? "").trim();
	if (/^\d{1,12}$/.test(text)) return Number(text) * 1e3;
	if (!/^[A-Z][a-z]{2}.*\d\d:\d\d:\d\d/.test(text)) return void 0;
	const at = Date.parse(text);
	return Number.isNaN(at) ? void 0 : at - now;
}

// src/github/api/failure.ts
const MAX_DETAIL_CHARS = 300;
function failureOf(error) {
	const cause = error instanceof RunnerError ? error.cause : void 0;
	return typeof cause === "object" && cause !== null && "kind" in cause && cause.kind === "github" ? cause : void 0;
}
function isFailedAnswer(error) {
	const response = typeof error === "object" && error !== null && "response" in error ? error.response : void 0;
	return typeof response === "object" && response !== null && "headers" in response && "url" in response;
}
function brokenAnswer(response) {
	const { status, headers, data } = response;
	if (status >= 300) return {
		reason: "redirect",
		status,
		response
	};
	if (typeof data === "string" && data !== "" && /\bjson\b/i.test(String(headers["content-type"]))) return {
		reason: "the body is not valid JSON",
		status: 500
	};
	return errorsOf(data).some((error) => member(error, "type") === "RATE_LIMITED") ? {
		reason: "rate limit",
		status: 429,
		response
	} : void 0;
}
function explained(route, error) {
	if (error instanceof RunnerError) return error;
	if (isFailedAnswer(error)) return refusedCall(route, error);
	if (errorsOf(error).length > 0) return refusedQuery(route, errorsOf(error));
	return unanswered$1(route, error instanceof Error ? error.message : String(error));
}
function refusedCall(route, { status, response }) {
	const said = status < 400 ? `redirect to ${response.headers["location"] ?? "nowhere"}` : detailOf(response.data);
	const detail = oneLine(said, MAX_DETAIL_CHARS);
	const method = route.split(" ")[0] ?? "";
	const path = new URL(response.url).pathname;
	const isRateLimit = rateLimitWaitMs({
		status,
		headers: response.headers,
		message: detail
	}, 0) !== void 0;
	const failure = {
		kind: "github",
		route,
		status,
		detail,
		isRateLimit
	};
	return new RunnerError({
		code: isRateLimit ? "github.failed" : codeOf(status),
		message: `GitHub answered ${method} ${path} with ${status}: ${detail.replace(/\.$/, "") || "no reason given"}.`,
		hint: isRateLimit ? RATE_LIMIT_HINT : hintOf({
			route,
			path,
			status,
			detail,
			accepted: response.headers["x-accepted-github-permissions"]
		}),
		cause: failure
	});
}
function unanswered$1(route, reason) {
	const failure = {
		kind: "github",
		route,
		status: void 0,
		detail: reason,
		isRateLimit: false
	};
	return new RunnerError({
		code: "github.failed",
		message: `No usable answer from GitHub to ${route}: ${oneLine(reason, MAX_DETAIL_CHARS)}.`,
		hint: "Run the job again; if it stays, check the address in GITHUB_API_URL and githubstatus.com.",
		cause: failure
	});
}
function notThere(what) {
	const detail = `This server has no ${what}`;
	const failure = {
		kind: "github",
		route: what,
		status: 404,
		detail,
		isRateLimit: false
	};
	return new RunnerError({
		code: "github.not_found",
		message: `${detail}.`,
		cause: failure
	});
}
function requireShape(schema, data, route) {
	const answer = safeParse(schema, data);
	if (answer.success) return answer.data;
	throw unanswered$1(route, prettifyError(answer.error));
}
function detailOf(body) {
	if (typeof body === "string") return oneLine(body, MAX_DETAIL_CHARS);
	const message = messageOf(body);
	const reasons = errorsOf(body).map((error) => messageOf(error) ?? JSON.stringify(error));
	return [...message === void 0 ? [] : [message], ...reasons].join("; ");
}
function messageOf(value) {
	const message = member(value, "message");
	return typeof message === "string" ? message : void 0;
}
function errorsOf(body) {
	const errors = member(body, "errors");
	return Array.isArray(errors) ? errors : [];
}
function codeOf(status) {
	if (status === 401 || status === 403) return "github.denied";
	return status === 404 || status === 410 ? "github.not_found" : "github.failed";
}
const RATE_LIMIT_HINT = "This is a rate limit of GitHub and no missing permission; run again in a few minutes.";
const SITUATIONS = [
	[/not permitted to create or approve pull requests/i, "Turn on Settings → Actions → General → “Allow GitHub Actions to create and approve pull requests”, or use an App token."],
	[/workflows?[`’' ]* (scope|permission)/i, "Use an App token or PAT with the workflows permission, or leave workflow files alone."],
	[/only admins can query all permissions/i, "Give the action the token of an account that administers the repository: no other may ask who may write there."],
	[/archived/i, "The repository is archived and read-only; unarchive it first."],
	[/\blocked\b/i, "Unlock the conversation, or ask on another issue."],
	[/saml|sso/i, "Authorize the token for the organization's single sign-on."],
	[/protected branch|rule violations/i, "Push to another branch, or let the token's account pass the branch's rules."],
	[/bad credentials/i, "The token is wrong or expired: set the github-token input to `${{ github.token }}` or a valid token."]
];
function hintOf({ status, route, path, detail, accepted }) {
	const situation = SITUATIONS.find(([words]) => words.test(detail));
	if (situation !== void 0) return situation[1];
	const permission = acceptedPermissions(accepted) ?? permissionOf(route, path);
	if (status === 401) return "Set the github-token input to a token that is valid for this repository.";
	if (status === 403) return `Add \`${permission}\` under \`permissions:\` of the job, or give the token that right.`;
	if (status === 404) return `Check the name; a token without \`${permission}\` sees 404 as well.`;
	return status >= 500 ? "GitHub has a problem; run the job again later (githubstatus.com)." : void 0;
}
function acceptedPermissions(header) {
	const words = String(header ?? "").split(";")[0]?.split(",").map((pair) => pair.trim().split("=")).filter(([name, level]) => name && level && name !== "metadata").map(([name, level]) => `${name?.replaceAll("_", "-")}: ${level}`);
	return words === void 0 || words.length === 0 ? void 0 : words.join("`, `");
}
function permissionOf(route, path) {
	const level = /^(GET|HEAD) /.test(route) ? "read" : "write";
	if (/\/pulls(\/|$)/.test(path)) return `pull-requests: ${level}`;
	if (/\/issues(\/|$)|\/labels(\/|$)/.test(path)) return `issues: ${level}`;
	if (/\/actions\//.test(path)) return `actions: ${level}`;
	if (/\/check-(runs|suites)(\/|$)/.test(path)) return `checks: ${level}`;
	if (/\/statuses\//.test(path)) return `statuses: ${level}`;
	return `contents: ${level}`;
}
function refusedQuery(route, errors) {
	const type = member(errors[0], "type");
	const detail = oneLine(detailOf({
		message: "GraphQL",
		errors
	}), MAX_DETAIL_CHARS);
	const failure = {
		kind: "github",
		route,
		status: 200,
		detail,
		isRateLimit: false
	};
	return new RunnerError({
		code: type === "FORBIDDEN" ? "github.denied" : type === "NOT_FOUND" ? "github.not_found" : "github.failed",
		message: `GitHub refused a query: ${detail}.`,
		hint: type === "FORBIDDEN" ? "Give the job the `permissions:` the query needs, or the token that right." : void 0,
		cause: failure
	});
}

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
		why: "There is no artifact: kimi-runner does not speak to the artifact service of GitHub Enterprise Server.",
		fix: "Upload the folder in the output `bundle` in a step with `actions/upload-artifact@v3`."
	}
};
const GITEA = {
	hasGraphql: false,
	noArtifacts: {
		why: "There is no artifact: kimi-runner does not speak to the artifact service of Gitea and Forgejo.",
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

// src/github/api/pages.ts
const SIDE_BY_SIDE = 8;
async function fetchPages(fetchPage, options) {
	const { route, maxPages, keep } = options;
	const first = await fetchPage({ page: 1 });
	const last = Number(linkOf(first, "last")?.["page"]);
	if (Number.isNaN(last) && linkOf(first, "next") !== void 0) return await followed(fetchPage, first, options);
	const total = last > 1 ? last : 1;
	const count = Math.min(total, maxPages);
	const from = keep === "first" ? 1 : total - count + 1;
	const wanted = Array.from({ length: count }, (_, index) => from + index);
	const fetched = /* @__PURE__ */ new Map([[1, listOf(route, first)]]);
	const queue = wanted.filter((page) => page !== 1).values();
	const drain = async () => {
		for (const page of queue) fetched.set(page, listOf(route, await fetchPage({ page })));
	};
	await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, count) }, drain));
	return {
		items: wanted.flatMap((page) => fetched.get(page) ?? []),
		skippedPages: total - count
	};
}
async function followed(fetchPage, first, { route, maxPages, keep }) {
	const pages = [listOf(route, first)];
	let skippedPages = 0;
	let next = linkOf(first, "next");
	const known = /* @__PURE__ */ new Set([JSON.stringify({
		...next,
		page: "1"
	})]);
	while (next !== void 0 && !known.has(JSON.stringify(next))) {
		known.add(JSON.stringify(next));
		if (keep === "first" && pages.length >= maxPages) return {
			items: pages.flat(),
			skippedPages: 1
		};
		const answer = await fetchPage(next);
		const list = listOf(route, answer);
		if (list.length === 0) break;
		pages.push(list);
		if (pages.length > maxPages) skippedPages += pages.splice(0, 1).length;
		next = linkOf(answer, "next");
	}
	return {
		items: pages.flat(),
		skippedPages
	};
}
function linkOf({ headers }, name) {
	const { link } = headers;
	const address = new RegExp(`<([^<>]*)>;\\s*rel="${name}"`).exec(typeof link === "string" ? link : "")?.[1];
	const url = address === void 0 ? null : URL.parse(address, "http://localhost");
	return url === null ? void 0 : Object.fromEntries(url.searchParams);
}
function listOf(route, { data }) {
	const list = Array.isArray(data) ? data : typeof data === "object" && data !== null ? Object.values(data).find((member) => Array.isArray(member)) : void 0;
	if (Array.isArray(list)) return list;
	throw unanswered$1(route, "the body is not a list");
}

// src/github/api/request-patience.ts
const OUTAGE_WAITS_MS = [
	500,
	2e3,
	8e3,
	3e4
];
const BRIEF_WAITS = 2;
const LOOKS = 2;
const NOTIFIES = /^POST .*\/(?:comments|issues|pulls|replies|reviews)$/;
function createRequestPatience({ gate, clock, noticeGapMs }) {
	let nextNoticeAt = -1e400;
	const turn = async ({ route, signal }) => {
		if (!NOTIFIES.test(route)) return;
		const now = clock.monotonic();
		const waitMs = nextNoticeAt - now;
		nextNoticeAt = Math.max(now, nextNoticeAt) + noticeGapMs;
		if (waitMs > 0) await clock.sleep(waitMs, signal);
	};
	return async (request) => {
		const { route, repeat, signal, send, answerOf } = request;
		const find = typeof repeat === "object" ? repeat.find : void 0;
		const waits = OUTAGE_WAITS_MS.slice(0, repeat === "briefly" ? BRIEF_WAITS : void 0);
		let limits = 0;
		let losses = 0;
		for (;;) {
			await gate.pass(signal);
			await turn(request);
			try {
				return await send();
			} catch (thrown) {
				signal?.throwIfAborted();
				const error = explained(route, thrown);
				const limitMs = limitOf(thrown, clock.now(), limits);
				if (limitMs !== void 0 && repeat !== "never") {
					limits += 1;
					gate.closeForLimit({
						waitMs: limitMs,
						error
					});
					continue;
				}
				if (limitMs !== void 0 || !isLost$1(thrown) || repeat === "never") throw error;
				for (let looks = 1;; looks += 1) {
					const waitMs = waits[losses];
					if (waitMs === void 0 || !gate.closeForOutage({
						waitMs,
						error
					})) throw error;
					losses += 1;
					await gate.pass(signal);
					if (find === void 0) break;
					const found = await look(find);
					if (found.kind === "there") return answerOf(found.what);
					if (found.kind === "none" && looks >= LOOKS) break;
				}
			}
		}
	};
}
function isLost$1(error) {
	return !isFailedAnswer(error) || error.status >= 500 || error.status === 408;
}
function limitOf(error, now, before) {
	if (!isFailedAnswer(error)) return void 0;
	const { status, response } = error;
	return rateLimitWaitMs({
		status,
		headers: response.headers,
		message: detailOf(response.data)
	}, now, before);
}
async function look(find) {
	try {
		const what = await find();
		return what === void 0 ? { kind: "none" } : {
			kind: "there",
			what
		};
	} catch {
		return { kind: "unknown" };
	}
}

// src/github/api/same-host-fetch.ts
const MAX_REDIRECTS = 3;
function createSameHostFetch({ timeoutMs, send, onSend }) {
	return async (address, { redirect, signal, method, body, headers = {} } = {}) => {
		const limit = AbortSignal.timeout(timeoutMs);
		const bounded = signal ? AbortSignal.any([signal, limit]) : limit;
		let url = new URL(address);
		for (let hop = 0;; hop += 1) {
			onSend?.();
			const answer = await send(url, {
				method,
				body,
				headers: {
					"accept-encoding": "gzip",
					...headers
				},
				signal: bounded
			}).then(async (incoming) => wholeAnswer(url, incoming)).catch((error) => {
				signal?.throwIfAborted();
				throw limit.aborted ? new Error(`none within ${timeoutMs / 1e3} s`, { cause: error }) : error;
			});
			const next = redirect === "follow" && hop < MAX_REDIRECTS ? nextUrl(answer) : void 0;
			if (next === void 0) return answer;
			url = next;
		}
	};
}
async function wholeAnswer(url, incoming) {
	const { statusCode = 0, statusMessage = "", headers } = incoming;
	const chunks = [];
	for await (const chunk of incoming) chunks.push(chunk);
	const received = Buffer.concat(chunks);
	const body = headers["content-encoding"] === "gzip" && received.length > 0 ? process.getBuiltinModule("node:zlib").gunzipSync(received) : received;
	return {
		url: url.href,
		status: statusCode,
		statusText: statusMessage,
		headers: headerMap(headers),
		text: async () => new TextDecoder().decode(body),
		arrayBuffer: async () => new Uint8Array(body).buffer
	};
}
function nextUrl({ status, headers, url }) {
	const location = headers.get("location");
	if (status < 301 || status > 308 || location === void 0) return void 0;
	const next = new URL(location, url);
	return next.origin === new URL(url).origin ? next : void 0;
}

// src/github/api/wait-gate.ts
function createWaitGate({ clock, maxWaitMs, onWait }) {
	let openAt = -1e400;
	const leftMs = {
		limit: maxWaitMs,
		outage: maxWaitMs
	};
	let stuck;
	const close = (kind, { waitMs, error }) => {
		const now = clock.monotonic();
		const added = now + waitMs - Math.max(now, openAt);
		if (added <= 0) return true;
		if (added > leftMs[kind]) return false;
		leftMs[kind] -= added;
		openAt = now + waitMs;
		onWait?.({
			waitMs,
			reason: error.message
		});
		return true;
	};
	return {
		closeForLimit: (refusal) => {
			if (!close("limit", refusal)) stuck = {
				until: clock.monotonic() + refusal.waitMs,
				error: tooLong(refusal, maxWaitMs)
			};
		},
		closeForOutage: (refusal) => close("outage", refusal),
		pass: async (signal) => {
			for (;;) {
				if (stuck !== void 0 && clock.monotonic() < stuck.until) throw stuck.error;
				const waitMs = openAt - clock.monotonic();
				if (waitMs <= 0) return;
				await clock.sleep(waitMs, signal);
			}
		}
	};
}
function tooLong({ error, waitMs }, maxWaitMs) {
	return new RunnerError({
		code: "github.failed",
		message: `${error.message} GitHub's rate limit asks for a wait of ${Math.ceil(waitMs / 1e3)} s; a run waits ${Math.round(maxWaitMs / 1e3)} s at most.`,
		hint: "Run again after that time, or use an App token, which has a larger limit.",
		cause: error.cause
	});
}

// src/github/api/client.ts
const IDLE_MS = 4e3;
const TIMEOUT_MS$1 = 3e4;
const MAX_WAIT_MS = 18e4;
const NOTICE_GAP_MS = 1e3;
const HEADERS = { "x-github-api-version": "2022-11-28" };
const GRAPHQL = "POST /graphql";
function createGitHub(options) {
	const { token, userAgent, proxyEnv, onWait, onWritten, clock } = options;
	const { timeoutMs = TIMEOUT_MS$1, maxWaitMs = MAX_WAIT_MS, noticeGapMs = NOTICE_GAP_MS } = options;
	const apiUrl = options.apiUrl.replace(/\/+$/, "");
	let calls = 0;
	const send = createHttp({
		proxyEnv,
		idleMs: IDLE_MS,
		onWritten
	});
	const fetch = createSameHostFetch({
		timeoutMs,
		send,
		onSend: () => void (calls += 1)
	});
	const patience = createRequestPatience({
		gate: createWaitGate({
			clock,
			maxWaitMs,
			onWait
		}),
		clock,
		noticeGapMs
	});
	const octokit = octokitOf({
		auth: token,
		baseUrl: apiUrl,
		userAgent,
		request: { fetch }
	});
	const graphqlUrl = sameServer(options.graphqlUrl, apiUrl);
	const query = graphqlUrl === void 0 ? octokit.graphql : octokit.graphql.defaults({ url: graphqlUrl });
	const plain = async (route, params, call) => {
		const [method = ""] = route.split(" ");
		const { repeat = method === "GET" || method === "HEAD" ? "briefly" : "never", signal } = call;
		const { status, headers, data } = await patience({
			route,
			repeat,
			signal,
			send: async () => octokit.request(route, {
				...params,
				headers: HEADERS,
				request: requestOptions(method, call)
			}),
			answerOf: (found) => ({
				status: 200,
				headers: {},
				data: found
			})
		});
		return {
			status,
			headers,
			data: data === "" ? void 0 : data
		};
	};
	const isGitea = isGiteaApi(apiUrl);
	const request = async (route, params = {}, call = {}) => {
		if (!isGitea) return await plain(route, params, call);
		const { giteaRequest } = await import("./gitea.js");
		return await giteaRequest(plain, {
			route,
			params,
			call
		});
	};
	const pages = (route, params, { maxPages, keep, ...call }) => fetchPages(async (page) => request(route, {
		per_page: 100,
		...params,
		...page
	}, call), {
		route,
		maxPages,
		keep
	});
	return {
		request,
		pages,
		paginate: async (route, params = {}, call = {}) => (await pages(route, params, {
			maxPages: 1e400,
			keep: "first",
			...call
		})).items,
		graphql: async (text, variables = {}, call = {}) => {
			if (isGitea) throw notThere("GraphQL");
			const { repeat = /^\s*mutation\b/.test(text) ? "never" : "briefly", signal } = call;
			const options = {
				...variables,
				headers: HEADERS,
				request: requestOptions("POST", call)
			};
			const send = async () => query(text, options);
			const data = await patience({
				route: GRAPHQL,
				repeat,
				signal,
				send,
				answerOf: (found) => found
			});
			if (data === void 0) throw unanswered$1(GRAPHQL, "the body has no data");
			return data;
		},
		hasGraphql: !isGitea,
		send,
		calls: () => calls
	};
}
function octokitOf(settings) {
	const silent = () => {};
	const octokit = new Octokit({
		...settings,
		log: {
			debug: silent,
			info: silent,
			warn: silent,
			error: silent
		}
	});
	octokit.hook.after("request", (response, { request }) => {
		const broken = brokenAnswer(response);
		if (broken !== void 0) throw Object.assign(new Error(broken.reason), {
			...broken,
			request: { request }
		});
	});
	return octokit;
}
function requestOptions(method, { signal, redirects }) {
	return {
		redirect: (method === "GET" || method === "HEAD") && redirects !== "refuse" ? "follow" : "manual",
		...signal === void 0 ? {} : { signal }
	};
}
function sameServer(graphqlUrl, apiUrl) {
	return graphqlUrl !== void 0 && URL.parse(graphqlUrl)?.origin === URL.parse(apiUrl)?.origin ? graphqlUrl : void 0;
}

// src/job/context/job-client.ts
function jobClient({ token, commit, publish }, job, world, onWritten) {
	if (token === void 0) throw configError("There is no GitHub token, so no permission can be checked.", "Give the input github-token (the action), or set GITHUB_TOKEN (the CLI); it needs contents, issues and pull-requests.");
	if (commit === "verified" && publish === "github" && !forgeOf(job).makesCommits) throw configError("This server makes no commits through its API.", "Set the input commit to git.");
	return createGitHub({
		token,
		apiUrl: job.apiUrl,
		graphqlUrl: job.graphqlUrl,
		userAgent: "kimi-runner",
		clock: systemClock,
		proxyEnv: proxyEnvOf(world.env),
		onWritten,
		onWait: ({ waitMs, reason }) => world.err(`GitHub asks to wait ${Math.ceil(waitMs / 1e3)} s: ${reason}\n`)
	});
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

// src/github/preflight/preflight-check.ts
async function askGitHub({ client, owner, repo, signal }, route, params = {}) {
	try {
		const { data, headers } = await client.request(route, {
			owner,
			repo,
			...params
		}, {
			signal,
			repeat: "never"
		});
		return {
			kind: "answer",
			data,
			headers
		};
	} catch (error) {
		if (signal.aborted) return {
			kind: "silence",
			reason: "GitHub did not answer in time."
		};
		const failure = failureOf(error);
		const status = failure?.status;
		if (!(status !== void 0 && status >= 400 && status < 500 && status !== 429) || /rate limit/i.test(failure?.detail ?? "")) return {
			kind: "silence",
			reason: error instanceof Error ? error.message : String(error)
		};
		return {
			kind: "refusal",
			status,
			said: failure?.detail ?? ""
		};
	}
}

// src/github/preflight/branch-rules.ts
const Rules = array(object({
	type: string(),
	parameters: optional(record(string(), unknown$1()))
}));
const Switch = optional(object({ enabled: boolean() }));
const Branch = object({ protected: boolean() });
const Protection = object({
	required_pull_request_reviews: optional(unknown$1()),
	required_status_checks: optional(unknown$1()),
	restrictions: optional(unknown$1()),
	required_signatures: Switch,
	lock_branch: Switch
});
const BY_PULL_REQUEST = "changes come by pull request only";
const AFTER_CHECKS = "checks must pass before the push";
const SIGNED = "commits must be signed";
const REFUSING = {
	creation: {
		asks: "only some may create branches",
		only: "new"
	},
	update: {
		asks: "only some may push",
		only: "old"
	},
	merge_queue: {
		asks: "changes come through the merge queue only",
		only: "old"
	},
	pull_request: { asks: BY_PULL_REQUEST },
	required_status_checks: { asks: AFTER_CHECKS },
	required_signatures: { asks: SIGNED }
};
const HARMLESS = /* @__PURE__ */ new Set([
	"deletion",
	"non_fast_forward",
	"required_linear_history",
	"copilot_code_review",
	"tag_name_pattern"
]);
async function examineBranch(question, target) {
	const { branch, shown = branch } = target;
	const isNew = target.shown !== void 0;
	const [rules, asked] = await Promise.all([askGitHub(question, "GET /repos/{owner}/{repo}/rules/branches/{branch}", {
		branch,
		per_page: 100
	}), isNew ? [] : askedByProtection(question, branch)]);
	const known = safeParse(Rules, rules.kind === "answer" ? rules.data : void 0);
	if (!known.success) return {
		name: "branch rules",
		ok: "unknown",
		detail: `${unseen(rules)} The rules for ${shown} are not known.`
	};
	const refusing = [.../* @__PURE__ */ new Set([...known.data.flatMap((rule) => askedByRule(rule, isNew)), ...asked])];
	const others = known.data.map(({ type }) => type).filter((type) => !HARMLESS.has(type) && !(type in REFUSING));
	if (refusing.length > 0) return {
		name: "branch rules",
		ok: false,
		detail: `Pushing to ${shown} is against the rules, unless this token may bypass them: ${refusing.join(", ")}.`,
		fix: fixFor(refusing, isNew)
	};
	if (others.length > 0) return {
		name: "branch rules",
		ok: "unknown",
		detail: `Rules may refuse a push to ${shown}, depending on what is pushed: ${[...new Set(others)].filter((type) => /^[a-z_]+$/.test(type)).join(", ") || "unknown rules"}.`,
		fix: fixFor([], isNew)
	};
	return {
		name: "branch rules",
		ok: true,
		detail: `No rule prevents pushing to ${shown}.`
	};
}
function askedByRule({ type, parameters }, isNew) {
	const rule = REFUSING[type];
	if (rule === void 0 || rule.only === (isNew ? "old" : "new")) return [];
	if (isNew && parameters?.["do_not_enforce_on_create"] === true) return [];
	return [rule.asks];
}
async function askedByProtection(question, branch) {
	const seen = await askGitHub(question, "GET /repos/{owner}/{repo}/branches/{branch}", { branch });
	const found = safeParse(Branch, seen.kind === "answer" ? seen.data : void 0);
	if (!found.success || !found.data.protected) return [];
	const told = await askGitHub(question, "GET /repos/{owner}/{repo}/branches/{branch}/protection", { branch });
	if (told.kind === "refusal" && told.status === 404) return [];
	const known = safeParse(Protection, told.kind === "answer" ? told.data : void 0);
	if (!known.success) return ["the branch is protected (this token may not read how)"];
	const { data } = known;
	return [
		...data.required_pull_request_reviews ? [BY_PULL_REQUEST] : [],
		...data.required_status_checks ? [AFTER_CHECKS] : [],
		...data.restrictions ? ["only some may push"] : [],
		...data.required_signatures?.enabled === true ? [SIGNED] : [],
		...data.lock_branch?.enabled === true ? ["the branch is locked"] : []
	];
}
function fixFor(asked, isNew) {
	if (asked.length === 1 && asked[0] === SIGNED) return "Set `commit: verified`: GitHub signs commits made by its API.";
	return isNew ? "Settings → Rules: exclude `kimi/**`, or put the token's account on the bypass list." : "Settings → Rules, Branches: let the token's account bypass them, or ask on an issue, which gets a branch of its own.";
}
function unseen(told) {
	if (told.kind === "silence") return told.reason;
	return told.kind === "refusal" ? `GitHub does not show the rules (${told.status}).` : "GitHub's answer is invalid.";
}

// src/github/preflight/push-right.ts
const MAX_SAID_BYTES = 1e3;
async function askPushRight(door) {
	try {
		const answer = await knock(door);
		const status = answer.statusCode ?? 0;
		if (status === 401 || status === 403 || status === 404) return {
			kind: "no",
			status,
			said: await beginning(answer)
		};
		answer.destroy();
		return status === 200 ? { kind: "yes" } : {
			kind: "unknown",
			reason: `The server answered ${status}.`
		};
	} catch (error) {
		if (door.signal.aborted) return {
			kind: "unknown",
			reason: "The server did not answer in time."
		};
		return {
			kind: "unknown",
			reason: error instanceof Error ? error.message : String(error)
		};
	}
}
async function knock({ url, token, userAgent, send, signal }) {
	const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
	return await send(new URL(`${url}/info/refs?service=git-receive-pack`), {
		headers: {
			"user-agent": userAgent,
			authorization: `Basic ${basic}`
		},
		signal
	});
}
async function beginning(answer) {
	const chunks = [];
	let size = 0;
	for await (const chunk of answer) {
		chunks.push(chunk);
		size += chunk.byteLength;
		if (size > MAX_SAID_BYTES) break;
	}
	return Buffer.concat(chunks).toString("utf8", 0, Math.min(size, MAX_SAID_BYTES));
}

// src/github/preflight/preflight.ts
const TIMEOUT_MS = 3e3;
const ACTIONS_BOT = {
	id: 41898282,
	login: "github-actions[bot]"
};
async function preflight(client, request) {
	const { owner, repo, serverUrl, token, wants, artifacts } = request;
	const signal = AbortSignal.timeout(TIMEOUT_MS);
	const question = {
		client,
		owner,
		repo,
		signal
	};
	const target = request.target.catch(() => void 0);
	const url = `${serverUrl}/${owner}/${repo}.git`;
	const [repository, right, rules, setting, self] = await Promise.all([
		askGitHub(question, "GET /repos/{owner}/{repo}"),
		wants.push ? askPushRight({
			url,
			token,
			userAgent: "kimi-runner",
			send: client.send,
			signal
		}) : void 0,
		wants.push ? target.then((to) => to && examineBranch(question, to)) : void 0,
		wants.pullRequest ? askGitHub(question, "GET /repos/{owner}/{repo}/actions/permissions/workflow") : void 0,
		request.self
	]);
	const seen = repositoryFindings(repository, {
		name: `${owner}/${repo}`,
		login: self.login
	});
	if (seen.some(({ blocks }) => blocks)) return seen;
	const isPushing = rules !== void 0;
	return [
		...seen,
		isPushing && right !== void 0 ? checkPush(right) : void 0,
		rules,
		isPushing && setting !== void 0 ? checkSetting(setting, self.login) : void 0,
		wants.comment ? checkComment(repository) : void 0,
		checkArtifact(artifacts)
	].filter((finding) => finding !== void 0);
}
const Repository = object({
	archived: optional(boolean()),
	disabled: optional(boolean())
});
function repositoryFindings(told, { name, login }) {
	if (told.kind === "silence") return [{
		name: "repository",
		ok: "unknown",
		detail: told.reason,
		fix: LATER$1
	}];
	if (told.kind === "refusal" && told.status === 401) return [{
		name: "token",
		ok: false,
		detail: `GitHub does not accept the token: ${told.said}.`,
		fix: "Set the input github-token (the action) or GITHUB_TOKEN (the CLI) to a token that is valid.",
		blocks: true
	}];
	if (told.kind === "refusal") return [{
		name: "repository",
		ok: false,
		detail: `${name} does not exist, or this token may not see it (${told.status}: ${told.said}).`,
		fix: "Check the name, and give the token `contents: read` there.",
		blocks: true
	}];
	const token = {
		name: "token",
		ok: true,
		detail: `GitHub accepts it as ${login}.`
	};
	const known = safeParse(Repository, told.data);
	if (!known.success) return [token, {
		name: "repository",
		ok: "unknown",
		detail: "GitHub's answer is invalid.",
		fix: LATER$1
	}];
	const { archived, disabled } = known.data;
	if (archived !== true && disabled !== true) return [token, {
		name: "repository",
		ok: true,
		detail: `${name} is writable.`
	}];
	return [token, {
		name: "repository",
		ok: false,
		detail: `${name} is ${archived === true ? "archived" : "disabled by GitHub"}, so nothing can be written to it.`,
		fix: archived === true ? "Unarchive it (Settings → General), or run on another repository." : "Ask GitHub's support why.",
		blocks: true
	}];
}
const LATER$1 = "Try again; if it stays, look at GITHUB_API_URL and githubstatus.com.";
function checkPush(right) {
	switch (right.kind) {
		case "yes": return {
			name: "push",
			ok: true,
			detail: "The token may push."
		};
		case "no": return {
			name: "push",
			ok: false,
			detail: `The token may not push (${right.status}: ${oneLine(right.said, 200)}). The work will be in the run's bundle only.`,
			fix: "Add `permissions: contents: write` to the job, or give the token that right."
		};
		case "unknown": return {
			name: "push",
			ok: "unknown",
			detail: `Whether the token may push is not known. ${oneLine(right.reason, 200)}`,
			fix: "The job needs `permissions: contents: write`."
		};
	}
}
const Setting = object({ can_approve_pull_request_reviews: boolean() });
const TICK = "Settings → Actions → General → Workflow permissions: tick “Allow GitHub Actions to create and approve pull requests”.";
function checkSetting(told, login) {
	const name = "pull requests";
	const known = safeParse(Setting, told.kind === "answer" ? told.data : void 0);
	if (!known.success) return {
		name,
		ok: "unknown",
		detail: `Whether GitHub Actions may open pull requests here is not known. ${told.kind === "silence" ? told.reason : "GitHub shows it to administrators only."}`,
		fix: `If a pull request is refused: ${TICK}`
	};
	if (known.data.can_approve_pull_request_reviews) return {
		name,
		ok: true,
		detail: "GitHub Actions may open pull requests here."
	};
	if (login === ACTIONS_BOT.login) return {
		name,
		ok: false,
		detail: "GitHub Actions may not open pull requests in this repository.",
		fix: TICK
	};
	return {
		name,
		ok: "unknown",
		detail: `A workflow's own token may not open pull requests here; this one (${login}) may.`,
		fix: TICK
	};
}
function checkComment(repository) {
	const header = repository.kind === "answer" ? repository.headers["x-oauth-scopes"] : void 0;
	const needs = "The job needs `permissions: issues: write` and `pull-requests: write`.";
	if (typeof header !== "string" || header === "") return {
		name: "comments",
		ok: "unknown",
		detail: "Whether the token may comment is known after the first comment.",
		fix: needs
	};
	const scopes = header.split(",").map((scope) => scope.trim());
	if (scopes.includes("repo") || scopes.includes("public_repo")) return {
		name: "comments",
		ok: true,
		detail: `The token's scopes: ${scopes.join(", ")}.`
	};
	return {
		name: "comments",
		ok: false,
		detail: `The token may not comment; its scopes: ${scopes.join(", ")}.`,
		fix: "Make a token with the scope `repo`, or use the workflow's own."
	};
}
function checkArtifact(artifacts) {
	const name = "artifacts";
	if (artifacts === void 0) return {
		name,
		ok: "unknown",
		detail: "The artifact service is visible only in a workflow."
	};
	if (artifacts.isThere) return {
		name,
		ok: true,
		detail: "The artifact service is available."
	};
	return {
		name,
		ok: false,
		detail: artifacts.why,
		fix: artifacts.fix
	};
}

// src/publish/render/safe-markdown.ts
function safeInline(text) {
	return breakReferences(inline(text));
}
function safeWords(text) {
	const parts = shownText(text).replace(/\s+/g, " ").split("`");
	if (!(parts.length % 2 === 1 && parts.slice(1, -1).every((part, index) => (index % 2 === 0 ? part.trim() : part) !== "")) || text.includes("$")) return safeInline(text);
	return parts.map((part, index) => index % 2 === 1 ? `\`${part}\`` : breakReferences(inline(part))).join("");
}
function wordsOfSafe(line) {
	return (parsed(line)?.all("characterEscape") ?? []).reduceRight((text, { from }) => text.slice(0, from) + text.slice(from + 1), line).replaceAll(BREAK, "");
}
const DRAWN = /* @__PURE__ */ new Set([
	"mermaid",
	"geojson",
	"topojson",
	"stl",
	"math",
	"suggestion"
]);
function safeMarkdown(text) {
	return withoutHeadings(harmless(text));
}
function harmless(text) {
	const withFences = fittingBreaks(safeBlocks(text, safeProse));
	if (sameFences(fencesIn(shownText(text)), fencesIn(withFences))) return withFences;
	return fittingBreaks(safeBlocks(text, (lines) => lines.map(safeLine)));
}
function quietMarkdown(text) {
	const quiet = (words) => breakReferences(words).replace(/^([ \t>*+\d.)-]*\/)(?=[a-z][\w-]*(?:\s|$))/gim, `$1${BREAK}`);
	const markdown = parsed(shownText(text));
	if (markdown === void 0) return quiet(shownText(text));
	let result = "";
	let done = 0;
	for (const { from, to } of merged(markdown.all("codeFenced", "codeIndented", "codeText"))) {
		result += quiet(markdown.text.slice(done, from)) + markdown.text.slice(from, to);
		done = to;
	}
	return result + quiet(markdown.text.slice(done));
}
function safeBlocks(text, prose) {
	const lines = shownText(text).split("\n");
	const blocks = [];
	let open = [];
	const endProse = () => {
		if (open.length > 0) blocks.push(prose(open).join("\n"));
		open = [];
	};
	for (let index = 0; index < lines.length; index += 1) {
		const [, fence, language = ""] = /^(?=(`{3,}|~{3,}))\1(?=[^`]*$)[ \t]*([\w+-]*)/.exec(lines[index] ?? "") ?? [];
		if (fence === void 0) {
			open.push(lines[index] ?? "");
			continue;
		}
		endProse();
		const end = closing(lines, index + 1, fence);
		blocks.push(fenced(lines.slice(index + 1, end).join("\n"), DRAWN.has(language.toLowerCase()) ? "" : language));
		index = end;
	}
	endProse();
	return blocks.join("\n\n").replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}
function safeProse(lines) {
	const code = /* @__PURE__ */ new Set();
	for (const { first, last } of fencesIn(lines.join("\n"))) for (let at = first; at <= last; at += 1) code.add(at);
	return lines.map((line, index) => code.has(index) ? line : safeLine(line));
}
function fencesIn(text) {
	const markdown = /(?<![^\n])(?:[ \t]*[->*+\d][^\n]*|[ \t]+)(?:`{3}|~{3})/.test(text) ? parsed(text) : void 0;
	if (markdown === void 0) return [];
	const lineOf = lineCounter(text);
	return markdown.all("codeFenced").flatMap((block) => {
		const above = ancestorsOf(block);
		const isClosed = block.parts.filter(({ type }) => type === "codeFencedFence").length === 2;
		const info = markdown.source(partIn(block, "codeFencedFenceInfo"));
		const isShown = /^[\w+-]*$/.test(info) && !DRAWN.has(info.toLowerCase()) && partIn(block, "codeFencedFenceMeta") === void 0;
		if (above.length === 0 || !isClosed || !isShown || !above.every(({ type }) => CONTAINERS.has(type))) return [];
		return [{
			first: lineOf(block.from),
			last: lineOf(block.to),
			source: markdown.source(block)
		}];
	});
}
function lineCounter(text) {
	let [line, next] = [0, text.indexOf("\n")];
	return (at) => {
		for (; next >= 0 && next < at; next = text.indexOf("\n", next + 1)) line += 1;
		return line;
	};
}
const CONTAINERS = /* @__PURE__ */ new Set([
	"blockQuote",
	"listOrdered",
	"listUnordered"
]);
function sameFences(before, after) {
	return before.length === after.length && before.every(({ source }, index) => source === after[index]?.source);
}
function quotedAs(who, markdown) {
	if (markdown.trim() === "") return "";
	return [
		`**${who}:**`,
		"",
		...markdown.split(/[\n\u2028\u2029]/)
	].map((line) => `> ${line}`.trimEnd()).join("\n");
}
const HEADING_ROUNDS = 5;
function withoutHeadings(text) {
	let current = text;
	for (let round = 0; round < HEADING_ROUNDS; round += 1) {
		const markdown = parsed(current);
		if (markdown === void 0) break;
		const next = boldHeadings(markdown);
		if (next === current) return current;
		current = next;
	}
	return current.replace(LIKE_HEADING, String.raw`$1\$2`);
}
function boldHeadings({ text, all, source }) {
	return replaceRanges(text, all("atxHeading", "setextHeadingLine"), (own, { type, parts }) => {
		const words = source(parts.find((part) => part.type === "atxHeadingText"));
		return type === "atxHeading" && words !== "" ? `**${words}**` : `\\${own}`;
	});
}
const LONG_LINE = /^.{10000}/m;
function parsed(text) {
	return LONG_LINE.test(text) ? void 0 : parseMarkdown(text);
}
function fittingBreaks(text) {
	const markdown = parsed(text);
	const [links = [], fences = [], spans = [], indented = []] = markdown === void 0 ? [] : TYPES.map((type) => markdown.all(type));
	const lines = indented.flatMap(({ parts }) => parts.filter(({ type }) => type === "codeFlowValue"));
	const code = [...spans, ...lines].toSorted((a, b) => a.from - b.from);
	const addresses = Array.from(text.matchAll(ADDRESS$1), ({ 0: address, index }) => ({
		from: index,
		to: index + address.length
	})).filter(({ from, to }) => !within(links, from) || !within(links, to - 1));
	const toBreak = outside([
		...fences,
		...spans,
		...indented
	], addresses);
	const ofCode = text.includes("$") ? withoutFormulas$1 : withoutBreaks;
	const changes = [...code.map((range) => ({
		...range,
		change: ofCode
	})), ...toBreak.map((range) => ({
		...range,
		change: breakWords
	}))];
	return replaceRanges(text, changes.toSorted((a, b) => a.from - b.from), (source, { change }) => change(source));
}
const TYPES = [
	"literalAutolink",
	"codeFenced",
	"codeText",
	"codeIndented"
];
const BREAK_IN_CODE = /(?<!\n[ \t>*+\d.)-]{0,100}[</])<!-- -->/g;
function withoutBreaks(code) {
	return code.replace(BREAK_IN_CODE, "");
}
function withoutFormulas$1(code) {
	return withoutBreaks(code.replace(/\\([A-Za-z])<!-- -->/g, String.raw`\ $1`));
}
function closing(lines, from, fence) {
	for (let index = from; index < lines.length; index += 1) {
		const line = (lines[index] ?? "").trim();
		if (line.length >= fence.length && line.replaceAll(fence.charAt(0), "") === "") return index;
	}
	return lines.length;
}
function safeLine(line) {
	const begun = line.replace(/^([ \t>*+\-\d.)]*)(`{3,}|~{3,})/, (_, before, fence) => before + fence.replace(/./g, "\\$&")).replace(/^([ \t>*+\d.)-]*\/)(?=[a-z][\w-]*(?:\s|$))/i, `$1${BREAK}`).replace(/<(https?:[^\s<>]*)(>?)/gi, (_, address, end) => `<${BREAK}${address}${end && `${"<!-- -->"}>`}`);
	return breakReferences(besideAddresses(begun, (words) => words.replace(/<(?=[A-Za-z/?]|!(?!-- -->))/g, `<${BREAK}`).replaceAll("![", `!${BREAK}[`).replace(/\[!(?=[A-Za-z]+\])/g, `[!${BREAK}`).replaceAll("](", `]${BREAK}(`).replaceAll("]:", `]${BREAK}:`)));
}
const TEX = /\\(?=(?:href|url|unicode|style|data|class|cssId|label|require|html[A-Za-z]*|[hv]?phantom|(?:text|math|define)?color|f?colorbox|bbox|texttip|mathtip|toggle|[hm]space|[hm]skip|m?kern|raise(?:box)?|lower|move(?:left|right)|[gex]?def|(?:re)?newcommand|let|DeclareMathOperator)(?![A-Za-z]))[A-Za-z]/g;
const THREAD_URL = /(https?|\bwww)(:\/\/|\.)((?:(?!https?:\/\/)[^\s/])+)(?:((?:\/[^\s/]+){2}\/(?:issues|pull|pulls|discussions)\/)(?=\d))?/gi;
function unlinkThreads(text, asText) {
	return text.replace(THREAD_URL, (whole, begin, mark, host, path) => {
		if (path === void 0) return whole;
		return /^(?:www\.|redirect\.)?github\.com(?::\d+)?$/i.test(host) ? `https://redirect.github.com${path}` : asText(begin, `${mark}${host}${path}`);
	});
}
function breakReferences(text) {
	return besideAddresses(unlinkThreads(text, (begin, rest) => `${begin}${BREAK}${rest}`).replace(/\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?=:?\s+https?:)/gi, `$1${BREAK}`), breakWords);
}
function breakWords(words) {
	return words.replace(TEX, `$&${BREAK}`).replace(/&(?=#?\w+;)/g, `&${BREAK}`).replace(/(#|\bGH-)(?=\d)|##(?=\[)|^[ \t]*:(?=:)/gim, `$&${BREAK}`).replace(MENTION, `@${BREAK}`);
}
function spaceReferences(text) {
	return besideAddresses(unlinkThreads(text, (_, rest) => rest.replace(/^\W+/, "")), (words) => words.replace(MENTION, "@ ").replace(/#(?=\d)/g, "# ").replace(/\bGH-(?=\d)/gi, "GH "));
}

// src/job/context/job-end.ts
function skipped(reason, parts) {
	addToSummary(parts, `kimi-runner had nothing to do: ${reason}`);
	return {
		kind: "skipped",
		reason
	};
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

// src/publish/result/proposal.ts
const ASK_FOR_TITLE = "If you changed files, begin the closing text with the line `Title: <commit subject>`: at most 72 characters, in the style of the repository's log.";
const TITLE = /^\s*(?:#{1,6}[ \t]+)?(?:\*\*|__|`)?Title:(?:\*\*|__)?[ \t]*(\S[^\n]*)(?:\n|$)/i;
const MAX_TITLE = 200;
const MAX_READ = 2e3;
const MIN_TITLE = 3;
function proposalOf(closing = "") {
	const found = TITLE.exec(closing.replaceAll("\r\n", "\n"));
	if (found === null) return { text: closing };
	const text = closing.replaceAll("\r\n", "\n").slice(found[0].length).trim();
	return {
		title: usableTitle(found[1] ?? ""),
		text
	};
}
function usableTitle(written) {
	const title = oneLine(withoutActs(unwrapped(visible(written.slice(0, MAX_READ)))), MAX_TITLE);
	return title.length >= MIN_TITLE && /\p{L}/u.test(title) ? title : void 0;
}
function visible(text) {
	return plainText(text).normalize("NFC").replace(/\[U\+[0-9A-F]+\]/g, "").replace(/(?! )[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu, " ");
}
function unwrapped(text) {
	let title = text.trim();
	for (;;) {
		const [, quote = "", inner = ""] = /^(["'`]|\*\*|__)(.+)\1$/.exec(title) ?? [];
		if (inner === "" || inner.includes(quote)) break;
		title = inner.trim();
	}
	return title.replace(/(?:\*\*|`)$/, (end) => title.split(end).length % 2 === 0 ? "" : end).replace(/(?<!\.)\.$/, "");
}
function withoutActs(text) {
	return text.replace(/(?<![a-z+.-])[a-z+.-]+:\/\/\S+|\bwww\.\S+/gi, "").replace(/\[([^[\]]*)\]/g, "($1)").replaceAll("***NO_CI***", "").replace(/(?<![\w.-])@(?=\w)/g, "").replace(/(?<!\s)\s*\((?:#|GH-)\d+\)/gi, "").replace(/#(?=\d)/g, "").replace(/\bGH-(?=\d)/gi, "GH ").replace(/^(?:[\w-]+-by|Kimi-[\w-]+):\s*/i, "");
}

// src/job/context/task.ts
const CHANGE = `change the files of this repository, and check the change with its tests. Close with what you changed and why, in a few sentences. ${ASK_FOR_TITLE}`;
const TASKS = {
	fix: `Do what the issue or pull request below asks for: ${CHANGE}`,
	ask: "Answer the question below from this repository. Change no file. Close with the answer.",
	plan: "Write a plan for what the issue or pull request below asks for: which files change, how, in which order, what could go wrong. Change no file. Close with the plan.",
	review: "Review the changes of the pull request below. Look at the code around them, not only at the diff. Change no file. Close with your findings, the most important first, each with file and line; say so when there are none."
};
const PLACED_TASKS = {
	line: {
		fix: `Do what the thread on a line of the pull request's diff below asks for: ${CHANGE}`,
		ask: "Answer the question below about a line of the pull request's diff. Change no file. Close with the answer."
	},
	review: { fix: `Do what the review below asks for, its text and its comments on lines (isOfRequest): ${CHANGE}` }
};
function taskOf({ verb, comment }) {
	return (comment?.kind === "review text" ? PLACED_TASKS.review : comment?.place === void 0 ? {} : PLACED_TASKS.line)[verb] ?? TASKS[verb];
}
function isAnswerOnly(verb) {
	return verb !== "fix";
}
function promptOfVerb(trigger, hasThread) {
	const { verb, text, isSlash } = trigger;
	if (isSlash) return text;
	if (!hasThread) return isAnswerOnly(verb) ? text : `${text}\n\n${ASK_FOR_TITLE}`;
	return text === "" ? taskOf(trigger) : `${taskOf(trigger)}\n\nWho asked adds: ${text}`;
}

// src/job/context/examine.ts
const OWN_BRANCH = {
	branch: "kimi/issue-1-00000000",
	shown: "kimi/**"
};
async function examine({ inputs, job, trigger, client }, reading) {
	if (inputs.publish !== "github" || inputs.token === void 0) return [];
	const push = !isAnswerOnly(trigger.verb);
	return preflight(client, {
		owner: job.owner,
		repo: job.repo,
		serverUrl: job.serverUrl,
		token: inputs.token,
		wants: {
			push,
			pullRequest: push && trigger.thread?.kind !== "pull" && !isInstallation(inputs.token),
			comment: trigger.thread !== void 0
		},
		target: trigger.thread?.kind === "pull" ? reading.thread.then(targetOf$1) : Promise.resolve(OWN_BRANCH),
		self: reading.self,
		artifacts: job.artifacts
	});
}
function isInstallation(token) {
	return token.startsWith("ghs_");
}
function targetOf$1(thread) {
	const { pull } = thread ?? {};
	if (pull === void 0) return OWN_BRANCH;
	return pull.fork ? void 0 : { branch: pull.headRef };
}
function requireUsable(findings, parts) {
	const blocking = findings.find(({ blocks }) => blocks);
	if (blocking === void 0) return;
	const { detail, fix = "" } = blocking;
	addToSummary(parts, `## kimi-runner: the run did not begin\n\n${safeWords(detail)} ${safeWords(fix)}`);
	throw configError(detail, fix);
}
function obstacles(findings) {
	return findings.filter(({ ok }) => ok === false).map(({ detail, fix }) => fix ? `${detail} ${fix}` : detail);
}

// src/job/context/outbox.ts
function outboxOf(inputs, client) {
	return inputs.publish === "dry" ? createOutbox(outboxDir(inputs), client) : {
		api: client,
		wrapGit: (git) => git
	};
}
function outboxDir({ bundleDir, phase }) {
	return phase === "publish" ? `${bundleDir}-outbox` : join(bundleDir, "outbox");
}
function createOutbox(dir, client) {
	let count = 0;
	const put = (name, content) => {
		count += 1;
		const word = name.replace(/[^A-Za-z]+/g, "-").slice(0, 60);
		writeJson(join(dir, `${String(count).padStart(3, "0")}-${word}.json`), content);
		return count;
	};
	return {
		api: {
			request: async (route, params = {}, options) => {
				if (route.startsWith("GET ")) return client.request(route, params, options);
				const id = put(route, {
					route,
					...params
				});
				return {
					status: 201,
					headers: {},
					data: {
						...params,
						id,
						number: id,
						html_url: `file://${dir}`
					}
				};
			},
			paginate: client.paginate,
			graphql: client.graphql
		},
		wrapGit: (git) => ({
			...git,
			push: async ({ branch, commit, expected }) => {
				put("git push", {
					push: `refs/heads/${branch}`,
					commit,
					expected
				});
				return { kind: "pushed" };
			}
		})
	};
}

// src/publish/render/outgoing.ts
const MAX_BODY_CHARS = 65e3;
const MAX_SUMMARY_BYTES = 9e5;
const NOTE = "*Shortened. The run's bundle has the full text.*";
function createOutgoing(redact) {
	return (text) => cap(breakCommands(redact(text)), MAX_BODY_CHARS);
}
function createSummaryGate(redact) {
	return (text) => {
		const clean = breakCommands(redact(text));
		if (Buffer.byteLength(clean) <= 9e5) return clean;
		return cap(clean, Math.floor(MAX_SUMMARY_BYTES / 3));
	};
}
function cap(text, maxChars) {
	if (text.length <= maxChars) return text;
	const room = maxChars - 48 - 100;
	const head = beginningOf(text, room);
	const open = openFence(head);
	return `${head}\n${open === void 0 ? "" : `${open}\n`}\n${NOTE}\n`;
}
function openFence(text) {
	let open;
	for (const [, ticks = "", rest = ""] of text.matchAll(/^(`{3,})(.*)$/gm)) if (open === void 0) open = ticks;
	else if (ticks.length >= open.length && rest.trim() === "") open = void 0;
	return open !== void 0 && open.length > 80 ? "`".repeat(80) : open;
}

// src/publish/render/render-parts.ts
const MAX_LINES$1 = 50;
const MAX_TEXT_CHARS = 16e3;
const MAX_PREVIEW_CHARS = 3e3;
const MAX_EARLIER = 10;
function bulleted(items, render, max = MAX_LINES$1) {
	const shown = items.slice(0, max).map((item) => `- ${render(item)}`);
	const rest = items.length - shown.length;
	return [...shown, ...rest > 0 ? [`- … and ${rest} more`] : []].join("\n");
}
function paragraphs(parts) {
	return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
function dotted(parts) {
	return parts.filter((part) => part !== "").join(" · ");
}
function smallLine(parts) {
	return `<sub>${dotted(parts)}</sub>`;
}
function section(title, body) {
	return body === "" ? [] : [`### ${title}`, body];
}
function folded(title, body) {
	return body === "" ? [] : [
		`<details><summary>${title}</summary>`,
		body,
		"</details>"
	];
}
function todoList(todos) {
	return bulleted(todos, ({ title, status }) => {
		const words = safeWords(oneLine(title, 200));
		return status === "done" ? `[x] ${words}` : status === "in_progress" ? `[ ] **${words}** ←` : `[ ] ${words}`;
	});
}
function fileList(changes, max = MAX_LINES$1) {
	return bulleted(changes, ({ path, status, added, deleted }) => {
		const lines = added === void 0 ? "binary" : `+${added} −${deleted ?? 0}`;
		return `${safeInline(oneLine(path, 300))} ${lines}${status === "modified" ? "" : ` (${status.replace("_", " ")})`}`;
	}, max);
}
function unfilteredLine(files = []) {
	if (files.length === 0) return "";
	const what = files.length === 1 ? "it, without its filter" : "them, without their filters";
	const named = files.map(({ path, filters }) => {
		const names = oneLine(filters.join(", "), 100);
		return `${safeInline(oneLine(path, 300))} (${safeInline(names)})`;
	});
	return `Published as the work tree has ${what}: ${namedUpTo(named, MAX_LINES$1)}`;
}
function heldFileList(heldFiles, max = MAX_LINES$1) {
	return bulleted(heldFiles, ({ path, oid, rule, reason, isAnswerable }) => {
		const what = `${safeInline(oneLine(path, 300))}${oid === void 0 ? " (deleted)" : ""}`;
		const why = reason === void 0 ? "" : `: ${safeWords(oneLine(reason, 300))}`;
		return `${what} — ${isAnswerable ? "held" : "left out"} by ${ruleWords(rule)}${why}`;
	}, max);
}
function earlierLine({ outcome }) {
	const { count, paths } = outcome?.earlier ?? {
		count: 0,
		paths: []
	};
	if (count === 0) return "";
	const names = paths.slice(0, MAX_EARLIER).map((path) => safeInline(oneLine(path, 200)));
	const more = count > names.length ? ` and ${count - names.length} more` : "";
	return `Not part of this change, because an earlier step had changed it: ${names.join(", ")}${more}. \`publish.include\` in the policy takes such files in.`;
}
function ruleWords(rule) {
	return safeInline(rule.replace(/^answer by /, ""));
}
function heldList(held) {
	return held.slice(0, 10).map(({ summary, digest, rule, reason, near, preview }) => {
		const why = reason === void 0 ? "" : `: ${safeWords(oneLine(reason, 300))}`;
		const effect = preview === void 0 ? [] : [fenced(headTail(preview, MAX_PREVIEW_CHARS, (dropped) => `[${dropped} characters left out]`), "diff")];
		return [`**\`${digest.slice(0, 12)}\`** ${safeInline(oneLine(summary, 200))} — held by ${safeInline(rule)}${why}${near === void 0 ? "" : `; ${safeWords(oneLine(near, 300))}`}`, ...effect].join("\n\n");
	}).join("\n\n");
}
function closingText({ outcome, isReported = false }) {
	if (outcome?.steps === 0 && !isReported && outcome.text) return fenced(headTail(outcome.text, MAX_TEXT_CHARS, () => "…"));
	const text = headTail(proposalOf(outcome?.text).text, MAX_TEXT_CHARS, (dropped) => `[${dropped} characters left out]`);
	return quotedAs(isReported ? "From the model, as the agent's job reports" : "From the model", safeMarkdown(text));
}
function assumptionList({ assumptions }) {
	return bulleted(assumptions, (question) => safeWords(oneLine(question, 500)));
}
function bugList({ bugs }) {
	return bulleted(bugs, (bug) => safeWords(oneLine(bug, 1e3)));
}
function modelNotes(facts, as) {
	return [...as("Decided alone", assumptionList(facts)), ...as("Faults that the model reports", bugList(facts))];
}
function verificationLine({ outcome }) {
	const { verification } = outcome ?? {};
	if (verification === void 0) return "";
	const { rounds, passed, results } = verification;
	const when = rounds === 1 ? "in the first round" : `in round ${rounds}`;
	const commands = (passed ? results : results.filter((result) => !result.passed)).map(({ command, end }) => `${safeInline(oneLine(command, 100))}${passed ? "" : ` (${safeInline(end)})`}`);
	return `${passed ? "✅ Checks passed" : "❌ Checks failed"} ${when}: ${commands.join(", ")}`;
}
function failedVerification(facts) {
	return facts.outcome?.verification?.passed === true ? "" : verificationLine(facts);
}
function agentTable({ outcome }) {
	const agents = outcome?.agents ?? [];
	if (agents.length === 0) return "";
	const rows = agents.slice(0, MAX_LINES$1).map(({ agentId, agent, stop, steps, usage, costUsd }) => {
		const cost = costUsd === void 0 ? "unknown" : money(costUsd);
		return `| ${`${safeInline(agentId)} ${safeInline(oneLine(agent, 100))}`} | ${safeInline(stop)} | ${steps} | ${grouped(totalTokens(usage))} | ${cost} |`;
	});
	const rest = agents.length - rows.length;
	return [
		"| Agent | Ended | Steps | Tokens | Cost |",
		"| --- | --- | ---: | ---: | ---: |",
		...rows,
		...rest > 0 ? [`| … and ${rest} more | | | | |`] : []
	].join("\n");
}
function warningList({ warnings }) {
	return bulleted(warnings, (warning) => safeWords(oneLine(warning, 300)), 10);
}
function rungLine({ rung, probes }) {
	if (rung === void 0) return "The sandbox was not opened.";
	if (rung === "none") return "**Warning: the sandbox was `none`**: the model's commands were not contained.";
	const proof = `${probes.held} of ${counted(probes.all, "probe")} held`;
	return rung === "sealed" ? `Sandbox: sealed (${proof}).` : `**Warning: the sandbox was \`${rung}\`** (${proof}): the model's commands were not fully contained.`;
}
function linkLine({ runUrl, pageUrl, artifact }) {
	const files = pageUrl === void 0 ? "page, diff, transcript" : "diff, transcript";
	return dotted([
		pageUrl === void 0 ? "" : `[Page of the run](${pageUrl})`,
		runUrl === void 0 ? "" : `[Run](${runUrl})`,
		artifact === void 0 ? "" : `bundle (${files}): artifact \`${artifact}\``
	]);
}
function bundlePlace({ artifact }) {
	return artifact === void 0 ? "the run's bundle" : `the artifact \`${artifact}\``;
}

// src/publish/render/cost-line.ts
function costLine(facts) {
	const { limits, model, outcome } = facts;
	if (model === "") return "";
	const { steps, usage } = outcome ?? facts.tally;
	const costUsd = outcome === void 0 ? knownCost(facts.tally) : outcome.costUsd;
	const tokens = totalTokens(usage);
	const cost = costUsd === void 0 ? "cost unknown" : money(costUsd);
	return dotted([
		stepsOf(steps, limits?.steps),
		counted(tokens, "token"),
		`${cost}${limits?.costUsd === void 0 ? "" : ` of ${money(limits.costUsd)}`}`,
		...unanswered(facts),
		...totals(facts),
		`${safeInline(model)}${replaced(facts)}`,
		...chosen(facts)
	]);
}
const COUNTS = /([\d,]{1,12})(?: of [\d,]{1,12})? steps? · [\d,]{1,20} tokens? · (?:cost unknown|\$[\d.]{1,20})/;
function withCountsOf(comment, line) {
	const [[newer = "", theirs = ""], [, ours = ""]] = [COUNTS.exec(comment) ?? [], COUNTS.exec(line) ?? []];
	const stepsIn = (text) => Number(text.replaceAll(",", ""));
	return stepsIn(theirs) > stepsIn(ours) ? line.replace(COUNTS, () => newer) : line;
}
function replaced({ fallback }) {
	if (fallback === void 0) return "";
	return `, ${safeInline(fallbackWords(fallback))}, because: ${safeWords(oneLine(fallback.reason, 200))}`;
}
function unanswered({ tally: { unanswered } }) {
	const { paid, free, costUsd } = unanswered;
	const cost = costUsd > 0 ? ` (${money(costUsd)})` : "";
	return [...paid === 0 ? [] : [`${counted(paid, "paid attempt")} without an answer${cost}`], ...free === 0 ? [] : [`${free} refused by the provider`]];
}
function totals({ totals: { day, thread } = {} }) {
	return [...day === void 0 ? [] : [`today ${money(day.usedUsd)} of ${money(day.limitUsd)}`], ...thread === void 0 ? [] : [`this thread ${money(thread.usedUsd)} of ${money(thread.limitUsd)}`]];
}
function chosen({ choice }) {
	if (choice === void 0 || choice.kind === "agent" && choice.name === "default") return [];
	return [`${choice.kind === "mode" ? "mode" : "agent"} ${safeInline(oneLine(choice.name, 200))}`];
}

// src/publish/render/render-decisions.ts
const PAST = {
	reject: "rejected",
	defer: "deferred"
};
function objectionList({ objections }) {
	return bulleted(objections, ({ verdict, summary, rule, reason }) => {
		const what = safeInline(oneLine(summary, 200));
		return `${PAST[verdict]} by ${ruleWords(rule)}: ${what}${because(reason)}`;
	});
}
function decisionList(decisions) {
	return bulleted(decisions, ({ became, summary, by, reason, step }) => {
		const where = step === void 0 ? "" : ` (step ${step.number})`;
		return `**${became}** ${safeInline(oneLine(summary, 200))} — by ${safeInline(by)}${because(reason)}${where}`;
	});
}
function because(reason) {
	return reason === void 0 ? "" : `: ${safeWords(oneLine(reason, 300))}`;
}

// src/publish/render/render-outputs.ts
function outputList(asked, results) {
	if (asked.length > 0 && results.length === 0) return `Not done, because the run has not finished:\n\n${asked.map((output) => `- ${outputWords(output)}`).join("\n")}`;
	return results.flatMap((result) => result.kind === "done" ? [result] : []).map(({ output, url }) => `- ${linked(outputWords(output), url)}`).join("\n");
}
function outputWords(output) {
	switch (output.action) {
		case "label": return `labelled ${at(output.number)}: ${output.labels.map((label) => safeInline(label)).join(", ")}`;
		case "assign": return `assigned ${at(output.number)} to ${output.logins.map((login) => safeInline(login)).join(", ")}`;
		case "issue": return `opened an issue: ${safeInline(oneLine(output.title, 100))}`;
		case "comment": return `commented on ${at(output.number)}`;
		case "close": return `closed ${at(output.number)} as ${output.reason.replace("_", " ")}`;
	}
}
function at(number) {
	return breakReferences(`#${number}`);
}
function linked(words, url) {
	return url === void 0 ? words : `[${words}](${url})`;
}
function outputFooter(thread, runUrl) {
	return `<sub>Written by a kimi-runner run${thread === void 0 ? "" : ` for #${thread.number}`}${runUrl === void 0 ? "" : ` · [Run](${runUrl})`}</sub>`;
}

// src/publish/result/publish-result.ts
function publishedOutcome(outcome, refusals) {
	return refusals.length > 0 && exitCode(outcome) === 0 ? "published_partially" : outcome;
}
function refused(refusal) {
	return {
		kind: "refused",
		...refusal
	};
}
function refusalsIn(parts) {
	return parts.flatMap((part) => {
		if (part.kind === "refused") return [{
			code: part.code,
			reason: part.reason,
			fix: part.fix
		}];
		return "insteadOf" in part && part.insteadOf !== void 0 ? [part.insteadOf.refusal] : [];
	});
}
const MAX_NAMED = 5;
function heldRefusal({ heldFiles, changed }, fix) {
	const open = heldFiles.filter((file) => !isAnswer$1(file));
	const [first] = open;
	if (first === void 0) return [];
	const why = first.reason === void 0 ? first.rule : `${first.rule}: ${oneLine(first.reason, 200)}`;
	const paths = open.map(({ path }) => `${oneLine(path, 200)}${open.length === 1 ? ` (${why})` : ""}`);
	const files = `${open.length} of ${counted(changed, "file")}`;
	const reason = `${heldFiles.length === changed ? `Nothing was published: ${files} may not be` : `${files} ${open.length === 1 ? "is" : "are"} left out`}: ${namedUpTo(paths, 5)}.`;
	return [{
		code: first.rule === "builtin:unsafe-path" ? "unsafe_path" : "protected_path",
		reason,
		fix
	}];
}
function artifactRefusal(artifact) {
	if (artifact?.kind !== "directory" || artifact.because !== "failed") return [];
	return [{
		code: "failed",
		reason: artifact.reason,
		fix: `The bundle is in ${artifact.dir} on the runner.`
	}];
}
function unanswerable({ facts, thread, deferral }) {
	if (facts.outcome?.outcome !== "deferred") return [];
	const why = deferral?.whyNotKept;
	if (thread !== void 0 && why === void 0) return [];
	return [{
		code: "failed",
		reason: thread === void 0 ? "The run waits for approval, but it has no thread for the answer." : `The request for approval cannot be answered in this thread: ${oneLine(why ?? "", 300).replace(/(?<![.…])$/, ".")}`,
		fix: "Resume from the run's bundle in a checkout of the same commit (`kimi-runner resume <bundle> --approve <digest>`), or fix the cause and ask for the work again."
	}];
}

// src/github/event/match-answers.ts
const SHOWN_WHOLE = 10;
function matchAnswers(answer, giver, waiting) {
	const { held, expiresAt, now, allowsSession } = waiting;
	const problems = [];
	const meant = /* @__PURE__ */ new Set();
	if (answer.digests === "all") {
		problems.push(...problemsOfAll(giver, waiting));
		if (answer.verdict === "approve" && held.length > 10) problems.push(TOO_MANY_UNREAD);
		for (const { digest } of held) meant.add(digest);
	} else for (const prefix of answer.digests) {
		const found = find(prefix, waiting);
		if (found.kind === "problem") problems.push(found.text);
		else if (meant.has(found.digest)) problems.push(`${code(found.digest)} is named twice.`);
		else meant.add(found.digest);
	}
	if (problems.length === 0 && now >= expiresAt) problems.push(`The request expired at ${new Date(expiresAt).toISOString()}. Ask for the work again.`);
	if (answer.isForSession && !allowsSession) problems.push("`--session` is not allowed by the policy (`approvers.session`).");
	else if (answer.isForSession) problems.push(...held.filter(({ digest }) => meant.has(digest)).flatMap(problemsOfStanding));
	if (answer.verdict === "approve") {
		const named = held.filter(({ digest }) => meant.has(digest));
		problems.push(...named.flatMap((call) => problemsOfUnshown(call, answer)));
	}
	if (problems.length > 0) return {
		kind: "refused",
		text: refusal(problems, waiting)
	};
	const { verdict, reason, isForSession, coversUnshown } = answer;
	const given = {
		verdict,
		by: giver.by,
		...reason === void 0 ? {} : { reason },
		...isForSession ? { isForSession } : {},
		...coversUnshown === true ? { coversUnshown } : {}
	};
	const digests = held.map(({ digest }) => digest).filter((digest) => meant.has(digest));
	return {
		kind: "answers",
		answers: new Map(digests.map((digest) => [digest, given]))
	};
}
function problemsOfAll({ writtenAt }, { held, shownAt }) {
	if (held.length === 0) return [NOTHING];
	if (Date.parse(writtenAt) >= Math.floor(shownAt / 1e3) * 1e3) return [];
	return ["`all` was written before these calls were shown. Read them and answer again."];
}
function problemsOfStanding(call) {
	if (canStand(call)) return [];
	const rules = [call.rule, ...call.also ?? []].map((rule) => `\`${inline(rule)}\``).join(", ");
	const why = call.also === void 0 ? "which holds all actions that no rule of the policy names" : "and an approval for the session applies to one rule";
	return [`${code(call.digest)} is held by ${rules}, ${why}; approve it without \`--session\`.`];
}
function problemsOfUnshown(call, { coversUnshown }) {
	if (call.files === void 0) return coversUnshown === true ? [`\`${UNSHOWN_OPTION}\` is for changed files, and ${code(call.digest)} is an action.`] : [];
	if (coversUnshown === true || shownFiles(call).length > 0) return [];
	return [`${call.files.length === 1 ? "The file is not" : "None of the files is"} shown whole in the request. Read the change in changes.patch of the run's bundle, and answer with \`approve ${call.digest.slice(0, SHOWN)} ${UNSHOWN_OPTION}\`.`];
}
const TOO_MANY_UNREAD = `More than ${10} calls wait, but only ${10} are shown in full. Name the digests of the calls that you read.`;
const NOTHING = "Nothing waits for an answer here.";
function find(prefix, { held, answered }) {
	const problem = (text) => ({
		kind: "problem",
		text
	});
	const fitting = [.../* @__PURE__ */ new Set([...held.map(({ digest }) => digest), ...answered.keys()])].filter((digest) => digest.startsWith(prefix));
	const [digest] = fitting;
	if (digest === void 0) return problem(held.length === 0 ? NOTHING : `${code(prefix, 64)} is not the digest of a waiting call.`);
	if (fitting.length > 1) return problem(`${code(prefix, 64)} matches several digests: ${shown$1(fitting, distinct(fitting))}. Write more digits.`);
	const earlier = answered.get(digest);
	if (earlier === void 0) return {
		kind: "call",
		digest
	};
	const what = earlier.verdict === "approve" ? "approved" : "rejected";
	return problem(`${code(digest)} was ${what} by ${inline(earlier.by)} already.`);
}
function distinct(digests) {
	let digits = SHOWN;
	while (digits < 64 && new Set(digests.map((digest) => digest.slice(0, digits))).size < digests.length) digits += 1;
	return digits;
}
const SHOWN = 12;
const MAX_LINES = 10;
function refusal(problems, { held, answered }) {
	const lines = [...new Set(problems)];
	const more = lines.length > MAX_LINES ? [`- … and ${lines.length - MAX_LINES} more`] : [];
	const digests = held.map(({ digest }) => digest);
	const waits = digests.length === 0 ? [] : ["", `Waiting: ${shown$1(digests, distinct([...digests, ...answered.keys()]))}.`];
	return [
		"Your answer was not used:",
		"",
		...lines.slice(0, MAX_LINES).map((line) => `- ${line}`),
		...more,
		...waits
	].join("\n");
}
function shown$1(digests, digits) {
	return namedUpTo(digests.map((digest) => code(digest, digits)), MAX_LINES);
}
function code(digest, digits = SHOWN) {
	return `\`${digest.slice(0, digits)}\``;
}

// src/publish/render/visible-text.ts
const UNSEEN = /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\uFFF0-\uFFFB\u{E0000}-\u{E0FFF}]/gu;
function visibleText(text) {
	return text.replace(UNSEEN, (char) => named$1(char)).replaceAll(OWN_MARKER, (mark) => named$1(mark.charAt(0)) + mark.slice(1)).split("\n").map(withVisibleEnd).join("\n");
}
function withVisibleEnd(line) {
	const kept = Math.max(line.trimEnd().length, Math.min(line.length, 1));
	return line.slice(0, kept) + line.slice(kept).replace(/ +|\t+/g, (run) => named$1(run.charAt(0), run.length));
}
function named$1(char, times = 1) {
	return `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}${times === 1 ? "" : ` ×${times}`}]`;
}
const WIDTH = 120;
function exactArguments(text) {
	let value;
	try {
		value = text.trim() === "" ? {} : JSON.parse(text);
	} catch {
		value = text;
	}
	return shown(value, "");
}
function shown(value, indent) {
	if (typeof value === "string") return strings(value).join(`\n${indent}`);
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	const inner = `${indent}  `;
	const isList = Array.isArray(value);
	const members = Object.entries(value).map(([key, member]) => {
		const begin = isList ? inner : `${inner}${literal(key)}:`;
		if (isList) return `${begin}${shown(member, inner)}`;
		return key.length > WIDTH / 2 || typeof member === "string" && strings(member).length > 1 ? `${begin}\n${inner}  ${shown(member, `${inner}  `)}` : `${begin} ${shown(member, inner)}`;
	});
	const [open, close] = isList ? ["[", "]"] : ["{", "}"];
	return members.length === 0 ? `${open}${close}` : `${open}\n${members.join(",\n")}\n${indent}${close}`;
}
function strings(text) {
	const literals = text.split(/(?<=\n)/).flatMap((line) => wrapped(line).map(literal));
	return literals.length === 0 ? [literal("")] : literals;
}
function wrapped(line) {
	if (line.length <= WIDTH) return [line];
	const chars = Array.from(line);
	const count = Math.ceil(chars.length / WIDTH);
	return Array.from({ length: count }, (_, index) => chars.slice(index * WIDTH, (index + 1) * WIDTH).join(""));
}
function literal(text) {
	return JSON.stringify(text).replace(UNSEEN, (char) => Array.from({ length: char.length }, (_, unit) => escaped(char.charCodeAt(unit))).join("")).replaceAll(OWN_MARKER, (mark) => escaped(mark.charCodeAt(0)) + mark.slice(1)).replaceAll("##[", String.raw`##\u005b`);
}
function escaped(unit) {
	return String.raw`\u${unit.toString(16).padStart(4, "0")}`;
}

// src/publish/render/deferral-calls.ts
const MAX_ROWS = 30;
const OPEN_LINES = 40;
function callBlocks(view) {
	const whole = wholeOf(view.calls);
	const shown = argumentBlocks(whole, view.room.arguments, view.links);
	const effects = whole.map((call) => visibleText(effectOf(call)));
	const effectRooms = shares(lengthsOf(effects), view.room.effects);
	return [...whole.flatMap((call, index) => [
		...headOf$1(call, view.calls.indexOf(call) + 1, view),
		...effectBlock(cutAt(effects[index] ?? "", effectRooms[index] ?? 0), view.links),
		...(effects[index] ?? "") === "" ? shown[index] ?? [] : beside(shown[index] ?? []),
		view.answers(call).join("\n")
	]), ...restOf(view)];
}
function beside(shown) {
	const [block = "", ...cut] = shown;
	return cut.length === 0 && block.startsWith("`") ? folded("Arguments", block) : shown;
}
function wholeOf(calls) {
	const [open, answered] = [calls.filter(isOpen), calls.filter((call) => !isOpen(call))];
	const whole = new Set([...open, ...answered].slice(0, 10));
	return calls.filter((call) => whole.has(call));
}
function isOpen({ answer }) {
	return answer === void 0;
}
function headOf$1(call, number, view) {
	const { tool, summary, capabilities } = call;
	const cwds = capabilities.flatMap((capability) => capability.kind === "exec" ? [capability.cwd] : []);
	return [`#### ${number}. ${codeSpan(summary, 160)}`, [
		`${codeSpan(shortDigest(call))} · ${codeSpan(tool, 80)} · ${heldLine(call, view.room)}`,
		...call.near === void 0 ? [] : [`Nearest form: ${words$1(call.near, view.room.prose)}.`],
		...cwds.map((cwd) => cwd === "." ? "Runs in the root of the repository." : `Runs in ${codeSpan(cwd, 160)}.`),
		answerLine(call, view.room.prose) ?? view.unanswered
	].filter((line) => line !== "").join("\n")];
}
function heldLine({ rule, reason }, { prose }) {
	return `held by ${codeSpan(rule, 80)}${reason === void 0 ? "" : `: ${words$1(reason, prose)}`}`;
}
function argumentBlocks(calls, room, links) {
	const texts = calls.map((call) => call.arguments === void 0 ? "" : exactArguments(call.arguments));
	const rooms = shares(lengthsOf(texts), room);
	return calls.map((call, index) => {
		if (call.arguments === void 0) return [`**The arguments are not shown.** ${whereAll(links)}`];
		const { text, left } = cutAt(texts[index] ?? "", rooms[index] ?? 0);
		return [...text === "" ? [] : [fenced(text)], ...leftOut(left, links)];
	});
}
function effectOf({ preview = "", capabilities }) {
	return preview.startsWith("--- ") && capabilities.some(({ kind }) => kind === "write") ? preview : "";
}
function effectBlock({ text, left }, links) {
	if (text === "" && left === 0) return [];
	const lines = text.replace(/\n$/, "").split("\n").length;
	const diff = text === "" ? [] : [fenced(text, "diff")];
	const isLong = lines > OPEN_LINES;
	return [
		...isLong ? [`<details><summary>Diff (${counted(lines, "line")})</summary>`] : [],
		...diff,
		...isLong ? ["</details>"] : [],
		...leftOut(left, links)
	];
}
function leftOut(left, links) {
	if (left === 0) return [];
	return [`**Cut here: ${counted(left, "more character is", "more characters are")} not shown.** ${whereAll(links)}`];
}
function whereAll(links) {
	return `Read the full text in journal.jsonl of ${bundlePlace(links)} before you approve.`;
}
function restOf({ calls, links, room, unanswered }) {
	const whole = new Set(wholeOf(calls));
	const rest = calls.filter((call) => !whole.has(call));
	if (rest.length === 0) return [];
	const cell = (text) => withoutFormulas(safeInline(oneLine(visibleText(text), Math.min(60, room.prose))));
	const rows = rest.slice(0, MAX_ROWS).map((call) => {
		const answer = (answerLine(call, Math.min(40, room.prose)) ?? unanswered).replace(/(?<!\\)\|/g, "\\|");
		const what = `${cell(call.tool)}: ${cell(call.summary)}`;
		return `| ${calls.indexOf(call) + 1} | ${codeSpan(shortDigest(call))} | ${what} | ${cell(call.rule)} | ${answer} |`;
	});
	const unlisted = rest.length - rows.length;
	return [
		`<details><summary>${counted(rest.length, "more action")}</summary>`,
		[
			"| # | Digest | Action | Held by | Answer |",
			"| ---: | --- | --- | --- | --- |",
			...rows
		].join("\n"),
		...unlisted === 0 ? [] : [`… and ${unlisted} more.`],
		"</details>",
		rest.some(isOpen) ? `**Only ${10} actions are shown in full.** The others follow when these are answered. ${whereAll(links)}` : ""
	];
}
const RESUME_BUNDLE = "kimi-runner resume <bundle>";
function answerCommands(calls, terms) {
	const { command, expiresAt, isKept } = terms;
	const shown = calls.slice(0, 10).map(shortDigest);
	if (!isKept) return codeSpan(`${RESUME_BUNDLE} ${shown.map((digest) => `--approve ${digest}`).join(" ")}`, 1e3);
	const approved = calls.length > 1 && shown.length === calls.length ? "all" : shown.join(" ");
	return dotted([
		codeSpan(`${command} approve ${approved}`, 1e3),
		codeSpan(`${command} reject ${calls.length > 1 ? "all" : approved} <why>`),
		`until ${utc(expiresAt)}`
	]);
}
function answerLine({ answer }, maxReason) {
	if (answer === void 0) return void 0;
	const { verdict, by, reason, isForSession = false, at } = answer;
	const who = `by ${person(by)}${at === void 0 ? "" : ` at ${utc(Date.parse(at))}`}`;
	if (verdict === "approve") return `✅ Approved ${who}${isForSession ? ", for the rest of the session" : ""}`;
	return `❌ Rejected ${who}${reason === void 0 ? ", without a reason" : `: ${words$1(reason, maxReason)}`}`;
}
function shortDigest({ digest }) {
	return digest.slice(0, 12);
}
function words$1(text, maxChars) {
	return withoutFormulas(safeWords(oneLine(visibleText(text), maxChars)));
}
function withoutFormulas(markdown) {
	return markdown.replaceAll("$", "<span>$</span>");
}
function codeSpan(text, maxChars = 200) {
	const shown = oneLine(visibleText(text), maxChars);
	if (shown === "") return "(empty)";
	return spanOfCode(shown);
}
function person(login) {
	return words$1(`@${login}`, 40);
}
function utc(ms) {
	const date = new Date(ms);
	return Number.isNaN(date.getTime()) ? "an unknown time" : `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
function cutAt(text, maxChars) {
	const kept = beginningOf(text, maxChars);
	return {
		text: kept,
		left: text.length - kept.length
	};
}
function shares(lengths, room) {
	const given = lengths.map(() => 0);
	const ascending = [...lengths.entries()].toSorted(([, a], [, b]) => a - b);
	let left = room;
	for (const [position, [index, length]] of ascending.entries()) {
		const share = Math.min(length, Math.floor(left / (ascending.length - position)));
		given[index] = share;
		left -= share;
	}
	return given;
}
function lengthsOf(texts) {
	return texts.map(({ length }) => length);
}

// src/publish/render/headline.ts
const ANSWERED = {
	ask: "💬 Answered",
	review: "🔎 Reviewed",
	plan: "📋 Plan ready"
};
function isAnswered({ verb = "fix", facts: { outcome } }) {
	return verb !== "fix" && outcome !== void 0 && hasTrait(outcome.outcome, "good") && (outcome.text ?? "") !== "";
}
const NOTHING_PUSHED = /* @__PURE__ */ new Set([
	"protected_path",
	"unsafe_path",
	"fork"
]);
function headline(view) {
	const { verb = "fix", facts, parts } = view;
	const { outcome } = facts;
	if (outcome === void 0) return "❌ Failed";
	const branch = parts?.branch;
	if (branch?.kind === "refused" && NOTHING_PUSHED.has(branch.code)) return `⚠️ ${safeWords(branch.reason)}`;
	const met = publishedOutcome(outcome.outcome, parts?.refusals ?? []);
	if (met === "published_partially" && parts !== void 0) return `⚠️ ${partlyWords(parts, view)}`;
	const delivered = parts === void 0 ? "" : deliveredWords(parts.pullRequest, view);
	if (verb !== "fix" && isAnswered(view) && hasTrait(met, "good")) return ANSWERED[verb];
	if (met === "completed") {
		const pushed = branch !== void 0 && "commit" in branch ? "✅ Branch pushed" : OUTCOMES.completed.title;
		return delivered === "" ? pushed : `✅ ${delivered}`;
	}
	if (met === "deferred") return "⏸️ Needs your answer";
	return delivered === "" ? OUTCOMES[met].title : `${OUTCOMES[met].title} · ${delivered}`;
}
function partlyWords({ branch, pullRequest }, { heldFiles = [], opensPull }) {
	if (branch.kind === "refused" && branch.code !== "unknown") return "The change was not pushed";
	if ("commit" in branch && branch.insteadOf !== void 0) return `Not pushed to ${codeSpan(branch.insteadOf.branch)}, but to a branch beside it`;
	const delivered = deliveredWords(pullRequest, { opensPull }) || ("commit" in branch ? "Branch pushed" : "");
	if (delivered === "") return "Not fully published";
	if (heldFiles.length > 0) return `${delivered} · ${counted(heldFiles.length, "file")} left out`;
	return pullRequest.kind === "refused" ? `${delivered} · no pull request` : `Not fully published · ${delivered}`;
}
function deliveredWords(pullRequest, { opensPull = false }) {
	switch (pullRequest.kind) {
		case "created": return `Pull request #${pullRequest.number} opened`;
		case "unchanged": return `Pull request #${pullRequest.number} ${opensPull ? "opened" : "updated"}`;
		case "updated": return `Pull request #${pullRequest.number} updated`;
		case "none":
		case "refused": return "";
	}
}
function reasonLine({ verb, facts }) {
	const { outcome, reason } = facts.outcome ?? {
		outcome: "failed",
		reason: ""
	};
	if (isAnswered({
		verb,
		facts
	}) || outcome === "completed" && reason === "The model finished.") return "";
	if (outcome === "deferred" && waitingCalls(facts.asked).length > 0) return "";
	return safeWords(reason);
}
function factsLine({ facts, changes, parts, requester, links }) {
	const added = changes.reduce((sum, change) => sum + (change.added ?? 0), 0);
	const deleted = changes.reduce((sum, change) => sum + (change.deleted ?? 0), 0);
	const files = `${counted(changes.length, "file")} +${added} −${deleted}`;
	const { branch } = parts ?? {};
	const name = branch !== void 0 && "branch" in branch ? branch.branch : void 0;
	return dotted([
		changes.length === 0 ? "" : files,
		facts.isReported === true ? "" : passedWords(facts),
		facts.isReported === true || facts.worked.ms === 0 ? "" : duration(facts.worked.ms),
		requester === void 0 ? "" : `asked by ${safeInline(requester.login)}`,
		name === void 0 ? "" : branchLink(name, links.repositoryUrl)
	]);
}
const MAX_COMMANDS = 2;
function passedWords({ outcome }) {
	const { verification } = outcome ?? {};
	if (verification?.passed !== true || verification.results.length === 0) return "";
	const commands = verification.results.map(({ command }) => codeSpan(command, 60));
	return `${namedUpTo(commands, MAX_COMMANDS)} passed`;
}
function branchLink(branch, repositoryUrl) {
	const shown = codeSpan(branch);
	const path = branch.split("/").map(encodeURIComponent).join("/");
	return repositoryUrl === void 0 ? shown : `[${shown}](${repositoryUrl}/tree/${path.replace(/[()]/g, escape)})`;
}
const escape = (char) => `%${char.charCodeAt(0).toString(16)}`;

// src/publish/render/render-reported.ts
function publishedTitle({ parts, opensPull }) {
	if ((parts?.refusals ?? []).length > 0) return OUTCOMES.published_partially.title;
	if (parts === void 0 || !("commit" in parts.branch)) return "📨 No change to publish";
	return `📦 ${deliveredWords(parts.pullRequest, { opensPull }) || "Change published"}`;
}
function agentsReport(facts) {
	const { outcome } = facts;
	const named = (name, body) => body === "" ? "" : `**${name}**\n\n${body}`;
	const said = [
		outcome === void 0 ? "" : `${OUTCOMES[outcome.outcome].title}: ${safeWords(outcome.reason)}`,
		verificationLine(facts),
		rungLine(facts),
		named("Plan", todoList(facts.todos)),
		named("Not allowed", objectionList(facts)),
		named("Decided alone", assumptionList(facts)),
		named("Faults that the model reports", bugList(facts)),
		named("Warnings", warningList(facts)),
		named("Subagents", agentTable(facts)),
		costLine(facts)
	].filter((part) => part !== "").join("\n\n");
	return quotedAs("The agent's job reports (this job did not see the run)", said);
}

// src/publish/render/render-result.ts
function renderProgress(facts, links) {
	const doing = facts.doing === void 0 ? "Preparing the run." : `Now: ${safeInline(oneLine(facts.doing, 200))}`;
	return paragraphs([
		"### ⏳ Working",
		...facts.rung === void 0 || facts.rung === "sealed" ? [] : [rungLine(facts)],
		warningList(facts),
		todoList(facts.todos),
		doing,
		smallLine([costLine(facts), linkLine(links)])
	]);
}
function renderResult(view) {
	const { facts, changes, heldFiles = [], links, parts, planUrl } = view;
	const { outcome, isReported = false } = facts;
	const count = isReported || heldFiles.length > 0 ? changes.length : outcome?.filesChanged ?? changes.length;
	return paragraphs([
		...headOf(view),
		goesOnLine(view),
		whereLine(parts),
		isReported ? "" : failedVerification(facts),
		planUrl === void 0 ? closingText(facts) : planLine(planUrl, view.planCommand),
		...section("On GitHub", outputList(facts.outputs, parts?.outputs ?? [])),
		...section("Not published", notPublished(view)),
		...section("Waits for an answer", askedFor(view)),
		...view.patch ?? [],
		unfilteredLine(view.unfiltered),
		...folded(`Files (${count})`, fileList(changes)),
		...isReported ? [agentsReport(facts)] : [
			...folded("Plan", todoList(facts.todos)),
			...folded("Not allowed", objectionList(facts)),
			...modelNotes(facts, folded),
			...folded("Warnings", warningList(facts)),
			...folded("Subagents", agentTable(facts))
		],
		footer(facts, links)
	]);
}
function renderNotice(view) {
	const { facts, links, statusUrl } = view;
	const why = reasonLine(view);
	const ended = [`**${headline(view)}**`, why].filter((part) => part !== "").join(": ");
	const isPlain = why === "" && facts.outcome !== void 0 && hasTrait(facts.outcome.outcome, "good");
	return paragraphs([
		...facts.isReported === true ? [`**${publishedTitle(view)}**`, isPlain ? "" : quotedAs("The agent's job reports", ended)] : [ended],
		goesOnLine(view),
		notPublished(view),
		askedFor(view),
		dotted([statusUrl === void 0 ? "" : `[Details](${statusUrl})`, linkLine(links)])
	]);
}
function askedFor({ facts, deferralUrl, terms }) {
	const held = waitingCalls(facts.asked);
	const change = held.find(isChange);
	if (change !== void 0) return changeAnswers(change, {
		deferralUrl,
		terms
	});
	if (deferralUrl === void 0) return heldList(held);
	return `[${counted(held.length, "action")}: details and how to answer](${deferralUrl})`;
}
function changeAnswers(call, { deferralUrl, terms }) {
	const short = call.digest.slice(0, 12);
	if (terms?.isKept !== true) return `\`kimi-runner resume <bundle> --approve ${short}\` applies the files that wait.`;
	const { command } = terms;
	const more = deferralUrl === void 0 ? "" : ` [Diff and details](${deferralUrl})`;
	const isWhole = shownFiles(call).length === (call.files ?? []).length;
	return `\`${command} approve ${short}\` publishes ${isWhole ? "the files that wait" : "those of the files that the request shows whole"}, \`${command} reject ${short}\` drops ${isWhole ? "them" : "all of them"}.${more}`;
}
function goesOnLine({ goesOnWith, facts }) {
	if (goesOnWith === void 0) return "";
	const isLimit = facts.outcome?.outcome.startsWith("limit_") === true;
	const options = Object.values(OWN_LIMITS).map(({ name }) => `\`--${name}\``);
	return `The work so far is kept. Comment \`${goesOnWith}\` to resume${isLimit ? `, with ${enumerated(options, "or")} behind it for other limits` : ""}.`;
}
function headOf(view) {
	const { facts } = view;
	if (facts.isReported === true) return [`### ${publishedTitle(view)}`, factsLine(view)];
	return [
		`### ${headline(view)}`,
		...facts.rung === void 0 || facts.rung === "sealed" ? [] : [rungLine(facts)],
		factsLine(view),
		reasonLine(view)
	];
}
function planLine(url, command) {
	return `[The plan](${url})${command === void 0 ? "" : `: comment \`${command}\` to carry it out`}.`;
}
function whereLine(parts) {
	if (parts === void 0) return "";
	const { branch, pullRequest } = parts;
	const url = "compareUrl" in pullRequest ? pullRequest.compareUrl : void 0;
	const onto = "onto" in branch ? branch.onto : void 0;
	return [onto === void 0 ? "" : `The commit is on top of ${onto.slice(0, 12)}, which was pushed during the run and was not there when the checks ran: check it again.`, url === void 0 ? "" : `[Open a pull request from the branch](${url})`].filter((part) => part !== "").join("\n\n");
}
function notPublished(view, max) {
	const { facts, heldFiles = [], parts } = view;
	const isAsked = waitingCalls(facts.asked).some(isChange);
	const lines = (parts?.refusals ?? []).map(({ code, reason, fix }) => {
		const isOfFiles = (code === "protected_path" || code === "unsafe_path") && heldFiles.length > 0;
		if (isOfFiles && isAsked) return "";
		return `- ${(isOfFiles || headline(view).endsWith(safeWords(reason))) && facts.isReported !== true ? "" : `${safeWords(reason)} `}${safeWords(fix)}`;
	});
	return [heldFileList(heldFiles, max), ...lines].filter((line) => line !== "").join("\n");
}
function footer(facts, links) {
	return smallLine([facts.isReported === true ? "" : costLine(facts), linkLine(links)]);
}

// src/publish/render/render-summary.ts
const MAX_FILES = 1e3;
function waitingPart(view) {
	const { facts, terms, deferralUrl } = view;
	const calls = waitingCalls(facts.asked);
	const isFiles = calls.some(isChange);
	const commands = terms === void 0 || calls.length === 0 || isFiles ? "" : answerCommands(calls, terms);
	const how = deferralUrl === void 0 && !isFiles ? "" : askedFor(view);
	return paragraphs([
		commands,
		how,
		isFiles ? "" : heldList(calls)
	]).trimEnd();
}
function pullLine(parts) {
	const { pullRequest } = parts ?? {};
	if (pullRequest === void 0 || !("number" in pullRequest)) return "";
	return `[Open pull request #${pullRequest.number}](${pullRequest.url})`;
}
function renderSummary(view, gate) {
	const { facts, changes, links, parts } = view;
	const { outcome } = facts;
	const { isReported = false } = facts;
	const ended = isReported ? [`## kimi-runner: ${publishedTitle(view)}`, factsLine(view)] : outcome === void 0 ? ["## kimi-runner: the run did not begin"] : [
		`## kimi-runner: ${headline(view)}`,
		factsLine(view),
		reasonLine(view)
	];
	const over = view.decisions?.filter(({ became }) => became !== "waits");
	const decisions = over === void 0 ? objectionList(facts) : decisionList(over);
	const own = (...lines) => isReported ? [] : lines;
	return gate(`${[
		...ended,
		...own(rungLine(facts)),
		pullLine(parts),
		goesOnLine(view),
		whereLine(parts),
		...section("On GitHub", outputList(facts.outputs, parts?.outputs ?? [])),
		...section("Not published", notPublished(view, MAX_FILES)),
		...own(failedVerification(facts)),
		...section("Answer", closingText(facts)),
		...section("Waits for an answer", waitingPart(view)),
		...own(...section("Plan", todoList(facts.todos)), ...section("Decisions", decisions), ...modelNotes(facts, section), ...section("Warnings", warningList(facts))),
		unfilteredLine(view.unfiltered),
		...folded(`Files (${changes.length})`, fileList(changes, MAX_FILES)),
		...own(...section("Subagents", agentTable(facts)), ...section("Cost", costLine(facts))),
		isReported ? agentsReport(facts) : "",
		linkLine(links)
	].filter((part) => part !== "").join("\n\n")}\n`);
}

// src/job/context/job-parts.ts
function jobSecrets({ inputs, world }) {
	return {
		...secretsOf(world.env, inputs.run.model.apiKey),
		GITHUB_TOKEN: inputs.token
	};
}
function repoOf({ job: { owner, repo: name, serverUrl } }) {
	return {
		owner,
		name,
		serverUrl
	};
}
function remoteOf({ job, inputs, world }) {
	const { token = "" } = inputs;
	return {
		url: `${job.serverUrl}/${job.owner}/${job.repo}.git`,
		token,
		env: networkOf(world.env)
	};
}
function networkOf(env) {
	const { HTTP_PROXY, HTTPS_PROXY, NO_PROXY } = proxyEnvOf(env) ?? {};
	const { GIT_SSL_CAINFO } = env;
	return Object.fromEntries(Object.entries({
		http_proxy: HTTP_PROXY,
		https_proxy: HTTPS_PROXY,
		no_proxy: NO_PROXY,
		GIT_SSL_CAINFO
	}).flatMap(([name, value]) => value ? [[name, value]] : []));
}

// src/job/deliver/report-broken.ts
async function reportBroken(broken, error) {
	const { parts, facts, posts, goesOnWith } = broken;
	const redact = createRedact(jobSecrets(parts));
	const { outcome, reason } = outcomeOfError(error);
	const view = {
		facts: {
			...facts,
			outcome: {
				outcome,
				reason: redact(reason),
				steps: 0,
				usage: NO_USAGE,
				filesChanged: 0
			}
		},
		changes: [],
		goesOnWith,
		links: { runUrl: parts.job.runUrl }
	};
	await posts?.progress?.finish(redact(renderResult(view)));
	await posts?.reaction.done(outcome);
	addToSummary(parts, renderSummary(view, createSummaryGate(redact)));
}

// src/github/thread/plan-comment.ts
const PLAN_MARK = `${OWN_MARKER}:plan session=`;
const HEADING = "### 📋 Plan by the model";
const OLD_HEADING = "### 📋 Plan\n";
const END = `${OWN_MARKER}:plan-end -->`;
function planBody(plan, footer) {
	const quoted = plan.split("\n").map((line) => `> ${line}`.trimEnd());
	return `${HEADING}\n\n${quoted.join("\n")}\n\n${END}\n${footer}\n`;
}
function planIn(body) {
	if (!body.startsWith(PLAN_MARK)) return void 0;
	const text = body.replaceAll("\r\n", "\n");
	const from = text.indexOf("\n");
	const end = text.lastIndexOf(END);
	const plan = text.slice(from === -1 ? text.length : from, end === -1 ? void 0 : end).trim();
	if (plan.startsWith(OLD_HEADING)) return plan.slice(12).trim();
	if (!plan.startsWith(HEADING)) return plan;
	return plan.slice(24).trim().replace(/^> ?/gm, "");
}

// src/publish/result/markers.ts
const STATUS_MARK = `${OWN_MARKER}:status request=`;
function statusMark(key) {
	return `${STATUS_MARK}${word(key)} -->`;
}
function answerMark(key) {
	return `${OWN_MARKER}:answer request=${word(key)} -->`;
}
function noticeMark(sessionId, outcome) {
	return `${OWN_MARKER}:notice session=${word(sessionId)} outcome=${word(outcome)} -->`;
}
function deferralMark(sessionId) {
	return `${OWN_MARKER}:deferral session=${word(sessionId)} -->`;
}
function toldMark(told) {
	return `${OWN_MARKER}:told ${told} -->`;
}
function toldIn(text) {
	return Number(/^<!-- kimi-runner:told (\d{1,9}) -->/.exec(text)?.[1] ?? 0);
}
function planMark(sessionId) {
	return `${PLAN_MARK}${word(sessionId)} -->`;
}
function outputMark(key, action, nth) {
	return `${OWN_MARKER}:output key=${word(key)} ${word(action)}=${nth} -->`;
}
function pullRequestMark(sessionId, depth) {
	return `${PULL_REQUEST_MARK} session=${word(sessionId)} depth=${depth} -->`;
}
function depthInMark(body) {
	return Number(/^<!-- kimi-runner:[a-z-]+ session=\S+ depth=(\d{1,6}) -->/.exec(body)?.[1] ?? 0);
}
const PULL_REQUEST_MARK = `${OWN_MARKER}:pull-request`;
function word(text) {
	return text.replace(/[^\w.-]/g, "_");
}
function isOwn(comment, self, mark) {
	const user = member(comment, "user");
	const body = member(comment, "body");
	return member(user, "id") === self.id && member(user, "login") === self.login && typeof body === "string" ? body.startsWith(mark) : false;
}

// src/github/people/access.ts
const YES = { allowed: true };
const PERMISSIONS = [
	"write",
	"maintain",
	"admin"
];
const Answer = object({
	permission: string(),
	role_name: nullish(string()),
	user: object({
		id: int(),
		type: string()
	})
});
async function checkAccess(client, question) {
	const users = [...new Map(question.users.map((user) => [user.id, user])).values()];
	if (users.length === 0) return no("The event names no account that asked for this.");
	return every(await Promise.all(users.map((user) => check(client, question, user))));
}
async function check(client, question, user) {
	const { owner, repo, signal, permission: needed = "write" } = question;
	if (isAllowedBot(user, question)) return YES;
	if (user.type !== "User") return no(`${user.login} is not a person but a ${user.type.toLowerCase()}.`);
	let data;
	try {
		const route = "GET /repos/{owner}/{repo}/collaborators/{username}/permission";
		({data} = await client.request(route, {
			owner,
			repo,
			username: user.login
		}, {
			signal,
			redirects: "refuse"
		}));
	} catch (error) {
		signal?.throwIfAborted();
		const reason = `The permission of ${user.login} could not be checked. ${describeError(error)}`;
		return error instanceof RunnerError && error.code === "github.not_found" ? no(reason) : unchecked(reason);
	}
	const answer = safeParse(Answer, data);
	if (!answer.success) return unchecked(`The permission of ${user.login} could not be checked: GitHub's answer is invalid.`);
	const { permission, role_name: role, user: known } = answer.data;
	if (known.id !== user.id) return no(`The account ${user.login} is not the one that asked (${known.id}, not ${user.id}).`);
	if (known.type !== "User") return no(`${user.login} is not a person but a ${known.type.toLowerCase()}.`);
	if (isAtLeast(permission, needed)) return YES;
	if (needed === "maintain" && role === "maintain" && isAtLeast(permission, "write")) return YES;
	const has = needed === "write" ? permission : role ?? permission;
	const reason = `${user.login} has the permission "${inline(has)}" here; ${needed} is needed.`;
	const isOutsider = question.permission === void 0 && (permission === "read" || permission === "none");
	return isOutsider ? {
		allowed: false,
		reason,
		isOutsider
	} : no(reason);
}
function isAtLeast(word, needed) {
	return PERMISSIONS.findIndex((known) => known === word) >= PERMISSIONS.indexOf(needed);
}
function no(reason) {
	return {
		allowed: false,
		reason
	};
}
function unchecked(reason) {
	return {
		allowed: false,
		reason,
		isUnchecked: true
	};
}
function every(answers) {
	const noes = answers.filter((answer) => !answer.allowed);
	const first = noes.find(({ isUnchecked = false }) => !isUnchecked) ?? noes[0];
	if (first === void 0) return YES;
	if (noes.every(({ isOutsider = false }) => isOutsider)) return first;
	const { isOutsider: _, ...plain } = first;
	return plain;
}

// src/github/people/text-editors.ts
const EDITS = `query ($id: ID!) {
  node(id: $id) { ... on Comment {
    head: userContentEdits(first: 100) { totalCount nodes { ...edit } }
    tail: userContentEdits(last: 100) { nodes { ...edit } }
  } }
}
fragment edit on UserContentEdit {
  editedAt editor { __typename login ... on User { databaseId } ... on Bot { databaseId } }
}`;
const Editor = nullish(object({
	__typename: string(),
	login: string(),
	databaseId: nullish(int())
}));
const Edit = nullable(object({
	editedAt: string(),
	editor: Editor
}));
const Edits = object({ node: object({
	head: object({
		totalCount: int(),
		nodes: array(Edit)
	}),
	tail: object({ nodes: array(Edit) })
}) });
async function editsOf(client, nodeId) {
	return requireShape(Edits, await client.graphql(EDITS, { id: nodeId }), "POST /graphql").node;
}
const UNKNOWN = "an unknown account";
async function otherEditor(client, nodeId, self) {
	const { totalCount, nodes } = (await editsOf(client, nodeId)).head;
	if (totalCount > nodes.length) return UNKNOWN;
	const other = nodes.find((edit) => edit?.editor?.databaseId !== self.id);
	return other === void 0 ? void 0 : other?.editor?.login ?? UNKNOWN;
}
async function editorsSinceOwn(client, nodeId, self) {
	const node = await editsOf(client, nodeId).catch(() => void 0);
	if (node === void 0) return unknown("This server does not say who edited the issue.");
	const edits = [...node.head.nodes, ...node.tail.nodes].filter((edit) => edit !== null);
	const timeOf = ({ editedAt }) => Date.parse(editedAt);
	const own = edits.filter(({ editor }) => editor?.databaseId === self.id).map(timeOf);
	if (own.length === 0 && node.head.totalCount > node.head.nodes.length) return unknown("The issue was edited too often since kimi-runner last wrote it.");
	const since = Math.max(0, ...own);
	const later = edits.filter((edit) => timeOf(edit) >= since && edit.editor?.databaseId !== self.id);
	const editors = /* @__PURE__ */ new Map();
	for (const { editor } of later) {
		const id = editor?.databaseId;
		if (editor === null || editor === void 0 || id === null || id === void 0) return unknown("An account that edited the issue no longer exists.");
		editors.set(id, {
			id,
			login: editor.login,
			type: editor.__typename
		});
	}
	return {
		kind: "known",
		editors: [...editors.values()]
	};
}
function unknown(reason) {
	return {
		kind: "unknown",
		reason
	};
}

// src/publish/result/reply.ts
function textField(value, name) {
	const found = member(value, name);
	if (typeof found === "string") return found;
	throw unexpected(name, "text");
}
function nodeIdOf(value) {
	const found = member(value, "node_id");
	return typeof found === "string" ? found : "";
}
function numberField(value, name) {
	const found = member(value, name);
	if (typeof found === "number") return found;
	throw unexpected(name, "a number");
}
function unexpected(name, what) {
	return new RunnerError({
		code: "config.invalid",
		message: `The API's answer has no ${name} that is ${what}.`,
		hint: "Check GITHUB_API_URL: it must be the REST API of GitHub."
	});
}

// src/publish/result/own-text.ts
const OURS_BEGINS = `${OWN_MARKER}:text -->`;
const MAX_NOTE_CHARS = 4e3;
function bodyOf(item) {
	const body = member(item, "body");
	return typeof body === "string" ? body.replaceAll("\r\n", "\n") : "";
}
function ownTextIn(whole, mark) {
	const [above = "", ...below] = whole.split(mark);
	const [between = "", ...ours] = below.join(mark).split(`${OURS_BEGINS}\n`);
	const hasOwnPlace = ours.length > 0;
	const note = `${above}${hasOwnPlace ? between : ""}`.trim();
	return {
		note: note.slice(0, safeCut(note, MAX_NOTE_CHARS)),
		body: (hasOwnPlace ? ours.join("") : between).trimStart()
	};
}
function noteAbove(note = "") {
	return note === "" ? "" : `${note}\n\n${OURS_BEGINS}\n`;
}
async function findOwn({ client, repo, self }, all, mark) {
	const marked = all.filter((item) => isOwn(item, self, "") && bodyOf(item).includes(mark)).toSorted((a, b) => numberField(a, "id") - numberField(b, "id"));
	const first = marked.find((item) => isOwn(item, self, mark));
	if (first !== void 0) return first;
	for (const item of marked) {
		const answer = await editorsSinceOwn(client, nodeIdOf(item), self);
		if (answer.kind === "unknown") continue;
		if ((await checkAccess(client, {
			owner: repo.owner,
			repo: repo.name,
			users: answer.editors
		})).allowed) return item;
	}
}

// src/publish/result/ports.ts
function inRepo({ owner, name }) {
	return {
		owner,
		repo: name
	};
}
function repositoryUrl({ owner, name, serverUrl }) {
	return `${serverUrl}/${owner}/${name}`;
}
const REPEATABLE = { repeat: "always" };

// src/publish/result/problem.ts
function statusOf(error) {
	return failureOf(error)?.status;
}
function isLost(error) {
	const status = statusOf(error);
	return status === void 0 || status >= 500;
}
const OWN_BRANCHES = "exclude `kimi/**` from this rule (Settings → Rules)";
const KNOWN = [
	{
		sign: /not permitted to create or approve pull requests|not allowed to create or approve pull requests/i,
		code: "not_permitted",
		reason: "GitHub Actions may not open pull requests in this repository.",
		fix: "Settings → Actions → General → Workflow permissions: tick “Allow GitHub Actions to create and approve pull requests”."
	},
	{
		sign: /without `?workflows?`? (permission|scope)|workflows? (permission|scope)/i,
		code: "workflow_scope",
		reason: "The change touches workflow files, which this token may not change.",
		fix: "Use an App token or a personal token with the `workflow` scope, or apply changes.patch of the run's bundle by hand."
	},
	{
		sign: /archived/i,
		code: "read_only",
		reason: "The repository is archived.",
		fix: "Unarchive the repository, or run on another one."
	},
	{
		sign: /push protection|push cannot contain secrets/i,
		code: "secret",
		fix: "Ask for a change without this value and rotate it, or let a person who may do so allow it by the link above."
	},
	{
		sign: /verified signatures|must be signed/i,
		code: "failed",
		fix: "Set the input `commit: verified`: GitHub then makes the commit and signs it."
	},
	{
		sign: /merge queue/i,
		code: "protected_branch",
		fix: "Merge the branch beside it by a pull request, which goes through the queue."
	},
	{
		sign: /commit message must|(?:author|committer) email/i,
		code: "failed",
		fix: `Commit changes.patch of the run's bundle by hand with a message that fits, or ${OWN_BRANCHES}.`
	},
	{
		sign: /branch name must|creations? (?:being|is) restricted/i,
		code: "failed",
		fix: `Let this token create \`kimi/**\`, or ${OWN_BRANCHES}.`
	},
	{
		sign: /file path is restricted|path length|file extension/i,
		code: "failed",
		fix: `Keep such files out of the change, or ${OWN_BRANCHES}.`
	},
	{
		sign: /GH006|GH013|protected branch|protected ref|rule violations|cannot update this protected/i,
		code: "protected_branch",
		fix: "Settings → Rules, Branches: let the token's account bypass the rule that is named, or exclude `kimi/**` from it."
	},
	{
		sign: /GH001|large files detected|exceeds GitHub's file size limit|too large/i,
		code: "too_large",
		fix: "Keep the file out of the change, or use Git LFS. changes.patch of the run's bundle has the whole change."
	},
	{
		sign: /stale info|non-fast-forward|not a fast forward|fetch first|reference already exists|failed to update ref|cannot lock ref/i,
		code: "moved",
		reason: "Another person or job pushed to the branch during the run, and kimi-runner never force-pushes.",
		fix: "Start the run again on the new state, or apply changes.patch of the run's bundle by hand."
	},
	{
		sign: /lock(ed)? (issue|conversation)|is locked|conversation has been locked/i,
		code: "read_only",
		reason: "The conversation is locked.",
		fix: "Unlock the conversation; the result is in the job summary."
	}
];
function refusalOf(error, permission) {
	const status = statusOf(error);
	const failure = failureOf(error);
	const said = failure?.detail ?? describeError(error);
	if (failure?.isRateLimit === true) return RATE_LIMITED;
	const known = KNOWN.find(({ sign }) => sign.test(said));
	if (known !== void 0 && !isLost(error)) return pick(known, `GitHub refused: ${words(said)}.`);
	if (status === 401) return expired(said);
	if (status === 403) return denied(said) ?? readOnly(permission, said);
	if (status === 404 || status === 410) return {
		code: "missing",
		reason: `${WHAT[permission]} does not exist, or this token may not see it (GitHub answered ${status}).`,
		fix: `Check that it still exists, and that the workflow has \`permissions: ${permission}: write\`.`
	};
	if (isLost(error)) return {
		code: "unknown",
		reason: `GitHub did not answer: ${oneLine(said, 200)}.`,
		fix: LATER
	};
	const fix = permission === "contents" ? BY_HAND : "The job summary has the result.";
	return {
		code: "failed",
		reason: `GitHub refused: ${words(said)}.`,
		fix
	};
}
const WHAT = {
	contents: "The branch or commit",
	"pull-requests": "The pull request or comment",
	issues: "The conversation or comment"
};
function forBranch(refusal, branch) {
	if (refusal.code !== "protected_branch" || branch.startsWith("kimi/")) return refusal;
	const fix = `Merge the branch beside it, or let this token push to ${oneLine(branch, 100)} (Settings → Rules).`;
	return {
		...refusal,
		fix
	};
}
function refusalOfPush(said) {
	if (isRateLimit(said)) return RATE_LIMITED;
	const known = KNOWN.find(({ sign }) => sign.test(said));
	const told = hookWords(said) ?? oneLine(said, 300);
	const refused = `The server refused the push: ${told}.`;
	if (known !== void 0) return pick(known, refused);
	if (/returned error: 401|authentication failed|could not read username/i.test(said)) return expired(told);
	if (/returned error: 403|permission to .* denied/i.test(said)) return denied(told) ?? readOnly("contents", told);
	if (/remote rejected|hook declined/i.test(said)) return {
		code: "failed",
		reason: refused,
		fix: BY_HAND
	};
	return {
		code: "unknown",
		reason: `The push failed: ${oneLine(said, 300)}.`,
		fix: LATER
	};
}
const MAX_HOOK_CHARS = 800;
function hookWords(said) {
	const words = said.split("\n").flatMap((line) => /^(?:git \w{1,20} failed: )?remote: *(?:error: *)?(.*)$/.exec(line)?.[1]?.trim() ?? []).map((line) => line.replaceAll(/—{2,}/g, "").trim()).filter((line) => line !== "");
	return words.length === 0 ? void 0 : oneLine(words.join(" "), MAX_HOOK_CHARS).replace(/\.$/, "");
}
const LATER = "Run again; the work is in the run's bundle.";
const RATE_LIMITED = {
	code: "rate_limited",
	reason: "A rate limit of GitHub refused it; no permission is missing.",
	fix: LATER
};
const BY_HAND = "Apply changes.patch of the run's bundle by hand.";
function words(said) {
	return oneLine(said, 300).replace(/\.$/, "");
}
function expired(said) {
	return {
		code: "read_only",
		reason: `The server no longer accepts the token: ${words(said)}.`,
		fix: "The token of a GitHub App ends after an hour, and others can be revoked. Run the job again: it publishes what the run left."
	};
}
const DENIED = [
	[/\bSAML\b/i, "Authorize the token for the organization's single sign-on (SAML), or use one of an App that is installed there."],
	[/IP allow list/i, "Use a runner whose address is on the organization's list, or add the address."],
	[/restricted to collaborators|limited to collaborators/i, "Make the token's account a collaborator, or lift that limit in the repository's settings."]
];
function denied(said) {
	const fix = DENIED.find(([sign]) => sign.test(said))?.[1];
	return fix === void 0 ? void 0 : {
		code: "read_only",
		reason: `GitHub refused: ${words(said)}.`,
		fix
	};
}
function readOnly(permission, said) {
	return {
		code: "read_only",
		reason: `The token may not write ${permission}: ${words(said)}.`,
		fix: `Add \`permissions: ${permission}: write\` to the job.`
	};
}
function pick({ code, reason, fix }, said) {
	return {
		code,
		reason: reason ?? said,
		fix
	};
}

// src/publish/comments/status-comment.ts
function routesOf({ thread, replyTo }) {
	if (replyTo === void 0) {
		const all = "/repos/{owner}/{repo}/issues/{issue_number}/comments";
		return {
			all,
			create: all,
			one: COMMENT,
			of: { issue_number: thread },
			under: {},
			permission: "issues"
		};
	}
	const all = "/repos/{owner}/{repo}/pulls/{pull_number}/comments";
	return {
		all,
		create: `${all}/{comment_id}/replies`,
		one: "/repos/{owner}/{repo}/pulls/comments/{comment_id}",
		of: { pull_number: thread },
		under: { comment_id: replyTo },
		permission: "pull-requests"
	};
}
const COMMENT = "/repos/{owner}/{repo}/issues/comments/{comment_id}";
const SKEW_MS = 3e5;
function createOwnComment(options) {
	const { client, repo, self, mark, outgoing, clock, known, notBefore, seal, isNew = false } = options;
	const routes = routesOf(options);
	let state = { kind: isNew ? "none" : "unknown" };
	let given;
	let elsewhere;
	const listed = async (since) => await client.paginate(`GET ${routes.all}`, {
		...inRepo(repo),
		...routes.of,
		per_page: 100,
		...since === void 0 ? {} : { since: new Date(Math.max(0, since - SKEW_MS)).toISOString() }
	}, REPEATABLE);
	const look = async (since) => ownOf(await listed(since));
	const ownOf = (comments) => comments.filter((comment) => isOwn(comment, self, mark)).map((comment) => foundOf(comment, mark)).toSorted((a, b) => a.id - b.id);
	const create = async (body) => {
		const began = clock.now();
		const repeat = { find: async () => (await listed(began)).find((comment) => isOwn(comment, self, mark)) };
		crashAt("comment.create.before");
		const what = {
			...inRepo(repo),
			...routes.of,
			...routes.under,
			body
		};
		const { data } = await client.request(`POST ${routes.create}`, what, { repeat });
		crashAt("comment.create.after");
		const made = foundOf(data, mark);
		const [first = made, ...twins] = [made, ...isNew ? [] : (await look(began).catch(() => [])).filter(({ id }) => id !== made.id)].toSorted((a, b) => a.id - b.id);
		await remove(twins);
		return first.body === body ? there("created", first) : await keep(first, body);
	};
	const remove = async (twins) => {
		for (const { id } of twins) await removeComment({
			client,
			repo
		}, id, routes.one);
	};
	const there = (kind, found) => {
		state = {
			kind: "there",
			...found
		};
		return {
			kind,
			id: found.id,
			url: found.url
		};
	};
	const keep = async (found, body) => {
		if (found.body === body) return there("unchanged", found);
		crashAt("comment.update.before");
		await client.request(`PATCH ${routes.one}`, {
			...inRepo(repo),
			comment_id: found.id,
			body
		}, REPEATABLE);
		crashAt("comment.update.after");
		return there("updated", {
			...found,
			body
		});
	};
	const find = async () => {
		if (state.kind !== "unknown") return state;
		const own = await findOwn(options, known === void 0 ? await listed(notBefore) : await known(), mark);
		return state = own === void 0 ? { kind: "none" } : {
			kind: "there",
			...foundOf(own, mark)
		};
	};
	return {
		async remove() {
			if (elsewhere !== void 0) return await elsewhere.remove();
			const own = await find().catch(() => void 0);
			if (own?.kind !== "there") return;
			await removeComment({
				client,
				repo
			}, own.id, routes.one);
			state = { kind: "none" };
		},
		async put(content) {
			if (elsewhere !== void 0) return await elsewhere.put(content);
			if (given !== void 0) return given;
			try {
				const own = await find();
				const text = outgoing(`${mark}\n${own.kind === "there" ? noteAbove(own.note) : ""}${content}`);
				const body = seal === void 0 ? text : `${text}\n${seal(text)}`;
				return own.kind === "none" ? await create(body) : await keep(own, body);
			} catch (error) {
				if (state.kind === "none") state = { kind: "unknown" };
				const result = refused(refusalOf(error, routes.permission));
				if (options.replyTo !== void 0 && result.code === "missing" && state.kind !== "there") {
					elsewhere = createOwnComment({
						...options,
						replyTo: void 0
					});
					return await elsewhere.put(content);
				}
				if (!isLost(error) && result.code !== "rate_limited") given = result;
				return result;
			}
		}
	};
}
async function removeComment({ client, repo }, id, route = COMMENT) {
	crashAt("comment.remove.before");
	await client.request(`DELETE ${route}`, {
		...inRepo(repo),
		comment_id: id
	}, REPEATABLE).catch(() => {});
	crashAt("comment.remove.after");
}
function foundOf(comment, mark) {
	const body = bodyOf(comment);
	const { note } = ownTextIn(body, mark);
	return {
		id: numberField(comment, "id"),
		url: textField(comment, "html_url"),
		body,
		note
	};
}

// src/publish/comments/progress-comment.ts
const MIN_INTERVAL_MS = 5e3;
function createProgressComment({ comment, render, clock, warn }) {
	const stop = new AbortController();
	let waiting;
	let last = -1e400;
	let loop;
	let hasWarned = false;
	const put = async (body) => {
		const result = await comment.put(body);
		if (result.kind === "refused" && !hasWarned) {
			hasWarned = true;
			warn(`The status comment cannot be written. ${result.reason} ${result.fix}`);
		}
		return result;
	};
	const drain = async () => {
		while (waiting !== void 0 && !stop.signal.aborted) {
			const wait = last + MIN_INTERVAL_MS - clock.monotonic();
			if (wait > 0) await clock.sleep(wait, stop.signal).catch(() => {});
			if (stop.signal.aborted) return;
			const { state } = waiting;
			waiting = void 0;
			last = clock.monotonic();
			await put(render(state));
		}
	};
	const halt = async () => {
		stop.abort();
		await loop;
	};
	return {
		update(state) {
			if (stop.signal.aborted) return;
			waiting = { state };
			loop ??= drain().catch((error) => warn(`The status comment failed: ${String(error)}`)).finally(() => {
				loop = void 0;
			});
		},
		async finish(body) {
			await halt();
			return await put(body);
		},
		async remove() {
			await halt();
			await comment.remove();
		}
	};
}

// src/publish/comments/reaction.ts
const PLACES = {
	issue: {
		place: "issues/{issue_number}",
		parameter: "issue_number"
	},
	"issue-comment": {
		place: "issues/comments/{comment_id}",
		parameter: "comment_id"
	},
	"review-comment": {
		place: "pulls/comments/{comment_id}",
		parameter: "comment_id"
	}
};
function createReaction({ client, repo, target, warn }) {
	const { place, parameter } = PLACES[target.kind];
	const route = `/repos/{owner}/{repo}/${place}/reactions`;
	const at = {
		...inRepo(repo),
		[parameter]: target.id
	};
	let eyes;
	let hasWarned = false;
	const set = async (content) => {
		crashAt("reaction.set.before");
		const { data } = await client.request(`POST ${route}`, {
			...at,
			content
		}, REPEATABLE);
		crashAt("reaction.set.after");
		return numberField(data, "id");
	};
	const attempt = async (work) => {
		try {
			await work();
			return { kind: "set" };
		} catch (error) {
			const result = refused(refusalOf(error, "issues"));
			if (!hasWarned) warn(`The reaction cannot be set. ${result.reason} ${result.fix}`);
			hasWarned = true;
			return result;
		}
	};
	const withdraw = async () => {
		const seen = await eyes?.catch(() => void 0);
		eyes = void 0;
		if (seen === void 0) return { kind: "none" };
		return await attempt(async () => {
			const what = {
				...at,
				reaction_id: seen
			};
			crashAt("reaction.remove.before");
			await client.request(`DELETE ${route}/{reaction_id}`, what, REPEATABLE).catch((error) => {
				if (statusOf(error) !== 404) throw error;
			});
			crashAt("reaction.remove.after");
		});
	};
	return {
		seen: async () => await attempt(async () => {
			eyes ??= set("eyes");
			await eyes;
		}),
		async done(outcome) {
			const setting = attempt(async () => void await set(OUTCOMES[outcome].reaction));
			const [result, removed] = await Promise.all([setting, withdraw()]);
			return result.kind === "refused" || removed.kind === "none" ? result : removed;
		},
		withdraw
	};
}

// src/github/thread/own-content.ts
const MARK = new RegExp(`^${OWN_MARKER}[^\n]*-->[ \t]*(?:\n|$)`, "gm");
const REPLY = new RegExp(`^${OWN_MARKER}:notice session=\\S+ outcome=(?:reply|dropped) -->`);
const PROGRESS = "### ⏳";
const REQUEST = new RegExp(`^${OWN_MARKER}:deferral `);
const FOLDED = /^<details><summary>(?:Warnings|Subagents)<\/summary>$/;
const BESIDE = [
	/^<sub>/,
	/^\[(?:Details|Page of the run|Run|The plan|Open a pull request from the branch)\]\(/,
	/^\[\d+ actions?: details and how to answer\]\(/,
	/^(?:Requested by [^\n]*\.)?(?: ?(?:Sandbox: |\*\*Warning: the sandbox was |The sandbox was not opened)[^\n]*)?$/,
	/^### Waits for an answer$/,
	/^The work so far is kept\. Comment `/,
	/^`\S+ (?:approve|reject) /,
	/^bundle \(/,
	/^> \*\*The agent's job reports \(/
];
function ownContent(body) {
	if (!body.startsWith("<!-- kimi-runner")) return body;
	const text = body.replace(/\r\n?/g, "\n");
	const shown = text.replace(MARK, "").trim();
	if (REPLY.test(text) || shown.startsWith(PROGRESS)) return "";
	if (REQUEST.test(text)) return (shown.match(/^#+ .*/gm) ?? []).join("\n\n");
	const kept = [];
	let isFolded = false;
	for (const part of shown.split(/\n{2,}/)) {
		const paragraph = part.trim();
		if (isFolded) isFolded = paragraph !== "</details>";
		else if (FOLDED.test(paragraph)) isFolded = true;
		else if (!BESIDE.some((beside) => beside.test(paragraph))) kept.push(part);
	}
	return kept.join("\n\n").trim();
}

// src/github/thread/thread-list.ts
async function fetchThreadList({ client, owner, repo, number, signal }, { name, of, fields, item, maxPages }) {
	const query = `query ($owner: String!, $repo: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $repo) { thread: ${of}(number: $number) { list: ${name}(first: 100, after: $after) {
    nodes { ${fields} } pageInfo { hasNextPage endCursor }
  } } }
}`;
	const found = [];
	let after = null;
	try {
		for (let page = 0; page < maxPages; page += 1) {
			const data = await client.graphql(query, {
				owner,
				repo,
				number,
				after
			}, { signal });
			const { nodes, pageInfo } = requireShape(answerOf(item), data, "POST /graphql").repository.thread.list;
			for (const node of nodes) if (node !== null) found.push(node);
			if (!pageInfo.hasNextPage) return {
				items: found,
				isWhole: true
			};
			after = pageInfo.endCursor;
		}
	} catch {
		signal?.throwIfAborted();
	}
	return {
		items: found,
		isWhole: false
	};
}
function answerOf(item) {
	const pageInfo = object({
		hasNextPage: boolean(),
		endCursor: nullable(string())
	});
	const list = object({
		nodes: array(nullable(item)),
		pageInfo
	});
	return object({ repository: object({ thread: object({ list }) }) });
}

// src/github/thread/thread-conversation.ts
const MAX_PAGES$1 = 100;
const PER_PAGE = 100;
const User = nullish(object({
	login: string(),
	id: optional(int())
}));
const Time = nullish(string());
const Minimised = nullish(object({ reason: nullish(string()) }));
const Comment = object({
	id: int(),
	body: nullish(string()),
	user: User,
	author_association: nullish(string()),
	created_at: Time,
	updated_at: Time,
	minimized: Minimised
});
const ReviewComment = extend(Comment, {
	path: nullish(string()),
	line: nullish(int()),
	original_line: nullish(int()),
	in_reply_to_id: nullish(int()),
	pull_request_review_id: nullish(int()),
	subject_type: nullish(string())
});
const Review = object({
	id: int(),
	body: nullish(string()),
	user: User,
	author_association: nullish(string()),
	state: string(),
	submitted_at: Time
});
async function fetchConversation(request) {
	const { pull } = request;
	const lists = await Promise.all([
		fetchComments(request),
		pull ? fetchReviewComments(request) : NONE,
		pull ? fetchReviews(request) : NONE
	]);
	return {
		items: lists.flatMap(({ items }) => items),
		skipped: lists.reduce((sum, { skipped }) => sum + skipped, 0),
		isMinimisingUnknown: request.client.hasGraphql && lists.some(({ isTold }) => !isTold)
	};
}
async function fetchComments(request) {
	const { items, skipped } = await fetchList(request, "GET /repos/{owner}/{repo}/issues/{number}/comments", Comment);
	const isAsked = items.some(({ minimized }) => minimized === void 0);
	const list = {
		name: "comments",
		of: request.pull ? "pullRequest" : "issue",
		fields: MINIMISABLE
	};
	const told = isAsked ? await fetchThreadList(request, {
		...list,
		item: Minimisable,
		maxPages: MAX_PAGES$1
	}) : {
		items: [],
		isWhole: true
	};
	const hidden = minimisedIn(told.items);
	return {
		skipped,
		isTold: told.isWhole,
		items: items.map((item) => ({
			kind: "comment",
			...dated(item),
			minimised: item.minimized ? wordOf(item.minimized.reason) : hidden.get(item.id)
		}))
	};
}
const MINIMISABLE = "databaseId isMinimized minimizedReason";
const Minimisable = object({
	databaseId: nullable(int()),
	isMinimized: boolean(),
	minimizedReason: nullish(string())
});
function minimisedIn(items) {
	return new Map(items.flatMap(({ databaseId, isMinimized, minimizedReason }) => databaseId !== null && isMinimized ? [[databaseId, wordOf(minimizedReason)]] : []));
}
function wordOf(reason) {
	return (reason || "hidden").toLowerCase().replaceAll("_", "-");
}
async function fetchReviewComments(request) {
	const { items, skipped } = await fetchList(request, "GET /repos/{owner}/{repo}/pulls/{number}/comments", ReviewComment);
	const { threads, hidden, isWhole } = items.length === 0 ? NO_THREADS : await fetchThreads(request);
	return {
		skipped,
		isTold: isWhole,
		items: items.map((item) => {
			const replyTo = item.in_reply_to_id ?? void 0;
			const isMoved = item.subject_type !== "file" && item.original_line !== void 0 && (item.line === null || item.line === void 0);
			const { isResolved = false, isOutdated = isMoved } = threads.get(replyTo ?? item.id) ?? {};
			return {
				kind: "review comment",
				...dated(item),
				path: item.path ?? void 0,
				line: item.line ?? item.original_line ?? void 0,
				reviewId: item.pull_request_review_id ?? void 0,
				isResolved: isResolved || void 0,
				isOutdated: isOutdated || void 0,
				replyTo,
				minimised: hidden.get(item.id)
			};
		})
	};
}
const ReviewThread = object({
	isResolved: boolean(),
	isOutdated: boolean(),
	comments: object({ nodes: array(nullable(Minimisable)) })
});
const NO_THREADS = {
	threads: /* @__PURE__ */ new Map(),
	hidden: /* @__PURE__ */ new Map(),
	isWhole: true
};
async function fetchThreads(request) {
	const { items, isWhole } = await fetchThreadList(request, {
		name: "reviewThreads",
		of: "pullRequest",
		fields: `isResolved isOutdated comments(first: 100) { nodes { ${MINIMISABLE} } }`,
		item: ReviewThread,
		maxPages: 10
	});
	const commentsOf = ({ comments }) => comments.nodes.filter((node) => node !== null);
	return {
		isWhole,
		hidden: minimisedIn(items.flatMap(commentsOf)),
		threads: new Map(items.flatMap((thread) => {
			const id = commentsOf(thread)[0]?.databaseId;
			return id ? [[id, thread]] : [];
		}))
	};
}
const NONE = {
	items: [],
	skipped: 0,
	isTold: true
};
async function fetchList({ client, owner, repo, number, signal }, route, schema) {
	const { items, skippedPages } = await client.pages(route, {
		owner,
		repo,
		number,
		per_page: PER_PAGE
	}, {
		maxPages: MAX_PAGES$1,
		keep: "last",
		signal
	});
	return {
		items: requireShape(array(schema), items, route),
		skipped: skippedPages * PER_PAGE
	};
}
async function fetchReviews(request) {
	const { items, skipped } = await fetchList(request, "GET /repos/{owner}/{repo}/pulls/{number}/reviews", Review);
	const isSpoken = items.some(({ body }) => (body ?? "") !== "");
	const list = {
		name: "reviews",
		of: "pullRequest",
		item: ReviewDetails,
		maxPages: MAX_PAGES$1
	};
	const fields = `${MINIMISABLE} submittedAt lastEditedAt`;
	const told = isSpoken ? await fetchThreadList(request, {
		...list,
		fields
	}) : {
		items: [],
		isWhole: true
	};
	const hidden = minimisedIn(told.items);
	const edits = new Map(told.items.map(({ databaseId, submittedAt, lastEditedAt }) => [databaseId, lastEditedAt ?? submittedAt]));
	return {
		skipped,
		isTold: told.isWhole,
		items: items.filter(({ state, body }) => state !== "PENDING" && (state !== "COMMENTED" || (body ?? "") !== "")).map((review) => ({
			kind: "review",
			id: review.id,
			author: review.user?.login ?? "ghost",
			association: review.author_association ?? "NONE",
			text: review.body ?? "",
			createdAt: review.submitted_at ?? void 0,
			editedAt: ((review.body ?? "") === "" ? review.submitted_at : edits.get(review.id)) ?? void 0,
			state: review.state.toLowerCase(),
			minimised: hidden.get(review.id)
		}))
	};
}
const ReviewDetails = extend(Minimisable, {
	submittedAt: Time,
	lastEditedAt: Time
});
function dated(item) {
	return {
		id: item.id,
		author: item.user?.login ?? "ghost",
		authorId: item.user?.id,
		association: item.author_association ?? "NONE",
		text: item.body ?? "",
		createdAt: item.created_at ?? void 0,
		editedAt: item.updated_at ?? void 0
	};
}

// src/github/thread/thread-linked.ts
const MAX_LINKED = 3;
const KEYWORD = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?[ \t]+(?:([\w.-]{1,100})\/([\w.-]{1,100}))?#(\d{1,9})\b/gi;
function linkedNumbers(body, { owner, name }) {
	const numbers = [...body.matchAll(KEYWORD)].filter(([, otherOwner, otherName]) => otherOwner === void 0 || `${otherOwner}/${otherName}`.toLowerCase() === `${owner}/${name}`.toLowerCase()).map(([, , , number]) => Number(number));
	return [...new Set(numbers)].slice(0, MAX_LINKED);
}
const Issue = object({
	number: int(),
	title: string(),
	body: nullish(string()),
	user: nullish(object({ login: string() })),
	author_association: nullish(string()),
	created_at: string(),
	updated_at: string(),
	pull_request: optional(unknown$1())
});
async function fetchLinked({ client, owner, repo, numbers, before, signal }) {
	const issues = (await Promise.all(numbers.map(async (number) => {
		const route = "GET /repos/{owner}/{repo}/issues/{number}";
		try {
			return requireShape(Issue, (await client.request(route, {
				owner,
				repo,
				number
			}, { signal })).data, route);
		} catch {
			signal?.throwIfAborted();
			return;
		}
	}))).flatMap((issue) => issue?.pull_request === void 0 ? issue ?? [] : []);
	const still = issues.filter((issue) => Date.parse(issue.updated_at) < Date.parse(before));
	return {
		late: issues.length - still.length,
		issues: still.map((issue) => ({
			number: issue.number,
			title: issue.title,
			body: issue.body ?? "",
			author: issue.user?.login ?? "ghost",
			association: issue.author_association ?? "NONE",
			createdAt: issue.created_at
		}))
	};
}

// src/github/thread/thread-plan.ts
function plansIn(items, before) {
	return items.flatMap((item) => {
		const { kind, id, author, authorId, createdAt, editedAt, text } = item;
		const plan = kind === "comment" ? planIn(text) : void 0;
		if (plan === void 0 || createdAt === void 0 || Date.parse(createdAt) >= Date.parse(before)) return [];
		const isEdited = editedAt !== createdAt;
		const isMinimised = item.minimised === void 0 ? void 0 : true;
		return [{
			id,
			author: {
				login: author,
				id: authorId
			},
			createdAt,
			isEdited,
			isMinimised,
			text: plan
		}];
	}).toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id);
}
function newestPlan(plans, self) {
	const plan = plans.findLast(({ author }) => author.id === self.id && author.login === self.login);
	return plan && {
		...plan,
		text: sanitisePlain(plan.text.replaceAll("<!-- -->", "")).text
	};
}
function renderPlan({ createdAt, text }) {
	return [`The plan below was made earlier in this thread by kimi-runner, on ${createdAt}. Follow it, unless the code contradicts it or the person who asks now says otherwise.`, fenced(text, "markdown")].join("\n\n");
}

// src/github/thread/thread-pull.ts
const MAX_PAGES = 30;
const MAX_DIFF_CHARS = 1e5;
const MAX_PATCH_CHARS = 2e4;
const Side = object({
	sha: string(),
	ref: string(),
	repo: nullish(object({ id: int() }))
});
const Pull = object({
	head: Side,
	base: Side,
	draft: nullish(boolean()),
	changed_files: nullish(int()),
	mergeable: nullish(boolean()),
	maintainer_can_modify: nullish(boolean())
});
const File = object({
	filename: string(),
	status: string(),
	additions: int(),
	deletions: int(),
	patch: nullish(string())
});
async function fetchPull({ client, owner, repo, number, signal }) {
	const params = {
		owner,
		repo,
		number
	};
	const route = "GET /repos/{owner}/{repo}/pulls/{number}";
	let unlisted;
	const [{ data }, { items }] = await Promise.all([client.request(route, params, { signal }), client.pages(`${route}/files`, params, {
		maxPages: MAX_PAGES,
		keep: "first",
		signal
	}).catch((error) => {
		if (!isTooLarge(error)) throw error;
		unlisted = describeError(error);
		return { items: [] };
	})]);
	const { maintainer_can_modify: maintainerCanModify, mergeable, head, base, draft, changed_files: changedFiles } = requireShape(Pull, data, route);
	const files = requireShape(array(File), items, `${route}/files`);
	return {
		baseRef: base.ref,
		baseSha: base.sha,
		headRef: head.ref,
		headSha: head.sha,
		fork: isForeign(head, base),
		draft: draft ?? false,
		mergeable: mergeable ?? void 0,
		maintainerCanModify: maintainerCanModify ?? false,
		files: boundedFiles(files),
		changedFiles: changedFiles ?? files.length,
		...unlisted === void 0 ? {} : { unlisted }
	};
}
function isTooLarge(error) {
	const { status = 0 } = failureOf(error) ?? {};
	return status === 406 || status === 422 || status >= 500;
}
function boundedFiles(files) {
	let left = MAX_DIFF_CHARS;
	return files.map(({ filename, status, additions, deletions, patch }) => {
		const fits = patch && patch.length <= Math.min(left, MAX_PATCH_CHARS);
		if (fits) left -= patch.length;
		return {
			path: filename,
			status,
			additions,
			deletions,
			patch: fits ? patch : void 0
		};
	});
}

// src/github/thread/thread.ts
const MAX_CHARS = 25e4;
const MIN_CHARS = 4e3;
const STILL_SAID = /* @__PURE__ */ new Set([
	"outdated",
	"resolved",
	"duplicate"
]);
async function loadThread(client, request) {
	const { repository, opening, before, signal } = request;
	const at = {
		client,
		owner: repository.owner,
		repo: repository.name,
		number: opening.number,
		before,
		signal
	};
	const [conversation, pull, linked] = await Promise.all([
		fetchConversation({
			...at,
			pull: opening.kind === "pull"
		}),
		opening.kind === "pull" ? fetchPull(at) : void 0,
		opening.kind === "pull" ? fetchLinked({
			...at,
			numbers: linkedNumbers(opening.body, repository)
		}) : void 0
	]);
	let removed = NOTHING_REMOVED;
	const counted = (result) => {
		removed = addRemoved(removed, result.removed);
		return result.text;
	};
	const clean = (text) => counted(sanitise(text));
	const plain = (text) => counted(sanitisePlain(text));
	const title = plain(opening.title);
	const body = clean(ownContent(opening.body));
	const sifted = sift(conversation.items, request);
	const items = [];
	let left = MAX_CHARS;
	let long = 0;
	for (const item of sifted.kept.toReversed()) {
		const { length } = item.text;
		if (length > left && length <= MIN_CHARS) break;
		if (length > left) {
			long += 1;
			continue;
		}
		left -= length;
		items.push({
			...named(item, {
				plain,
				command: request.command
			}),
			text: clean(item.text)
		});
	}
	items.reverse();
	const linkedIssues = (linked?.issues ?? []).map((issue) => ({
		...issue,
		title: plain(issue.title),
		body: clean(ownContent(issue.body))
	}));
	const cleanPull = pull === void 0 ? void 0 : withPlainText(pull, plain);
	return {
		kind: opening.kind,
		repository,
		number: opening.number,
		title,
		body,
		author: opening.author.login,
		association: opening.association,
		createdAt: opening.createdAt,
		labels: opening.labels.map(plain),
		items,
		pull: cleanPull,
		linked: linkedIssues,
		plans: plansIn(conversation.items, before),
		images: imagesIn([
			body,
			...items.map(({ text }) => text),
			...linkedIssues.map((issue) => issue.body)
		]),
		left: {
			late: sifted.late + (linked?.late ?? 0),
			undated: sifted.undated,
			minimised: sifted.minimised,
			old: sifted.kept.length - items.length - long + conversation.skipped,
			long
		},
		isMinimisingUnknown: conversation.isMinimisingUnknown,
		commandMinimised: conversation.items.find((item) => isCommand(item, request.command))?.minimised,
		removed
	};
}
const KINDS = {
	issue: "comment",
	review: "review comment",
	"review text": "review"
};
const SUBMITTED_WITHIN_MS = 2e3;
function isCommand({ kind, id }, command) {
	return command !== void 0 && id === command.id && kind === KINDS[command.kind];
}
function isPart({ kind, reviewId }, command) {
	return kind === "review comment" && command?.kind === "review text" && reviewId === command.id;
}
function sift(items, { before, command }) {
	const end = Date.parse(before);
	const kept = [];
	let late = 0;
	let undated = 0;
	let minimised = 0;
	for (const item of items) {
		if (isCommand(item, command)) continue;
		const limit = isPart(item, command) ? end + SUBMITTED_WITHIN_MS : end;
		const created = Date.parse(item.createdAt ?? "");
		const edited = Date.parse(item.editedAt ?? "");
		if (Number.isNaN(created) || Number.isNaN(edited) || Number.isNaN(limit)) undated += 1;
		else if (created >= limit || edited >= limit) late += 1;
		else if (item.minimised !== void 0 && !STILL_SAID.has(item.minimised)) minimised += 1;
		else {
			const text = ownContent(item.text);
			if (text.trim() !== "" || item.kind === "review") kept.push({
				...item,
				text
			});
		}
	}
	return {
		kept: kept.toSorted((a, b) => Date.parse(a.createdAt ?? "") - Date.parse(b.createdAt ?? "") || a.id - b.id),
		late,
		undated,
		minimised
	};
}
function named(item, { plain, command }) {
	const { kind, id, author, association, createdAt = "", state, path, line, isResolved, isOutdated, replyTo } = item;
	const of = {
		kind,
		id,
		author,
		association,
		createdAt,
		state,
		minimised: item.minimised
	};
	const isOfRequest = isPart(item, command) || void 0;
	return {
		...of,
		path: path && plain(path),
		line,
		isResolved,
		isOutdated,
		isOfRequest,
		replyTo
	};
}
function withFiles(thread, files) {
	if (thread.pull === void 0) return thread;
	let { removed } = thread;
	const plain = (text) => {
		const result = sanitisePlain(text);
		removed = addRemoved(removed, result.removed);
		return result.text;
	};
	const pull = {
		...thread.pull,
		files: boundedFiles(files),
		changedFiles: files.length,
		unlisted: void 0
	};
	const plainPull = {
		...pull,
		files: plainFiles(pull, plain)
	};
	return {
		...thread,
		pull: plainPull,
		removed
	};
}
function withPlainText(pull, plain) {
	return {
		...pull,
		baseRef: plain(pull.baseRef),
		headRef: plain(pull.headRef),
		files: plainFiles(pull, plain)
	};
}
function plainFiles({ files }, plain) {
	return files.map((file) => ({
		...file,
		path: plain(file.path),
		patch: file.patch && plain(file.patch)
	}));
}
const IMAGE = /!\[(?:(?!!\[)[^\]])*\]\(\s*<?(https?:\/\/[^\s)>]+)|<img\b(?:(?!<img\b)[^>])*\ssrc="(https?:\/\/[^"\s]+)"/gi;
function imagesIn(texts) {
	const found = texts.flatMap((text) => [...text.matchAll(IMAGE)].map(([, markdown, html]) => markdown ?? html ?? ""));
	return [...new Set(found)];
}

// src/job/context/job-context.ts
async function readJobContext(request) {
	const allowing = accessOf(request);
	allowing.then(async ({ allowed }) => allowed ? await request.reaction?.seen() : void 0, () => {});
	const reading = threadOf(request);
	const asking = whoAmI(request.client);
	const [access, thread, self, findings] = await Promise.all([
		allowing,
		reading,
		asking,
		examine(request, {
			thread: reading,
			self: asking
		})
	]);
	return {
		access,
		context: {
			...request,
			thread,
			self,
			findings
		}
	};
}
async function threadOf({ client, trigger, job }) {
	const { thread: opening, before, comment } = trigger;
	if (opening === void 0 || before === void 0) return void 0;
	const repository = {
		owner: job.owner,
		name: job.repo
	};
	return loadThread(client, {
		repository,
		opening,
		before,
		command: comment
	});
}
async function accessOf({ client, trigger, job, inputs }) {
	const { authority } = trigger;
	if (authority.kind === "workflow") return { allowed: true };
	const { allowedBots } = inputs.start;
	return checkAccess(client, {
		owner: job.owner,
		repo: job.repo,
		users: authority.users,
		allowedBots
	});
}
async function whoAmI(client) {
	try {
		const viewer = member(await client.graphql("query { viewer { login databaseId } }"), "viewer");
		return accountOf(member(viewer, "login"), member(viewer, "databaseId"));
	} catch {
		const { data } = await client.request("GET /user", {}, { repeat: "never" }).catch(() => ({ data: void 0 }));
		return accountOf(member(data, "login"), member(data, "id"));
	}
}
function accountOf(login, id) {
	return typeof login === "string" && typeof id === "number" ? {
		login,
		id
	} : ACTIONS_BOT;
}
function commitsOf({ thread }) {
	return thread?.pull === void 0 ? void 0 : {
		head: thread.pull.headSha,
		base: thread.pull.baseSha
	};
}
function asksForChange({ trigger }) {
	const { verb, text, isSlash, thread, comment } = trigger;
	if (verb !== "fix" || isSlash) return false;
	return comment !== void 0 || thread !== void 0 && text === "";
}
function planOf(context) {
	return planWarnings(context).length === 0 ? newestOf(context) : void 0;
}
function planWarnings(context) {
	const { isEdited = false, isMinimised = false } = newestOf(context) ?? {};
	if (!isEdited && !isMinimised) return [];
	return [`The plan in this thread was ${isEdited ? "edited" : "hidden"}, so it is not followed. Ask for a new one, or say in the command what to do.`];
}
function newestOf({ trigger: { verb, isSlash }, thread, self }) {
	return verb === "fix" && !isSlash ? newestPlan(thread?.plans ?? [], self) : void 0;
}
function destinationOf({ trigger, thread, job, base: { into } }) {
	if (isAnswerOnly(trigger.verb)) return { kind: "none" };
	const { pull } = thread ?? {};
	if (thread === void 0 || pull === void 0) return {
		kind: "own",
		into
	};
	if (pull.fork) return {
		kind: "none",
		refusal: {
			code: "fork",
			reason: "Nothing was pushed: the pull request comes from a fork.",
			fix: pull.maintainerCanModify ? `Its author can apply the patch in the comment of the run. Maintainers may push to the branch as well: \`gh pr checkout ${thread.number}\`, apply it, \`git push\`.` : "Its author can apply the patch in the comment of the run."
		}
	};
	if (pull.headRef === into) return {
		kind: "own",
		into
	};
	const { pullWord } = forgeOf(job);
	const url = `${job.serverUrl}/${thread.repository.owner}/${thread.repository.name}/${pullWord}/${thread.number}`;
	return {
		kind: "pull-request",
		branch: pull.headRef,
		number: thread.number,
		url
	};
}
function requesterOf({ authority }) {
	return authority.kind === "people" ? authority.users[0] : void 0;
}

// src/job/context/request-keys.ts
function requestKeyOf({ thread, comment, before }) {
	if (thread === void 0) return void 0;
	return keyOf([
		thread.kind,
		thread.number,
		comment?.kind,
		comment?.id,
		before
	].join(" "));
}
function taskKeyOf(context) {
	const { inputs, trigger, job } = context;
	if (trigger.thread !== void 0) return void 0;
	const { key } = inputs;
	const named = key === void 0 ? {
		workflow: job.workflow ?? "",
		verb: trigger.verb,
		text: trigger.text
	} : { key };
	return keyOf(canonicalJson({
		...named,
		base: otherBaseOf(context)
	}));
}
function otherBaseOf({ base: { into }, job }) {
	return into === job.defaultBranch ? void 0 : into;
}
function branchKeyOf(context) {
	return requestKeyOf(context.trigger) ?? taskKeyOf(context);
}
function repeatedKeyOf({ inputs, world, trigger }) {
	const { env } = world;
	const { runId } = inputs.context;
	if (!Number.isInteger(runId)) return void 0;
	return keyOf([
		runId,
		env["GITHUB_JOB"],
		env["GITHUB_ACTION"],
		trigger.text
	].join("\n"));
}
function keyOf(text) {
	return sha256(text).slice(0, 8);
}

// src/job/context/posts.ts
function ownCommentOf(parts, place) {
	const outgoing = createOutgoing((text) => text);
	return createOwnComment({
		client: parts.client,
		repo: repoOf(parts),
		outgoing,
		clock: systemClock,
		...place
	});
}
function createPosts(context, request = {}) {
	const { job, trigger, self, outbox } = context;
	const { key = requestKeyOf(trigger), isFirst: isNew } = request;
	const { warn } = context.world;
	const { thread } = trigger;
	const target = targetOf(trigger);
	if (thread === void 0 || target === void 0) return void 0;
	const mark = statusMark(key ?? String(thread.number));
	const { replyTo } = trigger;
	const comment = ownCommentOf(context, {
		client: outbox.api,
		thread: thread.number,
		replyTo,
		self,
		mark,
		isNew
	});
	const links = { runUrl: job.runUrl };
	return {
		reaction: context.reaction ?? createReaction({
			client: outbox.api,
			repo: repoOf(context),
			target,
			warn
		}),
		progress: createProgressComment({
			comment,
			render: (facts) => renderProgress(facts, links),
			clock: systemClock,
			warn
		})
	};
}
function earlyReaction(request) {
	const { inputs, trigger, client, world } = request;
	const target = targetOf(trigger);
	if (inputs.publish !== "github" || inputs.phase !== "all" || target === void 0) return void 0;
	return createReaction({
		client,
		repo: repoOf(request),
		target,
		warn: world.warn
	});
}
function targetOf({ comment, thread }) {
	if (comment?.kind === "issue") return {
		kind: "issue-comment",
		id: comment.id
	};
	if (comment?.kind === "review") return {
		kind: "review-comment",
		id: comment.id
	};
	return thread === void 0 ? void 0 : {
		kind: "issue",
		id: thread.number
	};
}
async function postReply(parts) {
	const { thread, comment, replyTo, text } = parts.trigger;
	if (thread === void 0 || parts.inputs.publish === "none") return;
	const mark = noticeMark(String(comment?.id ?? thread.number), "reply");
	const self = await whoAmI(parts.client);
	const result = await ownCommentOf(parts, {
		client: parts.outbox.api,
		thread: thread.number,
		replyTo,
		self,
		mark
	}).put(text);
	if (result.kind !== "refused") return;
	throw new RunnerError({
		code: "github.denied",
		message: result.reason,
		hint: result.fix
	});
}

// src/job/job.ts
function readTrigger(inputs, world) {
	const { eventName, payload, payloadFile } = inputs.context;
	const job = githubJob(inputs.context, world.env);
	const event = parseEvent(eventName, payload, payloadFile);
	return {
		job,
		trigger: decideTrigger(event, inputs.start)
	};
}
async function runJob(given, world, stopper) {
	const inputs = given.phase === "agent" ? {
		...given,
		publish: "none"
	} : given;
	const { job, trigger: decided } = readTrigger(inputs, world);
	const trigger = decided.kind === "status" && inputs.phase !== "all" ? {
		...decided,
		kind: "reply",
		text: STATUS_ELSEWHERE
	} : decided;
	const publishing = inputs.phase === "publish" ? await import("./publish-phase.js") : void 0;
	if (trigger.kind !== "run") publishing?.requireNoBundle(inputs);
	if (trigger.kind === "skip") {
		if (trigger.isMistake === true) world.warn(trigger.reason);
		return skipped(trigger.reason, {
			job,
			world
		});
	}
	const written = Promise.withResolvers();
	const client = jobClient(inputs, job, world, written.resolve);
	const parts = {
		inputs,
		world,
		stopper,
		job,
		client,
		outbox: outboxOf(inputs, client)
	};
	if (trigger.kind === "run") {
		const request = {
			...parts,
			trigger,
			reaction: earlyReaction({
				...parts,
				trigger
			})
		};
		const reading = readJobContext(request).catch(async (error) => {
			const { goneThread } = await import("./gone-thread.js");
			const gone = await goneThread(request, error);
			return gone === void 0 ? await orReport(request, Promise.reject(error)) : { gone };
		});
		const [read, { runFor, withBase }] = await Promise.all([reading, loadRun(written.promise)]);
		if ("gone" in read) return skipped(read.gone, parts);
		const { access, context } = read;
		let asked = context;
		if (!access.allowed) {
			const reader = access.isOutsider && await (await import("./outsiders.js")).admitOutsider(context);
			if (reader === void 0) return turnedAway(access, parts);
			asked = reader;
		}
		const { commandMinimised = "" } = asked.thread ?? {};
		if (["spam", "abuse"].includes(commandMinimised)) {
			await asked.reaction?.withdraw();
			return skipped(`The comment with the command was hidden as ${commandMinimised}.`, parts);
		}
		try {
			requireUsable(asked.findings, parts);
		} catch (error) {
			await asked.reaction?.withdraw();
			throw error;
		}
		const ready = await orReport(asked, withBase(asked));
		if (inputs.context.eventName !== "pull_request_target") return publishing?.publishPhase(ready) ?? runFor(ready);
		const putBack = await (await import("./pull-request-target.js")).guardTarget(ready);
		try {
			return await (publishing?.publishPhase(ready) ?? runFor(ready));
		} finally {
			await putBack();
		}
	}
	if (trigger.kind !== "reply" && inputs.phase !== "all") return skipped(NO_ANSWERS, parts);
	const access = await accessOf({
		...parts,
		trigger
	});
	if (!access.allowed) return turnedAway(access, parts);
	if (trigger.kind === "reply") {
		await postReply({
			...parts,
			trigger
		});
		return {
			kind: "replied",
			text: trigger.text
		};
	}
	if (trigger.kind === "status") {
		const { tellStatus } = await import("./tell-status.js");
		return tellStatus({
			...parts,
			trigger
		});
	}
	const { handleDecision } = await import("./handle-decision.js");
	return handleDecision({
		...parts,
		trigger
	});
}
const LOADS_AFTER_MS = 100;
async function loadRun(written) {
	await Promise.race([written, systemClock.sleep(LOADS_AFTER_MS)]);
	const modules = [import("./run-for.js"), import("./base-branch.js")];
	const [{ runFor }, { withBase }] = await Promise.all(modules);
	return {
		runFor,
		withBase
	};
}
const NO_ANSWERS = "A workflow of two jobs keeps no sessions, so there is none to answer, resume or cancel.";
async function turnedAway({ reason, isUnchecked = false }, parts) {
	if (!isUnchecked) return skipped(reason, parts);
	const error = new RunnerError({
		code: "github.failed",
		message: reason
	});
	await reportBroken({
		parts,
		facts: NO_FACTS,
		posts: void 0
	}, error);
	throw error;
}
async function orReport(request, reading) {
	try {
		return await reading;
	} catch (error) {
		const { allowed } = await accessOf(request);
		const posts = allowed && request.inputs.publish === "github" ? createPosts({
			...request,
			self: await whoAmI(request.client)
		}) : void 0;
		await reportBroken({
			parts: request,
			facts: NO_FACTS,
			posts
		}, error);
		throw error;
	}
}

export { noticeMark as $, answerIn as $n, modelNotes as $t, REPEATABLE as A, createGitHub as An, exactArguments as At, textField as B, requestLog as Bn, outputWords as Bt, createOwnComment as C, safeWords as Cn, callBlocks as Ct, refusalOf as D, contextOfVariables as Dn, utc as Dt, isLost as E, preflight as En, shortDigest as Et, findOwn as F, failureOf as Fn, publishedOutcome as Ft, every as G, NOTHING_HELD as Gn, bundlePlace as Gt, otherEditor as H, RequestError as Hn, costLine as Ht, noteAbove as I, notThere as In, refusalsIn as It, PULL_REQUEST_MARK as J, isAllowedBot as Jn, earlierLine as Jt, no as K, isChange as Kn, closingText as Kt, ownTextIn as L, requireShape as Ln, refused as Lt, repositoryUrl as M, forgeOf as Mn, matchAnswers as Mt, OURS_BEGINS as N, isWebCommitter as Nn, artifactRefusal as Nt, refusalOfPush as O, githubJob as On, whereAll as Ot, bodyOf as P, noReplyDomain as Pn, heldRefusal as Pt, isOwn as Q, OWN_MARKER as Qn, linkLine as Qt, nodeIdOf as R, restEndpointMethods as Rn, unanswerable as Rt, ownContent as S, safeMarkdown as Sn, argumentBlocks as St, forBranch as T, wordsOfSafe as Tn, person as Tt, YES as U, NO_FACTS as Un, withCountsOf as Ut, editorsSinceOwn as V, Octokit$1 as Vn, objectionList as Vt, checkAccess as W, foldRecord as Wn, bulleted as Wt, deferralMark as X, MAINTENANCE_MARK as Xn, folded as Xt, answerMark as Y, BATCH_MARK as Yn, fileList as Yt, depthInMark as Z, ON_DASHBOARD as Zn, heldFileList as Zt, requesterOf as _, addToSummary as _n, headline as _t, postReply as a, verificationLine as an, mayCommand as ar, toldMark as at, fetchPull as b, quotedAs as bn, answerCommands as bt, repeatedKeyOf as c, outboxDir as cn, sanitisePlain as cr, jobSecrets as ct, asksForChange as d, examine as dn, renderSummary as dt, paragraphs as en, isEdited as er, outputMark as et, commitsOf as f, obstacles as fn, askedFor as ft, readJobContext as g, proposalOf as gn, agentsReport as gt, planWarnings as h, promptOfVerb as hn, renderResult as ht, ownCommentOf as i, unfilteredLine as in, RUN_VERBS as ir, toldIn as it, inRepo as j, createSameHostFetch as jn, visibleText as jt, statusOf as k, jobClient as kn, words$1 as kt, requestKeyOf as l, outboxOf as ln, UNSHOWN_OPTION as lr, remoteOf as lt, planOf as m, isAnswerOnly as mn, renderNotice as mt, runJob as n, section as nn, eventNameOf as nr, pullRequestMark as nt, branchKeyOf as o, createOutgoing as on, parseCommand as or, planBody as ot, destinationOf as p, requireUsable as pn, footer as pt, unchecked as q, waitingCalls as qn, dotted as qt, createPosts as r, smallLine as rn, PHASES as rr, statusMark as rt, otherBaseOf as s, createSummaryGate as sn, sanitise as sr, reportBroken as st, readTrigger as t, rungLine as tn, isSameAnswer as tr, planMark as tt, taskKeyOf as u, OWN_BRANCH as un, repoOf as ut, whoAmI as v, skipped as vn, isAnswered as vt, removeComment as w, spaceReferences as wn, codeSpan as wt, renderPlan as x, safeInline as xn, answerLine as xt, withFiles as y, quietMarkdown as yn, RESUME_BUNDLE as yt, numberField as z, paginateRest as zn, outputFooter as zt };