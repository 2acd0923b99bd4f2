/** The policy of a repository without `.github/kimi-policy.yml`, as YAML. */

import { LOCK_FILES } from "../../base/lock-files.ts";

export const BUILTIN_POLICY_NAME = "built-in policy";
/** Digests of the built-in policy as it was: with rules of version 1, and with fewer lock files. Sessions under them go on. */
export const BUILTIN_DIGESTS_BEFORE = [
  "c6f69d9ae84166fd29556af17da70625fb9878db1891e1ba4b78be749c9f083a",
  "6c51c4a39878ac01f140769ec3c8d825ea9f6559a501164ee3003448d05c964b",
];

/** The lock files, a few in each line. */
const LOCK_GLOBS = Array.from({ length: Math.ceil(LOCK_FILES.length / 7) }, (_, index) => {
  const names = LOCK_FILES.slice(7 * index, 7 * (index + 1));
  return `**/{${names.join(",")}}`;
});

export const BUILTIN_POLICY = `# Built-in policy: in force while the repository has no .github/kimi-policy.yml.
version: 2

# Whatever no rule names waits for a human.
default: defer

rules:
  # Everything in the workspace may be read; files of secrets are rejected under any policy.
  - id: read
    approve: { read: ["**"] }

  # Everything in the workspace may be edited; .git is rejected under any policy.
  - id: edit
    approve: { write: ["**"] }

  # Files that decide what runs, who reviews, or what is installed.
  - id: protected
    defer:
      write:
        - ".github/**"
        - ".gitea/**"
        - ".forgejo/**"
        - "**/CODEOWNERS"
        - "**/.gitattributes"
        - "**/.gitmodules"
        - "**/.npmrc"
        - "**/.yarnrc.yml"
        - "**/.husky/**"
${LOCK_GLOBS.map((glob) => `        - "${glob}"\n`).join("")}    reason: decides what runs, who reviews or what is installed

  # Any command, but only in a sealed cell: what it changes is judged by the rules above before it is published.
  - id: commands
    approve: { exec: [any] }

  # In a weaker cell \`any\` approves nothing, and these lines are approved word for word. Other commands wait for a human.
  - id: look
    approve: { exec: [pwd, ls, "ls -la", "git status", "git status --short", "git diff", "git log --oneline -20"] }

limits: { steps: 100, retries: 3, minutes: 30, denials: 5, mistakes: 3 }
# A cell as strong as the machine can build; the rules above do the rest.
sandbox: { minimum: separate, network: [] }
approvers: { permission: write, two_person: false, expires_hours: 24 }
publish:
  pull_request: draft
  protected: []
`;
