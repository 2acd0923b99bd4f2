import { B as OUTCOMES, St as stepsOf$1, W as hasTrait, Xt as plainText, _t as counted, bt as money, ht as oneLine, it as isRecord, mt as headTail, nt as totalTokens, ot as parseJson, yt as grouped } from "./front.js";
import { Ei as createStory, Fi as plainWords, Fo as unquoted, Ii as NO_FACTS, Pi as foldRecord, Ua as isAnswer, Va as decidedBy, ls as duration, zi as waitingCalls } from "./core.js";
import { createHash } from "node:crypto";

// src/report/patch.ts
function readPatch(patch) {
	const files = [];
	let lines;
	const at = {
		old: 0,
		new: 0,
		oldLeft: 0,
		newLeft: 0
	};
	for (const line of patch.split("\n")) {
		const file = files.at(-1);
		const isInHunk = at.oldLeft > 0 || at.newLeft > 0;
		if (!isInHunk && line.startsWith("diff --git ")) {
			lines = void 0;
			files.push({
				path: pathOf(line),
				state: "changed",
				facts: [],
				isBinary: false,
				hunks: [],
				added: 0,
				removed: 0
			});
			continue;
		}
		if (file === void 0) continue;
		const head = isInHunk ? null : /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
		if (head !== null) {
			lines = [];
			Object.assign(at, {
				old: Number(head[1]),
				new: Number(head[3])
			});
			Object.assign(at, {
				oldLeft: Number(head[2] ?? 1),
				newLeft: Number(head[4] ?? 1)
			});
			file.hunks.push({
				oldStart: Number(head[1]),
				lines
			});
		} else if (lines !== void 0 && (isInHunk || line.startsWith("\\"))) lines.push(readLine(line, at, file));
		else readFact(line, file);
	}
	return files;
}
function readLine(line, at, file) {
	const text = line.slice(1);
	switch (line.slice(0, 1)) {
		case "+":
			file.added += 1;
			at.newLeft -= 1;
			return {
				sign: "+",
				text,
				new: at.new++
			};
		case "-":
			file.removed += 1;
			at.oldLeft -= 1;
			return {
				sign: "-",
				text,
				old: at.old++
			};
		case "\\": return {
			sign: "\\",
			text
		};
		default:
			at.oldLeft -= 1;
			at.newLeft -= 1;
			return {
				sign: " ",
				text,
				old: at.old++,
				new: at.new++
			};
	}
}
function readFact(line, file) {
	if (line.startsWith("new file mode")) file.state = "new";
	else if (line.startsWith("deleted file mode")) file.state = "deleted";
	else if (line.startsWith("GIT binary patch") || line.startsWith("Binary files")) file.isBinary = true;
	else if (/^(?:old|new) mode /.test(line)) file.facts.push(line);
}
function pathOf(line) {
	const names = line.slice(11);
	const [quoted] = /^"(?:[^"\\]|\\.)*"/.exec(names) ?? [];
	return (quoted === void 0 ? names.slice(0, (names.length - 1) / 2) : unquoted(quoted)).replace(/^a\//, "");
}

