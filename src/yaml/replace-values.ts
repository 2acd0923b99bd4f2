/** Changes values in the text of a YAML file and leaves every other character as it is, comments and order included. */

import { isNode, isScalar, isSeq, LineCounter } from "yaml";
import { parseYaml } from "./document.ts";
import type { Field } from "./mistakes.ts";

interface Changes {
  /** Fields with the source of their new value. */
  readonly replaced: readonly { readonly field: Field; readonly source: string }[];
  /** Texts in lists. Each of these lists is written again, in brackets. */
  readonly removed: readonly Field[];
}

/** The text must be a file that loads. A field that is not there is left out. */
export function changeValues(text: string, { replaced, removed }: Changes): string {
  const document = parseYaml(text, new LineCounter());
  const nodeAt = (field: Field): unknown => document.getIn(field, true);
  const lists = Map.groupBy(removed, (item) => JSON.stringify(item.slice(0, -1)));
  const rewritten = Array.from(lists.values(), (items) => {
    const field = items[0]?.slice(0, -1) ?? [];
    const gone = new Set(items.map((item) => item.at(-1)));
    const list = nodeAt(field);
    const kept = isSeq(list) ? list.items.filter((_, at) => !gone.has(at)) : [];
    return { field, source: JSON.stringify(kept.map((item) => (isScalar(item) ? item.value : undefined))) };
  });
  return [...replaced, ...rewritten]
    .flatMap(({ field, source }) => {
      const node = nodeAt(field);
      const [from, to] = (isNode(node) ? node.range : undefined) ?? [];
      return from === undefined || to === undefined ? [] : [{ from, to, source }];
    })
    .toSorted((a, b) => b.from - a.from)
    .reduce((out, { from, to, source }) => {
      const end = from + out.slice(from, to).trimEnd().length; // a list in lines ends behind its last line break
      return out.slice(0, from) + source + out.slice(end);
    }, text);
}
