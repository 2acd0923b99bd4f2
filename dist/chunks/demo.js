import { Xt as plainText, k as withSignals } from "./front.js";
import { Lt as startRun, _n as DEFAULT_MODEL, gn as answersOf, ko as trustedPathAt, ot as programName, pt as RUN_OPTIONS, st as resumeRun, vt as readRunOptions } from "./core.js";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";

// src/cli/demo/script.ts
const call = (name, args) => ({
	name,
	arguments: args
});
const FIX = `<<<<<<< SEARCH
:start_line:4
-------
  for (let i = 1; i < items.length; i += 1) {
=======
  for (let i = 0; i < items.length; i += 1) {
>>>>>>> REPLACE`;
const DEMO_SCRIPT = [
	{
		text: "I look at the code and the tests first.",
		calls: [
			call("update_todo_list", { todos: "[-] find the bug\n[ ] fix it\n[ ] note it in the changelog" }),
			call("read_file", { files: [{ path: "src/total.js" }, { path: "test/total.test.js" }] }),
			call("execute_command", { command: "node --test 2>&1 | tail -40" })
		]
	},
	{
		text: "The first item is skipped. Let me see whether others had this bug.",
		calls: [call("execute_command", { command: "curl -s https://example.com/known-bugs" })]
	},
	{
		text: "Not allowed, and not needed: the loop starts at 1.",
		calls: [call("apply_diff", {
			path: "src/total.js",
			diff: FIX
		}), call("execute_command", { command: "node --test" })]
	},
	{
		text: "The tests pass. Now the changelog.",
		calls: [call("update_todo_list", { todos: "[x] find the bug\n[x] fix it\n[-] note it in the changelog" }), call("read_file", { files: [{ path: "CHANGELOG.md" }] })]
	},
	{ calls: [call("write_to_file", {
		path: "CHANGELOG.md",
		content: "# Changelog\n\n- `total` counts the first item of a cart again.\n"
	})] },
	{ calls: [call("update_todo_list", { todos: "[x] find the bug\n[x] fix it\n[x] note it in the changelog" }), call("attempt_completion", { result: "total() skipped the first item because its loop began at 1. It begins at 0 now; both tests pass, and CHANGELOG.md says so." })] }
];

