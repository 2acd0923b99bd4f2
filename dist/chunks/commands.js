import { A as SANDBOX_LEVELS, C as jsonFile, E as readGivenFile, Mt as redactDeep, R as sha256, _ as canonicalJson, _t as counted, at as member, bt as money, ct as configError, ht as oneLine, k as withSignals, ot as parseJson, r as systemReason, z as sha256File } from "./front.js";
import { D as union, _ as object, a as array, c as discriminatedUnion, d as literal, m as nullable, r as _enum, v as optional, w as string, wr as safeParse } from "./zod.js";
import { Bn as CATALOG_DAY, Ci as hasColour, Dt as storedSessions, Fn as KNOWN_MODELS, Gt as viewDigests, Hi as messagesOf, In as ageNote, Nn as abilitiesOfKnown, Ot as changedLines, Rn as hasEnded, Si as renderContext, St as readStandardInput, Ti as terminalText, Tt as readBundle, Ui as callsOf, Ut as pageOf, Wt as transcriptOf, di as sessionFacts, fo as readJournal, go as openBundle, ko as trustedPathAt, mt as WORKBENCH_OPTIONS, oa as POLICY_PATH, qt as writePage, rr as openWorkbench, ta as shellWord, ui as requireWhole, us as systemClock, ut as COMMITTED_OPTION, vo as withoutViews, vr as machineOf, vt as readRunOptions, wt as notePartial } from "./core.js";
import { B as loadPolicy, K as isBareCommand, L as loadPolicyHere, st as fieldName } from "./toolbox.js";
import { pathToFileURL } from "node:url";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { spawn } from "node:child_process";
import { constants as constants$1 } from "node:os";

// src/cli/cell.ts
const MAX_OUTPUT_BYTES = 1e7;
const DEFAULT_SECONDS = 600;
const SHOW_EVERY_MS = 200;
const NOT_ASKED = {
	kind: "left",
	reason: "--apply puts it there"
};
const TIMED_OUT = 124;
const cellCommand = {
	usage: "cell -- <command>",
	summary: "run a command in the cell that a run would have here, with the same network and files; say what it changed",
	maxArguments: 1e400,
	options: {
		...WORKBENCH_OPTIONS,
		...COMMITTED_OPTION,
		setup: { help: "run `sandbox.setup` of the policy first, as a run does" },
		apply: { help: "put what the command changed into the checkout" },
		timeout: {
			value: "seconds",
			help: `end the command after this time (default: ${DEFAULT_SECONDS})`
		}
	},
	run: async (args, world) => {
		const { workbench } = readRunOptions(args, world);
		const [first = "", ...more] = args.positionals;
		const command = more.length === 0 ? first : args.positionals.map(shellWord).join(" ");
		if (command === "") throw configError("No command was given.", "Give one: kimi-runner cell -- npm test");
		const timeoutMs = (args.number("timeout") ?? DEFAULT_SECONDS) * 1e3;
		const work = async ({ signal }) => {
			const checked = args.has("committed") ? "committed" : "here";
			const setup = args.has("setup") ? signal : void 0;
			const bench = await openWorkbench({
				...workbench,
				world,
				setup,
				checked
			});
			try {
				const { cell, repository } = bench;
				world.err(`sandbox ${cell.level}: ${cell.probes.filter(({ held }) => held).length} of ${counted(cell.probes.length, "probe")} held\n`);
				const git = await bench.git();
				const before = await git.snapshot();
				const cwd = relative(repository.root, resolve(workbench.cwd)) || ".";
				const until = world.outClosed === void 0 ? signal : AbortSignal.any([signal, world.outClosed]);
				const ending = cell.exec({
					command,
					cwd,
					timeoutMs,
					maxOutputBytes: MAX_OUTPUT_BYTES
				}, until);
				const shown = await showUntil(ending, {
					cell,
					out: world.out
				});
				const ran = await ending;
				world.out(ran.output.slice(shown.length));
				for (const line of ran.refusals ?? []) world.err(`${line}\n`);
				await cell.killAll();
				const last = await git.snapshot();
				const changes = await git.changes(before, last);
				for (const { path, added, deleted } of changes) world.err(`changed: ${shellWord(path)} ${changedLines({
					added,
					removed: deleted
				})}\n`);
				const apart = (await git.changedInside()).filter(({ isOld }) => !isOld);
				for (const { path, why } of apart) world.warn(`What changed in ${path} is left behind: ${why}.`);
				if (changes.length > 0 && bench.overlay === void 0 && !args.has("apply")) world.err("The checkout has the changes: the command worked in it, and not on a copy.\n");
				if (changes.length > 0 && bench.overlay !== void 0) {
					const { putIntoCheckout } = await import("./put-into-checkout.js");
					const end = args.has("apply") ? await putIntoCheckout({
						...bench,
						git,
						last
					}) : NOT_ASKED;
					if (end.kind === "left") world.err(`The checkout is as it was: ${end.reason}.\n`);
				}
				if (ran.timedOut) world.err(`The command did not end within ${timeoutMs / 1e3} s.\n`);
				world.err(`${bench.judged}\n`);
				return ran.timedOut ? TIMED_OUT : ran.code ?? 128 + signalNumber(ran.signal);
			} finally {
				await bench.close();
			}
		};
		return withSignals(world, work, "the command is ended, and the checkout stays as it is");
	}
};
async function showUntil(ending, { cell, out }) {
	const waiting = new AbortController();
	const { signal } = waiting;
	const end = () => waiting.abort();
	ending.then(end, end);
	let shown = "";
	for (let from = 0; !signal.aborted;) {
		const said = await cell.outputSoFar(from);
		if (said !== void 0) {
			out(said.text);
			shown += said.text;
			from = said.next;
		}
		await systemClock.sleep(SHOW_EVERY_MS, signal).catch(() => {});
	}
	return shown;
}
function signalNumber(name) {
	return Object.entries(constants$1.signals).find(([known]) => known === name)?.[1] ?? 0;
}

