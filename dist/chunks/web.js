import { _t as counted, at as member, ht as oneLine, lt as describeError, ot as parseJson, st as RunnerError } from "./front.js";
import { D as sanitise, O as sanitisePlain } from "./github.js";
import { D as union, Ft as _maxLength, _ as object, d as literal, u as int, v as optional, w as string, wr as safeParse } from "./zod.js";
import { Ft as withQuery, ga as parseWebAddress } from "./core.js";
import { request } from "node:http";
import { addAbortSignal } from "node:stream";
import { connect } from "node:tls";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

// src/web/reply.ts
const text = (maxChars) => string().check(_maxLength(maxChars));
const PageReply = union([
	object({
		kind: literal("page"),
		url: text(4e3),
		title: text(1e3),
		text: text(1e6),
		mediaType: text(200),
		hiddenParts: int(),
		cut: optional(text(500))
	}),
	object({
		kind: literal("redirect"),
		from: text(4e3),
		to: text(2e4)
	}),
	object({
		kind: literal("failed"),
		why: text(2e3)
	})
]);
function pageReplyIn(output) {
	const parsed = safeParse(PageReply, parseJson(output.trimEnd().split("\n").at(-1) ?? ""));
	return parsed.success ? parsed.data : void 0;
}

// src/web/fetch.ts
const NODE_FLAGS = ["--max-old-space-size=512", "--disable-warning=ExperimentalWarning"];
const TIMEOUT_MS$1 = 3e4;
const MAX_OUTPUT_BYTES = 3e6;
const MAX_REDIRECTS = 5;
const MAX_REASON_CHARS = 300;
const MAX_MARKDOWN_CHARS = 2e5;
const MARKDOWN = /^text\/(?:x-)?markdown$/;
async function fetchPage(asked, { cell, mayReach }, signal) {
	if (cell.level !== "sealed") throw failure$1(asked.href, `only a sealed cell enforces the hosts of the policy, and this cell is ${cell.level}`);
	let url = asked;
	for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
		const reply = await ask(url, cell, signal);
		switch (reply.kind) {
			case "page": return {
				kind: "page",
				page: readable(reply)
			};
			case "failed": throw failure$1(url.href, reply.why);
			case "redirect": {
				const next = parseWebAddress(reply.to, url);
				if (next.kind === "refused") throw failure$1(url.href, `it redirects to ${oneLine(reply.to, 200)}, which ${next.why}`);
				if (!mayReach(next.host)) return {
					kind: "redirected",
					from: url.href,
					to: next.url.href
				};
				url = next.url;
			}
		}
	}
	throw failure$1(asked.href, `it was redirected more than ${MAX_REDIRECTS} times`);
}
async function ask(url, cell, signal) {
	const ended = await cell.exec({
		command: cell.ownProgram("cell-web", NODE_FLAGS),
		cwd: ".",
		timeoutMs: TIMEOUT_MS$1,
		maxOutputBytes: MAX_OUTPUT_BYTES,
		input: url.href
	}, signal);
	const reply = pageReplyIn(ended.output) ?? {
		kind: "failed",
		why: endOf(ended)
	};
	if (reply.kind !== "failed") return reply;
	return {
		kind: "failed",
		why: [oneLine(sanitisePlain(reply.why).text, MAX_REASON_CHARS), ...(ended.refusals ?? []).slice(0, 1)].join(" ")
	};
}
function endOf({ timedOut, signal, code, output }) {
	if (timedOut) return `the page could not be read in ${TIMEOUT_MS$1 / 1e3} s`;
	return `the program that reads pages ended with ${signal ?? `exit code ${code}`}: ${output.slice(-240)}`;
}
function readable({ url, title, text: all, mediaType, hiddenParts, cut }) {
	const isMarkdown = MARKDOWN.test(mediaType);
	const text = isMarkdown ? all.slice(0, MAX_MARKDOWN_CHARS) : all;
	const clean = isMarkdown ? sanitise(text) : sanitisePlain(text);
	const removed = clean.removed + hiddenParts;
	return {
		url: oneLine(sanitisePlain(url).text, 2e3),
		title: oneLine(sanitisePlain(title).text, 200),
		text: clean.text.trim(),
		mediaType: oneLine(mediaType, 100),
		notes: [
			...cut === void 0 ? [] : [cut],
			...text.length < all.length ? [`only its first ${MAX_MARKDOWN_CHARS} characters are kept`] : [],
			...removed === 0 ? [] : [`${counted(removed, "part that a reader does not see is", "parts that a reader does not see are")} left out`]
		]
	};
}
function failure$1(url, why) {
	return new RunnerError({
		code: "tool.input",
		message: `${url} could not be read: ${why.replace(/\.$/, "")}.`
	});
}

