/** A run on a private copy of the checkout: what it changes is put there at the end, and nothing else ever is. */

import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { SKIP_OVERLAYS } from "../../doubles/cell.ts";
import { outcomeOf } from "../../doubles/cli.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { createRepository } from "../../doubles/repository.ts";
import { createScene, FILES, FIX, NO_BWRAP, POLICY, type Scene, type SceneOptions } from "../harness.ts";

const mounted = { skip: NO_BWRAP || SKIP_OVERLAYS };

const SEALED = ["--sandbox", "sealed"];
const SOURCE = "export const add = (a, b) => a - b;\n";
const FIXED = "export const add = (a, b) => a + b;\n";
const RULES = POLICY.replace("sandbox: { minimum: none, unsealed: patterns }\n", "").replace(
  "rules:\n",
  'rules:\n  - { id: make, approve: { exec: ["sh make.sh"] } }\n',
);
const ALL: Readonly<Record<string, string>> = {
  ...FILES,
  ".github/kimi-policy.yml": RULES,
  ".gitignore": "build/\n",
  "make.sh": "mkdir -p build && echo built > build/out && echo linked > linked.txt\n",
  "linked.txt": "linked\n",
  "mine.txt": "mine\n",
};
const DIRECT = { ...ALL, ".github/kimi-policy.yml": `${RULES}sandbox: { isolation: direct }\n` };

const call = (name: string, args: object): DoubleReply => ({ calls: [{ name, arguments: args }] });
const DONE = call("attempt_completion", { result: "Done." });

async function createOverlayScene(replies: SceneOptions["replies"] = FIX, files = ALL): Promise<Scene> {
  return await createScene({ replies, files });
}

const at = ({ repository }: Scene, path: string): string => readFileSync(join(repository.dir, path), "utf8");
const patchOf = ({ bundle }: Scene): string => readFileSync(join(bundle, "changes.patch"), "utf8");
const statusOf = ({ repository }: Scene): string =>
  execFileSync("git", ["status", "--porcelain"], { cwd: repository.dir, encoding: "utf8" });
