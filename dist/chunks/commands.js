import { A as readNewRun, D as NEW_RUN_OPTIONS, Dr as RunnerError, Er as parseJson, Jn as openBundle, M as readRunOptions, Mn as strictJson, N as readStandardInput, O as RUN_OPTIONS, Or as configError, Ot as messagesOf, St as renderContext, T as runAndReport, V as startRun, Wr as plainText, Xn as systemReason, _n as KNOWN_MODELS, _t as sessionFacts, ar as sha256, bn as CATALOG_DAY, cr as systemClock, gt as requireWhole, ir as canonicalJson, j as readRalph, k as promptFromWords, kr as describeError, lt as findCheckout, mn as abilitiesOfKnown, mr as RUNGS, nn as loadModel, or as sha256File, q as openWorkbench, sr as proxyEnvOf, tn as defaultModel, wn as readJournal, xn as renderTranscript } from "./core.js";
import { _ as createGitHub, g as preflight, h as OWN_BRANCH, m as whoAmI } from "./github.js";
import { $ as literal, J as array, X as discriminatedUnion, at as object, ci as safeParse, dt as union, f as loadPolicyHere, nt as nullable, ot as optional, q as _enum, ut as string } from "./toolbox.js";
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
function originRepository({ gitDir }, serverUrl) {
	const config = readConfig(join(gitDir, "config"));
	const section = /^\[remote "origin"\]\s*$([^[]*)/m.exec(config)?.[1] ?? "";
	const url = /^\s*url\s*=\s*"?([^"\s]+)"?\s*$/m.exec(section)?.[1] ?? "";
	const [, host, path = ""] = /^(?:\w+:\/\/)?(?:[^@/]*@)?([^/:]+(?::\d+)?)[/:](.+?)(?:\.git)?\/?$/.exec(url) ?? [];
	return host === new URL(serverUrl).host && /^[^/]+\/[^/]+$/.test(path) ? path : void 0;
}
function readConfig(path) {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}

