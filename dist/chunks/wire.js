import { Mt as redactDeep, U as exitCode, Xt as plainText, _ as canonicalJson, at as member, ct as configError, ht as oneLine, it as isRecord, k as withSignals, lt as describeError, ot as parseJson, st as RunnerError } from "./front.js";
import { $t as stopOfAbort, Ki as isSilent, Lt as startRun, Ui as callsOf, _t as readRalph, hn as VERSION, ht as promptWords, it as reportEnd, nn as isLimit, qi as sealOf, us as systemClock, wo as createLineReader, xo as reads } from "./core.js";

// src/sinks/wire-own.ts
const PROTOCOL_VERSION = "1.10";
function message(type, payload = {}) {
	return {
		type,
		payload
	};
}
function metadataLine() {
	return `${JSON.stringify({
		type: "metadata",
		protocol_version: PROTOCOL_VERSION,
		program: "kimi-runner",
		version: VERSION
	})}\n`;
}
function messageLine({ type, payload }, atMs) {
	const message = `{"type":${JSON.stringify(type)},"payload":${canonicalJson(payload)}}`;
	return `{"timestamp":${atMs / 1e3},"message":${message}}\n`;
}
function tokenUsage({ input, output, cacheRead, cacheWrite }) {
	return {
		input_other: input,
		output,
		input_cache_read: cacheRead,
		input_cache_creation: cacheWrite
	};
}
const RENAMED = {
	"session.begin": [
		"Session",
		...[
			"sessionId",
			"program",
			"task",
			"model",
			"window",
			"agent",
			"workDir"
		],
		...[
			"baseCommit",
			"headCommit",
			"readOnly",
			"policyDigest",
			"limits"
		]
	],
	"session.resume": [
		"Resume",
		"rung",
		"model",
		"window",
		"limits"
	],
	"cell.open": [
		"Sandbox",
		"rung",
		"probes"
	],
	"repetition.notice": [
		"Repetition",
		"tool",
		"count"
	],
	"assumption.made": ["Assumption", "question"],
	"bug.report": [
		"Bug",
		"title",
		"description"
	],
	"mail.sent": [
		"Mail",
		"checkpoint",
		"message",
		"restoreFiles"
	],
	"model.wasted": [
		"Wasted",
		"why",
		"usage",
		"costUsd"
	],
	"tool.usage": [
		"ToolUsage",
		"purpose",
		"model",
		"usage",
		"costUsd"
	],
	"model.fallback": [
		"Fallback",
		"step",
		"agentId",
		"from",
		"model",
		"window",
		"reason"
	],
	"mode.switch": [
		"Mode",
		"from",
		"to",
		"reason"
	],
	"background.start": [
		"Background",
		"id",
		"command"
	],
	"limit.pressed": ["Limit", "limit"],
	"verify.begin": [
		"VerifyBegin",
		"round",
		"commands"
	],
	"verify.end": [
		"VerifyEnd",
		"round",
		"passed",
		"results"
	],
	"flow.begin": [
		"FlowBegin",
		"name",
		"node"
	],
	"flow.move": [
		"FlowMove",
		"from",
		"to",
		"moves",
		"choice"
	],
	"flow.end": ["FlowEnd", "reason"],
	"skill.load": ["Skill", "name"],
	"subagent.define": [
		"SubagentDefine",
		"name",
		"description",
		"systemPrompt",
		"tools"
	]
};
function ownMessage(event) {
	if (event.type === "session.end") return own("Outcome", outcomePayload(event));
	if (event.type === "mcp.end") return own("Mcp", { servers: event.servers.map(serverPayload) });
	if (event.type === "subagent.begin") {
		const { callId, agentId, agent, prompt, resumes } = event;
		return own("SubagentBegin", {
			parent_tool_call_id: callId,
			agent_id: agentId,
			subagent_type: agent,
			prompt,
			resumes
		});
	}
	if (event.type === "subagent.end") return own("SubagentEnd", {
		parent_tool_call_id: event.callId,
		...agentPayload(event)
	});
	const [name, ...fields] = RENAMED[event.type];
	return own(name, renamedFields({ ...event }, fields));
}
function renamedFields(event, fields) {
	return Object.fromEntries(fields.map((field) => renamed(field, event[field])));
}
function renamed(key, value) {
	if (key === "usage") return ["token_usage", tokenUsage(value)];
	if (key === "window") return ["max_context_tokens", value];
	return [key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value];
}
function own(name, payload) {
	return {
		type: `Runner${name}`,
		payload
	};
}
function isRunners({ type }) {
	return type.startsWith("Runner");
}
function outcomePayload(event) {
	const { unanswered, agents } = event;
	return {
		...renamedFields(event, [
			"outcome",
			"reason",
			"steps",
			"usage",
			"costUsd",
			"filesChanged"
		]),
		...renamedFields(event, [
			"patchDigest",
			"text",
			"verification"
		]),
		unanswered: unanswered && renamedFields(unanswered, [
			"paid",
			"free",
			"tokens",
			"costUsd"
		]),
		agents: agents?.map(agentPayload)
	};
}
function serverPayload(server) {
	if ("error" in server) return {
		name: server.name,
		error: server.error
	};
	return {
		name: server.name,
		tools: server.tools.map(({ name }) => name),
		tools_digest: server.toolsDigest
	};
}
function agentPayload(end) {
	return {
		subagent_type: end.agent,
		...renamedFields(end, [
			"agentId",
			"stop",
			"steps",
			"usage",
			"costUsd"
		])
	};
}

