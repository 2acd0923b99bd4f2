/** Edits match text with line feeds only; the file keeps its own line ends and its byte order mark. */

import { endedLines, hunksOf } from "./unified-diff.ts";

/** The text without its mark and with line feeds only. `restore` puts both back into the changed text, whose CRs are no line ends. */
export function textWithin(whole: string) {
  const mark = whole.startsWith("\ufeff") ? "\ufeff" : "";
  const text = whole.slice(mark.length);
  const isMixed = text.includes("\r\n") && /(?<!\r)\n/.test(text);
  const endsOf = (changed: string): string =>
    isMixed ? withMixedEnds(text, changed) : text.includes("\r\n") ? changed.replaceAll("\n", "\r\n") : changed;
  return { text: withLineFeeds(text), restore: (changed: string) => mark + endsOf(changed) };
}

/** The changed text, in which each line keeps its own end. A changed line has that of the old one, and a new line that of the line before it. */
function withMixedEnds(before: string, changed: string): string {
  const old = endedLines(before);
  const ended = (line: string, from: string | undefined): string =>
    from?.endsWith("\r\n") === true ? line.replace(/\n$/, "\r\n") : line;
  const lines: string[] = [];
  let at = 0;
  const keep = (): void => {
    lines.push(old[at] ?? "");
    at += 1;
  };
  for (const hunk of hunksOf(withLineFeeds(before), changed)) {
    while (at < hunk.oldStart - 1) keep();
    /** The next removed line that no added one has taken the place of. */
    let from = at;
    for (const line of hunk.lines) {
      if (line.startsWith("+")) {
        lines.push(ended(`${line.slice(1)}\n`, old[Math.max(0, Math.min(from, at - 1))]));
        from += 1;
      }
      if (line.startsWith("-")) at += 1;
      if (!line.startsWith(" ")) continue;
      keep();
      from = at;
    }
  }
  while (at < old.length) keep();
  const text = lines.join("");
  return changed.endsWith("\n") ? text : text.replace(/\r?\n$/, "");
}

/** A new text for a whole file, which keeps the file's mark and line ends. The model does not see them. Its own ones are meant. */
export function withEndsOf(before: string, text: string): string {
  const [old, own] = [before, text].map((one) => one.replace(/^\ufeff/, "")) as [string, string];
  const mark = before === old && text === own ? "" : "\ufeff";
  return mark + (own.includes("\r\n") ? own : textWithin(old).restore(own));
}

export function withLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
