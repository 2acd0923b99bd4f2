import { accessSync, closeSync, constants, existsSync, fchmodSync, fchownSync, fstatSync, linkSync, lstatSync, mkdirSync, openSync, readFileSync, readSync, readdirSync, readlinkSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { execFile, spawn } from "node:child_process";
import { Socket, connect } from "node:net";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { createHash, hash, randomBytes } from "node:crypto";
import { promisify } from "node:util";

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

// src/cell/frames.ts
const DISPOSABLE_NAME = "kimi-disposable";
const MAX_FRAME_BYTES = 67108864;
const NEWLINE = 10;
function createLineReader(onLine, onOverflow) {
	let held = [];
	let heldBytes = 0;
	let broken = false;
	return { push(chunk) {
		let start = 0;
		while (!broken) {
			const end = chunk.indexOf(NEWLINE, start);
			const piece = end < 0 ? chunk.subarray(start) : chunk.subarray(start, end);
			heldBytes += piece.length;
			if (heldBytes > MAX_FRAME_BYTES) {
				broken = true;
				held = [];
				onOverflow();
				return;
			}
			if (piece.length > 0) held.push(piece);
			if (end < 0) return;
			const [only] = held;
			const line = held.length === 1 && only !== void 0 ? only : Buffer.concat(held);
			held = [];
			heldBytes = 0;
			start = end + 1;
			onLine(line.toString("utf8"));
		}
	} };
}

// src/cell/strays.ts
const MARKER_NAME = "KIMI_CELL";
const MAX_PASSES = 5;
function killStrays(marker) {
	for (let pass = 0; pass < MAX_PASSES; pass += 1) {
		const found = carriers(marker);
		if (found.length === 0) return;
		for (const pid of found) kill(pid);
	}
}
function carriers(marker) {
	const wanted = `${MARKER_NAME}=${marker}`;
	return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => pid !== process.pid && environOf(pid).includes(wanted));
}
function environOf(pid) {
	try {
		return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
	} catch {
		return [];
	}
}
function kill(pid) {
	try {
		process.kill(pid, "SIGKILL");
	} catch {}
}

