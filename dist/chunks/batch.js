import { o as __toESM } from "./rolldown-runtime.js";
import { At as createRedact, E as readGivenFile, H as STOP_SIGNALS, Mt as redactDeep, O as statOrNone, P as OWN_LIMITS, R as sha256, T as namesIn$1, U as exitCode, Ut as fenced, V as OUTCOME_NAMES, Xt as plainText, _ as canonicalJson, _t as counted, at as member, bt as money, ct as configError, ht as oneLine, k as withSignals, kt as createLeakSearch, lt as describeError, n as isFullDisk, nt as totalTokens, ot as parseJson, q as NO_USAGE, r as systemReason, s as secretsOf, st as RunnerError, w as lstatOrNone, yt as grouped } from "./front.js";
import { D as sanitise, O as sanitisePlain, S as listedComment, c as githubJob, m as BATCH_MARK, r as addToSummary, s as contextOfVariables, v as answerIn } from "./github.js";
import { C as strictObject, D as union, Kt as _regex, S as refine, _ as object, a as array, c as discriminatedUnion, d as literal, g as number, i as _null, m as nullable, o as boolean, r as _enum, t as datetime, u as int, v as optional, w as string, x as record$1, yt as _gte } from "./zod.js";
import { t as require_sax } from "./sax.js";
import { $ as isEdited, B as dashboardBody, C as baseBranch, Ct as whoAmI, D as headOf$1, Dt as safeInline, Et as quotedAs, F as batchBranch, H as renderTickBox, I as checkApprover, J as REPEATABLE, K as statusOf, L as ownedPaths, M as pullsOf, Ot as safeMarkdown, P as visibleText, Pt as checkAccess, R as CODE_OWNERS_FILES, S as jobSealSecret, T as publish$1, U as tickedIn, V as openDashboard, Y as inRepo, _ as originRepository, _t as remoteOf, at as createOutgoing, b as SEAL, ct as downloadArtifacts, dt as openJobGit, et as bulleted, ft as policyAt, gt as jobSecrets, h as jobClient, ht as jobRedact, j as pullOf, kt as safeWords, lt as uploadBundle, m as outboxOf, mt as treeThere, ot as createSummaryGate, rt as checkRun, st as downloadArtifact, tt as section, v as createLedgerRef, vt as repoOf, w as containsCommit, x as createSeal, z as readCodeOwners } from "./job.js";
import { M as createGit, _ as createWorkTrees, b as judgedChange, g as changeRef, v as applyPatch } from "./git.js";
import { $a as realPath, $i as knownCost, $n as parseModelName, Ao as findCheckout, Eo as mayRun, Ii as NO_FACTS, Io as diffsIn, It as newSessionId, Jn as batchSession, Ka as versionKey, Mi as stateOf$1, Oo as trustedPath, Pi as foldRecord, Pn as findKnownModel, To as identityOf, Xn as settle, Ya as makeScratch, Za as removeScratchDir, _n as DEFAULT_MODEL$1, aa as differsHere, bo as makeFolders, ca as readHead, cr as stateDir, cs as configEnvironment, di as sessionFacts, do as parseJournal, dt as MODEL_OPTIONS, ea as withOpenCharged, eo as isWithin$1, gn as answersOf, go as openBundle, hi as findLeaks, ho as isBundleFile, ia as committedPolicyPaths, is as objectId, la as readTrustedFiles, li as readSession, lo as lockFile, mi as describeLeaks, mt as WORKBENCH_OPTIONS, na as strictJson, or as prepareSandbox, os as TRUST_OWNER, pt as RUN_OPTIONS, qa as nearest, qn as estimateText, ra as proxyEnvOf, rr as openWorkbench, sa as openRepository, ta as shellWord, tr as requireNotRetired, us as systemClock, vt as readRunOptions } from "./core.js";
import { Ct as named, Dt as setting, H as globProblem, M as runChecks, Ot as text$2, P as judgeChange, Q as baseName, R as loadPolicyOf, St as mapping, Tt as oneOf, V as compileGlobs, _t as modelName, bt as flag, ct as unknownName, kt as whole, ot as readYaml, st as fieldName, vt as checked, wt as number$1, xt as list, yt as describe } from "./toolbox.js";
import { s as analyseCommand } from "./shell.js";
import { n as requirePolicyOf } from "./batch-task.js";
import { fileURLToPath } from "node:url";
import { isUtf8 } from "node:buffer";
import { stripVTControlCharacters } from "node:util";
import { randomUUID } from "node:crypto";
import { appendFileSync, closeSync, cpSync, existsSync, fdatasyncSync, fstatSync, ftruncateSync, globSync, lstatSync, mkdirSync, openSync, readFileSync, readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, posix, relative, resolve } from "node:path";
import { spawn } from "node:child_process";
import { availableParallelism, hostname } from "node:os";
import { createInterface } from "node:readline";

