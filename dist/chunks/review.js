import { B as sha256, Bt as fenced, Et as crashAt, K as hasTrait, Vt as framed, Wt as inline, Xt as spanOfCode, Yt as shownText, dt as describeError, ft as beginningOf, j as withSignals, lt as RunnerError, q as localExitCode, qt as plainText, r as systemReason, ut as configError, vt as counted, zt as breakCommands } from "./front.js";
import { g as OWN_MARKER } from "./github.js";
import { o as plainLines } from "./markdown.js";
import { $ as inRepo, Q as REPEATABLE, X as refusalOf, Y as refused, Z as statusOf, dt as safeInline, et as numberField, ft as safeMarkdown, gt as createOutgoing, nt as checkAccess, o as fetchReviewThreads, rt as isOwn, tt as textField, wt as repoOf } from "./job.js";
import { A as createGit, C as makeTrustedDirectory } from "./git.js";
import { $t as startRun, Aa as openRepository, Dn as VERSION, Dr as openWorkbench, Ia as findCheckout, Na as withObjects, No as systemClock, Pa as trustedPath, Pt as readNewRun, Qa as makeScratch, Vi as SEVERITIES, eo as removeScratchDir, go as readJournal, kt as NEW_RUN_OPTIONS, qa as objectId, wa as nearest } from "./core.js";
import { N as policyOfCommit, U as createVerifier } from "./toolbox.js";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

// src/review/ask.ts
const REVIEW_PROMPT = "Review the change below. Report each finding with report_finding, and end with at most three sentences.";
const MAX_DIFF_CHARS = 2e5;
const MAX_FILE_CHARS = 6e4;
async function askReview({ diff, leftOut }, rules) {
	const { files, patch } = await diff();
	const without = await leftOut();
	const shown = [];
	const unshown = [];
	let left = MAX_DIFF_CHARS;
	const reviewed = [...files.keys()].filter((path) => !without.has(path));
	for (const path of reviewed) {
		const text = patch(path);
		const part = beginningOf(text, Math.min(MAX_FILE_CHARS, left));
		if (part.length < text.length) unshown.push(path);
		if (left > 0) shown.push(part);
		left -= part.length;
	}
	const listed = [...without].map(([path, why]) => `${path} (${why})`);
	return {
		context: [
			...Array.from(rules, ([path, text]) => framed(text, path)),
			`The change has ${counted(reviewed.length, "file")} to review:\n${framed(shown.join(""), "git diff")}`,
			...unshown.length === 0 ? [] : [`Not shown whole; read them with read_file as far as the limits allow:\n${framed(unshown.join("\n"), "list")}`],
			...listed.length === 0 ? [] : [`Left out of the review:\n${framed(listed.join("\n"), "list")}`]
		].join("\n\n"),
		unshown,
		nothing: reviewed.length === 0 ? nothingIn(listed) : void 0
	};
}
const MAX_NAMED$1 = 5;
function nothingIn(leftOut) {
	if (leftOut.length === 0) return "changes no file";
	return `has only files that a review leaves out: ${leftOut.slice(0, MAX_NAMED$1).map(inline).join(", ")}${leftOut.length > MAX_NAMED$1 ? `, and ${leftOut.length - MAX_NAMED$1} more` : ""}`;
}

// src/review/anchor.ts
const MAX_NAMED = 5;
function anchorOf(file, { head, base }, { quote, line }) {
	if (file.hunks.length === 0) return { unanchored: withoutLines(file) };
	if (quote.length === 0 && line !== void 0) return byNumber(file, line);
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
	const old = matches(base, quote).filter((start) => kindsAt(file, "LEFT", start, quote.length)?.replaceAll("-", "") === "");
	if (old.length > 0) return choose(old, {
		...place,
		side: "LEFT"
	});
	return { unanchored: `These lines are not in ${file.path}. Accepted: whole lines of the diff, word for word, without + and -.` };
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
	const shown = found.filter(isShown);
	const [first] = shown;
	if (first === void 0) return { unanchored: outside(file, found[0] ?? 1, quote.length) };
	if (shown.length === 1) return at(first);
	const changed = shown.filter((start) => kindsAt(file, side, start, quote.length)?.includes("+"));
	const [single] = changed;
	if (line === void 0 && single !== void 0 && changed.length === 1) return at(single);
	const lines = shown.slice(0, MAX_NAMED).join(", ");
	return { unanchored: `These lines stand at ${shown.length} places of the diff (lines ${lines}). Accepted: more lines, or the number of the first one.` };
}
function byNumber(file, line) {
	return kindsAt(file, "RIGHT", line, 1) !== void 0 ? { anchor: {
		side: "RIGHT",
		start: line,
		end: line
	} } : { unanchored: outside(file, line, 1) };
}
function matches(lines, quote) {
	const wanted = quote.map(withoutReturn);
	const found = [];
	for (let at = 0; at + wanted.length <= lines.length; at += 1) if (wanted.every((line, index) => withoutReturn(lines[at + index] ?? "") === line)) found.push(at + 1);
	return found;
}
function withoutReturn(line) {
	return line.endsWith("\r") ? line.slice(0, -1) : line;
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

// src/review/fingerprint.ts
const CHARS = 16;
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
		].map(withoutBlanks$1)
	];
	return sha256(JSON.stringify(parts)).slice(0, CHARS);
}
function withoutBlanks$1(text) {
	return text.replace(/\s+/g, "");
}

