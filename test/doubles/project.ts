/** Checkouts of the small projects of `test/projects`, and a home folder whose caches have what they need. */

import { execFile } from "node:child_process";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { createRepository, type TemporaryRepository } from "./repository.ts";
import { missing } from "./missing.ts";

export interface Project {
  /** Folder of `test/projects`. */
  readonly folder: string;
  /** Programs of this machine. */
  readonly needs: readonly string[];
  /** Fills the caches and writes the lock file, on the host. */
  readonly warm: string;
  /** What building made in the checkout. */
  readonly made?: readonly string[];
  /** Builds and tests from the caches alone. */
  readonly offline: string;
  /** In the output of the tests when they passed. */
  readonly passed: RegExp;
  /** Builds and tests with an empty cache, and the group of hosts that this needs. */
  readonly online?: { readonly group: string; readonly command: string };
}

const NODE = {
  folder: "node",
  made: ["node_modules"],
  passed: /pass 1\b/,
};

const PYTHON = { folder: "python", made: [".venv"], passed: /^OK$/m };

/** Projects that are warm in a few seconds. */
export const QUICK_PROJECTS: Readonly<Record<string, Project>> = {
  npm: {
    ...NODE,
    needs: ["npm"],
    warm: "npm install --no-audit --no-fund",
    offline: "npm ci && npm test",
    online: { group: "npm", command: "npm ci && npm test" },
  },
  go: {
    folder: "go",
    needs: ["go"],
    warm: "go mod download",
    offline: "go test ./...",
    online: { group: "go", command: "go test ./..." },
    passed: /^ok\s+example\.com\/app/m,
  },
  cargo: {
    folder: "rust",
    needs: ["cargo"],
    warm: "cargo fetch",
    offline: "cargo test --offline",
    online: { group: "crates", command: "cargo test" },
    passed: /test result: ok\. 1 passed/,
  },
};

const fromNpm = (name: string): string => `npm install --silent --prefix ~/tools ${name} >/dev/null 2>&1`;

/** Yarn 4 in a folder of its own, beside yarn 1, which has the same name. */
const yarn4 = (dir: string, words: string): string =>
  `YARN_NODE_LINKER=node-modules ${dir}/node_modules/.bin/yarn ${words}`;
const getYarn4 = (dir: string): string => `npm install --silent --prefix ${dir} @yarnpkg/cli-dist@4.12.0`;

/** The others: their package manager comes from a registry too, or downloads a lot. */
export const SLOW_PROJECTS: Readonly<Record<string, Project>> = {
  pnpm: {
    ...NODE,
    needs: ["npm"],
    warm: `${fromNpm("pnpm@10.12.1")} && pnpm install`,
    offline: "pnpm install --offline --frozen-lockfile && npm test",
    online: {
      group: "npm",
      command: "npm install --silent --prefix ~/p pnpm@10.12.1 && ~/p/node_modules/.bin/pnpm install && npm test",
    },
  },
  yarn: {
    ...NODE,
    needs: ["npm"],
    warm: `${fromNpm("yarn@1.22.22")} && yarn install && YARN_CACHE_FOLDER=~/.cache/yarn yarn install --force`,
    offline: "yarn install --offline --frozen-lockfile && npm test",
    online: {
      group: "npm",
      command: "npm install --silent --prefix ~/y yarn@1.22.22 && ~/y/node_modules/.bin/yarn install && npm test",
    },
  },
  yarn4: {
    ...NODE,
    needs: ["npm"],
    warm: `${getYarn4("~/tools/yarn4")} && ${yarn4("~/tools/yarn4", "install")}`,
    offline: `YARN_ENABLE_NETWORK=0 ${yarn4("~/tools/yarn4", "install --immutable")} && npm test`,
    online: { group: "npm", command: `${getYarn4("~/y")} && ${yarn4("~/y", "install --immutable")} && npm test` },
  },
  // RubyGems is not everywhere, so the gem is one of the project's own, as `bundle cache` keeps them.
  bundler: {
    folder: "ruby",
    needs: ["bundle"],
    warm: "mkdir -p vendor/cache && cd greeter && gem build -q greeter.gemspec -o ../vendor/cache/greeter-1.0.0.gem && cd .. && BUNDLE_PATH=vendor/bundle bundle install --local",
    made: ["vendor/bundle", ".bundle"],
    offline: "export BUNDLE_PATH=vendor/bundle; bundle install --local && bundle exec ruby app_test.rb",
    passed: /^1 passed$/m,
  },
  uv: {
    ...PYTHON,
    needs: ["python3"],
    warm: "python3 -m venv ~/tools/uv && ~/tools/uv/bin/pip install -q uv==0.9.0 && uv sync -q",
    offline: "uv sync --offline && .venv/bin/python test_app.py",
    online: {
      group: "pypi",
      command:
        "python3 -m venv ~/u && ~/u/bin/pip install -q uv==0.9.0 && ~/u/bin/uv sync && .venv/bin/python test_app.py",
    },
  },
  maven: {
    folder: "java",
    needs: ["mvn", "javac"],
    warm: 'mvn -q -B -Duser.home="$HOME" test',
    made: ["target"],
    offline: "mvn -o -q -B test",
    online: { group: "maven", command: "mvn -q -B test" },
    passed: /Tests run: 1, Failures: 0/,
  },
};

export interface Home {
  readonly dir: string;
  /** For programs of the host and for kimi-runner. */
  readonly env: Readonly<Record<string, string>>;
}

/** A home folder for the programs of this machine, with toolchains where they are and caches of its own. */
export async function createHome(dir: string): Promise<Home> {
  mkdirSync(join(dir, "tools"), { recursive: true });
  // What the program keeps of a run stands beside the folder that is compared.
  const { PATH = "", HOME = "/root", RUSTUP_HOME = join(HOME, ".rustup") } = process.env;
  const tools = ["node_modules/.bin", "uv/bin", "yarn4/node_modules/.bin"].map((path) => join(dir, "tools", path));
  const env = { PATH: [...tools, PATH].join(":"), HOME: dir, RUSTUP_HOME, XDG_STATE_HOME: `${dir}-state` };
  if (missing("go").length > 0) return { dir, env };
  // Building the standard library takes a minute; this machine's cache has it.
  const { stdout } = await run("go", ["env", "GOCACHE"]);
  return { dir, env: { ...env, GOCACHE: stdout.trim() } };
}

const run = promisify(execFile);

/** Which of the project's programs this machine lacks. */
export function lackOf({ needs }: Project): string | undefined {
  return missing(...needs)[0];
}

/** A repository with the project in it, whose dependencies are in the caches of the home folder, and not installed. */
export async function checkOut({ folder, warm, made = [] }: Project, { env }: Home): Promise<TemporaryRepository> {
  const repository = createRepository({ files: { ".gitignore": made.map((name) => `${name}\n`).join("") } });
  cpSync(resolve("test/projects", folder), repository.dir, { recursive: true });
  // npm hands its settings to its scripts; the one for lock files without addresses makes some that no npm installs offline.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"));
  const options = { cwd: repository.dir, env: { ...Object.fromEntries(own), ...env }, timeout: 120_000 };
  await run("bash", ["-c", warm], options);
  for (const name of made) rmSync(join(repository.dir, name), { recursive: true, force: true });
  repository.commit("with its lock file");
  return repository;
}
