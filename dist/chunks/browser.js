import { S as isProgram, T as namesIn, at as parseJson, mt as oneLine, ot as RunnerError } from "./front.js";
import { C as string, Cr as safeParse, E as union, Gt as _regex, Pt as _maxLength, _ as object, a as array, d as literal, g as number, u as int, v as optional } from "./zod.js";
import { Et as createLineClient, No as createInTurn } from "./core.js";
import { join } from "node:path";

// src/browser/frames.ts
const MAX_LINES = 300;
const MAX_EVENTS = 60;
const id = int();
const line = string().check(_maxLength(2e3));
const pixels = number();
const BrowserReply = union([
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
	const parsed = safeParse(BrowserReply, parseJson(text));
	return parsed.success ? parsed.data : void 0;
}

// src/browser/client.ts
const NODE_FLAGS = ["--max-old-space-size=256", "--disable-warning=ExperimentalWarning"];
const SILENCE_MS = 9e4;
const MAX_REASON_CHARS = 600;
function createBrowser(cell, { file }) {
	const start = (signal) => cell.startTalk({
		command: cell.ownProgram("cell-browser", NODE_FLAGS),
		cwd: ".",
		env: {},
		isOwn: true
	}, signal);
	const program = {
		start,
		write: cell.writeTalk,
		read: cell.readTalk,
		stop: cell.stopTalk
	};
	const client = createLineClient({
		program,
		silenceMs: SILENCE_MS,
		replyIn: browserReplyIn
	});
	const inTurn = createInTurn();
	let launched;
	const ask = async (act, signal) => {
		signal.throwIfAborted();
		if (act.action !== "launch" && !client.isOpen()) throw notOpen();
		const reply = await client.ask({
			...act,
			file
		}, {
			signal,
			broken: gone
		});
		switch (reply.kind) {
			case "closed":
				await client.stop();
				return;
			case "failed":
				await client.stop();
				throw gone(reply.reason);
			case "done":
				if (act.action === "launch") launched = act.url;
				return reply.view;
		}
	};
	return {
		launched: () => client.isOpen() ? launched : void 0,
		act: (act, signal) => inTurn(() => ask(act, signal))
	};
}
function notOpen() {
	return new RunnerError({
		code: "tool.input",
		message: "No browser is open.",
		hint: "Call browser_action with action launch and the url first, in a message of its own. A browser does not outlive the process of its run."
	});
}
function gone(why, end) {
	const reason = end?.code === 0 && end.problem === void 0 ? "nothing was asked of it for 5 minutes" : oneLine(why, MAX_REASON_CHARS).replace(/\.$/, "");
	return new RunnerError({
		code: "tool.input",
		message: `The browser is closed: ${reason}.`,
		hint: "Launch it again, or work without it."
	});
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
	return (hasHosts ? found.find((path) => !/headless[_-]shell$/.test(path)) : void 0) ?? found[0];
}
function ofPlaywright({ PLAYWRIGHT_BROWSERS_PATH: named, HOME }) {
	const folder = named ?? (HOME === void 0 ? void 0 : join(HOME, ".cache/ms-playwright"));
	if (folder === void 0 || !folder.startsWith("/")) return [];
	const names = namesIn(folder).toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }));
	return PLAYWRIGHT.flatMap(([prefix, programs]) => names.filter((name) => name.startsWith(prefix)).flatMap((name) => programs.map((program) => join(folder, name, program))));
}

export { createBrowser as n, findBrowser as t };