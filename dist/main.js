import { c as setOutput, d as warning, f as Context, i as getInput, l as setSecret, n as endGroup, o as notice, s as setFailed, u as startGroup } from "./chunks/actions.js";
import { A as SANDBOX_LEVELS, At as createRedact, Ft as keepHeapSmall, L as readOwnLimits, U as exitCode, V as OUTCOME_NAMES, Xt as plainText, Y as THINKING, Yt as logText, Z as TOOL_SYNTAXES, Zt as quoted, _t as counted, ct as configError, ht as oneLine, k as withSignals, l as outcomeOfError, lt as describeError, nt as totalTokens, s as secretsOf, t as hideProcessSecrets, w as lstatOrNone, wt as armCrash } from "./chunks/front.js";
import { C as PHASES, i as placeOnGitHub, n as runJob, w as RUN_VERBS } from "./chunks/github.js";
import { fileURLToPath } from "node:url";
import { readFileSync, rmSync, writeFileSync } from "node:fs";

// src/action/action-inputs.ts
const BATCH_PHASES = [
	"plan",
	"shard",
	"collect"
];
function jobInputs(input, world, context) {
	const given = (name) => input(name) || void 0;
	const { env } = world;
	return {
		context,
		start: {
			trigger: triggerWord(input),
			labels: labelsInput(input),
			assignee: given("assignee"),
			prompt: given("prompt"),
			allowedBots: botsInput(input)
		},
		run: {
			agent: {
				agent: given("agent"),
				agentFile: given("agent-file"),
				mode: given("mode")
			},
			model: {
				name: given("model"),
				fallback: given("fallback-model"),
				apiKey: given("api-key"),
				baseUrl: given("base-url"),
				thinking: given("thinking") === void 0 ? void 0 : choice(input, "thinking", THINKING),
				toolSyntax: given("tool-syntax") === void 0 ? void 0 : choice(input, "tool-syntax", TOOL_SYNTAXES)
			},
			workbench: {
				cwd: env["GITHUB_WORKSPACE"] ?? world.cwd,
				policyPath: given("policy"),
				profile: given("profile"),
				sandbox: choice(input, "sandbox", SANDBOX_LEVELS)
			},
			limits: readOwnLimits((limit) => limitInput(input, limit)),
			output: "text"
		},
		key: given("key"),
		base: given("base"),
		schema: schemaInput(given("output-schema")),
		bundleDir: given("bundle") ?? `${env["RUNNER_TEMP"] ?? "/tmp"}/kimi-runner-bundle`,
		token: given("github-token") ?? env["GITHUB_TOKEN"],
		sessionKey: given("session-key"),
		publish: choice(input, "publish", [
			"github",
			"dry",
			"none"
		]),
		phase: phaseInput(input),
		commit: choice(input, "commit", ["git", "verified"]),
		checkOut: true
	};
}
function phaseInput(input) {
	const phase = choice(input, "phase", [...PHASES, ...BATCH_PHASES]);
	return PHASES.find((name) => name === phase) ?? "all";
}
function schemaInput(text) {
	if (text === void 0) return void 0;
	return text.startsWith("{") ? {
		text,
		source: "of the input output-schema"
	} : { path: text };
}
function choice(input, name, accepted) {
	const text = input(name);
	if (text === "") return accepted[0];
	const found = accepted.find((one) => one === text);
	if (found !== void 0) return found;
	throw invalidInput(name, text, accepted.join(", "));
}
function limitInput(input, { name, isWhole, from }) {
	const text = input(`max-${name}`);
	if (text === "") return void 0;
	const value = Number(text);
	if ((from === 0 ? value >= 0 : value > 0) && (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value))) return value;
	const accepted = from === 0 ? "zero or a number above it" : `a ${isWhole ? "whole " : ""}number above zero`;
	throw invalidInput(`max-${name}`, text, accepted);
}
function triggerWord(input) {
	const text = input("trigger") || "/kimi";
	if (!/\s/.test(text)) return text;
	throw invalidInput("trigger", text, "one word, for example /kimi");
}
function labelsInput(input) {
	return listInput(input, "label").map((entry) => {
		const [name = "", word, ...rest] = entry.split("=").map((part) => part.trim());
		const verb = RUN_VERBS.find((known) => known === word);
		if (name !== "" && rest.length === 0 && (word === void 0 || verb !== void 0)) return {
			name,
			verb
		};
		throw invalidInput("label", entry, `labels, each alone or with one of ${RUN_VERBS.join(", ")}: needs-plan=plan`);
	});
}
function botsInput(input) {
	const bots = listInput(input, "allowed-bots");
	const other = bots.find((login) => !/^(?:[A-Za-z0-9-]+\[bot\]|Copilot)$/.test(login));
	if (other === void 0) return bots;
	throw invalidInput("allowed-bots", other, "exact logins of bots, which end in [bot], such as dependabot[bot], and Copilot");
}
function listInput(input, name) {
	return input(name).split(",").map((entry) => entry.trim()).filter((entry) => entry !== "");
}
function failOnInput(input) {
	const text = input("fail-on");
	if (text === "") return void 0;
	if (text === "never") return /* @__PURE__ */ new Set();
	const names = text.split(",").map((name) => name.trim());
	const unknown = names.find((name) => !OUTCOME_NAMES.some((outcome) => outcome === name));
	if (unknown !== void 0) throw invalidInput("fail-on", unknown, `never, or a list of ${OUTCOME_NAMES.join(", ")}`);
	return new Set(OUTCOME_NAMES.filter((outcome) => names.includes(outcome)));
}
function invalidInput(name, value, accepted) {
	return configError(`The input ${name} is not accepted: ${value}.`, `Accepted: ${accepted}.`);
}
function batchInputs(input) {
	const phase = BATCH_PHASES.find((name) => name === input("phase"));
	const batch = input("batch");
	const shard = input("shard");
	switch (phase) {
		case void 0: return;
		case "plan":
			if (batch === "") throw missing("batch", phase, "the name of a file in .github/kimi-batch, or the id of a batch that was begun");
			return {
				phase,
				batch
			};
		case "shard":
			if (!/^[0-9a-f]{12}$/.test(batch)) throw missing("batch", phase, "the id of the batch, an output of the phase plan");
			if (!/^\d{1,4}$/.test(shard)) throw missing("shard", phase, "a number of the output shards of the phase plan");
			return {
				phase,
				id: batch,
				shard: Number(shard)
			};
		case "collect":
			if (batch !== "" && !/^[0-9a-f]{12}$/.test(batch)) throw missing("batch", phase, "the id of the batch, an output of the phase plan, or leave it out for all");
			return {
				phase,
				id: batch === "" ? void 0 : batch
			};
		default: return phase;
	}
}
function missing(name, phase, what) {
	return configError(`The phase ${phase} needs the input ${name}.`, `Give ${what}.`);
}

