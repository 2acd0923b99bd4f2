import { M as DEFAULT_LIMITS, R as sha256, _ as canonicalJson, _t as counted, at as member, it as isRecord, q as NO_USAGE, st as RunnerError } from "./front.js";
import { $i as knownCost, $r as NO_GATEWAY, Ai as EMPTY_STATE, Bi as createContext, Gn as createEstimator, Ir as builtinAgents, Ln as findModel, Ni as termsAfter, Or as withServers, Qi as isPaid, Rr as defaultAgent, Ua as isAnswer, Ui as callsOf, Vi as createContextFold, Yi as wordsOf, Yt as runPrompt, an as MAIN_AGENT, en as changesFilesOnly, f as FOLDER_RULES, hn as VERSION, ji as createStateFold, ki as pastOf, m as createBudget, on as isAskedByTool, po as seal, rn as SUMMARY_MARK, sn as callKey, tn as callArguments, xo as reads, zn as priceOf } from "./core.js";
import { _ as workerOf, b as toolsOfSubagent, f as progressedOf, g as runSubagent, h as toolsOf, m as toolsDigest, p as requestIdentityOf, v as offeredTools, x as TOOLS, y as toolDepsOf } from "./toolbox.js";
import { i as loadModes } from "./persona.js";

// src/replay/record.ts
function isFromOutside(event) {
	return event?.type === "warning" || event?.type === "mcp.progress";
}
function createFeed(records, accept) {
	let at = 0;
	let stopped;
	const hasAttempts = records.some(({ event }) => event.type === "attempt.begin");
	const advance = (event) => {
		const record = records[at];
		at += 1;
		if (record !== void 0) accept(event, record);
	};
	const stop = (now) => {
		const record = records[at];
		stopped ??= record === void 0 ? { kind: "ended" } : {
			kind: "diverged",
			at: record,
			now
		};
		return new RunnerError({
			code: "session.corrupt",
			message: "The replay is over."
		});
	};
	const skipOutside = () => {
		for (let event = records[at]?.event; isFromOutside(event); event = records[at]?.event) advance(event);
	};
	function* ahead() {
		for (let index = at; index < records.length; index += 1) {
			const event = records[index]?.event;
			if (event !== void 0 && !isFromOutside(event)) yield event;
		}
	}
	const isUnrecorded = (now) => !hasAttempts && (now.type === "attempt.begin" || now.type === "model.wasted" && records[at]?.event.type !== "model.wasted");
	const match = (now) => {
		if (stopped !== void 0 || isUnrecorded(now)) return;
		if (!isFromOutside(now)) skipOutside();
		const event = records[at]?.event;
		const timed = event === void 0 ? now : timedAs(event, now);
		if (event !== void 0 && canonicalJson(timed) === canonicalJson(event)) advance(timed);
		else stop(timed);
	};
	let nextEnd = -1;
	return {
		next: () => records[at],
		turnEnd: () => {
			if (nextEnd < at) nextEnd = records.findIndex(({ event }, index) => index >= at && event.type === "turn.end");
			if (nextEnd === -1) nextEnd = records.length;
			const event = records[nextEnd]?.event;
			return event?.type === "turn.end" ? event : void 0;
		},
		peek: () => ahead().next().value,
		ahead,
		recordsAhead: () => records.slice(at),
		take: (now) => {
			match(now);
			if (stopped !== void 0) throw stop(now);
		},
		match,
		copy: () => {
			const event = records[at]?.event;
			if (event !== void 0) advance(event);
		},
		diverge: (place, now) => {
			stopped ??= {
				kind: "diverged",
				at: place,
				now
			};
		},
		miss: (asked) => {
			if (stopped === void 0) skipOutside();
			return stop(asked);
		},
		stopped: () => stopped
	};
}
function timedAs(recorded, now) {
	if (recorded.type === "tool.end" && now.type === "tool.end") return {
		...now,
		durationMs: recorded.durationMs
	};
	if (recorded.type !== "attempt.begin" || now.type !== "attempt.begin") return now;
	return {
		...now,
		usage: recorded.usage,
		costUsd: recorded.costUsd
	};
}
function copyAskedByTool(feed) {
	let any = false;
	for (let next = feed.peek(); next?.type === "attempt.begin" && isAskedByTool(next.purpose); next = feed.peek()) {
		any = true;
		feed.copy();
		const end = feed.peek();
		if (end?.type === "tool.usage" || end?.type === "model.wasted") feed.copy();
	}
	return any;
}
const UNDONE = "Error: cancelled before it ran.";
function abortIfDue(feed) {
	const next = feed.peek();
	if (next?.type === "context.append" && next.messages.some((message) => message.role === "tool" && message.content.startsWith(UNDONE)) || next?.type === "step.interrupted") abortAsRecorded(feed);
}
function abortAsRecorded(feed) {
	const end = feed.turnEnd();
	if (end?.stop !== "limit_time" && end?.stop !== "interrupted") return false;
	const code = end.stop === "limit_time" ? "run.time_limit" : "run.interrupted";
	feed.controller.abort(new RunnerError({
		code,
		message: reasonAhead(feed) ?? ""
	}));
	return true;
}
function reasonAhead(feed) {
	return feed.ahead().find((event) => event.type === "step.interrupted" || event.type === "turn.end")?.reason;
}
function recordedFailure(feed, asked) {
	return isFailure(feed.peek()) ? failureAhead(feed) : feed.miss(asked);
}
function isFailure(next) {
	if (next?.type === "hook.begin") return next.event === "StopFailure";
	return next?.type === "step.interrupted" || next?.type === "turn.end";
}
function failureAhead(feed) {
	if (abortAsRecorded(feed)) return feed.controller.signal.reason;
	return new RunnerError({
		code: "cell.failed",
		message: reasonAhead(feed) ?? ""
	});
}

