/**
 * An edit below a folder of a copied workspace changes nothing that tools key on: the build after it, without a network, does what it
 * does outside. The same lines run there and in the cell.
 */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { test } from "node:test";
import { toolFolders, toolVariables } from "../../src/cell/process/environment.ts";
import { openTestCell, SKIP_OVERLAYS, SKIP_SEALED } from "../doubles/cell.ts";
import { createRepository } from "../doubles/repository.ts";
import { IS_FULL } from "../doubles/size.ts";

const TOPS = ["src", "lib", "tests"];

interface Build {
  readonly probe: string;
  /** Prints what is built anew. */
  readonly build: string;
  readonly files: Readonly<Record<string, string>>;
  readonly edit: (top: string) => string;
}

const all = (text: (top: string) => string): string => TOPS.map(text).join("");
const inAll = (name: string, text: (top: string) => string): Record<string, string> =>
  Object.fromEntries(TOPS.map((top) => [`${top}/${name}`, text(top)]));
const TSC = `node ${resolve("node_modules/typescript/bin/tsc")}`;
/** Tools of npm's registry that a machine may have for this test. */
const OTHERS = resolve("node_modules/.cache/build-tools/node_modules");
const pom = (name: string, more: string): string =>
  `<project><modelVersion>4.0.0</modelVersion>${more}<groupId>x</groupId><artifactId>${name}</artifactId><version>1</version></project>\n`;

const BUILDS: Readonly<Record<string, Build>> = {
  make: {
    probe: "make --version",
    build: "make -f tool.mk",
    files: {
      "tool.mk": `all: ${TOPS.map((top) => `out/${top}.o`).join(" ")}\n${all((top) => `out/${top}.o: ${top} ${top}/mk.txt\n\tmkdir -p out && cp ${top}/mk.txt $@\n`)}`,
      ...inAll("mk.txt", (top) => `${top}\n`),
    },
    edit: (top) => `echo more >> ${top}/mk.txt`,
  },
  ninja: {
    probe: "ninja --version",
    build: "ninja -f tool.ninja -v | sed 's/^\\[.*\\] //' | sort",
    files: {
      "tool.ninja": `rule cp\n  command = cp $in $out\n${all((top) => `build nout/${top}.o: cp ${top}/nj.txt\n`)}`,
      ...inAll("nj.txt", (top) => `${top}\n`),
    },
    edit: (top) => `echo more >> ${top}/nj.txt`,
  },
  git: {
    probe: "git --version",
    build: "git -c core.untrackedCache=true status --porcelain --untracked-files=no; git diff --stat",
    files: inAll("git.txt", (top) => `${top}\n`),
    edit: (top) => `echo more >> ${top}/git.txt`,
  },
};