// src/run/agent/stream-input.ts
const ACCEPTED_INPUT = "{\"type\":\"prompt\",\"text\":\"…\"}, {\"type\":\"steer\",\"text\":\"…\"} or {\"type\":\"cancel\"}, each with an optional \"id\" of text.";
function createStreamInput({ input, prompt, tell }) {
	const turns = [];
	let hasEnded = false;
	let wake = () => {};
	const early = [];
	let note = (one) => void early.push(one);
	const taken = (one) => {
		if (one.id !== void 0) note({
			kind: "taken",
			input: one
		});
	};
	const refuse = ({ line, id }, message) => note({
		kind: "refused",
		line,
		id,
		message
	});
	const accept = (next) => {
		const [turn] = turns;
		if (next.type === "prompt") turns.push({
			prompt: next,
			controller: new AbortController(),
			steers: []
		});
		else if (turn === void 0) refuse(next, `No turn is running; the ${next.type} is dropped.`);
		else if (next.type === "steer") turn.steers.push(next);
		else {
			taken(next);
			turn.controller.abort(new RunnerError({
				code: "run.interrupted",
				message: "Cancelled by the driving process."
			}));
		}
	};
	if (prompt !== void 0) accept({
		type: "prompt",
		text: prompt,
		line: 0
	});
	let line = 0;
	const read = (text) => {
		line += 1;
		if (text.trim() === "") return;
		const parsed = parseInput(text, line);
		if (typeof parsed === "string") refuse({ line }, parsed);
		else accept(parsed);
		wake();
	};
	const end = () => {
		if (hasEnded) return;
		hasEnded = true;
		wake();
	};
	const lines = createLineReader(read, () => {
		refuse({ line: line + 1 }, "It is too long; nothing after it is read.");
		end();
	});
	input.on("data", (chunk) => lines.push(chunk));
	input.once("end", () => {
		lines.push(Buffer.from("\n"));
		end();
	});
	input.once("error", end).once("close", end);
	const nextTurn = async (signal) => {
		const isOver = () => turns.length > 0 || hasEnded || signal.aborted;
		const onAbort = () => wake();
		signal.addEventListener("abort", onAbort, { once: true });
		while (!isOver()) await new Promise((done) => wake = done);
		signal.removeEventListener("abort", onAbort);
		return turns[0];
	};
	return {
		first: async (signal) => {
			const turn = await nextTurn(signal);
			if (turn === void 0 && !signal.aborted) throw noPrompt(early);
			return turn?.prompt.text;
		},
		steers: {
			take: () => {
				const steers = turns[0]?.steers.splice(0) ?? [];
				for (const steer of steers) taken(steer);
				return steers.map(({ text }) => text);
			},
			isWaiting: () => (turns[0]?.steers.length ?? 0) > 0
		},
		runPrompts: async ({ first, next, context, signal, redact }) => {
			note = (one) => tell(redactDeep(one, redact));
			for (const one of early) note(one);
			let work = first;
			let last;
			let refusal;
			for (;;) {
				const turn = await nextTurn(signal);
				if (turn === void 0) return stopOf(last, refusal, signal);
				taken(turn.prompt);
				const { text } = turn.prompt;
				const run = work ?? ((turnSignal) => next(text, turnSignal));
				work = void 0;
				await closeOpenCalls(context);
				const end = await ended(run, AbortSignal.any([signal, turn.controller.signal]));
				for (const steer of turn.steers) refuse(steer, "The turn ended before the model read it; the steer is dropped.");
				turns.shift();
				if ("refused" in end) {
					refusal ??= end.refused;
					refuse(turn.prompt, describeError(end.refused));
					continue;
				}
				last = end.stop;
				if (!signal.aborted && last.stop !== "deferred" && !isLimit(last)) continue;
				const reason = `The run ended before it: ${last.stop}.`;
				for (const left of turns) refuse(left.prompt, reason);
				return last;
			}
		},
		close: () => void input.destroy()
	};
}
async function ended(work, signal) {
	try {
		return { stop: await work(signal) };
	} catch (error) {
		if (error instanceof RunnerError && error.code.startsWith("config.")) return { refused: error };
		throw error;
	}
}
function stopOf(last, refusal, signal) {
	const stop = stopOfAbort(signal) ?? last;
	if (stop !== void 0) return stop;
	throw refusal ?? noPrompt([]);
}
function noPrompt(notes) {
	const refused = notes.find((note) => note.kind === "refused");
	const message = `Standard input ended without a prompt.${refused === void 0 ? "" : ` Line ${refused.line} is refused: ${refused.message}`}`;
	return configError(message, `Send lines such as ${ACCEPTED_INPUT}`);
}
async function closeOpenCalls({ messages, append }) {
	const newest = messages.at(-1);
	const calls = newest?.role === "assistant" ? callsOf(newest) : [];
	if (calls.length === 0) return;
	const content = "Error: cancelled before it ran.";
	await append(...calls.map(({ id }) => ({
		role: "tool",
		toolCallId: id,
		content,
		isError: true
	})));
}
function parseInput(text, line) {
	const value = parseJson(text);
	if (value === void 0) return "It is not JSON.";
	if (!isRecord(value)) return "It is not a JSON object.";
	const { type, id, text: words } = value;
	if (id !== void 0 && typeof id !== "string") return "Its id is not a string.";
	if (type === "cancel") return {
		type,
		id,
		line
	};
	if (type !== "prompt" && type !== "steer") return `Its type is not known: ${JSON.stringify(type) ?? "none"}.`;
	if (typeof words !== "string" || words.trim() === "") return `Its text is missing or empty: a ${type} needs one.`;
	return {
		type,
		id,
		line,
		text: words
	};
}