// src/cli/completions.ts
const SHELLS = [
	"bash",
	"zsh",
	"fish"
];
function completionsCommand(load) {
	return {
		usage: `completions ${SHELLS.join("|")}`,
		summary: "print a completion script, e.g. for `source <(kimi-runner completions bash)`",
		options: {},
		maxArguments: 1,
		run: async ({ positionals: [shell] }, world) => {
			const known = SHELLS.find((one) => one === shell);
			if (known === void 0) {
				const problem = shell === void 0 ? "No shell is named." : `There are no completions for ${shell}.`;
				throw configError(problem, `Accepted: ${SHELLS.join(", ")}.`);
			}
			world.out(SCRIPTS[known](await withActions(await load())));
			return 0;
		}
	};
}
async function withActions(commands) {
	const entries = [...commands].map(async ([name, command]) => {
		const actions = await Promise.all(Object.values(command.actions ?? {}).map((read) => read()));
		const options = Object.assign({}, command.options, ...actions.map((action) => action.options));
		return [name, {
			...command,
			options
		}];
	});
	return new Map(await Promise.all(entries));
}
const SCRIPTS = {
	bash,
	zsh,
	fish
};
function words(options) {
	return Object.keys(options).map((name) => `--${name}`).join(" ");
}
function bash(commands) {
	const cases = [...commands].map(([name, { options, actions = {} }]) => `    ${name}) words="${words(options)}"; actions="${Object.keys(actions).join(" ")}" ;;`);
	const choices = Array.from(commands, ([name, { options }]) => Object.entries(options).flatMap(([option, { value }]) => Array.isArray(value) ? [`    "${name} --${option}") words="${value.join(" ")}" ;;`] : [])).flat();
	return `_kimi_runner() {
  local words actions current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  # Bash splits --option=value into three words.
  if [ "$current" = "=" ]; then current=""
  elif [ "$previous" = "=" ]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...commands.keys()].join(" ")}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]} $previous" in
${choices.join("\n")}
  esac
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); return; fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) words=""; actions="" ;;
  esac
  if [ "$COMP_CWORD" -eq 2 ] && [ -n "$actions" ]; then COMPREPLY=($(compgen -W "$actions" -- "$current")); return; fi
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) compopt -o default 2>/dev/null ;;
  esac
}
complete -F _kimi_runner kimi-runner
`;
}
function zsh(commands) {
	const names = [...commands].map(([name, { summary }]) => `    ${quoted(`${name}:${summary}`)}`);
	const cases = [...commands].map(([name, { options, actions = {} }]) => {
		return `    ${name}) _arguments ${[
			...Object.keys(actions).length === 0 ? [] : [`'1:action:(${Object.keys(actions).join(" ")})'`],
			...Object.entries(options).map(zshOption),
			"'*:file:_files'"
		].join(" ")} ;;`;
	});
	return `#compdef kimi-runner
_kimi_runner() {
  local -a commands=(
${names.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join("\n")}
  esac
}
compdef _kimi_runner kimi-runner
`;
}
function zshOption([name, { value, help, multiple = false }]) {
	const option = `${multiple ? "*" : ""}--${name}`;
	const about = `[${escaped(help)}]`;
	if (value === void 0) return quoted(option + about);
	if (typeof value === "string") return quoted(`${option + about}:${escaped(value)}:_files`);
	return quoted(`${option}=${about}:value:(${value.join(" ")})`);
}
function escaped(text) {
	return text.replaceAll(/[[\]:\\]/g, String.raw`\$&`);
}
function fish(commands) {
	return `${[...commands].flatMap(([name, { summary, options, actions = {} }]) => {
		const after = (test = "") => `complete -c kimi-runner -n 'set -l words (commandline -opc); test "$words[2]" = ${name}${test}'`;
		return [
			`complete -c kimi-runner -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
			...Object.keys(actions).map((action) => `${after("; and test (count $words) -eq 2")} -f -a ${action}`),
			...Object.entries(options).map(([option, { value, help }]) => {
				const what = Array.isArray(value) ? ` -x -a '${value.join(" ")}'` : value === void 0 ? "" : " -r";
				return `${after()} -l ${option}${what} -d ${quoted(help)}`;
			})
		];
	}).join("\n")}\n`;
}
function quoted(text) {
	return `'${text.replaceAll("'", "’")}'`;
}

