/** What a prompt that begins with "/" means (Kimi CLI's slash commands). Anything unknown is refused before any model call. */

import { nearest } from "../base/nearest.ts";
import { configError, type RunnerError } from "../protocol/error.ts";
import { BUILTINS, type ParsedPrompt } from "./builtins.ts";
import { expandSkill, findSkill, SKILL_FOLDERS, type Skill } from "./skill.ts";

/**
 * `/name` or `/ns:name`, then a blank or the end. `/usr/bin` and `/README.md` are paths, hence text. As in Kimi CLI, names of commands are
 * ASCII, so that `/命令` is text; names of skills need not be.
 */
const COMMAND = /^\/([A-Za-z0-9_-]+(?::[^\s/]*)?)(?:\s+|$)/;

/** Parses a prompt; names are compared without case. Throws `config.invalid` for what is unknown, missing or not taken. */
export function parsePrompt(prompt: string, skills: readonly Skill[]): ParsedPrompt {
  const [matched, word] = COMMAND.exec(prompt) ?? [];
  if (matched === undefined || word === undefined) return { kind: "text", text: prompt };
  const args = prompt.slice(matched.length).trim();
  const colon = word.indexOf(":");
  const space = word.slice(0, Math.max(colon, 0)).toLowerCase();
  const name = word.slice(colon + 1);
  if (space === "skill") return { kind: "text", text: expandSkill(skillNamed(name, skills), args) };
  if (space === "mcp") {
    const [, server = "", asked = ""] = /^([^:]+):(.+)$/.exec(name) ?? [];
    if (server === "") throw configError(`"/${word}" names no prompt.`, "Write /mcp:server:prompt and its arguments.");
    return { kind: "mcp", server, prompt: asked, args };
  }
  if (space === "flow") return parseFlow(name, args, skills);

  const command = BUILTINS.find((known) => [known.name, ...known.aliases].includes(word.toLowerCase()));
  if (command === undefined) throw unknownCommand(word, skills);
  if (command.takes === "" && args !== "") throw unwanted(word, args);
  if (command.takes.startsWith("<") && args === "") {
    throw configError(`"/${word}" needs ${command.takes}.`, `Write "/${word} ${command.takes}".`);
  }
  return command.parse(args, () => helpText(skills));
}

function skillNamed(name: string, skills: readonly Skill[]): Skill {
  const skill = findSkill(skills, name);
  if (skill !== undefined) return skill;
  const names = skills.map((known) => known.name);
  const none = `none; they belong in ${SKILL_FOLDERS.join(", ")} of the base commit`;
  throw configError(
    `There is no skill "${name}".`,
    `${suggestion("/skill:", closest(name, names))}Skills: ${names.join(", ") || none}.`,
  );
}

function parseFlow(name: string, args: string, skills: readonly Skill[]): ParsedPrompt {
  const skill = findSkill(skills, name);
  if (skill?.type === "flow") {
    if (args !== "") throw unwanted(`flow:${skill.name}`, args);
    return { kind: "flow", name: skill.name, flow: skill.flow };
  }
  if (skill?.flowError !== undefined) throw skill.flowError;
  const flows = skills.filter(({ type }) => type === "flow").map((known) => known.name);
  const list = `Flows: ${flows.join(", ") || "none"}.`;
  if (skill === undefined) {
    throw configError(`There is no flow "${name}".`, `${suggestion("/flow:", closest(name, flows))}${list}`);
  }
  throw configError(`"${skill.name}" is a skill without a flow.`, `Write "/skill:${skill.name}" to use it. ${list}`);
}

/** One line for each command with a summary, skill and flow. */
function helpText(skills: readonly Skill[]): string {
  const rows = [
    ...BUILTINS.flatMap(({ name, aliases, takes, summary }) => {
      const usage = [`/${name}`, ...aliases.map((alias) => `(/${alias})`), takes].filter((part) => part !== "");
      return summary === undefined ? [] : [{ usage: usage.join(" "), summary }];
    }),
    ...skills.map(({ type, name, description }) => ({
      usage: type === "flow" ? `/flow:${name}` : `/skill:${name} [request]`,
      summary: description.replace(/\s+/g, " "),
    })),
  ];
  const width = Math.max(...rows.map(({ usage }) => usage.length));
  return rows.map(({ usage, summary }) => `${usage.padEnd(width)}  ${summary}`).join("\n");
}

function unknownCommand(word: string, skills: readonly Skill[]): RunnerError {
  const names = BUILTINS.flatMap(({ name, aliases }) => [name, ...aliases]);
  const called = skills.map((skill) => `${skill.type === "flow" ? "flow" : "skill"}:${skill.name}`);
  const skill = findSkill(skills, word);
  const close = skill === undefined ? closest(word, [...names, ...called]) : called[skills.indexOf(skill)];
  const known = [...names, ...called].map((name) => `/${name}`);
  return configError(
    `"/${word}" is not a command.`,
    `${suggestion("/", close)}Commands: ${known.join(", ")}. To send text that begins with a slash, put a word in front of it.`,
  );
}

/** The nearest name, compared without case. */
function closest(name: string, names: readonly string[]): string | undefined {
  const lower = names.map((each) => each.toLowerCase());
  const close = nearest(name.toLowerCase(), lower);
  return close === undefined ? undefined : names[lower.indexOf(close)];
}

function suggestion(prefix: string, close: string | undefined): string {
  return close === undefined ? "" : `Did you mean "${prefix}${close}"? `;
}

function unwanted(word: string, args: string): RunnerError {
  return configError(`"/${word}" takes no arguments, and got "${args}".`, `Write "/${word}" alone.`);
}
