/** What changed since version 1 of the policy file: `policy explain --since 1`, and the line that a sealed run begins with. */

import { counted } from "../base/words.ts";
import { fieldName } from "../yaml/mistakes.ts";
import { listed } from "./policy-words.ts";
import type { Policy } from "./policy.ts";
import { isProfileName, type ProfileName } from "./profiles.ts";

/** What a profile of version 1 did not approve and now does. */
const NOW: Readonly<Record<ProfileName, string>> = {
  cargo: "--config, --manifest-path, --target-dir, +toolchain, clippy --fix",
  files: "ln, cp -s, cp -l, file patterns and variables as operands, setuid bits, other programs of sed",
  "git-read": "--output, --ext-diff, --textconv, --no-index, -C, branch and tag that change, remote add",
  "git-write": "add -f, commit --no-verify, checkout and switch of any branch, restore of patterns",
  go: "-exec, -toolexec, -o, -C, go env -w, go mod edit",
  lint: "--config, --rulesdir, --plugin, -o and every other flag",
  list: "sort -o, date -s, jq with env, and every other flag",
  make: "-f, -C, --eval, NAME=value",
  node: "-e, -p, -r, --import, --loader, --inspect, files outside the workspace",
  "npm-install": "addresses, archives, folders, -g, --prefix, --registry, update",
  "npm-run": "--prefix, -C, --script-shell, --node-options, any flag for the script",
  "pip-install": "addresses, archives, --index-url, --target, uv sync, uv add",
  pytest: "-p, -c, -o, --rootdir, --junitxml and every other flag",
  python: "-c, -m with any module, files outside the workspace",
  search: "rg --pre, find -delete, sed -i, awk with system and pipes, and every other flag",
  test: "--prefix, --config, --require, -exec, --rootdir and every other flag",
  tsc: "--outDir, --watch, --plugins and every other flag",
};

/** The profiles that approving rules name, each with its rule. */
function profilesIn({ rules }: Pick<Policy, "rules">): readonly { readonly id: string; readonly name: ProfileName }[] {
  return rules.flatMap(({ id, verdict, written }) =>
    verdict === "approve" ? written.exec.filter(isProfileName).map((name) => ({ id, name })) : [],
  );
}

/** The line that a sealed run under a file of version 1 begins with. Undefined where the file names no profile. */
export function widenedNote(policy: Policy): string | undefined {
  const ids = new Set(policy.version === 1 ? profilesIn(policy).map(({ id }) => id) : []);
  if (ids.size === 0) return undefined;
  const old =
    policy.outdated.length === 0
      ? ""
      : ` ${counted(policy.outdated.length, "example")} of it no longer ${policy.outdated.length === 1 ? "holds" : "hold"}.`;
  return `${policy.file} is of version 1: in this cell the profiles in its rules (${listed([...ids], 100)}) name programs by their first words and ignore flags.${old} \`policy explain --since 1\` lists what got wider, \`policy migrate\` writes version 2.`;
}

/** The whole list, as lines. */
export function sinceVersion1(policy: Policy): string {
  if (policy.version !== 1)
    return `${policy.file} is of version ${policy.version}, so nothing in it was interpreted differently.\n`;
  const wider = profilesIn(policy).map(({ id, name }) => `  rule ${id}, ${name}: ${NOW[name]}`);
  const lines = [
    ...(wider.length === 0 ? [] : ["In a sealed cell the profiles of these rules now also approve:", ...wider]),
    "In a sealed cell a command is now also approved with variables set before it, and behind wrappers such as timeout and xargs.",
    "In a sealed cell these are no longer judged before a command runs:",
    "  files that a command changes: those that no write rule approves are not published; only a redirection to a path that a rule rejects or defers is refused",
    "  files that a command may read: those that a rule hides look empty to commands; only a command that names one is refused",
    "  links, the order of a line, code on the command line (node -e, python -c)",
    "In a cell that is not sealed, fewer commands are approved: lines that equal a pattern without wildcards, or several joined by &&.",
    ...policy.outdated.map(({ field, command }) => `This example no longer holds: ${fieldName(field)}: ${command}`),
  ];
  return `${lines.join("\n")}\n`;
}
