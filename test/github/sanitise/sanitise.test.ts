/** What the model reads is what people see: hidden text goes, ordinary text stays, and once is enough. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cpuMs } from "../../doubles/cpu-time.ts";
import { sized } from "../../doubles/size.ts";
import { sanitise, sanitisePlain } from "../../../src/github/sanitise/sanitise.ts";
import { CLASSES, HIDDEN } from "./hidden.ts";
import LEFT from "./hidden-left.json" with { type: "json" };
import { INVISIBLE } from "./invisible.ts";
import { VISIBLE } from "./visible.ts";

test("hidden text goes, shown text stays", () => {
  assert.ok(HIDDEN.length >= 250, String(HIDDEN.length));
  for (const [name, samples] of Object.entries(CLASSES)) assert.ok(samples.length >= 10, name);
  const seen = (value: string): number => value.split("SEEN").length - 1;
  for (const sample of HIDDEN) {
    const { text } = sanitise(sample);
    assert.ok(!text.includes("SECRET"), `${JSON.stringify(sample)} → ${JSON.stringify(text)}`);
    assert.equal(seen(text), seen(sample), `${JSON.stringify(sample)} → ${JSON.stringify(text)}`);
  }
});

test("what is left of each, to the character, and what a reader is told was taken", () => {
  const found = HIDDEN.map((sample) => {
    const { text, removed } = sanitise(sample);
    return [sample, [text, removed]] as const;
  });
  assert.deepEqual(Object.fromEntries(found), LEFT);
  for (const [sample, [, removed]] of found) assert.notEqual(removed, 0, JSON.stringify(sample));
});

test("characters that are not seen go, and are counted", () => {
  assert.ok(INVISIBLE.length >= 80, String(INVISIBLE.length));
  for (const char of INVISIBLE) {
    const removed = char === "&#0;" ? 0 : 1;
    assert.deepEqual(sanitise(`a${char}b`), { text: "ab", removed }, JSON.stringify(char));
  }
  assert.equal(sanitise("a\u200Bb\u202Ec\u{E0041}\u{E0042}d<!-- x --><b title=y>").removed, 6);
});

/** Text that must come out as it went in. */
const UNTOUCHED: readonly string[] = [
  "",
  "Just text, with “quotes” – and dashes…",
  "日本語　のテキスト、한국어, ภาษาไทย",
  "مرحبا بالعالم",
  "שלום עולם",
  "नमस्ते दुनिया",
  "Ünïcödé, naïve café",
  "😀 🎉 🇩🇪",
  "a < b && c > d, 1 << 3, x <- y, <3",
  "see <https://example.com/a?b=c> and <alice@example.com>",
  "# Heading\n\n- item\n- [ ] task\n\n1. one\n\n> quote\n\n---",
  "**bold** _it_ ~~gone~~ `code`",
  "[link](https://example.com/a_(b)) and [docs][] and [docs]\n\n[docs]: https://example.com",
  "a footnote[^1]\n\n[^1]: of use",
  "`Array<string>` and `Map<K, V>` and `<div hidden>`",
  "use `<!--` to open a comment",
  "```ts\nconst a: Array<string> = f<T>(x);\nif (a < b && c > d) {}\n```",
  '```html\n<div hidden class="x">\n  <img alt="y">\n</div>\n```',
  "~~~\n<x a=b>\n~~~",
  "  ```\n  Vec<String>\n  ```",
  "<details>\n<summary>Log</summary>\n\n```\nerror at <anonymous>:1\n```\n\n</details>",
  "<kbd>Ctrl</kbd>+<kbd>C</kbd>, H<sub>2</sub>O<br>next",
  "| a | b |\n|---|---|\n| 1 | `x` |\n| 2 | \\| |",
  "AT&amp;T &lt;b&gt; &copy;",
  "C:\\path\\to, \\d+, $HOME, 100%, a|b, x^2",
  "    indented code\n\n\ttabbed",
  "array[0][1], f(x)[y], [x] and [ ]",
  "```\nunclosed fence with <tag a>",
  "It costs $5, that is 10% of $50, and 20% more than $HOME/$USER",
  "so $a_{1} + \\frac{1}{2} \\textcolor{red}{x}$ and $$\n\\sum_{i=0}^{n} i \\% 2\n$$",
  "```mermaid\ngraph TD\n  A[Start] --> B{ok?}\n  B -->|yes| C\n```",
  "```tex\n\\phantom{x} % a comment\n```",
  '<a href="https://example.com">link</a>',
  "x<sup>2<sup>2</sup></sup> and y<sub>i</sub>, z<sub>j</sub>, <small>small <small>print</small></small>",
  "$\\color{#d73a49}x \\textcolor{RoyalBlue}{y} \\color[HTML]{28A745} z$, $a\\hspace{1em}b$",
  "- | a | b |\n  |---|---|\n  | 1 | 2 |",
  "1 | 2\n--|--\n3 | 4",
  "one[^1] two[^2]\n\n[^1]: of use\n[^2]: too",
];