// src/replay/budget.ts
const LATE_MS = Number.MAX_SAFE_INTEGER;
const PAID = {
	step: [
		"step.begin",
		"attempt.begin",
		"step.retry",
		"step.usage",
		"model.wasted",
		"step.interrupted",
		"context.append"
	],
	summary: [
		"context.clear",
		"model.wasted",
		"step.retry"
	],
	closing: ["closing.usage", "model.wasted"],
	apply: [],
	embed: []
};
function createReplayBudget(feed, limits, spent) {
	const now = (isLate = false) => createBudget({
		limits,
		spent: spent(),
		clock: { monotonic: () => 0 },
		usedMs: isLate ? LATE_MS : 0
	});
	return {
		allowsSummary: () => now(isTimeUp(feed, "compaction.begin", "hook.begin")).allowsSummary(),
		reserve: async (request) => {
			const isLate = request.purpose === "step" && isTimeUp(feed, ...PAID.step);
			const sized = isPaidFor(feed, request) ? {
				promptTokens: 0,
				nextStepTokens: Math.sign(request.nextStepTokens ?? 0)
			} : { promptTokens: Number.MAX_SAFE_INTEGER };
			const reserved = await now(isLate).reserve({
				...request,
				...sized
			});
			return "stop" in reserved && isOfMeans(reserved.stop) ? stopAhead(feed, reserved) : reserved;
		},
		settle: (reserved, used) => now().settle(reserved, used),
		deny: () => {},
		denials: () => spent().denials,
		pressed: (agentId) => now(pressedAhead(feed).includes("minutes")).pressed(agentId),
		left: (limit) => (limit === "minutes" ? leftAhead(feed, limit) : void 0) ?? now().left(limit)
	};
}
function isPaidFor(feed, { purpose }) {
	const ahead = feed.peek();
	if (ahead?.type === "attempt.begin") return ahead.purpose === purpose;
	return ahead === void 0 || PAID[purpose].includes(ahead.type);
}
function isOfMeans(stop) {
	return stop === "limit_tokens" || stop === "limit_cost";
}
function stopAhead(feed, stop) {
	const end = feed.turnEnd();
	if (end === void 0 || !isOfMeans(end.stop)) return stop;
	return {
		stop: end.stop,
		reason: reasonAhead(feed) ?? ""
	};
}
function isTimeUp(feed, ...next) {
	const ahead = feed.peek();
	const isClosing = ahead?.type === "attempt.begin" && ahead.purpose === "closing";
	return feed.turnEnd()?.stop === "limit_time" && (isClosing || !next.includes(ahead?.type));
}
function pressedAhead(feed) {
	const pressed = [];
	for (const event of feed.ahead()) {
		if (event.type !== "limit.pressed") return pressed;
		pressed.push(event.limit);
	}
	return pressed;
}
const NAMES = {
	steps: "model call",
	minutes: "minute",
	cost: "\\$",
	tokens: "tokens"
};
function leftAhead(feed, limit) {
	const next = feed.ahead().find(({ type }) => type !== "limit.pressed");
	if (next?.type !== "context.append") return void 0;
	return next.messages.flatMap((message) => /^<system-reminder>\n(.*) left\. /.exec(wordsOf(message))?.[1] ?? []).find((text) => new RegExp(NAMES[limit]).test(text));
}

// src/replay/prompt.ts
function promptOf({ before, events, isInFlow }) {
	const [begin] = events;
	if (begin?.type !== "turn.begin") return void 0;
	const { input } = begin;
	const length = events.findIndex(({ type }) => type === "turn.end");
	const inside = length === -1 ? events.slice(1) : events.slice(1, length);
	if (input === "") return {
		kind: "resume",
		flow: isInFlow ? flowOf([...before, ...inside]) : void 0,
		maxMoves: movesAt(events[length])
	};
	const own = inside.filter((event) => !event.type.startsWith("hook.") && event.type !== "warning");
	if (inside.length === 0) return void 0;
	const [first] = own;
	if (first?.type === "flow.begin") {
		const flow = flowOf(inside);
		const images = imagesOf(own);
		if (flow !== void 0) return {
			kind: "flow",
			name: first.name,
			flow,
			maxMoves: movesAt(events[length]),
			images
		};
	}
	const focus = /^\/compact(?: ([^]+))?$/.exec(input);
	if (focus !== null && first?.type !== "context.checkpoint") return {
		kind: "compact",
		focus: focus[1]
	};
	return {
		kind: "text",
		text: input,
		images: imagesOf(own, input)
	};
}
function movesAt(end) {
	const reason = end?.type === "turn.end" ? end.reason : void 0;
	const moves = /^The flow made (\d+) moves without an end\.$/.exec(reason ?? "")?.[1];
	return moves === void 0 ? void 0 : Number(moves);
}
function imagesOf(events, text) {
	const message = events.find((event) => event.type === "context.append")?.messages[0];
	return message?.role === "user" && message.content === (text ?? message.content) ? message.images : void 0;
}
const DEMAND = /^([^]*)\n\nThe branches:\n([^]*)\n\nEnd your answer with the one to take, as <choice>LABEL<\/choice>\.$/;
function flowOf(events) {
	const start = events.findLastIndex(({ type }) => type === "flow.begin");
	const begin = events[start];
	if (begin?.type !== "flow.begin") return void 0;
	const seen = /* @__PURE__ */ new Map();
	const at = (id) => {
		const node = seen.get(id) ?? { moves: /* @__PURE__ */ new Map() };
		seen.set(id, node);
		return node;
	};
	let place = at(begin.node);
	for (const [index, event] of events.slice(start + 1).entries()) {
		if (event.type === "flow.move") {
			at(event.from).moves.set(event.choice ?? "", event.to);
			place = at(event.to);
		}
		if (event.type === "flow.end") {
			place.isEnd = event.reason === "the flow reached its end";
			break;
		}
		const asked = askedBy(event, events[start + index]);
		if (asked !== void 0) place.text ??= asked;
	}
	const nodes = [...seen].map(([id, node]) => [id, nodeOf(id, node, id === begin.node)]);
	return {
		begin: begin.node,
		nodes: new Map(nodes)
	};
}
function askedBy(event, before) {
	if (event.type !== "context.append" || before?.type !== "context.checkpoint") return void 0;
	const [message] = event.messages;
	return message?.role === "user" && message.synthetic !== true ? message.content : void 0;
}
function nodeOf(id, { text, moves, isEnd = false }, isBegin) {
	const edges = [...moves].map(([, to]) => ({ to }));
	if (isBegin) return {
		id,
		kind: "begin",
		label: id,
		edges
	};
	if (isEnd || text === void 0) return {
		id,
		kind: "end",
		label: id,
		edges: []
	};
	const [, label, branches] = DEMAND.exec(text) ?? [];
	if (label === void 0 || branches === void 0) return {
		id,
		kind: "task",
		label: text,
		edges
	};
	return {
		id,
		kind: "decision",
		label,
		edges: branches.split("\n").map((line) => line.replace(/^- /, "")).map((choice) => ({
			label: choice,
			to: moves.get(choice) ?? id
		}))
	};
}

