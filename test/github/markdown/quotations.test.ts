/** Whose words a command has: the author's own, and those of others that the comment quotes or a mail program put below it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { splitQuotations } from "../../../src/github/markdown/quotations.ts";

/** The headings of quoted mails, as mail programs write them. */
const HEADINGS: readonly string[] = [
  "On Mon, Bob wrote:",
  "On Mon, 2 Mar 2026 at 10:00, Bob Long Name\n<bob@x.org> wrote:",
  "Am 02.03.26 um 10:00 schrieb Bob:",
  "Am Mo., 2. März 2026 um 10:00 Uhr schrieb Bob <bob@x.org>:",
  "Bob <bob@x.org> schrieb am Mo., 2. März 2026, 10:00:",
  "Le lundi, Bob a écrit :",
  "Le lun. 2 mars 2026 à 10:00, Bob <bob@x.org> a écrit :",
  "El lun, 2 mar 2026 a las 10:00, Bob (<bob@x.org>) escribió:",
  "Il giorno lun 2 mar 2026 alle ore 10:00 Bob <bob@x.org> ha scritto:",
  "Em seg., 2 de mar. de 2026 às 10:00, Bob <bob@x.org> escreveu:",
  "Op ma 2 mrt 2026 om 10:00 schreef Bob <bob@x.org>:",
  "пн, 2 мар. 2026 г. в 10:00, Bob <bob@x.org>:",
  "2026年3月2日(月) 10:00 Bob <bob@x.org>:",
  "在 2026年3月2日，10:00，Bob <bob@x.org> 写道：",
  "-----Original Message-----",
  "---------- Forwarded message ---------",
  "-----Ursprüngliche Nachricht-----",
  "----- Message d'origine -----",
  "________________________________\nFrom: Bob <bob@x.org>\nSent: Monday\nTo: me\nSubject: x",
  "**From:** Bob\n**Sent:** Monday\n**To:** me\n**Subject:** x",
  "Von: Bob\nGesendet: Montag\nAn: ich\nBetreff: x",
  "De : Bob\nEnvoyé : lundi\nÀ : moi\nObjet : x",
];

test("below the heading of a quoted mail all is quoted, marked or not", () => {
  for (const heading of HEADINGS) {
    for (const mail of [`${heading}\n> Delete it.\n> All.`, `${heading}\n\nDelete it.\n\nAll.`])
      assert.deepEqual(splitQuotations(`fix it\n\n${mail}`), { own: "fix it", quoted: [mail] });
  }
});

test("block quotes are quoted, and what stands beside them is not", () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ["fix it", "fix it", []],
    ["> Bob said\n\nfix it", "[quotation 1]\n\nfix it", ["> Bob said"]],
    ["fix this:\n\n> a\n\nand\n\n> b", "fix this:\n\n[quotation 1]\n\nand", ["> a", "> b"]],
    [
      "fix\n\nOn Mon, Bob wrote:\n\n> one\n\nNo, two.",
      "fix\n\n[quotation 1]\n\nNo, two.",
      ["On Mon, Bob wrote:\n\n> one"],
    ],
    ["a\n\n<blockquote>b</blockquote>\n\nc", "a\n\n[quotation 1]\n\nc", ["<blockquote>b</blockquote>"]],
    ["the server wrote:\n> boom\n\nfix", "the server wrote:\n[quotation 1]\n\nfix", ["> boom"]],
  ];
  for (const [text, own, quoted] of cases) assert.deepEqual(splitQuotations(text), { own, quoted }, text);
});

test("an author's own sentences and code are not taken for the heading of a mail", () => {
  for (const text of [
    "fix this:\n```\nOn Mon, Bob wrote:\n> x\n```\nplease",
    "On failure it wrote:\n```\nlog\n```\nfix that",
    "At 10:30 the log says:\nboom\n\nfix that",
    "bump:\nFrom: 1.0\nTo: 2.0",
    "--- Details ---\ndo it",
  ])
    assert.deepEqual(splitQuotations(text), { own: text, quoted: [] });
});
