import { createInterface } from "node:readline";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";
import { join } from "node:path";

// src/base/member.ts
function member(value, key) {
	return typeof value === "object" && value !== null ? value[key] : void 0;
}

// src/base/file-text.ts
function fileText(path) {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return;
	}
}

// src/base/processes.ts
function processIds() {
	return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number);
}
function processStat(pid) {
	const text = fileText(`/proc/${pid}/stat`);
	if (text === void 0) return void 0;
	const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
	const numberAt = (n) => Number(fields[n - 3]);
	return {
		state: fields[0] ?? "",
		parent: numberAt(4),
		group: numberAt(5),
		threads: numberAt(20),
		startTime: fields[19] ?? "",
		argStart: numberAt(48),
		envStart: numberAt(50),
		envEnd: numberAt(51)
	};
}

// src/browser/program/cdp.ts
var CdpError = class extends Error {
	kind;
	constructor(kind, message) {
		super(message);
		this.kind = kind;
	}
};
const MAX_MESSAGE_BYTES = 16777216;
const HEAD_BYTES = 80;
const TIMEOUT_MS = 5e3;
function createCdp({ input, output, onEvent, isWanted }) {
	const waiting = /* @__PURE__ */ new Map();
	let lastId = 0;
	let isOver = false;
	const settle = (id) => {
		const one = waiting.get(id);
		waiting.delete(id);
		return one;
	};
	const receive = (text) => {
		const message = JSON.parse(text);
		if (message.id === void 0) {
			const { method = "", params = {}, sessionId } = message;
			onEvent({
				method,
				params,
				sessionId
			});
			return;
		}
		const one = settle(message.id);
		if (message.error === void 0) one?.resolve(message.result ?? {});
		else one?.reject(new CdpError("refused", message.error.message));
	};
	readMessages(input, {
		isWanted,
		receive,
		dropped: (head) => {
			const id = /^\{"id":(\d+)/.exec(head)?.[1];
			if (id !== void 0) settle(Number(id))?.reject(new CdpError("refused", "the answer is too large"));
		}
	});
	const end = () => {
		isOver = true;
		for (const one of waiting.values()) one.reject(new CdpError("ended", "the browser has ended"));
		waiting.clear();
	};
	for (const pipe of [input, output]) {
		pipe.on("error", end);
		pipe.on("close", end);
	}
	return { async send(method, params = {}, options = {}) {
		const { sessionId, timeoutMs = TIMEOUT_MS } = options;
		if (isOver) throw new CdpError("ended", "the browser has ended");
		lastId += 1;
		const id = lastId;
		const answered = Promise.withResolvers();
		waiting.set(id, answered);
		const timer = setTimeout(() => {
			settle(id)?.reject(new CdpError("silent", `no answer to ${method} within ${timeoutMs / 1e3} s`));
		}, timeoutMs);
		output.write(`${JSON.stringify({
			id,
			method,
			params,
			...sessionId === void 0 ? {} : { sessionId }
		})}\0`);
		try {
			return await answered.promise;
		} finally {
			clearTimeout(timer);
		}
	} };
}
function readMessages(input, { isWanted, receive, dropped }) {
	let chunks = [];
	let length = 0;
	const take = (piece) => {
		length += piece.length;
		if (length <= MAX_MESSAGE_BYTES || chunks.length === 0) chunks.push(piece);
	};
	const finish = () => {
		const [first = Buffer.alloc(0)] = chunks;
		const head = first.toString("latin1", 0, HEAD_BYTES);
		if (length > MAX_MESSAGE_BYTES) dropped(head);
		else if (isWanted(head)) receive(Buffer.concat(chunks).toString("utf8"));
		chunks = [];
		length = 0;
	};
	input.on("data", (chunk) => {
		let from = 0;
		for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
			take(chunk.subarray(from, end));
			finish();
			from = end + 1;
		}
		if (from < chunk.length) take(chunk.subarray(from));
	});
}

// src/browser/program/keys.ts
const named = (code, key, text) => ({
	key,
	code: key,
	windowsVirtualKeyCode: code,
	text
});
const KEYS = new Map([
	named(8, "Backspace"),
	named(9, "Tab"),
	named(13, "Enter", "\r"),
	named(27, "Escape"),
	named(33, "PageUp"),
	named(34, "PageDown"),
	named(35, "End"),
	named(36, "Home"),
	named(37, "ArrowLeft"),
	named(38, "ArrowUp"),
	named(39, "ArrowRight"),
	named(40, "ArrowDown"),
	named(45, "Insert"),
	named(46, "Delete"),
	...Array.from({ length: 12 }, (_, index) => named(112 + index, `F${index + 1}`))
].map((key) => [key.key.toLowerCase(), key]));
const OTHER_NAMES = {
	return: "enter",
	esc: "escape",
	del: "delete",
	left: "arrowleft",
	up: "arrowup",
	right: "arrowright",
	down: "arrowdown",
	pgup: "pageup",
	pgdn: "pagedown"
};
const MODIFIERS = {
	alt: 1,
	option: 1,
	ctrl: 2,
	control: 2,
	meta: 4,
	cmd: 4,
	command: 4,
	shift: 8
};
function keyEvents(written) {
	const names = (/^(?:.*\+)?\+$/.test(written) && written !== "" ? [...written.slice(0, -1).split("+"), "+"] : written.split("+")).map((part) => part === " " ? part : part.trim()).filter((part) => part !== "");
	const last = names.pop();
	if (last === void 0) return void 0;
	const bits = names.map((name) => MODIFIERS[name.toLowerCase()]);
	if (bits.includes(void 0)) return void 0;
	const modifiers = bits.reduce((all, bit) => all | (bit ?? 0), 0);
	const key = keyNamed((modifiers & 7) !== 0 && /^[A-Z]$/.test(last) ? last.toLowerCase() : last, (modifiers & 8) !== 0);
	if (key === void 0) return void 0;
	const text = (modifiers & 7) === 0 ? key.text : void 0;
	const { text: _, ...what } = key;
	const commands = (modifiers & 6) !== 0 && key.key.toLowerCase() === "a" ? { commands: ["selectAll"] } : {};
	return [{
		type: text === void 0 ? "rawKeyDown" : "keyDown",
		modifiers,
		...what,
		...text === void 0 ? {} : { text },
		...commands
	}, {
		type: "keyUp",
		modifiers,
		...what
	}];
}
function keyNamed(name, isShifted) {
	const lower = name.toLowerCase();
	if (lower === "space" || name === " ") return {
		key: " ",
		code: "Space",
		windowsVirtualKeyCode: 32,
		text: " "
	};
	const known = KEYS.get(OTHER_NAMES[lower] ?? lower);
	if (known !== void 0) return known;
	if (!/^.$/su.test(name)) return void 0;
	const key = isShifted ? name.toUpperCase() : name;
	const upper = name.toUpperCase();
	return {
		key,
		code: /^[A-Z]$/.test(upper) ? `Key${upper}` : /^\d$/.test(name) ? `Digit${name}` : "",
		windowsVirtualKeyCode: /^[A-Z\d]$/.test(upper) ? upper.charCodeAt(0) : 0,
		text: key
	};
}