// src/cli/export.ts
const FORMATS = [
	"markdown",
	"context",
	"wire",
	"stream-json"
];
const exportCommand = {
	usage: "export <bundle|session|latest>",
	summary: "print a session as Markdown, as Kimi CLI's context file or wire, or as the stream of its run",
	cleansItself: true,
	maxArguments: 1,
	options: {
		format: {
			value: FORMATS,
			help: "default: markdown"
		},
		out: {
			value: "file",
			short: "o",
			help: "write it there instead of standard output"
		}
	},
	run: async (args, world) => {
		const { bundle, journal } = readBundle(args, world);
		const format = args.choice("format", FORMATS, "markdown");
		const text = await rendered(bundle, journal.records, format);
		const out = args.text("out");
		if (out === void 0) world.out(text);
		else writeGivenFile({
			path: resolve(world.cwd, out),
			what: "export",
			option: "out"
		}, text);
		return notePartial(journal, world);
	}
};
async function rendered(bundle, records, format) {
	switch (format) {
		case "markdown": return (await import("./views.js")).transcriptOf(bundle, records);
		case "context": return (await import("./context-records.js")).renderContext(records);
		case "wire":
		case "stream-json": {
			const fold = (await import("./kimi-wire.js")).createKimiWire({ isPure: format === "wire" });
			return [...records.flatMap((record) => fold.record(record)), ...fold.rest()].join("");
		}
	}
}
function writeGivenFile({ path, what, option }, text) {
	try {
		writeFileSync(path, text, { mode: 384 });
	} catch (cause) {
		throw configError(`The ${what} cannot be written to ${path}: ${systemReason(cause)}.`, `Name another file with --${option}.`);
	}
}

