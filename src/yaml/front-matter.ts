/** Reads the YAML between two lines `---` at the top of a Markdown file, and the text below it. Places are those of the whole file. */

import type * as z from "zod/mini";
import { invalidFile, readYaml, type YamlFile, type YamlOptions } from "./read-yaml.ts";

export interface FrontMatter<T> extends YamlFile<T> {
  /** The text below, without blank lines around it. */
  readonly body: string;
  /** The line of the file, from 1, at which the body begins. */
  readonly bodyLine: number;
}

/** Captures the text between the two lines. The whole match includes the blank lines below them. */
const FRONT_MATTER = /^---[ \t]*(\n(?:.*\n)*?)---[ \t]*(?:\n(?:[ \t]*\n)*|$)/;

/** The text must have `\n` line ends. Undefined when it does not begin with `---`. Throws like `readYaml`. */
export function readFrontMatter<S extends z.ZodMiniType>(options: YamlOptions<S>): FrontMatter<z.infer<S>> | undefined {
  const { file, text, refusal } = options;
  const [head, front] = FRONT_MATTER.exec(text) ?? [];
  if (head !== undefined && front !== undefined) {
    // `front` begins with the end of the first line, so that places are those of the file.
    const yaml = readYaml({ ...options, text: front });
    return { ...yaml, body: text.slice(head.length).trimEnd(), bodyLine: head.split("\n").length };
  }
  if (!/^---[ \t]*(?:\n|$)/.test(text)) return undefined;
  const line = `${file}:1:1: the front matter is not closed; expected a line \`---\` that ends it`;
  throw invalidFile({ file, lines: [line], refusal });
}
