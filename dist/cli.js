#!/usr/bin/env node
import nodeModule from "node:module";
import { fileURLToPath } from "node:url";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

// src/cli.ts
const NEEDED_NODE = 24;
const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;
function beside(name) {
	return fileURLToPath(import.meta.resolve(`./${name}`));
}
function currentFolder() {
	try {
		return process.cwd();
	} catch {
		return;
	}
}
function isNewEnough(version) {
	return Number.parseInt(version, 10) >= NEEDED_NODE;
}
function installedNode() {
	const found = [
		`../node_modules/${NODE_PACKAGE}`,
		`../../${NODE_PACKAGE}`,
		"../../node"
	].map(beside).find((dir) => {
		if (!existsSync(join(dir, "bin/node"))) return false;
		const { version } = JSON.parse(readFileSync(join(dir, "package.json"), "utf8"));
		return isNewEnough(version);
	});
	return found && join(found, "bin/node");
}
async function handOver(node) {
	const args = [...process.execArgv, ...process.argv.slice(1)];
	process.execve?.(node, [node, ...args], process.env);
	const [{ spawn }, { isatty }, { hideProcessSecrets }] = await Promise.all([
		import("node:child_process"),
		import("node:tty"),
		import("./chunks/hide-process-secrets.js")
	]);
	hideProcessSecrets({
		env: process.env,
		secretOptions: ["--api-key"]
	});
	const child = spawn(node, args, { stdio: "inherit" });
	const hasTerminal = [
		0,
		1,
		2
	].some((descriptor) => isatty(descriptor));
	for (const signal of [
		"SIGINT",
		"SIGQUIT",
		"SIGHUP",
		"SIGTERM"
	]) process.on(signal, () => {
		if (!hasTerminal || signal === "SIGTERM") child.kill(signal);
	});
	child.on("error", (error) => refuse(`${error.message}.`));
	child.on("exit", (code, signal) => {
		if (signal !== null) process.removeAllListeners(signal);
		if (signal !== null) process.kill(process.pid, signal);
		process.exitCode = code ?? 1;
	});
}
function refuse(message) {
	process.stderr.write(`error: ${message}\n`);
	process.exitCode = 2;
}
function wayToNode() {
	const checkout = beside("..").replace(/\/$/, "");
	if (process.platform === "linux" && existsSync(join(checkout, "package-lock.json"))) return `Run \`npm ci\` in ${checkout}, which brings it.`;
	return `Install it, or type: npx --yes --package=${NODE_PACKAGE}@${NEEDED_NODE} -- node ${beside("cli.js")} …`;
}
const cwd = currentFolder();
if (!isNewEnough(process.versions.node)) {
	const node = installedNode();
	const needed = `kimi-runner needs Node ${NEEDED_NODE} or newer; this is ${process.version}.`;
	await (node === void 0 ? refuse(`${needed} ${wayToNode()}`) : handOver(node));
} else if (cwd === void 0) refuse("The current folder was removed. Change to one that exists.");
else {
	let isAnswerLost = false;
	const outClosed = new AbortController();
	process.stderr.on("error", () => {});
	process.stdout.on("error", (error) => {
		if (error.code === "EPIPE") outClosed.abort(/* @__PURE__ */ new Error("Standard output was closed by its reader."));
		if (error.code === "EPIPE" || isAnswerLost) return;
		isAnswerLost = true;
		process.exitCode ||= 1;
		process.stderr.write(`error: Standard output cannot be written: ${error.message}.\n`);
	});
	nodeModule.enableCompileCache(beside("../node_modules/.cache/kimi-runner"));
	const crash = process.env["KIMI_CRASH_AT"];
	if (crash !== void 0) {
		const { armCrash } = await import("./chunks/crash.js");
		armCrash(crash, (point) => process.stderr.write(`crash point: ${point}\n`));
	}
	const [{ runCli }, { breakCommands }, { hideProcessSecrets }, { keepHeapSmall }, { hasColour, styled }] = await Promise.all([
		import("./chunks/main.js"),
		import("./chunks/plain-text.js"),
		import("./chunks/hide-process-secrets.js"),
		import("./chunks/small-heap.js"),
		import("./chunks/terminal-text.js")
	]);
	keepHeapSmall();
	const harmless = process.env["GITHUB_ACTIONS"] === "true" ? breakCommands : (text) => text;
	const isColoured = hasColour(process.env, process.stderr.isTTY);
	const word = isColoured ? styled("yellow", "warning:") : "warning:";
	const warn = (text) => process.stderr.write(harmless(`${word} ${text}\n`));
	hideProcessSecrets({
		env: process.env,
		secretOptions: ["--api-key"]
	}).forEach((failure) => warn(failure));
	const err = (text) => process.stderr.write(harmless(text));
	const code = await runCli(process.argv.slice(2), {
		env: process.env,
		cwd,
		nodePath: process.execPath,
		workerPath: beside(import.meta.url.endsWith(".ts") ? "cell.ts" : "cell.js"),
		out: (text) => process.stdout.write(harmless(text)),
		err,
		outClosed: outClosed.signal,
		warn,
		script: process.argv[1],
		readInput: async () => (await import("./chunks/standard-input.js")).readPipedInput({
			env: process.env,
			err
		}),
		isColoured,
		terminalColumns: process.stderr.isTTY ? () => process.stderr.columns || 80 : void 0
	});
	process.exitCode = isAnswerLost ? code || 1 : code;
}

export {  };