// src/report/line-origins.ts
function originsSoFar(records) {
	const name = createStepNames();
	const steps = /* @__PURE__ */ new Map();
	let newest;
	let trees = [];
	let known = {};
	let from;
	for (const { event } of records) {
		const [agent, inner] = event.type === "subagent.event" ? [`${event.agentId}-`, event.event] : ["", event];
		if (inner.type === "step.begin") steps.set(agent, name(agent, inner.step));
		if (inner.type === "tool.end") newest = steps.get(agent) ?? newest;
		if (inner.type === "workspace.snapshot") trees.push({
			tree: inner.tree,
			step: newest
		});
		if (inner.type === "change.origins") {
			[known, from] = [inner.files, inner.tree];
			trees = [];
		}
	}
	return {
		known,
		from,
		trees: [...trees, {
			tree: "",
			step: newest
		}]
	};
}
function createStepNames() {
	const seen = /* @__PURE__ */ new Map();
	return (prefix, step) => {
		const id = `${prefix}s${step}`;
		const count = (seen.get(id) ?? 0) + 1;
		seen.set(id, count);
		return count === 1 ? id : `${id}-${count}`;
	};
}
function lineOrigins(changes, paths, known = {}) {
	const origins = new Map(Object.entries(known).filter(([path]) => paths.has(path)).map(([path, { added, removed, steps }]) => [path, {
		stretches: stretchesOf(added, removed),
		removed: [...removed],
		steps: new Set(steps)
	}]));
	for (const { patch, step } of changes) for (const file of readPatch(patch)) {
		if (!paths.has(file.path)) continue;
		const of = origins.get(file.path) ?? {
			stretches: stretchesOf([], []),
			removed: [],
			steps: /* @__PURE__ */ new Set()
		};
		origins.set(file.path, of);
		if (step !== void 0) of.steps.add(step);
		of.stretches = followed(of.stretches, file, step ?? "", of.removed);
	}
	return Object.fromEntries([...origins].map(([path, { stretches, removed, steps }]) => [path, {
		added: addedRuns(stretches),
		removed,
		steps: [...steps]
	}]));
}
function stretchesOf(added, removed) {
	const stretches = [];
	const gone = removed.toSorted(([a], [b]) => a - b);
	let next = 0;
	let base = 1;
	const kept = (count) => {
		let left = count;
		while (left > 0) {
			for (; gone[next]?.[0] === base; next += 1) base += gone[next]?.[1] ?? 0;
			const part = Math.min(left, (gone[next]?.[0] ?? Number.POSITIVE_INFINITY) - base);
			stretches.push({
				count: part,
				base
			});
			base += part;
			left -= part;
		}
	};
	let line = 1;
	for (const [first, count, owner] of added) {
		kept(first - line);
		stretches.push({
			count,
			owner
		});
		line = first + count;
	}
	kept(Number.POSITIVE_INFINITY);
	return stretches;
}
function followed(before, file, step, removed) {
	const after = [];
	let at = 0;
	let first = before[at];
	let line = 1;
	const take = (count, to) => {
		let left = count;
		while (left > 0 && first !== void 0) {
			const part = Math.min(left, first.count);
			to({
				...first,
				count: part
			});
			left -= part;
			line += part;
			const base = first.base === void 0 ? void 0 : first.base + part;
			first = first.count === part ? before[at += 1] : {
				...first,
				count: first.count - part,
				base
			};
		}
	};
	for (const { lines, oldStart } of file.hunks) {
		const gone = lines.filter(({ sign }) => sign === "-");
		const come = lines.filter(({ sign }) => sign === "+").length;
		take((gone.length > 0 ? oldStart : oldStart + 1) - line, (stretch) => after.push(stretch));
		take(gone.length, ({ base, count }) => {
			if (base !== void 0) removed.push([
				base,
				count,
				step
			]);
		});
		if (come > 0) after.push({
			count: come,
			owner: step
		});
	}
	return [
		...after,
		...first === void 0 ? [] : [first],
		...before.slice(at + 1)
	];
}
function addedRuns(stretches) {
	let line = 1;
	return stretches.flatMap(({ count, owner }) => {
		const first = line;
		line += count;
		return owner === void 0 ? [] : [[
			first,
			count,
			owner
		]];
	});
}
function createOriginOf({ added, removed }) {
	const stepAt = {
		"+": stepsOf(added),
		"-": stepsOf(removed.toSorted(([a], [b]) => a - b))
	};
	return (line) => {
		if (line.sign === "+") return stepAt["+"](line.new ?? 0);
		return line.sign === "-" ? stepAt["-"](line.old ?? 0) : void 0;
	};
}
function stepsOf(runs) {
	let next = 0;
	return (line) => {
		let run = runs[next];
		for (; run !== void 0 && run[0] + run[1] <= line; run = runs[next]) next += 1;
		return run === void 0 || line < run[0] ? void 0 : run[2] || void 0;
	};
}

