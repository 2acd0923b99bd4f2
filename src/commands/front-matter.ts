/** The YAML between `---` lines at the top of a skill, checked; and the text behind it. Keys that skills of other programs use are read over. */

import { isMap, isNode, isScalar, LineCounter, parseDocument, type Document, type Node } from "yaml";
import * as z from "zod/mini";
import type { RunnerError } from "../protocol/error.ts";
import { refusal } from "./refusal.ts";

function text(accepts: string) {
  return z.optional(z.string({ error: accepts }).check(z.trim(), z.minLength(1, { error: accepts })));
}

const FrontMatter = z.object({
  name: text("a text"),
  description: text("a text"),
  /** `prompt` and `inline` are newer names of `standard`. */
  type: z.optional(z.enum(["standard", "flow", "prompt", "inline"], { error: "standard or flow" })),
  disableModelInvocation: z.optional(z.boolean({ error: "true or false" })),
  arguments: z.optional(z.union([z.string(), z.array(z.string())], { error: "a list of names" })),
});
type FrontMatter = z.infer<typeof FrontMatter>;

/** Claude's and snake-case spellings. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["disable-model-invocation", "disableModelInvocation"],
  ["disable_model_invocation", "disableModelInvocation"],
]);

export interface SplitText {
  readonly fields: FrontMatter;
  /** Line of a field in the file; 1 where it is not set. */
  readonly lineOf: (field: keyof FrontMatter) => number;
  /** The text behind the front matter, trimmed. */
  readonly body: string;
}

/** Splits a skill's text, which has `\n` line ends. Throws `config.invalid` with the line for front matter that cannot be accepted. */
export function splitFrontMatter(content: string, file: string): SplitText {
  const lines = content.split("\n");
  if (lines[0]?.trimEnd() !== "---") return { fields: {}, lineOf: () => 1, body: content.trim() };
  const close = lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---");
  if (close < 0) throw refusal(file, 1, "the front matter is not closed.", 'A line "---" must end it.');

  const counter = new LineCounter();
  const document = parseDocument(lines.slice(1, close).join("\n"), {
    lineCounter: counter,
    prettyErrors: false,
    uniqueKeys: true,
    stringKeys: true,
  });
  // Line 1 of the file is the opening `---`.
  const lineAt = (offset: number): number => counter.linePos(offset).line + 1;
  const [problem] = document.errors;
  if (problem !== undefined) {
    const advice = "Quote texts that hold a colon or begin with a special character.";
    throw refusal(file, lineAt(problem.pos[0]), `the front matter is not valid YAML: ${problem.message}.`, advice);
  }
  if (document.contents !== null && !isMap(document.contents)) {
    throw refusal(
      file,
      2,
      "the front matter is no mapping.",
      "Write one key to a line, such as description: what it does.",
    );
  }

  const entries = entriesOf(document, { file, lineAt });
  const lineOf = (field: keyof FrontMatter): number => entries.get(field)?.line ?? 1;
  const parsed = FrontMatter.safeParse(Object.fromEntries([...entries].map(([key, { value }]) => [key, value])));
  const body = lines.slice(close + 1).join("\n");
  if (parsed.success) return { fields: parsed.data, lineOf, body: body.trim() };
  const [issue] = parsed.error.issues;
  const key = String(issue?.path[0]);
  const { line = 1, value } = entries.get(key) ?? {};
  throw refusal(file, line, `${key}: ${JSON.stringify(value)} is not accepted.`, `Expected ${issue?.message ?? ""}.`);
}

interface Entry {
  readonly value: unknown;
  readonly line: number;
}

interface LineSource {
  readonly file: string;
  readonly lineAt: (offset: number) => number;
}

/** The keys that are used and set, under their own names; an empty value sets nothing. */
function entriesOf(document: Document, { file, lineAt }: LineSource): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const { key, value } of isMap(document.contents) ? document.contents.items : []) {
    const written = isScalar(key) ? String(key.value) : "";
    const name = ALIASES.get(written) ?? written;
    if (!Object.hasOwn(FrontMatter.shape, name)) continue;
    const line = lineAt((isNode(key) ? key.range?.[0] : undefined) ?? 0);
    const held = isNode(value) ? plain(value, document, () => refusal(file, line, ...BAD_ALIAS)) : value;
    if (held !== null && held !== undefined) entries.set(name, { value: held, line });
  }
  return entries;
}

const BAD_ALIAS = ["the front matter has an alias that cannot be followed.", "Write the value itself."] as const;

/** `yaml` throws for an alias without an anchor, and for a bomb of them. */
function plain(node: Node, document: Document, refused: () => RunnerError): unknown {
  try {
    return node.toJS(document, { maxAliasCount: 50 });
  } catch {
    throw refused();
  }
}
