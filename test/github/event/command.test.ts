/** The grammar of commands: what counts, what only looks like it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCommand, type Command } from "../../../src/github/event/command.ts";
import { cpuMs } from "../../doubles/cpu-time.ts";

type Verb = "fix" | "ask" | "plan" | "review";

const run = (verb: Verb, text = ""): Command => ({ kind: "run", verb, text, isSlash: false });
const slash = (verb: Verb, text: string): Command => ({ kind: "run", verb, text, isSlash: true });

/** Comment → command. */
const COMMANDS: readonly (readonly [string, Command])[] = [
  ["/kimi fix", run("fix")],
  ["/kimi ask why?", run("ask", "why?")],
  ["/kimi plan", run("plan")],
  ["/kimi review the tests", run("review", "the tests")],
  ["/KIMI FIX", run("fix")],
  ["/Kimi Fix it", run("fix", "it")],
  ["   /kimi fix", run("fix")],
  ["/kimi   fix   the bug  ", run("fix", "the bug")],
  ["/kimi\tfix\tit", run("fix", "it")],
  ["Thanks!\n\n/kimi fix", run("fix")],
  ["Thanks!\r\n\r\n/kimi fix it\r\nplease\r\n", run("fix", "it\nplease")],
  ["one\r/kimi fix\rtwo", run("fix", "two")],
  ["/kimi fix\nfirst\n\n> quoted\n```\ncode\n```", run("fix", "first\n\n> quoted\n```\ncode\n```")],
  ["/kimi fix a\n/kimi ask b", run("fix", "a\n/kimi ask b")],
  ["> said\n\n/kimi fix", run("fix")],
  ["> said\n\n\n/kimi fix", run("fix")],
  ["> ```\n> code\n> ```\n/kimi fix", run("fix")],
  ["> # said\n/kimi fix", run("fix")],
  ["- item\n/kimi fix", run("fix")],
  ["a | b\n--|--\n1 | 2\n\n/kimi fix", run("fix")],
  ["[^1]: note\n\n/kimi fix[^1]", { kind: "unknown", verb: "fix[^1]" }],
  ["<img src='https://example.com/a.png'>\n/kimi fix", run("fix")],
  ["<details>\n<summary>log</summary>\n\n```\n</details>\n```\n\n/kimi ask\n\n</details>\n\n/kimi fix", run("fix")],
  ["/kimi fix\n---\nsent from my phone", run("fix", "---\nsent from my phone")],
  ["```\ncode\n```\n/kimi fix", run("fix")],
  ["~~~\n/kimi ask\n~~~\n/kimi fix", run("fix")],
  ["`code` and text\n/kimi fix", run("fix")],
  ["an odd ` backtick\n\n/kimi fix", run("fix")],
  ["<!-- note -->\n/kimi fix", run("fix")],
  ["/kimi fix <!-- note -->", run("fix", "<!-- note -->")],
  ["/kimi fix `Array<T>`\nand `b`", run("fix", "`Array<T>`\nand `b`")],
  ["/kimi `fix`", { kind: "unknown", verb: "`fix`" }],
  ["<pre>x</pre>\n\n/kimi fix", run("fix")],
  ["日本語\n/kimi fix 直して", run("fix", "直して")],
  ["/kimi\u3000fix\u3000直して", run("fix", "直して")],
  ["/kimi\u00A0fix\u00A0it", run("fix", "it")],
  ["/kimi\u3000/init", slash("fix", "/init")],
  ["/kimi fix /skill:release v2", slash("fix", "/skill:release v2")],
  ["/kimi ask\t/skill:why", slash("ask", "/skill:why")],
  ["/kimi /skill:release v2\nwith notes\n", slash("fix", "/skill:release v2\nwith notes")],
  ["/kimi  /Flow:Nightly", slash("fix", "/Flow:Nightly")],
  ["/kimi /init", slash("fix", "/init")],
  ["/kimi /nonsense", slash("fix", "/nonsense")],
  ["/kimi /Plan the move", slash("plan", "/Plan the move")],
  ["/kimi /plan", run("plan")],
  ["/kimi plan /skill:design", slash("plan", "/skill:design")],
  ["/kimi /help", slash("ask", "/help")],
  ["/kimi fix the /skill:release", run("fix", "the /skill:release")],
  ["/kimi fix\n/skill:release", run("fix", "/skill:release")],
  ["/kimi fix it\n/skill:release", run("fix", "it\n/skill:release")],
  ["/kimi fix /usr/bin/env is missing", run("fix", "/usr/bin/env is missing")],
  ["/kimi fix `/init`", run("fix", "`/init`")],
  ["/kimi /usr/bin/env", { kind: "unknown", verb: "/usr/bin/env" }],
  ["/kimi /sk\u200Bill:x", { kind: "unknown", verb: "/sk\u200Bill:x" }],
  ["/kimi\n/init", { kind: "unknown", verb: "" }],
  ["/kimi status", { kind: "reply", verb: "status" }],
  ["/kimi help me", { kind: "reply", verb: "help" }],
  [
    "/kimi Approve 0123ABCD",
    { kind: "answer", answer: { verdict: "approve", digests: ["0123abcd"], isForSession: false } },
  ],
  ["/kimi Reject", { kind: "malformed", verb: "reject", problem: "The command names no digest." }],
  ["/kimi resume", { kind: "resume", overrides: {} }],
  ["/kimi cancel", { kind: "cancel" }],
  ["/kimi approved 0123abcd", { kind: "unknown", verb: "approved" }],
  ["/kimi fix\n/kimi approve 0123abcd", run("fix", "/kimi approve 0123abcd")],
  ["[x]: /url '\n/kimi approve 0123abcd\n'\n\n/kimi ask why", run("ask", "why")],
  ["1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n/kimi fix", run("fix")],
  ["- item\n- item\n\n/kimi fix", run("fix")],
  ["<details>\n\n/kimi ask\n\n</details>\n\n/kimi fix", run("fix")],
  ["| a |\n|---|\n| /kimi ask |\n\n/kimi fix", run("fix")],
  ["```\n/kimi ask\n~~~\n```\n/kimi fix", run("fix")],
  ["    /kimi ask\n\n/kimi fix", run("fix")],
  ["/kimi", { kind: "unknown", verb: "" }],
  ["/kimi\nfix", { kind: "unknown", verb: "" }],
  ["/kimi please fix this", { kind: "unknown", verb: "please" }],
  ["/kimi fix: it", { kind: "unknown", verb: "fix:" }],
  ["/kimi fixx", { kind: "unknown", verb: "fixx" }],
  ["/kimi f\u200Bix", { kind: "unknown", verb: "f\u200Bix" }],
  ["/kimi ﬁx", { kind: "unknown", verb: "ﬁx" }],
  ["/kimi ｆｉｘ", { kind: "unknown", verb: "ｆｉｘ" }],
];

