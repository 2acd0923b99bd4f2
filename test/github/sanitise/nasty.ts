/** Texts from a grammar of what is hard to read: HTML blocks of all kinds, tables, notes and definitions, nested and half indented. */

import { createRandom } from "../../doubles/random.ts";

/** `W` stands for a word that is in no other place of the text, `U` for an address. */
const PIECES: readonly string[] = [
  Array.from("<>!-[]()&;#\"'`~|\\/:^*_= \n\t"),
  '<!-- --> --!> <!--> <!---> <? ?> <![CDATA[ ]]> <div> </div> <a_href="U"> </a> <b> </b> <W> <pre> </pre> <td> <br/>'
    .split(" ")
    .map((piece) => piece.replace("_", " ")),
  "[a] [a][] [W][a] [^1] [^n] ![W](U) ![W][a] [W](U) [](U) ]( ![ ``` ~~~ `` &lt; &#60; &amp; &#96; *W* `W` \\` \\< \\[".split(
    " ",
  ),
  "W W W http://e.x/W www.e.x/W a@e.x <http://e.x/W> \u200B \u{1F600} \\| === |---|".split(" "),
  [
    "<x-y W>",
    "<!D W>",
    '[W](U "W")',
    "```js W\n",
    "```\n",
    "    ",
    "> ",
    "- ",
    "1. ",
    "\n---\n",
    "\n\n",
    "\n> ",
    "\n- ",
  ],
  [
    '[a]: U "W"\n',
    "[^1]: W\n",
    "[^n]: W\n\n    W\n",
    "[//]: # (W)",
    "| a | W |\n|---|---|\n| W | W | W |\n",
    "- [x] W\n",
  ],
].flat();
const INLINE: readonly string[] = [
  ["W", "I I", "*I*", "`W`", "`<W W>`", "[I](U)", '[I](U "W")', "![I](U)", "<b>I</b>", "<x W>I</x>", "<!-- I -->"],
  ['<a href="U" title="W">I</a>', "I<!-- I\nI -->I", "[I][a]", "[a]", "[^1]", "[^n]", "![I][a]", "&lt;W&gt;", "<br>"],
  ["\\<W>", "N", "<W>", "<kbd>I</kbd>", "<? W ?>", "<!X W>", "<![CDATA[ W ]]>", "I\nI", "http://e.x/W"],
].flat();
const BLOCKS: readonly string[] = [
  ["I", "I", "N", "NN", "# L", "I\n===", "```js W\nI\n```", "~~~\n<x W>W</x>\n~~~", "    I", "T", "<!--\n\nI\n\n-->"],
  ["<!-- I -->", "<script>W</script>", "<pre>\nI\n\nW</pre>", "<? W\n\nW ?>", "<!X\nW>", "<![CDATA[\nW\n\n]]>"],
  [
    "<div>\nI\n</div>",
    "<div W>I</div>",
    "<x-y>\nI\n</x-y>",
    "</div>",
    "<x W>\nI",
    '[a]: U "W"',
    "[a]: U",
    "[//]: # (W)",
  ],
  ["[^1]: I", "[^n]: W\n\n    I", "---", "- I\n- I", "<details>\n<summary>I</summary>\n\nB\n\n</details>"],
].flat();
/** The marks of the first line of a container and of the others. */
const CONTAINERS = [
  ["> ", "> "],
  ["> ", ">"],
  ["> ", ""],
  ["- ", "  "],
  ["1. ", "   "],
  ["- ", " "],
  ["[^1]: ", "    "],
] as const;

/** The text of a number. */
export function nastyText(seed: number): string {
  const random = createRandom(seed);
  const pick = <T>(from: readonly T[]): T | undefined => from[random(from.length)];
  const some = (most: number, make: () => string, by = ""): string =>
    Array.from({ length: 1 + random(most) }, make).join(by);
  const inline = (depth: number): string =>
    depth === 0 ? "W" : (pick(INLINE) ?? "").replace(/I/g, () => inline(depth - 1)).replace("N", pieces);
  const pieces = (): string => some(6, () => pick(PIECES) ?? "");
  const row = (): string =>
    `| ${some(4, () => pick(["W", "<x>", "", inline(1).replaceAll("\n", " "), "`W\\|W`"]) ?? "", " | ")} |`;
  const table = (): string => {
    const head = row();
    return [head, head.replace(/(?:\\\||[^|])+/g, "---"), some(3, row, "\n")].join("\n");
  };
  const block = (depth: number): string => {
    if (depth > 0 && random(3) === 0) {
      const [first = "", rest = ""] = pick(CONTAINERS) ?? [];
      const lines = some(3, () => block(depth - 1), "\n\n").split("\n");
      return lines.map((line, index) => (index === 0 ? first : random(12) === 0 ? "" : rest) + line).join("\n");
    }
    return (pick(BLOCKS) ?? "")
      .replace(/I/g, () => inline(2))
      .replace(/N/g, pieces)
      .replace(/L/g, () => inline(1).replaceAll("\n", " "))
      .replace(/^T$/, table)
      .replace(/B/g, () => (depth > 0 ? block(depth - 1) : "W"));
  };
  let count = 0;
  const text = some(4, () => block(2), random(3) === 0 ? "\n" : "\n\n");
  return text.replace(/[WU]/g, (letter) => `${letter.toLowerCase()}${(count += 1)}x`);
}
