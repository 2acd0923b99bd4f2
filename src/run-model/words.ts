/** Sentences of the runner with foreign text in them. Each reader makes the foreign parts harmless in its own way. */

/** A foreign part, and how Markdown sets it off. */
interface Foreign {
  readonly foreign: string;
  readonly as?: "code" | "strong";
}

export type Words = readonly (string | Foreign)[];

/** A template of words. Its strings count as foreign; numbers and words stay as they are. */
export function sentence(strings: TemplateStringsArray, ...values: readonly (string | number | Words)[]): Words {
  return strings.flatMap((own, at): Words => {
    const value = values[at] ?? [];
    if (typeof value === "object") return [own, ...value];
    return [own, typeof value === "number" ? String(value) : { foreign: value }];
  });
}

export function code(foreign: string): Words {
  return [{ foreign, as: "code" }];
}

export function strong(foreign: string): Words {
  return [{ foreign, as: "strong" }];
}

/** Words with a comma or the like between them. */
export function joined(parts: readonly Words[], between: string): Words {
  return parts.flatMap((part, at) => (at === 0 ? part : [between, ...part]));
}

/** The text without any marks. Foreign parts are as they came. */
export function plainWords(said: Words): string {
  return said.map((part) => (typeof part === "string" ? part : part.foreign)).join("");
}
