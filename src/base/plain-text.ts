/** Foreign text made safe for a terminal, a job log or Markdown. */

/**
 * Of ECMA-48: control sequences, strings (a link, a title, a sixel image; one without an end is removed up to the end of the
 * line), other escapes, and every control character except newline and tab.
 */
const ESCAPES =
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u009C\n]*(?:\u0007|\u001B\\|\u009C)?|\u001B[ -/]*[0-~]|[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** Characters that change the order in which text is drawn, and tag characters, which spell invisible text. */
const MISLEADING = /[\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu;

/** Removes terminal escapes and control characters, shows misleading characters as `[U+202E]`, and turns CR LF into LF. */
export function plainText(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(ESCAPES, "")
    .replace(MISLEADING, (char) => `[U+${char.codePointAt(0)?.toString(16).toUpperCase()}]`);
}

/** `plainText` for a page that people read and copy from: no character in it is hidden, and each end of a line is LF. */
export function shownText(text: string): string {
  return withoutUnseen(plainText(text)).replace(/[\u2028\u2029]/g, "\n");
}

/** `plainText` for the output of a program. JSON keeps its meaning: characters are escaped instead of removed. */
export function harmlessText(text: string): string {
  if (!/^[[{]/.test(text)) return plainText(text);
  const escape = (units: string): string =>
    units.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return text.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, escape).replace(MISLEADING, escape);
}

/** Starts every line with a bar, so that foreign text stands out and no line starts with a workflow command. */
export function quoted(text: string): string {
  return plainText(text)
    .split(/[\n\u2028\u2029]/)
    .map((line) => `│ ${breakCommands(line)}`)
    .join("\n");
}

/** Text for a job log, without escapes and workflow commands. */
export function logText(text: string): string {
  return breakCommands(plainText(text));
}

/** Breaks workflow commands with a blank: `::error::`, and `##[error]` anywhere in a line. JSON keeps its meaning. */
export function breakCommands(text: string): string {
  return text
    .replace(/^(?:\{.*\}|\[.*\])$/gm, (line) => line.replaceAll("##[", String.raw`##\u005b`))
    .replaceAll("##[", "## [")
    .replace(/^([^\S\r\n\u2028\u2029]*):(?=:)/gm, "$1: ");
}

/** A Markdown code block whose fence is longer than any run of backticks inside. */
export function fenced(text: string, language = ""): string {
  const fence = ticksFor(text, 3);
  return `${fence}${language}\n${shownText(text).replace(/\n$/, "")}\n${fence}`;
}

/** One line as a Markdown code span whose backticks are longer than any run of backticks inside. */
export function spanOfCode(line: string): string {
  const ticks = ticksFor(line, 1);
  const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** At least `least` backticks, and more than the longest run of them in the text. */
export function ticksFor(text: string, least: number): string {
  let longest = least - 1;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return "`".repeat(longest + 1);
}

/**
 * Ends a word in Markdown and HTML: GitHub and Gitea find no mention, reference, link or tag across a comment. It is not drawn and not
 * copied, unlike an invisible character. It must not begin a line, where it would begin a block of HTML.
 */
export const BREAK = "<!-- -->";

/** What notifies an account. Behind a letter or a digit it is part of an address or a version. */
export const MENTION = /(?<!\w)@(?=\w)/g;

/** A line that a program which reads comments, such as this one, could take for a command. A mark behind the group makes it harmless. */
export const COMMAND = /^([ \t>*+\d.)-]*\/)(?=[a-z][\w-]*(?:\s|$))/gim;

/** An address of which GitHub makes a link. In links it finds no mention and no reference. */
export const ADDRESS =
  /(?:(?<![A-Za-z\d])https?:\/\/|(?<![^\s(])www\.)[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d+)?(?:[/?#](?:[\w.~:/?#@!&'()*+,=%-]*[A-Za-z\d/#&+=%-])?)?/gi;

export function besideAddresses(text: string, change: (words: string) => string): string {
  let result = "";
  let done = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    result += change(text.slice(done, index)) + address;
    done = index + address.length;
  }
  return result + change(text.slice(done));
}

/** One line of inline Markdown: without control characters, and with Markdown's own characters, `<` and mentions made harmless. */
export function inline(text: string): string {
  return besideAddresses(shownText(text).replace(/\s+/g, " "), (words) =>
    words.replace(/[\\`*_[\]<>|#~]/g, "\\$&").replace(MENTION, `@${BREAK}`),
  );
}

/** One line of text for the inside of an HTML element, where Markdown's escapes have no effect. */
export function htmlText(text: string): string {
  return shownText(text)
    .replace(/\s+/g, " ")
    .replace(/[&<>"]/g, (char) => `&${ENTITIES[char]};`)
    .replace(MENTION, `@${BREAK}`);
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot" };

/** Foreign text between two marks that it cannot contain, so that the model sees where it ends. */
export function framed(text: string, from: string): string {
  return `<data from="${from}">\n${text.replaceAll(/<(?=\/?data\b)/gi, "&lt;")}\n</data>`;
}

/** A line of Markdown that could be or make a heading. A mark before the second group makes it harmless. */
export const LIKE_HEADING = /^((?:[ \t]*(?:>|[-+*]|\d{1,9}[.)]))*[ \t]*)(#{1,6}(?=[ \t]|$)|(?:=+|-)[ \t]*$)/gm;

/** Scripts whose letters join, or form clusters, differently with a joiner beside them. */
const JOINING = "Arab Syrc Nkoo Mand Mong Adlm Rohg Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt"
  .split(" ")
  .map((script) => String.raw`\p{scx=${script}}`)
  .join("");
const JOINED = String.raw`[[${JOINING}]&&[\p{L}\p{M}\p{N}]]`;
/**
 * What is written with such characters: the flags of England, Scotland and Wales, emoji
 * (https://www.unicode.org/reports/tr51/#Definitions), keycaps, one joiner between letters, one selector behind a Mongolian letter.
 * None of it spells anything.
 */
const KEPT = [
  String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
  String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{EMod}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{EMod}?)*`,
  String.raw`[0-9#*]\uFE0F\u20E3`,
  String.raw`(?<=${JOINED})[\u200C\u200D]`,
  String.raw`(?<=[\p{L}\p{N}])\u200C(?=${JOINED})`,
  String.raw`(?<=[\p{Script=Mongolian}&&\p{L}])[\u180B-\u180F]`,
].join("|");
/**
 * All controls and formats but newline and tab, lone surrogates, and everything Unicode says may be drawn as nothing (which
 * covers variation selectors, Hangul and Khmer fillers), plus blanks that are drawn as nothing without saying so, and code points
 * that are no characters.
 */
const INVISIBLE = String.raw`(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{16FE4}\u2800\u{1D159}\uFFF0-\uFFFC\u{E0000}-\u{E0FFF}]`;
const UNSEEN = `(?<kept>${KEPT})|(?<line>[\\v\\f\\u0085])|${INVISIBLE}`;
/** Built when they are first needed: V8 takes 10 ms for their sets of characters, which most texts do not need. */
const built: { unseen?: RegExp; isUnseen?: RegExp } = {};
/** Nothing in such a text is hidden. */
const PLAIN = /^[\t\n\x20-\x7E]*$/;

interface Unseen {
  readonly from: number;
  readonly to: number;
}

/** The places of all such characters but ends of lines, in order. */
export function unseenIn(text: string): readonly Unseen[] {
  if (PLAIN.test(text)) return [];
  return Array.from(text.matchAll(unseen())).flatMap(({ index, 0: chars, groups }): readonly Unseen[] => {
    const { kept, line } = groups ?? {};
    return kept !== undefined || line !== undefined ? [] : [{ from: index, to: index + chars.length }];
  });
}

/** Whether a text consists of such characters. */
export function isUnseen(text: string): boolean {
  built.isUnseen ??= new RegExp(`^(?:${INVISIBLE})+$`, "v");
  return built.isUnseen.test(text);
}

function withoutUnseen(text: string): string {
  return PLAIN.test(text) ? text : text.replace(unseen(), (_, kept?: string, line?: string) => kept ?? line ?? "");
}

function unseen(): RegExp {
  return (built.unseen ??= new RegExp(UNSEEN, "gv"));
}
