/** The whole way from a finished run to a pull request and a comment, on real git. */

import assert from "node:assert/strict";
import { sized } from "../doubles/size.ts";
import { test } from "node:test";
import { publish } from "../../src/publish/publish.ts";
import type { PublishRequest } from "../../src/publish/publish-request.ts";
import { secondaryRateLimit, type FaultKind } from "../doubles/github/faults.ts";
import { change, facts, openBench, OUTCOME, REPO, TOKEN } from "./workbench.ts";

const BRANCH = "kimi/issue-1-abcd1234";

for (const commit of ["git", "verified"] as const) {
  test(`a plain fix, ${commit}: published once, and again with nothing new`, async () => {
    await using bench = await openBench();
    const { hub, issue, warnings } = bench;
    const request = change(bench.request, { target: { commit } });
    const first = await publish(request);
    const firstCalls = bench.calls();
    const head = await hub.git(REPO, "rev-parse", BRANCH);
    assert.deepEqual(first.branch, {
      kind: "created",
      branch: BRANCH,
      commit: head,
      ...(commit === "verified" ? { verified: true } : {}),
    });
    assert.deepEqual([first.pullRequest.kind, first.comment.kind, first.notice.kind], ["created", "created", "none"]);
    assert.deepEqual([first.refusals, warnings], [[], []]);
    assert.equal(await hub.git(REPO, "show", `${BRANCH}:a.txt`), "two");
    assert.equal(
      await hub.git(REPO, "log", "-1", "--format=%B", BRANCH),
      `It breaks (#${issue})\n\nRun: ${hub.url}/octo/app/actions/runs/1\n\nCo-authored-by: mona <7+mona@users.noreply.github.com>\nKimi-Session: 20260102-abcd1234`,
    );
    const pull = hub.repository(REPO).threads.find((thread) => thread.pull !== undefined);
    assert.deepEqual(
      [pull?.pull?.draft, pull?.title, pull?.pull?.base.ref, pull?.pull?.head.sha],
      [true, "It breaks", "main", head],
    );
    assert.match(
      pull?.body ?? "",
      /^<!-- kimi-runner:pull-request session=20260102-abcd1234 depth=0 -->\n> \*\*From the model:\*\*\n>\n> Fixed the \*\*bug\*\*\.\n\nFixes #1\n/,
    );
    const [comment, ...others] = hub.thread(REPO, issue).comments;
    assert.match(
      comment?.body ?? "",
      /^<!-- kimi-runner:status request=20260102-abcd1234 -->\n### ✅ Pull request #\d+ opened\n/,
    );
    assert.deepEqual(others, []);
    const beside = firstCalls.filter((call) => call !== "GET /repos/octo/.github");
    assert.ok(beside.length <= 9 && firstCalls.length <= 10, firstCalls.join("\n"));

    const second = await publish(request);
    assert.deepEqual(
      [second.branch.kind, second.pullRequest.kind, second.comment.kind, second.notice.kind],
      ["unchanged", "unchanged", "unchanged", "none"],
    );
    assert.equal(await hub.git(REPO, "rev-parse", BRANCH), head);
    assert.equal(hub.thread(REPO, issue).comments.length, 1);
    assert.deepEqual(hub.violations, []);
  });
}

test("a branch that GitHub does not know right after its push gets its pull request a moment later, or a refusal", async () => {
  const unknown = { resource: "PullRequest", field: "head", code: "invalid" };
  const none = { resource: "PullRequest", code: "custom", message: `No commits between main and ${BRANCH}` };
  for (const [errors, times, expected] of [
    [[unknown], 2, "created"],
    [[none], 1, "created"],
    [[unknown], 3, "refused"],
  ] as const) {
    await using bench = await openBench();
    const { hub, request } = bench;
    const match = { method: "POST", path: `/repos/${REPO}/pulls` };
    hub.fault({ kind: "answer", status: 422, body: { message: "Validation Failed", errors }, match, times });
    const { pullRequest } = await publish(request);
    assert.equal(pullRequest.kind, expected);
    hub.clearFaults();
  }
});

