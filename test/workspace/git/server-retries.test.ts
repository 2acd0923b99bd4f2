/** A server that fails is asked again, for a time; a missing right is told at once, in the server's words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Clock } from "../../../src/base/clock.ts";
import { checkOut } from "../../../src/workspace/check-out.ts";
import { findCheckout } from "../../../src/workspace/checkout.ts";
import { isRateLimit, waitBeforeNext } from "../../../src/workspace/git/server-retries.ts";
import { createPublishGit, listBranches } from "../../../src/workspace/push.ts";
import { runGit } from "../../doubles/git-client.ts";
import { secondaryRateLimit, type Fault, type FaultKind } from "../../doubles/github/faults.ts";
import { startGitHub } from "../../doubles/github/server.ts";
import { createScratch } from "../../doubles/scratch.ts";

const path = process.env["PATH"] ?? "";
const TOKEN = "ghs_patienceTestToken01";
const LIST = { path: "/o/deny-404.git/info/refs" };
const PACK = { path: "/o/deny-404.git/git-upload-pack" };
const PUSH = { path: "/o/deny-404.git/git-receive-pack" };

const answer = (status: number, body = "", headers = {}): FaultKind => ({
  kind: "answer",
  status,
  body,
  headers: { "content-type": "text/plain", ...headers },
});
const LIMITED = secondaryRateLimit({ "retry-after": "7" });
const SPENT = secondaryRateLimit({ "x-ratelimit-remaining": "0" });
const PLAIN_LIMIT = answer(403, "You have exceeded a secondary rate limit.");
const DENIED = answer(403, "Permission to o/deny-404.git denied to bot.");

interface Case {
  readonly faults: readonly Fault[];
  readonly waitsMs: readonly number[];
  readonly error?: RegExp;
}

const times = (fault: FaultKind, match: Fault["match"], count = 1): Fault => ({ ...fault, match, times: count });

const READS: Readonly<Record<string, Case>> = {
  "no fault": { faults: [], waitsMs: [] },
  "502 of the list": { faults: [times(answer(502), LIST)], waitsMs: [500] },
  "503 of the list, twice": { faults: [times(answer(503), LIST, 2)], waitsMs: [500, 2_000] },
  "lost list": { faults: [times({ kind: "lostReply" }, LIST)], waitsMs: [500] },
  "429 without a time": { faults: [times(answer(429), LIST)], waitsMs: [60_000] },
  "rate limit in words": { faults: [times(PLAIN_LIMIT, LIST)], waitsMs: [60_000] },
  "rate limit in headers": { faults: [times(LIMITED, LIST, 2)], waitsMs: [2_000, 7_000] },
  "spent limit in headers": { faults: [times(SPENT, LIST, 2)], waitsMs: [2_000, 120_000] },
  "a longer wait than a run has": {
    faults: [times(secondaryRateLimit({ "retry-after": "3600" }), LIST, 9)],
    waitsMs: [2_000],
    error: /returned error: 403\nretry-after: 3600$/,
  },
  "a missing right": { faults: [times(DENIED, LIST, 9)], waitsMs: [], error: /denied to bot/ },
  "401": { faults: [times(answer(401), LIST, 9)], waitsMs: [], error: /could not read Username|Authentication failed/ },
  "404": {
    faults: [times(answer(404, "No such thing."), LIST, 9)],
    waitsMs: [],
    error: /No such thing\.[^]*not found/,
  },
  "a 403 that nothing explains": {
    faults: [times(answer(403), LIST, 9)],
    waitsMs: [2_000],
    error: /returned error: 403$/,
  },
  "down for good": {
    faults: [times(answer(502), LIST, 9)],
    waitsMs: [500, 2_000, 8_000, 30_000],
    error: /returned error: 502$/,
  },
};

/** Requests that only a fetch sends. */
const FETCHES: Readonly<Record<string, Case>> = {
  "500 of the objects": { faults: [times(answer(500), PACK)], waitsMs: [500] },
  // curl itself repeats the first.
  "lost objects": { faults: [times({ kind: "lostReply" }, PACK, 2)], waitsMs: [500] },
  "objects cut off": { faults: [times(answer(200), PACK)], waitsMs: [500] },
  "rate limit of the objects": { faults: [times(LIMITED, PACK)], waitsMs: [60_000] },
};

