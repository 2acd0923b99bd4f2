import { n as require_undici, t as proxyOf } from "./undici.js";
import { _t as counted, ht as oneLine } from "./front.js";
import { Q as imageType } from "./core.js";

// src/github/thread/images.ts
var import_undici = require_undici();
const MAX_IMAGES = 4;
const MAX_BYTES = 3932160;
const MAX_EDGE = 8e3;
const TIMEOUT_MS = 1e4;
const MAX_REDIRECTS = 3;
async function fetchImages(options) {
	const { addresses, proxyEnv, signal } = options;
	const server = new URL(options.serverUrl);
	const dispatcher = options.dispatcher ?? (proxyEnv === void 0 ? void 0 : proxyOf(proxyEnv));
	const found = addresses.map((address) => URL.parse(address));
	const foreign = found.filter((url) => url === null || !isUpload(url, server));
	const uploads = found.filter((url) => url !== null && isUpload(url, server));
	const results = await Promise.all(uploads.slice(0, MAX_IMAGES).map(async (url) => fetchImage(url, {
		...options,
		server,
		dispatcher
	})));
	signal.throwIfAborted();
	const excess = uploads.length - MAX_IMAGES;
	return {
		images: results.flatMap((result) => typeof result === "string" ? [] : [result]),
		warnings: [
			...results.filter((result) => typeof result === "string"),
			...excess > 0 ? [`${counted(excess, "image is", "images are")} beyond the first ${MAX_IMAGES} and left out.`] : [],
			...foreign.length > 0 ? [foreignImages(foreign, server)] : []
		]
	};
}
async function fetchImage(start, download) {
	const limit = AbortSignal.timeout(download.timeoutMs ?? TIMEOUT_MS);
	const source = `${start.origin}${start.pathname}`;
	const leftOut = (reason) => `The image ${source} is left out: ${reason}.`;
	try {
		const bytes = await read(start, download, AbortSignal.any([download.signal, limit]));
		if (typeof bytes === "string") return leftOut(bytes);
		const type = imageType(bytes);
		if (type === void 0) return leftOut("it is not a PNG, JPEG, GIF or WebP");
		const { mediaType, width, height } = type;
		if (Math.max(width, height) > MAX_EDGE) return leftOut(`${width} × ${height} pixels, and an edge of ${MAX_EDGE} is the most`);
		return {
			mediaType,
			data: bytes.toString("base64"),
			source
		};
	} catch (error) {
		return leftOut(limit.aborted ? `no answer within ${(download.timeoutMs ?? TIMEOUT_MS) / 1e3} s` : reasonOf(error));
	}
}
async function read(start, { server, token, userAgent, dispatcher }, signal) {
	let url = start;
	for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
		const headers = {
			accept: "image/*",
			"user-agent": userAgent,
			...token !== void 0 && url.origin === server.origin ? { authorization: `Bearer ${token}` } : {}
		};
		const wire = dispatcher === void 0 ? {} : { dispatcher };
		const response = await (0, import_undici.fetch)(url.href, {
			...wire,
			headers,
			redirect: "manual",
			signal
		});
		const location = response.headers.get("location");
		if (response.ok) return readBody(response);
		await response.body?.cancel();
		if (response.status < 301 || response.status > 308 || location === null) {
			const hidden = response.status === 404 ? ", as for uploads of a private repository that the token may not read" : "";
			return `HTTP ${response.status}${hidden}`;
		}
		const next = URL.parse(location, url.href);
		if (next === null || !isStorage(next, server)) return `it leads to ${next?.host ?? "nowhere"}, which has no uploads`;
		url = next;
	}
	return `more than ${MAX_REDIRECTS} redirects`;
}
async function readBody({ body }) {
	const chunks = [];
	let size = 0;
	for await (const chunk of body ?? []) {
		size += chunk.length;
		if (size > MAX_BYTES) return `larger than ${MAX_BYTES / 1024 / 1024} MB`;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
function reasonOf(error) {
	const cause = error instanceof Error ? error.cause ?? error : error;
	return oneLine(cause instanceof Error ? cause.message : String(cause), 200);
}
function foreignImages(foreign, server) {
	const hosts = [...new Set(foreign.map((url) => url?.host ?? "a relative address"))].filter((host) => host !== "");
	const from = hosts.length === 0 ? "" : `: ${oneLine(hosts.join(", "), 200)}`;
	return `${counted(foreign.length, "image is", "images are")} left out: not uploaded to ${server.host}${from}.`;
}
const UPLOAD = /^\/(?:user-attachments\/assets\/[\w-]+|[\w.-]+\/[\w.-]+\/assets\/\d+\/[\w-]+|storage\/user\/\d+\/files\/[\w-]+)$/;
const UPLOAD_HOSTS = /* @__PURE__ */ new Set(["user-images.githubusercontent.com", "private-user-images.githubusercontent.com"]);
const STORAGE_HOST = "github-production-user-asset-6210df.s3.amazonaws.com";
function isUpload(url, server) {
	if (url.username !== "" || url.password !== "") return false;
	if (url.origin === server.origin || url.origin === "https://github.com") return UPLOAD.test(url.pathname);
	return url.protocol === "https:" && UPLOAD_HOSTS.has(url.host);
}
function isStorage(url, server) {
	if (isUpload(url, server)) return true;
	if (url.protocol !== "https:" || url.username !== "" || url.password !== "") return false;
	return url.host === STORAGE_HOST || url.host === `media.${server.host}` || url.host.endsWith(".githubusercontent.com");
}

export { fetchImages as t };