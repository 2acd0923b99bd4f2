/** A transcript for a terminal: our Markdown without its marks. Foreign text was made plain when the transcript was made. */

const BOLD = "\u001B[1m";
const DIM = "\u001B[2m";
const RESET = "\u001B[0m";
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Lines of code are set off by a bar, folded parts stand open under their title. */
export function terminalText(markdown: string, { hasColour }: { readonly hasColour: boolean }): string {
  const styled = (style: string, text: string): string => (hasColour ? `${style}${text}${RESET}` : text);
  let fence: string | undefined;
  const lines: string[] = [];
  for (const line of markdown.split("\n")) {
    if (fence !== undefined) {
      if (line === fence) fence = undefined;
      else lines.push(styled(DIM, `  │ ${line}`));
      continue;
    }
    const [, opening] = /^(`{3,})[\w+-]*$/.exec(line) ?? [];
    const [, heading] = /^#{1,4} (.*)$/.exec(line) ?? [];
    const [, summary] = /^<details><summary>(.*)<\/summary>$/.exec(line) ?? [];
    if (opening !== undefined) fence = opening;
    else if (heading !== undefined) lines.push(styled(BOLD, unmarked(heading)));
    else if (summary !== undefined) lines.push(unmarked(summary));
    else if (line !== "</details>") lines.push(unmarked(line.replace(/^<sub>(.*)<\/sub>$/, "$1")));
  }
  return lines.join("\n").replace(/\n{3,}/g, "\n\n");
}

/** One line as a reader of the rendered Markdown sees it. */
function unmarked(line: string): string {
  return line
    .replace(/\*\*(.+?)\*\*/g, "$1")
    .replace(/\\([\\`*_[\]<>|#~()!:=+.-])/g, "$1")
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replaceAll("\u200B", "");
}
