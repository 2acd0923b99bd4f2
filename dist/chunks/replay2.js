import { Bn as isPaid, Ct as withServers, Hn as reads, In as isAnswer, Jn as DEFAULT_LIMITS, K as openWorkbench, Mn as findModel, Nn as priceOf, Pn as VERSION, R as TOOL_GROUPS, Rt as toolsOffered, Un as canonicalJson, Vn as knownCost, Wn as sha256, _n as callKey, _t as createStateFold, bn as SUMMARY_MARK, bt as createContextFold, cr as RunnerError, fn as withoutNoise, gt as EMPTY_STATE, h as createEstimator, hn as parseArguments, i as createWorkspace$1, jt as builtinAgents, l as createBudget, ln as seal, u as MAIN_AGENT, un as runPrompt, vn as repetitionNote, vt as stateOf, yt as createContext } from "./core.js";
import { a as runSubagent, c as toolDepsOf, i as toolsOf, l as TOOLS, n as progressedOf, o as workerOf, r as toolsDigest, s as offeredTools } from "./toolbox.js";
import { r as loadModes } from "./persona.js";

// src/replay/specs.ts
function sameTools(state, digest) {
	const runAgent = runAgentOf(state);
	for (const more of [[], ["skill"]]) {
		const made = (now) => specsOf(runAgent, now, [...offeredTools(runAgent, now.hasPlanned), ...more]);
		if (toolsDigest(made(state)) === digest) return (now) => [...made(now).values()];
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
	return [...specsOf(runAgent, state, offered).values()];
}
function recordedTools({ mcp = [] }) {
	const plan = () => Promise.reject(/* @__PURE__ */ new TypeError("nothing is carried out in a replay"));
	return mcp.flatMap((server) => "error" in server ? [] : server.tools.map(({ callName, description, parameters }) => ({
		name: callName,
		description,
		parameters,
		plan
	})));
}
function runAgentOf(state) {
	const { begin } = state;
	const agents = builtinAgents(TOOLS);
	const { choice } = begin ?? {};
	const named = choice?.kind === "agent" ? agents.get(choice.name) : void 0;
	const modes = choice?.kind === "mode" ? loadModes([], TOOLS) : void 0;
	const agent = named ?? modes?.get(choice?.name ?? "") ?? agents.get("default");
	if (agent === void 0) throw new TypeError("there is no default agent");
	const tools = recordedTools(state).map(({ name }) => name);
	return withServers({
		spec: agent,
		modes,
		skills: [],
		warnings: []
	}, {
		tools,
		absent: ["mcp__"]
	});
}
function specsOf(runAgent, state, offered) {
	const deps = depsOf(state, NO_CELL, runAgent);
	return toolsOf({
		deps,
		mcp: recordedTools(state),
		offered,
		spec: () => runAgent.spec
	});
}
function depsOf(state, cell, runAgent = runAgentOf(state)) {
	const listed = [...runAgent.spec.subagents].map(workerOf);
	const workers = {
		listed,
		all: () => listed,
		run: async () => ({ text: "" })
	};
	const readOnly = state.begin?.readOnly === true;
	return toolDepsOf({
		cell,
		seen: [],
		agent: runAgent,
		workers,
		session: { state: () => state },
		readOnly
	});
}
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
	return events.some((event) => event.type === "context.append" && event.messages.some(({ role, content }) => role === "user" && content.startsWith("<system>CHECKPOINT ")));
}
const NO_CELL = Object.freeze({});

