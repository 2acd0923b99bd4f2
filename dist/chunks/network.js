import { at as HOST_PORT, bt as NETWORK_SOCKET, ci as RunnerError, fi as oneLine, ot as parseHostPort } from "./core.js";
import { BlockList, connect, createServer, isIP } from "node:net";
import { promisify } from "node:util";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { lookup } from "node:dns/promises";

// src/cell/install.ts
const LIMIT_SECONDS = 60;
const INSTALL = [
	"install",
	"-y",
	"-q",
	"--no-install-recommends",
	"bubblewrap"
];
async function installBwrap({ sudoPath, log }) {
	log("bubblewrap is not installed here: installing it with apt-get.");
	for (const steps of [[INSTALL], [["update", "-q"], INSTALL]]) {
		const problem = await firstProblem(steps, sudoPath);
		if (problem === void 0) return true;
		log(`apt-get failed: ${problem}`);
	}
	return false;
}
async function firstProblem(steps, sudoPath) {
	for (const step of steps) {
		const bounded = [
			"timeout",
			"--kill-after=5",
			String(LIMIT_SECONDS),
			"apt-get",
			...step
		];
		try {
			const args = [
				"-n",
				"--",
				"env",
				"DEBIAN_FRONTEND=noninteractive",
				...bounded
			];
			await promisify(execFile)(sudoPath, args, { env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" } });
		} catch (error) {
			const { stderr = "", message } = error;
			return stderr.trim().split("\n").at(-1) || message;
		}
	}
}

// src/cell/egress/client-hello.ts
const MAX_HELLO_BYTES = 32768;
const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
const HIDDEN_NAMES = /* @__PURE__ */ new Set([65037, 65486]);
const refuse = (why) => ({
	kind: "refused",
	why
});
const NO_TLS = refuse("what is sent through the tunnel is not TLS");
const BROKEN = refuse("the TLS greeting is broken");
function readClientHello(stream) {
	const handshake = handshakeOf(stream);
	if (!Buffer.isBuffer(handshake)) return handshake;
	const more = (length) => ({
		kind: "more",
		atLeast: stream.length + length - handshake.length
	});
	if (handshake.length < 4) return more(4);
	if (handshake[0] !== CLIENT_HELLO) return NO_TLS;
	const length = handshake.readUIntBE(1, 3);
	if (length > 32768) return BROKEN;
	if (handshake.length < 4 + length) return more(4 + length);
	try {
		return nameIn(handshake.subarray(4, 4 + length));
	} catch (error) {
		if (error instanceof RangeError) return BROKEN;
		throw error;
	}
}
function handshakeOf(stream) {
	const parts = [];
	for (let at = 0; at < stream.length;) {
		if (stream[at] !== HANDSHAKE) return at === 0 ? NO_TLS : Buffer.concat(parts);
		if (stream.length < at + 5) break;
		if (stream[at + 1] !== 3) return NO_TLS;
		const length = stream.readUInt16BE(at + 3);
		if (length === 0 || length > 2 ** 14) return BROKEN;
		parts.push(stream.subarray(at + 5, at + 5 + length));
		at += 5 + length;
	}
	return Buffer.concat(parts);
}
function nameIn(body) {
	const ciphers = 35 + body.readUInt8(34);
	const compression = ciphers + 2 + body.readUInt16BE(ciphers);
	const extensions = compression + 1 + body.readUInt8(compression);
	if (extensions + 2 + body.readUInt16BE(extensions) !== body.length) return BROKEN;
	const names = [];
	for (let at = extensions + 2; at < body.length;) {
		const type = body.readUInt16BE(at);
		const length = body.readUInt16BE(at + 2);
		const extension = body.subarray(at + 4, at + 4 + length);
		if (extension.length !== length) return BROKEN;
		if (HIDDEN_NAMES.has(type)) return refuse("the TLS greeting hides the name of the server (ECH)");
		if (type === SERVER_NAME) names.push(serverName(extension));
		at += 4 + length;
	}
	const [name, ...others] = names;
	if (name === void 0 || name === "" || others.length > 0) return refuse("the TLS greeting names no server (SNI)");
	return {
		kind: "hello",
		name
	};
}
function serverName(extension) {
	if (extension.length < 5) return "";
	const length = extension.readUInt16BE(3);
	return extension.readUInt16BE(0) === extension.length - 2 && extension[2] === 0 && length === extension.length - 5 ? extension.toString("latin1", 5).toLowerCase() : "";
}

// src/cell/egress/connect-request.ts
const MAX_HEAD_BYTES = 8192;
function headLength(bytes) {
	const at = bytes.indexOf("\r\n\r\n");
	return at < 0 ? { atLeast: bytes.length + 1 } : { length: at + 4 };
}
const HEAD = /^([A-Z]+) ([!-~]+) HTTP\/1\.[01]\r\n(?:[!-9;-~]+:[ \t]*[ -~\t]*\r\n)*\r\n$/;
function parseConnect(head) {
	const [, method, target = ""] = HEAD.exec(head.toString("latin1")) ?? [];
	if (method === void 0) return {
		kind: "refused",
		status: 400,
		why: "this is no request to a proxy",
		target
	};
	if (method !== "CONNECT") return {
		kind: "refused",
		status: 405,
		why: "only https works here: plain http is not passed on",
		target
	};
	const wanted = /:\d+$/.test(target) ? parseHostPort(target.toLowerCase()) : void 0;
	return wanted === void 0 ? {
		kind: "refused",
		status: 400,
		why: "a tunnel goes to an exact host and port, not to an address",
		target
	} : {
		kind: "connect",
		...wanted
	};
}

// src/cell/egress/dial-result.ts
const CONNECT_TIMEOUT_MS = 1e4;
async function isConnected(socket, signal) {
	return await new Promise((done) => {
		const timer = setTimeout(() => done(false), CONNECT_TIMEOUT_MS);
		const end = (connected) => {
			clearTimeout(timer);
			signal.removeEventListener("abort", cancel);
			done(connected);
		};
		const cancel = () => end(false);
		socket.once("connect", () => end(true));
		socket.on("error", cancel);
		signal.addEventListener("abort", cancel, { once: true });
	});
}

// src/cell/egress/public-address.ts
const SPECIAL_V4 = [
	"0.0.0.0/8",
	"10.0.0.0/8",
	"100.64.0.0/10",
	"127.0.0.0/8",
	"169.254.0.0/16",
	"172.16.0.0/12",
	"192.0.0.0/24",
	"192.0.2.0/24",
	"192.88.99.0/24",
	"192.168.0.0/16",
	"198.18.0.0/15",
	"198.51.100.0/24",
	"203.0.113.0/24",
	"224.0.0.0/3",
	"168.63.129.16/32"
];
const ASSIGNED_V6 = "2000::/3";
const SPECIAL_V6 = [
	"2001::/23",
	"2001:db8::/32",
	"2002::/16",
	"3fff::/20"
];
function isPublicAddress(address) {
	switch (isIP(address)) {
		case 4: return !listOf(SPECIAL_V4, "ipv4").check(address, "ipv4");
		case 6: return listOf([ASSIGNED_V6], "ipv6").check(address, "ipv6") && !listOf(SPECIAL_V6, "ipv6").check(address, "ipv6");
		default: return false;
	}
}
function listOf(subnets, family) {
	const list = new BlockList();
	for (const subnet of subnets) {
		const [net = "", prefix] = subnet.split("/");
		list.addSubnet(net, Number(prefix), family);
	}
	return list;
}

// src/cell/egress/read-until.ts
async function readUntil(socket, progressOf, { maxBytes, timeoutMs }) {
	return await new Promise((done) => {
		let chunks = [];
		let [size, wanted] = [0, 0];
		const end = (taken) => {
			clearTimeout(timer);
			socket.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", onEnd).pause();
			done(taken === void 0 ? void 0 : { taken });
		};
		const onEnd = () => end(void 0);
		const onData = (chunk) => {
			chunks.push(chunk);
			size += chunk.length;
			if (size < wanted) return;
			const received = Buffer.concat(chunks);
			const progress = progressOf(received);
			if ("length" in progress) {
				end(received.subarray(0, progress.length));
				if (size > progress.length) socket.unshift(received.subarray(progress.length));
			} else if (Math.max(size, progress.atLeast) > maxBytes) end(void 0);
			else [chunks, wanted] = [[received], progress.atLeast];
		};
		const timer = setTimeout(onEnd, timeoutMs);
		socket.on("data", onData).on("end", onEnd).on("close", onEnd).on("error", onEnd);
		socket.resume();
	});
}

// src/cell/egress/upstream.ts
function upstreamFor({ host, port }, env) {
	const value = env?.["HTTPS_PROXY"];
	if (value === void 0 || isExcepted(host, port, env?.["NO_PROXY"] ?? "")) return void 0;
	const url = URL.parse(value.includes("://") ? value : `http://${value}`);
	if (url === null || !["http:", "https:"].includes(url.protocol)) throw new RunnerError({
		code: "config.invalid",
		message: "HTTPS_PROXY is not the address of a proxy.",
		hint: "It begins with http:// or https://."
	});
	const isSecure = url.protocol === "https:";
	const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
	return {
		host: url.hostname.replace(/^\[|\]$/g, ""),
		port: Number(url.port) || (isSecure ? 443 : 80),
		isSecure,
		authorization: user === ":" ? void 0 : `Basic ${Buffer.from(user).toString("base64")}`
	};
}
function isExcepted(host, port, list) {
	return list.split(/[\s,]+/).some((entry) => {
		const [, name = "", only] = /^\*?\.?([^:]*)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
		if (entry === "*") return true;
		if (name === "" || only !== void 0 && Number(only) !== port) return false;
		return host === name || host.endsWith(`.${name}`);
	});
}
const ANSWER_TIMEOUT_MS = 2e4;
async function connectThrough(upstream, { host, port }, signal) {
	const failed = (why) => ({
		kind: "refused",
		status: 502,
		why: `this machine's proxy ${why}`
	});
	const socket = await open(upstream);
	if (!await isConnected(socket, signal)) {
		socket.destroy();
		return failed("does not answer");
	}
	const lines = [`CONNECT ${host}:${port} HTTP/1.1`, `Host: ${host}:${port}`];
	if (upstream.authorization !== void 0) lines.push(`Proxy-Authorization: ${upstream.authorization}`);
	socket.write(`${lines.join("\r\n")}\r\n\r\n`);
	const head = await readUntil(socket, headLength, {
		maxBytes: MAX_HEAD_BYTES,
		timeoutMs: ANSWER_TIMEOUT_MS
	});
	const status = /^HTTP\/1\.[01] (\d{3})/.exec(head?.taken.toString("latin1") ?? "")?.[1];
	if (status === "200") return {
		kind: "open",
		socket
	};
	socket.destroy();
	return failed(status === void 0 ? "does not speak HTTP" : `answered ${status}`);
}
async function open({ host, port, isSecure }) {
	if (!isSecure) return connect({
		host,
		port,
		allowHalfOpen: true
	});
	return (await import("node:tls")).connect({
		host,
		port,
		servername: host
	});
}

// src/cell/egress/dial.ts
const HOST_NETWORK = {
	resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
	connect: (address, port) => connect({
		host: address,
		port,
		allowHalfOpen: true
	})
};
const MAX_ADDRESSES = 4;
async function dial({ host, port }, { outside, upstream, signal }) {
	const addresses = await outside.resolve(host).catch(() => void 0);
	if (addresses === void 0 && upstream === void 0) return failed(`${host} does not resolve`);
	const open = addresses?.filter(isPublicAddress);
	if (open?.length === 0) return {
		kind: "refused",
		status: 403,
		why: `${host} is ${addresses?.join(", ")}, which is no public address`
	};
	if (upstream !== void 0) return await connectThrough(upstream, {
		host,
		port
	}, signal);
	for (const address of (open ?? []).slice(0, MAX_ADDRESSES)) {
		const socket = outside.connect(address, port);
		if (await isConnected(socket, signal)) return {
			kind: "open",
			socket
		};
		socket.destroy();
	}
	return failed(`${host} does not answer on port ${port}`);
}
function failed(why) {
	return {
		kind: "refused",
		status: 502,
		why
	};
}

// src/cell/egress/quota.ts
const USUAL = {
	connections: 64,
	bytes: 4 * 1024 ** 3,
	idleMs: 12e4
};
const MAX_DENIED = 20;
const PATIENCE_MS = 250;
const MAX_NAME_CHARS = 120;
function createEgressQuota(limits, tell) {
	const { connections, bytes, idleMs } = {
		...USUAL,
		...limits
	};
	const clients = /* @__PURE__ */ new Set();
	const slow = /* @__PURE__ */ new Set();
	const denied = /* @__PURE__ */ new Map();
	let left = bytes;
	const closeAll = () => {
		for (const client of clients) client.destroy();
	};
	const use = (chunk) => {
		const before = left;
		left -= chunk.length;
		if (left >= 0) return;
		if (before >= 0) tell(`The cell's network is closed: it transferred more than ${bytes} bytes.`);
		closeAll();
	};
	return {
		connections,
		enter(client) {
			const [slowest] = slow;
			if (left < 0 || clients.size >= connections && slowest === void 0) return false;
			if (clients.size >= connections && slowest !== void 0) {
				slow.delete(slowest);
				clients.delete(slowest);
				slowest.destroy();
			}
			clients.add(client);
			client.once("close", () => clients.delete(client));
			return true;
		},
		async whileSpeaking(client, words) {
			const timer = setTimeout(() => slow.add(client), PATIENCE_MS);
			try {
				return await words;
			} finally {
				clearTimeout(timer);
				slow.delete(client);
			}
		},
		count(before, client, remote) {
			use(before);
			for (const socket of [client, remote]) socket.on("data", use);
			client.setTimeout(idleMs, () => client.destroy());
		},
		deny(place, why) {
			const told = `The cell was refused ${oneLine(place, MAX_NAME_CHARS) || "a request"} on the network: ${why}`;
			const text = denied.has(told) || denied.size < MAX_DENIED ? told : "The cell was refused more on the network";
			const count = (denied.get(text) ?? 0) + 1;
			denied.set(text, count);
			if (count === 1) tell(`${text}.`);
			else if (Number.isInteger(Math.log10(count))) tell(`${text} (${count} times until now).`);
		},
		close: closeAll
	};
}

// src/cell/egress/proxy.ts
const SPEAK_TIMEOUT_MS = 1e4;
const LINGER_MS = 1e3;
const MAX_STREAM_BYTES = 6 * MAX_HELLO_BYTES;
async function openEgress(options) {
	const { socketPath, hosts, upstreamFor = () => void 0, outside = HOST_NETWORK } = options;
	const allowed = new Set(hosts.map(nameOf));
	const closing = new AbortController();
	const quota = createEgressQuota(options.limits ?? {}, options.onDenied);
	const serve = async (client) => {
		if (!quota.enter(client)) return answer(client, 503, "too many connections");
		const limits = {
			maxBytes: MAX_HEAD_BYTES,
			timeoutMs: SPEAK_TIMEOUT_MS
		};
		const head = await quota.whileSpeaking(client, readUntil(client, headLength, limits));
		if (head === void 0) return void client.destroy();
		const request = parseConnect(head.taken);
		if (request.kind === "refused") {
			quota.deny(request.target, request.why);
			return answer(client, request.status, request.why);
		}
		const name = nameOf(request);
		if (!allowed.has(name)) {
			quota.deny(name, "the policy's sandbox.network does not list it");
			return answer(client, 403, `${name} is not in the policy's sandbox.network`);
		}
		const dialled = await dial(request, {
			outside,
			upstream: upstreamFor(request),
			signal: closing.signal
		});
		if (dialled.kind === "refused") {
			if (dialled.status === 403) quota.deny(name, dialled.why);
			return answer(client, dialled.status, dialled.why);
		}
		const { socket: remote } = dialled;
		remote.once("close", () => client.end());
		client.once("close", () => remote.destroy());
		if (client.destroyed) return void remote.destroy();
		client.write("HTTP/1.1 200 Connection established\r\n\r\n");
		await tunnel({
			client,
			remote,
			host: request.host,
			name
		});
	};
	const tunnel = async ({ client, remote, host, name }) => {
		let hello;
		const isRead = (bytes) => {
			hello = readClientHello(bytes);
			return hello.kind === "more" ? hello : { length: bytes.length };
		};
		const limits = {
			maxBytes: MAX_STREAM_BYTES,
			timeoutMs: SPEAK_TIMEOUT_MS
		};
		const greeting = await quota.whileSpeaking(client, readUntil(client, isRead, limits));
		if (greeting === void 0 || hello?.kind !== "hello" || hello.name !== host) {
			if (hello?.kind === "refused") quota.deny(name, hello.why);
			if (hello?.kind === "hello") quota.deny(name, `the TLS greeting names ${JSON.stringify(hello.name)} in its place`);
			client.destroy();
			return;
		}
		quota.count(greeting.taken, client, remote);
		remote.write(greeting.taken);
		client.pipe(remote);
		remote.pipe(client);
	};
	const server = createServer({ allowHalfOpen: true }, (client) => {
		client.on("error", () => client.destroy());
		serve(client).catch(() => client.destroy());
	});
	server.maxConnections = 2 * quota.connections;
	server.unref();
	await new Promise((done, fail) => {
		server.on("error", fail);
		server.listen(socketPath, done);
	});
	chmodSync(socketPath, 511);
	return { close() {
		closing.abort();
		server.close();
		quota.close();
	} };
}
const nameOf = ({ host, port }) => `${host}:${port}`;
const PHRASES = {
	400: "Bad Request",
	403: "Forbidden",
	405: "Method Not Allowed",
	502: "Bad Gateway",
	503: "Busy"
};
function answer(client, status, why) {
	const body = `kimi-runner: ${why}\n`;
	const head = [
		`HTTP/1.1 ${status} ${PHRASES[status]}`,
		"Content-Type: text/plain",
		"Connection: close"
	];
	client.end(`${[...head, `Content-Length: ${Buffer.byteLength(body)}`].join("\r\n")}\r\n\r\n${body}`);
	client.resume();
	const timer = setTimeout(() => client.destroy(), LINGER_MS);
	client.once("close", () => clearTimeout(timer));
}

// src/cell/open-network.ts
async function openNetwork(channel, scratchDir, { hosts, proxyEnv, ...rest }) {
	const parsed = hosts.map((text) => {
		const target = parseHostPort(text);
		if (target !== void 0) return target;
		throw new RunnerError({
			code: "config.invalid",
			message: `The cell cannot be given a way to ${JSON.stringify(text)}.`,
			hint: `Name ${HOST_PORT}.`
		});
	});
	for (const target of parsed) upstreamFor(target, proxyEnv);
	const egress = await openEgress({
		...rest,
		socketPath: join(scratchDir, NETWORK_SOCKET.inScratch),
		hosts: parsed,
		upstreamFor: (target) => upstreamFor(target, proxyEnv)
	});
	await channel.call("openNetwork", { socketPath: NETWORK_SOCKET.inCell });
	return egress;
}

export { installBwrap as n, openNetwork as t };