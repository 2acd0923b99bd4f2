import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { openRunCell } from "../../../src/run/open/open-cell.ts";
import type { World } from "../../../src/run/open/request.ts";
import { bwrapPath, SKIP_SEALED } from "../../doubles/cell.ts";
import { createRepository } from "../../doubles/repository.ts";
import { createScratch } from "../../doubles/scratch.ts";

const repository = createRepository({ files: { "a.txt": "a\n" } });
/** What the machines of this file have: everything but bubblewrap and sudo. */
const programs = createScratch();
for (const name of readdirSync("/usr/bin"))
  if (name !== "bwrap" && name !== "sudo") symlinkSync(join("/usr/bin", name), join(programs.dir, name));
after(() => {
  repository.remove();
  programs[Symbol.dispose]();
});

/** A machine without bubblewrap, whose sudo writes down what it is asked. */
function setUp(aptGet: string) {
  const scratch = createScratch();
  const bin = join(scratch.dir, "bin");
  const own = join(scratch.dir, "private");
  for (const dir of [bin, own]) mkdirSync(dir);
  const asked = join(scratch.dir, "asked");
  const script = `#!/bin/bash\nprintf "%s\\n" "$*" >> ${asked}\nBIN=${bin} BWRAP=${String(bwrapPath)}\n${aptGet}\n`;
  writeFileSync(join(bin, "sudo"), script, { mode: 0o755 });
  const said: string[] = [];
  const open = async (env: World["env"], isAction?: boolean): Promise<string> => {
    const world: World = {
      env,
      cwd: repository.dir,
      nodePath: process.execPath,
      workerPath: resolve("src/cell.ts"),
      out: () => {},
      err: (text) => said.push(text),
      warn: () => {},
      isAction,
    };
    const places = {
      root: repository.dir,
      gitDir: join(repository.dir, ".git"),
      scratchDir: own,
      pathVar: `${bin}:${programs.dir}`,
    };
    try {
      const cell = await openRunCell({ world, sandbox: "sealed", ...places });
      await cell.close();
      return cell.level;
    } catch (error) {
      return (error as Error).message;
    }
  };
  return {
    open,
    said,
    asked: () =>
      readFileSync(asked, { encoding: "utf8", flag: "a+" })
        .split("\n")
        .filter((line) => line !== ""),
    [Symbol.dispose]: () => scratch[Symbol.dispose](),
  };
}

const HOSTED = { RUNNER_ENVIRONMENT: "github-hosted" };
const MISSING = "No sealed cell: bubblewrap (bwrap) is not installed.";
const step = (...words: readonly string[]): string =>
  `-n -- env DEBIAN_FRONTEND=noninteractive timeout --kill-after=5 60 apt-get ${words.join(" ")}`;
const INSTALL = step("install", "-y", "-q", "--no-install-recommends", "bubblewrap");
const UPDATE = step("update", "-q");
const BEGUN = "│ bubblewrap is not installed here: installing it with apt-get.\n";

test("on a hosted runner the action installs bubblewrap", { skip: SKIP_SEALED }, async () => {
  using machine = setUp('ln -s "$BWRAP" "$BIN/bwrap"');
  assert.equal(await machine.open(HOSTED, true), "sealed");
  assert.deepEqual([machine.asked()[0], machine.said], [INSTALL, [BEGUN]]);
});

test("the list of packages is updated where it is too old", { skip: SKIP_SEALED }, async () => {
  using machine = setUp(
    '[[ "$*" = *update* ]] && touch "$BIN/updated"; [ -e "$BIN/updated" ] || { echo "E: 404" >&2; exit 100; }; ln -sf "$BWRAP" "$BIN/bwrap"',
  );
  assert.equal(await machine.open(HOSTED, true), "sealed");
  assert.deepEqual(machine.asked().slice(0, 3), [INSTALL, UPDATE, INSTALL]);
  assert.deepEqual(machine.said, [BEGUN, "│ apt-get failed: E: 404\n"]);
});

test("a failed installation is reported, and the run is refused", async () => {
  using machine = setUp('echo "E: no network" >&2; exit 100');
  assert.equal(await machine.open(HOSTED, true), MISSING);
  assert.deepEqual(machine.asked(), [INSTALL, UPDATE]);
  assert.deepEqual(machine.said, [BEGUN, ...Array(2).fill("│ apt-get failed: E: no network\n")]);
});

test("nothing is installed on a person's own machine", async () => {
  using machine = setUp("exit 1");
  for (const [env, isAction] of [
    [{}, undefined],
    [{}, true], // a runner of one's own
    [HOSTED, undefined], // the program, called by hand
    [{ CI: "true", GITHUB_ACTIONS: "true", RUNNER_ENVIRONMENT: "self-hosted" }, true],
  ] as const) {
    assert.deepEqual([await machine.open(env, isAction), machine.asked(), machine.said], [MISSING, [], []]);
  }
});
