/** A pull request whose change GitHub does not list: git has it, and the model is shown it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FIX } from "../../harness.ts";
import { createJobScene, REPOSITORY } from "../job-scene.ts";

const TOO_LARGE = "Sorry, the diff exceeded the maximum number of files (300).";
const inputs = { sandbox: "none" };

test("files and patches that GitHub does not list come from git, and a warning says why", async () => {
  await using scene = await createJobScene({
    replies: (request) => {
      const { messages } = request.json as { readonly messages: readonly { readonly role: string }[] };
      const said = messages.filter(({ role }) => role === "assistant").length;
      return JSON.stringify(messages).includes("/kimi fix") ? (FIX[said] ?? {}) : { text: "It adds." };
    },
  });
  const { github, model } = scene;
  await github.addCommit(REPOSITORY, {
    branch: "feature",
    files: {
      "src/new.js": "one\ndiff --git a b\n",
      "src/long.js": "x\n".repeat(3_100),
      "src/huge.js": "long\n".repeat(9_000),
      "package.json": null,
    },
    user: "alice",
  });
  await github.addCommit(REPOSITORY, { branch: "main", files: { "src/later.js": "1\n" }, user: "alice" });
  const { number } = await github.addPull(REPOSITORY, { head: "feature", title: "Add", user: "alice" });
  const cases = [
    ["/kimi ask What is it?", 406, 1],
    ["/kimi review", 422, 1],
    ["/kimi ask And now?", 500, 3],
    ["/kimi review", undefined, 0], // GitHub lists them, and leaves patches of many lines out
    ["/kimi fix", 406, 1],
  ] as const;
  for (const [command, status, times] of cases) {
    const asked = model.requests.length;
    const match = { path: `/repos/${REPOSITORY}/pulls/${number}/files` };
    if (status !== undefined) github.fault({ kind: "answer", status, body: { message: TOO_LARGE }, match, times });
    const end = await scene.command(number, command, "alice", { inputs });
    assert.equal(end.code, 0, `${command}\n${end.log}`);
    const warned =
      /::warning::The files of the pull request are from git, because GitHub .* with (\d+): Sorry, the diff/;
    assert.equal(warned.exec(end.log)?.[1], status?.toString());
    const { messages } = (model.requests[asked] ?? assert.fail()).json as {
      readonly messages: readonly { readonly content: unknown }[];
    };
    const shown = messages
      .map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)))
      .join("\n");
    const data: unknown = JSON.parse(/^\{\n "[^]*?^\}$/m.exec(shown)?.[0] ?? "null");
    const { files, changed_files, left_out } = data as Record<string, unknown>;
    assert.deepEqual(
      [files, changed_files, (left_out as { readonly patches?: number }).patches],
      [
        [
          {
            path: "package.json",
            status: "removed",
            additions: 0,
            deletions: 1,
            patch: `@@ -1 +0,0 @@\n-{ "name": "sample", "type": "module" }`,
          },
          {
            path: "src/huge.js",
            status: "added",
            additions: 9_000,
            deletions: 0,
            patch: `@@ -0,0 +1,9000 @@\n${"+long\n".repeat(3_320)}[… 5680 more lines of this patch …]`,
          },
          {
            path: "src/long.js",
            status: "added",
            additions: 3_100,
            deletions: 0,
            patch: `@@ -0,0 +1,3100 @@\n${"+x\n".repeat(3_100)}`.trimEnd(),
          },
          {
            path: "src/new.js",
            status: "added",
            additions: 2,
            deletions: 0,
            patch: "@@ -0,0 +1,2 @@\n+one\n+diff --git a b",
          },
        ],
        4,
        undefined,
      ],
      command,
    );
  }
  assert.deepEqual(github.violations, []);
});
