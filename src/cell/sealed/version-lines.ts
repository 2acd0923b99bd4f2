/** Takes the versions of tools from a version manager's configuration, and nothing else: it may also hold tokens and commands. */

import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileText, namesIn, statOrNone } from "../../base/file-text.ts";
import { foldersAbove } from "../../base/paths/byte-paths.ts";
import { isWithin } from "../../base/paths/is-within.ts";
import type { Mount } from "../process/mounts.ts";

/** A version such as `21.0.2+13.0.LTS` or `temurin-21`, or a word that managers know; no `path:`, URL or token. */
const PIECE = String.raw`(?:\d{1,10}(?:[a-z]{1,12}\d{0,8})?|[a-z]{1,12}\d{0,8})`;
const WORDS = String.raw`lts(?:[/-][\w*]{1,16})?|beta|canary|latest|nightly|node|stable|system`;
const VERSION = new RegExp(
  String.raw`^(?:(?:[a-z]{1,20}[\d.]{0,12}[-@])?v?(?=\d)${PIECE}(?:[-+._]${PIECE}){0,9}|${WORDS})$`,
  "i",
);
const TOOL = /^[a-z@][\w@:./-]{0,80}$/i;

/** What stands for a version that is not copied, so that the manager reports it in place of taking another one. */
const UNKNOWN = "not-shown-in-the-cell";

type Rewrite = (text: string) => readonly string[];

const shown = (version: string): string => (VERSION.test(version) ? version : UNKNOWN);

/** One version on each line, as in `.python-version`. It may be the name of a virtual environment. */
const plain: Rewrite = (text) =>
  words(text).map((word) => (/^\w(?!.*\.\.)[\w.+@*/-]{0,31}$/.test(word) ? word : shown(word)));

/** A tool and its versions on each line, as in `.tool-versions`. */
const named: Rewrite = (text) =>
  text.split("\n").flatMap((line) => {
    const [tool = "", ...versions] = words(line);
    return TOOL.test(tool) && versions.length > 0 ? [[tool, ...versions.map(shown)].join(" ")] : [];
  });

