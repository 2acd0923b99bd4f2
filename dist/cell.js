import { createRequire } from "node:module";
import { getPriority, homedir, setPriority } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { accessSync, chmodSync, closeSync, constants, existsSync, fchmodSync, fchownSync, fstatSync, linkSync, lstatSync, mkdirSync, openSync, readFileSync, readSync, readdirSync, readlinkSync, realpathSync, renameSync, rmSync, statSync, statfsSync, writeFileSync, writeSync } from "node:fs";
import { execFile, spawn } from "node:child_process";
import { setImmediate as setImmediate$1, setTimeout as setTimeout$1 } from "node:timers/promises";
import { hash, randomBytes, randomUUID } from "node:crypto";
import { Socket, connect, createServer } from "node:net";
import { promisify } from "node:util";
import { Script } from "node:vm";

// src/protocol/error.ts
var RunnerError = class extends Error {
	name = "RunnerError";
	code;
	hint;
	constructor({ code, message, hint, cause }) {
		super(message, cause === void 0 ? void 0 : { cause });
		this.code = code;
		this.hint = hint;
	}
};

// src/base/file-text.ts
function fileText(path) {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return;
	}
}
function namesIn(dir) {
	try {
		return readdirSync(dir);
	} catch {
		return [];
	}
}
function lstatOrNone(path) {
	return orNone(() => lstatSync(path, { throwIfNoEntry: false }));
}
function statOrNone(path) {
	return orNone(() => statSync(path, { throwIfNoEntry: false }));
}
function orNone(look) {
	try {
		return look();
	} catch (error) {
		if (error.code === "ENOTDIR") return void 0;
		throw error;
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

// src/cell/process/strays.ts
const MARKER_NAME = "KIMI_CELL";
const MAX_PASSES = 5;
function killStrays(marker) {
	killWhere((pid) => carries(pid, marker));
}
function killWhere(isMeant) {
	for (let pass = 0; pass < MAX_PASSES; pass += 1) {
		let hasFound = false;
		for (const pid of otherProcesses().toReversed()) {
			if (!isMeant(pid)) continue;
			hasFound = true;
			kill(pid);
		}
		if (!hasFound) return;
	}
}
function userOf(pid) {
	return groupOf(pid) === void 0 ? void 0 : statOrNone(`/proc/${pid}`)?.uid;
}
function groupOf(pid) {
	const stat = processStat(pid);
	return stat?.state === "X" || stat?.state === "Z" && stat.threads <= 1 ? void 0 : stat?.group;
}
function otherProcesses() {
	return processIds().filter((pid) => pid !== process.pid);
}
function carries(pid, marker) {
	return environOf(pid).includes(`${MARKER_NAME}=${marker}`);
}
function environOf(pid) {
	return fileText(`/proc/${pid}/environ`)?.split("\0") ?? [];
}
function kill(pid) {
	try {
		process.kill(pid, "SIGKILL");
	} catch {}
}

// src/cell/process/frames.ts
const DISPOSABLE_NAME = "kimi-disposable";
const WORKER_ERROR_CODES = [
	"cell.failed",
	"tool.input",
	"workspace.file",
	"workspace.outside"
];
const MAX_FRAME_BYTES = 67108864;
const NEWLINE = 10;
function createLineReader(onLine, onOverflow, maxBytes = MAX_FRAME_BYTES) {
	let pieces = [];
	let pieceBytes = 0;
	let broken = false;
	return { push(chunk) {
		let start = 0;
		while (!broken) {
			const end = chunk.indexOf(NEWLINE, start);
			const piece = end < 0 ? chunk.subarray(start) : chunk.subarray(start, end);
			pieceBytes += piece.length;
			if (pieceBytes > maxBytes) {
				broken = true;
				pieces = [];
				onOverflow();
				return;
			}
			if (piece.length > 0) pieces.push(piece);
			if (end < 0) return;
			const [only] = pieces;
			const line = pieces.length === 1 && only !== void 0 ? only : Buffer.concat(pieces);
			pieces = [];
			pieceBytes = 0;
			start = end + 1;
			onLine(line.toString("utf8"));
		}
	} };
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

// src/cell/worker/groups.ts
function createGroups() {
	const alive = /* @__PURE__ */ new Set();
	return {
		add: (group) => void alive.add(group),
		has: (group) => alive.has(group),
		kill: (group) => void signalGroup(group, "SIGKILL"),
		settle: (group) => {
			if (!signalGroup(group, 0)) alive.delete(group);
		},
		killAll: () => {
			const killed = [...alive];
			alive.clear();
			for (const group of killed) signalGroup(group, "SIGKILL");
			return killed;
		}
	};
}
async function endGroup(group, graceMs, ended) {
	let over = false;
	ended.then(() => over = true);
	for (const signal of ["SIGINT", "SIGTERM"]) {
		if (over || !signalGroup(group, signal)) return;
		await Promise.race([ended, setTimeout$1(graceMs)]);
	}
	if (!over) signalGroup(group, "SIGKILL");
}
function signalGroup(group, signal) {
	try {
		process.kill(-group, signal);
		return true;
	} catch {
		return false;
	}
}

// src/cell/worker/errors.ts
function fileError(message, hint, cause) {
	return new RunnerError({
		code: "workspace.file",
		message,
		hint,
		cause
	});
}
function inputError(message, hint, cause) {
	return new RunnerError({
		code: "tool.input",
		message,
		hint,
		cause
	});
}

// src/cell/worker/command-stdio.ts
const MAX_INPUT_BYTES = 1048576;
function openInput(dir, text) {
	const bytes = Buffer.from(text, "utf8");
	if (bytes.length > MAX_INPUT_BYTES) {
		const hint = `At most ${MAX_INPUT_BYTES} bytes; write longer text to a file first.`;
		throw inputError(`The command's input is too large: ${bytes.length} bytes.`, hint);
	}
	reopenOwnFolder(dir);
	const path = join(dir, `input-${randomBytes(6).toString("hex")}`);
	const fd = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 384);
	try {
		rmSync(path);
		for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at, bytes.length - at, at);
		return fd;
	} catch (error) {
		closeSync(fd);
		throw error;
	}
}
function reopenOwnFolder(dir) {
	try {
		chmodSync(dir, 448);
	} catch {}
}
const O_PATH = 2097152;
const ATTEMPTS = 3;
function createOutputPipes(dir) {
	const free = [];
	return async () => {
		const pipe = free.pop() ?? await makePipe(dir);
		const path = `/proc/self/fd/${pipe}`;
		const readFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
		const writeFd = openSync(path, constants.O_WRONLY);
		const release = (ended) => {
			if (ended) free.push(pipe);
			else closeSync(pipe);
		};
		return {
			readFd,
			writeFd,
			release
		};
	};
}
async function makePipe(dir) {
	for (let attempt = 1;; attempt += 1) {
		const path = join(dir, `output-${randomBytes(12).toString("hex")}`);
		try {
			await promisify(execFile)("mkfifo", [
				"-m",
				"600",
				path
			]);
			const fd = openSync(path, O_PATH | constants.O_NOFOLLOW);
			rmSync(path, { force: true });
			if (fstatSync(fd).isFIFO()) return fd;
			closeSync(fd);
			throw new Error(`${path} was replaced by another file`);
		} catch (error) {
			if (attempt === ATTEMPTS) throw error;
			reopenOwnFolder(dir);
		}
	}
}
const READ_BUFFER_BYTES = 65536;
function readAll(fd, push) {
	const buffer = Buffer.allocUnsafe(READ_BUFFER_BYTES);
	const socket = new Socket({
		fd,
		readable: true,
		writable: false,
		onread: {
			buffer,
			callback: (count) => {
				push(buffer.subarray(0, count));
				return true;
			}
		}
	});
	const ended = new Promise((done) => {
		socket.once("end", done);
		socket.once("error", () => done());
	});
	socket.resume();
	return {
		ended,
		close: () => void socket.destroy()
	};
}

// src/cell/worker/locate.ts
const MAX_LINKS = 40;
const PATH_MAX = 4096;
const NAME_MAX = 255;
function locate(root, path) {
	const { real, isRespelled } = realOf(absoluteOf(root, path), path, MAX_LINKS);
	const inside = insideOf(root, path, real).join("/");
	return {
		path: inside === "" ? "." : inside,
		stats: lstatOrNone(real),
		isRespelled
	};
}
function namesBelow(root, path) {
	return insideOf(root, path, absoluteOf(root, path));
}
function absoluteOf(root, path) {
	if (path.includes("\0")) throw fileError(`The path contains a NUL character: ${JSON.stringify(path)}.`);
	const [first = "", ...rest] = path.split("/");
	const absolute = first === "~" && lstatOrNone(join(root, first)) === void 0 ? resolve(homedir(), ...rest) : resolve(root, path);
	const names = absolute.split("/").map((name) => Buffer.byteLength(name));
	if (Buffer.byteLength(absolute) < PATH_MAX && Math.max(...names) <= NAME_MAX) return absolute;
	throw fileError(`${path} cannot be resolved: ${EXPLAINED["ENAMETOOLONG"]}.`);
}
function insideOf(root, asked, place) {
	if (place !== root && !place.startsWith(root === "/" ? root : `${root}/`)) throw new RunnerError({
		code: "workspace.outside",
		message: `${asked} leads out of the workspace${place === resolve(root, asked) ? "" : `, to ${place}`}.`,
		hint: `Use a path inside ${root}.`
	});
	const names = relative(root, place).split("/").filter((name) => name !== "");
	if (!names.includes(".git")) return names;
	throw new RunnerError({
		code: "workspace.outside",
		message: `${asked} belongs to git and is no file of the workspace.`,
		hint: "Use git commands to read or change the state of the repository."
	});
}
function realOf(absolute, asked, links) {
	try {
		return {
			real: realpathSync.native(absolute),
			isRespelled: false
		};
	} catch (error) {
		const code = error.code;
		if (code !== "ENOENT" || links === 0) throw fileError(`${asked} cannot be resolved: ${EXPLAINED[code ?? ""] ?? String(code)}.`, void 0, error);
	}
	const parent = realOf(dirname(absolute), asked, links);
	const given = basename(absolute);
	const name = lstatOrNone(join(parent.real, given)) !== void 0 ? given : respelled(parent.real, given) ?? given;
	const here = join(parent.real, name);
	const isRespelled = parent.isRespelled || name !== given;
	if (lstatOrNone(here)?.isSymbolicLink() !== true) return {
		real: here,
		isRespelled
	};
	const target = realOf(resolve(parent.real, readlinkSync(here)), asked, links - 1);
	return {
		real: target.real,
		isRespelled: isRespelled || target.isRespelled
	};
}
function respelled(folder, name) {
	const folded = foldedName(name);
	if (/^[!-~]*$/.test(folded)) return void 0;
	const found = namesIn(folder).filter((other) => foldedName(other) === folded);
	return found.length === 1 ? found[0] : void 0;
}
function foldedName(name) {
	return name.normalize("NFC").replaceAll(/\p{Zs}/gu, " ");
}
const EXPLAINED = {
	ELOOP: "its links go in a circle",
	ENOTDIR: "a parent of it is a file",
	EACCES: "permission denied",
	ENAMETOOLONG: "the name is too long",
	ENOENT: "too many links"
};
function kindOf(stats) {
	if (stats.isFile()) return "file";
	if (stats.isDirectory()) return "directory";
	return stats.isSymbolicLink() ? "link" : "other";
}

// src/cell/worker/open-judged.ts
const FOLDER = 2097152 | constants.O_DIRECTORY | constants.O_NOFOLLOW;
function openFolder(root, path) {
	return walk(root, path, {
		names: namesBelow(root, path),
		creates: false
	});
}
function openParent(root, path, { creates = false } = {}) {
	const names = namesBelow(root, path);
	const folder = walk(root, path, {
		names: names.slice(0, -1),
		creates
	});
	return {
		...folder,
		file: folder.at(names.at(-1) ?? "."),
		explain: (cause) => explain(root, path, cause)
	};
}
const IS_LINK = Object.assign(/* @__PURE__ */ new Error("a link"), { code: "ELOOP" });
function explain(root, path, cause) {
	const failed = (message, hint) => fileError(message, hint, cause);
	const { code = "unknown error" } = cause;
	const now = locate(root, path).path;
	const isElsewhere = now !== (namesBelow(root, path).join("/") || ".");
	if (isElsewhere || code === "ELOOP") return failed(`${path} changed since it was judged: ${isElsewhere ? `it leads to ${now} now` : "it was a link for a moment"}.`, "Nothing was done. Send the call again; it is then judged by where the path leads.");
	if (code === "ENOENT") return failed(`${path} does not exist.`, "Name an existing file; list the folder to see its names.");
	if (code === "ENOTDIR") return failed(`${path} is not a folder.`, "Name an existing folder.");
	return failed(`${path} cannot be opened: ${code === "ENXIO" ? "it is a socket or device" : code}.`, "Name a regular file.");
}
function walk(root, path, { names, creates }) {
	let fd = openSync(root, FOLDER);
	for (const name of names) {
		const before = fd;
		try {
			fd = enter(`/proc/self/fd/${before}/${name}`, creates);
		} catch (error) {
			throw explain(root, path, error);
		} finally {
			closeSync(before);
		}
	}
	const open = `/proc/self/fd/${fd}`;
	return {
		path: open,
		at: (name) => `${open}/${name}`,
		[Symbol.dispose]: () => closeSync(fd)
	};
}
function enter(path, creates) {
	try {
		return openSync(path, FOLDER);
	} catch (error) {
		if (!creates || error.code !== "ENOENT") throw error;
	}
	try {
		mkdirSync(path);
	} catch (error) {
		if (error.code !== "EEXIST") throw error;
	}
	return openSync(path, FOLDER);
}

// src/cell/worker/output-window.ts
const MAX_LINES_BYTES = 1e6;
function createOutputWindow(maxBytes) {
	const headMax = Math.ceil(maxBytes * 2 / 3);
	const tailMax = maxBytes - headMax;
	const head = [];
	let headBytes = 0;
	let ring;
	let tailBytes = 0;
	const pushTail = (chunk) => {
		ring ??= Buffer.allocUnsafe(tailMax);
		const kept = chunk.subarray(Math.max(0, chunk.length - tailMax));
		const start = tailMax === 0 ? 0 : (tailBytes + chunk.length - kept.length) % tailMax;
		const beforeWrap = kept.subarray(0, tailMax - start);
		ring.set(beforeWrap, start);
		ring.set(kept.subarray(beforeWrap.length), 0);
		tailBytes += chunk.length;
	};
	const tailNow = () => {
		if (ring === void 0) return Buffer.alloc(0);
		const start = tailBytes > tailMax && tailMax > 0 ? tailBytes % tailMax : 0;
		return Buffer.concat([ring.subarray(start, Math.min(tailBytes, tailMax)), ring.subarray(0, start)]);
	};
	return {
		push: (chunk) => {
			const room = headMax - headBytes;
			if (room > 0) {
				const piece = Buffer.from(chunk.subarray(0, room));
				head.push(piece);
				headBytes += piece.length;
			}
			if (chunk.length > room) pushTail(chunk.subarray(Math.max(0, room)));
		},
		read: () => {
			const tail = tailNow();
			const droppedBytes = tailBytes - tail.length;
			if (droppedBytes === 0) return {
				text: Buffer.concat([...head, tail]).toString("utf8"),
				droppedBytes
			};
			const first = cutEnd(Buffer.concat(head));
			const last = cutStart(tail);
			const missing = droppedBytes + headBytes - first.length + tail.length - last.length;
			const note = `\n[${missing} bytes left out here]\n`;
			return {
				text: `${first.toString("utf8")}${note}${last.toString("utf8")}`,
				droppedBytes: missing
			};
		},
		outputSoFar: (from) => {
			const begun = Buffer.concat(head);
			const next = begun.subarray(0, from + MAX_LINES_BYTES).lastIndexOf("\n") + 1;
			const lastLine = (tailBytes > 0 ? tailNow() : begun).subarray(-4e3).toString("utf8").trimEnd().split(/[\n\r]/).at(-1) ?? "";
			return {
				text: begun.toString("utf8", from, next),
				next: Math.max(from, next),
				lastLine
			};
		}
	};
}
const isContinuation = (byte) => byte !== void 0 && (byte & 192) === 128;
function cutEnd(bytes) {
	let lead = bytes.length - 1;
	while (lead > bytes.length - 4 && isContinuation(bytes[lead])) lead -= 1;
	const first = bytes[lead] ?? 0;
	return lead + (first >= 240 ? 4 : first >= 224 ? 3 : first >= 192 ? 2 : 1) > bytes.length ? bytes.subarray(0, Math.max(0, lead)) : bytes;
}
function cutStart(bytes) {
	let start = 0;
	while (start < 3 && isContinuation(bytes[start])) start += 1;
	return bytes.subarray(start);
}

// src/cell/worker/settles.ts
async function settlesWithin(promise, withinMs, signal) {
	const late = new AbortController();
	const cut = signal === void 0 ? late.signal : AbortSignal.any([late.signal, signal]);
	const winner = await Promise.race([promise.then(() => true), setTimeout$1(withinMs, false, { signal: cut }).catch(() => false)]);
	late.abort();
	return winner;
}

// src/cell/worker/command.ts
const STOP_GRACE_MS = 2e3;
const PIPE_GRACE_MS = 100;
async function endOfProcess(child, file, say) {
	return await new Promise((done) => {
		child.once("exit", (code, signal) => done({
			code,
			signal
		}));
		child.once("error", (error) => {
			const why = error.code === "ENOENT" ? "command not found" : error.message;
			say(Buffer.from(`${file}: ${why}\n`));
			done({
				code: 127,
				signal: null
			});
		});
	});
}
async function startCommand(request, host) {
	const cwd = namesBelow(host.root, request.cwd).join("/") || ".";
	using folder = openFolder(host.root, cwd);
	const { cpuSeconds } = request;
	const asked = programOf(request.command);
	const program = cpuSeconds === void 0 ? asked : [
		"/usr/bin/prlimit",
		`--cpu=${cpuSeconds}`,
		"--",
		...asked
	];
	const pipe = await host.openPipe();
	const startedAt = performance.now();
	const window = createOutputWindow(request.maxOutputBytes);
	const child = start$1(program, {
		...host,
		cwd: folder.path,
		pipe,
		input: request.input
	});
	const reader = readAll(pipe.readFd, window.push);
	const group = child.pid;
	if (group !== void 0) host.groups.add(group);
	let isOver = false;
	let stopped = false;
	let timedOut = false;
	const ending = endOfProcess(child, program[0], window.push);
	const stop = (graceMs) => {
		if (isOver || group === void 0) return;
		stopped = true;
		endGroup(group, graceMs, ending);
	};
	const leave = host.watch.enter(group, (why) => {
		stopped = true;
		window.push(Buffer.from(`\n[ended by the runner: ${why}]\n`));
	});
	const expire = () => {
		timedOut = true;
		stop(STOP_GRACE_MS);
	};
	const timer = setTimeout(expire, request.timeoutMs);
	const finish = async () => {
		const { code, signal } = await ending;
		isOver = true;
		clearTimeout(timer);
		leave();
		if (group !== void 0 && stopped) host.groups.kill(group);
		let drained = await settlesWithin(reader.ended, 100);
		let endedRest = false;
		if (!drained && group !== void 0) {
			host.groups.kill(group);
			drained = await settlesWithin(reader.ended, 100);
			endedRest = drained && !stopped;
		}
		reader.close();
		pipe.release(drained);
		if (group !== void 0) host.groups.settle(group);
		return {
			code,
			signal,
			timedOut,
			...endedRest && { endedRest },
			durationMs: performance.now() - startedAt
		};
	};
	const { read: output, outputSoFar } = window;
	return {
		cwd,
		group,
		startedAt,
		ended: finish(),
		output,
		outputSoFar,
		stop,
		expire
	};
}
function programOf(command) {
	if (typeof command === "string") return [
		"bash",
		"--noprofile",
		"--norc",
		"-c",
		command
	];
	const [file, ...args] = command;
	if (file === void 0) throw inputError("The command is empty.", "Give at least a program.");
	return [file, ...args];
}
function start$1([file, ...args], { cwd, env, pipe, inputDir, input }) {
	let inputFd;
	try {
		if (input !== void 0) inputFd = openInput(inputDir, input);
		return spawn(file, args, {
			cwd,
			env,
			stdio: [
				inputFd ?? "ignore",
				pipe.writeFd,
				pipe.writeFd
			],
			detached: true
		});
	} catch (cause) {
		closeSync(pipe.readFd);
		pipe.release(true);
		if (cause instanceof RunnerError) throw cause;
		const message = `The command cannot be started: ${cause instanceof Error ? cause.message : String(cause)}.`;
		throw inputError(message, "Keep it under 128 KiB and free of NUL characters; write long text to a file first.", cause);
	} finally {
		closeSync(pipe.writeFd);
		if (inputFd !== void 0) closeSync(inputFd);
	}
}

// src/cell/worker/watch/census.ts
function takeCensus() {
	const bytesOf = /* @__PURE__ */ new Map();
	const ended = [];
	for (const pid of otherProcesses()) {
		const status = fileText(`/proc/${pid}/status`);
		if (status === void 0) continue;
		const resident = bytesIn(status, "VmRSS");
		if (resident === void 0) ended.push(pid);
		else bytesOf.set(pid, resident);
	}
	return {
		count: bytesOf.size + 1,
		ended,
		bytesOf
	};
}
function weigh({ bytesOf }) {
	const groups = /* @__PURE__ */ new Map();
	const counted = /* @__PURE__ */ new Set();
	let total = 0;
	for (const [pid, bytes] of bytesOf) {
		const group = groupOf(pid);
		if (group === void 0) continue;
		const { anonymous, shared } = sharesOf(pid) ?? {
			anonymous: bytes,
			shared: 0
		};
		const own = anonymous + Math.max(shared, namelessBytes(pid, counted));
		total += own;
		groups.set(group, (groups.get(group) ?? 0) + own);
	}
	const [[group, largest] = [0, 0]] = [...groups].toSorted(([, x], [, y]) => y - x);
	return {
		total,
		largest,
		group
	};
}
function sharedBytes() {
	return bytesIn(fileText("/proc/meminfo") ?? "", "Shmem") ?? 0;
}
function namelessBytes(pid, counted) {
	let bytes = 0;
	for (const fd of namesIn(`/proc/${pid}/fd`)) try {
		const path = `/proc/${pid}/fd/${fd}`;
		if (!readlinkSync(path).startsWith("/memfd:")) continue;
		const { ino, blocks } = statSync(path);
		if (!counted.has(ino)) bytes += blocks * 512;
		counted.add(ino);
	} catch {}
	return bytes;
}
function sharesOf(pid) {
	const text = fileText(`/proc/${pid}/smaps_rollup`);
	if (text === void 0 || text === "") return void 0;
	return {
		anonymous: bytesIn(text, "Pss_Anon") ?? 0,
		shared: bytesIn(text, "Pss_Shmem") ?? 0
	};
}
function bytesIn(text, name) {
	const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1];
	return kilobytes === void 0 ? void 0 : Number(kilobytes) * 1024;
}
function listens(group) {
	return membersOf(group).some((pid) => {
		const waiting = waitingSockets(pid);
		return waiting.size > 0 && socketsOf(pid).some((socket) => waiting.has(socket));
	});
}
function membersOf(group) {
	const found = /* @__PURE__ */ new Set();
	const left = otherProcesses().flatMap((pid) => {
		const stat = processStat(pid);
		return stat === void 0 ? [] : [{
			pid,
			...stat
		}];
	});
	for (let before = -1; before < found.size;) {
		before = found.size;
		for (const { pid, group: own, parent } of left) if (own === group || found.has(parent)) found.add(pid);
	}
	return [...found];
}
const LISTEN = "0A";
function waitingSockets(pid) {
	const sockets = ["tcp", "tcp6"].flatMap((name) => (fileText(`/proc/${pid}/net/${name}`) ?? "").split("\n")).map((line) => line.trim().split(/\s+/));
	return new Set(sockets.flatMap((fields) => fields[3] === LISTEN ? [fields[9] ?? ""] : []));
}
function socketsOf(pid) {
	return namesIn(`/proc/${pid}/fd`).flatMap((fd) => {
		try {
			const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? [];
			return inode === void 0 ? [] : [inode];
		} catch {
			return [];
		}
	});
}

