/** Text of a Mermaid flowchart → `Flow`. Styles, classes, subgraphs and directions are ignored; anything else is an error. */

import type { Flow } from "../protocol/prompt.ts";
import { createFlowGraph, refusal, shorten, type DiagramPlace, type FlowGraph } from "./flow-graph.ts";

const HEADER = /^\s*(?:flowchart|graph)(?:\s+(?:TB|TD|BT|RL|LR))?\s*(?:;|$)/;
/** Lines that are ignored. A node may be called `style` or `click`; an edge then follows the word. */
const IGNORED =
  /^\s*(?:(?:style|class|classDef|click|subgraph|direction|linkStyle)\s+(?!-)|(?:subgraph|end)\s*(?:;\s*)?$)/;
/** Separators and comments between statements. */
const BETWEEN = /(?:\s|;|%%.*$)*/y;
/** A hyphen belongs to the id when a letter or digit follows, so that `a-->b` is an edge. */
const ID = /[\p{L}\p{N}_](?:[\p{L}\p{N}_.]|-(?=[\p{L}\p{N}_]))*/uy;
const QUOTED = /\s*"([^"]*)"\s*/y;
const CLASS = /:::\w(?:\w|-(?=\w))*/y;
const EDGES: readonly RegExp[] = [
  /\s*(?:-{2,}>|-{3,})\s*\|(?:\s*"([^"]*)"\s*|([^|"]*))\|\s*/y,
  /\s*(?:-{2,}>|-{3,})\s*/y,
  /\s*--(?![->])(?:\s*"([^"]*)"\s*|([^"]*?))(?:-{2,}>|-{3,})\s*/y,
];
/** Longest first. A label that begins with a character of `OTHER` belongs to a shape that is not accepted. */
const SHAPES = [
  { open: "([", close: "])" },
  { open: "[", close: "]" },
  { open: "(", close: ")" },
  { open: "{", close: "}" },
] as const;
const OTHER = /^[[({/\\]/;

const ACCEPTED =
  'Accepted: nodes A, A[text], A(text), A{text}, A([text]), with A["text"] for text with brackets; ' +
  "edges A --> B, A --- B, A -- label --> B, A -->|label| B.";

/** Reads a diagram. Throws `config.invalid` with file and line for anything that is not a flow. */
export function parseMermaidFlow(code: string, { file, line: firstLine }: DiagramPlace): Flow {
  const graph = createFlowGraph({ file, line: firstLine, labelled: (from, to) => `${from} -->|label| ${to}` });
  let hasHeader = false;
  for (const [index, text] of code.split("\n").entries()) {
    const line = firstLine + index;
    if (text.trim() === "" || text.trimStart().startsWith("%%")) continue;
    let rest = text;
    if (!hasHeader) {
      const [header] = HEADER.exec(text) ?? [];
      if (header === undefined) {
        throw refusal(file, line, `the diagram begins with "${shorten(text)}".`, HEADER_HINT);
      }
      hasHeader = true;
      rest = text.slice(header.length);
    }
    if (!IGNORED.test(rest)) readStatements(rest, { file, line, graph });
  }
  if (!hasHeader) throw refusal(file, firstLine, "the diagram is empty.", HEADER_HINT);
  return graph.build();
}

const HEADER_HINT = 'It must begin with "flowchart" or "graph", with or without a direction: flowchart TD.';

/** Reads one line, which holds chains of nodes and edges. */
function readStatements(text: string, { file, line, graph }: DiagramPlace & { readonly graph: FlowGraph }): void {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return undefined;
    at = pattern.lastIndex;
    return found;
  };
  const refuse = (message: string): never => {
    throw refusal(file, line, message, ACCEPTED);
  };
  const notUnderstood = (): never => {
    const rest = shorten(text.slice(at));
    return refuse(rest === "" ? "the line ends where a node must follow." : `"${rest}" is not understood.`);
  };

  const label = (id: string): string | undefined => {
    const shape = SHAPES.find(({ open }) => text.startsWith(open, at));
    if (shape === undefined) return undefined;
    const start = at;
    at += shape.open.length;
    const quoted = take(QUOTED)?.[1];
    const end = quoted === undefined ? text.indexOf(shape.close, at) : at;
    if (end < 0 || !text.startsWith(shape.close, end)) {
      return refuse(`the label of "${id}" is not closed with "${shape.close}".`);
    }
    const content = quoted ?? text.slice(at, end).trim();
    if (quoted === undefined && OTHER.test(content)) {
      return refuse(`the shape of "${id}" is not accepted: "${shorten(text.slice(start))}".`);
    }
    at = end + shape.close.length;
    // Mermaid writes a quote inside a quoted label like this.
    return content.replaceAll("#quot;", '"');
  };
  const node = (): string => {
    const id = take(ID)?.[0] ?? notUnderstood();
    graph.node(id, label(id), line);
    take(CLASS);
    return id;
  };
  const takeEdge = (): RegExpExecArray | undefined =>
    EDGES.reduce<RegExpExecArray | undefined>((found, pattern) => found ?? take(pattern), undefined);

  take(BETWEEN);
  while (at < text.length) {
    let from = node();
    for (let edge = takeEdge(); edge !== undefined; edge = takeEdge()) {
      const to = node();
      graph.edge({ from, to, label: (edge[1] ?? edge[2]?.trim())?.replaceAll("#quot;", '"'), line });
      from = to;
    }
    const end = at;
    take(BETWEEN);
    // Blanks alone do not separate statements.
    if (at < text.length && text.slice(end, at).trim() === "") notUnderstood();
  }
}
