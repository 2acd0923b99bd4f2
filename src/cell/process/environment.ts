/** The environment of the cell's processes. It is built from a list of allowed names, not by removing names from the controller's. */

import { join } from "node:path";
import { CACHE_VARIABLES } from "./cache-table.ts";

/** Variables that name the folder of one toolchain. */
const TOOLCHAINS = [
  ["ANDROID_HOME", "ANDROID_SDK_ROOT", "JAVA_HOME", "GRADLE_HOME", "M2_HOME", "MAVEN_HOME"],
  ["CONDA_PREFIX", "PYENV_ROOT", "Python_ROOT_DIR", "Python3_ROOT_DIR", "VIRTUAL_ENV", "pythonLocation"],
  ["DOTNET_ROOT", "GOROOT", "NVM_DIR", "RUSTUP_HOME"],
].flat();

/** The variables that the cell gets from the host, besides those of the caches. None contains a credential. */
const TOOL_NAMES = new Set(
  [
    TOOLCHAINS,
    ["LANG", "LC_ALL", "LD_LIBRARY_PATH", "PKG_CONFIG_PATH", "TZ"],
    // Versions, and options of tools.
    ["GOFLAGS", "GOTOOLCHAIN", "NODE_ENV", "PYENV_VERSION", "PYTHONPATH", "RUSTUP_TOOLCHAIN"],
    // Which packages are installed, and where.
    ["BUNDLE_WITHOUT", "PIPENV_VENV_IN_PROJECT", "UV_PROJECT_ENVIRONMENT"],
    ["POETRY_VIRTUALENVS_CREATE", "POETRY_VIRTUALENVS_IN_PROJECT"],
  ].flat(),
);

/** The variables of developers' tools. `JAVA_HOME_17_X64` and the like are names on hosted runners. */
export function toolVariables(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined &&
      (TOOL_NAMES.has(name) || CACHE_VARIABLES.has(name) || /^(JAVA_HOME|GOROOT)_[0-9_]+_(X64|ARM64|arm64)$/.test(name))
        ? [[name, value]]
        : [],
    ),
  );
}

/**
 * The folder of tools below the one that a variable names. The rest of the folders of cargo, Go and SDKMAN may be the user's own, or
 * hold credentials.
 */
const TOOLS_BELOW: ReadonlyMap<string, string> = new Map([
  ...[...TOOLCHAINS, "RUNNER_TOOL_CACHE", "VOLTA_HOME"].map((name) => [name, ""] as const),
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
  /** Variables that override the defaults. */
  readonly extra: Readonly<Record<string, string>>;
}

/**
 * Configuration of git that no repository of the workspace can replace. Git does not take a folder that looks like a bare repository
 * for one, and starts neither the monitor nor the hooks that a nested repository names.
 */
const GIT_CONFIG = {
  GIT_CONFIG_COUNT: "3",
  GIT_CONFIG_KEY_0: "safe.bareRepository",
  GIT_CONFIG_VALUE_0: "explicit",
  GIT_CONFIG_KEY_1: "core.fsmonitor",
  GIT_CONFIG_VALUE_1: "false",
  GIT_CONFIG_KEY_2: "core.hooksPath",
  GIT_CONFIG_VALUE_2: "/dev/null",
};

/** Go makes the folders of its modules read-only, so that they could not be removed with the run. */
const MODULES_CAN_BE_REMOVED = "-modcacherw";

/** The whole environment of a cell. Its settings turn off questions, pagers and colours. */
export function cellEnvironment({ path, home, tmpDir, extra }: EnvironmentOptions): Record<string, string> {
  return {
    CI: "true",
    ...GIT_CONFIG,
    GIT_PAGER: "cat",
    GIT_TERMINAL_PROMPT: "0",
    LANG: "C.UTF-8",
    NO_COLOR: "1",
    PAGER: "cat",
    SHELL: "/bin/bash",
    TERM: "dumb",
    TZ: "UTC",
    // The caches are mounts of their own, so nothing can be linked from them.
    UV_LINK_MODE: "copy",
    ...extra,
    GOFLAGS: [extra["GOFLAGS"] ?? "", MODULES_CAN_BE_REMOVED].join(" ").trim(),
    HOME: home,
    PATH: path,
    TMPDIR: tmpDir,
  };
}
