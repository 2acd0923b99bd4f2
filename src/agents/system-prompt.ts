/** The system prompt: a template filled once, when the session starts, and stored with it. */

import { configError } from "../protocol/error.ts";
import type { AgentSpec } from "./agent-spec.ts";
import { CLOSING_SECTIONS, SYSTEM_PROMPT } from "./prompts/system.ts";

/** Text in place of an empty value, by placeholder. Every prompt may use these, as in Kimi CLI; an agent's own come on top. */
const WHEN_EMPTY = {
  KIMI_NOW: "", // ISO time, fixed when the session starts
  KIMI_WORK_DIR: "", // as the cell sees it
  KIMI_WORK_DIR_LS: "(empty)", // from `listWorkspace`
  KIMI_GIT_STATUS: "unknown", // from `gitStatus`
  KIMI_AGENTS_MD: "(none)", // from `mergeAgentsMd`
  KIMI_POLICY: "(none)", // from `policyWords`; added at the end of a prompt that does not contain it
  KIMI_SKILLS: "(none)", // from `listSkills`
  KIMI_ADDITIONAL_DIRS_INFO: "(none)", // always empty: a run has one folder
  KIMI_OS: "",
  KIMI_SHELL: "",
};

export type PromptValues = Readonly<Record<keyof typeof WHEN_EMPTY, string>>;
export const PLACEHOLDERS: readonly string[] = Object.keys(WHEN_EMPTY);

/** Every agent is told the policy, because every agent is held to it. */
const POLICY: keyof PromptValues = "KIMI_POLICY";

/** Fills a template: the built-in one gets all closing sections, others the policy's. Throws `config.invalid` for an unknown placeholder. */
export function buildSystemPrompt(
  agent: Pick<AgentSpec, "name" | "systemPrompt" | "promptArgs">,
  ours: PromptValues,
): string {
  const values = new Map([...Object.entries(ours), ...Object.entries(agent.promptArgs)]);
  const nothing = new Map(Object.entries(WHEN_EMPTY));
  const isBuiltin = agent.systemPrompt.startsWith(SYSTEM_PROMPT);
  const sections = CLOSING_SECTIONS.filter(
    ({ placeholder }) =>
      (values.get(placeholder) ?? "") !== "" &&
      (isBuiltin || (placeholder === POLICY && !agent.systemPrompt.includes(`\${${POLICY}}`))),
  );
  const template = [agent.systemPrompt, ...sections.map(({ text }) => text)].join("");
  return template.replaceAll(PLACEHOLDER, (text, name: string | undefined) => {
    if (name === undefined) return text;
    if (isEscaped(text)) return text.slice(1);
    const value = values.get(name);
    if (value !== undefined) return value === "" ? (nothing.get(name) ?? "") : value;
    throw configError(
      `unknown placeholder in the system prompt of agent "${agent.name}": ${text}.`,
      `Known: ${[...values.keys()].join(", ")}. To write the text itself, use $${text}.`,
    );
  });
}

/** Placeholders of a template that are neither in `PLACEHOLDERS` nor in `own`, with their offsets. */
export function unknownPlaceholders(
  template: string,
  own: readonly string[],
): readonly { readonly text: string; readonly offset: number }[] {
  const known = new Set([...PLACEHOLDERS, ...own]);
  return [...template.matchAll(PLACEHOLDER)]
    .filter(([text, name]) => name !== undefined && !isEscaped(text) && !known.has(name))
    .map(({ 0: text, index }) => ({ text, offset: index }));
}

/** `${NAME}`. `$${NAME}` stands for the text `${NAME}`. One that does not end has no name, and is the rest of the text. */
const PLACEHOLDER = /\$?\$\{(?:([^}]*)\}|[^}]*$)/g;

function isEscaped(text: string): boolean {
  return text.startsWith("$$");
}