// src/replay/specs.ts
function sameTools(state, digest) {
	const runAgent = runAgentOf(state);
	for (const more of [[], ["skill"]]) {
		const traits = (now) => ({
			hasPlanned: now.hasPlanned,
			...grantedIn(state)
		});
		const specs = (now) => specsOf(runAgent, now, [...offeredTools(runAgent, traits(now)), ...more]);
		if (toolsDigest(specs(state)) === digest) return (now) => [...specs(now).values()];
	}
}
function namedTools(state, events) {
	const offered = offeredIn(events);
	const called = events.flatMap((event) => event.type === "call.judged" ? [event.tool] : []);
	const known = specsOf(runAgentOf(state), state, offered);
	return [.../* @__PURE__ */ new Set([...offered, ...called])].map((name) => known.get(name) ?? {
		name,
		description: "",
		parameters: {},
		isHidden: !offered.includes(name)
	});
}
function subagentTools(agent, state, events) {
	const runAgent = runAgentOf(state);
	const offered = runAgent.spec.subagents.get(agent)?.spec.tools ?? state.defined.find(({ name }) => name === agent)?.tools;
	if (offered === void 0) return namedTools(state, events);
	return [...specsOf(runAgent, state, toolsOfSubagent({ tools: offered }, grantedIn(state))).values()];
}
function recordedServers({ mcp = [], isMcpOnDemand }) {
	const servers = mcp.filter((server) => !("error" in server));
	return {
		tools: servers.flatMap((server) => server.tools.map(({ callName, description, parameters }) => ({
			name: callName,
			description,
			parameters,
			plan: nothing
		}))),
		gateway: {
			...NO_GATEWAY,
			servers,
			isOnDemand: isMcpOnDemand === true
		}
	};
}
function runAgentOf(state) {
	const { begin } = state;
	const { choice } = begin ?? {};
	const named = choice?.kind === "agent" ? builtinAgents(TOOLS).get(choice.name) : void 0;
	const modes = choice?.kind === "mode" ? loadModes([], TOOLS, { wanted: choice.name }) : void 0;
	const agent = named ?? modes?.get(choice?.name ?? "") ?? defaultAgent(TOOLS);
	const known = {
		facts: state.mcp ?? [],
		isOnDemand: state.isMcpOnDemand === true,
		absent: ["mcp__"]
	};
	return withServers({
		spec: agent,
		modes,
		skills: [],
		custom: [],
		warnings: []
	}, known);
}
function specsOf(runAgent, state, offered) {
	const listed = [...runAgent.spec.subagents].map(workerOf);
	const deps = toolDepsOf({
		cell: NO_CELL,
		seen: [],
		agent: runAgent,
		workers: {
			listed,
			all: () => listed,
			started: () => /* @__PURE__ */ new Map(),
			run: async () => ({ text: "" })
		},
		session: { state: () => state },
		readOnly: state.begin?.readOnly === true,
		mayRead: () => true,
		onTimeout: "kill",
		code: {
			search: nothing,
			definitions: nothing
		},
		web: INERT_WEB,
		browser: void 0,
		sees: () => false,
		github: NO_GITHUB,
		applySketch: void 0,
		embedder: void 0,
		findings: void 0
	});
	return toolsOf({
		deps,
		mcp: recordedServers(state),
		custom: [],
		offered,
		spec: () => runAgent.spec
	});
}
const nothing = () => Promise.reject(/* @__PURE__ */ new TypeError("nothing is carried out in a replay"));
const NO_GITHUB = {
	thread: void 0,
	limit: () => 1e400,
	used: () => 0,
	search: nothing
};
function offeredIn(events) {
	return events.flatMap(availableIn)[0] ?? TOOLS.map(({ name }) => name).filter((name) => name !== "send_dmail" || isMarked(events));
}
function availableIn(event) {
	if (event.type !== "context.append") return [];
	return event.messages.flatMap((message) => {
		const list = message.role === "tool" ? /^Error: unknown tool: .* Available: (.*)\.$/.exec(message.content)?.[1] : void 0;
		return list === void 0 ? [] : [list.split(", ")];
	});
}
function isMarked(events) {
	return events.some((event) => event.type === "context.append" && event.messages.some((message) => message.role === "user" && message.content.startsWith("<system>CHECKPOINT ")));
}
function grantedIn({ begin }) {
	return {
		web: new Set(begin?.web),
		github: new Set(begin?.github),
		reviews: begin?.review !== void 0
	};
}
const INERT_WEB = {
	mayReach: () => false,
	page: nothing,
	search: void 0
};
const NO_CELL = Object.freeze({});

