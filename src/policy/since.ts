/**
 * What changed since version 1 of the policy file, for a file of that version: `policy explain --since 1`. A rule about commands then
 * looked at flags, and held what it could not read; now it names programs by their first words, and the sealed cell does the rest.
 */

import { fieldName } from "../yaml/mistakes.ts";
import { listed } from "./policy-words.ts";
import type { Policy } from "./policy.ts";
import { isProfileName, PROFILE_NAMES, type ProfileName } from "./profiles.ts";

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

/** The approving rules with commands that are not named word for word, each with what it approves that it did not approve before. */
function widerRules({ rules }: Pick<Policy, "rules">): readonly string[] {
  return rules.flatMap(({ id, verdict, written }) => {
    if (verdict !== "approve") return [];
    const profiles = PROFILE_NAMES.filter((name) => written.exec.includes(name));
    const wild = written.exec.filter((entry) => entry !== "any" && !isProfileName(entry));
    return [
      ...profiles.map((name) => `rule ${id}, ${name}: ${NOW[name]}`),
      ...(wild.length === 0
        ? []
        : [
            `rule ${id}, ${listed(wild, 200)}: with variables assigned before it, and behind wrappers such as timeout and xargs`,
          ]),
    ];
  });
}

/** The line that a sealed run under a file of version 1 begins with. Undefined where nothing got wider. */
export function widenedNote(policy: Pick<Policy, "version" | "rules" | "file" | "outdated">): string | undefined {
  const wider = policy.version === 1 ? policy.rules.filter((rule) => widerRules({ rules: [rule] }).length > 0) : [];
  if (wider.length === 0) return undefined;
  const ids = listed(
    wider.map(({ id }) => id),
    100,
  );
  const old = policy.outdated.length === 0 ? "" : ` ${policy.outdated.length} of its examples no longer hold.`;
  return `${policy.file} is of version 1: in this cell its rules about commands (${ids}) name programs by their first words and look at no flags.${old} \`policy explain --since 1\` lists what got wider, \`policy migrate\` writes version 2.`;
}

/** The whole list, as lines. */
export function sinceVersion1(policy: Policy): string {
  if (policy.version !== 1)
    return `${policy.file} is of version ${policy.version}, so nothing of it was read in another way.\n`;
  const wider = widerRules(policy);
  const lines = [
    ...(wider.length === 0
      ? ["No rule about commands got wider."]
      : ["In a sealed cell these rules now also approve:", ...wider.map((line) => `  ${line}`)]),
    "In a sealed cell these are no longer judged before a command runs:",
    "  files that a command changes: those that no write rule approves are not published; only a redirection to a path that a rule rejects or defers is refused",
    "  files that a command may read: those that a rule keeps look empty to commands; only a command that names one is refused",
    "  links, the order of a line, code on the command line (node -e, python -c)",
    "In a cell that is not sealed, fewer commands are approved: lines that equal a pattern without wildcards, or several joined by &&.",
    ...policy.outdated.map(({ field, command }) => `This example no longer holds: ${fieldName(field)}: ${command}`),
  ];
  return `${lines.join("\n")}\n`;
}