// src/replay/execute.ts
async function openExecution(records, options) {
	const state = stateOf(records.map(({ event }) => event));
	const { begin, snapshots } = state;
	const bench = await openWorkbench({
		...options,
		trusted: begin?.baseCommit
	});
	try {
		await requireStart(bench, begin?.headCommit ?? "", snapshots[0]);
		const { cell, git, close } = bench;
		const names = toolsOffered(TOOL_GROUPS, TOOLS);
		const deps = depsOf(state, cell);
		const tools = TOOLS.filter(({ name }) => names.includes(name)).map((tool) => tool.make(deps));
		return {
			tools: new Map(tools.map((tool) => [tool.name, tool])),
			workspace: createWorkspace$1(git, cell),
			close
		};
	} catch (error) {
		await bench.close();
		throw error;
	}
}
async function requireStart({ repository, git }, commit, tree) {
	const { headCommit, headTree } = repository;
	if (headCommit !== commit) throw refused(`The run began at ${commit.slice(0, 12)}; this checkout is at ${headCommit.slice(0, 12)}.`, `Check it out first: git switch --detach ${commit}`);
	if (await (await git()).snapshot() !== headTree) throw refused("The checkout holds changes that are not committed.", "Use a fresh clone: the calls change its files.");
	if (tree !== void 0 && tree !== headTree) throw refused(`The run began with files that no commit holds: tree ${tree.slice(0, 12)}.`, "Only a run on a clean checkout can be carried out again; leave --execute out.");
}
function refused(message, hint) {
	return new RunnerError({
		code: "config.invalid",
		message,
		hint
	});
}

// src/replay/budget.ts
const LATE_MS = Number.MAX_SAFE_INTEGER;
function createReplayBudget(feed, options) {
	let elapsedMs = 0;
	const inner = createBudget({
		...options,
		clock: { monotonic: () => elapsedMs }
	});
	const at = (isLate, ask) => {
		elapsedMs = isLate ? LATE_MS : 0;
		return ask();
	};
	return {
		...inner,
		hasStep: () => at(isTimeUp(feed, "compaction.begin", "hook.begin"), inner.hasStep),
		reserve: (tokens) => at(isTimeUp(feed, "step.begin"), () => inner.reserve(tokens)),
		pressed: (agentId) => at(pressesMinutes(feed), () => inner.pressed(agentId)),
		left: (limit) => (limit === "minutes" ? minutesAhead(feed) : void 0) ?? inner.left(limit),
		count: (event) => {
			if (event.type === "step.begin") at(false, () => inner.reserve(0));
			if (event.type === "call.judged" && event.decision.verdict === "reject") inner.deny();
			if (isPaid(event) && event.usage) inner.settle(event.usage, 0);
		}
	};
}
function isTimeUp(feed, ...next) {
	return feed.turnEnd()?.stop === "limit_time" && !next.includes(feed.peek()?.type);
}
function pressesMinutes(feed) {
	for (const event of feed.ahead()) {
		if (event.type !== "limit.pressed") return false;
		if (event.limit === "minutes") return true;
	}
	return false;
}
function minutesAhead(feed) {
	for (const event of feed.ahead()) {
		if (event.type === "limit.pressed") continue;
		if (event.type !== "context.append") return void 0;
		return event.messages.map(({ content }) => typeof content === "string" ? content : "").flatMap((text) => /^<system-reminder>\n(\S+ of \S+ minutes) left\./.exec(text)?.[1] ?? [])[0];
	}
}

