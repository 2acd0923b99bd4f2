import { A as originRepository, Cr as plainText, D as promptFromWords, E as NEW_RUN_OPTIONS, En as systemReason, Gn as proxyEnvOf, K as openWorkbench, Kn as systemClock, Kt as defaultModel, M as readRunOptions, N as invalid, O as readNewRun, On as abilitiesOfRow, Qn as RUNGS, Un as canonicalJson, V as startRun, Wn as sha256, an as renderTranscript, bt as createContextFold, cn as readJournal, cr as RunnerError, ht as renderContext, j as RUN_OPTIONS, jn as CATALOG, k as readRalph, lr as describeError, qt as loadModel, rt as findCheckout, ut as sessionFacts, w as runAndReport, wn as openBundle } from "./core.js";
import { f as whoAmI, h as createGitHub, m as preflight, p as OWN_BRANCH } from "./github.js";
import { B as discriminatedUnion, K as nullable, L as _enum, Qr as safeParse, R as array, U as literal, X as optional, Y as object, et as string, f as loadPolicyHere, tt as union } from "./toolbox.js";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { execFileSync } from "node:child_process";

// src/cli/doctor-github.ts
async function examineGitHub({ env, cwd }) {
	const token = env["GITHUB_TOKEN"];
	if (!token) return [notAsked("GITHUB_TOKEN is not set.", "Set it to see token rights, branch rules and settings.")];
	const serverUrl = (env["GITHUB_SERVER_URL"] || "https://github.com").replace(/\/+$/, "");
	try {
		const [owner = "", repo = ""] = (env["GITHUB_REPOSITORY"] || originRepository(findCheckout(cwd), serverUrl) || "").split("/");
		if (owner === "" || repo === "") {
			const { host } = new URL(serverUrl);
			return [notAsked(`The checkout has no origin on ${host}.`, "Set GITHUB_REPOSITORY to owner/name.")];
		}
		const proxyEnv = proxyEnvOf(env);
		const client = createGitHub({
			clock: systemClock,
			token,
			apiUrl: env["GITHUB_API_URL"] || "https://api.github.com",
			graphqlUrl: env["GITHUB_GRAPHQL_URL"] || void 0,
			userAgent: "kimi-runner",
			proxyEnv
		});
		return await preflight(client, {
			owner,
			repo,
			serverUrl,
			token,
			proxyEnv,
			wants: {
				push: true,
				pullRequest: true,
				comment: true
			},
			target: Promise.resolve(OWN_BRANCH),
			self: whoAmI({ graphql: (query) => client.graphql(query, {}, { repeat: "never" }) }),
			hasArtifacts: env["GITHUB_ACTIONS"] ? Boolean(env["ACTIONS_RUNTIME_TOKEN"] && env["ACTIONS_RESULTS_URL"]) : void 0
		});
	} catch (error) {
		return [notAsked(describeError(error), "Run it in a checkout.")];
	}
}
function notAsked(reason, fix) {
	return {
		name: "github",
		ok: "unknown",
		detail: `GitHub was not asked: ${reason}`,
		fix
	};
}

