/** Rules that people write for Kilo Code and Roo Code: which files they are, and which of them hold. Reads nothing itself. */

import { mergeAgentsMd, distinctTexts, type RepositoryFile } from "./agents-md.ts";

/** The folder of a program, and the file that holds where the folder has no rules. `-<mode>` behind either names the mode. */
const PLACES = [
  { folder: ".kilocode/rules", file: ".kilocoderules" },
  { folder: ".roo/rules", file: ".roorules" },
] as const;

const RULE_FOLDER = /^\.(?:kilocode|roo)(?:\/rules(?:-[A-Za-z0-9-]+)?(?:\/[^.][^/]*)*)?$/;
const RULE_FILE =
  /^(?:\.(?:kilocode|roo)\/rules(?:-[A-Za-z0-9-]+)?(?:\/[^.][^/]*)+|\.(?:kilocode|roo)rules(?:-[A-Za-z0-9-]+)?)$/;
/** What editors and systems leave beside rules. */
const REMAINS = /\.(?:bak|cache|log|old|swp|tmp)$|~$|(?:^|\/)Thumbs\.db$/;

/** Whether a file of the root, or of a folder that `isRuleFolder` accepts, has rules. */
export function isRuleFile(path: string): boolean {
  return RULE_FILE.test(path) && !REMAINS.test(path);
}

export function isRuleFolder(path: string): boolean {
  return RULE_FOLDER.test(path);
}

/** The rules of all modes, or those of one mode only, in the order of their paths. Of equal texts one is kept. */
export function ruleFiles(files: ReadonlyMap<string, string>, mode?: string): readonly RepositoryFile[] {
  const suffix = mode === undefined ? "" : `-${mode}`;
  const found = PLACES.flatMap(({ folder, file }) => {
    const all = [...files].map(([path, text]) => ({ path, text })).toSorted((a, b) => (a.path < b.path ? -1 : 1));
    const inside = all.filter(({ path }) => path.startsWith(`${folder}${suffix}/`) && isRuleFile(path));
    return inside.length > 0 ? inside : all.filter(({ path }) => path === `${file}${suffix}`);
  });
  return distinctTexts(found);
}

/** The rules of a mode as a part of its role; empty when there are none. */
export function modeRules(files: ReadonlyMap<string, string>, mode: string): string {
  return mergeAgentsMd(ruleFiles(files, mode));
}
