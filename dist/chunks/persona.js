import { R as sha256, _ as canonicalJson, at as member, ct as configError, ht as oneLine, it as isRecord, lt as describeError, rt as definedMembers, st as RunnerError } from "./front.js";
import { $t as _trim, D as union, Kt as _regex, O as unknown, _ as object, a as array, d as literal, h as nullish, m as nullable, v as optional, w as string, x as record } from "./zod.js";
import { Ar as expandSkill, Fr as restrictTools, Jr as ASK_ROLE, Kr as SYSTEM_PROMPT, Lr as builtinSubagents, Mr as isSkillIn, Mt as COMPACTIONS, Qr as REVIEW_ROLE, Rr as defaultAgent, Ur as toolsInGroups, Vr as inToolOrder, Wr as toolsOffered, Xr as DEBUG_ROLE, Yr as CODE_ROLE, Zr as ORCHESTRATOR_ROLE, dn as namesOf$1, fa as TOOL_GROUPS, fn as toolNamed, jr as findSkill, jt as unknownPlaceholders, kr as SKILL_FOLDERS, kt as PLACEHOLDERS, ni as TOOL_FOLDER, pn as jsonSchemas, qa as nearest, qr as ARCHITECT_ROLE, ri as isToolFile, zr as asSubagent } from "./core.js";
import { At as word, Ct as named, Et as regex, N as endOf, Ot as text, S as inputMistake, St as mapping, Tt as oneOf, at as invalidFile, bt as flag, ct as unknownName, gt as compileModels, ht as compileModelTasks, kt as whole, mt as Models, ot as readYaml, xt as list } from "./toolbox.js";
import { posix } from "node:path";

// src/yaml/front-matter.ts
const FRONT_MATTER = /^---[ \t]*(\n(?:.*\n)*?)---[ \t]*(?:\n(?:[ \t]*\n)*|$)/;
function readFrontMatter(options) {
	const { file, text, refusal } = options;
	const [head, front] = FRONT_MATTER.exec(text) ?? [];
	if (head !== void 0 && front !== void 0) return {
		...readYaml({
			...options,
			text: front
		}),
		body: text.slice(head.length).trimEnd(),
		bodyLine: head.split("\n").length
	};
	if (!/^---[ \t]*(?:\n|$)/.test(text)) return void 0;
	const line = `${file}:1:1: the front matter is not closed; expected a line \`---\` that ends it`;
	throw invalidFile({
		file,
		lines: [line],
		refusal
	});
}

// src/agents/agent-layer.ts
const MAX_NAME_CHARS = 64;
const name = () => text("a name of at most 64 characters", MAX_NAME_CHARS);
const path = () => text("a path relative to this file", 500);
const prose = () => text("a string of at most 2000 characters", 2e3);
const model = () => text("a model, like moonshotai/kimi-k2", 200);
const tools = () => list(text("the name of a tool", 100), "a list of tools, like [\"read_file\"]");
const subagentName = () => word(/^[A-Za-z0-9][\w-]*$/, "a name of letters, digits, _ and -", 64);
const placeholderName = () => word(/^[A-Za-z_]\w*$/, "a name of letters, digits and _", 64);
const AgentYaml = mapping({
	version: literal(1, { error: "1" }),
	agent: mapping({
		extend: optional(path()),
		name: optional(union([name(), literal("")], { error: "a name of at most 64 characters" })),
		system_prompt_path: optional(path()),
		system_prompt_args: optional(named(placeholderName(), string({ error: "a string; put quotes around it" }))),
		model: optional(model()),
		models: optional(Models),
		when_to_use: optional(prose()),
		tools: optional(tools()),
		allowed_tools: optional(tools()),
		exclude_tools: optional(tools()),
		compaction: optional(oneOf(COMPACTIONS)),
		subagents: nullish(named(subagentName(), mapping({
			path: path(),
			description: prose()
		}), "a mapping of names to { path, description }"))
	})
}, "a mapping that begins with `version: 1`");
const AgentFrontMatter = mapping({
	name: name(),
	description: prose(),
	whenToUse: optional(prose()),
	override: optional(flag()),
	mode: optional(oneOf(["replace", "append"], "replace (the built-in prompt) or append (to it)")),
	model: optional(model()),
	models: optional(Models),
	compaction: optional(oneOf(COMPACTIONS)),
	tools: optional(tools()),
	disallowedTools: optional(tools()),
	subagents: optional(list(text("a built-in subagent or the path of an agent file", 500), "a list of built-in subagents and paths of agent files"))
}, "front matter with `name` and `description`");
function readLayer(file, text, catalogue) {
	const plain = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
	return file.endsWith(".md") ? markdownLayer(file, plain, catalogue) : yamlLayer(file, plain, catalogue);
}
function yamlLayer(file, text, catalogue) {
	const yaml = readYaml({
		file,
		text,
		schema: AgentYaml
	});
	const { agent } = yaml.data;
	const { pathAt, toolsAt, check } = createResolver(file, yaml, catalogue);
	const { extend, subagents, system_prompt_path: prompt } = agent;
	return check({
		extend: extend === void 0 || extend === "default" ? extend : pathAt(["agent", "extend"], extend),
		name: agent.name === "" ? extend === void 0 ? nameOf(file) : void 0 : agent.name,
		prompt: prompt === void 0 ? void 0 : pathAt(["agent", "system_prompt_path"], prompt),
		promptArgs: agent.system_prompt_args,
		...modelFields(agent),
		whenToUse: agent.when_to_use,
		tools: toolsAt(["agent", "tools"], agent.tools),
		allowedTools: toolsAt(["agent", "allowed_tools"], agent.allowed_tools),
		excludeTools: toolsAt(["agent", "exclude_tools"], agent.exclude_tools),
		subagents: subagents === void 0 ? void 0 : Object.entries(subagents ?? {}).map(([name, { path, description }]) => ({
			...pathAt([
				"agent",
				"subagents",
				name,
				"path"
			], path),
			named: {
				name,
				description
			}
		})),
		refuse: yaml.refuse
	});
}
function nameOf(file) {
	const { name, dir } = posix.parse(file);
	return (name === "agent" && posix.basename(dir) || name).slice(0, MAX_NAME_CHARS);
}
function markdownLayer(file, text, catalogue) {
	const yaml = readFrontMatter({
		file,
		text,
		schema: AgentFrontMatter
	});
	if (yaml === void 0) throw invalidFile({
		file,
		lines: [`${file}:1:1: no front matter; expected it between two lines \`---\` at the very beginning`]
	});
	const { data, body, bodyLine: line } = yaml;
	if (body === "") throw invalidFile({
		file,
		lines: [`${file}:${line}:1: nothing below the front matter; expected the system prompt`]
	});
	const { pathAt, toolsAt, check } = createResolver(file, yaml, catalogue);
	const builtins = builtinSubagents(catalogue);
	return check({
		name: data.name,
		prompt: {
			file,
			text: `${body}\n`,
			line,
			isAppended: data.mode === "append"
		},
		...modelFields(data),
		whenToUse: [data.description, data.whenToUse ?? ""].join(" ").trim(),
		tools: toolsAt(["tools"], data.tools) ?? toolsOffered(["default"], catalogue),
		excludeTools: toolsAt(["disallowedTools"], data.disallowedTools),
		subagents: (data.subagents ?? [...builtins.keys()]).map((named, index) => builtins.has(named) ? named : pathAt(["subagents", index], named)),
		refuse: yaml.refuse
	});
}
function modelFields({ model, models, compaction }) {
	return {
		model,
		models: models && compileModels(models),
		modelTasks: models && compileModelTasks(models),
		compaction
	};
}
function createResolver(file, { refuse }, catalogue) {
	const mistakes = [];
	return {
		pathAt: (field, written) => {
			const path = posix.join(posix.dirname(file), written);
			if (posix.isAbsolute(written) || path === ".." || path.startsWith("../")) mistakes.push({
				field,
				accepts: "a path inside the repository, relative to this file"
			});
			return {
				path,
				refuse: (accepts) => refuse([{
					field,
					accepts
				}])
			};
		},
		toolsAt: (field, written) => written?.flatMap((name, index) => {
			const tool = toolNamed(name, catalogue);
			if (tool !== void 0) return [tool];
			const known = catalogue.map((entry) => entry.name);
			mistakes.push({
				field: [...field, index],
				says: unknownName("tool", name, known)
			});
			return [];
		}),
		check: (layer) => {
			if (mistakes.length > 0) throw refuse(mistakes);
			return layer;
		}
	};
}

