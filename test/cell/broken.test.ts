/** Sandboxes with one wall missing each: every one must be refused, and the error must name the probes that got through. */

import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { openCell } from "../../src/cell/open.ts";
import { plantBait } from "../../src/cell/process/bait.ts";
import { bwrapPath, cellOptions, SKIP_SEALED } from "../doubles/cell.ts";
import { survivors } from "../doubles/processes.ts";
import { createRepository } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";

interface Breach {
  /** Lines of bash that change `args`, the arguments of bubblewrap; `extra` goes in where mounts may be made. */
  readonly how: string;
  /** Probes that must not hold. */
  readonly open: readonly string[];
  readonly needsRoot?: boolean;
}

const without = (...names: readonly string[]): string =>
  `for index in "\${!args[@]}"; do case "\${args[index]}" in ${names.join("|")}) unset "args[index]";; esac; done`;

const BREACHES: Readonly<Record<string, Breach>> = {
  "the host's network": { how: "more+=(--share-net)", open: ["namespaces", "network", "udp"] },
  "the host's processes": {
    how: `${without("--unshare-all", "--as-pid-1")}; more+=(--unshare-ipc --unshare-net --unshare-uts --unshare-cgroup)`,
    open: ["processes", "namespaces", "worker"],
  },
  "a variable that is not listed": { how: "more+=(--setenv API_KEY planted)", open: ["environment"] },
  "a worker that has a parent in the cell": { how: without("--as-pid-1"), open: ["processes", "worker"] },
  "a worker that other processes can look into": {
    how: 'for index in "${!args[@]}"; do [ "${args[index]}" = /opt/kimi/loader ] && last=$index; done; unset "args[last]"',
    open: ["worker"],
  },
  "a writable system": { how: "extra+=(--tmpfs /etc)", open: ["system"] },
  "kernel settings that can be written": {
    how: 'for index in "${!args[@]}"; do [ "${args[index]} ${args[index+1]}" = "--remount-ro /proc" ] && unset "args[index]" "args[index+1]"; done',
    open: ["kernel_settings"],
    needsRoot: true, // another user may not write them anyway
  },
  "the controller's folder": {
    how: 'extra+=(--bind "$SCRATCH" "$SCRATCH")',
    open: ["runner_files", "controller_files", "unix_socket"],
  },
  "the runner's folder": { how: 'extra+=(--bind "$SCRATCH/runner" "$SCRATCH/runner")', open: ["runner_files"] },
  "the container engine": { how: 'extra+=(--bind "$SCRATCH/canary" /run/docker.sock)', open: ["docker_socket"] },
  "an open file": { how: 'exec 9<"$SCRATCH/runner/secret"', open: ["descriptors"] },
  capabilities: { how: "more+=(--cap-add ALL)", open: ["capabilities", "worker"] },
  "system calls without a filter": {
    // The value of --seccomp goes with it; a variable of the cell may have the same one.
    how: `for index in "\${!args[@]}"; do [ "\${args[index]}" = --seccomp ] && unset "args[index+1]"; done; ${without("--seccomp", "--disable-userns")}; exec 3<&-`,
    open: ["system_calls", "setuid_bits", "worker", "nested_namespace"],
  },
  "the real git directory": { how: 'extra+=(--bind "$WORK/.git" "$WORK/.git")', open: ["git_directory"] },
  "a workspace that cannot be written": {
    how: 'extra+=(--ro-bind "$WORK" "$WORK")',
    open: ["git_directory", "workspace"],
  },
};

for (const [name, { how, open, needsRoot = false }] of Object.entries(BREACHES)) {
  const skip = SKIP_SEALED || (needsRoot && process.getuid?.() !== 0 && "only root can show it");
  test(`refused: ${name}`, { skip }, async () => {
    using repository = createRepository({ files: { "a.txt": "a" } });
    using scratch = createScratch();
    mkdirSync(join(scratch.dir, "runner"));
    writeFileSync(join(scratch.dir, "runner/secret"), "planted");
    const fake = join(scratch.dir, "bwrap");
    const lines = [
      `#!/bin/bash`,
      `args=("$@") extra=() more=()`,
      `SCRATCH=${scratch.dir} WORK=${repository.dir}`,
      how,
      'args=("${args[@]}")', // without gaps
      // What cancels something comes behind it: bubblewrap takes its options in order.
      'for index in "${!args[@]}"; do [ "${args[index]}" = --chdir ] && at=$index; done',
      'exec env -u SHLVL -u PWD -u OLDPWD -u _ "$BWRAP" "${args[@]:0:at}" "${more[@]}" "${extra[@]}" "${args[@]:at}"',
    ];
    const text = lines.join("\n").replace('"$BWRAP"', String(bwrapPath));
    writeFileSync(fake, text, { mode: 0o755 });
    const runnerPaths = [join(scratch.dir, "runner")];
    const options = cellOptions(repository.dir, scratch.dir, { want: "sealed", bwrapPath: fake, runnerPaths });
    const refusal = await openCell(options).then(
      () => ({ code: "opened", message: "" }),
      (error: { code: string; message: string }) => error,
    );
    assert.equal(refusal.code, "sandbox.refused", refusal.message);
    const named = [...refusal.message.matchAll(/(?:: |; )([a-z_]+) \(/g)].map(([, probe]) => probe);
    assert.deepEqual(named, open, refusal.message);
    assert.deepEqual(await survivors(repository.dir), []);
  });
}

test(
  "a cell whose worker cannot be started leaves no mounts and no process behind",
  { skip: SKIP_SEALED },
  async () => {
    using repository = createRepository({ files: { "a.txt": "a" } });
    using scratch = createScratch();
    // The kernel takes no argument of more than 128 KiB.
    const env = { LARGE: "x".repeat(200_000) };
    const options = cellOptions(repository.dir, scratch.dir, { want: "sealed", isolation: "overlay", env });
    await assert.rejects(openCell(options), /E2BIG/);
    assert.deepEqual(await survivors(scratch.dir), []);
  },
);

/** The answer to another run's probe reached the port that a later run had by then, which was taken for an escape. */
test("what other programs say to the planted listeners is no escape, and what a probe says is one", async () => {
  using scratch = createScratch();
  const planted = await plantBait(scratch.dir, { hasUserNamespace: false });
  const { socketPath, tcpPort, udpPort, greeting } = planted.bait;
  const probes = ["unix_socket", "network", "udp"].map((name) => ({ name, held: true, detail: "" }));
  const udp = createSocket("udp4");
  const heldAfter = async (said: string): Promise<readonly boolean[]> => {
    const streams = [connect(socketPath), connect(tcpPort, "127.0.0.1")].map(async (socket) => {
      socket.end(said);
      await once(socket.resume(), "close"); // the listener has read it
    });
    const own = once(udp, "message");
    udp.send(said, udpPort, "127.0.0.1");
    if (said === greeting) await own;
    await Promise.all(streams);
    return (await planted.corrected(probes)).map(({ held }) => held);
  };
  assert.deepEqual(await heldAfter("reached"), [true, true, true]);
  assert.deepEqual(await heldAfter(greeting), [false, false, false]);
  udp.close();
  planted.remove();
});
