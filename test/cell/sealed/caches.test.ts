/** The caches of package managers and compilers: which folders they are, and what a sealed cell sees of them. */

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { cacheFolders } from "../../../src/cell/process/cache-table.ts";
import { openCell } from "../../../src/cell/open.ts";
import { usersWith } from "../../../src/cell/sealed/etc.ts";
import { give, SKIP_UNLESS_ROOT, STRANGER } from "../../doubles/as-user.ts";
import type { CacheMode } from "../../../src/protocol/cell-settings.ts";
import { cellOptions, openTestCell, SKIP_OVERLAYS, SKIP_SEALED } from "../../doubles/cell.ts";
import { createRepository } from "../../doubles/repository.ts";
import { createScratch } from "../../doubles/scratch.ts";
import { without } from "../../doubles/missing.ts";

function pathsOf(tool: string, env: Readonly<Record<string, string>> = {}): readonly string[] {
  return cacheFolders({ env, home: "/home/u" })
    .filter((folder) => folder.tool === tool)
    .map(({ path }) => path);
}

test("a cache is where its variable says or in its usual place; the folder around it is not listed", () => {
  assert.deepEqual(
    {
      npm: pathsOf("npm"),
      npmMoved: pathsOf("npm", { npm_config_cache: "/data/npm/" }),
      pip: pathsOf("pip"),
      pipMoved: pathsOf("pip", { XDG_CACHE_HOME: "/x" }),
      pipNamed: pathsOf("pip", { XDG_CACHE_HOME: "/x", PIP_CACHE_DIR: "/y/pip" }),
      poetry: pathsOf("poetry", { POETRY_VIRTUALENVS_PATH: "/v" }),
      pipenv: pathsOf("pipenv", { WORKON_HOME: "/w" }),
      go: pathsOf("go"),
      goMoved: pathsOf("go", { GOPATH: "/g:/h", GOMODCACHE: "/m", GOCACHE: "off" }),
      cargo: pathsOf("cargo", { CARGO_HOME: "/c" }),
      maven: pathsOf("maven"),
      gradle: pathsOf("gradle"),
      huggingface: pathsOf("huggingface", { HF_HOME: "/hf" }),
    },
    {
      npm: ["/home/u/.npm/_cacache"],
      npmMoved: ["/data/npm/_cacache"],
      pip: ["/home/u/.cache/pip"],
      pipMoved: ["/x/pip"],
      pipNamed: ["/y/pip"],
      poetry: ["/home/u/.cache/pypoetry", "/v"],
      pipenv: ["/home/u/.cache/pipenv", "/w"],
      go: ["/home/u/go/pkg", "/home/u/.cache/go-build"],
      goMoved: ["/g/pkg", "/m", "/home/u/.cache/go-build"],
      cargo: ["/c/registry", "/c/git"],
      maven: ["/home/u/.m2/repository", "/home/u/.m2/wrapper"],
      gradle: ["caches", "native", "wrapper", "jdks"].map((name) => `/home/u/.gradle/${name}`),
      huggingface: ["/hf/hub"],
    },
  );
});

/** Path, size, time and text of every file below a folder. */
function stateOf(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
    .map((path) => {
      const stats = statSync(path);
      return `${path} ${stats.mtimeMs} ${stats.isFile() ? readFileSync(path, "utf8") : ""}`;
    });
}

