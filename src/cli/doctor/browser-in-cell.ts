/** The doctor's check of the browser: which one a run would use, and whether it starts in the cell. */

import { findBrowser } from "../../browser/find.ts";
import type { PreflightCheck } from "../../github/preflight/preflight-check.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Cell } from "../../protocol/cell.ts";

interface BrowserCheckOptions {
  readonly policy: Pick<Policy, "sandbox">;
  readonly cell: Pick<Cell, "level" | "exec">;
  /** The browser of a run here. */
  readonly browser: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Says also which browser is here that no run is offered. */
  readonly all: boolean;
}

const TIMEOUT_MS = 20_000;

/** Empty where neither the machine nor the policy has a browser. */
export async function browserInCell(options: BrowserCheckOptions): Promise<readonly PreflightCheck[]> {
  const { policy, cell, browser, env, all } = options;
  const { browser: wanted = false, network } = policy.sandbox;
  const name = "browser";
  if (wanted === false) {
    if (!all) return [];
    const found = findBrowser({ env, hasHosts: network.length > 0 });
    const detail = `${found} is here; no run is offered it without \`sandbox: { browser: true }\` in the policy`;
    return found === undefined ? [] : [{ name, ok: true, detail }];
  }
  const fix = "apt-get install chromium, or give its path in `sandbox.browser`. docs/browser.md says which are found.";
  if (browser === undefined) return [{ name, ok: false, detail: "the policy wants one, and a run here has none", fix }];
  const { output, code } = await cell.exec({
    command: [browser, "--version"],
    cwd: ".",
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: 2_000,
  });
  const version = output.split("\n").find((line) => /\d/.test(line)) ?? "";
  if (code === 0) return [{ name, ok: true, detail: `${browser}: ${version.trim()} in the cell` }];
  return [{ name, ok: false, detail: `${browser} does not run in the cell: ${output.trim().slice(0, 300)}`, fix }];
}
