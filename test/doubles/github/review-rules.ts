/** GitHub's documented rules for the comments of a review, and what applying their suggestions does. It shares no code with the program. */

export interface LineComment {
  readonly path: string;
  readonly body: string;
  readonly line?: number;
  readonly start_line?: number;
  readonly side?: "LEFT" | "RIGHT";
  readonly start_side?: "LEFT" | "RIGHT";
}

interface Shown {
  readonly kind: string;
  readonly LEFT: number | undefined;
  readonly RIGHT: number | undefined;
}

const KEYS: ReadonlySet<string> = new Set(["path", "position", "body", "line", "side", "start_line", "start_side"]);
const MAX_BODY = 65_536;

/** What GitHub says against a review; empty when it takes it. `patches` has the hunks of each file of the diff. */
export function reviewErrors(
  {
    body,
    event,
    comments,
  }: { readonly body: string; readonly event: string; readonly comments: readonly LineComment[] },
  patches: ReadonlyMap<string, string>,
): readonly string[] {
  const errors = new Set<string>();
  if (body.length > MAX_BODY) errors.add("body is too long (maximum is 65536 characters)");
  if (event !== "APPROVED" && comments.length === 0 && body.trim() === "") errors.add("Body can't be blank");
  for (const comment of comments) {
    const error = commentError(comment, patches);
    if (error !== undefined) errors.add(error);
  }
  return [...errors];
}

function commentError(comment: LineComment, patches: ReadonlyMap<string, string>): string | undefined {
  const { path, body, line, start_line: startLine, side = "RIGHT", start_side: startSide = side } = comment;
  const unknown = Object.keys(comment).find((key) => !KEYS.has(key));
  if (unknown !== undefined) return `Invalid request. "${unknown}" is not a permitted key.`;
  if (body.trim() === "") return "Pull request review thread body can't be blank";
  if (body.length > MAX_BODY) return "body is too long (maximum is 65536 characters)";
  if (line === undefined) return `Invalid request. "line" or "position" wasn't supplied.`;
  const patch = patches.get(path);
  if (patch === undefined) return "Path could not be resolved";
  const late = "Pull request review thread start line must precede the end line.";
  if (startLine !== undefined && side === startSide && startLine >= line) return late;
  const hunk = shownHunks(patch).find((lines) => lines.some((shown) => shown[side] === line));
  if (hunk === undefined) return "Line could not be resolved";
  if (startLine === undefined) return undefined;
  const start = hunk.findIndex((shown) => shown[startSide] === startLine);
  if (start < 0) return "Pull request review thread start line must be part of the same hunk as the line.";
  return start > hunk.findIndex((shown) => shown[side] === line) ? late : undefined;
}

/** The lines of each hunk. The counts of its header decide where it ends. */
function shownHunks(patch: string): readonly (readonly Shown[])[] {
  const lines = patch.split("\n");
  const hunks: Shown[][] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(lines[at] ?? "");
    if (header === null) continue;
    const number = (index: number): number => Number(header[index] ?? 1);
    let [old, oldLeft, fresh, freshLeft] = [number(1), number(2), number(3), number(4)];
    const hunk: Shown[] = [];
    while (oldLeft > 0 || freshLeft > 0) {
      const kind = (lines[++at] ?? "").charAt(0) || " ";
      if (kind === "\\") continue;
      if (kind !== "+") oldLeft -= 1;
      if (kind !== "-") freshLeft -= 1;
      hunk.push({ kind, LEFT: kind === "+" ? undefined : old++, RIGHT: kind === "-" ? undefined : fresh++ });
    }
    hunks.push(hunk);
  }
  return hunks;
}

/** The hunk of a patch up to the line of a comment, as GitHub keeps it with the comment. */
export function hunkOf(patch: string, { line, side = "RIGHT" }: LineComment): string {
  const lines = patch.split("\n");
  let [hunk, old, fresh] = [[] as string[], 0, 0];
  for (const text of lines) {
    const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(text) ?? [];
    if (oldStart !== undefined) [hunk, old, fresh] = [[text], Number(oldStart), Number(newStart)];
    else hunk.push(text);
    if (oldStart !== undefined || text.startsWith("\\")) continue;
    const at = side === "LEFT" ? old : fresh;
    if (at === line && !text.startsWith(side === "LEFT" ? "+" : "-")) return hunk.join("\n");
    if (!text.startsWith("+")) old += 1;
    if (!text.startsWith("-")) fresh += 1;
  }
  return "";
}

/** The lines of the first suggestion block of a comment, by CommonMark's fences; undefined where there is none. */
export function suggestionOf(body: string): readonly string[] | undefined {
  let open: { readonly fence: string; readonly isOne: boolean; readonly lines: string[] } | undefined;
  for (const line of body.replace(/\r\n?/g, "\n").split("\n")) {
    const [, fence = "", info = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (open === undefined) {
      if (fence !== "" && !(fence.startsWith("`") && info.includes("`")))
        open = { fence, isOne: info.trim().split(/\s+/)[0] === "suggestion", lines: [] };
    } else if (fence[0] === open.fence[0] && fence.length >= open.fence.length && info.trim() === "") {
      if (open.isOne) return open.lines;
      open = undefined;
    } else open.lines.push(line);
  }
  return open?.isOne === true ? open.lines : undefined;
}

/** A file after "Commit suggestion"; text in Latin-1, so that bytes are kept. */
export function withSuggestion(text: string, { line = 1, start_line: start = line, body }: LineComment): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const endOf = (own = ""): string => /\r?\n$/.exec(own)?.[0] ?? "";
  const ends = endOf(lines[start - 1]) || endOf(lines[start - 2]) || "\n";
  const fresh = (suggestionOf(body) ?? []).map((one) => Buffer.from(one).toString("latin1") + ends);
  const before = lines.slice(0, start - 1).join("");
  const isUnended = line === lines.length && endOf(lines.at(-1)) === "";
  const middle = fresh.join("");
  return before + (isUnended && middle !== "" ? middle.slice(0, -ends.length) : middle) + lines.slice(line).join("");
}