// src/cli/doctor.ts
const doctorCommand = {
	usage: "doctor",
	summary: "say what is missing for a run here: git, repository, policy, sandbox, model key, GitHub",
	options: RUN_OPTIONS,
	run: async (args, world) => {
		const { model, workbench } = readRunOptions(args, world);
		const { name = defaultModel(world.env) } = model;
		const github = lookAtGitHub(world);
		const findings = await Promise.all([
			examine("node", async () => process.version),
			examine("git", async () => gitVersion(world)),
			examine("checkout", () => examineCheckout(workbench, world)),
			examine("model", async () => (await loadModel({
				...model,
				name
			}, world), `${name}: a key is set, nothing was sent`))
		]);
		for (const finding of findings) world.out(lineOf(finding));
		const there = await github;
		for (const finding of there) world.out(lineOf(finding));
		return [...findings, ...there].some(({ ok }) => ok === false) ? 1 : 0;
	}
};
const NAME_WIDTH = 13;
const INDENT = " ".repeat(16);
const MARKS = {
	true: "✓",
	false: "✗",
	unknown: "?"
};
function lineOf({ name, ok, detail, fix }) {
	const remedy = ok === true || fix === void 0 ? "" : `\n${INDENT}→ ${fix}`;
	return `${MARKS[`${ok}`]} ${name.padEnd(NAME_WIDTH)} ${plainText(`${detail}${remedy}`)}\n`;
}
async function lookAtGitHub(world) {
	const { examineGitHub } = await import("./doctor-github.js");
	return examineGitHub(world);
}
async function examine(name, look) {
	try {
		return {
			name,
			ok: true,
			detail: await look()
		};
	} catch (error) {
		return {
			name,
			ok: false,
			detail: describeError(error)
		};
	}
}
function gitVersion({ env }) {
	return execFileSync("git", ["--version"], {
		encoding: "utf8",
		env: { PATH: env["PATH"] }
	}).trim();
}
async function examineCheckout(settings, world) {
	const bench = await openWorkbench({
		...settings,
		world
	});
	try {
		const { repository, policy, cell } = bench;
		const held = cell.probes.filter((probe) => probe.held).length;
		return [
			`${repository.root} at ${repository.headCommit.slice(0, 12)}`,
			`policy ${policy.file} (${policy.digest.slice(0, 12)}), minimum ${policy.sandbox.minimum}`,
			`sandbox ${cell.rung}: ${held} of ${cell.probes.length} probes held`,
			...cell.probes.map((probe) => `${probe.held ? "✓" : "✗"} ${probe.name}: ${probe.detail}`)
		].join(`\n${INDENT}`);
	} finally {
		await bench.close();
	}
}

// src/cli/read-bundle.ts
function readBundle({ positionals: [dir] }, world) {
	if (dir === void 0) throw invalid("There is no bundle.", "Give the directory that the run printed.");
	const bundle = openBundle(resolve(world.cwd, dir));
	return {
		bundle,
		journal: readJournal(bundle.journal)
	};
}
function notePartial({ problem }, { err }) {
	if (problem !== void 0) err(`The journal ends early: line ${problem.line}: ${problem.reason}.\n`);
}

// src/cli/export.ts
const FORMATS = [
	"markdown",
	"context",
	"wire"
];
const exportCommand = {
	usage: "export <bundle>",
	summary: "print a session as Markdown, as a context file for import, or as the wire of its run",
	maxArguments: 1,
	options: {
		format: {
			value: FORMATS.join("|"),
			help: "default: markdown"
		},
		out: {
			value: "file",
			short: "o",
			help: "write it there instead of standard output"
		}
	},
	run: async (args, world) => {
		const { journal } = readBundle(args, world);
		const format = args.choice("format", FORMATS, "markdown");
		const text = await rendered(journal.records, format);
		const out = args.text("out");
		if (out === void 0) world.out(text);
		else write(resolve(world.cwd, out), text);
		notePartial(journal, world);
		return 0;
	}
};
async function rendered(records, format) {
	switch (format) {
		case "markdown": return (await import("./transcript.js")).renderTranscript(records);
		case "context": return (await import("./context-records.js")).renderContext(records);
		case "wire": {
			const fold = (await import("./kimi-wire.js")).createKimiWire();
			return records.flatMap((record) => fold(record)).join("");
		}
	}
}
function write(path, text) {
	try {
		writeFileSync(path, text, { mode: 384 });
	} catch (cause) {
		throw invalid(`The export cannot be written to ${path}: ${systemReason(cause)}.`, "Name another file with --out.");
	}
}

