/** The GitHub double: clone and push by real git, refs, objects, commits by GraphQL. */

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { Octokit } from "@octokit/rest";
import { runGit, tokenSetting } from "../doubles/git-client.ts";
import { startGitHub, type GitHub } from "../doubles/github/server.ts";
import { createScratch } from "../doubles/scratch.ts";

const REPO = { owner: "octo", repo: "demo" };
const FILES = { "README.md": "# demo\n", "src/add.js": "export const add = (a, b) => a - b;\n" };

async function scene(): Promise<GitHub> {
  const github = await startGitHub();
  github.addToken("token");
  github.addToken("app", { login: "kimi-app[bot]", scopes: { contents: "write", workflows: "write" } });
  github.addToken("readonly", { scopes: { contents: "read" } });
  await github.addRepository({ name: "octo/demo", files: FILES, protectedBranches: ["release"] });
  await github.addCommit("octo/demo", { branch: "release", files: { "CHANGES.md": "none\n" } });
  return github;
}

function client(github: GitHub, auth = "token"): Octokit {
  return new Octokit({ baseUrl: github.url, auth, log: { debug() {}, info() {}, warn() {}, error() {} } });
}

/** Commits files in a clone and pushes to a branch; returns git's end of the push. */
async function push(
  github: GitHub,
  dir: string,
  options: { token: string; to: string; files: Record<string, string> },
) {
  const url = github.cloneUrl("octo", "demo");
  for (const [path, text] of Object.entries(options.files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  await runGit(dir, "add", "-A");
  await runGit(dir, "commit", "-qm", "work");
  return runGit(dir, "-c", tokenSetting(url, options.token), "push", "origin", `HEAD:refs/heads/${options.to}`);
}

test("git clones and pushes, and the API sees what was pushed", async () => {
  await using github = await scene();
  using scratch = createScratch();
  const dir = join(scratch.dir, "clone");
  assert.equal((await runGit(scratch.dir, "clone", "-q", "--depth=1", github.cloneUrl("octo", "demo"), dir)).code, 0);
  assert.equal(readFileSync(join(dir, "src/add.js"), "utf8"), FILES["src/add.js"]);
  const pushed = await push(github, dir, { token: "token", to: "kimi/fix-1", files: { "src/add.js": "fixed\n" } });
  assert.equal(pushed.code, 0, pushed.err);

  const { data } = await client(github).git.getRef({ ...REPO, ref: "heads/kimi/fix-1" });
  assert.equal(data.object.sha, (await runGit(dir, "rev-parse", "HEAD")).out);
  const { data: diff } = await client(github).repos.compareCommitsWithBasehead({
    ...REPO,
    basehead: "main...kimi/fix-1",
  });
  assert.deepEqual(
    [diff.status, diff.ahead_by, diff.files?.map(({ filename, status, patch }) => [filename, status, patch])],
    ["ahead", 1, [["src/add.js", "modified", "@@ -1 +1 @@\n-export const add = (a, b) => a - b;\n+fixed"]]],
  );
  assert.deepEqual(github.violations, []);
});

test("pushes are refused as GitHub refuses them", async () => {
  await using github = await scene();
  using scratch = createScratch();
  const dir = join(scratch.dir, "clone");
  await runGit(scratch.dir, "clone", "-q", github.cloneUrl("octo", "demo"), dir);
  const refused = async (token: string, to: string, files: Record<string, string>): Promise<string> => {
    const { code, err } = await push(github, dir, { token, to, files });
    assert.notEqual(code, 0);
    return err;
  };
  assert.match(await refused("readonly", "a", { a: "1" }), /denied to github-actions\[bot\]|error: 403/);
  assert.match(await refused("nobody", "a", { a: "2" }), /Authentication failed|could not read Username/);
  await runGit(dir, "reset", "-q", "--hard", "origin/release");
  assert.match(
    await refused("token", "release", { a: "3" }),
    /GH006: Protected branch update failed for refs\/heads\/release/,
  );
  await runGit(dir, "reset", "-q", "--hard", "origin/main");
  const workflow = { ".github/workflows/ci.yml": "on: push\n" };
  assert.match(
    await refused("token", "b", workflow),
    /\[remote rejected\] HEAD -> b \(refusing to allow a GitHub App to create or update workflow `\.github\/workflows\/ci\.yml` without `workflows` permission\)/,
  );
  assert.equal((await push(github, dir, { token: "app", to: "b", files: { b: "now" } })).code, 0);
  await runGit(dir, "reset", "-q", "--hard", "origin/main");
  assert.match(await refused("token", "b", { c: "diverged" }), /rejected.*(fetch first|non-fast-forward)/);
  assert.deepEqual(github.violations, []);
});

test("a commit is made of blobs, a tree and a ref", async () => {
  await using github = await scene();
  const octokit = client(github);
  const { data: main } = await octokit.git.getRef({ ...REPO, ref: "heads/main" });
  const { data: parent } = await octokit.git.getCommit({ ...REPO, commit_sha: main.object.sha });
  const { data: blob } = await octokit.git.createBlob({ ...REPO, content: "AP8=", encoding: "base64" });
  const entries = [
    { path: "bin/x", mode: "100755" as const, type: "blob" as const, sha: blob.sha },
    { path: "README.md", mode: "100644" as const, type: "blob" as const, sha: null },
  ];
  const { data: tree } = await octokit.git.createTree({ ...REPO, base_tree: parent.tree.sha, tree: entries });
  const { data: commit } = await octokit.git.createCommit({
    ...REPO,
    message: "by hand",
    tree: tree.sha,
    parents: [main.object.sha],
  });
  const refused = (path: string, mode: "040000" | "100644", sha: string): Promise<unknown> =>
    octokit.git.createTree({ ...REPO, tree: [{ path, mode, sha }] });
  for (const path of ["", "a//b", "a/../b", ".git/config", "a/.GIT/config", "git~1/config", "a/"])
    await assert.rejects(refused(path, "100644", blob.sha), /malformed path component/, path);
  await assert.rejects(refused("a", "040000", blob.sha), /is not a valid tree/);
  await assert.rejects(refused("a", "100644", tree.sha), /is not a valid blob/);
  await octokit.git.createRef({ ...REPO, ref: "refs/heads/kimi/x", sha: commit.sha });
  assert.equal(commit.verification.verified, true);
  assert.deepEqual(
    (await github.git("octo/demo", "ls-tree", "-r", "kimi/x")).split("\n").map((line) => line.replace(/ \w{40}/, "")),
    ["100755 blob\tbin/x", "100644 blob\tsrc/add.js"],
  );
  // The double writes blobs, commits and refs itself: git finds nothing wrong with them.
  assert.equal(await github.git("octo/demo", "fsck", "--strict", "--no-dangling", "--no-progress"), "");
  const { data: content } = await octokit.repos.getContent({ ...REPO, path: "bin/x", ref: "kimi/x" });
  assert.equal((content as { content: string }).content, "AP8=");
  await assert.rejects(octokit.git.createRef({ ...REPO, ref: "refs/heads/kimi/x", sha: commit.sha }), /already exists/);
  await assert.rejects(octokit.git.updateRef({ ...REPO, ref: "heads/release", sha: commit.sha }), /rule violations/);
  await octokit.git.deleteRef({ ...REPO, ref: "heads/kimi/x" });
  await assert.rejects(octokit.git.getRef({ ...REPO, ref: "heads/kimi/x" }), /Not Found/);
  assert.deepEqual(github.violations, []);
});

const MUTATION = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid url signature { isValid } } }
}`;

test("createCommitOnBranch commits on the expected head, verified", async () => {
  await using github = await scene();
  const octokit = client(github);
  const head = await github.git("octo/demo", "rev-parse", "main");
  const input = {
    branch: { repositoryNameWithOwner: "octo/demo", branchName: "main" },
    message: { headline: "Fix add", body: "Co-authored-by: Alice <alice@example.com>" },
    expectedHeadOid: head,
    fileChanges: {
      additions: [{ path: "src/add.js", contents: Buffer.from("fixed\n").toString("base64") }],
      deletions: [{ path: "README.md" }],
    },
  };
  const made = await octokit.graphql<{ createCommitOnBranch: { commit: { oid: string; signature: unknown } } }>(
    MUTATION,
    { input },
  );
  const { oid, signature } = made.createCommitOnBranch.commit;
  assert.deepEqual(signature, { isValid: true });
  assert.equal(await github.git("octo/demo", "rev-parse", "main"), oid);
  assert.equal(
    await github.git("octo/demo", "log", "-1", "--format=%an|%ae|%cn|%B", oid),
    [
      "github-actions[bot]|41898282+github-actions[bot]@users.noreply.github.com|GitHub|Fix add",
      "",
      "Co-authored-by: Alice <alice@example.com>",
    ].join("\n"),
  );
  assert.equal(await github.git("octo/demo", "show", `${oid}:src/add.js`), "fixed");
  assert.equal((await octokit.repos.getCommit({ ...REPO, ref: oid })).data.commit.verification?.verified, true);
  await assert.rejects(octokit.graphql(MUTATION, { input }), /Expected branch to point to/);
  assert.deepEqual(github.violations, []);
  await assert.rejects(octokit.graphql("{ viewer { login nickname } }"), /nickname/);
  assert.equal(github.violations.length, 1);
});