// src/agents/agent-file.ts
const MAX_EXTENDS = 10;
async function loadAgentFile(path, options) {
	const file = posix.normalize(path);
	const text = !posix.isAbsolute(file) && !file.startsWith("../") && isAgentFile(file) ? await options.read(file) : void 0;
	if (text !== void 0) return loadRoot(file, text, options);
	throw configError(`There is no agent file ${path} in the base commit.`, `Name ${AGENT_FILE} by its path from the root of the repository, and commit it.`);
}
const AGENT_FILE = "a .yaml, .yml, .json or .md file";
function isAgentFile(path) {
	return /\.(?:ya?ml|json|md)$/.test(path);
}
async function loadRoot(file, text, options) {
	const { fields, subagents } = await loadFields(file, text, options);
	const builtins = builtinSubagents(options.catalogue);
	const found = /* @__PURE__ */ new Map();
	for (const subagent of subagents) {
		if (typeof subagent === "string") {
			const type = builtins.get(subagent);
			if (type !== void 0) found.set(subagent, type);
			continue;
		}
		const own = await loadFields(subagent.path, await agentText(subagent, options), options);
		const spec = asSubagent(own.fields, options.catalogue);
		const { name, description } = subagent.named ?? {
			name: spec.name,
			description: spec.whenToUse
		};
		if (found.has(name)) throw subagent.refuse(`an agent with another name than "${name}", which is there already`);
		found.set(name, {
			description,
			spec
		});
	}
	return {
		...fields,
		subagents: found
	};
}
async function loadFields(file, text, options) {
	const chain = await loadChain(file, text, options);
	const [leaf] = chain;
	const base = chain.at(-1)?.extend === "default" ? defaultAgent(options.catalogue) : void 0;
	const outermostFirst = chain.toReversed();
	const promptArgs = Object.assign({}, base?.promptArgs, ...outermostFirst.map((layer) => layer.promptArgs ?? {}));
	const layer = Object.assign({}, ...outermostFirst.map(definedMembers));
	const { name = base?.name, tools = base?.tools, prompt, model, models, modelTasks, compaction } = layer;
	const systemPrompt = prompt === void 0 ? base?.systemPrompt : await templateOf(prompt, promptArgs, options);
	if (name === void 0 || systemPrompt === void 0 || tools === void 0) throw leaf.refuse([
		...missing(name, "name", "a name"),
		...missing(systemPrompt, "system_prompt_path", "the path of a prompt"),
		...missing(tools, "tools", "a list of tools")
	]);
	const restriction = {
		allowed: layer.allowedTools,
		excluded: layer.excludeTools ?? []
	};
	const excludes = restrictedNames(restriction, options.catalogue);
	return {
		fields: definedMembers({
			name,
			whenToUse: layer.whenToUse ?? base?.whenToUse ?? "",
			systemPrompt,
			promptArgs,
			model,
			models,
			modelTasks: modelTasks?.size === 0 ? void 0 : modelTasks,
			compaction: compaction === "summary" ? void 0 : compaction,
			tools: inToolOrder(restrictTools(tools, restriction), options.catalogue),
			excludes: excludes.length === 0 ? void 0 : excludes,
			subagents: /* @__PURE__ */ new Map()
		}),
		subagents: layer.subagents ?? [...base?.subagents.keys() ?? []]
	};
}
function restrictedNames({ allowed, excluded }, catalogue) {
	return catalogue.filter(({ group }) => group !== void 0).map(({ name }) => name).filter((name) => excluded.includes(name) || allowed?.includes(name) === false);
}
function missing(value, key, what) {
	return value === void 0 ? [{
		field: ["agent", key],
		accepts: `${what}, or \`extend: default\``
	}] : [];
}
async function loadChain(file, text, options) {
	const files = [file];
	const first = readLayer(file, text, options.catalogue);
	const rest = [];
	let { extend } = first;
	while (extend !== void 0 && extend !== "default") {
		const chain = [...files, extend.path].join(" → ");
		if (files.includes(extend.path)) throw extend.refuse(`an agent that does not extend this one: ${chain}`);
		if (files.length > MAX_EXTENDS) throw extend.refuse(`an agent that extends at most ${MAX_EXTENDS} others: ${chain}`);
		files.push(extend.path);
		const layer = readLayer(extend.path, await agentText(extend, options, " or `default`"), options.catalogue);
		rest.push(layer);
		extend = layer.extend;
	}
	return [first, ...rest];
}
async function agentText(reference, { read }, other = "") {
	const text = isAgentFile(reference.path) ? await read(reference.path) : void 0;
	if (text !== void 0) return text;
	throw reference.refuse(`${AGENT_FILE} of the base commit${other}; there is no ${reference.path}`);
}
async function templateOf(prompt, promptArgs, { read }) {
	const { file, text, line, isAppended } = "file" in prompt ? prompt : await promptFile(prompt, read);
	const own = Object.keys(promptArgs);
	const unknown = unknownPlaceholders(text, own);
	const mistakes = unknown.slice(0, 50).map(({ text: placeholder, offset }) => {
		const before = text.slice(0, offset).split("\n");
		return `${`${file}:${line + before.length - 1}:${(before.at(-1)?.length ?? 0) + 1}`}: unknown placeholder ${placeholder}; known: ${[...PLACEHOLDERS, ...own].join(", ")}; to write the text itself, use $${placeholder}`;
	});
	if (mistakes.length > 0) throw invalidFile({
		file,
		lines: mistakes,
		count: unknown.length
	});
	return isAppended ? `${SYSTEM_PROMPT}\n# Role\n${text}` : text;
}
async function promptFile(reference, read) {
	const text = await read(reference.path);
	if (text !== void 0 && text.trim() !== "") return {
		file: reference.path,
		text,
		line: 1,
		isAppended: false
	};
	const what = text === void 0 ? `there is no ${reference.path}` : `${reference.path} is empty`;
	throw reference.refuse(`a text file of the base commit; ${what}`);
}

// src/agents/builtin-modes.ts
const BUILTIN_MODES = [
	{
		slug: "architect",
		role: ARCHITECT_ROLE,
		whenToUse: "Designs and plans before something is built; writes Markdown only.",
		groups: [
			"read",
			"edit",
			"browser",
			"mcp"
		],
		writes: {
			pattern: "\\.md$",
			description: "Markdown files only"
		}
	},
	{
		slug: "code",
		role: CODE_ROLE,
		whenToUse: "Writes, changes and repairs code.",
		groups: [
			"read",
			"edit",
			"browser",
			"command",
			"mcp"
		]
	},
	{
		slug: "ask",
		role: ASK_ROLE,
		whenToUse: "Answers questions and explains code; changes nothing.",
		groups: [
			"read",
			"browser",
			"mcp"
		]
	},
	{
		slug: "debug",
		role: DEBUG_ROLE,
		whenToUse: "Finds the cause of a fault and repairs it.",
		groups: [
			"read",
			"edit",
			"browser",
			"command",
			"mcp"
		]
	},
	{
		slug: "orchestrator",
		role: ORCHESTRATOR_ROLE,
		whenToUse: "Splits a large task into parts and hands each to another mode.",
		groups: [],
		offers: ["orchestrator"]
	},
	{
		slug: "review",
		role: REVIEW_ROLE,
		whenToUse: "Reviews the changes between two commits; changes nothing.",
		groups: ["read"]
	}
];

