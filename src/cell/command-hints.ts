/** Tells a command what the cell kept from it and which key of the policy opens that. It reads outputs, so this is advice only. */

import { readlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { foldersAbove } from "../base/paths/byte-paths.ts";
import { isWithin } from "../base/paths/is-within.ts";
import { oneLine } from "../base/truncate.ts";
import type { ExecReply } from "../protocol/cell.ts";
import { unlistedLine } from "./egress/refusals.ts";

interface Hint {
  readonly sign: RegExp;
  readonly line: string;
  /** For commands that succeed, too: git names what it could not do and goes on. */
  readonly always?: true;
}

const HINTS: readonly Hint[] = [
  {
    // Overlayfs refuses to rename a folder of the host. Then `mv` and package managers copy it, but git fails.
    sign: /Invalid cross-device link/,
    line: "[files] A folder that was there before cannot be renamed in one step here: use `mv` (and `git add -A`) in place of `git mv`.",
    always: true,
  },
  {
    sign: /because the network was disabled|Network connectivity is disabled/,
    // uv is told to ask no index that would refuse it, so it says this in place of the index.
    line: unlistedLine("pypi.org:443"),
  },
  {
    sign: /No usable sandbox!|Running as root without --no-sandbox|SUID sandbox helper binary|Failed to move to new namespace/,
    line: "[sandbox] A browser cannot make a sandbox of its own inside of this one, and no key of the policy lets it: start it with `--no-sandbox` (puppeteer: `args`, playwright: `chromiumSandbox: false`, electron: ELECTRON_DISABLE_SANDBOX=1).",
  },
  {
    sign: /perf_event_(?:open|paranoid)|No permission to enable \S+ event/,
    line: "[sandbox] Performance counters cannot be read here, and no key of the policy opens them. Measure time instead, or use a profiler of the language.",
  },
  {
    sign: /^sudo: |: sudo: (?:command )?not found|^su: |no new privileges|must be (?:setuid|suid) root|new[ug]idmap: |dpkg frontend lock|requires superuser privilege|^mount: .*(?:denied|not permitted|does not exist)|^unshare: unshare failed/m,
    line: "[sandbox] Commands cannot become root or another user here, mount or make namespaces, and no key of the policy lets them. What needs that belongs in a step before the run.",
  },
  {
    sign: /Cannot connect to the Docker daemon|docker(?:\.sock|: command not found)|Could not find a valid Docker environment/,
    line: "[sandbox] There is no Docker here. A step before the run starts containers, and `sandbox.services` of the policy lists their ports.",
  },
  {
    sign: /^npm (?:error|ERR!) (?:code EROFS|path \/(?:usr|opt)\/|path \/\S+\/lib(?:\/node_modules.*)?$)/m,
    line: "[files] The global folder of npm is read-only here, and no key of the policy changes that: `npm link` and `npm install -g` do not work. Install the folder into the checkout, such as `npm install --no-save ./packages/name`.",
  },
];

/** Node, bundlers, TypeScript and test runners name a package that they do not find. */
const NOT_FOUND =
  /(?:Cannot find (?:module|package)|Could not resolve|Can't resolve|Unable to resolve(?: path to)? module) ['"]((?:@[\w.-]+\/)?[\w][\w.-]*)/g;
const MAX_PACKAGES = 20;
const MAX_PATH_CHARS = 200;

interface Ran {
  readonly output: string;
  readonly code: number | null;
  /** The checkout on the host, whose links are looked at. */
  readonly workDir: string;
  /** The folder of the command, relative to it. */
  readonly cwd: string;
}

/** The refusals of a command, with the hints that its output calls for. */
export function withHints(ran: Ran, { refusals = [] }: Pick<ExecReply, "refusals">): Pick<ExecReply, "refusals"> {
  const { output, code } = ran;
  const lines = [
    ...refusals,
    ...HINTS.flatMap(({ sign, line, always }) => ((code !== 0 || always) && sign.test(output) ? [line] : [])),
    ...(code === 0 ? [] : linksOut(ran)),
  ];
  return lines.length === 0 ? {} : { refusals: lines };
}

/** Packages that were not found because their folder is a link out of the checkout, as `npm link` makes it. */
function linksOut({ output, workDir, cwd }: Ran): readonly string[] {
  const names = [...new Set([...output.matchAll(NOT_FOUND)].map(([, name = ""]) => name))].slice(0, MAX_PACKAGES);
  return names.flatMap((name) => {
    const folder = resolve(workDir, cwd);
    const target = [folder, ...foldersAbove(folder)]
      .filter((dir) => isWithin(dir, workDir))
      .map((dir) => targetOf(join(dir, "node_modules", name)))
      .find((path) => path !== undefined);
    if (target === undefined || isWithin(target, workDir)) return [];
    const shown = JSON.stringify(oneLine(target, MAX_PATH_CHARS));
    return [
      `[files] The package ${name} is a link to ${shown}, outside of the checkout: \`sandbox.readonly\` of the policy shows a folder there.`,
    ];
  });
}

/** Where a link leads; undefined for any other path. */
function targetOf(path: string): string | undefined {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return undefined;
  }
}