// src/cell/worker/background.ts
const MAX_RUNNING = 4;
const STOP_LIMIT_MS = 3 * STOP_GRACE_MS;
const MAX_ENDED_BYTES = 3e4;
const NAME_CHARS = 60;
function createCommands(host, used) {
	const entries = /* @__PURE__ */ new Map();
	const waitedFor = /* @__PURE__ */ new Set();
	let starting = 0;
	let started = 0;
	const running = () => [...entries.values()].filter(({ now }) => now.kind === "running");
	const find = (id) => {
		const entry = entries.get(id);
		if (entry !== void 0) return entry;
		const known = [...entries.keys()].join(", ");
		const hint = known === "" ? "None was started in this run." : `There are: ${known}.`;
		throw inputError(`There is no background command ${JSON.stringify(id)}.`, hint);
	};
	const keep = ({ command: asked }, command) => {
		const id = `bg${used + entries.size + 1}`;
		const entry = {
			id,
			command: typeof asked === "string" ? asked : asked.join(" "),
			cwd: command.cwd,
			startedAt: command.startedAt,
			output: command.output
		};
		entries.set(id, {
			...entry,
			now: {
				kind: "running",
				command
			}
		});
		command.ended.then((end) => entries.set(id, {
			...entry,
			output: endOf(command.output()),
			now: {
				kind: "ended",
				...end
			}
		}));
		return id;
	};
	return {
		async exec(request, signal) {
			started += 1;
			const { timeoutMs, goesOnForMs = timeoutMs } = request;
			const command = await startCommand({
				...request,
				timeoutMs: goesOnForMs
			}, host);
			const cancel = () => command.stop(500);
			waitedFor.add(command);
			signal.addEventListener("abort", cancel, { once: true });
			try {
				if (signal.aborted) cancel();
				let end;
				let background;
				if (goesOnForMs > timeoutMs && !await settlesWithin(command.ended, timeoutMs, signal) && !signal.aborted) {
					if (running().length + starting >= MAX_RUNNING) command.expire();
					else {
						background = keep(request, command);
						end = {
							code: null,
							signal: null,
							timedOut: true,
							durationMs: timeoutMs
						};
					}
				}
				end ??= await command.ended;
				signal.throwIfAborted();
				const { text, droppedBytes } = command.output();
				return {
					output: text,
					droppedBytes,
					...end,
					background
				};
			} finally {
				waitedFor.delete(command);
				signal.removeEventListener("abort", cancel);
			}
		},
		outputSoFar: ({ from }) => [...waitedFor][0]?.outputSoFar(from) ?? null,
		async startBackground(request, signal) {
			started += 1;
			const busy = running();
			if (busy.length + starting >= MAX_RUNNING) throw tooMany(busy);
			starting += 1;
			const command = await startCommand(request, host).finally(() => starting -= 1);
			const id = keep(request, command);
			if (signal.aborted) command.stop(500);
			return { id };
		},
		listBackground: () => [...entries.values()].map(factsOf),
		async readBackground({ id, waitMs }, signal) {
			const { now } = find(id);
			if (now.kind === "running" && waitMs > 0) await settlesWithin(now.command.ended, waitMs, signal);
			signal.throwIfAborted();
			return replyOf(find(id));
		},
		async stopBackground({ id }, signal) {
			const { now } = find(id);
			if (now.kind === "running") {
				now.command.stop(STOP_GRACE_MS);
				await settlesWithin(now.command.ended, STOP_LIMIT_MS, signal);
			}
			signal.throwIfAborted();
			return replyOf(find(id));
		},
		started: () => started,
		async settled() {
			await Promise.all(running().map(async ({ now }) => now.kind === "running" && await now.command.ended));
		}
	};
}
function endOf({ text, droppedBytes }) {
	const window = createOutputWindow(MAX_ENDED_BYTES);
	window.push(Buffer.from(text));
	const kept = window.read();
	return () => ({
		text: kept.text,
		droppedBytes: droppedBytes + kept.droppedBytes
	});
}
function factsOf({ id, command, cwd, startedAt, now }) {
	if (now.kind === "running") {
		const { group } = now.command;
		return {
			id,
			command,
			cwd,
			state: {
				kind: "running",
				...group !== void 0 && listens(group) ? { listens: true } : {}
			},
			durationMs: performance.now() - startedAt
		};
	}
	const { durationMs, endedRest: _, ...state } = now;
	return {
		id,
		command,
		cwd,
		state,
		durationMs
	};
}
function replyOf(entry) {
	const { text, droppedBytes } = entry.output();
	return {
		...factsOf(entry),
		output: text,
		droppedBytes
	};
}
function tooMany(busy) {
	const names = busy.map(({ id, command }) => `${id} (${oneLine(command, NAME_CHARS)})`).join(", ");
	const message = `${MAX_RUNNING} background commands are running already: ${names}.`;
	return inputError(message, "Stop one of them, or wait for one to end.");
}