// src/browser/program/actions.ts
const FIRST_VIEW = {
	width: 900,
	height: 600,
	x: 450,
	y: 300,
	next: 1
};
const LOAD_MS = 8e3;
const REACT_MS = 3e3;
const MAX_TYPED_CHARS = 300;
const MAX_PICTURE_CHARS = 4e5;
async function act(request, options) {
	const { tab, notes } = options;
	notes.take();
	tab.begin();
	let problem;
	try {
		problem = await carryOut(request, options);
	} catch (error) {
		if (!(error instanceof CdpError) || error.kind === "ended") throw error;
		if (error.kind === "silent") tab.interrupt();
		problem = error.kind === "silent" ? "the page did not react to it within 5 s" : error.message;
	}
	await tab.settle(request.action === "launch" ? LOAD_MS : REACT_MS);
	return await viewOf({
		...request,
		problem
	}, options);
}
async function carryOut(request, options) {
	const { tab, view } = options;
	switch (request.action) {
		case "launch":
			await setSize(options);
			return await tab.navigate(request.url ?? "about:blank");
		case "click":
		case "hover": return await point(request, options);
		case "type": return await type(request, options);
		case "press": return await press(request.text ?? "", tab);
		case "scroll_down":
		case "scroll_up":
			await tab.ask({
				op: "scroll",
				x: view.x,
				y: view.y,
				pages: request.action === "scroll_down" ? 1 : -1
			});
			return;
		case "resize": {
			const { width, height } = request.size ?? view;
			Object.assign(view, {
				width,
				height,
				x: Math.min(view.x, width - 1),
				y: Math.min(view.y, height - 1)
			});
			await setSize(options);
			return;
		}
		case "screenshot":
		case "close": return;
	}
}
async function setSize({ tab, view: { width, height } }) {
	await tab.send("Emulation.setDeviceMetricsOverride", {
		width,
		height,
		deviceScaleFactor: 1,
		mobile: false
	});
}
async function point({ action, element, at }, { tab, view }) {
	if (element !== void 0) {
		const found = await tab.ask({
			op: "point",
			element
		});
		if ("problem" in found) return elementProblem(element, found.problem, view);
		Object.assign(view, {
			x: found.x,
			y: found.y
		});
	} else if (at !== void 0) {
		const scaled = {
			x: at.x * view.width / (at.width ?? view.width),
			y: at.y * view.height / (at.height ?? view.height)
		};
		if (scaled.x >= view.width || scaled.y >= view.height) return `${Math.round(scaled.x)},${Math.round(scaled.y)} is outside of the visible part, which is ${view.width}x${view.height}`;
		Object.assign(view, scaled);
	}
	const { x, y } = view;
	const mouse = async (type, more = {}) => void await tab.send("Input.dispatchMouseEvent", {
		type,
		x,
		y,
		...more
	});
	await mouse("mouseMoved");
	if (action === "hover") return void 0;
	await mouse("mousePressed", {
		button: "left",
		buttons: 1,
		clickCount: 1
	});
	await mouse("mouseReleased", {
		button: "left",
		clickCount: 1
	});
}
async function type({ element, at, text = "" }, options) {
	const { tab, view } = options;
	if (element === void 0 && at !== void 0) {
		const missed = await point({
			action: "click",
			at,
			picture: false
		}, options);
		if (missed !== void 0) return missed;
	}
	const field = await tab.ask({
		op: "field",
		element,
		text
	});
	if ("problem" in field) {
		if (element !== void 0) return elementProblem(element, field.problem, view);
		return field.problem === "no field" ? "nothing that takes text has the focus: click a field first, or give its element" : field.problem;
	}
	if (field.kind === "set") return void 0;
	if (text === "") return element === void 0 ? void 0 : await press("Delete", tab);
	if (text.length > MAX_TYPED_CHARS) {
		await tab.send("Input.insertText", { text });
		return;
	}
	for (const char of text.replaceAll("\r\n", "\n")) if (char === "\n" || char === "	") await press(char === "\n" ? "Enter" : "Tab", tab);
	else if (keyEvents(char) === void 0 || char === "+") await tab.send("Input.insertText", { text: char });
	else await press(char, tab);
}
async function press(key, tab) {
	const events = keyEvents(key);
	if (events === void 0) return `there is no key ${JSON.stringify(key)}: give one like Enter, Tab, Escape, ArrowDown, a or Ctrl+A`;
	for (const event of events) await tab.send("Input.dispatchKeyEvent", event);
}
function elementProblem(element, problem, { next }) {
	switch (problem) {
		case "none": return `there is no element ${element}: ${next === 1 ? "the page has none" : "take a number from the newest list"}`;
		case "gone": return `element ${element} is no longer in the page: take a number from the list below`;
		case "no field": return `element ${element} takes no text`;
		default: return `element ${element} is ${problem}`;
	}
}
async function viewOf({ action, problem, picture }, { tab, notes, view }) {
	const { url, status, isMissing = false } = tab.place();
	const about = {
		url,
		status,
		width: view.width,
		height: view.height,
		...problem === void 0 ? {} : { problem }
	};
	try {
		const text = await tab.ask({
			op: "read",
			next: view.next
		});
		view.next = text.next;
		const shot = picture ? await pictureOf(tab, notes) : void 0;
		const isSame = shot !== void 0 && shot === view.shown && action !== "screenshot";
		view.shown = shot ?? view.shown;
		return {
			...about,
			title: isMissing ? "" : text.title,
			scrollY: text.scrollY,
			pageHeight: text.height,
			lines: isMissing ? [] : text.lines,
			note: isMissing ? "it could not be loaded" : text.note,
			events: notes.take(),
			picture: isSame ? "same" : shot
		};
	} catch (error) {
		if (!(error instanceof CdpError) || error.kind === "ended") throw error;
		const note = `the page does not answer: ${error.message}`;
		return {
			...about,
			title: "",
			scrollY: 0,
			pageHeight: 0,
			lines: [],
			note,
			events: notes.take()
		};
	}
}
async function pictureOf(tab, notes) {
	for (const quality of [75, 30]) try {
		const { data } = await tab.send("Page.captureScreenshot", {
			format: "webp",
			quality
		});
		if (typeof data === "string" && data.length <= MAX_PICTURE_CHARS) return data;
	} catch (error) {
		if (!(error instanceof CdpError) || error.kind === "ended") throw error;
		break;
	}
	notes.add("page: no picture could be taken");
}

