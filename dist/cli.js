#!/usr/bin/env node
import nodeModule from "node:module";
import { fileURLToPath } from "node:url";

// src/cli.ts
const NEEDED_NODE = 24;
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
const cwd = currentFolder();
if (Number.parseInt(process.versions.node, 10) < NEEDED_NODE) {
	process.stderr.write(`error: kimi-runner needs Node ${NEEDED_NODE} or newer; this is ${process.version}.\n`);
	process.exitCode = 2;
} else if (cwd === void 0) {
	process.stderr.write("error: The current folder was removed. Change to one that exists.\n");
	process.exitCode = 2;
} else {
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
	const [{ runCli }, { breakCommands }, { hideProcessSecrets }, { keepHeapSmall }] = await Promise.all([
		import("./chunks/main.js"),
		import("./chunks/plain-text.js"),
		import("./chunks/hide-process-secrets.js"),
		import("./chunks/small-heap.js")
	]);
	keepHeapSmall();
	const harmless = process.env["GITHUB_ACTIONS"] === "true" ? breakCommands : (text) => text;
	const warn = (text) => process.stderr.write(harmless(`warning: ${text}\n`));
	hideProcessSecrets({
		env: process.env,
		secretOptions: ["--api-key"]
	}).forEach((failure) => warn(failure));
	const code = await runCli(process.argv.slice(2), {
		env: process.env,
		cwd,
		nodePath: process.execPath,
		workerPath: beside(import.meta.url.endsWith(".ts") ? "cell.ts" : "cell.js"),
		out: (text) => process.stdout.write(harmless(text)),
		err: (text) => process.stderr.write(harmless(text)),
		outClosed: outClosed.signal,
		warn,
		script: process.argv[1],
		readInput: async () => (await import("./chunks/standard-input.js")).readPipedInput(warn),
		terminalColumns: process.stderr.isTTY ? () => process.stderr.columns || 80 : void 0
	});
	process.exitCode = isAnswerLost ? code || 1 : code;
}

export {  };