// src/replay/calls.ts
const NOTHING = {
	begun: /* @__PURE__ */ new Set(),
	held: []
};
const UNASKED = {
	verdict: "approve",
	rule: "beside a held call"
};
function createCalls({ feed, context, specs, held, begun, copyInside }) {
	const known = new Map(specs.map((spec) => [spec.name, spec]));
	const byCapabilities = /* @__PURE__ */ new WeakMap();
	const blobs = /* @__PURE__ */ new Map();
	const isTakenUp = context.messages.at(-1)?.role === "assistant";
	let batch;
	const planned = /* @__PURE__ */ new Map();
	const current = () => {
		const newest = context.messages.at(-1);
		if (newest?.role !== "assistant") return void 0;
		if (batch?.message === newest) return batch;
		batch = recordedCalls(newest, feed, {
			tools: known,
			...batch === void 0 && isTakenUp ? {
				begun,
				held
			} : NOTHING
		});
		planned.clear();
		return batch;
	};
	const recordOf = (name, input) => {
		const key = callKey(name, input);
		const equal = current()?.calls.get(key) ?? [];
		const turn = planned.get(key) ?? 0;
		planned.set(key, turn + 1);
		return equal[Math.min(turn, equal.length - 1)];
	};
	const end = (recorded) => {
		const found = resultAhead(recorded, feed);
		if (found === "cut off") while (feed.next() !== void 0) feed.copy();
		if (found === "failed") throw failureAhead(feed);
		if (found === "cut off" || found === void 0) throw recordedFailure(feed, `the result of ${recorded.call.name}`);
		const { result, blob, events } = found;
		if (result.text.startsWith("Error: cancelled while running: ")) {
			abortAsRecorded(feed);
			feed.controller.signal.throwIfAborted();
		}
		const text = blob === void 0 ? result.text : wholeText(result.text);
		if (blob !== void 0) blobs.set(text, blob);
		return {
			...result,
			text,
			events
		};
	};
	const plan = (name, input) => {
		const recorded = recordOf(name, input);
		copyAskedByTool(feed);
		if (recorded === void 0) throw feed.miss(`a plan for ${name}`);
		if (recorded.failure !== void 0) throw recorded.failure;
		const known = recorded.judged ?? recorded.held;
		if (!(known !== void 0 || recorded.isUnknown || batch?.isOpen === true || feed.peek()?.type === "hook.begin")) throw recordedFailure(feed, `a plan for ${name}`);
		const capabilities = [...known?.capabilities ?? []];
		byCapabilities.set(capabilities, recorded);
		return {
			access: recorded.access,
			capabilities,
			summary: known?.summary ?? name,
			preview: recorded.held?.preview,
			refused: recorded.judged?.refused,
			run: async () => {
				await copyInside();
				return end(recorded);
			}
		};
	};
	const tool = ({ name, ...spec }) => ({
		...spec,
		name,
		plan: async (input, signal) => {
			signal.throwIfAborted();
			return plan(name, input);
		}
	});
	return {
		tools: new Map(specs.map((spec) => [spec.name, tool(spec)])),
		gate: { judge: async (capabilities) => decisionOf(byCapabilities.get(capabilities)) },
		blobs: { put: async (text) => blobs.get(text) ?? `blobs/${sha256(text)}.txt` }
	};
}
function decisionOf(recorded) {
	const waited = recorded?.held;
	const decision = recorded?.judged?.decision;
	if (decision !== void 0 && !(waited !== void 0 && isAnswer(decision))) return decision;
	if (waited === void 0) return UNASKED;
	return {
		verdict: "defer",
		rule: waited.rule,
		reason: waited.reason,
		near: waited.near
	};
}
function resultAhead({ index }, feed) {
	let events = [];
	for (const event of feed.ahead()) {
		if (event.type === "context.append") return void 0;
		if (event.type === "step.interrupted") return "failed";
		if (event.type === "tool.end" && event.index === index) return {
			result: event.result,
			blob: event.blob,
			events
		};
		if (event.type === "tool.begin" || event.type === "tool.end") events = [];
		else if (!reads("replay", event)) events.push(event);
	}
	return "cut off";
}
const LEFT_OUT = /\n\[(\d+) characters left out here; narrow the call to see them\]\n/;
function wholeText(bounded) {
	return bounded.replace(LEFT_OUT, (_note, dropped) => " ".repeat(Number(dropped)));
}
function recordedCalls(message, feed, options) {
	const { tools, begun } = options;
	const { judged, failed, held, began, together, results, isOpen, isCut } = lookAhead(feed);
	const waiting = [...judged];
	const calls = /* @__PURE__ */ new Map();
	for (const [index, call] of callsOf(message).entries()) {
		const read = callArguments(call, tools);
		if (!tools.has(call.name) || read.kind === "invalid") continue;
		const key = callKey(call.name, read.input);
		const isNext = waiting[0]?.callId === call.id && waiting[0].tool === call.name;
		const isUnknown = begun.has(index) && results[index]?.content.startsWith(CUT_OFF) === true;
		const isTwin = began.size > 0 && calls.get(key)?.at(-1)?.judged !== void 0;
		const isVain = tools.get(call.name)?.isSwitch === true && held.some((later) => later.index > index);
		const recorded = {
			call,
			index,
			judged: isNext ? waiting.shift() : void 0,
			held: [...held, ...options.held].find(({ callId, tool }) => callId === call.id && tool === call.name),
			access: together.has(index) || isNext && begun.has(index) ? "read" : "write",
			isUnknown,
			failure: planError(failed.get(index)) ?? (isVain || !(isNext || isUnknown || isTwin || !isCut || judged.length === 0) ? LOST : void 0)
		};
		calls.set(key, withEqual(calls.get(key), recorded));
	}
	return {
		message,
		calls,
		isOpen
	};
}
function withEqual(before = [], next) {
	const last = before.at(-1);
	if (last === void 0 || !hasFacts(last)) return [next];
	if (hasFacts(next)) return [...before, next];
	const access = last.judged !== void 0 && changesFilesOnly(last.judged) ? "write" : "read";
	return [...before.slice(0, -1), {
		...last,
		access
	}];
}
function hasFacts({ judged, held, failure, isUnknown }) {
	return judged !== void 0 || held !== void 0 || failure !== void 0 || isUnknown;
}
function lookAhead(feed) {
	const judged = [];
	const failed = /* @__PURE__ */ new Map();
	const [began, together] = [/* @__PURE__ */ new Set(), /* @__PURE__ */ new Set()];
	const found = {
		judged,
		failed,
		began,
		together,
		held: [],
		results: [],
		isOpen: false,
		isCut: false
	};
	let wave = [];
	for (const event of feed.ahead()) {
		if (event.type === "call.judged") judged.push(event);
		if (event.type === "call.failed") failed.set(event.index, event.result);
		if (event.type === "deferral.open") return {
			...found,
			held: event.held,
			isOpen: true
		};
		if (event.type === "tool.begin") {
			began.add(event.index);
			wave.push(event.index);
			if (wave.length > 1) for (const index of wave) together.add(index);
		}
		if (event.type === "tool.end") wave = [];
		if (event.type === "context.append") return {
			...found,
			results: event.messages.filter((message) => message.role === "tool")
		};
		if ([
			"step.begin",
			"step.interrupted",
			"turn.end"
		].includes(event.type)) return {
			...found,
			isCut: true
		};
	}
	return {
		...found,
		isOpen: true
	};
}
const CUT_OFF = "Error: the run was cut off while this ran.";
const LOST = new RunnerError({
	code: "workspace.file",
	message: "not recorded"
});
function planError(result) {
	if (result === void 0) return void 0;
	const code = result.isMistake === true ? "tool.input" : "workspace.file";
	return new RunnerError({
		code,
		message: result.text.replace(/^Error: /, "")
	});
}

