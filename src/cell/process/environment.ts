/** What the cell's processes find in their environment: a list of names, never the controller's own environment minus something. */

/** Where toolchains say where they are. None of them holds a credential. */
const TOOL_NAMES = new Set([
  "ANDROID_HOME",
  "ANDROID_SDK_ROOT",
  "CONDA_PREFIX",
  "DOTNET_ROOT",
  "GOROOT",
  "GOPATH",
  "GOFLAGS",
  "GOTOOLCHAIN",
  "JAVA_HOME",
  "LD_LIBRARY_PATH",
  "LANG",
  "LC_ALL",
  "NODE_ENV",
  "NVM_DIR",
  "PKG_CONFIG_PATH",
  "PYENV_ROOT",
  "PYENV_VERSION",
  "PYTHONPATH",
  "Python_ROOT_DIR",
  "Python3_ROOT_DIR",
  "RUSTUP_HOME",
  "RUSTUP_TOOLCHAIN",
  "TZ",
  "VIRTUAL_ENV",
  "pythonLocation",
]);

/** Keeps the variables a developer's tools need. `JAVA_HOME_17_X64` and its like are hosted runners' names. */
export function toolVariables(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && (TOOL_NAMES.has(name) || /^(JAVA_HOME|GOROOT)_[0-9_]+_(X64|ARM64|arm64)$/.test(name))
        ? [[name, value]]
        : [],
    ),
  );
}

export interface EnvironmentOptions {
  readonly path: string;
  readonly home: string;
  readonly tmpDir: string;
  /** Wins over the defaults. */
  readonly extra: Readonly<Record<string, string>>;
}

/** The whole environment of a cell. Nothing in it asks a question, opens a pager or draws a colour. */
export function cellEnvironment({ path, home, tmpDir, extra }: EnvironmentOptions): Record<string, string> {
  return {
    CI: "true",
    GIT_PAGER: "cat",
    GIT_TERMINAL_PROMPT: "0",
    LANG: "C.UTF-8",
    NO_COLOR: "1",
    PAGER: "cat",
    SHELL: "/bin/bash",
    TERM: "dumb",
    TZ: "UTC",
    ...extra,
    HOME: home,
    PATH: path,
    TMPDIR: tmpDir,
  };
}
