/** Looks for a Chromium on this machine that runs in a sealed cell. Snap's `/usr/bin/chromium-browser` on Ubuntu does not. */

import { join } from "node:path";
import { isProgram, namesIn } from "../base/file-text.ts";

export interface FindOptions {
  /** The path that the policy names. Where it names one, no other counts. */
  readonly named?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether the policy lists hosts. A headless shell cannot open their pages, because it reads no managed policy. */
  readonly hasHosts: boolean;
}

/** Playwright's folders of browsers, such as `chromium-1234`, and the paths of programs below them. */
const PLAYWRIGHT = [
  ["chromium_headless_shell-", ["chrome-linux/headless_shell", "chrome-headless-shell-linux64/chrome-headless-shell"]],
  ["chromium-", ["chrome-linux/chrome", "chrome-linux64/chrome"]],
] as const;

/** The programs of Debian, of GitHub's Ubuntu images, and of Google. */
const USUAL = [
  "/usr/lib/chromium/chromium-headless-shell",
  "/usr/lib/chromium/chromium",
  "/usr/local/share/chromium/chrome-linux/chrome",
  "/opt/google/chrome/chrome",
];

/** The path of a Chromium; undefined where there is none. */
export function findBrowser({ named, env, hasHosts }: FindOptions): string | undefined {
  const places = named === undefined ? [...ofPlaywright(env), ...USUAL] : [named];
  const found = places.filter(isProgram);
  return (hasHosts ? found.find((path) => !/headless[_-]shell$/.test(path)) : undefined) ?? found[0];
}

/** Where Playwright's browsers may be, headless shells first, and of each kind the newest first. */
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