const PUSHES: Readonly<Record<string, Case>> = {
  // Beside each of the two attempts, the server is asked whether it was carried out.
  "rate limit before a push": { faults: [times(LIMITED, LIST, 4)], waitsMs: [2_000, 7_000] },
  "lost answer to a push": { faults: [times({ kind: "lostReply" }, PUSH)], waitsMs: [] },
  "a push that did not arrive": { faults: [times({ kind: "drop" }, PUSH, 2)], waitsMs: [500] },
  "a missing right to push": { faults: [times(DENIED, LIST, 9)], waitsMs: [], error: /denied to bot/ },
};

function recording(): { readonly clock: Pick<Clock, "sleep">; readonly waitsMs: number[] } {
  const waitsMs: number[] = [];
  return { waitsMs, clock: { sleep: async (ms) => void waitsMs.push(ms) } };
}

test("each way to ask the server waits as long as the failure is worth", async () => {
  await using hub = await startGitHub();
  using scratch = createScratch();
  hub.addToken(TOKEN);
  await hub.addRepository({ name: "o/deny-404", files: { "a.txt": "zero\n" } });
  const url = hub.cloneUrl("o", "deny-404");
  const base = await hub.git("o/deny-404", "rev-parse", "main");
  const heads: string[] = [];
  for (let at = 0; at < 20; at += 1)
    heads.push(await hub.addCommit("o/deny-404", { branch: "next", files: { "a.txt": `${at}\n` } }));
  const dir = `${scratch.dir}/clone`;
  await runGit(scratch.dir, "clone", "-q", "--depth=1", "--single-branch", url, dir);
  const remote = { url, token: TOKEN };
  const publishing = (clock: Pick<Clock, "sleep">) => createPublishGit({ gitDir: `${dir}/.git`, path, clock });
  const ways = {
    list: async (clock: Pick<Clock, "sleep">) => void (await listBranches({ remote, path, clock })),
    fetch: async (clock: Pick<Clock, "sleep">) => await publishing(clock).fetch(remote, heads.shift() ?? ""),
    "check out": async (clock: Pick<Clock, "sleep">) =>
      void (await checkOut({
        checkout: findCheckout(dir),
        remote,
        head: heads.shift() ?? "",
        base,
        pathVar: path,
        clock,
      })),
    push: async (clock: Pick<Clock, "sleep">, name: string) => {
      const branch = name.replaceAll(" ", "-");
      const end = await publishing(clock).push({ remote, commit: base, branch, expected: null });
      if (end.kind === "failed") throw new Error(end.said);
      assert.equal(await hub.git("o/deny-404", "rev-parse", branch), base);
    },
  };
  const plan = [
    ["list", READS],
    ["fetch", FETCHES],
    ["check out", { ...FETCHES, "502 of the list": READS["502 of the list"] ?? assert.fail() }],
    ["push", PUSHES],
  ] as const;
  for (const [way, cases] of plan) {
    for (const [name, { faults, waitsMs: expected, error }] of Object.entries(cases)) {
      const { clock, waitsMs } = recording();
      for (const fault of faults) hub.fault(fault);
      const said = await ways[way](clock, name).then(
        () => "",
        (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
      );
      hub.clearFaults();
      assert.deepEqual([way, name, waitsMs], [way, name, expected], said);
      if (error === undefined) assert.equal(said, "", `${way}: ${name}`);
      else assert.match(said, error);
      assert.doesNotMatch(said, /http\.c|Recv header|authorization/i);
    }
  }
  assert.deepEqual(hub.violations, []);
});

test("only the server's words decide, not the names in an address", () => {
  const failed = (status: number, more = ""): string =>
    `git fetch failed: ${more}fatal: unable to access 'http://h/o/deny-404-permission.git/': The requested URL returned error: ${status}`;
  assert.equal(waitBeforeNext(failed(502), 1), 500);
  assert.equal(isRateLimit("unable to access 'http://h/o/429.git/'"), false);
  assert.equal(waitBeforeNext(failed(403, "remote: Write access not granted.\n"), 1), undefined);
  assert.equal(waitBeforeNext("git fetch failed: fatal: early EOF", 2), 2_000);
  const failure = "remote: Internal Server Error\n ! [remote rejected] main -> main (Internal Server Error)";
  assert.equal(waitBeforeNext(failure, 1), 500);
  assert.equal(waitBeforeNext("remote: fatal error in commit_refs\n ! [remote rejected] v1 -> v1 (failure)", 2), 2_000);
  assert.equal(waitBeforeNext("fatal: write error: No space left on device", 1), undefined);
});
