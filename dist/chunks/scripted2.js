import { E as readGivenFile, gt as counted, ot as RunnerError, r as systemReason, st as configError } from "./front.js";
import { C as string, D as unknown, E as union, Er as $ZodError, S as strictObject, a as array, b as record, g as number, u as int, v as optional, zt as _nonnegative } from "./zod.js";
import { Un as createEstimator, Wn as estimateMessage, q as providerError } from "./core.js";

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
	const steps = stepsOf(script);
	const failed = /* @__PURE__ */ new Map();
	const chat = (request) => {
		const index = request.messages.filter((message) => message.role === "assistant").length;
		const step = steps[index];
		const failures = failed.get(index) ?? 0;
		const error = step?.errors[failures] ?? (step?.reply === void 0 ? step?.errors.at(-1) : void 0);
		if (error !== void 0) {
			failed.set(index, failures + 1);
			throw providerError(Object.assign(new Error(error.message), { status: error.status }), {
				model: name,
				keyVariable: "the script",
				now: now()
			});
		}
		if (step?.reply === void 0) throw exhausted(name, index, steps.length);
		const message = messageOf(step.reply, index);
		const { input, cacheRead, cacheWrite, output } = step.reply.usage ?? {
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
function stepsOf(script) {
	const steps = [];
	let errors = [];
	for (const reply of script) if (reply.error === void 0) {
		steps.push({
			errors,
			reply
		});
		errors = [];
	} else errors.push(reply.error);
	if (errors.length > 0) steps.push({
		errors,
		reply: void 0
	});
	return steps;
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
function exhausted(name, index, length) {
	return new RunnerError({
		code: "provider.rejected",
		message: `The script of ${name} has ${counted(length, "reply", "replies")} and was asked for number ${index + 1}.`,
		hint: "Add a reply to the script, or end it with a reply that has text and no calls."
	});
}

export { loadScript as n, createScriptedModel as t };