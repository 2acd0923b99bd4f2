/** The configuration of a machine's package managers: variables and files of the user and the system, never of a repository. */

import { isAbsolute, join } from "node:path";
import { givenText } from "../../base/file-text.ts";

export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string | undefined;
  /** The text of a file, relative to the home folder or absolute; empty where there is none that can be read. */
  readonly read: (path: string) => string;
}

/** Such a file has about a kilobyte. */
const MAX_BYTES = 1_000_000;

export function machineOf(env: Machine["env"]): Machine {
  const home = env["HOME"];
  return {
    env,
    home,
    read(path) {
      const file = isAbsolute(path) ? path : home === undefined ? undefined : join(home, path);
      return (file === undefined ? undefined : givenText(file, MAX_BYTES)) ?? "";
    },
  };
}

/** The value of the first line `key = value` with this key, without quotes. Comments do not count. */
export function iniValue(text: string, key: string): string | undefined {
  const wanted = key.toLowerCase();
  for (const line of text.split("\n")) {
    const [, name = "", value = ""] = /^\s*([^#;=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name.toLowerCase() === wanted && value !== "") return value.replace(/^(["'])(.*)\1$/, "$2");
  }
  return undefined;
}
