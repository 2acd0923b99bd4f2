import { $t as spanOfCode, G as localExitCode, Ht as breakCommands, Ot as REDACTED, Qt as shownText, R as sha256, Rt as COMMAND, Ut as fenced, W as hasTrait, Wt as framed, Xt as plainText, _t as counted, at as member, ct as configError, dt as beginningOf, en as ticksFor, g as severityCounts, k as withSignals, kt as createLeakSearch, lt as describeError, m as areaBegin, ot as parseJson, p as SEVERITIES, qt as inline, r as systemReason, st as RunnerError, xt as namedUpTo } from "./front.js";
import { _ as OWN_MARKER, l as forgeOf } from "./github.js";
import { r as plainLines } from "./markdown.js";
import { D as union, It as _minLength, Kt as _regex, _ as object, a as array, d as literal, m as nullable, o as boolean, u as int, v as optional, w as string } from "./zod.js";
import { At as readPull, Dt as safeInline, E as deliverUnmoved, G as refusalOf, J as REPEATABLE, K as statusOf, Nt as failureOf, O as commitMessage, Ot as safeMarkdown, Pt as checkAccess, Q as isOwn, S as jobSealSecret, St as requesterOf, W as refused, X as numberField, Y as inRepo, Z as textField, _t as remoteOf, at as createOutgoing, b as SEAL, bt as destinationOf, c as differs, d as threadPrefix, dt as openJobGit, ft as policyAt, gt as jobSecrets, ht as jobRedact, it as FindingShape, k as noReply, l as postReply, mt as treeThere, nt as stacked, o as fetchReviewThreads, pt as refsOf, q as bodyOf, u as parseSessionId, ut as checkOutHere, vt as repoOf, x as createSeal, xt as isReview, y as REVIEWS, yt as commitsOf } from "./job.js";
import { A as attributeFiles, D as makeTrustedDirectory, M as createGit, N as fetchOf, T as createLooseObjects, b as judgedChange, j as attributesBy, k as remoteEnvironment, p as mergeBase } from "./git.js";
import { Ao as findCheckout, Io as diffsIn, Ja as LOCK_FILES, Kt as writeFindings, La as NO_ANSWERS, Lt as startRun, Mi as stateOf, Mo as readFileObject, No as readerOf, Oo as trustedPath, Ya as makeScratch, Za as removeScratchDir, fo as readJournal, ft as NEW_RUN_OPTIONS, gt as readNewRun, hn as VERSION, is as objectId, nt as placesIn, qa as nearest, rr as openWorkbench, sa as openRepository, ua as withObjects, us as systemClock } from "./core.js";
import { Dt as setting, M as runChecks, Ot as text, P as judgeChange, St as mapping, U as workspaceGlobProblem, V as compileGlobs, vt as checked, xt as list, z as policyOfCommit } from "./toolbox.js";
import { o as readFrontMatter } from "./persona.js";
import { l as writeGivenFile } from "./commands.js";
import { existsSync } from "node:fs";
import { join, posix, resolve } from "node:path";

// src/review/areas.ts
function areasOf(files, maxSize) {
	const areas = [];
	for (const { name, files: own, size } of partsOf(files, maxSize, "")) {
		const last = areas.at(-1);
		const paths = own.map(({ path }) => path);
		if (last !== void 0 && last.size + size <= maxSize) {
			last.names.push(name);
			last.paths.push(...paths);
			last.size += size;
		} else areas.push({
			names: [name],
			paths,
			size
		});
	}
	return areas;
}
function partsOf(files, maxSize, prefix) {
	return [...Map.groupBy(files, ({ path }) => {
		const end = path.indexOf("/", prefix.length);
		return end < 0 ? path : path.slice(0, end + 1);
	})].flatMap(([name, own]) => {
		const size = own.reduce((sum, one) => sum + one.size, 0);
		return !name.endsWith("/") || size <= maxSize ? [{
			name,
			files: own,
			size
		}] : partsOf(own, maxSize, name);
	});
}
const MAX_NAMED$2 = 20;
function briefNames(paths, shown) {
	if (paths.length <= MAX_NAMED$2) return paths.map(shown).join(", ");
	const told = [...Map.groupBy(paths, (path) => path.includes("/") ? path.slice(0, path.indexOf("/") + 1) : "./")].map(([folder, own]) => `${shown(folder)} (${counted(own.length, "file")})`);
	const more = told.length > MAX_NAMED$2 ? [`and ${counted(told.length - MAX_NAMED$2, "more folder")}`] : [];
	return `${counted(paths.length, "file")}: ${[...told.slice(0, MAX_NAMED$2), ...more].join(", ")}`;
}

// src/review/ask.ts
const REVIEW_PROMPT = "Review the change below. Report each finding with report_finding, and end with at most three sentences.";
const NEW_ONLY = "The pull request was reviewed before. Shown is what changed since then. Report what is wrong with it; of its older lines report only bugs and risks that this change brings about.";
const MAX_DIFF_CHARS = 2e5;
const MAX_FILE_CHARS = 6e4;
const MAX_AREAS = 8;
async function askReview({ shown: read, leftOut }, rules, done = 1) {
	const { files, patch, since } = await read();
	const without = new Map([...await leftOut()].filter(([path]) => files.has(path)));
	const reviewed = [...files.keys()].filter((path) => !without.has(path));
	const shownOf = (path) => beginningOf(patch(path), MAX_FILE_CHARS);
	const sized = reviewed.map((path) => ({
		path,
		whole: patch(path).length,
		size: shownOf(path).length
	}));
	const areas = areasOf(sized, MAX_DIFF_CHARS);
	const count = Math.min(areas.length, MAX_AREAS);
	const isShown = new Set(areas.slice(0, Math.min(done, count)).flatMap(({ paths }) => paths));
	const isCut = new Set(sized.filter(({ whole, size }) => size < whole).map(({ path }) => path));
	const diffOf = ({ paths }) => {
		const cut = paths.filter((path) => isCut.has(path));
		const rest = cut.length === 0 ? "" : `\n\nNot shown in full; read them with read_file, within its limits:\n${framed(cut.join("\n"), "list")}`;
		return `${framed(paths.map(shownOf).join(""), "git diff")}${rest}`;
	};
	const listed = [...without].map(([path, why]) => `${path} (${why})`);
	const [first = NOTHING] = areas;
	const parts = [
		...Array.from(rules, ([path, text]) => framed(text, path)),
		...since === void 0 ? [] : [NEW_ONLY],
		`The change has ${counted(reviewed.length, "file")} to review${count > 1 ? inAreas(areas, count) : ":"}\n${diffOf(first)}`,
		...listed.length === 0 ? [] : [`Left out of the review:\n${framed(listed.join("\n"), "list")}`]
	];
	const area = done < count ? areas[done] : void 0;
	return {
		context: parts.join("\n\n"),
		areas: count > 1 ? { areas: count } : {},
		next: area && `${areaBegin(done + 1, count)} ${namesIn(area)}\n${NEXT}\n${diffOf(area)}`,
		unshown: reviewed.filter((path) => !isShown.has(path) || isCut.has(path)),
		nothing: reviewed.length === 0 ? nothingIn(listed, since) : void 0
	};
}
const NOTHING = {
	names: [],
	paths: []
};
const NEXT = "Report its findings with report_finding, and end with at most three sentences.";
function inAreas(areas, count) {
	const list = areas.slice(0, count).map((area, index) => `${index + 1}. ${namesIn(area)}`);
	return ` and is shown in ${count} areas. Review the first one now; each time you end, the next one is shown:\n${framed(list.join("\n"), "list")}\nArea 1:`;
}
const MAX_FOLDERS = 30;
function namesIn({ names }) {
	return someOf(names, MAX_FOLDERS);
}
function someOf(names, max) {
	const more = names.length > max ? `, and ${names.length - max} more` : "";
	return names.slice(0, max).map(inline).join(", ") + more;
}
const MAX_NAMED$1 = 5;
function nothingIn(leftOut, since) {
	if (since !== void 0) return `has nothing new to review since ${since.slice(0, 12)}, the head of the review before`;
	if (leftOut.length === 0) return "changes no file";
	return `has only files that a review leaves out: ${someOf(leftOut, MAX_NAMED$1)}`;
}

// src/review/anchor.ts
const MAX_NAMED = 5;
const MAX_PLACES = 1e3;
function anchorOf(file, { head, base }, { quote, line }) {
	if (file.hunks.length === 0) return { unanchored: withoutLines(file) };
	if (quote.length === 0 && line !== void 0) return kindsAt(file, "RIGHT", line, 1) === void 0 ? { unanchored: outside(file, line, 1) } : { anchor: {
		side: "RIGHT",
		start: line,
		end: line
	} };
	if (quote.length === 0) return { unanchored: "The quote is empty. Accepted: whole lines of the diff, word for word." };
	const found = matches(head, quote);
	const place = {
		quote,
		line,
		file
	};
	if (found.length > 0) return choose(found, {
		...place,
		side: "RIGHT"
	});
	const old = deletedAt(file, base, quote);
	if (old.length > 0) return choose(old, {
		...place,
		side: "LEFT"
	});
	return { unanchored: `These lines are not in ${file.path}. Accepted: whole lines of the diff, word for word, without + and -.` };
}
function deletedAt(file, base, quote) {
	const isDeleted = (start) => kindsAt(file, "LEFT", start, quote.length)?.replaceAll("-", "") === "";
	return matches(base, quote).filter(isDeleted);
}
function choose(found, { quote, line, file, side }) {
	const at = (start) => ({ anchor: {
		side,
		start,
		end: start + quote.length - 1
	} });
	const isShown = (start) => kindsAt(file, side, start, quote.length) !== void 0;
	const named = found.find((start) => start === line);
	const [only] = found.length === 1 ? found : [named];
	if (only !== void 0) return isShown(only) ? at(only) : { unanchored: outside(file, only, quote.length) };
	if (found.length > MAX_PLACES) return { unanchored: `These lines occur at ${found.length} places in the file. Accepted: a longer quote, or the number of its first line.` };
	const shown = found.filter(isShown);
	const [first] = shown;
	if (first === void 0) return { unanchored: outside(file, found[0] ?? 1, quote.length) };
	if (shown.length === 1) return at(first);
	const changed = shown.filter((start) => kindsAt(file, side, start, quote.length)?.includes("+"));
	const [single] = changed;
	if (line === void 0 && single !== void 0 && changed.length === 1) return at(single);
	const lines = shown.slice(0, MAX_NAMED).join(", ");
	return { unanchored: `These lines occur at ${shown.length} places in the diff (lines ${lines}). Accepted: a longer quote, or the number of its first line.` };
}
function matches(lines, quote) {
	return placesIn(lines.map(withoutMarks), quote.map(withoutMarks)).map((at) => at + 1);
}
function withoutMarks(line) {
	return line.replace(/^\uFEFF|\r$/g, "");
}
function kindsAt({ hunks }, side, start, count) {
	for (const hunk of hunks) {
		const [from, to] = [indexOf(hunk, side, start), indexOf(hunk, side, start + count - 1)];
		if (from >= 0 && to >= 0) return hunk.kinds.slice(from, to + 1);
	}
}
function indexOf({ kinds, oldStart, newStart }, side, line) {
	const other = side === "RIGHT" ? "-" : "+";
	let current = side === "RIGHT" ? newStart : oldStart;
	if (line < current || line >= current + kinds.length) return -1;
	for (let index = 0; index < kinds.length; index += 1) {
		if (kinds[index] === other) continue;
		if (current === line) return index;
		current += 1;
	}
	return -1;
}
function outside({ path, hunks }, start, count) {
	const where = count === 1 ? `Line ${start}` : `Lines ${start} to ${start + count - 1}`;
	const ranges = hunks.map(({ newStart, kinds }) => [newStart, newStart + kinds.replaceAll("-", "").length - 1]).filter(([first, last]) => last >= first).map(([first, last]) => `${first}–${last}`);
	const some = ranges.length > MAX_NAMED ? [...ranges.slice(0, MAX_NAMED), "…"] : ranges;
	return `${where} of ${path} ${count === 1 ? "is" : "are"} not in one hunk of the diff. Accepted: lines of one of ${some.join(", ")}.`;
}
function withoutLines({ path, isBinary, status }) {
	return `${path} ${isBinary ? "is a binary file" : status === "renamed" ? "was renamed without a change" : "has no lines in the diff"}, so no line can be named.`;
}