// src/replay/model.ts
const NO_WORDS = /^There are no closing words: /;
const MAX_OUTPUT_TOKENS = 8192;
function createReplayModel(options) {
	const { feed, name, window, prices = findModel(name), onAnswer } = options;
	const charged = /* @__PURE__ */ new WeakMap();
	const reply = (message, { usage, costUsd }, more = {}) => {
		charged.set(usage, { costUsd });
		onAnswer();
		return {
			message,
			usage,
			...more
		};
	};
	const answer = () => {
		const unsaid = withoutWords(feed.next()?.event, FREE);
		if (unsaid !== void 0) throw unsaid;
		const event = feed.peek();
		if (event?.type === "context.clear") return reply(words(summaryAhead(feed)), chargeOfCompaction(feed));
		if (event?.type === "hook.begin" && event.event === "PreCompact" || event?.type === "compaction.begin") throw overflow();
		if (event?.type === "step.retry") throw unavailable(event.reason, FREE);
		if (event === void 0 || !isPaid(event) || event.type === "tool.usage") throw recordedFailure(feed, "an answer of the model");
		switch (event.type) {
			case "step.usage": return reply(messageAhead(feed), event, {
				contextTokens: event.contextTokens,
				isCut: event.isCut === true,
				isPaused: event.isPaused === true
			});
			case "closing.usage": return reply(words(event.text), event);
			case "compaction.end":
				if (event.usage === void 0) throw failureAhead(feed);
				return reply(words(summaryAhead(feed)), chargeOfCompaction(feed));
			case "model.wasted":
				if (event.why === "cut") return reply(words(""), event, { isCut: true });
				charged.set(event.usage, { costUsd: event.costUsd });
				throw failureBehind(event, feed);
		}
	};
	return {
		name,
		window,
		maxOutputTokens: MAX_OUTPUT_TOKENS,
		prices,
		features: /* @__PURE__ */ new Set(["tool_use", "image_in"]),
		estimate: createEstimator(),
		costUsd: (usage) => charged.has(usage) ? charged.get(usage)?.costUsd : prices && priceOf(prices, usage),
		chat: async (_request, { signal }) => {
			signal.throwIfAborted();
			return answer();
		}
	};
}
function createReplayRetryBudget(feed) {
	return () => (error) => {
		const next = feed.peek();
		if (next?.type !== "step.retry") return {
			kind: "give_up",
			error
		};
		const { type: _type, step: _step, ...notice } = next;
		return {
			kind: "wait",
			notice
		};
	};
}
function failureBehind({ why, usage }, feed) {
	const cause = {
		kind: "attempt",
		usage,
		isFree: why === "free"
	};
	if (why === "aborted" && abortAsRecorded(feed)) {
		const { code, message } = feed.controller.signal.reason;
		return new RunnerError({
			code,
			message,
			cause
		});
	}
	const next = feed.recordsAhead()[1]?.event;
	const unsaid = withoutWords(next, cause);
	if (unsaid !== void 0) return unsaid;
	if (next?.type === "context.strip") return new RunnerError({
		code: "provider.rejected",
		message: "",
		cause: {
			...cause,
			refused: next.part
		}
	});
	if (next?.type === "step.retry" || next?.type === "model.fallback") return unavailable(next.reason, cause);
	if (!isFailure(next) && next?.type !== "compaction.end") return overflow(cause);
	return new RunnerError({
		code: "cell.failed",
		message: reasonAhead(feed) ?? "",
		cause
	});
}
const FREE = {
	kind: "attempt",
	usage: NO_USAGE,
	isFree: true
};
function unavailable(message, cause) {
	return new RunnerError({
		code: "provider.unavailable",
		message,
		cause
	});
}
function messageAhead(feed) {
	return feed.ahead().flatMap((event) => event.type === "context.append" ? event.messages.slice(0, 1) : []).find((message) => message.role === "assistant") ?? words("");
}
function summaryAhead(feed) {
	const next = feed.ahead().find(({ type }) => type === "compaction.end" || type === "context.append");
	const texts = (next?.type === "context.append" ? next.messages : []).flatMap((message) => message.role === "user" ? [message.content] : []);
	const marked = texts.find((text) => text.startsWith(SUMMARY_MARK));
	return marked === void 0 ? texts[1] ?? "" : marked.slice(SUMMARY_MARK.length).trim();
}
function chargeOfCompaction(feed) {
	const { usage, costUsd } = feed.ahead().filter((event) => event.type === "compaction.end").find((end) => end.usage !== void 0) ?? {};
	if (usage === void 0) throw feed.miss("a summary of the model");
	return {
		usage,
		costUsd
	};
}
function words(text) {
	return {
		role: "assistant",
		blocks: [{
			type: "text",
			text
		}]
	};
}
function overflow(cause = FREE) {
	return new RunnerError({
		code: "provider.overflow",
		message: "The recorded request was too large.",
		cause
	});
}
function withoutWords(event, cause) {
	if (event?.type !== "warning" || !NO_WORDS.test(event.text)) return void 0;
	return unavailable(event.text.replace(NO_WORDS, ""), cause);
}

