import { B as partOf, F as positionDigest, G as startTagOutsideCode, Gi as imagesOf, H as shapeOf, I as writtenCallsIn, Ji as textOf, L as readXmlAnswer, R as schemasOf, Sn as argumentsObject, U as typesOf, Ui as callsOf, V as propertiesOf, W as namesTool, z as VERBATIM } from "./core.js";
import { _t as counted, et as failedCallOf } from "./front.js";

// src/llm/xml/prompt.ts
const howToCall = (verbatim) => `# Calling tools
You call a tool by writing it in your message as XML:

<tool_name>
<parameter>value</parameter>
</tool_name>

- One call per message, at its end, also where other instructions speak of several. Anything behind it is dropped.
- The result is the next message, after \`[tool_name] Result:\`. It is the tool's output, not the words of the user.
- Write values as they are: no escaping, no quotes around them. A list is one element per item.
- ${verbatim} begins behind the newline after its start tag and ends before the newline in front of its end tag, so a file that ends with a newline needs an empty line there.
- A parameter holds at most 100 KB.
- In a code block or between backticks a call is only shown, not carried out.`;
function systemWithTools({ system, tools }) {
	if (tools.length === 0) return system;
	const named = new Set(tools.flatMap(({ parameters }) => namesIn(parameters)));
	const verbatim = [...VERBATIM].filter((name) => name === "content" || named.has(name)).map((name) => `\`${name}\``);
	return [
		system.trimEnd(),
		howToCall(verbatim.join(" or ")),
		...tools.map(describeTool)
	].filter((part) => part !== "").join("\n\n");
}
function namesIn(schema) {
	const shape = shapeOf(schema);
	if (shape?.["type"] === "array") return namesIn(partOf(shape, "items"));
	return Object.entries(propertiesOf(schema)).flatMap(([name, member]) => [name, ...namesIn(member)]);
}
function describeTool({ name, description, parameters }) {
	const lines = describeMembers(parameters, "");
	const usage = Object.entries(propertiesOf(parameters)).filter(([key]) => requiredOf(parameters).has(key)).map(([key, schema]) => example(key, schema));
	return [
		`## ${name}`,
		description.trim(),
		...lines.length === 0 ? [] : ["Parameters:", ...lines],
		"Usage:",
		[
			`<${name}>`,
			...usage,
			`</${name}>`
		].join("\n")
	].join("\n");
}
function describeMembers(schema, indent) {
	const required = requiredOf(schema);
	return Object.entries(propertiesOf(schema)).flatMap(([key, member]) => {
		const { description } = member;
		const said = typeof description === "string" ? `; ${description}` : "";
		return [`${indent}- ${key} (${required.has(key) ? "required" : "optional"}): ${kindOf(member)}${said}`, ...describeInside(key, member, `${indent}  `)];
	});
}
function describeInside(name, schema, indent) {
	const shape = shapeOf(schema);
	if (shape?.["type"] !== "array") return shape === void 0 ? [] : describeMembers(shape, indent);
	const items = partOf(shape, "items");
	return describeInside(itemName(name), items, indent);
}
function kindOf(schema) {
	const shape = shapeOf(schema);
	const { enum: values } = schema;
	if (Array.isArray(values)) return values.map(String).join(" | ");
	if (shape?.["type"] === "array") {
		const items = kindOf(partOf(shape, "items"));
		return `list of ${items === "object" ? "objects" : items}${bounds(shape["minItems"], shape["maxItems"])}`;
	}
	if (shape !== void 0) return "object";
	const kinds = typesOf(schema).map((type) => KINDS[type] ?? type);
	return `${kinds.length === 0 ? "text" : kinds.join(" or ")}${bounds(schema["minimum"], schema["maximum"])}`;
}
const KINDS = {
	string: "text",
	integer: "whole number",
	boolean: "true or false"
};
function bounds(low, high) {
	const bound = (value) => typeof value === "number" ? String(value) : "";
	return low === void 0 && high === void 0 ? "" : `, ${bound(low)}..${bound(high)}`;
}
function example(name, schema) {
	const shape = shapeOf(schema);
	if (shape?.["type"] === "array") return element(name, `\n${example(itemName(name), partOf(shape, "items"))}\n`);
	if (shape === void 0) return element(name, VERBATIM.has(name) ? "\n…\n" : "…");
	return element(name, `\n${Object.entries(propertiesOf(shape)).filter(([key]) => requiredOf(shape).has(key)).map(([key, member]) => example(key, member)).join("\n")}\n`);
}
function element(name, inner) {
	return `<${name}>${inner}</${name}>`;
}
function itemName(list) {
	if (list.endsWith("ies")) return `${list.slice(0, -3)}y`;
	return /[^s]s$/.test(list) ? list.slice(0, -1) : "item";
}
function requiredOf(schema) {
	const { required } = schema;
	return new Set(Array.isArray(required) ? required : []);
}