// src/review/diff.ts
const OPTIONS = [
	"-r",
	"-M",
	"-p",
	"--raw",
	"-z",
	"--no-abbrev",
	"--no-ext-diff",
	"--no-textconv",
	"--no-color",
	"-U3"
];
async function readDiff(git, { base, head }) {
	return await readDifference(git, await mergeBase(git, base, head), head);
}
async function readDifference(git, from, head) {
	return {
		base: from,
		head,
		...parseReviewDiff(await git({ args: [
			"diff-tree",
			...OPTIONS,
			objectId(from),
			objectId(head)
		] }))
	};
}
const STATUS = {
	A: "added",
	D: "deleted",
	M: "modified",
	R: "renamed",
	T: "type_changed"
};
const RAW = /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) ([ADMRT])\d*$/;
function parseReviewDiff(output) {
	const { entries, at } = parseEntries(output);
	const sections = diffsIn(output.toString("latin1", at));
	const files = /* @__PURE__ */ new Map();
	const patches = /* @__PURE__ */ new Map();
	let next = 0;
	for (const entry of entries) {
		const from = next;
		next += entry.status === "type_changed" ? 2 : 1;
		const patch = sections.slice(from, next).join("");
		const isBinary = /\nBinary files /.test(patch);
		files.set(entry.path, {
			...entry,
			isBinary,
			hunks: headAndHunks(patch).slice(1).map(parseHunk)
		});
		patches.set(entry.path, patch);
	}
	return {
		files,
		patch: (path) => Buffer.from(patches.get(path) ?? "", "latin1").toString("utf8")
	};
}
function parseEntries(output) {
	const end = output.indexOf("\0\0");
	if (end < 0) return {
		entries: [],
		at: 0
	};
	const fields = output.toString("utf8", 0, end).split("\0").values();
	const entries = [];
	for (const raw of fields) {
		const [, oldMode = "", newMode = "", oldId = "", newId = "", letter = ""] = RAW.exec(raw) ?? [];
		const status = STATUS[letter] ?? "modified";
		const { value: path = "" } = fields.next();
		const names = status === "renamed" ? {
			path: fields.next().value ?? "",
			oldPath: path
		} : { path };
		entries.push({
			...names,
			status,
			oldMode,
			newMode,
			oldId,
			newId
		});
	}
	return {
		entries,
		at: end + 2
	};
}
function headAndHunks(patch) {
	return patch.split(/(?<=\n)(?=@@ )/);
}
const RANGE = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;
function parseHunk(hunk) {
	const [, oldStart, newStart] = RANGE.exec(hunk) ?? [];
	const [, ...lines] = hunk.split("\n");
	const kinds = lines.map((line) => line.charAt(0)).filter((kind) => kind !== "\\");
	return {
		oldStart: Number(oldStart),
		newStart: Number(newStart),
		kinds: kinds.join("")
	};
}

// src/review/new-range.ts
function newRange(whole, between) {
	const files = /* @__PURE__ */ new Map();
	const kept = /* @__PURE__ */ new Map();
	for (const [path, file] of between.files) {
		const own = whole.files.get(path);
		if (own === void 0) continue;
		const isTouching = createTouching(own.hunks);
		const touching = file.hunks.map((hunk) => own.hunks.length === 0 || isTouching(hunk));
		if (file.hunks.length > 0 && !touching.includes(true)) continue;
		kept.set(path, touching);
		files.set(path, {
			...file,
			hunks: file.hunks.filter((_, index) => touching[index] === true)
		});
	}
	return {
		...between,
		files,
		patch: (path) => patchOf(between.patch(path), kept.get(path) ?? [])
	};
}
function patchOf(patch, touching) {
	const [header = "", ...hunks] = headAndHunks(patch);
	return [header, ...hunks.filter((_, index) => touching[index] === true)].join("");
}
function span({ newStart, kinds }) {
	return [newStart, newStart + Math.max(1, kinds.replaceAll("-", "").length) - 1];
}
function createTouching(hunks) {
	const spans = hunks.map(span);
	let next = 0;
	return (hunk) => {
		const [start, end] = span(hunk);
		while ((spans[next]?.[1] ?? 1e400) < start) next += 1;
		return (spans[next]?.[0] ?? 1e400) <= end;
	};
}
function isNewPlace({ files }, path, anchor) {
	const file = files.get(path);
	if (file === void 0 || anchor === void 0) return file !== void 0;
	const { side, start, end } = anchor;
	if (side === "LEFT") return file.hunks.some(({ kinds }) => kinds.includes("-"));
	return Array.from({ length: end - start + 1 }, (_, at) => kindsAt(file, side, start + at, 1)).includes("+");
}

// src/review/foreign-words.ts
const TICKS = /[✓✔☑✅🗸🗹]\uFE0F?|:(?:white_check_mark|heavy_check_mark|ballot_box_with_check):|\\checkmark\b|^((?:[ \t]*(?:>|[-+*]|\d{1,9}[.)]))+[ \t]+)\[[xX]\](?=\s)/gmu;
const NAMED = /@(?=(?:dependabot|renovate|mergify|coderabbit|copilot|claude|codex|gemini|cursor|bors|homu|rustbot)\w*)/gi;
function isCommand(line) {
	return line.search(COMMAND) >= 0 || line.search(NAMED) >= 0;
}
function withoutTicks(text) {
	const less = text.replace(TICKS, "$1");
	return less === text ? text : withoutTicks(less);
}
function withoutCommands(markdown) {
	return markdown.replace(COMMAND, "$1 ").replace(NAMED, "@ ");
}
const MAX_PATH = 300;
function shownPath(path) {
	const line = withoutTicks(shownText(path.toWellFormed()).replace(/\s+/g, " "));
	return line.length > MAX_PATH ? `${line.slice(0, MAX_PATH).toWellFormed()}…` : line;
}

// src/review/suggestion.ts
const LINK = "120000";
const SUBMODULE = "160000";
function suggestionProblem({ file, anchor, head, replacement }) {
	const { side, start, end } = anchor;
	if (side === "LEFT") return "deleted lines cannot be replaced";
	if (kindsAt(file, side, start, end - start + 1)?.includes("-") !== false) return "there are deleted lines between these lines";
	if ([file.oldMode, file.newMode].some((mode) => mode === LINK || mode === SUBMODULE)) return "it is a symbolic link or a submodule";
	if (replacement.some((line) => shownText(line) !== line || breakCommands(line) !== line)) return "GitHub does not show its text unchanged";
	if (replacement.some(isCommand)) return "a line of it is a command to programs that read comments";
	const now = head.slice(start - 1, end);
	if (start === 1 && now[0]?.startsWith("﻿") === true) return "it would remove the byte order mark of the file";
	if (head.some((line) => line.includes("�"))) return "the file has U+FFFD, or is not UTF-8";
	return now.length === replacement.length && now.every((line, index) => withoutMarks(line) === replacement[index]) ? "the replacement is the same as the current lines" : void 0;
}
function overlaps(a, b) {
	return a.path === b.path && a.anchor.start <= b.anchor.end && b.anchor.start <= a.anchor.end;
}
function suggestionBlock(lines) {
	const fence = ticksFor(lines.join("\n"), 3);
	return [
		`${fence}suggestion`,
		...lines,
		fence
	].join("\n");
}
function applySuggestions(content, edits) {
	const lines = content.toString("latin1").match(/[^\n]*\n|[^\n]+$/g) ?? [];
	for (const { anchor, replacement } of edits.toSorted((a, b) => b.anchor.start - a.anchor.start)) {
		const { start, end } = anchor;
		const lineEnd = endOf(lines[start - 1]) || endOf(lines[start - 2]) || "\n";
		const isOpen = end === lines.length && endOf(lines[end - 1]) === "";
		const written = replacement.map((line) => Buffer.from(line, "utf8").toString("latin1") + lineEnd);
		const last = written.at(-1);
		if (isOpen && last !== void 0) written[written.length - 1] = last.slice(0, -lineEnd.length);
		lines.splice(start - 1, end - start + 1, ...written);
	}
	return Buffer.from(lines.join(""), "latin1");
}
function endOf(line = "") {
	if (line.endsWith("\r\n")) return "\r\n";
	return line.endsWith("\n") ? "\n" : "";
}
function linesOf(content) {
	const lines = content.toString("utf8").split("\n");
	if (lines.at(-1) === "") lines.pop();
	return lines;
}

// src/review/check-finding.ts
const MAX_FINDINGS = 100;
function createFindingReports({ diff, shown, leftOut, content, known }) {
	const kept = [];
	return { check: async (asked) => {
		const { files } = await diff();
		const file = files.get(asked.path);
		const texts = file === void 0 ? {
			head: [],
			base: []
		} : await textsOf(file, content);
		const why = (await leftOut()).get(asked.path);
		const placed = file === void 0 ? { unanchored: unknownPath(asked.path, files) } : anchorOf(file, texts, asked);
		const place = why === void 0 ? placed : { unanchored: `${asked.path} is left out of this review (${why}).` };
		const anchor = "anchor" in place ? place.anchor : void 0;
		const { since, ...range } = await shown();
		if (since !== void 0 && !isNewPlace(range, asked.path, anchor) && asked.severity === "nit") return { text: `Not recorded: ${`${asked.path} has no change there since the last review`}. Accepted for older lines: a bug or a risk.` };
		const lines = anchor?.side === "LEFT" ? texts.base : texts.head;
		const fingerprint = fingerprintOf({
			...asked,
			path: file?.oldPath ?? asked.path,
			anchor,
			lines
		});
		const recorded = known();
		const before = [...recorded, ...kept.filter((one) => recorded.every((other) => other.fingerprint !== one.fingerprint))];
		const twin = before.find((one) => one.fingerprint === fingerprint);
		if (twin !== void 0) return { text: alreadyThere(twin, asked) };
		if (before.length >= 100) return { text: `Not recorded: a review keeps ${counted(100, "finding")}. End the review now.` };
		const { path, replacement } = asked;
		const suggested = file && anchor && replacement && {
			file,
			anchor,
			head: texts.head,
			replacement
		};
		const prose = suggested && proseOnly(path, suggested, before);
		const finding = {
			...asked,
			fingerprint,
			...place,
			...prose === void 0 ? {} : { prose }
		};
		kept.push(finding);
		return {
			finding,
			text: answerTo(finding)
		};
	} };
}
async function textsOf({ oldId, newId, oldMode, newMode, isBinary }, content) {
	const lines = async (id, mode) => isBinary || mode === "160000" || /^0+$/.test(id) ? [] : linesOf(await content(id));
	return {
		head: await lines(newId, newMode),
		base: await lines(oldId, oldMode)
	};
}
const FINGERPRINT_CHARS = 16;
function fingerprintOf({ path, quote, severity, anchor, lines }) {
	const own = anchor === void 0 ? quote : lines.slice(anchor.start - 1, anchor.end);
	const [before, after] = anchor === void 0 ? [] : [lines[anchor.start - 2], lines[anchor.end]];
	const parts = [
		path,
		severity,
		...[
			before ?? "",
			own.join(""),
			after ?? ""
		].map(withoutBlanks)
	];
	return sha256(JSON.stringify(parts)).slice(0, FINGERPRINT_CHARS);
}
function withoutBlanks(text) {
	return text.replace(/\s+/g, "");
}
function proseOnly(path, suggested, before) {
	const { anchor } = suggested;
	return before.some((one) => isSuggestion(one) && overlaps({
		path,
		anchor
	}, one)) ? "another suggestion replaces some of these lines" : suggestionProblem(suggested);
}
function isSuggestion(finding) {
	const { anchor, replacement, prose } = finding;
	const isWhole = replacement?.every((line) => !line.includes(REDACTED));
	return anchor !== void 0 && isWhole === true && prose === void 0;
}
function alreadyThere({ title, severity }, asked) {
	if (title === asked.title) return "This finding is already recorded.";
	return `Not recorded: these lines have a ${severity} already. Accepted for another one: more or fewer lines as the quote.`;
}
function answerTo({ path, anchor, unanchored = "", prose, replacement }) {
	if (anchor === void 0) return `Recorded for the text of the review, on no line: ${unanchored} Reported again with the same title, it takes this one's place.`;
	const { side, start, end } = anchor;
	const where = `${path}:${start}${end === start ? "" : `–${end}`}${side === "LEFT" ? " (deleted)" : ""}`;
	if (prose !== void 0) return `Recorded at ${where}, without its replacement: ${prose}.`;
	return `Recorded at ${where}.${replacement === void 0 ? "" : " The replacement is tested when the run has ended."}`;
}
function unknownPath(path, files) {
	const plain = path.replace(/^(?:\.\/|[ab]\/)+/, "");
	const renamed = [...files.values()].find(({ oldPath }) => oldPath === path)?.path;
	const meant = files.has(plain) ? plain : renamed ?? nearest(path, [...files.keys()]);
	return `${path} is not in the diff. Accepted: a path as the diff names it${meant === void 0 ? "" : `, such as ${meant}`}.`;
}
function shownFindings(findings, { nits }) {
	const wanted = settled(findings).filter(({ severity }) => severity !== "nit" || nits);
	return SEVERITIES.flatMap((severity) => wanted.filter((one) => one.severity === severity));
}
function settled(findings) {
	return findings.filter(({ anchor, path, title }, index) => anchor !== void 0 || !findings.slice(index + 1).some((later) => later.path === path && later.title === title));
}

