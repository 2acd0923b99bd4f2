/** Makes a transcript readable in a terminal: its Markdown without the marks. The transcript has no control characters. */

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

export type Style = keyof typeof STYLES;

export function styled(style: Style, text: string): string {
  return `\u001B[${STYLES[style]}m${text}\u001B[0m`;
}

/** Whether output is coloured: on a terminal, unless NO_COLOR forbids it or FORCE_COLOR decides. */
export function hasColour(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  const { NO_COLOR = "", FORCE_COLOR = "", TERM } = env;
  if (NO_COLOR !== "") return false;
  if (FORCE_COLOR !== "") return !["0", "false"].includes(FORCE_COLOR);
  return isTerminal && TERM !== "dumb";
}
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Lines of code get a bar, folded parts are shown under their title, and quotations keep their sign. */
export function terminalText(markdown: string, { isColoured }: { readonly isColoured: boolean }): string {
  const shown = (style: Style, text: string): string => (isColoured ? styled(style, text) : text);
  let fence: string | undefined;
  const lines: string[] = [];
  for (const whole of markdown.split("\n")) {
    const quote = fence === undefined ? (/^> ?/.exec(whole)?.[0] ?? "") : fence.startsWith(">") ? "> " : "";
    const line = whole.slice(quote.length);
    if (fence !== undefined) {
      if (whole.trimEnd() === fence) fence = undefined;
      else lines.push(shown("dim", `${quote}  │ ${line}`));
      continue;
    }
    const [, opening] = /^(`{3,})[\w+-]*\s*$/.exec(line) ?? [];
    const [, heading] = /^#{1,4} (.*)$/.exec(line) ?? [];
    const [, summary] = /^<details><summary>(.*)<\/summary>$/.exec(line) ?? [];
    if (opening !== undefined) fence = `${quote}${opening}`;
    else if (heading !== undefined) lines.push(shown("bold", unmarked(heading)));
    else if (summary !== undefined) lines.push(unmarked(summary));
    else if (line !== "</details>") lines.push(`${quote}${unmarked(line.replace(/^<sub>(.*)<\/sub>$/, "$1"))}`);
  }
  return lines.join("\n").replace(/\n{3,}/g, "\n\n");
}

/** A span of code, in which there are no marks, or the words up to the next one. */
const SPAN = /(?<!\\)(`+)(?!`)(.{1,5000}?)(?<!`)\1(?!`)|(?:\\.|[^`\\]+|`+|\\)/gs;

/** One line as the rendered Markdown shows it. */
function unmarked(line: string): string {
  const codes: string[] = [];
  // The text has no control characters, so that one of them can stand for each span of code.
  const words = line.replace(SPAN, (text: string, ticks?: string, code = "") => {
    if (ticks === undefined) return text;
    codes.push(code.replace(/^ (?= *[^ ])(.*) $/, "$1"));
    return "\0";
  });
  return words
    .replace(/(?<!\\)<!-- -->/g, "")
    .replace(/\*\*(.+?)\*\*/g, "$1")
    .replace(/\\([\\`*_[\]<>|#~()!:=+.-])/g, "$1")
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replaceAll("\0", () => codes.shift() ?? "");
}