// src/replay/surroundings.ts
function createSurroundings(options) {
	const { feed, checks } = options;
	let arrived = 0;
	return {
		folderRules: async () => rulesAhead(feed),
		hooks: createHooks(feed),
		inbox: {
			take: async () => {
				const arrivals = [...arrivalsAhead(feed)];
				arrived = arrivals.length;
				return arrivals;
			},
			hasSteer: () => {
				const next = feed.peek();
				return next?.type === "steer.input" || next?.type === "notification";
			}
		},
		reminder: () => reminderAhead(feed, arrived),
		verifier: {
			commandsFor: (hasChanged) => {
				const next = feed.peek();
				return next?.type === "verify.begin" ? next.commands : hasChanged ? checks : [];
			},
			run: async () => {
				const end = feed.peek();
				if (end?.type !== "verify.end") throw recordedFailure(feed, "the end of the checks");
				return end.results;
			}
		},
		workspace: createWorkspace(options)
	};
}
function createHooks(feed) {
	return { tell: async (input) => {
		const { event, target } = input;
		const begin = feed.peek();
		if (begin?.type !== "hook.begin" || begin.event !== event || begin.target !== target) return void 0;
		feed.take(begin);
		const end = feed.peek();
		if (end?.type !== "hook.end" || end.event !== event) throw recordedFailure(feed, `the end of ${event}`);
		feed.take(end);
		return end.action === "block" ? objectionOf(input, end.reason ?? "", feed) : void 0;
	} };
}
function objectionOf({ event, fields }, reason, feed) {
	const said = event === "PreToolUse" ? decisionAhead(String(fields["tool_call_id"]), feed) : wordsAhead(feed);
	return said !== void 0 && reason.includes(said) ? said : reason;
}
function decisionAhead(callId, feed) {
	for (const event of feed.ahead()) {
		if (event.type === "context.append") return void 0;
		if (event.type === "call.judged" && event.callId === callId && event.decision.rule === "hook:PreToolUse") return event.decision.reason;
	}
}
function wordsAhead(feed) {
	const next = feed.ahead().find(({ type }) => type === "turn.end" || type === "context.append");
	if (next?.type === "turn.end") return next.reason?.replace(/^A UserPromptSubmit hook refused the input: /, "");
	const message = next?.type === "context.append" ? next.messages[0] : void 0;
	return message?.role === "user" ? message.content : void 0;
}
function* arrivalsAhead(feed) {
	for (const event of feed.ahead()) if (event.type === "steer.input") yield {
		kind: "steer",
		text: event.text
	};
	else if (event.type === "notification") yield {
		kind: "notice",
		text: event.text
	};
	else if (event.type !== "hook.begin" && event.type !== "hook.end" || event.event !== "Notification") return;
}
const REMINDER = /^<system-reminder>\n([^]*)\n<\/system-reminder>$/;
function reminderAhead(feed, arrived) {
	let pressed = 0;
	for (const event of feed.ahead()) if (event.type === "limit.pressed") pressed += 1;
	else if (event.type !== "context.append" || event.messages.length !== arrived + 1 + pressed) return void 0;
	else {
		const message = event.messages[arrived];
		return message?.role === "user" && message.synthetic === true ? REMINDER.exec(message.content)?.[1] : void 0;
	}
}
function rulesAhead(feed) {
	const next = feed.peek();
	const message = next?.type === "context.append" ? next.messages[0] : void 0;
	const text = message?.role === "user" && message.synthetic === true ? REMINDER.exec(message.content)?.[1] : void 0;
	return text?.startsWith("Rules of the repository for files that you touched") === true ? text : void 0;
}
function createWorkspace({ feed, context }) {
	let newest = "";
	const own = /* @__PURE__ */ new Map();
	return {
		snapshot: async () => {
			const next = snapshotAhead(feed, context.checkpoints);
			newest = next?.tree ?? newest;
			if (next !== void 0) own.set(next.tree, next.own);
			return newest;
		},
		ownTree: (tree) => own.get(tree),
		watch: async () => async () => {
			const next = feed.peek();
			return next?.type === "change.approved" ? next.files : [];
		},
		heldFiles: async () => {
			const next = feed.peek();
			return next?.type === "change.held" ? next.files : [];
		},
		restore: async (tree) => {
			const next = feed.peek()?.type;
			if (next !== "context.revert" && !(next === "context.checkpoint")) throw recordedFailure(feed, "the files of a checkpoint");
			newest = tree;
		}
	};
}
const ENDS_SEARCH = /* @__PURE__ */ new Set([
	"call.judged",
	"deferral.open",
	"mail.sent",
	"context.clear",
	"turn.end"
]);
function snapshotAhead(feed, checkpoint) {
	const next = feed.ahead().find(({ type }) => ENDS_SEARCH.has(type) || type === "workspace.snapshot");
	return next?.type === "workspace.snapshot" && next.checkpoint === checkpoint ? next : void 0;
}