// src/review/left-out.ts
const LOCKS = new Set(LOCK_FILES);
const VENDORED = /(?:^|\/)(?:node_modules|bower_components|vendor|third_party|Pods)\//;
const GENERATED = /(?:\.min\.(?:js|css)|\.(?:js|css)\.map|\.pb\.go|_pb2(?:_grpc)?\.pyi?|\.g\.dart)$/;
const ATTRIBUTES = [
	"linguist-generated",
	"linguist-vendored",
	"binary"
];
const SAYS = /^(?:set|true)$/;
const DENIES = /^(?:unset|false)$/;
async function leftOutOf({ files, base }, { isIgnored, read, ...place }) {
	const paths = [...files.values()].map(({ path, oldPath = path }) => oldPath);
	const { entries } = (await attributeFiles(read, [base], paths))[0] ?? { entries: [] };
	const said = entries.length === 0 ? [] : await attributesBy({
		...place,
		entries,
		paths,
		names: ATTRIBUTES
	});
	const attributes = Map.groupBy(said, ({ path }) => path);
	const found = /* @__PURE__ */ new Map();
	for (const { path, oldPath = path, isBinary } of files.values()) {
		const own = new Map(attributes.get(oldPath)?.map(({ name, value }) => [name, value]));
		const why = isIgnored(path) ? "review.ignore" : reasonFor(path, isBinary, own);
		if (why !== void 0) found.set(path, why);
	}
	return found;
}
function isLockFile(path) {
	return LOCKS.has(posix.basename(path));
}
function reasonFor(path, isBinary, said) {
	const [generated = "", vendored = "", binary = ""] = ATTRIBUTES.map((name) => said.get(name));
	if (isBinary || SAYS.test(binary)) return "binary";
	if (SAYS.test(generated)) return "generated";
	if (SAYS.test(vendored)) return "vendored";
	if (isLockFile(path) && !DENIES.test(generated)) return "lock file";
	if (GENERATED.test(path) && !DENIES.test(generated)) return "generated";
	return VENDORED.test(path) && !DENIES.test(vendored) ? "vendored" : void 0;
}

// src/review/open-review.ts
function openReview(source, range) {
	const { root, path, gitDir, isIgnored, read: readObjects = readerOf(gitDir, path).read } = source;
	const git = createGit({
		cwd: root,
		path,
		env: {
			GIT_DIR: gitDir,
			GIT_LITERAL_PATHSPECS: "1"
		}
	});
	const diff = once(() => readDiff(git, range));
	const contents = /* @__PURE__ */ new Map();
	const content = (id) => {
		const known = contents.get(id) ?? readFileObject(readObjects, id);
		contents.set(id, known);
		return known;
	};
	return {
		diff,
		shown: once(async () => {
			const { since, head } = range;
			const whole = await diff();
			const between = since && await readDifference(git, since, head).catch(() => void 0);
			return between ? {
				...newRange(whole, between),
				since
			} : whole;
		}),
		leftOut: once(async () => await leftOutOf(await diff(), {
			path,
			gitDir,
			read: readObjects,
			isIgnored
		})),
		content,
		successors: async (path) => {
			const changed = (await diff()).files.get(path);
			if (changed?.newMode.startsWith("100") === true) return [await content(changed.newId)];
			const listed = await git({ args: [
				"ls-tree",
				"-z",
				"--full-tree",
				objectId(range.head),
				"--",
				path
			] });
			const own = /^100\d{3} blob ([0-9a-f]+)\t/.exec(listed.toString("latin1"))?.[1];
			if (own !== void 0) return [await content(own)];
			const made = [...(await diff()).files.values()].filter(({ status, isBinary, newMode }) => !isBinary && newMode.startsWith("100") && (status === "renamed" || status === "added"));
			return await Array.fromAsync(made, async ({ newId }) => await content(newId));
		}
	};
}
function once(read) {
	let found;
	return () => found ??= read();
}

// src/review/prove.ts
async function prove(options) {
	const { suggestions, check, own } = options;
	if (suggestions.length === 0) return /* @__PURE__ */ new Map();
	try {
		const before = await check([]);
		const commands = before.results.map(({ command }) => command);
		const red = before.results.filter(({ passed }) => !passed).map(({ command }) => command);
		const { good, seconds, why } = await largestGreen(options);
		const proof = red.length > 0 && !own ? {
			kind: "fixes",
			commands: red,
			seconds,
			others: good.length - 1
		} : {
			kind: "passes",
			commands,
			seconds,
			own
		};
		const tried = (said) => said === void 0 || good.length > 0 || red.length === 0 ? said : `${said}; the checks fail without it, too`;
		return new Map(suggestions.map((one) => [one.fingerprint, good.includes(one) ? proof : {
			kind: "unproven",
			why: tried(why.get(one)) ?? NO_TIME
		}]));
	} catch (error) {
		const why = `not proven: ${error instanceof Error ? error.message.replace(/\.$/, "") : systemReason(error)}`;
		return new Map(suggestions.map(({ fingerprint }) => [fingerprint, {
			kind: "unproven",
			why
		}]));
	}
}
const NO_TIME = "not proven: no run of the checks was left for it";
async function largestGreen({ suggestions, check, isOver }) {
	const why = /* @__PURE__ */ new Map();
	let good = [];
	let seconds = 0;
	let left = Math.floor(Math.log2(suggestions.length)) + 1;
	let said = "";
	const take = async (part, isKnownRed) => {
		if (!isKnownRed) {
			if (left === 0 || isOver()) return false;
			left -= 1;
			const round = await check([...good, ...part]);
			const failed = round.results.filter(({ passed }) => !passed).map(({ command, end }) => `\`${command}\` ends with ${end}`);
			if (failed.length === 0) {
				good = [...good, ...part];
				seconds = round.seconds;
				return true;
			}
			said = failed.join(", ");
		}
		const half = Math.ceil(part.length / 2);
		const [first, second] = [part.slice(0, half), part.slice(half)];
		if (second.length === 0) for (const one of first) why.set(one, `not proven: with it ${said}`);
		else {
			const isFirstGreen = await take(first, false);
			await take(second, isFirstGreen);
		}
		return false;
	};
	await take(suggestions, false);
	return {
		good,
		seconds,
		why
	};
}
const STEERING_NAMES = [
	String.raw`package\.json|deno\.jsonc?|composer\.json|makefile|justfile|taskfile\.ya?ml|rakefile|noxfile\.py|build\.rs|gradlew|mvnw`,
	String.raw`[^/]*\.(?:sh|bash|zsh|ps1|bat|cmd|mk|bats|cmake|bzl|gradle(?:\.kts)?|sln|[a-z]+proj|props|targets|cabal|gemspec)`,
	String.raw`[^/]*\.conf(?:ig)?\.[cm]?[jt]s|tsconfig[^/]*\.json|\.[^/]*rc(?:\.[^/]+)?|\.env[^/]*|tox\.ini|pytest\.ini|setup\.(?:py|cfg)|pyproject\.toml`,
	String.raw`cargo\.toml|go\.(?:mod|work)|pom\.xml|gradle\.properties|cmakelists\.txt|meson\.build|build(?:\.bazel)?|workspace(?:\.bazel)?|gemfile|mix\.exs`,
	String.raw`package\.swift|pubspec\.yaml|stack\.yaml|phpunit\.xml[^/]*|nx\.json|turbo\.json|lerna\.json|angular\.json|(?:docker|container)file[^/]*`,
	String.raw`(?:docker-)?compose[^/]*\.ya?ml|\.tool-versions|mise\.toml|rust-toolchain[^/]*|\.[a-z]+-version|requirements[^/]*\.txt|.*\.lock`,
	String.raw`conftest\.py|[^/]*[._-](?:test|tests|spec)\.[^/]+|test_[^/]+|[^/]*(?-i:Tests?|Spec)\.(?:java|kt|cs|swift|php|scala)|[^/]*\.snap`
].join("|");
const STEERING = new RegExp(`(?:^|/)(?:${STEERING_NAMES})$|(?:^|/)(?:tests?|specs?|__tests__|__mocks__|__snapshots__|fixtures|testdata|e2e|\\.github|\\.cargo|\\.mvn|gradle|scripts?|node_modules|vendor)/`, "i");
function touchesChecks(paths, texts) {
	return [...paths].some((path) => STEERING.test(path) || isLockFile(path) || texts.some((text) => text.includes(path)));
}
function proofLine(proof, code) {
	if (proof.kind === "unproven") return proof.why;
	const commands = proof.commands.map(code).join(", ");
	const took = `${Math.max(1, Math.round(proof.seconds))} s`;
	if (proof.kind === "fixes") {
		const others = proof.others === 1 ? "the other suggestion" : `the ${proof.others} other suggestions`;
		return `✔ fixes ${commands}${proof.others === 0 ? "" : `, together with ${others}`}, ${took}`;
	}
	const pass = proof.commands.length === 1 ? "passes" : "pass";
	return proof.own ? `✔ ${commands} ${pass} with this pull request's own tests, ${took}` : `✔ ${commands} still ${pass}, ${took}`;
}

// src/run/prove-findings.ts
async function proveFindings({ findings, review, workbench, signal }) {
	const suggestions = findings.filter(isSuggestion);
	if (suggestions.length === 0) return { proofs: /* @__PURE__ */ new Map() };
	const unproven = (why) => new Map(suggestions.map(({ fingerprint }) => [fingerprint, {
		kind: "unproven",
		why: `not proven: ${why}`
	}]));
	let bench;
	try {
		bench = await openWorkbench({
			...workbench,
			needsCopy: true,
			setup: signal
		});
	} catch (error) {
		if (signal.aborted || !(error instanceof RunnerError)) throw error;
		return { proofs: unproven(error.message.replace(/\.$/, "")) };
	}
	try {
		const checks = bench.policy.review.verify ?? bench.policy.verify;
		if (checks.length === 0) return {
			proofs: unproven("the policy names no check"),
			hasNoChecks: true
		};
		const commands = checks.map(({ command }) => command);
		const { files } = await review.diff();
		const until = systemClock.monotonic() + bench.policy.review.minutes * 6e4;
		return { proofs: await prove({
			suggestions,
			check: await checker(bench, {
				review,
				checks,
				signal
			}),
			own: touchesChecks(files.keys(), [...commands, ...await scriptsOf(bench)]),
			isOver: () => systemClock.monotonic() >= until
		}) };
	} finally {
		await bench.close();
	}
}
const SCRIPTS = [
	"package.json",
	"deno.json",
	"composer.json",
	"Makefile",
	"justfile",
	"Taskfile.yml"
];
async function scriptsOf({ readTrusted }) {
	return (await Promise.all(SCRIPTS.map(readTrusted))).flatMap((text = "", index) => {
		if (SCRIPTS[index]?.endsWith(".json") !== true) return [text];
		const facts = parseJson(text);
		return [JSON.stringify([member(facts, "scripts"), member(facts, "tasks")])];
	});
}
async function checker({ cell, git, repository }, { review, checks, signal }) {
	const trusted = await git();
	await trusted.snapshot();
	return async (applied) => {
		await trusted.restore(repository.headTree);
		const { files } = await review.diff();
		for (const path of new Set(applied.map((one) => one.path))) {
			const before = await review.content(files.get(path)?.newId ?? "");
			const own = applied.filter((one) => one.path === path);
			const after = applySuggestions(before, own);
			const text = after.toString("utf8");
			if (!Buffer.from(text).equals(after)) throw new Error(`${path} is not UTF-8`);
			await cell.writeFile(path, text, {}, signal);
		}
		const began = systemClock.monotonic();
		const results = await runChecks(checks, cell, signal);
		await cell.killAll();
		return {
			results,
			seconds: (systemClock.monotonic() - began) / 1e3
		};
	};
}

