/** What commands may not see in a run: the policy's read rules, and untracked files of secrets, are empty in the sealed cell. */

import assert from "node:assert/strict";
import { linkSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SKIP_OVERLAYS } from "../../doubles/cell.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { createScene, NO_BWRAP, type Scene } from "../harness.ts";

const mounted = { skip: NO_BWRAP || SKIP_OVERLAYS };
const SECRET = "VALUE-of-a-hidden-file-4711";
const SHOWN = "VALUE-that-tests-need-4711";

const policyOf = (sandbox: string): string => `version: 1
default: approve
rules:
  - { id: people, defer: { read: ["people/**", "src/deferred.txt"] } }
  - { id: keys, reject: { read: ["src/keys.txt", "**/*.pem", "named-link"] } }
  - { id: any, approve: { exec: [any], read: ["**"], write: ["**"] } }
sandbox: ${sandbox}
`;

const LOOK = `find . -path ./.git -prune -o -type f -exec cat {} +; cat named-link; git grep -h VALUE; git stash list
git status --short | sed 's/^/status /'; git diff\n`;

const FILES = {
  "src/add.js": "export const add = 1;\n",
  "src/keys.txt": `${SECRET} keys\n`,
  "src/deferred.txt": `${SECRET} deferred\n`,
  "src/own name.pem": `${SECRET} pem\n`,
  "people/list.txt": `${SECRET} list\n`,
  "to.txt": `${SECRET} linked\n`,
  ".env.test": "TRACKED=1\n",
  "look.sh": LOOK,
  "commit.sh": "echo 1 > made.txt; git add -A . && git commit -qm x && git status --short && git show --stat\n",
  ".gitignore": ".env\nconf/.env\nshown/\n",
};

const sh = (command: string): DoubleReply => ({ calls: [{ name: "execute_command", arguments: { command } }] });
const DONE: DoubleReply = { calls: [{ name: "attempt_completion", arguments: { result: "Done." } }] };

async function createHidden(replies: readonly DoubleReply[], sandbox = "{ show: [shown/**] }"): Promise<Scene> {
  const scene = await createScene({
    replies: [...replies, DONE],
    files: { ...FILES, ".github/kimi-policy.yml": policyOf(sandbox) },
  });
  const { repository } = scene;
  repository.write(".env", `KEY=${SECRET}\n`);
  repository.write("conf/.env", `KEY=${SECRET} conf\n`);
  repository.write("shown/.env", `KEY=${SHOWN}\n`);
  linkSync(join(repository.dir, ".env"), join(repository.dir, "other-name"));
  symlinkSync("to.txt", join(repository.dir, "named-link"));
  return scene;
}

const said = ({ bundle }: Scene): string => readFileSync(join(bundle, "journal.jsonl"), "utf8");
const patched = ({ bundle }: Scene): readonly string[] =>
  [...readFileSync(join(bundle, "changes.patch"), "utf8").matchAll(/^diff --git a\/(.+) b\//gm)].map(
    ([, path = ""]) => path,
  );

for (const isolation of ["overlay", "direct"]) {
  test(`commands see nothing of what is hidden, and git is quiet about it (${isolation})`, mounted, async () => {
    await using scene = await createHidden(
      [sh("sh look.sh"), sh("sh commit.sh")],
      `{ isolation: ${isolation}, show: [shown/**] }`,
    );
    const { code, stderr } = await scene.run(["--sandbox", "sealed"]);
    assert.equal(code, 0, stderr);
    const text = said(scene);
    assert.ok(!text.includes(SECRET), text.slice(text.indexOf(SECRET) - 300, text.indexOf(SECRET) + 100));
    assert.ok(text.includes(SHOWN) && text.includes("TRACKED=1"));
    const statuses = [...new Set([...text.matchAll(/status (.{2} [^\\"]+)/g)].map(([, line]) => line))];
    assert.deepEqual(statuses, ["?? named-link", "?? other-name"]);
    assert.deepEqual(patched(scene), ["made.txt"]);
    for (const [path, content] of Object.entries(FILES)) assert.equal(scene.repository.read(path), content);
    assert.equal(scene.repository.read("conf/.env"), `KEY=${SECRET} conf\n`);
  });
}