// src/session/context-record.ts
const Part = union([
	object({
		type: literal("text"),
		text: string()
	}),
	object({
		type: literal("think"),
		think: string(),
		encrypted: optional(nullable(string()))
	}),
	object({
		type: literal("image_url"),
		image_url: object({ url: string() })
	}),
	object({ type: _enum(["audio_url", "video_url"]) })
]);
const Content = optional(nullable(union([string(), array(Part)])));
const ContextRecord = discriminatedUnion("role", [
	object({ role: _enum([
		"_system_prompt",
		"_checkpoint",
		"_usage"
	]) }),
	object({
		role: literal("user"),
		content: Content
	}),
	object({
		role: literal("tool"),
		content: Content,
		tool_call_id: string()
	}),
	object({
		role: literal("assistant"),
		content: Content,
		tool_calls: optional(nullable(array(object({
			id: string(),
			function: object({
				name: string(),
				arguments: optional(nullable(string()))
			})
		}))))
	})
]);
function parseLine(line) {
	let value;
	try {
		value = JSON.parse(line);
	} catch {
		return "not JSON";
	}
	const parsed = safeParse(ContextRecord, value);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	return `not a record of a context (${issue?.path.join(".") || "the line"}: ${issue?.message ?? "does not fit"})`;
}
const CHECKPOINT_MARK = /^<system>CHECKPOINT \d+<\/system>$/;
function messageOfRecord(record) {
	switch (record.role) {
		case "user": {
			const { text, images, missing } = contentOf(record.content);
			if (CHECKPOINT_MARK.test(text.trim()) || text.trim() === "" && images.length === 0) return {
				message: void 0,
				missing
			};
			return {
				message: {
					role: "user",
					content: text,
					...images.length > 0 ? { images } : {},
					synthetic: true
				},
				missing
			};
		}
		case "tool": {
			const { text: content, missing } = contentOf(record.content);
			return {
				message: {
					role: "tool",
					toolCallId: record.tool_call_id,
					content,
					isError: isErrorText(content)
				},
				missing
			};
		}
		case "assistant": return {
			message: {
				role: "assistant",
				content: ((typeof record.content === "string" ? [{
					type: "text",
					text: record.content
				}] : record.content) ?? []).flatMap(spokenPart),
				toolCalls: (record.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => ({
					id,
					name,
					arguments: text ?? "{}"
				}))
			},
			missing: []
		};
		case "_system_prompt":
		case "_checkpoint":
		case "_usage": return {
			message: void 0,
			missing: []
		};
	}
}
function isErrorText(text) {
	return /^(?:Error:|<system>ERROR)/.test(text);
}
function spokenPart(part) {
	if (part.type === "text") return part.text === "" ? [] : [{
		type: "text",
		text: part.text
	}];
	if (part.type !== "think" || !part.encrypted) return [];
	return [{
		type: "think",
		text: part.think,
		[part.think === "" ? "redacted" : "signature"]: part.encrypted
	}];
}
const DATA_URL = /^data:(image\/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/=]+)$/;
function contentOf(content) {
	if (typeof content === "string") return {
		text: content,
		images: [],
		missing: []
	};
	const parts = content ?? [];
	const images = parts.flatMap((part) => {
		const [, mediaType, data] = part.type === "image_url" && DATA_URL.exec(part.image_url.url) || [];
		return mediaType === void 0 || data === void 0 ? [] : [{
			mediaType,
			data
		}];
	});
	const media = parts.filter(({ type }) => type.endsWith("_url")).length;
	return {
		text: parts.flatMap((part) => part.type === "text" ? [part.text] : []).join("\n"),
		images,
		missing: media > images.length ? ["media that cannot be shown again"] : []
	};
}