// src/policy/file/review-rule.ts
const Glob = checked(workspaceGlobProblem, "a glob, like \"src/db/**\"", 256);
const GLOBS = "globs, like [\"src/db/**\"]";
const RuleFields = nullable(mapping({
	paths: optional(union([Glob, list(Glob, GLOBS).check(_minLength(1, { error: GLOBS }))], { error: GLOBS })),
	description: setting(text("a string"), "For people.")
}, "front matter with `paths`, such as `paths: [\"src/db/**\"]`"));
const REFUSAL$1 = {
	code: "config.invalid",
	hint: "Until it does, this rule for reviews holds for all files."
};
function readRule(file, given, warn) {
	const raw = given.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
	try {
		const { data, body = raw } = readFrontMatter({
			file,
			text: raw,
			schema: RuleFields,
			refusal: REFUSAL$1
		}) ?? {};
		const { paths } = data ?? {};
		return paths === void 0 ? { body } : {
			body,
			globs: typeof paths === "string" ? [paths] : paths
		};
	} catch (error) {
		if (!(error instanceof RunnerError)) throw error;
		warn(describeError(error));
		return { body: raw };
	}
}

// src/run/review-rules.ts
const FOLDER = ".github/kimi-review/";
const MAX_CHARS = 3e4;
async function reviewRules(source) {
	const { root, path, gitDir, base, review, warn } = source;
	const git = createGit({
		cwd: root,
		path,
		env: { GIT_DIR: gitDir }
	});
	const entries = (await git({ args: [
		"ls-tree",
		"-r",
		"-z",
		"--full-tree",
		objectId(base),
		"--",
		"REVIEW.md",
		FOLDER
	] })).toString("utf8").split("\0");
	const rules = /* @__PURE__ */ new Map();
	let left = MAX_CHARS;
	for (const entry of entries) {
		const [, id, name] = /^100(?:644|755) blob ([0-9a-f]+)\t(REVIEW\.md|\.github\/kimi-review\/.+\.md)$/s.exec(entry) ?? [];
		if (id === void 0 || name === void 0) continue;
		const raw = (await git({ args: [
			"cat-file",
			"blob",
			objectId(id)
		] })).toString("utf8");
		const { globs, body } = name.startsWith(FOLDER) ? readRule(name, raw, warn) : {
			body: raw,
			globs: void 0
		};
		if (globs !== void 0 && !await isTouched(review, globs)) continue;
		const whole = globs === void 0 ? body : `Only for files that match ${globs.join(", ")}:\n${body}`;
		const shown = beginningOf(whole, left);
		if (shown.length < whole.length) warn(`${name} is cut off: the rules of a review together have at most ${MAX_CHARS} characters.`);
		if (shown !== "") rules.set(name, shown);
		left -= shown.length;
	}
	return rules;
}
async function isTouched({ diff, leftOut }, globs) {
	const matches = compileGlobs(globs);
	const without = await leftOut();
	return [...(await diff()).files.values()].some(({ path, oldPath = path }) => !without.has(path) && (matches(path) || matches(oldPath)));
}

// src/run/review.ts
async function reviewRun({ request, range, root, gitDir }, host) {
	const { world, stopper } = host;
	const { trusted = range.base } = request;
	const path = trustedPath(world.env["PATH"] ?? "", root);
	const place = {
		root,
		path,
		gitDir,
		read: readerOf(gitDir, path).read
	};
	const policy = await policyOfCommit({
		...request.workbench,
		...place,
		commit: trusted
	});
	const { failsOn, isIgnored } = policy.review;
	const review = openReview({
		...place,
		isIgnored
	}, range);
	const asked = await askReview(review, await reviewRules({
		...place,
		base: trusted,
		review,
		warn: world.warn
	}));
	const { nothing } = asked;
	if (nothing !== void 0) return {
		range,
		findings: [],
		proofs: /* @__PURE__ */ new Map(),
		hasNoChecks: false,
		unshown: [],
		failsOn: 0,
		nothing
	};
	const task = {
		prompt: REVIEW_PROMPT,
		context: asked.context,
		readOnly: true,
		review: {
			...range,
			...asked.areas
		}
	};
	const end = await startRun({
		...request,
		trusted,
		agent: { mode: "review" },
		task
	}, host);
	const { findings: reported, areas } = stateOf(readJournal(end.bundle.journal).records.map(({ event }) => event));
	const findings = shownFindings(reported, policy.review);
	const workbench = {
		...request.workbench,
		trusted,
		world
	};
	const { proofs, hasNoChecks = false } = await proveFindings({
		findings,
		review,
		workbench,
		signal: stopper.signal
	});
	const { unshown } = await askReview(review, /* @__PURE__ */ new Map(), areas);
	return {
		range,
		findings,
		proofs,
		hasNoChecks,
		unshown,
		failsOn: failing(findings, failsOn),
		end
	};
}
function failing(findings, failsOn) {
	if (failsOn === void 0) return 0;
	return findings.filter(({ severity }) => SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failsOn)).length;
}

// src/review/sarif.ts
const LEVELS = {
	bug: "error",
	risk: "warning",
	nit: "note"
};
const RULES = {
	bug: "A defect that changes what the program does",
	risk: "Code that can fail under conditions that are named",
	nit: "A matter of style or clarity"
};
function sarifOf(findings) {
	const log = {
		$schema: "https://json.schemastore.org/sarif-2.1.0.json",
		version: "2.1.0",
		runs: [{
			tool: { driver: {
				name: "kimi-runner",
				version: VERSION,
				rules: SEVERITIES.map((severity) => ({
					id: `review/${severity}`,
					shortDescription: { text: RULES[severity] },
					defaultConfiguration: { level: LEVELS[severity] }
				}))
			} },
			results: findings.map((finding) => ({
				ruleId: `review/${finding.severity}`,
				level: LEVELS[finding.severity],
				message: { text: `${harmless(finding.title)}\n\n${harmless(finding.evidence)}` },
				locations: [{ physicalLocation: placeOf$3(finding) }],
				partialFingerprints: { "kimiRunnerReview/v1": finding.fingerprint }
			}))
		}]
	};
	return `${JSON.stringify(log, null, 2)}\n`;
}
function placeOf$3({ path, anchor }) {
	const uri = path.toWellFormed().split("/").filter((name) => ![
		"",
		".",
		".."
	].includes(name)).map(encodeURIComponent);
	const region = anchor?.side === "RIGHT" ? {
		startLine: anchor.start,
		endLine: anchor.end
	} : { startLine: 1 };
	return {
		artifactLocation: { uri: uri.join("/") || "unknown" },
		region
	};
}
function harmless(text) {
	return withoutTicks(shownText(text.toWellFormed())).replace(/[[\]\\]/g, String.raw`\$&`).trim();
}

// src/review/terminal.ts
const NO_CHECKS = "Suggestions are not tested, because the policy names no check: set review.verify or limits.verify.";
function terminalReview({ findings, proofs, hasNoChecks, unshown }) {
	return `${[
		...findings.map((finding) => terminalFinding(finding, proofs.get(finding.fingerprint))),
		findings.length === 0 ? "No findings." : `${counted(findings.length, "finding")}: ${severityCounts(findings)}.`,
		...hasNoChecks ? [NO_CHECKS] : [],
		...unshown.length === 0 ? [] : [`Not shown to the model in full: ${briefNames(unshown, shownPath)}.`]
	].join("\n")}\n`;
}
function terminalFinding(finding, proof) {
	const { severity, title, evidence, quote, replacement, prose } = finding;
	const said = proof === void 0 ? prose && `no suggestion: ${prose}` : proofLine(proof, (command) => `\`${command}\``);
	const changed = replacement && [...quote.map((line) => `- ${line}`), ...replacement.map((line) => `+ ${line}`)];
	const parts = [
		...withoutTicks(evidence).split("\n"),
		...said === void 0 ? [] : [said],
		...changed ?? []
	];
	return `${severity} ${placeOf$2(finding)}: ${withoutTicks(title).trim()}\n${parts.map((line) => `    ${line}`.trimEnd()).join("\n")}\n`;
}
function placeOf$2({ path, anchor }) {
	const name = shownPath(path);
	if (anchor === void 0) return name;
	const { side, start, end } = anchor;
	return `${name}:${start}${end === start ? "" : `-${end}`}${side === "LEFT" ? " (deleted)" : ""}`;
}
function reviewJson({ range, findings, proofs, unshown }) {
	return {
		...range,
		findings: findings.map(({ fingerprint, ...finding }) => ({
			...finding,
			fingerprint,
			proof: proofs.get(fingerprint)
		})),
		unshown
	};
}

// src/cli/review.ts
const WITHOUT = /* @__PURE__ */ new Set([
	"agent",
	"agent-file",
	"mode",
	"no-apply",
	"output",
	"max-ralph-iterations"
]);
const SHARED = Object.fromEntries(Object.entries(NEW_RUN_OPTIONS).filter(([name]) => !WITHOUT.has(name)));
const reviewCommand = {
	usage: "review [base..head]",
	summary: "review what a branch changed; each suggestion is tested before it is shown",
	cleansItself: true,
	maxArguments: 1,
	examples: ["kimi-runner review", "kimi-runner review origin/main..HEAD --sarif findings.sarif"],
	options: {
		json: { help: "print the findings as one JSON object" },
		sarif: {
			value: "file",
			help: "also write the findings as SARIF"
		},
		...SHARED
	},
	run: async (args, world) => await withSignals(world, async (stopper) => await review(args, world, stopper))
};
async function review(args, world, stopper) {
	const settings = readNewRun(args, world);
	const pathVar = world.env["PATH"] ?? "";
	const repository = await openRepository(settings.workbench.cwd, pathVar);
	const range = await rangeOf(args.positionals[0], {
		root: repository.root,
		head: repository.headCommit,
		pathVar
	});
	const scratch = makeScratch(repository.root);
	try {
		const request = {
			...settings,
			output: "json",
			keepsCheckout: true
		};
		const gitDir = makeTrustedDirectory(repository, scratch);
		return report(await reviewRun({
			request,
			range,
			root: repository.root,
			gitDir
		}, {
			world,
			stopper
		}), {
			args,
			world
		});
	} finally {
		removeScratchDir(scratch);
	}
}
function report(reviewed, { args, world }) {
	const { end, findings, failsOn, nothing, range } = reviewed;
	if (args.has("json")) world.out(`${breakCommands(JSON.stringify(reviewJson(reviewed)))}\n`);
	else if (nothing === void 0) world.out(plainText(terminalReview(reviewed)));
	if (nothing !== void 0) {
		const between = [range.base, range.head].map((commit) => commit.slice(0, 12)).join("..");
		world.err(`There is nothing to review: ${between} ${plainText(nothing)}.\n`);
	}
	const sarif = args.text("sarif");
	if (sarif !== void 0) writeGivenFile({
		path: resolve(world.cwd, sarif),
		what: "list of findings",
		option: "sarif"
	}, sarifOf(findings));
	if (end !== void 0 && !hasTrait(end.outcome.outcome, "good")) {
		world.err(`The review did not finish: ${end.outcome.outcome}: ${plainText(end.outcome.reason)}\n`);
		return localExitCode(end.outcome, {
			code: end.exitCode,
			mayStay: true
		});
	}
	if (failsOn === 0) return 0;
	world.err(`review.fails_on: ${counted(failsOn, "finding")} of this severity or higher.\n`);
	return 1;
}
const BASES = [
	"origin/HEAD",
	"origin/main",
	"origin/master",
	"main",
	"master",
	"HEAD^"
];
async function rangeOf(given, { root, head, pathVar }) {
	const [, base = given ?? "", tip = ""] = /^(.*?)\.\.\.?(.*)$/.exec(given ?? "") ?? [];
	const names = [tip === "" ? "HEAD" : tip, ...base === "" ? BASES : [base]];
	const asked = [tip, base].filter((name) => name !== "");
	const strange = asked.find((name) => !/^[^\s:-][^\s:]*$/.test(name));
	const found = await withObjects({
		root,
		pathVar
	}, async (read) => strange === void 0 ? await read(names.map((name) => `${name}^{commit}`)) : []);
	const unknown = strange ?? asked.find((name) => found[names.indexOf(name)] === void 0);
	if (unknown !== void 0) throw configError(`There is no commit ${unknown}.`, "Name one that git knows: kimi-runner review origin/main..HEAD.");
	const [top, ...bases] = found.map((object) => object?.id);
	if (top !== head) throw configError(`${tip} is not checked out.`, "Only the commit that is checked out can be reviewed.");
	const from = bases.find((id) => id !== void 0 && (base !== "" || id !== head));
	if (from === void 0) throw configError("There is no branch to compare with.", "Name a commit: kimi-runner review origin/main..HEAD.");
	return {
		base: from,
		head
	};
}

