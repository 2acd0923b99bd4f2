/** Refusals of a push and of the API are told in the server's own words, with advice only where the cause is known. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { explained } from "../../src/github/api/failure.ts";
import { refusalOf, refusalOfPush } from "../../src/publish/result/problem.ts";

const declined = (...lines: readonly string[]): string =>
  [...lines.map((line) => `remote: ${line}`), " ! [remote rejected] kimi/issue-1 (pre-receive hook declined)"].join(
    "\n",
  );
const violated = (...lines: readonly string[]): string =>
  declined("error: GH013: Repository rule violations found for refs/heads/kimi/issue-1.", "", ...lines);

interface Told {
  readonly said: string;
  readonly code: string;
  /** Parts of the reason: the rule, the path, the link. */
  readonly reason: readonly string[];
  readonly fix: RegExp;
}

const PUSHES: Readonly<Record<string, Told>> = {
  signatures: {
    said: violated("- Commits must have verified signatures.", "  Found 1 violation:", "  1234abcd"),
    code: "failed",
    reason: ["GH013", "Commits must have verified signatures", "1234abcd"],
    fix: /`commit: verified`/,
  },
  "push protection": {
    said: violated(
      "- GITHUB PUSH PROTECTION",
      "  ————————————————",
      "    - Push cannot contain secrets",
      "      —— Some Token ——————",
      "         - commit: 0d52f38",
      "           path: src/config.js:6",
      "       (?) To push, follow this URL to allow the secret.",
      "       https://github.example/octo/demo/security/secret-scanning/unblock-secret/1a2b",
    ),
    code: "secret",
    reason: ["Some Token", "src/config.js:6", "unblock-secret/1a2b"],
    fix: /rotate it/,
  },
  "a rule about messages": {
    said: violated("- Commit message must match the following pattern: ^JIRA-"),
    code: "failed",
    reason: ["Commit message must match the following pattern: ^JIRA-"],
    fix: /a message that fits/,
  },
  "a rule about names of branches": {
    said: violated("- Branch name must match the following pattern: ^(feature|fix)/.*"),
    code: "failed",
    reason: ["^(feature|fix)/.*"],
    fix: /exclude `kimi\/\*\*`/,
  },
  "a rule about paths": {
    said: violated("- File path is restricted: src/add.js"),
    code: "failed",
    reason: ["File path is restricted: src/add.js"],
    fix: /Keep such files out/,
  },
  "a merge queue": {
    said: declined(
      "error: GH006: Protected branch update failed for refs/heads/main.",
      "error: Changes must be made through the merge queue",
    ),
    code: "protected_branch",
    reason: ["GH006", "Changes must be made through the merge queue"],
    fix: /goes through the queue/,
  },
  "another rule": {
    said: violated("- Changes must be made through a pull request."),
    code: "protected_branch",
    reason: ["Changes must be made through a pull request"],
    fix: /bypass the rule that is named/,
  },
  "a large file": {
    said: declined("error: File src/big.bin is 120.00 MB; this exceeds GitHub's file size limit of 100.00 MB"),
    code: "too_large",
    reason: ["src/big.bin is 120.00 MB"],
    fix: /Git LFS/,
  },
  "a branch whose name is in the way": {
    said: " ! [remote rejected] kimi/run-1 -> kimi/run-1 (cannot lock ref 'refs/heads/kimi/run-1': 'refs/heads/kimi' exists; cannot create 'refs/heads/kimi/run-1')",
    code: "failed",
    reason: ["'refs/heads/kimi' exists"],
    fix: /Rename or delete the branch/,
  },
  "a repository that is gone": {
    said: "remote: Repository not found.\nfatal: repository 'https://github.example/octo/demo.git/' not found",
    code: "missing",
    reason: ["Repository not found"],
    fix: /still exists/,
  },
  "a failure of the server": {
    said: "remote: Internal Server Error\nremote: Request ID 65EF:1EC4\n ! [remote rejected] kimi/run-1 -> kimi/run-1 (Internal Server Error)",
    code: "unknown",
    reason: ["The push failed", "Internal Server Error", "Request ID 65EF:1EC4"],
    fix: /Run again/,
  },
  "an unknown hook": {
    said: declined("error: not on Fridays"),
    code: "failed",
    reason: ["not on Fridays"],
    fix: /by hand/,
  },
  "a token without the right": {
    said: "remote: Permission to octo/demo.git denied to kimi[bot].\nfatal: unable to access 'https://github.example/': The requested URL returned error: 403",
    code: "read_only",
    reason: ["Permission to octo/demo.git denied to kimi[bot]"],
    fix: /`permissions: contents: write`/,
  },
  "a token that ended": {
    said: "remote: Invalid username or token.\nfatal: Authentication failed for 'https://github.example/octo/demo.git/'",
    code: "read_only",
    reason: ["no longer accepts the token", "Invalid username or token"],
    fix: /expires after an hour/,
  },
};

for (const [name, { said, code, reason, fix }] of Object.entries(PUSHES)) {
  test(`a push that is refused: ${name}`, () => {
    const refusal = refusalOfPush(said);
    assert.equal(refusal.code, code, refusal.reason);
    assert.deepEqual(
      reason.filter((part) => !refusal.reason.includes(part)),
      [],
      refusal.reason,
    );
    assert.match(refusal.fix, fix);
  });
}

/** Message of GitHub's answer → status, and what the advice says. */
const ANSWERS: Readonly<Record<string, readonly [status: number, fix: RegExp]>> = {
  "Bad credentials": [401, /expires after an hour/],
  "Resource protected by organization SAML enforcement.": [403, /single sign-on/],
  "the `octo` organization has an IP allow list enabled, and 198.51.100.7 is not permitted": [
    403,
    /runner whose address/,
  ],
  "Although you appear to have the correct authorization credentials, the `octo` organization has enabled OAuth App access restrictions":
    [403, /an owner of the organization/],
  "`octo` forbids access via a fine-grained personal access tokens if the token's lifetime is greater than 366 days.": [
    403,
    /an owner of the organization/,
  ],
  "Repository rule violations found Secret detected in content": [422, /rotate it/],
  "User can only have one pending review per pull request": [422, /Submit or discard/],
  "Creation of pull requests is restricted to collaborators": [403, /a collaborator/],
  "Resource not accessible by integration": [403, /`permissions: pull-requests: write`/],
  "Validation Failed: base does not exist": [422, /job summary/],
};

for (const [message, [status, fix]] of Object.entries(ANSWERS)) {
  test(`an answer of ${status}: ${message}`, () => {
    const response = {
      status,
      url: "https://api.github.example/repos/octo/demo/pulls",
      headers: {},
      data: { message },
    };
    const error = explained(
      "POST /repos/{owner}/{repo}/pulls",
      Object.assign(new Error(message), { status, response }),
    );
    const refusal = refusalOf(error, "pull-requests");
    assert.ok(refusal.reason.includes(message), refusal.reason);
    assert.match(refusal.fix, fix);
  });
}