/** In the second shape root builds the cell for the owner of the workspace. */
for (const [shape, skip] of [
  ["a namespace", SKIP_SEALED || SKIP_OVERLAYS],
  ["root", SKIP_UNLESS_ROOT || SKIP_SEALED || SKIP_OVERLAYS],
] as const) {
  test(
    `built with ${shape}, a cell sees the host's caches without the credentials beside them, and writes nothing back`,
    { skip },
    async () => {
      using scratch = createScratch();
      using repository = createRepository({ files: { "a.txt": "a\n" } });
      if (shape === "root") give(repository.dir, STRANGER);
      const home = join(scratch.dir, "home");
      const files = join(scratch.dir, "private");
      mkdirSync(files);
      const caches = [".npm/_cacache/x", ".cache/pip/x", ".cargo/registry/x", "go/pkg/mod/x", ".m2/repository/x"];
      // Where poetry and pipenv install a project's packages.
      caches.push(".cache/pypoetry/virtualenvs/x", ".local/share/virtualenvs/x");
      const moved = ["data/uv/x", "data/gradle/caches/x"];
      const secrets = [
        ".npm/_logs/x",
        ".npmrc",
        ".cargo/credentials.toml",
        ".m2/settings.xml",
        ".cache/huggingface/token",
        ".pub-cache/credentials.json",
        ".gem/credentials",
        ".local/share/gem/credentials",
      ];
      const plant = (path: string, text: string): void => {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      };
      for (const path of caches) plant(join(home, path), "cached");
      for (const path of moved) plant(join(scratch.dir, path), "cached");
      for (const path of secrets) plant(join(home, path), "planted-credential");
      plant(join(scratch.dir, "data/gradle/gradle.properties"), "planted-credential");
      if (shape === "root") for (const path of [home, join(scratch.dir, "data")]) give(path, STRANGER);
      const before = stateOf(scratch.dir).filter((line) => !line.startsWith(files));
      const env = { UV_CACHE_DIR: join(scratch.dir, "data/uv"), GRADLE_USER_HOME: join(scratch.dir, "data/gradle") };
      const cell = await openCell(cellOptions(repository.dir, files, { want: "sealed", home, env }));
      const cached = [...caches.map((path) => `~/${path}`), '"$UV_CACHE_DIR"/x', '"$GRADLE_USER_HOME"/caches/x'];
      const beside = ["~/.npm/_logs", "~/.cache/go-build", "~/.cargo/.lock", "~/.m2/x", '"$GRADLE_USER_HOME"/daemon'];
      const command = [
        `cat ${cached.join(" ")}; echo`,
        `rm ${cached.slice(1).join(" ")}; echo new > ~/.cache/pip/new && echo changed > ${cached[0]} && echo written`,
        `mkdir ${beside.join(" ")} ~/.new && echo made`,
        `grep -rsl planted-credential ~ ${scratch.dir}/data`,
        'echo "$GOFLAGS $UV_LINK_MODE"; getent passwd "$(id -u)" | cut -d: -f6',
      ].join("; ");
      try {
        const ran = await cell.exec({ command, cwd: ".", timeoutMs: 5000, maxOutputBytes: 10_000 });
        const own = ["written", "made", "-modcacherw copy", home, ""].join("\n");
        assert.equal(ran.output, `${"cached".repeat(cached.length)}\n${own}`);
      } finally {
        await cell.close();
      }
      assert.deepEqual(
        stateOf(scratch.dir).filter((line) => !line.startsWith(files)),
        before,
      );
    },
  );
}

/** Java's user.home became `?` in a container with a user of its own number, and Maven wrote a repository of that name. */
test("the users of the cell have a line with the cell's home folder, whether the host knows them or not", () => {
  const passwd = "root:x:0:0:root:/root:/bin/sh\nann:x:1000:100:Ann:/home/ann:/bin/zsh\n";
  const owners = [
    { uid: 1000, gid: 100 },
    { uid: 4242, gid: 7 },
  ];
  assert.equal(
    usersWith(owners, "/h", passwd),
    "ann:x:1000:100::/h:/bin/bash\nkimi:x:4242:7::/h:/bin/bash\nroot:x:0:0:root:/root:/bin/sh\n",
  );
});

/** What a command does with a planted cache. */
async function useCaches(caches: CacheMode): Promise<string> {
  using scratch = createScratch();
  const home = join(scratch.dir, "home");
  mkdirSync(join(home, ".cache/pip"), { recursive: true });
  writeFileSync(join(home, ".cache/pip/x"), "cached");
  await using cell = await openTestCell({ want: "sealed", options: { home, caches } });
  const { output } = await cell.sh(
    "cat ~/.cache/pip/x; mkdir -p ~/.cache/pip; echo y > ~/.cache/pip/y && echo written",
  );
  return output.replaceAll(scratch.dir, "");
}

test("caches can be read-only, or empty in each run", { skip: SKIP_SEALED }, async () => {
  assert.deepEqual(
    { read: await useCaches("read"), none: await useCaches("none") },
    {
      read: "cachedbash: line 1: /home/.cache/pip/y: Read-only file system\n",
      none: "cat: /home/.cache/pip/x: No such file or directory\nwritten\n",
    },
  );
});

/** What a command of Go does with a module that is in the host's read-only cache alone. */
test(
  "where caches are read-only, Go reads the host's and writes to its own",
  { skip: SKIP_SEALED || without("go") },
  async () => {
    using scratch = createScratch();
    const home = join(scratch.dir, "home");
    const download = join(home, "go/pkg/mod/cache/download/example.com/m/@v");
    mkdirSync(download, { recursive: true });
    writeFileSync(join(download, "v1.0.0.mod"), "module example.com/m\n");
    writeFileSync(join(download, "v1.0.0.info"), '{"Version":"v1.0.0"}');
    writeFileSync(join(download, "list"), "v1.0.0\n");
    const own = { "go.mod": "module app\n\ngo 1.20\n" };
    await using cell = await openTestCell({ want: "sealed", files: own, options: { home, caches: "read" } });
    await cell.openNetwork({ hosts: [], onDenied: () => {} });
    const { output, code } = await cell.sh(
      "go mod edit -require=example.com/m@v1.0.0 && go list -mod=mod -m all && ls $GOMODCACHE/cache/download/example.com/m/@v",
      { timeoutMs: 60_000 },
    );
    assert.equal(code, 0, output);
    assert.match(output, /^example\.com\/m v1\.0\.0\n[^]*^v1\.0\.0\.mod$/m);
  },
);