test("what a reader sees is left alone", () => {
  assert.ok(VISIBLE.length >= 100, String(VISIBLE.length));
  for (const sample of [...UNTOUCHED, ...VISIBLE]) {
    const { text, removed } = sanitise(sample);
    assert.deepEqual({ text, removed }, { text: sample, removed: 0 });
  }
});

test("what is normalised stays readable", () => {
  const pairs: readonly (readonly [string, string])[] = [
    ["a\r\nb\rc\u2028d\u0085e", "a\nb\nc\nd\ne"],
    ["1\u00A0000\u202Fkm", "1 000 km"],
    ["👨\u200D\u200D👩 👍\u200D ❤️\uFE0F x\uFE0F 1\uFE0F", "👨👩 👍 ❤️ x 1"],
    ["👨&zwj;👩 می&zwnj;خواهم", "👨‍👩 می‌خواهم"],
    ["می\u200C\u200C\u200Dخو\u200B\u200Cاهم b\u200Ca", "می‌خواهم ba"],
    ["🏴\u{E0067}\u{E0062}\u{E0061}\u{E007F} ᠮ\u180B\u180B x\u180B 葛\u{E0100}", "🏴 ᠮ\u180B x 葛"],
    ["cafe\u0301", "café"],
    ["&#233;&#x4e2d;", "é中"],
    ["Array<string> outside code", "Array outside code"],
    [
      "[text][docs] [a][Ref]\n\n[docs]: https://x.test\n[ref]: <https://y.test>",
      "[text](https://x.test) [a](<https://y.test>)\n\n\n",
    ],
    ["a[^note]\n\n[^note]: of use", "a[^1]\n\n[^1]: of use"],
    ["[a](data:text/html,x) <a name=here></a>", "[a]() "],
    ["50$ and $x$ % y", "50$ and $x$ % y"],
    ["one&nbsp;two&Tab;three&#10;four", "one two three four"],
    ["SEEN &lt&#8203;!-- SEEN -->", "SEEN &lt!-- SEEN -->"],
    ["unfenced <T> and Vec<Option<u8>> and <your-token>", "unfenced  and Vec\\<Option> and "],
    ["Map<String, Vec<Vec<u8>>> `a<b`<c>>", "Map<String, Vec\\<Vec>> `a<b`>"],
    ["<?php\necho 1;\n\nmore", ""],
    ['![shot](https://x.test/a.png "t")', "![](https://x.test/a.png)"],
    ['<img width="5" src="https://x.test/a.png" alt="t"/>', '<img src="https://x.test/a.png">'],
    ["The <script> tag", "The \\<script> tag"],
    ["SEEN <!--> SEEN -->", "SEEN  SEEN -->"],
    ["SEEN <!---> SEEN", "SEEN  SEEN"],
    ['<textarea> SEEN [SEEN](u "SEEN")', '&lt;textarea> SEEN \\[SEEN](u "SEEN")'],
    ['SEEN <script src="SEEN"> SEEN </textarea>', 'SEEN \\<script src="SEEN"> SEEN \\</textarea>'],
    ['<source src=x>\n[SEEN](u "SEEN")', '\n\\[SEEN](u "SEEN")'],
    ['<div ="\n\nSEEN', "<div>\n\nSEEN"],
    ['<div title="\n\n[SEEN](u) SEEN', "<div>[SEEN](u) SEEN"],
    ['<div title="\n\n<b x="">SEEN', "<div>SEEN"],
    ["> [a]: u\n [b]: SEEN", "> \n \\[b]: SEEN"],
    ["[a]: u\n---\n[b]: SEEN", "\n---\n\\[b]: SEEN"],
    ["<!X>SEEN\n\t&#x200b; SEEN", "SEEN\n\t&amp;#x200b; SEEN"],
    ["<p>SEEN&#8203SEEN", "<p>SEENSEEN"],
    ["<!-- template -->\n## Steps\n\n<!-- list them -->\n1. run", "\n## Steps\n\n\n1. run"],
  ];
  for (const [sample, expected] of pairs) assert.equal(sanitise(sample).text, expected, JSON.stringify(sample));
});