// src/review/suggestion.ts
const LINK = "120000";
const SUBMODULE = "160000";
function suggestionProblem({ file, anchor, head, replacement }) {
	const { side, start, end } = anchor;
	if (side === "LEFT") return "deleted lines cannot be replaced";
	if (kindsAt(file, side, start, end - start + 1)?.includes("-") !== false) return "deleted lines stand between these lines";
	if ([file.oldMode, file.newMode].some((mode) => mode === LINK || mode === SUBMODULE)) return "it is a symbolic link or a submodule";
	const now = head.slice(start - 1, end).map((line) => line.replace(/\r$/, ""));
	return now.length === replacement.length && now.every((line, index) => line === replacement[index]) ? "the replacement is what stands there" : void 0;
}
function overlaps(a, b) {
	return a.path === b.path && a.anchor.start <= b.anchor.end && b.anchor.start <= a.anchor.end;
}
function suggestionBlock(lines) {
	const longest = Math.max(2, ...lines.flatMap((line) => Array.from(line.matchAll(/`+/g), ([run]) => run.length)));
	const fence = "`".repeat(longest + 1);
	return [
		`${fence}suggestion`,
		...lines,
		fence
	].join("\n");
}
function applySuggestions(content, edits) {
	const lines = content.toString("latin1").match(/[^\n]*\n|[^\n]+$/g) ?? [];
	for (const { start, end, lines: fresh } of edits.toSorted((a, b) => b.start - a.start)) {
		const lineEnd = endOf(lines[start - 1]) || endOf(lines[start - 2]) || "\n";
		const isOpen = end === lines.length && endOf(lines[end - 1]) === "";
		const written = fresh.map((line) => Buffer.from(line, "utf8").toString("latin1") + lineEnd);
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
function createFindingReports({ diff, leftOut, content, known }) {
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
		const lines = anchor?.side === "LEFT" ? texts.base : texts.head;
		const fingerprint = fingerprintOf({
			...asked,
			path: file?.oldPath ?? asked.path,
			anchor,
			lines
		});
		const recorded = known();
		const before = [...recorded, ...kept.filter((one) => recorded.every((other) => other.fingerprint !== one.fingerprint))];
		if (before.some((one) => one.fingerprint === fingerprint)) return { text: "This finding is recorded already." };
		if (before.length >= MAX_FINDINGS) return { text: `Not recorded: a review keeps ${counted(MAX_FINDINGS, "finding")}. End the review now.` };
		const prose = file && anchor && proseOnly({
			asked,
			file,
			anchor,
			head: texts.head,
			before
		});
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
function proseOnly({ asked: { path, replacement }, file, anchor, head, before }) {
	if (replacement === void 0) return void 0;
	return before.some((one) => isSuggestion(one) && overlaps({
		path,
		anchor
	}, {
		path: one.path,
		anchor: one.anchor
	})) ? "another suggestion replaces some of these lines" : suggestionProblem({
		file,
		anchor,
		head,
		replacement
	});
}
function isSuggestion(finding) {
	return finding.anchor !== void 0 && finding.replacement !== void 0 && finding.prose === void 0;
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
function settled(findings) {
	return findings.filter(({ anchor, path, title }, index) => anchor !== void 0 || !findings.slice(index + 1).some((later) => later.path === path && later.title === title));
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
	const from = (await git({ args: [
		"merge-base",
		objectId(base),
		objectId(head)
	] })).toString("utf8").trim();
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
	const patch = output.toString("latin1", at);
	const files = /* @__PURE__ */ new Map();
	const ranges = /* @__PURE__ */ new Map();
	let open;
	let [index, more] = [-1, 0];
	const close = (to) => {
		const entry = entries[index];
		if (open === void 0 || entry === void 0 || more > 0) return;
		files.set(entry.path, {
			...entry,
			isBinary: open.isBinary,
			hunks: open.hunks
		});
		ranges.set(entry.path, [open.from, to]);
	};
	let next = 0;
	for (let from = 0; from < patch.length; from = next) {
		next = endOfLine(patch, from);
		if (patch.startsWith("diff --git ", from)) {
			close(from);
			if (more > 0) {
				more -= 1;
				continue;
			}
			index += 1;
			more = entries[index]?.status === "type_changed" ? 1 : 0;
			open = {
				from,
				hunks: [],
				isBinary: false
			};
		} else if (patch.startsWith("@@ ", from)) {
			const { hunk, end } = readHunk(patch, from, next);
			open?.hunks.push(hunk);
			next = end;
		} else if (patch.startsWith("Binary files ", from) && open !== void 0) open.isBinary = true;
	}
	close(patch.length);
	return {
		files,
		patch: (path) => {
			const [from, to] = ranges.get(path) ?? [0, 0];
			return Buffer.from(patch.slice(from, to), "latin1").toString("utf8");
		}
	};
}
function parseEntries(output) {
	const entries = [];
	let at = 0;
	const field = () => {
		const end = output.indexOf(0, at);
		const value = output.subarray(at, end < 0 ? output.length : end);
		at = end < 0 ? output.length : end + 1;
		return value;
	};
	while (output[at] === 58) {
		const [, oldMode = "", newMode = "", oldId = "", newId = "", letter = ""] = RAW.exec(field().toString("latin1")) ?? [];
		const status = STATUS[letter] ?? "modified";
		const first = field().toString("utf8");
		const names = status === "renamed" ? {
			path: field().toString("utf8"),
			oldPath: first
		} : { path: first };
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
		at: output[at] === 0 ? at + 1 : at
	};
}
function endOfLine(text, from) {
	const end = text.indexOf("\n", from);
	return end < 0 ? text.length : end + 1;
}
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
function readHunk(patch, from, bodyAt) {
	const [, oldStart, oldLines = "1", newStart, newLines = "1"] = HUNK.exec(patch.slice(from, bodyAt)) ?? [];
	let [old, fresh, at] = [
		Number(oldLines),
		Number(newLines),
		bodyAt
	];
	const kinds = [];
	while ((old > 0 || fresh > 0) && at < patch.length) {
		const kind = patch.charAt(at);
		if (kind !== "\\") {
			kinds.push(kind);
			if (kind !== "+") old -= 1;
			if (kind !== "-") fresh -= 1;
		}
		at = endOfLine(patch, at);
	}
	return {
		hunk: {
			oldStart: Number(oldStart),
			newStart: Number(newStart),
			kinds: kinds.join("")
		},
		end: at
	};
}

// src/review/left-out.ts
const LOCKS = /* @__PURE__ */ new Set([
	"package-lock.json",
	"npm-shrinkwrap.json",
	"yarn.lock",
	"pnpm-lock.yaml",
	"bun.lock",
	"bun.lockb",
	"deno.lock",
	"Cargo.lock",
	"Gemfile.lock",
	"Podfile.lock",
	"composer.lock",
	"poetry.lock",
	"pdm.lock",
	"uv.lock",
	"Pipfile.lock",
	"go.sum",
	"go.work.sum",
	"mix.lock",
	"pubspec.lock",
	"flake.lock",
	"packages.lock.json",
	"gradle.lockfile"
]);
const VENDORED = /(?:^|\/)(?:node_modules|bower_components|vendor|third_party|Pods)\//;
const GENERATED = /(?:\.min\.(?:js|css)|\.(?:js|css)\.map|\.pb\.go|_pb2(?:_grpc)?\.pyi?|\.g\.dart)$/;
const ATTRIBUTES = [
	"linguist-generated",
	"linguist-vendored",
	"binary"
];
const SAYS = /^(?:set|true)$/;
const DENIES = /^(?:unset|false)$/;
async function leftOutOf({ files, base }, { git, isIgnored }) {
	const attributes = await attributesAt(base, [...files.values()].map(({ path, oldPath = path }) => oldPath), git);
	const found = /* @__PURE__ */ new Map();
	for (const { path, oldPath = path, isBinary } of files.values()) {
		const why = isIgnored(path) ? "review.ignore" : reasonFor(path, isBinary, attributes.get(oldPath) ?? /* @__PURE__ */ new Map());
		if (why !== void 0) found.set(path, why);
	}
	return found;
}
function reasonFor(path, isBinary, said) {
	const [generated = "", vendored = "", binary = ""] = ATTRIBUTES.map((name) => said.get(name));
	if (isBinary || SAYS.test(binary)) return "binary";
	if (SAYS.test(generated)) return "generated";
	if (SAYS.test(vendored)) return "vendored";
	if (LOCKS.has(path.slice(path.lastIndexOf("/") + 1)) && !DENIES.test(generated)) return "lock file";
	if (GENERATED.test(path) && !DENIES.test(generated)) return "generated";
	return VENDORED.test(path) && !DENIES.test(vendored) ? "vendored" : void 0;
}
async function attributesAt(commit, paths, { gitDir, cwd, path }) {
	const found = /* @__PURE__ */ new Map();
	if (paths.length === 0) return found;
	const env = {
		GIT_DIR: gitDir,
		GIT_WORK_TREE: cwd,
		GIT_INDEX_FILE: join(gitDir, "review-index")
	};
	const git = createGit({
		cwd,
		path,
		env
	});
	const own = (await git({ args: [
		"ls-tree",
		"-r",
		"-z",
		objectId(commit)
	] })).toString("latin1").split("\0").filter((entry) => /(?:\t|\/)\.gitattributes$/.test(entry));
	if (own.length === 0) return found;
	await git({ args: [
		"read-tree",
		"--empty",
		"-v"
	] });
	await git({
		args: [
			"update-index",
			"-z",
			"--verbose",
			"--index-info"
		],
		input: Buffer.from(own.map((entry) => `${entry}\0`).join(""), "latin1")
	});
	const fields = (await git({
		args: [
			"check-attr",
			"--cached",
			"-z",
			"--stdin",
			...ATTRIBUTES
		],
		input: paths.map((one) => `${one}\0`).join("")
	})).toString("utf8").split("\0");
	for (let at = 0; at + 2 < fields.length; at += 3) {
		const [file = "", name = "", value = ""] = fields.slice(at, at + 3);
		if (!found.has(file)) found.set(file, /* @__PURE__ */ new Map());
		found.get(file)?.set(name, value);
	}
	return found;
}

// src/review/open-review.ts
function openReview({ root, path, gitDir, isIgnored }, range) {
	const git = createGit({
		cwd: root,
		path,
		env: { GIT_DIR: gitDir }
	});
	let diff;
	let leftOut;
	const read = () => diff ??= readDiff(git, range);
	const content = async (id) => await git({ args: [
		"cat-file",
		"blob",
		objectId(id)
	] });
	return {
		diff: read,
		leftOut: () => leftOut ??= read().then((found) => leftOutOf(found, {
			git: {
				cwd: root,
				path,
				gitDir
			},
			isIgnored
		})),
		content,
		successors: async (path) => {
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
			const made = [...(await read()).files.values()].filter(({ status, isBinary }) => !isBinary && (status === "renamed" || status === "added"));
			const files = [];
			for (const { newId, newMode } of made) if (newMode.startsWith("100")) files.push(await content(newId));
			return files;
		}
	};
}

// src/review/rules.ts
const FOLDER = ".github/kimi-review/";
const MAX_CHARS = 3e4;
async function reviewRules({ root, path, gitDir }, base) {
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
		const [, id, name] = /^100(?:644|755) blob ([0-9a-f]+)\t(REVIEW\.md|\.github\/kimi-review\/.+\.md)$/.exec(entry) ?? [];
		if (id === void 0 || name === void 0 || left <= 0) continue;
		const text = beginningOf((await git({ args: [
			"cat-file",
			"blob",
			objectId(id)
		] })).toString("utf8"), left);
		rules.set(name, text);
		left -= text.length;
	}
	return rules;
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
	const groups = [{
		part: suggestions,
		isRed: false,
		isSecond: false
	}];
	for (let group = groups.shift(); group !== void 0; group = groups.shift()) {
		const { part, isRed } = group;
		if (isRed) {
			const half = Math.ceil(part.length / 2);
			const [first, second] = [part.slice(0, half), part.slice(half)];
			if (part.length === 1) for (const one of part) why.set(one, `not proven: with it ${said}`);
			else groups.unshift({
				part: first,
				isRed: false,
				isSecond: false
			}, {
				part: second,
				isRed: false,
				isSecond: true
			});
			continue;
		}
		if (left === 0 || isOver()) continue;
		left -= 1;
		const round = await check([...good, ...part]);
		const failed = round.results.filter(({ passed }) => !passed).map(({ command, end }) => `\`${command}\` ends with ${end}`);
		if (failed.length === 0) {
			good = [...good, ...part];
			seconds = round.seconds;
			const [next] = groups;
			if (next?.isSecond === true && !group.isSecond) groups[0] = {
				...next,
				isRed: true
			};
		} else {
			said = failed.join(", ");
			groups.unshift({
				...group,
				isRed: true
			});
		}
	}
	return {
		good,
		seconds,
		why
	};
}
const STEERING = /(?:^|\/)(?:package\.json|deno\.jsonc?|makefile|justfile|taskfile\.ya?ml|rakefile|tox\.ini|noxfile\.py|setup\.(?:py|cfg)|pyproject\.toml|conftest\.py|cargo\.toml|build\.rs|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|cmakelists\.txt|composer\.json|gemfile|[^/]*\.config\.[cm]?[jt]s|tsconfig[^/]*\.json|\.[^/]*rc(?:\.[^/]+)?|[^/]*\.(?:sh|bash|mk|bats)|[^/]*[._-](?:test|tests|spec)\.[^/]+|test_[^/]+)$|(?:^|\/)(?:tests?|specs?|__tests__|\.github|\.cargo|scripts?)\//i;
function touchesChecks(paths, commands) {
	return [...paths].some((path) => STEERING.test(path) || commands.some((command) => command.includes(path)));
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
function checksOf({ review, verify }) {
	return review.verify ?? verify;
}
async function proveFindings({ findings, review, workbench, signal }) {
	const suggestions = findings.filter(isSuggestion);
	if (suggestions.length === 0) return { proofs: /* @__PURE__ */ new Map() };
	let bench;
	try {
		bench = await openWorkbench({
			...workbench,
			needsCopy: true,
			setup: signal
		});
	} catch (error) {
		if (signal.aborted || !(error instanceof RunnerError)) throw error;
		const proof = {
			kind: "unproven",
			why: `not proven: ${error.message.replace(/\.$/, "")}`
		};
		return { proofs: new Map(suggestions.map(({ fingerprint }) => [fingerprint, proof])) };
	}
	try {
		const checks = checksOf(bench.policy);
		if (checks.length === 0) {
			const proof = {
				kind: "unproven",
				why: "not proven: the policy names no check"
			};
			return {
				proofs: new Map(suggestions.map(({ fingerprint }) => [fingerprint, proof])),
				hasNoChecks: true
			};
		}
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
			own: touchesChecks(files.keys(), commands),
			isOver: () => systemClock.monotonic() >= until
		}) };
	} finally {
		await bench.close();
	}
}
async function checker({ cell, git, repository }, { review, checks, signal }) {
	const verifier = createVerifier({
		policy: { verify: checks },
		cell
	});
	const trusted = await git();
	await trusted.snapshot();
	return async (applied) => {
		await trusted.restore(repository.headTree);
		const { files } = await review.diff();
		for (const path of new Set(applied.map((one) => one.path))) {
			const before = await review.content(files.get(path)?.newId ?? "");
			const own = applied.filter((one) => one.path === path);
			const after = applySuggestions(before, own.map(({ anchor, replacement }) => ({
				...anchor,
				lines: replacement
			})));
			const text = after.toString("utf8");
			if (!Buffer.from(text).equals(after)) throw new Error(`${path} is not UTF-8`);
			await cell.writeFile(path, text, {}, signal);
		}
		const began = systemClock.monotonic();
		const results = await verifier?.run(checks.map(({ command }) => command), signal) ?? [];
		await cell.killAll();
		return {
			results,
			seconds: (systemClock.monotonic() - began) / 1e3
		};
	};
}

// src/run/review.ts
async function reviewRun({ request, range, root, gitDir }, host) {
	const { world, stopper } = host;
	const { trusted = range.base } = request;
	const path = trustedPath(world.env["PATH"] ?? "", root);
	const policy = await policyOfCommit({
		...request.workbench,
		root,
		gitDir,
		path,
		commit: trusted
	});
	const { isIgnored, failsOn } = policy.review;
	const review = openReview({
		root,
		path,
		gitDir,
		isIgnored
	}, range);
	const asked = await askReview(review, await reviewRules({
		root,
		path,
		gitDir
	}, trusted));
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
		review: range
	};
	const end = await startRun({
		...request,
		trusted,
		agent: { mode: "review" },
		task
	}, host);
	const findings = shownFindings(reportedIn(end), policy);
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
	const { unshown } = asked;
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
function reportedIn({ bundle }) {
	const { records } = readJournal(bundle.journal);
	return records.flatMap(({ event }) => event.type === "finding.reported" ? [event.finding] : []);
}
function shownFindings(findings, policy) {
	const wanted = settled(findings).filter(({ severity }) => severity !== "nit" || policy.review.nits);
	return SEVERITIES.flatMap((severity) => wanted.filter((one) => one.severity === severity));
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
	return {
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
				message: { text: harmless(`${finding.title}\n\n${finding.evidence}`) },
				locations: [{ physicalLocation: placeOf$1(finding) }],
				partialFingerprints: { "kimiRunnerReview/v1": finding.fingerprint }
			}))
		}]
	};
}
function placeOf$1({ path, anchor }) {
	const artifactLocation = { uri: path.split("/").map(encodeURIComponent).join("/") };
	if (anchor?.side !== "RIGHT") return { artifactLocation };
	return {
		artifactLocation,
		region: {
			startLine: anchor.start,
			endLine: anchor.end
		}
	};
}
function harmless(text) {
	return plainText(text).replace(/[[\]\\]/g, String.raw`\$&`);
}

