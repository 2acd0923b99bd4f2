/** Foreign text made safe for a terminal, a job log or Markdown. */

/** ANSI CSI and OSC sequences, and every other control character but newline and tab. */
const ESCAPES =
  /\u001B\[[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** Strips terminal escapes and control characters; CR LF becomes LF. */
export function plainText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(ESCAPES, "");
}

/**
 * Indents every line with a bar, so that no line starts with a workflow command (`::error::`), and breaks the legacy
 * `##[` form, which GitHub's runner accepts anywhere in a line.
 */
export function quoted(text: string): string {
  return plainText(text)
    .split(/[\n\u2028\u2029]/)
    .map((line) => `│ ${line.replaceAll("##[", "##\u200B[")}`)
    .join("\n");
}

/** A Markdown code block whose fence is longer than any run of backticks inside. */
export function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${plainText(text).replace(/\n$/, "")}\n${fence}`;
}

/** One line of inline Markdown text: control characters gone, Markdown's own characters, `<` and `@` made harmless. */
export function inline(text: string): string {
  return plainText(text)
    .replace(/\s+/g, " ")
    .replace(/[\\`*_[\]<>|#]/g, "\\$&")
    .replaceAll("@", "@\u200B");
}