// src/replay/turn.ts
function createTurn(options) {
	const { state, terms, held, checks, fold, specs, budget, copyInside, onAnswer } = options;
	const feed = {
		...options.feed,
		controller: new AbortController()
	};
	const { begin, system, progressed } = state;
	const emit = async (event) => {
		feed.take(event);
		abortIfDue(feed);
	};
	const modelAt = ({ model: name, window, prices }) => createReplayModel({
		feed,
		name,
		window,
		prices,
		onAnswer
	});
	let model = modelAt(terms());
	const context = createContext(fold, emit);
	const begun = progressed.unfinished.calls?.begun ?? /* @__PURE__ */ new Set();
	const { verifier, ...surroundings } = createSurroundings({
		feed,
		context,
		checks
	});
	return Object.freeze({
		get model() {
			const now = terms();
			if (now.model !== model.name) model = modelAt(now);
			return model;
		},
		outage: {
			retryBudget: createReplayRetryBudget(feed),
			fallBack: () => {
				const next = feed.peek();
				return next?.type === "model.fallback" ? modelAt(next) : void 0;
			}
		},
		system,
		...createCalls({
			feed,
			context,
			specs,
			held,
			begun,
			copyInside
		}),
		...surroundings,
		context,
		limits: terms().limits,
		budget,
		progressed: progressedOf({ state: () => state }),
		identity: requestIdentityOf({ state: () => state }),
		cacheKey: "",
		emit,
		room: {
			by: begin?.compaction,
			summaryModel: () => {
				const next = feed.ahead().find(({ type }) => type === "attempt.begin");
				return next?.type === "attempt.begin" && next.model !== void 0 ? modelAt({
					...terms(),
					model: next.model,
					prices: void 0
				}) : void 0;
			},
			carryOver: async () => ""
		},
		restoreModes: async () => {
			for (let next = feed.peek(); next?.type === "mode.switch" || next?.type === "plan.mode"; next = feed.peek()) feed.take(next);
		},
		agentId: options.agentId,
		success: {
			mustChange: begin?.mustChange,
			verifier
		},
		clock: {
			now: () => 0,
			monotonic: () => 0,
			sleep: async () => {}
		},
		signal: feed.controller.signal
	});
}

// src/replay/subagent.ts
async function replaySubagent(agentId, { feed: outer, state, before, terms, onAnswer }) {
	const own = recordsOf(agentId, outer);
	if (own === void 0) return;
	const { prompt, agent, records, asked, resumes, compaction } = own;
	const past = resumes === true ? pastOf(agentId, before) : void 0;
	const fold = past?.context ?? createContextFold();
	let now = {
		...terms,
		named: terms.model,
		...asked
	};
	const feed = createFeed(records, (event) => {
		fold.apply(event);
		now = termsAfter(now, event) ?? now;
	});
	const system = feed.peek();
	if (system?.type === "context.system") feed.copy();
	const events = records.map(({ event }) => event);
	const text = system?.type === "context.system" ? system.text : past?.state.system ?? "";
	const begin = state.begin && {
		...state.begin,
		compaction
	};
	const turn = createTurn({
		agentId,
		feed,
		state: {
			...past?.state ?? EMPTY_STATE,
			begin,
			system: text,
			snapshots: []
		},
		terms: () => now,
		held: [],
		checks: [],
		fold,
		specs: subagentTools(agent, state, events),
		budget: recordedBudget(feed, terms),
		copyInside: async () => void copyAskedByTool(feed),
		onAnswer
	});
	const stop = await runSubagent(prompt, turn).catch(() => void 0);
	if (stop !== void 0) feed.match({
		type: "turn.end",
		stop: stop.stop
	});
	const stopped = feed.stopped();
	if (stopped?.kind === "diverged") outer.diverge(stopped.at, stopped.now);
}
function recordsOf(agentId, feed) {
	const records = [];
	let begin;
	for (const record of feed.recordsAhead()) {
		const { event, seq, time } = record;
		if (event.type === "subagent.begin" && event.agentId === agentId) {
			if (begin !== void 0) return void 0;
			begin = event;
		}
		if (event.type === "subagent.event" && event.agentId === agentId) records.push({
			seq,
			time,
			event: event.event
		});
		if (event.type !== "subagent.end" || event.agentId !== agentId || begin === void 0) continue;
		records.push({
			seq,
			time,
			event: {
				type: "turn.end",
				stop: event.stop
			}
		});
		return {
			...begin,
			records
		};
	}
}
const LIMITS = [
	"limit_steps",
	"limit_time",
	"limit_cost",
	"limit_tokens"
];
function recordedBudget(feed, { limits }) {
	const stepsOn = () => feed.ahead().some(({ type }) => type === "step.begin" || type === "attempt.begin");
	return {
		allowsSummary: () => feed.peek()?.type === "compaction.begin",
		reserve: async (request) => {
			if (stepsOn() || feed.peek()?.type === "step.interrupted") return {
				request,
				usage: NO_USAGE,
				costUsd: void 0
			};
			return {
				stop: LIMITS.find((name) => name === feed.turnEnd()?.stop) ?? "limit_steps",
				reason: ""
			};
		},
		settle: (reserved, used = reserved) => used.isFree === true ? {
			usage: NO_USAGE,
			costUsd: 0
		} : {
			usage: used.usage,
			costUsd: reserved.request.model.costUsd(used.usage)
		},
		deny: () => {},
		denials: () => feed.turnEnd()?.stop === "rejected" && !stepsOn() ? limits.denials : 0,
		pressed: () => pressedAhead(feed),
		left: (limit) => leftAhead(feed, limit) ?? ""
	};
}

