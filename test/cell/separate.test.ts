import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ownDirOf } from "../../src/cell/open-bare.ts";
import { asUser, give, openElsewhere, privateDir, SKIP_UNLESS_ROOT, STRANGER } from "../doubles/as-user.ts";
import { cellOptions, openTestCell } from "../doubles/cell.ts";
import { createRepository } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";

const asRoot = { skip: SKIP_UNLESS_ROOT };

test(
  "the worker is another user without privileges, who cannot read what belongs to the controller",
  asRoot,
  async () => {
    const uid = STRANGER;
    const repository = createRepository({ files: { "a.txt": "a\n" } });
    give(repository.dir, uid);
    await using cell = await openTestCell({ want: "separate", repository });
    assert.equal(cell.level, "separate");
    assert.deepEqual(
      cell.probes.filter(({ held }) => !held).map(({ name }) => name),
      // What only namespaces and filters keep; the document says so.
      [
        "processes",
        "namespaces",
        "git_directory",
        "network",
        "udp",
        "system_calls",
        "setuid_bits",
        "worker",
        "nested_namespace",
      ],
    );
    writeFileSync(join(cell.scratchDir, "secret"), "planted");
    const attacks = [
      `cat /proc/${process.pid}/environ`,
      `cat /proc/${process.pid}/maps`,
      `kill -0 ${process.pid}`,
      `cat ${join(cell.scratchDir, "secret")}`,
      "cat /etc/shadow",
      "touch /etc/kimi-x",
      "sudo -n true",
      "su -c true",
      "cat /proc/sys/kernel/core_pattern > /dev/null; [ -w /proc/sys/kernel/core_pattern ]",
    ];
    const codes = await Promise.all(attacks.map(async (attack) => (await cell.sh(attack)).code));
    assert.deepEqual(
      attacks.filter((_, index) => codes[index] === 0),
      [],
    );
    const { output } = await cell.sh(
      "id -u; id -G; umask; touch ~/x $TMPDIR/y made && stat -c %u made; env | grep -c KIMI_",
    );
    assert.equal(output, `${uid}\n${uid}\n0022\n${uid}\n1\n`);
    const own = ownDirOf(cell.scratchDir);
    assert.ok(existsSync(own));
    await cell.close();
    assert.ok(!existsSync(own));
  },
);

test("refused where there is no other user, or where other processes have that user", asRoot, async () => {
  const uid = STRANGER;
  using repository = createRepository({ files: { "a.txt": "a\n" } });
  using scratch = createScratch();
  const options = cellOptions(repository.dir, scratch.dir, { want: "separate" });
  const otherwise =
    "Or run without a sandbox: `sandbox: { minimum: none }` in the policy together with `--sandbox none`.";
  assert.deepEqual(await openElsewhere([], options), {
    code: "sandbox.refused",
    message: "No separate cell: the workspace belongs to root, so there is no other user to become.",
    hint: `Give it to another user first: \`chown -R 1001:1001 .\` ${otherwise}`,
  });
  give(repository.dir, uid);
  const { code, message } = await openElsewhere(asUser(uid), { ...options, scratchDir: privateDir(scratch.dir, uid) });
  assert.deepEqual(
    [code, message],
    ["sandbox.refused", "No separate cell: only root can make the worker another user."],
  );

  const [file, ...args] = [...asUser(uid), "sleep", "30"];
  const other = spawn(file, args, { env: { PATH: process.env["PATH"], DEPLOY_TOKEN: "planted" }, stdio: "ignore" });
  await once(other, "spawn");
  const seen = await openElsewhere([], options);
  other.kill("SIGKILL");
  assert.deepEqual(seen, {
    code: "sandbox.refused",
    message: "No separate cell: a probe got out of it: environment (not allowed: DEPLOY_TOKEN).",
    hint: `Run nothing else as the owner of the workspace. ${otherwise}`,
  });
});
