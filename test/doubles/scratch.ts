/** A private folder like the one the runner hands to the cell and to the trusted git. */

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Scratch {
  readonly dir: string;
  readonly [Symbol.dispose]: () => void;
}

/** `using scratch = createScratch()` removes it at the end. */
export function createScratch(): Scratch {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "kimi-scratch-")));
  return { dir, [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }) };
}