// src/cli/run-stream-input.ts
async function runStreamInput(args, request, world) {
	const ralph = readRalph(args);
	const prompt = promptWords(args).join(" ").trim() || void 0;
	if (prompt === "-") throw configError("Standard input is read as lines of JSON; - cannot read the prompt from it.", "Leave - out.");
	return withSignals(world, async (stopper) => {
		const streamInput = createStreamInput({
			input: process.stdin,
			prompt,
			tell: createTell(request.output, world)
		});
		try {
			const first = await streamInput.first(stopper.signal);
			if (first === void 0) return exitCode("interrupted", stopper.stoppedBy());
			const task = {
				prompt: first,
				ralph
			};
			const end = await startRun({
				...request,
				task
			}, {
				world,
				stopper,
				hooks: { streamInput }
			});
			return await reportEnd(end, {
				args,
				world
			});
		} finally {
			streamInput.close();
		}
	});
}
function createTell(output, { out, err }) {
	return (note) => {
		if (output === "stream-json") out(messageLine(messageOf(note), systemClock.now()));
		else if (note.kind === "refused") err(`        input line ${note.line}: ${plainText(note.message)}\n`);
	};
}
function messageOf(note) {
	if (note.kind === "taken") {
		const { id, line, type } = note.input;
		return message("RunnerInputTaken", {
			id,
			line,
			type
		});
	}
	const { line, id, message: text } = note;
	return message("RunnerInputError", {
		line,
		id,
		message: text,
		accepted: ACCEPTED_INPUT
	});
}