const overlaysOf = ({ bundle }: Scene): readonly string[] => {
  const dir = join(dirname(bundle), ".local/state/kimi-runner/grounds");
  return existsSync(dir) ? readdirSync(dir) : [];
};
/** Files of the patch. */
const patched = (scene: Scene): readonly string[] =>
  [...patchOf(scene).matchAll(/^diff --git a\/(.+) b\//gm)].map(([, path = ""]) => path);

test("the checkout is unchanged until the run has succeeded, and a person's own changes stay", mounted, async () => {
  const seen: string[] = [];
  await using scene = await createOverlayScene((_, n) => {
    seen.push(at(scene, "src/add.js"));
    return [FIX[0], FIX[1], call("execute_command", { command: "sh make.sh" }), DONE][n] ?? DONE;
  });
  const outside = join(dirname(scene.bundle), "outside.txt");
  writeFileSync(outside, "linked\n");
  execFileSync("ln", ["-f", outside, join(scene.repository.dir, "linked.txt")]);
  writeFileSync(join(scene.repository.dir, "mine.txt"), "mine, edited\n");
  writeFileSync(join(scene.repository.dir, "new.txt"), "mine, new\n");
  const { code, stderr } = await scene.run(SEALED);
  assert.equal(code, 0, stderr);
  assert.deepEqual(seen, [SOURCE, SOURCE, SOURCE, SOURCE]);
  assert.deepEqual(
    [
      at(scene, "src/add.js"),
      at(scene, "linked.txt"),
      readFileSync(outside, "utf8"),
      existsSync(join(scene.repository.dir, "build")),
    ],
    [FIXED, "linked\n", "linked\n", false],
  );
  assert.equal(statusOf(scene), " M mine.txt\n M src/add.js\n?? new.txt\n");
  assert.deepEqual(patched(scene), ["src/add.js"]);
  assert.deepEqual(outcomeOf(scene.bundle)["checkout"], { kind: "applied" });
  assert.deepEqual(overlaysOf(scene), []);
});

/** `git reset --hard && git clean -fd` of a model went into the checkout, and no copy of the work was left. */
test("uncommitted work that a run discards is named and kept", mounted, async () => {
  const discard = "git checkout -q mine.txt && rm new.txt && mv moved.txt place.txt && echo more >> linked.txt\n";
  const replies = [call("execute_command", { command: "sh make.sh" }), DONE];
  for (const policy of [ALL, DIRECT]) {
    await using scene = await createOverlayScene(replies, { ...policy, "make.sh": discard });
    for (const name of ["mine.txt", "new.txt", "moved.txt", "linked.txt", "unchanged.txt"])
      scene.repository.write(name, `work in ${name}\n`);
    const { code, stderr } = await scene.run(SEALED);
    assert.equal(code, 0, stderr);
    assert.equal(statusOf(scene), " M linked.txt\n?? place.txt\n?? unchanged.txt\n");
    const kept = join(scene.bundle, "work.patch");
    assert.ok(!readFileSync(kept, "utf8").includes("unchanged.txt"));
    assert.ok(stderr.includes(`The run discarded uncommitted work in mine.txt, new.txt. ${kept} has it.`), stderr);
    const dir = scene.repository.dir;
    execFileSync("git", ["apply", "--include=mine.txt", "--include=new.txt", kept], { cwd: dir });
    assert.deepEqual([at(scene, "mine.txt"), at(scene, "new.txt")], ["work in mine.txt\n", "work in new.txt\n"]);
  }
});

test(
  "a file that a person changes meanwhile is theirs: the change stays in the patch, and a command brings it",
  mounted,
  async () => {
    await using scene = await createOverlayScene((_, n) => {
      if (n === 2) writeFileSync(join(scene.repository.dir, "src/add.js"), `// mine\n\n\n\n${SOURCE}`);
      return FIX[n] ?? DONE;
    });
    const { code, stderr } = await scene.run(SEALED);
    assert.equal(code, 7, stderr);
    assert.equal(at(scene, "src/add.js"), `// mine\n\n\n\n${SOURCE}`);
    assert.deepEqual(outcomeOf(scene.bundle)["checkout"], {
      kind: "left",
      reason: "changed there meanwhile: src/add.js",
    });
    assert.match(stderr, /not in the checkout: changed there meanwhile: src\/add\.js\n +apply: .* apply /);
    execFileSync("git", ["checkout", "-q", "src/add.js"], { cwd: scene.repository.dir });
    const applied = await scene.cli(["apply", scene.bundle]);
    assert.deepEqual([applied.code, applied.stdout], [0, "applied: src/add.js +1 −1\n"], applied.stderr);
    assert.equal(at(scene, "src/add.js"), FIXED);
  },
);

test(
  "nothing is put into the checkout when a run reaches a limit, or is told to leave it; a resume goes on with its files",
  mounted,
  async () => {
    await using scene = await createOverlayScene();
    writeFileSync(join(scene.repository.dir, "mine.txt"), "mine, edited\n");
    const first = await scene.run([...SEALED, "--max-steps", "2"]);
    assert.equal(first.code, 3, first.stderr);
    assert.equal(statusOf(scene), " M mine.txt\n");
    assert.deepEqual(
      [patched(scene), outcomeOf(scene.bundle)["checkout"]],
      [["src/add.js"], { kind: "left", reason: "the run ended as limit_steps" }],
    );
    const kept = await scene.cli(["resume", scene.bundle, ...SEALED, "--max-steps", "9", "--no-apply"]);
    assert.equal(kept.code, 0, kept.stderr);
    assert.equal(statusOf(scene), " M mine.txt\n");
    assert.deepEqual(patched(scene), ["src/add.js"]);
  },
);

test("the command that resumes a run leaves the checkout alone where the run was told to", mounted, async () => {
  await using scene = await createOverlayScene();
  // The committed policy decides: what the work tree says of a copy is only a hint.
  scene.repository.write(".github/kimi-policy.yml", `${RULES}sandbox: { isolation: direct }\n`);
  const { stderr } = await scene.run([...SEALED, "--max-steps", "1", "--no-apply"]);
  assert.match(stderr, / continue: \S.* --no-apply\n/);
});

test("a deferred run leaves the checkout alone, and puts all changes there after the answer", mounted, async () => {
  const replies = [FIX[0], FIX[1], call("execute_command", { command: "cp src/add.js mine.txt" }), DONE].filter(
    (reply) => reply !== undefined,
  );
  await using scene = await createOverlayScene(replies);
  const { code, stderr } = await scene.run(SEALED);
  assert.equal(code, 4, stderr);
  assert.equal(outcomeOf(scene.bundle)["outcome"], "deferred");
  assert.equal(statusOf(scene), "");
  const end = await scene.cli(["resume", scene.bundle, ...SEALED, "--approve", "all"]);
  assert.equal(end.code, 0, end.stderr);
  assert.deepEqual([statusOf(scene), at(scene, "mine.txt")], [" M mine.txt\n M src/add.js\n", FIXED]);
});

test(
  "a killed run leaves the checkout alone and no mount, and its files are there when it goes on",
  mounted,
  async () => {
    let child: ChildProcess | undefined;
    await using scene = await createOverlayScene((_, n) => {
      if (n === 2) child?.kill("SIGKILL");
      return n === 2 ? { delayMs: 60_000 } : (FIX[n] ?? FIX[2] ?? DONE);
    });
    writeFileSync(join(scene.repository.dir, "mine.txt"), "mine, edited\n");
    const first = await scene.run(SEALED, { onStart: (started) => void (child = started) });
    assert.equal(first.signal, "SIGKILL");
    assert.equal(statusOf(scene), " M mine.txt\n");
    assert.equal(overlaysOf(scene).filter((name) => name.startsWith("run-")).length, 1);
    const end = await scene.cli(["resume", scene.bundle, ...SEALED]);
    assert.equal(end.code, 0, end.stderr);
    assert.deepEqual([statusOf(scene), patched(scene)], [" M mine.txt\n M src/add.js\n", ["src/add.js"]]);
    assert.deepEqual(overlaysOf(scene), []);
  },
);

/** Both went with the copy, and the run was no_change. */
test(
  "work in a submodule, and in a new repository, is named as missing; the run did not do its work",
  mounted,
  async () => {
    const steps = [
      "cat mod/a/in.txt && echo built > mod/a/out.o",
      "echo more >> mod/a/in.txt && echo new > mod/a/new.txt",
      "echo more >> mod/a/in.txt # in the checkout itself",
      "git init -q own && echo x > own/file",
      "mkdir mod/a/folder # without a checkout",
      "mkdir mod/a/folder && echo x > mod/a/folder/file # without a checkout",
    ];
    const ends: unknown[] = [];
    for (const command of steps) {
      const isDirect = command.endsWith("in the checkout itself");
      const isolation = isDirect ? "sandbox: { isolation: direct }\n" : "";
      const policy = `version: 1\nrules: [{ id: all, approve: { write: ["**"], exec: [any] } }]\n${isolation}`;
      const files = { "a.txt": "a\n", ".github/kimi-policy.yml": policy };
      await using scene = await createOverlayScene([call("execute_command", { command }), DONE], files);
      using part = createRepository({ files: { "in.txt": "in\n", ".gitignore": "*.o\n" } });
      const { repository } = scene;
      repository.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", part.dir, "mod/a");
      repository.git("commit", "-qm", "mod");
      if (command.endsWith("without a checkout")) repository.git("submodule", "deinit", "-q", "mod/a");
      await scene.run(SEALED);
      const { outcome, reason, leftOut } = outcomeOf(scene.bundle);
      ends.push([outcome, reason, leftOut]);
      assert.equal(statusOf(scene), isDirect ? " M mod/a\n" : "");
    }
    const failed = "The model finished without changing a file that a patch can hold. Not in the patch: ";
    assert.deepEqual(ends, [
      ["no_change", "The model finished without changing a file.", undefined],
      ["failed", `${failed}mod/a (it is a submodule; a run that is started in it can change it).`, ["mod/a"]],
      ["failed", `${failed}mod/a (it is a submodule; a run that is started in it can change it).`, ["mod/a"]],
      ["failed", `${failed}own (it is a repository of its own).`, ["own"]],
      ["no_change", "The model finished without changing a file.", undefined],
      ["failed", `${failed}mod/a (it is a submodule that is not checked out).`, ["mod/a"]],
    ]);
  },
);

/** "Created src/hidden/x.js", said the tool, and the patch did not have it. */
test("what a run writes outside of a sparse checkout is in its patch", { skip: NO_BWRAP }, async () => {
  for (const rules of [RULES, `${RULES}sandbox: { isolation: direct }\n`]) {
    const write = (path: string) => call("write_to_file", { path, content: "new\n", line_count: 1 });
    const replies = [write("src/hidden/x.js"), write("src/hidden/new.js"), DONE];
    const files = { ...ALL, ".github/kimi-policy.yml": rules, "src/hidden/x.js": "x\n", "src/hidden/y.js": "y\n" };
    await using scene = await createOverlayScene(replies, files);
    scene.repository.git("sparse-checkout", "set", "--no-cone", "/*", "!/src/hidden/");
    const { stderr } = await scene.run(SEALED);
    const { outcome, leftOut } = outcomeOf(scene.bundle);
    assert.deepEqual([outcome, leftOut], ["completed", undefined], stderr);
    assert.deepEqual(patched(scene), ["src/hidden/new.js", "src/hidden/x.js"]);
    assert.match(patchOf(scene), /^-x\n\+new$/m);
  }
});

test("a list of submodules that names the checkout itself, or a folder above, is not followed", mounted, async () => {
  const list = ["", "..", ".", "../x"].map((path) => `[submodule "x${path}"]\n\tpath = ${path}\n\turl = ../x\n`);
  await using scene = await createOverlayScene(FIX, { ...FILES, ".gitmodules": list.join("") });
  const end = await scene.run(SEALED);
  const { outcome, leftOut } = outcomeOf(scene.bundle);
  assert.deepEqual([end.code, outcome, leftOut], [0, "completed", undefined], end.stderr);
});

test("two runs at the same time do not mix, though one ends before the other", mounted, async () => {
  type End = Awaited<ReturnType<Scene["cli"]>>;
  let other: Promise<End> | undefined;
  let otherEnd: End | undefined;
  const counts = { first: 0, other: 0 };
  await using scene = await createOverlayScene((request) => {
    if (JSON.stringify(request).includes("write the other file")) {
      const write = call("write_to_file", { path: "src/other.js", content: "other\n", line_count: 1 });
      return (counts.other += 1) === 1 ? write : DONE;
    }
    if (counts.first === 2 && other === undefined) {
      const args = ["--model", "openai/test-model", "--bundle", join(dirname(scene.bundle), "other"), ...SEALED];
      other = scene.cli(["run", "write the other file", ...args]);
      void other.then((end) => (otherEnd = end));
    }
    // The first run, which has edited its file, waits until the second one has put its change into the checkout.
    if (counts.first === 2 && otherEnd === undefined) return { status: 503, headers: { "retry-after": "1" } };
    return FIX[counts.first++] ?? DONE;
  });
  const { code, stderr } = await scene.run(SEALED);
  assert.deepEqual([code, otherEnd?.code], [0, 0], `${stderr}${otherEnd?.stderr}`);
  assert.deepEqual(patched(scene), ["src/add.js"]);
  assert.deepEqual([statusOf(scene), at(scene, "src/other.js")], [" M src/add.js\n?? src/other.js\n", "other\n"]);
});

test(
  "`isolation: direct` works in the checkout itself, and a second run on it is refused",
  { skip: NO_BWRAP },
  async () => {
    const seen: string[] = [];
    let second: Promise<unknown> | undefined;
    let refused: Awaited<ReturnType<Scene["cli"]>> | undefined;
    let count = 0;
    await using scene = await createOverlayScene(() => {
      const again = ["run", "the same", "--model", "openai/test-model", ...SEALED];
      second ??= scene.cli(again).then((end) => (refused = end));
      if (refused === undefined) return { status: 503, headers: { "retry-after": "1" } };
      seen.push(at(scene, "src/add.js"));
      return FIX[count++] ?? DONE;
    }, DIRECT);
    writeFileSync(join(scene.repository.dir, "mine.txt"), "mine, edited\n");
    const kept = await scene.run([...SEALED, "--no-apply"]); // was ignored
    const why =
      "The run needs a copy of the checkout, and none can be mounted: the policy or the level of the sandbox allows";
    assert.equal(kept.stderr, `error: ${why} none. Give it a work tree of its own, or leave out --no-apply.\n`);
    const { code, stderr } = await scene.run(SEALED);
    assert.equal(code, 0, stderr);
    assert.deepEqual([seen, patched(scene)], [[SOURCE, SOURCE, FIXED], ["src/add.js"]]);
    assert.deepEqual(
      [statusOf(scene), outcomeOf(scene.bundle)["checkout"]],
      [" M mine.txt\n M src/add.js\n", undefined],
    );
    await second;
    assert.equal(refused?.code, 2);
    assert.match(
      refused.stderr,
      /Another run is working on this checkout: process \d+ on .+ since .+, bundle \S+\. .*git worktree add/,
    );
  },
);

test(
  "in the checkout itself no command writes through a hard link, or into a setuid program",
  { skip: NO_BWRAP },
  async () => {
    const make = 'for file in linked.txt ignored.txt set; do echo ours > "$file" || exit 1; done; ls -l set';
    const replies = [call("execute_command", { command: "sh make.sh" }), DONE];
    await using scene = await createOverlayScene(replies, {
      ...DIRECT,
      "make.sh": make,
      ".gitignore": "ignored.txt\n",
      set: "#!\n",
    });
    const { dir } = scene.repository;
    const outside = ["linked.txt", "ignored.txt"].map((name) => {
      const path = join(dirname(scene.bundle), name);
      writeFileSync(path, "theirs\n");
      execFileSync("ln", ["-f", path, join(dir, name)]);
      return path;
    });
    execFileSync("ln", [join(dir, "make.sh"), join(dir, "twice.sh")]);
    chmodSync(join(dir, "set"), 0o6755);
    const { code, stderr } = await scene.run(SEALED);
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /replaced by copies, so that .+: (?=.*ignored\.txt)(?=.*linked\.txt)(?=.*set)(?!.*make\.sh).*\.\n/,
    );
    assert.deepEqual(
      [...outside, join(dir, "linked.txt"), join(dir, "set")].map((path) => readFileSync(path, "utf8")),
      ["theirs\n", "theirs\n", "ours\n", "ours\n"],
    );
    assert.equal(statSync(join(dir, "set")).mode & 0o7777, 0o755);
    assert.equal(statSync(join(dir, "make.sh")).nlink, 2, "links within the checkout stay");
  },
);
