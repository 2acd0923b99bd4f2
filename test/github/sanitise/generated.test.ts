/** Properties of sanitising, over 1,000 generated texts (20,000 with KIMI_TESTS=full): once is enough, nothing unseen is kept, nothing seen is lost. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sanitise } from "../../../src/github/sanitise/sanitise.ts";
import { createRandom, type Random } from "../../doubles/random.ts";
import { sized } from "../../doubles/size.ts";
import { HIDDEN } from "./hidden.ts";
import { INVISIBLE } from "./invisible.ts";

/** What has a meaning to Markdown, HTML, TeX or Mermaid, cut small. */
const PIECES: readonly string[] = [
  ...Array.from("<>!-[]()&;#\"'`~|\\/:^ \n\t=x"),
  "<!--",
  "-->",
  "--!>",
  "<!",
  "<?",
  "]]>",
  "<div hidden>",
  "</div>",
  "<pre>",
  "<x a=b>",
  "<b>",
  "<script>",
  "[//]: # (",
  "[a]: b",
  "[^1]",
  "[^1]: ",
  "![",
  "](",
  '](u "t")',
  "```",
  "```js x\n",
  "~~~",
  "    ",
  "> ",
  "- ",
  "| a | b |\n|---|\n",
  "&lt;",
  "&#x200b;",
  "&#60;",
  "&amp;",
  "\u200B",
  "\u202E",
  "\u{E0041}",
  "\uFE0F",
  "e\u0301",
  "\uD83D",
  "\\phantom{",
  "\\color{white}",
  "\\def\\x{",
  "% ",
  "}",
  "$",
  "$$",
  "$`",
  "```math\n",
  "```mermaid\n",
  "accDescr {\n",
  "%%{",
  "}%%\n",
  "---\n",
  "click A ",
  "][b]",
  "[b]: data:x\n",
  "[^b]",
  "[^c]: ",
  "](data:",
  '<a href="x">',
  "</a>",
  "word",
];

const ROUNDS = sized(500, 10_000);
/** Characters that are drawn as nothing, or are none. */
const UNSEEN =
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{16FE4}\u2800\u{1D159}\uFFFC\u{E0000}-\u{E0FFF}]/u;

test("of any text: sanitising twice is sanitising once, and no invisible character is kept", () => {
  const random = createRandom(42);
  const texts = Array.from({ length: ROUNDS }, () =>
    Array.from({ length: 1 + random(24) }, () => PIECES[random(PIECES.length)]).join(""),
  );
  for (const sample of [...HIDDEN, ...texts]) {
    const once = sanitise(sample).text;
    const { text, removed } = sanitise(once);
    assert.equal(text, once, JSON.stringify(sample));
    assert.equal(removed, 0, JSON.stringify(sample));
    assert.ok(!UNSEEN.test(once) && once.isWellFormed(), JSON.stringify(sample));
  }
});

/** Numbered words, so that each is there once. */
type Words = () => string;

/** Blocks that a reader sees whole. */
const SHOWN: readonly ((word: Words) => string)[] = [
  (word) => `${word()} ${word()}, ${word()}.`,
  (word) => `# ${word()}`,
  (word) => `- ${word()}\n- ${word()}\n  - ${word()}`,
  (word) => `1. ${word()}\n2. ${word()}`,
  (word) => `> ${word()}\n> ${word()}`,
  (word) => `${word()} \`${word()}<T>(a[0], "b")\` ${word()}`,
  (word) => `\`\`\`ts\nconst ${word()} = f<T>(a[1]) && b < c; // ${word()}\n\`\`\``,
  (word) => `~~~html\n<div hidden class="${word()}">${word()}</div>\n~~~`,
  (word) => `| ${word()} | ${word()} |\n|---|---|\n| ${word()} | ${word()} |`,
  (word) => `**${word()}** _${word()}_ ~~${word()}~~ <kbd>${word()}</kbd>`,
  (word) => `[${word()}](https://example.com/${word()})`,
  (word) => `<details>\n<summary>${word()}</summary>\n\n${word()}\n\n</details>`,
  (word) => `    ${word()} = ${word()}`,
];

/** Whole hidden things that end where they end. No `<script>`: behind raw text it is open what is code, and HTML in code may be lost. */
const UNSHOWN = [
  "<!-- SECRET -->",
  "<!--\n\nSECRET\n-->",
  '<div hidden title="SECRET"></div>',
  '<p style="SECRET">\n\n</p>',
  "[//]: # (SECRET)",
  "[hint]: http://example.com 'SECRET\nSECRET'",
  "[^hint]: SECRET\n\n---",
  "![SECRET](https://example.com/a.png)",
  "<img src=https://example.com/a.png alt=SECRET>",
  "<sub><sub><sub>SECRET</sub></sub></sub>",
  "$\\color{white}{SECRET}$",
  "<?SECRET?>",
  "[](https://example.com/SECRET)",
];

/** A text of shown and hidden blocks, with the words of the shown ones. */
function textOf(random: Random): { readonly text: string; readonly words: readonly string[]; readonly hidden: number } {
  const words: string[] = [];
  let hidden = 0;
  const word: Words = () => {
    const name = `w${words.length}x${random(1000)}`;
    words.push(name);
    if (random(5) > 0) return name;
    // Somebody put something unseen into the word itself.
    hidden += 1;
    const raw = INVISIBLE.filter((char) => !char.startsWith("&"));
    return `${name.slice(0, 1)}${raw[random(raw.length)]}${name.slice(1)}`;
  };
  const blocks = Array.from({ length: 1 + random(6) }, () => {
    if (random(2) === 0) return SHOWN[random(SHOWN.length)]?.(word) ?? "";
    hidden += 1;
    return UNSHOWN[random(UNSHOWN.length)] ?? "";
  });
  return { text: blocks.join("\n\n"), words, hidden };
}

test("of ordinary text around hidden parts every word is kept, code to the character, and each part is counted", () => {
  const random = createRandom(7);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { text: sample, words, hidden } = textOf(random);
    const { text, removed } = sanitise(sample);
    assert.deepEqual(text.match(/w\d+x\d+/g) ?? [], words, JSON.stringify(sample));
    for (const code of ["= f<T>(a[1]) && b < c; //", '<T>(a[0], "b")`', '<div hidden class="'])
      assert.equal(text.split(code).length, sample.split(code).length, JSON.stringify(sample));
    assert.ok(!text.includes("SECRET"), JSON.stringify(sample));
    assert.ok(removed >= hidden, `${JSON.stringify(sample)}: ${removed} of ${hidden}`);
  }
});