// src/sinks/wire-display.ts
function createWireResults() {
	let calls = /* @__PURE__ */ new Map();
	let judgements = /* @__PURE__ */ new Map();
	let told = /* @__PURE__ */ new Map();
	let ends = /* @__PURE__ */ new Map();
	let todos;
	const result = (callId, isError, output) => {
		const [call, judged, extras] = [
			calls.get(callId),
			judgements.get(callId),
			ends.get(callId)
		];
		const value = {
			is_error: isError,
			output,
			message: "",
			display: resultBlocks({
				call,
				judged,
				todos,
				isError,
				output
			}),
			...extras && { extras }
		};
		return message("ToolResult", {
			tool_call_id: callId,
			return_value: value
		});
	};
	const action = ({ callId, tool, capabilities }) => displayedAction(tool, capabilities, calls.get(callId));
	return {
		begin: (answer) => {
			calls = new Map(callsOf(answer).map((call) => [call.id, call]));
			[judgements, told, ends, todos] = [
				/* @__PURE__ */ new Map(),
				/* @__PURE__ */ new Map(),
				/* @__PURE__ */ new Map(),
				void 0
			];
		},
		judged: (event) => {
			const { callId, tool, summary, capabilities, decision } = event;
			judgements.set(callId, event);
			const { verdict, rule, reason = "" } = decision;
			const decided = {
				summary,
				capabilities,
				verdict,
				rule,
				reason
			};
			return own("Verdict", {
				tool_call_id: callId,
				tool,
				action: action(event),
				...decided
			});
		},
		todos: (event) => {
			todos = event.todos;
		},
		ended: ({ callId, isError, durationMs, blob, result: outcome }) => {
			ends.set(callId, {
				duration_ms: durationMs,
				...blob === void 0 ? {} : { blob }
			});
			if (outcome.completion !== void 0 || outcome.mail !== void 0) return [];
			told.set(callId, (told.get(callId) ?? 0) + 1);
			const messages = [result(callId, isError, outcome.text)];
			ends.delete(callId);
			todos = void 0;
			return messages;
		},
		answered: ({ toolCallId, isError, content }) => {
			const count = told.get(toolCallId) ?? 0;
			if (count === 0) return [result(toolCallId, isError, content)];
			told.set(toolCallId, count - 1);
			return [];
		},
		action
	};
}
function resultBlocks({ call, judged, todos, isError, output }) {
	return [
		...judged === void 0 ? [] : [{
			type: "brief",
			text: judged.summary
		}],
		...isError || call === void 0 || judged === void 0 ? [] : editBlocks(call, judged, output),
		...todos === void 0 ? [] : [{
			type: "todo",
			items: todos
		}],
		...commandBlocks(judged?.capabilities ?? [])
	];
}
function heldBlocks({ capabilities, preview }) {
	const write = capabilities.find(({ kind }) => kind === "write");
	return [...write?.kind === "write" && preview !== void 0 ? hunkBlocks(write.path, preview) : [], ...commandBlocks(capabilities)];
}
function displayedAction(tool, capabilities, call) {
	const kinds = new Set(capabilities.map(({ kind }) => kind));
	if (kinds.has("exec")) return member(parseJson(call?.arguments ?? ""), "run_in_background") === true ? BACKGROUND : "run command";
	if (kinds.has("write")) return "edit file";
	const mcp = capabilities.find(({ kind }) => kind === "mcp");
	if (mcp?.kind === "mcp") return `mcp:${mcp.tool}`;
	if (tool === "background_command") return "stop background task";
	return kinds.has("read") ? "read file" : `use ${tool}`;
}
const BACKGROUND = "run background command";
function commandBlocks(capabilities) {
	return capabilities.flatMap((need) => need.kind === "exec" ? [{
		type: "shell",
		language: "sh",
		command: need.command
	}] : []);
}
function editBlocks(call, { capabilities }, output) {
	const write = capabilities.find(({ kind }) => kind === "write");
	if (write?.kind !== "write") return [];
	const isNew = /^(?:Created|Inserted|Appended)\b/.test(output);
	return changesIn(parseJson(call.arguments), { isNew }).map(([old_text, new_text]) => {
		return {
			type: "diff",
			path: write.path,
			old_text,
			new_text
		};
	});
}
function changesIn(input, place) {
	if (typeof input === "string") return place.isDiff === true ? searchBlocks(input) : [];
	if (typeof input !== "object" || input === null) return [];
	const entries = Object.entries(input);
	const named = (pattern) => entries.find(([name, value]) => pattern.test(name) && typeof value === "string")?.[1];
	const [from, to, content] = [
		named(OLD_TEXT),
		named(NEW_TEXT),
		named(CONTENT)
	];
	if (from !== void 0 && to !== void 0) return [[from, to]];
	if (place.isNew && content !== void 0) return [["", content]];
	return entries.flatMap(([name, value]) => changesIn(value, {
		...place,
		isDiff: place.isDiff === true || /^(?:diff|patch)/i.test(name)
	}));
}
const OLD_TEXT = /^(?:old|search|find)/i;
const NEW_TEXT = /^(?:new|replace(?!_?all))/i;
const CONTENT = /^(?:content|text$|file_?(?:text|content)$)/i;
const SEARCH_BLOCK = /(?<![^\n])<{7} SEARCH>?[^\S\n]*\n(?::start_line:[^\n]*\n)?(?:-{7}[^\S\n]*\n)?((?:(?!={7}[^\S\n]*\n|<{7} SEARCH)[^\n]*\n)*)={7}[^\S\n]*\n((?:(?!>{7} REPLACE|<{7} SEARCH)[^\n]*\n)*)>{7} REPLACE[^\S\n]*(?![^\n])/g;
function searchBlocks(diff) {
	return [...diff.matchAll(SEARCH_BLOCK)].map(([, old = "", by = ""]) => [old, by]);
}
function hunkBlocks(path, diff) {
	const [, ...hunks] = diff.split(/^@@(?=[^\n]*@@)[^\n]*\n/m);
	return hunks.map((hunk) => {
		const lines = hunk.match(/[^\n]*\n|[^\n]+$/g) ?? [];
		const side = (mark) => lines.map((line, at) => lines[at + 1]?.startsWith("\\") ? line.replace(/\n$/, "") : line).filter((line) => line.startsWith(" ") || line.startsWith(mark)).map((line) => line.slice(1)).join("");
		return {
			type: "diff",
			path,
			old_text: side("-"),
			new_text: side("+")
		};
	});
}