// src/agents/custom-modes.ts
const MAX_PATTERN_CHARS = 500;
const GROUP = `one of: ${TOOL_GROUPS.join(", ")}; or [edit, { fileRegex, description }]`;
const PATTERN = `a regular expression of at most ${MAX_PATTERN_CHARS} characters, like \\.md$`;
const GroupName = oneOf(TOOL_GROUPS, GROUP);
const GroupOptions = mapping({
	fileRegex: optional(regex(PATTERN, MAX_PATTERN_CHARS)),
	description: optional(text("a string"))
}, "a mapping with fileRegex and description");
const Restricted = list(union([GroupOptions, GroupName]), GROUP, 2).check(({ value, issues }) => {
	const [name, options] = value;
	if (typeof name !== "string" || typeof options === "string") issues.push({
		code: "custom",
		input: value,
		message: GROUP
	});
});
const Group = union([GroupName, Restricted], { error: GROUP });
const MODE_FIELDS = {
	slug: word(/^[A-Za-z0-9-]+$/, "letters, digits and dashes"),
	name: text("a name"),
	roleDefinition: text("a string: who the model is in this mode"),
	whenToUse: optional(text("a string")),
	description: optional(text("a string")),
	customInstructions: optional(text("a string")),
	groups: list(Group, `a list of groups: ${TOOL_GROUPS.join(", ")}`),
	tools: optional(list(text("the name of a tool", 100), "a list of tools, like [\"insert_content\"]")),
	source: optional(oneOf(["global", "project"], "global or project")),
	iconName: optional(text("a string"))
};
const ModesFile = mapping({ customModes: list(mapping(MODE_FIELDS, "a mapping with slug, name, roleDefinition and groups"), "a list of modes") }, "a mapping with `customModes`");
const MAX_CHARS = 4e5;
const AnyModes = object({ customModes: array(unknown()) });
function readUsableModes(file, catalogue) {
	const { path, text } = file;
	const whole = valueOrMistake(() => readModes(file, catalogue));
	if (!(whole instanceof RunnerError)) return {
		modes: whole,
		broken: /* @__PURE__ */ new Map(),
		notes: []
	};
	const any = valueOrMistake(() => readYaml({
		file: path,
		text,
		schema: AnyModes,
		maxChars: MAX_CHARS
	}));
	if (any instanceof RunnerError) return whole;
	const modes = [];
	const notes = [];
	const broken = /* @__PURE__ */ new Map();
	for (const [index, entry] of any.data.customModes.entries()) {
		const given = member(entry, "slug");
		const slug = typeof given === "string" ? given : `number ${index + 1}`;
		const { mode, left } = withKnownParts(entry);
		const alone = {
			path,
			text: JSON.stringify({ customModes: [mode] })
		};
		const read = valueOrMistake(() => readModes(alone, catalogue));
		if (read instanceof RunnerError) {
			const says = `${path}: the mode ${slug} cannot be used: ${read.message.replaceAll(/^ {0,2}[^\s:]{1,99}:\d{1,9}:\d{1,9}: (?:customModes\[0\]\.?)?/gm, "")}`;
			broken.set(slug, configError(says, "Fix it, or choose another mode."));
			continue;
		}
		modes.push(...read);
		if (left.length > 0) notes.push(`${path}: of the mode ${slug}, ${left.join(", ")} is unknown and ignored.`);
	}
	return {
		modes,
		broken,
		notes
	};
}
function valueOrMistake(read) {
	try {
		return read();
	} catch (error) {
		if (error instanceof RunnerError) return error;
		throw error;
	}
}
function withKnownParts(entry) {
	if (!isRecord(entry)) return {
		mode: entry,
		left: []
	};
	const left = [];
	const isKnown = (name) => Object.hasOwn(MODE_FIELDS, name) || !left.push(name);
	const mode = Object.fromEntries(Object.entries(entry).filter(([name]) => isKnown(name)));
	const { groups } = mode;
	if (!Array.isArray(groups)) return {
		mode,
		left
	};
	const isGroup = (group) => typeof group !== "string" || TOOL_GROUPS.some((name) => name === group) || !left.push(`the group ${group}`);
	return {
		mode: {
			...mode,
			groups: groups.filter(isGroup)
		},
		left
	};
}
function readModes({ path, text }, catalogue) {
	const { data, refuse } = readYaml({
		file: path,
		text,
		schema: ModesFile,
		maxChars: MAX_CHARS
	});
	const mistakes = [];
	const slugs = /* @__PURE__ */ new Set();
	const modes = data.customModes.map((custom, index) => {
		const field = ["customModes", index];
		if (slugs.has(custom.slug)) mistakes.push({
			field: [...field, "slug"],
			accepts: "a slug that no other mode has"
		});
		slugs.add(custom.slug);
		const { roleDefinition, customInstructions = "", whenToUse, description, name, slug } = custom;
		const of = readGroups(custom.groups, [...field, "groups"], mistakes);
		const tools = namedTools({
			...of,
			tools: custom.tools ?? []
		}, field, mistakes, catalogue);
		return {
			slug,
			role: [roleDefinition.trim(), customInstructions.trim()].filter((part) => part !== "").join("\n\n"),
			whenToUse: whenToUse ?? description ?? name,
			...of,
			...tools.length === 0 ? {} : { tools }
		};
	});
	if (mistakes.length > 0) throw refuse(mistakes);
	return modes;
}
function namedTools({ tools = [], groups }, field, mistakes, catalogue) {
	const open = catalogue.filter(({ offeredTo }) => offeredTo.includes("agent files"));
	return tools.flatMap((name, index) => {
		const at = [
			...field,
			"tools",
			index
		];
		const tool = open.find((one) => one.name === name);
		if (tool?.group !== void 0 && !groups.includes(tool.group)) mistakes.push({
			field: at,
			says: `${name} needs the group ${tool.group}`
		});
		else if (tool === void 0) mistakes.push({
			field: at,
			accepts: `one of: ${open.map((one) => one.name).join(", ")}`
		});
		return tool === void 0 ? [] : [tool.name];
	});
}
function readGroups(written, field, mistakes) {
	const groups = [];
	let writes;
	for (const [index, entry] of written.entries()) {
		const at = [...field, index];
		const parts = [entry].flat();
		const group = TOOL_GROUPS.find((name) => name === parts[0]);
		if (group === void 0) continue;
		const { fileRegex: pattern, description = `files that match ${pattern}` } = typeof parts[1] === "object" ? parts[1] : {};
		if (groups.includes(group)) mistakes.push({
			field: at,
			says: `the group ${group} is there already`
		});
		groups.push(group);
		if (pattern === void 0) continue;
		writes = {
			pattern,
			description
		};
		if (group !== "edit") {
			const says = "only the group edit can be restricted to files";
			mistakes.push({
				field: [
					...at,
					1,
					"fileRegex"
				],
				says,
				atKey: true
			});
		}
	}
	return writes === void 0 ? { groups } : {
		groups,
		writes
	};
}

// src/agents/modes.ts
const REVIEW = "review";
const MAX_WARNING_CHARS = 500;
function loadModes(files, catalogue, { wanted, rulesOf = () => "", warn = () => {} } = {}) {
	const modes = new Map(BUILTIN_MODES.map((mode) => [mode.slug, mode]));
	const custom = /* @__PURE__ */ new Set();
	const unread = [];
	for (const file of files) {
		const read = wanted === void 0 ? {
			modes: readModes(file, catalogue),
			broken: /* @__PURE__ */ new Map(),
			notes: []
		} : readUsableModes(file, catalogue);
		if (read instanceof RunnerError) {
			unread.push(read);
			continue;
		}
		for (const [slug, error] of read.broken) {
			if (custom.has(slug)) continue;
			if (slug === wanted) throw error;
			warn(`${oneLine(error.message, MAX_WARNING_CHARS)}.`);
			custom.add(slug);
			modes.delete(slug);
		}
		for (const mode of read.modes) {
			if (!custom.has(mode.slug)) modes.set(mode.slug, mode);
			custom.add(mode.slug);
		}
		read.notes.forEach(warn);
	}
	const [first] = unread;
	if (first !== void 0 && !custom.has(wanted ?? "")) throw first;
	for (const error of unread) warn(`${oneLine(error.message, MAX_WARNING_CHARS)}. The file is not used.`);
	if (wanted !== void 0 && !custom.has(REVIEW)) {
		for (const slug of modes.keys()) if (slug === REVIEW !== (wanted === REVIEW)) modes.delete(slug);
	}
	const specs = [...modes.values()].map((mode) => agentOf(mode, rulesOf(mode.slug), catalogue));
	const work = toolsInGroups(TOOL_GROUPS, catalogue);
	const subagents = new Map([...builtinSubagents(catalogue), ...specs.filter(({ name, tools }) => tools.some((tool) => work.includes(tool)) && (name !== REVIEW || custom.has(name))).map((spec) => [spec.name, {
		description: spec.whenToUse,
		spec: asSubagent(spec, catalogue)
	}])]);
	return new Map(specs.map((spec) => [spec.name, {
		...spec,
		subagents
	}]));
}
function agentOf(mode, rules, catalogue) {
	const { slug, role, whenToUse, groups, writes, offers = [], tools = [] } = mode;
	const ofReview = slug === REVIEW ? [REVIEW] : [];
	const offered = toolsOffered([
		...groups,
		...offers,
		...ofReview,
		"every mode"
	], catalogue);
	return {
		name: slug,
		whenToUse,
		systemPrompt: SYSTEM_PROMPT,
		promptArgs: { ROLE_ADDITIONAL: rules === "" ? role : `${role}\n\n${rules}` },
		tools: inToolOrder([...offered, ...tools], catalogue),
		...writes === void 0 ? {} : { writes },
		subagents: /* @__PURE__ */ new Map()
	};
}