// src/session/context-import.ts
function readContextLines(text) {
	const lines = text.split("\n");
	const warnings = [];
	return mended(lines.flatMap((line, index) => {
		const place = `line ${index + 1}`;
		const parsed = parseLine(line);
		if (typeof parsed !== "string") {
			const { message, missing } = messageOfRecord(parsed);
			warnings.push(...missing.map((what) => `${place}: ${what} is left out`));
			return placedAt(place, message);
		}
		const isTorn = index === lines.length - 1;
		if (line.trim() !== "" && !isTorn) warnings.push(`${place} is left out: ${parsed}`);
		return [];
	}), warnings);
}
function importContext(messages) {
	return mended(messages.flatMap((message, at) => placedAt(`message ${at + 1}`, message)), []);
}
function textAsMessage(name, text) {
	const body = text.replaceAll("</imported_context", "<\\/imported_context");
	return {
		role: "user",
		content: `<imported_context source="${name.replaceAll(/["<>\s]+/g, " ")}">\n${body.trimEnd()}\n</imported_context>`,
		synthetic: true
	};
}
function placedAt(place, message) {
	if (message === void 0) return [];
	if (message.role === "user") return [{
		place,
		message: {
			...message,
			synthetic: true
		}
	}];
	if (message.role === "tool") return [{
		place,
		message
	}];
	const content = message.content.filter((part) => part.type === "text" || part.signature !== void 0 || part.redacted !== void 0);
	return content.length === 0 && message.toolCalls.length === 0 ? [] : [{
		place,
		message: {
			...message,
			content
		}
	}];
}
const NO_RESULT = "Error: no result of this call was recorded.";
const NO_BEGINNING = {
	role: "user",
	content: "(The beginning of this conversation is not here.)",
	synthetic: true
};
function mended(placed, warnings) {
	const messages = [];
	for (let at = 0; at < placed.length;) {
		const { message, place } = placed[at] ?? {
			message: NO_BEGINNING,
			place: ""
		};
		at += 1;
		if (message.role === "tool") {
			warnings.push(`${place}: a result without its call is left out`);
			continue;
		}
		messages.push(message);
		if (message.role !== "assistant") continue;
		const end = placed.findIndex((next, index) => index >= at && next.message.role !== "tool");
		const found = placed.slice(at, end === -1 ? placed.length : end);
		at += found.length;
		messages.push(...resultsOf(message, found, warnings));
	}
	return {
		messages: messages.length > 0 && messages[0]?.role !== "user" ? [NO_BEGINNING, ...messages] : messages,
		warnings
	};
}
function resultsOf({ toolCalls }, found, warnings) {
	const left = [...found];
	const results = toolCalls.map(({ id: toolCallId }) => {
		const at = left.findIndex(({ message }) => message.toolCallId === toolCallId);
		const [match] = at === -1 ? [] : left.splice(at, 1);
		return match?.message ?? {
			role: "tool",
			toolCallId,
			content: NO_RESULT,
			isError: true
		};
	});
	warnings.push(...left.map(({ place }) => `${place}: a result without its call is left out`));
	return results;
}

// src/run/open/imported.ts
const MAX_BYTES = 10485760;
function readImported(path) {
	const imported = isFolder(path) ? ofBundle(path) : ofFile(path);
	if (imported.messages.length > 0) return imported;
	throw refused(`There is no conversation in ${path}.`, "Give a bundle, a context.jsonl of Kimi CLI, or a text file.");
}
function isFolder(path) {
	try {
		return statSync(path).isDirectory();
	} catch (cause) {
		throw refused(`${path} cannot be read: ${systemReason(cause)}.`, "Give a bundle or a file.", cause);
	}
}
function ofBundle(dir) {
	const { records, problem } = readJournal(openBundle(dir).journal);
	const fold = createContextFold();
	for (const { event } of records) fold.apply(event);
	const { messages, warnings } = importContext(fold.messages());
	return {
		messages,
		warnings: [...problem?.kind === "broken" ? [`the journal ends early at line ${problem.line}: ${problem.reason}`] : [], ...warnings]
	};
}
function ofFile(path) {
	const { size } = statSync(path);
	if (size > MAX_BYTES) throw refused(`${path} is too large to import: ${(size / 1024 / 1024).toFixed(1)} MB.`, "At most 10 MB can be imported.");
	const text = textOf$1(readFileSync(path), path);
	if (/\.jsonl$/i.test(path)) return readContextLines(text);
	return text.trim() === "" ? {
		messages: [],
		warnings: []
	} : {
		messages: [textAsMessage(basename(path), text)],
		warnings: []
	};
}
function textOf$1(bytes, path) {
	try {
		const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
		if (!text.includes("\0")) return text;
	} catch {}
	throw refused(`${path} is not a text file.`, "Give UTF-8 text, or a context.jsonl.");
}
function refused(message, hint, cause) {
	return new RunnerError({
		code: "config.invalid",
		message,
		hint,
		cause
	});
}

