/** Compared with GitHub's own parser: no hidden word gets through and no visible one is lost. Then texts as maintainers meet them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sanitise } from "../../../src/github/sanitise/sanitise.ts";
import { sized } from "../../doubles/size.ts";
import MAINTAINERS from "./maintainers.json" with { type: "json" };
import { nastyText } from "./nasty.ts";
import { NO_REFERENCE, shownByGitHub } from "./reference.ts";

/** Texts that are read in another way, by their number. Of the first 5,000 no word gets through that GitHub hides. */
const KNOWN: Readonly<Record<number, string>> = {
  657: "an address in text takes up a link that stands behind a reference: its title is cut",
  8493: "the language of a block without content is kept",
  10839: "an address in text takes up a link that stands behind a reference: its title is cut",
  12882: "a table behind a line that looks like the head of one is read as a table, and its third cell is cut",
  19699: "the language of a block without content is kept",
  19873: "a footnote in a footnote of the same label is kept",
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.match(/w\d+x/g));
}

test("of nasty texts the words stay that GitHub shows, and no others", { skip: NO_REFERENCE ?? false }, () => {
  const texts = Array.from({ length: sized(2_000, 20_000) }, (_, seed) => nastyText(seed));
  const pages = shownByGitHub(texts);
  const wrong = texts.flatMap((text, seed) => {
    const shown = words(pages[seed] ?? "");
    const kept = words(sanitise(text).text);
    const hidden = [...kept].filter((word) => !shown.has(word));
    const lost = [...shown].filter((word) => !kept.has(word));
    return hidden.length + lost.length === 0 ? [] : [{ seed, text, hidden, lost }];
  });
  const unknown = wrong.filter(({ seed }) => KNOWN[seed] === undefined);
  assert.deepEqual(unknown, []);
  const seeds = Object.keys(KNOWN).map(Number);
  assert.deepEqual(
    wrong.map(({ seed }) => seed),
    seeds.filter((seed) => seed < texts.length),
  );
});

test("texts as maintainers meet them", () => {
  assert.ok(MAINTAINERS.length >= 80, String(MAINTAINERS.length));
  for (const [text = "", expected = ""] of MAINTAINERS) {
    assert.equal(sanitise(text).text, expected, JSON.stringify(text));
    assert.equal(sanitise(expected).text, expected, JSON.stringify(text));
  }
});