// src/base/truncate.ts
function safeCut(text, index) {
	const unit = text.charCodeAt(index);
	return unit >= 56320 && unit <= 57343 ? index - 1 : index;
}
function oneLine(text, maxChars) {
	const flat = text.replace(/\s+/g, " ").trim();
	return flat.length <= maxChars ? flat : `${flat.slice(0, safeCut(flat, maxChars - 1))}…`;
}

// src/base/words.ts
function grouped(count) {
	return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
function counted(count, noun, many = `${noun}s`) {
	return `${grouped(count)} ${count === 1 ? noun : many}`;
}

// src/browser/program/notes.ts
const MAX_LINES = 40;
const MAX_CHARS = 300;
const MAX_EVENTS = 500;
const ICON = "/favicon.ico";
const FLOOD = /^\{"method":"(?:Runtime\.consoleAPICalled|Runtime\.exceptionThrown|Log\.entryAdded)"/;
function createNotes(refusalOf) {
	let lines = /* @__PURE__ */ new Map();
	let [events, left] = [0, 0];
	const requests = /* @__PURE__ */ new Map();
	const add = (line) => {
		const text = cut(line);
		const count = lines.get(text);
		if (count === void 0 && lines.size >= MAX_LINES) left += 1;
		else lines.set(text, (count ?? 0) + 1);
	};
	return {
		add,
		isWanted: (head) => {
			if (!FLOOD.test(head)) return true;
			events += 1;
			if (events > MAX_EVENTS) left += 1;
			return events <= MAX_EVENTS;
		},
		hear: (event) => {
			if (event.method === "Network.requestWillBeSent") {
				if (requests.size > 5e3) requests.clear();
				requests.set(idOf(event.params), textAt(event.params, "request", "url"));
			}
			const line = lineOf(event, requests, refusalOf);
			if (line !== void 0) add(line);
		},
		take: () => {
			const all = [...lines].map(([text, count]) => count === 1 ? text : `${text} (${count} times)`);
			if (left > 0) all.push(`[${counted(left, "more line")}]`);
			lines = /* @__PURE__ */ new Map();
			[events, left] = [0, 0];
			return all;
		}
	};
}
function lineOf({ method, params }, requests, refusalOf) {
	switch (method) {
		case "Runtime.consoleAPICalled": {
			const args = Array.isArray(params["args"]) ? params["args"] : [];
			return `console.${textAt(params, "type")}: ${args.slice(0, 10).map(valueText).join(" ")}`;
		}
		case "Runtime.exceptionThrown": {
			const [first = "", place = ""] = textAt(params, "exceptionDetails", "exception", "description").split("\n");
			const at = place.trim() === "" ? "" : ` (${place.trim()})`;
			return `error: ${first === "" ? textAt(params, "exceptionDetails", "text") : first}${at}`;
		}
		case "Log.entryAdded": {
			const [source, level] = [textAt(params, "entry", "source"), textAt(params, "entry", "level")];
			if (source === "network" || level !== "error" && level !== "warning") return void 0;
			return `${source} ${level}: ${textAt(params, "entry", "text")}`;
		}
		case "Network.responseReceived": {
			const status = memberAt(params, "response", "status");
			const url = textAt(params, "response", "url");
			if (typeof status !== "number" || status < 400 || url.endsWith(ICON)) return void 0;
			return `network: ${status} ${url}`;
		}
		case "Network.loadingFailed": {
			const url = requests.get(idOf(params)) ?? "a request";
			const reason = textAt(params, "errorText");
			if (params["canceled"] === true || reason === "net::ERR_ABORTED" || url.endsWith(ICON)) return void 0;
			return `network: ${url} failed: ${refusalOf(url) ?? reason}`;
		}
		case "Page.javascriptDialogOpening": return `dialog: ${textAt(params, "type")} ${JSON.stringify(cut(textAt(params, "message")))}, closed`;
		case "Page.fileChooserOpened": return "dialog: a choice of files, closed: files are not uploaded here";
		case "Browser.downloadWillBegin": return `download refused: ${textAt(params, "url")}`;
		case "Page.windowOpen": return `window: the page opens ${textAt(params, "url")}`;
		default: return;
	}
}
function valueText(arg) {
	const { value } = arg;
	if (typeof value === "string") return cut(value);
	if (value !== void 0) return cut(JSON.stringify(value) ?? "");
	return cut(textAt(arg, "unserializableValue") || textAt(arg, "description") || textAt(arg, "type"));
}
function idOf(params) {
	return textAt(params, "requestId");
}
function memberAt(value, ...path) {
	return path.reduce((at, key) => member(at, key), value);
}
function textAt(value, ...path) {
	const found = memberAt(value, ...path);
	return typeof found === "string" ? found : "";
}
function cut(text) {
	return oneLine(text.slice(0, 2 * MAX_CHARS), MAX_CHARS);
}

// src/browser/program/open-chromium.ts
const FLAGS = [
	[
		"--headless",
		"--no-sandbox",
		"--remote-debugging-pipe",
		"--disable-gpu",
		"--hide-scrollbars",
		"--mute-audio"
	],
	[
		"--no-first-run",
		"--no-default-browser-check",
		"--disable-search-engine-choice-screen"
	],
	["--password-store=basic", "--use-mock-keychain"],
	[
		"--disable-background-networking",
		"--disable-breakpad",
		"--disable-client-side-phishing-detection"
	],
	[
		"--disable-component-update",
		"--disable-default-apps",
		"--disable-domain-reliability",
		"--disable-sync"
	],
	["--metrics-recording-only", "--no-pings"],
	["--disable-features=DialMediaRouteProvider,HttpsUpgrades,MediaRouter,OptimizationHints,Translate"],
	["--disable-extensions", "--disable-component-extensions-with-background-pages"],
	["--force-webrtc-ip-handling-policy=disable_non_proxied_udp"],
	["--disable-smooth-scrolling", "--force-color-profile=srgb"]
].flat();
const START_MS = 15e3;
const CLOSE_MS = 1e3;
async function openChromium({ file, hosts, env }) {
	const filter = await openFilter(hosts, proxyPort(env));
	const chromium = startChromium(file, [
		...FLAGS,
		`--proxy-server=http://127.0.0.1:${filter.port}`,
		...hosts.length === 0 ? [] : ["--proxy-bypass-list=<-loopback>"]
	], env);
	chromium.ended.then(filter.close);
	let listeners = [];
	let isWanted = () => true;
	let contextId = "";
	const cdp = createCdp({
		...chromium,
		isWanted: (head) => isWanted(head),
		onEvent: (event) => listeners.forEach((listener) => listener(event))
	});
	return {
		reach: hosts.join(),
		words: () => chromium.words().trim().split("\n").at(-1) ?? "",
		kill: chromium.kill,
		async begin(wanted) {
			[listeners, isWanted] = [[], wanted];
			const begun = await cdp.send("Target.createBrowserContext", {}, { timeoutMs: START_MS });
			contextId = textAt(begun, "browserContextId");
			const listen = (listener) => void listeners.push(listener);
			return {
				cdp,
				contextId,
				listen
			};
		},
		async clear() {
			listeners = [];
			return await cdp.send("Target.disposeBrowserContext", { browserContextId: contextId }, { timeoutMs: CLOSE_MS }).then(() => true, () => false);
		},
		async close() {
			await cdp.send("Browser.close", {}, { timeoutMs: CLOSE_MS }).catch(() => {});
			const late = setTimeout(chromium.kill, CLOSE_MS);
			await chromium.ended;
			clearTimeout(late);
		}
	};
}
function startChromium(file, args, env) {
	const profile = mkdtempSync(join(env["TMPDIR"] ?? "/tmp", "kimi-browser-"));
	const child = spawn(file, [
		...args,
		`--user-data-dir=${profile}`,
		"about:blank"
	], {
		stdio: [
			"ignore",
			"ignore",
			"pipe",
			"pipe",
			"pipe"
		],
		env: {
			...env,
			HOME: profile
		}
	});
	let words = "";
	child.stderr?.on("data", (chunk) => {
		words = (words + chunk.toString("latin1")).slice(-2e3);
	});
	const ended = new Promise((done) => {
		child.once("exit", () => done());
		child.once("error", (error) => {
			words += error.message;
			done();
		});
	}).then(() => rmSync(profile, {
		recursive: true,
		force: true,
		maxRetries: 3
	}));
	const [, , , output, input] = child.stdio;
	return {
		input,
		output,
		words: () => words,
		ended,
		kill: () => void child.kill("SIGKILL")
	};
}
function proxyPort(env) {
	const port = /^http:\/\/127\.0\.0\.1:(\d+)\/?$/.exec(env["HTTPS_PROXY"] ?? "")?.[1];
	return port === void 0 ? void 0 : Number(port);
}
const MAX_HEAD_BYTES = 8192;
const REFUSED = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
async function openFilter(hosts, upstreamPort) {
	const open = /* @__PURE__ */ new Set();
	const server = createServer((socket) => {
		open.add(socket);
		socket.on("close", () => open.delete(socket));
		socket.on("error", () => socket.destroy());
		let head = Buffer.alloc(0);
		const read = (chunk) => {
			head = Buffer.concat([head, chunk]);
			if (!head.includes("\r\n\r\n") && head.length < MAX_HEAD_BYTES) return;
			socket.off("data", read);
			const target = /^CONNECT ([^\s/]+) HTTP\/1\.[01]\r\n/.exec(head.toString("latin1"))?.[1]?.toLowerCase();
			if (target === void 0 || upstreamPort === void 0 || !hosts.includes(target.replace(/:443$/, ""))) {
				socket.end(REFUSED);
				return;
			}
			pass(socket, head, upstreamPort);
		};
		socket.on("data", read);
	});
	await new Promise((done, fail) => {
		server.on("error", fail);
		server.listen(0, "127.0.0.1", done);
	});
	return {
		port: server.address().port,
		close: () => {
			server.close();
			for (const socket of open) socket.destroy();
		}
	};
}
function pass(socket, head, port) {
	const upstream = connect(port, "127.0.0.1", () => upstream.write(head));
	upstream.on("error", () => socket.destroy());
	upstream.on("close", () => socket.destroy());
	socket.on("close", () => upstream.destroy());
	socket.pipe(upstream);
	upstream.pipe(socket);
}

// src/browser/program/page-script.ts
const READING = String.raw`
  const MAX = { lines: 250, line: 200, chars: 12000, elements: 20000, ms: 1500, options: 12 };
  const page = (globalThis.kimiPage ??= { numbers: new WeakMap(), elements: new Map(), next: 1 });
  const squash = (text) => (text ?? "").slice(0, 2000).replace(/\s+/g, " ").trim();
  const cut = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);
  const quote = (text) => JSON.stringify(cut(squash(text), 100));
  const attribute = (element, name) => element.getAttribute(name) ?? "";

  const INPUTS = { button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox", radio: "radio",
    range: "slider", number: "spinbutton", search: "searchbox", file: "file input" };
  const TAGS = { button: "button", select: "combobox", textarea: "textbox", summary: "button", option: "option", label: "label" };
  const tagOf = (element) => element.localName;
  const isControl = (element) => {
    const tag = tagOf(element);
    if (tag === "input") return element.type !== "hidden";
    if (tag === "a" || tag === "area") return element.hasAttribute("href");
    if (tag === "label") return element.control != null && !isSeen(element.control);
    if (tag in TAGS) return tag !== "option";
    if (element.isContentEditable) return !element.parentElement?.isContentEditable;
    if (/^(button|link|checkbox|radio|switch|tab|menuitem|menuitemcheckbox|menuitemradio|option|treeitem|textbox|searchbox|combobox|slider|spinbutton)$/.test(attribute(element, "role"))) return true;
    if (element.hasAttribute("onclick") || (element.hasAttribute("tabindex") && element.tabIndex >= 0)) return true;
    return getComputedStyle(element).cursor === "pointer" && element.parentElement != null && getComputedStyle(element.parentElement).cursor !== "pointer";
  };
  const roleOf = (element) => {
    const role = attribute(element, "role").split(" ")[0];
    if (role !== "") return role.slice(0, 30);
    const tag = tagOf(element);
    if (tag === "a" || tag === "area") return "link";
    if (tag === "input") return INPUTS[element.type] ?? (element.type === "text" ? "textbox" : element.type + " field");
    if (element.isContentEditable) return "textbox";
    return TAGS[tag] ?? "clickable";
  };
  const labelled = (element) => attribute(element, "aria-labelledby").split(/\s+/)
    .map((id) => (id === "" ? "" : squash(element.getRootNode().getElementById?.(id)?.textContent))).join(" ").trim();
  const wordsIn = (label) => [...label.childNodes].map((node) => node.nodeType === 3 ? node.data.slice(0, 500)
    : node.nodeType === 1 && !/^(input|select|textarea|button)$/.test(tagOf(node)) ? wordsIn(node) : "").join(" ");
  const nameOf = (element) => {
    const own = labelled(element) || squash(attribute(element, "aria-label"));
    if (own !== "") return own;
    const labels = [...(element.labels ?? [])].map((label) => squash(wordsIn(label))).join(" ").trim();
    if (labels !== "") return labels;
    if (tagOf(element) === "input" && INPUTS[element.type] === "button") {
      const text = squash(element.value) || squash(element.alt);
      if (text !== "") return text;
    }
    const text = "value" in element || element.isContentEditable ? "" : squash(element.innerText);
    if (text !== "" && tagOf(element) !== "select") return text;
    const button = tagOf(element) === "button" ? squash(element.innerText) : "";
    const inside = element.querySelector?.("img[alt], svg title, [aria-label]");
    return button || squash(inside && (attribute(inside, "alt") || attribute(inside, "aria-label") || inside.textContent))
      || squash(attribute(element, "placeholder")) || squash(attribute(element, "title")) || squash(attribute(element, "name")) || "";
  };
  const valueOf = (element) => {
    const tag = tagOf(element);
    if (tag === "select") {
      const options = [...element.options].slice(0, MAX.options).map((option) => quote(option.label));
      const more = element.options.length - options.length;
      return " = " + quote([...element.selectedOptions].map((one) => one.label).join(", ")) + " (options: " + options.join(", ") + (more > 0 ? ", " + more + " more" : "") + ")";
    }
    if (tag === "input" && element.type === "password") return element.value === "" ? ' = ""' : " = (hidden)";
    if (tag === "textarea" || (tag === "input" && !["button", "submit", "reset", "image", "checkbox", "radio", "file"].includes(element.type))) return " = " + quote(element.value);
    if (element.isContentEditable) return " = " + quote(element.innerText);
    if (tag === "a") return attribute(element, "href").startsWith("#") || element.protocol === "javascript:" ? "" : " -> " + cut(attribute(element, "href"), 80);
    return "";
  };
  const statesOf = (element) => {
    const states = [];
    if (element.checked === true || attribute(element, "aria-checked") === "true") states.push("checked");
    if (attribute(element, "aria-selected") === "true") states.push("selected");
    if (attribute(element, "aria-pressed") === "true") states.push("pressed");
    if (element.disabled === true || attribute(element, "aria-disabled") === "true") states.push("disabled");
    if (element.readOnly === true) states.push("read-only");
    if (attribute(element, "aria-expanded") !== "") states.push(attribute(element, "aria-expanded") === "true" ? "expanded" : "collapsed");
    if (element.validity?.valid === false && element.matches(":user-invalid")) states.push("invalid");
    if (element.getRootNode().activeElement === element) states.push("focused");
    return states.length === 0 ? "" : " (" + states.join(", ") + ")";
  };
  const isSeen = (element) => {
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return false;
    const { width, height, right, bottom } = element.getBoundingClientRect();
    if (getComputedStyle(element).display === "contents") return true;
    if (width <= 1 || height <= 1) return getComputedStyle(element).overflow === "visible" && element.childElementCount > 0;
    const view = element.ownerDocument.defaultView;
    return right + view.scrollX > 0 && bottom + view.scrollY > 0;
  };
  const numberOf = (element) => {
    let number = page.numbers.get(element);
    if (number === undefined) {
      number = page.next++;
      page.numbers.set(element, number);
      page.elements.set(number, new WeakRef(element));
    }
    return number;
  };
  const topOf = (element) => {
    let top = element.getBoundingClientRect().top;
    for (let view = element.ownerDocument.defaultView; view !== window && view?.frameElement; view = view.parent) top += view.frameElement.getBoundingClientRect().top;
    return top;
  };

  const read = () => {
    page.next = Math.max(page.next, call.next);
    const all = [];
    const ends = performance.now() + MAX.ms;
    let seen = 0;
    let isCut = false;
    let text = "";
    let top = 0;
    const flush = (mark = "") => {
      const line = squash(text);
      if (line !== "" && line !== "|") all.push({ top, text: cut(mark + line, MAX.line) });
      text = "";
    };
    const children = (node) => {
      for (const child of node.childNodes) {
        if (isCut) return;
        if (child.nodeType === 3) { if (text.length < 2000) text += child.data.slice(0, 2000); }
        else if (child.nodeType === 1) visit(child);
      }
    };
    const visit = (element) => {
      seen += 1;
      if (seen > MAX.elements || all.length > 5000 || performance.now() > ends) { isCut = true; return; }
      const tag = tagOf(element);
      if (/^(script|style|noscript|template|head|meta|link|title)$/.test(tag) || !isSeen(element)) return;
      const style = getComputedStyle(element);
      if (parseFloat(style.fontSize) < 2) return;
      const put = (line) => { flush(); all.push({ top: topOf(element), text: cut(line, MAX.line + 100) }); };
      if (isControl(element)) {
        put("[" + numberOf(element) + "] " + roleOf(element) + " " + quote(nameOf(element)) + valueOf(element) + statesOf(element));
        const holdsMore = !["a", "button", "select", "input", "textarea"].includes(tag) && element.querySelector("a, button, input, select, textarea, [role], [tabindex], [onclick]") !== null;
        if (!holdsMore) return;
      }
      if (tag === "iframe" || tag === "frame") {
        let inner = null;
        try { inner = element.contentDocument; } catch {}
        if (inner?.body) { put("--- frame " + quote(element.title || element.name)); children(inner.body); put("--- end of frame"); }
        else put("--- frame of another origin: " + cut(element.src, 100));
        return;
      }
      if (tag === "img" || tag === "svg" || tag === "canvas" || tag === "video") {
        const name = squash(attribute(element, "alt")) || squash(attribute(element, "aria-label")) || squash(tag === "svg" ? element.querySelector("title")?.textContent : "");
        if (name !== "" || tag !== "svg") put("(" + (tag === "img" || tag === "svg" ? "picture" : tag) + (name === "" ? "" : " " + quote(name)) + (tag === "img" && element.complete && element.naturalWidth === 0 ? ", broken" : "") + ")");
        return;
      }
      const isBlock = !/^(inline|contents|ruby)/.test(style.display);
      const isCell = style.display === "table-cell";
      if (isCell) text += squash(text) === "" ? "" : " | ";
      else if (isBlock) { flush(); top = topOf(element); }
      if (tag === "br") flush();
      const mark = /^h[1-6]$/.test(tag) ? "#".repeat(Number(tag[1])) + " " : tag === "li" ? "- " : "";
      if (element.shadowRoot) children(element.shadowRoot);
      else if (tag === "slot" && element.assignedNodes().length > 0) for (const one of element.assignedNodes()) { if (one.nodeType === 3) text += one.data.slice(0, 2000); else if (one.nodeType === 1) visit(one); }
      else children(element);
      if (isBlock && !isCell) flush(mark);
    };
    if (document.body) visit(document.body);
    flush();
    const count = document.getElementsByTagName("*").length;
    const root = document.scrollingElement ?? document.documentElement;
    let lines = all;
    const fits = (some) => { let chars = 0; let n = 0; for (const one of some) { chars += one.text.length + 1; if (n >= MAX.lines || chars > MAX.chars) break; n += 1; } return n; };
    const notes = [];
    if (fits(all) < all.length) {
      const first = Math.max(0, all.findIndex(({ top }) => top >= 0));
      const whole = all.slice(first);
      lines = whole.slice(0, fits(whole));
      notes.push("lines " + (first + 1) + " to " + (first + lines.length) + " of " + all.length + ", from the visible part on; scroll for others");
    }
    if (isCut) notes.push("the page has " + count + " elements, of which the first " + (seen - 1) + " were read");
    return { title: cut(squash(document.title), 200), lines: lines.map((one) => one.text), next: page.next,
      scrollY: Math.round(scrollY), height: root?.scrollHeight ?? 0, ...(notes.length === 0 ? {} : { note: notes.join("; ") }) };
  };
`;
function pageExpression(call) {
	return `(${SCRIPT})(${JSON.stringify(call)})`;
}
const SCRIPT = `(call) => {
${READING}
${String.raw`
  const find = (number) => {
    const element = page.elements.get(number)?.deref();
    if (element === undefined || !element.isConnected) return { problem: page.elements.size === 0 || number >= page.next ? "none" : "gone" };
    return { element };
  };
  const point = (element) => {
    if (element.disabled === true) return { problem: "disabled" };
    element.scrollIntoViewIfNeeded?.(true);
    const box = [...element.getClientRects()].find(({ width, height }) => width > 1 && height > 1);
    if (box === undefined || !element.checkVisibility({ checkVisibilityCSS: true })) return { problem: "hidden" };
    const inner = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    let hit = element.getRootNode().elementFromPoint?.(inner.x, inner.y) ?? null;
    const isOwn = hit === null || hit === element || element.contains(hit) || hit.contains(element) || (hit.closest?.("label")?.control ?? null) === element || (element.localName === "label" && element.control === hit);
    if (!isOwn) return { problem: "covered by " + hit.localName + " " + quote(hit.innerText || attribute(hit, "aria-label") || hit.id || String(hit.className)) };
    for (let view = element.ownerDocument.defaultView; view !== window && view?.frameElement; view = view.parent) {
      const frame = view.frameElement.getBoundingClientRect();
      inner.x += frame.x + view.frameElement.clientLeft;
      inner.y += frame.y + view.frameElement.clientTop;
    }
    return inner;
  };
  const focused = () => {
    let element = document.activeElement;
    for (;;) {
      let inner = null;
      try { inner = element?.shadowRoot?.activeElement ?? element?.contentDocument?.activeElement ?? null; } catch {}
      if (inner === null) return element;
      element = inner;
    }
  };
  const field = (element, isNamed) => {
    const tag = element?.localName;
    const fire = () => { for (const name of ["input", "change"]) element.dispatchEvent(new Event(name, { bubbles: true })); };
    if (tag === "select") {
      const wanted = squash(call.text);
      const option = [...element.options].find((one) => squash(one.label) === wanted) ?? [...element.options].find((one) => one.value === wanted || squash(one.label).toLowerCase() === wanted.toLowerCase());
      if (option === undefined) return { problem: "no option " + quote(wanted) + "; there are " + cut([...element.options].slice(0, 20).map((one) => quote(one.label)).join(", "), 500) };
      if (option.disabled) return { problem: "the option is disabled" };
      element.focus();
      element.value = option.value;
      fire();
      return { kind: "set" };
    }
    const isText = tag === "textarea" || (tag === "input" && !["button", "submit", "reset", "image", "checkbox", "radio", "file", "hidden"].includes(element.type));
    if (!isText && element?.isContentEditable !== true) return { problem: "no field" };
    if (element.disabled || element.readOnly) return { problem: element.disabled ? "disabled" : "read-only" };
    if (tag === "input" && /^(color|date|datetime-local|month|range|time|week)$/.test(element.type)) {
      element.focus();
      const before = element.value;
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
      set.call(element, call.text);
      if (element.value === "" && call.text !== "") set.call(element, before);
      if (element.value === before && call.text !== before) return { problem: "a " + element.type + " field does not take " + quote(call.text) };
      fire();
      return { kind: "set" };
    }
    if (isNamed) {
      element.scrollIntoViewIfNeeded?.(true);
      element.focus();
      if (isText) element.select();
      else element.ownerDocument.getSelection().selectAllChildren(element);
    }
    return { kind: "keys" };
  };
  const scroll = () => {
    let target = document.elementFromPoint(call.x, call.y);
    const moves = (one) => one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY);
    while (target !== null && !moves(target)) target = target.parentElement;
    const height = target?.clientHeight ?? innerHeight;
    (target ?? window).scrollBy({ top: height * call.pages, behavior: "instant" });
    return {};
  };
`}
  if (call.op === "read") return read();
  if (call.op === "scroll") return scroll();
  if (call.op === "field" && call.element === undefined) return field(focused(), false);
  const found = find(call.element);
  if (found.problem !== undefined) return { problem: found.problem };
  return call.op === "point" ? point(found.element) : field(found.element, true);
}`;

// src/browser/program/tab.ts
const SCRIPT_MS = 4e3;
const NAVIGATE_MS = 15e3;
const QUIET_MS = 300;
const POLL_MS = 30;
const MAX_DIALOGS = 10;
const SHOWN = /^(?:https?:|blob:https?:|about:blank|about:srcdoc|chrome-error:)/;
async function openTab({ cdp, contextId, notes, listen, now }) {
	let attachedAs;
	let page;
	let dialogs = 0;
	const crash = Promise.withResolvers();
	crash.promise.catch(() => {});
	const send = async (method, params = {}, timeoutMs) => {
		const options = {
			sessionId: attachedAs,
			timeoutMs
		};
		return await Promise.race([cdp.send(method, params, options), crash.promise]);
	};
	const quietly = (method, params = {}) => void send(method, params).catch(() => {});
	const { targetId } = await cdp.send("Target.createTarget", {
		url: "about:blank",
		browserContextId: contextId
	});
	const follow = (event) => {
		const { method, params, sessionId } = event;
		if (method === "Target.targetCreated") {
			const other = textAt(params, "targetInfo", "targetId");
			if (textAt(params, "targetInfo", "type") !== "page" || other === targetId) return;
			cdp.send("Target.closeTarget", { targetId: other }).catch(() => {});
			return;
		}
		if (sessionId === void 0 || sessionId !== attachedAs) return;
		if (method === "Inspector.targetCrashed") crash.reject(new CdpError("ended", "the page crashed"));
		else if (method === "Page.javascriptDialogOpening") {
			dialogs += 1;
			quietly("Page.handleJavaScriptDialog", { accept: params["type"] === "beforeunload" });
			if (dialogs > MAX_DIALOGS) quietly("Runtime.terminateExecution");
		} else page?.apply(event);
	};
	listen(follow);
	const attached = await cdp.send("Target.attachToTarget", {
		targetId,
		flatten: true
	});
	attachedAs = textAt(attached, "sessionId");
	await cdp.send("Target.setDiscoverTargets", { discover: true });
	await cdp.send("Browser.setDownloadBehavior", {
		behavior: "deny",
		browserContextId: contextId,
		eventsEnabled: true
	});
	await send("Page.enable");
	const frameId = textAt(await send("Page.getFrameTree"), "frameTree", "frame", "id");
	const state = createPageState(frameId, now);
	page = state;
	await Promise.all([
		send("Runtime.enable"),
		send("Log.enable"),
		send("Network.enable", {
			maxTotalBufferSize: 0,
			maxResourceBufferSize: 0
		}),
		send("Page.setInterceptFileChooserDialog", { enabled: true }),
		send("Emulation.setFocusEmulationEnabled", { enabled: true })
	]);
	const interrupt = () => {
		notes.add("page: a script ran without a pause and was ended");
		quietly("Runtime.terminateExecution");
	};
	const evaluate = async (call) => {
		const world = await send("Page.createIsolatedWorld", {
			frameId,
			worldName: "kimi-runner"
		});
		const answer = await send("Runtime.evaluate", {
			expression: pageExpression(call),
			contextId: world["executionContextId"],
			returnByValue: true,
			timeout: SCRIPT_MS
		});
		const problem = textAt(answer, "exceptionDetails", "exception", "description");
		if (problem !== "") throw new CdpError("refused", problem);
		return memberAt(answer, "result", "value");
	};
	const ask = async (call) => {
		try {
			return await evaluate(call);
		} catch (error) {
			if (!(error instanceof CdpError) || error.kind === "ended") throw error;
			if (error.kind === "silent") interrupt();
			return await evaluate(call);
		}
	};
	const navigate = async (url) => {
		try {
			const { errorText } = await send("Page.navigate", { url }, NAVIGATE_MS);
			return typeof errorText === "string" && errorText !== "" ? errorText : void 0;
		} catch (error) {
			if (!(error instanceof CdpError) || error.kind === "ended") throw error;
			quietly("Page.stopLoading");
			return error.kind === "silent" ? `no answer within ${NAVIGATE_MS / 1e3} s` : error.message;
		}
	};
	const quiet = async (maxMs) => {
		const ends = now() + maxMs;
		while (now() < ends) {
			if (state.isQuietFor(QUIET_MS)) return;
			await new Promise((done) => setTimeout(done, POLL_MS));
		}
		state.forgetRequests();
	};
	return {
		send,
		ask,
		navigate,
		interrupt,
		place: state.place,
		begin: () => {
			dialogs = 0;
			state.takeOpened();
			state.touch();
		},
		async settle(maxMs) {
			await quiet(maxMs);
			const opened = state.takeOpened();
			if (opened !== void 0 && /^https?:/.test(opened)) {
				const problem = await navigate(opened);
				if (problem !== void 0) notes.add(`window: ${opened} failed: ${problem}`);
				await quiet(maxMs);
			}
			if (!SHOWN.test(state.place().url)) {
				notes.add(`page: it went to ${state.place().url}, which is not shown here`);
				await navigate("about:blank");
			}
		}
	};
}
const LASTING = /* @__PURE__ */ new Set([
	"EventSource",
	"WebSocket",
	"Ping",
	"Media"
]);
function createPageState(frame, now) {
	let place = { url: "about:blank" };
	let isLoading = false;
	let changedAt = now();
	let opened;
	const inFlight = /* @__PURE__ */ new Set();
	const touch = () => {
		changedAt = now();
	};
	return {
		apply: ({ method, params }) => {
			const isMain = params["frameId"] === frame;
			const isDocument = isMain && params["type"] === "Document";
			switch (method) {
				case "Page.frameNavigated": {
					if (memberAt(params, "frame", "parentId") !== void 0) break;
					const missing = textAt(params, "frame", "unreachableUrl");
					place = {
						url: missing || textAt(params, "frame", "url"),
						isMissing: missing !== "",
						status: place.status
					};
					break;
				}
				case "Page.navigatedWithinDocument":
					if (isMain) place = {
						...place,
						url: textAt(params, "url")
					};
					break;
				case "Page.frameStartedLoading":
				case "Page.frameStoppedLoading":
					if (isMain) isLoading = method === "Page.frameStartedLoading";
					touch();
					break;
				case "Network.requestWillBeSent":
					if (LASTING.has(textAt(params, "type"))) break;
					if (isDocument) place = { url: place.url };
					inFlight.add(params["requestId"]);
					touch();
					break;
				case "Network.responseReceived": {
					const status = memberAt(params, "response", "status");
					if (isDocument && typeof status === "number") place = {
						...place,
						status
					};
					break;
				}
				case "Network.loadingFinished":
				case "Network.loadingFailed":
					if (inFlight.delete(params["requestId"])) touch();
					break;
				case "Page.windowOpen": opened = textAt(params, "url");
			}
		},
		place: () => place,
		takeOpened: () => {
			const taken = opened;
			opened = void 0;
			return taken;
		},
		touch,
		isQuietFor: (ms) => !isLoading && inFlight.size === 0 && now() - changedAt >= ms,
		forgetRequests: () => inFlight.clear()
	};
}

// src/browser/program/serve.ts
const MAX_MEMORY_BYTES = 1024 ** 3;
const MEMORY_POLL_MS = 500;
const IDLE_MS = 3e5;
async function serveBrowser({ input, output, env, group }) {
	const now = () => performance.now();
	let session;
	let page;
	let ended;
	const close = async () => {
		const closing = session;
		[session, page] = [void 0, void 0];
		await closing?.close();
	};
	const launch = async ({ file, hosts = [] }) => {
		ended = void 0;
		page = void 0;
		if (session !== void 0 && (session.reach !== hosts.join() || !await session.clear())) await close();
		session ??= await openChromium({
			file,
			hosts,
			env
		});
		const notes = createNotes((url) => refusalOf(url, hosts));
		const { cdp, contextId, listen } = await session.begin(notes.isWanted);
		listen(notes.hear);
		const tab = await openTab({
			cdp,
			contextId,
			notes,
			now,
			listen
		});
		if (hosts.length === 0) await tab.send("Security.setIgnoreCertificateErrors", { ignore: true });
		page = {
			tab,
			notes,
			view: { ...FIRST_VIEW }
		};
		return page;
	};
	const answer = async (request) => {
		const { id, action } = request;
		if (action === "close") {
			await close();
			return {
				id,
				kind: "closed"
			};
		}
		try {
			const open = action === "launch" ? await launch(request) : page;
			if (open === void 0) return {
				id,
				kind: "failed",
				reason: ended ?? "no page is open"
			};
			return {
				id,
				kind: "done",
				view: await act(request, open)
			};
		} catch (error) {
			const words = session?.words() ?? "";
			await close();
			const why = ended ?? (error instanceof CdpError ? error.message : String(error));
			return {
				id,
				kind: "failed",
				reason: action === "launch" && words !== "" ? `${why}: ${words}` : why
			};
		}
	};
	const memory = setInterval(() => {
		if (session === void 0 || groupMemory(group) <= MAX_MEMORY_BYTES) return;
		ended = `the page took more than ${MAX_MEMORY_BYTES / 1024 ** 2} MB, and the browser was closed`;
		session.kill();
	}, MEMORY_POLL_MS);
	const lines = createInterface({
		input,
		crlfDelay: 1e400
	});
	const rest = () => setTimeout(() => lines.close(), IDLE_MS);
	let idle = rest();
	for await (const line of lines) {
		clearTimeout(idle);
		const reply = await answer(JSON.parse(line));
		output.write(`${JSON.stringify(reply)}\n`);
		idle = rest();
	}
	clearTimeout(idle);
	clearInterval(memory);
	await close();
}
function groupMemory(group) {
	return processIds().filter((pid) => processStat(pid)?.group === group).map((pid) => /^RssAnon:\s+(\d+) kB$/m.exec(fileText(`/proc/${pid}/status`) ?? "")?.[1]).reduce((sum, count = "0") => sum + Number(count) * 1024, 0);
}
function refusalOf(url, hosts) {
	if (!URL.canParse(url)) return void 0;
	const { protocol, host, hostname } = new URL(url);
	if (!/^(?:https?|wss?):$/.test(protocol)) return void 0;
	if (hosts.length > 0) return hosts.includes(host) && protocol !== "http:" ? void 0 : `a page from outside reaches the host of its launch only, ${hosts.join(", ")}`;
	return /^(?:localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname) ? void 0 : "a page of the sandbox reaches its servers only";
}

// src/cell-browser.ts
await serveBrowser({
	input: process.stdin,
	output: process.stdout,
	env: process.env,
	group: process.pid
});
process.exit(0);

export {  };