import { A as CATALOG, F as readJournal, G as findCheckout, I as openBundle, M as createContextFile, P as renderTranscript, T as loadModel, V as canonicalJson, Y as proxyEnvOf, c as readRunOptions, ct as plainText, j as sessionFacts, l as invalid, o as originOf, rt as describeError, s as RUN_OPTIONS, w as defaultModel, y as openWorkbench, z as sha256 } from "./core.js";
import { a as preflight, i as whoAmI, o as createGitHub, r as OWN_BRANCH } from "./github.js";
import { n as loadPolicyHere } from "./toolbox.js";
import { join, resolve } from "node:path";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";

// src/runner/cli/doctor-github.ts
async function examineGitHub({ env, cwd }) {
	const token = env["GITHUB_TOKEN"];
	if (!token) return [notAsked("GITHUB_TOKEN is not set.", "Set it to see token rights, branch rules and settings.")];
	const serverUrl = (env["GITHUB_SERVER_URL"] || "https://github.com").replace(/\/+$/, "");
	try {
		const [owner = "", repo = ""] = (env["GITHUB_REPOSITORY"] || originOf(findCheckout(cwd), serverUrl) || "").split("/");
		if (owner === "" || repo === "") {
			const { host } = new URL(serverUrl);
			return [notAsked(`The checkout has no origin on ${host}.`, "Set GITHUB_REPOSITORY to owner/name.")];
		}
		const proxyEnv = proxyEnvOf(env);
		const client = createGitHub({
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

// src/runner/cli/doctor.ts
const doctorCommand = {
	usage: "doctor",
	summary: "say what is missing for a run here: git, repository, policy, sandbox, model key, GitHub",
	options: RUN_OPTIONS,
	run: async (args, world) => {
		const request = {
			...readRunOptions(args, world),
			cwd: world.cwd,
			model: args.text("model") ?? defaultModel(world.env)
		};
		const github = lookAtGitHub(world);
		const findings = await Promise.all([
			examine("node", async () => process.version),
			examine("git", async () => gitVersion(world)),
			examine("checkout", () => examineCheckout(request, world)),
			examine("model", async () => (await loadModel(request, world), `${request.model}: a key is set, nothing was sent`))
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
async function examineCheckout({ cwd, policyPath, profile, sandbox }, world) {
	const bench = await openWorkbench({
		cwd,
		policyPath,
		profile,
		sandbox,
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

// src/runner/cli/models.ts
const modelsCommand = {
	usage: "models",
	summary: "list the models whose window and price are known; any other model works without a money limit",
	options: {},
	run: async (_args, world) => {
		const rows = CATALOG.map(({ provider, id, window, price, capabilities }) => [
			`${provider}/${id}`,
			`${Math.round(window / 1e3)}k`,
			`$${price.input} in, $${price.cacheRead} cached, $${price.output} out`,
			capabilities.join(" ")
		]);
		const widths = [
			0,
			1,
			2
		].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
		const line = (row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
		world.out(`model, window in tokens, US dollars per million tokens, capabilities\n\n`);
		for (const row of rows) world.out(`${line(row).trimEnd()}\n`);
		return 0;
	}
};

// src/runner/cli/policy.ts
const policyCommand = {
	usage: "policy show | test | explain '<command>' | explain -",
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
			value: "sealed|separate|none",
			help: "the cell to assume (default: sealed)"
		},
		json: { help: "explain: one JSON object" }
	},
	run: async (args, world) => {
		const [action, ...rest] = args.positionals;
		const policy = await loadPolicyHere({
			policyPath: args.text("policy"),
			profile: args.text("profile"),
			world
		});
		switch (action) {
			case "show":
				requireNone(rest, "policy show");
				return show(policy, world);
			case "test":
				requireNone(rest, "policy test");
				return test(policy, world);
			case "explain": return explain(policy, rest.join(" "), args, world);
			default: throw invalid(action === void 0 ? "policy needs to know what to do." : `policy ${action} is not known.`, "Accepted: show, test, explain.");
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
async function test(policy, world) {
	const { testPolicy } = await import("./examples.js");
	const { passed, failed } = testPolicy(policy);
	for (const { rule, command, why } of failed) world.out(`✗ ${rule}: ${command}: ${why}\n`);
	world.out(`${policy.file}: ${passed} examples passed, ${failed.length} failed\n`);
	return failed.length === 0 ? 0 : 1;
}
async function explain(policy, command, args, world) {
	const { explainCommand, explainLine } = await import("./explain.js");
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
	if (command === "") throw invalid("There is no command.", "Give one in quotes, or - for JSON lines.");
	const explanation = explainCommand(policy, command, options);
	if (args.has("json")) world.out(`${JSON.stringify(explanation)}\n`);
	else world.out(explanationText(explanation));
	return 0;
}
function explanationText({ verdict, rule, reason, parts, notUnderstood }) {
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

// src/runner/cli/verify.ts
const verifyCommand = {
	usage: "verify <bundle>",
	summary: "check the hash chain of a run, and the files made from it",
	maxArguments: 1,
	options: {},
	run: async ({ positionals: [dir] }, world) => {
		if (dir === void 0) throw invalid("There is no bundle.", "Give the directory that the run printed.");
		const bundle = openBundle(resolve(world.cwd, dir));
		const journal = readJournal(bundle.journal);
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
		["context.jsonl", textOf(bundle.context) === contextOf(records)]
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
function contextOf(records) {
	const dir = mkdtempSync(join(tmpdir(), "kimi-verify-"));
	try {
		const path = join(dir, "context.jsonl");
		const sink = createContextFile(path);
		for (const record of records) sink.write(record);
		return textOf(path);
	} finally {
		rmSync(dir, {
			recursive: true,
			force: true
		});
	}
}
function blobProblems({ dir, blobs }, events) {
	const missing = events.flatMap((event) => event.type === "tool.end" && event.blob ? [event.blob] : []).filter((name) => !existsSync(join(dir, name))).map((name) => `${name}: is missing`);
	const changed = (existsSync(blobs) ? readdirSync(blobs) : []).filter((name) => `${sha256(readFileSync(join(blobs, name)))}.txt` !== name).map((name) => `blobs/${name}: its content is not what its name says`);
	return [...missing, ...changed];
}

// src/runner/cli/view.ts
const viewCommand = {
	usage: "view <bundle>",
	summary: "print the transcript of a run",
	maxArguments: 1,
	options: {},
	run: async ({ positionals: [dir] }, world) => {
		if (dir === void 0) throw invalid("There is no bundle.", "Give the directory that the run printed.");
		const { records, problem } = readJournal(openBundle(resolve(world.cwd, dir)).journal);
		world.out(renderTranscript(records));
		if (problem !== void 0) world.err(`The journal ends early: line ${problem.line}: ${problem.reason}.\n`);
		return 0;
	}
};

export { doctorCommand as a, modelsCommand as i, verifyCommand as n, examineGitHub as o, policyCommand as r, viewCommand as t };