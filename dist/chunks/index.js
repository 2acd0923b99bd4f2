import { Ua as RunnerError, qa as oneLine } from "./core.js";
import { At as object, Ct as int, Ft as string, Gn as _maxLength, Kn as _minLength, Lt as union, Pi as safeParse, jt as optional, kn as _gte, wt as literal, yt as array } from "./toolbox.js";

// src/index/reply.ts
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
const reply = union([
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
function replyIn(text) {
	try {
		const parsed = safeParse(reply, JSON.parse(text));
		return parsed.success ? parsed.data : void 0;
	} catch {
		return;
	}
}

// src/index/client.ts
const NODE_FLAGS = ["--max-old-space-size=1024", "--disable-warning=ExperimentalWarning"];
const SILENCE_MS = 3e4;
const MAX_WORDS_CHARS = 300;
function createCodeIndex(cell, silenceMs = SILENCE_MS) {
	let talk;
	let lastId = 0;
	let turn = Promise.resolve();
	const fatal = /* @__PURE__ */ new Map();
	const stop = async () => {
		const id = talk;
		talk = void 0;
		if (id !== void 0) await cell.stopTalk(id).catch(() => {});
	};
	const ask = async (question, signal) => {
		signal.throwIfAborted();
		lastId += 1;
		const id = lastId;
		talk ??= (await cell.startTalk({
			command: cell.ownProgram("cell-index", NODE_FLAGS),
			cwd: ".",
			env: {}
		}, signal)).id;
		let at;
		const broken = async (why) => {
			await stop();
			if (at !== void 0) fatal.set(at, why);
			return failure(at === void 0 ? why : `${why}, at ${at}`);
		};
		await cell.writeTalk(talk, JSON.stringify({
			...question,
			id
		}), signal);
		for (;;) {
			const silence = AbortSignal.timeout(silenceMs);
			const { lines, end } = await cell.readTalk(talk, AbortSignal.any([signal, silence])).catch(async (error) => {
				signal.throwIfAborted();
				throw silence.aborted ? await broken(`it said nothing for ${silenceMs / 1e3} s and was ended`) : error;
			});
			for (const line of lines) {
				const reply = replyIn(line);
				if (reply === void 0) throw await broken(`it answered ${oneLine(line, MAX_WORDS_CHARS)}`);
				if (reply.id !== id) continue;
				if (reply.kind === "failed") throw failure(reply.reason);
				if (reply.kind !== "at") return reply;
				at = reply.path;
			}
			if (end !== void 0) throw await broken(wordsOf(end));
		}
	};
	const inTurn = async (question, signal) => {
		const answer = turn.then(async () => await ask(question, signal));
		turn = answer.catch(() => {});
		return await answer;
	};
	return {
		async search(query, signal) {
			const answer = await inTurn({
				op: "search",
				query
			}, signal);
			if (answer.kind !== "search") throw failure(`it answered ${answer.kind}`);
			return answer.found;
		},
		async definitions(paths, signal) {
			const askable = paths.filter((path) => !fatal.has(path));
			const answer = await inTurn({
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
function wordsOf({ code, signal, stderr, problem }) {
	const words = oneLine(stderr.trim().slice(-300), MAX_WORDS_CHARS);
	return `${problem ?? `it ended with ${signal ?? `exit code ${code}`}`}${words === "" ? "" : `: ${words}`}`;
}

export { createCodeIndex as t };