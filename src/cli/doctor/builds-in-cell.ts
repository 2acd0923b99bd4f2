/** The doctor's check of builds: the caches of this machine's tools, and whether they hold the packages of the lock files. */

import { execFile } from "node:child_process";
import { existsSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { jsonFile, NOWHERE } from "../../base/file-text.ts";
import { isWithin } from "../../base/paths/is-within.ts";
import { member } from "../../base/member.ts";
import { cacheFolders, type CacheFolder } from "../../cell/process/cache-table.ts";
import { toolVariables } from "../../cell/process/environment.ts";
import { findProgram } from "../../cell/programs.ts";
import type { PreflightCheck } from "../../github/preflight/preflight-check.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Cell } from "../../protocol/cell.ts";
import { fine, unsure, usedTools, type DoctorLook } from "./used-tools.ts";

interface BuildsOptions extends DoctorLook {
  readonly cell: Cell;
  /** Why the cell has no copies on write; undefined where it has them. */
  readonly withoutOverlays: string | undefined;
  /** Folders that are not copied on write though others are. */
  readonly uncopied: readonly { readonly at: string; readonly why: string }[];
  readonly sandbox: Policy["sandbox"];
  /** Whether a layer that `sandbox.setup` made for these lock files is kept on this machine; undefined without set-up. */
  readonly isSetUp?: boolean | undefined;
}

export async function buildsInCell(options: BuildsOptions): Promise<readonly PreflightCheck[]> {
  const used = new Set(usedTools(options.root).flatMap(({ name }) => CACHES_OF[name] ?? [name]));
  const shown = cachesHere(options).filter(({ tool }) => options.all || used.has(tool));
  const caches = Promise.all(shown.map(async (one) => await describeCache(one, options)));
  const found =
    options.sandbox.setup === undefined
      ? [...(await lockFiles(options)), ...withoutModules(options), ...withoutPackages(options)]
      : [setUp(options)]; // it installs what the files name
  return [overlay(options), ...(await caches), ...found];
}

/** The names of caches of tools with another name. */
const CACHES_OF: Readonly<Record<string, readonly string[]>> = {
  bundle: ["bundler", "gem"],
  dotnet: ["nuget"],
  mvn: ["maven"],
};

/** Whether the packages that `sandbox.setup` installs are here already. */
function setUp({ isSetUp }: BuildsOptions): PreflightCheck {
  const name = "set-up";
  if (isSetUp === true) return fine(name, "`sandbox.setup` has run: its layer is kept for these lock files");
  const detail =
    "`sandbox.setup` has not run here for these lock files, or its layer is not kept: the next run runs it";
  return unsure(name, detail, "Try it: kimi-runner cell --setup -- true");
}

/** Whether folders can be copies on write, and how much space the disk of the copies has. */
function overlay({ withoutOverlays }: BuildsOptions): PreflightCheck {
  const { bavail, bsize } = statfsSync(tmpdir());
  const free = `${sizeText(bavail * bsize)} free in ${tmpdir()}`;
  if (withoutOverlays === undefined) return fine("copies", `on write, ${free}`);
  const fix =
    "Caches are read-only then. Overlays need Linux 5.11, util-linux, and a folder for temporary files that is not on an overlay itself (TMPDIR).";
  return unsure("copies", `not mounted: ${withoutOverlays}; ${free}`, fix);
}

function cachesHere({ env }: BuildsOptions): readonly CacheFolder[] {
  const home = env["HOME"] ?? NOWHERE;
  return cacheFolders({ env: toolVariables(env), home }).filter(({ path }) => existsSync(path));
}

const run = promisify(execFile);

async function describeCache({ tool, path }: CacheFolder, options: BuildsOptions): Promise<PreflightCheck> {
  const { sandbox, withoutOverlays, uncopied } = options;
  const { caches = "copy" } = sandbox;
  const refused = uncopied.find(({ at }) => isWithin(path, at));
  const isRefused = withoutOverlays !== undefined || refused !== undefined;
  const mode = caches === "copy" && isRefused ? "read" : caches;
  const size = await run("du", ["-sk", path], {
    timeout: 5_000,
    env: { PATH: trustedPath(options.env["PATH"] ?? "", options.root) },
  }).then(
    ({ stdout }) => sizeText(Number.parseInt(stdout, 10) * 1024),
    () => "size unknown",
  );
  const detail = `${path}, ${size}, ${{ copy: "a copy on write", read: "read-only", none: "not shown" }[mode]}`;
  const foreign = statSync(path).uid !== statSync(options.root).uid && mode === "copy";
  const name = `${tool} cache`;
  if (refused !== undefined) {
    const fix = "Keep it on a disk of this machine, or name one in the tool's variable.";
    return unsure(name, `${detail}: ${refused.why}`, fix);
  }
  if (!foreign) return fine(name, detail);
  const fix = "It does not belong to the owner of the workspace: commands may not add to folders in it.";
  return unsure(name, detail, fix);
}

interface LockFile {
  readonly file: string;
  readonly program: string;
  /** The group of its hosts in `sandbox.network`. */
  readonly group: string;
  /** Files of the repository that the command needs; it runs among copies of them, since it writes beside them. */
  readonly copies?: readonly string[];
  readonly command: string;
}

/** The commands install what the lock file names, in another folder of the cell: the dry runs of npm and uv look at no package. */
const LOCK_FILES: readonly LockFile[] = [
  {
    file: "package-lock.json",
    program: "npm",
    group: "npm",
    copies: ["*package.json", "package-lock.json"],
    command: "npm ci --offline --ignore-scripts --no-audit --no-fund",
  },
  {
    file: "pnpm-lock.yaml",
    program: "pnpm",
    group: "npm",
    copies: ["pnpm-lock.yaml", "*.patch"],
    command: "pnpm fetch --offline",
  },
  {
    file: "yarn.lock",
    program: "yarn",
    group: "npm",
    copies: ["*package.json", "yarn.lock", ".yarnrc.yml", ".yarn"],
    command:
      "case $(yarn --version) in 1.*) yarn install --offline --frozen-lockfile --ignore-scripts --non-interactive;; *) YARN_ENABLE_NETWORK=0 yarn install --immutable --mode=skip-build;; esac",
  },
  {
    file: "uv.lock",
    program: "uv",
    group: "pypi",
    command: "UV_PROJECT_ENVIRONMENT=$(mktemp -d)/venv uv sync --offline --locked --no-install-workspace",
  },
  {
    file: "poetry.lock",
    program: "poetry",
    group: "pypi",
    copies: ["*pyproject.toml", "poetry.lock"],
    command: "POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-root --no-interaction",
  },
  // pip uses its cache only with network, so these commands check whether the packages are installed. They install nothing.
  { file: "Pipfile.lock", program: "pipenv", group: "pypi", command: "pipenv --venv" },
  {
    file: "requirements.txt",
    program: "python3",
    group: "pypi",
    command:
      "[ -d .venv ] || PIP_BREAK_SYSTEM_PACKAGES=1 python3 -m pip install -q --no-index --dry-run -r requirements.txt",
  },
  {
    file: "Gemfile.lock",
    program: "bundle",
    group: "rubygems",
    command:
      "bundle check || BUNDLE_FROZEN=true BUNDLE_APP_CONFIG=$(mktemp -d) BUNDLE_PATH=$(mktemp -d) bundle install --local",
  },
  { file: "go.work", program: "go", group: "go", command: "GOPROXY=off go mod download" },
  { file: "go.sum", program: "go", group: "go", command: "GOPROXY=off go mod download" },
  { file: "Cargo.lock", program: "cargo", group: "crates", command: "cargo fetch --offline --locked" },
];

/** A command that runs among copies of the files. In a workspace of packages each package has a manifest of its own. */
function amongCopies({ copies, command }: LockFile): string {
  if (copies === undefined) return command;
  const names = copies.map((name) => `'${name}'`).join(" ");
  return `d=$(mktemp -d) && git ls-files -z -- ${names} | xargs -0 cp --parents -t "$d" && cd "$d" && ${command}`;
}

function problemIn(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return lines.find((line) => /\b(?:err(?:or)?|failed|fatal)\b|ERR_/i.test(line)) ?? lines[0] ?? "";
}

async function lockFiles({ cell, root, env }: BuildsOptions): Promise<readonly PreflightCheck[]> {
  const found: PreflightCheck[] = [];
  for (const lockFile of LOCK_FILES) {
    const { file, program, group } = lockFile;
    if (!existsSync(join(root, file))) continue;
    if (findProgram(program, env["PATH"] ?? "") === undefined) continue; // the check of tools says so
    const command = amongCopies(lockFile);
    const { code, output } = await cell.exec({ command, cwd: ".", timeoutMs: 60_000, maxOutputBytes: 100_000 });
    const problem = `does not install without network: ${problemIn(output).trim().slice(0, 200)}`;
    if (code === 0) found.push(fine(file, "what it names is here: commands have it without network"));
    else if (group === "npm" && hasModules(root))
      found.push(fine(file, `is installed, and commands find its packages; once more it ${problem}`));
    else found.push(unsure(file, problem, howToInstall(group)));
  }
  return found;
}

function hasModules(root: string): boolean {
  return ["node_modules", ".pnp.cjs"].some((name) => existsSync(join(root, name)));
}

/** A package.json with dependencies that nothing installed: a lock file whose packages are in a cache does not put them there. */
function withoutModules({ root }: BuildsOptions): readonly PreflightCheck[] {
  const manifest = jsonFile(join(root, "package.json"));
  const named = ["dependencies", "devDependencies"].some((key) => Object.keys(member(manifest, key) ?? {}).length > 0);
  if (!named || hasModules(root)) return [];
  const detail = "is missing: commands find no packages of package.json";
  return [unsure("node_modules", detail, howToInstall("npm"))];
}

/** Tools whose installation is not tried: file, tool, group of its hosts, and folder of installed packages. */
const OTHERS: readonly (readonly [file: string, tool: string, group: string, installed: string])[] = [
  ["pom.xml", "maven", "maven", "lib"],
  ["build.gradle", "gradle", "gradle", "lib"],
  ["build.gradle.kts", "gradle", "gradle", "lib"],
  ["composer.json", "composer", "packagist", "vendor"],
];

/** Projects whose packages commands cannot get: there is no cache and no host. */
function withoutPackages(options: BuildsOptions): readonly PreflightCheck[] {
  const { root, sandbox } = options;
  const cached = new Set(cachesHere(options).map(({ tool }) => tool));
  const listed = new Set(sandbox.network.map((entry) => (typeof entry === "string" ? entry : entry.host)));
  return OTHERS.filter(
    ([file, tool, group, installed]) =>
      existsSync(join(root, file)) && !cached.has(tool) && !listed.has(group) && !existsSync(join(root, installed)),
  ).map(([file, tool, group]) => {
    const why = `this machine has no cache of ${tool}, and \`sandbox.network\` does not list \`${group}\``;
    return unsure(file, `commands find no packages: ${why}`, howToInstall(group));
  });
}

function howToInstall(group: string): string {
  return `Let a step before the run install them once, list \`${group}\` in \`sandbox.network\`, or use \`sandbox.setup\`.`;
}

function sizeText(bytes: number): string {
  return bytes >= 1024 ** 3 ? `${(bytes / 1024 ** 3).toFixed(1)} GiB` : `${Math.ceil(bytes / 1024 ** 2)} MiB`;
}
