/** Texts with fields: `{{name}}` stands for a value, which is not searched for fields itself; `\{{` stands for two braces. */

const PIECE = /\\\{\{|\{\{([^{}]*)\}\}/g;

export function piecesOf(template: string) {
  const pieces: { readonly kind: "text" | "field"; readonly text: string }[] = [];
  let end = 0;
  for (const match of template.matchAll(PIECE)) {
    const [all, name] = match;
    if (match.index > end) pieces.push({ kind: "text", text: template.slice(end, match.index) });
    pieces.push(name === undefined ? { kind: "text", text: "{{" } : { kind: "field", text: name.trim() });
    end = match.index + all.length;
  }
  if (end < template.length) pieces.push({ kind: "text", text: template.slice(end) });
  return pieces;
}

/** What would be accepted instead; undefined for a valid template. */
export function templateProblem(template: string): string | undefined {
  const pieces = piecesOf(template);
  if (pieces.some(({ kind, text }) => kind === "field" && text === "")) return "a name between {{ and }}";
  const open = pieces.some(({ kind, text }) => kind === "text" && text !== "{{" && text.includes("{{"));
  return open ? "}} after each {{name}}, and \\{{ for two braces that are meant" : undefined;
}

export function fieldsOf(template: string): readonly string[] {
  return [...new Set(piecesOf(template).flatMap(({ kind, text }) => (kind === "field" ? [text] : [])))];
}

/** The text with every field filled in. `write`: how a value is written. Throws for a field that `fields` does not have. */
export function fillFields(
  template: string,
  fields: Readonly<Record<string, string>>,
  write: (value: string) => string = (value) => value,
): string {
  return piecesOf(template)
    .map(({ kind, text }) => {
      if (kind === "text") return text;
      const value = Object.hasOwn(fields, text) ? fields[text] : undefined;
      if (value === undefined) throw new TypeError(`no field ${text}`);
      return write(value);
    })
    .join("");
}
