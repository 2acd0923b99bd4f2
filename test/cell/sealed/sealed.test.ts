import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { sha256 } from "../../../src/base/sha256.ts";
import { toolFolders } from "../../../src/cell/process/environment.ts";
import { hostMounts } from "../../../src/cell/sealed/host-paths.ts";
import { openCell } from "../../../src/cell/open.ts";
import { escapeError, proveLevel } from "../../../src/cell/process/prove.ts";
import { cellOptions, openTestCell, sharedTestCell, SKIP_SEALED } from "../../doubles/cell.ts";
import { nap, survivors } from "../../doubles/processes.ts";
import { createRepository } from "../../doubles/repository.ts";
import { createScratch } from "../../doubles/scratch.ts";

const sealed = { skip: SKIP_SEALED };

/** Path → digest of every file below a folder. */
function digests(folder: string): Record<string, string> {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [join(parentPath, name), sha256(readFileSync(join(parentPath, name)))]),
  );
}

const sharedCell = sharedTestCell({ want: "sealed", files: { "a.txt": "a" } });

test("every wall is attacked and holds", sealed, async () => {
  const cell = await sharedCell();
  assert.equal(cell.level, "sealed");
  assert.deepEqual(
    cell.probes.map(({ name, held }) => [name, held]),
    [
      "descriptors",
      "system",
      "kernel_settings",
      "runner_files",
      "controller_files",
      "controller_environ",
      "docker_socket",
      "environment",
      "processes",
      "namespaces",
      "capabilities",
      "git_directory",
      "workspace",
      "network",
      "udp",
      "unix_socket",
      "system_calls",
      "setuid_bits",
      "worker",
      "nested_namespace",
      "privilege",
    ].map((name) => [name, true]),
  );
});

test("the level is what the probes prove", () => {
  const names = ["descriptors", "system", "kernel_settings", "runner_files", "controller_files", "controller_environ"];
  const more = ["docker_socket", "environment", "capabilities", "privilege", "workspace"];
  const held = [...names, ...more].map((name) => ({ name, held: true, detail: "" }));
  const open = { name: "network", held: false, detail: "" };
  const [first, ...rest] = held;
  assert.ok(first);
  assert.deepEqual(
    [
      proveLevel(held, "sealed"),
      proveLevel([...held, open], "sealed"),
      proveLevel([...held, open], "separate"),
      proveLevel([...rest, { ...first, held: false }], "separate"),
      proveLevel(rest, "sealed"), // an attack that was not carried out
      proveLevel([], "sealed"),
      proveLevel(held, "none"),
    ],
    ["sealed", "none", "separate", "none", "none", "none", "none"],
  );
  assert.equal(escapeError(rest, "sealed").message, "No sealed cell: not all of its probes were carried out.");
});

test("a file planted beside the workspace, and a socket, are out of reach", sealed, async () => {
  const cell = await sharedCell();
  const outside = join(cell.scratchDir, "secret.txt");
  writeFileSync(outside, "secret");
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const attacks = [
    `cat ${outside}`,
    "cat /etc/shadow",
    "ls /work/shared /root/.ssh /home/*/.ssh",
    `exec 3<>/dev/tcp/127.0.0.1/${port}`,
    "mount -o remount,rw /usr",
    "touch /usr/kimi-x",
    "touch /kimi-x",
    "touch /opt/kimi/x",
    "unshare -r true",
    "git cat-file -p HEAD > /opt/kimi/objects/x",
  ];
  const codes = await Promise.all(attacks.map(async (attack) => (await cell.sh(attack)).code));
  server.close();
  assert.deepEqual(
    attacks.filter((_, index) => codes[index] === 0),
    [],
  );
});