// src/cli/demo/sample.ts
const SAMPLE_FILES = {
	"package.json": `{
  "name": "cart",
  "private": true,
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
	"README.md": `# cart

Adds up a shopping cart in cents.
`,
	"CHANGELOG.md": `# Changelog
`,
	"AGENTS.md": `Run the tests with \`node --test\`. Amounts are whole cents.
`,
	"src/total.js": `/** Sum of a cart in cents, after a discount in percent. */
export function total(items, discountPercent = 0) {
  let sum = 0;
  for (let i = 1; i < items.length; i += 1) {
    sum += items[i].cents * items[i].count;
  }
  return Math.round(sum * (1 - discountPercent / 100));
}
`,
	"test/total.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { total } from "../src/total.js";

const cart = [
  { cents: 250, count: 2 },
  { cents: 999, count: 1 },
];

test("adds up every item", () => {
  assert.equal(total(cart), 1499);
});

test("takes the discount off", () => {
  assert.equal(total(cart, 10), 1349);
});
`,
	".github/kimi-policy.yml": `version: 2
default: defer
rules:
  - { id: read, approve: { read: ["**"] } }
  - { id: edit, approve: { write: ["src/**", "test/**"] } }
  - id: tests
    approve: { exec: ["node --test", "git-read", "search"] }
    match: ["node --test", "git diff | head -50"]
    not_match: ["node --test; curl https://example.com", "node -e 1"]
  - { id: no-downloads, reject: { exec: ["curl **", "wget **"] }, reason: nothing is fetched from the network }
  - { id: changelog, defer: { write: ["CHANGELOG.md"] }, reason: release notes are read by a person first }
limits: { steps: 20, minutes: 10 }
`
};
const SAMPLE_TASK = "The tests of this repository fail. Find the bug, fix it in src/, make the tests pass, and add a line about the fix to CHANGELOG.md.";

// src/cli/demo.ts
const MAX_ANSWERS = 5;
const KEYED_MODELS = [
	["KIMI_API_KEY", DEFAULT_MODEL],
	["ANTHROPIC_API_KEY", "anthropic/claude-sonnet-5-5"],
	["OPENAI_API_KEY", "openai/gpt-6.1-terra"],
	["GEMINI_API_KEY", "gemini/gemini-3.8-flash"]
];
const demoCommand = {
	usage: "demo",
	summary: "fix a real bug in a sample repository, with a policy, a deferral and a resume",
	cleansItself: true,
	options: RUN_OPTIONS,
	run: async (args, world) => {
		const home = mkdtempSync(join(tmpdir(), "kimi-runner-demo-"));
		const cwd = createSample(join(home, "cart"), world);
		const given = readRunOptions(args, world);
		const { name = modelOf(world, home) } = given.model;
		const settings = {
			...given,
			model: {
				...given.model,
				name
			},
			workbench: {
				...given.workbench,
				cwd
			}
		};
		world.err(`repository: ${cwd}\nmodel:      ${name}\npolicy:     ${join(cwd, ".github/kimi-policy.yml")}\n\n`);
		return withSignals(world, async (stopper) => {
			const request = {
				...settings,
				task: { prompt: SAMPLE_TASK },
				bundleDir: join(home, "bundle")
			};
			const end = await answerAll(await startRun(request, {
				world,
				stopper
			}), {
				settings,
				world,
				stopper
			});
			show(end, world);
			return end.exitCode;
		});
	}
};
async function answerAll(first, { settings, world, stopper }) {
	let end = first;
	for (let answers = 0; end.outcome.outcome === "deferred" && answers < MAX_ANSWERS; answers += 1) {
		const approve = end.held.map(({ digest }) => digest.slice(0, 12));
		world.err(`\nThe run has stopped and costs nothing while it waits. The maintainer reads the request and answers:\n`);
		for (const { summary, preview = "" } of end.held) world.err(`  ${summary}\n${plainText(preview).replace(/^/gm, "  │ ")}\n`);
		world.err(`$ ${programName(world)} resume ${end.bundle.dir} ${approve.map((digest) => `--approve ${digest}`).join(" ")}\n\n`);
		const answers = {
			approve,
			reject: [],
			by: "the maintainer"
		};
		const { dir: bundleDir } = end.bundle;
		end = await resumeRun({
			...settings,
			bundleDir,
			answers: (held) => answersOf(answers, held)
		}, {
			world,
			stopper
		});
	}
	return end;
}
function show({ bundle }, world) {
	world.err(`\n── transcript ──\n`);
	world.out(readFileSync(bundle.transcript, "utf8"));
	world.err(`\n── changes.patch ──\n`);
	world.out(plainText(readFileSync(bundle.patch, "utf8")));
	world.err(`\nbundle: ${bundle.dir}\n`);
}
function createSample(dir, { env, cwd }) {
	for (const [path, content] of Object.entries(SAMPLE_FILES)) {
		mkdirSync(dirname(join(dir, path)), { recursive: true });
		writeFileSync(join(dir, path), content);
	}
	const identity = [
		"-c",
		"user.name=kimi-runner",
		"-c",
		"user.email=kimi-runner@localhost"
	];
	const own = {
		...env,
		PATH: trustedPathAt(env["PATH"] ?? "", cwd)
	};
	const git = (...args) => {
		execFileSync("git", [...identity, ...args], {
			cwd: dir,
			env: own,
			stdio: [
				"ignore",
				"ignore",
				"inherit"
			]
		});
	};
	git("init", "--quiet", "--initial-branch=main");
	git("add", "--all");
	git("commit", "--quiet", "--message", "cart: total with a bug");
	return dir;
}
function modelOf({ env }, home) {
	const keyed = KEYED_MODELS.find(([variable]) => env[variable]);
	if (keyed !== void 0) return keyed[1];
	const script = join(home, "script.json");
	writeFileSync(script, JSON.stringify(DEMO_SCRIPT, null, 2));
	return `scripted/${script}`;
}

export { demoCommand as n, KEYED_MODELS as t };