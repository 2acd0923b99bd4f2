/** Looks for a Chromium on this machine that runs in a sealed cell. Snap's `/usr/bin/chromium-browser` on Ubuntu does not. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isProgram } from "../base/file-text.ts";

export interface FindOptions {
  /** The path that the policy names; only this one counts then. */
  readonly named?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Hosts are listed, so that pages from outside may be opened: a headless shell reads no managed policy and cannot. */
  readonly hasHosts: boolean;
}

/** Below the folder of Playwright's browser `chromium-1234` or `chromium_headless_shell-1234`. */
const PLAYWRIGHT = [
  ["chromium_headless_shell-", ["chrome-linux/headless_shell", "chrome-headless-shell-linux64/chrome-headless-shell"]],
  ["chromium-", ["chrome-linux/chrome", "chrome-linux64/chrome"]],
] as const;

/** Debian's, that of GitHub's Ubuntu images, and Google's. */
const USUAL = [
  "/usr/lib/chromium/chromium-headless-shell",
  "/usr/lib/chromium/chromium",
  "/usr/local/share/chromium/chrome-linux/chrome",
  "/opt/google/chrome/chrome",
];

/** The path of its program; undefined where there is none. */
export function findBrowser({ named, env, hasHosts }: FindOptions): string | undefined {
  const places = named === undefined ? [...ofPlaywright(env), ...USUAL] : [named];
  const found = places.filter(isProgram);
  return (hasHosts ? found.find((path) => !isShell(path)) : undefined) ?? found[0];
}

/** A headless shell is smaller and reads no managed policies. */
function isShell(path: string): boolean {
  return /headless[_-]shell$/.test(path);
}

/** The newest first. */
function ofPlaywright({ PLAYWRIGHT_BROWSERS_PATH: named, HOME }: FindOptions["env"]): readonly string[] {
  const folder = named ?? (HOME === undefined ? undefined : join(HOME, ".cache/ms-playwright"));
  if (folder === undefined || !folder.startsWith("/")) return [];
  const names = namesIn(folder).toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }));
  return PLAYWRIGHT.flatMap(([prefix, programs]) =>
    names
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => programs.map((program) => join(folder, name, program))),
  );
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
