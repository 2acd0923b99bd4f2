/** Finds the flow in a Markdown text: the first fenced block tagged `mermaid` or `d2`. Line numbers are those of the text. */

import type { Flow } from "../protocol/prompt.ts";
import { parseD2Flow } from "./flow-d2.ts";
import { parseMermaidFlow } from "./flow-mermaid.ts";
import { refusal } from "./flow-graph.ts";

const SYNTAXES = { mermaid: parseMermaidFlow, d2: parseD2Flow } as const;
const FENCE = /^\s*(`{3,}|~{3,})\s*(.*)$/s;

/** Reads the flow of a Markdown file. Throws `config.invalid` with the file and the line. */
export function readFlow(markdown: string, file: string): Flow {
  const lines = markdown.split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const [, fence, info = ""] = FENCE.exec(lines[index] ?? "") ?? [];
    if (fence === undefined) continue;
    let end = index + 1;
    while (end < lines.length && !closes(lines[end] ?? "", fence)) end += 1;
    const tag = syntaxOf(info);
    if (tag !== undefined) {
      if (end === lines.length) {
        throw refusal(file, index + 1, `the ${tag} block is not closed.`, `A line "${fence}" must end it.`);
      }
      const code = lines.slice(index + 1, end).join("\n");
      return SYNTAXES[tag](code, { file, line: index + 2 });
    }
    index = end;
  }
  throw refusal(file, 1, "the flow has no diagram.", "Add a fenced block tagged mermaid or d2 with the flow.");
}

/** The tag is the first word of the info string, with or without braces: `mermaid` or `{mermaid}`. */
function syntaxOf(info: string): keyof typeof SYNTAXES | undefined {
  const [word = ""] = info.trim().toLowerCase().split(/\s/);
  const tag = word.replace(/^\{(.*)\}$/, "$1");
  return tag === "mermaid" || tag === "d2" ? tag : undefined;
}

function closes(line: string, fence: string): boolean {
  const text = line.trim();
  return text.length >= fence.length && text === fence.charAt(0).repeat(text.length);
}