// src/review/render.ts
const WORDS = {
	bug: "Bug",
	risk: "Risk",
	nit: "Nit"
};
function fingerprintIn(body) {
	return /^<!-- kimi-runner:finding ([0-9a-f]{16}) -->(?:\r?\n|$)/.exec(body)?.[1];
}
const SUGGESTED = /^<!-- kimi-runner:finding ([0-9a-f]{16}) -->\r?\n\*\*[^\n]*\*\*\r?\n\r?\n✔ [^\n]*\r?\n`{3,}suggestion\r?\n/;
function suggestedIn(body) {
	return SUGGESTED.exec(body)?.[1];
}
function severityIn(body) {
	const [, word] = /^[^\n]*\n\*\*(\w+): /.exec(body) ?? [];
	return SEVERITIES.find((severity) => WORDS[severity] === word);
}
function reviewMark(key) {
	return `${OWN_MARKER}:review request=${key.replace(/[^\w.-]/g, "_")} -->`;
}
function findingComment(finding, proof) {
	const { fingerprint, severity, title, evidence, replacement, prose } = finding;
	const parts = [`${OWN_MARKER}:finding ${fingerprint} -->\n**${WORDS[severity]}: ${safeInline(withoutTicks(title))}**`];
	if (proof !== void 0 && hasBlock(finding, proof)) parts.push(`${proofLine(proof, spanOfCode)}\n${suggestionBlock(finding.replacement)}`);
	else if (replacement !== void 0) {
		const why = proof?.kind === "unproven" ? proof.why : `no suggestion: ${prose ?? "not proven"}`;
		parts.push(`${proposal(replacement)}\n\n${safeInline(why.replaceAll("`", ""))}`);
	}
	return [...parts, withoutCommands(safeMarkdown(withoutTicks(evidence)))].join("\n\n").trimEnd();
}
function hasBlock(finding, proof) {
	return isSuggestion(finding) && proof !== void 0 && proof.kind !== "unproven";
}
function proposal(replacement) {
	return replacement.length === 0 ? "Proposed: delete these lines." : `Proposed:\n${withoutCommands(fenced(replacement.join("\n")))}`;
}
function reviewBody(body) {
	const { mark, head, findings, listed, hasNoChecks, unshown, disputed, unread, runUrl, movedTo } = body;
	const run = runUrl === void 0 ? "" : ` · [run](${runUrl})`;
	const told = disputed.map((one) => listItem(one)).join("\n");
	const notWhole = briefNames(unshown, (path) => safeInline(shownPath(path)));
	return stacked([
		`${mark}\n**Review:** ${severityCounts(findings)} at ${head.slice(0, 12)}${run}`,
		movedTo === void 0 ? "" : movedText(body.commit, movedTo),
		hasNoChecks ? NO_CHECKS.replaceAll(/(review\.verify|limits\.verify)/g, "`$1`") : "",
		unread === void 0 ? "" : `All findings stand here, because earlier comments could not be read: ${safeInline(unread)}`,
		listOf(listed),
		told && `Said before, and closed by people without write permission:\n\n${told}`,
		notWhole && `Not looked at whole: ${notWhole}.`
	]);
}
function movedText(commit, movedTo) {
	const moved = `The head moved to ${movedTo.slice(0, 12)} during the review.`;
	return commit === movedTo ? `${moved} The comments are on its lines; findings whose lines changed are listed.` : `${moved} The comments are on the commit that was reviewed, because its lines were not found there.`;
}
const MAX_LISTED = [
	600,
	150,
	0
];
const MAX_LIST = 5e4;
function listOf(findings) {
	const lists = MAX_LISTED.map((max) => findings.map((one) => listItem(one, max)).join("\n"));
	return lists.find(({ length }) => length <= MAX_LIST) ?? lists.at(-1) ?? "";
}
function listItem(finding, maxEvidence = MAX_LISTED[0]) {
	const { severity, title, evidence } = finding;
	const told = evidence.replace(/\s+/g, " ").slice(0, maxEvidence);
	return `- **${WORDS[severity]}** ${spanOfCode(placeOf$2(finding))}: ${safeInline(withoutTicks(title))}. ${safeInline(withoutTicks(told))}`.trimEnd();
}

// src/review/threads.ts
const FIXED_MARK = `${OWN_MARKER}:fixed -->`;
function fixedText(head) {
	return `${FIXED_MARK}\nFixed in ${head}.`;
}
function isApp({ login }) {
	return login.endsWith("[bot]");
}
function ownThreads(threads, self) {
	return threads.flatMap((thread) => {
		const { first } = thread;
		const fingerprint = isBy(first.author, self) && !first.isEdited ? fingerprintIn(first.body) : void 0;
		return fingerprint === void 0 ? [] : [{
			...thread,
			fingerprint
		}];
	});
}
function objectors(thread, self) {
	const { resolvedBy, isResolved, against, replies } = thread;
	const declined = replies.filter(({ body }) => !body.startsWith("<!-- kimi-runner") && declines(body));
	return [
		isResolved ? resolvedBy : void 0,
		...against,
		...declined.map(({ author }) => author)
	].filter((one) => one !== void 0).filter((one) => !(isApp(self) && isBy(one, self)));
}
function standingOf(thread, self, mayWrite) {
	const all = objectors(thread, self);
	if (all.some(({ id }) => mayWrite.has(id))) return "ended";
	if (isAnswered(thread, self) || thread.isResolved && isApp(self) && isBy(thread.resolvedBy, self)) return "fixed";
	return thread.isResolved || all.length > 0 ? "disputed" : "open";
}
const BY_WEIGHT = [
	"ended",
	"disputed",
	"open",
	"fixed"
];
function standings(threads, self, mayWrite) {
	const found = /* @__PURE__ */ new Map();
	for (const thread of threads) {
		const both = /* @__PURE__ */ new Set([standingOf(thread, self, mayWrite), found.get(thread.fingerprint)]);
		found.set(thread.fingerprint, BY_WEIGHT.find((one) => both.has(one)) ?? "open");
	}
	return found;
}
function isAnswered({ replies }, self) {
	return replies.some(({ author, body, isEdited }) => isBy(author, self) && !isEdited && body.startsWith(FIXED_MARK));
}
function isUnsettled(thread, self) {
	return !thread.isResolved && !isAnswered(thread, self);
}
function quotedIn({ diffHunk, lines, side }) {
	if (lines === void 0) return void 0;
	const other = side === "LEFT" ? /^[+\\]/ : /^[-\\]/;
	const shown = diffHunk.split("\n").slice(1).filter((line) => !other.test(line));
	const quoted = shown.slice(-lines).map((line) => line.slice(1));
	return shown.length >= lines && quoted.some((line) => /\S/.test(line)) ? quoted : void 0;
}
function startsOf(quoted, given) {
	return placesIn(given.map(withoutBlanks), quoted.map(withoutBlanks)).map((at) => at + 1);
}
function timesIn(quoted, content) {
	return startsOf(quoted, linesOf(content)).length;
}
function standingBeside({ path, severity, anchor }, content, { threads, standing }) {
	if (anchor?.side !== "RIGHT") return void 0;
	const lines = linesOf(content).slice(anchor.start - 1, anchor.end);
	const text = lines.map(withoutBlanks).join("\n");
	if (timesIn(lines, content) !== 1) return void 0;
	const same = threads.filter((thread) => thread.path === path && thread.side === anchor.side && severityIn(thread.first.body) === severity && quotedIn(thread)?.map(withoutBlanks).join("\n") === text);
	return BY_WEIGHT.find((one) => same.some(({ fingerprint }) => standing.get(fingerprint) === one));
}
function isBy(account, self) {
	return account?.id === self.id;
}
const LEAD = String.raw`(?:(?:no|nope|but|and|so|sorry|thanks|we|i|i'll|i'm)\s+)*`;
const THIS = String.raw`(?:(?:this|that|it)(?:'s|\s+is|\s+was|\s+works|\s+behaves)?\s+)?`;
const REFUSAL = String.raw`(?:won'?t|will\s+not)[\s-]*fix|(?:(?:this|that|it)\s+)?(?:won'?t|will\s+not)\s+be\s+fixed`;
const DENIAL = String.raw`not\s+an?\s+(?:bug|issue|problem)|a?\s*false\s+positive|(?:(?:works|working)\s+)?(?:by\s+design|as\s+(?:designed|intended))|(?:intended|intentional)(?!\s+(?:to|for))|dismiss(?:ed|ing)?`;
const DECLINES = new RegExp(`^${LEAD}(?:${REFUSAL}|${THIS}(?:${DENIAL}))(?![\\w'-])`, "i");
function declines(body) {
	return (plainLines(body.replace(/\r\n?/g, "\n")) ?? []).flatMap(({ text }) => text.replace(/’/g, "'").split(/(?<=[.!?])\s/)).filter((sentence) => !sentence.includes("?")).some((sentence) => sentence.split(/[,;:–—]/).some((clause) => DECLINES.test(clause.replace(/^[\s*_#-]+/, ""))));
}

// src/review/reanchor.ts
function isSamePlace(one, other) {
	const linesOf = ({ quote }) => quote.map(withoutBlanks).join("\n");
	return one.severity === other.severity && one.path === other.path && one.anchor?.side === other.anchor?.side && one.anchor !== void 0 && linesOf(one) === linesOf(other);
}
async function keepsItsNeighbours(finding, { diff, content }) {
	const { anchor, path, quote, fingerprint } = finding;
	const file = (await diff()).files.get(path);
	if (anchor === void 0 || file === void 0 || quote.length === 0) return false;
	const { side } = anchor;
	const texts = await textsOf(file, content);
	const lines = side === "LEFT" ? texts.base : texts.head;
	return startsOf(quote, lines).some((start) => {
		const place = {
			side,
			start,
			end: start + quote.length - 1
		};
		return fingerprintOf({
			...finding,
			path: file.oldPath ?? path,
			anchor: place,
			lines
		}) === fingerprint;
	});
}
async function withOwnLines(finding, { diff, content }) {
	const { anchor, path } = finding;
	const file = (await diff()).files.get(path);
	if (anchor === void 0 || file === void 0) return finding;
	const { head, base } = await textsOf(file, content);
	const lines = anchor.side === "LEFT" ? base : head;
	return {
		...finding,
		quote: lines.slice(anchor.start - 1, anchor.end)
	};
}
async function reanchored(finding, read) {
	const { path, anchor, quote } = finding;
	const { content } = read;
	const file = await fileOf(path, read);
	if (anchor === void 0 || file === void 0 || quote.length === 0) return void 0;
	const texts = await textsOf(file, content);
	if (anchor.side === "LEFT") {
		const places = deletedAt(file, texts.base, quote);
		const start = places.length === 1 ? places[0] : places.find((place) => place === anchor.start);
		if (start === void 0) return void 0;
		return {
			...finding,
			path: file.path,
			anchor: {
				...anchor,
				start,
				end: start + quote.length - 1
			}
		};
	}
	if (startsOf(quote, texts.head).length !== 1) return void 0;
	const placed = anchorOf(file, texts, {
		quote,
		line: void 0
	});
	return "anchor" in placed && placed.anchor.side === "RIGHT" ? {
		...finding,
		path: file.path,
		anchor: placed.anchor
	} : void 0;
}
async function fileOf(path, { diff, shown = diff }) {
	const { files } = await diff();
	const same = files.get(path);
	if (same !== void 0) return same;
	const renamed = [...files.values(), ...(await shown()).files.values()].find(({ oldPath }) => oldPath === path);
	return renamed && files.get(renamed.path);
}
async function deletes(path, quote, { diff, content }) {
	const { files } = await diff();
	const named = files.get(path);
	const gone = [...files.values()].filter(({ status }) => status === "renamed" || status === "deleted");
	for (const file of named === void 0 ? gone : [named]) {
		const { base } = await textsOf(file, content);
		if (deletedAt(file, base, quote).length > 0) return true;
	}
	return false;
}
async function isUnchangedSince({ path, side, quote, replacement = [] }, review) {
	const wordsOf = (lines) => withoutBlanks(lines.join(""));
	const kept = wordsOf(replacement) === wordsOf(quote) ? 0 : startsOf(quote, replacement).length;
	const isInHead = (await review.successors(path)).some((content) => timesIn(quote, content) > (kept === 0 ? 0 : kept * timesIn(replacement, content)));
	return side === "RIGHT" ? isInHead : !isInHead || await deletes(path, quote, review);
}

// src/job/review/earlier.ts
async function readEarlier(context, number) {
	const { client, self, job } = context;
	const { owner, repo } = job;
	if (!forgeOf(job).hasGraphql) return {
		threads: [],
		standing: /* @__PURE__ */ new Map()
	};
	try {
		const read = await fetchReviewThreads({
			client,
			owner,
			repo,
			number
		});
		if ("unread" in read) return {
			threads: [],
			standing: /* @__PURE__ */ new Map(),
			unread: read.unread
		};
		const threads = ownThreads(read.threads, self);
		const asked = [...new Map(threads.flatMap((thread) => objectors(thread, self)).map((one) => [one.id, one])).values()].map(async (one) => {
			const { allowed } = await checkAccess(client, {
				owner,
				repo,
				users: [one]
			});
			return allowed ? [one.id] : [];
		});
		const mayWrite = new Set((await Promise.all(asked)).flat());
		return {
			threads,
			standing: standings(threads, self, mayWrite)
		};
	} catch (error) {
		return {
			threads: [],
			standing: /* @__PURE__ */ new Map(),
			unread: describeError(error)
		};
	}
}
async function standingsOf(findings, earlier, review) {
	const found = new Map(earlier.standing);
	for (const finding of findings) {
		const { fingerprint, path } = finding;
		if (found.has(fingerprint) || earlier.threads.every((thread) => thread.path !== path)) continue;
		const [content] = await review.successors(path);
		const standing = content && standingBeside(finding, content, earlier);
		if (standing !== void 0) found.set(fingerprint, standing);
	}
	return found;
}
async function closeFixed(context, { threads, review, raised, known, head }) {
	const closed = /* @__PURE__ */ new Set();
	for (const thread of threads) {
		const quoted = isUnsettled(thread, context.self) ? quotedIn(thread) : void 0;
		if (quoted === void 0 || raised.has(thread.fingerprint)) continue;
		try {
			const { path, side, fingerprint } = thread;
			const replacement = known.find((one) => one.fingerprint === fingerprint)?.replacement;
			if (await isUnchangedSince({
				path,
				side,
				quote: quoted,
				replacement
			}, review)) continue;
			await close(context, thread, head);
			closed.add(thread.fingerprint);
		} catch (error) {
			context.world.warn(`The thread of a fixed finding in ${thread.path} stays open: ${describeError(error)}`);
		}
	}
	return closed;
}
const RESOLVE = "mutation ($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { isResolved } } }";
const REPLY = "mutation ($id: ID!, $body: String!) { addPullRequestReviewThreadReply(input: { pullRequestReviewThreadId: $id, body: $body }) { comment { id } } }";
async function close({ outbox, self }, thread, head) {
	const { id, viewerCanResolve } = thread;
	const reply = async () => await outbox.api.graphql(REPLY, {
		id,
		body: fixedText(head)
	});
	if (!viewerCanResolve || !isApp(self)) await reply();
	if (!viewerCanResolve) return;
	try {
		await outbox.api.graphql(RESOLVE, { id }, { repeat: "always" });
	} catch (error) {
		if (!isApp(self)) throw error;
		await reply();
	}
}

// src/session/review-record.ts
const Stored = object({
	v: literal(1),
	id: string(),
	repository: string(),
	thread: int(),
	head: string().check(_regex(/^[0-9a-f]{40,64}$/)),
	isDone: boolean(),
	findings: array(FindingShape),
	proven: array(string())
});
function writeReviewRecord(record, place) {
	return `${JSON.stringify({
		v: 1,
		...place,
		...record
	})}\n`;
}
function parseReviewRecord(text, place) {
	const { success, data } = Stored.safeParse(parseJson(text ?? ""));
	return success && data.repository === place.repository && data.thread === place.thread ? data : void 0;
}

// src/job/review/review-record.ts
const FILE = "review.json";
async function readRecord(context, refs, asOf) {
	const { job, thread } = context;
	if (thread?.pull === void 0 || !keepsRecords(context)) return { listed: [] };
	let listed = [];
	try {
		listed = await refs.list(`${REVIEWS}${threadPrefix(thread.number)}`);
		const name = listed.findLast(({ ref }) => asOf === void 0 || !isLater(ref, asOf))?.ref;
		const stored = name === void 0 ? void 0 : await refs.read(name);
		if (stored === void 0) return { listed };
		const problem = createSeal(jobSealSecret(context)).problemIn({
			files: stored.files,
			tree: void 0
		});
		if (problem !== void 0) return {
			problem,
			listed
		};
		const record = parseReviewRecord(stored.files.get(FILE)?.toString("utf8"), placeOf$1(job, thread.number));
		return record !== void 0 && `${"refs/kimi/reviews/"}${record.id}` === name ? {
			record,
			listed
		} : {
			problem: "It belongs to another review.",
			listed
		};
	} catch (error) {
		return {
			problem: describeError(error),
			listed
		};
	}
}
async function writeRecord(context, refs, { record, listed }) {
	const { job, thread, world } = context;
	if (thread === void 0 || !keepsRecords(context)) return;
	if (listed.some((one) => isLater(one.ref, record.id))) return;
	try {
		const ref = `${REVIEWS}${record.id}`;
		const files = /* @__PURE__ */ new Map([[FILE, writeReviewRecord(record, placeOf$1(job, thread.number))]]);
		files.set(SEAL, createSeal(jobSealSecret(context)).write({
			files,
			tree: void 0
		}));
		const atSeconds = Math.floor(systemClock.now() / 1e3);
		const commit = await refs.write({
			files,
			parent: record.head,
			message: `review ${record.id}`,
			atSeconds
		});
		const updates = new Map(listed.map((one) => [one.ref, {
			ref: one.ref,
			commit: null,
			expected: one.commit
		}]));
		updates.set(ref, {
			ref,
			commit,
			expected: updates.get(ref)?.expected ?? null
		});
		const result = await refs.update([...updates.values()], {
			isAtomic: false,
			known: record.head
		});
		if (result.kind === "refused") world.warn(`${UNKEPT} ${result.said.trim()} Give the token \`contents: write\`.`);
	} catch (error) {
		world.warn(`${UNKEPT} ${describeError(error)}`);
	}
}
function keepsRecords(context) {
	const { publish, phase } = context.inputs;
	return publish === "github" && (phase === "all" || jobSealSecret(context) !== void 0);
}
const UNKEPT = "The review is not recorded on the server, so the next one reads the whole change:";
function placeOf$1({ owner, repo }, thread) {
	return {
		repository: `${owner}/${repo}`.toLowerCase(),
		thread
	};
}
function isLater(ref, id) {
	const at = (name) => parseSessionId(name)?.at ?? 0;
	return at(ref.slice(REVIEWS.length)) > at(id);
}

// src/job/review/fix-review.ts
async function fixReview(context, depth) {
	const said = await committed(context, depth);
	const replied = await postReply(context, jobRedact(context)(said));
	await context.reaction?.withdraw();
	return replied;
}
async function committed(context, depth) {
	const { thread, inputs } = context;
	const { pull } = thread ?? {};
	const destination = destinationOf(context);
	const again = `Comment \`${inputs.start.trigger} review\` first.`;
	if (pull === void 0 || pull.fork) return nothing("the pull request comes from a fork", "Its author can apply them.");
	if (destination.kind !== "pull-request") return nothing("the head of the pull request is the branch that runs go into", "Apply the suggestions one by one.");
	if (inputs.publish === "none") return nothing("this job publishes nothing", "Set `publish: github`.");
	using own = await openJobGit(context);
	const missing = "there is no record of a review of this pull request";
	const { record, problem = missing } = await readRecord(context, own.refs);
	if (record === void 0) return nothing(safeInline(problem.replace(/\.$/, "")), `${again} The record needs \`contents: write\`.`);
	const { standing } = await readEarlier(context, thread?.number ?? 0);
	const isEnded = ({ fingerprint }) => standing.get(fingerprint) === "ended";
	const proven = record.findings.filter(isSuggestion).filter(({ fingerprint }) => record.proven.includes(fingerprint));
	const chosen = proven.filter((one) => !isEnded(one));
	const at = record.head.slice(0, 12);
	if (proven.length === 0) return nothing(`no suggestion of the review at ${at} is proven`);
	if (chosen.length === 0) return nothing(`the proven suggestions of the review at ${at} were dismissed`);
	await treeThere(own.git.objects, remoteOf(context), record.head);
	const tree = await treeWith(own, record, chosen);
	const held = await heldBy(context, own, {
		head: record.head,
		tree
	});
	if (held !== void 0) return held;
	const result = await deliverUnmoved(requestOf(context, own, {
		record,
		chosen,
		tree,
		depth,
		...destination
	}));
	const listed = chosen.map((one) => `- ${spanOfCode(placeOf$2(one))}: ${safeInline(one.title)}`).join("\n");
	if (result.kind === "none" || result.kind === "refused") {
		if (result.kind === "refused" && result.code !== "moved") return nothing(void 0, `${result.reason} ${result.fix}`);
		return nothing(`the head moved since the review at ${at}, on which the suggestions are proven`, again);
	}
	if (result.kind === "unchanged") return `The proven suggestions of the review at ${at} are on the branch already, at ${result.commit.slice(0, 12)}.\n\n${listed}`;
	const left = proven.length - chosen.length;
	const without = left === 0 ? "" : ` ${counted(left, "suggestion")} that a person dismissed ${left === 1 ? "is" : "are"} left out.`;
	return `Committed ${counted(chosen.length, "proven suggestion")} of the review at ${at} in ${result.commit}.${without}\n\n${listed}`;
}
function nothing(why, fix = "") {
	return `Nothing was committed${why === void 0 ? "" : `: ${why}`}. ${fix}`.trim();
}
async function treeWith({ git: { gitDir, objects }, path }, { head }, chosen) {
	const git = createGit({
		cwd: gitDir,
		path,
		env: {
			GIT_DIR: gitDir,
			GIT_LITERAL_PATHSPECS: "1"
		}
	});
	const paths = [...new Set(chosen.map((one) => one.path))];
	const entries = (await git({ args: [
		"ls-tree",
		"-z",
		"--full-tree",
		objectId(head),
		"--",
		...paths
	] })).toString("utf8").matchAll(/(100\d{3}) blob ([0-9a-f]+)\t([^\0]+)\0/g);
	const loose = createLooseObjects(gitDir);
	const edits = [];
	for (const [, mode = "", oid = "", name = ""] of entries) {
		const own = chosen.filter((one) => one.path === name);
		const after = applySuggestions(await readFileObject(objects.read, oid), own);
		edits.push({
			path: name,
			mode,
			oid: await loose.put("blob", after)
		});
	}
	return await objects.treeWith(await objects.treeOf(head), edits);
}
async function heldBy(context, own, { head, tree }) {
	const base = context.thread?.pull?.baseSha ?? head;
	const policy = await policyAt(context, own, base);
	const filters = {
		trees: [base],
		asIs: policy.asIs
	};
	const { objects } = own.git;
	const from = await objects.treeOf(head);
	const { heldFiles } = await judgedChange({
		git: objects,
		from,
		to: tree,
		heldBy: byRule(policy),
		filters
	});
	const [first] = heldFiles;
	if (first === void 0) return void 0;
	const paths = heldFiles.map((one) => spanOfCode(one.path));
	return nothing(`the rule ${spanOfCode(first.rule)} of the policy keeps ${namedUpTo(paths, 5)} from being changed`, "Apply the suggestions one by one.");
}
function byRule(policy) {
	const judge = judgeChange(policy, "sealed", NO_ANSWERS);
	return (version, found) => {
		const held = judge(version, found);
		if (held?.rule !== "default") return held;
		return found === void 0 ? void 0 : {
			...found,
			isAnswerable: false
		};
	};
}
function requestOf(context, { git }, { record, chosen, tree, depth, branch }) {
	const { outbox, inputs, self, job, thread, trigger } = context;
	const { serverUrl, runUrl } = job;
	const search = createLeakSearch(jobSecrets(context));
	const message = commitMessage({
		title: `Apply ${counted(chosen.length, "suggestion")} of the review`,
		body: chosen.map((one) => `- ${placeOf$2(one)}: ${one.title}`).join("\n"),
		number: thread?.number,
		sessionId: record.id,
		depth,
		requester: requesterOf(trigger),
		runUrl,
		serverUrl
	});
	return {
		client: outbox.api,
		repo: repoOf(context),
		git: outbox.wrapGit(git.objects),
		remote: remoteOf(context),
		way: inputs.commit,
		branch,
		mayCreate: false,
		base: record.head,
		tree,
		heldBy: () => void 0,
		message: jobRedact(context)(message),
		sessionId: record.id,
		identity: {
			name: self.login,
			email: noReply(self, serverUrl)
		},
		atSeconds: Math.floor(systemClock.now() / 1e3),
		search
	};
}

// src/review/post.ts
const PULL = "/repos/{owner}/{repo}/pulls/{pull_number}";
async function postedReview(place, mark) {
	const { client, repo, number, self } = place;
	const there = await look(place, mark);
	if (there === void 0) return void 0;
	const id = numberField(there, "id");
	const which = {
		...inRepo(repo),
		pull_number: number,
		per_page: 100
	};
	const suggested = (await client.paginate(`GET ${PULL}/comments`, which, REPEATABLE).catch(() => [])).filter((one) => isOwn(one, self, "") && member(one, "pull_request_review_id") === id).flatMap((one) => suggestedIn(bodyOf(one)) ?? []);
	return {
		kind: "unchanged",
		id,
		url: textField(there, "html_url"),
		suggested
	};
}
async function look({ client, repo, number, self }, mark) {
	const which = {
		...inRepo(repo),
		pull_number: number,
		per_page: 100
	};
	return (await client.paginate(`GET ${PULL}/reviews`, which, REPEATABLE)).find((one) => isOwn(one, self, mark));
}
async function postReview(place, review) {
	const { client, repo, number, outgoing } = place;
	const { findings, proofs, maxComments, mark, commit } = review;
	const inline = findings.filter(({ anchor }) => anchor !== void 0).slice(0, maxComments);
	const send = async (chosen) => {
		const listed = findings.filter((one) => !chosen.includes(one));
		const comments = chosen.flatMap((finding) => commentOf(finding, outgoing(findingComment(finding, proofs.get(finding.fingerprint)))));
		const what = {
			...inRepo(repo),
			pull_number: number,
			commit_id: commit,
			event: "COMMENT",
			body: outgoing(reviewBody({
				...review,
				listed
			})),
			comments
		};
		const find = async () => await look(place, mark);
		const { data } = await client.request(`POST ${PULL}/reviews`, what, { repeat: { find } });
		return {
			data,
			suggested: chosen.filter((finding) => hasBlock(finding, proofs.get(finding.fingerprint))).map(({ fingerprint }) => fingerprint)
		};
	};
	try {
		const there = await postedReview(place, mark);
		if (there !== void 0) return there;
		const { data, suggested } = await firstTaken(choices(inline), send);
		return {
			kind: "created",
			id: numberField(data, "id"),
			url: textField(data, "html_url"),
			suggested
		};
	} catch (error) {
		return refused(refusalOf(error, "pull-requests"));
	}
}
function choices(inline) {
	const half = Math.ceil(inline.length / 2);
	const ones = inline.length < 2 ? [] : inline.map((left) => inline.filter((one) => one !== left));
	const files = [...Map.groupBy(inline, ({ path }) => path).values()].filter(({ length }) => length > 1 && length < inline.length).map((left) => inline.filter((one) => !left.includes(one)));
	const halves = inline.length < 4 ? [] : [inline.slice(0, half), inline.slice(half)];
	return [
		...inline.length === 0 ? [] : [inline],
		...ones,
		...files,
		...halves,
		[]
	];
}
async function firstTaken(all, send) {
	let last;
	for (const chosen of all) try {
		return await send(chosen);
	} catch (error) {
		if (statusOf(error) !== 422 || concernsWholeReview(error)) throw error;
		last = error;
	}
	throw last;
}
function concernsWholeReview(error) {
	const { isRateLimit = false, detail = "" } = failureOf(error) ?? {};
	return isRateLimit || /one pending review/i.test(detail);
}
function commentOf({ path, anchor }, body) {
	if (anchor === void 0) return [];
	const { side, start, end } = anchor;
	return [{
		path,
		body,
		line: end,
		side,
		...start === end ? {} : {
			start_line: start,
			start_side: side
		}
	}];
}

// src/job/review/heads.ts
async function lastReview(context, place, head) {
	const { trigger, world } = context;
	const { record, problem, listed } = await readRecord(context, refsOf(context, place.gitDir, place.root));
	if (record === void 0) {
		if (problem !== void 0) world.warn(`The whole change is reviewed, because the record of the last review cannot be used: ${problem}`);
		return { listed };
	}
	const isAsked = record.head === head && trigger.isPrompted !== true;
	if (!record.isDone || isAsked || asksForAll(trigger.text)) return {
		record,
		listed
	};
	return {
		record,
		since: await isThere(context, place, record.head) ? record.head : void 0,
		listed
	};
}
function asksForAll(text) {
	return text.trim().toLowerCase() === "all";
}
async function isThere(context, place, commit) {
	const { root, path, gitDir } = place;
	const git = createGit({
		cwd: root,
		path,
		env: { GIT_DIR: gitDir }
	});
	const look = async () => await git({ args: [
		"rev-parse",
		"--verify",
		`${objectId(commit)}^{tree}`
	] }).then(() => true, () => false);
	if (await look()) return true;
	await fetchHead(context, place, commit).catch(() => void 0);
	return await look();
}
async function fetchHead(context, { root, path, gitDir, objectsDir }, commit) {
	const remote = remoteOf(context);
	const own = {
		GIT_DIR: gitDir,
		...objectsDir === void 0 ? {} : { GIT_OBJECT_DIRECTORY: objectsDir }
	};
	await createGit({
		cwd: root,
		path,
		env: {
			...remoteEnvironment(remote),
			...own
		}
	})({ args: [
		...fetchOf(1),
		"--",
		remote.url,
		objectId(commit)
	] });
}
async function atHeadOfToday(context, reviewed) {
	const { findings, head } = reviewed;
	const asReviewed = {
		commit: head,
		findings,
		movedTo: void 0,
		unfit: void 0
	};
	if (findings.every(({ anchor }) => anchor === void 0)) return asReviewed;
	const { client, job, thread } = context;
	const which = {
		client,
		owner: job.owner,
		repo: job.repo,
		number: thread?.number ?? 0
	};
	const now = await readPull(which, REPEATABLE).catch(() => void 0);
	if (now === void 0) return asReviewed;
	const { headSha: movedTo, closed } = now;
	if (movedTo === head) return closed ? {
		...asReviewed,
		unfit: "the pull request is closed"
	} : asReviewed;
	const unfit = `the head moved to ${movedTo.slice(0, 12)} during the review`;
	try {
		const placed = await placedAt(context, reviewed, movedTo);
		if (placed.some(({ anchor }) => anchor !== void 0)) return {
			commit: movedTo,
			findings: placed,
			movedTo,
			unfit
		};
	} catch (error) {
		context.stopper.signal.throwIfAborted();
		context.world.warn(`The head moved during the review and cannot be read: ${describeError(error)}`);
	}
	return {
		commit: head,
		findings,
		movedTo,
		unfit
	};
}
async function placedAt(context, { findings, review, source }, head) {
	await fetchHead(context, source, head);
	const git = createGit({
		cwd: source.root,
		path: source.path,
		env: { GIT_DIR: source.gitDir }
	});
	const diff = await readDifference(git, (await review.diff()).base, head);
	const read = {
		diff: async () => diff,
		content: async (id) => await git({ args: [
			"cat-file",
			"blob",
			objectId(id)
		] })
	};
	return await Promise.all(findings.map(async (one) => await reanchored(one, read) ?? {
		...one,
		anchor: void 0,
		unanchored: CHANGED
	}));
}
const CHANGED = "The lines changed during the review.";

// src/job/review/settle-findings.ts
async function settleFindings(context, given) {
	const { record, review, policy, head, isGood } = given;
	const earlier = await readEarlier(context, context.thread?.number ?? 0);
	const known = await Promise.all((record?.findings ?? []).map(async (one) => await reanchored(one, review) ?? one));
	const reported = await Promise.all(given.reported.map(async (one) => await withOwnLines(one, review)));
	const isUnchanged = await Promise.all(known.map(async (one) => await keepsItsNeighbours(one, review)));
	const named = reported.map((one) => known.find(({ fingerprint }) => fingerprint === one.fingerprint) ?? known.find((other, at) => isUnchanged[at] !== true && isSamePlace(one, other)) ?? one);
	const now = [...new Map(named.map((one) => [one.fingerprint, one])).values()];
	const raised = new Set(now.map(({ fingerprint }) => fingerprint));
	const older = known.filter(({ fingerprint }) => !raised.has(fingerprint));
	const all = shownFindings([...older, ...now], policy.review);
	const standing = await standingsOf(all, earlier, review);
	const reportedNow = /* @__PURE__ */ new Set([...raised, ...reported.map(({ fingerprint }) => fingerprint)]);
	const { threads, unread } = earlier;
	const closed = isGood ? await closeFixed(context, {
		threads,
		review,
		raised: reportedNow,
		known,
		head
	}) : /* @__PURE__ */ new Set();
	const isSaid = new Set(unread === void 0 ? known.map(({ fingerprint }) => fingerprint) : []);
	const kept = [];
	const news = [];
	for (const one of all) {
		const { fingerprint } = one;
		const how = standing.get(fingerprint);
		const isRaised = raised.has(fingerprint);
		if (how === "ended" || !isRaised && !await stands(one)) continue;
		kept.push(one);
		if (isRaised && (how === "fixed" || how === void 0 && !isSaid.has(fingerprint))) news.push(one);
	}
	const disputed = kept.filter(({ fingerprint }) => standing.get(fingerprint) === "disputed");
	return {
		found: {
			findings: kept,
			failing: failing(kept, policy.review.failsOn)
		},
		news,
		disputed,
		unread
	};
	async function stands(one) {
		const how = standing.get(one.fingerprint);
		if (how !== void 0) return how !== "fixed" && !closed.has(one.fingerprint);
		return unread !== void 0 || await mayStandStill(one, review);
	}
}
async function notSaidMeanwhile(context, { news, before, refs }) {
	const [{ standing }, read] = await Promise.all([readEarlier(context, context.thread?.number ?? 0), readRecord(context, refs)]);
	const now = read.problem === void 0 ? read : before;
	const others = now.record?.id === before.record?.id ? [] : now.record?.findings ?? [];
	const isSaid = new Set(others.map(({ fingerprint }) => fingerprint));
	return {
		rest: news.filter(({ fingerprint }) => !isSaid.has(fingerprint) && (standing.get(fingerprint) ?? "fixed") === "fixed"),
		now
	};
}
async function mayStandStill(one, review) {
	const [{ files }, shown] = await Promise.all([review.diff(), review.shown()]);
	if (shown.since === void 0) return false;
	if (one.anchor === void 0) return files.has(one.path) && !shown.files.has(one.path);
	return await isUnchangedSince({
		...one,
		side: one.anchor.side
	}, review);
}

// src/job/review/pull-review.ts
async function reviewRequest(context, { request, commits, stands }) {
	if (commits === void 0) return request;
	const { workbench } = request;
	const pathVar = context.world.env["PATH"] ?? "";
	const { root } = findCheckout(workbench.cwd);
	const scratch = makeScratch(root);
	try {
		const repository = await openRepository(workbench.cwd, pathVar);
		const { objectsDir } = repository;
		const path = trustedPath(pathVar, root);
		const gitDir = makeTrustedDirectory(repository, scratch);
		const place = {
			root,
			path,
			gitDir,
			read: readerOf(gitDir, path).read
		};
		const policy = await policyOfCommit({
			...workbench,
			...place,
			commit: commits.base
		});
		const { head } = commits;
		const { record, since, listed } = await lastReview(context, {
			...place,
			objectsDir
		}, head);
		const range = {
			base: commits.base,
			head,
			...since === void 0 ? {} : { since }
		};
		const review = openReview({
			...place,
			isIgnored: policy.review.isIgnored
		}, range);
		const { warn } = context.world;
		const asked = await askReview(review, await reviewRules({
			...place,
			base: commits.base,
			review,
			warn
		}));
		if (asked.nothing !== void 0) {
			if (record !== void 0 && since !== void 0) {
				const { found } = await settleFindings(context, {
					reported: [],
					record,
					review,
					policy,
					head,
					isGood: true
				});
				const { findings } = found;
				if (findings.length < record.findings.length) await writeRecord(context, refsOf(context, gitDir, root), {
					record: {
						...record,
						head,
						findings,
						proven: head === record.head ? record.proven : []
					},
					listed
				});
				stands(found);
			}
			throw new RunnerError({
				code: "review.empty",
				message: nothingSaid(asked.nothing)
			});
		}
		const { text } = context.trigger;
		const prompt = text === "" || asksForAll(text) ? REVIEW_PROMPT : `${REVIEW_PROMPT}\n\nWho asked adds: ${text}`;
		const data = [request.task.context, asked.context].filter((part) => part !== void 0).join("\n\n");
		const task = {
			...request.task,
			prompt,
			context: data,
			review: {
				...range,
				...asked.areas
			}
		};
		return {
			...request,
			agent: { mode: "review" },
			task
		};
	} catch (error) {
		context.stopper.signal.throwIfAborted();
		if (isNothing(error)) throw error;
		context.world.warn(`The review is an answer in words, because the change could not be read: ${describeError(error)}`);
		return request;
	} finally {
		removeScratchDir(scratch);
	}
}
function nothingSaid(nothing) {
	return `There is nothing to review: the pull request ${nothing}.`;
}
function isNothing(error) {
	return error instanceof RunnerError && error.code === "review.empty";
}
async function deliverReview(context, ended) {
	const { begin, key, records, root, gitDir, bundle } = ended;
	const { policy, run } = ended.publishable;
	const { facts, redact } = run;
	const { thread, self, outbox } = context;
	if (begin?.review === void 0 || thread === void 0 || facts.outcome === void 0) return void 0;
	const { sessionId: id } = begin;
	const { head } = begin.review;
	const source = {
		root,
		path: trustedPath(context.world.env["PATH"] ?? "", root),
		gitDir,
		isIgnored: policy.review.isIgnored
	};
	const review = openReview(source, begin.review);
	const refs = refsOf(context, gitDir, root);
	const before = await readRecord(context, refs, id);
	const { record } = before;
	const isGood = hasTrait(facts.outcome.outcome, "good");
	const { found, news, disputed, unread } = await settleFindings(context, {
		reported: facts.findings,
		record,
		review,
		policy,
		head,
		isGood
	});
	if (bundle !== void 0) await writeFindings({
		bundle,
		warn: context.world.warn
	}, found.findings);
	const { unshown, next } = await askReview(review, /* @__PURE__ */ new Map(), facts.areas);
	const recorded = async (suggested, now = before) => {
		const { record: newest, listed } = now;
		const isOfAnother = newest !== void 0 && newest.id !== record?.id;
		const isAdded = newest?.head === head && (isOfAnother || newest.id === id || suggested.length === 0);
		const proven = [.../* @__PURE__ */ new Set([...isAdded ? newest.proven : [], ...suggested])];
		const others = isOfAnother ? newest.findings : [];
		const findings = [...new Map([...others, ...found.findings].map((one) => [one.fingerprint, one])).values()];
		const isWhole = begin.task === "Review the change below. Report each finding with report_finding, and end with at most three sentences." || context.trigger.isPrompted === true;
		await writeRecord(context, refs, {
			record: {
				id,
				head,
				isDone: isGood && isWhole && next === void 0,
				findings,
				proven
			},
			listed
		});
	};
	const { hasGraphql: hasReviews } = forgeOf(context.job);
	if (isGood && found.findings.length === 0 && hasReviews) await tellClean(context, head, unshown);
	const resumes = records.filter(({ event }) => event.type === "session.resume").length;
	const mark = reviewMark(resumes === 0 ? key : `${key}.${resumes}`);
	const outgoing = createOutgoing(redact);
	const place = {
		client: outbox.api,
		repo: repoOf(context),
		number: thread.number,
		self,
		outgoing
	};
	if (news.length === 0) {
		const posted = hasReviews && found.findings.length > 0 && ended.isFirst !== true ? await postedReview(place, mark).catch(() => void 0) : void 0;
		if (isGood) await recorded(posted?.suggested ?? []);
		return isGood ? {
			kind: "clean",
			found
		} : void 0;
	}
	const told = news.map((one) => listItem(one)).join("\n");
	if (!hasReviews) {
		await recorded([]);
		return {
			kind: "answered",
			found,
			told
		};
	}
	const { maxComments } = policy.review;
	const inline = unread === void 0 ? news.filter(({ anchor }) => anchor !== void 0).slice(0, maxComments) : [];
	const placing = {
		findings: news,
		review,
		source,
		head
	};
	const early = await atHeadOfToday(context, placing);
	const { proofs, hasNoChecks = false } = await proofOf(context, {
		findings: early.unfit === void 0 ? inline : [],
		review,
		commit: begin.review.base
	});
	const { rest, now } = proofs.size === 0 ? {
		rest: news,
		now: before
	} : await notSaidMeanwhile(context, {
		news,
		before,
		refs
	});
	if (rest.length === 0) {
		if (isGood) await recorded([], now);
		return isGood ? {
			kind: "clean",
			found
		} : void 0;
	}
	const { commit, findings, movedTo, unfit } = proofs.size === 0 ? early : await atHeadOfToday(context, {
		...placing,
		findings: rest
	});
	const posted = await postReview(place, {
		mark,
		head,
		commit,
		movedTo,
		findings,
		disputed,
		unread,
		proofs: unfit === void 0 ? proofs : unprovenFor(inline, unfit).proofs,
		hasNoChecks,
		maxComments: unread === void 0 ? maxComments : 0,
		unshown,
		runUrl: context.job.runUrl
	});
	if (posted.kind !== "refused") await recorded(posted.suggested ?? [], now);
	return {
		...posted,
		found,
		told
	};
}
function unprovenFor(findings, why) {
	const proof = {
		kind: "unproven",
		why: `not proven: ${why}`
	};
	return { proofs: new Map(findings.filter(isSuggestion).map(({ fingerprint }) => [fingerprint, proof])) };
}
async function proofOf(context, { findings, review, commit }) {
	const { inputs, world, stopper, thread, trigger } = context;
	if (inputs.phase === "publish") return unprovenFor(findings, "the job that publishes runs nothing");
	const isTarget = inputs.context.eventName === "pull_request_target";
	const { fork: isFork = true, baseRef } = thread?.pull ?? {};
	const isAsked = trigger.comment !== void 0 && trigger.authority.kind === "people";
	if (context.outsider === true || isTarget || isFork && !(isAsked && inputs.run.workbench.sandbox === "sealed")) return unprovenFor(findings, "code of forks, of outsiders and of pull_request_target is not run");
	const closedOn = isFork ? baseRef : void 0;
	const workbench = {
		...inputs.run.workbench,
		trusted: commit,
		world,
		closedOn
	};
	return await proveFindings({
		findings,
		review,
		workbench,
		signal: stopper.signal
	});
}
const NAME = "kimi review";
async function tellClean(context, head, unshown) {
	const { outbox, job } = context;
	const place = inRepo(repoOf(context));
	const named = briefNames(unshown, (path) => safeInline(shownPath(path)));
	const rest = unshown.length === 0 ? "" : ` Not reviewed in full: ${named}.`;
	const output = {
		title: "No findings",
		summary: `The review of ${head.slice(0, 12)} has no findings.${rest}`
	};
	try {
		const of = {
			...place,
			ref: head,
			check_name: NAME,
			filter: "latest"
		};
		const { data } = await outbox.api.request("GET /repos/{owner}/{repo}/commits/{ref}/check-runs", of);
		if (isTold(data, output.title)) return;
		await outbox.api.request("POST /repos/{owner}/{repo}/check-runs", {
			...place,
			name: NAME,
			head_sha: head,
			status: "completed",
			conclusion: "neutral",
			output,
			...job.runUrl === void 0 ? {} : { details_url: job.runUrl }
		});
	} catch {}
}
function isTold(data, title) {
	const runs = member(data, "check_runs");
	return Array.isArray(runs) && runs.some((run) => member(run, "name") === NAME && member(member(run, "output"), "title") === title);
}

// src/job/two-phase/publish-review.ts
async function publishReview(context, handed) {
	const { checked, publishable, key } = handed;
	const { begin, records } = checked;
	const { policy, run } = publishable;
	if (begin.review === void 0) return void 0;
	const { headCommit: head, baseCommit: base } = begin;
	const [said, here] = [begin.review, {
		base,
		head
	}].map((range) => `${range.base}..${range.head}`);
	if (said !== here) throw differs("range", said, here);
	if (begin.review.since !== void 0) throw differs("beginning of the new range", begin.review.since, void 0);
	using own = await bring(context, {
		base,
		head
	});
	const { root, gitDir } = placeOf(own);
	const review = reviewOf(own, {
		base,
		head
	}, policy);
	const facts = {
		...run.facts,
		findings: await checkedAnew(run.facts.findings, review)
	};
	return await deliverReview(context, {
		begin,
		key,
		records,
		publishable: {
			policy,
			run: {
				...run,
				facts
			}
		},
		root,
		gitDir
	});
}
async function nothingToReview(context) {
	const commits = commitsOf(context);
	if (existsSync(join(context.inputs.bundleDir, "journal.jsonl")) || commits === void 0 || !isReview(context)) return void 0;
	using own = await bring(context, commits);
	const policy = await policyAt(context, own, commits.base);
	const { nothing } = await askReview(reviewOf(own, commits, policy), /* @__PURE__ */ new Map());
	return nothing === void 0 ? void 0 : nothingSaid(nothing);
}
async function bring(context, commits) {
	await checkOutHere(context, {
		...commits,
		isKept: true,
		withHistory: true,
		signal: context.stopper.signal
	});
	return await openJobGit(context);
}
function placeOf({ path, git: { gitDir }, repository: { root } }) {
	return {
		root,
		path,
		gitDir
	};
}
function reviewOf(own, range, { review: { isIgnored } }) {
	return openReview({
		...placeOf(own),
		isIgnored
	}, range);
}
async function checkedAnew(findings, review) {
	const kept = [];
	const reports = createFindingReports({
		...review,
		known: () => kept
	});
	for (const { path, quote, line, severity, title, evidence, replacement } of findings.slice(0, 100)) {
		const { finding } = await reports.check({
			path,
			quote,
			line,
			severity,
			title,
			evidence,
			replacement
		});
		if (finding !== void 0) kept.push(finding);
	}
	return kept;
}

export { REVIEW_PROMPT as _, reviewRequest as a, sarifOf as c, createFindingReports as d, fingerprintOf as f, withoutBlanks as g, textsOf as h, nothingSaid as i, openReview as l, shownFindings as m, publishReview as n, fixReview as o, isSuggestion as p, deliverReview as r, reviewCommand as s, nothingToReview as t, MAX_FINDINGS as u, askReview as v };