test("the files of a build are on the disk of the run's folder, and are removed with the cell", sealed, async () => {
  const scratchDir = mkdtempSync("/var/tmp/kimi-cell-");
  try {
    await using cell = await openTestCell({ want: "sealed", options: { scratchDir } });
    const kind = execFileSync("stat", ["-f", "-c", "%T", scratchDir]).toString();
    assert.equal((await cell.sh("stat -f -c %T /tmp")).output, kind);
    const { code } = await cell.sh("mkdir -p /tmp/a/b && touch /tmp/a/b/c && chmod 0 /tmp/a/b /tmp/a");
    assert.equal(code, 0);
    const kept = join(scratchDir, "cell-tmp");
    assert.equal(existsSync(join(kept, "a")), kind !== "tmpfs\n");
    await cell.close();
    assert.ok(!existsSync(kept));
  } finally {
    rmSync(scratchDir, { recursive: true });
  }
});

test("the programs that developers need work", sealed, async () => {
  const cell = await sharedCell();
  const needs = [
    "git --version",
    "bash --version",
    "id -un",
    "echo x > /tmp/x && cat /tmp/x",
    "touch ~/x /var/tmp/x /dev/shm/x",
    "ls /etc/ssl/certs",
    "getent passwd root",
    "getent hosts localhost",
    // Node's tests, among others, take another answer for one that may change.
    `node -e 'require("dns").lookup("a.invalid", (error) => process.exit(error.code === "ENOTFOUND" ? 0 : 1))'`,
    "cat /dev/urandom | head -c1 >/dev/null",
  ];
  const failed = (await Promise.all(needs.map(async (need) => [need, await cell.sh(need)] as const))).filter(
    ([, { code }]) => code !== 0,
  );
  assert.deepEqual(failed, []);
});

test("git works in the cell and leaves the user's untouched; its token is not in the cell", sealed, async () => {
  const repository = createRepository({ files: { "a.txt": "a\n", "b.txt": "b\n" } });
  // The cache of compiled tests, which a cell may see, has the texts of this file.
  const token = `ghs_planted${process.pid}${Date.now()}`;
  repository.git("config", "http.https://github.com/.extraheader", `AUTHORIZATION: basic ${token}`);
  repository.git("remote", "add", "origin", `https://x:${token}@example.invalid/r.git`);
  for (const [name, url] of [
    ["by-ssh", "git@example.invalid:o/r.git"],
    ["here", repository.dir],
    ["runs", "ext::sh -c true"],
    ["token", `https://example.invalid/${token.replaceAll("ghs_", "")}0123456789012345/r.git`],
    ["query", `https://example.invalid/r.git?token=${token}`],
  ] as const)
    repository.git("remote", "add", name, url);
  const branch = repository.git("branch", "--show-current").trim();
  repository.git("update-ref", `refs/remotes/origin/${branch}`, "HEAD");
  repository.git("branch", "--set-upstream-to", `origin/${branch}`);
  repository.git("tag", "v1");
  repository.write(".git/MERGE_HEAD", repository.git("rev-parse", "HEAD"));
  repository.write(".git/hooks/pre-commit", "#!/bin/sh\ntouch hook-ran\n", 0o755);
  repository.write("b.txt", "staged\n");
  repository.git("add", "b.txt");
  const remotes = Object.entries({ "by-ssh": "git@example.invalid:o/r.git", origin: "https://example.invalid/r.git" });
  const remote = remotes.flatMap(([name, url]) => ["fetch", "push"].map((what) => `${name}\t${url} (${what})\n`));
  await using cell = await openTestCell({ want: "sealed", repository });
  const before = digests(join(repository.dir, ".git"));
  assert.equal(
    (
      await cell.sh(
        `grep -rasl --exclude=node ${token} /etc /opt /run /tmp /var /home /proc/[0-9]*/environ; echo end`,
        {
          timeoutMs: 60_000,
        },
      )
    ).output,
    "end\n",
  );
  assert.equal(
    (await cell.sh("git status -sb; git status | grep -c merging; git tag; git remote -v")).output,
    `## ${branch}...origin/${branch}\nM  b.txt\n1\nv1\n${remote.join("")}`,
  );
  const commit = await cell.sh(
    "echo c > c.txt; git add -A && git commit -qm inside && git log --format=%s && git diff --stat HEAD~1 | tail -1 && git stash list && git gc -q",
  );
  assert.deepEqual(
    [commit.output, commit.code],
    ["inside\nfirst\n 2 files changed, 2 insertions(+), 1 deletion(-)\n", 0],
  );
  assert.deepEqual(digests(join(repository.dir, ".git")), before);
  assert.deepEqual(readdirSync(repository.dir).toSorted(), [".git", "a.txt", "b.txt", "c.txt"]);
});