// src/review/terminal.ts
const NO_CHECKS = "Suggestions are not tested, because the policy names no check: set review.verify or limits.verify.";
function terminalReview({ findings, proofs, hasNoChecks, unshown }) {
	const count = SEVERITIES.map((severity) => findings.filter((one) => one.severity === severity).length);
	const counts = SEVERITIES.flatMap((severity, at) => count[at] === 0 ? [] : [counted(count[at] ?? 0, severity)]);
	return `${[
		...findings.map((finding) => terminalFinding(finding, proofs.get(finding.fingerprint))),
		findings.length === 0 ? "No findings." : `${counted(findings.length, "finding")}: ${counts.join(", ")}.`,
		...hasNoChecks ? [NO_CHECKS] : [],
		...unshown.length === 0 ? [] : [`Not shown to the model whole: ${unshown.join(", ")}.`]
	].join("\n")}\n`;
}
function terminalFinding(finding, proof) {
	const { severity, title, evidence, quote, replacement, prose } = finding;
	const said = proof === void 0 ? prose && `no suggestion: ${prose}` : proofLine(proof, (command) => `\`${command}\``);
	const changed = replacement && [...quote.map((line) => `- ${line}`), ...replacement.map((line) => `+ ${line}`)];
	const parts = [
		...evidence.split("\n"),
		...said === void 0 ? [] : [said],
		...changed ?? []
	];
	return `${severity} ${placeOf(finding)}: ${title}\n${parts.map((line) => `    ${line}`.trimEnd()).join("\n")}\n`;
}
function placeOf({ path, anchor }) {
	if (anchor === void 0) return path;
	const { side, start, end } = anchor;
	return `${path}:${start}${end === start ? "" : `-${end}`}${side === "LEFT" ? " (deleted)" : ""}`;
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
	run: async (args, given) => {
		const world = args.has("quiet") ? {
			...given,
			isQuiet: true
		} : given;
		return await withSignals(world, async (stopper) => await review(args, world, stopper));
	}
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
	const sarif = args.text("sarif");
	if (sarif !== void 0) writeFileSync(resolve(world.cwd, sarif), `${JSON.stringify(sarifOf(findings), null, 2)}\n`);
	if (args.has("json")) world.out(`${breakCommands(JSON.stringify(reviewJson(reviewed)))}\n`);
	else if (nothing === void 0) world.out(plainText(terminalReview(reviewed)));
	if (nothing !== void 0) {
		const between = [range.base, range.head].map((commit) => commit.slice(0, 12)).join("..");
		world.err(`There is nothing to review: ${between} ${plainText(nothing)}.\n`);
	}
	if (end !== void 0 && !hasTrait(end.outcome.outcome, "good")) {
		world.err(`The review did not come to its end: ${end.outcome.outcome}: ${plainText(end.outcome.reason)}\n`);
		return localExitCode(end.outcome, {
			code: end.exitCode,
			mayStay: true
		});
	}
	if (failsOn === 0) return 0;
	world.err(`review.fails_on: ${counted(failsOn, "finding")} of this kind or graver.\n`);
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
	const [top, ...bases] = (names.every((name) => /^[^\s:-][^\s:]*$/.test(name)) ? await withObjects({
		root,
		pathVar
	}, async (read) => await read(names.map((name) => `${name}^{commit}`))) : []).map((object) => object?.id);
	if (top !== head) throw configError(`${tip === "" ? given ?? "HEAD" : tip} is not checked out.`, "Check it out; only the checked-out commit can be reviewed.");
	const from = bases.find((id) => id !== void 0 && (base !== "" || id !== head));
	if (from === void 0) throw configError(base === "" ? "There is no branch to compare with." : `There is no commit ${base}.`, "Name one: kimi-runner review origin/main..HEAD.");
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
function findingMark(fingerprint) {
	return `${OWN_MARKER}:finding ${fingerprint} -->`;
}
function fingerprintIn(body) {
	return /^<!-- kimi-runner:finding ([0-9a-f]{16}) -->(?:\r?\n|$)/.exec(body)?.[1];
}
function severityIn(body) {
	const [, word] = /^[^\n]*\n\*\*(\w+): /.exec(body) ?? [];
	return SEVERITIES.find((severity) => WORDS[severity] === word);
}
function reviewMark(key) {
	return `${OWN_MARKER}:review request=${key.replace(/[^\w.-]/g, "_")} -->`;
}
function withoutTicks(text) {
	return text.replace(/[✓✔☑✅🗸]\uFE0F?/gu, "");
}
function findingComment(finding, proof) {
	const { fingerprint, severity, title, evidence, replacement, prose } = finding;
	const parts = [`${findingMark(fingerprint)}\n**${WORDS[severity]}: ${safeInline(withoutTicks(title))}**`];
	if (isSuggestion(finding) && proof !== void 0 && proof.kind !== "unproven") {
		const block = suggestionBlock(finding.replacement);
		const isWhole = breakCommands(block) === block && finding.replacement.every((line) => shownText(line) === line);
		parts.push(isWhole ? `${proofLine(proof, spanOfCode)}\n${block}` : "No suggestion: its text cannot be shown unchanged.");
	} else if (replacement !== void 0) {
		const why = proof?.kind === "unproven" ? proof.why : `no suggestion: ${prose ?? "not proven"}`;
		parts.push(`${proposal(replacement)}\n\n${safeInline(why.replaceAll("`", ""))}`);
	}
	return [...parts, safeMarkdown(withoutTicks(evidence))].join("\n\n").trimEnd();
}
function proposal(replacement) {
	return replacement.length === 0 ? "Proposed: delete these lines." : `Proposed:\n${fenced(replacement.join("\n"))}`;
}
function reviewBody(body) {
	const { mark, head, findings, listed, hasNoChecks, unshown, disputed, unread, runUrl } = body;
	const counts = SEVERITIES.flatMap((severity) => {
		const count = findings.filter((one) => one.severity === severity).length;
		return count === 0 ? [] : [counted(count, severity)];
	});
	const run = runUrl === void 0 ? "" : ` · [run](${runUrl})`;
	return [
		`${mark}\n**Review:** ${counts.join(", ")} at ${head.slice(0, 12)}${run}`,
		...hasNoChecks ? [NO_CHECKS.replaceAll(/(review\.verify|limits\.verify)/g, "`$1`")] : [],
		...unread === void 0 ? [] : [`All findings stand here, because earlier comments could not be read: ${safeInline(unread)}`],
		...listed.length === 0 ? [] : [listed.map(listItem).join("\n")],
		...disputed.length === 0 ? [] : [`Said before, and closed by people without write permission:\n\n${disputed.map(listItem).join("\n")}`],
		...unshown.length === 0 ? [] : [`Not looked at whole: ${unshown.map(safeInline).join(", ")}.`]
	].join("\n\n");
}
const MAX_LISTED = 600;
function listItem(finding) {
	const { severity, title, evidence } = finding;
	const told = evidence.replace(/\s+/g, " ").slice(0, MAX_LISTED);
	return `- **${WORDS[severity]}** ${spanOfCode(placeOf(finding))}: ${safeInline(withoutTicks(title))}. ${safeInline(withoutTicks(told))}`.trimEnd();
}

// src/review/post.ts
const REVIEWS = "/repos/{owner}/{repo}/pulls/{pull_number}/reviews";
async function postReview(place, review) {
	const { client, repo, number, self, outgoing } = place;
	const { findings, proofs, maxComments, mark, head } = review;
	const of = {
		...inRepo(repo),
		pull_number: number
	};
	const look = async () => (await client.paginate(`GET ${REVIEWS}`, {
		...of,
		per_page: 100
	}, REPEATABLE)).find((one) => isOwn(one, self, mark));
	const inline = findings.filter(({ anchor }) => anchor !== void 0).slice(0, maxComments);
	const send = async (chosen) => {
		const listed = findings.filter((one) => !chosen.includes(one));
		const comments = chosen.flatMap((finding) => commentOf(finding, outgoing(findingComment(finding, proofs.get(finding.fingerprint)))));
		const what = {
			...of,
			commit_id: head,
			event: "COMMENT",
			body: outgoing(reviewBody({
				...review,
				listed
			})),
			comments
		};
		crashAt("review.create.before");
		const { data } = await client.request(`POST ${REVIEWS}`, what, { repeat: { find: look } });
		crashAt("review.create.after");
		return data;
	};
	try {
		const there = await look();
		if (there !== void 0) return {
			kind: "unchanged",
			id: numberField(there, "id"),
			url: textField(there, "html_url")
		};
		const made = await firstTaken(choices(inline), send);
		return {
			kind: "created",
			id: numberField(made, "id"),
			url: textField(made, "html_url")
		};
	} catch (error) {
		return refused(refusalOf(error, "pull-requests"));
	}
}
function choices(inline) {
	const half = Math.ceil(inline.length / 2);
	const ones = inline.length < 2 ? [] : inline.map((left) => inline.filter((one) => one !== left));
	const halves = inline.length < 4 ? [] : [inline.slice(0, half), inline.slice(half)];
	return [
		...inline.length === 0 ? [] : [inline],
		...ones,
		...halves,
		[]
	];
}
async function firstTaken(all, send) {
	let last;
	for (const chosen of all) try {
		return await send(chosen);
	} catch (error) {
		if (statusOf(error) !== 422) throw error;
		last = error;
	}
	throw last;
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
	if (lines === void 0 || side === "LEFT") return void 0;
	const shown = diffHunk.split("\n").slice(1).filter((line) => !/^[-\\]/.test(line));
	const quoted = shown.slice(-lines).map((line) => line.slice(1));
	return shown.length >= lines && quoted.some((line) => /\S/.test(line)) ? quoted : void 0;
}
function timesIn(quoted, content) {
	const lines = linesOf(content).map(withoutBlanks);
	const wanted = quoted.map(withoutBlanks);
	return lines.filter((_, at) => wanted.every((line, index) => lines[at + index] === line)).length;
}
function standingBeside({ path, severity, anchor }, content, { threads, standing }) {
	if (anchor?.side !== "RIGHT") return void 0;
	const lines = linesOf(content).slice(anchor.start - 1, anchor.end);
	const text = lines.map(withoutBlanks).join("\n");
	if (timesIn(lines, content) !== 1) return void 0;
	const same = threads.filter((thread) => thread.path === path && severityIn(thread.first.body) === severity && quotedIn(thread)?.map(withoutBlanks).join("\n") === text);
	return BY_WEIGHT.find((one) => same.some(({ fingerprint }) => standing.get(fingerprint) === one));
}
function withoutBlanks(text) {
	return text.replace(/\s+/g, "");
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

// src/job/review/earlier.ts
async function readEarlier(context, number) {
	const { client, self, job } = context;
	const { owner, repo } = job;
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
async function closeFixed(context, { threads, review, raised, head }) {
	for (const thread of threads) {
		const quoted = isUnsettled(thread, context.self) ? quotedIn(thread) : void 0;
		if (quoted === void 0 || raised.has(thread.fingerprint)) continue;
		try {
			if ((await review.successors(thread.path)).every((content) => timesIn(quoted, content) === 0)) await close(context, thread, head);
		} catch (error) {
			context.world.warn(`The thread of a fixed finding in ${thread.path} stays open: ${describeError(error)}`);
		}
	}
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

// src/job/review/pull-review.ts
async function reviewRequest(context, { request, commits }) {
	if (commits === void 0) return request;
	const { workbench } = request;
	const pathVar = context.world.env["PATH"] ?? "";
	const { root } = findCheckout(workbench.cwd);
	const scratch = makeScratch(root);
	try {
		const repository = await openRepository(workbench.cwd, pathVar);
		const place = {
			root,
			path: trustedPath(pathVar, root),
			gitDir: makeTrustedDirectory(repository, scratch)
		};
		const policy = await policyOfCommit({
			...workbench,
			...place,
			commit: commits.base
		});
		const range = {
			base: commits.base,
			head: commits.head
		};
		const review = openReview({
			...place,
			isIgnored: policy.review.isIgnored
		}, range);
		const asked = await askReview(review, await reviewRules(place, commits.base));
		if (asked.nothing !== void 0) {
			const message = `There is nothing to review: the pull request ${asked.nothing}.`;
			throw new RunnerError({
				code: "review.empty",
				message
			});
		}
		const { text } = context.trigger;
		const prompt = text === "" ? REVIEW_PROMPT : `${REVIEW_PROMPT}\n\nWho asked adds: ${text}`;
		const data = [request.task.context, asked.context].filter((part) => part !== void 0).join("\n\n");
		const task = {
			...request.task,
			prompt,
			context: data,
			review: range
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
function isNothing(error) {
	return error instanceof RunnerError && error.code === "review.empty";
}
async function deliverReview(context, { end, run, facts, key }) {
	const { bench, session } = run;
	const { begin } = session.state();
	const { thread } = context;
	if (begin?.review === void 0 || thread === void 0) return void 0;
	const { policy, repository, pathVar } = bench;
	const place = {
		client: context.outbox.api,
		repo: repoOf(context),
		number: thread.number,
		self: context.self,
		outgoing: createOutgoing(session.redact)
	};
	const all = shownFindings(facts.findings, policy);
	const { root } = repository;
	const { gitDir } = await bench.git();
	const source = {
		root,
		path: trustedPath(pathVar, root),
		gitDir,
		isIgnored: policy.review.isIgnored
	};
	const review = openReview(source, begin.review);
	const earlier = await readEarlier(context, thread.number);
	const { threads, unread } = earlier;
	const standing = await standingsOf(all, earlier, review);
	const standingOf = ({ fingerprint }) => standing.get(fingerprint);
	const kept = all.filter((one) => standingOf(one) !== "ended");
	const findings = kept.filter((one) => [void 0, "fixed"].includes(standingOf(one)));
	const found = {
		findings: kept,
		failing: failing(kept, policy.review.failsOn)
	};
	const { head } = begin.review;
	const isGood = hasTrait(end.outcome.outcome, "good");
	const raised = new Set(facts.findings.map(({ fingerprint }) => fingerprint));
	if (isGood) await closeFixed(context, {
		threads,
		review,
		raised,
		head
	});
	if (findings.length === 0) return isGood ? {
		kind: "clean",
		found
	} : void 0;
	const { proofs, hasNoChecks = false } = await proofOf(context, {
		findings: unread === void 0 ? findings : [],
		review,
		commit: begin.review.base
	});
	return {
		...await postReview(place, {
			mark: reviewMark(key),
			head,
			findings,
			disputed: kept.filter((one) => standingOf(one) === "disputed"),
			unread,
			proofs,
			hasNoChecks,
			maxComments: unread === void 0 ? policy.review.maxComments : 0,
			unshown: (await askReview(review, /* @__PURE__ */ new Map())).unshown,
			runUrl: context.job.runUrl
		}),
		found,
		told: findings.map(listItem).join("\n")
	};
}
async function proofOf(context, { findings, review, commit }) {
	const { inputs, world, stopper, thread } = context;
	const isTarget = inputs.context.eventName === "pull_request_target";
	if (context.outsider === true || thread?.pull?.fork !== false || isTarget) {
		const proof = {
			kind: "unproven",
			why: "not proven: code of forks, of outsiders and of pull_request_target is not run"
		};
		return { proofs: new Map(findings.filter(isSuggestion).map(({ fingerprint }) => [fingerprint, proof])) };
	}
	const workbench = {
		...inputs.run.workbench,
		trusted: commit,
		world
	};
	return await proveFindings({
		findings,
		review,
		workbench,
		signal: stopper.signal
	});
}

export { createFindingReports as a, openReview as i, reviewRequest as n, isSuggestion as o, reviewCommand as r, settled as s, deliverReview as t };