// src/action/command-files.ts
const NAMES = [
	"GITHUB_ENV",
	"GITHUB_PATH",
	"GITHUB_STATE",
	"GITHUB_OUTPUT"
];
function watchCommandFiles(env) {
	const known = NAMES.flatMap((name) => {
		const path = env[name] || void 0;
		return path === void 0 ? [] : [{
			name,
			path,
			content: contentOf(path)
		}];
	});
	return () => known.flatMap(({ name, path, content }) => {
		const now = contentOf(path);
		if (now === content || now !== void 0 && content?.equals(now) === true) return [];
		rmSync(path, {
			recursive: true,
			force: true
		});
		if (content !== void 0) writeFileSync(path, content, { flag: "wx" });
		return [name];
	});
}
function contentOf(path) {
	return lstatOrNone(path)?.isFile() === true ? readFileSync(path) : void 0;
}

// src/action/action.ts
const MAX_WARNINGS = 10;
const MAX_WARNING_CHARS = 500;
async function runAction(io, world) {
	const restore = watchCommandFiles(world.env);
	const tampering = () => {
		const changed = restore();
		return changed.length === 0 ? void 0 : writtenBy(changed);
	};
	let failOn;
	try {
		failOn = failOnInput(io.input);
		const inputs = jobInputs(io.input, world, contextOf(io));
		const annotating = {
			...world,
			warn: annotations(world),
			isAction: true
		};
		const batch = batchInputs(io.input);
		return await withSignals(world, async (stopper) => {
			io.group("kimi-runner");
			if (batch !== void 0) {
				const { runBatchPhase } = await import("./chunks/batch-phase.js");
				const end = await runBatchPhase(batch, {
					inputs,
					world: annotating,
					stopper
				}).finally(io.endGroup);
				const tampered = tampering();
				return withTampering(reportPhase(end, failOn, io), tampered, io);
			}
			const done = await runJob(inputs, annotating, stopper).finally(io.endGroup);
			if (done.kind === "ran") world.out(closing(done));
			const tampered = tampering();
			return withTampering(report(done, failOn, io), tampered, io);
		});
	} catch (error) {
		const { outcome, reason } = outcomeOfError(error);
		const tampered = tampering();
		io.output("outcome", outcome);
		io.output("reason", reason);
		const fails = failsJob(outcome, failOn);
		(fails ? io.fail : world.warn)(describeError(error));
		return withTampering(fails ? exitCode(outcome) : 0, tampered, io);
	}
}
function failsJob(outcome, failOn) {
	return failOn === void 0 ? exitCode(outcome) !== 0 : failOn.has(outcome);
}
function withTampering(code, tampered, { fail }) {
	if (tampered === void 0) return code;
	fail(tampered);
	return code === 0 ? 1 : code;
}
function writtenBy(names) {
	return `A command of the run wrote to ${names.join(" and ")}, through which a step sets up later ones. The files were restored. Use \`sandbox: sealed\` to prevent this.`;
}
function reportPhase({ outcome, reason, outputs }, failOn, io) {
	io.output("outcome", outcome);
	io.output("reason", reason);
	io.output("batch", outputs.batch);
	io.output("base", outputs.base ?? "");
	io.output("shards", outputs.shards ?? "");
	io.output("parallel", outputs.parallel ?? "");
	if (!failsJob(outcome, failOn)) {
		io.notice(reason);
		return 0;
	}
	io.fail(`${outcome}: ${reason}`);
	return exitCode(outcome) || 1;
}
function closing(done) {
	const { outcome, reason } = done.end.outcome;
	const { url } = placeOnGitHub(done);
	return `${quoted(`${outcome}: ${oneLine(reason, MAX_WARNING_CHARS)}${url === void 0 ? "" : `\n${url}`}`)}\n`;
}
function annotations({ warn, err }) {
	let count = 0;
	return (text) => {
		const line = oneLine(plainText(text), MAX_WARNING_CHARS);
		count += 1;
		if (count <= MAX_WARNINGS) warn(line);
		else err(`${quoted(`warning: ${line}`)}\n`);
	};
}
function report(done, failOn, { output, notice, fail }) {
	if (done.kind !== "ran") {
		const reason = done.kind === "skipped" ? done.reason : "A short reply was enough.";
		output("outcome", "skipped");
		output("reason", reason);
		const fails = done.kind === "skipped" && failsJob("skipped", failOn);
		(fails ? fail : notice)(reason);
		const found = done.kind === "skipped" ? done.found : void 0;
		const foundCode = found === void 0 ? 0 : reportFound(found, {
			output,
			fail: fails ? () => {} : fail
		});
		return fails ? 1 : foundCode;
	}
	const { outcome, exitCode: code, bundle, sessionId } = done.end;
	const { branch, url } = placeOnGitHub(done);
	output("outcome", outcome.outcome);
	output("reason", outcome.reason);
	output("result", outcome.text ?? "");
	output("json", outcome.json === void 0 ? "" : JSON.stringify(outcome.json));
	output("bundle", bundle.dir);
	output("artifact", artifactOf(done));
	output("session", sessionId);
	output("steps", String(outcome.steps));
	output("tokens", String(totalTokens(outcome.usage)));
	output("cost-usd", outcome.costUsd === void 0 ? "" : outcome.costUsd.toFixed(6));
	output("files", JSON.stringify(done.published?.files ?? []));
	output("branch", branch?.branch ?? "");
	output("pr-url", url ?? "");
	const fails = failsJob(outcome.outcome, failOn);
	const foundCode = reportFound(done.found, {
		output,
		fail: fails ? () => {} : fail
	});
	if (!fails) return foundCode;
	fail(`${outcome.outcome}: ${outcome.reason}`);
	return code === 0 ? 1 : code;
}
function reportFound(found, { output, fail }) {
	output("findings", found === void 0 ? "" : String(found.findings.length));
	output("findings-json", found === void 0 ? "" : JSON.stringify(found.findings));
	if (found === void 0 || found.failing === 0) return 0;
	fail(`review.fails_on: ${counted(found.failing, "finding")} of this severity or higher.`);
	return 1;
}
function artifactOf({ artifact, published }) {
	const result = artifact ?? published?.artifact;
	return result?.kind === "uploaded" ? result.name : "";
}
function contextOf({ context }) {
	try {
		const { eventName, payload, repo, ref, serverUrl, apiUrl, graphqlUrl, runId, runAttempt } = context();
		return {
			eventName,
			payload,
			repo,
			ref,
			serverUrl,
			apiUrl,
			graphqlUrl,
			runId,
			runAttempt
		};
	} catch (cause) {
		throw configError(`The event that started this job cannot be read: ${describeError(cause)}.`, "Run as a GitHub Action, under act, or with `kimi-runner run --event`.", cause);
	}
}

