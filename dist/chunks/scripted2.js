import { E as readGivenFile, _t as counted, ct as configError, r as systemReason, st as RunnerError } from "./front.js";
import { Bt as _nonnegative, C as strictObject, D as union, Dr as $ZodError, O as unknown, a as array, g as number, u as int, v as optional, w as string, x as record } from "./zod.js";
import { Gn as createEstimator, Kn as estimateMessage, q as providerError } from "./core.js";

// src/llm/scripted.ts
const Count = number().check(int(), _nonnegative());
const ScriptedCall = strictObject({
	name: string(),
	arguments: union([record(string(), unknown()), string()])
});
const ScriptedReply = strictObject({
	text: optional(string()),
	think: optional(string()),
	calls: optional(array(ScriptedCall)),
	usage: optional(strictObject({
		input: Count,
		cacheRead: optional(Count),
		cacheWrite: optional(Count),
		output: Count
	})),
	error: optional(strictObject({
		status: number(),
		message: string()
	}))
});
const Script = array(ScriptedReply);
const SCRIPT_WINDOW = 2e5;
const SCRIPT_MAX_OUTPUT = 32768;
async function loadScript(path) {
	try {
		return Script.parse(JSON.parse(readGivenFile(path).toString("utf8")));
	} catch (error) {
		const reason = error instanceof $ZodError ? error.issues.map(describeIssue).join("; ") : systemReason(error);
		throw configError(`The script of the scripted model does not load: ${path}: ${reason}.`, "A script is a JSON array of replies such as {\"text\": \"done\"} or {\"calls\": [{\"name\": \"…\", \"arguments\": {}}]}.", error);
	}
}
function describeIssue(issue) {
	const where = issue.path.length === 0 ? "the script" : issue.path.join(".");
	const what = issue.code === "unrecognized_keys" ? ` (${issue.keys.join(", ")})` : "";
	return `${where}: ${issue.code}${what}`;
}
function createScriptedModel({ name, features, script, now }) {
	const estimate = createEstimator();
	const answers = script.flatMap(({ error }, at) => error === void 0 ? [at] : []);
	const calls = answers.length + (script.at(-1)?.error === void 0 ? 0 : 1);
	const failed = /* @__PURE__ */ new Map();
	const chat = (request) => {
		const index = request.messages.filter((message) => message.role === "assistant").length;
		const start = index === 0 ? 0 : (answers[index - 1] ?? script.length) + 1;
		const end = answers[index] ?? script.length;
		const reply = script[end];
		const errors = script.slice(start, end).flatMap(({ error }) => error ?? []);
		const failures = failed.get(index) ?? 0;
		const error = errors[failures] ?? (reply === void 0 ? errors.at(-1) : void 0);
		if (error !== void 0) {
			failed.set(index, failures + 1);
			throw providerError(Object.assign(new Error(error.message), { status: error.status }), {
				model: name,
				keyVariable: "the script",
				now: now()
			});
		}
		if (reply === void 0) throw new RunnerError({
			code: "provider.rejected",
			message: `The script of ${name} has ${counted(calls, "reply", "replies")} and was asked for number ${index + 1}.`,
			hint: "Add a reply to the script, or end it with a reply that has text and no calls."
		});
		const message = messageOf(reply, index);
		const { input, cacheRead, cacheWrite, output } = reply.usage ?? {
			input: estimate(request),
			output: estimateMessage(message)
		};
		return {
			message,
			usage: {
				input,
				cacheRead: cacheRead ?? 0,
				cacheWrite: cacheWrite ?? 0,
				output
			}
		};
	};
	return {
		name,
		window: SCRIPT_WINDOW,
		maxOutputTokens: SCRIPT_MAX_OUTPUT,
		features,
		estimate,
		costUsd: () => 0,
		chat: async (request, { signal }) => {
			signal.throwIfAborted();
			return chat(request);
		}
	};
}
function messageOf({ text, think, calls = [] }, index) {
	return {
		role: "assistant",
		blocks: [
			...think === void 0 ? [] : [{
				type: "think",
				text: think
			}],
			...text === void 0 ? [] : [{
				type: "text",
				text
			}],
			...calls.map((call, at) => ({
				type: "call",
				id: `call_${index}_${at}`,
				name: call.name,
				arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments)
			}))
		]
	};
}

export { loadScript as n, createScriptedModel as t };