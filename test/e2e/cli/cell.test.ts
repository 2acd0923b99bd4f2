/** `kimi-runner cell` and `doctor`: what commands of a run see and may do in the cell, without a model. */

import assert from "node:assert/strict";
import { spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { test } from "node:test";
import { runCli, temporaryDir } from "../../doubles/cli.ts";
import { SKIP_OVERLAYS } from "../../doubles/cell.ts";
import { createRepository } from "../../doubles/repository.ts";
import { NO_BWRAP } from "../harness.ts";

/** A command in this process. */
const here = (args: readonly string[], options: Parameters<typeof runCli>[1]): ReturnType<typeof runCli> =>
  runCli(args, { ...options, isProcess: false });

test(
  "a command runs in the cell, from the folder it was asked in; its output, its code and its changes come back",
  { skip: NO_BWRAP },
  async () => {
    using repository = createRepository({ files: { "src/a.txt": "a\n" } });
    const cwd = join(repository.dir, "src");
    const line = 'cat a.txt; echo "$SECRET"; ls ~; echo b > "b c.txt"; sleep 100 & exit 3';
    const end = await runCli(["cell", "--", line], { cwd, env: { SECRET: "not for the cell" } });
    assert.deepEqual([end.code, end.stdout], [3, "a\n\n"], end.stderr);
    assert.match(
      end.stderr,
      /^sandbox sealed: \d+ of \d+ probes held\nchanged: 'src\/b c\.txt' \+1 −0\nThe checkout (?:is as it was: --apply puts it there|has the changes: the command worked in it, and not on a copy)\.\npolicy: built-in policy, because the work tree has no \S+\n$/,
    );
    if (SKIP_OVERLAYS === false) assert.equal(existsSync(join(cwd, "b c.txt")), false);
    // In one cell: words stay words, --cwd, --apply, and a nested repository, which is left behind.
    repository.git("update-index", "--add", "--cacheinfo", `160000,${repository.git("rev-parse", "HEAD")},mod`);
    const work = `printf "%s|" "$@"; echo c > c.txt; mkdir ../mod && echo x > ../mod/x`;
    const words = ["sh", "-c", work, "sh", "a b", "$HOME"];
    const applied = await here(["cell", "--apply", "--cwd", cwd, "--", ...words], { cwd: "/" });
    assert.deepEqual([applied.code, applied.stdout], [0, "a b|$HOME|"], applied.stderr);
    assert.equal(readFileSync(join(cwd, "c.txt"), "utf8"), "c\n");
    if (SKIP_OVERLAYS === false) assert.match(applied.stderr, /^warning: What changed in mod is left behind: /m);
    const late = await here(["cell", "--timeout", "0.2", "--", "sleep 100"], { cwd });
    assert.deepEqual([late.code, late.stderr.split("\n").at(-3)], [124, "The command did not end within 0.2 s."]);
    const killed = await here(["cell", "--", "kill -9 $$"], { cwd });
    assert.equal(killed.code, 137);
    const onLine = (line: string, child: ChildProcess): void => void (line === "written" && child.kill());
    const writing = "echo d > d.txt; echo written; sleep 100";
    const stopped = await runCli(["cell", "--apply", "--", writing], { cwd, onLine });
    assert.deepEqual([stopped.code, stopped.stdout], [143, "written\n"], stopped.stderr);
    if (SKIP_OVERLAYS === false) assert.equal(existsSync(join(cwd, "d.txt")), false);
    const unread = await runCli(["cell", "--", "yes"], { cwd, onLine: (_, child) => child.stdout?.destroy() });
    const told = "error: Standard output was closed by its reader.";
    assert.deepEqual([unread.code, unread.stderr.split("\n").at(-2)], [1, told]);
    repository.write(".github/kimi-policy.yml", "version: 1\nsandbox: { isolation: direct }\n");
    repository.commit("direct");
    const direct = await here(["cell", "--", "echo e > e.txt"], { cwd });
    assert.match(
      direct.stderr,
      /The checkout has the changes: the command worked in it, and not on a copy\.\npolicy: /,
    );
    assert.equal(readFileSync(join(cwd, "e.txt"), "utf8"), "e\n");
    const none = await here(["cell"], { cwd });
    assert.deepEqual(
      [none.code, none.stderr],
      [2, "error: No command was given. Give one: kimi-runner cell -- npm test\n"],
    );
  },
);

test(
  "the policy says what the cell sees of the caches and of other folders, and gives its commands variables",
  { skip: NO_BWRAP || SKIP_OVERLAYS },
  async () => {
    using home = temporaryDir();
    for (const path of [".cache/pip", ".config/tool"]) mkdirSync(join(home.dir, path), { recursive: true });
    writeFileSync(join(home.dir, ".cache/pip/a"), "cached\n");
    writeFileSync(join(home.dir, ".config/tool/b"), "shown\n");
    symlinkSync("/", join(home.dir, "all"));
    const ask = 'cat ~/.cache/pip/a ~/.config/tool/b 2>/dev/null; echo "$LEVEL"';
    const policy =
      "version: 1\nsandbox: { caches: none, readonly: [~/.config/tool, /srv/none, ~/all, ~/checkout], env: { LEVEL: high }, services: ['localhost:5432', 'localhost:5432'] }\n";
    const asks = [{}, { ".github/kimi-policy.yml": policy }].map(async (files) => {
      using repository = createRepository({ files: { "a.txt": "a\n", ...files } });
      if (Object.keys(files).length > 0) symlinkSync(repository.dir, join(home.dir, "checkout"));
      return await here(["cell", "--", ask], { cwd: repository.dir, env: { HOME: home.dir } });
    });
    const [without, with_] = await Promise.all(asks);
    assert.deepEqual([without?.stdout, with_?.stdout], ["cached\n\n", "shown\nhigh\n"], with_?.stderr);
    assert.match(
      with_?.stderr ?? "",
      /sandbox\.readonly of the policy names \/srv\/none, which is not on this machine/,
    );
    assert.match(with_?.stderr ?? "", /names \S+\/all, which leads to the home folder or a folder of the system\.\n/);
    assert.match(
      with_?.stderr ?? "",
      /names \S+\/checkout, which has the checkout in it: name the folders beside it\.\n/,
    );
  },
);

/** The pipe was read for a hint and then for its policy, or as the prompt's context. The cell of a home in /etc was not sealed. */
test(
  "a policy may come through a pipe, and a system folder as HOME is not shown in the cell",
  { skip: NO_BWRAP },
  () => {
    using repository = createRepository({ files: { "a.txt": "a\n" } });
    const policy = "version: 1\\nsandbox: { env: { LEVEL: high } }\\n";
    using state = temporaryDir();
    const script = `
    cd "$1"
    "$0" "$2" cell --policy <(printf '${policy}') -- 'touch ~/x && echo ~ "$LEVEL"'
    printf '${policy}' | "$0" "$2" run --policy /dev/stdin --model scripted/<(echo '[{ "text": "done" }]') x`;
    const { stdout, stderr } = spawnSync(
      "bash",
      ["-c", script, process.execPath, repository.dir, resolve("dist/cli.js")],
      { encoding: "utf8", env: { ...process.env, HOME: "/etc", XDG_STATE_HOME: state.dir } },
    );
    assert.equal(stdout, "/home/kimi high\ndone\n", stderr);
  },
);

/** Debian's Maven failed in the cell: it reads a file below /etc that the cell did not show. */
test(
  "the doctor says which tools of this machine work in the cell, and in which folder it looked",
  { skip: NO_BWRAP },
  async () => {
    // npm looks at the packages of a workspace only where their manifests are.
    const none = { version: "1.0.0", integrity: `sha512-${"A".repeat(86)}==` };
    const inner = { name: "in", version: "1.0.0", dependencies: { none: "1.0.0" } };
    const packages = { "": { name: "app", workspaces: ["in"] }, in: inner, "node_modules/none": none };
    const link = { resolved: "in", link: true };
    const lock = { name: "app", lockfileVersion: 3, packages: { ...packages, "node_modules/in": link } };
    using repository = createRepository({
      files: {
        ".github/kimi-policy.yml":
          "version: 1\nsandbox: { network: [npm, maven, example.com], services: ['localhost:6379'] }\n",
        "compose.yml": 'services:\n  db:\n    ports:\n      - "5432:5432"\n      - 127.0.0.1:6379:6379/tcp\n',
        "package.json": '{ "name": "app", "workspaces": ["in"] }',
        "in/package.json": JSON.stringify(inner),
        "requirements.txt": "no-such-package==1\n",
        "package-lock.json": JSON.stringify(lock),
        "composer.json": "{}",
        "pom.xml": "", // whose group is listed
      },
    });
    const env = {
      HOME: process.env["HOME"] ?? "", // with the toolchains below it
      COMPOSER_CACHE_DIR: "/nowhere/composer",
      HTTPS_PROXY: "http://me:secret@proxy.example:3128",
      NODE_EXTRA_CA_CERTS: "/nowhere/ca.pem",
      DATABASE_URL: "postgres://me:secret@localhost:5433/app",
    };
    const { stdout } = await here(["doctor", "--cwd", repository.dir, "--model", "ollama/x"], { cwd: "/", env });
    assert.ok(stdout.includes(`✓ checkout      ${repository.dir} at `), stdout);
    assert.match(stdout, /^[✓?] copies +(on write|not mounted: .+), \d+(\.\d)? [GM]iB free in /m);
    assert.match(stdout, /^\? package-lock\.json does not install without network: npm error /m);
    assert.match(stdout, /^\? requirements\.txt does not install without network: .*no-such-package/m);
    assert.match(stdout, /^\? composer\.json +commands find no packages: .+ list `packagist`\n +→ .*list `packagist`/m);
    assert.doesNotMatch(stdout, /pom\.xml/);
    assert.doesNotMatch(stdout, /bubblewrap|^ +✓|gradle|go cache/m); // not used here, and nothing wrong
    assert.match(stdout, /^✓ network +commands reach example\.com; npm: .*registry/m);
    assert.match(
      stdout,
      /^✓ proxy +http:\/\/proxy\.example:3128, from HTTPS_PROXY, with a user name, which stays out/m,
    );
    assert.match(
      stdout,
      /^\? certificates +\/nowhere\/ca\.pem is not there, though it is named by NODE_EXTRA_CA_CERTS$/m,
    );
    const container =
      /^\? services +compose\.yml describes containers\n +→ A cell starts no containers\..*\["localhost:5432"\]/m;
    assert.match(stdout, container);
    assert.match(stdout, /^\? services +DATABASE_URL refers to localhost:5433\n +→ .*\["localhost:5433"\]/m);
    assert.ok(!stdout.includes("secret"), stdout);
    const marks = stdout.match(/^[✓?✗](?= )/gm)?.join("") ?? "";
    assert.match(marks, /^✗*\?+✓+$/, stdout); // problems first
    for (const [tool, version] of Object.entries({
      node: /v\d+\./,
      python3: /Python 3/,
      mvn: /Maven 3/,
      composer: /Composer/, // needs an extension of PHP
    })) {
      const isHere = (process.env["PATH"] ?? "").split(delimiter).some((dir) => existsSync(join(dir, tool)));
      if (!isHere) assert.match(stdout, new RegExp(`^\\? ${tool} +is not on this machine's PATH, and `, "m"));
      else {
        const told = `(${version.source}.* in the cell(, as outside)?|is in the cell, and slow: no version within 1 s)`;
        assert.match(stdout, new RegExp(`^✓ ${tool} +.*${told}$`, "m"));
      }
    }
  },
);
