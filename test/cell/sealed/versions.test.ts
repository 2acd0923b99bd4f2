/** The version of a tool in the cell is the one that its version manager takes outside, and its configuration brings no secret in. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { openCell } from "../../../src/cell/open.ts";
import { cellEnvironment, toolVariables } from "../../../src/cell/process/environment.ts";
import { findProgram } from "../../../src/cell/programs.ts";
import { versionLines, versionMounts } from "../../../src/cell/sealed/version-lines.ts";
import { cellOptions, SKIP_SEALED } from "../../doubles/cell.ts";
import { createRepository } from "../../doubles/repository.ts";
import { createScratch } from "../../doubles/scratch.ts";

/** Each file with its lines for the cell. `?` stands for a version that is not copied, which no manager finds. */
const FILES: readonly (readonly [path: string, text: string, lines: string | undefined])[] = [
  [".python-version", "3.12.1\n3.11 # old\n", "3.12.1\n3.11\n"],
  [".python-version", "my-app-env\n../../evil\n", "my-app-env\n?\n"],
  [".nvmrc", "lts/iron\n", "lts/iron\n"],
  [".ruby-version", "ruby-3.3.0\n", "ruby-3.3.0\n"],
  [".ruby-version", "# none\n\n", undefined],
  [".python-version", `ghp_${"a1".repeat(18)}`, "?\n"],
  [".tool-versions", `x 0${"123456789abcdef0".repeat(2)}1234567\n`, "x ?\n"],
  [".tool-versions", "rust 1.75.0-x86_64-unknown-linux-gnu\n", undefined],
  [".tool-versions", "nodejs 22.1.0 system\njava temurin-21.0.1+12\npython 3.13.0rc1\n", undefined],
  [
    ".tool-versions",
    "nodejs path:/x/y ref:master\nelixir 1.17.2-otp-27\nalone\n",
    "nodejs ? ?\nelixir 1.17.2-otp-27\n",
  ],
  [".tool-versions", "machine api.example login me password s3cr3t\n$x 1\n", "machine ? ? ? ? ?\n"],
  [
    "mise.toml",
    `[tools] # mine\nnode = "22"\npython = ['3.12', "3.11"]\n"npm:prettier" = { version = "3", token = "s3cr3t" }\ngo = { path = "/x" }\n[tools.ruby]\nversion = "3.3"\npostinstall = "curl x"\n[env]\nA = "1"\n`,
    `[tools]\nnode = ["22"]\npython = ["3.12", "3.11"]\n"npm:prettier" = "3"\ngo = "?"\n[tools.ruby]\nversion = "3.3"\n`,
  ],
  [
    ".config/mise/config.toml",
    `[settings]\nidiomatic_version_file_enable_tools = ["node", "ruby"]\ngithub_token = "s3cr3t"\n[hooks]\nenter = "x"\n`,
    `[settings]\nidiomatic_version_file_enable_tools = ["node", "ruby"]\n`,
  ],
  [".config/mise/conf.d/a.toml", `[tools]\nnode = "{{ exec(command='x') }}"\n`, `[tools]\nnode = ["?"]\n`],
  ["rust-toolchain.toml", `[toolchain]\nchannel = "1.80"\npath = "/x"\n`, `[toolchain]\nchannel = "1.80"\n`],
  ["rust-toolchain", "nightly-2026-01-01\n", "nightly-2026-01-01\n"],
  [".asdfrc", "legacy_version_file = yes\npre_asdf_install = curl x\n", "legacy_version_file = yes\n"],
  [".npmrc", "//x/:_authToken=s3cr3t\n", undefined],
];

test("of a version manager's configuration the lines with versions are taken, and nothing else", () => {
  for (const [path, text, lines] of FILES) {
    const same = path === ".tool-versions" && lines === undefined ? text : lines;
    assert.equal(versionLines(`/h/${path}`, text), same?.replaceAll("?", "not-shown-in-the-cell"), `${path}: ${text}`);
  }
});

test("a file that another user could have placed, and one that is no small file, are left out", () => {
  using scratch = createScratch();
  const workDir = join(scratch.dir, "a/b");
  mkdirSync(join(scratch.dir, "a/.nvmrc"), { recursive: true });
  mkdirSync(workDir);
  writeFileSync(join(scratch.dir, "a/.ruby-version"), "1\n".repeat(100_000));
  writeFileSync(join(scratch.dir, ".python-version"), "3.12.1\n");
  symlinkSync("/dev/zero", join(scratch.dir, ".ruby-version"));
  writeFileSync(join(workDir, ".go-version"), "1.22\n"); // the workspace is mounted whole
  const places = { workDir, home: undefined, env: {}, filesDir: join(scratch.dir, "files"), isShown: () => false };
  const at = (mounts: ReturnType<typeof versionMounts>) => mounts.map((mount) => mount.at);
  assert.deepEqual(at(versionMounts(places)), [join(scratch.dir, ".python-version")]);
  assert.deepEqual(at(versionMounts({ ...places, isShown: () => true })), []);
});