test("a construction that no reader could follow is left out, and says so", () => {
  const leftOut = {
    text: "(This text is left out: it is nested too deeply to tell what a reader sees of it.)",
    removed: 1,
  };
  assert.deepEqual(sanitise(leftOut.text), { text: leftOut.text, removed: 0 });
  assert.deepEqual(sanitise(`${"> ".repeat(31)}a <!-- SECRET -->`), leftOut);
  assert.deepEqual(sanitise(`[a](b "SECRET") ${"[x](".repeat(10_000)}`), leftOut);
});

test("what a cut brings together is plain text to a reader, and stays that", () => {
  const nested = `${"<!-".repeat(500)}${"<!-- x -->".repeat(50)}${"- a -->".repeat(500)}`;
  const { text } = sanitise(nested);
  assert.deepEqual([text.split("- a -->").length, text.includes("x")], [501, false]);
  assert.deepEqual(sanitise(text), { text, removed: 0 });
});

test("text of full length with many brackets, definitions or levels is no such construction", () => {
  const honest = [
    "2024-01-01 10:00:00 [INFO] [worker-1] done in [12.5 ms]\n".repeat(1_150),
    `${JSON.stringify(Array.from({ length: 5_000 }, (_, index) => [index, [index + 1]]))} \`<x>\``,
    `${"> ".repeat(30)}deep \`<x>\``,
    Array.from({ length: 60 }, (_, depth) => `${"  ".repeat(depth)}- \`<x>\`\n`).join(""),
    // A log between fences was left out, with the text around it.
    `It says:\n\`\`\`\n${"*_ [a](b) <b> `c`\n".repeat(3_500)}\`\`\`\nWhy?`,
    `~~~log\n${"- ".repeat(35)}\n${"```\n> > [x]: y\n".repeat(4_000)}~~~\n\nWhy?`,
    `\`\`\`\n${"*_ [a](b) <b> `c`\n".repeat(3_500)}`,
    `[a](b) ${"x] ".repeat(20_000)}`,
    "* [a](b) by [@c](d) in [#1](e) `f`\n".repeat(1_800),
    "<tr><td>a</td><td>b &amp; c</td></tr>\n".repeat(1_700),
    "a < b && c > d; \\*e* _f_ ~g~\n".repeat(2_000),
  ];
  for (const sample of honest) assert.deepEqual(sanitise(sample), { text: sample, removed: 0 });
  // Fences that are none: in HTML, and in a list that ends before the fence does.
  const log = (title: string): string => `*_ [a](b${title}) \`c\`\n`.repeat(2_500);
  const open = [`<pre>\n\`\`\`\n</pre>\n\n${log(' "SECRET"')}\`\`\`\n`, `1. a\n   \`\`\`\n${log(' "SECRET"')}\`\`\`\n`];
  for (const sample of open) assert.equal(sanitise(sample).text, sample.replaceAll(' "SECRET"', ""));
  const changes = Array.from({ length: 1_200 }, (_, index) => `[#${index}]: https://example.com/issues/${index}\n`);
  const { text, removed } = sanitise(`${changes.join("")}\nsee [#7]`);
  assert.deepEqual([text.trim().split(/\n+/), removed], [[changes[7]?.trim(), "see [#7]"], 1_199]);
});