// src/main.ts
const NEEDED_NODE = 24;
const workerPath = fileURLToPath(import.meta.resolve(import.meta.url.endsWith(".ts") ? "./cell.ts" : "./cell.js"));
let redact;
const clean = (text) => (redact ??= createRedact(secretsOf(process.env, getInput("api-key") || void 0)))(text);
const print = (text) => process.stdout.write(logText(clean(text)));
const world = {
	env: process.env,
	cwd: process.cwd(),
	nodePath: process.execPath,
	workerPath,
	out: print,
	err: print,
	warn: (text) => warning(clean(text))
};
if (Number.parseInt(process.versions.node, 10) < NEEDED_NODE) setFailed(`kimi-runner needs Node ${NEEDED_NODE} or newer; this runner started it with ${process.version}.`);
else {
	keepHeapSmall();
	for (const name of [
		"api-key",
		"session-key",
		"github-token"
	]) {
		const secret = getInput(name);
		if (secret !== "") setSecret(secret);
	}
	const crash = process.env["KIMI_CRASH_AT"];
	if (crash !== void 0) armCrash(crash, (point) => process.stdout.write(`crash point: ${point}\n`));
	process.on("uncaughtException", (error) => {
		setFailed(clean(`kimi-runner broke: ${error instanceof Error ? error.stack ?? error.message : String(error)}`));
		process.exit(1);
	});
	const io = {
		input: getInput,
		output: (name, value) => setOutput(name, clean(value)),
		notice: (text) => notice(clean(text)),
		fail: (text) => setFailed(clean(text)),
		group: startGroup,
		endGroup,
		context: () => new Context()
	};
	for (const failure of hideProcessSecrets({ env: process.env })) world.warn(failure);
	process.exitCode = await runAction(io, world);
}

export {  };