// src/batch/file/template.ts
const PIECE = /\\\{\{|\{\{([^{}]*)\}\}/g;
function piecesOf(template) {
	const pieces = [];
	let end = 0;
	for (const match of template.matchAll(PIECE)) {
		const [all, name] = match;
		if (match.index > end) pieces.push({
			kind: "text",
			text: template.slice(end, match.index)
		});
		pieces.push(name === void 0 ? {
			kind: "text",
			text: "{{"
		} : {
			kind: "field",
			text: name.trim()
		});
		end = match.index + all.length;
	}
	if (end < template.length) pieces.push({
		kind: "text",
		text: template.slice(end)
	});
	return pieces;
}
function templateProblem(template) {
	const pieces = piecesOf(template);
	if (pieces.some(({ kind, text }) => kind === "field" && text === "")) return "a name between {{ and }}";
	return pieces.some(({ kind, text }) => kind === "text" && text !== "{{" && text.includes("{{")) ? "}} after each {{name}}, and \\{{ for two braces that are meant" : void 0;
}
function fieldsOf(template) {
	return [...new Set(piecesOf(template).flatMap(({ kind, text }) => kind === "field" ? [text] : []))];
}
function fillFields(template, fields, write = (value) => value) {
	return piecesOf(template).map(({ kind, text }) => {
		if (kind === "text") return text;
		const value = Object.hasOwn(fields, text) ? fields[text] : void 0;
		if (value === void 0) throw new TypeError(`no field ${text}`);
		return write(value);
	}).join("");
}

// src/batch/file/verify-template.ts
const probeOf = (place) => `k\\nk'e"k;k|k&k $(k) \`k\` $k {k,k} *<k>#k${place}k`;
const PLACE = {
	cwd: ".",
	workDir: "/work"
};
const TAKES_CODE = [
	[/^node$/, /^(-[a-z]*[ep][a-z]*|--eval|--print)(=|$)|^(--(import|require|loader)=)?data:/],
	[/^bun$/, /^(-e|-p|--eval|--print)(=|$)/],
	[/^deno$/, /^(eval|repl)$/],
	[/^python[\d.]*$/, /^-[A-Za-z]*c/],
	[/^perl[\d.]*$/, /^-[A-Za-z0-9]*[eE]/],
	[/^(ruby|lua|groovy|osascript)[\d.]*$/, /^-[a-z]*e/],
	[/^php[\d.]*$/, /^-[rBRE]/],
	[/^(Rscript|julia|elixir)$/, /^(-[eE]|--eval|--print|--rpc-eval)/],
	[/^pwsh$/, /^-[ceCE]/],
	[/^(vim?|nvim|emacs)$/, /^(-c|\+|--cmd|--eval|-S|-s)/],
	[/^(ba|da|z|k|a|mk|fi)?sh$/, /^-[a-z]*c$/],
	[/^printf$/, /^-v/],
	[/^(ed|ex|ssh|su|watch|parallel|script|flock|eval|trap|busybox|xargs|docker|podman|kubectl)$/, /^/]
];
function commandProblem(command) {
	const problem = templateProblem(command);
	if (problem !== void 0) return problem;
	if (!/\S/.test(command) || command.includes("\0")) return "a command line, like \"npm test -- {{path}}\"";
	const probes = [];
	const filled = piecesOf(command).map(({ kind, text }) => {
		if (kind === "text") return text;
		const probe = probeOf(probes.length);
		probes.push(probe);
		return shellWord(probe);
	});
	if (probes.length === 0) return void 0;
	const { parts, problem: unknown } = analyseCommand(filled.join(""), PLACE);
	const names = parts.flatMap((part) => part.kind === "command" ? [part.words[0]?.value ?? ""] : []);
	const words = parts.flatMap((part) => part.kind === "command" ? [...part.words.slice(1).map(({ value = "" }) => value), part.cwd ?? ""] : [part.path]);
	const isWord = (probe) => words.some((word) => word.includes(probe)) && !names.some((name) => name.includes(probe));
	const isCode = parts.some((part) => {
		if (part.kind !== "command") return false;
		return [part.words, ...part.may].some((argv) => {
			const [name = "", ...rest] = argv.map(({ value = "" }) => value);
			return TAKES_CODE.some(([program, word]) => program.test(baseName(name)) && rest.some((text) => word.test(text)));
		});
	});
	if (unknown === void 0 && !isCode && probes.every(isWord)) return void 0;
	return `fields as separate arguments, without quotes, of a command that is understood${unknown === void 0 ? "" : ` (${unknown.replaceAll(/k\\nk'e"k.*?k\d+k/g, "{{…}}")})`}`;
}
function fillCommand(command, fields) {
	return fillFields(command, fields, (value) => value === "" ? "''" : shellWord(value));
}

// src/batch/file/batch-file.ts
const MAX_PROMPT = 1e5;
const MAX_TASKS$1 = 1e4;
const template = (accepts, maxChars) => checked(templateProblem, accepts, maxChars);
const Task = mapping({
	prompt: describe(template(`a string of at most ${MAX_PROMPT} characters, with fields as {{name}}`, MAX_PROMPT), "What the model is asked; `{{name}}` is a field of the task."),
	title: setting(template("a line of at most 200 characters", 200), "One line for lists and pull requests."),
	verify: setting(list(checked(commandProblem, "a command line, like \"npm test -- {{path}}\"", 2e3), "a list of commands", 10), "Commands that must pass; `{{name}}` becomes one quoted word."),
	model: setting(modelName(), "`provider/id`; the flags and the policy choose when left out.")
});
const path = (accepts) => checked(pathProblem, accepts, 1e3);
function pathProblem(value) {
	return !value.startsWith("/") && !value.split("/").some((name) => name === "" || name === "." || name === "..") ? void 0 : "a path from the root of the repository, without `.` and `..`";
}
const Glob = (accepts) => checked(rootedProblem, accepts, 256);
const Globs = (accepts) => union([Glob(accepts), list(Glob(accepts), accepts)], { error: accepts });
function rootedProblem(glob) {
	return glob.startsWith("/") ? "a glob from the root of the repository, without a slash in front" : globProblem(glob);
}
const FieldValue = union([
	string(),
	number(),
	boolean(),
	_null()
], { error: "a string, a number, true, false or null" });
const TaskList = list(union([text$2("a string"), named(text$2("a name"), FieldValue)], { error: "a string, or a mapping of names to values" }), "a list of texts, or of mappings of names to values", MAX_TASKS$1);
const Source = mapping({
	list: setting(TaskList, "The tasks themselves: mappings of fields, or texts, whose field is `value`."),
	jsonl: setting(path("a path, like \"tasks.jsonl\""), "A file of the base commit with one JSON object in each line."),
	csv: setting(path("a path, like \"tasks.csv\""), "A file of the base commit with commas; its first row has the names."),
	yaml: setting(path("a path, like \"tasks.yml\""), "A file of the base commit with a list."),
	swebench: setting(path("a path, like \"instances.jsonl\""), "Instances of SWE-bench, as JSON lines or a list."),
	files: setting(Globs("a glob, like \"src/**/*.ts\""), "Files of the base commit."),
	where: setting(text$2("a regular expression", 500), "With `files`: only files in which git grep -P finds this."),
	per: setting(oneOf([
		"file",
		"directory",
		"package"
	]), "With `files`: what one task is for; `file` when left out."),
	issues: setting(mapping({
		query: setting(text$2("a search, like `is:open label:bug`", 256), "As in GitHub's search of issues."),
		labels: setting(list(text$2("a label", 100), "a list of labels", 20), "Open issues with all of these.")
	}).check(refine((value) => Object.keys(value).length === 1, { error: "exactly one of: query, labels" })), "Issues of the repository."),
	alerts: setting(mapping({
		state: setting(oneOf([
			"open",
			"fixed",
			"dismissed"
		]), "`open` when left out."),
		severity: setting(oneOf([
			"critical",
			"high",
			"medium",
			"low",
			"warning",
			"note",
			"error"
		]), "Only these."),
		tool: setting(text$2("the name of a tool", 100), "Only those of this tool.")
	}), "Alerts of code scanning."),
	sarif: setting(path("a path, like \"results.sarif\""), "Findings that a tool wrote into the checkout."),
	junit: setting(Globs("a path or a glob, like \"reports/*.xml\""), "Failed tests of reports that a test runner wrote into the checkout."),
	command: setting(text$2("a command line", 2e3), "Run in the cell; prints one JSON object in each line. It sees the checkout, and no key."),
	id: setting(text$2("the name of a field", 100), "The field that names a task; all of its fields when left out.")
}, "a mapping with one source");
const SOURCE_KINDS = Object.keys(Source.shape).filter((key) => ![
	"where",
	"per",
	"id"
].includes(key));
const usd$1 = () => number$1(OWN_LIMITS.costUsd.from, OWN_LIMITS.costUsd.to);
const Limits = mapping({
	cost_usd: describe(usd$1(), "US dollars of one task."),
	total_usd: describe(number$1(.01, 1e6), "US dollars of all tasks together."),
	minutes: setting(number$1(.1, 350), "Wall clock of one task; 30 when left out."),
	steps: setting(whole(1, 1e4), "Model calls of one task; the policy's when left out."),
	parallel: setting(whole(1, 256), "Tasks that run at the same time; 4 when left out."),
	tasks: setting(whole(1, MAX_TASKS$1), "More tasks than this count as a mistake in the source; 500 when left out.")
});
const Canary = mapping({
	first: describe(whole(1, 1e3), "Tasks that run before a person is asked."),
	then: setting(oneOf(["approve"]), "The rest waits for an approval.")
});
const PULL_REQUESTS = [
	"per-task",
	"grouped",
	"one",
	"stacked"
];
const Deliver = mapping({
	pull_requests: describe(oneOf(PULL_REQUESTS), "One pull request for each task, for each group, for all, or each on top of the one before."),
	group_by: setting(oneOf([
		"codeowners",
		"directory",
		"key"
	]), "With `grouped`: what tasks of one group share."),
	key: setting(template("a string with fields as {{name}}", 200), "With `group_by: key`: the group's name."),
	open: setting(whole(1, 500), "Pull requests open at the same time; 10 when left out."),
	per_hour: setting(whole(1, 500), "Pull requests opened within an hour; 20 when left out."),
	labels: setting(list(text$2("a label", 50), "a list of labels", 20), "Set on each pull request."),
	draft: setting(flag(), "Whether they are drafts; true when left out.")
});
const Compare = mapping({
	models: setting(list(modelName(), "a list of models, like [kimi/k2]", 20), "Every task runs with each of them."),
	prompts: setting(named(text$2("a name", 64), template("a string with fields as {{name}}", MAX_PROMPT)), "Prompts by name, each in place of `task.prompt`."),
	repeat: setting(whole(1, 100), "How often each task runs; once when left out.")
});
const BatchFile = mapping({
	version: describe(literal(1, { error: "1" }), "Version of this format."),
	task: Task,
	source: Source,
	limits: Limits,
	canary: setting(Canary, "The first tasks run alone, and the rest waits for an approval."),
	deliver: setting(Deliver, "How results are published; nothing is when left out."),
	compare: setting(Compare, "Compares models and prompts; publishes nothing.")
}, "a mapping that begins with `version: 1`");
function readBatchFile(file, text) {
	const yaml = readYaml({
		file,
		text,
		schema: BatchFile,
		fieldsBelow: ["source", "list"]
	});
	const mistakes = mistakesIn(yaml.data);
	if (mistakes.length > 0) throw yaml.refuse(mistakes);
	return yaml;
}
function sourceKind(source) {
	return SOURCE_KINDS.find((kind) => source[kind] !== void 0) ?? "list";
}
function mistakesIn({ source, limits, deliver, compare, canary }) {
	const found = [];
	const wrong = (isWrong, field, says) => {
		if (isWrong) found.push({
			field,
			says
		});
	};
	const misplaced = (isWrong, field, says) => {
		if (isWrong) found.push({
			field,
			atKey: true,
			says
		});
	};
	const given = SOURCE_KINDS.filter((kind) => source[kind] !== void 0);
	const [kind = "list"] = given;
	wrong(given.length !== 1, ["source"], `expected exactly one of: ${SOURCE_KINDS.join(", ")}`);
	for (const key of ["where", "per"]) misplaced(source[key] !== void 0 && source.files === void 0, ["source", key], "only `files` has this");
	const ownNames = `${kind} has names of its own; only ${[...HAS_ID].join(", ")} take this`;
	misplaced(source.id !== void 0 && !HAS_ID.has(kind), ["source", "id"], ownNames);
	const total = `one task may cost more than limits.total_usd ($${limits.total_usd})`;
	wrong(limits.cost_usd > limits.total_usd, ["limits", "cost_usd"], total);
	if (compare !== void 0) {
		misplaced(deliver !== void 0, ["deliver"], "a comparison publishes nothing; leave this out, or `compare`");
		misplaced(canary !== void 0, ["canary"], "a comparison has no canary; leave this out, or `compare`");
	}
	if (deliver === void 0) return found;
	const { pull_requests: pulls, group_by: group, key } = deliver;
	wrong(pulls === "grouped" && group === void 0, ["deliver", "pull_requests"], "`grouped` needs `group_by`: codeowners, directory or key");
	misplaced(pulls !== "grouped" && group !== void 0, ["deliver", "group_by"], "only `pull_requests: grouped` has this");
	wrong(group === "key" !== (key !== void 0), ["deliver", key === void 0 ? "group_by" : "key"], "`group_by: key` and `key` belong together");
	return found;
}
const HAS_ID = /* @__PURE__ */ new Set([
	"list",
	"jsonl",
	"csv",
	"yaml",
	"command"
]);

// src/batch/plan/batch-plan.ts
const text$1 = () => string();
const amount = () => number().check(_gte(0));
const count$1 = () => int().check(_gte(0));
const PlannedTask = strictObject({
	id: text$1().check(_regex(/^[0-9a-f]{12}$/)),
	key: text$1(),
	fields: record$1(text$1(), text$1()),
	title: text$1(),
	prompt: text$1(),
	verify: array(text$1()),
	costUsd: amount(),
	model: optional(text$1()),
	base: optional(text$1()),
	group: optional(text$1()),
	item: optional(text$1()),
	variant: optional(text$1()),
	repeat: optional(count$1())
});
const PlanLimits = strictObject({
	costUsd: amount(),
	totalUsd: amount(),
	minutes: amount(),
	steps: optional(count$1()),
	parallel: count$1(),
	tasks: count$1()
});
const Delivery = strictObject({
	pullRequests: _enum(PULL_REQUESTS),
	open: count$1(),
	perHour: count$1(),
	labels: array(text$1()),
	draft: boolean()
});
const Forecast = strictObject({
	promptTokens: count$1(),
	maxUsd: amount()
});
const BatchPlan = strictObject({
	version: literal(1),
	id: text$1(),
	digest: text$1(),
	name: text$1(),
	file: text$1(),
	base: text$1(),
	into: optional(text$1()),
	repository: optional(text$1()),
	policyDigest: text$1(),
	tasks: array(PlannedTask),
	shards: array(array(text$1())),
	limits: PlanLimits,
	canary: optional(strictObject({ first: count$1() })),
	deliver: nullable(Delivery),
	compare: optional(strictObject({
		models: array(text$1()),
		prompts: array(text$1()),
		repeat: count$1()
	})),
	forecast: Forecast
});
function taskLabel({ title, variant, model, repeat }, group) {
	const known = [
		variant,
		model,
		repeat === void 0 ? void 0 : `run ${repeat}`,
		group
	].filter((part) => part !== void 0);
	return known.length === 0 ? title : `${title} (${known.join(", ")})`;
}

// src/batch/plan/plan-file.ts
const PLAN_FILE = "plan.json";
const ID_DIGITS = 12;
function sealPlan(content) {
	const digest = sha256(canonicalJson(content));
	return {
		...content,
		id: digest.slice(0, 12),
		digest
	};
}
function planText(plan) {
	return `${canonicalJson(plan)}\n`;
}
function writePlan(dir, plan) {
	const path = join(dir, PLAN_FILE);
	const next = `${path}.${process.pid}`;
	try {
		makeFolders(dir);
		writeFileSync(next, planText(plan), {
			mode: 384,
			flush: true
		});
		renameSync(next, path);
		return path;
	} catch (cause) {
		throw configError(`The plan cannot be written: ${path}: ${systemReason(cause)}.`, "Name another folder with --dir.", cause);
	}
}
function readPlan(dir) {
	const path = join(dir, PLAN_FILE);
	let text;
	try {
		text = readFileSync(path, "utf8");
	} catch (cause) {
		throw configError(`There is no plan to read: ${path}: ${systemReason(cause)}.`, "Name the folder that `kimi-runner batch plan` wrote, or make the plan first.", cause);
	}
	return parsePlan(text, path);
}
function parsePlan(text, path) {
	const json = strictJson(text);
	if (json.kind === "invalid") throw corrupt$2(path, `it is not JSON (${json.reason})`);
	const parsed = BatchPlan.safeParse(json.value);
	if (!parsed.success) throw corrupt$2(path, `its field ${parsed.error.issues[0]?.path.join(".") || "(root)"} is not as this version writes it`);
	const { id: _, digest, ...content } = parsed.data;
	const sealed = sealPlan(content);
	if (digest !== sealed.digest || parsed.data.id !== sealed.id) throw corrupt$2(path, "its digest does not match it");
	return sealed;
}
function corrupt$2(path, reason) {
	return new RunnerError({
		code: "session.corrupt",
		message: `The plan of a batch was changed since it was written: ${path}: ${reason}.`,
		hint: "Make it again with `kimi-runner batch plan`."
	});
}

// src/batch/results/results-line.ts
const RESULT_STATES = [
	"done",
	"nothing",
	"waiting",
	"person",
	"limit",
	"infra"
];
const STATES = {
	completed: "done",
	no_change: "nothing",
	deferred: "waiting",
	skipped: "person",
	rejected: "person",
	stuck: "person",
	failed: "person",
	config_error: "person",
	published_partially: "person",
	limit_steps: "limit",
	limit_time: "limit",
	limit_cost: "limit",
	limit_tokens: "limit",
	sandbox_refused: "infra",
	provider_unavailable: "infra",
	interrupted: "infra"
};
function stateAfter(outcome, verification) {
	const state = outcome === null ? "infra" : STATES[outcome];
	return verification === "red" && (state === "done" || state === "nothing") ? "person" : state;
}
const text = () => string();
const count = () => int().check(_gte(0));
const when = () => datetime();
const attempt = {
	task: text(),
	key: text(),
	attempt: int().check(_gte(1)),
	at: when()
};
const Process = object({
	pid: count(),
	host: text(),
	namespace: text(),
	boot: optional(text()),
	started: text()
});
const Started = object({
	type: literal("started"),
	...attempt,
	session: optional(text()),
	process: optional(Process)
});
const Verification = _enum([
	"green",
	"red",
	"none"
]);
const Withdrawn = object({
	type: literal("withdrawn"),
	...attempt,
	session: text(),
	reason: text()
});
const Result = object({
	type: literal("result"),
	...attempt,
	state: _enum(RESULT_STATES),
	outcome: nullable(_enum(OUTCOME_NAMES)),
	reason: text(),
	bundle: nullable(text()),
	session: optional(text()),
	model: optional(text()),
	costUsd: nullable(number().check(_gte(0))),
	steps: count(),
	tokens: count(),
	seconds: number().check(_gte(0)),
	verification: Verification,
	files: count(),
	patch: nullable(text()),
	run: optional(text())
});
const Delivered = object({
	type: literal("delivery"),
	tasks: array(text()),
	at: when(),
	state: _enum([
		"claimed",
		"open",
		"merged",
		"closed",
		"failed",
		"left_out"
	]),
	branch: text(),
	pullRequest: optional(count()),
	reason: optional(text())
});
const Approved = object({
	type: literal("approved"),
	digest: text(),
	by: text(),
	at: when(),
	upTo: count()
});
const Answered = object({
	type: literal("answer"),
	...attempt,
	digest: text(),
	verdict: _enum(["approve", "reject"]),
	paths: array(text()),
	effect: optional(text()),
	why: optional(text()),
	by: text()
});
const Wish = object({
	type: literal("wish"),
	task: text(),
	wish: _enum([
		"retry",
		"open",
		"skip"
	]),
	by: text(),
	at: when()
});
const Asked = object({
	type: literal("asked"),
	people: array(object({
		id: optional(int()),
		login: text()
	})),
	at: when()
});
const ResultsLine = discriminatedUnion("type", [
	Started,
	Withdrawn,
	Result,
	Delivered,
	Approved,
	Answered,
	Wish,
	Asked
]);

// src/batch/results/results-file.ts
const RESULTS_FILE = "results.jsonl";
const NEWLINE = 10;
function readResults(dir) {
	const path = join(dir, RESULTS_FILE);
	return existsSync(path) ? parseResults(readFileSync(path), path) : [];
}
function parseResults(bytes, path) {
	return bytes.toString("utf8", 0, wholeBytes(bytes)).split("\n").slice(0, -1).map((line, index) => {
		const json = strictJson(line);
		if (json.kind === "invalid") throw corrupt$1(`${path}:${index + 1}`, `it is not JSON (${json.reason})`);
		const parsed = ResultsLine.safeParse(json.value);
		if (parsed.success) return parsed.data;
		const [issue] = parsed.error.issues;
		throw corrupt$1(`${path}:${index + 1}`, `its field ${issue?.path.join(".") || "(root)"} is not accepted`);
	});
}
function wholeBytes(bytes) {
	return bytes.lastIndexOf(NEWLINE) + 1;
}
function corrupt$1(place, reason) {
	return new RunnerError({
		code: "session.corrupt",
		message: `This line is not a result of a batch: ${place}: ${reason}.`,
		hint: "A newer version may have written it; if not, the file was changed by hand."
	});
}
function lineText(line) {
	return `${canonicalJson(line)}\n`;
}
function replaceResults(dir, lines) {
	writeFileSync(join(dir, RESULTS_FILE), lines.map(lineText).join(""), { mode: 384 });
}
function openResults(dir) {
	const path = join(dir, RESULTS_FILE);
	makeFolders(dir);
	using opening = new DisposableStack();
	opening.use(lockBatch(dir));
	const file = openSync(path, "a", 384);
	opening.defer(() => closeSync(file));
	const whole = wholeBytes(readFileSync(path));
	if (fstatSync(file).size > whole) ftruncateSync(file, whole);
	const held = opening.move();
	return {
		append: (...lines) => {
			const { size } = fstatSync(file);
			try {
				appendFileSync(file, lines.map(lineText).join(""));
				fdatasyncSync(file);
			} catch (cause) {
				ftruncateSync(file, size);
				throw unwritable("The results of the batch", path, cause);
			}
		},
		[Symbol.dispose]: () => held.dispose()
	};
}
function lockBatch(dir) {
	const path = join(dir, "run.lock");
	try {
		return lockFile(path, () => configError(`Another process is working on this batch: ${dir}.`, "Wait for it, or stop it; then the same command continues with what is left."));
	} catch (error) {
		throw isFullDisk(error) ? unwritable("The files of the batch", path, error) : error;
	}
}
function unwritable(what, path, cause) {
	return new RunnerError({
		code: "session.write",
		message: `${what} cannot be written: ${path}: ${systemReason(cause)}.`,
		hint: "Free space on that disk, then start the same command again.",
		cause
	});
}

// src/batch/results/result-of.ts
function bundleOf(task, attempt) {
	return `tasks/${task}/${attempt}`;
}
function resultOfSession(attempt, end) {
	const { outcome } = end;
	const spent = withOpenCharged(end.spent);
	const checked = outcome?.verification ?? end.verification;
	const verification = checked === void 0 ? "none" : checked.passed ? "green" : "red";
	const files = outcome?.filesChanged ?? 0;
	return {
		...beginning(attempt),
		state: stateAfter(outcome?.outcome ?? null, verification),
		outcome: outcome?.outcome ?? null,
		reason: oneLine(outcome?.reason ?? "The process of the task ended without an outcome.", MAX_REASON_CHARS),
		bundle: bundleOf(attempt.task, attempt.attempt),
		session: end.sessionId,
		...end.model === void 0 ? {} : { model: end.model },
		costUsd: knownCost(spent) ?? null,
		steps: spent.steps,
		tokens: totalTokens(spent.usage),
		seconds: Math.max(0, Math.round(end.ms / 100) / 10),
		verification,
		files,
		patch: files === 0 ? null : outcome?.patchDigest ?? null
	};
}
function resultWithoutSession(attempt, { outcome, reason, costUsd }) {
	return {
		...beginning(attempt),
		state: stateAfter(outcome, "none"),
		outcome,
		reason: oneLine(reason.trim(), MAX_REASON_CHARS),
		bundle: null,
		costUsd,
		steps: 0,
		tokens: 0,
		seconds: 0,
		verification: "none",
		files: 0,
		patch: null
	};
}
function beginning({ task, key, attempt, at }) {
	return {
		type: "result",
		task,
		key,
		attempt,
		at
	};
}
const MAX_REASON_CHARS = 500;

// src/batch/results/fold.ts
const MAX_INFRA_RETRIES = 2;
function foldResults(plan, lines) {
	const ofTask = linesByTask(lines);
	const tasks = plan.tasks.map((task) => stateOf(task, ofTask.get(task.id) ?? []));
	const approvals = lines.filter((line) => line.type === "approved");
	const released = releasedOf(plan, approvals);
	const canary = tasks.slice(0, plan.canary?.first ?? 0);
	return {
		plan,
		tasks,
		spentUsd: tasks.reduce((sum, { spentUsd }) => sum + spentUsd, 0),
		released,
		isHeld: released < tasks.length && canary.every(({ state, next }) => state !== "started" && next.kind !== "run"),
		approvals
	};
}
function paidUsd({ tasks }, openUsd) {
	const paidFor = (taskState) => taskState.started === void 0 ? taskState.spentUsd : taskState.spentUsd - taskState.task.costUsd + openUsd(taskState);
	return tasks.reduce((sum, taskState) => sum + paidFor(taskState), 0);
}
function runnableOf({ tasks, released }, { retry }) {
	return tasks.slice(0, released).filter((taskState) => nextOf(taskState, { retry }).kind !== "none");
}
function nextOf(taskState, { retry }) {
	const { attempt, next, wish } = taskState;
	return retry && needsRetry(taskState) && wish?.wish !== "skip" ? {
		kind: "run",
		attempt: attempt + 1
	} : next;
}
function needsRetry({ state }) {
	return state === "person" || state === "limit" || state === "infra";
}
function isClosed(delivery) {
	return delivery?.state === "merged" || delivery?.state === "closed";
}
function linesByTask(lines) {
	const ofTasks = lines.flatMap((line, at) => {
		if (line.type === "approved" || line.type === "asked") return [];
		return (line.type === "delivery" ? line.tasks : [line.task]).map((id) => ({
			id,
			at,
			line
		}));
	});
	return Map.groupBy(ofTasks, ({ id }) => id);
}
function releasedOf({ tasks, canary }, approvals) {
	if (canary === void 0) return tasks.length;
	return Math.min(tasks.length, Math.max(canary.first, ...approvals.map(({ upTo }) => upTo)));
}
function stateOf(task, lines) {
	const own = lines.filter(({ line }) => !("key" in line) || line.key === task.key);
	const attempts = attemptsOf(own);
	const last = attempts.at(-1);
	const ended = attempts.findLast(({ result }) => result !== void 0);
	const state = last === void 0 ? "open" : last.isOpen ? "started" : last.result?.line.state ?? "started";
	const attempt = last?.attempt ?? 0;
	const failures = attempts.filter(({ result, isOpen }) => !isOpen && result?.line.state === "infra").length;
	const resultAt = ended?.result?.at ?? -1;
	const wish = requestOf(own, resultAt);
	const isRepeated = wish?.wish === "retry" || state === "infra" && failures <= MAX_INFRA_RETRIES;
	const next = wish?.wish === "skip" ? NONE : afterState(state, attempt, isRepeated);
	const delivery = own.findLast(({ line }) => line.type === "delivery");
	const result = ended?.result?.line;
	return {
		task,
		state,
		attempt,
		started: last?.isOpen === true ? last.started : void 0,
		result,
		spentUsd: attempts.reduce((sum, { result, isOpen }) => sum + ((isOpen ? void 0 : result?.line.costUsd) ?? task.costUsd), 0),
		next,
		delivery: delivery?.line.type === "delivery" ? delivery.line : void 0,
		isReady: state === "done" && result?.patch != null && wish?.wish !== "skip" && isUndelivered$1(delivery, resultAt),
		wish,
		answers: own.flatMap(({ line }) => line.type === "answer" && line.attempt === attempt ? [line] : [])
	};
}
const NONE = { kind: "none" };
function attemptsOf(lines) {
	const byNumber = /* @__PURE__ */ new Map();
	for (const { at, line } of lines) {
		if (line.type !== "started" && line.type !== "withdrawn" && line.type !== "result") continue;
		const { attempt } = line;
		const known = byNumber.get(attempt) ?? {
			attempt,
			started: void 0,
			result: void 0,
			isOpen: false
		};
		if (line.type === "withdrawn") {
			if (known.started?.session !== line.session || !known.isOpen) continue;
			if (known.result === void 0) byNumber.delete(attempt);
			else byNumber.set(attempt, {
				...known,
				isOpen: false
			});
			continue;
		}
		const after = line.type === "started" ? {
			...known,
			started: line,
			isOpen: true
		} : {
			...known,
			result: {
				at,
				line
			},
			isOpen: false
		};
		byNumber.set(attempt, after);
	}
	return [...byNumber.values()].toSorted((a, b) => a.attempt - b.attempt);
}
function afterState(state, attempt, isRepeated) {
	switch (state) {
		case "open": return {
			kind: "run",
			attempt: 1
		};
		case "started":
		case "waiting": return {
			kind: "resume",
			attempt
		};
		case "done":
		case "nothing": return NONE;
		case "infra":
		case "person":
		case "limit": return isRepeated ? {
			kind: "run",
			attempt: attempt + 1
		} : NONE;
	}
}
function requestOf(lines, resultAt) {
	const last = lines.findLast(({ line }) => line.type === "wish");
	if (last?.line.type !== "wish") return void 0;
	const isOpened = lines.some(({ at, line }) => at > last.at && line.type === "delivery" && line.state === "open");
	switch (last.line.wish) {
		case "skip": return last.line;
		case "retry": return resultAt > last.at ? void 0 : last.line;
		case "open": return isOpened ? void 0 : last.line;
	}
}
function isUndelivered$1(delivery, resultAt) {
	if (delivery?.line.type !== "delivery" || delivery.line.state === "failed") return true;
	return resultAt > delivery.at;
}

// src/batch/collect/waiting-session.ts
const MAX_BYTES$1 = 1e7;
const MAX_ALL_BYTES = 1e8;
function readWaiting(dir, attempt) {
	const paths = readdirSync(dir, {
		recursive: true,
		encoding: "utf8"
	}).filter(isBundleFile);
	if (paths.reduce((sum, path) => sum + statSync(join(dir, path)).size, 0) > MAX_BYTES$1) return void 0;
	return {
		attempt,
		files: new Map(paths.map((path) => [path, readFileSync(join(dir, path))]))
	};
}
function withinRecord(sessions) {
	let left = MAX_ALL_BYTES;
	return new Map([...sessions].filter(([, { files }]) => {
		const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
		if (bytes > left) return false;
		left -= bytes;
		return true;
	}));
}
function heldBySession({ files }) {
	const { records } = parseJournal(files.get("journal.jsonl") ?? Buffer.alloc(0));
	return stateOf$1(records.map(({ event }) => event)).held;
}
function waitingSessionOf({ task, state, attempt }, sessions) {
	const session = sessions.get(task.id);
	return state === "waiting" && session?.attempt === attempt ? session : void 0;
}
function answeredSessions({ tasks }, sessions) {
	return new Map(tasks.flatMap((taskState) => {
		const session = waitingSessionOf(taskState, sessions);
		const held = session === void 0 ? [] : heldBySession(session);
		const isAnswered = held.every(({ digest }) => taskState.answers.some((answer) => answer.digest === digest));
		return session !== void 0 && held.length > 0 && isAnswered ? [[taskState.task.id, session]] : [];
	}));
}
function shardsToRun(state, answered) {
	const runnable = new Set(runnableOf(state, { retry: false }).filter((taskState) => taskState.state !== "waiting" || answered.has(taskState.task.id)).map(({ task }) => task.id));
	return state.plan.shards.flatMap((ids, shard) => ids.some((task) => runnable.has(task)) ? [shard] : []);
}
function writeWaiting(dir, id, { attempt, files }) {
	for (const [path, bytes] of files) {
		const to = join(dir, bundleOf(id, attempt), path);
		mkdirSync(dirname(to), { recursive: true });
		writeFileSync(to, bytes, { mode: 384 });
	}
}

// src/batch/collect/bundle-line.ts
const MAX_COST_FACTOR = 10;
function lineOfBundle(options) {
	try {
		const checked = checkRun({
			dir: options.dir,
			describe: sessionFacts
		});
		return differenceTo(options, checked) ?? attemptOf(options, checked);
	} catch (error) {
		if (error instanceof RunnerError) return oneLine(describeError(error), 500);
		return odd(describeError(error));
	}
}
function odd(what) {
	return `its journal has what no run leaves (${oneLine(what, 200)}).`;
}
function attemptOf(options, checked) {
	const { task, attempt, claim } = options;
	const { begin, outcome, records, patch } = checked;
	const { tally: spent, verification, worked } = records.reduce(foldRecord, NO_FACTS);
	const at = claim?.at ?? new Date(worked.lastAt ?? NaN).toISOString();
	const name = {
		task: task.id,
		key: task.key,
		attempt,
		at
	};
	const { sessionId, model } = begin;
	const line = resultOfSession(name, {
		sessionId,
		model,
		outcome,
		spent,
		verification,
		ms: worked.ms
	});
	const session = line.state === "waiting" ? readWaiting(options.dir, attempt) : void 0;
	if ((line.costUsd ?? 0) > MAX_COST_FACTOR * task.costUsd) return `it says that it cost $${line.costUsd}, and the plan gives the task $${task.costUsd}.`;
	const { error } = ResultsLine.safeParse(line);
	if (error !== void 0) return odd(error.issues[0]?.path.join(".") ?? "");
	const report = outcome.text ?? "";
	return {
		line,
		dir: options.dir,
		patch,
		session,
		report
	};
}
function differenceTo({ plan, task, redact }, { begin }) {
	const base = task.base ?? plan.base;
	if (begin.headCommit !== base) return `it began at commit ${begin.headCommit}, and the plan ${plan.id} says ${base}.`;
	if (begin.policyDigest !== plan.policyDigest) return `it ran under another policy than the plan ${plan.id}.`;
	if (begin.task !== task.prompt && begin.task !== redact(task.prompt)) return `it was asked for something other than the task ${task.id} of the plan ${plan.id}.`;
}

// src/batch/collect/arrived.ts
const ARTIFACT = /^kimi-batch-([0-9a-f]{12})-(?:(plan)|(\d{1,4})-(\d{1,4}))$/;
const MAX_LINES_BYTES = 5e7;
function readArrived(dir, redact) {
	const names = namesIn$1(dir);
	if (names.includes("plan.json")) return {
		own: dir,
		planned: [],
		...attemptsIn({
			plan: readPlan(dir),
			redact,
			sources: [{
				dir,
				name: dir,
				shard: void 0,
				runAttempt: 1
			}],
			refused: []
		})
	};
	const known = names.flatMap((name) => {
		const [, id, plan, shard, attempt] = ARTIFACT.exec(name) ?? [];
		if (id === void 0 || !isFolder(join(dir, name))) return [];
		return [{
			id,
			name,
			dir: join(dir, name),
			isPlan: plan !== void 0,
			shard: Number(shard),
			runAttempt: Number(attempt)
		}];
	});
	const plans = known.filter(({ isPlan }) => isPlan);
	const [first] = plans;
	if (first === void 0) throw configError(`There is no plan.json and no artifact kimi-batch-<id>-plan in ${dir}.`, "Name the folder of a batch, or a folder with the artifacts of one, each in a folder of its name.");
	if (plans.length > 1) {
		const ids = plans.map(({ id }) => id).join(", ");
		throw configError(`The folder ${dir} has the plans of several batches: ${ids}.`, "Collect each separately.");
	}
	const plan = readPlan(first.dir);
	if (plan.id !== first.id) throw configError(`The artifact ${first.name} holds the plan of batch ${plan.id}.`, "Run the plan phase again.");
	const refused = known.filter(({ id, isPlan }) => !isPlan && id !== plan.id).map(({ name }) => `${name}: it belongs to another batch than ${plan.id}.`);
	const sources = known.filter(({ id, isPlan }) => !isPlan && id === plan.id);
	return {
		own: void 0,
		planned: linesIn(first, plan, refused),
		...attemptsIn({
			plan,
			redact,
			sources,
			refused
		})
	};
}
function attemptsIn({ plan, redact, sources, refused: before }) {
	const refused = [...before];
	const shardLines = [];
	const attempts = /* @__PURE__ */ new Map();
	const claims = /* @__PURE__ */ new Map();
	for (const source of sources.toSorted((a, b) => a.runAttempt - b.runAttempt)) {
		const own = ownTasks(source, plan);
		const lines = linesIn(source, plan, refused).filter((line) => "key" in line && own.has(line.task));
		for (const line of lines) if (line.type === "result") claims.set(keyOf(line.task, line.attempt), line);
		shardLines.push(...lines.filter(({ type }) => type === "started" || type === "withdrawn"), ...lines.filter(isRefusal));
		for (const found of bundlesIn(source, plan, refused)) {
			const { task, attempt } = found;
			const checked = lineOfBundle({
				...found,
				plan,
				redact,
				claim: claims.get(keyOf(task.id, attempt))
			});
			if (typeof checked === "string") refused.push(`${found.name}: ${checked}`);
			else attempts.set(keyOf(task.id, attempt), checked);
		}
	}
	const unproven = [...claims].flatMap(([key, line]) => line.bundle === null || attempts.has(key) ? [] : [line]);
	return {
		plan,
		attempts: [...attempts.values()],
		shardLines,
		unproven,
		shards: new Set(sources.flatMap(({ shard }) => shard === void 0 ? [] : [shard])),
		refused
	};
}
function ownTasks({ shard }, { shards, tasks }) {
	return new Set(shard === void 0 ? tasks.map(({ id }) => id) : shards[shard]);
}
function keyOf(task, attempt) {
	return `${task} ${attempt}`;
}
function isRefusal(line) {
	return line.type === "result" && line.bundle === null && line.state !== "done" && line.state !== "nothing";
}
function linesIn({ dir, name }, plan, refused) {
	const path = join(dir, RESULTS_FILE);
	const stat = lstatOrNone(path);
	if (stat === void 0) return [];
	if (!stat.isFile() || stat.size > MAX_LINES_BYTES) {
		refused.push(`${name}/${RESULTS_FILE}: it is not a plain file of at most ${MAX_LINES_BYTES} bytes.`);
		return [];
	}
	const keys = new Map(plan.tasks.map(({ id, key }) => [id, key]));
	try {
		const lines = parseResults(readFileSync(path), path);
		const strange = lines.filter((line) => "key" in line).find(({ task, key }) => keys.get(task) !== key);
		if (strange !== void 0) refused.push(`${name}/${RESULTS_FILE}: the line of task ${shown(strange.task)} belongs to another plan.`);
		return lines.filter((line) => !("key" in line) || keys.get(line.task) === line.key);
	} catch (error) {
		refused.push(`${name}: ${shown(describeError(error))}`);
		return [];
	}
}
function bundlesIn(source, plan, refused) {
	const { dir, name } = source;
	const own = ownTasks(source, plan);
	const tasks = new Map(plan.tasks.map((task) => [task.id, task]));
	const root = join(dir, "tasks");
	if (!isFolder(root)) return [];
	return namesIn$1(root).flatMap((id) => {
		const task = tasks.get(id);
		if (task === void 0 || !isFolder(join(root, id))) {
			refused.push(`${name}/tasks/${shown(id)}: the plan ${plan.id} has no such task.`);
			return [];
		}
		if (!own.has(id)) {
			refused.push(`${name}/tasks/${id}: it is a task of another shard.`);
			return [];
		}
		return namesIn$1(join(root, id)).flatMap((attempt) => {
			const path = join(root, id, attempt);
			if (!/^[1-9]\d{0,3}$/.test(attempt) || !isFolder(path)) return [];
			return [{
				task,
				attempt: Number(attempt),
				dir: path,
				name: `${name}/tasks/${id}/${attempt}`
			}];
		});
	});
}
function isFolder(path) {
	return lstatOrNone(path)?.isDirectory() === true;
}
function shown(text) {
	return oneLine(plainText(text), 200);
}

// src/batch/results/release.ts
function releaseOf({ plan, tasks, released, isHeld }) {
	if (!isHeld) return void 0;
	const measuredUsd = tasks.slice(0, released).reduce((sum, { spentUsd }) => sum + spentUsd, 0);
	const rest = tasks.slice(released);
	return {
		digest: sha256(canonicalJson({
			plan: plan.digest,
			measuredUsd,
			left: rest.length
		})),
		measuredUsd,
		restUsd: measuredUsd / released * rest.length,
		restMaxUsd: rest.reduce((sum, { task }) => sum + task.costUsd, 0),
		left: rest.length,
		upTo: tasks.length
	};
}
function approveRelease(dir, plan, { digests, by, at }) {
	const release = releaseOf(foldResults(plan, readResults(dir)));
	if (release === void 0) return false;
	const { digest, upTo } = release;
	if (!digests.some((given) => /^[0-9a-f]{8,64}$/i.test(given) && digest.startsWith(given.toLowerCase()))) return false;
	using results = openResults(dir);
	results.append({
		type: "approved",
		digest,
		by,
		at,
		upTo
	});
	return true;
}

// src/batch/collect/starters.ts
function startersOf({ inputs, world }) {
	const found = member(inputs.context.payload, "sender");
	const [id, login, type] = [
		member(found, "id"),
		member(found, "login"),
		member(found, "type")
	];
	const sender = type === "User" && typeof id === "number" && typeof login === "string" ? [{
		id,
		login
	}] : [];
	const again = world.env["GITHUB_TRIGGERING_ACTOR"] ?? "";
	const isOther = again !== "" && !again.endsWith("[bot]") && !sender.some((one) => isNamed(again, one.login));
	const people = [...sender, ...isOther ? [{ login: again }] : []];
	return people.length === 0 ? void 0 : people;
}
function requestersOf(lines, attempt) {
	const begins = lines.findIndex((line) => attempt !== void 0 && (line.type === "started" || line.type === "result") && line.task === attempt.task && line.attempt === attempt.attempt);
	const asked = lines.filter((line, at) => line.type === "asked" && (begins === -1 || at < begins));
	const line = begins === -1 ? asked[0] : asked.at(-1);
	return line?.type === "asked" ? line.people : [];
}
function idsOf(people, author) {
	return people.flatMap(({ id, login }) => id !== void 0 ? [{ id }] : isNamed(login, author.login) ? [{ id: author.id }] : []);
}
function isNamed(login, other) {
	return login.toLowerCase() === other?.toLowerCase();
}

// src/batch/results/status.ts
const MAX_LISTED$3 = 20;
const LABELS = {
	done: "done",
	nothing: "nothing to change",
	started: "started",
	waiting: "waiting for an approval",
	open: "not started",
	person: "for a person to look at",
	limit: "stopped by a limit",
	infra: "failed outside of the task"
};
function stateCounts({ tasks }) {
	return Object.entries(LABELS).map(([state, label]) => [label, tasks.filter((task) => task.state === state).length]).filter(([, count]) => count > 0);
}
function statusText(state) {
	const { plan, tasks, spentUsd } = state;
	const release = releaseOf(state);
	const ready = tasks.filter(({ isReady }) => isReady).length;
	const open = tasks.filter(({ delivery }) => delivery?.state === "open").length;
	const merged = tasks.filter(({ delivery }) => delivery?.state === "merged").length;
	const bad = tasks.filter(needsRetry);
	return [
		`Batch ${plan.name} ${plan.id}: ${counted(tasks.length, "task")}, ${money(spentUsd)} of ${money(plan.limits.totalUsd)}`,
		...stateCounts(state).map(([label, count]) => `  ${String(count).padStart(5)} ${label}`),
		...plan.deliver === null ? [] : [`  changes: ${ready} ready, ${open} open, ${merged} merged`],
		...release === void 0 ? [] : [`  The canary is over: it cost ${money(release.measuredUsd)}. The ${counted(release.left, "task that is left costs", "tasks that are left cost")} about ${money(release.restUsd)} at that rate, at most ${money(release.restMaxUsd)}.`, `  They wait for an approval of ${release.digest.slice(0, 12)}.`],
		...bad.slice(0, MAX_LISTED$3).map((task) => `  ${task.task.id} ${task.state}: ${taskLabel(task.task)}: ${task.result?.reason ?? ""}`),
		...bad.length > MAX_LISTED$3 ? [`  and ${bad.length - MAX_LISTED$3} more`] : []
	].join("\n");
}

// src/batch/collect/batch-pulls.ts
const CLAIM_MS = 9e5;
const HOUR_MS = 36e5;
function batchPullsOf({ plan, tasks }, lines) {
	const { deliver } = plan;
	if (deliver === null) return [];
	const byBranch = newestByBranch(lines);
	const keyOf = ({ task }) => {
		switch (deliver.pullRequests) {
			case "per-task":
			case "stacked": return task.id;
			case "grouped": return task.group === void 0 ? task.id : sha256(task.group).slice(0, 12);
			case "one": return "all";
		}
	};
	return [...Map.groupBy(tasks, keyOf)].map(([key, members]) => {
		const branch = batchBranch(plan.name, key, plan.id);
		const [first] = members;
		return {
			branch,
			title: members.length === 1 && first !== void 0 ? first.task.title : deliver.pullRequests === "grouped" ? `${plan.name}: ${first?.task.group ?? ""}` : plan.name,
			tasks: members,
			delivery: byBranch.get(branch)
		};
	});
}
function newestByBranch(lines) {
	const found = /* @__PURE__ */ new Map();
	const standing = /* @__PURE__ */ new Map();
	for (const line of lines) {
		if (line.type !== "delivery") continue;
		const { branch, state, pullRequest = standing.get(branch)?.pullRequest } = line;
		const now = {
			...line,
			pullRequest
		};
		if (state === "open" || state === "merged" || state === "closed") standing.set(branch, now);
		const isOnlyTried = state === "left_out" || state === "failed";
		found.set(branch, isOnlyTried ? standing.get(branch) ?? now : now);
	}
	return found;
}
function roomOf(plan, lines, now) {
	const limits = plan.deliver ?? {
		open: 0,
		perHour: 0
	};
	const own = lines.flatMap((line) => line.type === "delivery" && line.branch.endsWith(`-${plan.id}`) ? [line] : []);
	const newest = [...newestByBranch(own).values()];
	const claimed = newest.filter((line) => isFreshClaim(line, now) && line.pullRequest === void 0).length;
	const open = newest.filter((line) => line.state === "open" || line.state === "claimed" && line.pullRequest !== void 0).length;
	const first = /* @__PURE__ */ new Map();
	for (const { state, branch, at } of own) if (state === "open" && !first.has(branch)) first.set(branch, Date.parse(at));
	const openedInHour = [...first.values()].filter((at) => isWithin(at, now, HOUR_MS)).length;
	return {
		left: Math.max(0, Math.min(limits.open - open - claimed, limits.perHour - openedInHour - claimed)),
		open,
		openedInHour
	};
}
function isFreshClaim(line, now) {
	return line.state === "claimed" && isWithin(Date.parse(line.at), now, CLAIM_MS);
}
function isWithin(at, now, ms) {
	return Math.abs(now - at) < ms;
}
function dueOf(batchPull, { state, room, now }) {
	const { tasks, delivery } = batchPull;
	if (delivery !== void 0 && isFreshClaim(delivery, now)) return "claimed";
	const ready = tasks.filter(isUndelivered);
	if (ready.length === 0) return "nothing";
	if (ready.some(({ wish }) => wish?.wish === "open")) return "now";
	if (tasks.length > 1 && comesMore(tasks, state)) return "waits";
	if (delivery?.pullRequest !== void 0 && !isClosed(delivery)) return "now";
	return room.left > 0 ? "now" : "room";
}
function comesMore(tasks, state) {
	if (tasks.some(({ next }) => next.kind !== "none")) return true;
	if (state.released >= state.tasks.length) return false;
	const held = new Set(state.tasks.slice(state.released));
	return tasks.some((taskState) => held.has(taskState));
}
function claimNext({ plan, lines }, now, skip) {
	const state = foldResults(plan, lines);
	const room = roomOf(plan, lines, now);
	const batchPull = batchPullsOf(state, lines).find((one) => !skip.has(one.branch) && dueOf(one, {
		state,
		room,
		now
	}) === "now");
	if (batchPull === void 0) return void 0;
	return {
		batchPull,
		line: deliveryLine(batchPull, batchPull.tasks.filter(isDeliverable), {
			state: "claimed",
			now
		})
	};
}
function deliveryLine({ branch }, tasks, { now, ...facts }) {
	return {
		type: "delivery",
		tasks: tasks.map(({ task }) => task.id),
		at: new Date(now).toISOString(),
		branch,
		...facts
	};
}
function isDeliverable(taskState) {
	return isUndelivered(taskState) || hasChange(taskState) && taskState.delivery?.state === "open";
}
function isUndelivered(taskState) {
	return taskState.isReady || hasChange(taskState) && taskState.delivery?.state === "claimed";
}
function hasChange({ state, result, wish }) {
	return state === "done" && result?.patch != null && wish?.wish !== "skip";
}
function isOver(state, lines) {
	const isSettled = (taskState) => taskState.next.kind === "none" && !taskState.isReady && (!needsRetry(taskState) || taskState.wish?.wish === "skip");
	const isOpen = ({ delivery }) => delivery?.state === "open" || delivery?.state === "claimed";
	return !state.isHeld && state.tasks.every(isSettled) && !batchPullsOf(state, lines).some(isOpen);
}

// src/batch/collect/shown-actions.ts
const MAX_EFFECT_CHARS = 4e3;
const MAX_EFFECTS_CHARS = 2e4;
function shownActions({ tasks }, sessions) {
	const ofTasks = tasks.map((taskState) => {
		const session = waitingSessionOf(taskState, sessions);
		return session === void 0 ? [] : actionsOf(taskState, heldBySession(session));
	});
	const most = Math.max(0, ...ofTasks.map(({ length }) => length));
	return Array.from({ length: most }, (_, index) => ofTasks.flatMap((actions) => actions[index] ?? [])).flat();
}
function actionsOf(taskState, held) {
	const { task, attempt, answers } = taskState;
	const given = new Map(answers.map((answer) => [answer.digest, answer]));
	const waiting = held.filter(({ digest }) => !given.has(digest));
	const open = waiting.slice(0, 10);
	return held.filter((one) => open.includes(one) || given.has(one.digest)).map((one) => {
		const { preview = "" } = one;
		return {
			taskState,
			held: one,
			digest: sha256(canonicalJson({
				v: 1,
				task: task.id,
				attempt,
				held: one
			})),
			effect: hasDiff(one) && visibleText(preview).length <= MAX_EFFECT_CHARS ? preview : void 0,
			answer: given.get(one.digest),
			more: one === open.at(-1) ? waiting.length - open.length : 0
		};
	});
}
function actionItems(actions, { trigger, nameOf }) {
	let room = MAX_EFFECTS_CHARS;
	return actions.flatMap(({ taskState, held, digest, effect, answer, more }) => {
		const name = nameOf(taskState);
		const head = `- ${name}: ${safeInline(oneLine(visibleText(held.summary), 300))}`;
		if (answer !== void 0) return [`${head}: ${wordsOf(answer)}`];
		const rest = more === 0 ? [] : [`- ${name}: ${counted(more, "more action")}, shown when these have their answers`];
		const shown = effect === void 0 ? "" : visibleText(effect);
		if (shown.length > room) return [`${head}: it is shown whole when the actions above have their answers`, ...rest];
		room -= shown.length;
		const way = `${head}: comment \`${trigger} approve ${digest.slice(0, 12)}\``;
		if (effect !== void 0) return [`${way}\n\n${fenced(shown, "diff").replace(/^/gm, "  ")}\n`, ...rest];
		return [hasDiff(held) ? `${way}. ${tooLong(held)}` : way, ...rest];
	});
}
function hasDiff({ preview = "", capabilities }) {
	return preview.startsWith("--- ") && capabilities.some(({ kind }) => kind === "write");
}
function tooLong({ preview = "" }) {
	return `Its diff is too long for this page (${grouped(preview.length)} characters), so what it writes is published only where a rule approves it.`;
}
function wordsOf({ verdict, by }) {
	return `${verdict === "approve" ? "approved" : "rejected"} by ${safeInline(by)}; the workflow continues with it`;
}

// src/batch/collect/take-in.ts
function withNew(record, lines) {
	const fresh = lines.filter(createKnown(record.lines).take);
	return fresh.length === 0 ? record : {
		...record,
		lines: [...record.lines, ...fresh]
	};
}
function takeIn(before, arrived) {
	const start = before ?? {
		plan: arrived.plan,
		lines: [],
		changes: /* @__PURE__ */ new Map(),
		sessions: /* @__PURE__ */ new Map()
	};
	const known = createKnown(start.lines);
	const added = linesOf(known, arrived).filter(known.take);
	const asked = arrived.asked === void 0 ? [] : [arrived.asked];
	const lines = [
		...start.lines,
		...asked,
		...added
	];
	const missing = missingOf(start, lines, arrived);
	if (before !== void 0 && added.length + missing.length === 0) return before;
	const record = {
		plan: start.plan,
		lines: [...lines, ...missing]
	};
	return {
		...record,
		changes: changesOf$1(record, start.changes, arrived.attempts),
		sessions: sessionsOf(record, start.sessions, arrived.attempts)
	};
}
function linesOf(known, { own, shardLines, unproven, attempts, at, workflowRun }) {
	const lost = unproven.filter((line) => own !== void 0 || known.isNew(line));
	const lines = [
		...shardLines,
		...lost.map((line) => withoutBundle(line)),
		...attempts.map(({ line }) => line)
	];
	const run = RUN_URL.exec(workflowRun ?? "")?.[0];
	return lines.map((line) => Date.parse(line.at) > Date.parse(at) ? {
		...line,
		at
	} : line).map((line) => line.type === "result" && run !== void 0 ? {
		...line,
		run
	} : line);
}
const RUN_URL = /^https?:\/\/[\w.:-]+(?:\/[\w.-]+)+\/actions\/runs\/\d+/;
const withoutBundle = (attempt, reason = "Its bundle is missing or was refused.") => resultWithoutSession(attempt, {
	outcome: null,
	reason,
	costUsd: null
});
const ONE_TICK_MS = 6e5;
function createKnown(lines) {
	const names = /* @__PURE__ */ new Set();
	const requests = /* @__PURE__ */ new Map();
	const deliveries = /* @__PURE__ */ new Map();
	const isNew = (line) => {
		if (line.type === "asked") return true;
		if (line.type === "wish") {
			const last = requests.get(line.task);
			return last?.wish !== line.wish || Math.abs(Date.parse(last.at) - Date.parse(line.at)) >= ONE_TICK_MS;
		}
		if (line.type === "delivery") {
			const last = deliveries.get(line.branch);
			if (last?.state !== line.state || last.pullRequest !== line.pullRequest) return true;
			return line.state === "open" && last.reason !== line.reason;
		}
		const isBeginning = line.type === "started" || line.type === "withdrawn";
		return !names.has(nameOf$3(line)) && !(isBeginning && names.has(endOf$4(line)));
	};
	const add = (line) => {
		if (line.type === "asked") return;
		if (line.type === "wish") requests.set(line.task, line);
		else if (line.type === "delivery") deliveries.set(line.branch, line);
		else names.add(nameOf$3(line));
		if (line.type === "result") names.add(endOf$4(line));
	};
	for (const line of lines) add(line);
	return {
		isNew,
		take: (line) => {
			const isFirst = isNew(line);
			if (isFirst) add(line);
			return isFirst;
		}
	};
}
function nameOf$3(line) {
	switch (line.type) {
		case "started":
		case "withdrawn": return JSON.stringify([
			line.type,
			line.task,
			line.attempt,
			line.session
		]);
		case "result": {
			const { task, attempt, session, outcome, steps, reason, patch } = line;
			const what = session === void 0 ? [reason] : [
				session,
				steps,
				patch
			];
			return JSON.stringify([
				line.type,
				task,
				attempt,
				outcome,
				...what
			]);
		}
		case "approved": return JSON.stringify([line.type, line.digest]);
		case "answer": return JSON.stringify([
			line.type,
			line.task,
			line.attempt,
			line.digest
		]);
	}
}
function endOf$4({ task, attempt }) {
	return JSON.stringify([
		"end",
		task,
		attempt
	]);
}
function missingOf({ plan, lines: before, sessions }, lines, arrived) {
	const { workflowRun, shards, at } = arrived;
	if (workflowRun === void 0) return [];
	const shardOf = new Map(plan.shards.flatMap((ids, shard) => ids.map((id) => [id, shard])));
	const from = foldResults(plan, arrived.from ?? arrived.planned);
	const first = foldResults(plan, arrived.planned);
	const begun = new Set(shardsToRun(first, answeredSessions(first, sessions)));
	const asked = new Set(runnableOf(from, { retry: false }).map(({ task }) => task.id).filter((task) => begun.has(shardOf.get(task) ?? -1)));
	const resumed = answeredSessions(from, sessions);
	const now = new Map(foldResults(plan, lines).tasks.map((taskState) => [taskState.task.id, taskState]));
	const said = [
		...arrived.shardLines,
		...arrived.unproven,
		...arrived.attempts.map(({ line }) => line)
	];
	const heard = new Set(said.flatMap((line) => line.type === "result" ? [line.task] : []));
	const reason = `No bundle arrived from ${workflowRun}.`;
	const told = new Set(lines.flatMap((line) => line.type === "result" && line.reason === reason ? [line.task] : []));
	return foldResults(plan, before).tasks.flatMap(({ task, next, result }) => {
		const taskState = now.get(task.id);
		const wasDue = asked.has(task.id) && (taskState?.state !== "waiting" || resumed.has(task.id)) && next.kind !== "none";
		const hasEnded = taskState?.state !== "started" && taskState?.result !== void 0 && taskState.result !== result;
		if (!wasDue || taskState === void 0 || heard.has(task.id) || told.has(task.id) || hasEnded) return [];
		if (taskState.state === "open" && shards.has(shardOf.get(task.id) ?? -1)) return [];
		const attempt = Math.max(1, taskState.state === "started" ? taskState.attempt : next.attempt);
		return [withoutBundle({
			task: task.id,
			key: task.key,
			attempt,
			at
		}, reason)];
	});
}
function sessionsOf({ plan, lines }, before, attempts) {
	const keyOf = ({ task, attempt, steps }) => `${task} ${attempt} ${steps}`;
	const arrived = new Map(attempts.map(({ line, session }) => [keyOf(line), { session }]));
	return withinRecord(foldResults(plan, lines).tasks.flatMap((taskState) => {
		const { task, result, state } = taskState;
		if (state !== "waiting" || result === void 0) return [];
		const { session } = arrived.get(keyOf(result)) ?? { session: waitingSessionOf(taskState, before) };
		return session === void 0 ? [] : [[task.id, session]];
	}));
}
function changesOf$1({ plan, lines }, before, attempts) {
	const byDigest = new Map(attempts.map((one) => [`${one.line.task} ${one.line.patch}`, one]));
	return new Map(foldResults(plan, lines).tasks.flatMap(({ task, state, result, delivery, isReady }) => {
		if (state !== "done" || result?.patch == null) return [];
		if (isClosed(delivery) && !isReady) return [];
		const { patch, report } = byDigest.get(`${task.id} ${result.patch}`) ?? {};
		const change = patch === void 0 ? before.get(task.id) : {
			patch,
			report: (report ?? "").slice(0, MAX_REPORT)
		};
		return change === void 0 ? [] : [[task.id, change]];
	}));
}
const MAX_REPORT = 1e4;

// src/batch/collect/dashboard-text.ts
const MAX_LISTED$2 = 300;
function dashboardMark(id) {
	return `${BATCH_MARK}${id} -->`;
}
function requestOfBox(box, { tasks }) {
	const [, word, id] = /^(retry|open|skip):([0-9a-f]{12})$/.exec(box) ?? [];
	const wish = [
		"retry",
		"open",
		"skip"
	].find((one) => one === word);
	return wish === void 0 || id === void 0 || !tasks.some(({ task }) => task.id === id) ? void 0 : {
		task: id,
		wish
	};
}
function dashboardText(view) {
	return dashboardBody({
		head: headOf(view),
		sections: sectionsOf(view),
		foot: footOf(view),
		more: ", see `kimi-runner batch status`"
	});
}
function headOf({ state, lines, now, trigger, notes }) {
	const { plan, tasks, spentUsd } = state;
	const counts = stateCounts(state).map(([label, count]) => `**${count}** ${label}`);
	const { open, openedInHour } = roomOf(plan, lines, now);
	const merged = batchPullsOf(state, lines).filter(({ delivery }) => delivery?.state === "merged").length;
	const pulls = plan.deliver === null ? "Nothing is published." : `Pull requests: **${open}** open of at most ${plan.deliver.open}, ${openedInHour} in the last hour of at most ${plan.deliver.perHour}, **${merged}** merged.`;
	return [
		`**${tasks.length}** ${tasks.length === 1 ? "task" : "tasks"}: ${counts.join(", ")}.`,
		pulls,
		`Money: **${money(spentUsd)}** of at most ${money(plan.limits.totalUsd)}.`,
		...releaseLines(state, trigger),
		...notes.map((note) => `> [!NOTE]\n> ${note.replace(/\s+/g, " ")}`)
	];
}
function releaseLines(state, trigger) {
	const release = releaseOf(state);
	if (release === void 0) return [];
	const { digest, measuredUsd, restUsd, restMaxUsd, left } = release;
	return [
		"### Waits for approval",
		`The first ${state.released === 1 ? "task" : `${state.released} tasks`} cost ${money(measuredUsd)}. The other **${left}** would cost **${money(restUsd)}** at that rate, and at most ${money(restMaxUsd)}.`,
		`Comment \`${trigger} approve ${digest.slice(0, 12)}\` to release them.`
	];
}
function sectionsOf(view) {
	const { state, lines, now, hasBoxes } = view;
	const isLong = state.tasks.length > MAX_LISTED$2;
	const batchPulls = batchPullsOf(state, lines).toSorted((a, b) => byName.compare(a.title, b.title));
	const room = roomOf(state.plan, lines, now);
	const due = new Map(batchPulls.map((batchPull) => [batchPull, dueOf(batchPull, {
		state,
		room,
		now
	})]));
	const box = (wish, taskState, text) => hasBoxes ? renderTickBox({
		id: `${wish}:${taskState.task.id}`,
		text
	}) : `- ${text}`;
	const titled = (title, tick) => hasBoxes ? `${title}; tick to ${tick}` : title;
	const open = batchPulls.filter(({ delivery }) => delivery?.state === "open");
	const isReady = (batchPull) => [
		"room",
		"waits",
		"now"
	].includes(due.get(batchPull) ?? "");
	const ready = batchPulls.filter((batchPull) => isReady(batchPull) && batchPull.delivery?.state !== "open");
	const tasks = state.tasks.toSorted((a, b) => byName.compare(a.task.title, b.task.title));
	const person = tasks.filter((taskState) => needsRetry(taskState) && taskState.wish?.wish !== "skip");
	const left = tasks.filter(({ delivery }) => delivery?.state === "left_out" || delivery?.state === "failed");
	const over = isLong ? [] : tasks.filter(({ state: task, delivery }) => isClosed(delivery) || task === "nothing");
	return [
		{
			title: "Open pull requests",
			items: open.map((batchPull) => `- #${batchPull.delivery?.pullRequest} ${nameOfPull(batchPull)}`)
		},
		{
			title: titled("Ready", "open now"),
			items: ready.flatMap((batchPull) => {
				const first = batchPull.tasks.find(({ isReady }) => isReady);
				return first === void 0 ? [] : [box("open", first, `${nameOfPull(batchPull)} ${idOf(first)}`)];
			})
		},
		{
			title: titled("Needs a person", "run again"),
			items: person.map((taskState) => box("retry", taskState, `${nameOf$2(taskState)} ${idOf(taskState)}: ${reasonOf(taskState)}`))
		},
		{
			title: "Waits for an answer",
			items: waitingItems(view)
		},
		{
			title: "Left out",
			items: left.map((taskState) => `- ${nameOf$2(taskState)}: ${safeWords(oneLine(taskState.delivery?.reason ?? "", 300))}`)
		},
		{
			title: "Tick to skip",
			items: hasBoxes && !isLong ? person.map((taskState) => box("skip", taskState, nameOf$2(taskState))) : []
		},
		{
			title: "Over",
			items: over.map((taskState) => `- ${nameOf$2(taskState)}: ${endOf$3(taskState)}`)
		}
	];
}
function waitingItems(view) {
	const { state, sessions, trigger } = view;
	const unkept = state.tasks.filter((taskState) => taskState.state === "waiting" && waitingSessionOf(taskState, sessions) === void 0);
	const resumed = "its session is too large for this page; `kimi-runner resume` on its bundle continues it";
	return [...actionItems(shownActions(state, sessions), {
		trigger,
		nameOf: nameOf$2
	}), ...unkept.map((taskState) => `- ${nameOf$2(taskState)}: ${resumed}`)];
}
function endOf$3({ delivery }) {
	return isClosed(delivery) ? `${delivery?.state} in #${delivery?.pullRequest}` : "nothing to change";
}
function nameOfPull({ title, tasks }) {
	const count = tasks.length === 1 ? "" : ` (${counted(tasks.length, "task")})`;
	return `${safeInline(oneLine(title, 120))}${count}`;
}
function nameOf$2({ task }) {
	return safeInline(oneLine(task.title, 120));
}
function idOf({ task }) {
	return `(\`${task.id}\`)`;
}
function reasonOf({ result }) {
	const run = RUN_URL.exec(result?.run ?? "")?.[0];
	return `${safeWords(oneLine(result?.reason ?? "It has no result.", 200))}${run === void 0 ? "" : ` · [run](${run})`}`;
}
const byName = new Intl.Collator("en", { numeric: true });
function footOf({ state: { plan }, runUrl, trigger, hasBoxes, dashboardUrl }) {
	const how = hasBoxes ? `Ticks by people who may write count at the next collect. Or comment \`${trigger} batch retry <task>\`, \`open\` or \`skip\`. Started with the batch ${plan.id}, the workflow continues with what is left. ` : "";
	const links = [...dashboardUrl === void 0 ? [] : [` · [dashboard](${dashboardUrl})`], ...runUrl === void 0 ? [] : [` · [run](${runUrl})`]];
	return `<sub>${how}Batch ${safeInline(plan.name)}, plan ${plan.id}, commit ${plan.base.slice(0, 12)}${links.join("")}</sub>`;
}

// src/batch/collect/dashboard-input.ts
async function readDashboardInput(batch, record, seen) {
	if (seen?.issue === void 0) return {
		lines: [],
		notes: []
	};
	const { issue, ticks } = seen;
	const state = foldResults(record.plan, record.lines);
	const at = new Date(batch.clock.now()).toISOString();
	const written = await readComments({
		batch,
		record,
		issue,
		state
	});
	return {
		lines: [...ticks.kind === "counted" ? requestsOf(ticks.ids, state, {
			by: ticks.by,
			at
		}) : [], ...written.lines],
		notes: [...ticks.kind === "refused" ? [`Ticks did not count: ${ticks.reason}`] : [], ...written.notes]
	};
}
function requestsOf(ids, state, said) {
	return ids.flatMap((id) => {
		const request = requestOfBox(id, state);
		return request === void 0 ? [] : [{
			type: "wish",
			...request,
			...said
		}];
	});
}
const MAX_STRANGERS_CHARS = 4e3;
async function readComments({ batch, record, issue, state }) {
	const { client, repo, self } = batch.github;
	const found = await client.paginate("GET /repos/{owner}/{repo}/issues/{issue_number}/comments", {
		...inRepo(repo),
		issue_number: issue.number,
		per_page: 100
	});
	const waiting = waitingIn(record, state);
	const lines = [];
	const notes = [];
	const asked = /* @__PURE__ */ new Map();
	const accessOf = (user) => {
		const access = asked.get(user.id) ?? checkAccess(client, {
			owner: repo.owner,
			repo: repo.name,
			users: [user]
		});
		asked.set(user.id, access);
		return access;
	};
	for (const data of found) {
		const comment = listedComment(data);
		if (comment === void 0 || comment.author.id === self.id) continue;
		if (comment.body.length > MAX_STRANGERS_CHARS && !(await accessOf(comment.author)).allowed) continue;
		const said = {
			comment,
			accessOf,
			batch,
			lines: record.lines
		};
		for (const answer of [await answersIn(said, waiting), await requestsIn(said, state)]) if (typeof answer === "string") notes.push(answer);
		else lines.push(...answer);
	}
	return {
		lines,
		notes
	};
}
function waitingIn({ lines, sessions }, state) {
	const rest = [releaseOf(state) ?? []].flat().map(({ digest, upTo }) => {
		const lineOf = ({ verdict }, said) => verdict === "approve" ? {
			type: "approved",
			digest,
			...said,
			upTo
		} : void 0;
		return {
			digest,
			paths: [],
			requesters: requestersOf(lines),
			lineOf
		};
	});
	const actions = shownActions(state, sessions).filter(({ answer }) => answer === void 0).map(({ taskState: { task, attempt }, held, digest: shown, effect }) => {
		const of = {
			task: task.id,
			attempt
		};
		return {
			digest: shown,
			paths: ownedPaths([held]),
			requesters: requestersOf(lines, of),
			lineOf: ({ verdict, reason: why }, said) => ({
				type: "answer",
				...of,
				key: task.key,
				digest: held.digest,
				verdict,
				paths: held.capabilities.flatMap((need) => need.kind === "write" ? [need.path] : []),
				...effect === void 0 ? {} : { effect },
				...why === void 0 ? {} : { why },
				...said
			})
		};
	});
	return [...rest, ...actions];
}
async function answersIn({ comment, accessOf, batch }, waiting) {
	const { trigger } = batch.inputs.start;
	const answer = answerIn(comment.body, trigger);
	if (answer === void 0 || answer.digests === "all") return [];
	const { digests } = answer;
	const meant = waiting.filter(({ digest }) => digests.some((prefix) => digest.startsWith(prefix)));
	const lines = meant.flatMap(({ lineOf }) => lineOf(answer, saidIn(comment)) ?? []);
	if (lines.length === 0) return [];
	const may = await accessOf(comment.author);
	if (!may.allowed) return `An answer did not count: ${may.reason}`;
	const { github, git, path: pathVar, base, policy } = batch;
	const { client, repo, self } = github;
	const { id, createdAt, author } = comment;
	const access = await checkApprover(client, {
		repository: {
			owner: repo.owner,
			name: repo.name
		},
		author,
		paths: meant.flatMap(({ paths }) => paths),
		readBase: async (path) => {
			const { gitDir } = git;
			return (await readHead({ root: gitDir }, {
				ownGitDir: gitDir,
				pathVar,
				paths: [path],
				trusted: base
			})).files.get(path);
		},
		approvers: policy.approvers,
		requesters: meant.flatMap(({ requesters }) => idsOf(requesters, author)),
		ownIds: [self.id],
		comment: {
			kind: "issue",
			id,
			createdAt
		},
		answer,
		trigger
	});
	return access.allowed ? lines : `An answer did not count: ${access.reason}`;
}
function saidIn({ author, createdAt }) {
	return {
		by: author.login,
		at: new Date(Date.parse(createdAt)).toISOString()
	};
}
async function requestsIn({ comment, accessOf, batch, lines: known }, state) {
	const words = sanitise(comment.body).text.trim().split(/\s+/);
	const [first, word, wish = "", ...tasks] = words;
	if (first !== batch.inputs.start.trigger || word !== "batch" || comment.body.trim() !== words.join(" ")) return [];
	const said = saidIn(comment);
	const fresh = requestsOf(tasks.map((id) => `${wish}:${id}`), state, said).filter(({ at, task, wish: what }) => !known.some((one) => one.type === "wish" && one.at === at && one.task === task && one.wish === what));
	if (fresh.length === 0) return [];
	if (isEdited(comment)) return "A request did not count: its comment was edited. Write a new one.";
	const access = await accessOf(comment.author);
	return access.allowed ? fresh : `A request did not count: ${access.reason}`;
}

// src/batch/collect/compose.ts
async function composeChanges(request) {
	const { path, policy, from, onto, tasks, changes } = request;
	const { objects: git, gitDir } = request.git;
	const approved = /* @__PURE__ */ new Set();
	const heldBy = judgeChange(policy, "none", {
		approved,
		rejected: /* @__PURE__ */ new Map()
	});
	const judge = async (before, to) => await judgedChange({
		git,
		from: before,
		to,
		heldBy,
		filters: {
			trees: [onto],
			asIs: policy.asIs
		}
	});
	let tree = onto;
	const included = [];
	const leftOut = [];
	const heldFiles = [];
	const owners = /* @__PURE__ */ new Map();
	const add = async (taskState) => {
		const { task, result } = taskState;
		const change = changes.get(task.id);
		if (change === void 0) return "Its change is no longer kept.";
		if (sha256(change.patch) !== result?.patch) return "Its change is not the one that was recorded.";
		let to;
		try {
			to = await applyPatch({
				gitDir,
				path,
				tree: from,
				patch: change.patch
			});
		} catch (error) {
			return `Its change cannot be applied to its start commit: ${oneLine(describeError(error), 200)}`;
		}
		for (const version of await approvedVersions(taskState, request)) approved.add(version);
		const judged = await judge(from, to);
		const files = (await git.edits(from, judged.tree)).map(({ path }) => path);
		const [held] = judged.heldFiles;
		if (files.length === 0) {
			const paths = judged.heldFiles.map(({ path }) => path);
			return held === void 0 ? "It changes nothing." : `The policy holds ${namesOf(paths)} (${held.rule}), and it changes nothing else.`;
		}
		const next = await git.onto({
			from,
			to: judged.tree,
			tree
		});
		if (next === void 0) {
			const others = [...new Set(files.flatMap((file) => owners.get(file) ?? []))];
			const there = others.length === 0 ? "what is there already" : `the ${changesOf(others)}`;
			return `Conflict: ${namesOf(files)} does not fit on ${there}.`;
		}
		tree = next;
		for (const file of files) owners.set(file, [...owners.get(file) ?? [], oneLine(task.title, 100)]);
		heldFiles.push(...judged.heldFiles);
		included.push({
			taskState,
			report: change.report
		});
	};
	for (const taskState of tasks) {
		const reason = await add(taskState);
		if (reason !== void 0) leftOut.push({
			taskState,
			reason
		});
	}
	const together = included.length > 1 || onto !== from ? await judge(onto, tree) : {
		tree,
		heldFiles: []
	};
	const held = new Map([...heldFiles, ...together.heldFiles].map((file) => [file.path, file]));
	return {
		tree: together.tree,
		included,
		leftOut,
		heldFiles: [...held.values()],
		heldBy
	};
}
async function approvedVersions({ answers }, { git: { gitDir, objects }, path, from }) {
	const versions = /* @__PURE__ */ new Set();
	let tree = from;
	for (const { verdict, paths, effect } of answers) {
		if (verdict !== "approve" || effect === void 0) continue;
		const next = await applyPatch({
			gitDir,
			path,
			tree,
			patch: asGitPatch(effect)
		}).catch(() => tree);
		for (const edit of await objects.edits(tree, next)) if (paths.includes(edit.path)) versions.add(versionKey(edit));
		tree = next;
	}
	return versions;
}
function asGitPatch(diff) {
	const [, before = "", after = ""] = /^--- ([^\n]*)\n\+\+\+ ([^\n\t]*)/.exec(diff) ?? [];
	const mode = before === "/dev/null" ? "new file mode 100644\n" : "";
	return Buffer.from(`diff --git ${after.replace(/^("?)b\//, "$1a/")} ${after}\n${mode}${diff}`);
}
function changesOf(titles) {
	return `${titles.length === 1 ? "change" : "changes"} of ${namesOf(titles)}`;
}
function namesOf(files) {
	const [first = "", ...others] = files;
	return `${oneLine(first, 200)}${others.length === 0 ? "" : ` and ${others.length} more`}`;
}

// src/batch/collect/batch-pull-text.ts
const MAX_TASKS = 100;
const MAX_FIELDS = 20;
function aboutBatchPull(view) {
	const { plan, batchPull, included, leftOut, dashboardUrl } = view;
	const [only] = included;
	const isOne = batchPull.tasks.length === 1 && only !== void 0;
	return {
		description: isOne ? reportOf(only) : bulleted(included, ({ taskState }) => nameOf$1(taskState), MAX_TASKS),
		verification: checksOf(view),
		sections: [...isOne ? section("Task", fieldList(only)) : [], ...section(`Tasks left out (${leftOut.length})`, leftOutList(leftOut))],
		footer: [`Batch ${safeInline(plan.name)}, plan ${plan.id}`, dashboardUrl === void 0 ? "" : `[Dashboard of the batch](${dashboardUrl})`]
	};
}
function reportOf({ report, taskState }) {
	const words = safeMarkdown(report);
	return words === "" ? safeWords(taskState.result?.reason ?? "") : quotedAs("From the model", words);
}
function checksOf({ batchPull, included, isVerified }) {
	const [only] = included;
	const count = included.length;
	if (batchPull.tasks.length > 1 || only === void 0) {
		if (isVerified) return `✅ The checks passed on all ${count} changes together.`;
		return count === 1 ? "" : `⚠️ Nothing checked the changes together: ${NO_COMMAND}`;
	}
	const { task, result } = only.taskState;
	if (result?.verification !== "green") return `⚠️ Nothing checked it: ${NO_COMMAND}`;
	const commands = task.verify.map((command) => safeInline(oneLine(command, 200))).join(", ");
	return `✅ Its checks passed${commands === "" ? "" : ` (${commands})`}.`;
}
const NO_COMMAND = "neither the policy nor a task names a command.";
function fieldList({ taskState: { task } }) {
	return bulleted(Object.entries(task.fields), ([name, value]) => `${safeInline(oneLine(name, 60))}: ${safeInline(oneLine(value, 300))}`, MAX_FIELDS);
}
function leftOutList(leftOut) {
	return bulleted(leftOut, ({ taskState, reason }) => `${nameOf$1(taskState)}: ${safeWords(oneLine(reason, 500))}`, MAX_TASKS);
}
function nameOf$1({ task }) {
	return `${safeInline(oneLine(task.title, 200))} (${task.id})`;
}

// src/batch/collect/deliver-pulls.ts
async function deliverAll(batch, ref, dashboardUrl) {
	const tried = /* @__PURE__ */ new Set();
	let done = [];
	for (;;) {
		let batchPull;
		const record = await ref.update((known) => {
			const lines = [...known.lines, ...done];
			const next = claimNext({
				plan: known.plan,
				lines
			}, batch.clock.now(), tried);
			batchPull = next?.batchPull;
			if (next === void 0 && done.length === 0) return known;
			return {
				...known,
				lines: next === void 0 ? lines : [...lines, next.line]
			};
		});
		if (batchPull === void 0) return record;
		tried.add(batchPull.branch);
		done = await delivered({
			batch,
			record,
			batchPull,
			dashboardUrl
		});
	}
}
async function delivered(request) {
	const { batch, record, batchPull } = request;
	try {
		const isStacked = record.plan.deliver?.pullRequests === "stacked";
		return await deliverBatchPull({
			...request,
			below: isStacked ? await belowOf(request) : void 0
		});
	} catch (error) {
		batch.stopper.signal.throwIfAborted();
		const reason = oneLine(describeError(error), 500);
		batch.world.warn(`${batchPull.branch} was not delivered: ${reason}`);
		return [deliveryLine(batchPull, batchPull.tasks, {
			state: "failed",
			reason,
			now: batch.clock.now()
		})];
	}
}
async function belowOf({ batch, record, batchPull }) {
	const { plan, lines } = record;
	const batchPulls = batchPullsOf(foldResults(plan, lines), lines);
	const at = batchPulls.findIndex(({ branch }) => branch === batchPull.branch);
	const found = batchPulls.slice(0, Math.max(0, at)).findLast(({ delivery }) => delivery?.state === "open");
	if (found === void 0) return void 0;
	const { branch } = found;
	const head = await headOf$1({
		...batch.github,
		branch
	});
	return head === void 0 ? void 0 : {
		branch,
		commit: head.sha
	};
}
async function deliverBatchPull(request) {
	const { batch, record, batchPull, below } = request;
	const { objects: git } = batch.git;
	const { plan, changes } = record;
	const tasks = batchPull.tasks.filter(isDeliverable);
	const lineOf = (of, facts) => deliveryLine(batchPull, of, {
		...facts,
		now: batch.clock.now()
	});
	const earlier = await earlierPull(batch, batchPull);
	if (earlier !== void 0) return [lineOf(tasks, {
		state: "failed",
		reason: `Pull request #${earlier} of an earlier plan is open for it. Merge or close that one first.`
	})];
	const from = await git.treeOf(plan.base);
	const onto = below === void 0 ? from : await treeThere(git, remoteOf(batch), below.commit);
	const composed = await composeChanges({
		...batch,
		from,
		onto,
		tasks,
		changes
	});
	const leftOut = composed.leftOut.map(({ taskState, reason }) => lineOf([taskState], {
		state: "left_out",
		reason: oneLine(reason, 500)
	}));
	const included = composed.included.map(({ taskState }) => taskState);
	if (included.length === 0) return leftOut;
	const made = {
		...request,
		composed,
		parent: below?.commit ?? plan.base,
		onto
	};
	return [...leftOut, lineOf(included, await deliverMade(made, tasks.length > 1 || below !== void 0))];
}
async function deliverMade(made, isUnion) {
	const union = isUnion ? await verified(made) : "none";
	if (typeof union === "object") return {
		state: "left_out",
		reason: `All changes together do not pass: ${union.said}`
	};
	const { branch, pullRequest: pull } = await published(made, union === "green");
	const refused = [branch, pull].find((result) => result.kind === "refused");
	if (refused?.kind === "refused") return refusal(refused);
	if (branch.kind === "none") return {
		state: "left_out",
		reason: "It changes nothing."
	};
	if (!("number" in pull)) return {
		state: "failed",
		reason: "No pull request was opened."
	};
	const reason = await setLabels(made.batch, made.record.plan, pull.number);
	return {
		state: "open",
		pullRequest: pull.number,
		...reason && { reason }
	};
}
async function setLabels({ github, world }, { deliver }, pullRequest) {
	try {
		const { labels = [] } = deliver ?? {};
		const route = "POST /repos/{owner}/{repo}/issues/{issue_number}/labels";
		const what = {
			...inRepo(github.repo),
			issue_number: pullRequest,
			labels
		};
		if (labels.length > 0) await github.client.request(route, what, REPEATABLE);
		return;
	} catch (error) {
		const reason = `The labels of pull request #${pullRequest} could not be set: ${oneLine(describeError(error), 300)}`;
		world.warn(reason);
		return reason;
	}
}
async function published(made, isVerified) {
	const { batch, record, batchPull, below, composed, parent, onto, dashboardUrl } = made;
	const { plan } = record;
	const { tree, heldBy, heldFiles: apart } = composed;
	const outcome = {
		outcome: "completed",
		reason: "",
		steps: 0,
		usage: NO_USAGE,
		filesChanged: 0,
		apart
	};
	return await publish$1({
		github: batch.github,
		target: {
			destination: {
				kind: "own",
				into: below?.branch ?? batch.into,
				branch: batchPull.branch
			},
			git: batch.outbox.wrapGit(batch.git.objects),
			remote: remoteOf(batch),
			commit: batch.inputs.commit,
			pullRequest: plan.deliver?.draft === true ? "draft" : "ready"
		},
		run: {
			facts: {
				...NO_FACTS,
				sessionId: `batch-${plan.id}`,
				outcome
			},
			base: parent,
			tree,
			changes: await batch.git.changes(parent, tree),
			heldBy,
			filters: {
				trees: [onto],
				asIs: batch.policy.asIs
			},
			outputRefusal: () => void 0,
			redact: batch.redact,
			search: batch.search,
			beganAt: endedAt(batchPull)
		},
		origin: {
			verb: "fix",
			title: batchPull.title
		},
		reply: { about: aboutBatchPull({
			...composed,
			plan,
			batchPull,
			isVerified,
			dashboardUrl
		}) },
		runUrl: batch.job.runUrl,
		clock: batch.clock,
		warn: batch.world.warn
	});
}
async function earlierPull({ github }, { branch }) {
	const { client, repo } = github;
	const prefix = branch.slice(0, branch.lastIndexOf("-") + 1);
	const listed = await client.request("GET /repos/{owner}/{repo}/git/matching-refs/{ref}", {
		...inRepo(repo),
		ref: `heads/${prefix}`
	}, REPEATABLE);
	const names = (Array.isArray(listed.data) ? listed.data : []).map((ref) => String(member(ref, "ref")));
	for (const name of names.filter((one) => one !== `refs/heads/${branch}`)) {
		const open = (await pullsOf({
			client,
			repo,
			branch: name.slice(11)
		})).find(({ isOpen }) => isOpen);
		if (open !== void 0) return open.number;
	}
}
const FINAL = /* @__PURE__ */ new Set([
	"closed",
	"secret",
	"moved",
	"protected_path",
	"unsafe_path"
]);
function refusal({ code, reason, fix }) {
	return {
		state: FINAL.has(code) ? "left_out" : "failed",
		reason: oneLine(`${reason} ${fix}`, 500)
	};
}
function endedAt({ tasks }) {
	return Math.max(...tasks.map(({ result }) => Date.parse(result?.at ?? "") || 1));
}
const TASK_SECONDS = 600;
async function verified({ batch, batchPull, composed: { tree, included }, parent }) {
	const { policy, world, base } = batch;
	const { signal } = batch.stopper;
	const known = new Set(policy.verify.map(({ command }) => command));
	const own = [...new Set(included.flatMap(({ taskState }) => taskState.task.verify)).difference(known)].map((command) => ({
		command,
		timeoutS: TASK_SECONDS
	}));
	const verify = [...policy.verify, ...own];
	if (verify.length === 0) return "none";
	const commit = await batch.git.objects.commit({
		tree,
		parents: [parent],
		message: "union\n",
		identity: {
			name: "kimi-runner",
			email: "kimi-runner@users.noreply.github.com"
		},
		atSeconds: Math.floor(endedAt(batchPull) / 1e3)
	});
	const cwd = join(batch.scratchDir, `union-${commit.slice(0, 12)}`);
	const { gitDir } = batch.git;
	await createWorkTrees({
		root: gitDir,
		gitDir,
		path: batch.path
	}).add(cwd, commit);
	const bench = await openWorkbench({
		...batch.inputs.run.workbench,
		cwd,
		trusted: base,
		world,
		setup: signal
	});
	try {
		const failed = (await runChecks(verify, bench.cell, signal)).find(({ passed }) => !passed);
		if (failed === void 0) return "green";
		return { said: `\`${oneLine(failed.command, 200)}\` failed: ${oneLine(failed.end, 100)}` };
	} finally {
		await bench.close();
	}
}

// src/batch/collect/batch-job.ts
async function openBatchJob(parts, own, plan, isRecorded) {
	const client = {
		...parts.client,
		...parts.outbox.api
	};
	const into = (isRecorded ? plan.into : void 0) ?? (await baseBranch(parts)).into;
	await requireFor(parts, plan, into);
	const policy = await planPolicy(parts, own, plan);
	const secrets = jobSecrets(parts);
	return {
		...parts,
		...own,
		client,
		github: {
			client,
			repo: repoOf(parts),
			self: await whoAmI(client)
		},
		into,
		base: plan.base,
		policy,
		redact: createRedact(secrets),
		search: createLeakSearch(secrets)
	};
}
async function planPolicy(parts, own, plan) {
	const policy = await policyAt(parts, own, plan.base);
	requirePolicyOf(plan, policy);
	return policy;
}
async function requireFor(parts, plan, branch) {
	const { base, id, into = branch } = plan;
	const problem = into !== branch ? `the plan ${id} is for the branch ${into}, and this job works for ${branch}` : await containsCommit(parts, {
		newer: branch,
		older: base
	}) ? void 0 : `commit ${base} of the plan ${id} is not in the branch ${branch}`;
	if (problem === void 0) return;
	throw configError(`Nothing is delivered: ${problem}.`, "Collect on the branch that the batch was planned on.");
}

// src/batch/collect/record-ref.ts
const BATCHES = "refs/kimi/batch/";
async function recordedBatches({ refs }) {
	return (await refs.list(BATCHES)).map(({ ref }) => ref.slice(16)).filter((id) => /^[0-9a-f]{12}$/.test(id));
}
function jobRecord(parts, own, id) {
	const { clock } = own;
	const unwritten = {
		write: async () => id,
		update: async () => ({
			kind: "updated",
			refs: []
		})
	};
	return createRecordRef({
		refs: parts.inputs.publish === "github" ? own.refs : {
			...own.refs,
			...unwritten
		},
		id,
		seal: createSeal(jobSealSecret(parts)),
		clock
	});
}
function createRecordRef({ refs, id, seal, clock }) {
	const ref = `${BATCHES}${id}`;
	let seen;
	const load = async () => {
		const stored = await refs.read(ref);
		if (stored === void 0) return {
			commit: null,
			value: void 0
		};
		const problem = seal.problemIn({
			files: stored.files,
			tree: void 0
		});
		if (problem !== void 0) throw corrupt(ref, problem);
		const value = recordOf$1(stored.files, ref);
		if (value.plan.id !== id) throw corrupt(ref, `It is of batch ${value.plan.id}.`);
		return {
			commit: stored.commit,
			value
		};
	};
	const write = async (record) => {
		const files = filesOf(record);
		return await refs.write({
			files: new Map([...files, [SEAL, seal.write({
				files,
				tree: void 0
			})]]),
			message: `batch ${id} ${randomUUID()}`,
			atSeconds: Math.floor(clock.now() / 1e3)
		});
	};
	const change = async (edit) => {
		const before = seen;
		seen = void 0;
		const after = await changeRef({
			refs,
			ref,
			read: load,
			write,
			refused,
			clock
		}, edit, before);
		seen = after;
		return after.value;
	};
	return {
		read: async () => {
			seen = await load();
			return seen.value;
		},
		remove: async () => {
			if (seen?.commit != null) await refs.update([{
				ref,
				commit: null,
				expected: seen.commit
			}], { isAtomic: true });
			seen = void 0;
		},
		change,
		update: (edit) => change((before) => {
			if (before === void 0) throw corrupt(ref, "It was deleted while the batch was collected.");
			return edit(before);
		})
	};
}
function refused(said) {
	return new RunnerError({
		code: "git.failed",
		message: `The record of the batch cannot be written: ${said}`,
		hint: "The workflow needs `permissions: contents: write`; rulesets must let its token push to `refs/kimi/**`."
	});
}
const WAITING = /^waiting\/([0-9a-f]{12})\/([1-9]\d{0,3})\/(.+)$/;
const CHANGE = /^changes\/([0-9a-f]{12})\/(patch|report)$/;
function filesOf({ plan, lines, changes, sessions }) {
	const kept = [...changes].flatMap(([task, { patch, report }]) => [[`changes/${task}/patch`, patch], [`changes/${task}/report`, report]]);
	const waiting = [...sessions].flatMap(([task, { attempt, files }]) => [...files].map(([path, bytes]) => [`waiting/${task}/${attempt}/${path}`, bytes]));
	return new Map([
		[PLAN_FILE, planText(plan)],
		[RESULTS_FILE, lines.map(lineText).join("")],
		...kept,
		...waiting
	]);
}
function recordOf$1(files, ref) {
	const changes = /* @__PURE__ */ new Map();
	const sessions = /* @__PURE__ */ new Map();
	for (const [path, bytes] of files) {
		const [, waits, attempt, inBundle = ""] = WAITING.exec(path) ?? [];
		if (waits !== void 0 && isBundleFile(inBundle)) {
			const session = sessions.get(waits) ?? {
				attempt: Number(attempt),
				files: /* @__PURE__ */ new Map()
			};
			sessions.set(waits, session);
			session.files.set(inBundle, bytes);
		}
		const [, task, part] = CHANGE.exec(path) ?? [];
		if (task === void 0 || part !== "patch") continue;
		changes.set(task, {
			patch: bytes,
			report: files.get(`changes/${task}/report`)?.toString("utf8") ?? ""
		});
	}
	return {
		plan: parsePlan(files.get("plan.json")?.toString("utf8") ?? "", `${ref}:${PLAN_FILE}`),
		lines: parseResults(files.get("results.jsonl") ?? Buffer.alloc(0), `${ref}:${RESULTS_FILE}`),
		changes,
		sessions
	};
}
function corrupt(ref, problem) {
	return new RunnerError({
		code: "session.corrupt",
		message: `The record of the batch cannot be used: ${ref}: ${problem}`,
		hint: `Delete it (\`git push origin :${ref}\`) and run the batch again, or give the job the key that it was written with.`
	});
}

// src/batch/collect/collect.ts
async function collectBatch(parts, { arrived, id }) {
	const { clock, job } = parts;
	using own = await openJobGit(parts, clock);
	const ref = jobRecord(parts, own, id);
	const before = await ref.read();
	const plan = arrived?.plan ?? before?.plan;
	if (plan === void 0) return void 0;
	if (arrived === void 0 && before !== void 0) {
		const isOld = isExpired(before, clock.now());
		if (isOld) await ref.remove();
		if (isOld || isDone(before)) return void 0;
	}
	const batch = await openBatchJob(parts, own, plan, before?.plan.digest === plan.digest);
	const isAfterShards = arrived !== void 0 && arrived.own === void 0;
	if (arrived !== void 0) {
		const at = new Date(clock.now()).toISOString();
		const attempts = await recordable(arrived.attempts, batch);
		const people = isAfterShards ? startersOf(parts) : void 0;
		const asked = people === void 0 ? void 0 : {
			type: "asked",
			people,
			at
		};
		const workflowRun = isAfterShards ? `${job.runUrl ?? "this run"}, attempt ${job.runAttempt}` : void 0;
		const from = job.runAttempt === 1 ? void 0 : before?.lines;
		await ref.change((record) => takeIn(record, {
			...arrived,
			from,
			attempts,
			workflowRun,
			asked,
			at
		}));
	}
	const collected = await withDashboard(batch, ref);
	await startAgain(batch, ref);
	if (isAfterShards && parts.inputs.publish === "github") await settleMoney(collected.state, own, parts.world.warn);
	return collected;
}
const DAY_MS = 864e5;
const KEPT_MS = 30 * DAY_MS;
const KEPT_WAITING_MS = 180 * DAY_MS;
function isExpired(record, now) {
	return now - Date.parse(record.lines.at(-1)?.at ?? "") > (isDone(record) ? KEPT_MS : KEPT_WAITING_MS);
}
function isDone({ plan, lines }) {
	return isOver(foldResults(plan, lines), lines);
}
async function updatedRecord(parts, own, id) {
	const ref = jobRecord(parts, own, id);
	const record = await ref.read();
	if (record === void 0 || isDone(record)) return record;
	const batch = await openBatchJob(parts, own, record.plan, true);
	return (await heard({
		batch,
		ref,
		record
	}, await dashboardOf(batch, id).read())).record;
}
function dashboardOf({ github, redact, world: { warn } }, id) {
	const outgoing = createOutgoing(redact);
	return openDashboard({
		...github,
		mark: dashboardMark(id),
		outgoing,
		name: "The dashboard",
		warn
	});
}
async function heard({ batch, ref, record }, seen, more = []) {
	const { lines, notes } = await readDashboardInput(batch, record, seen);
	return {
		record: await ref.update((before) => withNew(before, [...more, ...lines])),
		notes
	};
}
async function withDashboard(batch, ref) {
	const { clock, inputs, job } = batch;
	const before = await ref.update((known) => known);
	const dashboard = dashboardOf(batch, before.plan.id);
	const seen = await dashboard.read();
	const first = await heard({
		batch,
		ref,
		record: before
	}, seen, await changedPulls(batch, before));
	const viewOf = ({ plan, lines, sessions }, notes) => {
		const { trigger } = inputs.start;
		return {
			state: foldResults(plan, lines),
			lines,
			sessions,
			now: clock.now(),
			trigger,
			notes,
			runUrl: job.runUrl
		};
	};
	const known = seen !== void 0 && seen.issue === void 0 && before.plan.deliver !== null ? await dashboard.put(issueOf(viewOf(first.record, [])), void 0) : seen?.issue;
	const delivered = await deliverAll(batch, ref, known?.url);
	const now = await dashboard.read();
	const late = await heard({
		batch,
		ref,
		record: delivered
	}, isTickedSince(seen, now) ? now : void 0);
	const view = viewOf(late.record, [.../* @__PURE__ */ new Set([...first.notes, ...late.notes])]);
	const put = now === void 0 ? void 0 : await dashboard.put(issueOf(view), now.issue);
	const text = dashboardText({
		...view,
		hasBoxes: false,
		dashboardUrl: put?.url
	});
	const summary = `## Batch ${before.plan.name.replace(/[^\w -]/g, "")}\n\n${text}`;
	return {
		record: late.record,
		state: view.state,
		summary,
		dashboardUrl: put?.url
	};
}
function isTickedSince(before, now) {
	const known = tickedIn(before?.issue?.body ?? "");
	return tickedIn(now?.issue?.body ?? "").some((id) => !known.includes(id));
}
function issueOf(view) {
	const { plan } = view.state;
	return {
		title: `Batch ${oneLine(plan.name, 100)}`,
		body: dashboardText({
			...view,
			hasBoxes: true
		}),
		labels: plan.deliver?.labels ?? [],
		isOver: isOver(view.state, view.lines)
	};
}
async function settleMoney({ plan, spentUsd }, { refs, clock }, warn) {
	try {
		await createLedgerRef({
			refs,
			clock
		}).change((before) => ({
			ledger: settle(before, batchSession(plan.id), spentUsd),
			result: void 0
		}));
	} catch (error) {
		warn(`The cost of the batch could not be written to the ledger, which keeps counting all that was reserved: ${describeError(error)}`);
	}
}
const BINARY = /^GIT binary patch$/m;
const MAX_PATCH_BYTES = 5e7;
async function recordable(attempts, batch) {
	const { redact } = batch;
	const clean = [];
	for (const attempt of attempts) {
		const problem = attempt.patch.length === 0 ? void 0 : await problemOf(attempt, batch);
		const safe = {
			...attempt,
			line: redactDeep(attempt.line, redact),
			report: redact(attempt.report)
		};
		const line = {
			...safe.line,
			state: "person",
			reason: redact(problem ?? ""),
			patch: null
		};
		clean.push(problem === void 0 ? safe : {
			...safe,
			line,
			patch: Buffer.alloc(0)
		});
	}
	return clean;
}
async function problemOf({ patch }, batch) {
	if (patch.length > MAX_PATCH_BYTES) return `Its change has ${grouped(patch.length)} bytes; a batch delivers at most ${grouped(MAX_PATCH_BYTES)} for a task.`;
	const { path, search, base } = batch;
	const { objects: git, gitDir } = batch.git;
	const text = patch.toString("latin1");
	if (!BINARY.test(text) && search(text).length + search(text.replace(/^[+ -]/gm, "")).length === 0) return void 0;
	try {
		const from = await git.treeOf(base);
		const to = await applyPatch({
			gitDir,
			path,
			tree: from,
			patch
		});
		const leaks = await findLeaks({
			git,
			from,
			to,
			search
		});
		return leaks.length === 0 ? void 0 : describeLeaks(leaks);
	} catch (error) {
		return `Its change holds a secret, or cannot be read: ${describeError(error)}`;
	}
}
async function changedPulls(batch, { plan, lines }) {
	const known = batchPullsOf(foldResults(plan, lines), lines).flatMap(({ delivery: line }) => line ?? []);
	const pulls = [];
	for (const line of known) {
		if (line.state !== "open" || line.pullRequest === void 0) continue;
		pulls.push({
			line,
			pull: await pullOf(batch.github, line.pullRequest)
		});
	}
	if (plan.deliver?.pullRequests === "stacked") await restack(batch, pulls, known.flatMap(({ branch, state }) => state === "merged" ? [branch] : []));
	const at = new Date(batch.clock.now()).toISOString();
	const changed = [];
	for (const { line, pull } of pulls) {
		const { reason, ...facts } = line;
		if (!pull.isOpen) changed.push({
			...facts,
			state: pull.isMerged ? "merged" : "closed",
			at
		});
		else if (reason !== void 0 && await setLabels(batch, plan, pull.number) === void 0) changed.push({
			...facts,
			at
		});
	}
	return changed;
}
async function restack({ github, into, world }, pulls, before) {
	const merged = /* @__PURE__ */ new Set([...before, ...pulls.flatMap(({ line, pull }) => pull.isMerged ? [line.branch] : [])]);
	const open = pulls.filter(({ pull }) => pull.isOpen);
	for (const [index, { pull }] of open.entries()) {
		if (!merged.has(pull.into)) continue;
		const base = open[index - 1]?.line.branch ?? into;
		try {
			const what = {
				...inRepo(github.repo),
				pull_number: pull.number,
				base
			};
			await github.client.request("PATCH /repos/{owner}/{repo}/pulls/{pull_number}", what, REPEATABLE);
		} catch (error) {
			world.warn(`#${pull.number} is still for ${pull.into}, which is merged: ${oneLine(describeError(error), 300)}`);
		}
	}
}
async function startAgain(parts, ref) {
	const { client, clock, job, world } = parts;
	const { workflow, branch } = job;
	if (workflow === void 0 || branch === void 0) return;
	let isDue = false;
	const { plan } = await ref.update((record) => {
		isDue = mayGoOn(record);
		const line = {
			type: "asked",
			people: lastAsked(record)?.people ?? [],
			at: new Date(clock.now()).toISOString()
		};
		return isDue ? {
			...record,
			lines: [...record.lines, line]
		} : record;
	});
	if (!isDue) return;
	const route = "POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches";
	const start = async (inputs) => await client.request(route, {
		...inRepo(repoOf(parts)),
		workflow_id: basename(workflow),
		ref: branch,
		inputs
	});
	try {
		await start({
			batch: plan.id,
			name: plan.name
		}).catch(async (error) => {
			if (statusOf(error) !== 422) throw error;
			await start({ batch: plan.id });
		});
	} catch (error) {
		const reason = oneLine(describeError(error), 300);
		world.warn(`Batch ${plan.id} can continue, but its workflow could not be started: ${reason} Start it with this id.`);
	}
}
function mayGoOn(record) {
	const { plan, lines, sessions } = record;
	const since = lines.findLastIndex(({ type }) => type === "asked");
	if (!lines.slice(since + 1).some((line) => line.type === "answer" || line.type === "approved" || line.type === "wish" && line.wish === "retry")) return false;
	const state = foldResults(plan, lines);
	return shardsToRun(state, answeredSessions(state, sessions)).length > 0;
}
function lastAsked({ lines }) {
	const line = lines.findLast(({ type }) => type === "asked");
	return line?.type === "asked" ? line : void 0;
}

// src/batch/results/predictions.ts
function bundlePatches(dir) {
	return ({ bundle, patch }) => {
		if (bundle === null) return void 0;
		try {
			const bytes = readFileSync(openBundle(join(dir, bundle)).patch);
			return sha256(bytes) === patch ? bytes.toString("utf8") : void 0;
		} catch {
			return;
		}
	};
}
function predictionFiles({ tasks }, patchOf) {
	const instances = tasks.filter(({ task }) => task.fields["instance_id"] !== void 0);
	const runs = Map.groupBy(instances, ({ task }) => [
		task.variant,
		task.model,
		task.repeat
	].join("\0"));
	const files = /* @__PURE__ */ new Map();
	for (const taskStates of runs.values()) {
		const [first] = taskStates;
		const name = runs.size === 1 || first === void 0 ? "preds" : `preds-${fileName(runName(first))}`;
		files.set(freeName(name, files), taskStates.flatMap((taskState) => lineOf(taskState, patchOf)).join(""));
	}
	return files;
}
function freeName(name, files) {
	let free = `${name}.jsonl`;
	for (let n = 2; files.has(free); n += 1) free = `${name}-${n}.jsonl`;
	return free;
}
function lineOf(taskState, patchOf) {
	const { task, state, result } = taskState;
	if (result === void 0 || state === "infra" || state === "open" || state === "started" || state === "waiting") return [];
	const patch = result.patch === null ? "" : patchOf(result);
	if (patch === void 0) return [];
	const prediction = {
		instance_id: task.fields["instance_id"],
		model_name_or_path: runName(taskState),
		model_patch: submittedPatch(patch)
	};
	return [`${canonicalJson(prediction)}\n`];
}
function runName({ task, result }) {
	const repeat = task.repeat === void 0 ? void 0 : `run-${task.repeat}`;
	return [
		task.model ?? result?.model ?? "kimi-runner",
		task.variant,
		repeat
	].filter((part) => part !== void 0).join("__");
}
function fileName(name) {
	return name.replaceAll(/[^\w.-]+/g, "_");
}
const SCRATCH = /(?:^|\/)(?:__pycache__|\.pytest_cache)\/|\.(?:orig|rej|pyc|bak|tmp|log)$|~$/;
const TRIED = /^(?:repro|reproduce|reproduction|debug|scratch|tmp|try|test_repro|test_fix)[\w-]*\.\w+$/;
function submittedPatch(patch) {
	const kept = diffsIn(patch).filter((file) => file.startsWith("diff --git ") && !isLeftOut(file)).join("");
	return kept === "" || kept.endsWith("\n") ? kept : `${kept}\n`;
}
function isLeftOut(file) {
	const [head = ""] = file.split(/^@@ /m, 1);
	if (/^GIT binary patch$|^Binary files .* differ$/m.test(head)) return true;
	const [, path = ""] = /^diff --git "?a\/.* "?b\/(.*?)"?$/m.exec(head) ?? [];
	return SCRATCH.test(path) || /^new file mode /m.test(head) && TRIED.test(path);
}

// src/batch/results/write-reports.ts
const PREDICTIONS = /^preds(?:-[\w.-]+)?\.jsonl$/;
function reportsOf(state, patchOf) {
	return new Map([
		["report.md", textReport(state)],
		["report.csv", tableReport(state)],
		["junit.xml", junitReport(state)],
		["retry.txt", retryList(state)],
		...predictionFiles(state, patchOf)
	]);
}
function retryList({ tasks }) {
	return tasks.filter(needsRetry).map(({ task }) => `${task.id}\n`).join("");
}
function writeReports(dir, state, patchOf) {
	const reports = reportsOf(state, patchOf);
	try {
		makeFolders(dir);
		for (const name of readdirSync(dir)) if (PREDICTIONS.test(name) && !reports.has(name)) rmSync(join(dir, name));
		for (const [name, text] of reports) {
			const next = join(dir, `.${name}.${process.pid}`);
			writeFileSync(next, text, { mode: 384 });
			renameSync(next, join(dir, name));
		}
	} catch (cause) {
		throw unwritable("The reports of the batch", dir, cause);
	}
	return [...reports.keys()];
}
const COLUMNS = {
	id: ({ task }) => task.id,
	title: ({ task }) => task.title,
	state: ({ state }) => state,
	outcome: ({ result }) => result?.outcome,
	verification: ({ result }) => result?.verification,
	attempts: ({ attempt }) => attempt,
	cost_usd: ({ spentUsd }) => Number(spentUsd.toFixed(6)),
	steps: ({ result }) => result?.steps,
	tokens: ({ result }) => result?.tokens,
	seconds: ({ result }) => result?.seconds,
	files: ({ result }) => result?.files,
	model: ({ task, result }) => result?.model ?? task.model,
	variant: ({ task }) => task.variant,
	repeat: ({ task }) => task.repeat,
	delivery: ({ delivery }) => delivery?.state,
	pull_request: ({ delivery }) => delivery?.pullRequest,
	reason: ({ result }) => result?.reason
};
function tableReport({ tasks }) {
	const readers = Object.values(COLUMNS);
	return [Object.keys(COLUMNS), ...tasks.map((taskState) => readers.map((read) => read(taskState)))].map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}
const FORMULA = /^[=+\-@\t\r]/;
function cellText(cell) {
	const text = typeof cell === "string" && FORMULA.test(cell) ? `'${cell}` : String(cell ?? "");
	return /[",\r\n]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text;
}
const MAX_ROWS = 300;
const MAX_TITLE$1 = 200;
const MAX_REASON = 200;
function textReport(state) {
	const { plan, tasks, spentUsd } = state;
	const attention = tasks.filter(needsRetry);
	const rest = tasks.filter((taskState) => !needsRetry(taskState));
	return [
		`# Batch ${cell(plan.name, MAX_TITLE$1)}`,
		"",
		`${counted(tasks.length, "task")} of plan \`${plan.id}\` at \`${plan.base.slice(0, 12)}\`, ${money(spentUsd)} of ${money(plan.limits.totalUsd)} spent.`,
		"",
		"| Tasks | State |",
		"| ----: | ----- |",
		...stateCounts(state).map(([label, count]) => `| ${count} | ${label} |`),
		...attention.length === 0 ? [] : [
			"",
			"## Needs a look",
			"",
			...tableOf(attention)
		],
		...rest.length === 0 ? [] : [
			"",
			"## Tasks",
			"",
			...tableOf(rest)
		],
		""
	].join("\n");
}
function tableOf(taskStates) {
	const more = taskStates.length > MAX_ROWS ? ["", `And ${taskStates.length - MAX_ROWS} more; \`report.csv\` has all of them.`] : [];
	return [
		"| Task | State | Cost | Steps | Changes | Reason |",
		"| ---- | ----- | ---: | ----: | ------- | ------ |",
		...taskStates.slice(0, MAX_ROWS).map(rowOf$1),
		...more
	];
}
function rowOf$1({ task, state, result, spentUsd, delivery }) {
	const changes = delivery?.pullRequest === void 0 ? result?.files ? counted(result.files, "file") : "" : `#${delivery.pullRequest} ${delivery.state}`;
	const red = result?.verification === "red" ? " (checks red)" : "";
	return `| ${cell(taskLabel(task), MAX_TITLE$1)} \`${task.id}\` | ${state}${red} | ${money(spentUsd)} | ${result?.steps ?? 0} | ${changes} | ${cell(result?.reason ?? "", MAX_REASON)} |`;
}
function cell(text, maxChars) {
	return safeInline(oneLine(text, maxChars));
}
function junitReport({ plan, tasks }) {
	const count = (tag) => tasks.filter((taskState) => VERDICTS[taskState.state] === tag).length;
	const seconds = tasks.reduce((sum, { result }) => sum + (result?.seconds ?? 0), 0);
	const counts = `tests="${tasks.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}" time="${seconds.toFixed(3)}"`;
	return [
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
		`<testsuites name="kimi-runner" ${counts}>`,
		`  <testsuite name="${escaped(plan.name)}" id="${escaped(plan.id)}" ${counts}>`,
		...tasks.map((taskState) => caseOf(taskState, plan.name)),
		"  </testsuite>",
		"</testsuites>",
		""
	].join("\n");
}
const VERDICTS = {
	done: "passed",
	nothing: "passed",
	person: "failure",
	limit: "failure",
	infra: "error",
	waiting: "skipped",
	open: "skipped",
	started: "skipped"
};
function caseOf(taskState, suite) {
	const { task, result, state } = taskState;
	const head = `    <testcase name="${escaped(`${taskLabel(task)} [${task.id}]`)}" classname="${escaped(suite)}" time="${(result?.seconds ?? 0).toFixed(3)}"`;
	const verdict = VERDICTS[state];
	if (verdict === "passed") return `${head}/>`;
	const reason = result?.reason ?? "";
	const message = `${result?.outcome ?? state}${reason === "" ? "" : `: ${reason}`}`;
	return `${head}>\n      <${verdict}${verdict === "skipped" ? "" : ` type="${state}"`} message="${escaped(message)}"/>\n    </testcase>`;
}
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const ENTITIES = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"\"": "&quot;",
	"\n": "&#10;",
	"\r": "&#13;",
	"	": "&#9;"
};
function escaped(text) {
	return text.toWellFormed().replaceAll(FORBIDDEN, "�").replaceAll(/[&<>"\n\r\t]/g, (char) => ENTITIES[char] ?? char);
}

// src/batch/phases/phase-parts.ts
function phaseDir({ world: { env } }, id) {
	return `${env["RUNNER_TEMP"] ?? "/tmp"}/kimi-batch/${id}`;
}
async function uploadPart({ job, world, clock }, part) {
	const { artifacts: service, retentionDays } = job;
	return await uploadBundle({
		...part,
		service,
		retentionDays,
		clock,
		warn: world.warn
	});
}
function planArtifact(id) {
	return `kimi-batch-${id}-plan`;
}
function shardArtifact(id, shard, runAttempt) {
	return `kimi-batch-${id}-${shard}-${runAttempt}`;
}
const BUNDLE_PART = /^tasks\/[0-9a-f]{12}\/\d+\/(.+)$/;
function isPartOfShard(path) {
	const [, inBundle] = BUNDLE_PART.exec(path) ?? [];
	return path === "results.jsonl" || inBundle !== void 0 && isBundleFile(inBundle);
}

// src/batch/phases/collect-phase.ts
async function collectPhase(id, parts) {
	if (parts.inputs.publish === "none") throw configError("The phase collect has nothing to do with `publish: none`.", "Set `publish: github` or `dry`.");
	const dir = `${phaseDir(parts, id ?? "all")}-artifacts`;
	const arrived = id === void 0 ? void 0 : await arrivedOf(id, dir, parts);
	const ids = id === void 0 ? await batchesOf(parts) : [id];
	const done = [];
	const failed = [];
	for (const each of ids) try {
		const collected = await collectBatch(parts, {
			arrived,
			id: each
		});
		if (collected !== void 0) done.push(collected);
	} catch (error) {
		if (ids.length === 1) throw error;
		failed.push(`Batch ${each}: ${describeError(error)}`);
	}
	for (const collected of done) await report(collected, dir, parts);
	for (const text of failed) parts.world.warn(plainText(text));
	const gate = createSummaryGate(jobRedact(parts));
	addToSummary(parts, gate(done.map(({ summary }) => summary).join("\n\n")));
	return {
		...endOf$2(done, failed, id !== void 0),
		outputs: { batch: id ?? "" }
	};
}
function endOf$2(done, failed, isOne) {
	const tasks = done.flatMap(({ state }) => state.tasks);
	const bad = tasks.filter(needsRetry).length;
	const open = tasks.filter(({ delivery }) => delivery?.state === "open").length;
	const told = `${counted(done.length, "batch", "batches")} collected, ${counted(tasks.length, "task")}, ${open} in open pull requests.`;
	const [first] = failed;
	if (first !== void 0) return {
		outcome: "failed",
		reason: `${told} ${first}`
	};
	if (bad > 0 && isOne) return {
		outcome: "failed",
		reason: `${told} ${counted(bad, "task needs", "tasks need")} a look.`
	};
	return {
		outcome: "completed",
		reason: done.length === 0 ? "There is no batch to collect." : told
	};
}
async function report({ record, state }, dir, parts) {
	const { id } = record.plan;
	const folder = `${dir}-reports/${id}`;
	writeReports(folder, state, ({ task }) => record.changes.get(task)?.patch.toString("utf8"));
	const { isThere } = parts.job.artifacts;
	if (isThere) await uploadPart(parts, {
		dir: folder,
		name: `kimi-batch-${id}-reports-${parts.job.runAttempt}`
	});
}
async function arrivedOf(id, dir, parts) {
	const { job, world } = parts;
	if (!job.artifacts.isThere) return void 0;
	rmSync(dir, {
		recursive: true,
		force: true
	});
	mkdirSync(dir, { recursive: true });
	if ((await downloadArtifacts({
		prefix: `kimi-batch-${id}-`,
		dir,
		service: job.artifacts
	})).length === 0) return void 0;
	const arrived = readArrived(dir, jobRedact(parts));
	for (const text of arrived.refused) world.warn(plainText(`Not taken: ${text}`));
	return arrived;
}
async function batchesOf(parts) {
	using own = await openJobGit(parts, parts.clock);
	return await recordedBatches(own);
}

// src/batch/plan/sources/commit-files.ts
function createCommitFiles({ root, pathVar, commit }) {
	const git = createGit({
		cwd: root,
		path: trustedPath(pathVar, root),
		env: configEnvironment([
			TRUST_OWNER,
			["grep.fallbackToNoIndex", "false"],
			["submodule.recurse", "false"]
		])
	});
	const id = objectId(commit);
	return {
		list: async () => {
			return namesIn(await git({ args: [
				"ls-tree",
				"-r",
				"-z",
				"--full-tree",
				id
			] })).flatMap((entry) => /^100\d{3} /.test(entry) ? [entry.slice(entry.indexOf("	") + 1)] : []).toSorted();
		},
		grep: async (pattern) => {
			const found = namesIn(await git({ args: [
				"grep",
				...[
					"-l",
					"-z",
					"-I",
					"--full-name",
					"--no-color",
					"--no-textconv",
					"-P"
				],
				"-e",
				pattern,
				id,
				"--",
				":/"
			] }));
			return new Set(found.map((name) => name.slice(id.length + 1)));
		}
	};
}
function namesIn(output) {
	return output.toString("utf8").split("\0").slice(0, -1);
}

// src/batch/plan/shards.ts
const MAX_SHARDS = 256;
const SHARD_MINUTES = 300;
function shardsOf(tasks, { limits, canary }) {
	const ids = tasks.map(({ id }) => id);
	const inTime = Math.max(1, Math.floor(SHARD_MINUTES / limits.minutes));
	const first = canary === void 0 ? 0 : Math.min(canary.first, ids.length);
	const parts = [ids.slice(0, first), ids.slice(first)];
	const size = Math.max(Math.min(inTime, Math.ceil(ids.length / limits.parallel)), Math.ceil(ids.length / (first > 0 ? 255 : MAX_SHARDS)));
	return parts.flatMap((part) => inShards(part, size));
}
function requireFittingShards({ shards, limits }) {
	const most = shards.reduce((longest, { length }) => Math.max(longest, length), 0);
	if (most * limits.minutes <= SHARD_MINUTES) return;
	throw configError(`A shard of this batch has ${counted(most, "task")} of up to ${counted(limits.minutes, "minute")}, but a job has ${SHARD_MINUTES} minutes for them.`, `Lower limits.minutes to ${Math.max(1, Math.floor(SHARD_MINUTES / most))}, or narrow the source.`);
}
function inShards(ids, size) {
	const count = Math.ceil(ids.length / size);
	return Array.from({ length: count }, (_, index) => ids.slice(Math.floor(index * ids.length / count), Math.floor((index + 1) * ids.length / count)));
}

// src/batch/plan/sources/source-record.ts
const MAX_FIELD = 2e5;
function sourceRecord(object, { place, idField }) {
	const inexact = Object.keys(object).filter((name) => hasLostDigits(object[name]));
	const lossy = inexact.find((name) => idField === void 0 || name === idField);
	if (lossy !== void 0) throw inexactField(place, lossy);
	const fields = Object.fromEntries(Object.entries(object).map(([name, value]) => [name, fieldText(value)]));
	if (Object.hasOwn(fields, "__proto__")) throw sourceError(place, "a field is named __proto__", "Give it another name.");
	const [long] = Object.entries(fields).find(([, value]) => value.length > MAX_FIELD) ?? [];
	if (long !== void 0) throw sourceError(place, `the field ${JSON.stringify(long)} has more than ${MAX_FIELD} characters`, "Name a file in it instead.");
	const id = idField !== void 0 && Object.hasOwn(fields, idField) ? fields[idField] : void 0;
	if (idField !== void 0 && (id === void 0 || id === "")) throw sourceError(place, `there is ${id === "" ? "nothing in the" : "no"} field ${JSON.stringify(idField)}, which \`source.id\` names`, "Give each record one.");
	return {
		fields,
		identity: idField === void 0 ? fields : { [idField]: id },
		title: titleOf(fields, id),
		place,
		...inexact.length === 0 ? {} : { inexact }
	};
}
function inexactField(place, name) {
	return sourceError(place, `the field ${JSON.stringify(name)} has a number with more digits than can be read exactly`, "Put it into quotes.");
}
function hasLostDigits(value) {
	if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value);
	return typeof value === "object" && value !== null && Object.values(value).some(hasLostDigits);
}
function fieldText(value) {
	if (value === null || value === void 0) return "";
	return typeof value === "string" ? value : canonicalJson(value);
}
const NAMES = [
	"title",
	"name",
	"path",
	"file",
	"id",
	"key"
];
function titleOf(fields, id) {
	return id ?? NAMES.map((name) => fields[name]).find(Boolean) ?? Object.values(fields).find(Boolean) ?? "";
}
function sourceError(place, says, hint, cause) {
	return configError(`${place}: ${says}.`, hint, cause);
}
function asList(value) {
	return Array.isArray(value) ? value : [];
}
function asText(value) {
	return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}
function fromRoot(path, root) {
	if (path === "") return "";
	return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : posix.normalize(path);
}

// src/batch/plan/make-plan.ts
function makePlan(request) {
	const { yaml, records, repository, into, codeOwners, model, mostMinutes, ...named } = request;
	const { data: file } = yaml;
	const unique = uniqueRecords(records, file);
	if (unique.length === 0) throw configError(`${named.file}: the source has no tasks.`, "A batch needs at least one task; check `source`.");
	const limits = limitsOf(file, mostMinutes);
	const combinations = combinationsOf(file, model);
	const count = unique.length * combinations.length;
	if (count > limits.tasks) throw configError(`${named.file}: the source gives ${counted(count, "task")}, and limits.tasks is ${limits.tasks}.`, "Narrow the source, or raise limits.tasks.");
	requireFields(request, unique);
	const groupOf = createGroupOf(file.deliver, codeOwners);
	const costUsd = sliceOf(limits, count);
	const tasks = unique.flatMap((record) => combinations.map((combination) => taskOf({
		record,
		combination,
		costUsd,
		group: groupOf(record),
		request
	})));
	const canary = file.canary === void 0 ? {} : { canary: { first: Math.min(file.canary.first, tasks.length) } };
	return {
		plan: sealPlan({
			version: 1,
			...named,
			...into === void 0 ? {} : { into },
			...repository === void 0 ? {} : { repository },
			tasks,
			shards: shardsOf(tasks, {
				limits,
				...canary
			}),
			limits,
			...canary,
			...comparisonOf(file, model),
			deliver: deliveryOf(file),
			forecast: {
				promptTokens: tasks.reduce((sum, { prompt }) => sum + estimateText(prompt), 0),
				maxUsd: dollars(costUsd * count)
			}
		}),
		duplicates: records.length - unique.length
	};
}
function uniqueRecords(records, { source }) {
	const known = /* @__PURE__ */ new Map();
	for (const record of records) {
		const name = canonicalJson(record.identity);
		const other = known.get(name);
		if (other === void 0) known.set(name, record);
		else if (source.id !== void 0 && canonicalJson(other.fields) !== canonicalJson(record.fields)) throw sourceError(record.place, `its ${source.id} is that of another task, ${other.place}`, "Give each task an id of its own.");
	}
	return [...known.values()];
}
function combinationsOf({ task, compare }, asked) {
	const prompts = Object.entries(compare?.prompts ?? {});
	const variants = prompts.length === 0 ? [[void 0, task.prompt]] : prompts;
	const models = compare?.models ?? [task.model ?? asked];
	const repeats = compare === void 0 ? [void 0] : Array.from({ length: compare.repeat ?? 1 }, (_, at) => at + 1);
	return variants.flatMap(([variant, prompt]) => models.flatMap((model) => repeats.map((repeat) => ({
		model,
		variant,
		prompt,
		repeat
	}))));
}
function taskOf({ record, combination, costUsd, group, request }) {
	const { fields, identity, base, place } = record;
	const { model, variant, repeat } = combination;
	const { task } = request.yaml.data;
	const prompt = fillFields(combination.prompt, fields);
	if (/^\s*\//.test(prompt) && !/^\s*\//.test(combination.prompt)) throw sourceError(place, "its prompt would begin with a slash, as a command does", "Begin the prompt of the batch file with words.");
	const item = shortDigest({
		batch: request.name,
		identity
	});
	const isCompared = repeat !== void 0;
	const id = isCompared ? shortDigest({
		item,
		model,
		variant,
		repeat
	}) : item;
	const verify = (task.verify ?? []).map((command) => fillCommand(command, fields));
	const title = task.title === void 0 ? record.title : fillFields(task.title, fields);
	const inputs = {
		id,
		fields,
		base: base ?? request.base,
		prompt,
		verify,
		policyDigest: request.policyDigest,
		model,
		repeat
	};
	return {
		id,
		key: sha256(canonicalJson(inputs)),
		fields,
		title: oneLine(title, MAX_TITLE),
		prompt,
		verify,
		costUsd,
		...model === void 0 ? {} : { model },
		...base === void 0 ? {} : { base },
		...group === void 0 ? {} : { group: oneLine(group, MAX_TITLE) },
		...isCompared ? {
			item,
			repeat
		} : {},
		...variant === void 0 ? {} : { variant }
	};
}
const MAX_TITLE = 200;
function shortDigest(value) {
	return sha256(canonicalJson(value)).slice(0, 12);
}
function dollars(usd) {
	return Math.floor(usd * 1e6 + .001) / 1e6;
}
function sliceOf({ costUsd, totalUsd }, count) {
	return Math.min(costUsd, dollars(totalUsd / count));
}
const DEFAULT_MINUTES = 30;
function limitsOf({ limits }, mostMinutes = DEFAULT_MINUTES) {
	const least = Math.min(DEFAULT_MINUTES, mostMinutes);
	const { cost_usd: costUsd, total_usd: totalUsd, minutes = least, steps, parallel = 4, tasks = 500 } = limits;
	return {
		costUsd,
		totalUsd,
		minutes,
		...steps === void 0 ? {} : { steps },
		parallel,
		tasks
	};
}
function deliveryOf({ deliver }) {
	if (deliver === void 0) return null;
	const { pull_requests: pullRequests, open = 10, per_hour: perHour = 20, labels = [], draft = true } = deliver;
	return {
		pullRequests,
		open,
		perHour,
		labels,
		draft
	};
}
function comparisonOf({ task, compare }, asked) {
	if (compare === void 0) return {};
	const own = task.model ?? asked;
	return { compare: {
		models: compare.models ?? (own === void 0 ? [] : [own]),
		prompts: Object.keys(compare.prompts ?? {}),
		repeat: compare.repeat ?? 1
	} };
}
function templatesOf({ task, deliver, compare }) {
	const prompts = Object.entries(compare?.prompts ?? {});
	return [
		...prompts.length > 0 ? [] : [{
			field: ["task", "prompt"],
			template: task.prompt
		}],
		...task.title === void 0 ? [] : [{
			field: ["task", "title"],
			template: task.title
		}],
		...(task.verify ?? []).map((template, index) => ({
			field: [
				"task",
				"verify",
				index
			],
			template
		})),
		...deliver?.key === void 0 ? [] : [{
			field: ["deliver", "key"],
			template: deliver.key
		}],
		...prompts.map(([name, template]) => ({
			field: [
				"compare",
				"prompts",
				name
			],
			template
		}))
	];
}
function requireFields({ yaml, file }, records) {
	const known = [...new Set(records.flatMap(({ fields }) => Object.keys(fields)))];
	const used = templatesOf(yaml.data).flatMap(({ field, template }) => fieldsOf(template).map((name) => ({
		field,
		name
	})));
	const mistakes = used.filter(({ name }) => !known.includes(name)).map(({ field, name }) => ({
		field,
		says: unknownName("field", name, known)
	}));
	if (mistakes.length > 0) throw yaml.refuse(mistakes);
	for (const { field, name } of used) {
		const without = records.find(({ fields }) => !Object.hasOwn(fields, name));
		if (without !== void 0) throw sourceError(without.place, `there is no field "${name}", which ${fieldName(field)} of ${file} needs`, "Add it, or \"\" for nothing.");
		const lossy = records.find(({ inexact = [] }) => inexact.includes(name));
		if (lossy !== void 0) throw inexactField(lossy.place, name);
	}
}
const PATH_FIELDS = ["path", "file"];
function createGroupOf(deliver, codeOwners) {
	switch (deliver?.group_by) {
		case void 0: return () => void 0;
		case "directory": return (record) => posix.dirname(pathOf$1(record));
		case "codeowners": {
			const ownersOf = readCodeOwners(codeOwners);
			return (record) => ownersOf(pathOf$1(record)).toSorted().join(" ") || "without owners";
		}
		case "key": return ({ fields }) => fillFields(deliver.key ?? "", fields);
	}
}
function pathOf$1({ fields, place }) {
	const path = PATH_FIELDS.map((name) => fields[name]).find(Boolean);
	if (path !== void 0) return path;
	const needed = PATH_FIELDS.map((name) => `\`${name}\``).join(" or ");
	throw sourceError(place, `there is no field ${needed}, by which tasks are grouped`, "Add it, or use `group_by: key`.");
}

// src/batch/plan/plan-terms.ts
function askedModel({ name }, { env }) {
	const asked = name ?? (env["KIMI_RUNNER_MODEL"]?.trim() || void 0);
	return asked === "kimi/kimi-k2.7-code" ? void 0 : asked;
}
function requireTerms({ data, refuse }, { limits, models }, { name: asked = DEFAULT_MODEL$1, ...given }) {
	const { cost_usd: costUsd, minutes, steps } = data.limits;
	const above = (name, value, most) => value === void 0 || most === void 0 || value <= most ? [] : [{
		field: ["limits", name],
		says: `${value} is above the policy's limit of ${most}`
	}];
	const named = [...data.task.model === void 0 ? [] : [{
		field: ["task", "model"],
		name: data.task.model
	}], ...(data.compare?.models ?? []).map((name, at) => ({
		field: [
			"compare",
			"models",
			at
		],
		name
	}))];
	const mistakes = [
		...above("cost_usd", costUsd, limits.costUsd),
		...above("minutes", minutes, limits.minutes),
		...above("steps", steps, limits.steps),
		...named.flatMap(({ field, name }) => mistakeOf(field, () => requireModel(name, {
			models,
			...given
		})))
	];
	if (mistakes.length > 0) throw refuse(mistakes);
	if (named.length === 0) requireModel(asked, {
		models,
		...given
	});
}
function mistakeOf(field, check) {
	try {
		check();
		return [];
	} catch (error) {
		if (error instanceof RunnerError) return [{
			field,
			says: error.hint === void 0 ? error.message : `${error.message} ${error.hint}`
		}];
		throw error;
	}
}
function requireModel(name, { models, baseUrl, hasAgentFile }) {
	const parsed = parseModelName(name);
	requireNotRetired(name, baseUrl);
	if (models.get(name)?.price !== void 0 || findKnownModel(parsed, { baseUrl })?.price !== void 0 || hasAgentFile || parsed.row.format === "scripted") return;
	throw configError(`The price of ${name} is not known, so limits.cost_usd cannot limit its cost.`, `Set it in the policy: models: { "${name}": { price: { input: …, output: … } } }, in US dollars per million tokens; or choose a model of the catalog.`);
}
function requireModelOf({ id, tasks }, settings, world) {
	const asked = askedModel(settings, world) ?? "kimi/kimi-k2.7-code";
	const planned = [...new Set(tasks.map(({ model }) => model ?? "kimi/kimi-k2.7-code"))];
	const isOpen = tasks.some(({ model }) => model === void 0);
	if (planned.includes(asked) || settings.name === void 0 && !isOpen) return;
	throw configError(`The tasks of batch ${id} use ${planned.join(", ")}, but this command asks for ${asked}.`, "Plan the batch file again with that model (`batch plan <file> --model …`, or the input `model` of the job that plans), or leave it out here.");
}
async function openForPlan(plan, { model, workbench }, world) {
	requireModelOf(plan, model, world);
	const pathVar = world.env["PATH"] ?? "";
	const repository = await openRepository(workbench.cwd, pathVar);
	const { root } = repository;
	const choice = {
		...workbench,
		root
	};
	const paths = committedPolicyPaths(choice);
	const { files, trustedCommit } = await readHead({ root }, {
		pathVar,
		paths,
		trusted: plan.base
	});
	const policy = await loadPolicyOf({
		...choice,
		files,
		commit: trustedCommit
	});
	requirePolicyOf(plan, policy);
	return {
		repository,
		limits: policy.limits
	};
}

// src/batch/plan/sources/jsonl.ts
function readJsonl({ file, text, idField }) {
	return objectsOfLines(file, text).map(({ object, place }) => sourceRecord(object, {
		place,
		idField
	}));
}
function objectsOfLines(file, text) {
	return text.replace(/^\uFEFF/, "").split("\n").flatMap((line, index) => {
		if (line.trim() === "") return [];
		const place = `${file}:${index + 1}`;
		const json = strictJson(line);
		if (json.kind === "invalid") throw notJson(place, json.reason);
		return [{
			object: asObject(json.value, place),
			place
		}];
	});
}
const POSITION = /(?: in JSON)? at position (\d+)(?: \(line 1 column \d+\))?$/;
function notJson(place, reason) {
	const [, position] = POSITION.exec(reason) ?? [];
	const column = position === void 0 ? "" : `:${Number(position) + 1}`;
	const says = `not JSON (${reason.replace(POSITION, "")})`;
	return sourceError(`${place}${column}`, says, "Write one JSON object in each line.");
}
function asObject(value, place) {
	if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
	throw sourceError(place, `${short(value)} is no JSON object`, "Write objects, like {\"path\": \"src/a.ts\"}.");
}
function short(value) {
	const text = JSON.stringify(value);
	return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

// src/batch/plan/sources/command.ts
const TIMEOUT_MS = 6e5;
const MAX_OUTPUT_BYTES = 2e7;
const MAX_SHOWN = 500;
async function readCommand({ command, idField, cell }) {
	const place = "source.command";
	const refused = (says, hint) => sourceError(place, says, hint);
	const ran = await cell.exec({
		command: withoutStderr(command),
		cwd: ".",
		timeoutMs: TIMEOUT_MS,
		maxOutputBytes: MAX_OUTPUT_BYTES
	});
	if (ran.timedOut) throw refused(`the command did not end within ${TIMEOUT_MS / 6e4} minutes`, "Print fewer lines, or use a file.");
	if (ran.code !== 0) {
		const said = ran.output.trim().slice(-500);
		throw refused(`the command ${ran.code === null ? `ended by ${ran.signal}` : `ended with exit code ${ran.code}`}${said === "" ? "" : `: ${said}`}`, "`kimi-runner cell -- <command>` tries it.");
	}
	if (ran.droppedBytes > 0) throw refused(`the command prints more than ${MAX_OUTPUT_BYTES / 1e6} MB`, "Print less, or use a file.");
	return readJsonl({
		file: place,
		text: ran.output,
		idField
	});
}
function withoutStderr(command) {
	return `said=$(mktemp) || exit\n(\n${command}\n) 2>"$said"\ncode=$?\n[ "$code" -eq 0 ] || tail -c ${MAX_SHOWN} "$said"\nrm -f "$said"\nexit "$code"`;
}

// src/batch/plan/sources/csv.ts
function readCsv({ file, text, idField }) {
	const [head, ...rows] = rowsOf(file, text.replace(/^\uFEFF/, ""));
	if (head === void 0) return [];
	const names = head.cells.map((name) => name.trim());
	const place = `${file}:${head.line}`;
	if (names.length === 1 && /[;\t]/.test(head.cells[0] ?? "")) throw sourceError(place, "the columns are not separated by commas", "Save it with commas between the columns.");
	const bad = names.find((name, index) => name === "" || names.indexOf(name) !== index);
	if (bad !== void 0) throw sourceError(place, bad === "" ? "a column has no name" : `two columns are named ${bad}`, "Give each column a name of its own in the first row.");
	return rows.map(({ cells, line }) => {
		const here = `${file}:${line}`;
		if (cells.length !== names.length) throw sourceError(here, `the row has ${counted(cells.length, "cell")}, the first row ${names.length}`, "Put a cell with a comma into quotes.");
		const fields = Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
		return sourceRecord(fields, {
			place: here,
			idField
		});
	});
}
function rowsOf(file, text) {
	const rows = [];
	const separator = /,|\r?\n|$/y;
	let cells = [];
	let line = 1;
	let rowLine = 1;
	let lineStart = 0;
	for (let at = 0; at < text.length || cells.length > 0;) {
		const isQuoted = text.charAt(at) === "\"";
		const cellEnd = isQuoted ? quotedEnd(text, at) : plainEnd(text, at);
		separator.lastIndex = cellEnd;
		const [end] = separator.exec(text) ?? [];
		if (end === void 0) throw badQuote(`${file}:${line}:${at - lineStart + 1}`, isQuoted);
		const cell = text.slice(at, cellEnd);
		cells.push(isQuoted ? cell.slice(1, -1).replaceAll("\"\"", "\"") : cell);
		const all = cell + end;
		const breaks = all.split("\n").length - 1;
		if (breaks > 0) lineStart = at + all.lastIndexOf("\n") + 1;
		line += breaks;
		at += all.length;
		if (end === ",") continue;
		if (cells.length > 1 || cell !== "") rows.push({
			cells,
			line: rowLine
		});
		cells = [];
		rowLine = line;
	}
	return rows;
}
function quotedEnd(text, from) {
	for (let at = text.indexOf("\"", from + 1); at !== -1; at = text.indexOf("\"", at + 2)) if (text.charAt(at + 1) !== "\"") return at + 1;
	return from;
}
function plainEnd(text, from) {
	const stop = /[",\r\n]/g;
	stop.lastIndex = from;
	return stop.exec(text)?.index ?? text.length;
}
function badQuote(place, isFirst) {
	return sourceError(place, isFirst ? "a quote begins here that nothing ends, or something follows its end" : "there is a quote in a cell that does not begin with one, or a line ends in a bare CR", "Put the whole cell into quotes, and write a quote in it as \"\".");
}

// src/batch/plan/sources/files.ts
const MANIFESTS = [
	"package.json",
	"pyproject.toml",
	"setup.py",
	"setup.cfg",
	"go.mod",
	"Cargo.toml",
	"pom.xml",
	"build.gradle",
	"build.gradle.kts",
	"composer.json",
	"mix.exs",
	"pubspec.yaml",
	"Package.swift"
];
const MANIFEST_SUFFIXES = [
	".csproj",
	".fsproj",
	".gemspec",
	".cabal"
];
const ODD = /[\n\r\uFFFD]/g;
function readFiles({ globs, per, files, found }) {
	const matches = compileGlobs(globs);
	const odd = files.find((path) => path.search(ODD) !== -1 && matches(path.replaceAll(ODD, "_")));
	if (odd !== void 0) throw sourceError(JSON.stringify(odd), "the file's name has a line break or is not UTF-8", "Rename it, or narrow the glob.");
	const chosen = files.filter((path) => (found?.has(path) ?? true) && matches(path));
	if (per === "file") return chosen.map((path) => record({
		path,
		name: posix.basename(path),
		directory: posix.dirname(path)
	}));
	const folderOf = per === "directory" ? (path) => posix.dirname(path) : packageOf(files);
	return [...Map.groupBy(chosen, folderOf)].toSorted(([a], [b]) => a < b ? -1 : 1).map(([path, inside]) => record({
		path,
		name: path === "." ? "." : posix.basename(path),
		files: inside.join("\n"),
		count: String(inside.length)
	}));
}
function record(fields) {
	return {
		fields,
		identity: { path: fields.path },
		title: fields.path,
		place: fields.path
	};
}
function packageOf(files) {
	const packages = new Set(files.filter(isManifest).map((path) => posix.dirname(path)));
	return (path) => {
		for (let folder = posix.dirname(path);; folder = posix.dirname(folder)) {
			if (packages.has(folder)) return folder;
			if (folder === ".") throw sourceError(path, "the file is in no package", `A package has one of: ${[...MANIFESTS, ...MANIFEST_SUFFIXES.map((end) => `*${end}`)].join(", ")}. Use \`per: directory\`.`);
		}
	};
}
function isManifest(path) {
	return MANIFESTS.includes(posix.basename(path)) || MANIFEST_SUFFIXES.some((end) => path.endsWith(end));
}

// src/batch/plan/sources/github-lists.ts
const PER_PAGE = 100;
const MAX_PAGES = 10;
const MAX_ISSUES = 10001;
async function readIssues({ client, owner, repo }, { query, labels = [] }) {
	const foreign = /(?:^|[\s(])-?(?:repo|org|user):\S+/.exec(query ?? "");
	if (foreign !== null) throw sourceError("source.issues.query", `it names ${foreign[0].replace(/^[\s(]/, "")}`, "Only issues of this repository are read; leave that out.");
	const wanted = (query !== void 0 && /\bOR\b/.test(query) ? `(${query})` : query) ?? ["is:open", ...labels.map((label) => `label:${JSON.stringify(label)}`)].join(" ");
	const known = /* @__PURE__ */ new Map();
	for (let since = "", page = 1; page <= MAX_PAGES && known.size < MAX_ISSUES;) {
		const q = `repo:${owner}/${repo} is:issue ${wanted}${since === "" ? "" : ` created:>=${since}`}`;
		const { data } = await client.request("GET /search/issues", {
			q,
			sort: "created",
			order: "asc",
			per_page: PER_PAGE,
			page
		});
		if (member(data, "incomplete_results") === true) throw incomplete();
		const items = asList(member(data, "items"));
		for (const item of items) known.set(Number(member(item, "number")), item);
		if (items.length < PER_PAGE) break;
		const last = asText(member(items.at(-1), "created_at"));
		page = last === since ? page + 1 : 1;
		since = last;
	}
	return [...known.values()].map(issueRecord).toSorted(byNumber);
}
function byNumber(a, b) {
	return Number(a.fields["number"]) - Number(b.fields["number"]);
}
function incomplete() {
	return new RunnerError({
		code: "github.failed",
		message: "GitHub did not finish its search of issues, so some would be missing.",
		hint: "Ask again, or use `issues: { labels: [...] }` with fewer issues."
	});
}
function issueRecord(issue) {
	const number = asText(member(issue, "number"));
	const title = sanitisePlain(asText(member(issue, "title"))).text;
	const labels = asList(member(issue, "labels")).map((label) => sanitisePlain(asText(member(label, "name"))).text);
	return {
		fields: {
			number,
			title,
			body: sanitise(asText(member(issue, "body"))).text,
			author: asText(member(member(issue, "user"), "login")),
			labels: labels.join(", "),
			url: asText(member(issue, "html_url"))
		},
		identity: { issue: number },
		title: `#${number} ${title}`,
		place: `issue #${number}`
	};
}
const MAX_PASSES = 5;
async function readAlerts({ client, owner, repo }, { state = "open", severity, tool }) {
	const params = {
		owner,
		repo,
		state,
		...severity === void 0 ? {} : { severity },
		...tool === void 0 ? {} : { tool_name: tool },
		sort: "created",
		direction: "asc",
		per_page: PER_PAGE
	};
	const known = /* @__PURE__ */ new Map();
	for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
		const before = known.size;
		const items = await client.paginate("GET /repos/{owner}/{repo}/code-scanning/alerts", params);
		for (const item of items) known.set(asText(member(item, "number")), item);
		if (known.size === before || items.length < PER_PAGE) break;
	}
	return [...known.values()].map(alertRecord).toSorted(byNumber);
}
function alertRecord(alert) {
	const plain = (value) => sanitisePlain(asText(value)).text;
	const rule = member(alert, "rule");
	const instance = member(alert, "most_recent_instance");
	const location = member(instance, "location");
	const fields = {
		number: asText(member(alert, "number")),
		rule: plain(member(rule, "id")),
		severity: plain(member(rule, "security_severity_level")) || plain(member(rule, "severity")),
		description: plain(member(rule, "description")),
		message: plain(member(member(instance, "message"), "text")),
		tool: plain(member(member(alert, "tool"), "name")),
		path: plain(member(location, "path")),
		line: asText(member(location, "start_line")),
		end_line: asText(member(location, "end_line")),
		url: asText(member(alert, "html_url"))
	};
	const { number, rule: name, path } = fields;
	return {
		fields,
		identity: { alert: number },
		title: `#${number} ${name} ${path}`,
		place: `alert #${number}`
	};
}

// src/batch/plan/sources/junit.ts
var import_sax = /* @__PURE__ */ __toESM(require_sax(), 1);
function readJunit(reports, root) {
	return reports.flatMap((report) => readReport(report, root));
}
function readReport({ file, text }, root) {
	const parser = import_sax.default.parser(true, { position: true });
	const suites = [];
	const failed = [];
	let open;
	let inFailure = false;
	let depth = 0;
	const fail = (says) => sourceError(`${file}:${parser.line + 1}:${parser.column + 1}`, says, "Name a report of JUnit's format.");
	const addText = (piece) => {
		if (inFailure && open?.failure !== void 0) open.failure.text += piece;
	};
	Object.assign(parser, {
		onerror: (error) => {
			throw fail(`not XML (${error.message.split("\n")[0]})`);
		},
		onopentag: ({ name, attributes }) => {
			const own = attributes;
			if (depth === 0 && name !== "testsuites" && name !== "testsuite") throw fail(`<${name}> is not the beginning of a JUnit report`);
			depth += 1;
			if (name === "testsuite") suites.push(own["name"] ?? "");
			if (name === "testcase") open = {
				attributes: own,
				suites: [...suites],
				line: parser.line + 1
			};
			if (name === "skipped" && open !== void 0) open.isSkipped = true;
			if ((name === "failure" || name === "error") && open !== void 0) {
				inFailure = open.failure === void 0;
				open.failure ??= {
					kind: name,
					message: own["message"] ?? "",
					text: ""
				};
			}
		},
		ontext: addText,
		oncdata: addText,
		onclosetag: (name) => {
			depth -= 1;
			if (name === "testsuite") suites.pop();
			if (name === "failure" || name === "error") inFailure = false;
			if (name !== "testcase" || open === void 0) return;
			if (open.failure !== void 0 && open.isSkipped !== true) failed.push(open);
			open = void 0;
		}
	});
	parser.write(text.replace(/^\uFEFF/, "")).close();
	if (depth !== 0 || text.trim() === "") throw fail("the report ends too early");
	return failed.map((one) => failedTest(one, {
		file,
		root
	}));
}
const MAX_DETAILS = 2e4;
function failedTest({ attributes, suites, line, failure }, { file, root }) {
	const { name = "", classname = "" } = attributes;
	const path = fromRoot(attributes["file"] ?? "", root);
	const suite = suites.filter((part) => part !== "").join(" > ");
	const details = failure?.text.trim() ?? "";
	return {
		fields: {
			name,
			class: classname,
			suite,
			path,
			line: attributes["line"] ?? "",
			kind: failure?.kind ?? "failure",
			message: failure?.message ?? "",
			details: details.length > MAX_DETAILS ? `${details.slice(0, MAX_DETAILS)}…`.toWellFormed() : details
		},
		identity: {
			class: classname,
			name,
			path,
			suite
		},
		title: [classname, name].filter((part) => part !== "").join(" "),
		place: `${file}:${line}`
	};
}

// src/batch/plan/sources/local-files.ts
const MAX_BYTES = 1e8;
const MUST_BE_WRITTEN = "An earlier step must write it; this file is not read from the commit.";
function readLocal(root, file) {
	const path = join(root, file);
	try {
		if (!isWithin$1(realpathSync(path), root)) throw sourceError(file, "the file lies outside of the checkout", "Name one inside.");
		const stats = lstatSync(path);
		if (!stats.isFile()) throw sourceError(file, "this is not a regular file", "Name a file.");
		if (stats.size > MAX_BYTES) throw sourceError(file, `the file has ${stats.size} bytes`, `At most ${MAX_BYTES} are read.`);
		const bytes = readFileSync(path);
		if (isUtf8(bytes)) return {
			file,
			text: bytes.toString("utf8")
		};
	} catch (error) {
		if (error.code?.startsWith("E") !== true) throw error;
		throw sourceError(file, `the checkout has no such file (${systemReason(error)})`, MUST_BE_WRITTEN, error);
	}
	throw sourceError(file, "the file is not UTF-8", "Write it as UTF-8.");
}
function readLocals(root, globs) {
	const found = globs.flatMap((glob) => {
		const paths = globSync(glob, {
			cwd: root,
			exclude: (name) => name === "node_modules" || name === ".git"
		});
		if (paths.length === 0) throw sourceError(glob, "the checkout has no such file", MUST_BE_WRITTEN);
		return paths;
	});
	return [...new Set(found)].toSorted().map((path) => readLocal(root, path));
}

// src/batch/plan/sources/sarif.ts
function readSarif({ file, text }, root) {
	const json = strictJson(text.replace(/^\uFEFF/, ""));
	if (json.kind === "invalid") throw sourceError(file, `not JSON (${json.reason})`, "Name a SARIF file.");
	const runs = member(json.value, "runs");
	if (!Array.isArray(runs)) throw sourceError(file, "there is no list `runs`", "Name a SARIF file of version 2.1.0.");
	return toldApart(runs.flatMap((run, index) => findingsOf(run, root, `${file}: runs[${index}]`)));
}
function toldApart(findings) {
	const placesOf = /* @__PURE__ */ new Map();
	for (const { identity, fields } of findings) {
		const name = canonicalJson(identity);
		placesOf.set(name, (placesOf.get(name) ?? /* @__PURE__ */ new Set()).add(placeOf(fields)));
	}
	const numbersOf = /* @__PURE__ */ new Map();
	return findings.map((finding) => {
		const { line = "", message, snippet } = finding.fields;
		if (placesOf.get(canonicalJson(finding.identity))?.size === 1) return finding;
		const identity = {
			...finding.identity,
			message,
			snippet
		};
		const name = canonicalJson(identity);
		const numbers = numbersOf.get(name) ?? /* @__PURE__ */ new Map();
		const nth = numbers.get(line) ?? numbers.size;
		numbersOf.set(name, numbers.set(line, nth));
		return {
			...finding,
			identity: nth === 0 ? identity : {
				...identity,
				nth
			}
		};
	});
}
function placeOf({ line, message, snippet }) {
	return canonicalJson([
		line,
		message,
		snippet
	]);
}
function findingsOf(run, root, place) {
	const tool = member(run, "tool");
	const driver = member(tool, "driver");
	const extensions = asList(member(tool, "extensions"));
	const allRules = [driver, ...extensions].flatMap((part) => asList(member(part, "rules")));
	return asList(member(run, "results")).flatMap((result, index) => {
		if (!isReported(result)) return [];
		const named = member(result, "rule");
		const ruleIndex = member(result, "ruleIndex") ?? member(named, "index");
		const id = asText(member(result, "ruleId")) || asText(member(named, "id"));
		const component = member(named, "toolComponent");
		const part = component === void 0 ? driver : extensions[Number(member(component, "index") ?? -1)];
		const rule = asList(member(part, "rules"))[Number(ruleIndex ?? -1)] ?? allRules.find((one) => member(one, "id") === id);
		const location = member(asList(member(result, "locations"))[0], "physicalLocation");
		const region = member(location, "region");
		const fields = {
			tool: asText(member(driver, "name")),
			rule: id || asText(member(rule, "id")),
			level: asText(member(result, "level")) || asText(member(member(rule, "defaultConfiguration"), "level")) || "warning",
			message: messageOf(member(result, "message"), rule),
			description: messageOf(member(rule, "fullDescription"), void 0) || messageOf(member(rule, "shortDescription"), void 0),
			path: pathOf(member(location, "artifactLocation"), run, root),
			line: asText(member(region, "startLine")),
			end_line: asText(member(region, "endLine")) || asText(member(region, "startLine")),
			snippet: asText(member(member(region, "snippet"), "text")),
			help: asText(member(rule, "helpUri"))
		};
		return [{
			fields,
			identity: {
				tool: fields.tool,
				rule: fields.rule,
				path: fields.path,
				...fingerprintOf(result, fields)
			},
			title: `${fields.rule} ${fields.path}${fields.line === "" ? "" : `:${fields.line}`}`.trim(),
			place: `${place}.results[${index}]`
		}];
	});
}
function isReported(result) {
	const kind = member(result, "kind") ?? "fail";
	const isSuppressed = asList(member(result, "suppressions")).some((one) => (member(one, "status") ?? "accepted") === "accepted");
	return kind === "fail" && !isSuppressed && member(result, "baselineState") !== "absent";
}
function fingerprintOf(result, { line, message, snippet }) {
	for (const key of ["fingerprints", "partialFingerprints"]) {
		const prints = member(result, key);
		if (typeof prints === "object" && prints !== null && Object.keys(prints).length > 0) return { prints };
	}
	return {
		line,
		message,
		snippet
	};
}
function messageOf(message, rule) {
	const own = asText(member(message, "text")) || asText(member(message, "markdown"));
	const id = asText(member(message, "id"));
	const ofRule = id === "" ? "" : asText(member(member(member(rule, "messageStrings"), id), "text"));
	const values = asList(member(message, "arguments")).map(asText);
	return (own || ofRule).replaceAll(/\{(\d+)\}/g, (all, index) => values[Number(index)] ?? all);
}
function pathOf(location, run, root) {
	const index = Number(member(location, "index") ?? -1);
	const named = member(asList(member(run, "artifacts"))[index], "location");
	const own = member(location, "uri") === void 0 ? named : location;
	const path = pathOfAddress(asText(member(own, "uri")));
	if (path === "") return "";
	const base = baseOf(own, run);
	const full = posix.isAbsolute(path) || HAS_SCHEME.test(base) ? path : posix.join(base, path);
	const isElsewhere = posix.isAbsolute(full) && !isWithin$1(full, root);
	return fromRoot(isElsewhere ? path : full, root);
}
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const MAX_BASES = 10;
function baseOf(location, run) {
	let base = "";
	let at = location;
	for (let count = 0; count < MAX_BASES && !posix.isAbsolute(base) && !HAS_SCHEME.test(base); count += 1) {
		at = member(member(run, "originalUriBaseIds"), asText(member(at, "uriBaseId")));
		base = posix.join(pathOfAddress(asText(member(at, "uri"))), base);
	}
	return base;
}
function pathOfAddress(text) {
	try {
		return text.startsWith("file:") ? fileURLToPath(text) : decodeURIComponent(text);
	} catch {
		return text;
	}
}

// src/batch/plan/sources/swebench.ts
const NEEDED = [
	"instance_id",
	"repo",
	"base_commit",
	"problem_statement"
];
function readSwebench({ file, text }) {
	return objectsOf(file, text).map(({ object, place }) => {
		for (const name of NEEDED) if (typeof object[name] !== "string" || object[name] === "") throw sourceError(place, `the instance has no ${name}`, `An instance of SWE-bench has ${NEEDED.join(", ")}.`);
		const record = sourceRecord(object, {
			place,
			idField: "instance_id"
		});
		const { instance_id: id = "", base_commit: base = "" } = record.fields;
		if (!/^[\w.-]+$/.test(id)) throw sourceError(place, `${JSON.stringify(id)} is not an instance_id`, "Use letters, digits, `_`, `-` and `.`.");
		if (!/^[0-9a-f]{40}$/.test(base)) throw sourceError(place, `${JSON.stringify(base)} is no commit`, "base_commit has 40 hex digits.");
		return {
			...record,
			fields: {
				...record.fields,
				image: imageOf(id)
			},
			base
		};
	});
}
function objectsOf(file, text) {
	if (!/^\uFEFF?\s*\[/.test(text)) return objectsOfLines(file, text);
	const json = strictJson(text.replace(/^\uFEFF/, ""));
	if (json.kind === "invalid") throw sourceError(file, `not JSON (${json.reason})`, "Write a list of instances.");
	return [json.value].flat().map((value, index) => {
		const place = `${file}[${index}]`;
		return {
			object: asObject(value, place),
			place
		};
	});
}
function imageOf(id) {
	return `swebench/sweb.eval.x86_64.${id.toLowerCase().replaceAll("__", "_1776_")}`;
}

// src/batch/plan/sources/read-source.ts
async function readSource(request) {
	const { file, source, world } = request;
	switch (sourceKind(source)) {
		case "list": return readEntries(source.list ?? [], `${file}: source.list`, source.id);
		case "jsonl": return readJsonl(await committed(request, source.jsonl ?? ""));
		case "csv": return readCsv(await committed(request, source.csv ?? ""));
		case "yaml": return readYamlList(await committed(request, source.yaml ?? ""));
		case "swebench": return readSwebench(await committed(request, source.swebench ?? ""));
		case "files": {
			const found = source.where === void 0 ? void 0 : await grep(request, source.where);
			const globs = [source.files ?? []].flat();
			const files = (await world.list()).filter((path) => path !== file);
			return readFiles({
				globs,
				per: source.per ?? "file",
				files,
				found
			});
		}
		case "issues": return readIssues(await world.github(), source.issues ?? {});
		case "alerts": return readAlerts(await world.github(), source.alerts ?? {});
		case "sarif": return readSarif(readLocal(world.root, source.sarif ?? ""), world.root);
		case "junit": return readJunit(readLocals(world.root, [source.junit ?? []].flat()), world.root);
		case "command": return world.withCell((cell) => readCommand({
			command: source.command ?? "",
			idField: source.id,
			cell
		}));
	}
}
async function committed({ world, source }, path) {
	const text = await world.read(path).catch((error) => {
		if (error instanceof RunnerError && error.code === "workspace.file") throw configError(error.message, error.hint ?? "", error);
		throw error;
	});
	if (text === void 0) throw sourceError(path, "the base commit has no such file", "Commit it, or correct the path in `source`.");
	return {
		file: path,
		text,
		idField: source.id
	};
}
async function grep({ world, refuse }, pattern) {
	try {
		return await world.grep(pattern);
	} catch (error) {
		const [, words] = /fatal: (?:command line, )?(.*)/.exec(String(error)) ?? [];
		if (words === void 0) throw error;
		throw refuse([{
			field: ["source", "where"],
			says: `git grep -P does not take it: ${words}`
		}]);
	}
}
function readEntries(entries, place, idField) {
	return entries.map((entry, index) => sourceRecord(typeof entry === "string" ? { value: entry } : entry, {
		place: `${place}[${index}]`,
		idField
	}));
}
function readYamlList({ file, text, idField }) {
	const { data } = readYaml({
		file,
		text,
		schema: TaskList,
		fieldsBelow: []
	});
	return readEntries(data, file, idField);
}

// src/batch/plan/open-plan.ts
const BATCH_FOLDER = ".github/kimi-batch";
const INPUT_FORMATS = [
	"jsonl",
	"csv",
	"yaml",
	"swebench"
];
async function openPlan(options) {
	const { file: given, world, workbench, model, agent, token, clock, input, into } = options;
	const { env } = world;
	const checkout = findCheckout(workbench.cwd);
	const { root } = checkout;
	const pathVar = env["PATH"] ?? "";
	const file = locate(given, {
		root,
		cwd: workbench.cwd
	});
	const policy = {
		...workbench,
		root
	};
	const paths = [
		...committedPolicyPaths(policy),
		...file.isCommitted ? [file.path] : [],
		...CODE_OWNERS_FILES
	];
	const { files, trustedCommit: commit } = await readHead(checkout, {
		pathVar,
		paths
	});
	const text = file.isCommitted ? files.get(file.path) : readOutside(file.path);
	if (text === void 0) throw notCommitted(file.path, commit);
	if (file.isCommitted && differsHere(file.path, {
		root,
		committed: text
	})) world.warn(`${file.path} has changes that are not committed. The plan follows the committed file.`);
	const yaml = readBatchFile(file.path, text);
	const loaded = await loadPolicyOf({
		...policy,
		files,
		commit
	});
	const asked = askedModel(model, world);
	requireTerms(yaml, loaded, {
		baseUrl: model.baseUrl,
		name: asked,
		hasAgentFile: agent.agentFile !== void 0
	});
	const repository = env["GITHUB_REPOSITORY"] || originRepository(checkout, env["GITHUB_SERVER_URL"] || "https://github.com");
	const records = await readSource({
		file: file.path,
		source: input === void 0 ? yaml.data.source : sourceOf(input, yaml.data.source),
		refuse: yaml.refuse,
		world: {
			...createCommitFiles({
				root,
				pathVar,
				commit
			}),
			read: async (path) => input?.path === path ? readOutside(path) : (await readTrustedFiles({
				root,
				pathVar,
				commit,
				files: [path]
			})).get(path),
			root,
			github: async () => openGitHub(repository, {
				world,
				clock,
				token: token ?? env["GITHUB_TOKEN"]
			}),
			withCell: async (use) => {
				const { openWorkbench } = await import("./workbench.js");
				const bench = await openWorkbench({
					...workbench,
					world
				});
				try {
					return await use(bench.cell);
				} finally {
					await bench.close();
				}
			}
		}
	});
	return makePlan({
		yaml,
		records,
		name: basename(file.path).replace(/\.ya?ml$/, ""),
		file: file.path,
		base: commit,
		into,
		repository,
		policyDigest: loaded.digest,
		model: asked,
		mostMinutes: loaded.limits.minutes,
		codeOwners: CODE_OWNERS_FILES.map((path) => files.get(path)).find((found) => found !== void 0) ?? ""
	});
}
async function openGitHub(repository, { world: { env }, clock, token }) {
	const [owner = "", repo = ""] = repository?.split("/") ?? [];
	if (owner === "" || repo === "") throw configError("`source` asks GitHub, but the checkout has no origin there.", "Set GITHUB_REPOSITORY to owner/name.");
	if (!token) throw configError("`source` asks GitHub, but GITHUB_TOKEN is not set.", "Set it to a token that may read the repository.");
	const { createGitHub } = await import("./client.js");
	return {
		client: createGitHub({
			clock,
			token,
			apiUrl: env["GITHUB_API_URL"] || "https://api.github.com",
			userAgent: "kimi-runner",
			proxyEnv: proxyEnvOf(env)
		}),
		owner,
		repo
	};
}
function sourceOf({ path, format }, { id }) {
	return format === "swebench" || id === void 0 ? { [format]: path } : {
		[format]: path,
		id
	};
}
function locate(given, { root, cwd }) {
	if (/^[\w-]+$/.test(given)) return {
		path: `${BATCH_FOLDER}/${given}.yml`,
		isCommitted: true
	};
	const path = resolve(realPath(cwd), given);
	return isWithin$1(path, root) ? {
		path: relative(root, path),
		isCommitted: true
	} : {
		path,
		isCommitted: false
	};
}
function readOutside(path) {
	try {
		return readGivenFile(path).toString("utf8");
	} catch (cause) {
		throw configError(`The file cannot be read: ${path}: ${systemReason(cause)}.`, "Give an existing file.", cause);
	}
}
function notCommitted(path, commit) {
	return configError(`The batch file ${path} is not in commit ${commit.slice(0, 12)}.`, "A batch file of the repository is read from the base commit. Commit it there, or name a file outside the repository.");
}

// src/batch/plan/batch-dir.ts
function defaultBatchDir(world, id) {
	return join(batchesDir(world), id);
}
function batchesDir(world) {
	return join(stateDir(world), "batch");
}
const LATEST = "latest";
const MIN_DIGITS = 4;
function findBatchDir(name, world) {
	const path = resolve(world.cwd, name);
	if (path.endsWith(`/${"plan.json"}`)) return resolve(path, "..");
	if (existsSync(join(path, "plan.json")) || name.includes("/")) return path;
	const ids = plannedDirs(batchesDir(world)).map((dir) => basename(dir));
	const begin = ids.filter((id) => name.length >= MIN_DIGITS && id.startsWith(name));
	const known = name === LATEST ? ids.slice(0, 1) : begin;
	const [only, ...more] = known;
	if (only === void 0) {
		const near = nearest(name, ids);
		throw configError(`There is no batch ${name}.`, `${near === void 0 ? "" : `Did you mean ${near}? `}\`kimi-runner batch plan\` makes one.`);
	}
	if (more.length > 0) throw configError(`Several batches begin with ${name}: ${known.join(", ")}.`, "Give more digits.");
	return defaultBatchDir(world, only);
}
function plannedDirs(folder) {
	return namesIn$1(folder).map((name) => join(folder, name)).filter((dir) => existsSync(join(dir, PLAN_FILE))).map((dir) => ({
		dir,
		atMs: statOrNone(join(dir, "plan.json"))?.mtimeMs ?? 0
	})).toSorted((a, b) => b.atMs - a.atMs).map(({ dir }) => dir);
}

// src/batch/results/begin-batch.ts
function beginBatch(dir, plan) {
	const [there] = readBatch(dir);
	if (there !== void 0 && there.plan.id !== plan.id && there.lines.length > 0) throw configError(`The folder ${dir} has the results of another plan, ${there.plan.id}.`, "Name another folder with --dir. What is done under the same keys is taken over from a folder beside it.");
	const path = writePlan(dir, plan);
	if (readResults(dir).length > 0) return {
		path,
		takenOver: 0
	};
	const isThere = (from, { bundle }) => bundle === null || existsSync(join(from.dir, bundle));
	const found = earlierResults(plan, neighbours(dir), isThere);
	if (found.size === 0) return {
		path,
		takenOver: 0
	};
	for (const { from, line } of found.values()) if (line.bundle !== null) copyBundle(join(from.dir, line.bundle), join(dir, line.bundle));
	using results = openResults(dir);
	results.append(...[...found.values()].map(({ line }) => line));
	return {
		path,
		takenOver: found.size
	};
}
function neighbours(dir) {
	return plannedDirs(dirname(dir)).filter((other) => other !== dir).flatMap(readBatch);
}
function readBatch(dir) {
	try {
		return [{
			dir,
			plan: readPlan(dir),
			lines: readResults(dir)
		}];
	} catch (error) {
		if (error instanceof RunnerError) return [];
		throw error;
	}
}
function copyBundle(from, to) {
	rmSync(to, {
		recursive: true,
		force: true
	});
	cpSync(from, to, { recursive: true });
}
function earlierResults(plan, others, isKept) {
	const keys = new Map(plan.tasks.map(({ id, key }) => [id, key]));
	const found = /* @__PURE__ */ new Map();
	for (const from of others) {
		if (from.plan.name !== plan.name) continue;
		for (const taskState of foldResults(from.plan, from.lines).tasks) {
			const { task, state, result } = taskState;
			if (result === void 0 || state !== "done" && state !== "nothing") continue;
			if (keys.get(task.id) !== task.key || found.has(task.id)) continue;
			if (isKept(from, result, taskState)) found.set(task.id, {
				from,
				line: result,
				taskState
			});
		}
	}
	return found;
}

// src/batch/collect/begin-record.ts
async function recordFromEarlierPlans(parts, own, plan) {
	const ids = await recordedBatches(own);
	const known = [];
	for (const id of ids.filter((other) => other !== plan.id)) {
		const record = await readable(jobRecord(parts, own, id));
		if (record !== void 0) known.push(record);
	}
	const isElsewhere = ({ plan: { into } }) => into !== void 0 && into !== plan.into;
	const newest = known.map((record) => isElsewhere(record) ? {
		...record,
		lines: record.lines.filter(({ type }) => type !== "delivery")
	} : record).toSorted((a, b) => timeOf(b.lines) - timeOf(a.lines));
	const found = earlierResults(plan, newest, ({ changes }, { patch }, { task, delivery }) => patch === null || changes.has(task.id) || isClosed(delivery));
	if (found.size === 0) return void 0;
	const taken = [...found.values()];
	const changes = new Map(taken.flatMap(({ from, line: { task } }) => {
		const change = from.changes.get(task);
		return change === void 0 ? [] : [[task, change]];
	}));
	const lines = taken.flatMap(({ line, taskState: { delivery } }) => [{
		...line,
		bundle: null
	}, ...delivery !== void 0 && (delivery.state === "open" || isClosed(delivery)) ? [{
		...delivery,
		tasks: [line.task]
	}] : []]);
	return await jobRecord(parts, own, plan.id).change((before) => before ?? {
		plan,
		lines,
		changes,
		sessions: /* @__PURE__ */ new Map()
	});
}
async function readable(ref) {
	try {
		return await ref.read();
	} catch (error) {
		if (error instanceof RunnerError && error.code !== "git.failed") return void 0;
		throw error;
	}
}
function timeOf(lines) {
	return Date.parse(lines.at(-1)?.at ?? "") || 0;
}

// src/batch/run/batch-money.ts
const LEAST_PART = .5;
async function reserveForBatch(options) {
	const { state, totalUsd, limits, openStore, warn } = options;
	const spentUsd = paidUsd(state, () => 0);
	const spending = limits.costUsdPerDay !== void 0 && totalUsd > spentUsd && openStore !== void 0 ? await reserveIn(await openStore(), spentUsd, options) : void 0;
	const mostUsd = spending?.limits.costUsd ?? totalUsd;
	if (mostUsd < totalUsd) warn(`The daily limit leaves ${money(mostUsd - spentUsd)} of the $${totalUsd} of the plan.`);
	return {
		mostUsd,
		sliceOf: ({ costUsd }, takenUsd) => {
			const slice = Math.min(costUsd, mostUsd - takenUsd);
			return slice < LEAST_PART * costUsd ? void 0 : slice;
		},
		settle: async (paid) => {
			spending?.follow(() => paid);
			await spending?.settle();
		}
	};
}
async function reserveIn(store, spentUsd, { state: { plan }, totalUsd, limits, clock, warn }) {
	const { reserveMoney } = await import("./reserve-money.js");
	const ofBatch = {
		...limits,
		costUsd: totalUsd,
		costUsdPerThread: void 0
	};
	return await reserveMoney({
		store,
		sessionId: batchSession(plan.id),
		limits: ofBatch,
		spentUsd,
		clock,
		warn
	});
}

// src/batch/phases/plan-phase.ts
async function planPhase(batch, parts) {
	const { inputs } = parts;
	using own = await openJobGit(parts, parts.clock);
	const begun = /^[0-9a-f]{12}$/.test(batch) ? await recordOf(batch, own, parts) : void 0;
	const isLocal = inputs.publish === "none";
	const plan = begun?.plan ?? await newPlan(batch, parts, isLocal ? void 0 : await baseBranch(parts));
	requireFittingShards(plan);
	const dir = phaseDir(parts, plan.id);
	writePlan(dir, plan);
	const record = begun ?? (isLocal ? void 0 : await updatedRecord(parts, own, plan.id)) ?? (isLocal ? void 0 : await recordFromEarlierPlans(parts, own, plan));
	const lines = record?.lines ?? [];
	if (lines.length > 0) replaceResults(dir, lines);
	const state = foldResults(plan, lines);
	if (inputs.publish === "github") await reserve(state, own, parts);
	const answered = answeredSessions(state, record?.sessions ?? /* @__PURE__ */ new Map());
	for (const [task, session] of answered) writeWaiting(dir, task, session);
	const isPart = (path) => path === "plan.json" || isPartOfShard(path);
	const uploaded = await uploadPart(parts, {
		dir,
		name: planArtifact(plan.id),
		isPart
	});
	if (uploaded.kind !== "uploaded") throw new RunnerError({
		code: "github.failed",
		message: uploaded.reason
	});
	const reason = `${counted(plan.tasks.length, "task")} in ${counted(plan.shards.length, "shard")}, at most ${money(plan.forecast.maxUsd)}.`;
	addToSummary(parts, `**Batch ${plan.name}** (${plan.id}): ${reason}`);
	return {
		outcome: "completed",
		reason,
		outputs: {
			batch: plan.id,
			base: plan.base,
			shards: JSON.stringify(shardsToRun(state, answered)),
			parallel: String(Math.max(1, plan.limits.parallel))
		}
	};
}
async function newPlan(file, parts, base) {
	const { inputs, world, clock } = parts;
	if (base?.warning !== void 0) world.warn(base.warning);
	const { workbench, model, agent } = inputs.run;
	return (await openPlan({
		workbench,
		model,
		agent,
		file,
		world,
		clock,
		token: inputs.token,
		into: base?.into
	})).plan;
}
async function recordOf(id, own, parts) {
	const record = await updatedRecord(parts, own, id);
	if (record !== void 0) return record;
	throw configError(`The repository has no record of batch ${id}.`, "Give the name of a file in .github/kimi-batch, or the id that the dashboard of a batch shows.");
}
async function reserve(state, own, parts) {
	const { plan } = state;
	const { totalUsd } = plan.limits;
	const { limits } = await planPolicy(parts, own, plan);
	const { refs, clock } = own;
	const openStore = async () => createLedgerRef({
		refs,
		clock
	});
	const { mostUsd } = await reserveForBatch({
		state,
		totalUsd,
		limits,
		openStore,
		clock,
		warn: () => {}
	});
	if (mostUsd < totalUsd) throw tooDear(plan, mostUsd - paidUsd(state, () => 0));
}
function tooDear({ limits, name }, leftUsd) {
	return new RunnerError({
		code: "run.cost_limit",
		message: `The daily limit leaves ${money(leftUsd)}, and batch ${name} may cost $${limits.totalUsd}.`,
		hint: "Lower limits.total_usd of the batch file, run it another day, or raise limits.cost_usd_per_day of the policy."
	});
}

// src/batch/run/attempt-end.ts
function readAttempt(dir) {
	const nothing = { kind: "nothing" };
	if (!existsSync(join(dir, "journal.jsonl"))) return nothing;
	const session = readSession(openBundle(dir));
	const { begin, outcome } = session.state;
	if (begin === void 0 || !session.hasTask && outcome === void 0) return nothing;
	return {
		kind: outcome === void 0 || outcome.outcome === "interrupted" ? "stopped" : "ended",
		session,
		sessionId: begin.sessionId,
		workDir: begin.workDir
	};
}
function paidByOpen({ task, attempt, started }, dir) {
	if (started?.process !== void 0 && mayRun(started.process)) return task.costUsd;
	try {
		const left = readAttempt(join(dir, bundleOf(task.id, attempt)));
		return left.kind === "nothing" ? 0 : knownCost(left.session.state.spent) ?? task.costUsd;
	} catch {
		return task.costUsd;
	}
}
function resultOfEnd(name, { session, sessionId }) {
	const { state, model, usedMs } = session;
	const { outcome, spent, verification } = state;
	return resultOfSession(name, {
		sessionId,
		model: model?.model,
		outcome,
		spent,
		verification,
		ms: usedMs
	});
}
function resultOfNoSession(name, { last, how, said }) {
	const refused = last?.type === "refused" ? last : void 0;
	const reason = refused?.reason ?? `The process of the task died: ${how}. ${said}`;
	return resultWithoutSession(name, {
		outcome: refused?.outcome ?? null,
		reason,
		costUsd: 0
	});
}
function resultOfBroken(name, left, end) {
	const without = resultOfNoSession(name, end);
	return {
		...left.kind === "nothing" ? without : resultOfEnd(name, left),
		state: "infra",
		outcome: null,
		reason: without.reason
	};
}

// src/batch/run/held-answers.ts
const NOTHING_ANSWERED = {
	approve: [],
	reject: [],
	by: ""
};
function answersFor(given, recorded, held) {
	const fits = (wanted) => wanted === "all" || hasDigest(held, wanted);
	const own = withRecorded({
		...given,
		approve: given.approve.filter(fits),
		reject: given.reject.filter(fits)
	}, recorded.filter(({ digest }) => fits(digest)));
	if (own.approve.length + own.reject.length === 0) return void 0;
	try {
		answersOf(own, held);
		return own;
	} catch (error) {
		return describeError(error);
	}
}
function withRecorded(given, recorded) {
	if (recorded.length === 0) return given;
	const digests = (verdict) => recorded.flatMap((answer) => answer.verdict === verdict ? [answer.digest] : []);
	const ofRecord = recorded.flatMap(({ verdict, why }) => verdict === "reject" ? [why] : []);
	const whys = /* @__PURE__ */ new Set([...given.reject.length > 0 ? [given.why] : [], ...ofRecord]);
	const people = /* @__PURE__ */ new Set([...given.by === "" ? [] : [given.by], ...recorded.map(({ by }) => by)]);
	return {
		approve: [.../* @__PURE__ */ new Set([...given.approve, ...digests("approve")])],
		reject: [.../* @__PURE__ */ new Set([...given.reject, ...digests("reject")])],
		why: whys.size === 0 || whys.has(void 0) ? void 0 : [...whys].join(" "),
		by: [...people].join(", ")
	};
}
function unknownAnswers({ approve, reject }, state, dir) {
	const given = [...approve, ...reject].filter((wanted) => wanted !== "all");
	if (given.length === 0) return [];
	const held = heldActions(state, dir);
	return given.filter((wanted) => !hasDigest([...held, ...state.approvals], wanted));
}
function heldActions({ tasks }, dir) {
	return tasks.flatMap(({ task, state, attempt }) => {
		if (state !== "waiting") return [];
		const left = readAttempt(join(dir, bundleOf(task.id, attempt)));
		return left.kind === "nothing" ? [] : left.session.state.held.map((held) => ({
			...held,
			title: task.title
		}));
	});
}
function hasDigest(known, wanted) {
	return wanted.length >= 8 && known.some(({ digest }) => digest.startsWith(wanted.toLowerCase()));
}

// src/batch/run/progress.ts
const TITLE_CHARS = 50;
const UP_AND_CLEAR = "\x1B[1A\x1B[2K";
function createBatchProgress({ write, columns, now }) {
	const running = /* @__PURE__ */ new Map();
	let total = "";
	let shown = 0;
	const clear = () => {
		if (shown > 0) write(UP_AND_CLEAR.repeat(shown));
		shown = 0;
	};
	const draw = () => {
		if (columns === void 0) return;
		const lines = [...[...running.values()].map((one) => runningLine(one, now())), ...total === "" ? [] : [total]];
		write(lines.map((line) => `${oneLine(line, Math.max(20, columns() - 1))}\n`).join(""));
		shown = lines.length;
	};
	const redraw = (change) => {
		if (columns !== void 0) clear();
		change();
		draw();
	};
	const note = (text) => redraw(() => write(`${plainText(text)}\n`));
	return {
		started: (task) => redraw(() => running.set(task.id, {
			task,
			fromMs: now(),
			step: 0,
			costUsd: 0
		})),
		step: (task, { step, costUsd }) => redraw(() => {
			const known = running.get(task.id);
			if (known !== void 0) running.set(task.id, {
				...known,
				step,
				costUsd
			});
		}),
		ended: (task, line, state, reason) => redraw(() => {
			running.delete(task.id);
			total = totalLine(state);
			const { ended, all } = endedIn(state);
			const place = `[${ended}/${all}]`;
			if (line === void 0) return write(`${place} left     ${name(task)}${reason === void 0 ? "" : `  ${plainText(reason)}`}\n`);
			const cost = line.costUsd === null ? "cost unknown" : money(line.costUsd);
			const why = line.state === "done" ? counted(line.files, "file") : plainText(line.reason);
			write(`${place} ${line.state.padEnd(8)} ${name(task)}  ${cost}  ${counted(line.steps, "step")}  ${line.seconds} s  ${why}\n`);
		}),
		note,
		close: clear
	};
}
function name(task) {
	const title = oneLine(plainText(stripVTControlCharacters(task.title)), TITLE_CHARS);
	return `${task.id} ${plainText(taskLabel({
		...task,
		title
	}))}`;
}
function runningLine({ task, fromMs, step, costUsd }, nowMs) {
	return `  ${name(task)}  step ${step}  ${money(costUsd)}  ${Math.round((nowMs - fromMs) / 1e3)} s`;
}
const ENDED = new Set(RESULT_STATES);
function endedIn({ tasks }) {
	return {
		ended: tasks.filter(({ state }) => ENDED.has(state)).length,
		all: tasks.length
	};
}
function totalLine(state) {
	const { ended, all } = endedIn(state);
	const counts = RESULT_STATES.flatMap((name) => {
		const count = state.tasks.filter((one) => one.state === name).length;
		return count === 0 ? [] : [`${count} ${name}`];
	});
	return `${ended} of ${all}${counts.length === 0 ? "" : `: ${counts.join(", ")}`}; ${money(state.spentUsd)} of $${state.plan.limits.totalUsd}`;
}

// src/batch/run/start-task.ts
function startTask(world, onStep) {
	const child = spawn(world.nodePath, [programOf(world), "batch-task"], {
		cwd: world.cwd,
		env: environmentOf(world.env),
		stdio: [
			"pipe",
			"pipe",
			"pipe"
		],
		detached: true
	});
	let said = "";
	let last;
	child.stdin.on("error", () => {});
	child.stderr.setEncoding("utf8").on("data", (text) => said = (said + text).slice(-2e3));
	createInterface({ input: child.stdout }).on("line", (line) => {
		const message = parseJson(line);
		if (message?.type === "step") onStep(message);
		else last = message ?? last;
	});
	const ended = new Promise((resolve) => {
		child.once("error", (error) => resolve({
			last,
			how: error.message,
			said
		}));
		child.once("close", (code, signal) => resolve({
			last,
			how: signal ?? `exit ${code}`,
			said
		}));
	});
	return {
		identity: identityOf(child.pid ?? 0),
		begin: (request) => void child.stdin.write(`${JSON.stringify(request)}\n`),
		stop: () => void child.stdin.end(),
		kill: () => void child.kill("SIGKILL"),
		ended
	};
}
function programOf({ workerPath }) {
	return join(dirname(workerPath), `cli${extname(workerPath)}`);
}
function environmentOf(env) {
	const isOfAction = (name) => /^(?:INPUT_|ACTIONS_(?:RUNTIME|RESULTS|ID_TOKEN|CACHE))/.test(name);
	return Object.fromEntries(Object.entries(env).filter(([name]) => !isOfAction(name)));
}

// src/batch/run/attempts.ts
async function beginAttempt(taskState, attempt, costUsd, parts) {
	const { dir, folders, plan } = parts;
	const { task } = taskState;
	const bundleDir = join(dir, bundleOf(task.id, attempt));
	rmSync(bundleDir, {
		recursive: true,
		force: true
	});
	const folder = await folders.open(task);
	if (typeof folder === "string") {
		const name = nameOf(task, attempt, parts.clock);
		return {
			kind: "missing",
			line: resultWithoutSession(name, {
				outcome: null,
				reason: folder,
				costUsd: 0
			})
		};
	}
	const sessionId = newSessionId();
	const settings = settingsOf(task, costUsd, parts);
	const request = {
		kind: "start",
		settings: {
			...settings,
			workbench: {
				...settings.workbench,
				...folder
			}
		},
		bundleDir,
		prompt: task.prompt,
		checks: task.verify,
		sessionId,
		trusted: plan.base,
		policyDigest: plan.policyDigest
	};
	const named = {
		task,
		attempt,
		session: sessionId
	};
	const end = await runProcess(request, named, parts);
	if (folder.needsCopy && end.last?.type === "refused" && end.last.code === "sandbox.refused") {
		folders.withoutCopies();
		return await beginAttempt(taskState, attempt, costUsd, parts);
	}
	return endOf$1(named, end, parts);
}
async function takeUpAttempt(taskState, costUsd, parts) {
	const { task, attempt, started, state } = taskState;
	const { clock } = parts;
	const bundleDir = join(parts.dir, bundleOf(task.id, attempt));
	if (started?.process !== void 0 && !await isGone(started.process, parts)) return {
		kind: "left",
		reason: `process ${started.process.pid} of an earlier command is still working on it`
	};
	const name = nameOf(task, attempt, clock);
	const left = leftIn(bundleDir);
	if (left.kind === "damaged") return {
		kind: "result",
		line: damaged(name, left.reason)
	};
	if (left.kind === "nothing") {
		if (state === "waiting") return {
			kind: "left",
			reason: "its session is not on this machine"
		};
		if (costUsd === void 0) return { kind: "unfunded" };
		return await beginAttempt(taskState, attempt, costUsd, parts);
	}
	if (left.kind === "ended" && left.session.state.outcome?.outcome !== "deferred") return {
		kind: "result",
		line: resultOfEnd(name, left)
	};
	const answers = left.kind === "ended" ? answersFor(parts.answers, taskState.answers, left.session.state.held) : NOTHING_ANSWERED;
	if (answers === void 0 || typeof answers === "string") return state === "waiting" ? {
		kind: "left",
		reason: answers
	} : {
		kind: "result",
		line: resultOfEnd(name, left)
	};
	const folder = existsSync(left.workDir) ? void 0 : await parts.folders.open(task);
	if (typeof folder === "string") {
		if (state === "waiting") return {
			kind: "left",
			reason: folder
		};
		return {
			kind: "missing",
			line: {
				...resultOfEnd(name, left),
				state: "infra",
				outcome: null,
				reason: folder
			}
		};
	}
	const request = {
		kind: "resume",
		settings: settingsOf(task, void 0, parts),
		cwd: folder?.cwd,
		bundleDir,
		answers
	};
	const named = {
		task,
		attempt,
		session: left.sessionId
	};
	return endOf$1(named, await runProcess(request, named, parts), parts);
}
async function runProcess(request, { task, attempt, session }, { append, world, clock, onStep, now }) {
	const process = startTask(world, (message) => onStep(task, message));
	const started = {
		...nameOf(task, attempt, clock),
		type: "started",
		session,
		process: process.identity
	};
	now.addEventListener("abort", process.stop);
	try {
		append(started);
		process.begin(request);
		if (now.aborted) process.stop();
		return await process.ended;
	} catch (error) {
		process.kill();
		throw error;
	} finally {
		now.removeEventListener("abort", process.stop);
	}
}
function endOf$1({ task, attempt, session }, end, { dir, clock, now }) {
	const name = nameOf(task, attempt, clock);
	const left = leftIn(join(dir, bundleOf(task.id, attempt)));
	const withdrawn = (reason) => ({
		...name,
		type: "withdrawn",
		session,
		reason
	});
	const ended = (line) => {
		if (line.outcome !== "config_error" && line.outcome !== "sandbox_refused") return {
			kind: "result",
			line
		};
		return {
			kind: "refused",
			line,
			withdrawn: line.tokens === 0 && (line.costUsd ?? 0) === 0 ? withdrawn(line.reason) : void 0
		};
	};
	if (left.kind === "damaged") return {
		kind: "result",
		line: damaged(name, left.reason)
	};
	if (end.last?.type === "refused" && end.last.code === "session.write") {
		const { reason } = end.last;
		const error = unwritable(`The files of task ${task.id}`, dir, new Error(reason));
		if (left.kind === "nothing") return {
			kind: "unwritable",
			error,
			line: withdrawn(reason)
		};
		return {
			kind: "unwritable",
			error,
			line: left.kind === "ended" ? resultOfBroken(name, left, end) : void 0
		};
	}
	if (left.kind === "ended") return ended(resultOfEnd(name, left));
	if (now.aborted) return {
		kind: "left",
		withdrawn: left.kind === "nothing" ? withdrawn("It was stopped.") : void 0
	};
	if (left.kind === "stopped" || end.last === void 0) return {
		kind: "result",
		line: resultOfBroken(name, left, end)
	};
	return ended(resultOfNoSession(name, end));
}
const GONE_WITHIN_MS = 6e4;
const LOOK_MS = 50;
async function isGone(process, { clock, now }) {
	for (let waitedMs = 0; mayRun(process); waitedMs += LOOK_MS) {
		if (waitedMs >= GONE_WITHIN_MS || now.aborted) return false;
		await clock.sleep(LOOK_MS);
	}
	return true;
}
function leftIn(dir) {
	try {
		return readAttempt(dir);
	} catch (error) {
		return {
			kind: "damaged",
			reason: describeError(error)
		};
	}
}
function damaged(name, reason) {
	const bundle = bundleOf(name.task, name.attempt);
	return {
		...resultWithoutSession(name, {
			outcome: null,
			reason,
			costUsd: null
		}),
		bundle
	};
}
function nameOf({ id, key }, attempt, { now }) {
	return {
		task: id,
		key,
		attempt,
		at: new Date(now()).toISOString()
	};
}
function settingsOf({ model }, costUsd, { plan: { limits }, settings }) {
	const own = settings.limits;
	const least = (planned, asked) => planned === void 0 ? asked : Math.min(planned, asked ?? planned);
	return {
		...settings,
		model: {
			...settings.model,
			name: model ?? settings.model.name
		},
		limits: {
			...own,
			minutes: least(limits.minutes, own.minutes),
			steps: least(limits.steps, own.steps),
			costUsd
		},
		keepsCheckout: true,
		output: "text"
	};
}

// src/batch/run/task-folders.ts
const MAX_NAMED = 3;
async function createTaskFolders(options) {
	const { repository, dir, settings, world } = options;
	const { base } = options.plan;
	const trees = createWorkTrees({
		root: repository.root,
		path: trustedPath(options.world.env["PATH"] ?? "", repository.root)
	});
	const treeOf = ({ id }) => join(dir, "trees", id);
	let isCopied = settings.workbench.sandbox === "sealed" && await isAtBase(options);
	return {
		open: async (task) => {
			const { base: commit = base } = task;
			if (isCopied && commit === base) return {
				cwd: repository.root,
				needsCopy: true
			};
			try {
				await trees.add(treeOf(task), objectId(commit));
			} catch (error) {
				if (await trees.hasCommit(objectId(commit))) throw error;
				return describeError(error);
			}
			return {
				cwd: treeOf(task),
				needsCopy: false
			};
		},
		withoutCopies: () => {
			if (isCopied) world.warn("No copy of the checkout can be mounted here: each task gets a work tree of its own, without what git ignores.");
			isCopied = false;
		},
		close: async (task) => {
			if (existsSync(treeOf(task))) await trees.remove(treeOf(task)).catch(() => {});
		}
	};
}
async function isAtBase(options) {
	const { repository, plan, world } = options;
	const without = "each task gets a work tree of the plan's commit, without what git ignores";
	if (repository.headCommit !== plan.base) {
		const [here, planned] = [repository.headCommit.slice(0, 12), plan.base.slice(0, 12)];
		world.warn(`The checkout is at ${here}, the plan at ${planned}: ${without}.`);
		return false;
	}
	const changed = await changedIn(options);
	if (changed.length === 0) return true;
	const more = changed.length > MAX_NAMED ? `, and ${changed.length - MAX_NAMED} more` : "";
	world.warn(`The checkout has changes (${changed.slice(0, MAX_NAMED).join(", ")}${more}): ${without}.`);
	return false;
}
async function changedIn(options) {
	const { repository, clock } = options;
	const { createTrustedGit } = await import("./trusted-git.js");
	const scratchDir = makeScratch(repository.root);
	try {
		const { snapshot, objects } = createTrustedGit({
			repository,
			scratchDir,
			pathVar: options.world.env["PATH"] ?? "",
			clock
		});
		return (await objects.edits(repository.headTree, await snapshot())).map(({ path }) => path);
	} finally {
		removeScratchDir(scratchDir);
	}
}

// src/batch/run/run-plan.ts
async function runPlan(options) {
	const { plan, dir, watch, now, world } = options;
	const own = tasksOf(options);
	using results = openResults(dir);
	const folders = await createTaskFolders(options);
	const lines = [...readResults(dir)];
	const state = () => foldResults(plan, lines);
	const append = (line) => {
		results.append(line);
		lines.push(line);
	};
	const money = await reserveForBatch({
		state: state(),
		totalUsd: totalOf(options.stateAtStart ?? state(), own, options),
		limits: options.limits,
		openStore: options.openStore,
		clock: options.clock,
		warn: world.warn
	});
	const failed = new AbortController();
	const parts = {
		...options,
		folders,
		append,
		onStep: watch.step,
		now: AbortSignal.any([now, failed.signal])
	};
	try {
		return {
			...await schedule({
				...options,
				own,
				state,
				append,
				money,
				parts,
				fail: () => failed.abort()
			}),
			state: state()
		};
	} finally {
		await money.settle(paidUsd(state(), (taskState) => paidByOpen(taskState, dir)));
	}
}
async function schedule(options) {
	const { plan, own, state, append, money, parts, watch } = options;
	const ownState = () => {
		const all = state();
		return {
			...all,
			tasks: all.tasks.filter(({ task }) => own.has(task.id))
		};
	};
	const most = options.parallel ?? Math.min(plan.limits.parallel, Math.max(1, 2 * availableParallelism()));
	const underWay = /* @__PURE__ */ new Map();
	const done = /* @__PURE__ */ new Set();
	let refused;
	const beginInRow = failuresInARow(state());
	let isOutOfMoney = false;
	let isUnfunded = false;
	const mayStart = () => !options.soon.aborted && !options.now.aborted && refused === void 0;
	const settleEnd = ({ task, state: before, next }, end, isHopeless) => {
		if (end.kind === "unfunded") {
			isUnfunded = true;
			done.add(task.id);
			return watch.ended(task, void 0, ownState(), "no money is left for it");
		}
		if (end.kind === "left") {
			done.add(task.id);
			if (end.withdrawn !== void 0) append(end.withdrawn);
			return watch.ended(task, void 0, ownState(), end.reason);
		}
		if (end.kind === "unwritable") {
			if (end.line !== void 0) append(end.line);
			throw end.error;
		}
		if (end.kind === "refused" && !ownState().tasks.some(({ result }) => result !== void 0)) {
			refused ??= {
				reason: end.line.reason,
				areEqualFailures: false
			};
			append(end.withdrawn ?? end.line);
			return watch.ended(task, void 0, ownState(), end.line.reason);
		}
		append(end.line);
		if (end.kind !== "missing" && isHopeless(end.line)) {
			const reason = `the last ${MAX_EQUAL_FAILURES} tasks ended with the same failure: ${end.line.reason}`;
			refused ??= {
				reason,
				areEqualFailures: true
			};
		}
		if (before === "person" || before === "limit" || next.kind === "none" || end.line.state === "waiting") done.add(task.id);
		watch.ended(task, end.line, ownState());
	};
	const unlessStopped = (error) => {
		if (options.soon.aborted && error instanceof RunnerError && error.code === "git.failed") return { kind: "left" };
		throw error;
	};
	const work = async (taskState, costUsd) => {
		const next = nextOf(taskState, options);
		watch.started(taskState.task);
		const isHopeless = beginInRow();
		const end = await (next.kind === "run" && costUsd !== void 0 ? beginAttempt(taskState, next.attempt, costUsd, parts) : takeUpAttempt(taskState, costUsd, parts)).catch(unlessStopped);
		settleEnd(taskState, end, isHopeless);
		if (end.kind === "refused" || end.kind === "result" && end.line.state !== "waiting") await parts.folders.close(taskState.task);
	};
	const startMore = () => {
		isOutOfMoney = false;
		if (!mayStart() || underWay.size >= most) return;
		const now = state();
		const takenUsd = () => now.tasks.reduce((sum, { task, spentUsd }) => sum + (underWay.get(task.id)?.takenUsd ?? spentUsd), 0);
		for (const taskState of runnableOf(now, options)) {
			const { task, spentUsd } = taskState;
			if (underWay.size >= most) return;
			if (!own.has(task.id) || underWay.has(task.id) || done.has(task.id)) continue;
			const isNew = nextOf(taskState, options).kind === "run";
			const costUsd = money.sliceOf(task, takenUsd() - (taskState.state === "started" ? task.costUsd : 0));
			if (isNew && costUsd === void 0) {
				isOutOfMoney = true;
				continue;
			}
			const ended = work(taskState, costUsd).finally(() => underWay.delete(task.id));
			underWay.set(task.id, {
				ended,
				takenUsd: isNew ? spentUsd + (costUsd ?? 0) : Math.max(spentUsd, task.costUsd)
			});
		}
	};
	const nextEnd = async () => await Promise.race([...underWay.values()].map(({ ended }) => ended));
	try {
		for (startMore(); underWay.size > 0; startMore()) await nextEnd();
	} catch (error) {
		options.fail();
		await Promise.allSettled([...underWay.values()].map(({ ended }) => ended));
		throw error;
	}
	if (refused !== void 0) return {
		why: "refused",
		...refused
	};
	if (options.soon.aborted || options.now.aborted) return { why: "stopped" };
	return { why: isOutOfMoney || isUnfunded ? "money" : "over" };
}
const MAX_EQUAL_FAILURES = 10;
function failuresInARow({ plan, tasks }) {
	let hasWorked = tasks.some(({ state }) => SUCCEEDED.has(state));
	let last = "";
	let results = 0;
	let first = 0;
	let failed = /* @__PURE__ */ new Set();
	return () => {
		const resultsBefore = results;
		return ({ task, state, outcome, reason }) => {
			results += 1;
			hasWorked ||= SUCCEEDED.has(state);
			const isOutside = state === "infra" || outcome === "config_error";
			const next = `${outcome} ${isOutside ? withoutIds(reason) : reason}`;
			if (next !== last) [last, first, failed] = [
				next,
				results,
				/* @__PURE__ */ new Set([task])
			];
			else if (!isOutside || resultsBefore >= first) failed.add(task);
			return plan.compare === void 0 && failed.size >= MAX_EQUAL_FAILURES && (isOutside || !hasWorked);
		};
	};
}
const SUCCEEDED = /* @__PURE__ */ new Set([
	"done",
	"nothing",
	"waiting"
]);
function tasksOf({ plan, shard }) {
	if (shard === void 0) return new Set(plan.tasks.map(({ id }) => id));
	const ids = plan.shards[shard];
	if (ids !== void 0) return new Set(ids);
	throw configError(`The plan has no shard ${shard}.`, `Give a number from 0 to ${plan.shards.length - 1}.`);
}
function totalOf(given, own, { retry }) {
	const { plan, tasks, spentUsd } = given;
	if (own.size === tasks.length) return plan.limits.totalUsd;
	const due = runnableOf(given, { retry });
	const needOf = (taskStates) => taskStates.reduce((sum, taskState) => sum + needUsdOf(taskState, nextOf(taskState, { retry })), 0);
	const [all, ownNeed] = [needOf(due), needOf(due.filter(({ task }) => own.has(task.id)))];
	const left = Math.max(0, plan.limits.totalUsd - spentUsd);
	return spentUsd + (all > left ? ownNeed * left / all : ownNeed);
}
function needUsdOf({ task: { costUsd }, started, result }, next) {
	if (next.kind === "run") return costUsd;
	return started === void 0 ? Math.max(0, costUsd - (result?.costUsd ?? costUsd)) : 0;
}
function withoutIds(text) {
	return text.split(/\s+/).filter((word) => !/\d/.test(word)).join(" ");
}

// src/batch/phases/shard-phase.ts
async function shardPhase({ id, shard }, parts) {
	const { inputs, world, job, stopper, clock } = parts;
	const dir = phaseDir(parts, id);
	const { plan, stateAtStart } = await fetchPlan({
		id,
		shard
	}, dir, parts);
	const { repository, limits } = await openForPlan(plan, inputs.run, world);
	const { sandbox } = inputs.run.workbench;
	await prepareSandbox({
		world,
		sandbox,
		root: repository.root,
		pathVar: world.env["PATH"] ?? ""
	});
	const { signal } = stopper;
	const watch = createBatchProgress({
		write: world.err,
		columns: void 0,
		now: clock.monotonic
	});
	const upload = async () => await uploadPart(parts, {
		dir,
		name: shardArtifact(id, shard, job.runAttempt),
		isPart: isPartOfShard
	});
	const run = async () => {
		return endOf(await runPlan({
			plan,
			stateAtStart,
			dir,
			shard,
			repository,
			settings: inputs.run,
			answers: NOTHING_ANSWERED,
			limits,
			retry: false,
			world,
			clock,
			soon: signal,
			now: signal,
			watch
		}), {
			plan,
			shard
		}, parts);
	};
	const end = await run().catch(async (error) => {
		const uploaded = await upload();
		if (uploaded.kind !== "uploaded") world.warn(`The results of shard ${shard} cannot be collected: ${uploaded.reason}`);
		throw error;
	});
	const uploaded = await upload();
	if (uploaded.kind === "uploaded") return end;
	const reason = `${end.reason} These results cannot be collected. ${uploaded.reason}`;
	return {
		...end,
		outcome: "failed",
		reason
	};
}
async function fetchPlan({ id, shard }, dir, parts) {
	const { artifacts: service, runAttempt } = parts.job;
	const name = planArtifact(id);
	const isHere = existsSync(join(dir, PLAN_FILE));
	if (!isHere && await downloadArtifact({
		names: [name],
		dir,
		service
	}) === void 0) throw configError(`There is no artifact ${name} in this workflow run.`, "Run the phase plan in an earlier job.");
	const plan = readPlan(dir);
	if (plan.id !== id) throw new RunnerError({
		code: "session.corrupt",
		message: `The artifact ${name} holds the plan of batch ${plan.id}, not of batch ${id}.`,
		hint: "Run the whole workflow again."
	});
	const planned = readResults(dir);
	if (isHere || runAttempt === 1) return {
		plan,
		stateAtStart: foldResults(plan, planned)
	};
	const earlier = Array.from({ length: runAttempt - 1 }, (_, at) => shardArtifact(id, shard, runAttempt - 1 - at));
	await downloadArtifact({
		names: earlier,
		dir,
		service
	});
	const recorded = await recordedLines(id, parts);
	const { isNew } = createKnown(recorded);
	const left = readResults(dir).filter((line) => recorded.length === 0 || "key" in line && isNew(line));
	replaceResults(dir, [...recorded, ...left].map(withoutForeignProcess));
	return {
		plan,
		stateAtStart: foldResults(plan, recorded.length > 0 ? recorded : planned)
	};
}
function withoutForeignProcess(line) {
	if (line.type !== "started" || line.process?.host === hostname()) return line;
	const { process: _process, ...rest } = line;
	return rest;
}
async function recordedLines(id, parts) {
	if (parts.inputs.publish === "none") return [];
	using own = await openJobGit(parts, parts.clock);
	return (await jobRecord(parts, own, id).read())?.lines ?? [];
}
const NOT_RUN = /* @__PURE__ */ new Set([
	"infra",
	"open",
	"started"
]);
function endOf({ state, why, reason: refusal }, { plan, shard }, parts) {
	const ids = new Set(plan.shards[shard]);
	const own = state.tasks.filter(({ task }) => ids.has(task.id));
	const told = `Shard ${shard}: ${[...Map.groupBy(own, (taskState) => taskState.state)].toSorted(([a], [b]) => a < b ? -1 : 1).map(([name, those]) => `${those.length} ${name}`).join(", ")}.`;
	addToSummary(parts, told);
	const outputs = { batch: plan.id };
	const mayRun = new Set(state.tasks.slice(0, state.released));
	const again = own.some((taskState) => mayRun.has(taskState) && NOT_RUN.has(taskState.state));
	switch (why) {
		case "refused": return {
			outcome: "config_error",
			reason: refusal ?? told,
			outputs
		};
		case "stopped": return {
			outcome: "interrupted",
			reason: `${told} It was stopped.`,
			outputs
		};
		case "money": return {
			outcome: "limit_cost",
			reason: `${told} There is too little money for the rest.`,
			outputs
		};
		case "over": return {
			outcome: again ? "failed" : "completed",
			reason: told,
			outputs
		};
	}
}

// src/action/batch-phase.ts
async function runBatchPhase(batch, given) {
	const job = githubJob(given.inputs.context, given.world.env);
	const client = jobClient(given.inputs, job, given.world);
	const parts = {
		...given,
		job,
		client,
		outbox: outboxOf(given.inputs, client),
		clock: systemClock
	};
	switch (batch.phase) {
		case "plan": return planPhase(batch.batch, parts);
		case "shard": return shardPhase(batch, parts);
		case "collect": return collectPhase(batch.id, parts);
		default: return batch;
	}
}

// src/cli/batch/batch.ts
const ACTIONS = {
	plan: async () => (await import("./plan.js")).batchPlanCommand,
	run: async () => (await import("./run.js")).batchRunCommand,
	collect: async () => (await import("./collect.js")).batchCollectCommand,
	compare: async () => (await import("./status.js")).batchCompareCommand,
	status: async () => (await import("./status.js")).batchStatusCommand
};
const batchCommand = {
	usage: `batch ${Object.keys(ACTIONS).join("|")}`,
	summary: "plan and run many tasks from one file in .github/kimi-batch",
	options: {},
	actions: ACTIONS,
	run: () => {
		throw configError("batch needs a subcommand.", `Accepted: ${Object.keys(ACTIONS).join(", ")}.`);
	}
};

// src/batch/collect/collect-here.ts
function collectHere(given, { redact, at }) {
	const arrived = readArrived(given, redact);
	const { plan, attempts, refused } = arrived;
	const dir = arrived.own ?? join(given, "batch", plan.id);
	if (arrived.own === void 0) writePlan(dir, plan);
	using results = openResults(dir);
	const before = readResults(dir);
	const workflowRun = arrived.own === void 0 ? "these artifacts" : void 0;
	const { lines } = takeIn({
		plan,
		lines: before,
		changes: /* @__PURE__ */ new Map(),
		sessions: /* @__PURE__ */ new Map()
	}, {
		...arrived,
		workflowRun,
		asked: void 0,
		at
	});
	if (arrived.own === void 0) for (const attempt of attempts) keep(attempt, dir);
	const added = lines.slice(before.length);
	if (added.length > 0) results.append(...added);
	return {
		dir,
		state: foldResults(plan, lines),
		refused
	};
}
function keep({ line, dir: from }, dir) {
	const to = join(dir, bundleOf(line.task, line.attempt));
	mkdirSync(to, { recursive: true });
	const filter = (path) => {
		const name = relative(from, path);
		return name === "" || name === "blobs" || isBundleFile(name);
	};
	cpSync(from, to, {
		recursive: true,
		filter
	});
}

// src/cli/batch/collect.ts
const batchCollectCommand = {
	usage: "batch collect <batch|folder>",
	summary: "collect the bundles of a batch or of its artifacts; with --publish, deliver what is ready",
	maxArguments: 1,
	options: {
		...WORKBENCH_OPTIONS,
		publish: {
			value: ["none", "github"],
			help: "github opens pull requests and keeps the dashboard (default: none)"
		}
	},
	run: async (args, world) => {
		const [name = "latest"] = args.positionals;
		const folder = resolve(world.cwd, name);
		const given = existsSync(folder) ? folder : findBatchDir(name, world);
		const redact = createRedact(secretsOf(world.env, void 0));
		if (args.choice("publish", ["none", "github"], "none") === "github") return await publish(args, world, given);
		const { dir, state, refused } = collectHere(given, {
			redact,
			at: new Date(systemClock.now()).toISOString()
		});
		for (const text of refused) world.warn(`not taken: ${text}`);
		writeReports(dir, state, bundlePatches(dir));
		world.err(`batch: ${dir}\n`);
		return told(state, world);
	}
};
function told(state, world) {
	world.out(`${statusText(state)}\n`);
	return state.tasks.some(needsRetry) ? 1 : 0;
}
async function publish(args, world, dir) {
	const { env } = world;
	const run = readRunOptions(args, world);
	const repository = originRepository(findCheckout(run.workbench.cwd), env["GITHUB_SERVER_URL"] || "https://github.com");
	const inputs = {
		context: contextOfVariables(env, {
			eventName: env["GITHUB_EVENT_NAME"] ?? "",
			payload: {},
			repository
		}),
		start: { trigger: "/kimi" },
		run,
		bundleDir: dir,
		token: env["GITHUB_TOKEN"] || void 0,
		publish: "github",
		phase: "all",
		commit: "git",
		checkOut: false
	};
	const job = githubJob(inputs.context, env);
	return await withSignals(world, async (stopper) => {
		const client = jobClient(inputs, job, world);
		const parts = {
			inputs,
			world,
			stopper,
			job,
			client,
			outbox: outboxOf(inputs, client),
			clock: systemClock
		};
		const redact = createRedact(secretsOf(env, void 0));
		const arrived = readArrived(dir, redact);
		for (const text of arrived.refused) world.warn(`not taken: ${text}`);
		const collected = await collectBatch(parts, {
			arrived,
			id: arrived.plan.id
		});
		if (collected === void 0) return 1;
		if (collected.dashboardUrl !== void 0) world.err(`dashboard: ${collected.dashboardUrl}\n`);
		return told(collected.state, world);
	});
}

// src/batch/plan/listing.ts
const MAX_LISTED$1 = 50;
function planListing(plan, { duplicates, all }) {
	const { tasks, shards, limits, canary, deliver, compare, forecast } = plan;
	const shown = all ? tasks : tasks.slice(0, MAX_LISTED$1);
	const slice = tasks[0]?.costUsd ?? 0;
	return [
		`Batch ${plan.name} ${plan.id}: ${counted(tasks.length, "task")} in ${counted(shards.length, "shard")}, at most $${usd(forecast.maxUsd)}`,
		`  base ${plan.base.slice(0, 12)}, policy ${plan.policyDigest.slice(0, 12)}`,
		`  each task: at most $${usd(slice)} and ${counted(limits.minutes, "minute")}${slice < limits.costUsd ? ` (its share of limits.total_usd, $${usd(limits.totalUsd)}; limits.cost_usd is $${usd(limits.costUsd)})` : ""}`,
		`  prompts: about ${counted(forecast.promptTokens, "token")}`,
		compare && `  compares ${[
			counted(compare.models.length, "model"),
			counted(Math.max(1, compare.prompts.length), "prompt"),
			counted(compare.repeat, "repetition")
		].join(", ")}`,
		canary && `  canary: the first ${canary.first}; the rest waits for an approval`,
		deliver === null ? "  publishes nothing" : `  pull requests: ${deliver.pullRequests}, at most ${deliver.open} open, ${deliver.perHour} an hour`,
		duplicates > 0 ? `  left out: ${counted(duplicates, "record of the source is", "records of the source are")} there twice` : void 0,
		...shown.map((task) => `  ${task.id}  ${plainText(taskLabel(task, task.group))}`),
		shown.length < tasks.length ? `  and ${tasks.length - shown.length} more; ${PLAN_FILE} and --all have them` : void 0
	].filter((line) => line !== void 0).join("\n");
}
function usd(amount) {
	return amount >= .01 || amount === 0 ? amount.toFixed(2) : String(amount);
}

// src/cli/batch/begin-plan.ts
const PLAN_OPTIONS = {
	dir: {
		value: "folder",
		help: "the batch's folder (default: batch/<id> in the user's state folder)"
	},
	source: {
		value: "file",
		help: "take the tasks from this file instead of the batch file's source"
	},
	format: {
		value: INPUT_FORMATS,
		help: "the format of that file (default: jsonl)"
	}
};
async function beginPlan(file, args, { workbench, model, agent, world }) {
	const source = args.text("source");
	const path = source === void 0 ? void 0 : resolve(world.cwd, source);
	const input = path === void 0 ? void 0 : {
		path,
		format: args.choice("format", INPUT_FORMATS, "jsonl")
	};
	const opened = await openPlan({
		workbench,
		model,
		agent,
		file,
		world,
		clock: systemClock,
		input
	});
	const chosen = args.text("dir");
	const dir = chosen === void 0 ? defaultBatchDir(world, opened.plan.id) : resolve(world.cwd, chosen);
	const begun = beginBatch(dir, opened.plan);
	if (begun.takenOver > 0) world.err(`${begun.takenOver} done already, under an earlier plan of this batch\n`);
	world.err(`plan: ${begun.path}\n`);
	return {
		...opened,
		dir
	};
}

// src/cli/batch/plan.ts
const batchPlanCommand = {
	usage: "batch plan <file or name>",
	summary: "list the tasks of a batch and what they may cost, and write the plan; asks no model",
	maxArguments: 1,
	options: {
		...WORKBENCH_OPTIONS,
		...MODEL_OPTIONS,
		all: { help: "list every task" },
		json: { help: "print plan.json" },
		...PLAN_OPTIONS
	},
	run: async (args, world) => {
		const [file] = args.positionals;
		if (file === void 0) throw configError("No batch file was given.", `Give one, or its name in ${BATCH_FOLDER}.`);
		const settings = readRunOptions(args, world);
		const { plan, duplicates } = await beginPlan(file, args, {
			...settings,
			world
		});
		if (args.has("json")) world.out(planText(plan));
		else world.out(`${planListing(plan, {
			duplicates,
			all: args.has("all")
		})}\n`);
		return 0;
	}
};

// src/cli/batch/run.ts
const { "no-apply": _noApply, output: _output, ...OPTIONS_OF_TASKS } = RUN_OPTIONS;
const batchRunCommand = {
	usage: "batch run <file, name or batch>",
	summary: "run the tasks of a plan; the same command continues with what is left",
	cleansItself: true,
	maxArguments: 1,
	options: {
		...OPTIONS_OF_TASKS,
		cwd: {
			value: "dir",
			help: "the repository is there instead of here"
		},
		shard: {
			value: "k",
			help: "only the tasks of this shard, from 0"
		},
		jobs: {
			value: "n",
			short: "j",
			help: "tasks at once (default: limits.parallel of the batch file)"
		},
		retry: { help: "run tasks that need a person or reached a limit again" },
		approve: {
			value: "digest|all",
			help: "answer held actions of waiting tasks; repeatable",
			multiple: true
		},
		reject: {
			value: "digest|all",
			help: "do not run them; repeatable",
			multiple: true
		},
		why: {
			value: "text",
			help: "the reason, which the model reads; without it, a rejection ends the task"
		},
		...PLAN_OPTIONS,
		output: {
			value: ["text", "json"],
			help: "what goes to standard output (default: text)"
		}
	},
	run: async (args, world) => {
		const settings = readRunOptions(args, world);
		const { plan, dir } = await planOf(args, settings, world);
		const { repository, limits } = await openForPlan(plan, settings, world);
		const format = args.choice("output", ["text", "json"], "text");
		const progress = createBatchProgress({
			write: world.err,
			columns: world.terminalColumns,
			now: systemClock.monotonic
		});
		const { root } = repository;
		const answers = {
			approve: args.all("approve"),
			reject: args.all("reject"),
			why: args.text("why"),
			by: world.env["USER"] ?? "the local user"
		};
		const at = new Date(systemClock.now()).toISOString();
		if (approveRelease(dir, plan, {
			digests: answers.approve,
			by: answers.by,
			at
		})) progress.note("The rest of the batch is released.");
		for (const digest of unknownAnswers(answers, foldResults(plan, readResults(dir)), dir)) progress.note(`No waiting action and no release has the digest ${digest}, of which 8 digits are needed.`);
		using stops = stopsOf(progress.note);
		const end = await runPlan({
			plan,
			dir,
			settings,
			answers,
			repository,
			world: {
				...world,
				warn: progress.note
			},
			clock: systemClock,
			shard: args.count("shard", 0),
			parallel: jobsOf(args),
			retry: args.has("retry"),
			limits,
			openStore: async () => {
				const { createLocalLedger } = await import("./local-ledger.js");
				return createLocalLedger({
					stateDir: stateDir(world),
					root,
					clock: systemClock
				});
			},
			soon: stops.soon,
			now: stops.now,
			watch: progress
		});
		progress.close();
		writeReports(dir, end.state, bundlePatches(dir));
		if (format === "json") world.out(`${JSON.stringify(endObject(end, dir))}\n`);
		for (const line of closingLines(end, dir)) world.err(`${plainText(line)}\n`);
		world.err(`report: ${join(dir, "report.md")}\n`);
		return codeOf(end, stops.stoppedBy());
	}
};
function stopsOf(tell) {
	const soon = new AbortController();
	const now = new AbortController();
	let stoppedBy;
	const handlers = Object.entries(STOP_SIGNALS).map(([name, code]) => {
		const signal = name;
		const onSignal = () => {
			if (now.signal.aborted) process.exit(code);
			stoppedBy ??= signal;
			if (signal === "SIGINT" && !soon.signal.aborted) {
				tell("SIGINT: stopping after the running tasks. Send it again to stop them too, with their work saved.");
				soon.abort();
				return;
			}
			tell(`${signal}: stopping the running tasks; their work is saved. Send it again to exit at once.`);
			soon.abort();
			now.abort();
		};
		return {
			signal,
			onSignal
		};
	});
	for (const { signal, onSignal } of handlers) process.on(signal, onSignal);
	return {
		soon: soon.signal,
		now: now.signal,
		stoppedBy: () => stoppedBy,
		[Symbol.dispose]: () => {
			for (const { signal, onSignal } of handlers) process.off(signal, onSignal);
		}
	};
}
async function planOf(args, settings, world) {
	const [given] = args.positionals;
	if (given === void 0) throw configError("No batch was given.", "Give a batch file, or the folder or id of a plan.");
	const known = plannedDir(given, world);
	if (known !== void 0) return {
		plan: readPlan(known),
		dir: known
	};
	return await beginPlan(given, args, {
		...settings,
		world
	});
}
function plannedDir(given, world) {
	if (/\.ya?ml$/.test(given)) return void 0;
	try {
		const dir = findBatchDir(given, world);
		return existsSync(join(dir, "plan.json")) ? dir : void 0;
	} catch (error) {
		if (error instanceof RunnerError) return void 0;
		throw error;
	}
}
const MAX_JOBS = 256;
function jobsOf(args) {
	const jobs = args.count("jobs", 1);
	if (jobs === void 0 || jobs <= MAX_JOBS) return jobs;
	throw configError(`--jobs ${jobs} is more than ${MAX_JOBS}.`, "Give the number of tasks that this machine can run at once.");
}
const MAX_LISTED = 10;
function closingLines({ state, why, reason, areEqualFailures = false }, dir) {
	const release = releaseOf(state);
	const again = state.tasks.filter(needsRetry).length;
	const held = heldActions(state, dir);
	const changed = state.tasks.find(({ isReady }) => isReady);
	const lines = [totalLine(state)];
	if (why === "refused") lines.push(`stopped, because ${areEqualFailures ? "" : "every task would end the same way: "}${reason}`);
	if (why === "stopped") lines.push("stopped; the same command continues the batch");
	if (why === "money") lines.push("there is no money for the rest: total_usd or the daily limit is used up");
	if (release !== void 0) {
		const waiting = counted(release.left, "task waits", "tasks wait");
		lines.push(`${waiting} for a release after the canary: --approve ${release.digest.slice(0, 12)}`);
	}
	if (again > 0) {
		const needing = counted(again, "task needs", "tasks need");
		lines.push(`${needing} a look; --retry runs ${again === 1 ? "it" : "them"} again`);
	}
	for (const { digest, summary, title } of held.slice(0, MAX_LISTED)) lines.push(`waits: ${digest.slice(0, 12)} ${summary} (${title})`);
	if (held.length > MAX_LISTED) lines.push(`and ${counted(held.length - MAX_LISTED, "more action waits", "more actions wait")}`);
	if (held.length > 0) lines.push("answer them with --approve <digest|all> or --reject <digest|all> and the same command");
	if (changed?.result?.bundle != null) lines.push(`a task's change into this checkout: kimi-runner apply ${join(dir, changed.result.bundle)}`);
	return lines;
}
function endObject({ state, why, reason }, dir) {
	const { plan, tasks, spentUsd } = state;
	const counts = {};
	for (const { state: name } of tasks) counts[name] = (counts[name] ?? 0) + 1;
	return {
		batch: plan.id,
		dir,
		end: why,
		...reason === void 0 ? {} : { reason },
		counts,
		spentUsd,
		tasks: tasks.map(({ task, state: name, attempt, result }) => ({
			id: task.id,
			title: task.title,
			state: name,
			attempt,
			outcome: result?.outcome ?? null,
			reason: result?.reason ?? "",
			bundle: result?.bundle ?? null,
			costUsd: result?.costUsd ?? null
		}))
	};
}
function codeOf({ state, why }, stoppedBy) {
	if (why === "stopped") return STOP_SIGNALS[stoppedBy ?? "SIGINT"];
	if (why === "refused") return exitCode("config_error");
	if (state.tasks.some(needsRetry)) return 1;
	return why === "money" ? exitCode("limit_cost") : 0;
}

// src/batch/compare/comparison.ts
const DEFAULT_MODEL = "(default model)";
function compareTasks({ tasks }) {
	const measure = tasks.some(({ task, result }) => task.verify.length > 0 || result !== void 0 && result.verification !== "none") ? "verified" : "ended";
	return {
		measure,
		rows: [...Map.groupBy(tasks, (taskState) => JSON.stringify([taskState.task.variant, modelOf(taskState)])).values()].map((taskStates) => rowOf(taskStates, measure))
	};
}
function modelOf({ task }) {
	return task.model ?? DEFAULT_MODEL;
}
function rowOf(taskStates, measure) {
	const tried = taskStates.filter(({ state }) => isAnswered(state));
	const passed = tried.filter(({ state, result }) => measure === "verified" ? result?.verification === "green" && isGood(state) : state === "done").length;
	const mean = (read) => tried.length === 0 ? void 0 : tried.reduce((sum, taskState) => sum + read(taskState), 0) / tried.length;
	const [first] = taskStates;
	return {
		model: first === void 0 ? DEFAULT_MODEL : modelOf(first),
		variant: first?.task.variant,
		passed,
		tries: tried.length,
		rate: tried.length === 0 ? void 0 : passed / tried.length,
		interval: wilsonInterval(passed, tried.length),
		infra: taskStates.filter(({ state }) => state === "infra").length,
		left: taskStates.filter(({ state }) => state !== "infra" && !isAnswered(state)).length,
		costUsd: mean(({ result, task }) => result?.costUsd ?? task.costUsd),
		steps: mean(({ result }) => result?.steps ?? 0),
		seconds: mean(({ result }) => result?.seconds ?? 0),
		totalUsd: taskStates.reduce((sum, { spentUsd }) => sum + spentUsd, 0)
	};
}
function isGood(state) {
	return state === "done" || state === "nothing";
}
function isAnswered(state) {
	return isGood(state) || state === "person" || state === "limit";
}
function differencesTo(baseline, { rows, measure }) {
	if (baseline.measure !== measure && hasAnswers(baseline.rows) && hasAnswers(rows)) throw configError("The baseline cannot be compared: only one of the two has checks.", "Run both with the same `task.verify`.");
	const isOneEach = rows.length === 1 && baseline.rows.length === 1;
	const isSame = (now, before) => isOneEach || before.model === now.model && before.variant === now.variant;
	const differences = rows.map((now) => {
		const before = baseline.rows.find((row) => isSame(now, row));
		return {
			now,
			before,
			kind: before === void 0 ? "none" : kindOfDifference(now, before)
		};
	});
	if (differences.some(({ before }) => before !== void 0)) return differences;
	throw configError("The baseline has none of these models and prompts.", `It has: ${baseline.rows.map(rowName).join(", ")}.`);
}
function hasAnswers(rows) {
	return rows.some(({ tries }) => tries > 0);
}
function kindOfDifference(now, before) {
	if (now.tries === 0 || before.tries === 0) return "none";
	if (now.interval.high < before.interval.low) return "worse";
	return now.interval.low > before.interval.high ? "better" : "noise";
}
function rowName({ model, variant }) {
	return variant === void 0 ? model : `${model}, ${variant}`;
}
const Z = 1.959963984540054;
function wilsonInterval(passed, tries) {
	if (tries === 0) return {
		low: 0,
		high: 1
	};
	const rate = passed / tries;
	const square = Z * Z / tries;
	const middle = (rate + square / 2) / (1 + square);
	const half = Z / (1 + square) * Math.sqrt(rate * (1 - rate) / tries + square / (4 * tries));
	return {
		low: passed === 0 ? 0 : middle - half,
		high: passed === tries ? 1 : middle + half
	};
}
const HEAD = [
	"Model",
	"Passed",
	"Rate",
	"95 %",
	"Cost",
	"Steps",
	"Seconds",
	"Infra",
	"Left"
];
function comparisonText({ rows, measure }, differences) {
	const cells = [HEAD, ...rows.map(cellsOf)];
	const widths = HEAD.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
	const line = (row) => `| ${row.map((cell, column) => column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)).join(" | ")} |`;
	const rule = `| ${widths.map((width, column) => column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`).join(" | ")} |`;
	return [
		line(HEAD),
		rule,
		...rows.map((row) => line(cellsOf(row))),
		"",
		measure === "verified" ? "Passed: the checks passed. Rates count what a model answered; failures outside of it are in the column Infra." : "Passed: ended with a change, because there are no checks. Failures outside of a model are in the column Infra.",
		...differences.map(differenceText)
	].join("\n");
}
function cellsOf(row) {
	const { passed, tries, rate, interval, infra, left, costUsd, steps, seconds } = row;
	return [
		rowName(row).replaceAll("|", String.raw`\|`),
		`${passed}/${tries}`,
		rate === void 0 ? "–" : percent(rate),
		tries === 0 ? "–" : `${percent(interval.low)}–${percent(interval.high)}`,
		costUsd === void 0 ? "–" : money(costUsd),
		steps === void 0 ? "–" : steps.toFixed(1),
		seconds === void 0 ? "–" : seconds.toFixed(1),
		String(infra),
		String(left)
	];
}
function differenceText({ now, before, kind }) {
	if (before === void 0) return `${rowName(now)}: nothing to compare, it is not in the baseline.`;
	if (kind === "none") return `${rowName(now)}: nothing to compare, no task was answered ${now.tries === 0 ? "here" : "in the baseline"}.`;
	const words = {
		better: "better than the baseline",
		worse: "worse than the baseline",
		noise: "no difference from the baseline beyond chance"
	};
	const was = `${before.passed}/${before.tries}, ${percent(before.interval.low)}–${percent(before.interval.high)}`;
	return `${rowName(now)}: ${words[kind]} (${was}).`;
}
function percent(rate) {
	return `${(rate * 100).toFixed(1)} %`;
}

// src/cli/batch/status.ts
const batchStatusCommand = {
	usage: "batch status <batch>",
	summary: "say which tasks of a batch are done, waiting, failed and left, and what was spent",
	maxArguments: 1,
	options: { reports: {
		value: "folder",
		help: "write report.md, report.csv, junit.xml, retry.txt and preds.jsonl there"
	} },
	run: async (args, world) => {
		const dir = findBatchDir(args.positionals[0] ?? "latest", world);
		const state = foldResults(readPlan(dir), readResults(dir));
		world.out(`${statusText(state)}\n`);
		const reports = args.text("reports");
		if (reports === void 0) return 0;
		const folder = resolve(world.cwd, reports);
		for (const name of writeReports(folder, state, bundlePatches(dir))) world.err(`report: ${join(folder, name)}\n`);
		return 0;
	}
};
const batchCompareCommand = {
	usage: "batch compare <batch>",
	summary: "compare the models and prompts of a batch in a table with 95 % intervals, next to a baseline",
	maxArguments: 1,
	options: {
		baseline: {
			value: "results.jsonl",
			help: "another batch; exit code 1 if this one is worse beyond chance, 2 if nothing can be compared"
		},
		json: { help: "print one JSON object" }
	},
	run: async (args, world) => {
		const now = comparisonIn(args.positionals[0] ?? "latest", world);
		const baseline = args.text("baseline");
		const differences = baseline === void 0 ? [] : differencesTo(comparisonIn(baseline, world), now);
		if (args.has("json")) world.out(`${JSON.stringify({
			...now,
			...baseline === void 0 ? {} : { differences }
		})}\n`);
		else world.out(`${comparisonText(now, differences)}\n`);
		if (differences.length > 0 && differences.every(({ kind }) => kind === "none")) return 2;
		return differences.some(({ kind }) => kind === "worse") ? 1 : 0;
	}
};
function comparisonIn(name, world) {
	const dir = basename(name) === "results.jsonl" ? dirname(resolve(world.cwd, name)) : findBatchDir(name, world);
	return compareTasks(foldResults(readPlan(dir), readResults(dir)));
}

export { batchCollectCommand as a, batchPlanCommand as i, batchStatusCommand as n, batchCommand as o, batchRunCommand as r, runBatchPhase as s, batchCompareCommand as t };