test("variables name versions and folders of version managers; an empty one of the policy undoes a default", () => {
  const env = { MISE_NODE_VERSION: "22", ASDF_RUBY_VERSION: "3", RBENV_VERSION: "3.3", MISE_GITHUB_TOKEN: "s3cr3t" };
  const { MISE_GITHUB_TOKEN: _, ...versions } = env;
  assert.deepEqual(toolVariables({ ...env, RBENV_ROOT: "/r", ASDF_API_KEY: "s3cr3t" }), {
    ...versions,
    RBENV_ROOT: "/r",
  });
  assert.deepEqual(toolVariables({ XDG_CONFIG_HOME: "/c" }), { MISE_CONFIG_DIR: "/c/mise" });
  const of = (extra: Readonly<Record<string, string>>) =>
    cellEnvironment({ path: "/bin", home: "/h", tmpDir: "/tmp", user: "ann", extra });
  const { CI, USER, LOGNAME, PNPM_CONFIG_STORE_DIR: store } = of({});
  assert.deepEqual([CI, USER, LOGNAME, store], ["true", "ann", "ann", "/h/.local/share/pnpm/store"]);
  assert.deepEqual(["CI" in of({ CI: "" }), of({ OTHER: "" })["OTHER"]], [false, ""]);
  assert.equal(of({ npm_config_store_dir: "/s" })["PNPM_CONFIG_STORE_DIR"], "/s");
});

/** Managers, the tool that they choose, and where the version of the workspace comes from. */
const MANAGERS = [
  { manager: "pyenv", tool: "python", file: ".python-version", chosen: "globally" },
  { manager: "rbenv", tool: "ruby", file: ".ruby-version", chosen: "above" },
] as const;

for (const { manager, tool, file, chosen } of MANAGERS) {
  const program = findProgram(manager, process.env["PATH"] ?? "");
  const skip = SKIP_SEALED || (program === undefined && `${manager} is not installed`);
  test(
    `${manager}: a version chosen ${chosen} and a local one are the same in the cell as outside`,
    { skip },
    async () => {
      using scratch = createScratch();
      using origin = createRepository({ files: { "a.txt": "a\n" } });
      const home = join(scratch.dir, "home");
      const workDir = join(scratch.dir, "up/app");
      const files = join(scratch.dir, "private");
      mkdirSync(files);
      origin.git("clone", "-q", origin.dir, workDir);
      const place = (path: string, text: string): void => {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text, { mode: 0o755 });
      };
      const root = join(home, `.${manager}`);
      for (const version of ["1.1.1", "2.2.2", "3.3.3"]) {
        place(join(root, "versions", version, "bin", tool), `#!/bin/sh\necho ${version}\n`);
      }
      place(join(root, "version"), "1.1.1\n");
      if (chosen === "above") place(join(dirname(workDir), file), "2.2.2\n");
      place(join(workDir, "local", file), "3.3.3\n");
      const [name, version] = [`${manager.toUpperCase()}_ROOT`, `${manager.toUpperCase()}_VERSION`];
      const { [version]: _, ...rest } = process.env;
      const pathVar = `${root}/shims:${dirname(program ?? "")}:/usr/bin:/bin`;
      const env = { ...rest, HOME: home, [name]: root, PATH: pathVar };
      execFileSync(program ?? "", ["rehash"], { env });
      const command = `${tool}; cd local && ${tool}`;
      const outside = execFileSync("bash", ["-c", command], { cwd: workDir, env, encoding: "utf8" });
      const options = { want: "sealed", home, pathVar, env: { [name]: root }, toolDirs: [root] } as const;
      const cell = await openCell(cellOptions(workDir, files, options));
      const { output } = await cell.exec({ command, cwd: ".", timeoutMs: 10_000, maxOutputBytes: 1000 });
      await cell.close();
      const expected = `${chosen === "globally" ? "1.1.1" : "2.2.2"}\n3.3.3\n`;
      assert.deepEqual([outside, output], [expected, expected]);
    },
  );
}