// src/sinks/wire-content.ts
function writtenBlock(block) {
	switch (block.type) {
		case "text": return [spokenPart(block)];
		case "think": return isSilent(block) ? [] : [spokenPart(block)];
		case "call": {
			const { id, name, arguments: text } = block;
			return [message("ToolCall", {
				type: "function",
				id,
				function: {
					name,
					arguments: text
				}
			})];
		}
		case "opaque": return [];
	}
}
function spokenPart(block) {
	if (block.type === "text") return message("ContentPart", {
		type: "text",
		text: block.text
	});
	const encrypted = sealOf(block);
	return message("ContentPart", {
		type: "think",
		think: block.text,
		...encrypted === void 0 ? {} : { encrypted }
	});
}
function imagePart({ mediaType, data }) {
	return message("ContentPart", {
		type: "image_url",
		image_url: { url: `data:${mediaType};base64,${data}` }
	});
}
function stepRetry(event, n) {
	return message("StepRetry", {
		n,
		next_attempt: event.attempt + 1,
		max_attempts: event.maxAttempts ?? event.attempt + 1,
		wait_s: event.waitMs / 1e3,
		error_type: event.reason,
		status_code: event.status ?? null
	});
}
function approvalRequest(held, action) {
	const { callId, tool, summary, rule, reason, near, digest } = held;
	return message("ApprovalRequest", {
		id: digest,
		tool_call_id: callId,
		sender: tool,
		action,
		description: summary,
		source_kind: "foreground_turn",
		source_description: [reason === void 0 ? rule : `${rule}: ${reason}`, near ?? []].flat().join("; "),
		display: heldBlocks(held)
	});
}
const NOTICES = {
	ended: {
		category: "task",
		type: "task.ended",
		source_kind: "background_task",
		severity: "info"
	},
	warning: {
		category: "system",
		type: "runner.warning",
		source_kind: "runner",
		severity: "warning"
	}
};
const TITLE_CHARS = 120;
function notification(kind, text, { seq, atMs }) {
	const [title = ""] = text.split("\n");
	return message("Notification", {
		id: `n${seq}`,
		...NOTICES[kind],
		source_id: "",
		title: oneLine(title, TITLE_CHARS),
		body: text,
		created_at: atMs / 1e3,
		payload: {}
	});
}
function createStreamed() {
	let attempt = 0;
	let told = [];
	return {
		part: (part) => {
			if (part.attempt !== attempt) told = [];
			attempt = part.attempt;
			const { block: place, type, call, text, seal } = part;
			const last = told.at(-1);
			const one = last?.place === place ? last : {
				place,
				type,
				call,
				text: "",
				isSealed: false
			};
			if (one !== last) told.push(one);
			one.text += text;
			one.isSealed ||= seal !== void 0;
			return [partMessage(part)];
		},
		rest: (blocks) => {
			let from = 0;
			const messages = blocks.flatMap((block) => {
				const at = told.findIndex((one, index) => index >= from && isPart(one, block));
				const one = told[at];
				if (one === void 0) return writtenBlock(block);
				from = at + 1;
				return restOf(one, block, { isLast: from === told.length });
			});
			told = [];
			return messages;
		}
	};
}
function partMessage({ type, call, text, seal }) {
	if (type !== "call") return spokenPart({
		type,
		text,
		...seal === void 0 ? {} : { extra: JSON.stringify({ signature: seal }) }
	});
	if (call === void 0) return message("ToolCallPart", { arguments_part: text });
	return message("ToolCall", {
		type: "function",
		id: call.id,
		function: {
			name: call.name,
			arguments: text
		}
	});
}
function isPart({ type, call, text }, block) {
	if (block.type !== type) return false;
	if (block.type !== "call") return block.text.startsWith(text);
	return call?.id === block.id && call.name === block.name && block.arguments.startsWith(text);
}
function restOf({ text, isSealed }, block, { isLast }) {
	if (block.type === "opaque") return [];
	const rest = (block.type === "call" ? block.arguments : block.text).slice(text.length);
	if (!isLast) return rest === "" ? [] : writtenBlock(block);
	if (block.type === "call") return rest === "" ? [] : [message("ToolCallPart", { arguments_part: rest })];
	const isUnsealed = block.type === "think" && !isSealed && sealOf(block) !== void 0;
	return rest === "" && !isUnsealed ? [] : [spokenPart({
		...block,
		text: rest
	})];
}