test("a first publishing searches for nothing, but notices a branch that already exists", async () => {
  for (const commit of ["git", "verified"] as const) {
    await using bench = await openBench();
    const { hub } = bench;
    const first = { target: { commit }, origin: { isFirst: true } } as const;
    const { branch, pullRequest } = await publish(change(bench.request, first));
    assert.deepEqual([branch.kind, pullRequest.kind], ["created", "created"]);
    const reads = bench.calls().filter((call) => call.startsWith("GET "));
    assert.deepEqual(reads, ["GET /repos/octo/.github"], "only for the owner's template");
    const again = await publish(change(await bench.again({ "a.txt": "three\n" }), first));
    assert.deepEqual([again.branch.kind, again.pullRequest.kind, again.refusals], ["updated", "updated", []]);
    assert.equal(hub.repository(REPO).threads.filter(({ pull }) => pull !== undefined).length, 1);
  }
});

test("an own branch moves forward by one commit when the session goes on", async () => {
  await using bench = await openBench();
  await publish(bench.request);
  const first = await bench.hub.git(REPO, "rev-parse", BRANCH);
  for (const commit of ["git", "verified"] as const) {
    const request = await bench.again({ "b.txt": commit });
    const { branch, pullRequest } = await publish(change(request, { target: { commit } }));
    assert.deepEqual([branch.kind, pullRequest.kind], ["updated", "updated"]);
    assert.equal(await bench.hub.git(REPO, "show", `${BRANCH}:b.txt`), commit);
  }
  assert.equal(await bench.hub.git(REPO, "rev-parse", `${BRANCH}~2`), first);
  assert.deepEqual(bench.hub.violations, []);
});

test("a pull request's title, which becomes the commit's after a squash, skips no checks and closes no issues", async () => {
  await using bench = await openBench();
  await publish(change(bench.request, { origin: { title: "[skip ci] fixes #3 for @mona" } }));
  const pull = bench.hub.repository(REPO).threads.find((thread) => thread.pull !== undefined);
  assert.equal(pull?.title, "(skip ci) fixes # 3 for @ mona");
});

test("the model's title is the commit's and the pull request's, in the log's style and the repository's template", async () => {
  const template = "<!-- Thank you -->\n## Summary\n\n## Testing\n\n- [ ] I ran the tests for @octo/qa\n";
  await using bench = await openBench({ files: { "a.txt": "one\n", "docs/Pull_Request_Template.md": template } });
  const { hub, issue, request } = bench;
  const results = [{ command: "npm test", passed: true, end: "exit 0", output: "" }];
  const outcome = {
    ...OUTCOME,
    text: "Title: Say two, fixes #9 for @mona\n\nIt said one.",
    verification: { rounds: 1, passed: true, results },
  };
  await publish(change(request, { run: { facts: facts({ outcome }) } }));
  assert.equal(
    (await hub.git(REPO, "log", "-1", "--format=%s", BRANCH)).trim(),
    `Say two, fixes 9 for mona (#${issue})`,
  );
  const pull = hub.repository(REPO).threads.find((thread) => thread.pull !== undefined);
  assert.equal(pull?.title, "Say two, fixes 9 for mona");
  assert.ok(
    pull?.body?.includes(
      "\n## Summary\n\n> **From the model:**\n>\n> It said one.\n\n## Testing\n\n✅ Checks passed in the first round: npm test\n\n- [ ] I ran the tests for @<!-- -->octo/qa\n\nFixes #1\n\n---\n",
    ),
    pull?.body ?? "",
  );
  assert.match(hub.thread(REPO, issue).comments[0]?.body ?? "", /\n> It said one\.\n/);
  assert.deepEqual(hub.violations, []);
});

