/** The doctor's check of tools: which of this machine's tools a command of a run finds in the cell. */

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { PreflightCheck } from "../../github/preflight/preflight-check.ts";
import type { Cell } from "../../protocol/cell.ts";

const TOOLS: Readonly<Record<string, string>> = {
  node: "--version",
  npm: "--version",
  pnpm: "--version",
  yarn: "--version",
  bun: "--version",
  deno: "--version",
  python3: "--version",
  pip: "--version",
  uv: "--version",
  poetry: "--version",
  pipenv: "--version",
  go: "version",
  cargo: "--version",
  java: "-version",
  mvn: "-version",
  gradle: "--version",
  ruby: "--version",
  bundle: "--version",
  php: "--version",
  composer: "--version",
  dotnet: "--version",
  make: "--version",
  cmake: "--version",
};

/** Takes the folders of the checkout out of PATH: a weak cell would run programs of the checkout with all rights. */
const WITHOUT_CHECKOUT = 'IFS=:; p=; for d in $PATH; do [[ $d/ == "$PWD"/* ]] || p+=$d:; done; PATH=${p%:}; unset IFS';

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 100_000;

/**
 * The shell command that asks one tool for its version, in the background, so that all are asked at once. The version is in the line
 * that begins with the tool's name, because Gradle prints the version of Java first; else in the first line with a digit.
 */
function askFor(name: string, args: string): string {
  const named = `grep -iEm1 '^${name} .*[0-9]+[.][0-9]' <<< "$said"`;
  const other = `grep -v '^Picked up ' <<< "$said" | grep -m1 '[0-9]'`;
  return `{ said=$(timeout 50 ${name} ${args} 2>&1); code=$?; echo "= ${name} $code"$'\\n'"$(${named} || ${other})"; } &`;
}

/** Checks each tool of the list that is on this machine's PATH. */
export async function toolsInCell(cell: Cell, path: string): Promise<readonly PreflightCheck[]> {
  const here = Object.keys(TOOLS).filter((name) => path.split(delimiter).some((dir) => existsSync(join(dir, name))));
  const ask = here.map((name) => askFor(name, TOOLS[name] ?? ""));
  const request = { cwd: ".", timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES };
  const { output } = await cell.exec({ ...request, command: [WITHOUT_CHECKOUT, ...ask, "wait"].join("\n") });
  return output
    .split(/^= /m)
    .slice(1)
    .toSorted((a, b) => here.indexOf(nameIn(a)) - here.indexOf(nameIn(b)))
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

/** The tool in an answer, which begins with `name code`. */
function nameIn(answer: string): string {
  return answer.slice(0, answer.indexOf(" "));
}