// src/cli/doctor.ts
const doctorCommand = {
	usage: "doctor",
	summary: "say what is missing for a run here: git, repository, policy, sandbox, model key, GitHub",
	options: RUN_OPTIONS,
	run: async (args, world) => {
		const { model, workbench } = readRunOptions(args, world);
		const { name = defaultModel(world.env) } = model;
		const github = import("./doctor-github.js").then(({ examineGitHub }) => examineGitHub(world));
		const findings = await Promise.all([
			examine("node", async () => process.version),
			examine("git", async () => execFileSync("git", ["--version"], {
				encoding: "utf8",
				env: { PATH: world.env["PATH"] }
			}).trim()),
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
	if (dir === void 0) throw configError("There is no bundle.", "Give the directory that the run printed.");
	const bundle = openBundle(resolve(world.cwd, dir));
	const journal = readJournal(bundle.journal);
	if (journal.records.length > 0) return {
		bundle,
		journal
	};
	const { line, reason } = journal.problem ?? {
		line: 1,
		reason: "it is empty"
	};
	throw new RunnerError({
		code: "session.corrupt",
		message: `The journal holds no record: ${bundle.journal}:${line}: ${reason}.`,
		hint: "The run stopped before its first record, or the disk lost it."
	});
}
function notePartial({ problem }, { err }) {
	if (problem !== void 0) err(`The journal ends early: line ${problem.line}: ${problem.reason}.\n`);
	return problem === void 0 || problem.kind === "torn" ? 0 : 1;
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
		return notePartial(journal, world);
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
		throw configError(`The export cannot be written to ${path}: ${systemReason(cause)}.`, "Name another file with --out.");
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
	const value = parseJson(line);
	if (value === void 0) return "not JSON";
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
			const isError = /^(?:Error:|<system>ERROR)/.test(content);
			return {
				message: {
					role: "tool",
					toolCallId: record.tool_call_id,
					content,
					isError
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
	throw configError(`There is no conversation in ${path}.`, "Give a bundle, a context.jsonl of Kimi CLI, or a text file.");
}
function isFolder(path) {
	try {
		return statSync(path).isDirectory();
	} catch (cause) {
		throw configError(`${path} cannot be read: ${systemReason(cause)}.`, "Give a bundle or a file.", cause);
	}
}
function ofBundle(dir) {
	const { records, problem } = readJournal(openBundle(dir).journal);
	const { messages, warnings } = importContext(messagesOf(records.map(({ event }) => event)));
	return {
		messages,
		warnings: [...problem !== void 0 && problem.kind !== "torn" ? [`the journal ends early at line ${problem.line}: ${problem.reason}`] : [], ...warnings]
	};
}
function ofFile(path) {
	const { size } = statSync(path);
	if (size > MAX_BYTES) {
		const megabytes = (size / 1024 / 1024).toFixed(1);
		throw configError(`${path} is too large to import: ${megabytes} MB.`, "At most 10 MB can be imported.");
	}
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
	throw configError(`${path} is not a text file.`, "Give UTF-8 text, or a context.jsonl.");
}

// src/cli/import.ts
const importCommand = {
	usage: `import <file|bundle> "<prompt>" | -`,
	summary: "run the agent with a context.jsonl, a bundle or a text file as what was said before",
	maxArguments: 1e400,
	options: NEW_RUN_OPTIONS,
	run: async (args, world) => {
		const [source, ...words] = args.positionals;
		if (source === void 0) throw configError("There is nothing to import.", "Give a bundle or a file.");
		const request = readNewRun(args, world);
		const ralph = readRalph(args);
		return runAndReport({
			args,
			output: request.output,
			world
		}, async (stopper) => {
			const { messages: history, warnings } = readImported(resolve(world.cwd, source));
			const task = {
				prompt: await promptFromWords(words),
				history,
				ralph
			};
			for (const text of warnings) world.warn(`${source}: ${text}.`);
			return await startRun({
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
const COLUMNS = [
	"model",
	"window",
	"answer",
	"in/cached/written/out",
	"reads",
	"thinking",
	"notes"
];
const modelsCommand = {
	usage: "models",
	summary: "list the models whose window and price are known; for any other the policy can say them",
	options: {},
	run: async (_args, world) => {
		const rows = [COLUMNS, ...KNOWN_MODELS.map(cellsOf)];
		const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
		const line = (row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
		world.out(`Windows and answers in tokens, prices in US dollars per million tokens, as of ${CATALOG_DAY}.\n\n`);
		for (const row of rows) world.out(`${line(row).trimEnd()}\n`);
		return 0;
	}
};
function cellsOf(known) {
	const { features, levels } = abilitiesOfKnown(known);
	const { name, window, maxOutput, sees, price, longPrompt, ends } = known;
	const notes = [
		...longPrompt === void 0 ? [] : [`prompts over ${tokens(longPrompt.over)}: ${usd(longPrompt.price)}`],
		...features.has("always_thinking") ? ["always thinks"] : [],
		...ends === void 0 ? [] : [`ends ${ends}`]
	];
	return [
		name,
		tokens(window),
		tokens(maxOutput),
		usd(price),
		sees ? "text, images" : "text",
		levels.join(" "),
		notes.join("; ")
	];
}
function tokens(count) {
	return `${Math.round(count / 1e3)}k`;
}
function usd({ input, cacheRead, cacheWrite, output }) {
	return `$${input}/${cacheRead}/${cacheWrite}/${output}`;
}

// src/cli/policy.ts
const policyCommand = {
	usage: "policy show | test | explain '<command>' | explain --read <path> | explain -",
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
		command: {
			value: "line",
			multiple: true,
			help: "explain: a command line"
		},
		read: {
			value: "path",
			multiple: true,
			help: "explain: reading a file"
		},
		write: {
			value: "path",
			multiple: true,
			help: "explain: writing a file"
		},
		mcp: {
			value: "server/tool",
			multiple: true,
			help: "explain: a tool of an MCP server"
		},
		net: {
			value: "host",
			multiple: true,
			help: "explain: a connection from the cell"
		},
		json: { help: "explain: one JSON object for each question" }
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
			default: throw configError(action === "" ? "policy needs to know what to do." : `policy ${action} is not known.`, "Accepted: show, test, explain.");
		}
	}
};
function requireNone([surplus], usage) {
	if (surplus !== void 0) throw configError(`One argument too many: ${surplus}.`, `Usage: kimi-runner ${usage}`);
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
async function explain(policy, words, args, world) {
	const { explain: answer, explainLine, questionsIn, ACCEPTED, SUBJECTS } = await import("./explain.js");
	const options = {
		rung: args.choice("rung", [
			"sealed",
			"separate",
			"none"
		], "sealed"),
		workDir: world.cwd
	};
	const flags = SUBJECTS.flatMap((subject) => args.all(subject).map((text) => ({
		subject,
		text
	})));
	if (words === "-") {
		if (flags.length > 0) throw configError("policy explain - reads its questions from standard input.", "Leave out the flags.");
		const lines = (await readStandardInput()).split("\n").filter((line) => line.trim() !== "").map((line) => explainLine(policy, line, options));
		for (const { text } of lines) world.out(`${text}\n`);
		return lines.every(({ isAnswered }) => isAnswered) ? 0 : 2;
	}
	const asked = words.startsWith("{\"") ? questionsIn(parsed(words)) : words === "" ? [] : questionsIn(words);
	if (typeof asked === "string") throw configError(`The question is not understood: ${asked}.`, `Accepted: ${ACCEPTED}.`);
	const questions = [...asked, ...flags];
	if (questions.length === 0) throw configError("There is no question.", "Give a command in quotes, --read, --write, --mcp, --net, or - for JSON lines.");
	const answers = questions.map((question) => answer(policy, question, options));
	for (const one of answers) if (typeof one === "string") throw configError(`The question is not understood: ${one}.`, `Accepted: ${ACCEPTED}.`);
	for (const one of answers) if (typeof one !== "string") world.out(args.has("json") ? `${JSON.stringify(one)}\n` : answerText(one, questions.length));
	return 0;
}
function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
function answerText(answer, count) {
	const { verdict, rule, reason, parts = [], notUnderstood, command, read, write, mcp, net } = answer;
	const why = (text) => text === void 0 ? "" : `: ${text}`;
	const subject = Object.entries({
		command,
		read,
		write,
		mcp,
		net
	}).find(([, text]) => text !== void 0);
	const title = count > 1 && subject !== void 0 ? `${subject.join(" ")}\n` : "";
	const lines = parts.map((part) => {
		const what = part.argv?.join(" ") ?? (part.write === void 0 ? `read ${part.read}` : `write ${part.write}`);
		return `  ${part.verdict.padEnd(7)} ${what} — ${part.rule}${why(part.reason)}`;
	});
	const unknown = notUnderstood === void 0 ? [] : [`  not understood: ${notUnderstood}`];
	return `${title}${[
		`${verdict} — ${rule}${why(reason)}`,
		...lines,
		...unknown,
		""
	].join("\n")}`;
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
		if (surplus !== void 0) throw configError(`--${surplus} needs --execute.`, "Add it, or leave the option out.");
		const { bundle, journal } = readBundle(args, world);
		requireWhole(journal, bundle, "Only a whole record can be replayed");
		const { records } = journal;
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
	if (!existsSync(bundle.patch) || sha256File(bundle.patch) !== last.patchDigest) found.push("changes.patch: is not the patch that was recorded");
	return [...found, ...blobProblems(bundle, events)];
}
function textOf(path) {
	return existsSync(path) ? readFileSync(path, "utf8") : void 0;
}
function isJson(path, expected) {
	const found = strictJson(textOf(path) ?? "");
	return found.kind === "value" && canonicalJson(found.value) === canonicalJson(expected);
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
		return notePartial(journal, world);
	}
};

export { modelsCommand as a, doctorCommand as c, policyCommand as i, examineGitHub as l, verifyCommand as n, importCommand as o, replayCommand as r, exportCommand as s, viewCommand as t };