// src/cli/table.ts
function tableOf(rows) {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	const lineOf = (row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
	return rows.map((row) => `${lineOf(row).trimEnd()}\n`).join("");
}

// src/cli/models.ts
const COLUMNS$1 = [
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
	summary: "list the models whose window and price are known; the policy can set them for any other",
	options: {},
	run: async (_args, world) => {
		world.out(`Windows and answers in tokens, prices in US dollars per million tokens, as of ${CATALOG_DAY}.\n`);
		const note = ageNote(systemClock.now());
		world.out(note === void 0 ? "\n" : `${note}\n\n`);
		world.out(tableOf([COLUMNS$1, ...KNOWN_MODELS.map(cellsOf$1)]));
		return 0;
	}
};
function cellsOf$1(known) {
	const { features } = abilitiesOfKnown(known);
	const { name, window, promptLimit, maxOutput, sees, price, longPrompt, thinking, ends } = known;
	const notes = [
		...longPrompt === void 0 ? [] : [`prompts over ${tokens(longPrompt.over)}: ${usd(longPrompt.price)}`],
		...promptLimit === void 0 ? [] : [`prompts to ${tokens(promptLimit)}`],
		...features.has("always_thinking") ? ["always thinks"] : [],
		...ends === void 0 ? [] : [`${hasEnded(known, systemClock.now()) ? "ended" : "ends"} ${ends}`]
	];
	return [
		name,
		tokens(window),
		tokens(maxOutput),
		usd(price),
		sees ? "text, images" : "text",
		thinking?.levels.join(" ") ?? "none",
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
	usage: "policy show | test | migrate | explain '<command>' | explain --read <path> | explain --since 1 | explain -",
	summary: "print the policy in force, run its examples, explain which rule decides about a command, or write version 2",
	maxArguments: 1e400,
	examples: ["kimi-runner policy explain \"npm test\" \"git push origin main\"", "kimi-runner policy explain --write src/index.ts --net docs.python.org"],
	options: {
		policy: {
			value: "file",
			help: "instead of .github/kimi-policy.yml of the work tree"
		},
		...COMMITTED_OPTION,
		profile: {
			value: "name",
			help: "a profile of the policy"
		},
		sandbox: {
			value: SANDBOX_LEVELS,
			help: "explain: the level of the sandbox to assume (default: sealed)"
		},
		rung: {
			value: SANDBOX_LEVELS,
			help: "explain: the earlier name of --sandbox"
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
			help: "explain: a host that a tool reaches"
		},
		github: {
			value: "action",
			multiple: true,
			help: "explain: what a run asks for on GitHub, e.g. label:bug"
		},
		since: {
			value: "version",
			help: "explain: what a version 1 file approves now that it did not approve before"
		},
		json: { help: "explain: one JSON object for each question" }
	},
	run: async (args, world) => {
		const [action = "", ...rest] = args.positionals;
		const load = () => loadPolicyHere({
			policyPath: args.text("policy"),
			profile: args.text("profile")
		}, args.has("committed"), world);
		switch (action) {
			case "show":
			case "test": {
				requireNone(rest, `policy ${action}`);
				const { policy, judged } = await load();
				await (action === "show" ? show : test)(policy, world);
				world.out(`${action === "show" ? "# " : ""}${judged}\n`);
				return 0;
			}
			case "explain": {
				const words = questionWords(rest, args);
				const { policy, judged } = await load();
				const since = args.text("since");
				if (since !== void 0 && since !== "1") throw configError(`There is no version ${since} to compare with.`, "Accepted: --since 1.");
				if (since !== void 0) world.out((await import("./since.js")).sinceVersion1(policy));
				const code = since === void 0 ? await explain(policy, words, args, world) : 0;
				(args.has("json") || words.includes("-") ? world.err : world.out)(`${judged}\n`);
				return code;
			}
			case "migrate":
				requireNone(rest, "policy migrate");
				return await migrate(args.text("policy") ?? ".github/kimi-policy.yml", world);
			default: throw configError(action === "" ? "policy needs a subcommand." : `policy ${action} is not known.`, "Accepted: show, test, explain, migrate.");
		}
	}
};
function requireNone([surplus], usage) {
	if (surplus !== void 0) throw configError(`One argument too many: ${surplus}.`, `Usage: kimi-runner ${usage}`);
}
async function show(policy, world) {
	const { showPolicy } = await import("./explain.js");
	world.out(showPolicy(policy, await groupsHere(policy, world)));
}
async function groupsHere({ sandbox }, { env }) {
	if (sandbox.network.length === 0) return [];
	const { groupText, resolveNetwork } = await import("./groups.js");
	return resolveNetwork(sandbox.network, machineOf(env)).groups.map(groupText);
}
async function test({ file, rules, outdated }, world) {
	const { length } = rules.flatMap(({ examples }) => examples);
	const untried = "it loads, but no rule was tested, because it has no examples; add `match` and `not_match` to rules";
	const bare = rules.flatMap(({ id, verdict, written: { exec } }) => verdict === "approve" ? exec.filter(isBareCommand).map((word) => ({
		id,
		word
	})) : []);
	for (const { id, word } of bare) world.out(`${file}: rule ${id}: ${word} is not a profile, but the command without arguments; with any: "${word} **"\n`);
	world.out(`${file}: ${length === 0 ? untried : `${counted(length - outdated.length, "example")} passed, 0 failed`}\n`);
	for (const { field, command } of outdated) world.out(`${file}: written for version 1, no longer holds: ${fieldName(field)}: ${command}\n`);
}
function questionWords(words, { behindDashes }) {
	if (behindDashes.length === 0) return words;
	return [...words.slice(0, words.length - behindDashes.length), behindDashes.join(" ")];
}
async function migrate(path, world) {
	const text = readGivenFile(resolve(world.cwd, path)).toString("utf8");
	const { version, outdated, sandbox } = await loadPolicy(text, { file: path });
	if (version === 2) {
		world.out(`${path} is of version 2.\n`);
		return 0;
	}
	const { changeValues } = await import("./replace-values.js");
	const written = changeValues(text, {
		replaced: [{
			field: ["version"],
			source: "2"
		}],
		removed: outdated.map(({ field }) => field)
	});
	await loadPolicy(written, { file: path });
	writeFileSync(resolve(world.cwd, path), written);
	world.out(`${path}: version 2 written.\n`);
	for (const { field, command } of outdated) world.out(`  taken out, no longer holds: ${fieldName(field)}: ${command}\n`);
	if (sandbox.minimum !== "sealed") world.out(`  ${UNSEALED}\n`);
	return 0;
}
const UNSEALED = "In a cell that is not sealed only exact lines are approved; with `sandbox: { unsealed: patterns }` patterns count.";
async function explain(policy, words, args, world) {
	const { explain: answer, explainLine, questionsIn, ACCEPTED, SUBJECTS } = await import("./explain.js");
	if (args.has("sandbox") && args.has("rung")) throw configError("--rung is --sandbox by its earlier name.", "Give one.");
	const options = {
		level: args.choice("sandbox", SANDBOX_LEVELS, args.choice("rung", SANDBOX_LEVELS, "sealed")),
		workDir: world.cwd
	};
	const flags = SUBJECTS.flatMap((subject) => args.all(subject).map((text) => ({
		subject,
		text
	})));
	if (words.length === 1 && words[0] === "-") {
		if (flags.length > 0) throw configError("policy explain - reads its questions from standard input.", "Leave out the flags.");
		const lines = (await readStandardInput(world)).split("\n").filter((line) => line.trim() !== "").map((line) => explainLine(policy, line, options));
		for (const { text } of lines) world.out(`${text}\n`);
		return lines.every(({ isAnswered }) => isAnswered) ? 0 : 2;
	}
	const notUnderstood = (why) => configError(`The question is not understood: ${why}.`, `Accepted: ${ACCEPTED}.`);
	const asked = words.flatMap((word) => {
		const found = questionsIn(word.startsWith("{\"") ? parseJson(word) : word);
		if (typeof found === "string") throw notUnderstood(found);
		return found;
	});
	if (asked.length > 1 && words.every((word) => /^[^\s{]+$/.test(word))) world.err(`Each word is a command of its own. Is it one command? policy explain -- ${words.join(" ")}\n`);
	const questions = [...asked, ...flags];
	if (questions.length === 0) throw configError("No question was given.", "Give a command in quotes, --read, --write, --mcp, --net, --github, or - for JSON lines.");
	const answers = questions.map((question) => {
		const one = answer(policy, question, options);
		if (typeof one === "string") throw notUnderstood(one);
		return one;
	});
	for (const one of answers) {
		const subject = answers.length === 1 ? void 0 : SUBJECTS.find((name) => one[name] !== void 0);
		const title = subject === void 0 ? "" : `${subject} ${one[subject]}\n`;
		world.out(args.has("json") ? `${JSON.stringify(one)}\n` : title + answerText(one));
	}
	return 0;
}
function answerText(answer) {
	const { verdict, rule, reason, parts = [], notUnderstood, near, commands } = answer;
	const why = (text) => text === void 0 ? "" : `: ${text}`;
	const lines = parts.map((part) => {
		const what = part.argv?.join(" ") ?? (part.write === void 0 ? `read ${part.read}` : `write ${part.write}`);
		return `  ${part.verdict.padEnd(7)} ${what} — ${part.rule}${why(part.reason)}`;
	});
	const unknown = notUnderstood === void 0 ? [] : [`  not understood: ${notUnderstood}`];
	const other = near === void 0 ? [] : [`  ${near}`];
	if (commands !== void 0) other.push(`  commands of the cell ${commands === "approve" ? "reach" : "do not reach"} it`);
	return [
		`${verdict} — ${rule}${why(reason)}`,
		...lines,
		...unknown,
		...other,
		""
	].join("\n");
}

// src/cli/replay.ts
const replayCommand = {
	usage: "replay <bundle|session|latest>",
	summary: "run a recorded session again without a model, and report the first difference",
	maxArguments: 1,
	options: {},
	run: async (args, world) => {
		const { bundle, journal } = readBundle(args, world);
		requireWhole(journal, bundle, "Only a whole record can be replayed");
		const { records } = journal;
		const [{ replay }, { reportOf }] = await Promise.all([import("./replay3.js"), import("./report.js")]);
		const { code, text, notes } = reportOf(await replay(records), records);
		for (const note of notes) world.err(`${note}\n`);
		world.out(`${text}\n`);
		return code;
	}
};

// src/cli/sessions.ts
const COLUMNS = [
	"session",
	"outcome",
	"age",
	"cost",
	"repository",
	"task"
];
const TASK_CHARS = 60;
const PATH_CHARS = 4096;
const MAX_ROWS = 50;
const sessionsCommand = {
	usage: "sessions",
	summary: "list the sessions of this machine; view, resume, apply and others take an id or `latest`",
	options: {
		all: { help: `every session, not only the newest ${MAX_ROWS}` },
		json: { help: "one JSON object for each" }
	},
	run: async (args, world) => {
		const found = storedSessions(world);
		const shown = args.has("all") ? found : found.slice(0, MAX_ROWS);
		if (args.has("json")) {
			for (const { lastMs, ...facts } of shown) world.out(`${JSON.stringify({
				...facts,
				last: new Date(lastMs).toISOString()
			})}\n`);
			return 0;
		}
		if (shown.length === 0) {
			world.err("There are no sessions in the state folder yet; those that were given --bundle are not listed.\n");
			return 0;
		}
		const now = systemClock.now();
		world.out(tableOf([COLUMNS, ...shown.map((session) => cellsOf(session, now))]));
		if (found.length > shown.length) world.err(`${found.length - shown.length} older ones: --all\n`);
		return 0;
	}
};
function cellsOf({ id, outcome, lastMs, costUsd, workDir, task }, nowMs) {
	return [
		id,
		outcome ?? "no end",
		age(nowMs - lastMs),
		costUsd === void 0 ? "unknown" : money(costUsd),
		oneLine(workDir, PATH_CHARS),
		oneLine(task, TASK_CHARS)
	];
}
const MINUTE = 6e4;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
function age(ms) {
	if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
	return ms < DAY ? `${Math.floor(ms / HOUR)} h` : `${Math.floor(ms / DAY)} d`;
}

// src/cli/verify.ts
const verifyCommand = {
	usage: "verify <bundle|session|latest>",
	summary: "check a run's hash chain and the files made from it",
	maxArguments: 1,
	options: {},
	run: async (args, world) => {
		const { bundle, journal } = readBundle(args, world);
		const problems = problemsOf(bundle, journal);
		for (const problem of problems) world.out(`✗ ${problem}\n`);
		if (problems.length > 0) return 1;
		for (const name of await otherViews(bundle, journal)) world.out(`? ${name}: this version makes a different one from the journal; an older version wrote it, or it was changed\n`);
		world.out(`✓ ${counted(journal.records.length, "record")}, chain ${journal.records.at(-1)?.hash ?? "empty"}\n`);
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
	const same = [["outcome.json", isJson(jsonFile(bundle.outcome), outcome)], ["session.json", begin !== void 0 && isJson(withoutViews(jsonFile(bundle.session)), sessionFacts(begin))]];
	for (const [name, isSame] of same) if (!isSame) found.push(`${name}: is not what the journal says`);
	found.push(...viewProblems(bundle));
	if (!existsSync(bundle.patch) || sha256File(bundle.patch) !== last.patchDigest) found.push("changes.patch: is not the patch that was recorded");
	return [...found, ...blobProblems(bundle, events)];
}
function viewProblems(bundle) {
	const now = viewDigests(bundle);
	const then = member(jsonFile(bundle.session), "views");
	if (then === void 0) return existsSync(bundle.transcript) ? [] : ["transcript.md: is missing"];
	if (!(then instanceof Object && Object.keys(then).every((name) => Object.hasOwn(now, name)))) return ["session.json: its digests are not as the run left them"];
	return Object.keys(now).filter((name) => now[name] !== member(then, name)).map((name) => `${name}: is not as the run left it`);
}
async function otherViews(bundle, { records }) {
	const now = viewDigests(bundle);
	const page = now["report.html"] && await pageOf(bundle, records);
	const made = {
		"context.jsonl": renderContext(records) || void 0,
		"transcript.md": transcriptOf(bundle, records),
		"report.html": page
	};
	return Object.entries(made).flatMap(([name, text]) => now[name] === (text && sha256(text)) ? [] : [name]);
}
function isJson(content, expected) {
	const found = redactDeep(content, (text) => text.toWellFormed());
	return found !== void 0 && canonicalJson(found) === canonicalJson(expected);
}
function blobProblems({ dir, blobs }, events) {
	const missing = events.flatMap((event) => event.type === "tool.end" && event.blob ? [event.blob] : []).filter((name) => !existsSync(join(dir, name))).map((name) => `${name}: is missing`);
	const changed = (existsSync(blobs) ? readdirSync(blobs) : []).filter((name) => `${sha256(readFileSync(join(blobs, name)))}.txt` !== name).map((name) => `blobs/${name}: its content is not what its name says`);
	return [...missing, ...changed];
}

// src/cli/view.ts
const viewCommand = {
	usage: "view <bundle|session|latest>",
	summary: "print the transcript of a run",
	cleansItself: true,
	maxArguments: 1,
	options: { html: { help: "write the page report.html into the bundle, print its address, and open it from a terminal" } },
	run: async (args, world) => {
		const { bundle, journal } = readBundle(args, world);
		if (!args.has("html")) {
			const isColoured = hasColour(world.env, process.stdout.isTTY);
			world.out(terminalText(transcriptOf(bundle, journal.records), { isColoured }));
		} else {
			await writePage(bundle, journal.records);
			const address = pathToFileURL(bundle.page).href;
			world.out(`${address}\n`);
			if (process.stdout.isTTY) openInBrowser(address, world);
		}
		return notePartial(journal, world);
	}
};
function openInBrowser(address, { env, cwd }) {
	const opener = process.platform === "darwin" ? "open" : "xdg-open";
	const PATH = trustedPathAt(env["PATH"] ?? "", cwd);
	spawn(opener, [address], {
		stdio: "ignore",
		detached: true,
		env: {
			...env,
			PATH
		}
	}).on("error", () => {}).unref();
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
	return message.blocks.every(({ type }) => type === "think") ? [] : [{
		place,
		message
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
		const begin = at;
		while (placed[at]?.message.role === "tool") at += 1;
		const found = placed.slice(begin, at);
		messages.push(...resultsOf(message, found, warnings));
	}
	return {
		messages: messages.length > 0 && messages[0]?.role !== "user" ? [NO_BEGINNING, ...messages] : messages,
		warnings
	};
}
function resultsOf(message, found, warnings) {
	const left = [...found];
	const results = callsOf(message).map(({ id: toolCallId }) => {
		const at = left.findIndex((one) => one.message.toolCallId === toolCallId);
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
			const { text, pictures, missing } = contentOf(record.content);
			if (CHECKPOINT_MARK.test(text.trim()) || text.trim() === "" && pictures.images === void 0) return {
				message: void 0,
				missing
			};
			return {
				message: {
					role: "user",
					content: text,
					...pictures,
					synthetic: true
				},
				missing
			};
		}
		case "tool": {
			const { text: content, pictures, missing } = contentOf(record.content);
			const isError = /^(?:Error:|<system>ERROR)/.test(content);
			return {
				message: {
					role: "tool",
					toolCallId: record.tool_call_id,
					content,
					isError,
					...pictures
				},
				missing
			};
		}
		case "assistant": {
			const parts = typeof record.content === "string" ? [{
				type: "text",
				text: record.content
			}] : record.content;
			const calls = (record.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => ({
				type: "call",
				id,
				name,
				arguments: text ?? "{}"
			}));
			return {
				message: {
					role: "assistant",
					blocks: [...(parts ?? []).flatMap(spokenBlock), ...calls]
				},
				missing: []
			};
		}
		case "_system_prompt":
		case "_checkpoint":
		case "_usage": return {
			message: void 0,
			missing: []
		};
	}
}
function spokenBlock(part) {
	if (part.type === "text") return part.text === "" ? [] : [{
		type: "text",
		text: part.text
	}];
	if (part.type !== "think") return [];
	if (!part.encrypted) return [{
		type: "think",
		text: part.think
	}];
	const extra = part.think === "" ? { data: part.encrypted } : { signature: part.encrypted };
	return [{
		type: "think",
		text: part.think,
		extra: JSON.stringify(extra)
	}];
}
const DATA_URL = /^data:(image\/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/=]+)$/;
function contentOf(content) {
	if (typeof content === "string") return {
		text: content,
		pictures: {},
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
		pictures: images.length > 0 ? { images } : {},
		missing: media > images.length ? ["media that cannot be shown again"] : []
	};
}

// src/run/open/imported.ts
const MAX_BYTES = 10485760;
function readImported(path) {
	if (readable(path, "Give a bundle or a file.", () => statSync(path).isDirectory())) return ofBundle(path);
	const imported = ofFile(path);
	if (imported.messages.length > 0) return imported;
	throw configError(`There is no conversation in ${path}.`, "Give a bundle, a context.jsonl of Kimi CLI, or a text file.");
}
function readable(path, hint, read) {
	try {
		return read();
	} catch (cause) {
		throw configError(`${path} cannot be read: ${systemReason(cause)}.`, hint, cause);
	}
}
function ofBundle(dir) {
	const { records, problem } = readJournal(openBundle(dir).journal);
	const events = records.map(({ event }) => event);
	const { messages, warnings } = importContext(messagesOf(events));
	const early = problem !== void 0 && problem.kind !== "torn" ? [`the journal ends early at line ${problem.line}: ${problem.reason}`] : [];
	const last = events.findLast(({ type }) => type === "plan.mode" || type === "plan.display");
	return {
		messages,
		warnings: [...early, ...warnings],
		inPlanMode: last?.type === "plan.mode" && last.on
	};
}
function ofFile(path) {
	const bytes = readable(path, "At most 10 MB can be imported.", () => readGivenFile(path, MAX_BYTES));
	if (/\.jsonl$/i.test(path)) return readContextLines(bytes.toString("utf8"));
	const { text, warnings } = textOf(bytes, path);
	return text.trim() === "" ? {
		messages: [],
		warnings: []
	} : {
		messages: [textAsMessage(basename(path), text)],
		warnings
	};
}
function textOf(bytes, path) {
	try {
		const text = new TextDecoder("utf-8", {
			fatal: true,
			ignoreBOM: true
		}).decode(bytes, { stream: true });
		const warnings = Buffer.byteLength(text) < bytes.length ? ["the file ends inside a character, which is left out"] : [];
		if (!text.includes("\0")) return {
			text: text.replace(/^\uFEFF/, ""),
			warnings
		};
	} catch {}
	throw configError(`${path} is not a text file.`, "Give UTF-8 text, or a context.jsonl.");
}

export { replayCommand as a, exportCommand as c, cellCommand as d, sessionsCommand as i, writeGivenFile as l, viewCommand as n, policyCommand as o, verifyCommand as r, modelsCommand as s, readImported as t, completionsCommand as u };