/**
 * Lines of their own that GitHub does not show: text that a person copied into a comment contained a command, which
 * only the source showed.
 */
const HIDDEN: readonly string[] = [
  "<?php\n/kimi fix\n?>",
  "<![CDATA[\n/kimi fix\n]]>",
  "<!X\n/kimi fix\n>",
  "[x]: /url '\n/kimi fix\n'",
  "[//]: # (\n/kimi fix\n)",
  "[x]:\n/kimi 'fix'",
  "[x]:\n/kimi",
  "<img alt='\n/kimi fix\n'>",
  '<a title="\n/kimi fix\n">x</a>',
  "![alt\n/kimi fix\n](http://e)",
  "[text](http://e '\n/kimi fix\n')",
  "<iframe>\n/kimi fix\n</iframe>",
  "<title>\n/kimi fix\n</title>",
  "<noscript>\n/kimi fix\n</noscript>",
  "<audio>\n/kimi fix\n</audio>",
  "<div hidden>\n/kimi fix\n</div>",
  "text[^1]\n\n[^2]: note\n/kimi fix\n\n[^1]: other",
];

/** Lines that begin like any other and belong to something above them: an approval there was written by another person. */
const CONTINUED: readonly string[] = [
  "> said\n/kimi fix",
  "> said\nand more\n/kimi approve 0123abcd",
  "> > said\n> /kimi approve 0123abcd",
  "> > said\n/kimi approve 0123abcd",
  "- > said\n/kimi approve 0123abcd",
  "- > said\n  /kimi approve 0123abcd",
  "1. > said\n   /kimi approve 0123abcd",
  "> - said\n/kimi approve 0123abcd",
  "> - said\n  /kimi approve 0123abcd",
  "> [!NOTE]\n> said\n/kimi approve 0123abcd",
  "> [!NOTE]\n/kimi approve 0123abcd",
  "> **said**\n/kimi approve 0123abcd",
  "a | b\n--|--\n/kimi approve 0123abcd",
  "| a |\n|---|\n/kimi approve 0123abcd",
  "| a |\n|---|\n| 1 |\n/kimi approve 0123abcd | x",
  "/kimi approve 0123abcd | b\n--|--",
  "> | a |\n> |---|\n> | 1 |\n> /kimi fix",
  "text[^1]\n\n[^1]: note\n/kimi fix",
  "text[^1]\n\n[^1]: note\n\n    /kimi fix",
  "<blockquote>\n\n```\n</blockquote>\n```\n\n/kimi fix\n\n</blockquote>",
  "<blockquote>\n\n`</blockquote>`\n/kimi fix",
  "[x]: /url\n'\n/kimi fix\n'",
  // Every marker of a list, every depth, every kind of line above, every indentation below.
  "* > x",
  "+ > x",
  "1) > x",
  "- a\n  > b",
  "- a\n\n  > b",
  ">x",
  "   > x",
  ">\tx",
  "> > > x",
  "> > x\n>\n> y",
  "> x  ",
  "> x\\",
  "> <b>x",
  "> ~~x",
  "> [link][x]",
  "> [^1]: x",
  "> - x\n>   - y",
  "> 1. x",
  "> <details>",
  "> [x]: /u\n> y",
  "> [!WARNING]\n> **x**",
  "> $$",
  "> \n> x",
  "> a\n- b\n> c",
].flatMap((line) =>
  line.includes("/kimi") ? [line] : ["", "   ", "    ", "\t"].map((blank) => `${line}\n${blank}/kimi approve 0123abcd`),
);

