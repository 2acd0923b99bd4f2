/** The doctor's look into the cell: which of this machine's tools a command of a run finds there, and which not. */

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { PreflightCheck } from "../../github/preflight/preflight-check.ts";
import type { Cell } from "../../protocol/cell.ts";

const TOOLS: Readonly<Record<string, string>> = {
  node: "--version",
  npm: "--version",
  pnpm: "--version",
  yarn: "--version",
  python3: "--version",
  pip: "--version",
  uv: "--version",
  go: "version",
  cargo: "--version",
  java: "-version",
  mvn: "-version",
  gradle: "--version",
  ruby: "--version",
  dotnet: "--version",
};

/** Programs of the checkout are not asked, and none of them answers for one of the machine: a weak cell would run them with all rights. */
const WITHOUT_CHECKOUT = 'IFS=:; p=; for d in $PATH; do [[ $d/ == "$PWD"/* ]] || p+=$d:; done; PATH=${p%:}; unset IFS';

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 100_000;

/** Every tool of the list that is on PATH here, with its version in the cell. */
export async function toolsInCell(cell: Cell, path: string): Promise<readonly PreflightCheck[]> {
  const here = Object.keys(TOOLS).filter((name) => path.split(delimiter).some((dir) => existsSync(join(dir, name))));
  // A tool may print more than one line, and a warning before its version.
  const ask = here.map(
    (name) => `said=$(timeout 10 ${name} ${TOOLS[name]} 2>&1); echo "= ${name} $?"; grep -m1 '[0-9]' <<< "$said"`,
  );
  const request = { cwd: ".", timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES };
  const { output } = await cell.exec({ ...request, command: [WITHOUT_CHECKOUT, ...ask].join("\n") });
  return output
    .split(/^= /m)
    .slice(1)
    .map((part) => {
      const [head = "", version = ""] = part.split("\n");
      const [name = "", code] = head.split(" ");
      if (code === "0") return { name, ok: true, detail: `${version.trim()} in the cell` };
      const dir = path.split(delimiter).find((one) => existsSync(join(one, name)));
      return {
        name,
        ok: "unknown",
        detail: `${dir}/${name} does not run in the cell${version === "" ? "" : `: ${version.trim()}`}`,
        fix: "docs/security.md says which folders a cell shows. Install it below /usr or /opt, or leave it to a step before the run.",
      };
    });
}