// src/llm/xml/conversation.ts
function createPlainView() {
	const spoken = /* @__PURE__ */ new WeakMap();
	const answers = /* @__PURE__ */ new WeakMap();
	const say = (message) => {
		const plain = spoken.get(message) ?? assistantMessage(message);
		spoken.set(message, plain);
		return plain;
	};
	const hear = (heard) => {
		const last = heard.messages.at(-1);
		if (last === void 0) return [];
		const known = answers.get(last);
		if (known !== void 0 && isSame(known, heard)) return [known.plain];
		const plain = userMessage(heard);
		answers.set(last, {
			...heard,
			plain
		});
		return [plain];
	};
	return (messages) => {
		const plain = [];
		let heard = {
			asked: void 0,
			messages: []
		};
		for (const message of messages) {
			if (message.role !== "assistant") {
				heard.messages.push(message);
				continue;
			}
			plain.push(...hear(heard), say(message));
			heard = {
				asked: message,
				messages: []
			};
		}
		return [...plain, ...hear(heard)];
	};
}
function isSame(one, other) {
	return one.asked === other.asked && one.messages.length === other.messages.length && one.messages.every((message, at) => message === other.messages[at]);
}
function userMessage({ asked, messages }) {
	const note = asked === void 0 ? void 0 : noteOf(asked)?.text.trim();
	const [only] = messages;
	if (note === void 0 && messages.length === 1 && only?.role === "user") return only;
	const results = messages.filter((message) => message.role === "tool");
	const users = messages.filter((message) => message.role === "user");
	const blocks = [
		...results.map(({ toolCallId, content }) => `[${nameOf(toolCallId, asked)}] Result:\n${content}`),
		note ?? "",
		...users.map(({ content }) => content)
	];
	const images = [...results, ...users].flatMap(imagesOf);
	return {
		role: "user",
		content: blocks.filter((block) => block !== "").join("\n\n"),
		...images.length === 0 ? {} : { images }
	};
}
function nameOf(callId, asked = {
	role: "assistant",
	blocks: []
}) {
	return callsOf(asked).find(({ id }) => id === callId)?.name ?? "tool";
}
function assistantMessage(message) {
	const note = noteOf(message);
	const made = callsOf(message);
	if (note === void 0 && made.length === 0) return message;
	const blocks = message.blocks.filter((block) => block.type !== "call" && block !== note);
	const before = textOf({ blocks }).trim() === "" ? "" : "\n\n";
	const calls = made.map(callText).join("\n\n");
	const words = calls === "" && before === "" ? "…" : calls;
	const spoken = words === "" ? [] : [{
		type: "text",
		text: `${before}${words}`
	}];
	return {
		...message,
		blocks: [...blocks, ...spoken]
	};
}
function callText({ name, arguments: text }) {
	const { unparsed_arguments: unparsed, ...values } = argumentsObject(text);
	const inner = typeof unparsed === "string" ? [unparsed] : Object.entries(values).map(([key, value]) => memberText(key, value));
	return element(name, `\n${inner.map((line) => `${line}\n`).join("")}`);
}
function memberText(name, value) {
	if (typeof value === "string") return element(name, VERBATIM.has(name) || value.includes("\n") ? `\n${value}\n` : value);
	if (Array.isArray(value) && value.length > 0) return element(name, `\n${value.map((item) => memberText(itemName(name), item)).join("\n")}\n`);
	const members = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
	if (members.length === 0) return element(name, JSON.stringify(value));
	return element(name, `\n${members.map(([key, member]) => memberText(key, member)).join("\n")}\n`);
}
const NOTE = /^\s*\[(?:Not carried out|Left out): .*\]$/;
function notePart(rest, isFirst) {
	return {
		type: "text",
		text: `${isFirst ? "" : "\n\n"}[${noteText(rest)}]`
	};
}
function noteText(rest) {
	switch (rest.kind) {
		case "more_calls": return `Not carried out: ${counted(rest.count, "further call")} (${rest.names.join(", ")}). Only the first call of a message is; send the next one after its result.`;
		case "more_text": return "Left out: the text after the call. End your message with its call.";
		case "ended": return "Not carried out: what came after the first call, where your message was ended. Send one call in a message, at its end.";
		case "cut_call": return `Not carried out: ${rest.name}, which was cut off at the output limit. Send the whole call again, with less in it.`;
	}
}
function noteOf({ blocks }) {
	const last = blocks.findLast(({ type }) => type !== "call");
	return last?.type === "text" && NOTE.test(last.text) ? last : void 0;
}

