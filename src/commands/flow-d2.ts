/** Text of a D2 diagram → `Flow`. Properties are ignored; anything else that is not understood is an error with its line. */

import type { Flow } from "../protocol/prompt.ts";
import { createFlowGraph, refusal, shorten, type DiagramPlace } from "./flow-graph.ts";

/** `(a -> b)[0].style.animated: true`: a property of an edge. */
const EDGE_PROPERTY = /^\([^)]*\)\[\d+\]/;
/** A comment has a blank before `#` and after it, so that `issue #12` and `C#` belong to a label. */
const COMMENT = /(?:^|(?<!\s)\s+)#(?:\s.*)?$/s;
const INLINE_MAP = /^((?:.*\S)?)\s*\{([^{}]*)\}$/;
/** The stack holds some thousand. */
const MAX_DEPTH = 100;
const BLOCK_STRING = /^(\|+)([A-Za-z]*)/;

const ACCEPTED =
  'Accepted: a, a: label, a: "label", a: |md text |, a -> b, a -> b: label, a -> b -> c: label of b -> c.';

/** What may stand between braces: properties of an edge, properties and nodes of a container, or anything inside a property. */
type Inside = "properties" | "anything" | { readonly container: readonly string[] };

/** Reads a diagram. Throws `config.invalid` with file and line for anything that is not a flow. */
export function parseD2Flow(code: string, { file, line: firstLine }: DiagramPlace): Flow {
  /** Ids of nodes that contain nodes. They only group, unless an edge names them. */
  const containers = new Set<string>();
  /** Ids that edges name. They are steps of the flow; as in Kimi CLI, what such a step contains is no part of it. */
  const steps = new Set<string>();
  const graph = createFlowGraph({
    file,
    line: firstLine,
    labelled: (from, to) => `${from} -> ${to}: label`,
    nameOf: (id) => {
      const within = [...containers].filter((one) => id.startsWith(`${one}.`)).map(({ length }) => length + 1);
      return id.slice(Math.max(0, ...within));
    },
  });
  /** Adds nodes and edges to the graph. Called at the end, when all containers are known. */
  const fill: (() => void)[] = [];
  const lines = code.split("\n");
  let next = 0;
  /** Number of the line that was read last. */
  const line = (): number => firstLine + next - 1;
  const refuse = (message: string, at = line()): never => {
    throw refusal(file, at, message, ACCEPTED);
  };

  const readLine = (): string | undefined => {
    let text = lines[next];
    next += 1;
    for (; text?.endsWith("\\") === true && next < lines.length; next += 1)
      text = text.slice(0, -1) + (lines[next] ?? "");
    return text?.trim().replace(/^#.*/, "");
  };

  /** Keys joined by arrows, and the text after them. */
  const keys = (text: string): { readonly paths: readonly Read["parts"][]; readonly rest: string } => {
    const paths: Read["parts"][] = [];
    let rest = text;
    for (;;) {
      const key = readKey(rest);
      if (key === undefined) return refuse(`"${shorten(rest || text)}" is not understood.`);
      paths.push(key.parts);
      const behind = /^\s*-*->(.*)$/.exec(key.rest)?.[1]; // an arrow
      if (behind === undefined) return { paths, rest: key.rest.trimStart() };
      rest = behind;
    }
  };

  /** `|md … |`, over one line or many, without the common indentation of its lines. */
  const blockString = (text: string): Omit<Read, "parts"> & { readonly text: string } => {
    const [opening = "", pipes = "", tag = ""] = BLOCK_STRING.exec(text) ?? [];
    if (tag !== "" && tag !== "md") refuse(`a block of "${tag}" is not understood.`);
    const start = line();
    const held: string[] = [];
    const first = text.slice(opening.length).replace(/^\s+#[^|]*$/, ""); // as in Kimi CLI, a comment
    const last = first === "" ? blockEnd(lines, next, pipes) : next;
    for (let current = first; ;) {
      const end = next < last ? -1 : current.indexOf(pipes);
      if (end >= 0) {
        held.push(current.slice(0, end));
        return { text: dedent(held), rest: current.slice(end + pipes.length).trim() };
      }
      held.push(current);
      current = lines[next] ?? refuse(`the block is not closed with "${pipes}".`, start);
      next += 1;
    }
  };

  const quotedOverLines = (text: string): ReturnType<typeof readQuoted> => {
    const [mark = ""] = text;
    if (mark !== '"' && mark !== "'") return undefined;
    let whole = text;
    for (const [at, more] of lines.slice(next).entries()) {
      whole += `\n${more}`;
      const quoted = more.includes(mark) ? readQuoted(whole) : undefined;
      if (quoted === undefined) continue;
      next += at + 1;
      return quoted;
    }
    return undefined;
  };

  /** The text of a value. If it is empty, the label between the braces that follow. */
  const value = (text: string, inside: Inside): string | undefined => {
    if (text.startsWith("|")) {
      const block = blockString(text);
      map(block.rest, inside);
      return block.text;
    }
    const quoted = readQuoted(text) ?? quotedOverLines(text);
    if (quoted !== undefined) {
      map(quoted.rest.trim(), inside);
      return quoted.text;
    }
    const plain = text.replace(COMMENT, "").trim();
    if (plain.endsWith("{")) {
      const label = plain.slice(0, -1).trim();
      const inner = block(inside);
      return label === "" ? inner : label;
    }
    const [, label = "", entries = ""] = INLINE_MAP.exec(plain) ?? [];
    const pairs = entries.split(";").map((entry) => /^\s*([\w.-]+)\s*:(.*)$/.exec(entry));
    if (entries === "" || !pairs.every((pair) => isProperty(pair?.[1]?.split(".") ?? []))) return plain || undefined;
    return label || pairs.find((pair) => pair?.[1] === "label")?.[2]?.trim();
  };

  /** Reads what follows a quoted or block value: nothing, a comment, or properties. */
  const map = (text: string, inside: Inside): void => {
    const rest = text.replace(COMMENT, "");
    if (rest === "" || INLINE_MAP.exec(rest)?.[1] === "") return;
    if (rest === "{") block(inside);
    else refuse(`"${shorten(rest)}" is not understood.`);
  };

  let depth = 0;
  /** Reads the lines up to the closing brace. Returns the value of `label` among them. */
  const block = (inside: Inside): string | undefined => {
    const start = line();
    depth += 1;
    if (depth > MAX_DEPTH) refuse(`"{" is nested more than ${MAX_DEPTH} levels deep.`, start);
    let label: string | undefined;
    for (;;) {
      const text = readLine() ?? refuse('"{" is not closed.', start);
      if (/^\}\s*(?:#.*)?$/.test(text)) {
        depth -= 1;
        return label;
      }
      if (text === "") continue;
      if (inside === "anything") {
        if (text.endsWith("{")) block(inside);
        continue;
      }
      const { paths, rest } = EDGE_PROPERTY.test(text) ? { paths: [], rest: "" } : keys(text);
      const [path = []] = paths;
      const isLabelInside = inside !== "properties" && path.length > 1 && path.at(-1) === "label";
      if (paths.length !== 1 || !isProperty(path) || isLabelInside) {
        if (inside === "properties") return refuse(`"${shorten(text)}" stands inside an edge, which has no nodes.`);
        containers.add(inside.container.join("."));
        statement(text, inside.container);
        continue;
      }
      const held = value(rest.replace(/^:\s*/, ""), "anything");
      if (path.length === 1 && path[0] === "label") label = held;
    }
  };

  const statement = (text: string, container: readonly string[] = []): void => {
    if (EDGE_PROPERTY.test(text)) {
      value(text.slice(text.indexOf(":") + 1).trim(), "anything");
      return;
    }
    const { paths, rest } = keys(text);
    const at = line();
    if (rest !== "" && !/^(?::|\{|#)/.test(rest)) refuse(`"${shorten(rest)}" is not understood.`);
    const property = paths.find(isProperty);
    const places = paths.map((parts) => placeOf(parts, container));
    const inner = places.length === 1 ? { container: places[0] ?? [] } : "properties";
    const held = value(rest.replace(/^:\s*/, ""), property === undefined ? inner : "anything");
    if (property !== undefined) {
      const owner = placeOf(property.slice(0, -1), container).join(".");
      if (paths.length === 1 && property.length > 1 && property.at(-1) === "label") node(owner, held, at);
      return;
    }
    const ids = places.map((parts) => parts.join("."));
    for (const id of ids) node(id, ids.length === 1 ? held : undefined, at);
    for (const [index, to] of ids.entries()) {
      const from = ids[index - 1];
      if (from === undefined) continue;
      steps.add(from).add(to);
      fill.push(() => graph.edge({ from, to, label: index === ids.length - 1 ? held : undefined, line: at }));
    }
  };

  const node = (id: string, label: string | undefined, at: number): void => {
    fill.push(() => {
      if (!containers.has(id) || steps.has(id)) graph.node(id, label, at);
    });
  };

  for (let text = readLine(); text !== undefined; text = readLine()) if (text !== "") statement(text);
  for (const step of fill) step();
  return graph.build();
}

/** The path of a key inside a container. `_` means the container around it. */
function placeOf(parts: readonly string[], container: readonly string[]): readonly string[] {
  const up = parts.findIndex((part) => part !== "_");
  const above = up === -1 ? parts.length : up;
  return [...container.slice(0, Math.max(0, container.length - above)), ...parts.slice(above)];
}

/**
 * The line behind the end of a block over lines that begins at `start`. As in Kimi CLI, the end is a line that begins with the pipes, so
 * that a block may hold a table. `start` itself: as in D2, it ends at the first such pipes.
 */
function blockEnd(lines: readonly string[], start: number, pipes: string): number {
  for (let at = start; at < lines.length; at += 1) {
    const line = (lines[at] ?? "").trim();
    if (line.startsWith(pipes) && /^(?:\s*[{#].*)?$/.test(line.slice(pipes.length))) return at + 1;
    if (/:\s*\|+(?:md)?$/.test(line)) return start; // another block begins before the end of this one
  }
  return start;
}

function dedent(lines: readonly string[]): string {
  const [first = "", ...others] = lines;
  const indents = others.filter((text) => text.trim() !== "").map((text) => /^\s*/.exec(text)?.[0].length ?? 0);
  const shared = indents.reduce((least, indent) => Math.min(least, indent), Infinity);
  return [first.trim(), ...others.map((text) => text.slice(shared).trimEnd())].join("\n").trim();
}

interface Read {
  /** The dotted parts of a key, quotes removed. */
  readonly parts: readonly string[];
  readonly rest: string;
}

/** A part of a key without quotes. It ends at an arrow, at a comment, or where a value begins. */
const PLAIN_PART = /^(?:(?!->|--|\s#)[^.:{"'|<;}])+/;

/** D2's reserved keys. Flows ignore all of them but `label`, which the caller reads. */
const PROPERTIES: ReadonlySet<string> = new Set(
  (
    "label shape style icon class classes near width height tooltip link direction constraint vars layers scenarios " +
    "steps top left grid-rows grid-columns grid-gap vertical-gap horizontal-gap source-arrowhead target-arrowhead"
  ).split(" "),
);

/** True for a path such as `a.style.fill`, `a.shape` or `direction`. */
function isProperty(parts: readonly string[]): boolean {
  return parts.some((part) => PROPERTIES.has(part));
}

/** The key at the beginning of a text; undefined when there is none. */
function readKey(text: string): Read | undefined {
  const parts: string[] = [];
  let rest = text.trimStart();
  for (;;) {
    const quoted = readQuoted(rest);
    const plain = quoted === undefined ? PLAIN_PART.exec(rest)?.[0] : undefined;
    const part = quoted?.text ?? plain?.trim() ?? "";
    if (part === "") return undefined;
    parts.push(part);
    rest = quoted?.rest ?? rest.slice(plain?.length ?? 0);
    if (!rest.startsWith(".")) return { parts, rest };
    rest = rest.slice(1);
  }
}

/** The quoted text at the beginning of `text`: `"…"` with escapes, `'…'` with `''` for one quote. */
function readQuoted(text: string): { readonly text: string; readonly rest: string } | undefined {
  const [double, escaped] = /^"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  if (double !== undefined && escaped !== undefined) {
    const plain = escaped.replace(/\\(.)/g, (_, letter: string) => (letter === "n" ? "\n" : letter));
    return { text: plain, rest: text.slice(double.length) };
  }
  const [single, doubled] = /^'((?:[^']|'')*)'/.exec(text) ?? [];
  if (single === undefined || doubled === undefined) return undefined;
  return { text: doubled.replaceAll("''", "'"), rest: text.slice(single.length) };
}