// src/web/search/providers.ts
function entriesIn(list, names) {
	if (!Array.isArray(list)) return void 0;
	return list.map((one) => {
		const text = (name) => {
			const value = member(one, names[name]);
			return typeof value === "string" ? value : "";
		};
		return {
			title: text("title"),
			url: text("url"),
			summary: text("summary"),
			date: text("date")
		};
	});
}
const SEARCHES = {
	brave: {
		usual: "https://api.search.brave.com/res/v1/web/search",
		request: (place, { query, limit, key }) => ({
			url: withQuery(place, {
				q: query,
				count: String(limit)
			}),
			headers: {
				accept: "application/json",
				"x-subscription-token": key
			}
		}),
		entries: (answer) => {
			if (member(answer, "type") !== "search") return void 0;
			return entriesIn(member(member(answer, "web"), "results") ?? [], {
				title: "title",
				url: "url",
				summary: "description",
				date: "page_age"
			});
		}
	},
	tavily: {
		usual: "https://api.tavily.com/search",
		request: (url, { query, limit, key }) => posted(url, key, {
			query,
			max_results: limit
		}),
		entries: (answer) => entriesIn(member(answer, "results"), {
			title: "title",
			url: "url",
			summary: "content",
			date: "published_date"
		})
	},
	kimi: {
		usual: "https://api.kimi.com/coding/v1/search",
		request: (url, { query, limit, key }) => posted(url, key, {
			text_query: query,
			limit,
			enable_page_crawling: false,
			timeout_seconds: 30
		}),
		entries: (answer) => entriesIn(member(answer, "search_results"), {
			title: "title",
			url: "url",
			summary: "snippet",
			date: "date"
		})
	},
	searxng: {
		request: (place, { query, key }) => ({
			url: withQuery(place, {
				q: query,
				format: "json"
			}),
			headers: {
				accept: "application/json",
				...key === "" ? {} : { authorization: `Bearer ${key}` }
			}
		}),
		entries: (answer) => entriesIn(member(answer, "results"), {
			title: "title",
			url: "url",
			summary: "content",
			date: "publishedDate"
		})
	}
};
function posted(url, key, body) {
	const type = "application/json";
	return {
		url,
		headers: {
			"content-type": type,
			accept: type,
			authorization: `Bearer ${key}`
		},
		body: JSON.stringify(body)
	};
}