// src/llm/xml/live-text.ts
const OPEN_TAG = new RegExp(String.raw`^<[\w.:-]{0,${128}}$`);
function certainLength(text) {
	const open = text.lastIndexOf("<");
	return (open !== -1 && OPEN_TAG.test(text.slice(open)) ? text.slice(0, open) : text).trimEnd().length;
}
function createLiveText(emit, { tools, callId }) {
	let text = "";
	let rest = "";
	let block = -1;
	let isOver = false;
	const show = (length) => {
		if (length <= 0) return;
		emit({
			block,
			type: "text",
			text: rest.slice(0, length)
		});
		rest = rest.slice(length);
	};
	const follow = () => {
		const start = namesTool(rest, tools) ? startTagOutsideCode(text, 0, (name) => tools.has(name)) : void 0;
		if (start === void 0) return show(certainLength(rest));
		show(text.slice(0, start).trimEnd().length - (text.length - rest.length));
		const [, name = "", behind = ""] = /^<([\w.:-]+)>([^]*)/.exec(text.slice(start)) ?? [];
		if (behind.trim() === "" || OPEN_TAG.test(behind.trimStart())) return;
		isOver = true;
		const [, parameter = ""] = /^\s*<([\w.:-]+)>/.exec(behind) ?? [];
		if (!Object.hasOwn(propertiesOf(tools.get(name) ?? {}), parameter)) return;
		emit({
			block: block + 1,
			type: "call",
			text: "",
			call: {
				id: callId,
				name
			}
		});
	};
	return (part) => {
		if (isOver) return;
		if (part.block !== block && rest.trim() === "") show(rest.length);
		block = part.block;
		if (part.type !== "text") return emit(part);
		text += part.text;
		rest += part.text;
		follow();
	};
}

// src/llm/xml/first-call.ts
const SETTLE_MS = 2e3;
function watchFirstCall(tools) {
	const controller = new AbortController();
	const end = () => controller.abort(new DOMException("The answer holds a whole call.", "AbortError"));
	const blocks = /* @__PURE__ */ new Map();
	let text = "";
	let recent = "";
	let callEnd;
	let settling;
	const hasMore = () => callEnd !== void 0 && text.slice(callEnd).trim() !== "";
	return {
		take: ({ block, type, text: more }) => {
			if (type === "call") return;
			const known = blocks.get(block) ?? {
				type,
				text: ""
			};
			known.text += more;
			blocks.set(block, known);
			if (type !== "text" || hasMore()) return;
			text += more;
			recent = recent.slice(-128 - 1) + more;
			if (callEnd === void 0 && namesTool(recent, tools)) {
				callEnd = endOfFirstCall(text, tools);
				if (callEnd !== void 0) settling = setTimeout(end, SETTLE_MS);
			}
			if (hasMore()) end();
		},
		signal: controller.signal,
		endedAt: () => hasMore() ? callEnd : void 0,
		message: () => ({
			role: "assistant",
			blocks: [...blocks.values()]
		}),
		close: () => clearTimeout(settling)
	};
}
function endOfFirstCall(text, tools) {
	const start = startTagOutsideCode(text, 0, (name) => tools.has(name));
	if (start === void 0) return void 0;
	const [, name = ""] = /^<([\w.:-]+)>/.exec(text.slice(start)) ?? [];
	if (text.slice(text.lastIndexOf("\n", start) + 1, start).includes("`") || !text.includes(`</${name}>`, start)) return void 0;
	const { call, kept, end } = readXmlAnswer(text, {
		tools,
		isCut: true
	});
	return call === void 0 || kept !== start ? void 0 : end;
}

