/** Lets the real bash of a sealed cell run lines that a policy approved, with shims for every program, and says what it started. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openTestCell } from "../../doubles/cell.ts";
import type { Observed, Orders } from "./driver.ts";

/** Programs that run what they are given; the analysis looks inside, so that they must be themselves. */
const WRAPPERS = ["bash", "env", "find", "nice", "nohup", "sh", "stdbuf", "tee", "timeout", "xargs"];
const SHIMS = [
  "cat",
  "curl",
  "evil",
  "git",
  "grep",
  "head",
  "ls",
  "mkdir",
  "node",
  "npm",
  "rg",
  "rm",
  "sed",
  "sort",
  "x",
];

/** The workspace of each line, with names that are flags, patterns and operators. `#!` stands for a shim. */
const FILES: Readonly<Record<string, string>> = {
  a: "#",
  b: "#",
  ab: "",
  "a b": "",
  "-rf": "",
  "--output=x": "",
  "-oevil": "",
  EOF: "",
  "#": "",
  "x;evil": "",
  "[ab]": "",
  "{a,b}": "",
  "~": "",
  ".env": "SECRET=1\n",
  pipefail: "#!",
  x: "#!",
  evil: "#!",
  "src/a.ts": "# evil\n",
  "src/-x": "",
  "src/evil": "#!",
  "docs/a.md": "# x",
};

/** Where the lines run, as the analysis has to be told. */
export interface Place {
  readonly workDir: string;
  readonly run: (lines: readonly string[]) => Promise<readonly Observed[]>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** Opens a sealed cell for them. */
export async function openPlace(): Promise<Place> {
  const driver = readFileSync(join(import.meta.dirname, "driver.ts"), "utf8");
  const cell = await openTestCell({ want: "sealed", files: { "place/driver.ts": driver } });
  const base = join(cell.repository.dir, "place");
  return {
    workDir: join(base, "work"),
    async run(lines) {
      const real = Object.fromEntries(WRAPPERS.map((name) => [name, `/usr/bin/${name}`]));
      const builtins = ["echo", "test", "[", "pwd", "type"];
      const orders: Orders = { lines, files: FILES, shims: [...SHIMS, ...builtins, "printf"], real, builtins };
      cell.repository.write("place/orders.json", JSON.stringify(orders));
      const { output, code } = await cell.sh("/opt/kimi/node place/driver.ts", {
        timeoutMs: 60_000 + lines.length * 200,
      });
      if (code !== 0) throw new Error(`the driver failed: ${output}`);
      return JSON.parse(cell.repository.read("place/observed.json")) as readonly Observed[];
    },
    [Symbol.asyncDispose]: cell[Symbol.asyncDispose],
  };
}
