import { Ua as RunnerError, qa as oneLine } from "./core.js";
import { At as object, Ct as int, Ft as string, Gn as _maxLength, Lt as union, Pi as safeParse, jt as optional, kt as number, nr as _regex, wt as literal, yt as array } from "./toolbox.js";
import { accessSync, constants, readdirSync } from "node:fs";
import { join } from "node:path";

// src/browser/reply.ts
const MAX_LINES = 300;
const MAX_EVENTS = 60;
const id = int();
const line = string().check(_maxLength(2e3));
const pixels = number();
const reply = union([
	object({
		id,
		kind: literal("done"),
		view: object({
			problem: optional(line),
			url: string().check(_maxLength(1e5)),
			title: line,
			status: optional(int()),
			width: pixels,
			height: pixels,
			scrollY: pixels,
			pageHeight: pixels,
			lines: array(line).check(_maxLength(MAX_LINES)),
			note: optional(line),
			events: array(line).check(_maxLength(MAX_EVENTS)),
			picture: optional(string().check(_regex(/^[A-Za-z0-9+/]+=*$/), _maxLength(1e6)))
		})
	}),
	object({
		id,
		kind: literal("closed")
	}),
	object({
		id,
		kind: literal("failed"),
		reason: string()
	})
]);
function browserReplyIn(text) {
	try {
		const parsed = safeParse(reply, JSON.parse(text));
		return parsed.success ? parsed.data : void 0;
	} catch {
		return;
	}
}

// src/browser/client.ts
const NODE_FLAGS = ["--max-old-space-size=256", "--disable-warning=ExperimentalWarning"];
const SILENCE_MS = 9e4;
const MAX_WORDS_CHARS = 300;
function createBrowser(cell, { file, silenceMs = SILENCE_MS }) {
	let talk;
	let launched;
	let lastId = 0;
	let turn = Promise.resolve();
	const stop = async () => {
		const id = talk;
		[talk, launched] = [void 0, void 0];
		if (id !== void 0) await cell.stopTalk(id).catch(() => {});
	};
	const broken = async (why) => {
		await stop();
		return gone(why);
	};
	const ask = async (act, signal) => {
		lastId += 1;
		const id = lastId;
		talk ??= (await cell.startTalk({
			command: cell.ownProgram("cell-browser", NODE_FLAGS),
			cwd: ".",
			env: {}
		}, signal)).id;
		await cell.writeTalk(talk, JSON.stringify({
			...act,
			id,
			file
		}), signal);
		for (;;) {
			const silence = AbortSignal.timeout(silenceMs);
			const { lines, end } = await cell.readTalk(talk, AbortSignal.any([signal, silence])).catch(async (error) => {
				signal.throwIfAborted();
				throw silence.aborted ? await broken(`it said nothing for ${silenceMs / 1e3} s and was ended`) : error;
			});
			for (const line of lines) {
				const reply = browserReplyIn(line);
				if (reply === void 0) throw await broken(`it answered ${oneLine(line, MAX_WORDS_CHARS)}`);
				if (reply.id === id) return reply;
			}
			if (end !== void 0) throw await broken(wordsOf(end));
		}
	};
	const inTurn = async (act, signal) => {
		signal.throwIfAborted();
		if (act.action !== "launch" && talk === void 0) throw notOpen();
		const reply = await ask(act, signal);
		switch (reply.kind) {
			case "closed":
				await stop();
				return;
			case "failed": throw await broken(reply.reason);
			case "done":
				if (act.action === "launch") launched = act.url;
				return reply.view;
		}
	};
	return {
		launched: () => launched,
		act: async (act, signal) => {
			const answer = turn.then(async () => await inTurn(act, signal));
			turn = answer.catch(() => {});
			return await answer;
		}
	};
}
function notOpen() {
	return new RunnerError({
		code: "tool.input",
		message: "No browser is open.",
		hint: "Call browser_action with action launch and the url first, in a message of its own. A browser does not outlive the process of its run."
	});
}
function gone(why) {
	return new RunnerError({
		code: "tool.input",
		message: `The browser is closed: ${oneLine(why, 2 * MAX_WORDS_CHARS).replace(/\.$/, "")}.`,
		hint: "Launch it again, or work without it."
	});
}
function wordsOf({ code, signal, stderr, problem }) {
	if (code === 0 && problem === void 0) return "nothing was asked of it for 5 minutes";
	const words = oneLine(stderr.trim().slice(-300), MAX_WORDS_CHARS);
	return `${problem ?? `it ended with ${signal ?? `exit code ${code}`}`}${words === "" ? "" : `: ${words}`}`;
}

// src/browser/find.ts
const PLAYWRIGHT = [["chromium_headless_shell-", ["chrome-linux/headless_shell", "chrome-headless-shell-linux64/chrome-headless-shell"]], ["chromium-", ["chrome-linux/chrome", "chrome-linux64/chrome"]]];
const USUAL = [
	"/usr/lib/chromium/chromium-headless-shell",
	"/usr/lib/chromium/chromium",
	"/usr/local/share/chromium/chrome-linux/chrome",
	"/opt/google/chrome/chrome"
];
function findBrowser({ named, env, hasHosts }) {
	const found = (named === void 0 ? [...ofPlaywright(env), ...USUAL] : [named]).filter(isProgram);
	return (hasHosts ? found.find((path) => !isShell(path)) : void 0) ?? found[0];
}
function isShell(path) {
	return /headless[_-]shell$/.test(path);
}
function ofPlaywright({ PLAYWRIGHT_BROWSERS_PATH: named, HOME }) {
	const folder = named ?? (HOME === void 0 ? void 0 : join(HOME, ".cache/ms-playwright"));
	if (folder === void 0 || !folder.startsWith("/")) return [];
	const names = namesIn(folder).toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }));
	return PLAYWRIGHT.flatMap(([prefix, programs]) => names.filter((name) => name.startsWith(prefix)).flatMap((name) => programs.map((program) => join(folder, name, program))));
}
function namesIn(folder) {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
function isProgram(path) {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

export { createBrowser as n, findBrowser as t };