test("a linked worktree opens with its own HEAD", sealed, async () => {
  using repository = createRepository({ files: { "a.txt": "a\n" } });
  using scratch = createScratch();
  const dir = join(scratch.dir, "linked");
  repository.git("worktree", "add", "-q", "-b", "side", dir);
  const files = join(scratch.dir, "private");
  mkdirSync(files);
  const cell = await openCell(cellOptions(dir, files, { want: "sealed", gitDir: join(repository.dir, ".git") }));
  try {
    const limits = { cwd: ".", timeoutMs: 5000, maxOutputBytes: 1000 };
    const { output } = await cell.exec({
      command: "git status --short --branch; echo x > b.txt; git add b.txt && git commit -qm x && git log --format=%s",
      ...limits,
    });
    assert.equal(output, "## side\nx\nfirst\n");
    assert.deepEqual(await cell.exec({ command: `test -e ${repository.dir}`, ...limits }).then(({ code }) => code), 1);
  } finally {
    await cell.close();
  }
  assert.equal(repository.git("log", "--format=%s", "side"), "first");
});

test("objects borrowed from another repository are found", sealed, async () => {
  using origin = createRepository({ files: { "a.txt": "a\n" } });
  using scratch = createScratch();
  const dir = join(scratch.dir, "clone");
  origin.git("clone", "-q", "--shared", origin.dir, dir);
  const files = join(scratch.dir, "private");
  mkdirSync(files);
  const cell = await openCell(cellOptions(dir, files, { want: "sealed" }));
  try {
    const { output } = await cell.exec({
      command: "git show --stat --format=%s HEAD 2>&1 | head -1",
      cwd: ".",
      timeoutMs: 5000,
      maxOutputBytes: 1000,
    });
    assert.equal(output, "first\n");
  } finally {
    await cell.close();
  }
});

test("a cell sees the toolchains of the home folder and not its credentials", sealed, async () => {
  using scratch = createScratch();
  using repository = createRepository({ files: { "a.txt": "a\n" } });
  const home = join(scratch.dir, "home");
  const dir = join(home, "work/project");
  const files = join(scratch.dir, "private");
  mkdirSync(join(home, "work"), { recursive: true });
  mkdirSync(files);
  repository.git("clone", "-q", repository.dir, dir);
  const plant = (path: string, text: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text, { mode: 0o755 });
  };
  plant(".cargo/bin/planted-tool", "#!/bin/sh\necho tool\n");
  plant("bin/other-tool", "#!/bin/sh\necho other\n");
  const secret = "planted-credential";
  plant(".config/mise/config.toml", `[tools]\nnode = "24"\n[env]\nTOKEN = "${secret}"\n[hooks]\nenter = "${secret}"\n`);
  plant(".tool-versions", `ruby 3.3.0 ${secret} # ${secret}\n`);
  plant("work/.python-version", "3.12.1\n");
  for (const path of [
    ".cargo/credentials.toml",
    ".npmrc",
    ".netrc",
    ".ssh/id_ed25519",
    ".config/gh/hosts.yml",
    ".m2/settings.xml",
  ]) {
    plant(path, "planted-credential");
  }
  const pathVar = `${home}/.cargo/bin:${home}/bin:${home}:${process.env["PATH"]}`;
  const cell = await openCell(cellOptions(dir, files, { want: "sealed", home, pathVar }));
  try {
    const limits = { cwd: ".", timeoutMs: 5000, maxOutputBytes: 1000 };
    const command =
      "planted-tool; other-tool; grep -rsl planted-credential ~; touch ~/x ~/.cargo/y && git status --short; pwd; cat ~/.config/mise/* ~/.tool-versions ../.python-version; ls ~/.config";
    const versions = `[tools]\nnode = ["24"]\nruby 3.3.0 not-shown-in-the-cell\n3.12.1\nmise\n`;
    assert.equal((await cell.exec({ command, ...limits })).output, `tool\nother\n${dir}\n${versions}`);
  } finally {
    await cell.close();
  }
  assert.deepEqual([existsSync(join(home, "x")), existsSync(join(home, ".cargo/y"))], [false, false]);
});

