/** The model's words about a finding, and names of files, as a reader may see them: they cannot pass for what the program says. Pure. */

import { COMMAND, shownText } from "../base/plain-text.ts";

/** Check marks, also as GitHub draws them from short codes, formulas and lists of tasks. Those are the program's alone. */
const TICKS =
  /[✓✔☑✅🗸🗹]\uFE0F?|:(?:white_check_mark|heavy_check_mark|ballot_box_with_check):|\\checkmark\b|^((?:[ \t]*(?:>|[-+*]|\d{1,9}[.)]))+[ \t]+)\[[xX]\](?=\s)/gmu;
/** Programs that are told what to do by their name. */
const NAMED =
  /@(?=(?:dependabot|renovate|mergify|coderabbit|copilot|claude|codex|gemini|cursor|bors|homu|rustbot)\w*)/gi;

/** Whether a line is a command to a program that reads comments, in code too: such programs often look at the text as it was written. */
export function isCommand(line: string): boolean {
  return line.search(COMMAND) >= 0 || line.search(NAMED) >= 0;
}

/** A text without check marks. Without one, its neighbours may make another, so that it looks again. */
export function withoutTicks(text: string): string {
  const less = text.replace(TICKS, "$1");
  return less === text ? text : withoutTicks(less);
}

/** Markdown whose prose is safe already, with the commands in its code broken by a blank. */
export function withoutCommands(markdown: string): string {
  return markdown.replace(COMMAND, "$1 ").replace(NAMED, "@ ");
}

/** Characters of a path that is shown; the tool takes 4,096. */
const MAX_PATH = 300;

/** A path on one line. It may be one that the model made up. */
export function shownPath(path: string): string {
  const line = withoutTicks(shownText(path.toWellFormed()).replace(/\s+/g, " "));
  return line.length > MAX_PATH ? `${line.slice(0, MAX_PATH).toWellFormed()}…` : line;
}
