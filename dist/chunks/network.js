import { O as statOrNone, ct as configError, ht as oneLine, rt as definedMembers, st as RunnerError } from "./front.js";
import { Cr as serviceLine, Da as isInRange, Dr as registryIn, Er as registriesIn, Oa as parseAddressRange, Sr as refusedLine, Ta as parseNetworkEntry, Tr as PUBLIC_HOSTS, _r as iniValue, br as PROXY_PORT, dr as NETWORK_SOCKET, hr as realOrNone, ja as parseHostPort, ur as HOSTS_FILE, va as parseService, wr as unlistedLine, xr as openService, yr as mavenFile } from "./core.js";
import { connect, isIP } from "node:net";
import { promisify } from "node:util";
import { once } from "node:events";
import { X509Certificate, createHash } from "node:crypto";
import { appendFileSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { execFile } from "node:child_process";
import { lookup } from "node:dns/promises";

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
	} catch {
		return BROKEN;
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

// src/cell/egress/public-address.ts
const SPECIAL = rangesOf("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3", "168.63.129.16/32", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");
const ASSIGNED = rangesOf("0.0.0.0/0", "2000::/3");
function isPublicAddress(address) {
	return isInRange(address, ASSIGNED) && !isInRange(address, SPECIAL);
}
const METADATA_V6 = rangesOf("fd00:ec2::/32", "fd20:ce::/32");
const NEVER = [...rangesOf("0.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "192.0.0.0/24", "100.100.100.200/32", "168.63.129.16/32", "224.0.0.0/3"), ...METADATA_V6];
const LOOPBACK = rangesOf("127.0.0.0/8", "::1/128");
const LOCAL_V6 = rangesOf("fc00::/7");
const PRIVATE = [...rangesOf("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"), ...LOCAL_V6];
function isServiceAddress(address, name) {
	if (isInRange(address, LOOPBACK)) return true;
	return name !== "localhost" && isInRange(address, PRIVATE) && !isInRange(address, METADATA_V6);
}
function isOpenAddress(address, ranges) {
	if (ranges.length === 0) return isPublicAddress(address);
	if (!isInRange(address, ranges) || isInRange(address, NEVER)) return false;
	return isIP(address) === 4 || isPublicAddress(address) || isInRange(address, LOCAL_V6);
}
function rangesOf(...texts) {
	return texts.map((text) => {
		const [net = "", prefix] = text.split("/");
		return {
			net,
			prefix: Number(prefix),
			family: isIP(net) === 4 ? "ipv4" : "ipv6"
		};
	});
}

// src/cell/egress/sockets.ts
const CONNECT_TIMEOUT_MS = 1e4;
async function isConnected(socket, signal) {
	socket.on("error", () => {});
	const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]);
	return await once(socket, "connect", { signal: limit }).then(() => true, () => false);
}
function joinEnds(client, remote) {
	remote.once("close", () => client.end());
	client.once("close", () => remote.destroy());
	if (client.destroyed) remote.destroy();
	return !client.destroyed;
}
async function readUntil(socket, progressOf, { maxBytes, timeoutMs }) {
	return await new Promise((done) => {
		let chunks = [];
		let [size, wanted] = [0, 0];
		const end = (taken) => {
			clearTimeout(timer);
			socket.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", onEnd).pause();
			done(taken);
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

// src/cell/egress/proxy-request.ts
const MAX_HEAD_BYTES = 8192;
function headLength(bytes) {
	const at = bytes.indexOf("\r\n\r\n");
	return at < 0 ? { atLeast: bytes.length + 1 } : { length: at + 4 };
}
const HEAD = /^([A-Z]+) ([!-~]+) HTTP\/1\.[01]\r\n(?:[!-9;-~]+:[ -~\t]*\r\n)*\r\n$/;
const PLAIN_REFUSED = "only https works here: plain http is not passed on";
function parseRequest(head) {
	const text = head.toString("latin1");
	const [, method, target = ""] = HEAD.exec(text) ?? [];
	if (method === void 0) return {
		kind: "refused",
		status: 400,
		why: "this is not a proxy request",
		target
	};
	if (method !== "CONNECT") {
		const plain = parsePlainRequest(text);
		return plain === void 0 ? {
			kind: "refused",
			status: 405,
			why: PLAIN_REFUSED,
			target
		} : {
			kind: "plain",
			target,
			...plain
		};
	}
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
const PLAIN = /^([A-Z]+) http:\/\/([^/?#@]+)([/?][!-~]*)? HTTP\/1\.[01]\r\n/;
const DROPPED = /^(?:host|connection|keep-alive|proxy-[a-z-]+|te|trailer|upgrade|expect|http2-settings|content-length)$/;
function parsePlainRequest(text) {
	const [line, method = "", place = "", path = "/"] = PLAIN.exec(text) ?? [];
	const target = parseHostPort(place.toLowerCase(), 80);
	if (line === void 0 || target === void 0 || method === "TRACE") return void 0;
	const headers = text.slice(line.length).split("\r\n").filter((header) => header !== "").map((header) => [header.slice(0, header.indexOf(":")).toLowerCase(), header]);
	const lengths = headers.filter(([name]) => name === "content-length").map(([, header]) => header.slice(15).trim());
	const [length = "0", ...more] = lengths;
	if (headers.some(([name]) => name === "transfer-encoding") || more.length > 0 || !/^\d{1,12}$/.test(length)) return void 0;
	const lines = [
		`${method} ${path.startsWith("/") ? path : `/${path}`} HTTP/1.1`,
		`Host: ${target.host}${target.port === 80 ? "" : `:${target.port}`}`,
		"Connection: close",
		...lengths.length === 0 ? [] : [`Content-Length: ${length}`],
		...headers.filter(([name]) => !DROPPED.test(name)).map(([, header]) => header)
	];
	return {
		...target,
		head: `${lines.join("\r\n")}\r\n\r\n`,
		bodyBytes: Number(length)
	};
}

// src/cell/egress/upstream.ts
function upstreamFor({ host, port }, env) {
	const value = env?.["HTTPS_PROXY"];
	if (value === void 0 || isExcepted(host, port, env?.["NO_PROXY"] ?? "")) return void 0;
	const url = URL.parse(value.includes("://") ? value : `http://${value}`);
	if (url === null || !["http:", "https:"].includes(url.protocol)) throw configError("HTTPS_PROXY is not the address of a proxy.", "Begin it with http:// or https://.");
	const isSecure = url.protocol === "https:";
	const user = `${decoded(url.username)}:${decoded(url.password)}`;
	return {
		host: url.hostname.replace(/^\[|\]$/g, ""),
		port: Number(url.port) || (isSecure ? 443 : 80),
		isSecure,
		authorization: user === ":" ? void 0 : `Basic ${Buffer.from(user).toString("base64")}`
	};
}
function decoded(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		throw configError("The user name or password in HTTPS_PROXY has a % that does not begin a UTF-8 escape.", "Write %25 for a %, and other characters as UTF-8, such as %C3%BC for ü.");
	}
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
const WINDOWS_LOGIN = /^(?![^]*^proxy-authenticate:[ \t]*basic)[^]*^proxy-authenticate:[ \t]*(?:ntlm|negotiate)/im;
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
	const said = (await readUntil(socket, headLength, {
		maxBytes: 8192,
		timeoutMs: ANSWER_TIMEOUT_MS
	}))?.toString("latin1") ?? "";
	const status = /^HTTP\/1\.[01] (\d{3})/.exec(said)?.[1];
	if (status === "200") return {
		kind: "open",
		socket
	};
	socket.destroy();
	if (status === "407" && WINDOWS_LOGIN.test(said)) return failed("requires NTLM or Kerberos, which kimi-runner does not support; set HTTPS_PROXY to a local proxy that speaks them");
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
		servername: isIP(host) === 0 ? host : ""
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
async function connectToFirst(addresses, port, { outside, signal }) {
	for (const address of addresses) {
		const socket = outside.connect(address, port);
		if (await isConnected(socket, signal)) return socket;
		socket.destroy();
	}
}
const MAX_ADDRESSES = 4;
async function dial(listed, { upstream, ...options }) {
	const { host, port, ranges } = listed;
	const addresses = await options.outside.resolve(host).catch(() => void 0);
	if (addresses === void 0 && upstream === void 0) return failed(`${host} does not resolve`);
	const open = addresses?.filter((address) => isOpenAddress(address, ranges));
	if (open?.length === 0) return {
		kind: "refused",
		status: 403,
		why: whyClosed(listed, addresses ?? [])
	};
	if (upstream !== void 0) return await connectThrough(upstream, {
		host,
		port
	}, options.signal);
	const socket = await connectToFirst((open ?? []).slice(0, MAX_ADDRESSES), port, options);
	return socket === void 0 ? failed(`${host} does not answer on port ${port}`) : {
		kind: "open",
		socket
	};
}
function whyClosed({ host, ranges, group }, addresses) {
	const is = `${host} is ${addresses.join(", ")}`;
	if (ranges.length > 0) return `${is}, which is outside the addresses that the policy names for it`;
	const first = addresses.flatMap((address) => parseAddressRange(`${address}/${isIP(address) === 4 ? 32 : 128}`) ?? []).find((range) => isOpenAddress(range.net, [range]));
	if (first === void 0) return `${is}, which is not a public address`;
	return `${is}, which is not a public address; a host of your own network is listed as ${`{ host: ${group ?? host}, addresses: ["${first.net}/${first.prefix}"] }`}`;
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
	const closing = new AbortController();
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
		signal: closing.signal,
		close: () => {
			closing.abort();
			closeAll();
		}
	};
}

// src/cell/egress/proxy.ts
const SPEAK_TIMEOUT_MS = 1e4;
const LINGER_MS = 1e3;
const MAX_STREAM_BYTES = 6 * MAX_HELLO_BYTES;
function createProxy(options) {
	const { hosts, proxyEnv, onRefused, outside = HOST_NETWORK } = options;
	const allowed = new Map(hosts.map((host) => [nameOf(host), host]));
	const quota = createEgressQuota(options.limits ?? {}, options.onDenied);
	const deny = (place, why, line = refusedLine(place, why)) => {
		quota.deny(place, why);
		onRefused(line);
	};
	const serve = async (client) => {
		if (!quota.enter(client)) return answer(client, 503, "too many connections, or too many bytes were transferred");
		const limits = {
			maxBytes: MAX_HEAD_BYTES,
			timeoutMs: SPEAK_TIMEOUT_MS
		};
		const head = await quota.whileSpeaking(client, readUntil(client, headLength, limits));
		if (head === void 0) return void client.destroy();
		const request = parseRequest(head);
		if (request.kind === "refused") {
			deny(request.target, request.why);
			return answer(client, request.status, request.why);
		}
		const name = nameOf(request);
		const listed = allowed.get(name);
		if (request.kind === "plain" && listed?.isPlain !== true) {
			deny(request.target, PLAIN_REFUSED);
			return answer(client, 405, PLAIN_REFUSED);
		}
		if (listed === void 0) {
			deny(name, "the policy's sandbox.network does not list it", unlistedLine(name));
			return answer(client, 403, `${name} is not in the policy's sandbox.network`);
		}
		if (request.kind === "connect" && listed.isPlain) {
			deny(name, "the policy lists it for plain http only");
			return answer(client, 403, `${name} is listed for plain http only`);
		}
		const upstream = upstreamFor(request, proxyEnv);
		const dialled = await dial(listed, {
			outside,
			upstream,
			signal: quota.signal
		});
		if (dialled.kind === "refused") {
			if (dialled.status === 403) deny(name, dialled.why);
			return answer(client, dialled.status, dialled.why);
		}
		const { socket: remote } = dialled;
		if (!joinEnds(client, remote)) return;
		if (request.kind === "plain") return passOn(request, client, remote);
		client.write("HTTP/1.1 200 Connection established\r\n\r\n");
		await tunnel(request, client, remote);
	};
	const passOn = ({ head, bodyBytes }, client, remote) => {
		const words = Buffer.from(head, "latin1");
		quota.count(words, client, remote);
		remote.write(words);
		let left = bodyBytes;
		client.on("data", (chunk) => {
			const part = chunk.subarray(0, left);
			left -= part.length;
			if (part.length > 0 && !remote.write(part)) {
				client.pause();
				remote.once("drain", () => client.resume());
			}
		});
		client.resume();
		remote.pipe(client);
	};
	const tunnel = async (target, client, remote) => {
		const name = nameOf(target);
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
		if (greeting === void 0 || hello?.kind !== "hello" || hello.name !== target.host) {
			if (hello?.kind === "refused") deny(name, hello.why);
			if (hello?.kind === "hello") deny(name, `the TLS greeting names ${JSON.stringify(hello.name)} in its place`);
			client.destroy();
			return;
		}
		quota.count(greeting, client, remote);
		remote.write(greeting);
		client.pipe(remote);
		remote.pipe(client);
	};
	return {
		serve,
		close: quota.close
	};
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

// src/cell/egress/service.ts
const IDLE_MS = 0;
function createService({ target, onDenied, onRefused, outside = HOST_NETWORK, limits }) {
	const name = `${target.host}:${target.port}`;
	const quota = createEgressQuota({
		idleMs: IDLE_MS,
		...limits
	}, onDenied);
	const refuse = (client, why) => {
		quota.deny(name, why);
		onRefused(serviceLine(name, why));
		client.destroy();
	};
	return {
		async serve(client) {
			if (!quota.enter(client)) return refuse(client, "it has too many connections, or carried too many bytes");
			const addresses = await outside.resolve(target.host).catch(() => []);
			const open = addresses.filter((address) => isServiceAddress(address, target.host));
			if (open.length === 0) {
				const found = addresses.length === 0 ? "does not resolve here" : `is ${addresses.join(", ")}`;
				return refuse(client, `its name ${found}; a service is on this machine or in a private network`);
			}
			const remote = await connectToFirst(open, target.port, {
				outside,
				signal: quota.signal
			});
			if (remote === void 0) return refuse(client, "it does not answer on this machine; start it before the run");
			if (!joinEnds(client, remote)) return;
			quota.count(Buffer.alloc(0), client, remote);
			client.pipe(remote);
			remote.pipe(client);
		},
		close: quota.close
	};
}

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

// src/cell/open-services.ts
async function openServices({ scratchDir, services, env, ...options }) {
	const targets = services.map((text) => requireService(text, env));
	const names = [...new Set(targets.map(({ host }) => host))];
	const addressOf = new Map(names.filter((name) => name !== "localhost").map((name, index) => [name, `127.0.0.${index + 2}`]));
	const lines = [...addressOf].map(([name, address]) => `${address} ${name}\n`);
	if (lines.length > 0) appendFileSync(join(scratchDir, HOSTS_FILE), `\n${lines.join("")}`);
	const egresses = [];
	const forwards = [];
	for (const [index, target] of targets.entries()) {
		const socket = `service-${index + 1}`;
		const path = join(scratchDir, dirname(NETWORK_SOCKET.inScratch), socket);
		egresses.push(await openService(path, {
			...options,
			target
		}));
		const address = addressOf.get(target.host);
		forwards.push({
			socketPath: join(dirname(NETWORK_SOCKET.inCell), socket),
			port: target.port,
			addresses: address === void 0 ? ["127.0.0.1", "::1"] : [address]
		});
	}
	return {
		forwards,
		names,
		egresses
	};
}
const KEPT = /(?:_PROXY|BASE_URL|API_BASE|ENDPOINT|DOCKER_HOST)$/i;
const THIS_MACHINE = /^(?:localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/;
function requireService(text, env) {
	const target = parseService(text);
	const refuse = (why) => {
		throw new RunnerError({
			code: "config.invalid",
			message: `The cell cannot be given the service ${JSON.stringify(text)}: ${why}.`,
			hint: "Leave it out of sandbox.services."
		});
	};
	if (target === void 0) return refuse("it is not a name and port");
	if (target.host === "localhost" && target.port === 3128) return refuse("the cell's own proxy has this port");
	for (const [name, value = ""] of Object.entries(env)) {
		const url = KEPT.test(name) ? URL.parse(value.includes("://") ? value : `http://${value}`) : null;
		if (url === null || Number(url.port) !== target.port) continue;
		if (url.hostname === target.host || THIS_MACHINE.test(url.hostname)) return refuse(`${name} of this machine leads there`);
	}
	return target;
}

// src/cell/registries/groups.ts
const SETTINGS = {
	npm: npmSettings,
	pypi: pypiSettings,
	crates: cratesSettings,
	go: goSettings,
	maven: mavenSettings,
	gradle(machine) {
		const { hosts, problems } = mavenSettings(machine);
		return settings({
			hosts: [...PUBLIC_HOSTS.gradle, ...hosts],
			problems
		});
	},
	rubygems: rubygemsSettings,
	nuget: nugetSettings,
	packagist: () => settings({ hosts: PUBLIC_HOSTS.packagist })
};
function resolveNetwork(entries, machine) {
	const listed = entries.flatMap((entry) => parseNetworkEntry(entry) ?? []);
	const groups = [];
	const hosts = [];
	for (const entry of listed) {
		if (entry.kind !== "group") continue;
		const found = SETTINGS[entry.group](machine);
		const unique = [...new Set(found.hosts)];
		groups.push({
			...found,
			hosts: unique,
			group: entry.group
		});
		for (const host of unique) {
			const read = parseNetworkEntry(host);
			if (read?.kind === "host") hosts.push({
				...read,
				ranges: entry.ranges,
				group: entry.group
			});
		}
	}
	return {
		hosts: [...hosts, ...listed.flatMap((entry) => entry.kind === "host" ? [entry] : [])],
		groups
	};
}
function groupText({ group, hosts, problems }) {
	return [`${group}: ${hosts.join(", ")}`, ...problems].join("; ");
}
function npmSettings({ env, read }) {
	const texts = [env["NPM_CONFIG_USERCONFIG"] ?? env["npm_config_userconfig"] ?? ".npmrc", ...NPM_SYSTEM_FILES].map(read);
	const ofNpm = env["npm_config_registry"] ?? env["NPM_CONFIG_REGISTRY"] ?? firstIn(texts, "registry");
	const ofYarn = env["YARN_NPM_REGISTRY_SERVER"] ?? /^npmRegistryServer:\s*["']?([^"'\s]+)/m.exec(read(".yarnrc.yml"))?.[1];
	const scopes = texts.flatMap((text) => [...text.matchAll(/^\s*(@[\w.~-]+):registry\s*=\s*(\S+)/gm)].map(([, scope = "", url = ""]) => ({
		scope,
		url
	})));
	const { hosts, problems } = registriesIn([
		ofNpm,
		ofYarn,
		...scopes.map(({ url }) => url)
	]);
	const main = registryIn(ofNpm)?.url;
	const lines = scopes.flatMap(({ scope, url }) => {
		const registry = registryIn(url);
		return registry === void 0 ? [] : [`${scope}:registry=${registry.url}\n`];
	});
	return settings({
		hosts: [...main === void 0 ? PUBLIC_HOSTS.npm : [], ...hosts],
		problems,
		env: {
			npm_config_registry: main,
			YARN_REGISTRY: main,
			YARN_NPM_REGISTRY_SERVER: registryIn(ofYarn)?.url ?? main
		},
		files: [{
			folder: "",
			name: ".npmrc",
			text: lines.join("")
		}]
	});
}
const NPM_SYSTEM_FILES = [
	"/etc/npmrc",
	"/usr/etc/npmrc",
	"/usr/local/etc/npmrc"
];
const firstIn = (texts, key) => texts.map((text) => iniValue(text, key)).find((value) => value !== void 0);
function pypiSettings({ env, read }) {
	const pip = [
		env["PIP_CONFIG_FILE"] ?? [],
		".config/pip/pip.conf",
		".pip/pip.conf",
		"/etc/pip.conf"
	].flat().map(read);
	const index = env["PIP_INDEX_URL"] ?? firstIn(pip, "index-url") ?? env["UV_DEFAULT_INDEX"] ?? env["UV_INDEX_URL"] ?? iniValue(read(".config/uv/uv.toml"), "index-url");
	const extra = [...words(env["PIP_EXTRA_INDEX_URL"] ?? firstIn(pip, "extra-index-url")), ...words(env["UV_INDEX"] ?? env["UV_EXTRA_INDEX_URL"]).map((word) => word.replace(/^[\w.-]+=/, ""))];
	const { hosts, problems } = registriesIn([index, ...extra]);
	const main = registryIn(index);
	const others = registriesIn(extra).registries.map(({ url }) => url).join(" ") || void 0;
	return settings({
		hosts: [...main === void 0 || main.host === PUBLIC_HOSTS.pypi[0] ? PUBLIC_HOSTS.pypi : [], ...hosts],
		problems,
		env: {
			PIP_INDEX_URL: main?.url,
			UV_DEFAULT_INDEX: main?.url,
			PIP_EXTRA_INDEX_URL: others,
			UV_INDEX: others
		}
	});
}
function words(text = "") {
	return text.split(/\s+/).filter((word) => word !== "");
}
function cratesSettings({ env, read }) {
	const folder = env["CARGO_HOME"] ?? ".cargo";
	const tables = tablesOf(read(`${folder}/config.toml`) || read(`${folder}/config`));
	const valueOf = (table, key) => firstIn(tables.filter(({ name }) => name === table).map(({ text }) => text), key);
	const replaced = valueOf("source.crates-io", "replace-with");
	const mirror = replaced === void 0 ? void 0 : valueOf(`source.${replaced}`, "registry");
	const indexes = tables.filter(({ name }) => name.startsWith("registries.")).map(({ name, text }) => ({
		name,
		index: iniValue(text, "index")
	}));
	const { hosts, problems } = registriesIn([mirror, ...indexes.map(({ index }) => index)]);
	const main = cleanIndex(mirror);
	const toml = [main === void 0 ? "" : `[source.crates-io]\nreplace-with = "mirror"\n[source.mirror]\nregistry = "${main}"\n`, ...indexes.map(({ name, index }) => {
		const clean = cleanIndex(index);
		return clean === void 0 ? "" : `[${name}]\nindex = "${clean}"\n`;
	})];
	return settings({
		hosts: [...main === void 0 ? PUBLIC_HOSTS.crates : [], ...hosts],
		problems,
		files: [{
			variable: "CARGO_HOME",
			folder: ".cargo",
			name: "config.toml",
			text: toml.join("")
		}]
	});
}
function cleanIndex(index) {
	const registry = registryIn(index);
	return registry && `${/^(?:sparse|registry)\+/.exec(index ?? "")?.[0] ?? ""}${registry.url}`;
}
function tablesOf(text) {
	return text.split(/^\s*(?=\[)/m).flatMap((part) => {
		const [head, name = ""] = /^\[([\w.-]+)\][^\n]*/.exec(part) ?? [];
		return head === void 0 ? [] : [{
			name,
			text: part.slice(head.length).replace(/\s+#.*$/gm, "")
		}];
	});
}
const [GO_PROXY = "", GO_CHECKSUMS = ""] = PUBLIC_HOSTS.go;
function goSettings({ env, read }) {
	const file = read(env["GOENV"] ?? ".config/go/env");
	const valueOf = (name) => env[name] || iniValue(file, name);
	const proxy = valueOf("GOPROXY");
	const database = valueOf("GOSUMDB");
	const databaseUrl = database?.split(/\s+/)[1];
	const { registries, hosts, problems } = registriesIn([...proxy?.split(/[,|]/) ?? [], databaseUrl]);
	const passed = [
		"GONOPROXY",
		"GONOSUMDB",
		"GOPRIVATE"
	].map((name) => [name, valueOf(name)]);
	const checksums = database === "off" || databaseUrl !== void 0 ? [] : [GO_CHECKSUMS];
	if (registries.length === 0 && passed.every(([, value]) => value === void 0)) return settings({
		hosts: [GO_PROXY, ...checksums],
		problems
	});
	return settings({
		hosts: [
			...proxy === void 0 ? [GO_PROXY] : [],
			...hosts,
			...checksums
		],
		problems,
		env: {
			...Object.fromEntries(passed),
			GOPROXY: proxy?.replace(/[^,|]+/g, (part) => registryIn(part)?.url ?? part.replace(/\/\/[^/@]*@/, "//")),
			GOSUMDB: databaseUrl === void 0 ? database : void 0
		}
	});
}
function mavenSettings({ read }) {
	const found = [...[".m2/settings.xml", "/etc/maven/settings.xml"].map((path) => withoutComments(read(path))).join("\n").matchAll(/<mirror>([^]*?)<\/mirror>/g)].map(([, body = ""]) => body).filter((body) => elementOf(body, "blocked") !== "true").map((body) => ({
		id: elementOf(body, "id"),
		of: elementOf(body, "mirrorOf"),
		url: elementOf(body, "url")
	}));
	const { hosts, problems } = registriesIn(found.map(({ url }) => url));
	const mirrors = found.flatMap(({ id, of, url }) => {
		const registry = registryIn(url);
		return registry === void 0 ? [] : [{
			id,
			of,
			url: registry.url
		}];
	});
	return settings({
		hosts: [...mirrors.some(({ of }) => /(?:^|,)\s*(?:\*|central|external:\*)\s*(?:,|$)/.test(of)) ? [] : PUBLIC_HOSTS.maven, ...hosts],
		problems,
		files: mirrors.length === 0 ? [] : [mavenFile(PROXY_PORT, mirrors)]
	});
}
function withoutComments(xml) {
	return xml.replace(/<!--[^]*?-->/g, "");
}
function elementOf(xml, name) {
	return new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}>`).exec(xml)?.[1] ?? "";
}
function rubygemsSettings({ read }) {
	const sources = [...read(".gemrc").matchAll(/^\s*-\s*["']?(https?:\/\/[^\s"']+)/gm)].map(([, url]) => url);
	const mirror = /^BUNDLE_MIRROR__(?:ALL|HTTPS:\/\/RUBYGEMS__ORG\/?):\s*["']?([^\s"']+)/m.exec(read(".bundle/config"));
	const { hosts, problems } = registriesIn([...sources, mirror?.[1]]);
	const gems = registriesIn(sources).registries.map(({ url }) => `- ${url}\n`);
	return settings({
		hosts: hosts.length === 0 ? PUBLIC_HOSTS.rubygems : hosts,
		problems,
		env: { "BUNDLE_MIRROR__HTTPS://RUBYGEMS__ORG/": registryIn(mirror?.[1])?.url },
		files: gems.length === 0 ? [] : [{
			folder: "",
			name: ".gemrc",
			text: `---\n:sources:\n${gems.join("")}`
		}]
	});
}
function nugetSettings({ read }) {
	const text = withoutComments(read(".nuget/NuGet/NuGet.Config"));
	const section = /<packageSources>([^]*?)<\/packageSources>/.exec(text)?.[1] ?? "";
	const { registries, hosts, problems } = registriesIn([...section.matchAll(/\bvalue="([^"]+)"/g)].map(([, url]) => url));
	if (registries.length === 0) return settings({
		hosts: PUBLIC_HOSTS.nuget,
		problems
	});
	return settings({
		hosts,
		problems,
		files: [{
			folder: ".nuget/NuGet",
			name: "NuGet.Config",
			text: `<configuration><packageSources><clear />${registries.map(({ url }, index) => `<add key="source${index + 1}" value="${url}" />`).join("")}</packageSources></configuration>\n`
		}]
	});
}
function settings({ hosts, problems = [], env = {}, files = [] }) {
	return {
		hosts,
		problems,
		env: definedMembers(env),
		files: files.filter(({ text }) => text !== "")
	};
}

// src/cell/trust/trust-bundle.ts
const SYSTEM_FILES = [
	"/etc/ssl/certs/ca-certificates.crt",
	"/etc/pki/tls/certs/ca-bundle.crt",
	"/etc/ssl/cert.pem",
	"/etc/ssl/ca-bundle.pem"
];
const MAX_BYTES = 8e6;
const BUNDLE_NAME = "ca.pem";
const KEY_STORE_NAME = "ca.jks";
function makeBundle(sources, folder) {
	const system = SYSTEM_FILES.find((file) => statOrNone(file)?.isFile() === true);
	const seen = new Set(system === void 0 ? [] : [realpathSync(system)]);
	const known = /* @__PURE__ */ new Map();
	const problems = [];
	const take = (file) => {
		const certificates = certificatesIn(file);
		if (typeof certificates === "string") return certificates;
		for (const certificate of certificates) known.set(certificate.fingerprint256, certificate);
		return certificates.length === 0 ? "it has no certificate" : void 0;
	};
	const others = sources.filter(({ path: file }) => {
		const real = realOrNone(file) ?? file;
		if (seen.has(real)) return false;
		seen.add(real);
		return true;
	});
	if (others.length === 0) return system === void 0 ? void 0 : {
		inCell: system,
		added: [],
		problems
	};
	if (system !== void 0) take(system);
	const before = known.size;
	for (const { path: file, namedBy } of others) {
		const problem = take(file);
		if (problem !== void 0) problems.push(`${namedBy} names ${file}: ${problem}`);
	}
	const added = [...known.values()].slice(before).map(({ raw }) => raw);
	if (added.length === 0) return system === void 0 ? void 0 : {
		inCell: system,
		added,
		problems
	};
	const certificates = [...known.values()];
	writeFileSync(join(folder.path, BUNDLE_NAME), certificates.join(""), { mode: 420 });
	writeFileSync(join(folder.path, KEY_STORE_NAME), keyStoreOf(certificates.map(({ raw }) => raw)), { mode: 420 });
	return {
		inCell: join(folder.inCell, BUNDLE_NAME),
		keyStore: join(folder.inCell, KEY_STORE_NAME),
		added,
		problems
	};
}
function certificatesIn(file) {
	try {
		const stats = statSync(file);
		if (!stats.isFile() || stats.size > MAX_BYTES) return "it is not a file, or too large for a certificate file";
		return (readFileSync(file, "latin1").match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? []).flatMap((pem) => certificateOf(pem) ?? []);
	} catch {
		return "it cannot be read";
	}
}
function certificateOf(pem) {
	try {
		return new X509Certificate(pem);
	} catch {
		return;
	}
}
const SALT = "Mighty Aphrodite";
const PASSWORD = "changeit";
function keyStoreOf(certificates) {
	const entries = certificates.flatMap((der, index) => [
		int(2),
		text(`ca-${index}`),
		Buffer.alloc(8),
		text("X.509"),
		int(der.length),
		der
	]);
	const content = Buffer.concat([
		int(4277010157),
		int(2),
		int(certificates.length),
		...entries
	]);
	const password = Buffer.from(PASSWORD, "utf16le").swap16();
	return Buffer.concat([content, createHash("sha1").update(password).update(SALT).update(content).digest()]);
}
function int(value) {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(value);
	return bytes;
}
function text(value) {
	const length = Buffer.alloc(2);
	length.writeUInt16BE(value.length);
	return Buffer.concat([length, Buffer.from(value, "latin1")]);
}

export { installBwrap as a, connectThrough as c, openServices as i, upstreamFor as l, groupText as n, createService as o, resolveNetwork as r, createProxy as s, makeBundle as t };