// src/report/html.ts
var Html = class {
	text;
	constructor(text) {
		this.text = text;
	}
};
function markup(strings, ...values) {
	return new Html(strings.map((part, at) => part + (at < values.length ? valueText(values[at]) : "")).join(""));
}
function valueText(value) {
	if (value === void 0 || value === false) return "";
	if (value instanceof Html) return value.text;
	return typeof value === "object" ? value.map(valueText).join("") : escaped(plainText(String(value)));
}
function shortened(text, most, where) {
	return headTail(text, most, (dropped) => `[${grouped(dropped)} characters left out; ${where}]`);
}
const UNSEEN = /[\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;
const SPECIAL = /[&<>"'`]/g;
function escaped(text) {
	return text.replace(SPECIAL, (char) => `&#${char.codePointAt(0)};`).replace(UNSEEN, (char, at, whole) => {
		if ((char === "‍" || char === "️") && isInPicture(whole, at)) return char;
		return `<span class="inv">U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}</span>`;
	});
}
function isInPicture(text, at) {
	return /(?:\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})$/u.test(text.slice(Math.max(0, at - 4), at));
}

// src/report/report.ts
const CALL_STATES = {
	done: {
		became: "done",
		mark: "✓",
		tone: "good",
		isDecision: false
	},
	failed: {
		became: "failed",
		mark: "✗",
		tone: "bad",
		isDecision: false
	},
	rejected: {
		became: "rejected",
		mark: "⛔",
		tone: "bad",
		isDecision: true
	},
	waits: {
		became: "waits",
		mark: "…",
		tone: "wait",
		isDecision: true
	},
	answered: {
		became: "approved",
		mark: "✓",
		tone: "good",
		isDecision: true
	},
	open: {
		became: "no result",
		mark: "–",
		tone: "quiet",
		isDecision: false
	}
};
function reportCall(call) {
	const { asked, judged, held, end, result } = call;
	const { capabilities = [], decision } = judged ?? {};
	const waiting = result === void 0 ? held : void 0;
	const name = asked?.name ?? "";
	return {
		name,
		kind: kindOf(capabilities),
		arguments: asked?.arguments ?? "",
		summary: waiting?.summary ?? judged?.summary ?? name,
		state: stateOf(call),
		rule: waiting?.rule ?? (decision && decidedBy(decision)),
		reason: waiting === void 0 ? decision?.reason : waiting.reason,
		writes: capabilities.flatMap((need) => need.kind === "write" ? [need.path] : []),
		result: result?.content,
		pictures: result?.images ?? [],
		durationMs: end?.durationMs,
		blob: end?.blob
	};
}
function stateOf({ judged, held, result }) {
	if (result === void 0) return held === void 0 ? "open" : "waits";
	const decision = judged?.decision;
	if (decision?.verdict === "reject") return "rejected";
	if (decision?.verdict === "defer") return "waits";
	if (result.isError) return "failed";
	return decision !== void 0 && isAnswer(decision) ? "answered" : "done";
}
function kindOf(capabilities) {
	const kinds = new Set(capabilities.map(({ kind }) => kind));
	if (kinds.has("write")) return "edit";
	if (kinds.has("exec")) return "command";
	return kinds.has("read") ? "read" : "other";
}
function callsOfRun(run) {
	const of = (items, step) => items.flatMap((item) => {
		if (item.type === "call") return [{
			call: reportCall(item.call),
			step
		}];
		return item.type === "agent" ? callsOfRun(item.run) : [];
	});
	return [...of(run.before, void 0), ...run.steps.flatMap((step) => of(step.items, step))];
}
function stepsIn(run) {
	const nested = (items) => items.flatMap((item) => item.type === "agent" ? stepsIn(item.run) : []);
	return [...nested(run.before), ...run.steps.flatMap((step) => [step, ...nested(step.items)])];
}

// src/report/page-changes.ts
function changes({ files, origins, steps, maxLines }) {
	let left = maxLines;
	const parts = files.map((file) => {
		const shown = left > 0;
		const body = shown ? fileBody(file, origins?.[file.path], {
			steps,
			most: left
		}) : void 0;
		left -= file.hunks.reduce((sum, { lines }) => sum + lines.length, 0);
		const state = file.state === "changed" ? "" : ` ${file.state}`;
		return markup`<details class="file" ${shown && markup` open`}><summary><code>${file.path}</code>${state} <span class="good">+${file.added}</span> <span class="bad">−${file.removed}</span></summary>${body ?? markup`<div class="by">Left out here; it is in changes.patch.</div>`}</details>`;
	});
	const none = files.length === 0 && markup`<p class="quiet">No file was changed.</p>`;
	return markup`<h2 id="changes">Changes</h2>${none}${parts}`;
}
function fileBody(file, origins, { steps, most }) {
	const facts = file.facts.length > 0 && markup`<div class="by">${file.facts.join(", ")}</div>`;
	if (file.isBinary || file.hunks.length === 0) {
		const what = file.isBinary ? markup`<div class="by">A binary file.</div>` : void 0;
		return markup`${facts}${what}${byLine(new Set(origins?.steps), file.path, steps)}`;
	}
	const originOf = createOriginOf(origins ?? {
		added: [],
		removed: []
	});
	let left = most;
	return markup`${facts}${file.hunks.map((hunk) => {
		const lines = hunk.lines.slice(0, Math.max(0, left));
		left -= hunk.lines.length;
		const cut = hunk.lines.length - lines.length;
		const authors = hunk.lines.flatMap((line) => originOf(line) ?? []);
		return markup`${byLine(new Set(authors), file.path, steps)}<div class="wide"><table class="diff">${lines.map(row)}</table></div>${cut > 0 && markup`<div class="by">${counted(cut, "line")} left out here; they are in changes.patch.</div>`}`;
	})}`;
}
function byLine(ids, path, steps) {
	if (ids.size === 0) return markup`<div class="by">No step of this run made it, or that was not recorded.</div>`;
	const parts = [...ids].map((id, at) => {
		const step = steps.get(id);
		const by = (step === void 0 ? [] : makers(step.items, path)).map((call) => markup` · ${call.kind === "command" ? markup`<code>${call.summary}</code>` : call.name} · by <code>${call.rule}</code>`);
		return markup`${at > 0 && "; "}<a href="#${id}">step ${id.replace(/^s/, "")}</a>${by}`;
	});
	return markup`<div class="by">${parts}</div>`;
}
function makers(items, path) {
	const ran = items.flatMap((item) => item.type === "call" ? [reportCall(item.call)] : []).filter(({ state }) => state === "done" || state === "answered" || state === "failed");
	const direct = ran.filter(({ writes }) => writes.some((written) => written === path || path.startsWith(`${written}/`)));
	return direct.length > 0 ? direct : ran.filter(({ kind }) => kind === "command" || kind === "other").filter(({ rule }) => rule !== void 0 && !rule.startsWith("builtin:no-effect"));
}
const CLASSES = {
	" ": "",
	"+": "plus",
	"-": "minus",
	"\\": "quiet"
};
function row({ sign, text, old, new: next }) {
	const shown = text.length > 2e3 ? `${text.slice(0, 2e3)} [${text.length - 2e3} characters left out]` : text;
	return markup`<tr class="${CLASSES[sign]}"><td class="no">${old}</td><td class="no">${next}</td><td class="sign">${sign === " " ? "" : sign}</td><td><code>${shown}</code></td></tr> `;
}

// src/report/page-steps.ts
function chart(run) {
	const steps = stepsIn(run).slice(0, MAX_BARS);
	if (steps.length < 2) return void 0;
	const time = Math.max(1, ...steps.map(({ sums: { modelMs, toolMs } }) => modelMs + toolMs));
	const cost = Math.max(...steps.map(({ sums: { costUsd = 0 } }) => costUsd));
	const tokens = Math.max(1, ...steps.map(({ sums }) => sums.tokens));
	const part = ({ sums: { costUsd = 0, tokens: used } }) => cost > 0 ? costUsd / cost : used / tokens;
	const percent = (share) => `${(share * 100).toFixed(2)}%`;
	const rows = steps.map((step) => {
		const model = step.sums.modelMs / time;
		return markup`<tr><td><a href="#${step.id}">${step.id}</a></td><td class="bar"><svg role="img" aria-label="${duration(step.sums.modelMs)} of the model, ${duration(step.sums.toolMs)} of tools"><rect class="model" width="${percent(model)}" height="12" /><rect class="tool" x="${percent(model)}" width="${percent(step.sums.toolMs / time)}" height="12" /></svg></td><td>${duration(step.sums.modelMs + step.sums.toolMs)}</td><td class="bar"><svg aria-hidden="true"><rect class="money" width="${percent(part(step))}" height="12" /></svg></td><td class="far">${cost > 0 ? money(step.sums.costUsd ?? 0) : counted(step.sums.tokens, "token")}</td></tr> `;
	});
	return markup`<h2 id="time">Time and cost</h2><p class="quiet"><span class="key model"></span>model <span class="key tool"></span>tools <span class="key money"></span>${cost > 0 ? "cost" : "tokens"}</p><div class="wide"><table class="chart">${rows}</table></div>`;
}
const MAX_BARS = 200;
function stepList({ run, maxChars, maxSteps, maxPictures }) {
	const calls = callsOfRun(run).map(({ call }) => call);
	const pictures = newestWithin(calls, maxPictures);
	const count = (name) => calls.filter(({ kind, state }) => kind === name || state === name).length;
	const filters = [
		"edit",
		"command",
		"read",
		"rejected",
		"failed",
		"waits",
		"answered"
	].filter((kind) => count(kind) > 0);
	return markup`<h2 id="steps">Steps</h2><nav aria-label="Filter" hidden><button type="button" data-show="" aria-pressed="true">all ${calls.length}</button>${filters.map((kind) => markup`<button type="button" data-show="${kind}" aria-pressed="false">${kind} ${count(kind)}</button>`)}<input id="search" type="search" placeholder="search (/)" aria-label="search" /><button type="button" id="unfold" data-open="false">unfold all</button></nav>${agent(run, {
		maxChars,
		maxSteps,
		pictures
	})}`;
}
function newestWithin(calls, maxChars) {
	let left = maxChars;
	const newest = calls.flatMap(({ pictures }) => pictures).toReversed();
	return new Set(newest.filter(({ data }) => (left -= data.length) >= 0));
}
function agent(run, options) {
	const { maxSteps } = options;
	const { steps } = run;
	const over = steps.length - maxSteps;
	const head = over > 0 ? steps.slice(0, Math.ceil(maxSteps / 2)) : steps;
	const tail = over > 0 ? steps.slice(steps.length - Math.floor(maxSteps / 2)) : [];
	const cut = over > 0 && markup`<p class="note">${counted(over, "step")} left out here; they are in transcript.md and journal.jsonl.</p>`;
	const list = (some) => some.map((step) => section(step, options));
	return markup`${run.before.map((item) => shownItem(item, options))}${list(head)}${cut}${list(tail)}`;
}
function section(step, options) {
	const cost = step.sums.costUsd === void 0 || step.sums.costUsd === 0 ? "" : ` · ${money(step.sums.costUsd)}`;
	return markup`<section class="step" id="${step.id}"><h3><a href="#${step.id}">Step ${step.id.replace(/^s/, "")}</a> <span class="quiet">${duration(step.sums.modelMs + step.sums.toolMs)} · ${grouped(step.sums.tokens)} tokens${cost}</span></h3>${step.items.map((item) => shownItem(item, options))}</section> `;
}
function shownItem(item, options) {
	const cut = (text) => shortened(text, options.maxChars, "journal.jsonl has it whole");
	switch (item.type) {
		case "say": return markup`<p class="say">${cut(item.text)}</p>`;
		case "person": return markup`<details class="think"><summary class="quiet">Message: ${oneLine(item.text, 100)}</summary><pre>${cut(item.text)}</pre></details>`;
		case "think": return markup`<details class="think"><summary class="quiet">Reasoning: ${oneLine(item.text, 100)}</summary><pre>${cut(item.text)}</pre></details>`;
		case "note": return markup`<p class="note ${item.tone ?? ""}">${cut(item.text)}</p>`;
		case "agent": return markup`<details class="agent"><summary>Subagent ${item.id} (${item.name}): ${counted(item.run.steps.length, "step")}</summary>${agent(item.run, options)}</details>`;
		case "call": return shownCall(reportCall(item.call), options);
	}
}
function shownCall(call, { maxChars, pictures }) {
	const { mark, tone, became } = CALL_STATES[call.state];
	const took = call.durationMs === void 0 ? "" : ` · ${duration(call.durationMs)}`;
	const rule = call.rule === void 0 ? "" : markup` by <code>${call.rule}</code>`;
	const whole = call.blob === void 0 ? "journal.jsonl has it whole" : `${call.blob} has it whole`;
	return markup`<details class="call" data-kinds="${call.kind} ${call.state}"><summary><span class="mark ${tone}">${mark}</span><span class="what mono">${oneLine(call.summary, 200)}</span><small>${became}${rule}${took}</small></summary>${call.reason !== void 0 && markup`<div class="part"><b>reason</b><pre>${call.reason}</pre></div>`}${argumentsOf(call).map(([name, value]) => markup`<div class="part"><b>${name}</b><pre>${shortened(value, maxChars, "journal.jsonl has it whole")}</pre></div>`)}${call.result !== void 0 && markup`<div class="part"><b>result</b><pre>${shortened(call.result, maxChars, whole)}</pre></div>`}${call.pictures.map((one) => shownPicture(one, pictures))}</details> `;
}
function shownPicture(one, pictures) {
	const { mediaType, data } = one;
	if (pictures.has(one)) return markup`<img alt="picture of this call" src="data:${mediaType};base64,${data}" />`;
	return markup`<p class="quiet">[picture: ${mediaType}, ${data.length} characters of base64]</p>`;
}
function argumentsOf(call) {
	const value = parseJson(call.arguments);
	if (!isRecord(value)) return [[call.name, call.arguments]];
	return Object.entries(value).map(([name, each]) => [name, typeof each === "string" ? each : JSON.stringify(each, null, 1)]);
}

// src/report/page-verdict.ts
const MAX_TEXT = 2e4;
const MAX_ROWS = 200;
function toneOf(end) {
	if (end === void 0) return "bad";
	if (end.outcome === "deferred" || (end.heldFiles?.length ?? 0) > 0) return "wait";
	return hasTrait(end.outcome, "good") ? "good" : "bad";
}
function titleOf({ end }) {
	return end === void 0 ? "Ended without a result" : OUTCOMES[end.outcome].title.replace(/^\P{L}+/u, "");
}
function verdict(report, files) {
	const { begin, end, main } = report;
	const calls = callsOfRun(main);
	const count = (state) => calls.filter(({ call }) => call.state === state).length;
	const decided = [
		link(count("answered"), "answered by a person", "good"),
		link(count("rejected"), "rejected", "bad"),
		link(report.waiting.length, "waiting for an answer", "wait")
	].filter((part) => part !== void 0);
	const added = files.reduce((sum, file) => sum + file.added, 0);
	const removed = files.reduce((sum, file) => sum + file.removed, 0);
	const said = end?.text ?? end?.reason ?? "The journal has no end: the run was killed, or it still runs.";
	const why = end?.text !== void 0 && end.outcome !== "completed" && markup`<p class="quiet">${end.reason}</p>`;
	const checks = report.verification.map(({ command, passed }) => markup` · <span class="${passed ? "good" : "bad"}">${passed ? "✓" : "✗"}</span> <code>${command}</code>`);
	const sums = markup`<span class="good">+${added}</span> <span class="bad">−${removed}</span>`;
	return markup`<header class="verdict ${toneOf(end)}"><h1>${titleOf(report)}</h1>
<p>${shortened(said, MAX_TEXT, "outcome.json has it whole")}</p>${why}
<p class="quiet"><a href="#changes">${counted(files.length, "file")} changed</a> ${sums}${checks}${decided.map((part) => markup` · ${part}`)}</p>
${heldBack(end)}${nextSteps(report)}
<ul class="facts">${facts(report, main.steps).map((fact) => markup`<li>${fact}</li>`)}</ul></header>
${begin !== void 0 && markup`<details><summary class="quiet">Task</summary><pre>${shortened(begin.task, MAX_TEXT, "journal.jsonl has it whole")}</pre></details>`}`;
}
function heldBack(end) {
	const files = (end?.heldFiles ?? []).slice(0, MAX_ROWS);
	const names = files.map(({ path, rule }, at) => markup`${at > 0 && ", "}<code>${path}</code> (${rule})`);
	return files.length === 0 ? void 0 : markup`<p class="wait">Not published as they are: ${names}</p>`;
}
function link(count, words, tone) {
	return count === 0 ? void 0 : markup`<a href="#decisions" class="${tone}">${count} ${words}</a>`;
}
function isInCheckout({ end, begin }) {
	if (end?.checkout !== void 0) return end.checkout.kind === "applied";
	return begin !== void 0 && begin.origin === void 0;
}
function nextSteps({ end, waiting, begin }) {
	const isApplied = isInCheckout({
		end,
		begin
	});
	const commands = [
		...waiting.map(({ digest }) => `kimi-runner resume <bundle> --approve ${digest.slice(0, 12)}`),
		...end === void 0 || !hasTrait(end.outcome, "final") && waiting.length === 0 ? ["kimi-runner resume <bundle>"] : [],
		...(end?.filesChanged ?? 0) > 0 && begin?.readOnly !== true && !isApplied ? ["kimi-runner apply <bundle>"] : []
	];
	if (commands.length === 0) return void 0;
	const asked = waiting.length > 0 ? " On GitHub, answer the comment of the run." : "";
	return markup`<p>Next: ${commands.slice(0, 5).map((command, at) => markup`${at > 0 && " · "}<code>${command}</code>`)}${asked}</p>`;
}
function facts({ begin, end, workedMs, waitedMs }, steps) {
	const limit = begin?.limits.steps;
	const waited = waitedMs > 0 ? `, waited ${duration(waitedMs)}` : "";
	return [
		...begin === void 0 ? [] : [begin.model, `agent ${begin.agent}`],
		stepsOf$1(end?.steps ?? steps.length, limit),
		...end === void 0 ? [] : [counted(totalTokens(end.usage), "token"), end.costUsd === void 0 ? "cost unknown" : money(end.costUsd)],
		`${duration(workedMs)}${waited}`,
		...isInCheckout({
			end,
			begin
		}) && (end?.filesChanged ?? 0) > 0 ? ["applied to the checkout"] : [],
		...end?.sandbox === void 0 ? [] : [`sandbox ${end.sandbox.rung} ${end.sandbox.held}/${end.sandbox.probes}`],
		...begin === void 0 ? [] : [`policy ${begin.policyDigest.slice(0, 8)}`]
	];
}
function decisions({ main }) {
	const rows = callsOfRun(main).flatMap(({ call: { state, summary, rule, reason }, step }) => {
		const { became, tone, isDecision } = CALL_STATES[state];
		if (!isDecision) return [];
		return markup`<li class="${tone}"><b>${became}</b> ${oneLine(summary, 300)} <span class="quiet">${step !== void 0 && markup`<a href="#${step.id}">step ${step.sums.number}</a>`} · <code>${rule}</code>${reason !== void 0 && `: ${oneLine(reason, 500)}`}</span></li>`;
	});
	if (rows.length === 0) return void 0;
	const over = rows.length - MAX_ROWS;
	const more = over > 0 && markup`<p class="quiet">${over} more are in transcript.md.</p>`;
	return markup`<h2 id="decisions">Decisions</h2><ul class="list">${rows.slice(0, MAX_ROWS)}</ul>${more}`;
}

// src/report/read-report.ts
function readReport(records) {
	const story = createStory();
	const reader = createReader("", createStepNames());
	let facts = NO_FACTS;
	for (const record of records) {
		facts = foldRecord(facts, record);
		reader.add(story.apply(record.event, Date.parse(record.time)));
	}
	const { ms, firstAt = 0, lastAt = 0 } = facts.worked;
	return {
		begin: facts.begin,
		end: facts.outcome,
		main: reader.run,
		verification: facts.verification?.results ?? [],
		waiting: waitingCalls(facts.asked),
		origins: facts.origins,
		records: records.length,
		chain: records.at(-1)?.hash ?? "",
		workedMs: ms,
		waitedMs: lastAt - firstAt - ms
	};
}
function createReader(prefix, stepName) {
	const run = {
		before: [],
		steps: []
	};
	const subagents = /* @__PURE__ */ new Map();
	const items = () => run.steps.at(-1)?.items ?? run.before;
	const agentOf = ({ agentId, agent }) => {
		const known = subagents.get(agentId);
		if (known !== void 0) return known;
		const reader = createReader(`${agentId}-`, stepName);
		subagents.set(agentId, reader);
		items().push({
			type: "agent",
			id: agentId,
			name: agent,
			run: reader.run
		});
		return reader;
	};
	const put = (entry) => {
		switch (entry.type) {
			case "step":
				run.steps.push({
					id: stepName(prefix, entry.step.number),
					sums: entry.step,
					items: []
				});
				return;
			case "input":
				if (entry.message.synthetic !== true) items().push({
					type: "person",
					text: entry.message.content
				});
				return;
			case "answer":
				items().push(...shown(entry.message, entry.calls));
				return;
			case "note":
				if (entry.note.only !== "console") items().push(noteItem(entry.note));
				return;
			case "agent":
				agentOf(entry.event).add(entry.entries);
				return;
		}
	};
	return {
		run,
		add: (entries) => entries.forEach(put)
	};
}
function shown({ blocks }, calls) {
	const inOrder = calls.values();
	return blocks.flatMap((block) => {
		if (block.type === "opaque") return [];
		if (block.type === "call") {
			const { value } = inOrder.next();
			return value === void 0 ? [] : [{
				type: "call",
				call: value
			}];
		}
		const { type, text } = block;
		return text.trim() === "" ? [] : [{
			type: type === "text" ? "say" : "think",
			text
		}];
	});
}
function noteItem({ words, parts = [], tone }) {
	const lines = parts.flatMap((part) => [...part.words ? [plainWords(part.words)] : [], ...part.text ? [part.text] : []]);
	return {
		type: "note",
		text: [plainWords(words), ...lines].join("\n"),
		...tone === void 0 ? {} : { tone }
	};
}

// src/report/script.ts
const SCRIPT = `
"use strict";
(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const buttons = all("nav button[data-show]");
  const search = document.querySelector("#search");
  const calls = all(".call");
  const steps = all(".step");
  let shown = "";
  document.querySelector("nav").hidden = false;
  const apply = () => {
    const words = search.value.toLowerCase();
    for (const call of calls) {
      const kinds = call.dataset.kinds.split(" ");
      call.hidden = (shown !== "" && !kinds.includes(shown)) || (words !== "" && !call.textContent.toLowerCase().includes(words));
    }
    const filters = shown !== "" || words !== "";
    for (const step of steps)
      step.hidden = filters && !step.querySelector(".call:not([hidden])") && !(shown === "" && step.textContent.toLowerCase().includes(words));
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.show === shown));
  };
  for (const button of buttons) button.addEventListener("click", () => { shown = button.dataset.show; apply(); });
  search.addEventListener("input", apply);
  const unfold = document.querySelector("#unfold");
  const setAll = (open) => {
    for (const each of all(".call, .agent, .think")) each.open = open;
    unfold.textContent = open ? "fold all" : "unfold all";
    unfold.dataset.open = String(open);
  };
  unfold.addEventListener("click", () => setAll(unfold.dataset.open !== "true"));
  const open = (target) => {
    for (let each = target; each; each = each.parentElement) if (each.tagName === "DETAILS") each.open = true;
  };
  const follow = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target) { open(target); target.scrollIntoView(); }
  };
  addEventListener("hashchange", follow);
  if (location.hash) follow();
  let here = -1;
  const go = (by) => {
    const seen = steps.filter((step) => !step.hidden);
    here = Math.max(0, Math.min(seen.length - 1, here + by));
    for (const step of steps) step.classList.toggle("here", step === seen[here]);
    if (seen[here]) { open(seen[here].parentElement); seen[here].scrollIntoView({ block: "start" }); }
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === search) { if (event.key === "Escape") search.blur(); return; }
    if (event.key === "j") go(1);
    else if (event.key === "k") go(-1);
    else if (event.key === "o") setAll(unfold.dataset.open !== "true");
    else if (event.key === "/") { event.preventDefault(); search.focus(); }
  });
  addEventListener("beforeprint", () => setAll(true));
})();
`;

// src/report/style.ts
const STYLE = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1f2328;--quiet:#59636e;--line:#d1d9e0;--area:#f6f8fa;--link:#0969da;--good:#1a7f37;--bad:#d1242f;--wait:#9a6700;--plus:#dafbe1;--minus:#ffebe9;--model:#54aeff;--tool:#4ac26b;--money:#c297ff}
@media(prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--quiet:#9198a1;--line:#3d444d;--area:#151b23;--link:#4493f8;--good:#3fb950;--bad:#f85149;--wait:#d29922;--plus:#12261e;--minus:#2d1517;--model:#1f6feb;--tool:#238636;--money:#8957e5}}
*{box-sizing:border-box}
html{scroll-padding-top:56px}
body{margin:0 auto;max-width:1080px;padding:24px 20px 60px;background:var(--bg);color:var(--fg);font:15px/1.55 system-ui,"Segoe UI","Noto Sans",Helvetica,Arial,sans-serif}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
code,pre,.mono{font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{overflow-wrap:anywhere}
img{display:block;max-width:100%;margin:4px 0;border:1px solid var(--line);border-radius:5px}
pre{margin:4px 0;padding:8px 10px;max-height:440px;overflow:auto;background:var(--area);border-radius:5px;white-space:pre-wrap;overflow-wrap:anywhere}
h1{margin:0;font-size:24px;line-height:1.3}
h2{margin:34px 0 10px;padding-bottom:6px;border-bottom:1px solid var(--line);font-size:18px}
h3{margin:0 0 6px;font-size:15px}
summary{cursor:pointer}
.quiet{color:var(--quiet);font-size:13px}.good{color:var(--good)}.bad{color:var(--bad)}.wait{color:var(--wait)}
.verdict{padding:2px 0 2px 16px;border-left:5px solid var(--line)}
.verdict.good{border-color:var(--good);color:inherit}.verdict.bad{border-color:var(--bad);color:inherit}.verdict.wait{border-color:var(--wait);color:inherit}
.verdict p{margin:6px 0;white-space:pre-wrap;overflow-wrap:anywhere}
.facts{display:flex;flex-wrap:wrap;gap:6px;margin:12px 0 0;padding:0;list-style:none}
.facts li{padding:1px 10px;border:1px solid var(--line);border-radius:20px;font-size:13px;overflow-wrap:anywhere}
.file{margin:10px 0;border:1px solid var(--line);border-radius:6px;overflow:hidden}
.file>summary{padding:7px 12px;background:var(--area);overflow-wrap:anywhere}
.by{padding:4px 12px;border-top:1px solid var(--line);background:var(--area);color:var(--quiet);font-size:13px;overflow-wrap:anywhere}
.wide{overflow-x:auto}
.diff{width:100%;border-collapse:collapse}
.diff td{padding:0 8px;white-space:pre;vertical-align:top}.diff code{overflow-wrap:normal}
.diff .no{width:1%;color:var(--quiet);text-align:right;font:12px/1.6 ui-monospace,monospace;user-select:none}
.diff .sign{width:1%;padding:0;user-select:none}
.diff .plus{background:var(--plus)}.diff .minus{background:var(--minus)}
.list{margin:0;padding:0;list-style:none}
.list li{margin:6px 0;padding:6px 12px;border:1px solid var(--line);border-left:4px solid var(--wait);border-radius:6px;overflow-wrap:anywhere}
.list li.bad{border-left-color:var(--bad);color:inherit}.list li.good{border-left-color:var(--good);color:inherit}.list li.wait{color:inherit}
.list b{display:inline-block}.list b::first-letter{text-transform:uppercase}
.chart{width:100%;border-collapse:collapse}
.chart td,.chart th{padding:1px 6px;font-size:13px;font-weight:400;text-align:left;white-space:nowrap}
.chart svg{display:block;width:100%;height:12px}.chart .bar{width:44%}
.chart tr:hover{background:var(--area)}
.model{fill:var(--model);background:var(--model)}.tool{fill:var(--tool);background:var(--tool)}.money{fill:var(--money);background:var(--money)}
.key{display:inline-block;width:10px;height:10px;margin:0 4px 0 12px}
nav{display:flex;flex-wrap:wrap;gap:6px;position:sticky;top:0;z-index:1;padding:8px 0;background:var(--bg)}
nav button,nav input{min-height:32px;padding:4px 10px;border:1px solid var(--line);border-radius:6px;background:var(--area);color:var(--fg);font:13px system-ui,sans-serif}
nav button[aria-pressed=true]{border-color:var(--link);background:var(--link);color:#fff}
nav input{flex:1;min-width:120px}
.step{margin:16px 0;padding-left:12px;border-left:2px solid var(--line)}
.step:target,.step.here{border-color:var(--link)}
.step h3 a{color:inherit}
.say{margin:4px 0 8px;white-space:pre-wrap;overflow-wrap:anywhere}
.note{margin:4px 0;color:var(--quiet);font-size:13px;white-space:pre-wrap;overflow-wrap:anywhere}
.note.bad{color:var(--bad)}.note.waits{color:var(--wait)}
.call{margin:5px 0;border:1px solid var(--line);border-radius:6px}
.call>summary{display:flex;gap:8px;align-items:baseline;padding:5px 10px;list-style:none}
.call>summary::-webkit-details-marker{display:none}
.call .what{flex:1;overflow-wrap:anywhere}
.call>summary small{color:var(--quiet);text-align:right}
.call .part{padding:4px 12px;border-top:1px solid var(--line)}
.call .part b{color:var(--quiet);font-size:12px;font-weight:600}
.mark{font-weight:700}
.agent{margin:8px 0;padding:4px 12px;border:1px dashed var(--line);border-radius:6px}
.inv{padding:0 2px;border-radius:3px;background:var(--minus);color:var(--bad);font-size:11px}
[hidden]{display:none!important}
@media(max-width:600px){body{padding:12px 12px 40px}h1{font-size:20px}.call>summary{flex-wrap:wrap}.call>summary small{flex-basis:100%;padding-left:20px;text-align:left}.chart .bar{width:30%}.chart .far{display:none}}
@media print{nav{display:none}pre{max-height:none}body{max-width:none}.diff td{white-space:pre-wrap}}
`;

// src/report/page.ts
const MAX_PAGE_BYTES = 5e6;
const SIZES = [
	{
		maxChars: 2e4,
		maxSteps: 2e3,
		maxLines: 1e4,
		maxPictures: 2e6
	},
	{
		maxChars: 4e3,
		maxSteps: 1e3,
		maxLines: 6e3,
		maxPictures: 1e6
	},
	{
		maxChars: 800,
		maxSteps: 400,
		maxLines: 3e3,
		maxPictures: 5e5
	},
	{
		maxChars: 200,
		maxSteps: 100,
		maxLines: 1e3,
		maxPictures: 2e5
	},
	{
		maxChars: 60,
		maxSteps: 10,
		maxLines: 100,
		maxPictures: 0
	}
];
function renderPage({ records, patch }) {
	const report = readReport(records);
	const files = readPatch(patch);
	const steps = new Map(stepsIn(report.main).map((step) => [step.id, step]));
	const title = `${titleOf(report)}: ${oneLine(report.begin?.task ?? "a run", 80)}`;
	const shown = files.slice(0, MAX_FILES);
	const over = files.length - shown.length;
	const more = over > 0 && markup`<p class="quiet">${counted(over, "more file is", "more files are")} in changes.patch.</p>`;
	const [top, decided, bars, foot] = [
		verdict(report, files),
		decisions(report),
		chart(report.main),
		footer(report)
	];
	for (const { maxLines, ...texts } of SIZES) {
		const changed = changes({
			files: shown,
			origins: report.origins,
			steps,
			maxLines
		});
		if (changed.text.length > 5e6) continue;
		const list = stepList({
			run: report.main,
			...texts
		});
		const page = wholePage(title, markup`${top}<main>${changed}${more}${decided}${bars}${list}</main>${foot}`);
		if (Buffer.byteLength(page) <= 5e6) return page;
	}
	return wholePage(title, markup`<h1>${titleOf(report)}</h1><p>The run is too large for a page. transcript.md and changes.patch have it.</p>`);
}
const MAX_FILES = 500;
function footer({ begin, records, chain }) {
	const start = begin && markup` Start commit <code>${begin.headCommit.slice(0, 12)}</code>. ${begin.program}.`;
	return markup`<footer class="quiet"><p>${counted(records, "record")}, chain <code>${chain.slice(0, 16)}</code>; check it with <code>kimi-runner verify</code>.${start} ${"Keys: j and k for the next and the last step, / to search, o to unfold."}</p></footer>`;
}
function wholePage(title, body) {
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${`default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; img-src data:; base-uri 'none'; form-action 'none'`}">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${markup`${title}`.text}</title><style>${STYLE}</style></head>
<body>${body.text}<script>${SCRIPT}<\/script></body></html>
`;
}
function hashOf(text) {
	return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

export { lineOrigins as a, createStepNames as i, renderPage as n, originsSoFar as o, createOriginOf as r, MAX_PAGE_BYTES as t };