// src/sinks/kimi-wire.ts
function createKimiWire({ before = [], isPure = false } = {}) {
	const fold = createFold({
		window: 0,
		hasBegun: false,
		joinsTurns: isPure
	});
	const turns = createTurns({ joinsTurns: isPure });
	for (const record of before) turns.put(fold.tell(record.event, placeOf(record)));
	let header = [metadataLine()];
	let newestMs = 0;
	const linesOf = (messages, atMs) => {
		newestMs = atMs;
		const shown = isPure ? messages.filter((one) => !isRunners(one)) : messages;
		const lines = [...header, ...shown.map((one) => messageLine(one, atMs))];
		header = [];
		return lines;
	};
	return {
		record: (record) => {
			const place = placeOf(record);
			return linesOf(turns.put(fold.tell(record.event, place)), place.atMs);
		},
		live: (part) => linesOf(fold.live(part), part.atMs),
		rest: () => linesOf(turns.rest(), newestMs)
	};
}
function createTurns({ joinsTurns }) {
	let isInTurn = false;
	let hasTurn = false;
	const ends = [];
	const waiting = [];
	const rest = () => [...waiting.splice(0), ...ends.splice(0)];
	const begin = (one) => {
		const goesOn = joinsTurns && hasTurn && one.payload["user_input"] === "";
		[isInTurn, hasTurn] = [true, true];
		const before = ends.splice(0);
		return [...goesOn ? [] : [...before, one], ...rest()];
	};
	const place = (one) => {
		if (isRunners(one)) return one.type === "RunnerOutcome" && !joinsTurns ? [...rest(), one] : [one];
		if (one.type === "TurnBegin") return begin(one);
		if (one.type === "TurnEnd") {
			isInTurn = false;
			if (!joinsTurns) return [one];
			ends.push(one);
			return [];
		}
		if (isInTurn) return [one];
		waiting.push(one);
		return [];
	};
	return {
		rest,
		put: (messages) => messages.flatMap(place)
	};
}
function placeOf({ seq, time }) {
	return {
		seq,
		atMs: Date.parse(time)
	};
}
function createFold({ window, hasBegun, joinsTurns }) {
	const results = createWireResults();
	const streamed = createStreamed();
	const agents = /* @__PURE__ */ new Map();
	let stepsBefore = 0;
	let steps = 0;
	let isPlanning = false;
	let trigger;
	let usage;
	const status = (tokens) => {
		const spent = usage;
		usage = void 0;
		return message("StatusUpdate", {
			context_usage: window === 0 ? 0 : tokens / window,
			context_tokens: tokens,
			max_context_tokens: window,
			...spent === void 0 ? {} : { token_usage: tokenUsage(spent) },
			plan_mode: isPlanning
		});
	};
	const translate = (event, place) => {
		switch (event.type) {
			case "session.begin":
			case "session.resume":
				window = event.window ?? window;
				return [];
			case "turn.begin":
				hasBegun = true;
				if (event.input !== "" || !joinsTurns) stepsBefore = steps;
				trigger = void 0;
				return [message("TurnBegin", { user_input: event.input })];
			case "turn.end": return [own("Stop", {
				stop: event.stop,
				reason: event.reason ?? ""
			}), message("TurnEnd")];
			case "steer.input": return [message("SteerInput", { user_input: event.text })];
			case "step.begin":
				steps = event.step;
				return [message("StepBegin", { n: event.step - stepsBefore })];
			case "step.interrupted": return [message("StepInterrupted")];
			case "step.retry": return [stepRetry(event, event.step - stepsBefore)];
			case "step.usage":
				usage = event.usage;
				return [];
			case "context.usage": return [status(event.tokens)];
			case "context.append":
				if (!hasBegun) return [own("History", { messages: event.messages.length })];
				return trigger === void 0 ? event.messages.flatMap(said) : [];
			case "compaction.begin":
				trigger = event;
				return [message("CompactionBegin")];
			case "compaction.end": {
				const begin = trigger;
				trigger = void 0;
				return [message("CompactionEnd"), compaction(begin, event)];
			}
			case "closing.usage": return [...event.text === "" ? [] : [spokenPart({
				type: "text",
				text: event.text
			})], message("StatusUpdate", { token_usage: tokenUsage(event.usage) })];
			case "call.judged": return [results.judged(event)];
			case "todo.update":
				results.todos(event);
				return [];
			case "tool.end": return results.ended(event);
			case "deferral.open": return event.held.map((held) => approvalRequest(held, results.action(held)));
			case "deferral.answer": {
				const { digest, verdict, reason = "" } = event;
				return [message("ApprovalResponse", {
					request_id: digest,
					response: verdict,
					feedback: reason
				})];
			}
			case "hook.begin": return [message("HookTriggered", {
				event: event.event,
				target: event.target,
				hook_count: event.count
			})];
			case "hook.end": {
				const { target, action, reason = "", durationMs } = event;
				return [message("HookResolved", {
					event: event.event,
					target,
					action,
					reason,
					duration_ms: durationMs
				})];
			}
			case "notification": return [notification("ended", event.text, place)];
			case "mcp.begin": return [message("MCPLoadingBegin")];
			case "mcp.end": return [message("MCPLoadingEnd")];
			case "warning": return [notification("warning", event.text, place)];
			case "plan.mode":
				isPlanning = event.on;
				return [message("StatusUpdate", { plan_mode: event.on })];
			case "plan.display": return [message("PlanDisplay", {
				content: event.text,
				file_path: ""
			})];
			case "subagent.event": return wrapped(event, foldOf(event).tell(event.event, place));
		}
	};
	return {
		tell: (event, place) => [...reads("kimi", event) ? translate(event, place) : [], ...reads("own", event) ? [ownMessage(event)] : []],
		live: ({ agent, ...part }) => agent === void 0 ? streamed.part(part) : wrapped(agent, foldOf(agent).live(part))
	};
	function foldOf({ agentId }) {
		const fold = agents.get(agentId) ?? createFold({
			window,
			hasBegun: true,
			joinsTurns
		});
		agents.set(agentId, fold);
		return fold;
	}
	function said(one) {
		switch (one.role) {
			case "user": return (one.images ?? []).map(imagePart);
			case "assistant":
				results.begin(one);
				return streamed.rest(one.blocks);
			case "tool": return results.answered(one);
		}
	}
}
function wrapped({ callId, agentId, agent }, messages) {
	const kind = {
		agent_id: agentId,
		subagent_type: agent
	};
	return messages.map((event) => {
		if (event.type === "ApprovalRequest") return message(event.type, {
			...event.payload,
			...kind
		});
		const payload = {
			parent_tool_call_id: callId,
			...kind,
			event
		};
		return isRunners(event) ? own("SubagentEvent", payload) : message("SubagentEvent", payload);
	});
}
function compaction(begin, end) {
	const { pruned, condensed, usage, costUsd } = end;
	return own("Compaction", {
		trigger: begin?.trigger,
		tokens: begin?.tokens,
		pruned,
		condensed,
		token_usage: usage && tokenUsage(usage),
		cost_usd: costUsd
	});
}

export { messageLine as a, ownMessage as c, message as i, tokenUsage as l, runStreamInput as n, metadataLine as o, isRunners as r, own as s, createKimiWire as t };