// src/commands/flow-graph.ts
function createFlowGraph({ file, line: firstLine, labelled, nameOf = (id) => id }) {
	const nodes = /* @__PURE__ */ new Map();
	const edges = /* @__PURE__ */ new Map();
	const refuse = (line, message, hint) => {
		throw refusal(file, line, message, hint);
	};
	const from = (id) => edges.get(id) ?? [];
	const terminal = (name) => {
		const [first, second] = [...nodes.values()].filter(({ label }) => label.toUpperCase() === name);
		if (first === void 0) return refuse(firstLine, `the flow has no node labelled ${name}.`, "Exactly one node must be labelled BEGIN and one END.");
		if (second !== void 0) refuse(second.line, `"${second.id}" is labelled ${name}, and so is "${first.id}" in line ${first.line}.`, `Exactly one node must be labelled ${name}.`);
		return first;
	};
	const reachable = (start) => {
		const seen = /* @__PURE__ */ new Set([start]);
		for (const id of seen) for (const edge of from(id)) seen.add(edge.to);
		return seen;
	};
	const branches = (node) => {
		const known = /* @__PURE__ */ new Map();
		return from(node.id).map(({ to, label, line }) => {
			if (label === void 0) return refuse(line, `the edge to "${to}" has no label, and "${node.id}" has more than one edge.`, `Each edge of a decision needs a label: ${labelled(node.id, to)}.`);
			const other = known.get(label);
			if (other !== void 0) refuse(line, `two edges of "${node.id}" are labelled "${label}"; the first is in line ${other}.`, "The labels of a decision's edges must differ.");
			known.set(label, line);
			return {
				to,
				label
			};
		});
	};
	const finished = (node, begin, end) => {
		const { id, label, line } = node;
		const own = from(id);
		if (label === "") refuse(line, `"${id}" has an empty label.`, "A node's label is its prompt: write what to do.");
		if (id === end && own[0] !== void 0) refuse(own[0].line, `an edge leads from END to "${own[0].to}".`, "The flow stops at END: remove the edge.");
		if (id === begin && own[1] !== void 0) refuse(own[1].line, `a second edge leads from BEGIN, to "${own[1].to}".`, "BEGIN asks nothing, so it has one edge; put a decision after it.");
		if (own.length > 1) return {
			id,
			label,
			kind: "decision",
			edges: branches(node)
		};
		return {
			id,
			label,
			kind: id === begin ? "begin" : id === end ? "end" : "task",
			edges: own.map((edge) => edge.label === void 0 ? { to: edge.to } : {
				to: edge.to,
				label: edge.label
			})
		};
	};
	return {
		node(id, label, line) {
			const known = nodes.get(id);
			if (known === void 0 || !known.isDefined && label !== void 0) nodes.set(id, {
				id,
				label: (label ?? nameOf(id)).trim(),
				line,
				isDefined: label !== void 0
			});
			else if (label !== void 0 && label.trim() !== known.label) refuse(line, `"${id}" is labelled "${label.trim()}" here and "${known.label}" in line ${known.line}.`, "A node has one label: write it once, or the same each time.");
		},
		edge({ label, ...edge }) {
			const text = label?.trim();
			const own = edges.get(edge.from) ?? [];
			edges.set(edge.from, own);
			own.push({
				...edge,
				label: text === "" ? void 0 : text
			});
		},
		build() {
			const begin = terminal("BEGIN");
			const end = terminal("END");
			const ids = reachable(begin.id);
			if (!ids.has(end.id)) {
				const others = [...ids].filter((id) => id !== begin.id).map((id) => `"${id}"`);
				refuse(end.line, "no path leads from BEGIN to END.", `Draw an edge to "${end.id}" from BEGIN or from what it reaches: ${others.join(", ") || "nothing yet"}.`);
			}
			const reached = [...nodes.values()].filter(({ id }) => ids.has(id));
			return {
				begin: begin.id,
				nodes: new Map(reached.map((node) => [node.id, finished(node, begin.id, end.id)]))
			};
		}
	};
}
function shorten(text) {
	const trimmed = text.trim();
	return trimmed.length > 60 ? `${trimmed.slice(0, 59)}…` : trimmed;
}
function refusal(file, line, message, hint) {
	return configError(`${file}:${line}: ${message}`, hint);
}