// src/base/sha256.ts
function sha256(content) {
	return hash("sha256", content, "hex");
}

// src/cell/worker/read-file.ts
const BINARY_PROBE_BYTES = 8192;
const MAX_DIGEST_BYTES = 67108864;
function readFile(root, { path, maxBytes, mayBeBinary }) {
	using folder = openParent(root, path);
	const bytes = readBytes(folder, path, maxBytes);
	const isBinary = looksBinary(bytes);
	const facts = {
		path: namesBelow(root, path).join("/"),
		sizeBytes: bytes.length,
		digest: sha256(bytes)
	};
	if (isBinary && mayBeBinary === true) return {
		...facts,
		text: "",
		data: bytes.toString("base64")
	};
	if (isBinary) throw fileError(`${path} is a binary file (${bytes.length} bytes).`, "Only UTF-8 text can be read; use a command for anything else.");
	return {
		...facts,
		text: decode(bytes, path)
	};
}
function looksBinary(bytes) {
	return bytes.subarray(0, BINARY_PROBE_BYTES).includes(0);
}
function resolvePath(root, path) {
	const { path: inside, stats, isRespelled } = locate(root, path);
	const found = {
		path: inside,
		...isRespelled ? { isRespelled } : {}
	};
	if (stats === void 0) return {
		...found,
		kind: "missing"
	};
	if (!stats.isFile() || stats.size > MAX_DIGEST_BYTES) return {
		...found,
		kind: kindOf(stats)
	};
	using folder = openParent(root, inside);
	return {
		...found,
		kind: "file",
		digest: sha256(readBytes(folder, inside, MAX_DIGEST_BYTES))
	};
}
function readBytes({ file, explain }, path, maxBytes) {
	let fd;
	try {
		fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch (error) {
		throw explain(error);
	}
	try {
		const stats = fstatSync(fd);
		if (stats.isDirectory()) throw fileError(`${path} is a folder.`, "Name a file, or list the folder.");
		if (!stats.isFile()) throw fileError(`${path} is a pipe, socket or device.`, "Name a regular file.");
		if (stats.size > maxBytes) throw tooLarge(path, stats.size, maxBytes);
		const buffer = Buffer.allocUnsafe(stats.size + 1);
		let length = 0;
		while (length < buffer.length) {
			const count = readSync(fd, buffer, length, buffer.length - length, length);
			if (count === 0) break;
			length += count;
		}
		if (length > maxBytes) throw tooLarge(path, length, maxBytes);
		return buffer.subarray(0, Math.min(length, stats.size));
	} finally {
		closeSync(fd);
	}
}
function decode(bytes, path) {
	try {
		return new TextDecoder("utf-8", {
			fatal: true,
			ignoreBOM: true
		}).decode(bytes);
	} catch (error) {
		throw fileError(`${path} is not valid UTF-8.`, "Only UTF-8 text can be read; use a command such as iconv or file.", error);
	}
}
function tooLarge(path, size, maxBytes) {
	return fileError(`${path} is too large: ${size} bytes.`, `At most ${maxBytes} bytes can be read; use a command such as head, sed or grep.`);
}

// src/cell/worker/confirm-lines.ts
const MAX_FILE_BYTES = 67108864;
const MAX_NEAR_CHARS = 1e3;
const LINE_END = 10;
function confirmLines(root, lines, { before = 0, after = 0 }) {
	let open;
	return lines.map(({ path, line, text: found, isCut }) => {
		const file = open?.path === path ? open : open = {
			path,
			bytes: bytesOf(root, path),
			starts: [0]
		};
		const { bytes } = file;
		if (bytes === null || bytes === "binary") return bytes;
		if (line === 0) return {
			chars: 0,
			before: [],
			after: []
		};
		const text = lineOf(file, bytes, line);
		if (text === void 0 || (isCut === true ? !text.startsWith(found) : text !== found)) return null;
		const near = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => lineOf(file, bytes, from + index)).filter((row) => row !== void 0).map((row) => ({
			text: row.slice(0, MAX_NEAR_CHARS),
			chars: row.length
		}));
		return {
			chars: text.length,
			before: near(Math.max(1, line - before), line - 1),
			after: near(line + 1, line + after)
		};
	});
}
function bytesOf(root, path) {
	try {
		using folder = openParent(root, path);
		const bytes = readBytes(folder, path, MAX_FILE_BYTES);
		return looksBinary(bytes) ? "binary" : bytes;
	} catch {
		return null;
	}
}
function lineOf({ starts }, bytes, line) {
	while (starts.length < line) {
		const end = bytes.indexOf(LINE_END, starts.at(-1));
		if (end < 0) return void 0;
		starts.push(end + 1);
	}
	const start = starts[line - 1] ?? 0;
	if (start >= bytes.length) return void 0;
	const end = bytes.indexOf(LINE_END, start);
	return bytes.toString("utf8", start, end < 0 ? bytes.length : end);
}

