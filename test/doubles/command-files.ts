/** The runner's side of the toolkit: command files and workflow commands, parsed as the runner parses them. */

export interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly value: string;
  /** The line as it was printed. */
  readonly line: string;
}

/** Parses a command file: `key=value` lines and `key<<DELIMITER` blocks. Throws where the runner fails the step. */
export function parseCommandFile(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/);
  const found: Record<string, string> = {};
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line === "") continue;
    const equals = line.indexOf("=");
    const heredoc = line.indexOf("<<");
    if (equals >= 0 && (heredoc < 0 || equals < heredoc)) {
      found[line.slice(0, equals)] = line.slice(equals + 1);
      continue;
    }
    if (heredoc <= 0 || heredoc + 2 === line.length) throw new Error(`Invalid format '${line}'`);
    const delimiter = line.slice(heredoc + 2);
    const end = lines.indexOf(delimiter, at + 1);
    if (end < 0) throw new Error(`Invalid value. Matching delimiter not found '${delimiter}'`);
    found[line.slice(0, heredoc)] = lines.slice(at + 1, end).join("\n");
    at = end;
  }
  return found;
}

/** Commands that the runner registers; any other `::name::` is plain text. Names compare without case. */
const REGISTERED = new Set([
  "add-mask",
  "add-matcher",
  "add-path",
  "debug",
  "echo",
  "endgroup",
  "error",
  "group",
  "internal-set-repo-path",
  "notice",
  "remove-matcher",
  "save-state",
  "set-env",
  "set-output",
  "stop-commands",
  "warning",
]);

/** The commands in a step's output, standard output and error alike, `stop-commands` obeyed. */
export function parseCommands(output: string): Command[] {
  const found: Command[] = [];
  let resume: string | undefined;
  for (const line of output.split(/\r\n|\r|\n/)) {
    if (resume !== undefined) {
      if (line.trim() === `::${resume}::`) resume = undefined;
      continue;
    }
    const command = doubleColon(line) ?? bracketed(line);
    if (command === undefined) continue;
    found.push(command);
    if (command.name === "stop-commands") resume = command.value;
  }
  return found;
}

/** `::name key=value,key=value::text`, where only blanks may come before. */
function doubleColon(line: string): Command | undefined {
  const text = line.trimStart();
  const end = text.indexOf("::", 2);
  if (!text.startsWith("::") || end < 0) return undefined;
  return command(line, {
    info: text.slice(2, end),
    value: text.slice(end + 2),
    separator: ",",
    unescape: unescapePercent,
  });
}

/** `##[name key=value;key=value]text`, anywhere in a line. */
function bracketed(line: string): Command | undefined {
  const start = line.indexOf("##[");
  const end = line.indexOf("]", start);
  if (start < 0 || end < 0) return undefined;
  return command(line, {
    info: line.slice(start + 3, end),
    value: line.slice(end + 1),
    separator: ";",
    unescape: unescapeSemicolon,
  });
}

interface Parts {
  readonly info: string;
  readonly value: string;
  readonly separator: string;
  readonly unescape: (text: string) => string;
}

function command(line: string, { info, value, separator, unescape }: Parts): Command | undefined {
  const space = info.indexOf(" ");
  const name = (space < 0 ? info : info.slice(0, space)).toLowerCase();
  if (!REGISTERED.has(name)) return undefined;
  const pairs = (space < 0 ? "" : info.slice(space + 1)).split(separator).filter((pair) => pair.includes("="));
  const properties = pairs.map((pair) => {
    const equals = pair.indexOf("=");
    return [pair.slice(0, equals).trim(), unescape(pair.slice(equals + 1))] as const;
  });
  return { name, properties: Object.fromEntries(properties), value: unescape(value), line };
}

function unescapePercent(text: string): string {
  const codes: Readonly<Record<string, string>> = { "%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%" };
  return text.replaceAll(/%(?:0D|0A|3A|2C|25)/g, (code) => codes[code] ?? code);
}

function unescapeSemicolon(text: string): string {
  const codes: Readonly<Record<string, string>> = { "%3B": ";", "%0D": "\r", "%0A": "\n", "%5D": "]", "%25": "%" };
  return text.replaceAll(/%(?:3B|0D|0A|5D|25)/g, (code) => codes[code] ?? code);
}