/** A comment has at most 65,536. */
const HOSTILE_CHARS = sized(10_000, 65_536);
/** At full length the slowest takes 1.3 s of an idle processor; what is quadratic in the parser takes half a minute and more. */
const HOSTILE_CPU_US = sized(600_000, 10_000_000);

test(`hostile text of ${HOSTILE_CHARS} characters takes no time to speak of`, () => {
  const repeated = (
    '<|<!-|<a |[|](x "|![a|`|` `` |<?|<pre|\n|<div hidden>|[a]: b\n|[^a]: b\n|```\n|<x a="|<x a=\'|<a b=c/|a\n\n<b>\n| |> |- > |1. |' +
    "> > a\n\n|- a\n|=\n|[x](|\\phantom{|&amp;|&#x200b;|$|$a|$a$ |$$|$`a|$a{|\\color{white}|$\\def\\x{|```math\n|```mermaid\n|" +
    "```mermaid\n---\n```\n|[a][b]|[a][b]\n[b]: c\n|[^a]|[^a]: b [^a]\n|[a]: x\n\n[a]\n\n|<a>|<a> </a>|<svg>|<script>|](data:|a]|`[`a]|\\[a]|" +
    "*|*a_ |_a_ |~a~ |[[1],[2]]|www.|a@b.c |http://|<div>\n\n<?x\n\n|\u200B|م\u200C|👨\u200D"
  ).split("|");
  const pieces = [
    ...repeated,
    "| a ",
    "| a |\n|---|\n",
    "|\n-\n",
    "a|b\n",
    `${"- ".repeat(30)}<a b>\n`,
    `${"> ".repeat(30)}\`a\`\n`,
    "<div a='\n\n' b\n\n",
    "<div a='\n\n'\n\n",
  ];
  for (const piece of pieces) {
    const { user } = process.cpuUsage();
    sanitise(piece.repeat(HOSTILE_CHARS / piece.length));
    assert.ok(process.cpuUsage().user - user < HOSTILE_CPU_US, JSON.stringify(piece));
  }
});

test("a long run of one character takes no time to speak of", () => {
  const run = (piece: string): string => piece.repeat(60_000 / piece.length);
  // Each of these took 2 s and more.
  const texts = [
    `a\n${run(" ")}b\n|-|`,
    `a\n> ${run(" ")}b`,
    `<a b=${run("/")}>`,
    `[x](${run("<")})`,
    `<a style="color:rgba(1,${run(" ")}">`,
    `<a style="${run("color:rgba(1,")}">`,
    `\`\`\`math\n\\color${run(" ")}\n\`\`\``,
    `\`\`\`math\n${run("\\colorbox")}\n\`\`\``,
    `${run("<a>").slice(30_000)}x${run("</a>").slice(30_000)}`,
    `[ ${run("a `b` ")}`,
  ];
  for (const text of texts) assert.ok(cpuMs(() => sanitise(text)) < 1_500, text.slice(0, 30));
});

test("plain text keeps its markup and loses hidden characters", () => {
  assert.deepEqual(sanitisePlain("Array<T> <!-- x -->\u200B &#8203;"), {
    text: "Array<T> <!-- x --> &#8203;",
    removed: 1,
  });
});
