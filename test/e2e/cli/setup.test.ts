/** `sandbox.setup`: run before the first model call in a cell of its own, kept as a layer for later runs. */

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { World } from "../../../src/run/open/request.ts";
import { openWorkbench } from "../../../src/run/open/workbench.ts";
import { SKIP_OVERLAYS } from "../../doubles/cell.ts";
import { runCli, temporaryDir } from "../../doubles/cli.ts";
import { WORKER } from "../../doubles/programs.ts";
import { createRepository, type TemporaryRepository } from "../../doubles/repository.ts";
import { NO_BWRAP } from "../harness.ts";

const mounted = { skip: NO_BWRAP || SKIP_OVERLAYS };

const policyWith = (setup: string): string => `version: 1\nsandbox: { setup: ${setup} }\n`;

/** Installs a package of its own number, fills a cache, and makes files beside others. */
const INSTALL = `mkdir -p node_modules/x ~/.cache/pip && head -c8 /dev/urandom | od -An -tx1 > node_modules/x/id && echo pip > ~/.cache/pip/made && echo level | tee .env > .github/.env`;

function createProject(setup: string): TemporaryRepository {
  return createRepository({
    files: {
      ".gitignore": "node_modules\n.env\n*.o\n",
      "package-lock.json": "{}\n",
      ".github/kimi-policy.yml": policyWith(setup),
    },
  });
}

test("setup runs once for the same lock files; each run has a copy of what it made", mounted, async () => {
  using home = temporaryDir();
  using repository = createProject(`{ run: [${JSON.stringify(INSTALL)}] }`);
  // What this machine has in an ignored folder is neither seen by setup nor mixed with what it makes.
  mkdirSync(join(repository.dir, "node_modules"));
  writeFileSync(join(repository.dir, "node_modules/old"), "old\n");
  // Builds ignore many files: names of 800 kB before that folder, and of 400 kB behind it.
  for (let at = 0; at < 6000; at += 1)
    writeFileSync(join(repository.dir, `${at % 3 > 0 ? "a" : "z"}${"-".repeat(200)}${at}.o`), "");
  const run = async (line: string) =>
    await runCli(["cell", "--setup", "--", line], { cwd: repository.dir, env: { HOME: home.dir }, isProcess: false });
  const look = "ls node_modules; cat node_modules/x/id ~/.cache/pip/made .env .github/.env";
  const first = await run(
    `${look}; echo changed > node_modules/x/id; echo changed > ~/.cache/pip/made; echo changed > .env`,
  );
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /^x\n( [0-9a-f]{2}){8}\npip\nlevel\nlevel\n$/);
  assert.match(first.stderr, /^Setup: mkdir /);
  const second = await run(look);
  assert.equal(second.stdout, first.stdout, second.stderr);
  assert.match(second.stderr, /^Setup: the layer of an earlier run with the same lock files is used/);
  repository.write("package-lock.json", '{"changed":true}\n');
  repository.commit("other packages");
  const third = await run(look);
  assert.notEqual(third.stdout, first.stdout);
  assert.match(third.stderr, /^Setup: mkdir /);
  assert.deepEqual(readdirSync(join(repository.dir, "node_modules")), ["old"]);
  assert.equal(existsSync(join(home.dir, ".cache/pip")), false);
  // A setup that is only tried leaves nothing for the runs that follow, also where git does not see the change.
  repository.git("update-index", "--skip-worktree", ".github/kimi-policy.yml");
  repository.write(
    ".github/kimi-policy.yml",
    policyWith(`{ run: ["mkdir node_modules; echo tried > node_modules/x"] }`),
  );
  const tried = await run("cat node_modules/x");
  assert.deepEqual([tried.code, tried.stdout], [0, "tried\n"], tried.stderr);
  assert.match(tried.stderr, /\npolicy: \.github\/kimi-policy\.yml of the work tree, not as it is committed\n$/);
  assert.equal(readdirSync(join(home.dir, ".cache/kimi-runner/setup")).length, 2);
});

