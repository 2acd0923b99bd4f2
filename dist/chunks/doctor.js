import { C as jsonFile, T as namesIn, Xt as plainText, _t as counted, at as member, b as fileText, ht as oneLine, j as unsealedWords, lt as describeError, v as NOWHERE, xt as namedUpTo } from "./front.js";
import { c as githubJob, s as contextOfVariables } from "./github.js";
import { Ct as whoAmI, Mt as preflight, _ as originRepository, h as jobClient, jt as TIMEOUT_MS$1, wt as OWN_BRANCH } from "./job.js";
import { Ao as findCheckout, Co as cacheFolders, Do as removeTree, Oo as trustedPath, So as toolVariables, bn as loadModel, dt as MODEL_OPTIONS, eo as isWithin, fr as VERSION_FILES, gr as trustSources, ii as findProgram, ko as trustedPathAt, mt as WORKBENCH_OPTIONS, pr as versionLines, ra as proxyEnvOf, rr as openWorkbench, ut as COMMITTED_OPTION, vr as machineOf, vt as readRunOptions, yn as defaultModel } from "./core.js";
import { j as findBrowser } from "./toolbox.js";
import { l as upstreamFor } from "./network.js";
import { promisify } from "node:util";
import { existsSync, mkdirSync, mkdtempSync, statSync, statfsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { execFile, execFileSync } from "node:child_process";
import { tmpdir } from "node:os";

// src/cli/doctor/used-tools.ts
function fine(name, detail) {
	return {
		name,
		ok: true,
		detail
	};
}
function unsure(name, detail, fix) {
	return {
		name,
		ok: "unknown",
		detail,
		fix
	};
}
const VERSION = "--version";
const GRADLE = [
	"build.gradle",
	"build.gradle.kts",
	"settings.gradle",
	"settings.gradle.kts"
];
const DOTNET = [
	"*.sln",
	"*.slnx",
	"*.csproj",
	"*.fsproj",
	"global.json",
	"Directory.Build.props"
];
const NODE = [
	"package.json",
	".nvmrc",
	".node-version"
];
const PYTHON = [
	"pyproject.toml",
	"setup.py",
	"setup.cfg",
	"requirements.txt",
	"Pipfile",
	".python-version",
	"tox.ini"
];
const BUILD_TOOLS = {
	node: {
		ask: VERSION,
		files: NODE,
		names: ["nodejs"]
	},
	npm: {
		ask: VERSION,
		files: ["package-lock.json", "npm-shrinkwrap.json"]
	},
	pnpm: {
		ask: VERSION,
		files: ["pnpm-lock.yaml", "pnpm-workspace.yaml"],
		isOfCheckout: true
	},
	yarn: {
		ask: VERSION,
		files: ["yarn.lock", ".yarnrc.yml"],
		isOfCheckout: true
	},
	bun: {
		ask: VERSION,
		files: [
			"bun.lock",
			"bun.lockb",
			"bunfig.toml"
		]
	},
	deno: {
		ask: VERSION,
		files: [
			"deno.json",
			"deno.jsonc",
			"deno.lock"
		]
	},
	python3: {
		ask: VERSION,
		files: PYTHON,
		names: ["python"]
	},
	pip: {
		ask: VERSION,
		files: ["requirements.txt"]
	},
	uv: {
		ask: VERSION,
		files: ["uv.lock"]
	},
	poetry: {
		ask: VERSION,
		files: ["poetry.lock"]
	},
	pipenv: {
		ask: VERSION,
		files: ["Pipfile", "Pipfile.lock"]
	},
	go: {
		ask: "version",
		files: [
			"go.mod",
			"go.work",
			".go-version"
		],
		names: ["golang"]
	},
	cargo: {
		ask: VERSION,
		files: [
			"Cargo.toml",
			"rust-toolchain",
			"rust-toolchain.toml"
		],
		names: ["rust"]
	},
	java: {
		ask: "-version",
		files: [
			"pom.xml",
			...GRADLE,
			"build.sbt",
			".java-version"
		]
	},
	mvn: {
		ask: "-version",
		files: ["pom.xml"],
		names: ["maven"],
		isOfCheckout: true
	},
	gradle: {
		ask: VERSION,
		files: GRADLE,
		isOfCheckout: true
	},
	ruby: {
		ask: VERSION,
		files: [
			"Gemfile",
			"*.gemspec",
			".ruby-version"
		]
	},
	bundle: {
		ask: VERSION,
		files: ["Gemfile"],
		isOfCheckout: true
	},
	php: {
		ask: VERSION,
		files: [
			"composer.json",
			"phpunit.xml",
			"phpunit.xml.dist"
		]
	},
	composer: {
		ask: VERSION,
		files: ["composer.json"],
		isOfCheckout: true
	},
	dotnet: {
		ask: VERSION,
		files: DOTNET,
		isOfCheckout: true
	},
	R: {
		ask: VERSION,
		files: [
			"DESCRIPTION",
			"renv.lock",
			"*.Rproj"
		]
	},
	make: {
		ask: VERSION,
		files: [
			"Makefile",
			"makefile",
			"GNUmakefile"
		]
	},
	cmake: {
		ask: VERSION,
		files: ["CMakeLists.txt"]
	}
};
const WRAPPERS = {
	mvn: "mvnw",
	gradle: "gradlew"
};
function usedTools(root) {
	const names = namesIn(root);
	const matches = (name, file) => file.startsWith("*") ? name.endsWith(file.slice(1)) : name === file;
	const found = /* @__PURE__ */ new Map();
	const note = (name, by, isNeeded) => {
		if (!found.has(name)) found.set(name, {
			name,
			by,
			isNeeded
		});
	};
	const wanted = member(jsonFile(join(root, "package.json")), "packageManager");
	const [manager = ""] = typeof wanted === "string" ? wanted.split("@") : [];
	if (Object.hasOwn(BUILD_TOOLS, manager)) note(manager, "package.json", true);
	for (const [name, { files }] of Object.entries(BUILD_TOOLS)) {
		const wrapper = WRAPPERS[name];
		if (wrapper !== void 0 && existsSync(join(root, wrapper))) continue;
		const [by] = files.flatMap((file) => names.find((one) => matches(one, file)) ?? []);
		if (by !== void 0) note(name, by, true);
	}
	if (found.has("node") && ![
		"pnpm",
		"yarn",
		"bun"
	].some((name) => found.has(name))) note("npm", "package.json", true);
	for (const [by, text] of spokenOf(root)) for (const [name, tool] of Object.entries(BUILD_TOOLS)) if ([name, ...tool.names ?? []].some((word) => text.has(word))) note(name, by, false);
	return Object.keys(BUILD_TOOLS).flatMap((name) => found.get(name) ?? []);
}
function spokenOf(root) {
	const versions = [
		".tool-versions",
		"mise.toml",
		".mise.toml"
	].map((file) => [file, /^\s*"?([\w-]+)/gm]);
	const workflows = namesIn(join(root, ".github/workflows")).filter((name) => /\.ya?ml$/.test(name)).map((name) => [`.github/workflows/${name}`, /(?:^\s*(?:- )?(?:run: *)?|&& |; |setup-)(\w+)(?=[ @\n])/gm]);
	return [...versions, ...workflows].map(([file, pattern]) => [file, new Set([...(fileText(join(root, file)) ?? "").matchAll(pattern)].map(([, word = ""]) => word))]);
}

// src/cli/doctor/tools-in-cell.ts
const WITHOUT_CHECKOUT = "IFS=:; p=; for d in $PATH; do [[ $d/ == \"$PWD\"/* ]] || p+=$d:; done; PATH=${p%:}; unset IFS";
const SLOW_S = 1;
const TIMEOUT_MS = 2e4;
const MAX_OUTPUT_BYTES = 1e5;
function askFor(name) {
	const named = `grep -iEm1 '^${name} .*[0-9]+[.][0-9]' <<< "$said"`;
	return `{ said=$(timeout -k 1 ${SLOW_S} ${name} ${BUILD_TOOLS[name]?.ask ?? ""} 2>&1); code=$?; echo "= ${name} $code"$'\\n'"$(${named} || grep -v '^Picked up ' <<< "\$said" | grep -m1 '[0-9]')"; } &`;
}
const SLOW = "124";
function answersIn(output) {
	const answers = output.matchAll(/^= (\S+) (\S+)\n?((?!= ).*)$/gm);
	return new Map(Array.from(answers, ([, name = "", code = "", said = ""]) => [name, {
		code,
		version: said.trim()
	}]));
}
async function toolsInCell(options) {
	const { cell, root, env, all } = options;
	const path = env["PATH"] ?? "";
	const used = usedTools(root);
	const others = all ? Object.keys(BUILD_TOOLS).filter((name) => !used.some((tool) => tool.name === name)) : [];
	const tools = [...used, ...others.map((name) => ({
		name,
		by: "",
		isNeeded: false
	}))];
	const asked = tools.map(({ name }) => name).filter((name) => findProgram(name, path) !== void 0);
	if (asked.length === 0) return tools.flatMap(missing);
	const script = [...asked.map(askFor), "wait"].join("\n");
	const request = {
		cwd: ".",
		timeoutMs: TIMEOUT_MS,
		maxOutputBytes: MAX_OUTPUT_BYTES
	};
	const [{ output }, outside] = await Promise.all([cell.exec({
		...request,
		command: `${WITHOUT_CHECKOUT}\n${script}`
	}), answersOutside(asked, options)]);
	const inside = answersIn(output);
	return tools.flatMap((tool) => asked.includes(tool.name) ? compared(tool.name, {
		path,
		inside,
		outside
	}) : missing(tool));
}
function missing({ name, by, isNeeded }) {
	if (!isNeeded) return [];
	const fix = `Install ${name}, or let a step before the run do it.`;
	return [unsure(name, `is not on this machine's PATH, and ${by} needs it`, fix)];
}
function compared(name, { path, inside, outside }) {
	const { code, version } = inside.get(name) ?? {
		code: SLOW,
		version: ""
	};
	const there = outside.get(name);
	if (code === SLOW) return fine(name, `is in the cell, and slow: no version within ${SLOW_S} s`);
	if (code !== "0") {
		const said = version === "" ? "" : `: ${version}`;
		const works = there?.code === "0" ? `, and is ${there.version} outside` : "";
		return unsure(name, `${findProgram(name, path)} does not run in the cell${said}${works}`, "docs/builds.md says which folders a cell shows. Name the folder in `sandbox.readonly`, or leave it to a step before the run.");
	}
	if (there === void 0 || there.code !== "0") return fine(name, `${version} in the cell`);
	if (there.version === version) return fine(name, `${version} in the cell, as outside`);
	return unsure(name, `${version} in the cell, ${there.version} outside`, "Commands have the first. Name the version in a file of the repository, or show its folder with `sandbox.readonly`.");
}
const run$1 = promisify(execFile);
const STAYS_HERE = {
	CI: "true",
	GOTOOLCHAIN: "local",
	MISE_EXEC_AUTO_INSTALL: "0",
	MISE_NOT_FOUND_AUTO_INSTALL: "0",
	RUSTUP_AUTO_INSTALL: "0"
};
async function answersOutside(names, { root, env }) {
	const dir = mkdtempSync(join(tmpdir(), "kimi-doctor-"));
	try {
		for (const name of VERSION_FILES.keys()) {
			const text = fileText(join(root, name));
			const lines = text === void 0 ? void 0 : versionLines(join(root, name), text);
			if (lines === void 0) continue;
			mkdirSync(dirname(join(dir, name)), { recursive: true });
			writeFileSync(join(dir, name), lines);
		}
		const asked = names.filter((name) => BUILD_TOOLS[name]?.isOfCheckout !== true).map(askFor);
		const { stdout } = await run$1("bash", ["-c", [...asked, "wait"].join("\n")], {
			cwd: dir,
			env: {
				...toolVariables(env),
				...STAYS_HERE,
				HOME: env["HOME"],
				PATH: trustedPath(env["PATH"] ?? "", root)
			},
			timeout: TIMEOUT_MS,
			maxBuffer: MAX_OUTPUT_BYTES
		});
		return answersIn(stdout);
	} catch {
		return /* @__PURE__ */ new Map();
	} finally {
		removeTree(dir);
	}
}
async function browserInCell({ policy, cell, browser, env, all }) {
	const { browser: wanted = false, network } = policy.sandbox;
	const name = "browser";
	if (wanted === false) {
		if (!all) return [];
		const found = findBrowser({
			env,
			hasHosts: network.length > 0
		});
		const detail = `${found} is here; no run is offered it without \`sandbox: { browser: true }\` in the policy`;
		return found === void 0 ? [] : [fine(name, detail)];
	}
	const fix = "apt-get install chromium, or give its path in `sandbox.browser`. docs/browser.md says which are found.";
	if (browser === void 0) return [{
		name,
		ok: false,
		detail: "the policy wants one, and a run here has none",
		fix
	}];
	const { output, code } = await cell.exec({
		command: [browser, "--version"],
		cwd: ".",
		timeoutMs: TIMEOUT_MS,
		maxOutputBytes: MAX_OUTPUT_BYTES
	});
	const version = output.split("\n").find((line) => /\d/.test(line)) ?? "";
	if (code === 0) return [fine(name, `${browser}: ${version.trim()} in the cell`)];
	return [{
		name,
		ok: false,
		detail: `${browser} does not run in the cell: ${output.trim().slice(0, 300)}`,
		fix
	}];
}

// src/cli/doctor.ts
const doctorCommand = {
	usage: "doctor",
	summary: "say what is missing for a run here: git, repository, policy, sandbox, model key, GitHub",
	options: {
		...MODEL_OPTIONS,
		...WORKBENCH_OPTIONS,
		...COMMITTED_OPTION,
		all: { help: "also show the probes, and this machine's tools and caches that the repository does not use" }
	},
	run: async (args, world) => {
		const { model, workbench } = readRunOptions(args, world);
		const { name = defaultModel(world.env) } = model;
		const github = examineGitHub({
			...world,
			cwd: workbench.cwd
		});
		const checked = args.has("committed") ? "committed" : "here";
		const all = args.has("all");
		let examined = {
			tools: [],
			judged: []
		};
		const findings = await Promise.all([
			examine("node", async () => process.version),
			examine("git", async () => execFileSync("git", ["--version"], {
				encoding: "utf8",
				env: { PATH: trustedPathAt(world.env["PATH"] ?? "", workbench.cwd) }
			}).trim()),
			examine("checkout", () => examineCheckout({
				...workbench,
				checked,
				world,
				all
			}, (found) => examined = found)),
			examine("model", async () => (await loadModel({
				...model,
				name
			}, world), `${name}: a key is set, nothing was sent`))
		]);
		const there = await github;
		const found = [
			...findings,
			...examined.tools,
			...there
		].toSorted((a, b) => rankOf(a) - rankOf(b));
		for (const finding of found) world.out(lineOf(finding));
		for (const text of examined.judged) world.out(`${text}\n`);
		if (!all) world.out("kimi-runner doctor --all shows the probes and what else this machine has.\n");
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
function rankOf({ ok }) {
	return ok === true ? 2 : ok === "unknown" ? 1 : 0;
}
function lineOf({ name, ok, detail, fix }) {
	const remedy = ok === true || fix === void 0 ? "" : `\n${INDENT}→ ${fix}`;
	return `${MARKS[`${ok}`]} ${name.padEnd(NAME_WIDTH)} ${detail}${remedy}\n`;
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
async function examineCheckout(options, note) {
	const { world, all } = options;
	const bench = await openWorkbench(options);
	try {
		const { repository, policy, cell, overlay, withoutOverlays, uncopied, browser, network } = bench;
		const { buildsInCell } = await import("./builds-in-cell.js");
		const { networkInCell } = await import("./network-in-cell.js");
		const { isSetUp } = await import("./set-up.js");
		const { sandbox } = policy;
		const { env } = world;
		const { root, headCommit, branch } = repository;
		const look = {
			root,
			env,
			all
		};
		note({
			tools: [
				...await toolsInCell({
					...look,
					cell
				}),
				...await browserInCell({
					...look,
					policy,
					cell,
					browser
				}),
				...cell.level === "sealed" ? [...networkInCell({
					...look,
					network,
					policy
				}), ...await buildsInCell({
					...look,
					cell,
					withoutOverlays,
					uncopied,
					sandbox,
					isSetUp: isSetUp({
						policy,
						headCommit,
						world,
						root,
						branch,
						pathVar: bench.pathVar
					})
				})] : []
			],
			judged: bench.judged === void 0 ? [] : [bench.judged]
		});
		const held = cell.probes.filter((probe) => probe.held).length;
		const probes = cell.probes.filter((probe) => all || !probe.held);
		return [
			`${root} at ${headCommit.slice(0, 12)}`,
			`policy ${policy.file} (${policy.digest.slice(0, 12)}), minimum ${policy.sandbox.minimum}`,
			`sandbox ${cell.level}: ${held} of ${counted(cell.probes.length, "probe")} held`,
			...cell.level === "sealed" || policy.default === "approve" ? [] : [unsealedWords(sandbox.unsealed ?? "lines")],
			overlay === void 0 ? "works in the checkout itself" : "works on a copy of the checkout",
			...cell.level === "sealed" ? hiddenLines(await bench.hidden) : [],
			...probes.map((probe) => `${probe.held ? "✓" : "✗"} ${probe.name}: ${probe.detail}`)
		].join(`\n${INDENT}`);
	} finally {
		await bench.close();
	}
}
const MAX_NAMED = 30;
const MAX_PATH_CHARS = 200;
function hiddenLines({ paths }) {
	const textOf = ({ path, rule }) => `${plainText(oneLine(Buffer.from(path, "latin1").toString("utf8"), MAX_PATH_CHARS))} (${rule})`;
	return paths.length === 0 ? [] : [`hidden from commands: ${namedUpTo(paths.map(textOf), MAX_NAMED)}`];
}
async function examineGitHub(world) {
	const { env, cwd } = world;
	const token = env["GITHUB_TOKEN"];
	if (!token) return [notAsked("GITHUB_TOKEN is not set.", "Set it to see token rights, branch rules and settings.")];
	try {
		const context = contextOfVariables(env, {
			eventName: "",
			payload: {}
		});
		const { serverUrl } = context;
		const [owner = "", repo = ""] = ((env["GITHUB_REPOSITORY"] || originRepository(findCheckout(cwd), serverUrl)) ?? "").split("/");
		if (owner === "" || repo === "") {
			const { host } = new URL(serverUrl);
			return [notAsked(`The checkout has no origin on ${host}.`, "Set GITHUB_REPOSITORY to owner/name.")];
		}
		const job = githubJob({
			...context,
			repo: {
				owner,
				repo
			}
		}, env);
		const once = {
			repeat: "never",
			signal: AbortSignal.timeout(TIMEOUT_MS$1)
		};
		const client = jobClient({
			token,
			commit: "git",
			publish: "none"
		}, job, world);
		return await preflight(client, {
			owner,
			repo,
			serverUrl: job.serverUrl,
			token,
			wants: {
				push: true,
				pullRequest: true,
				comment: true
			},
			target: Promise.resolve(OWN_BRANCH),
			self: whoAmI({
				graphql: (query) => client.graphql(query, {}, once),
				request: (route) => client.request(route, {}, once)
			}),
			artifacts: env["GITHUB_ACTIONS"] ? job.artifacts : void 0
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

// src/cli/doctor/builds-in-cell.ts
async function buildsInCell(options) {
	const used = new Set(usedTools(options.root).flatMap(({ name }) => CACHES_OF[name] ?? [name]));
	const shown = cachesHere(options).filter(({ tool }) => options.all || used.has(tool));
	const caches = Promise.all(shown.map(async (one) => await describeCache(one, options)));
	const found = options.sandbox.setup === void 0 ? [
		...await lockFiles(options),
		...withoutModules(options),
		...withoutPackages(options)
	] : [setUp(options)];
	return [
		overlay(options),
		...await caches,
		...found
	];
}
const CACHES_OF = {
	bundle: ["bundler", "gem"],
	dotnet: ["nuget"],
	mvn: ["maven"]
};
function setUp({ isSetUp }) {
	const name = "set-up";
	if (isSetUp === true) return fine(name, "`sandbox.setup` has run: its layer is kept for these lock files");
	return unsure(name, "`sandbox.setup` has not run here for these lock files, or its layer is not kept: the next run runs it", "Try it: kimi-runner cell --setup -- true");
}
function overlay({ withoutOverlays }) {
	const { bavail, bsize } = statfsSync(tmpdir());
	const free = `${sizeText(bavail * bsize)} free in ${tmpdir()}`;
	if (withoutOverlays === void 0) return fine("copies", `on write, ${free}`);
	return unsure("copies", `not mounted: ${withoutOverlays}; ${free}`, "Caches are read-only then. Overlays need Linux 5.11, util-linux, and a folder for temporary files that is not on an overlay itself (TMPDIR).");
}
function cachesHere({ env }) {
	const home = env["HOME"] ?? "/dev/null/none";
	return cacheFolders({
		env: toolVariables(env),
		home
	}).filter(({ path }) => existsSync(path));
}
const run = promisify(execFile);
async function describeCache({ tool, path }, options) {
	const { sandbox, withoutOverlays, uncopied } = options;
	const { caches = "copy" } = sandbox;
	const refused = uncopied.find(({ at }) => isWithin(path, at));
	const mode = caches === "copy" && (withoutOverlays !== void 0 || refused !== void 0) ? "read" : caches;
	const detail = `${path}, ${await run("du", ["-sk", path], {
		timeout: 5e3,
		env: { PATH: trustedPath(options.env["PATH"] ?? "", options.root) }
	}).then(({ stdout }) => sizeText(Number.parseInt(stdout, 10) * 1024), () => "size unknown")}, ${{
		copy: "a copy on write",
		read: "read-only",
		none: "not shown"
	}[mode]}`;
	const foreign = statSync(path).uid !== statSync(options.root).uid && mode === "copy";
	const name = `${tool} cache`;
	if (refused !== void 0) return unsure(name, `${detail}: ${refused.why}`, "Keep it on a disk of this machine, or name one in the tool's variable.");
	if (!foreign) return fine(name, detail);
	return unsure(name, detail, "It does not belong to the owner of the workspace: commands may not add to folders in it.");
}
const LOCK_FILES = [
	{
		file: "package-lock.json",
		program: "npm",
		group: "npm",
		copies: ["*package.json", "package-lock.json"],
		command: "npm ci --offline --ignore-scripts --no-audit --no-fund"
	},
	{
		file: "pnpm-lock.yaml",
		program: "pnpm",
		group: "npm",
		copies: ["pnpm-lock.yaml", "*.patch"],
		command: "pnpm fetch --offline"
	},
	{
		file: "yarn.lock",
		program: "yarn",
		group: "npm",
		copies: [
			"*package.json",
			"yarn.lock",
			".yarnrc.yml",
			".yarn"
		],
		command: "case $(yarn --version) in 1.*) yarn install --offline --frozen-lockfile --ignore-scripts --non-interactive;; *) YARN_ENABLE_NETWORK=0 yarn install --immutable --mode=skip-build;; esac"
	},
	{
		file: "uv.lock",
		program: "uv",
		group: "pypi",
		command: "UV_PROJECT_ENVIRONMENT=$(mktemp -d)/venv uv sync --offline --locked --no-install-workspace"
	},
	{
		file: "poetry.lock",
		program: "poetry",
		group: "pypi",
		copies: ["*pyproject.toml", "poetry.lock"],
		command: "POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-root --no-interaction"
	},
	{
		file: "Pipfile.lock",
		program: "pipenv",
		group: "pypi",
		command: "pipenv --venv"
	},
	{
		file: "requirements.txt",
		program: "python3",
		group: "pypi",
		command: "[ -d .venv ] || PIP_BREAK_SYSTEM_PACKAGES=1 python3 -m pip install -q --no-index --dry-run -r requirements.txt"
	},
	{
		file: "Gemfile.lock",
		program: "bundle",
		group: "rubygems",
		command: "bundle check || BUNDLE_FROZEN=true BUNDLE_APP_CONFIG=$(mktemp -d) BUNDLE_PATH=$(mktemp -d) bundle install --local"
	},
	{
		file: "go.work",
		program: "go",
		group: "go",
		command: "GOPROXY=off go mod download"
	},
	{
		file: "go.sum",
		program: "go",
		group: "go",
		command: "GOPROXY=off go mod download"
	},
	{
		file: "Cargo.lock",
		program: "cargo",
		group: "crates",
		command: "cargo fetch --offline --locked"
	}
];
function amongCopies({ copies, command }) {
	if (copies === void 0) return command;
	return `d=$(mktemp -d) && git ls-files -z -- ${copies.map((name) => `'${name}'`).join(" ")} | xargs -0 cp --parents -t "$d" && cd "$d" && ${command}`;
}
function problemIn(output) {
	const lines = output.split("\n").filter((line) => line.trim() !== "");
	return lines.find((line) => /\b(?:err(?:or)?|failed|fatal)\b|ERR_/i.test(line)) ?? lines[0] ?? "";
}
async function lockFiles({ cell, root, env }) {
	const found = [];
	for (const lockFile of LOCK_FILES) {
		const { file, program, group } = lockFile;
		if (!existsSync(join(root, file))) continue;
		if (findProgram(program, env["PATH"] ?? "") === void 0) continue;
		const command = amongCopies(lockFile);
		const { code, output } = await cell.exec({
			command,
			cwd: ".",
			timeoutMs: 6e4,
			maxOutputBytes: 1e5
		});
		const problem = `does not install without network: ${problemIn(output).trim().slice(0, 200)}`;
		if (code === 0) found.push(fine(file, "what it names is here: commands have it without network"));
		else if (group === "npm" && hasModules(root)) found.push(fine(file, `is installed, and commands find its packages; once more it ${problem}`));
		else found.push(unsure(file, problem, howToInstall(group)));
	}
	return found;
}
function hasModules(root) {
	return ["node_modules", ".pnp.cjs"].some((name) => existsSync(join(root, name)));
}
function withoutModules({ root }) {
	const manifest = jsonFile(join(root, "package.json"));
	if (!["dependencies", "devDependencies"].some((key) => Object.keys(member(manifest, key) ?? {}).length > 0) || hasModules(root)) return [];
	return [unsure("node_modules", "is missing: commands find no packages of package.json", howToInstall("npm"))];
}
const OTHERS = [
	[
		"pom.xml",
		"maven",
		"maven",
		"lib"
	],
	[
		"build.gradle",
		"gradle",
		"gradle",
		"lib"
	],
	[
		"build.gradle.kts",
		"gradle",
		"gradle",
		"lib"
	],
	[
		"composer.json",
		"composer",
		"packagist",
		"vendor"
	]
];
function withoutPackages(options) {
	const { root, sandbox } = options;
	const cached = new Set(cachesHere(options).map(({ tool }) => tool));
	const listed = new Set(sandbox.network.map((entry) => typeof entry === "string" ? entry : entry.host));
	return OTHERS.filter(([file, tool, group, installed]) => existsSync(join(root, file)) && !cached.has(tool) && !listed.has(group) && !existsSync(join(root, installed))).map(([file, tool, group]) => {
		const why = `this machine has no cache of ${tool}, and \`sandbox.network\` does not list \`${group}\``;
		return unsure(file, `commands find no packages: ${why}`, howToInstall(group));
	});
}
function howToInstall(group) {
	return `Let a step before the run install them once, list \`${group}\` in \`sandbox.network\`, or use \`sandbox.setup\`.`;
}
function sizeText(bytes) {
	return bytes >= 1024 ** 3 ? `${(bytes / 1024 ** 3).toFixed(1)} GiB` : `${Math.ceil(bytes / 1024 ** 2)} MiB`;
}

// src/cli/doctor/network-in-cell.ts
function networkInCell(options) {
	return [
		...options.all ? [bubblewrap(options)] : [],
		network(options),
		...proxy(options),
		...certificates(options),
		...services(options)
	];
}
function bubblewrap({ env, root }) {
	const path = findProgram("bwrap", trustedPath(env["PATH"] ?? "", root)) ?? "bwrap";
	const version = execFileSync(path, ["--version"], {
		encoding: "utf8",
		env: {}
	}).trim();
	return fine("bubblewrap", `${version}, ${path}`);
}
function network({ network: places }) {
	return fine("network", places.length === 0 ? "commands reach no host: `sandbox.network` of the policy lists none" : `commands reach ${places.join("; ")}`);
}
const SOME_HOST = {
	host: "registry.npmjs.org",
	port: 443
};
function proxy({ env }) {
	const proxyEnv = proxyEnvOf(env);
	if (proxyEnv === void 0) return [];
	const upstream = upstreamFor(SOME_HOST, proxyEnv);
	if (upstream === void 0) return [unsure("proxy", "HTTPS_PROXY is not set, or NO_PROXY excepts every host", "The cell reaches hosts over https only, so HTTP_PROXY alone has no effect.")];
	const { host, port, isSecure, authorization } = upstream;
	return [fine("proxy", `${isSecure ? "https" : "http"}://${host}:${port}, from HTTPS_PROXY${authorization === void 0 ? "" : ", with a user name, which stays out of the cell"}`)];
}
function certificates({ env, policy }) {
	const sources = trustSources(machineOf(env), policy.sandbox.ca ?? []);
	return [...new Set(sources.map(({ path }) => path))].map((path) => {
		const namedBy = sources.flatMap((source) => source.path === path ? [source.namedBy] : []).join(", ");
		if (existsSync(path)) return fine("certificates", `${path}, named by ${namedBy}`);
		return unsure("certificates", `${path} is not there, though it is named by ${namedBy}`, "Correct the path: programs in the cell trust the others only.");
	});
}
const COMPOSE = [
	"compose.yml",
	"compose.yaml",
	"docker-compose.yml",
	"docker-compose.yaml"
];
const MANIFESTS = [
	"package.json",
	"pyproject.toml",
	"requirements.txt",
	"go.mod",
	"pom.xml",
	"build.gradle",
	"Gemfile"
];
const PUBLISHED = /^\s*-\s*["']?(?:[\d.]+:)?(\d{2,5}):\d{2,5}(?:\/tcp)?["']?\s*(?:#.*)?$/gm;
const LOCAL = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?(localhost|127\.0\.0\.1):(\d{2,5})\b/i;
function services({ root, env, policy }) {
	const listed = policy.sandbox.services ?? [];
	const textOf = (name) => fileText(join(root, name)) ?? "";
	const check = (detail, ports, containers) => {
		const missing = [...new Set(ports)].filter((port) => !listed.some((service) => service.endsWith(`:${port}`)));
		if (missing.length === 0 && (ports.length > 0 || containers === "")) return [];
		const wanted = missing.map((port) => `"localhost:${port}"`).join(", ");
		const list = missing.length === 0 ? "list its port in `sandbox.services`" : `set \`sandbox: { services: [${wanted}] }\``;
		return [unsure("services", detail, `${containers}To let commands reach one of this machine, ${list}.`)];
	};
	const start = "A cell starts no containers. Start what tests need in a step before the run. ";
	const compose = COMPOSE.find((name) => existsSync(join(root, name)));
	const published = compose === void 0 ? [] : [...textOf(compose).matchAll(PUBLISHED)].map(([, port = ""]) => port);
	const testing = MANIFESTS.find((name) => /testcontainers/i.test(textOf(name)));
	return [
		...compose === void 0 ? [] : check(`${compose} describes containers`, published, start),
		...testing === void 0 ? [] : check(`${testing} uses Testcontainers`, [], start),
		...Object.entries(env).flatMap(([name, value = ""]) => {
			const [, host, port] = LOCAL.exec(value) ?? [];
			const isProxy = /proxy$/i.test(name);
			return port === void 0 || isProxy ? [] : check(`${name} refers to ${host}:${port}`, [port], "");
		})
	];
}

export { buildsInCell as n, doctorCommand as r, networkInCell as t };