const MORE: typeof BUILDS = {
  go: {
    probe: "go version",
    build: "GOFLAGS=-mod=mod GOPROXY=off go test ./src ./lib ./tests | sed 's/[0-9.]*s$//'",
    files: {
      "go.mod": "module x\n\ngo 1.20\n",
      ...inAll("a_test.go", (top) => `package ${top}\n\nimport "testing"\n\nfunc TestA(t *testing.T) {}\n`),
    },
    edit: (top) => `echo '// more' >> ${top}/a_test.go`,
  },
  cargo: {
    probe: "cargo --version",
    build: "cargo build --offline 2>&1 | grep -o 'Compiling x\\|Finished'",
    files: {
      "Cargo.toml": '[package]\nname = "x"\nversion = "0.1.0"\nedition = "2021"\n[lib]\npath = "src/lib.rs"\n',
      "src/lib.rs": '#[path = "../lib/l.rs"] pub mod l;\n#[path = "../tests/t.rs"] pub mod t;\n',
      "lib/l.rs": "",
      "tests/t.rs": "",
    },
    edit: (top) => `echo '// more' >> ${{ src: "src/lib.rs", lib: "lib/l.rs", tests: "tests/t.rs" }[top]}`,
  },
  "tsc -b": {
    probe: `${TSC} --version`,
    build: `${TSC} -b -v | grep -o 'Building project.*\\|out of date because .*\\|is up to date' | sed "s#/.*/##g"`,
    files: {
      "tsconfig.json": JSON.stringify({ files: [], references: TOPS.map((path) => ({ path })) }),
      ...inAll("tsconfig.json", (top) =>
        JSON.stringify({ files: ["a.ts"], compilerOptions: { composite: true, types: [], outDir: `../tsout/${top}` } }),
      ),
      ...inAll("a.ts", (top) => `export const ${top} = 1;\n`),
    },
    edit: (top) => `echo 'export const more = 2;' >> ${top}/a.ts`,
  },
  pytest: {
    probe: "pytest --version",
    build: "pytest -q --last-failed --last-failed-no-failures none src lib tests 2>&1 | tail -n 1 | sed 's/ in .*//'",
    files: inAll("test_py.py", (top) => `def test_${top}(): pass\n`),
    edit: (top) => `echo 'def test_more(): assert False' >> ${top}/test_py.py`,
  },
  compileall: {
    probe: "python3 --version",
    build: "python3 -m compileall src lib tests | sort",
    files: inAll("c.py", () => "x = 1\n"),
    edit: (top) => `echo 'y = 2' >> ${top}/c.py`,
  },
  java: {
    probe: "javac -version",
    build:
      'for top in src lib tests; do [ "jout/$top/A.class" -nt $top/A.java ] || { javac -d jout $top/A.java && echo $top; }; done',
    files: inAll("A.java", (top) => `package ${top}; class A {}\n`),
    edit: (top) => `sleep 0.05; echo '// more' >> ${top}/A.java`,
  },
  maven: {
    probe: "mvn -v && ls ~/.m2/repository/org/apache/maven/plugins/maven-compiler-plugin",
    build:
      "mvn -o -B compile 2>&1 | grep -o 'Nothing to compile\\|Changes detected\\|Compiling 1 source file\\|BUILD .*'",
    files: {
      "pom.xml": pom(
        "x",
        `<packaging>pom</packaging><properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties><modules>${all((top) => `<module>${top}</module>`)}</modules>`,
      ),
      ...inAll("pom.xml", (top) =>
        pom(top, "<parent><groupId>x</groupId><artifactId>x</artifactId><version>1</version></parent>"),
      ),
      ...inAll("src/main/java/M.java", () => "class M {}\n"),
    },
    edit: (top) => `echo '// more' >> ${top}/src/main/java/M.java`,
  },
  jest: {
    probe: `node ${OTHERS}/jest/bin/jest.js --version`,
    build: `for only in '' --onlyChanged; do node ${OTHERS}/jest/bin/jest.js --config jest.config.json $only 2>&1 | grep '^PASS\\|^FAIL\\|^Tests:\\|^No tests' | sort; done`,
    files: {
      "jest.config.json": JSON.stringify({ testMatch: ["**/*.jest.js"], cacheDirectory: "out/jest" }),
      ...inAll("a.jest.js", (top) => `test("${top}", () => {});\n`),
    },
    edit: (top) => `echo '// more' >> ${top}/a.jest.js`,
  },
  turbo: {
    probe: `node ${OTHERS}/turbo/bin/turbo --version`,
    build: `node ${OTHERS}/turbo/bin/turbo run build --no-daemon --output-logs=hash-only 2>&1 | grep -o '^@x.*\\|Cached: .*' | sort`,
    files: {
      "package.json": JSON.stringify({ name: "x", private: true, packageManager: "npm@11.0.0", workspaces: TOPS }),
      "turbo.json": JSON.stringify({ tasks: { build: { outputs: ["out/**"] } } }),
      ...inAll("package.json", (top) =>
        JSON.stringify({ name: `@x/${top}`, scripts: { build: "mkdir -p out && cp turbo.txt out" } }),
      ),
      ...inAll("turbo.txt", (top) => `${top}\n`),
    },
    edit: (top) => `echo more >> ${top}/turbo.txt`,
  },
};

test(
  "the build after an edit below a folder does what it does outside",
  { skip: SKIP_SEALED || SKIP_OVERLAYS, timeout: 600_000 },
  async (t) => {
    const builds = IS_FULL ? { ...BUILDS, ...MORE } : BUILDS;
    const files = Object.assign({}, ...Object.values(builds).map((build) => build.files)) as Record<string, string>;
    const ignored = {
      ".gitignore": "out\nnout\ntsout\njout\n.turbo\ntarget\n__pycache__\n.pytest_cache\nCargo.lock\n",
    };
    const make = () => createRepository({ files: { ...files, ...ignored } });
    using outside = make();
    await using cell = await openTestCell({
      want: "sealed",
      repository: make(),
      options: {
        isolation: "overlay",
        env: toolVariables(process.env),
        toolDirs: [...toolFolders(process.env), resolve("node_modules")],
      },
    });
    t.after(async () => await cell.releaseOverlay());
    await cell.openNetwork({ hosts: [], onDenied: () => {} });
    for (const [tool, { probe, build, edit }] of Object.entries(builds)) {
      if ((await cell.sh(probe, { timeoutMs: 60_000 })).code !== 0) {
        t.diagnostic(`not installed: ${tool}`);
        continue;
      }
      const lines = [
        `mkdir -p out nout; ${build} > /dev/null 2>&1`,
        build,
        ...TOPS.flatMap((top) => [edit(top), build, build]),
      ];
      const script = lines.map((line) => `(${line})`).join("\necho --\n");
      const expected = execFileSync("bash", ["-c", script], {
        cwd: outside.dir,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
      const { output } = await cell.sh(`exec 2> /dev/null\n${script}`, { timeoutMs: 300_000 });
      assert.deepEqual([tool, output], [tool, expected]);
    }
  },
);