/** A layer runs in every later run that takes it, so a branch that a less trusted person may push to must not make one for `main`. */
test("a layer of another branch, repository or of changed files is not taken", mounted, async () => {
  using home = temporaryDir();
  using repository = createProject(`{ run: ["mkdir node_modules; cp postinstall node_modules/made"] }`);
  repository.write("postinstall", "harmless\n");
  repository.commit("a package with a script");
  const main = repository.git("branch", "--show-current");
  const made = async (env: Readonly<Record<string, string>> = {}): Promise<string> => {
    const { stdout, stderr } = await runCli(["cell", "--setup", "--", "cat node_modules/made"], {
      cwd: repository.dir,
      env: { HOME: home.dir, ...env },
      isProcess: false,
    });
    return `${/layer of an earlier run/.test(stderr) ? "layer" : "setup"}: ${stdout}`;
  };
  repository.git("checkout", "-q", "-b", "theirs");
  repository.write("postinstall", "evil\n");
  repository.commit("theirs");
  assert.equal(await made(), "setup: evil\n");
  repository.git("checkout", "-q", main);
  assert.equal(await made({ GITHUB_REPOSITORY: "octo/app" }), "setup: harmless\n");
  repository.write("postinstall", "changed\n");
  assert.equal(await made(), "setup: changed\n");
  repository.git("checkout", "-q", "--", "postinstall");
  assert.equal(await made(), "setup: harmless\n");
  assert.equal(await made(), "layer: harmless\n");
  assert.equal(await made({ GITHUB_REPOSITORY: "octo/fork" }), "setup: harmless\n");
  repository.git("checkout", "-q", "--detach");
  assert.equal(await made(), "setup: harmless\n");
});

test("a setup that fails stops the run with its output, unless the policy says to continue", mounted, async () => {
  using home = temporaryDir();
  const fails = [
    '"echo the reason; seq 9999; echo the end; exit 3"',
    '"echo x >> package-lock.json"',
    '"echo x > new.txt"',
  ];
  const ends = await Promise.all(
    [...fails.map((run) => `{ run: [${run}] }`), `{ run: [${fails[0]}], on_failure: continue }`].map(async (setup) => {
      using repository = createProject(setup);
      const { code, stdout, stderr } = await runCli(["cell", "--setup", "--", "echo ran"], {
        cwd: repository.dir,
        env: { HOME: home.dir },
        isProcess: setup === "{ run: [" + fails[0] + "] }",
      });
      return { code, stdout, said: stderr, lock: readFileSync(join(repository.dir, "package-lock.json"), "utf8") };
    }),
  );
  assert.deepEqual(
    ends.map(({ code, stdout, lock }) => [code, stdout, lock]),
    [...fails.map(() => [1, "", "{}\n"]), [0, "ran\n", "{}\n"]],
  );
  const said = ends.map((end) => end.said);
  assert.match(said[0] ?? "", /Setup failed: `echo the reason; .*` ended with exit code 3:\nthe reason\n1\n2\n/);
  assert.match(said[0] ?? "", /\[\d+ characters left out here\]\n[^]*9999\nthe end\n/);
  assert.match(said[1] ?? "", /Setup changed what git does not ignore: +M package-lock\.json\./);
  assert.match(said[2] ?? "", /Setup changed what git does not ignore: \?\? new\.txt\./);
  assert.match(said[3] ?? "", /ended with exit code 3[^]*The run continues without it, as the policy says/);
});

/** A layer of a stranger's commit would run in the maintainers' own runs. */
test("the setup of an untrusted commit is not kept, and packages run no scripts", mounted, async () => {
  using home = temporaryDir();
  using repository = createProject(
    `{ run: ["mkdir node_modules && echo $npm_config_ignore_scripts > node_modules/x"] }`,
  );
  const trusted = repository.git("rev-parse", "HEAD");
  repository.write("package-lock.json", '{"of":"a stranger"}\n');
  repository.commit("a stranger's");
  const told: string[] = [];
  const world: World = {
    env: { PATH: process.env["PATH"] ?? "", HOME: home.dir },
    cwd: repository.dir,
    nodePath: process.execPath,
    workerPath: WORKER,
    out: (text: string) => void told.push(text),
    warn: (text: string) => void told.push(text),
    err: (text: string) => void told.push(text),
  };
  const { signal } = new AbortController();
  const bench = await openWorkbench({
    cwd: repository.dir,
    sandbox: "sealed",
    trusted,
    setup: signal,
    world,
  });
  try {
    const limits = { cwd: ".", timeoutMs: 5_000, maxOutputBytes: 1_000 };
    assert.equal((await bench.cell.exec({ command: "cat node_modules/x", ...limits })).output, "true\n");
  } finally {
    await bench.close();
  }
  assert.equal(existsSync(join(home.dir, ".cache/kimi-runner")), false, told.join(""));
});
