/** The environment of the cell's processes. It is built from a list of allowed names, not by removing names from the controller's. */

import { join } from "node:path";
import { CACHE_VARIABLES } from "./cache-table.ts";

/** Variables that name the folder of one toolchain. */
const TOOLCHAINS = [
  ["ANDROID_HOME", "ANDROID_SDK_ROOT", "JAVA_HOME", "GRADLE_HOME", "M2_HOME", "MAVEN_HOME"],
  ["CONDA_PREFIX", "Python_ROOT_DIR", "Python3_ROOT_DIR", "VIRTUAL_ENV", "pythonLocation"],
  ["DOTNET_ROOT", "GOROOT", "RUSTUP_HOME"],
  // Version managers.
  ["ASDF_DATA_DIR", "ASDF_DIR", "FNM_DIR", "GOENV_ROOT", "JENV_ROOT", "MISE_DATA_DIR", "NODENV_ROOT", "NVM_DIR"],
  ["PYENV_ROOT", "RBENV_ROOT", "VOLTA_HOME"],
].flat();

/** The variables that the cell gets from the host, besides those of the caches. None contains a credential. */
const TOOL_NAMES = new Set(
  [
    TOOLCHAINS,
    ["LANG", "LC_ALL", "LD_LIBRARY_PATH", "PKG_CONFIG_PATH", "TZ"],
    // Versions, and options of tools.
    ["GEM_PATH", "GOFLAGS", "GOTOOLCHAIN", "NODE_ENV", "PYTHONPATH", "RUSTUP_TOOLCHAIN"],
    // Names of the files in which version managers look; the cell has their lines with versions only.
    [
      "ASDF_CONFIG_FILE",
      "ASDF_DEFAULT_TOOL_VERSIONS_FILENAME",
      "MISE_CONFIG_DIR",
      "MISE_ENV",
      "MISE_GLOBAL_CONFIG_FILE",
    ],
    // Which packages are installed, and where.
    ["BUNDLE_WITHOUT", "PIPENV_VENV_IN_PROJECT", "UV_PROJECT_ENVIRONMENT"],
    ["POETRY_VIRTUALENVS_CREATE", "POETRY_VIRTUALENVS_IN_PROJECT"],
  ].flat(),
);

/** Versions: `JAVA_HOME_17_X64` and the like on hosted runners, and the choice of a version manager. */
const VERSIONED =
  /^(?:(?:JAVA_HOME|GOROOT)_[0-9_]+_(?:X64|ARM64|arm64)|(?:ASDF|MISE)_[A-Z0-9_]+_VERSION|[A-Z]{2,5}ENV_VERSION)$/;

/** The variables of developers' tools. */
export function toolVariables(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const config = env["XDG_CONFIG_HOME"]; // the other configurations in it stay outside
  const mise = config === undefined ? {} : { MISE_CONFIG_DIR: join(config, "mise") };
  return Object.fromEntries(
    Object.entries({ ...mise, ...env }).flatMap(([name, value]) =>
      value !== undefined && (TOOL_NAMES.has(name) || CACHE_VARIABLES.has(name) || VERSIONED.test(name))
        ? [[name, value]]
        : [],
    ),
  );
}

/** The tools below the folder of a variable. The rest of it may be the user's own, or hold credentials. */
const TOOLS_BELOW: ReadonlyMap<string, string> = new Map([
  ...[...TOOLCHAINS, "RUNNER_TOOL_CACHE"].map((name) => [name, ""] as const),
  ["CARGO_HOME", "bin"],
  ["GOPATH", "bin"],
  ["SDKMAN_DIR", "candidates"],
]);

/** The folders of toolchains that the variables name. */
export function toolFolders(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value = ""]) => {
    const below = /^(?:JAVA_HOME|GOROOT)_\d\w*$/.test(name) ? "" : TOOLS_BELOW.get(name);
    return below !== undefined && value.startsWith("/") ? [join(value, below)] : [];
  });
}

export interface EnvironmentOptions {
  readonly path: string;
  readonly home: string;
  readonly tmpDir: string;
  readonly user?: string | undefined;
  /** Variables that override the defaults. An empty one removes its default, as `CI: ""` does. */
  readonly extra: Readonly<Record<string, string>>;
}

/** Configuration of git that no repository can replace: nested bare repositories count for none, no monitor and no hooks run. */
const GIT_CONFIG = {
  GIT_CONFIG_COUNT: "3",
  GIT_CONFIG_KEY_0: "safe.bareRepository",
  GIT_CONFIG_VALUE_0: "explicit",
  GIT_CONFIG_KEY_1: "core.fsmonitor",
  GIT_CONFIG_VALUE_1: "false",
  GIT_CONFIG_KEY_2: "core.hooksPath",
  GIT_CONFIG_VALUE_2: "/dev/null",
};

/** With these, git takes every repository for one, and its hooks run: the tests of git tools need both. The monitor stays off. */
export const ALL_REPOSITORIES = { GIT_CONFIG_COUNT: "2", GIT_CONFIG_VALUE_0: "all" };

/** With these, git runs the programs of a folder in place of the hooks of a repository. */
export const hooksFrom = (folder: string) => ({ GIT_CONFIG_VALUE_2: folder });

/** Go makes the folders of its modules read-only, so that they could not be removed with the run. */
const MODULES_CAN_BE_REMOVED = "-modcacherw";

/** The whole environment of a cell. Its settings turn off questions and pagers. */
export function cellEnvironment({ path, home, tmpDir, user, extra }: EnvironmentOptions): Record<string, string> {
  const data = extra["PNPM_HOME"] ?? join(extra["XDG_DATA_HOME"] ?? join(home, ".local/share"), "pnpm");
  const defaults: Record<string, string> = {
    CI: "true",
    ...GIT_CONFIG,
    GIT_PAGER: "cat",
    GIT_TERMINAL_PROMPT: "0",
    LANG: "C.UTF-8",
    PAGER: "cat",
    SHELL: "/bin/bash",
    TERM: "dumb",
    TZ: "UTC",
    // The caches are mounts of their own, so nothing can be linked from them.
    UV_LINK_MODE: "copy",
    // pnpm makes a store on the disk of the project where it cannot link from the one in the home folder.
    PNPM_CONFIG_STORE_DIR: extra["npm_config_store_dir"] ?? join(data, "store"),
    ...(user === undefined ? {} : { LOGNAME: user, USER: user }),
  };
  const isKept = ([name]: readonly [string, string]): boolean => extra[name] !== "" || !(name in defaults);
  return {
    ...Object.fromEntries(Object.entries({ ...defaults, ...extra }).filter(isKept)),
    GOFLAGS: [extra["GOFLAGS"] ?? "", MODULES_CAN_BE_REMOVED].join(" ").trim(),
    HOME: home,
    PATH: path,
    TMPDIR: tmpDir,
  };
}
