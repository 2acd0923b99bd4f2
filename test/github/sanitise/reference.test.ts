/** Compared with GitHub's own parser: no hidden word gets through and no visible one is lost. Then texts as maintainers meet them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sanitise } from "../../../src/github/sanitise/sanitise.ts";
import { sized } from "../../doubles/size.ts";
import MAINTAINERS from "./maintainers.json" with { type: "json" };
import { nastyText } from "./nasty.ts";
import { isReferenceThere, shownByGitHub } from "./reference.ts";

const NO_REFERENCE = isReferenceThere() ? false : "cmark-gfm is not installed (apt-get install cmark-gfm)";

function words(text: string): ReadonlySet<string> {
  return new Set(text.match(/w\d+x/g));
}

test("of nasty texts the words stay that GitHub shows, and no others", { skip: NO_REFERENCE }, () => {
  const seeds = Array.from({ length: sized(200, 20_000) }, (_, seed) => seed);
  const wrong = seeds.flatMap((seed) => {
    const text = nastyText(seed);
    const shown = words(shownByGitHub(text));
    const kept = words(sanitise(text).text);
    const hidden = [...kept].filter((word) => !shown.has(word));
    const lost = [...shown].filter((word) => !kept.has(word));
    return hidden.length + lost.length === 0 ? [] : [{ seed, text, hidden, lost }];
  });
  // Footnotes in footnotes, and lines that lost only a part of their list's indent, are read in another way.
  assert.ok(wrong.length <= seeds.length / 200, JSON.stringify(wrong.slice(0, 5), undefined, 2));
});

test("texts as maintainers meet them", () => {
  assert.ok(MAINTAINERS.length >= 80, String(MAINTAINERS.length));
  for (const [text = "", expected = ""] of MAINTAINERS) {
    assert.equal(sanitise(text).text, expected, JSON.stringify(text));
    assert.equal(sanitise(expected).text, expected, JSON.stringify(text));
  }
});