// src/cli/import.ts
const importCommand = {
	usage: `import <file|bundle> "<prompt>" | -`,
	summary: "run the agent with a context.jsonl, a bundle or a text file as what was said before",
	maxArguments: 1e400,
	options: NEW_RUN_OPTIONS,
	run: async (args, world) => {
		const [source, ...words] = args.positionals;
		if (source === void 0) throw invalid("There is nothing to import.", "Give a bundle or a file.");
		const request = readNewRun(args, world);
		const ralph = readRalph(args);
		return runAndReport({
			args,
			output: request.output,
			world
		}, (stopper) => {
			const { messages: history, warnings } = readImported(resolve(world.cwd, source));
			const task = {
				prompt: promptFromWords(words),
				history,
				ralph
			};
			for (const text of warnings) world.warn(`${source}: ${text}.`);
			return startRun({
				...request,
				task
			}, {
				world,
				stopper
			});
		});
	}
};

// src/cli/models.ts
const modelsCommand = {
	usage: "models",
	summary: "list the models whose window and price are known; any other model works without a money limit",
	options: {},
	run: async (_args, world) => {
		const rows = CATALOG.map((row) => {
			const { features, levels } = abilitiesOfRow(row);
			return [
				`${row.provider}/${row.id}`,
				`${Math.round(row.window / 1e3)}k`,
				`$${row.price.input} in, $${row.price.cacheRead} cached, $${row.price.output} out`,
				levels.join(" "),
				[...features].join(" ")
			];
		});
		const widths = [
			0,
			1,
			2,
			3
		].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
		const line = (row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
		world.out(`model, window in tokens, US dollars per million tokens, levels of thinking, features\n\n`);
		for (const row of rows) world.out(`${line(row).trimEnd()}\n`);
		return 0;
	}
};

// src/cli/policy.ts
const policyCommand = {
	usage: "policy show | test | explain '<command>' | explain --mcp server/tool | explain -",
	summary: "print the policy in force, run its examples, or say which rule decides a command and why",
	maxArguments: 1e400,
	options: {
		policy: {
			value: "file",
			help: "instead of .github/kimi-policy.yml of the start commit"
		},
		profile: {
			value: "name",
			help: "a profile of the policy"
		},
		rung: {
			value: RUNGS.join("|"),
			help: "the cell to assume (default: sealed)"
		},
		mcp: {
			value: "server/tool",
			help: "explain: a tool of an MCP server instead of a command"
		},
		json: { help: "explain: one JSON object" }
	},
	run: async (args, world) => {
		const [action = "", ...rest] = args.positionals;
		const policy = await loadPolicyHere({
			policyPath: args.text("policy"),
			profile: args.text("profile")
		}, world);
		switch (action) {
			case "show":
				requireNone(rest, "policy show");
				return show(policy, world);
			case "test":
				requireNone(rest, "policy test");
				return test(policy, world);
			case "explain": return explain(policy, rest.join(" "), args, world);
			default: throw invalid(action === "" ? "policy needs to know what to do." : `policy ${action} is not known.`, "Accepted: show, test, explain.");
		}
	}
};
function requireNone([surplus], usage) {
	if (surplus !== void 0) throw invalid(`One argument too many: ${surplus}.`, `Usage: kimi-runner ${usage}`);
}
async function show(policy, world) {
	const { showPolicy } = await import("./explain.js");
	world.out(showPolicy(policy));
	return 0;
}
function test(policy, world) {
	const { length } = policy.rules.flatMap(({ examples }) => examples);
	world.out(`${policy.file}: ${length} examples passed, 0 failed\n`);
	return 0;
}
async function explain(policy, command, args, world) {
	const { explainCommand, explainLine, explainTool } = await import("./explain.js");
	const options = {
		rung: args.choice("rung", [
			"sealed",
			"separate",
			"none"
		], "sealed"),
		workDir: world.cwd
	};
	if (command === "-") {
		for (const line of readFileSync(0, "utf8").split("\n")) if (line.trim() !== "") world.out(`${explainLine(policy, line, options)}\n`);
		return 0;
	}
	const name = args.text("mcp");
	if (name === void 0 && command === "") throw invalid("There is no command.", "Give one in quotes, or - for JSON lines.");
	if (name !== void 0 && command !== "") throw invalid(`One argument too many: ${command}.`, "Give --mcp alone.");
	const explanation = name === void 0 ? explainCommand(policy, command, options) : explainTool(policy, name, options);
	if (explanation === void 0) throw invalid(`--mcp ${name ?? ""} names no tool.`, "Give server/tool.");
	if (args.has("json")) world.out(`${JSON.stringify(explanation)}\n`);
	else world.out(explanationText(explanation));
	return 0;
}
function explanationText(explanation) {
	const { verdict, rule, reason } = explanation;
	const { parts, notUnderstood } = "parts" in explanation ? explanation : {
		parts: [],
		notUnderstood: void 0
	};
	const why = (text) => text === void 0 ? "" : `: ${text}`;
	const lines = parts.map((part) => {
		const what = part.argv?.join(" ") ?? (part.write === void 0 ? `read ${part.read}` : `write ${part.write}`);
		return `  ${part.verdict.padEnd(7)} ${what} — ${part.rule}${why(part.reason)}`;
	});
	const unknown = notUnderstood === void 0 ? [] : [`  not understood: ${notUnderstood}`];
	return [
		`${verdict} — ${rule}${why(reason)}`,
		...lines,
		...unknown,
		""
	].join("\n");
}

// src/cli/replay.ts
const FOR_EXECUTE = [
	"cwd",
	"policy",
	"profile",
	"sandbox"
];
const replayCommand = {
	usage: "replay <bundle>",
	summary: "run a recorded session again without a model, and say where it would go another way",
	maxArguments: 1,
	options: {
		execute: { help: "carry out the tool calls again, in a clean checkout of the commit that the run began at" },
		cwd: {
			value: "dir",
			help: "with --execute: that checkout (default: here); its files are changed"
		},
		policy: {
			value: "file",
			help: "with --execute: instead of .github/kimi-policy.yml of the start commit"
		},
		profile: {
			value: "name",
			help: "with --execute: a profile of the policy"
		},
		sandbox: {
			value: "sealed|separate|none",
			help: "with --execute: less than sealed only where the policy says so too (default: sealed)"
		}
	},
	run: async (args, world) => {
		const surplus = args.has("execute") ? void 0 : FOR_EXECUTE.find((name) => args.has(name));
		if (surplus !== void 0) throw invalid(`--${surplus} needs --execute.`, "Add it, or leave the option out.");
		const { bundle, journal } = readBundle(args, world);
		const records = wholeRecords(bundle, journal);
		const [{ replay }, { reportOf }] = await Promise.all([import("./replay3.js"), import("./report.js")]);
		const execution = args.has("execute") ? await executionOf(records, args, world) : void 0;
		try {
			const { code, text, notes } = reportOf(await replay(records, execution), records);
			for (const note of notes) world.err(`${note}\n`);
			world.out(`${text}\n`);
			return code;
		} finally {
			await execution?.close();
		}
	}
};
function wholeRecords(bundle, { records, problem }) {
	if (problem?.kind !== "broken") return records;
	throw new RunnerError({
		code: "session.corrupt",
		message: `The journal is damaged: ${bundle.journal}:${problem.line}: ${problem.reason}.`,
		hint: "Only a whole record can be replayed; `kimi-runner view` shows it up to that line."
	});
}
async function executionOf(records, args, world) {
	const { openExecution } = await import("./execute.js");
	const policy = args.text("policy");
	return openExecution(records, {
		cwd: resolve(world.cwd, args.text("cwd") ?? "."),
		policyPath: policy === void 0 ? void 0 : resolve(world.cwd, policy),
		profile: args.text("profile"),
		sandbox: args.choice("sandbox", RUNGS, "sealed"),
		world
	});
}

// src/cli/verify.ts
const verifyCommand = {
	usage: "verify <bundle>",
	summary: "check the hash chain of a run, and the files made from it",
	maxArguments: 1,
	options: {},
	run: async (args, world) => {
		const { bundle, journal } = readBundle(args, world);
		const problems = problemsOf(bundle, journal);
		for (const problem of problems) world.out(`✗ ${problem}\n`);
		if (problems.length > 0) return 1;
		world.out(`✓ ${journal.records.length} records, chain ${journal.records.at(-1)?.hash ?? "empty"}\n`);
		return 0;
	}
};
function problemsOf(bundle, { records, problem }) {
	const found = [];
	if (problem !== void 0) found.push(`journal.jsonl:${problem.line}: ${problem.reason}`);
	const events = records.map(({ event }) => event);
	const last = events.findLast(({ type }) => type === "session.end" || type === "session.resume");
	if (last?.type !== "session.end") return [...found, "journal.jsonl: the run has no recorded end"];
	const { type: _, ...outcome } = last;
	const begin = events.find((event) => event.type === "session.begin");
	const same = [
		["transcript.md", textOf(bundle.transcript) === renderTranscript(records)],
		["outcome.json", isJson(bundle.outcome, outcome)],
		["session.json", begin !== void 0 && isJson(bundle.session, sessionFacts(begin))],
		["context.jsonl", (textOf(bundle.context) ?? "") === renderContext(records)]
	];
	for (const [name, isSame] of same) if (!isSame) found.push(`${name}: is not what the journal says`);
	if (!existsSync(bundle.patch) || sha256(readFileSync(bundle.patch)) !== last.patchDigest) found.push("changes.patch: is not the patch that was recorded");
	return [...found, ...blobProblems(bundle, events)];
}
function textOf(path) {
	return existsSync(path) ? readFileSync(path, "utf8") : void 0;
}
function isJson(path, expected) {
	try {
		return canonicalJson(JSON.parse(textOf(path) ?? "")) === canonicalJson(expected);
	} catch {
		return false;
	}
}
function blobProblems({ dir, blobs }, events) {
	const missing = events.flatMap((event) => event.type === "tool.end" && event.blob ? [event.blob] : []).filter((name) => !existsSync(join(dir, name))).map((name) => `${name}: is missing`);
	const changed = (existsSync(blobs) ? readdirSync(blobs) : []).filter((name) => `${sha256(readFileSync(join(blobs, name)))}.txt` !== name).map((name) => `blobs/${name}: its content is not what its name says`);
	return [...missing, ...changed];
}

// src/cli/view.ts
const viewCommand = {
	usage: "view <bundle>",
	summary: "print the transcript of a run",
	maxArguments: 1,
	options: {},
	run: async (args, world) => {
		const { journal } = readBundle(args, world);
		world.out(renderTranscript(journal.records));
		notePartial(journal, world);
		return 0;
	}
};

export { modelsCommand as a, doctorCommand as c, policyCommand as i, examineGitHub as l, verifyCommand as n, importCommand as o, replayCommand as r, exportCommand as s, viewCommand as t };