const FORMS = {
  "owner's, .github first": {
    owner: { "docs/pull_request_template.md": "## In docs", ".github/PULL_REQUEST_TEMPLATE.md": "## In .github" },
    body: "## In .github",
  },
  "owner's, the root before docs": {
    owner: { "docs/pull_request_template.md": "## In docs", "Pull_Request_Template.txt": "## In the root" },
    body: "## In the root",
  },
  "owner's, a folder of one": {
    owner: { "docs/PULL_REQUEST_TEMPLATE/fix.md": "## In a folder", "src/pull_request_template.md": "## Elsewhere" },
    body: "## In a folder",
  },
  "the repository's own before the owner's": {
    own: { "docs/PULL_REQUEST_TEMPLATE/fix.md": "## Own" },
    owner: { ".github/pull_request_template.md": "## Of the owner" },
    body: "## Own",
  },
  "none of the owner": { owner: { "README.md": "# Hello" }, body: undefined },
  "none of a private repository": {
    owner: { "pull_request_template.md": "## Secret plans" },
    private: true,
    body: undefined,
  },
  "a broken one is none": { owner: { "pull_request_template.md": "a\0b" }, body: undefined },
} as const;

for (const [name, { owner, body, ...more }] of Object.entries(FORMS)) {
  test(`the template of a new pull request: ${name}`, async () => {
    const own = "own" in more ? more.own : {};
    await using bench = await openBench({ files: { "a.txt": "one\n", ...own } });
    const { hub, request, calls, warnings } = bench;
    await hub.addRepository({ name: "octo/.github", files: owner, private: "private" in more });
    await publish(request);
    const opened = hub.repository(REPO).threads.find((thread) => thread.pull !== undefined)?.body ?? "";
    assert.deepEqual(/^## .*$/m.exec(opened)?.[0], body, opened);
    const reads = calls().filter((call) => call.includes("/octo/.github"));
    assert.ok(reads.length <= ("own" in more ? 0 : 3), reads.join("\n"));
    assert.deepEqual([hub.violations, warnings], [[], []]);
  });
}

test("without a pull request no template is read", async () => {
  await using bench = await openBench();
  await bench.hub.addRepository({ name: "octo/.github", files: { "pull_request_template.md": "## Form" } });
  await publish(change(bench.request, { target: { pullRequest: "none" } }));
  assert.deepEqual(
    bench.calls().filter((call) => call.includes(".github")),
    [],
  );
});

test("the result gets a new comment if a person deleted the live one", async () => {
  await using bench = await openBench();
  const { hub, issue, request } = bench;
  const remove = async (): Promise<void> => {};
  const finish = async () => ({ kind: "refused", code: "missing", reason: "It is gone.", fix: "-" }) as const;
  const { comment, refusals } = await publish({ ...request, posts: { progress: { finish, remove } } });
  assert.deepEqual([comment.kind, refusals], ["created", []]);
  assert.match(hub.thread(REPO, issue).comments[0]?.body ?? "", /\n### ✅ Pull request #\d+ opened\n/);
});

test("a status comment that is refused shows in the reaction", async () => {
  await using bench = await openBench();
  const done: string[] = [];
  const posts: PublishRequest["posts"] = {
    progress: {
      finish: async () => ({ kind: "refused", code: "unknown", reason: "No answer.", fix: "Again." }),
      remove: async () => {},
    },
    reaction: {
      done: async (outcome) => {
        done.push(outcome);
        return { kind: "set" };
      },
    },
  };
  const { refusals } = await publish({ ...bench.request, posts });
  assert.deepEqual([refusals.map(({ code }) => code), done], [["unknown"], ["published_partially"]]);
});

test("after another person pushed a conflicting change to our branch, nothing is forced, and the change is on the spare branch", async () => {
  await using bench = await openBench();
  const { hub, issue } = bench;
  await publish(bench.request);
  const theirs = await hub.addCommit(REPO, { branch: BRANCH, files: { "a.txt": "theirs\n" }, user: "mona" });
  for (const [commit, kind] of [
    ["git", "created"],
    ["verified", "unchanged"],
  ] as const) {
    const request = await bench.again({ "a.txt": "three\n" });
    const { branch, pullRequest, refusals } = await publish(change(request, { target: { commit } }));
    assert.equal(branch.kind, kind);
    assert.ok("branch" in branch);
    assert.deepEqual([branch.branch, branch.insteadOf?.branch], [`${BRANCH}-2`, BRANCH]);
    assert.deepEqual(
      refusals.map(({ code: why }) => why),
      ["moved"],
    );
    assert.ok("compareUrl" in pullRequest && pullRequest.compareUrl?.includes(`${BRANCH}...${BRANCH}-2`));
  }
  assert.equal(await hub.git(REPO, "rev-parse", BRANCH), theirs);
  assert.equal(await hub.git(REPO, "show", `${BRANCH}-2:a.txt`), "three");
  assert.deepEqual(
    hub.thread(REPO, issue).comments.map(({ body }) => body.split("\n")[0]),
    [
      "<!-- kimi-runner:status request=20260102-abcd1234 -->",
      "<!-- kimi-runner:notice session=20260102-abcd1234 outcome=completed -->",
    ],
  );
});

test("a pull request's own branch: pushed to when it stands where the run began, left alone when it moved or is gone", async () => {
  await using bench = await openBench({ files: { "a.txt": "one\n" } });
  const { hub } = bench;
  await hub.git(REPO, "branch", "topic", "main");
  const destination = { kind: "pull-request", branch: "topic", number: 9, url: "u" } as const;
  const first = await publish(change(bench.request, { target: { destination } }));
  assert.deepEqual([first.branch.kind, first.pullRequest], ["updated", { kind: "updated", number: 9, url: "u" }]);
  const again = await publish(change(bench.request, { target: { destination } }));
  assert.deepEqual([again.branch.kind, again.pullRequest.kind], ["unchanged", "unchanged"]);
  const theirs = await hub.addCommit(REPO, { branch: "topic", files: { "a.txt": "theirs\n" } });
  const moved = await publish(change(bench.request, { target: { destination } }));
  assert.deepEqual([moved.branch.kind, moved.refusals[0]?.code], ["created", "moved"]);
  assert.equal(await hub.git(REPO, "rev-parse", "topic"), theirs);
  const gone = await publish(change(bench.request, { target: { destination: { ...destination, branch: "nowhere" } } }));
  assert.deepEqual([gone.branch.kind, gone.refusals[0]?.code], ["unchanged", "missing"]);
});

for (const commit of ["git", "verified"] as const) {
  test(`a head that moved takes the change on top where it fits, ${commit}: once, and what comes later as well`, async () => {
    const lines = "1\n2\n3\n4\n5\n6\n7\n8\n";
    await using bench = await openBench({ files: { "a.txt": lines }, edits: { "a.txt": lines.replace("8", "eight") } });
    const { hub } = bench;
    await hub.git(REPO, "branch", "topic", "main");
    const destination = { kind: "pull-request", branch: "topic", number: 9, url: "u" } as const;
    const target = { destination, commit };
    const files = { "a.txt": lines.replace("1", "one"), "b.txt": "theirs\n" };
    const theirs = await hub.addCommit(REPO, { branch: "topic", files, user: "mona" });
    const first = await publish(change(bench.request, { target }));
    assert.deepEqual([first.branch.kind, first.refusals], ["updated", []]);
    assert.equal("onto" in first.branch && first.branch.onto, theirs);
    const head = await hub.git(REPO, "rev-parse", "topic");
    const both = lines.replace("1", "one").replace("8", "eight").trim();
    assert.equal(await hub.git(REPO, "rev-parse", "topic~1"), theirs);
    assert.equal(await hub.git(REPO, "show", "topic:a.txt"), both);
    assert.match(hub.thread(REPO, 1).comments[0]?.body ?? "", new RegExp(`on top of ${theirs.slice(0, 12)}`));

    const second = await publish(change(bench.request, { target }));
    assert.equal(second.branch.kind, "unchanged");
    const later = await publish(change(await bench.again({ "c.txt": "later\n" }), { target }));
    assert.equal(later.branch.kind, "updated");
    assert.equal(await hub.git(REPO, "rev-parse", "topic~1"), head);
    assert.equal(await hub.git(REPO, "show", "topic:a.txt"), both);
    assert.equal(await hub.git(REPO, "show", "topic:c.txt"), "later");
    // Another person goes on from it: the change is there.
    await hub.addCommit(REPO, { branch: "topic", files: { "b.txt": "more\n" } });
    const third = await publish(change(await bench.again({}), { target }));
    assert.deepEqual([third.branch.kind, third.refusals], ["unchanged", []]);

    // The head was replaced by a history that has nothing to do with it.
    const tree = await hub.git(REPO, "mktree", "--missing", "-z");
    const anew = await hub.git(REPO, "-c", "user.name=m", "-c", "user.email=m@x", "commit-tree", tree, "-m", "anew");
    await hub.git(REPO, "update-ref", "refs/heads/topic", anew);
    const unrelated = await publish(change(await bench.again({}), { target }));
    assert.deepEqual([unrelated.branch.kind, unrelated.refusals[0]?.code], ["created", "moved"]);
    assert.equal(await hub.git(REPO, "rev-parse", "topic"), anew);
    assert.deepEqual(hub.violations, []);
  });
}

test("executable files, links, binary and deleted files arrive byte for byte, both ways", async () => {
  await using bench = await openBench({
    files: { "a.txt": "one\n", "gone.txt": "x", "plain.sh.txt": "x" },
    edits: {
      "run.tool": { run: "#!/bin/sh\n" },
      link: { to: "dir/b.txt" },
      "dir/b.txt": "b\r\n",
      "bin.dat": Uint8Array.from([0, 255, 254, 10, 0xc3]),
      'ünï "q".txt': "ü\n",
      "gone.txt": null,
      "plain.sh.txt": { run: "x" },
    },
  });
  for (const commit of ["git", "verified"] as const) {
    const sessionId = `20260102-${commit}`;
    const changed = { target: { commit }, run: { facts: facts({ sessionId }) } };
    const { branch } = await publish(change(bench.request, changed));
    assert.equal(branch.kind, "created");
    const tree = await bench.hub.git(REPO, "rev-parse", `kimi/issue-1-${commit}^{tree}`);
    assert.equal(tree, bench.request.run.tree);
  }
  assert.deepEqual(bench.hub.violations, []);
});

const REFUSED: readonly (readonly [string, Parameters<typeof openBench>[0] & object, string])[] = [
  ["a workflow file", { edits: { ".github/workflows/ci.yml": "on: push\n" } }, "protected_path"],
  ["the policy file", { edits: { ".github/kimi-policy.yml": "version: 1\n" } }, "protected_path"],
  ["CODEOWNERS", { edits: { "docs/CODEOWNERS": "* @x\n" } }, "protected_path"],
  ["publish.protected", { edits: { "package-lock.json": "{}" } }, "protected_path"],
  ["a link to the outside", { edits: { link: { to: "../../etc/passwd" } } }, "unsafe_path"],
  ["an absolute link", { edits: { link: { to: "/etc/passwd" } } }, "unsafe_path"],
  ["a secret in a file", { edits: { "src/key.ts": `key = "${btoa(`x:${TOKEN}`)}";\n` } }, "secret"],
  ["a secret in a path", { edits: { [`log-${TOKEN}`]: "x\n" } }, "secret"],
  ["a token without contents: write", { scopes: { issues: "write", pull_requests: "write" } }, "read_only"],
];

for (const [name, options, code] of REFUSED) {
  test(`refused, by git and by the API: ${name}`, async () => {
    await using bench = await openBench(options);
    const { hub, request, warnings, issue } = bench;
    for (const commit of ["git", "verified"] as const) {
      warnings.length = 0;
      hub.thread(REPO, issue).comments.length = 0;
      const { branch, pullRequest, refusals } = await publish(change(request, { target: { commit } }));
      assert.equal(branch.kind === "refused" ? branch.code : branch.kind, code, commit);
      assert.deepEqual(pullRequest, { kind: "none" });
      assert.equal(await hub.git(REPO, "branch", "--list", "kimi/*"), "");
      assert.equal(warnings.length, 1);
      const [status] = hub.thread(REPO, issue).comments;
      assert.ok(!JSON.stringify([hub.requests.map(({ body }) => body), warnings, refusals]).includes(TOKEN));
      const head = code.endsWith("_path")
        ? "Nothing was published: 1 of 1 file may not be: "
        : "The change was not pushed\n";
      assert.match(status?.body ?? "", new RegExp(`^### ⚠️ ${head}[^]*### Not published\\n\\n- `, "m"));
      assert.ok(refusals[0]?.code === code && !refusals[0].fix.includes("\n") && refusals[0].fix !== "");
    }
  });
}

test("a protected branch of a pull request is named, and the change is beside it", async () => {
  await using bench = await openBench({ protectedBranches: ["main"] });
  const destination = { kind: "pull-request", branch: "main", number: 9, url: "u" } as const;
  for (const commit of ["git", "verified"] as const) {
    const { request } = bench;
    const { branch, refusals } = await publish(change(request, { target: { destination, commit } }));
    assert.deepEqual(["branch" in branch && branch.branch, refusals[0]?.code], [BRANCH, "protected_branch"]);
    assert.match(refusals[0]?.reason ?? "", /refused.*: .*Changes must be made through a pull request\.$/);
  }
});

test("a push of another person between the last look and our push stays", async () => {
  await using bench = await openBench();
  const { hub, request } = bench;
  await hub.git(REPO, "branch", "topic", "main");
  let theirs = "";
  const git: PublishRequest["target"]["git"] = {
    ...request.target.git,
    push: async (push) => {
      theirs = await hub.addCommit(REPO, { branch: "topic", files: { "a.txt": "theirs\n" }, user: "mona" });
      return await request.target.git.push(push);
    },
  };
  const destination = { kind: "pull-request", branch: "topic", number: 9, url: "u" } as const;
  const { branch, refusals } = await publish(change(request, { target: { git, destination } }));
  assert.deepEqual([branch.kind, refusals.map(({ code }) => code)], ["created", ["moved"]]);
  assert.equal(await hub.git(REPO, "rev-parse", "topic"), theirs);
  assert.match(
    hub.thread(REPO, 1).comments[0]?.body ?? "",
    /### ⚠️ Not pushed to `topic`, but to a separate branch\n[^]*### Not published\n\n- Another person or job pushed to `topic`/,
  );
});

test("if the start commit is older than main, its workflow file needs a scope, and the refusal names it", async () => {
  await using bench = await openBench({
    isWhole: true,
    files: { "a.txt": "one\n", ".github/workflows/ci.yml": "on: push\n" },
  });
  const { hub, request } = bench;
  const tree = await hub.git(REPO, "mktree", "--missing", "-z");
  const [name, email] = ["user.name=mona", "user.email=mona@example.invalid"];
  const anew = await hub.git(REPO, "-c", name, "-c", email, "commit-tree", tree, "-m", "anew");
  await hub.git(REPO, "update-ref", "refs/heads/main", anew);
  for (const commit of ["git", "verified"] as const) {
    const { branch } = await publish(change(request, { target: { commit } }));
    assert.equal(branch.kind === "refused" && branch.code, "workflow_scope", JSON.stringify(branch));
  }
});

test("pull requests not permitted: the branch is there, the link takes the pull request's place", async () => {
  await using bench = await openBench({ actionsMayCreatePullRequests: false });
  const { hub, request } = bench;
  const { branch, pullRequest, refusals } = await publish(request);
  assert.equal(branch.kind, "created");
  assert.deepEqual([pullRequest.kind, refusals.map(({ code }) => code)], ["refused", ["not_permitted"]]);
  assert.match(hub.thread(REPO, 1).comments[0]?.body ?? "", /^### ⚠️ Branch pushed · no pull request$/m);
  const link = `${hub.serverUrl}/octo/app/compare/main...kimi/issue-1-abcd1234?expand=1`;
  assert.equal(pullRequest.kind === "refused" && pullRequest.compareUrl, link);
  assert.ok(hub.thread(REPO, 1).comments.every(({ body }) => body.includes("Allow GitHub Actions to create")));
});

test("a token that may only read gives one warning for each part and no error", async () => {
  await using bench = await openBench({ scopes: { contents: "read", issues: "read", pull_requests: "read" } });
  const result = await publish(bench.request);
  assert.deepEqual(
    [result.branch, result.comment].map((part) => part.kind === "refused" && part.code),
    ["read_only", "read_only"],
  );
  assert.equal(bench.warnings.length, 2, bench.warnings.join("\n"));
  assert.ok(bench.warnings.some((text) => text.includes("`permissions: issues: write`")));
});

test("a text names the artifact only where it was uploaded, else it speaks of the run's bundle", async () => {
  const dir = "/work/bundle";
  const name = "kimi-20260102-abcd1234-1";
  const uploads = [
    { kind: "uploaded", name, id: 7, sizeBytes: 9 },
    { kind: "directory", dir, because: "failed", reason: "The artifact was not uploaded: no answer." },
    { kind: "directory", dir, because: "no_service", reason: "There is no artifact service here." },
  ] as const;
  await using bench = await openBench({ edits: { "package-lock.json": "{}\n" } });
  const { hub, request, issue } = bench;
  for (const uploaded of uploads) {
    await publish(change(request, { run: { upload: async () => await Promise.resolve(uploaded) } }));
    const texts = hub.thread(REPO, issue).comments.map(({ body }) => body);
    assert.match(texts.join("\n"), /changes\.patch of the run's bundle by hand/);
    const names = texts.filter((body) => body.includes(`artifact \`${name}\``)).length;
    assert.deepEqual([texts.length, names], uploaded.kind === "uploaded" ? [2, 2] : [2, 0], texts.join("\n"));
    hub.thread(REPO, issue).comments.length = 0;
  }
});

test("no change, no branch; an outcome that needs a person gets one new comment, also when repeated", async () => {
  await using bench = await openBench({ edits: {} });
  const outcome = { ...OUTCOME, outcome: "deferred", reason: "A call waits." } as const;
  const request = change(bench.request, { run: { facts: facts({ outcome }) } });
  const first = await publish(request);
  const second = await publish(request);
  assert.deepEqual([first.branch.kind, first.pullRequest.kind, first.notice.kind], ["none", "none", "created"]);
  assert.deepEqual([second.comment.kind, second.notice.kind], ["unchanged", "unchanged"]);
  assert.equal(bench.hub.thread(REPO, bench.issue).comments.length, 2);
});

const WRITES: readonly (readonly [string, "git" | "verified", string, RegExp])[] = [
  ["push", "git", "POST", /\/octo\/app\.git\/git-receive-pack$/],
  ["tree", "verified", "POST", /\/git\/trees$/],
  ["commit", "verified", "POST", /\/git\/commits$/],
  ["reference", "verified", "POST", /\/git\/refs$/],
  ["pull request", "git", "POST", /\/pulls$/],
  ["comment", "git", "POST", /\/comments$/],
  ["list of comments", "git", "GET", /\/comments$/],
];
const down = (status: number, times = 1) => ({ kind: "answer", status, body: "down", times }) as const;
/** git shows a server's words only where they are plain text. */
const PLAIN = { "content-type": "text/plain; charset=utf-8" };
const BAD_DAYS: readonly (readonly [string, FaultKind & { readonly times?: number }])[] = [
  ["the answer is lost", { kind: "lostReply" }],
  ["the connection drops before it", { kind: "drop" }],
  ["a 502", down(502)],
  ["two 503", down(503, 2)],
  ["a secondary limit", secondaryRateLimit({ "retry-after": "30", ...PLAIN })],
  ["a secondary limit without a time", secondaryRateLimit(PLAIN, 429)],
];

test("after each failed write everything exists once in the end", async () => {
  await using bench = await openBench();
  const { hub } = bench;
  for (const [at, [name, commit, method, path]] of WRITES.entries()) {
    // Each write meets one bad day, and each bad day a write; all of them where everything is tried.
    const days = BAD_DAYS.filter((_, index) => (index + at) % sized(BAD_DAYS.length, 1) === 0);
    for (const [day, fault] of days) {
      const { number } = hub.addIssue(REPO, { title: name });
      hub.fault({ ...fault, match: { method, path } });
      const thread = { kind: "issue", number } as const;
      const github = { client: bench.connect() };
      const result = await publish(change(bench.request, { github, target: { commit }, origin: { thread } }));
      const kinds = [result.branch.kind, result.pullRequest.kind, result.comment.kind];
      assert.deepEqual([name, day, ...kinds, result.refusals], [name, day, "created", "created", "created", []]);
      const pulls = hub.repository(REPO).threads.filter(({ pull }) => pull?.head.ref.includes(`issue-${number}-`));
      assert.deepEqual([hub.thread(REPO, number).comments.length, pulls.length], [1, 1], `${name}, ${day}`);
      const commits = await hub.git(REPO, "rev-list", "--count", `main..kimi/issue-${number}-abcd1234`);
      assert.equal(commits, "1", `${name}, ${day}`);
    }
  }
  assert.deepEqual(hub.violations, []);
});

test("if the server stays down, the missing parts are named and published the next time", async () => {
  await using bench = await openBench();
  const { hub, issue } = bench;
  hub.fault({ ...down(503, 5), match: { method: "POST", path: /\/git-receive-pack$/ } });
  hub.fault({ ...down(503, 5), match: { method: "POST", path: /\/comments$/ } });
  const first = await publish(bench.request);
  assert.deepEqual(
    first.refusals.map(({ code }) => code),
    ["unknown", "unknown"],
  );
  const second = await publish(bench.request);
  assert.deepEqual([second.branch.kind, second.comment.kind, second.refusals], ["created", "created", []]);
  assert.equal(hub.thread(REPO, issue).comments.length, 1);
});

test("a rate limit that asks for an hour is named as one, never as a missing right", async () => {
  for (const [commit, path] of [
    ["verified", /\/git\/trees$/],
    ["git", /\/git-receive-pack$/],
  ] as const) {
    await using bench = await openBench();
    const limit = secondaryRateLimit({ "retry-after": "3600", ...PLAIN });
    bench.hub.fault({ ...limit, match: { method: "POST", path }, times: 9 });
    const { branch } = await publish(change(bench.request, { target: { commit } }));
    const told = branch.kind === "refused" ? [branch.code, branch.reason] : [];
    assert.deepEqual(told, ["rate_limited", "A rate limit of GitHub refused it; no permission is missing."], commit);
  }
});

test("a closed pull request stays closed; one opened by a person keeps its words", async () => {
  await using bench = await openBench();
  const { hub } = bench;
  await publish(bench.request);
  const pull = hub.repository(REPO).threads.find((thread) => thread.pull !== undefined);
  assert.ok(pull);
  pull.body = "My own words.";
  const kept = await publish(await bench.again({ "b.txt": "b" }));
  assert.deepEqual([kept.pullRequest.kind, pull.body], ["updated", "My own words."]);
  pull.state = "closed";
  const closed = await publish(await bench.again({ "b.txt": "c" }));
  assert.equal(closed.pullRequest.kind === "refused" && closed.pullRequest.code, "closed");
  assert.equal(hub.repository(REPO).threads.length, 2);
});

test("the token is in no argument, no file, no text that was posted; secrets of the run neither", async () => {
  await using bench = await openBench();
  const text = `The key is ${TOKEN}, really`;
  const run = { facts: facts({ outcome: { ...OUTCOME, text, reason: text } }) };
  await publish(change(bench.request, { origin: { title: text }, run }));
  const { hub } = bench;
  const posted = JSON.stringify(hub.requests.map(({ body }) => body));
  assert.ok(posted.includes("[redacted:GITHUB\\\\_TOKEN]") || posted.includes("redacted"), posted);
  assert.ok(!posted.includes(TOKEN) && !posted.includes(TOKEN.replace("_", "\\\\_")));
  assert.ok(!(await hub.git(REPO, "log", "--all", "--format=%B")).includes(TOKEN));
  const { execFileSync } = await import("node:child_process");
  const found = execFileSync("bash", ["--norc", "-c", `grep -rlF -- "$1" "$2" || true`, "-", TOKEN, bench.dir], {
    encoding: "utf8",
  });
  assert.equal(found, "");
});

test("a hundred files in one commit", async () => {
  const edits = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`src/f${index}.ts`, `${index}\n`.repeat(50)]),
  );
  for (const commit of ["git", "verified"] as const) {
    await using bench = await openBench({ edits });
    const result = await publish(change(bench.request, { target: { commit } }));
    assert.deepEqual([result.branch.kind, result.pullRequest.kind], ["created", "created"]);
    assert.ok(bench.calls().length <= 12, bench.calls().join("\n"));
  }
});
