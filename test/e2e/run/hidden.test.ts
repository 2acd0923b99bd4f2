/** What commands may not see in a run: the policy's read rules, and untracked files of secrets, are empty in the sealed cell. */

import assert from "node:assert/strict";
import { linkSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { SKIP_OVERLAYS } from "../../doubles/cell.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { outcomeOf } from "../../doubles/cli.ts";
import { give, SKIP_UNLESS_ROOT, STRANGER } from "../../doubles/as-user.ts";
import { createScene, NO_BWRAP, type Scene } from "../harness.ts";

const mounted = { skip: NO_BWRAP || SKIP_OVERLAYS };
const SECRET = "VALUE-of-a-hidden-file-4711";
const SHOWN = "VALUE-that-tests-need-4711";

const policyOf = (sandbox: string): string => `version: 1
default: approve
rules:
  - { id: people, defer: { read: ["people/**", "src/deferred.txt", "notes/**"] } }
  - { id: keys, reject: { read: ["src/keys.txt", "**/*.pem", "named-link"] } }
  - { id: any, approve: { exec: [any], read: ["**"], write: ["**"] } }
sandbox: ${sandbox}
`;

const LOOK = `find . -path ./.git -prune -o -type f -exec cat {} +; cat named-link; git grep -h VALUE; git stash list
git status --short | sed 's/^/status /'; git diff\n`;

/** Ways to bring what is hidden, or a file of secrets, to a new path. */
const LEAVE = `mv conf conf2 || cp -r conf conf2; cp shown/.env shown.txt; mkdir below; cp -r shown below/s; cp .env own.txt
git mv src src2; mv people people2; cp shown/.env .env.test; echo KEY=short > small.txt; : > empty.txt; cp to.txt other.txt\n`;

const FILES = {
  "src/add.js": "export const add = 1;\n",
  "src/keys.txt": `${SECRET} keys\n`,
  "src/deferred.txt": `${SECRET} deferred\n`,
  "src/own name.pem": `${SECRET} pem\n`,
  "people/list.txt": `${SECRET} list\n`,
  "to.txt": `${SECRET} linked\n`,
  ".env.test": "TRACKED=1\n",
  "conf/app.yml": "x: 1\n",
  "look.sh": LOOK,
  "leave.sh": LEAVE,
  "met.sh": "rm src/deferred.txt; echo x > people/other.txt; ls people; rm src/deferred.txt\n",
  "commit.sh": "echo 1 > made.txt; git add -A . && git commit -qm x && git status --short && git show --stat\n",
  ".gitignore": ".env\nconf/.env\nshown/\nnotes/\n",
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
  repository.write("notes/mine.txt", `${SECRET} notes\n`);
  repository.write("out/.env", `KEY=${SECRET} out\n`);
  linkSync(join(repository.dir, "out/.env"), join(dirname(scene.bundle), "outside.txt"));
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

for (const [shape, isolation, sandbox] of [
  ["user", "overlay", "sealed"],
  ["user", "direct", "sealed"],
  ["root", "overlay", "sealed"],
  ["root", "direct", "sealed"],
  ["no", "direct", "none"],
] as const) {
  const skip = sandbox === "sealed" && (mounted.skip || (shape === "root" && SKIP_UNLESS_ROOT));
  test(`what is hidden leaves under no other name (${shape} shape, ${isolation}, ${sandbox})`, { skip }, async () => {
    await using scene = await createHidden(
      [sh("sh leave.sh"), sh("echo 2 > last.txt")],
      `{ isolation: ${isolation}, show: [shown/**], minimum: ${sandbox} }`,
    );
    if (shape === "root") give(scene.repository.dir, STRANGER);
    const { code, stderr } = await scene.run(["--sandbox", sandbox]);
    assert.equal(code, 0, stderr);
    assert.ok(!/4711/.test(readFileSync(join(scene.bundle, "changes.patch"), "utf8")));
    // With a namespace of its own a user cannot rename folders of the checkout in a copy of it, so git copies what it sees.
    const isMoved = shape !== "user" || isolation === "direct";
    const moved = isMoved ? ["src/add.js", "src2/add.js"] : [];
    const copies = sandbox === "none" ? [] : ["other.txt", "own.txt"]; // empty files
    assert.deepEqual(
      patched(scene),
      ["conf/app.yml", "conf2/app.yml", "empty.txt", "last.txt", ...copies, "small.txt", ...moved].toSorted(),
    );
    const seen = sandbox === "none" ? ["other.txt", "own.txt", "people2/list.txt"] : [];
    const carried = isMoved ? ["src2/deferred.txt", "src2/keys.txt", "src2/own name.pem"] : [];
    assert.deepEqual(outcomeOf(scene.bundle)["leftOut"], [".env.test", ...seen, "shown.txt", ...carried].toSorted());
  });
}

const EMPTY_HERE = "it looks empty here, and cannot be changed, moved or removed. Its content is untouched.";

test(
  "what a person lets the model read is shown as the run began; what git ignores, and edits, are refused",
  mounted,
  async () => {
    const paths = ["src/deferred.txt", "people/list.txt", "notes/mine.txt"];
    const read: DoubleReply = { calls: [{ name: "read_file", arguments: { files: paths.map((path) => ({ path })) } }] };
    const write: DoubleReply = {
      calls: [{ name: "write_to_file", arguments: { path: "people/new.txt", content: "new\n" } }],
    };
    await using scene = await createHidden([read, sh("sh met.sh"), write]);
    const first = await scene.run(["--sandbox", "sealed"]);
    assert.equal(first.code, 4, first.stderr);
    const { stdout } = await scene.cli(["doctor", "--model", "openai/test-model"]);
    const rules = ["(people)", "(keys)", "(builtin:sensitive)"].filter((rule) => stdout.includes(rule));
    assert.deepEqual(rules, ["(people)", "(keys)", "(builtin:sensitive)"], stdout);
    const { code, stderr } = await scene.cli(["resume", scene.bundle, "--sandbox", "sealed", "--approve", "all"]);
    assert.equal(code, 0, stderr);
    const last = JSON.parse(String(scene.server.requests.at(-1)?.body)) as {
      messages: { role: string; content: string }[];
    };
    assert.deepEqual(
      last.messages.filter(({ role }) => role === "tool").map(({ content }) => content),
      [
        `src/deferred.txt (1 line)
     1\t${SECRET} deferred

people/list.txt (1 line)
     1\t${SECRET} list

Error: notes/mine.txt is hidden from commands, and git ignores it, so it cannot be shown. Say in your closing words what you need of it.`,
        `rm: cannot remove 'src/deferred.txt': Device or resource busy
met.sh: 1: cannot create people/other.txt: Read-only file system
rm: cannot remove 'src/deferred.txt': Device or resource busy
[files] src/deferred.txt is hidden from commands (people): ${EMPTY_HERE}
[files] people is hidden from commands (people): ${EMPTY_HERE}
[exit 1]`,
        "Error: people/new.txt is hidden from this run's commands and edits (people), and cannot be changed. Say in your closing words what a person should change there.",
      ],
    );
  },
);
