/** Lines to be tried: from the grammar, from the corpora, and both with mistakes in them. Same seed, same lines. */

import { createRandom } from "../../doubles/random.ts";
import { MORE_BYPASSES } from "../bypasses-git.ts";
import { SHELL_BYPASSES } from "../bypasses-shell.ts";
import { BYPASSES } from "../bypasses.ts";
import { EVERYDAY_TOOLS } from "../everyday-tools.ts";
import { EVERYDAY } from "../everyday.ts";
import { HOSTILE } from "../hostile.ts";
import { createGrammar, oneOf } from "./grammar.ts";
import { mutate } from "./mutate.ts";

/** Without an end of their own they cost the time limit and show nothing. */
const ENDLESS = /\bwhile (true|:)|until false|sleep \d/;

/** An endless source of lines. */
export function createLines(seed: number): () => string {
  const random = createRandom(seed);
  const { line } = createGrammar(random);
  const everyday = [...EVERYDAY, ...EVERYDAY_TOOLS];
  const hostile = [...BYPASSES, ...MORE_BYPASSES, ...SHELL_BYPASSES, ...Object.values(HOSTILE).flat()];
  const others = [...everyday, ...hostile.filter((text) => text.length < 300)];
  const next = (): string => {
    const kind = random(100);
    if (kind < 45) return line(2);
    if (kind < 70) return mutate(line(2), random, others);
    return mutate(oneOf(random, kind < 85 ? everyday : others), random, others);
  };
  const lines = (): string => {
    const text = next();
    return ENDLESS.test(text) ? lines() : text;
  };
  return lines;
}
