/** Policies of every kind of strictness that lines are held against. */

import { loadPolicy } from "../../../src/policy/file/load.ts";
import { PROJECT_POLICY, SAMPLE_POLICY, TOOLS_POLICY } from "../sample-policy.ts";

/** Words and nothing but words: what a team writes that wants to know exactly. */
const EXACT_POLICY = `version: 1
default: defer
sandbox: { minimum: none }
rules:
  - { id: words, approve: { exec: ["git status", "git log *", "npm test", "x", "x *", "ls a", "cat a **", "echo **", "./x"] } }
  - { id: any-words, approve: { exec: ["rg **", "find **", "test **", "printf **", "timeout **", "env **", "xargs **", "nice **"] } }
  - { id: files, approve: { write: ["w1", "w2", "src/**"], read: ["a"] } }
`;

/** What nobody forbids is approved: every line that is understood. */
const OPEN_POLICY = "version: 1\ndefault: approve\nsandbox: { minimum: none }\n";

export const POLICIES = await Promise.all(
  Object.entries({ sample: SAMPLE_POLICY, project: PROJECT_POLICY, tools: TOOLS_POLICY, exact: EXACT_POLICY }).map(
    async ([file, text]) => await loadPolicy(text, { file }),
  ),
);

export const OPEN = await loadPolicy(OPEN_POLICY, { file: "open" });
