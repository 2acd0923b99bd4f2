import { Et as createLineClient, No as createInTurn } from "./core.js";
import { C as string, Cr as safeParse, E as union, Ft as _minLength, Pt as _maxLength, _ as object, a as array, d as literal, u as int, v as optional, vt as _gte } from "./zod.js";
import { at as parseJson, ot as RunnerError } from "./front.js";

// src/index/frames.ts
const MAX_FILES = 1e3;
const MAX_RANGES = 2e3;
const line = int().check(_gte(1));
const range = object({
	start: line,
	end: line
});
const path = string().check(_minLength(1), _maxLength(4096));
const note = optional(string().check(_maxLength(1e3)));
const id = int();
const IndexReply = union([
	object({
		id,
		kind: literal("at"),
		path: optional(path)
	}),
	object({
		id,
		kind: literal("search"),
		found: object({
			places: array(object({
				path,
				start: line,
				end: line,
				others: array(range).check(_maxLength(MAX_RANGES))
			})).check(_maxLength(MAX_FILES)),
			files: int(),
			note
		})
	}),
	object({
		id,
		kind: literal("definitions"),
		files: array(object({
			path,
			ranges: array(range).check(_maxLength(MAX_RANGES)),
			note
		})).check(_maxLength(MAX_FILES))
	}),
	object({
		id,
		kind: literal("failed"),
		reason: string()
	})
]);
function indexReplyIn(text) {
	const parsed = safeParse(IndexReply, parseJson(text));
	return parsed.success ? parsed.data : void 0;
}

// src/index/client.ts
const NODE_FLAGS = ["--max-old-space-size=1024", "--disable-warning=ExperimentalWarning"];
const SILENCE_MS = 3e4;
function createCodeIndex(cell, silenceMs = SILENCE_MS) {
	const start = (signal) => cell.startTalk({
		command: cell.ownProgram("cell-index", NODE_FLAGS),
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
		silenceMs,
		replyIn: indexReplyIn
	});
	const inTurn = createInTurn();
	const fatal = /* @__PURE__ */ new Map();
	const ask = (question, signal) => inTurn(async () => {
		signal.throwIfAborted();
		let at;
		const broken = (why) => {
			if (at !== void 0) fatal.set(at, why);
			return failure(at === void 0 ? why : `${why}, at ${at}`);
		};
		const isLast = (reply) => {
			if (reply.kind === "at") at = reply.path;
			return reply.kind !== "at";
		};
		const reply = await client.ask(question, {
			signal,
			broken,
			isLast
		});
		if (reply.kind === "failed") throw failure(reply.reason);
		return reply;
	});
	return {
		async search(query, signal) {
			const answer = await ask({
				op: "search",
				query
			}, signal);
			if (answer.kind !== "search") throw failure(`it answered ${answer.kind}`);
			return answer.found;
		},
		async definitions(paths, signal) {
			const askable = paths.filter((path) => !fatal.has(path));
			const answer = await ask({
				op: "definitions",
				paths: askable
			}, signal);
			if (answer.kind !== "definitions") throw failure(`it answered ${answer.kind}`);
			const found = new Map(answer.files.map((file) => [file.path, file]));
			return paths.flatMap((path) => {
				const why = fatal.get(path);
				return why === void 0 ? found.get(path) ?? [] : {
					path,
					ranges: [],
					note: `not parsed: ${why}`
				};
			});
		}
	};
}
function failure(reason) {
	return new RunnerError({
		code: "tool.input",
		message: `The index of the code failed: ${reason.replace(/\.$/, "")}.`,
		hint: "Use search_files and read_file."
	});
}

export { createCodeIndex as t };