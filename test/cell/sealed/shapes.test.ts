import assert from "node:assert/strict";
import { chmodSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { shapesFor } from "../../../src/cell/sealed/shapes.ts";
import {
  asUser,
  dieElsewhere,
  give,
  openElsewhere,
  plantSudo,
  privateDir,
  SKIP_UNLESS_ROOT,
  STRANGER,
  WITHOUT_NAMESPACES,
} from "../../doubles/as-user.ts";
import { bwrapPath, cellOptions, SKIP_SEALED } from "../../doubles/cell.ts";
import { nap, survivors } from "../../doubles/processes.ts";
import { createRepository } from "../../doubles/repository.ts";
import { createScratch } from "../../doubles/scratch.ts";

const elsewhere = { skip: SKIP_UNLESS_ROOT || SKIP_SEALED };

/** A repository of a stranger's, a folder for temporary files, and the options of a sealed cell on them. */
function setUp(uid: number) {
  const repository = createRepository({ files: { "a.txt": "a\n" } });
  const scratch = createScratch();
  chmodSync(scratch.dir, 0o755);
  give(repository.dir, uid);
  const options = cellOptions(repository.dir, privateDir(scratch.dir, uid), { want: "sealed", home: undefined });
  return {
    repository,
    scratch,
    options,
    [Symbol.dispose]() {
      repository.remove();
      scratch[Symbol.dispose]();
    },
  };
}

test("who builds the cell, and who the worker is", () => {
  const root = { uid: 0, gid: 0 };
  const owner = { uid: 1001, gid: 121 };
  const user = { kind: "user", lockNested: true };
  const sudoPath = "/usr/bin/sudo";
  const sudo = { kind: "root", runAs: owner, sudoPath };
  assert.deepEqual(
    [
      shapesFor({ self: owner, owner, prefersSudo: true }),
      shapesFor({ self: owner, owner, prefersSudo: false, sudoPath }),
      shapesFor({ self: owner, owner, prefersSudo: true, sudoPath }),
      shapesFor({ self: root, owner, prefersSudo: true, sudoPath }),
      shapesFor({ self: root, owner: root, prefersSudo: true, sudoPath }),
    ],
    [[user], [user, sudo], [sudo, user], [{ kind: "root", runAs: owner }, user], [user, { kind: "root", runAs: root }]],
  );
});

const WHO =
  "id -u; id -G; touch made && stat -c %u made; git add -A && git commit -qm x && git log --format=%s | head -1";

test("root becomes the owner of the workspace, who is in no group", elsewhere, async () => {
  using place = setUp(STRANGER);
  const { repository, options } = place;
  const seen = await openElsewhere([], { ...options, scratchDir: place.scratch.dir }, WHO);
  assert.deepEqual(seen, { level: "sealed", open: [], output: `${STRANGER}\n${STRANGER}\n${STRANGER}\nx\n` });
  assert.equal(statSync(join(repository.dir, "made")).uid, STRANGER);
});

test("a user builds it with a namespace of his own", elsewhere, async () => {
  using place = setUp(STRANGER);
  const seen = await openElsewhere(asUser(STRANGER), place.options, WHO);
  assert.deepEqual(seen, { level: "sealed", open: [], output: `${STRANGER}\n${STRANGER}\n${STRANGER}\nx\n` });
});

test("where namespaces are forbidden, root builds it without one", elsewhere, async () => {
  for (const uid of [0, STRANGER]) {
    using place = setUp(uid);
    const options = { ...place.options, scratchDir: place.scratch.dir };
    const seen = await openElsewhere(
      WITHOUT_NAMESPACES,
      options,
      "id -u; cat /proc/1/environ 2>/dev/null | tr -d '\\0'",
    );
    assert.deepEqual(seen, { level: "sealed", open: [], output: `${uid}\n` });
  }
});

const FORBIDDEN = "Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)";

test("where namespaces are forbidden, a user is told what would help", elsewhere, async () => {
  using place = setUp(STRANGER);
  const { code, message, hint } = await openElsewhere([...WITHOUT_NAMESPACES, ...asUser(STRANGER)], place.options);
  assert.deepEqual(
    { code, message },
    { code: "sandbox.refused", message: `No sealed cell: bubblewrap could not build it: bwrap: ${FORBIDDEN}.` },
  );
  assert.match(hint ?? "", /^User namespaces are forbidden here: .* let this user use sudo without a password/);
});

for (const [name, prefix] of [
  ["a user", []],
  ["a user who may make no namespace", WITHOUT_NAMESPACES],
] as const) {
  test(`sudo without a password builds it for ${name}`, elsewhere, async () => {
    using place = setUp(STRANGER);
    const options = { ...place.options, sudoPath: plantSudo(place.scratch.dir), prefersSudo: prefix.length === 0 };
    const seen = await openElsewhere([...prefix, ...asUser(STRANGER)], options, WHO);
    assert.deepEqual(seen, { level: "sealed", open: [], output: `${STRANGER}\n${STRANGER}\n${STRANGER}\nx\n` });
    assert.deepEqual(await survivors(place.repository.dir), []);
  });
}

test("a sudo that wants a password is skipped", elsewhere, async () => {
  using place = setUp(STRANGER);
  const sudoPath = join(place.scratch.dir, "sudo");
  writeFileSync(sudoPath, "#!/bin/sh\necho 'sudo: a password is required' >&2\nexit 1\n", { mode: 0o755 });
  const options = { ...place.options, sudoPath, prefersSudo: true };
  const opened = await openElsewhere(asUser(STRANGER), options);
  assert.deepEqual(opened, { level: "sealed", open: [], output: "" });
  const { message } = await openElsewhere([...WITHOUT_NAMESPACES, ...asUser(STRANGER)], options);
  assert.equal(
    message,
    `No sealed cell: bubblewrap could not build it: sudo: a password is required; bwrap: ${FORBIDDEN}.`,
  );
});

for (const [name, withSudo] of [
  ["a namespace", false],
  ["sudo", true],
] as const) {
  test(
    `built with ${name}, no process survives a controller that is killed and a worker that is stopped`,
    elsewhere,
    async () => {
      using place = setUp(STRANGER);
      const sudoPath = withSudo ? plantSudo(place.scratch.dir) : undefined;
      const sleep = nap(withSudo ? 83.1 : 83.2);
      const command = `setsid ${sleep} & kill -STOP $PPID; touch started; ${sleep}`;
      await dieElsewhere(asUser(STRANGER), { ...place.options, sudoPath, prefersSudo: withSudo }, command);
      assert.deepEqual(await survivors(sleep), []);
      assert.deepEqual(await survivors(place.repository.dir), []);
    },
  );
}

test("a bubblewrap that cannot forbid namespaces leaves that to the filter", { skip: SKIP_SEALED }, async () => {
  using repository = createRepository({ files: { "a.txt": "a\n" } });
  using scratch = createScratch();
  const older = join(scratch.dir, "bwrap");
  const lines = [
    "#!/bin/bash",
    'case " $* " in *" --disable-userns "*) echo "bwrap: Unknown option --disable-userns" >&2; exit 1;; esac',
    `exec env -i PATH=/usr/bin:/bin ${String(bwrapPath)} "$@"`,
  ];
  writeFileSync(older, lines.join("\n"), { mode: 0o755 });
  const options = cellOptions(repository.dir, scratch.dir, { want: "sealed", bwrapPath: older });
  const seen = await openElsewhere([], options, "unshare -U true || echo refused");
  assert.deepEqual(seen, {
    level: "sealed",
    open: [],
    output: "unshare: unshare failed: Operation not permitted\nrefused\n",
  });
});