function words(text: string): readonly string[] {
  return text
    .replaceAll(/#.*$/gm, "")
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** The settings of mise and asdf by which a manager reads `.nvmrc` and the like. */
const SETTINGS = /^idiomatic_version_file_enable_tools\s*=\s*\[[\s\w",-]*\]$/;
const LEGACY = /^legacy_version_file\s*=\s*(?:yes|no)$/;

/** The lines of these tables of a TOML file: `tool = "1"`, `tool = ["1", "2"]`, `tool = { version = "1", … }`. */
const toml =
  (tables: readonly string[]): Rewrite =>
  (text) => {
    let table = "";
    let own: string | undefined;
    return text.split("\n").flatMap((given) => {
      const line = given.trim();
      const [header, name = ""] = /^\[\s*([^[\]]+?)\s*\]\s*(?:#.*)?$/.exec(line) ?? [];
      if (header !== undefined) {
        table = name;
        own = tables.find((one) => one === name || name.startsWith(`${one}.`));
        return own !== undefined && NAME.test(name) ? [`[${name}]`] : [];
      }
      if (table === "settings") return SETTINGS.test(line) ? [line] : [];
      const [, key = "", value = ""] = /^("[^"]*"|[\w.:@/-]+)\s*=\s*(.+)$/.exec(line) ?? [];
      if (own === undefined || !TOOL.test(key.replaceAll('"', ""))) return [];
      const only = (text: string): readonly string[] => [`${key} = "${shown(quoted(text)[0] ?? "")}"`];
      if (table !== own) return key === "version" ? only(value) : [];
      if (own === "toolchain") return key === "channel" ? only(value) : [];
      if (value.startsWith("{")) return only(/\bversion\s*=\s*(["'][^"']*["'])/.exec(value)?.[1] ?? "");
      const versions = quoted(value).map((one) => `"${shown(one)}"`);
      return [`${key} = [${versions.length === 0 ? `"${UNKNOWN}"` : versions.join(", ")}]`];
    });
  };

const NAME = /^[\w."@:/-]{1,100}$/;

function quoted(value: string): readonly string[] {
  return [...value.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, double, single]) => double ?? single ?? "");
}

const mise = toml(["tools", "settings"]);
const rust = toml(["toolchain"]);

/** Files that decide which version a tool has in their folder and in those below it. */
export const VERSION_FILES: ReadonlyMap<string, Rewrite> = new Map([
  [".tool-versions", named],
  ...["mise.toml", ".mise.toml", "mise/config.toml", ".mise/config.toml", ".config/mise.toml"].map(
    (name) => [name, mise] as const,
  ),
  [".config/mise/config.toml", mise],
  ...[".go-version", ".java-version", ".node-version", ".nvmrc", ".python-version", ".ruby-version"].map(
    (name) => [name, plain] as const,
  ),
  ["rust-toolchain", (text) => (text.includes("[") ? rust : plain)(text)],
  ["rust-toolchain.toml", rust],
]);

const asdf: Rewrite = (text) => text.split("\n").filter((line) => LEGACY.test(line));

/** The largest configurations have a hundred lines. */
const MAX_BYTES = 64 * 1024;

export interface VersionPlaces {
  readonly workDir: string;
  /** The user's home folder, which has the same path in the cell. */
  readonly home: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly filesDir: string;
  /** Whether the cell shows a path of the host already. */
  readonly isShown: (path: string) => boolean;
}

/** Mounts of the configurations outside of the workspace: those of its parent folders, of the user and of the system. */
export function versionMounts({ workDir, home, env, filesDir, isShown }: VersionPlaces): readonly Mount[] {
  const homes = home === undefined ? [] : [home];
  const above = [...foldersAbove(workDir), "/"].filter((dir) => dir !== home);
  const config = env["MISE_CONFIG_DIR"] ?? (home === undefined ? "/etc/mise" : join(home, ".config/mise"));
  const folders = [config, "/etc/mise"].flatMap((dir) => [
    join(dir, "config.toml"),
    ...namesIn(join(dir, "conf.d")).map((name) => join(dir, "conf.d", name)),
  ]);
  const named = [env["MISE_GLOBAL_CONFIG_FILE"] ?? [], env["ASDF_CONFIG_FILE"] ?? []].flat();
  const paths = [
    ...[...above, ...homes].flatMap((dir) => [...VERSION_FILES.keys()].map((name) => join(dir, name))),
    ...homes.map((dir) => join(dir, ".asdfrc")),
    ...folders,
    ...named,
  ];
  const found = [...new Set(paths)].flatMap((at) => {
    const stats = statOrNone(at);
    if (stats?.isFile() !== true || stats.size > MAX_BYTES || isWithin(at, workDir) || isShown(at)) return [];
    if (![0, process.getuid?.(), lstatSync(workDir).uid].includes(lstatSync(at).uid)) return []; // in /tmp anybody can make a link
    const lines = versionLines(at, fileText(at) ?? "");
    return lines === undefined ? [] : [{ at, lines }];
  });
  if (found.length > 0) mkdirSync(filesDir, { recursive: true });
  return found.map(({ at, lines }, index) => {
    const from = join(filesDir, `version-${index}`);
    writeFileSync(from, lines);
    return { kind: "ro", from, at };
  });
}

/** The file for the cell: the lines of the host's file that name versions. Undefined where there are none. */
export function versionLines(path: string, text: string): string | undefined {
  const rewrite =
    [...VERSION_FILES].find(([name]) => path.endsWith(`/${name}`))?.[1] ??
    (path.endsWith(".toml") ? mise : basename(path).endsWith("asdfrc") ? asdf : undefined);
  const lines = rewrite?.(text) ?? [];
  return lines.length === 0 ? undefined : `${lines.join("\n")}\n`;
}