// src/llm/xml-tools.ts
function withXmlTools(model) {
	const plainView = createPlainView();
	const plain = (request) => ({
		...request,
		system: systemWithTools(request),
		tools: [],
		understood: [],
		messages: plainView(request.messages)
	});
	return {
		...model,
		features: /* @__PURE__ */ new Set([...model.features, "tool_use"]),
		estimate: (request) => model.estimate(plain(request)),
		chat: async (request, options) => {
			const tools = schemasOf(request);
			const live = options.onPart && createLiveText(options.onPart, {
				tools,
				callId: callIdOf(request)
			});
			const first = watchFirstCall(tools);
			const onPart = (part) => {
				live?.(part);
				first.take(part);
			};
			const signal = AbortSignal.any([options.signal, first.signal]);
			return withCalls(await model.chat(plain(request), {
				...options,
				signal,
				onPart
			}).catch((error) => endedReply(error, first, options.signal)).finally(first.close), request, first.endedAt());
		}
	};
}
function endedReply(error, first, stop) {
	const failed = failedCallOf(error);
	if (failed === void 0 || stop.aborted || !first.signal.aborted) throw error;
	const { usage, estimated, costUsd } = failed;
	return {
		message: first.message(),
		usage,
		estimated,
		costUsd
	};
}
function withCalls(reply, request, endedAt) {
	const { message } = reply;
	if (request.tools.length === 0 || callsOf(message).length > 0) return reply;
	const wasCut = reply.isCut === true && endedAt === void 0;
	const tools = schemasOf(request);
	const text = textOf(message).slice(0, endedAt);
	const answer = inMarkup(readXmlAnswer(text, {
		tools,
		isCut: wasCut
	}), text, tools);
	const { call, isCut } = answer;
	const rest = endedAt === void 0 ? answer.rest : { kind: "ended" };
	if (call === void 0 && rest === void 0) return isCut ? {
		...reply,
		isCut
	} : reply;
	const kept = blocksUpTo(answer.kept, message.blocks);
	const isFirst = kept.every(({ type }) => type !== "text");
	const note = rest === void 0 ? [] : [notePart(rest, isFirst)];
	const calls = call === void 0 ? [] : [{
		type: "call",
		id: callIdOf(request),
		...call
	}];
	return {
		...reply,
		message: {
			...message,
			blocks: [
				...kept,
				...note,
				...calls
			]
		},
		...isCut || reply.isCut === true ? { isCut } : {}
	};
}
function inMarkup(answer, text, tools) {
	if (answer.call !== void 0 || answer.rest !== void 0) return answer;
	const { kept, calls: [call, ...more] = [] } = writtenCallsIn(text, tools) ?? { kept: text.length };
	if (call === void 0) return answer;
	const names = [...new Set(more.map(({ name }) => name))];
	const rest = more.length === 0 ? {} : { rest: {
		kind: "more_calls",
		count: more.length,
		names
	} };
	return {
		kept,
		call,
		isCut: answer.isCut,
		...rest
	};
}
function callIdOf(request) {
	return `call_${positionDigest(request)}_0`;
}
function blocksUpTo(kept, blocks) {
	let left = kept;
	return blocks.flatMap((block) => {
		if (block.type !== "text") return [block];
		const text = block.text.slice(0, Math.max(0, left));
		left -= block.text.length;
		if (text.trim() === "") return [];
		return [{
			type: "text",
			text: left <= 0 ? text.trimEnd() : text
		}];
	});
}

export { withXmlTools as t };