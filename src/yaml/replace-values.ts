/** Changes values in the text of a YAML file and leaves every other character as it is, comments and order included. */

import { isMap, isNode, isScalar, isSeq, LineCounter, type Node } from "yaml";
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
  const { contents } = parseYaml(text, new LineCounter());
  const lists = new Map(removed.map((field) => [JSON.stringify(field.slice(0, -1)), field.slice(0, -1)]));
  const rewritten = [...lists].map(([key, field]) => {
    const gone = new Set(
      removed.filter((item) => JSON.stringify(item.slice(0, -1)) === key).map((item) => item.at(-1)),
    );
    const list = nodeAt(contents, field);
    const kept = isSeq(list) ? list.items.filter((_, at) => !gone.has(at)) : [];
    return { field, source: JSON.stringify(kept.map((item) => (isScalar(item) ? item.value : undefined))) };
  });
  return [...replaced, ...rewritten]
    .flatMap(({ field, source }) => {
      const [from, to] = nodeAt(contents, field)?.range ?? [];
      return from === undefined || to === undefined ? [] : [{ from, to, source }];
    })
    .toSorted((a, b) => b.from - a.from)
    .reduce((out, { from, to, source }) => {
      const end = from + out.slice(from, to).trimEnd().length; // a list in lines ends behind its last line break
      return out.slice(0, from) + source + out.slice(end);
    }, text);
}

function nodeAt(contents: unknown, field: Field): Node | undefined {
  let node = contents;
  for (const key of field) {
    if (isMap(node)) node = node.items.find((item) => isScalar(item.key) && item.key.value === key)?.value;
    else if (isSeq(node)) node = node.items[Number(key)];
    else return undefined;
  }
  return isNode(node) ? node : undefined;
}