// src/cell/worker/groups.ts
function createGroups() {
	const alive = /* @__PURE__ */ new Set();
	return {
		add: (group) => void alive.add(group),
		kill: (group) => void signalGroup(group, "SIGKILL"),
		settle(group) {
			if (!signalGroup(group, 0)) alive.delete(group);
		},
		killAll() {
			for (const group of alive) signalGroup(group, "SIGKILL");
			alive.clear();
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

// src/cell/worker/locate.ts
const MAX_LINKS = 40;
function locate(root, path) {
	if (path.includes("\0")) throw new RunnerError({
		code: "workspace.file",
		message: `A path holds a NUL character: ${JSON.stringify(path)}.`
	});
	const asked = resolve(root, path);
	const real = realOf(asked, path, MAX_LINKS);
	if (real !== root && !real.startsWith(root === "/" ? root : `${root}/`)) throw new RunnerError({
		code: "workspace.outside",
		message: `${path} leads out of the workspace${real === asked ? "" : `, to ${real}`}.`,
		hint: `Use a path inside ${root}.`
	});
	const inside = relative(root, real);
	if (inside.split("/").includes(".git")) throw new RunnerError({
		code: "workspace.outside",
		message: `${path} belongs to git and is no file of the workspace.`,
		hint: "Use git commands to read or change the state of the repository."
	});
	return {
		real,
		path: inside === "" ? "." : inside,
		stats: lstatSync(real, { throwIfNoEntry: false })
	};
}
function realOf(absolute, asked, links) {
	try {
		return realpathSync.native(absolute);
	} catch (error) {
		const code = error.code;
		if (code !== "ENOENT" || links === 0) throw new RunnerError({
			code: "workspace.file",
			message: `${asked} cannot be resolved: ${EXPLAINED[code ?? ""] ?? String(code)}.`,
			cause: error
		});
	}
	const parent = realOf(dirname(absolute), asked, links);
	const here = join(parent, basename(absolute));
	return lstatSync(here, { throwIfNoEntry: false })?.isSymbolicLink() ?? false ? realOf(resolve(parent, readlinkSync(here)), asked, links - 1) : here;
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

// src/cell/worker/output-window.ts
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
	return {
		push(chunk) {
			const room = headMax - headBytes;
			if (room > 0) {
				const piece = Buffer.from(chunk.subarray(0, room));
				head.push(piece);
				headBytes += piece.length;
			}
			if (chunk.length > room) pushTail(chunk.subarray(Math.max(0, room)));
		},
		finish() {
			const start = tailBytes > tailMax && tailMax > 0 ? tailBytes % tailMax : 0;
			const tail = ring === void 0 ? Buffer.alloc(0) : Buffer.concat([ring.subarray(start, Math.min(tailBytes, tailMax)), ring.subarray(0, start)]);
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

// src/cell/worker/exec.ts
const TIMEOUT_GRACE_MS = 2e3;
const CANCEL_GRACE_MS = 500;
const PIPE_GRACE_MS = 100;
const READ_BUFFER_BYTES = 65536;
async function exec(request, host, signal) {
	const cwd = locate(host.root, request.cwd);
	if (cwd.stats?.isDirectory() !== true) throw new RunnerError({
		code: "workspace.file",
		message: `${request.cwd} is not a folder.`,
		hint: "Name an existing folder."
	});
	const [file, args] = programOf(request.command);
	const pipe = await host.pipes.open();
	const started = performance.now();
	const window = createOutputWindow(request.maxOutputBytes);
	const child = start(file, args, {
		cwd: cwd.real,
		env: host.env,
		pipe
	});
	const reader = readAll(pipe.readFd, window.push);
	const ending = new Promise((done) => {
		child.once("exit", (code, endSignal) => done({
			code,
			signal: endSignal
		}));
		child.once("error", (failure) => done({
			code: 127,
			signal: null,
			failure
		}));
	});
	const group = child.pid;
	if (group !== void 0) host.groups.add(group);
	let timedOut = false;
	const stop = (graceMs) => {
		if (group !== void 0) endGroup(group, graceMs, ending);
	};
	const timer = setTimeout(() => {
		timedOut = true;
		stop(TIMEOUT_GRACE_MS);
	}, request.timeoutMs);
	const cancel = () => stop(CANCEL_GRACE_MS);
	signal.addEventListener("abort", cancel, { once: true });
	if (signal.aborted) cancel();
	const end = await ending;
	clearTimeout(timer);
	signal.removeEventListener("abort", cancel);
	if (group !== void 0 && (timedOut || signal.aborted)) host.groups.kill(group);
	let drained = await settles(reader.ended, PIPE_GRACE_MS);
	if (!drained && group !== void 0) {
		host.groups.kill(group);
		drained = await settles(reader.ended, PIPE_GRACE_MS);
	}
	reader.close();
	pipe.release(drained);
	if (group !== void 0) host.groups.settle(group);
	signal.throwIfAborted();
	const { text, droppedBytes } = window.finish();
	return {
		output: end.failure === void 0 ? text : `${file}: ${end.failure.code === "ENOENT" ? "command not found" : end.failure.message}\n`,
		droppedBytes,
		code: end.code,
		signal: end.signal,
		timedOut,
		durationMs: performance.now() - started
	};
}
function programOf(command) {
	if (typeof command === "string") return ["bash", [
		"--noprofile",
		"--norc",
		"-c",
		command
	]];
	const [file, ...args] = command;
	if (file === void 0) throw new RunnerError({
		code: "tool.input",
		message: "A command without words.",
		hint: "Give at least a program."
	});
	return [file, args];
}
function start(file, args, { cwd, env, pipe }) {
	try {
		return spawn(file, args, {
			cwd,
			env,
			stdio: [
				"ignore",
				pipe.writeFd,
				pipe.writeFd
			],
			detached: true
		});
	} catch (cause) {
		closeSync(pipe.readFd);
		pipe.release(true);
		const message = `The command cannot be started: ${cause instanceof Error ? cause.message : String(cause)}.`;
		throw new RunnerError({
			code: "tool.input",
			message,
			hint: "Keep it under 128 KiB and free of NUL characters; write long text to a file first.",
			cause
		});
	} finally {
		closeSync(pipe.writeFd);
	}
}
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
		close: () => socket.destroy()
	};
}
async function settles(promise, withinMs) {
	const late = new AbortController();
	const winner = await Promise.race([promise.then(() => true), setTimeout$1(withinMs, false, { signal: late.signal }).catch(() => false)]);
	late.abort();
	return winner;
}

// src/cell/worker/fingerprint.ts
function fingerprint(root, maxEntries) {
	const hash = createHash("sha256");
	const folders = [root];
	let entries = 0;
	for (let folder = folders.pop(); folder !== void 0; folder = folders.pop()) for (const entry of readdirSync(folder, { withFileTypes: true })) {
		if (entry.name === ".git") continue;
		entries += 1;
		if (entries > maxEntries) return void 0;
		const path = join(folder, entry.name);
		const stats = lstatSync(path, { throwIfNoEntry: false });
		if (stats === void 0) continue;
		if (entry.isDirectory()) {
			folders.push(path);
			hash.update(`${path}\0${stats.mode}\0`);
		} else hash.update(`${path}\0${stats.mode} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}\0`);
	}
	return hash.digest("hex");
}

// src/cell/worker/list.ts
const MAX_GIT_OUTPUT_BYTES = 67108864;
const SKIPPED = /* @__PURE__ */ new Set([".git", "node_modules"]);
async function list(root, { path, recursive, limit }, env, signal) {
	const place = locate(root, path);
	if (place.stats?.isDirectory() !== true) {
		const what = place.stats === void 0 ? "does not exist" : "is not a folder";
		throw new RunnerError({
			code: "workspace.file",
			message: `${path} ${what}.`,
			hint: "Name an existing folder."
		});
	}
	const names = recursive ? await gitNames(place.real, env, signal) : void 0;
	const children = names === void 0 ? diskChildren(root, recursive) : treeChildren(names, place.path);
	const entries = [];
	const visit = (folder) => {
		for (const entry of children(folder)) {
			if (entries.length > limit) return;
			entries.push(entry);
			if (recursive && entry.kind === "directory") visit(entry.path);
		}
	};
	visit(place.path);
	return {
		entries: (names === void 0 ? entries : entries.flatMap((entry) => refine(root, entry))).slice(0, limit),
		truncated: entries.length > limit
	};
}
const inside = (folder, name) => folder === "." ? name : `${folder}/${name}`;
function ordered(entries) {
	const rank = (entry) => entry.kind === "directory" ? 0 : 1;
	return entries.toSorted((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
}
function diskChildren(root, recursive) {
	return (folder) => {
		return ordered(readdirSync(join(root, folder), { withFileTypes: true }).filter(({ name }) => recursive ? !SKIPPED.has(name) : name !== ".git").map((entry) => ({
			path: inside(folder, entry.name),
			kind: kindOf(entry)
		})));
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
			maxBuffer: MAX_GIT_OUTPUT_BYTES
		});
		return stdout.split("\0").filter((name) => name !== "");
	} catch {
		signal.throwIfAborted();
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
	const stats = lstatSync(join(root, entry.path), { throwIfNoEntry: false });
	return stats === void 0 ? [] : [{
		path: entry.path,
		kind: kindOf(stats)
	}];
}

// src/cell/worker/output-pipes.ts
function createOutputPipes(dir) {
	const free = [];
	let made = 0;
	const make = async () => {
		made += 1;
		const path = join(dir, `output-${made}`);
		await promisify(execFile)("mkfifo", [
			"-m",
			"600",
			path
		]);
		return path;
	};
	return { async open() {
		const path = free.pop() ?? await make();
		const readFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
		const writeFd = openSync(path, constants.O_WRONLY);
		const release = (ended) => {
			if (ended) free.push(path);
			else rmSync(path, { force: true });
		};
		return {
			readFd,
			writeFd,
			release
		};
	} };
}

// src/cell/worker/probes.ts
async function runProbes(root, bait) {
	const local = [
		descriptors(),
		writable("system", "/etc/kimi-probe"),
		hidden("controller_files", bait.canaryFile),
		hidden("docker_socket", "/var/run/docker.sock", "/run/docker.sock", "/run/podman/podman.sock", "/run/containerd/containerd.sock"),
		environs(new Set(bait.environNames)),
		processes(),
		namespaces(bait.namespaces),
		capabilities(),
		gitDirectory(root, bait),
		workspace(root)
	];
	const remote = await Promise.all([
		refused("network", {
			host: "127.0.0.1",
			port: bait.tcpPort
		}),
		refused("unix_socket", { path: bait.socketPath }),
		nestedNamespace()
	]);
	return [...local, ...remote];
}
function writable(name, path) {
	try {
		writeFileSync(path, "");
		rmSync(path, { force: true });
		return {
			name,
			held: false,
			detail: `${path} could be written`
		};
	} catch (error) {
		return {
			name,
			held: true,
			detail: codeOf(error)
		};
	}
}
function hidden(name, ...paths) {
	const seen = paths.filter((path) => existsSync(path));
	return {
		name,
		held: seen.length === 0,
		detail: seen.length === 0 ? "out of sight" : `visible: ${seen.join(", ")}`
	};
}
const pids = () => readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number);
function environs(allowed) {
	const names = pids().flatMap((pid) => environOf(pid).map((variable) => variable.split("=", 1)[0] ?? ""));
	const odd = [...new Set(names.filter((name) => name !== "" && !allowed.has(name)))];
	return {
		name: "environment",
		held: odd.length === 0,
		detail: odd.length === 0 ? `${names.length} variables` : `not allowed: ${odd.join(", ")}`
	};
}
const OWN_PROCESSES = 2;
function processes() {
	const count = pids().length;
	return {
		name: "processes",
		held: count === OWN_PROCESSES,
		detail: `${count} visible`
	};
}
function namespaces(outside) {
	const shared = Object.entries(outside).filter(([kind, link]) => readlinkSync(`/proc/self/ns/${kind}`) === link);
	const real = readFileSync("/proc/net/dev", "utf8").split("\n").slice(2).map((line) => line.split(":", 1)[0]?.trim() ?? "").filter((name) => name !== "" && name !== "lo");
	const detail = [...shared.map(([kind]) => `${kind} shared with the host`), ...real.map((name) => `network interface ${name}`)];
	return {
		name: "namespaces",
		held: detail.length === 0,
		detail: detail.length === 0 ? Object.keys(outside).join(" ") : detail.join(", ")
	};
}
function capabilities() {
	const status = readFileSync("/proc/self/status", "utf8");
	const read = (field) => new RegExp(`^${field}:\\s*(\\S+)$`, "m").exec(status)?.[1] ?? "?";
	const wrong = [
		"CapInh",
		"CapPrm",
		"CapEff",
		"CapBnd",
		"CapAmb"
	].filter((field) => !/^0+$/.test(read(field)));
	if (read("NoNewPrivs") !== "1") wrong.push("NoNewPrivs");
	return {
		name: "capabilities",
		held: wrong.length === 0,
		detail: wrong.length === 0 ? "none" : wrong.map((field) => `${field}=${read(field)}`).join(" ")
	};
}
function descriptors() {
	const open = readdirSync("/proc/self/fd").map(Number).filter((fd) => fd > 2).flatMap((fd) => linkOf(fd));
	const pipes = open.filter((link) => link.startsWith("pipe:"));
	const own = (link) => link.startsWith("anon_inode:") || link === "/dev/null" || pipes.filter((pipe) => pipe === link).length === 2;
	const odd = open.filter((link) => !own(link));
	return {
		name: "descriptors",
		held: odd.length === 0,
		detail: odd.length === 0 ? "0 1 2" : odd.join(", ")
	};
}
function linkOf(fd) {
	try {
		fstatSync(fd);
		return [readlinkSync(`/proc/self/fd/${fd}`)];
	} catch {
		return [];
	}
}
function gitDirectory(root, { gitDir, objectsDir }) {
	const name = "git_directory";
	if (existsSync(`${gitDir}/HEAD`) && !existsSync(`${gitDir}/${"kimi-disposable"}`)) return {
		name,
		held: false,
		detail: `${gitDir} is visible`
	};
	return objectsDir === void 0 ? {
		name,
		held: true,
		detail: `no repository in ${root}`
	} : writable(name, `${objectsDir}/kimi-probe`);
}
function workspace(root) {
	try {
		accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK);
		return {
			name: "workspace",
			held: true,
			detail: "writable"
		};
	} catch (error) {
		return {
			name: "workspace",
			held: false,
			detail: `${root} is not writable for uid ${process.getuid?.()}: ${codeOf(error)}`
		};
	}
}
const CONNECT_TIMEOUT_MS = 1e3;
async function refused(name, target) {
	return await new Promise((done) => {
		const socket = connect(target);
		const end = (held, detail) => {
			socket.destroy();
			done({
				name,
				held,
				detail
			});
		};
		socket.setTimeout(CONNECT_TIMEOUT_MS, () => end(true, "no answer"));
		socket.once("connect", () => end(false, "the planted listener was reached"));
		socket.once("error", (error) => end(true, codeOf(error)));
	});
}
async function nestedNamespace() {
	const name = "nested_namespace";
	return await new Promise((done) => {
		execFile("unshare", ["--user", "true"], (error) => {
			if (error === null) done({
				name,
				held: false,
				detail: "unshare --user worked"
			});
			else if (error.code === "ENOENT") done({
				name,
				held: false,
				detail: "not tried: there is no unshare (util-linux)"
			});
			else done({
				name,
				held: true,
				detail: "refused"
			});
		});
	});
}
function codeOf(error) {
	return error.code ?? String(error);
}

// src/base/sha256.ts
function sha256(content) {
	return hash("sha256", content, "hex");
}

// src/cell/worker/read-file.ts
const BINARY_PROBE_BYTES = 8192;
const MAX_DIGEST_BYTES = 67108864;
function readFile(root, path, maxBytes) {
	const place = locate(root, path);
	if (place.stats === void 0) throw unreadable(`${path} does not exist.`, "Name an existing file; list the folder to see its names.");
	const bytes = readBytes(place.real, path, maxBytes);
	if (bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)) throw unreadable(`${path} is a binary file (${bytes.length} bytes).`, "Only UTF-8 text can be read; use a command for anything else.");
	return {
		path: place.path,
		text: decode(bytes, path),
		sizeBytes: bytes.length,
		digest: sha256(bytes)
	};
}
function resolvePath(root, path) {
	const { real, path: inside, stats } = locate(root, path);
	if (stats === void 0) return {
		path: inside,
		kind: "missing"
	};
	if (!stats.isFile() || stats.size > MAX_DIGEST_BYTES) return {
		path: inside,
		kind: kindOf(stats)
	};
	return {
		path: inside,
		kind: "file",
		digest: sha256(readBytes(real, path, MAX_DIGEST_BYTES))
	};
}
function readBytes(real, path, maxBytes) {
	let fd;
	try {
		fd = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch (error) {
		const { code } = error;
		throw unreadable(`${path} cannot be opened: ${code === "ENXIO" ? "it is a socket or device" : code ?? "unknown error"}.`, "Name a regular file.", error);
	}
	try {
		const stats = fstatSync(fd);
		if (stats.isDirectory()) throw unreadable(`${path} is a folder.`, "Name a file, or list the folder.");
		if (!stats.isFile()) throw unreadable(`${path} is a pipe, socket or device.`, "Name a regular file.");
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
		throw unreadable(`${path} is not valid UTF-8.`, "Only UTF-8 text can be read; use a command such as iconv or file.", error);
	}
}
function tooLarge(path, size, maxBytes) {
	return unreadable(`${path} is too large: ${size} bytes.`, `At most ${maxBytes} bytes can be read; use a command such as head, sed or grep.`);
}
function unreadable(message, hint, cause) {
	return new RunnerError({
		code: "workspace.file",
		message,
		hint,
		cause
	});
}

// src/cell/worker/write-file.ts
function writeFile(root, { path, text, expectedDigest }) {
	const { real, stats } = locate(root, path);
	if (stats !== void 0 && !stats.isFile()) {
		const what = stats.isDirectory() ? "a folder" : "a pipe, socket or device";
		throw new RunnerError({
			code: "workspace.file",
			message: `${path} is ${what}.`,
			hint: "Name a regular file."
		});
	}
	const bytes = Buffer.from(text, "utf8");
	mkdirSync(dirname(real), { recursive: true });
	const temporary = join(dirname(real), `.kimi-${randomBytes(6).toString("hex")}.tmp`);
	try {
		fill(temporary, bytes, stats);
		if (typeof expectedDigest === "string") refuseChanged(real, path, expectedDigest);
		place(temporary, real, path, expectedDigest === null);
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
		fchmodSync(fd, before.mode & 4095);
	} finally {
		closeSync(fd);
	}
}
function refuseChanged(real, path, expected) {
	const stats = lstatSync(real, { throwIfNoEntry: false });
	const found = stats?.isFile() === true ? sha256(readBytes(real, path, stats.size)) : void 0;
	if (found === expected) return;
	throw new RunnerError({
		code: "workspace.file",
		message: `${path} ${found === void 0 ? "is gone" : "changed"} since it was read.`,
		hint: "Read it again before writing."
	});
}
function place(temporary, real, path, mustBeNew) {
	if (!mustBeNew) return renameSync(temporary, real);
	try {
		linkSync(temporary, real);
	} catch (error) {
		if (error.code !== "EEXIST") throw error;
		throw new RunnerError({
			code: "workspace.file",
			message: `${path} already exists.`,
			hint: "Read it before writing, or choose another name."
		});
	}
	rmSync(temporary);
}

// src/cell/worker/serve.ts
function serve({ input, output, env, exit }) {
	const groups = createGroups();
	const running = /* @__PURE__ */ new Map();
	let hello;
	let work;
	const end = (code) => {
		groups.killAll();
		if (hello?.marker !== void 0) killStrays(hello.marker);
		exit(code);
	};
	const send = (frame) => void output.write(`${JSON.stringify(frame)}\n`);
	const greet = async (args) => {
		hello = args;
		work = createWork(args.root, env, {
			pipes: createOutputPipes(args.pipeDir),
			groups
		});
		return args.bait === void 0 ? [] : await runProbes(args.root, args.bait);
	};
	const carryOut = async (request, signal) => {
		if (request.op === "hello") return await greet(request.args);
		if (work === void 0) throw new Error("the first request must be hello");
		return await work(request, signal);
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
		if (request.op === "cancel") running.get(request.id)?.abort();
		else answer(request);
	}, () => end(1));
	input.on("data", (chunk) => lines.push(chunk));
	input.on("end", () => end(0));
	output.on("error", () => end(1));
}
function createWork(root, env, parts) {
	return async (request, signal) => {
		switch (request.op) {
			case "resolve": return resolvePath(root, request.args.path);
			case "readFile": return readFile(root, request.args.path, request.args.maxBytes);
			case "writeFile": return writeFile(root, request.args);
			case "list": return await list(root, request.args, env, signal);
			case "exec": return await exec(request.args, {
				root,
				env,
				...parts
			}, signal);
			case "fingerprint": return fingerprint(root, request.args.maxEntries) ?? null;
		}
	};
}
function describe(error) {
	if (error instanceof RunnerError) return {
		code: error.code,
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
serve({
	input: process.stdin,
	output: process.stdout,
	env: process.env,
	exit: (code) => process.exit(code)
});

export {  };