/** An entry was compared as it was spelt: `/home/alice/` and a link to it brought the whole home folder into the cell. */
test("an entry of PATH that is or contains the home folder adds no mount, with any spelling", () => {
  using scratch = createScratch();
  const home = join(scratch.dir, "home");
  mkdirSync(join(home, "bin"), { recursive: true });
  mkdirSync(join(home, "work/project"), { recursive: true });
  symlinkSync(home, join(scratch.dir, "link"));
  const wide = ["home", "home/", "home/.", "home//", "home/bin/..", "link", "", "home/work", "home/work/project/.."];
  const pathVar = [...wide, "home/bin/"].map((name) => `${scratch.dir}/${name}`).join(":");
  const mounts = hostMounts({ pathVar, home, toolDirs: [], workDir: join(home, "work/project") });
  const bin = join(home, "bin");
  assert.deepEqual(
    mounts.filter((mount) => mount.at.startsWith(scratch.dir)),
    [{ kind: "ro", from: bin, at: bin }],
  );
});

test("a toolchain that was unpacked anywhere works, by PATH and by its variables; data and credentials beside it stay out", () => {
  using scratch = createScratch();
  const at = (path: string): string => join(scratch.dir, path);
  const home = at("home");
  for (const folder of [
    "sdk/go/bin",
    "sdk/go/src",
    "sdk/go/pkg",
    "sdk/go/secrets",
    "home/.local/bin",
    "home/.local/share",
  ])
    mkdirSync(at(folder), { recursive: true });
  for (const folder of ["shims", "libexec", "versions", "secrets"])
    mkdirSync(at(`other/.pyenv/${folder}`), { recursive: true });
  for (const folder of ["cargo/bin", "cargo/registry", "jdk/bin", "jdk/conf", "home/work"])
    mkdirSync(at(folder), { recursive: true });
  // Beside the programs: files of a toolchain, and those of a virtual environment in a hidden folder.
  for (const folder of ["sdk/jdk/bin", "sdk/jdk/conf/security", "home/.venv/bin", "home/.venv/lib"])
    mkdirSync(at(folder), { recursive: true });
  for (const file of ["sdk/go/go.env", "sdk/go/VERSION", "sdk/go/settings.xml", "sdk/jdk/conf/settings.xml"])
    writeFileSync(at(file), "");
  for (const file of ["sdk/jdk/release", "home/.venv/pyvenv.cfg", "home/.venv/token"]) writeFileSync(at(file), "");
  const env = {
    CARGO_HOME: at("cargo"),
    JAVA_HOME: at("jdk"),
    GOPATH: home,
    VIRTUAL_ENV: home,
    PYENV_ROOT: "/",
    NVM_DIR: at("none"),
  };
  const entries = ["sdk/go/bin", "sdk/jdk/bin", "home/.local/bin", "home/.venv/bin", "other/.pyenv/shims"];
  const pathVar = entries.map(at).join(":");
  const mounts = hostMounts({ pathVar, home, toolDirs: toolFolders(env), workDir: at("home/work") });
  const seen = mounts.map((mount) => mount.at).filter((path) => path.startsWith(scratch.dir));
  const venv = ["bin", "lib", "pyvenv.cfg"].map((name) => `home/.venv/${name}`);
  const own = ["cargo/bin", "home/.local/bin", ...venv, "jdk"];
  const pyenv = ["libexec", "shims", "versions"].map((name) => `other/.pyenv/${name}`);
  const go = ["VERSION", "bin", "go.env", "pkg", "src"].map((name) => `sdk/go/${name}`);
  const jdk = ["bin", "conf/security", "release"].map((name) => `sdk/jdk/${name}`);
  assert.deepEqual(seen, [...own, ...pyenv, ...go, ...jdk].map(at));
});