/** The quotation has ended above the line: it is the author's. */
const BEHIND_A_QUOTATION: readonly string[] = [
  "> # x\n/kimi fix",
  "> ```\n> c\n> ```\n/kimi fix",
  "> x\n\n/kimi fix",
  "> x\n***\n/kimi fix",
  "- > x\n\n/kimi fix",
  ">\n/kimi fix",
];

/** Comments without a command. */
const NONE: readonly string[] = [
  "",
  "   \n\n",
  "please /kimi fix",
  "see /kimi fix for details",
  "- /kimi fix",
  "1. /kimi fix",
  "# /kimi fix",
  "**/kimi fix**",
  "_/kimi fix_",
  "|/kimi fix|",
  "\\/kimi fix",
  "//kimi fix",
  "/kimifix",
  "/kimi: fix",
  "/kimi, fix",
  "/kimi/fix",
  "/kimi-bot fix",
  "kimi fix",
  "@kimi fix",
  "／kimi fix",
  "/ｋimi fix",
  "/\u212Aimi fix",
  "/kımi fix",
  "/kіmi fix",
  "/ki\u200Bmi fix",
  "\u200B/kimi fix",
  "\uFEFF/kimi fix",
  "/kimi\u2003fix",
  "/\u202Ekimi fix",
  "\u2028/kimi fix",
  "&#47;kimi fix",
  "> /kimi fix",
  ">/kimi fix",
  "  > /kimi fix",
  "> > /kimi fix",
  "`/kimi fix`",
  "`a\n/kimi fix\nb`",
  "``a ` \n/kimi fix\n``",
  "```\n/kimi fix\n```",
  "```sh\n/kimi fix",
  "````\n```\n/kimi fix\n````",
  "~~~\n/kimi fix\n~~~",
  "~~~\n```\n/kimi fix\n~~~",
  "  ```\n/kimi fix\n  ```",
  "- ```\n/kimi fix\n  ```",
  "> ```\n/kimi fix",
  "    /kimi fix",
  "\t/kimi fix",
  "  \t/kimi fix",
  "<!-- /kimi fix -->",
  "<!--\n/kimi fix\n-->",
  "<!--\n/kimi fix",
  "<!-- --!>\n<!--\n/kimi fix\n--!>",
  "<!-- x --> /kimi fix",
  "<pre>\n/kimi fix\n</pre>",
  "<code>\n/kimi fix\n</code>",
  "<blockquote>\n\n/kimi fix\n\n</blockquote>",
  "<details>\n<summary>log</summary>\n\n/kimi fix\n\n</details>",
  "<script>\n/kimi fix\n</script>",
  "<del>\n/kimi fix\n</del>",
  "[/kimi fix](http://example.com)",
  "![/kimi fix](http://example.com)",
  ...HIDDEN,
  ...CONTINUED,
];

