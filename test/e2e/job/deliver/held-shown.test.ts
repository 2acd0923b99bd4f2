/** An approval of held files covers those that its request shows whole. The others are asked about again. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { held, job, lastReply, openIssue, waiting } from "../answers/answer-scene.ts";
import { FILES } from "../../harness.ts";
import { createJobScene, ownComments, REPOSITORY } from "../job-scene.ts";

const POLICY = `version: 1
default: defer
rules:
  - { id: read, approve: { read: ["**"] } }
  - { id: edit, approve: { write: ["src/**"] } }
  - { id: make, approve: { exec: ["sh make.sh"] } }
sandbox: { minimum: none, unsealed: patterns }
`;
/** 60 files of about 700 characters, of which 30,000 characters hold some, a longer one whose middle is the point, and no text. */
const MAKE = `mkdir -p data
for i in $(seq 10 69); do { for j in 1 2 3 4 5 6 7 8 9 10; do echo "row $j of file $i: a harmless line of a fixture, and some words"; done; } > data/f$i.txt; done
{ seq 1 4000; echo MIDDLE; seq 1 4000; } > deploy.sh
printf '\\000\\001' > logo.bin
echo x > src/other.txt
`;

test("an approval publishes what was shown whole, and asks again about the rest", async () => {
  await using scene = await createJobScene({
    files: { ...FILES, ".github/kimi-policy.yml": POLICY, "make.sh": MAKE },
    replies: [held("sh make.sh"), { text: "Done." }],
  });
  const number = openIssue(scene);
  const { github } = scene;
  const request = (): string =>
    ownComments(github, number).findLast((body) => body.includes("<!-- kimi-runner:deferral ")) ?? "";
  const outside = (): string => request().replace(/<details>.*?<\/details>/gs, "");
  const first = await scene.command(number, "/kimi fix", "alice", job(1));
  assert.equal(first.outputs["outcome"], "published_partially", first.log);
  const branch = first.outputs["branch"] ?? "";
  const published = async (): Promise<readonly string[]> =>
    (await github.git(REPOSITORY, "diff", "--name-only", "main", branch)).split("\n");
  const all = [...Array.from({ length: 60 }, (_, at) => `data/f${at + 10}.txt`), "deploy.sh", "logo.bin"];
  for (const path of all) assert.ok(request().includes(path), `${path} is named`);
  const diffs = new Set([...request().matchAll(/^\+\+\+ b\/(\S+)$/gm)].map(([, path = ""]) => path));
  const unshown = all.filter((path) => !diffs.has(path));
  assert.ok(diffs.size > 20 && unshown.length > 10, `${diffs.size} are shown`);
  assert.match(
    outside(),
    new RegExp(
      `^\\*\\*Not shown in full: ${unshown.length} of 62 files, whose diffs have [\\d,]+ characters\\.\\*\\* `,
      "m",
    ),
  );

  const [digest = ""] = waiting(scene, number);
  const approved = await scene.command(number, `/kimi approve ${digest}`, "alice", job(2));
  assert.equal(approved.outputs["outcome"], "published_partially", approved.log + lastReply(scene, number));
  assert.deepEqual(await published(), [...diffs, "src/other.txt"]);
  const [next = ""] = waiting(scene, number);
  assert.notEqual(next, digest, request());

  await scene.command(number, `/kimi approve ${next}`, "alice", job(3));
  const [last = ""] = waiting(scene, number);
  assert.match(outside(), /^### ⏸️ Publish 2 files that no rule approves\?$/m);
  assert.match(
    outside(),
    /^\*\*Not shown in full: 2 of 2 files, .*\n`deploy\.sh` \([\d,]+ characters\), `logo\.bin` \(no text\)$/m,
  );
  assert.ok(!request().includes("MIDDLE"));
  const before = await published();
  await scene.command(number, `/kimi approve ${last}`, "alice", job(4));
  assert.match(
    lastReply(scene, number),
    /^- None of the files is shown in full in the request\. .*`approve \w{12} --unshown`\.$/m,
  );
  assert.deepEqual(await published(), before);

  const end = await scene.command(number, `/kimi approve ${last} --unshown`, "alice", job(5));
  assert.equal(end.outputs["outcome"], "completed", end.log);
  assert.deepEqual(await published(), [...all, "src/other.txt"].toSorted());
  assert.equal(scene.model.requests.length, 2, "the model is not asked");
  assert.deepEqual(github.violations, []);
});