/** A user's PATH may name another user's folders; the run once ended there with EACCES. Root has only loops to stumble over. */
test("folders that cannot be read are left out", () => {
  using scratch = createScratch();
  const loop = join(scratch.dir, "loop");
  symlinkSync(loop, loop);
  const mounts = hostMounts({ pathVar: `${loop}/bin`, home: `${loop}/home`, toolDirs: [`${loop}/x`], workDir: "/w" });
  assert.deepEqual(
    mounts.filter((mount) => mount.at.startsWith(scratch.dir)),
    [],
  );
});

test("git works in a cell whose repository has a submodule", sealed, async () => {
  using inner = createRepository({ files: { "in.txt": "in\n" } });
  const repository = createRepository({ files: { "a.txt": "a\n" } });
  repository.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.dir, "module");
  repository.commit("with a submodule");
  await using cell = await openTestCell({ want: "sealed", repository });
  const { output } = await cell.sh(
    "git status --short; echo b > b.txt; git add -A && git commit -qm more && git show --stat --format=%s | head -3; cat module/in.txt",
  );
  assert.equal(output, "more\n\n b.txt | 1 +\nin\n");
});

test(
  "git in a cell knows the sparse checkout of the work tree, and shows what is written outside of it",
  sealed,
  async () => {
    const repository = createRepository({ files: { "in/a.txt": "a\n", "out/x.txt": "x\n", "out/y.txt": "y\n" } });
    repository.git("sparse-checkout", "set", "--cone", "in");
    await using cell = await openTestCell({ want: "sealed", repository });
    const { output } = await cell.sh("git sparse-checkout list; mkdir out; echo new > out/x.txt; git status --short");
    assert.equal(output, "in\n M out/x.txt\n");
  },
);

test("a workspace without a repository can be opened", sealed, async () => {
  using scratch = createScratch();
  const dir = join(scratch.dir, "plain");
  const files = join(scratch.dir, "private");
  mkdirSync(dir);
  mkdirSync(files);
  const cell = await openCell(cellOptions(dir, files, { want: "sealed" }));
  await cell.writeFile("a.txt", "a", {});
  assert.deepEqual(await cell.list(".", { recursive: true, limit: 5 }), {
    entries: [{ path: "a.txt", kind: "file" }],
    truncated: false,
  });
  await cell.close();
});