// src/replay/ledger.ts
function createLedger(records) {
	const fold = createContextFold();
	const { apply, state } = createStateFold();
	const events = records.map(({ event }) => event);
	let done = 0;
	let requests = 0;
	let terms = {
		model: "",
		window: 0,
		limits: DEFAULT_LIMITS
	};
	let prev = records[0]?.prev ?? "";
	let isSameFile = true;
	let tools;
	let isSameTools = true;
	return {
		accept: (event, { seq, time }) => {
			const { record } = seal({
				v: 1,
				seq,
				time,
				prev,
				event
			});
			prev = record.hash;
			isSameFile &&= records[done]?.hash === prev;
			done += 1;
			apply(event);
			fold.apply(event);
			if (event.type === "session.begin" || event.type === "session.resume") {
				const { model = terms.model, window = terms.window, limits = terms.limits } = event;
				terms = {
					model,
					window,
					limits
				};
			}
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

// src/replay/flow.ts
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
	const end = nodes.find(([, { kind }]) => kind === "end")?.[0] ?? "";
	return {
		begin: begin.node,
		end,
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
	if (own.length === 0 && inside.length === 0) return void 0;
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

// src/replay/record.ts
function createFeed(records, accept) {
	let at = 0;
	let stopped;
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
	const skipWarnings = () => {
		for (let event = records[at]?.event; event?.type === "warning"; event = records[at]?.event) advance(event);
	};
	function* ahead() {
		for (let index = at; index < records.length; index += 1) {
			const event = records[index]?.event;
			if (event !== void 0 && event.type !== "warning") yield event;
		}
	}
	const match = (now) => {
		if (stopped !== void 0) return;
		if (now.type !== "warning") skipWarnings();
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
		peek: () => {
			for (const event of ahead()) return event;
		},
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
			if (stopped === void 0) skipWarnings();
			return stop(asked);
		},
		stopped: () => stopped
	};
}
function timedAs(recorded, now) {
	return recorded.type === "tool.end" && now.type === "tool.end" ? {
		...now,
		durationMs: recorded.durationMs
	} : now;
}

// src/replay/ending.ts
function mistakesAtEnd(feed) {
	const end = feed.turnEnd();
	if (end?.stop !== "stuck") return 0;
	return Number(/^(\d+) steps in a row (?:contained only|held nothing but) mistakes/.exec(end.reason ?? "")?.[1] ?? 0);
}
const UNDONE = "Error: cancelled before it ran.";
function abortDue(feed) {
	const next = feed.peek();
	return next?.type === "context.append" && next.messages.some((message) => message.role === "tool" && message.content.startsWith(UNDONE)) || next?.type === "step.interrupted" ? abortOf(feed) : void 0;
}
function abortOf(feed) {
	const end = feed.turnEnd();
	if (end?.stop !== "limit_time" && end?.stop !== "interrupted") return void 0;
	const code = end.stop === "limit_time" ? "run.time_limit" : "run.interrupted";
	return new RunnerError({
		code,
		message: reasonAhead(feed) ?? ""
	});
}
function reasonAhead(feed) {
	for (const event of feed.ahead()) if (event.type === "step.interrupted" || event.type === "turn.end") return event.reason;
}
function recordedFailure(feed, asked, controller) {
	const next = feed.peek();
	const isEnd = next?.type === "step.interrupted" || next?.type === "turn.end";
	const isTold = next?.type === "hook.begin" && next.event === "StopFailure";
	if (!isEnd && !isTold) return feed.miss(asked);
	const abort = abortOf(feed);
	if (abort === void 0) return new RunnerError({
		code: "cell.failed",
		message: reasonAhead(feed) ?? ""
	});
	if (!controller.signal.aborted) controller.abort(abort);
	return controller.signal.reason;
}

// src/replay/batch-record.ts
function recordedBatch(message, feed, { isKnown, begun }) {
	const { judged, held, together, results, isOpen } = lookAhead(feed);
	const isMistake = endsInMistakes(feed);
	const waiting = [...judged];
	const calls = /* @__PURE__ */ new Map();
	for (const [index, call] of message.toolCalls.entries()) {
		const parsed = parseArguments(call.arguments);
		if (!isKnown(call.name) || parsed.kind === "invalid") continue;
		const key = callKey(call.name, parsed.value);
		if (calls.has(key)) continue;
		const isNext = waiting[0]?.callId === call.id && waiting[0].tool === call.name;
		const result = results[index];
		const isUnknown = begun.has(index) && result?.content.startsWith(CUT_OFF) === true;
		calls.set(key, {
			call,
			index,
			judged: isNext ? waiting.shift() : void 0,
			held: held?.find(({ callId, tool }) => callId === call.id && tool === call.name),
			access: together.has(index) || isNext && begun.has(index) ? "read" : "write",
			isUnknown,
			failure: isNext || isUnknown || result === void 0 ? void 0 : planError(call.name, result, isMistake)
		});
	}
	return {
		message,
		calls,
		isOpen
	};
}
function lookAhead(feed) {
	const judged = [];
	const together = /* @__PURE__ */ new Set();
	const found = {
		judged,
		together,
		results: [],
		isOpen: false
	};
	let wave = [];
	for (const event of feed.ahead()) {
		if (event.type === "call.judged") judged.push(event);
		if (event.type === "deferral.open") return {
			...found,
			held: event.held,
			isOpen: true
		};
		if (event.type === "tool.begin") {
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
		].includes(event.type)) return found;
	}
	return {
		...found,
		isOpen: true
	};
}
function endsInMistakes(feed) {
	const steps = mistakesAtEnd(feed);
	let answers = 0;
	for (const event of feed.ahead()) {
		if (event.type === "turn.end") break;
		if (event.type === "context.append" && event.messages[0]?.role === "assistant") answers += 1;
	}
	return answers < steps;
}
const CUT_OFF = "Error: the run was cut off while this ran.";
const NOTED = [
	3,
	5,
	8
];
function planError(tool, { content }, isMistake) {
	const note = NOTED.map((count) => `\n\n${repetitionNote(tool, count) ?? ""}`).find((end) => content.endsWith(end));
	const text = note === void 0 ? content : content.slice(0, -note.length);
	return new RunnerError({
		code: isMistake ? "tool.input" : "workspace.file",
		message: text.replace(/^Error: /, "")
	});
}

// src/replay/calls.ts
const NONE = /* @__PURE__ */ new Set();
const UNASKED = {
	verdict: "approve",
	rule: "beside a held call"
};
function createCalls({ feed, controller, context, specs, held, begun, copyInside, real }) {
	const names = new Set(specs.map(({ name }) => name));
	const byCapabilities = /* @__PURE__ */ new WeakMap();
	const blobs = /* @__PURE__ */ new Map();
	const isTakenUp = context.messages.at(-1)?.role === "assistant";
	let batch;
	const current = () => {
		const newest = context.messages.at(-1);
		if (newest?.role !== "assistant") return void 0;
		if (batch?.message === newest) return batch;
		const isKnown = (name) => names.has(name);
		batch = recordedBatch(newest, feed, {
			isKnown,
			begun: batch === void 0 && isTakenUp ? begun : NONE
		});
		return batch;
	};
	const end = (recorded) => {
		const found = resultAhead(recorded, feed);
		if (found === "cut off") while (feed.next() !== void 0) feed.copy();
		if (found === "cut off" || found === void 0) throw recordedFailure(feed, `the result of ${recorded.call.name}`, controller);
		const { result, blob, events } = found;
		if (result.text.startsWith("Error: cancelled while running: ")) {
			const abort = abortOf(feed);
			if (abort !== void 0 && !controller.signal.aborted) controller.abort(abort);
			if (abort !== void 0) throw abort;
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
		const recorded = current()?.calls.get(callKey(name, input));
		if (recorded === void 0) throw feed.miss(`a plan for ${name}`);
		if (recorded.failure !== void 0) throw recorded.failure;
		const known = recorded.judged ?? recorded.held;
		if (!(known !== void 0 || recorded.isUnknown || batch?.isOpen === true || feed.peek()?.type === "hook.begin")) throw recordedFailure(feed, `a plan for ${name}`, controller);
		const capabilities = [...known?.capabilities ?? []];
		byCapabilities.set(capabilities, recorded);
		return {
			access: recorded.access,
			capabilities,
			summary: known?.summary ?? name,
			preview: recorded.held?.preview,
			run: async () => {
				await copyInside();
				return end(recorded);
			}
		};
	};
	const planReally = async (performed, input, signal) => {
		const recorded = current()?.calls.get(callKey(performed.name, input));
		const planned = await performed.plan(input, signal);
		const capabilities = [...planned.capabilities];
		if (recorded !== void 0) byCapabilities.set(capabilities, recorded);
		const run = async (...given) => {
			const result = await planned.run(...given);
			const before = recorded && resultAhead(recorded, feed);
			if (before === void 0 || before === "cut off") return result;
			const { text } = before.result;
			return withoutNoise(text) === withoutNoise(result.text) ? {
				...result,
				text
			} : result;
		};
		return {
			...planned,
			capabilities,
			run
		};
	};
	const tool = ({ name, ...spec }) => ({
		...spec,
		name,
		plan: async (input, signal) => {
			signal.throwIfAborted();
			const performed = real?.get(name);
			return performed === void 0 ? plan(name, input) : planReally(performed, input, signal);
		}
	});
	return {
		tools: new Map(specs.map((spec) => [spec.name, tool(spec)])),
		gate: { judge: async (capabilities) => decisionOf(byCapabilities.get(capabilities), held) },
		blobs: { put: async (text) => blobs.get(text) ?? `blobs/${sha256(text)}.txt` }
	};
}
function decisionOf(recorded, before) {
	const waited = recorded?.held ?? before.find(({ callId }) => callId === recorded?.call.id);
	const decision = recorded?.judged?.decision;
	if (decision !== void 0 && !(waited !== void 0 && isAnswer(decision))) return decision;
	if (waited === void 0) return UNASKED;
	return {
		verdict: "defer",
		rule: waited.rule,
		reason: waited.reason
	};
}
function resultAhead({ index }, feed) {
	let events = [];
	for (const event of feed.ahead()) {
		if (event.type === "context.append" || event.type === "step.interrupted") return void 0;
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

// src/replay/model.ts
const NO_WORDS = /^There are no closing words: /;
const MAX_OUTPUT_TOKENS = 8192;
function createReplayModel(options) {
	const { feed, controller, name, window, onAnswer } = options;
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
		const next = feed.next()?.event;
		if (next?.type === "warning" && NO_WORDS.test(next.text)) throw failed(next.text.replace(NO_WORDS, ""));
		const event = feed.peek();
		if (event?.type === "context.clear") return reply(words(summaryAhead(feed)), chargeOfCompaction(feed));
		if (event?.type === "hook.begin" && event.event === "PreCompact" || event?.type === "compaction.begin") throw overflow();
		if (event === void 0 || !isPaid(event)) throw recordedFailure(feed, "an answer of the model", controller);
		switch (event.type) {
			case "step.usage": return reply(messageAhead(feed), event, {
				contextTokens: event.contextTokens,
				isCut: event.isCut === true
			});
			case "closing.usage": return reply(words(event.text), event);
			case "compaction.end":
				if (event.usage === void 0) throw endOf(feed, controller);
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
		features: /* @__PURE__ */ new Set(["tool_use", "image_in"]),
		estimate: createEstimator(),
		costUsd: (usage) => charged.has(usage) ? charged.get(usage)?.costUsd : priceAt(name, usage),
		chat: async (_request, { signal, onRetry }) => {
			signal.throwIfAborted();
			await retries(feed, onRetry);
			return answer();
		}
	};
}
function endOf(feed, controller) {
	const abort = abortOf(feed);
	if (abort === void 0) return new RunnerError({
		code: "cell.failed",
		message: reasonAhead(feed) ?? ""
	});
	if (!controller.signal.aborted) controller.abort(abort);
	return controller.signal.reason;
}
function failureBehind({ usage }, feed) {
	const next = [...feed.recordsAhead()][1]?.event;
	const cause = {
		kind: "attempt",
		usage
	};
	if (next?.type === "warning" && NO_WORDS.test(next.text)) return new RunnerError({
		code: "provider.unavailable",
		message: next.text.replace(NO_WORDS, ""),
		cause
	});
	const isEnd = next?.type === "step.interrupted" || next?.type === "turn.end";
	const isTold = next?.type === "hook.begin" && next.event === "StopFailure";
	if (isEnd || isTold) return new RunnerError({
		code: "cell.failed",
		message: reasonAhead(feed) ?? "",
		cause
	});
	return new RunnerError({
		code: "provider.overflow",
		message: "The recorded request was too large.",
		cause
	});
}
async function retries(feed, onRetry) {
	for (let event = feed.peek(); event?.type === "step.retry"; event = feed.peek()) {
		if (onRetry === void 0) throw feed.miss("an answer of the model without a retry");
		const { type: _type, step: _step, ...notice } = event;
		await onRetry(notice);
	}
}
function messageAhead(feed) {
	for (const event of feed.ahead()) {
		if (event.type !== "context.append") continue;
		const [message] = event.messages;
		if (message?.role === "assistant") return message;
	}
	return words("");
}
function summaryAhead(feed) {
	for (const event of feed.ahead()) {
		if (event.type === "compaction.end") return "";
		if (event.type !== "context.append") continue;
		const content = event.messages[1]?.role === "user" ? event.messages[1].content : "";
		return content.startsWith("[Earlier messages were compacted to save room. The summary below stands for them: notes on what happened, not new instructions. The newest messages follow.]") ? content.slice(SUMMARY_MARK.length).trim() : content;
	}
	return "";
}
function chargeOfCompaction(feed) {
	for (const event of feed.ahead()) if (event.type === "compaction.end" && event.usage !== void 0) return {
		usage: event.usage,
		costUsd: event.costUsd
	};
	throw feed.miss("a summary of the model");
}
function words(text) {
	return {
		role: "assistant",
		content: [{
			type: "text",
			text
		}],
		toolCalls: []
	};
}
function overflow() {
	return new RunnerError({
		code: "provider.overflow",
		message: "The recorded request was too large."
	});
}
function failed(message) {
	return new RunnerError({
		code: "provider.unavailable",
		message
	});
}
function priceAt(name, usage) {
	const slash = name.indexOf("/");
	const row = findModel(name.slice(0, slash), name.slice(slash + 1));
	return row === void 0 ? void 0 : priceOf(row, usage);
}

// src/replay/surroundings.ts
function createSurroundings(options) {
	const { feed, controller, checks } = options;
	let arrived = 0;
	return {
		hooks: createHooks(feed, controller),
		inbox: createInbox(feed, (count) => {
			arrived = count;
		}),
		reminder: () => reminderAhead(feed, arrived),
		verifier: checks.length === 0 ? void 0 : createVerifier(feed, controller, checks),
		workspace: createWorkspace(options)
	};
}
function createHooks(feed, controller) {
	return { tell: async (input) => {
		const { event, target } = input;
		const begin = feed.peek();
		if (begin?.type !== "hook.begin" || begin.event !== event || begin.target !== target) return void 0;
		feed.take(begin);
		const end = feed.peek();
		if (end?.type !== "hook.end" || end.event !== event) throw recordedFailure(feed, `the end of ${event}`, controller);
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
	for (const event of feed.ahead()) {
		if (event.type === "turn.end") return event.reason?.replace(/^A UserPromptSubmit hook refused the input: /, "");
		if (event.type !== "context.append") continue;
		const [message] = event.messages;
		return message?.role === "user" ? message.content : void 0;
	}
}
function createVerifier(feed, controller, commands) {
	return {
		commands,
		run: async () => {
			const end = feed.peek();
			if (end?.type !== "verify.end") throw recordedFailure(feed, "the end of the checks", controller);
			return end.results;
		}
	};
}
function createInbox(feed, onTaken) {
	return {
		take: async () => {
			const arrivals = [...arrivalsAhead(feed)];
			onTaken(arrivals.length);
			return arrivals;
		},
		hasSteer: () => {
			const next = feed.peek();
			return next?.type === "steer.input" || next?.type === "notification";
		}
	};
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
	else if (!isHookOf(event, "Notification")) return;
}
function isHookOf(event, name) {
	return (event.type === "hook.begin" || event.type === "hook.end") && event.event === name;
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
function createWorkspace({ feed, controller, context }) {
	let newest = "";
	return {
		snapshot: async () => {
			newest = treeAhead(feed, context.checkpoints) ?? newest;
			return newest;
		},
		restore: async (tree) => {
			if (feed.peek()?.type !== "context.revert") throw recordedFailure(feed, "the files of a checkpoint", controller);
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
function treeAhead(feed, checkpoint) {
	for (const event of feed.ahead()) {
		if (ENDS_SEARCH.has(event.type)) return void 0;
		if (event.type === "workspace.snapshot") return event.checkpoint === checkpoint ? event.tree : void 0;
	}
}

// src/replay/turn.ts
function createTurn(options) {
	const { feed, state, terms, held, checks, fold, specs, budget, copyInside, onAnswer, execution } = options;
	const { begin, system, progressed } = state;
	const { limits, model: name, window } = terms;
	const controller = new AbortController();
	const emit = async (event) => {
		feed.take(event);
		const abort = abortDue(feed);
		if (abort !== void 0 && !controller.signal.aborted) controller.abort(abort);
	};
	const model = createReplayModel({
		feed,
		controller,
		name,
		window,
		onAnswer
	});
	const context = createContext(fold, emit);
	const begun = progressed.unfinished.batch?.begun ?? /* @__PURE__ */ new Set();
	return Object.freeze({
		model,
		system,
		...createCalls({
			feed,
			controller,
			context,
			specs,
			held,
			begun,
			copyInside,
			real: execution?.tools
		}),
		...createSurroundings({
			feed,
			controller,
			context,
			checks
		}),
		...execution === void 0 ? {} : { workspace: execution.workspace },
		context,
		limits,
		budget: budget(model),
		progressed: progressedOf({ state: () => state }),
		identity: {
			sessionId: begin?.sessionId ?? "",
			baseCommit: begin?.baseCommit ?? "",
			headCommit: begin?.headCommit ?? "",
			policyDigest: begin?.policyDigest ?? "",
			workDir: begin?.workDir ?? ""
		},
		cacheKey: "",
		emit,
		carryOver: async () => "",
		restoreModes: async () => {
			for (let next = feed.peek(); isOfModes(next); next = feed.peek()) feed.take(next);
		},
		agentId: MAIN_AGENT,
		clock: {
			now: () => 0,
			monotonic: () => 0,
			sleep: async () => {}
		},
		signal: controller.signal
	});
}
function isOfModes(event) {
	return event?.type === "mode.switch" || event?.type === "plan.mode";
}

// src/replay/subagent.ts
const NO_HOOKS = { tell: async () => void 0 };
async function replaySubagent(agentId, { feed: outer, state, terms, onAnswer }) {
	const own = recordsOf(agentId, outer);
	if (own === void 0) return;
	const { prompt, agent, records } = own;
	const fold = createContextFold();
	const feed = createFeed(records, fold.apply);
	const system = feed.peek();
	if (system?.type === "context.system") feed.copy();
	const events = records.map(({ event }) => event);
	const text = system?.type === "context.system" ? system.text : "";
	const { begin } = state;
	const turn = createTurn({
		feed,
		state: {
			...EMPTY_STATE,
			begin,
			system: text
		},
		terms,
		held: [],
		checks: [],
		fold,
		specs: subagentTools(agent, state, events),
		budget: ({ costUsd }) => recordedBudget(feed, terms, costUsd),
		copyInside: async () => {},
		onAnswer
	});
	const progressed = {
		...turn.progressed,
		firstTree: void 0
	};
	const stop = await runSubagent(prompt, {
		...turn,
		hooks: NO_HOOKS,
		progressed,
		agentId
	}).catch(() => void 0);
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
			prompt: begin.prompt,
			agent: begin.agent,
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
function recordedBudget(feed, { limits }, costUsd) {
	const stepsOn = () => {
		for (const { type } of feed.ahead()) if (type === "step.begin") return true;
		return false;
	};
	const reserve = async () => {
		const stop = LIMITS.find((name) => name === feed.turnEnd()?.stop);
		if (stop === void 0 || stepsOn()) return {};
		return {
			stop,
			reason: ""
		};
	};
	return {
		hasStep: stepsOn,
		reserve,
		reserveMore: async () => ({}),
		reserveClosing: async () => void 0,
		settle: costUsd,
		release: () => {},
		deny: () => {},
		denials: () => feed.turnEnd()?.stop === "rejected" && !stepsOn() ? limits.denials : 0,
		pressed: () => [...pressedAhead(feed)].map(({ limit }) => limit),
		left: (limit) => leftAhead(feed, limit)
	};
}
function* pressedAhead(feed) {
	for (const event of feed.ahead()) {
		if (event.type !== "limit.pressed") return;
		yield event;
	}
}
const NAMES = {
	steps: "model calls",
	minutes: "minutes",
	cost: "\\$",
	tokens: "tokens"
};
function leftAhead(feed, limit) {
	for (const event of feed.ahead()) {
		if (event.type === "limit.pressed") continue;
		if (event.type !== "context.append") return "";
		return event.messages.flatMap(({ content }) => typeof content === "string" ? /^<system-reminder>\n(.*) left\. /.exec(content)?.[1] ?? [] : []).find((text) => new RegExp(NAMES[limit]).test(text)) ?? "";
	}
	return "";
}

// src/replay/replay.ts
async function replay(records, execution) {
	const ledger = createLedger(records);
	for (const own of processesOf(records)) {
		const { feed, turn, end } = createProcess(own, ledger, execution);
		for (let next = feed.next(); next !== void 0 && feed.stopped() === void 0; next = feed.next()) if (next.event.type === "session.end") end(next.event);
		else if (next.event.type === "turn.begin") await turn();
		else if (next.event.type === "step.begin") feed.miss("a step within a turn, as this version records it");
		else feed.copy();
		const stopped = feed.stopped();
		if (stopped?.kind === "diverged") return {
			...ledger.counts(),
			divergence: stopped
		};
	}
	return ledger.counts();
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
function createProcess(own, ledger, execution) {
	const { events, done, state, terms, onAnswer } = ledger;
	let budget;
	let last;
	const feed = createFeed(own, (event, record) => {
		ledger.accept(event, record);
		if (event.type === "subagent.event") budget?.count(event.event);
	});
	let copying;
	const copyOthers = async () => {
		for (let next = feed.peek(); next !== void 0 && reads("replay", next); next = feed.peek()) {
			if (next.type === "subagent.begin") await replaySubagent(next.agentId, {
				feed,
				state: state(),
				terms: terms(),
				onAnswer
			});
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
				events: [...feed.recordsAhead()].map(({ event }) => event),
				isInFlow: now.progressed.flow !== void 0
			});
			if (prompt === void 0) {
				feed.copy();
				return;
			}
			const { limits } = terms();
			const turn = createTurn({
				feed,
				state: now,
				held: before.findLast((event) => event.type === "deferral.open")?.held ?? [],
				checks: events.find((event) => event.type === "verify.begin")?.commands ?? [],
				terms: terms(),
				execution,
				fold: ledger.fold,
				specs: ledger.specs(),
				budget: (model) => budget ??= createReplayBudget(feed, {
					limits,
					spent: now.spent,
					model
				}),
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

// src/replay/json.ts
function isObject(value) {
	return typeof value === "object" && value !== null;
}

// src/replay/difference.ts
const SHOWN_CHARS = 160;
const BEFORE_CHARS = 40;
function firstDifference(recorded, now, path = "") {
	if (canonicalJson(recorded ?? null) === canonicalJson(now ?? null)) return void 0;
	if (typeof recorded === "string" && typeof now === "string") return {
		path,
		...excerpts(recorded, now)
	};
	if (isObject(recorded) && isObject(now) && Array.isArray(recorded) === Array.isArray(now)) {
		const keys = Array.isArray(recorded) ? Array.from({ length: Math.max(recorded.length, Object.keys(now).length) }, (_, at) => String(at)) : [.../* @__PURE__ */ new Set([...Object.keys(recorded), ...Object.keys(now)])].toSorted();
		for (const key of keys) {
			const inner = Array.isArray(recorded) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
			const found = firstDifference(recorded[key], now[key], inner);
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

// src/replay/report.ts
function reportOf({ records, requests, divergence, isSameFile, isSameTools }, all) {
	const notes = notesOf(all, isSameTools);
	if (divergence !== void 0) return {
		code: 1,
		text: describe(divergence),
		notes
	};
	const count = `${records} records, ${requests} requests`;
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

export { replay as n, openExecution as r, reportOf as t };