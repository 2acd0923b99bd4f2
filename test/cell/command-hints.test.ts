/** What a command is told about the walls of its cell, by what programs say when they meet one. */

import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withHints } from "../../src/cell/command-hints.ts";
import { temporaryDir } from "../doubles/cli.ts";

/** Outputs as the programs write them, each with the words of its hint. */
const MET: readonly (readonly [output: string, hint: RegExp])[] = [
  ["fatal: renaming 'a' failed: Invalid cross-device link", /^\[files\] .*use `mv`/],
  [
    "[1:1128/1.5:ERROR:content/browser/zygote_host/zygote_host_impl_linux.cc:103] Running as root without --no-sandbox is not supported. See https://crbug.com/638180.",
    /`--no-sandbox`.*chromiumSandbox/,
  ],
  ["Error: Failed to launch the browser process!\n[0:FATAL] No usable sandbox! Update your kernel", /`--no-sandbox`/],
  [
    "hint: Packages were unavailable because the network was disabled. When the network is disabled, registry packages may only be read from the cache.",
    /^\[network\] pypi\.org:443 refused; add the group pypi to sandbox\.network$/,
  ],
  ["Error:\nNo permission to enable task-clock event.\n", /^\[sandbox\] Performance counters/],
  ["bash: line 1: sudo: command not found", /root or another user/],
  ["E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), are you root?", /step before the run/],
  ["su: Critical error - immediate abort", /root or another user/],
  ["unshare: unshare failed: No space left on device", /namespaces/],
  ["Cannot connect to the Docker daemon at unix:///var/run/docker.sock.", /`sandbox\.services`/],
  ["npm error code EROFS\nnpm error syscall symlink", /`npm link` and `npm install -g`/],
  ["npm error code ENOENT\nnpm error path /home/me/.nvm/versions/node/v22/lib", /`npm link`/],
];

test("a command that met a wall is told which key of the policy opens it, or that none does", () => {
  const ran = { workDir: "/nowhere", cwd: "." };
  for (const [output, hint] of MET) {
    const { refusals = [] } = withHints({ ...ran, output, code: 1 }, { refusals: ["[network] x"] });
    assert.deepEqual([refusals.length, refusals[0]], [2, "[network] x"], output);
    assert.match(refusals[1] ?? "", hint);
    const worked = withHints({ ...ran, output, code: 0 }, {}).refusals?.length ?? 0;
    assert.equal(worked, output.includes("cross-device") ? 1 : 0, output);
  }
  for (const output of ["1 test failed: su: is no user", "npm error code E404", "mount: ok", "pseudo: not found"]) {
    assert.deepEqual(withHints({ ...ran, output, code: 1 }, {}), {}, output);
  }
});

test("a package that is a link out of the checkout is named with the key that shows it", () => {
  using place = temporaryDir();
  const workDir = join(place.dir, "app");
  mkdirSync(join(workDir, "packages/a/node_modules/@me"), { recursive: true });
  mkdirSync(join(workDir, "node_modules"));
  symlinkSync("../../lib", join(workDir, "node_modules/lib"));
  symlinkSync("../packages/a", join(workDir, "node_modules/a"));
  symlinkSync("/srv/x\u001b[2J", join(workDir, "packages/a/node_modules/@me/x"));
  const told = (output: string, cwd = ".") => withHints({ output, code: 1, workDir, cwd }, {}).refusals ?? [];
  const link = (name: string, target: string): string =>
    `[files] The package ${name} is a link to ${JSON.stringify(target)}, outside of the checkout: \`sandbox.readonly\` of the policy shows a folder there.`;
  const lib = link("lib", join(place.dir, "lib"));
  assert.deepEqual(told("Error: Cannot find module 'lib/sub'\nCannot find package 'lib' imported"), [lib]);
  assert.deepEqual(told('ERROR Could not resolve "@me/x"', "packages/a/src"), [link("@me/x", "/srv/x\u001b[2J")]);
  assert.deepEqual(told("Cannot find module 'a'\nCannot find module '../lib'\nCan't resolve 'none'"), []);
  assert.deepEqual(told("Cannot find module 'lib'", "../.."), []);
});