// src/base/system-error.ts
function systemReason(error) {
	const message = error instanceof Error ? error.message : String(error);
	return /^E[A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message;
}

// src/cell/worker/list.ts
const MAX_GIT_OUTPUT_BYTES = 67108864;
const TIMEOUT_MS$1 = 1e4;
const SKIPPED = /* @__PURE__ */ new Set([".git", "node_modules"]);
async function listFolder(root, { path, recursive, limit }, env, signal) {
	using folder = openFolder(root, path);
	const base = namesBelow(root, path).join("/") || ".";
	const names = recursive ? await gitNames(folder.path, env, signal) : void 0;
	const children = names === void 0 ? diskChildren(root, base, recursive) : treeChildren(names, base);
	const entries = [];
	const visit = (folder) => {
		for (const entry of children(folder)) {
			if (entries.length > limit) return;
			entries.push(...names === void 0 ? [entry] : refine(root, entry));
			if (recursive && entry.kind === "directory") visit(entry.path);
		}
	};
	visit(base);
	return {
		entries: entries.slice(0, limit),
		truncated: entries.length > limit
	};
}
const inside = (folder, name) => folder === "." ? name : `${folder}/${name}`;
function ordered(entries) {
	const rank = (entry) => entry.kind === "directory" ? 0 : 1;
	return entries.toSorted((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
}
const UNREADABLE = /* @__PURE__ */ new Set([
	"EACCES",
	"EPERM",
	"ENOENT",
	"ENOTDIR",
	"ELOOP"
]);
function diskChildren(root, base, recursive) {
	return (folder) => {
		try {
			using open = openFolder(root, folder);
			return ordered(readdirSync(open.path, { withFileTypes: true }).filter(({ name }) => recursive ? !SKIPPED.has(name) : name !== ".git").map((entry) => ({
				path: inside(folder, entry.name),
				kind: kindOf(entry)
			})));
		} catch (cause) {
			const isGone = cause instanceof RunnerError || UNREADABLE.has(cause.code ?? "");
			if (folder !== base && isGone) return [];
			if (cause instanceof RunnerError) throw cause;
			const message = `${folder} cannot be listed: ${systemReason(cause)}.`;
			throw fileError(message, "List another folder.", cause);
		}
	};
}
async function gitNames(folder, env, signal) {
	try {
		const { stdout } = await promisify(execFile)("git", [
			"ls-files",
			"-z",
			"--cached",
			"--others",
			"--exclude-standard"
		], {
			cwd: folder,
			env,
			signal,
			maxBuffer: MAX_GIT_OUTPUT_BYTES,
			timeout: TIMEOUT_MS$1
		});
		return stdout.split("\0").filter((name) => name !== "");
	} catch (error) {
		signal.throwIfAborted();
		if (error.killed === true) throw fileError(`git did not list the files within ${TIMEOUT_MS$1 / 1e3} s.`, "List without recursion; git waits for ever when .gitignore is a pipe.", error);
		return;
	}
}
function treeChildren(names, base) {
	const folders = /* @__PURE__ */ new Map();
	for (const name of names) {
		const words = (name.endsWith("/") ? name.slice(0, -1) : name).split("/");
		let folder = base;
		for (const [index, word] of words.entries()) {
			const path = inside(folder, word);
			const kind = index < words.length - 1 || name.endsWith("/") ? "directory" : "file";
			const siblings = folders.get(folder) ?? /* @__PURE__ */ new Map();
			folders.set(folder, siblings.set(path, {
				path,
				kind
			}));
			folder = path;
		}
	}
	return (folder) => ordered([...folders.get(folder)?.values() ?? []]);
}
function refine(root, entry) {
	try {
		using folder = openParent(root, entry.path);
		return [{
			path: entry.path,
			kind: kindOf(lstatSync(folder.file))
		}];
	} catch {
		return [];
	}
}

// src/base/paths/is-within.ts
function isWithin(path, folder) {
	return path === folder || path.startsWith(folder === "/" ? folder : `${folder}/`);
}

// src/cell/worker/own-servers.ts
const FIRST_LINE = /^(?:CONNECT (?<tunnel>[^ /]+:\d+)|(?<method>[A-Z]+) (?:http|ws):\/\/(?<place>[^ /?#]+)(?<path>[^ ]*)) (?<version>HTTP\/1\.[01])\r\n/;
const BARE_V6 = /^([\da-f.]*:[\da-f:.]*)(?=:\d+$)/i;
function ownRequest(head, hosts) {
	const [line = "", ...rest] = FIRST_LINE.exec(head) ?? [];
	const [tunnel, method, place = "", path = "", version] = rest;
	const url = line === "" ? null : URL.parse(`http://${tunnel?.replace(BARE_V6, "[$1]") ?? place}`);
	if (url === null) return void 0;
	const addresses = loopbackOf(url.hostname, hosts);
	if (addresses.length === 0) return void 0;
	const port = url.port === "" ? 80 : Number(url.port);
	if (tunnel !== void 0) return {
		addresses,
		port,
		head: void 0
	};
	return {
		addresses,
		port,
		head: `${method} ${path.startsWith("/") ? "" : "/"}${path} ${version}\r\n` + headersFor(head.slice(line.length))
	};
}
function headersFor(headers) {
	const isUpgrade = /^upgrade:/im.test(headers);
	const dropped = isUpgrade ? /^proxy-[^\n]*\n/gim : /^(?:proxy-[^:\n]*|connection|keep-alive):[^\n]*\n/gim;
	return (isUpgrade ? "" : "Connection: close\r\n") + headers.replace(dropped, "");
}
function loopbackOf(host, hosts) {
	if (host === "[::1]" || host === "[::]") return ["::1"];
	const address = unmapped(host);
	if (address === "0.0.0.0") return ["127.0.0.1"];
	if (/^127\.[\d.]+$/.test(address)) return [address];
	const name = host.replace(/\.$/, "");
	return hosts().split("\n").flatMap((line) => {
		const [at = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
		return isLoopback(at) && names.some((one) => one.toLowerCase() === name) ? [at] : [];
	});
}
function isLoopback(address) {
	return address === "::1" || /^127(?:\.\d{1,3}){3}$/.test(address);
}
function unmapped(host) {
	const [, high, low] = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(host) ?? [];
	if (high === void 0 || low === void 0) return host;
	return [high, low].map((word) => Number.parseInt(word, 16)).flatMap((word) => [word >> 8, word & 255]).join(".");
}

// src/cell/worker/network.ts
const NO_V6 = /* @__PURE__ */ new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);
const MAX_CLIENTS = 256;
const MAX_SILENT = 128;
const MAX_HEAD_BYTES = 8192;
const LINGER_MS = 1e3;
async function forwardAll(forwards) {
	await Promise.all(forwards.flatMap((one) => one.addresses.map(async (address) => await forward(one, address))));
}
async function forward({ socketPath, port, isProxy = false }, address) {
	const out = {
		path: socketPath,
		allowHalfOpen: true
	};
	const listen = isProxy ? proxyFor(out) : (client) => joined(client, connect(out));
	const server = createServer({ allowHalfOpen: true }, listen);
	server.maxConnections = MAX_CLIENTS;
	server.unref();
	await new Promise((done, fail) => {
		server.on("error", (error) => address === "::1" && NO_V6.has(error.code ?? "") ? done() : fail(error));
		server.listen(port, address, done);
	});
}
function joined(client, far) {
	for (const [one, other] of [[client, far], [far, client]]) {
		one.pipe(other);
		one.on("error", () => other.destroy());
		one.once("close", () => other.end());
	}
	const leave = () => {
		for (const socket of [client, far]) socket.destroy();
	};
	far.once("end", () => client.end(() => setTimeout(leave, LINGER_MS).unref()));
}
function proxyFor(out) {
	const silent = /* @__PURE__ */ new Set();
	return (client) => {
		const [first] = silent;
		if (silent.size >= MAX_SILENT) first?.destroy();
		silent.add(client);
		let words = Buffer.alloc(0);
		const settle = (request, spoken) => {
			silent.delete(client);
			client.off("data", hear).off("end", end).pause();
			client.unshift(words.subarray(spoken));
			if (request === void 0) joined(client, connect(out));
			else serveOwn(client, request);
		};
		const hear = (chunk) => {
			words = Buffer.concat([words, chunk]);
			const at = words.indexOf("\r\n\r\n");
			if (at < 0 && words.length < MAX_HEAD_BYTES) return;
			const head = words.toString("latin1", 0, at + 4);
			const request = at < 0 ? void 0 : ownRequest(head, () => readFileSync("/etc/hosts", "utf8"));
			settle(request, request === void 0 ? 0 : at + 4);
		};
		const end = () => client.destroy();
		client.once("close", () => silent.delete(client)).on("error", end);
		client.on("data", hear).once("end", end);
	};
}
function serveOwn(client, { addresses: [host, ...others], port, head }) {
	const far = connect({
		host: host ?? "127.0.0.1",
		port,
		allowHalfOpen: true
	});
	const fail = () => {
		if (others.length > 0) serveOwn(client, {
			addresses: others,
			port,
			head
		});
		else if (head === void 0) client.end(`HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n`);
		else client.resetAndDestroy();
	};
	far.once("error", fail).once("connect", () => {
		far.off("error", fail);
		if (client.destroyed) far.destroy();
		if (head === void 0) client.write("HTTP/1.1 200 Connection established\r\n\r\n");
		else far.write(head, "latin1");
		joined(client, far);
	});
}
function writeClientFiles(files, root, env) {
	for (const { variable, folder, name, text } of files) {
		const dir = (variable === void 0 ? void 0 : env[variable]) ?? join(env["HOME"] ?? "/", folder);
		if (isWithin(dir, root)) continue;
		try {
			mkdirSync(dir, { recursive: true });
			writeFileSync(join(dir, name), text, { flag: "wx" });
		} catch {}
	}
}

// src/cell/worker/probe-files.ts
function created(path) {
	try {
		writeFileSync(path, "", { flag: "wx" });
		rmSync(path, { force: true });
		return {
			held: false,
			detail: `${path} could be written`
		};
	} catch (error) {
		return {
			held: true,
			detail: codeOf(error)
		};
	}
}
function setuidBits(ownDir) {
	const path = join(ownDir, "setuid-probe");
	writeFileSync(path, "");
	try {
		chmodSync(path, 2541);
		return {
			held: false,
			detail: "a file was made to run as its owner"
		};
	} catch (error) {
		return {
			held: true,
			detail: codeOf(error)
		};
	} finally {
		rmSync(path);
	}
}
const SETTINGS = [
	"/proc/sys/kernel/core_pattern",
	"/proc/sys/kernel/modprobe",
	"/proc/sys/kernel/hotplug",
	"/proc/sys/vm/drop_caches",
	"/proc/sysrq-trigger",
	"/sys/kernel/uevent_helper"
];
const ENGINE_SOCKETS = [
	"/var/run/docker.sock",
	"/run/docker.sock",
	"/run/podman/podman.sock",
	"/run/containerd/containerd.sock",
	"/run/crio/crio.sock"
];
function gitDirectory(root, { gitDir, objectsDir }) {
	if (existsSync(`${gitDir}/HEAD`) && !existsSync(`${gitDir}/${"kimi-disposable"}`)) return {
		held: false,
		detail: `${gitDir} is visible`
	};
	return objectsDir === void 0 ? {
		held: true,
		detail: `no repository in ${root}`
	} : created(`${objectsDir}/kimi-probe`);
}
const MAX_ENTRIES = 50;
function workspace(root, { isReadOnly }) {
	if (isReadOnly === true) return created(`${root}/kimi-probe`);
	const uid = process.getuid?.();
	const foreign = readdirSync(root, { encoding: "buffer" }).filter((name) => String(name) !== ".git").toSorted((a, b) => Buffer.compare(a, b)).slice(0, MAX_ENTRIES).map((name) => Buffer.concat([Buffer.from(`${root}/`), name])).find((path) => lstatSync(path).uid !== uid && ![void 0, "EROFS"].includes(writeProblem(path)));
	if (isWritable(root) && foreign === void 0) return {
		held: true,
		detail: "writable"
	};
	return {
		held: false,
		detail: `${String(foreign ?? root)} is not writable for uid ${uid}`
	};
}
function isWritable(path) {
	return writeProblem(path) === void 0;
}
function writeProblem(path) {
	try {
		accessSync(path, constants.W_OK);
		return;
	} catch (error) {
		return codeOf(error);
	}
}
function codeOf(error) {
	return error.code ?? String(error);
}

// src/cell/worker/probe-processes.ts
function nothingOf(found, good, bad = "") {
	return found.length === 0 ? {
		held: true,
		detail: good
	} : {
		held: false,
		detail: `${bad}${found.join(", ")}`
	};
}
function opens(path, flags) {
	try {
		closeSync(openSync(path, flags));
		return true;
	} catch {
		return false;
	}
}
function environs(own, allowed) {
	const others = processIds().flatMap((pid) => environOf(pid).map((variable) => variable.split("=", 1)[0] ?? ""));
	const names = [...own, ...others];
	return nothingOf([...new Set(names.filter((name) => name !== "" && !allowed.has(name)))], `${names.length} variables`, "not allowed: ");
}
function controllerEnviron({ pid, started }) {
	if (processStat(pid)?.startTime !== started) return {
		held: true,
		detail: "out of sight"
	};
	return nothingOf([
		"environ",
		"maps",
		"mem"
	].filter((name) => opens(`/proc/${pid}/${name}`, "r")), "refused", "readable: ");
}
function processes() {
	const count = processIds().length;
	return {
		held: count === 1,
		detail: `${count} visible`
	};
}
function namespaces(outside) {
	const shared = Object.entries(outside).filter(([kind, link]) => readlinkSync(`/proc/self/ns/${kind}`) === link);
	const real = readFileSync("/proc/net/dev", "utf8").split("\n").slice(2).map((line) => line.split(":", 1)[0]?.trim() ?? "").filter((name) => name !== "" && name !== "lo");
	return nothingOf([...shared.map(([kind]) => `${kind} shared with the host`), ...real.map((name) => `network interface ${name}`)], Object.keys(outside).join(" "));
}
const CAPABILITY_SETS = [
	"CapInh",
	"CapPrm",
	"CapEff",
	"CapBnd",
	"CapAmb"
];
function capabilities() {
	const wrong = CAPABILITY_SETS.filter((field) => !/^0+$/.test(statusLine(field)));
	if (statusLine("NoNewPrivs") !== "1") wrong.push("NoNewPrivs");
	return {
		held: wrong.length === 0,
		detail: wrong.length === 0 ? "none" : wrong.map((field) => `${field}=${statusLine(field)}`).join(" ")
	};
}
function systemCalls() {
	const mode = statusLine("Seccomp");
	return {
		held: mode === "2",
		detail: mode === "2" ? "filtered" : `not filtered (Seccomp=${mode})`
	};
}
function statusLine(field) {
	return new RegExp(`^${field}:[ \\t]*(.*)$`, "m").exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "?";
}
const READ_AGAIN_MS = [
	1,
	4,
	16,
	64
];
function descriptors() {
	let odd = oddDescriptors();
	for (const ms of READ_AGAIN_MS) {
		if (odd.size === 0) break;
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
		const still = oddDescriptors();
		odd = new Map([...odd].filter(([fd, link]) => still.get(fd) === link));
	}
	return nothingOf([...odd.values()], "0 1 2");
}
function oddDescriptors() {
	const open = readdirSync("/proc/self/fd").map(Number).filter((fd) => fd > 2).flatMap((fd) => linkOf(fd).map((link) => [fd, link]));
	const pipes = open.map(([, link]) => link).filter((link) => link.startsWith("pipe:"));
	const own = (link) => link.startsWith("anon_inode:") || link === "/dev/null" || pipes.filter((pipe) => pipe === link).length === 2;
	return new Map(open.filter(([, link]) => !own(link)));
}
function linkOf(fd) {
	try {
		return [readlinkSync(`/proc/self/fd/${fd}`)];
	} catch {
		return [];
	}
}

// src/cell/worker/probes.ts
async function runProbes(root, bait, own) {
	const attacks = [
		["descriptors", descriptors],
		["system", () => created("/etc/kimi-probe")],
		["kernel_settings", () => nothingOf(SETTINGS.filter((path) => opens(path, constants.O_WRONLY)), "read-only", "writable: ")],
		["runner_files", () => nothingOf(bait.runnerPaths.filter(isWritable), "out of reach", "writable: ")],
		["controller_files", () => nothingOf([bait.canaryFile].filter(existsSync), "out of sight", "visible: ")],
		["controller_environ", () => controllerEnviron(bait.controller)],
		["docker_socket", () => nothingOf(ENGINE_SOCKETS.filter(isWritable), "out of reach", "open: ")],
		["environment", () => environs(own.variables, new Set(bait.environNames))],
		["processes", processes],
		["namespaces", () => namespaces(bait.namespaces)],
		["capabilities", capabilities],
		["git_directory", () => gitDirectory(root, bait)],
		["workspace", () => workspace(root, bait)],
		["network", async () => await stream({
			host: "127.0.0.1",
			port: bait.tcpPort
		}, bait)],
		["udp", async () => await datagram(bait)],
		["unix_socket", async () => await stream({ path: bait.socketPath }, bait)],
		["system_calls", systemCalls],
		["setuid_bits", () => setuidBits(own.dir)],
		["worker", attackOnWorker],
		["nested_namespace", nestedNamespace],
		["privilege", privilege]
	];
	return await Promise.all(attacks.map(async ([name, attack]) => ({
		name,
		...await carriedOut(attack)
	})));
}
async function carriedOut(attack) {
	try {
		return await attack();
	} catch (error) {
		return {
			held: false,
			detail: `not tried: ${String(error)}`
		};
	}
}
const ANSWER_TIMEOUT_MS = 200;
const SPAWN_TIMEOUT_MS = 5e3;
async function stream(target, { greeting }) {
	return await new Promise((done) => {
		const socket = connect(target);
		const end = (held, detail) => {
			socket.destroy();
			done({
				held,
				detail
			});
		};
		socket.setTimeout(ANSWER_TIMEOUT_MS, () => end(true, "no answer"));
		socket.once("connect", () => {
			done({
				held: false,
				detail: "the planted listener was reached"
			});
			socket.end(greeting);
		});
		socket.once("error", (error) => end(true, error.code ?? String(error)));
	});
}
async function datagram({ udpPort, greeting }) {
	const { createSocket } = await import("node:dgram");
	return await new Promise((done) => {
		const socket = createSocket("udp4");
		const end = (held, detail) => {
			clearTimeout(timer);
			socket.close();
			done({
				held,
				detail
			});
		};
		const timer = setTimeout(() => end(true, "no answer"), ANSWER_TIMEOUT_MS);
		socket.once("message", () => end(false, "the planted listener was reached"));
		socket.once("error", (error) => end(true, error.code ?? String(error)));
		socket.connect(udpPort, "127.0.0.1", () => socket.send(greeting, () => {}));
	});
}
async function nestedNamespace() {
	const exit = await run("unshare", ["--user", "true"]);
	if (exit === "missing") return {
		held: false,
		detail: "not tried: there is no unshare (util-linux)"
	};
	return exit === 0 ? {
		held: false,
		detail: "unshare --user worked"
	} : {
		held: true,
		detail: "refused"
	};
}
async function privilege() {
	const exit = await run("sudo", ["-n", "true"]);
	if (exit === "missing") return {
		held: true,
		detail: "no sudo"
	};
	const isRoot = process.getuid?.() === 0 && /^CapBnd:\s*0+$/m.test(readFileSync("/proc/self/status", "utf8"));
	return exit !== 0 || isRoot ? {
		held: true,
		detail: "sudo refused"
	} : {
		held: false,
		detail: "sudo -n worked"
	};
}
const ATTACK_ON_WORKER = `kill -STOP 1; kill -KILL 1
for name in mem environ maps fd/0; do
  (: < /proc/1/$name) && echo $name
done
for name in cwd root; do
  (cd /proc/1/$name/.) && echo $name
done
prlimit --pid 1 --nofile >&2 && echo limits
exit 0`;
async function attackOnWorker() {
	if (process.pid !== 1) return {
		held: false,
		detail: "the worker can be ended by a signal"
	};
	const { stdout } = await promisify(execFile)("/bin/sh", ["-c", ATTACK_ON_WORKER], { timeout: SPAWN_TIMEOUT_MS });
	return nothingOf(stdout.match(/\S+/g) ?? [], "refused", "reached: ");
}
async function run(file, args) {
	return await promisify(execFile)(file, args, { timeout: SPAWN_TIMEOUT_MS }).then(() => 0, (error) => error.code === "ENOENT" ? "missing" : 1);
}

// src/cell/worker/replace-matches.ts
const TIMEOUT_MS = 2e3;
const MAX_CHARS = 4194304;
function replaceMatches(request) {
	const pattern = compile(request);
	try {
		return new Script("replace()").runInNewContext({ replace: () => replaceIn(request, pattern) }, { timeout: TIMEOUT_MS });
	} catch (error) {
		if (error.code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
		throw inputError(`the pattern timed out after ${TIMEOUT_MS / 1e3} s.`, "Use a simpler one, or a range of lines.");
	}
}
function compile({ pattern, isRegex, ignoresCase }) {
	const source = isRegex ? pattern : RegExp.escape(pattern);
	try {
		return new RegExp(source, ignoresCase ? "gim" : "gm");
	} catch (error) {
		throw inputError(`${error.message}.`, "Give a JavaScript regex, or leave use_regex out for literal text.");
	}
}
function replaceIn({ text, replacement, isRegex }, pattern) {
	const parts = [];
	let [end, count, length] = [
		0,
		0,
		0
	];
	const add = (part) => {
		parts.push(part);
		length += part.length;
		if (length > Math.max(MAX_CHARS, text.length)) throw inputError("the file would become too large.", `At most ${MAX_CHARS} characters can be read again.`);
	};
	for (const match of text.matchAll(pattern)) {
		add(text.slice(end, match.index));
		add(isRegex ? expanded(replacement, match) : replacement);
		end = match.index + match[0].length;
		count += 1;
	}
	add(text.slice(end));
	return {
		text: parts.join(""),
		count
	};
}
function expanded(replacement, match) {
	return replacement.replaceAll(/\$(?:([$&])|(\d{1,2})|<([^>]*)>)/g, (whole, sign, number, name) => {
		if (sign !== void 0) return sign === "$" ? "$" : match[0];
		if (name !== void 0) return match.groups === void 0 ? whole : match.groups[name] ?? "";
		const digits = number ?? "";
		const group = [digits, digits.slice(0, 1)].find((one) => Number(one) > 0 && Number(one) < match.length);
		return group === void 0 ? whole : `${match[Number(group)] ?? ""}${digits.slice(group.length)}`;
	});
}

// src/cell/worker/sweep.ts
const POLL_MS = 2;
const SURE_MS = 1e3;
const LIMIT_MS = 3e4;
function createSweep(hello, groups, marker) {
	if (ownsNamespace(hello)) return everybodySweep(() => true, true);
	const user = process.getuid?.();
	if (hello.ownsUser && user !== 0) return everybodySweep((pid) => userOf(pid) === user, false);
	return bareSweep(marker, groups);
}
function ownsNamespace({ bait }) {
	const theirs = bait?.namespaces["pid"];
	return theirs !== void 0 && theirs !== readlinkSync("/proc/self/ns/pid");
}
function everybodySweep(isOurs, countsProcesses) {
	const left = () => otherProcesses().filter((pid) => isOurs(pid) && groupOf(pid) !== void 0);
	const killAll = () => kill(-1);
	return {
		kill: killAll,
		countsProcesses,
		living: left,
		all: async () => await until(left, killAll)
	};
}
function bareSweep(marker, groups) {
	const isOurs = (pid, has) => {
		const group = groupOf(pid);
		return group !== void 0 && (has(group) || marker !== void 0 && carries(pid, marker));
	};
	return {
		countsProcesses: false,
		living: () => otherProcesses().filter((pid) => isOurs(pid, groups.has)),
		kill() {
			groups.killAll();
			if (marker !== void 0) killStrays(marker);
		},
		async all() {
			const killed = /* @__PURE__ */ new Set();
			const wasKilled = (group) => killed.has(group);
			let listed = [];
			const left = () => {
				listed = otherProcesses().toReversed();
				return listed.filter((pid) => isOurs(pid, wasKilled));
			};
			const strike = () => {
				for (const group of groups.killAll()) killed.add(group);
				for (const pid of otherProcesses().toReversed()) if (isOurs(pid, wasKilled)) kill(pid);
			};
			const sureUntil = performance.now() + SURE_MS;
			let before;
			do {
				before = new Set(listed);
				await until(left, strike);
				await setTimeout$1(POLL_MS);
			} while (performance.now() < sureUntil && listed.some((pid) => !before.has(pid)));
		}
	};
}
async function until(left, strike) {
	const deadline = performance.now() + LIMIT_MS;
	strike();
	for (let remaining = left(); remaining.length > 0; remaining = left()) {
		if (performance.now() > deadline) throw new RunnerError({
			code: "cell.failed",
			message: `Processes of the cell could not be ended: ${remaining.join(", ")}.`,
			hint: "They hang in the kernel; check the machine's disks and network file systems."
		});
		await setTimeout$1(POLL_MS);
		strike();
	}
}

// src/cell/worker/talk.ts
const MAX_LINE_BYTES = 16777216;
const MAX_WAITING_CHARS = 4194304;
const LINE_COST_CHARS = 64;
function createTalks(host) {
	const talks = /* @__PURE__ */ new Map();
	const find = (id) => {
		const talk = talks.get(id);
		if (talk !== void 0) return talk;
		const hint = talks.size === 0 ? "None was started." : `There are: ${[...talks.keys()].join(", ")}.`;
		throw inputError(`There is no process ${JSON.stringify(id)}.`, hint);
	};
	return {
		startTalk(request) {
			const id = randomUUID();
			talks.set(id, createTalk(request, host));
			return { id };
		},
		readTalk: async ({ id }, signal) => await find(id).read(signal),
		writeTalk: async ({ id, line }, signal) => await find(id).write(line, signal),
		stopTalk: async ({ id }) => await find(id).stop(),
		groups: () => new Map([...talks.values()].flatMap(({ group, isOwn }) => group === void 0 ? [] : [[group, isOwn]])),
		settled: async () => void await Promise.all([...talks.values()].map(({ ended }) => ended))
	};
}
function createTalk(request, host) {
	const child = start(request, host);
	const { pid: group, stdin, stdout, stderr } = child;
	if (group !== void 0) host.groups.add(group);
	let lines = [];
	let waitingChars = 0;
	let end;
	let problem;
	let maxWaitingChars = MAX_WAITING_CHARS;
	let wake = () => {};
	const leave = host.watch.enter(group, (why) => problem ??= why);
	let stderrTail = Buffer.alloc(0);
	const keepTail = (chunk) => {
		stderrTail = Buffer.concat([stderrTail, chunk.subarray(-4e3)]).subarray(-4e3);
	};
	const reader = createLineReader((line) => {
		lines.push(line);
		waitingChars += line.length + LINE_COST_CHARS;
	}, () => {
		problem = `it wrote a line of more than ${MAX_LINE_BYTES} bytes`;
		if (group !== void 0) host.groups.kill(group);
	}, MAX_LINE_BYTES);
	stdout.on("data", (chunk) => {
		reader.push(chunk);
		if (waitingChars > maxWaitingChars) stdout.pause();
		wake();
	});
	stderr.on("data", keepTail);
	for (const pipe of [
		stdin,
		stdout,
		stderr
	]) pipe.on("error", () => {});
	const exit = endOfProcess(child, request.command[0], keepTail);
	const closed = new Promise((done) => child.once("close", () => done()));
	const finish = async () => {
		const { code, signal } = await exit;
		leave();
		if (group !== void 0) host.groups.kill(group);
		maxWaitingChars += MAX_WAITING_CHARS;
		stdout.resume();
		if (!await settlesWithin(closed, 100)) for (const pipe of [
			stdin,
			stdout,
			stderr
		]) pipe.destroy();
		if (group !== void 0) host.groups.settle(group);
		end = {
			code,
			signal,
			stderr: stderrTail.toString("utf8"),
			...problem === void 0 ? {} : { problem }
		};
		wake();
		await setImmediate$1();
		return end;
	};
	const ended = finish();
	const isSilent = () => lines.length === 0 && end === void 0;
	return {
		group,
		isOwn: request.isOwn === true,
		ended,
		async read(signal) {
			while (isSilent()) {
				await new Promise((done) => {
					wake = done;
					signal.addEventListener("abort", () => done(), { once: true });
				});
				signal.throwIfAborted();
			}
			const said = lines;
			lines = [];
			waitingChars = 0;
			stdout.resume();
			return end === void 0 ? { lines: said } : {
				lines: said,
				end
			};
		},
		async write(line, signal) {
			const written = new Promise((done) => stdin.write(`${line}\n`, () => done()));
			const cut = new Promise((done) => signal.addEventListener("abort", () => done(), { once: true }));
			await Promise.race([
				written,
				ended,
				cut
			]);
			signal.throwIfAborted();
			return null;
		},
		async stop() {
			stdin.end();
			if (group !== void 0 && !await settlesWithin(ended, 500)) await endGroup(group, 500, ended);
			return await ended;
		}
	};
}
function start({ command: [file, ...args], cwd, env }, host) {
	using folder = openFolder(host.root, cwd);
	const marker = host.env[MARKER_NAME];
	const whole = {
		...host.env,
		SHLVL: "1",
		...env,
		...marker === void 0 ? {} : { [MARKER_NAME]: marker }
	};
	try {
		return spawn(file, args, {
			cwd: folder.path,
			env: whole,
			stdio: [
				"pipe",
				"pipe",
				"pipe"
			],
			detached: true
		});
	} catch (cause) {
		const why = cause instanceof Error ? cause.message : String(cause);
		throw inputError(`${file} cannot be started: ${why}.`, "Keep command, arguments and variables under 128 KiB each and free of NUL characters.", cause);
	}
}

// src/base/words.ts
function grouped(count) {
	return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
function counted(count, noun, many = `${noun}s`) {
	return `${grouped(count)} ${count === 1 ? noun : many}`;
}

// src/cell/worker/watch/watch.ts
const INTERVAL_MS = 250;
const WEIGHING_PAUSE = 10;
function createWatch(options) {
	const { ceilings, folders, countsProcesses, reap, strike, killGroup } = options;
	const commands = /* @__PURE__ */ new Map();
	let now = ceilings;
	const disks = folders.map((folder, index) => index === 0 ? watchDisk(folder, "the workspace", 1e400) : watchDisk(folder, "temporary files and caches", KEPT_SHARE));
	let timer;
	let weighsAt = 0;
	const sharedBefore = countsProcesses ? sharedBytes() : 0;
	const endAll = (why) => {
		for (const tell of commands.keys()) tell(why);
		strike();
	};
	const endLargest = (census) => {
		const begun = performance.now();
		if (begun < weighsAt) return;
		const { total, largest, group } = weigh(census);
		const tookMs = performance.now() - begun;
		weighsAt = begun + WEIGHING_PAUSE * tookMs;
		if (total <= now.memoryBytes) return;
		const owners = [...commands].filter(([, own]) => own === group);
		const why = `used ${inMiB(largest)} MiB of memory; ${inMiB(now.memoryBytes)} MiB are allowed to all commands together`;
		for (const [tell] of owners.length > 0 ? owners : commands) tell(why);
		killGroup(group);
	};
	const mayBeTooMuch = ({ bytesOf }) => bytesOf.values().reduce((sum, bytes) => sum + bytes, 0) > now.memoryBytes || sharedBytes() - sharedBefore > now.memoryBytes;
	const look = () => {
		if (countsProcesses) {
			const census = takeCensus();
			reap(census.ended);
			if (census.count > now.processes) return endAll(`more than ${now.processes} processes ran in the cell`);
			if (mayBeTooMuch(census)) endLargest(census);
		}
		const [why] = disks.flatMap((breach) => breach(now) ?? []);
		if (why !== void 0) endAll(why);
	};
	return {
		enter: (group, tell) => {
			commands.set(tell, group);
			timer ??= setInterval(look, INTERVAL_MS).unref();
			return () => void commands.delete(tell);
		},
		set: (given) => {
			now = {
				...now,
				...given
			};
		}
	};
}
const SLACK_BYTES = 64 * 1024 ** 2;
const SLACK_FILES = 1e3;
const KEPT_SHARE = .5;
function watchDisk(folder, name, keptShare) {
	const start = freeOn(folder);
	const isSpaceUsedUp = createFloor(SLACK_BYTES);
	const areFilesUsedUp = createFloor(SLACK_FILES);
	return ({ workspaceBytes, freeBytes, freeFiles }) => {
		const { bytes, files } = freeOn(folder);
		const kept = Math.min(freeBytes, start.bytes * keptShare);
		if (isSpaceUsedUp(bytes, Math.max(start.bytes - workspaceBytes, kept))) return start.bytes - bytes > workspaceBytes ? `the disk of ${name} filled by more than ${inMiB(workspaceBytes)} MiB` : `fewer than ${inMiB(kept)} MiB are free on the disk of ${name}`;
		const keptFiles = Math.floor(Math.min(freeFiles, start.files * KEPT_SHARE));
		if (!areFilesUsedUp(files, keptFiles)) return void 0;
		return `fewer than ${counted(keptFiles, "more file")} fit on the disk of ${name}`;
	};
}
function createFloor(slack) {
	let floor = 1e400;
	return (free, usual) => {
		if (free >= usual) floor = usual;
		if (free >= Math.min(floor, usual)) return false;
		floor = free - slack;
		return true;
	};
}
const inMiB = (bytes) => Math.round(bytes / 1024 ** 2);
function freeOn(path) {
	const { bavail, bsize, files, ffree } = statfsSync(path);
	return {
		bytes: bavail * bsize,
		files: files === 0 ? 1e400 : ffree
	};
}
function createReaper(addon) {
	if (addon === void 0) return () => {};
	let wait;
	let seen = /* @__PURE__ */ new Set();
	return (ended) => {
		for (const pid of ended.filter((one) => seen.has(one))) {
			wait ??= createRequire(addon)(addon);
			wait(pid);
		}
		setImmediate(() => seen = new Set(ended)).unref();
	};
}

// src/cell/worker/write-file.ts
function writeFile(root, { path, text, expectedDigest }) {
	using folder = openParent(root, path, { creates: true });
	const stats = lstatOrNone(folder.file);
	if (stats?.isSymbolicLink() === true) throw folder.explain(IS_LINK);
	if (stats !== void 0 && !stats.isFile()) {
		const what = stats.isDirectory() ? "a folder" : "a pipe, socket or device";
		throw fileError(`${path} is ${what}.`, "Name a regular file.");
	}
	const bytes = Buffer.from(text, "utf8");
	const temporary = folder.at(`.kimi-${randomBytes(6).toString("hex")}.tmp`);
	try {
		fill(temporary, bytes, stats);
		if (typeof expectedDigest === "string") refuseChanged(folder, path, expectedDigest);
		place(temporary, folder.file, path, expectedDigest === null);
	} catch (error) {
		rmSync(temporary, { force: true });
		throw error;
	}
	return { digest: sha256(bytes) };
}
function fill(temporary, bytes, before) {
	const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;
	const fd = openSync(temporary, flags, 438);
	try {
		writeFileSync(fd, bytes);
		if (before === void 0) return;
		const own = process.getuid?.();
		if (own === 0 && before.uid !== own) fchownSync(fd, before.uid, before.gid);
		fchmodSync(fd, before.mode & 511);
	} finally {
		closeSync(fd);
	}
}
function refuseChanged(folder, path, expected) {
	const stats = lstatOrNone(folder.file);
	const found = stats?.isFile() === true ? sha256(readBytes(folder, path, stats.size)) : void 0;
	if (found === expected) return;
	throw fileError(`${path} ${found === void 0 ? "was deleted" : "changed"} since it was read.`, "Read it again before writing.");
}
function place(temporary, real, path, mustBeNew) {
	if (!mustBeNew) return renameSync(temporary, real);
	try {
		linkSync(temporary, real);
	} catch (error) {
		if (error.code !== "EEXIST") throw error;
		throw fileError(`${path} already exists.`, "Read it before writing, or choose another name.");
	}
	rmSync(temporary);
}

// src/cell/worker/serve.ts
function serve({ input, output, env, exit }) {
	const groups = createGroups();
	const running = /* @__PURE__ */ new Map();
	let sweep;
	let work;
	const end = (code) => {
		sweep?.kill();
		exit(code);
	};
	const send = (frame) => void output.write(`${JSON.stringify(frame)}\n`);
	const greet = async (args) => {
		const { root, pipeDir } = args;
		process.chdir(root);
		sweep = createSweep(args, groups, env[MARKER_NAME]);
		const { kill, countsProcesses } = sweep;
		const folders = [root, ...args.disks ?? []];
		const { ceilings } = args;
		const reap = createReaper(args.reaper);
		const watch = createWatch({
			ceilings,
			folders,
			countsProcesses,
			reap,
			strike: kill,
			killGroup: groups.kill
		});
		work = createWork({
			root,
			env,
			inputDir: pipeDir,
			openPipe: createOutputPipes(pipeDir),
			groups,
			watch
		}, sweep, args.used);
		return args.bait === void 0 ? [] : await runProbes(root, args.bait, {
			dir: pipeDir,
			variables: Object.keys(env)
		});
	};
	const carryOut = async (request, signal) => {
		if (request.op === "hello") return await greet(request.args);
		if (work === void 0) throw new Error("the first request must be hello");
		const carry = work[request.op];
		return await carry(request.args, signal);
	};
	const answer = async (request) => {
		const controller = new AbortController();
		running.set(request.id, controller);
		try {
			send({
				id: request.id,
				ok: await carryOut(request, controller.signal)
			});
		} catch (error) {
			send(controller.signal.aborted ? {
				id: request.id,
				cancelled: true
			} : {
				id: request.id,
				error: describe(error)
			});
		} finally {
			running.delete(request.id);
		}
	};
	const lines = createLineReader((line) => {
		const request = JSON.parse(line);
		if (request.op === "ping") send({
			id: request.id,
			ok: null
		});
		else if (request.op === "cancel") running.get(request.id)?.abort();
		else answer(request);
	}, () => end(1));
	input.on("data", (chunk) => lines.push(chunk));
	input.on("end", () => end(0));
	output.on("error", () => end(1));
}
function createWork(host, sweep, used = 0) {
	const { root, env } = host;
	const { started, settled, ...commands } = createCommands(host, used);
	const { groups, settled: talksSettled, ...talks } = createTalks(host);
	return {
		...commands,
		...talks,
		resolve: ({ path }) => resolvePath(root, path),
		readFile: (args) => readFile(root, args),
		writeFile: (args) => writeFile(root, args),
		list: async (args, signal) => await listFolder(root, args, env, signal),
		confirmLines: ({ lines, ...around }) => confirmLines(root, lines, around),
		replaceMatches,
		async openNetwork({ forwards, env: variables, files }) {
			await forwardAll(forwards);
			for (const [name, value] of Object.entries(variables)) env[name] ??= value;
			writeClientFiles(files, root, env);
			return null;
		},
		setCeilings({ ceilings, nice }) {
			host.watch.set(ceilings);
			lowerPriority(nice);
			return null;
		},
		async killAll() {
			await sweep.all();
			await Promise.all([settled(), talksSettled()]);
			return null;
		},
		activity: () => ({
			...activityOf(sweep.living(), groups()),
			started: started()
		})
	};
}
function activityOf(living, talks) {
	const groups = living.flatMap((pid) => groupOf(pid) ?? []);
	return {
		commands: groups.some((group) => !talks.has(group)),
		servers: groups.some((group) => talks.get(group) === false)
	};
}
function lowerPriority(nice = 0) {
	if (getPriority() < nice) setPriority(nice);
}
function describe(error) {
	if (error instanceof RunnerError) return {
		code: WORKER_ERROR_CODES.find((one) => one === error.code) ?? "cell.failed",
		message: error.message,
		hint: error.hint
	};
	const { code, message } = error;
	return code === void 0 ? {
		code: "cell.failed",
		message
	} : {
		code: "workspace.file",
		message: `${message}.`
	};
}

// src/cell.ts
for (const signal of [
	"SIGINT",
	"SIGTERM",
	"SIGHUP"
]) process.on(signal, () => {});
serve({
	input: process.stdin,
	output: process.stdout,
	env: process.env,
	exit: (code) => process.exit(code)
});

export {  };