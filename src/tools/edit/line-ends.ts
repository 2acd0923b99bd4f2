/** Edits match text with line feeds only; the file keeps its own line ends and its byte order mark. */

/**
 * The text without its mark, and without carriage returns where every line has one. `restore` puts both back into the changed text.
 * Mixed line ends stay as they are, because they could not be restored.
 */
export function textWithin(whole: string) {
  const mark = whole.startsWith("\ufeff") ? "\ufeff" : "";
  const text = whole.slice(mark.length);
  if (!/\r\n/.test(text) || /(?<!\r)\n/.test(text)) return { text, restore: (changed: string) => mark + changed };
  return {
    text: withLineFeeds(text),
    restore: (changed: string) => mark + withLineFeeds(changed).replaceAll("\n", "\r\n"),
  };
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
