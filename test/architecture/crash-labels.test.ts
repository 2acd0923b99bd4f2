/**
 * Crash points as a test: each effect of the list is documented and has both of its points at one place, and a file that
 * changes something outside the process - a new one too - stands beside such points, or is named here with the reason.
 */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";
import { armCrash, EFFECTS } from "../../src/base/crash.ts";
import { createGitHub } from "../../src/github/api/client.ts";
import { jumpClock } from "../doubles/clock.ts";
import { startGitHub } from "../doubles/github/server.ts";

interface Source {
  /** Relative to src, with `/`. */
  readonly file: string;
  readonly text: string;
}

const sources: readonly Source[] = globSync("src/**/*.ts").map((path) => ({
  file: posix.relative("src", path),
  text: readFileSync(path, "utf8"),
}));

interface Kind {
  readonly what: string;
  readonly folders: RegExp;
  /** Each match is an effect, and needs a pair of points. */
  readonly call: RegExp;
}

const WRITES =
  /(?<!import[^;]*)\b(?:appendFileSync|writeFileSync|renameSync|fdatasyncSync|truncateSync|mkdtempSync)\(/g;

const KINDS: readonly Kind[] = [
  { what: "writes a file", folders: /^(?:session|sinks|publish|action|job|run|spending)\//, call: WRITES },
  { what: "asks the model", folders: /^engine\//, call: /\.chat\(/g },
  { what: "runs a tool", folders: /^engine\//, call: /\bplan\.run\(/g },
  { what: "uploads", folders: /^publish\//, call: /\.uploadArtifact\(/g },
  {
    what: "changes something with git",
    folders: /^workspace\//,
    call: /\[\s*"(?:push|commit-tree|read-tree|write-tree|update-ref|checkout-index)"|args: UPDATE\b/g,
  },
  {
    what: "starts a process",
    folders: /^(?:cell\/(?!worker\/)|workspace\/|action\/|job\/|run\/|spending\/)/,
    call: /\bspawn\(/g,
  },
];

/** What needs no point, because a process that dies there leaves nothing that anybody reads. */
const NEEDS_NONE: Readonly<Record<string, string>> = {
  "cell/sealed/launch.ts": "ends what ends by itself a second later",
  "run/agent/run-prompt.ts": "/export writes a copy for people; the journal has it all",
  "action/command-files.ts": "after everything of the run; a job that dies there is red",
  "job/two-phase/publish-phase.ts": "a private folder, which nobody looks for",
  "workspace/apply-patch.ts": "a private index in a private folder",
  "workspace/git/git-stream.ts": "git that reads objects; the points of what it writes are with its callers",
  "run/answer-change.ts": "a private folder, removed at the end; restoring has points of its own",
  "workspace/compose.ts": "a private index in a private folder",
  "workspace/git/prepare-merge.ts": "a commit without a reference, which a later job makes again",
  "workspace/change/commit-patch.ts":
    "a private index; git moves the branch in one step, and the user's index only follows",
  "run/open/set-up.ts": "a private folder, which is swept when it is left",
  "run/setup/collect-layer.ts": "moves files within that folder",
  "run/setup/layer-store.ts": "a layer counts when its manifest is in it, and is moved to its place whole",
  "workspace/git/open-reader.ts": "git that only reads, and ends with its standard input",
};

/** Labels of a file: `crashAt("x.before")`, `effect("x", …)` for both of x, or through a table of effects. */
function labelsIn(text: string): string[] {
  const both = [...text.matchAll(/\b(?:e|asyncE)ffect\("([^"]+)", /g)].flatMap(([, name]) => [
    `${name}.before`,
    `${name}.after`,
  ]);
  const plain = [...text.matchAll(/\bcrashAt\("([^"]+)"\)/g)].map(([, label]) => label!);
  const computed = [...text.matchAll(/\bcrashAt\(`\$\{effect\}\.(before|after)`\)/g)].map(([, end]) => end!);
  const table = [...text.matchAll(/^ {2}\w+: "([a-z]+\.\w+)",$/gm)].map(([, effect]) => effect!);
  return [...both, ...plain, ...computed.flatMap((end) => table.map((effect) => `${effect}.${end}`))];
}

/** How far a point may be from its effect in lines: a call may be long, and what it sends may be put together first. */
const REACH = 14;

/** Effects of a file that have no points beside them. */
function bare({ file, text }: Source): string[] {
  if (file in NEEDS_NONE) return [];
  const lines = text.split("\n");
  const isNear = (end: string, from: number, to: number): boolean =>
    lines.slice(Math.max(0, from), to).some((line) => line.includes("crashAt(") && line.includes(`.${end}`));
  return KINDS.flatMap(({ what, folders, call }) => {
    if (!folders.test(file)) return [];
    return [...text.matchAll(call)].flatMap(({ index }) => {
      const line = text.slice(0, index).split("\n").length;
      const isBetween =
        lines.slice(line - 1, line + REACH).some((near) => /\b(?:e|asyncE)ffect\("/.test(near)) ||
        (isNear("before", line - 1 - REACH, line + REACH) && isNear("after", line - 1, line + REACH));
      return isBetween ? [] : [`${file}:${line}: ${what}, and no crash points are beside it`];
    });
  });
}

test("every crash point is at one place, and every effect of the list has both", () => {
  const used = sources.flatMap(({ text }) => labelsIn(text)).toSorted();
  const listed = EFFECTS.flatMap((effect) => [`${effect}.after`, `${effect}.before`]).toSorted();
  assert.deepEqual(used, listed);
  assert.ok(listed.length >= 60, `${listed.length} points`);
});

test("every effect says what it is", () => {
  const list = readFileSync("src/base/crash.ts", "utf8");
  const undocumented = EFFECTS.filter((effect) => !new RegExp(`\\n {2}"${effect}", // \\S.+\\n`).test(list));
  assert.deepEqual(undocumented, []);
});

test("every effect stands between crash points", () => {
  assert.deepEqual(sources.flatMap(bare), []);
});

test("the tools change the workspace through the cell's channel alone, whose operations all say what they do", () => {
  const tools = sources.filter(
    ({ file, text }) => file.startsWith("tools/") && /from "node:(?:fs|child_process)/.test(text),
  );
  assert.deepEqual(
    tools.map(({ file }) => file),
    [],
  );
});

test("planted effects are caught", () => {
  const planted = (file: string, text: string): string[] => bare({ file, text });
  assert.deepEqual(planted("session/new.ts", `writeFileSync(path, text);`), [
    "session/new.ts:1: writes a file, and no crash points are beside it",
  ]);
  const second = `crashAt("x.before");\nrenameSync(a, b);\ncrashAt("x.after");${"\n".repeat(20)}renameSync(c, d);`;
  assert.deepEqual(planted("session/new.ts", second), [
    "session/new.ts:23: writes a file, and no crash points are beside it",
  ]);
  assert.deepEqual(planted("engine/new.ts", `await model.chat(request, options); await plan.run(signal);`), [
    "engine/new.ts:1: asks the model, and no crash points are beside it",
    "engine/new.ts:1: runs a tool, and no crash points are beside it",
  ]);
  assert.deepEqual(planted("workspace/new.ts", `await git({ args: ["push", url] })`), [
    "workspace/new.ts:1: changes something with git, and no crash points are beside it",
  ]);
});

/** All requests go through the client; layers.test.ts checks that no other folder has GitHub's package. */
test("each request that changes GitHub stands between the points of the client, and none that reads does", async (t) => {
  t.after(() => armCrash("count", () => {}));
  await using hub = await startGitHub({});
  hub.addToken("t");
  await hub.addRepository({ name: "acme/demo" });
  const client = createGitHub({ token: "t", apiUrl: hub.url, userAgent: "test", clock: jumpClock(), noticeGapMs: 0 });
  const passed: string[] = [];
  armCrash("count", (point) => passed.push(point));
  const repo = { owner: "acme", repo: "demo" };
  await client.paginate("GET /repos/{owner}/{repo}/issues", repo);
  await client.graphql("query { viewer { login } }").catch(() => {});
  assert.deepEqual(passed, []);
  await client.graphql("mutation { nothing }").catch(() => {});
  for (const method of ["POST", "PATCH", "PUT", "DELETE"])
    await client.request(`${method} /repos/{owner}/{repo}/nothing`, repo).catch(() => {});
  await client.request("POST /repos/{owner}/{repo}/issues", { ...repo, title: "x" });
  const before = "github.write.before";
  assert.deepEqual(passed, [...Array.from({ length: 6 }, () => before), "github.write.after"]);
});