// src/replay/replay.ts
async function replay(records) {
	const replayed = createReplayState(records);
	for (const own of processesOf(records)) {
		const { feed, turn, end } = createProcess(own, replayed);
		for (let next = feed.next(); next !== void 0 && feed.stopped() === void 0; next = feed.next()) if (next.event.type === "session.end") end(next.event);
		else if (next.event.type === "turn.begin") await turn();
		else if (next.event.type === "step.begin") feed.miss("a step within a turn, as this version records it");
		else feed.copy();
		const stopped = feed.stopped();
		if (stopped?.kind === "diverged") return {
			...replayed.counts(),
			divergence: stopped
		};
	}
	return replayed.counts();
}
function processesOf(records) {
	const starts = records.flatMap(({ event }, at) => {
		if (event.type !== "session.resume") return [];
		let start = at;
		while (records[start - 1]?.event.type === "deferral.answer") start -= 1;
		return [start];
	});
	return [0, ...starts].map((start, index) => records.slice(start, starts[index]));
}
function createProcess(own, replayed) {
	const { events, done, state, terms, onAnswer } = replayed;
	let last;
	const feed = createFeed(own, replayed.accept);
	let copying;
	const copyOthers = async () => {
		for (;;) {
			if (copyAskedByTool(feed)) continue;
			const next = feed.peek();
			if (next === void 0 || !reads("replay", next)) return;
			if (next.type === "subagent.begin") {
				const before = events.slice(0, done());
				await replaySubagent(next.agentId, {
					feed,
					state: state(),
					before,
					terms: terms(),
					onAnswer
				});
			}
			if (feed.stopped() !== void 0) return;
			feed.copy();
		}
	};
	return {
		feed,
		turn: async () => {
			const now = state();
			const before = events.slice(0, done());
			last = void 0;
			const prompt = promptOf({
				before,
				events: feed.recordsAhead().map(({ event }) => event),
				isInFlow: now.progressed.flow !== void 0
			});
			if (prompt === void 0) {
				feed.copy();
				return;
			}
			const turn = createTurn({
				agentId: MAIN_AGENT,
				feed,
				state: now,
				held: before.findLast((event) => event.type === "deferral.open")?.held ?? [],
				checks: events.find((event) => event.type === "verify.begin")?.commands ?? [],
				terms,
				fold: replayed.fold,
				specs: replayed.specs(),
				budget: createReplayBudget(feed, terms().limits, () => state().spent),
				copyInside: () => copying ??= copyOthers().finally(() => {
					copying = void 0;
				}),
				onAnswer
			});
			last = await runPrompt(prompt, turn).catch(() => void 0);
		},
		end: (event) => {
			const { spent } = state();
			const isByModel = event.outcome === "completed" || event.outcome === "no_change";
			feed.match({
				...event,
				steps: spent.steps,
				usage: spent.usage,
				costUsd: knownCost(spent),
				...isByModel && last?.stop === "end_turn" ? { text: last.text } : {}
			});
		}
	};
}
function createReplayState(records) {
	const fold = createContextFold();
	const { apply, state } = createStateFold();
	const events = records.map(({ event }) => event);
	let done = 0;
	let requests = 0;
	let terms = {
		model: "",
		named: "",
		window: 0,
		limits: DEFAULT_LIMITS
	};
	let prev = records[0]?.prev ?? "";
	let isSameFile = true;
	let tools;
	let isSameTools = true;
	return {
		accept: (event, { seq, time }) => {
			const recorded = records[done];
			prev = recorded?.v === 1 && canonicalJson(recorded.event) === canonicalJson(event) ? recorded.hash : seal({
				v: 2,
				seq,
				time,
				prev,
				event
			}).record.hash;
			isSameFile &&= recorded?.hash === prev;
			done += 1;
			apply(event);
			fold.apply(event);
			terms = termsAfter(terms, event) ?? terms;
			if (event.type === "context.system" && event.toolsDigest !== void 0) {
				tools = sameTools(state(), event.toolsDigest);
				isSameTools &&= tools !== void 0;
			}
		},
		events,
		done: () => done,
		fold,
		state,
		terms: () => terms,
		specs: () => tools?.(state()) ?? namedTools(state(), events),
		onAnswer: () => {
			requests += 1;
		},
		counts: () => ({
			records: done,
			requests,
			isSameFile: isSameFile && done === records.length,
			isSameTools
		})
	};
}

// src/replay/report.ts
function reportOf({ records, requests, divergence, isSameFile, isSameTools }, all) {
	const notes = notesOf(all, isSameTools);
	if (divergence !== void 0) return {
		code: 1,
		text: describe(divergence),
		notes
	};
	const count = `${counted(records, "record")}, ${counted(requests, "request")}`;
	if (isSameFile) return {
		code: 0,
		text: `✓ ${count}: identical`,
		notes
	};
	return {
		code: 1,
		text: `✗ ${count}: the events are the same, the bytes of their lines are not`,
		notes
	};
}
function notesOf(all, isSameTools) {
	const begin = all.find(({ event }) => event.type === "session.begin")?.event;
	const program = `kimi-runner ${VERSION}`;
	const recordedBy = begin?.type === "session.begin" ? begin.program : program;
	return [...recordedBy === program ? [] : [`The session was recorded by ${recordedBy}; this is ${program}.`], ...isSameTools ? [] : ["The tools were described to the model in other words than those of this program's own agents: toolsDigest."]];
}
function describe({ at, now }) {
	const title = `✗ record ${at.seq} (${at.event.type})`;
	if (typeof now === "string") return `${title}: the loop asked for ${now}`;
	if (now.type !== at.event.type) return `${title}: ${now.type} came instead\n  recorded: ${JSON.stringify(at.event)}\n  now:      ${JSON.stringify(now)}`;
	const difference = firstDifference(at.event, now);
	if (difference === void 0) return `${title} differs`;
	return `${title} differs: ${difference.path}\n  recorded: ${difference.recorded}\n  now:      ${difference.now}`;
}
const SHOWN_CHARS = 160;
const BEFORE_CHARS = 40;
function firstDifference(recorded, now, path = "") {
	if (canonicalJson(recorded ?? null) === canonicalJson(now ?? null)) return void 0;
	if (typeof recorded === "string" && typeof now === "string") return {
		path,
		...excerpts(recorded, now)
	};
	const areLists = Array.isArray(recorded) && Array.isArray(now);
	if (areLists || isRecord(recorded) && isRecord(now)) {
		const keys = [.../* @__PURE__ */ new Set([...Object.keys(recorded), ...Object.keys(now)])];
		for (const key of areLists ? keys : keys.toSorted()) {
			const inner = areLists ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
			const found = firstDifference(member(recorded, key), member(now, key), inner);
			if (found !== void 0) return found;
		}
	}
	return {
		path,
		recorded: shown(recorded),
		now: shown(now)
	};
}
function excerpts(recorded, now) {
	let at = 0;
	while (at < recorded.length && recorded[at] === now[at]) at += 1;
	const from = Math.max(0, at - BEFORE_CHARS);
	return {
		recorded: shown(recorded, from),
		now: shown(now, from)
	};
}
function shown(value, from = 0) {
	if (value === void 0) return "nothing";
	const text = typeof value === "string" ? value : canonicalJson(value);
	const part = JSON.stringify(text.slice(from, from + SHOWN_CHARS));
	return `${from > 0 ? "…" : ""}${typeof value === "string" ? part : text.slice(0, SHOWN_CHARS)}${from + SHOWN_CHARS < text.length ? "…" : ""}`;
}

export { replay as n, reportOf as t };