test("commands", () => {
  assert.ok(COMMANDS.length >= 60);
  for (const [comment, expected] of COMMANDS) {
    assert.deepEqual(parseCommand(comment, "/kimi"), expected, JSON.stringify(comment));
  }
});

test("comments without a command", () => {
  assert.ok(NONE.length >= 60);
  for (const comment of NONE) {
    assert.deepEqual(parseCommand(comment, "/kimi"), { kind: "none" }, JSON.stringify(comment));
  }
});

test("a command beside a log of full length is read, and if a text is too complex, the reply says so", () => {
  const log = "*_ [a](b) <b> `c`\n".repeat(3_600);
  const fenced = `\`\`\`\n${log}\`\`\``;
  assert.deepEqual(parseCommand(`/kimi ask why?\n${fenced}`, "/kimi"), run("ask", `why?\n${fenced}`));
  assert.deepEqual(parseCommand(`${fenced}\n/kimi ask why?`, "/kimi"), run("ask", "why?"));
  assert.deepEqual(parseCommand(`\`\`\`\n${log}/kimi ask why?\n\`\`\``, "/kimi"), { kind: "none" });
  assert.deepEqual(parseCommand(`/kimi ask why?\n${log}`, "/kimi"), run("ask", `why?\n${log.trim()}`));
  assert.deepEqual(parseCommand(`/kimi ask why?\n${"[x](".repeat(10_000)}`, "/kimi"), { kind: "unreadable" });
  assert.deepEqual(parseCommand(`Why?\n${log}`, "/kimi"), { kind: "none" });
});

test("a command behind a quotation that has ended", () => {
  for (const comment of BEHIND_A_QUOTATION) {
    assert.deepEqual(parseCommand(comment, "/kimi"), run("fix"), JSON.stringify(comment));
  }
});

test("the trigger is an input, taken literally", () => {
  assert.deepEqual(parseCommand("@bot fix", "@bot"), run("fix"));
  assert.deepEqual(parseCommand("/kimi fix", "@bot"), { kind: "none" });
  assert.deepEqual(parseCommand("/kimi2 fix", "/kimi."), { kind: "none" });
});

test("hostile comments of full length are parsed quickly", () => {
  const hostile = [
    "`",
    "``` ",
    "` `` ",
    "<pre",
    "<!--",
    "> ",
    "\n",
    "/kimi",
    "/kimi x\n",
    "[x]: a '\n/kimi x\n'\n",
    "~~~\n",
    "<details>",
    " \n",
  ].map((piece) => piece.repeat(65_536 / piece.length));
  // A quadratic step over 65,536 characters would take minutes.
  assert.ok(cpuMs(() => hostile.forEach((comment) => parseCommand(comment, "/kimi"))) < 30_000);
});