// src/web/through-proxy.ts
const MAX_REFUSAL_CHARS = 300;
async function requestThrough(proxy, request) {
	const socket = await openTunnel(proxy, request);
	try {
		const response = await send(socket, request);
		const body = await taken(unpack(response), request);
		return {
			status: response.statusCode ?? 0,
			headers: response.headers,
			...body
		};
	} finally {
		socket.destroy();
	}
}
async function openTunnel(proxy, { url, signal }) {
	const target = `${url.hostname}:${url.port || "443"}`;
	const { promise, resolve, reject } = Promise.withResolvers();
	const place = "port" in proxy ? {
		host: "127.0.0.1",
		port: proxy.port
	} : proxy;
	const asked = request({
		...place,
		method: "CONNECT",
		path: target,
		headers: { host: target },
		agent: false,
		signal
	});
	asked.once("error", reject);
	asked.once("connect", (response, socket, head) => {
		socket.on("error", () => socket.destroy());
		if (response.statusCode === 200) return resolve(socket);
		refusal(socket, head).then((why) => reject(new Error(why || `the proxy answered ${response.statusCode}`)));
	});
	asked.end();
	return await promise;
}
async function refusal(socket, head) {
	let text = head.toString("utf8");
	try {
		for await (const chunk of socket) {
			text += String(chunk);
			if (text.length > MAX_REFUSAL_CHARS) break;
		}
	} catch {}
	return oneLine(text.replace(/^kimi-runner: /, "").trim(), MAX_REFUSAL_CHARS);
}
async function send(tunnel, { url, method = "GET", headers, body, signal }) {
	const { promise, resolve, reject } = Promise.withResolvers();
	const tls = connect({
		socket: tunnel,
		servername: url.hostname,
		ALPNProtocols: ["http/1.1"]
	});
	tls.on("error", reject);
	const whole = {
		...headers,
		host: url.host,
		connection: "close"
	};
	const path = `${url.pathname}${url.search}`;
	const sent = request({
		createConnection: () => tls,
		method,
		path,
		headers: whole,
		signal
	});
	sent.once("error", reject);
	sent.once("response", resolve);
	sent.end(body);
	return await promise;
}
function unpack(response) {
	const unpacker = unpackerOf(response.headers["content-encoding"]?.trim().toLowerCase());
	if (unpacker === void 0) return response;
	response.once("error", (error) => unpacker.destroy(error));
	return response.pipe(unpacker);
}
function unpackerOf(coding = "") {
	if (coding === "gzip" || coding === "x-gzip") return createGunzip();
	if (coding === "br") return createBrotliDecompress();
	return coding === "deflate" ? createInflate() : void 0;
}
async function taken(stream, { maxBytes, signal }) {
	const chunks = [];
	let bytes = 0;
	for await (const chunk of addAbortSignal(signal, stream)) {
		chunks.push(chunk);
		bytes += chunk.length;
		if (bytes > maxBytes) break;
	}
	return {
		body: Buffer.concat(chunks).subarray(0, maxBytes),
		isCut: bytes > maxBytes
	};
}

// src/web/search/search.ts
const TIMEOUT_MS = 3e4;
const MAX_ANSWER_BYTES = 1e6;
const MAX_TITLE_CHARS = 200;
const MAX_SUMMARY_CHARS = 600;
const MAX_DATE_CHARS = 40;
const MARKS = /<\/?(?:strong|b|em|mark)>/g;
async function searchWeb({ query, limit }, { provider, url: place, key, proxy }, signal) {
	const { request, entries } = SEARCHES[provider];
	const { url, headers, body } = request(place, {
		query,
		limit,
		key
	});
	const time = AbortSignal.timeout(TIMEOUT_MS);
	const reply = await requestThrough(proxy, {
		url,
		method: body === void 0 ? "GET" : "POST",
		headers: {
			...headers,
			"accept-encoding": "gzip",
			...body && { "content-length": String(Buffer.byteLength(body)) }
		},
		body,
		maxBytes: MAX_ANSWER_BYTES,
		signal: AbortSignal.any([signal, time])
	}).catch((error) => {
		signal.throwIfAborted();
		throw failure(place, time.aborted ? `it took longer than ${TIMEOUT_MS / 1e3} s` : describeError(error));
	});
	if (reply.status !== 200) throw failure(place, `it answered ${reply.status}${meaningOf(reply.status)}`);
	const found = entries(parseJson(reply.body.toString("utf8")));
	if (found === void 0) throw failure(place, `its answer is not one of ${provider}`);
	return found.slice(0, limit).flatMap(shown);
}
function shown({ title, url, summary, date }) {
	const address = URL.parse(url);
	if (address?.protocol !== "https:" && address?.protocol !== "http:") return [];
	const line = (text, maxChars) => oneLine(sanitisePlain(text.replaceAll(MARKS, "")).text, maxChars);
	const page = parseWebAddress(address.href);
	return [{
		title: line(title, MAX_TITLE_CHARS),
		url: address.href.slice(0, 2e3),
		host: page.kind === "address" ? page.host : void 0,
		summary: line(summary, MAX_SUMMARY_CHARS),
		date: line(date, MAX_DATE_CHARS)
	}];
}
function meaningOf(status) {
	if (status === 401 || status === 403) return ": it does not accept the key";
	if (status === 429) return ": too many searches for now";
	return status >= 300 && status < 400 ? ", a redirect, which is not followed with a key" : "";
}
function failure({ host }, why) {
	return new RunnerError({
		code: "tool.input",
		message: `The search at ${host} failed: ${why.replace(/\.$/, "")}.`,
		hint: "Go on with what is in the repository, or read a page that you know with fetch_url."
	});
}

export { SEARCHES as n, fetchPage as r, searchWeb as t };