/** The command line started by a Node that is too old for it. */

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { test } from "node:test";
import { temporaryDir } from "../../doubles/cli.ts";
import { CANARY } from "../harness.ts";

/** The Node of the machine itself, behind those that npm puts in front. */
function oldNode(): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((dir) => join(dir, "node"))
    .find(
      (file) => existsSync(file) && Number.parseInt(execFileSync(file, ["-v"], { encoding: "utf8" }).slice(1), 10) < 24,
    );
}

/** The import of something that Node 20 lacks once failed with a stack trace before the version was looked at. */
const OLD_NODE = oldNode();
const NO_OLD_NODE = OLD_NODE === undefined && "no Node older than 24";
test(
  "an old Node hands over to the one that npm installed with the program, with its signals",
  { skip: NO_OLD_NODE },
  async () => {
    const node = OLD_NODE ?? "";
    const own = spawnSync(node, ["dist/cli.js", "nonsense"], { encoding: "utf8" });
    assert.deepEqual([own.status, own.stderr.startsWith("error: Unknown command: nonsense. ")], [2, true], own.stderr);
    const env = { ...process.env, OPENAI_API_KEY: CANARY };
    const waiting = spawn(node, [resolve("dist/cli.js"), "run", "-", "--api-key", CANARY], { env });
    await once(waiting.stderr, "data"); // it reads its standard input
    for (const name of ["environ", "cmdline"]) {
      assert.ok(!readFileSync(`/proc/${waiting.pid}/${name}`, "latin1").includes(CANARY), name);
    }
    waiting.kill("SIGTERM");
    assert.deepEqual(await once(waiting, "close"), [null, "SIGTERM"]);
  },
);

test("an old Node says where there is a newer one", { skip: NO_OLD_NODE }, () => {
  const node = OLD_NODE ?? "";
  const version = execFileSync(node, ["-v"], { encoding: "utf8" }).trim();
  using temporary = temporaryDir();
  const at = (path: string): string => join(temporary.dir, path);
  for (const file of ["cli.js", "chunks/hide-process-secrets.js", "chunks/front.js"])
    cpSync(join("dist", file), at(`node_modules/kimi-runner/dist/${file}`));
  writeFileSync(at("node_modules/kimi-runner/package.json"), `{ "type": "module" }`);
  const script = at("node_modules/kimi-runner/dist/cli.js");
  const say = (): unknown => {
    const { status, stdout, stderr } = spawnSync(node, [script, "--help"], { encoding: "utf8" });
    return [status, stdout, stderr];
  };
  const needed = `error: kimi-runner needs Node 24 or newer; this is ${version}.`;
  const name = `node-${process.platform}-${process.arch}`;
  const told = [2, "", `${needed} Install it, or type: npx --yes --package=${name}@24 -- node ${script} …\n`];
  assert.deepEqual(say(), told);
  // A Node of the project that is too old as well.
  mkdirSync(at(`node_modules/${name}/bin`), { recursive: true });
  writeFileSync(at(`node_modules/${name}/package.json`), `{ "version": "22.1.0" }`);
  writeFileSync(at(`node_modules/${name}/bin/node`), "#!/bin/sh\necho a newer one\n", { mode: 0o755 });
  assert.deepEqual(say(), told);
  writeFileSync(at("node_modules/kimi-runner/package-lock.json"), "{}");
  assert.deepEqual(say(), [2, "", `${needed} Run \`npm ci\` in ${at("node_modules/kimi-runner")}, which brings it.\n`]);
  writeFileSync(at(`node_modules/${name}/package.json`), `{ "version": "24.1.0" }`);
  assert.deepEqual(say(), [0, "a newer one\n", ""]);
});