test("a descriptor the controller inherited does not reach the cell", sealed, async () => {
  using repository = createRepository({ files: { "a.txt": "a" } });
  using scratch = createScratch();
  const script = join(scratch.dir, "open.ts");
  writeFileSync(
    script,
    `import { openCell } from ${JSON.stringify(resolve("src/cell/open.ts"))};
     const cell = await openCell(${JSON.stringify(cellOptions(repository.dir, scratch.dir, { want: "sealed" }))});
     const { output } = await cell.exec({ command: "cat <&200; ls -l /proc/$PPID/fd 2>/dev/null | grep -c secret", cwd: ".", timeoutMs: 5000, maxOutputBytes: 1000 });
     console.log(cell.level, JSON.stringify(output));
     await cell.close();`,
  );
  writeFileSync(join(scratch.dir, "secret"), "planted");
  const child = spawn(
    "bash",
    ["--norc", "-c", `exec 200<${join(scratch.dir, "secret")}; exec ${process.execPath} ${script}`],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const chunks = await child.stdout.toArray();
  assert.equal(Buffer.concat(chunks).toString(), 'sealed "0\\n"\n');
});

for (const want of ["none", "sealed"] as const) {
  test(
    `nothing survives a controller that is killed (${want})`,
    { skip: want === "sealed" && SKIP_SEALED },
    async () => {
      using repository = createRepository({ files: { "a.txt": "a" } });
      using scratch = createScratch();
      const sleep = nap(want === "sealed" ? 81.1 : 81.2);
      const script = join(scratch.dir, "open.ts");
      writeFileSync(
        script,
        `import { openCell } from ${JSON.stringify(resolve("src/cell/open.ts"))};
       const cell = await openCell(${JSON.stringify(cellOptions(repository.dir, scratch.dir, { want }))});
       void cell.exec({ command: "setsid ${sleep} & trap '' INT TERM HUP; echo go > started; ${sleep}", cwd: ".", timeoutMs: 90000, maxOutputBytes: 10 });
       while (true) { const { kind } = await cell.resolve("started"); if (kind === "file") break; }
       console.log("running");`,
      );
      const child = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
      await once(child.stdout, "data");
      child.kill("SIGKILL");
      assert.deepEqual(await survivors(sleep), []);
      assert.deepEqual(await survivors(repository.dir), []);
    },
  );

  test(`closing leaves no survivors (${want})`, { skip: want === "sealed" && SKIP_SEALED }, async () => {
    const sleep = nap(want === "sealed" ? 82.1 : 82.2);
    const cell = await openTestCell({ want });
    await cell.sh(`(setsid setsid nohup ${sleep} >/dev/null 2>&1 &) ; ${sleep} >/dev/null 2>&1 & disown`);
    await cell[Symbol.asyncDispose]();
    await cell.close();
    assert.deepEqual(await survivors(sleep), []);
  });
}

test("a sealed cell that cannot be built is refused, and the error says how to get one", async () => {
  using repository = createRepository({ files: { "a.txt": "a" } });
  using scratch = createScratch();
  const refusal = async (path: string | undefined): Promise<unknown> =>
    await openCell(cellOptions(repository.dir, scratch.dir, { want: "sealed", bwrapPath: path })).then(
      () => "opened",
      ({ code, message, hint }: { code: string; message: string; hint: string }) => ({ code, message, hint }),
    );
  const otherwise =
    "Or run without a sandbox: `sandbox: { minimum: none }` in the policy together with `--sandbox none`.";
  const fake = (words: string): string => {
    const path = join(scratch.dir, "bwrap");
    writeFileSync(path, `#!/bin/sh\necho "bwrap: ${words}" >&2\nexit 1\n`, { mode: 0o755 });
    return path;
  };
  assert.deepEqual(await refusal(undefined), {
    code: "sandbox.refused",
    message: "No sealed cell: bubblewrap (bwrap) is not installed.",
    hint: `Install it: \`sudo apt-get install -y bubblewrap\`. ${otherwise}`,
  });
  assert.deepEqual(await refusal(fake("setting up uid map: Permission denied")), {
    code: "sandbox.refused",
    message: "No sealed cell: bubblewrap could not build it: bwrap: setting up uid map: Permission denied.",
    hint: `Ubuntu's AppArmor forbids user namespaces here: run \`sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0\` in a step before, load an AppArmor profile for bwrap, or let this user use sudo without a password. ${otherwise}`,
  });
  assert.deepEqual(await refusal(fake("Unknown option --size")), {
    code: "sandbox.refused",
    message: "No sealed cell: bubblewrap could not build it: bwrap: Unknown option --size.",
    hint: `bubblewrap 0.7.0 or later is needed; this one is older. Use an ubuntu-24.04 runner or install a newer bubblewrap. ${otherwise}`,
  });
});

test(
  "sealed: a file with the job's credentials in the workspace is there, empty, and stays",
  { skip: SKIP_SEALED },
  async () => {
    const repository = createRepository({ files: { "a.txt": "a\n" } });
    const file = join(repository.dir, "gha-creds-1.json");
    writeFileSync(file, "secret");
    const hiddenFiles = [file, join(repository.dir, "gone"), "/etc/hostname"];
    await using cell = await openTestCell({ want: "sealed", repository, options: { hiddenFiles } });
    const { output } = await cell.sh("cat gha-creds-1.json; echo x > gha-creds-1.json; rm gha-creds-1.json; ls *.json");
    assert.match(output, /Read-only file system[^]*busy[^]*gha-creds-1\.json\n$/);
    assert.doesNotMatch(output, /secret/);
    assert.equal(readFileSync(file, "utf8"), "secret");
  },
);