// src/commands/flow-d2.ts
const EDGE_PROPERTY = /^\([^)]*\)\[\d+\]/;
const COMMENT = /(?:^|(?<!\s)\s+)#(?:\s.*)?$/s;
const INLINE_MAP = /^((?:.*\S)?)\s*\{([^{}]*)\}$/;
const MAX_DEPTH = 100;
const BLOCK_STRING = /^(\|+)([A-Za-z]*)/;
const ACCEPTED$1 = "Accepted: a, a: label, a: \"label\", a: |md text |, a -> b, a -> b: label, a -> b -> c: label of b -> c.";
function parseD2Flow(code, { file, line: firstLine }) {
	const containers = /* @__PURE__ */ new Set();
	const steps = /* @__PURE__ */ new Set();
	const graph = createFlowGraph({
		file,
		line: firstLine,
		labelled: (from, to) => `${from} -> ${to}: label`,
		nameOf: (id) => {
			const within = [...containers].filter((one) => id.startsWith(`${one}.`)).map(({ length }) => length + 1);
			return id.slice(Math.max(0, ...within));
		}
	});
	const fill = [];
	const lines = code.split("\n");
	let next = 0;
	const line = () => firstLine + next - 1;
	const refuse = (message, at = line()) => {
		throw refusal(file, at, message, ACCEPTED$1);
	};
	const readLine = () => {
		let text = lines[next];
		next += 1;
		for (; text?.endsWith("\\") === true && next < lines.length; next += 1) text = text.slice(0, -1) + (lines[next] ?? "");
		return text?.trim().replace(/^#.*/, "");
	};
	const keys = (text) => {
		const paths = [];
		let rest = text;
		for (;;) {
			const key = readKey(rest);
			if (key === void 0) return refuse(`"${shorten(rest || text)}" is not understood.`);
			paths.push(key.parts);
			const behind = /^\s*-*->(.*)$/.exec(key.rest)?.[1];
			if (behind === void 0) return {
				paths,
				rest: key.rest.trimStart()
			};
			rest = behind;
		}
	};
	const blockString = (text) => {
		const [opening = "", pipes = "", tag = ""] = BLOCK_STRING.exec(text) ?? [];
		if (tag !== "" && tag !== "md") refuse(`a block of "${tag}" is not understood.`);
		const start = line();
		const held = [];
		const first = text.slice(opening.length).replace(/^\s+#[^|]*$/, "");
		const last = first === "" ? blockEnd(lines, next, pipes) : next;
		for (let current = first;;) {
			const end = next < last ? -1 : current.indexOf(pipes);
			if (end >= 0) {
				held.push(current.slice(0, end));
				return {
					text: dedent(held),
					rest: current.slice(end + pipes.length).trim()
				};
			}
			held.push(current);
			current = lines[next] ?? refuse(`the block is not closed with "${pipes}".`, start);
			next += 1;
		}
	};
	const quotedOverLines = (text) => {
		const [mark = ""] = text;
		if (mark !== "\"" && mark !== "'") return void 0;
		let whole = text;
		for (const [at, more] of lines.slice(next).entries()) {
			whole += `\n${more}`;
			const quoted = more.includes(mark) ? readQuoted(whole) : void 0;
			if (quoted === void 0) continue;
			next += at + 1;
			return quoted;
		}
	};
	const value = (text, inside) => {
		if (text.startsWith("|")) {
			const block = blockString(text);
			map(block.rest, inside);
			return block.text;
		}
		const quoted = readQuoted(text) ?? quotedOverLines(text);
		if (quoted !== void 0) {
			map(quoted.rest.trim(), inside);
			return quoted.text;
		}
		const plain = text.replace(COMMENT, "").trim();
		if (plain.endsWith("{")) {
			const label = plain.slice(0, -1).trim();
			const inner = block(inside);
			return label === "" ? inner : label;
		}
		const [, label = "", entries = ""] = INLINE_MAP.exec(plain) ?? [];
		const pairs = entries.split(";").map((entry) => /^\s*([\w.-]+)\s*:(.*)$/.exec(entry));
		if (entries === "" || !pairs.every((pair) => isProperty(pair?.[1]?.split(".") ?? []))) return plain || void 0;
		return label || pairs.find((pair) => pair?.[1] === "label")?.[2]?.trim();
	};
	const map = (text, inside) => {
		const rest = text.replace(COMMENT, "");
		if (rest === "" || INLINE_MAP.exec(rest)?.[1] === "") return;
		if (rest === "{") block(inside);
		else refuse(`"${shorten(rest)}" is not understood.`);
	};
	let depth = 0;
	const block = (inside) => {
		const start = line();
		depth += 1;
		if (depth > MAX_DEPTH) refuse(`"{" is nested more than ${MAX_DEPTH} levels deep.`, start);
		let label;
		for (;;) {
			const text = readLine() ?? refuse("\"{\" is not closed.", start);
			if (/^\}\s*(?:#.*)?$/.test(text)) {
				depth -= 1;
				return label;
			}
			if (text === "") continue;
			if (inside === "anything") {
				if (text.endsWith("{")) block(inside);
				continue;
			}
			const { paths, rest } = EDGE_PROPERTY.test(text) ? {
				paths: [],
				rest: ""
			} : keys(text);
			const [path = []] = paths;
			const isLabelInside = inside !== "properties" && path.length > 1 && path.at(-1) === "label";
			if (paths.length !== 1 || !isProperty(path) || isLabelInside) {
				if (inside === "properties") return refuse(`"${shorten(text)}" stands inside an edge, which has no nodes.`);
				containers.add(inside.container.join("."));
				statement(text, inside.container);
				continue;
			}
			const held = value(rest.replace(/^:\s*/, ""), "anything");
			if (path.length === 1 && path[0] === "label") label = held;
		}
	};
	const statement = (text, container = []) => {
		if (EDGE_PROPERTY.test(text)) {
			value(text.slice(text.indexOf(":") + 1).trim(), "anything");
			return;
		}
		const { paths, rest } = keys(text);
		const at = line();
		if (rest !== "" && !/^(?::|\{|#)/.test(rest)) refuse(`"${shorten(rest)}" is not understood.`);
		const property = paths.find(isProperty);
		const places = paths.map((parts) => placeOf(parts, container));
		const inner = places.length === 1 ? { container: places[0] ?? [] } : "properties";
		const held = value(rest.replace(/^:\s*/, ""), property === void 0 ? inner : "anything");
		if (property !== void 0) {
			const owner = placeOf(property.slice(0, -1), container).join(".");
			if (paths.length === 1 && property.length > 1 && property.at(-1) === "label") node(owner, held, at);
			return;
		}
		const ids = places.map((parts) => parts.join("."));
		for (const id of ids) node(id, ids.length === 1 ? held : void 0, at);
		for (const [index, to] of ids.entries()) {
			const from = ids[index - 1];
			if (from === void 0) continue;
			steps.add(from).add(to);
			fill.push(() => graph.edge({
				from,
				to,
				label: index === ids.length - 1 ? held : void 0,
				line: at
			}));
		}
	};
	const node = (id, label, at) => {
		fill.push(() => {
			if (!containers.has(id) || steps.has(id)) graph.node(id, label, at);
		});
	};
	for (let text = readLine(); text !== void 0; text = readLine()) if (text !== "") statement(text);
	for (const step of fill) step();
	return graph.build();
}
function placeOf(parts, container) {
	const up = parts.findIndex((part) => part !== "_");
	const above = up === -1 ? parts.length : up;
	return [...container.slice(0, Math.max(0, container.length - above)), ...parts.slice(above)];
}
function blockEnd(lines, start, pipes) {
	for (let at = start; at < lines.length; at += 1) {
		const line = (lines[at] ?? "").trim();
		if (line.startsWith(pipes) && /^(?:\s*[{#].*)?$/.test(line.slice(pipes.length))) return at + 1;
		if (/:\s*\|+(?:md)?$/.test(line)) return start;
	}
	return start;
}
function dedent(lines) {
	const [first = "", ...others] = lines;
	const shared = others.filter((text) => text.trim() !== "").map((text) => /^\s*/.exec(text)?.[0].length ?? 0).reduce((least, indent) => Math.min(least, indent), 1e400);
	return [first.trim(), ...others.map((text) => text.slice(shared).trimEnd())].join("\n").trim();
}
const PLAIN_PART = /^(?:(?!->|--|\s#)[^.:{"'|<;}])+/;
const PROPERTIES = new Set("label shape style icon class classes near width height tooltip link direction constraint vars layers scenarios steps top left grid-rows grid-columns grid-gap vertical-gap horizontal-gap source-arrowhead target-arrowhead".split(" "));
function isProperty(parts) {
	return parts.some((part) => PROPERTIES.has(part));
}
function readKey(text) {
	const parts = [];
	let rest = text.trimStart();
	for (;;) {
		const quoted = readQuoted(rest);
		const plain = quoted === void 0 ? PLAIN_PART.exec(rest)?.[0] : void 0;
		const part = quoted?.text ?? plain?.trim() ?? "";
		if (part === "") return void 0;
		parts.push(part);
		rest = quoted?.rest ?? rest.slice(plain?.length ?? 0);
		if (!rest.startsWith(".")) return {
			parts,
			rest
		};
		rest = rest.slice(1);
	}
}
function readQuoted(text) {
	const [double, escaped] = /^"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
	if (double !== void 0 && escaped !== void 0) return {
		text: escaped.replace(/\\(.)/g, (_, letter) => letter === "n" ? "\n" : letter),
		rest: text.slice(double.length)
	};
	const [single, doubled] = /^'((?:[^']|'')*)'/.exec(text) ?? [];
	if (single === void 0 || doubled === void 0) return void 0;
	return {
		text: doubled.replaceAll("''", "'"),
		rest: text.slice(single.length)
	};
}

// src/commands/flow-mermaid.ts
const HEADER = /^\s*(?:flowchart|graph)(?:\s+(?:TB|TD|BT|RL|LR))?\s*(?:;|$)/;
const IGNORED = /^\s*(?:(?:style|class|classDef|click|subgraph|direction|linkStyle)\s+(?!-)|(?:subgraph|end)\s*(?:;\s*)?$)/;
const BETWEEN = /(?:\s|;|%%.*$)*/y;
const ID = /[\p{L}\p{N}_](?:[\p{L}\p{N}_.]|-(?=[\p{L}\p{N}_]))*/uy;
const QUOTED = /\s*"([^"]*)"\s*/y;
const CLASS = /:::\w(?:\w|-(?=\w))*/y;
const EDGES = [
	/\s*(?:-{2,}>|-{3,})\s*\|(?:\s*"([^"]*)"\s*|([^|"]*))\|\s*/y,
	/\s*(?:-{2,}>|-{3,})\s*/y,
	/\s*--(?![->])(?:\s*"([^"]*)"\s*|([^"]*?))(?:-{2,}>|-{3,})\s*/y
];
const SHAPES = [
	{
		open: "([",
		close: "])"
	},
	{
		open: "[",
		close: "]"
	},
	{
		open: "(",
		close: ")"
	},
	{
		open: "{",
		close: "}"
	}
];
const OTHER = /^[[({/\\]/;
const ACCEPTED = "Accepted: nodes A, A[text], A(text), A{text}, A([text]), with A[\"text\"] for text with brackets; edges A --> B, A --- B, A -- label --> B, A -->|label| B.";
function parseMermaidFlow(code, { file, line: firstLine }) {
	const graph = createFlowGraph({
		file,
		line: firstLine,
		labelled: (from, to) => `${from} -->|label| ${to}`
	});
	let hasHeader = false;
	for (const [index, text] of code.split("\n").entries()) {
		const line = firstLine + index;
		if (text.trim() === "" || text.trimStart().startsWith("%%")) continue;
		let rest = text;
		if (!hasHeader) {
			const [header] = HEADER.exec(text) ?? [];
			if (header === void 0) throw refusal(file, line, `the diagram begins with "${shorten(text)}".`, HEADER_HINT);
			hasHeader = true;
			rest = text.slice(header.length);
		}
		if (!IGNORED.test(rest)) readStatements(rest, {
			file,
			line,
			graph
		});
	}
	if (!hasHeader) throw refusal(file, firstLine, "the diagram is empty.", HEADER_HINT);
	return graph.build();
}
const HEADER_HINT = "It must begin with \"flowchart\" or \"graph\", with or without a direction: flowchart TD.";
function readStatements(text, { file, line, graph }) {
	let at = 0;
	const take = (pattern) => {
		pattern.lastIndex = at;
		const found = pattern.exec(text);
		if (found === null) return void 0;
		at = pattern.lastIndex;
		return found;
	};
	const refuse = (message) => {
		throw refusal(file, line, message, ACCEPTED);
	};
	const notUnderstood = () => {
		const rest = shorten(text.slice(at));
		return refuse(rest === "" ? "the line ends where a node must follow." : `"${rest}" is not understood.`);
	};
	const label = (id) => {
		const shape = SHAPES.find(({ open }) => text.startsWith(open, at));
		if (shape === void 0) return void 0;
		const start = at;
		at += shape.open.length;
		const quoted = take(QUOTED)?.[1];
		const end = quoted === void 0 ? text.indexOf(shape.close, at) : at;
		if (end < 0 || !text.startsWith(shape.close, end)) return refuse(`the label of "${id}" is not closed with "${shape.close}".`);
		const content = quoted ?? text.slice(at, end).trim();
		if (quoted === void 0 && OTHER.test(content)) return refuse(`the shape of "${id}" is not accepted: "${shorten(text.slice(start))}".`);
		at = end + shape.close.length;
		return content.replaceAll("#quot;", "\"");
	};
	const node = () => {
		const id = take(ID)?.[0] ?? notUnderstood();
		graph.node(id, label(id), line);
		take(CLASS);
		return id;
	};
	const takeEdge = () => EDGES.reduce((found, pattern) => found ?? take(pattern), void 0);
	take(BETWEEN);
	while (at < text.length) {
		let from = node();
		for (let edge = takeEdge(); edge !== void 0; edge = takeEdge()) {
			const to = node();
			graph.edge({
				from,
				to,
				label: (edge[1] ?? edge[2]?.trim())?.replaceAll("#quot;", "\""),
				line
			});
			from = to;
		}
		const end = at;
		take(BETWEEN);
		if (at < text.length && text.slice(end, at).trim() === "") notUnderstood();
	}
}

// src/commands/flow-markdown.ts
const SYNTAXES = {
	mermaid: parseMermaidFlow,
	d2: parseD2Flow
};
const FENCE = /^\s*(`{3,}|~{3,})\s*(.*)$/s;
function readFlow(markdown, file) {
	const lines = markdown.split("\n");
	for (let index = 0; index < lines.length; index += 1) {
		const [, fence, info = ""] = FENCE.exec(lines[index] ?? "") ?? [];
		if (fence === void 0) continue;
		let end = index + 1;
		while (end < lines.length && !closes(lines[end] ?? "", fence)) end += 1;
		const tag = syntaxOf(info);
		if (tag !== void 0) {
			if (end === lines.length) throw refusal(file, index + 1, `the ${tag} block is not closed.`, `A line "${fence}" must end it.`);
			const code = lines.slice(index + 1, end).join("\n");
			return SYNTAXES[tag](code, {
				file,
				line: index + 2
			});
		}
		index = end;
	}
	throw refusal(file, 1, "the flow has no diagram.", "Add a fenced block tagged mermaid or d2 with the flow.");
}
function syntaxOf(info) {
	const [word = ""] = info.trim().toLowerCase().split(/\s/);
	const tag = word.replace(/^\{(.*)\}$/, "$1");
	return tag === "mermaid" || tag === "d2" ? tag : void 0;
}
function closes(line, fence) {
	const text = line.trim();
	return text.length >= fence.length && text === fence.charAt(0).repeat(text.length);
}

// src/commands/skills.ts
const MAX_DESCRIPTION = 240;
const REFUSAL = {
	code: "config.invalid",
	hint: "The skill is left out."
};
const SKILL_NAME = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]{0,62}[\p{L}\p{N}_])?$/u;
const NAME_ACCEPTS = "a name for a command: letters, digits, \"_\", \"-\" and \".\", at most 64 of them";
const trimmed = (form, error) => string({ error }).check(_trim(), _regex(form, { error }));
const Names = union([string(), array(string({ error: "a name" }))], { error: "a list of names" });
const SkillFields = nullable(object({
	name: nullish(trimmed(SKILL_NAME, NAME_ACCEPTS)),
	description: nullish(trimmed(/./, "a string")),
	type: nullish(oneOf([
		"standard",
		"flow",
		"prompt",
		"inline"
	], "standard or flow")),
	disableModelInvocation: nullish(flag()),
	"disable-model-invocation": nullish(flag()),
	disable_model_invocation: nullish(flag()),
	arguments: nullish(Names)
}, { error: "front matter with one key to a line, such as `description: what it does`" }));
function loadSkills(files) {
	const found = /* @__PURE__ */ new Map();
	const warnings = [];
	for (const root of SKILL_FOLDERS) for (const path of skillFiles(files, root)) {
		const skill = tryRead({
			path,
			text: files.get(path) ?? "",
			root
		}, warnings);
		if (skill === void 0) continue;
		const key = skill.name.toLowerCase();
		const other = found.get(key);
		if (other === void 0) found.set(key, skill);
		else if (isRival(skill, other, root)) warnings.push(`${path}:1: a second skill "${skill.name}"; ${other.path} is used. Names must differ.`);
	}
	return {
		skills: [...found.keys()].toSorted().flatMap((key) => found.get(key) ?? []),
		warnings
	};
}
function skillFiles(files, root) {
	return [...files.keys()].filter((path) => isSkillIn(root, path)).toSorted().toSorted((a, b) => Number(isFolder(b, root)) - Number(isFolder(a, root)));
}
function isFolder(path, root) {
	return path.slice(root.length + 1).includes("/");
}
function isRival(skill, other, root) {
	return other.path.startsWith(`${root}/`) && isFolder(skill.path, root) === isFolder(other.path, root);
}
function tryRead(file, warnings) {
	try {
		const skill = readSkill(file);
		if (skill.type === "standard" && skill.flowError !== void 0) warnings.push(`${describeError(skill.flowError)} The flow cannot run; the skill is a standard one.`);
		return skill;
	} catch (error) {
		if (!(error instanceof RunnerError)) throw error;
		warnings.push(describeError(error));
		return;
	}
}
function readSkill({ path, text: raw, root }) {
	const text = withoutStrayRule(raw.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"));
	const front = readFrontMatter({
		file: path,
		text,
		schema: SkillFields,
		refusal: REFUSAL
	});
	const fields = front?.data ?? {};
	const body = (front?.body ?? text).trim() || (fields.description ?? "");
	const name = fields.name ?? fileName(path, root);
	const refuse = (line, says) => invalidFile({
		file: path,
		lines: [`${path}:${line}:1: ${says}`],
		refusal: REFUSAL
	});
	if (!SKILL_NAME.test(name)) throw refuse(1, `the file's name "${name}" is not accepted; expected ${NAME_ACCEPTS}`);
	if (body === "") throw refuse(front?.bodyLine ?? 1, "no text; expected what to do");
	const skill = {
		name,
		description: fields.description ?? firstLine(body),
		path,
		folder: path.slice(0, path.lastIndexOf("/")),
		body,
		argumentNames: namesOf(fields.arguments ?? []),
		disableModelInvocation: fields.disableModelInvocation ?? fields["disable-model-invocation"] ?? fields.disable_model_invocation ?? false
	};
	if (fields.type !== "flow") return {
		...skill,
		type: "standard"
	};
	try {
		return {
			...skill,
			type: "flow",
			flow: readFlow(text, path)
		};
	} catch (error) {
		if (!(error instanceof RunnerError)) throw error;
		return {
			...skill,
			type: "standard",
			flowError: error
		};
	}
}
function withoutStrayRule(text) {
	const [first = "", ...rest] = text.split("\n");
	const isRule = (line) => /^---[ \t]*$/.test(line);
	const next = rest.find((line) => line.trim() !== "") ?? "";
	return isRule(first) && !rest.some(isRule) && !/^[\w-]+:/.test(next) ? rest.join("\n") : text;
}
function fileName(path, root) {
	return path.slice(root.length + 1).replace(/(?:\/SKILL)?\.md$/, "");
}
function firstLine(body) {
	const [line = ""] = body.split("\n");
	return line.length > MAX_DESCRIPTION ? `${line.slice(0, 239)}…` : line.trimEnd();
}
function namesOf(value) {
	return (typeof value === "string" ? value.split(/\s+/) : value).filter((name) => /^[A-Za-z_]\w*$/.test(name));
}

// src/commands/builtins.ts
const INIT_PROMPT = `Write the file AGENTS.md in the root of this repository: what a coding agent that has never seen the project must know
before it changes anything.

First look around: the README, the files that configure builds, tests, linters and CI, the folders of the source, and a few
files in each of them. Believe what the files say, not what projects of this kind usually do; leave out what you found no
evidence of.

Then write, in the language that the project's own documents use:

- what the project is and does, in a few sentences;
- how it is laid out: the folders that matter and what belongs where;
- how to install, build, run, test and lint it, as commands that you found in the repository;
- conventions that the code keeps: style, naming, errors, tests, commits;
- what needs care: generated files, things that must not be edited, security, deployment.

Keep it short and specific: a rule that would be true of any project is not worth a line. If there is an AGENTS.md
already, improve it: keep what is right, correct what is not, add what is missing. Change no other file.`;
const ENTRIES = [
	{
		name: "init",
		summary: "Look at the repository and write its AGENTS.md",
		parse: () => ({
			kind: "text",
			text: INIT_PROMPT
		})
	},
	{
		name: "compact",
		takes: "[focus]",
		summary: "Replace the conversation by a summary that keeps the focus",
		parse: (focus) => focus === "" ? { kind: "compact" } : {
			kind: "compact",
			focus
		}
	},
	{
		name: "clear",
		aliases: ["reset"],
		summary: "Forget the conversation",
		parse: () => ({ kind: "clear" })
	},
	{
		name: "plan",
		takes: "[on|off|view|clear|text]",
		summary: "Switch plan mode, show or empty the plan; a text is planned in plan mode",
		parse: parsePlan
	},
	{
		name: "export",
		takes: "[path]",
		summary: "Write the conversation to a Markdown file",
		parse: (path) => path === "" ? { kind: "export" } : {
			kind: "export",
			path
		}
	},
	{
		name: "import",
		takes: "<path>",
		summary: "Put a file or an exported conversation in front of the next prompt",
		parse: (path) => ({
			kind: "import",
			path
		})
	},
	{
		name: "yolo",
		summary: void 0,
		parse: () => ({
			kind: "message",
			text: "There is nothing to switch: the policy file approves, rejects or defers every action in place of a person."
		})
	},
	{
		name: "afk",
		summary: void 0,
		parse: () => ({
			kind: "message",
			text: "There is nothing to switch: a run is never interactive, and the policy file stands in for the person."
		})
	},
	{
		name: "add-dir",
		takes: "<path>",
		summary: void 0,
		parse(path) {
			throw configError(`"/add-dir ${path}" is refused: a run sees its workspace alone.`, "Start the run in a folder that holds everything it needs.");
		}
	},
	{
		name: "help",
		summary: "List the commands, skills and flows",
		parse: (_, help) => ({
			kind: "message",
			text: help()
		})
	}
];
const BUILTINS = ENTRIES.map((entry) => ({
	aliases: [],
	takes: "",
	...entry
}));
function parsePlan(args) {
	const action = args.toLowerCase();
	if (action === "" || action === "on") return {
		kind: "plan",
		action: "on"
	};
	if (action === "off" || action === "view" || action === "clear") return {
		kind: "plan",
		action
	};
	return {
		kind: "plan",
		action: "on",
		text: args
	};
}

// src/commands/slash.ts
const COMMAND = /^\/([A-Za-z0-9_-]+(?::[^\s/]*)?)(?:\s+|$)/;
function parsePrompt(prompt, skills) {
	const [matched, word] = COMMAND.exec(prompt) ?? [];
	if (matched === void 0 || word === void 0) return {
		kind: "text",
		text: prompt
	};
	const args = prompt.slice(matched.length).trim();
	const colon = word.indexOf(":");
	const space = word.slice(0, Math.max(colon, 0)).toLowerCase();
	const name = word.slice(colon + 1);
	if (space === "skill") return {
		kind: "text",
		text: expandSkill(skillNamed(name, skills), args)
	};
	if (space === "mcp") {
		const [, server = "", asked = ""] = /^([^:]+):(.+)$/.exec(name) ?? [];
		if (server === "") throw configError(`"/${word}" names no prompt.`, "Write /mcp:server:prompt and its arguments.");
		return {
			kind: "mcp",
			server,
			prompt: asked,
			args
		};
	}
	if (space === "flow") return parseFlow(name, args, skills);
	const command = BUILTINS.find((known) => [known.name, ...known.aliases].includes(word.toLowerCase()));
	if (command === void 0) throw unknownCommand(word, skills);
	if (command.takes === "" && args !== "") throw unwanted(word, args);
	if (command.takes.startsWith("<") && args === "") throw configError(`"/${word}" needs ${command.takes}.`, `Write "/${word} ${command.takes}".`);
	return command.parse(args, () => helpText(skills));
}
function skillNamed(name, skills) {
	const skill = findSkill(skills, name);
	if (skill !== void 0) return skill;
	const names = skills.map((known) => known.name);
	const none = `none; they belong in ${SKILL_FOLDERS.join(", ")} of the base commit`;
	throw configError(`There is no skill "${name}".`, `${suggestion("/skill:", closest(name, names))}Skills: ${names.join(", ") || none}.`);
}
function parseFlow(name, args, skills) {
	const skill = findSkill(skills, name);
	if (skill?.type === "flow") {
		if (args !== "") throw unwanted(`flow:${skill.name}`, args);
		return {
			kind: "flow",
			name: skill.name,
			flow: skill.flow
		};
	}
	if (skill?.flowError !== void 0) throw skill.flowError;
	const flows = skills.filter(({ type }) => type === "flow").map((known) => known.name);
	const list = `Flows: ${flows.join(", ") || "none"}.`;
	if (skill === void 0) throw configError(`There is no flow "${name}".`, `${suggestion("/flow:", closest(name, flows))}${list}`);
	throw configError(`"${skill.name}" is a skill without a flow.`, `Write "/skill:${skill.name}" to use it. ${list}`);
}
function helpText(skills) {
	const rows = [...BUILTINS.flatMap(({ name, aliases, takes, summary }) => {
		const usage = [
			`/${name}`,
			...aliases.map((alias) => `(/${alias})`),
			takes
		].filter((part) => part !== "");
		return summary === void 0 ? [] : [{
			usage: usage.join(" "),
			summary
		}];
	}), ...skills.map(({ type, name, description }) => ({
		usage: type === "flow" ? `/flow:${name}` : `/skill:${name} [request]`,
		summary: description.replace(/\s+/g, " ")
	}))];
	const width = Math.max(...rows.map(({ usage }) => usage.length));
	return rows.map(({ usage, summary }) => `${usage.padEnd(width)}  ${summary}`).join("\n");
}
function unknownCommand(word, skills) {
	const names = BUILTINS.flatMap(({ name, aliases }) => [name, ...aliases]);
	const called = skills.map((skill) => `${skill.type === "flow" ? "flow" : "skill"}:${skill.name}`);
	const skill = findSkill(skills, word);
	const close = skill === void 0 ? closest(word, [...names, ...called]) : called[skills.indexOf(skill)];
	const known = [...names, ...called].map((name) => `/${name}`);
	return configError(`"/${word}" is not a command.`, `${suggestion("/", close)}Commands: ${known.join(", ")}. To send text that begins with a slash, put a word in front of it.`);
}
function closest(name, names) {
	const lower = names.map((each) => each.toLowerCase());
	const close = nearest(name.toLowerCase(), lower);
	return close === void 0 ? void 0 : names[lower.indexOf(close)];
}
function suggestion(prefix, close) {
	return close === void 0 ? "" : `Did you mean "${prefix}${close}"? `;
}
function unwanted(word, args) {
	return configError(`"/${word}" takes no arguments, and got "${args}".`, `Write "/${word}" alone.`);
}

// src/agents/custom-tools.ts
const MAX_TOOLS = 32;
const MAX_SCHEMA_CHARS = 8e3;
const TIMEOUT = {
	default: 60,
	max: 600
};
const OFFERS = [
	"default",
	"read",
	"edit",
	"browser",
	"command"
];
const Described = mapping({
	name: word(/^[a-z][a-z0-9_]{1,63}$/, "a name of small letters, digits and _, which begins with a letter", 64),
	description: text("what the tool does, in at most 1000 characters", 1e3),
	parameters: record(string(), unknown(), { error: "a JSON Schema, like { \"type\": \"object\", \"properties\": {} }" }),
	program: optional(word(/^[A-Za-z0-9][\w.-]*$/, "the name of a file of this folder", 100)),
	timeout: optional(whole(1, TIMEOUT.max, `whole seconds, 1 to ${TIMEOUT.max}`)),
	offered: optional(list(oneOf(OFFERS, `one of ${OFFERS.join(", ")}`), "a list, like [\"default\"]"))
}, "a mapping with name, description and parameters");
function readCustomTools(files, catalogue, problemOf) {
	const described = [...files.keys()].filter((path) => isToolFile(path) && path.endsWith(".json")).toSorted();
	const taken = new Map(catalogue.flatMap((tool) => namesOf$1(tool).map((one) => [one, `the built-in tool ${tool.name}`])));
	return described.map((file, index) => {
		const { data, refuse } = readYaml({
			file,
			text: files.get(file) ?? "",
			schema: Described
		});
		const { name, description, parameters, program = name, timeout = TIMEOUT.default, offered = [] } = data;
		const path = posix.join(TOOL_FOLDER, program);
		const source = files.get(path);
		const owner = taken.get(name);
		const problem = problemOf(name, parameters);
		const found = [
			index >= MAX_TOOLS && {
				field: [],
				says: `there are more than ${MAX_TOOLS} tools in ${".kimi/tools"}`
			},
			owner !== void 0 && {
				field: ["name"],
				says: `${name} is the name of ${owner}; choose another one`
			},
			parameters["type"] !== "object" && {
				field: ["parameters"],
				accepts: "a JSON Schema with \"type\": \"object\""
			},
			JSON.stringify(parameters).length > MAX_SCHEMA_CHARS && {
				field: ["parameters"],
				says: `the schema has more than ${MAX_SCHEMA_CHARS} characters`
			},
			problem !== void 0 && {
				field: ["parameters"],
				says: `is no JSON Schema: ${problem}`
			},
			source === void 0 && {
				field: data.program === void 0 ? ["name"] : ["program"],
				says: `there is no script ${path} in the base commit; a tool is an executable text file next to its description`
			}
		].filter((mistake) => typeof mistake === "object");
		if (found.length > 0 || source === void 0) throw refuse(found);
		taken.set(name, file);
		return {
			name,
			description,
			parameters,
			program: path,
			digest: sha256(source),
			timeoutS: timeout,
			offeredTo: ["agent files", ...offered],
			group: "command"
		};
	});
}

// src/run/custom/load-tools.ts
const MAX_OUTPUT_BYTES = 1048576;
const MAX_INPUT_CHARS = 262144;
const APART = "log=$(mktemp) || exit; \"$1\" 2>\"$log\"; code=$?; [ $code = 0 ] || tail -c 20000 \"$log\"; rm -f \"$log\"; exit $code";
const NOT_STARTED = /* @__PURE__ */ new Set([126, 127]);
async function loadCustomTools(files, catalogue) {
	const compile = await jsonSchemas();
	const checks = /* @__PURE__ */ new Map();
	const problemOf = (name, schema) => {
		try {
			checks.set(name, compile(schema));
			return;
		} catch (error) {
			return error instanceof Error ? error.message : "it cannot be compiled";
		}
	};
	return readCustomTools(files, catalogue, problemOf).map((tool) => createCustomTool(tool, checks.get(tool.name) ?? (() => void 0)));
}
function createCustomTool(tool, check) {
	const { name, description, parameters, program, timeoutS } = tool;
	return {
		...tool,
		needs: ["exec"],
		make: ({ cell }) => ({
			name,
			description,
			parameters,
			plan: async (input, signal) => {
				const problem = check(input);
				if (problem !== void 0) throw inputMistake(`${name}: the arguments do not fit: ${problem}.`, `Accepted: ${oneLine(JSON.stringify(parameters), 500)}.`);
				const json = canonicalJson(input);
				if (json.length > MAX_INPUT_CHARS) throw inputMistake(`${name}: the arguments have ${json.length} characters; ${MAX_INPUT_CHARS} are the most.`);
				await requireProgram(tool, cell, signal);
				return {
					access: "write",
					capabilities: [{
						kind: "exec",
						command: program,
						cwd: "."
					}],
					summary: `run ${program} ${oneLine(json, 100)}`,
					preview: `${program}\n${JSON.stringify(input, void 0, 2)}`,
					run: async (ending) => {
						await requireProgram(tool, cell, ending);
						const command = [
							"bash",
							"-c",
							APART,
							name,
							`./${program}`
						];
						const bounds = {
							timeoutMs: timeoutS * 1e3,
							maxOutputBytes: MAX_OUTPUT_BYTES
						};
						return resultOf(tool, await cell.exec({
							command,
							cwd: ".",
							input: json,
							...bounds
						}, ending));
					}
				};
			}
		})
	};
}
async function requireProgram({ name, program, digest }, cell, signal) {
	const found = await cell.resolve(program, signal);
	if (found.path === program && found.digest === digest) return;
	const what = found.kind === "missing" ? "is not there" : "is not the file of the base commit";
	throw inputMistake(`${name}: ${program} ${what}, and only that one is run.`, "Reach the goal in another way.");
}
function resultOf({ timeoutS }, reply) {
	const { output, code, timedOut, droppedBytes, refusals = [] } = reply;
	const text = output.trimEnd();
	if (code === 0 && droppedBytes === 0 && refusals.length === 0) return { text: text === "" ? "(no output)" : text };
	return {
		text: [text, ...[
			...droppedBytes === 0 ? [] : [`[${droppedBytes} bytes in the middle are left out]`],
			...refusals,
			...code === 0 ? [] : [timedOut ? `[killed: not finished after ${timeoutS} s]` : `[${endOf(reply)}]`],
			...NOT_STARTED.has(code) ? ["[is it executable, and its interpreter here?]"] : []
		]].filter((part) => part !== "").join("\n"),
		...code === 0 ? {} : { isError: true }
	};
}

export { loadAgentFile as a, loadModes as i, parsePrompt as n, readFrontMatter as o, loadSkills as r, loadCustomTools as t };