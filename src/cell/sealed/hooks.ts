/**
 * What git runs in a sealed cell in place of the hooks of a repository: a script that says so where there is one. A hook that does not run
 * would otherwise look like one that had nothing to say.
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mount } from "../process/mounts.ts";

/** The folder of the scripts in the cell. */
export const HOOKS_AT = "/opt/kimi/hooks";
const SCRIPT_AT = "/opt/kimi/hook";

/** Those that people write. Others, such as `reference-transaction`, would cost a process in each command of git. */
const NAMES = [
  ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "pre-rebase", "post-merge", "post-checkout"],
  ["pre-push", "pre-receive", "update", "post-receive"],
].flat();

/** It starts a program only where the configuration of the repository names a folder of hooks. */
const SCRIPT = `#!/bin/sh
name=\${0##*/} git=\${GIT_DIR:-.git}
[ -f "$git/commondir" ] && read -r common <"$git/commondir" && case $common in /*) git=$common ;; *) git=$git/$common ;; esac
hooks=$git/hooks
while read -r key _; do
  case $key in [hH]ooks[pP]ath*) hooks=$(git config --file "$git/config" --type path core.hooksPath) ;; esac
done 2>/dev/null <"$git/config"
[ -x "$hooks/$name" ] || exit 0
echo "kimi-runner: the hook $name did not run: in this cell git runs no hooks. \\"repositories: all\\" in the policy's sandbox lets them run." >&2
`;

export function hookMounts(filesDir: string): readonly Mount[] {
  const from = join(filesDir, "hook");
  writeFileSync(from, SCRIPT, { mode: 0o755 });
  return [
    { kind: "ro", from, at: SCRIPT_AT },
    ...NAMES.map((name) => ({ kind: "link", to: SCRIPT_AT, at: `${HOOKS_AT}/${name}` }) as const),
  ];
}
