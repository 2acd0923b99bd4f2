/**
 * Takes from a version manager's configuration the lines that name tools and their versions, and nothing else: such a file may also
 * hold tokens, variables, hooks and commands, and may name programs of a checkout.
 */

import { basename } from "node:path";

/** A number, or a number after words such as `temurin-`, or a word that managers know. `path:` and URLs are none. */
const VERSION =
  /^(?:(?:[a-z]+[\d.]*[-@])?v?\d[\d.]{0,24}(?:[-+._]?[a-z0-9]{1,12}){0,4}|lts(?:[/-][\w*]{1,16})?|beta|canary|latest|nightly|node|stable|system)$/i;
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
    return text.split("\n").flatMap((given) => {
      const line = given.trim();
      const header = /^\[\s*([^[\]]+?)\s*\]\s*(?:#.*)?$/.exec(line);
      if (header !== null) {
        const [, name = ""] = header;
        table = name;
        return tables.some((one) => one === name || (one !== "" && name.startsWith(`${one}.`))) && NAME.test(name)
          ? [`[${name}]`]
          : [];
      }
      if (table === "settings") return SETTINGS.test(line) ? [line] : [];
      const [, key = "", value = ""] = /^("[^"]*"|[\w.:@/-]+)\s*=\s*(.+)$/.exec(line) ?? [];
      const own = tables.find((one) => one === table || (one !== "" && table.startsWith(`${one}.`)));
      if (own === undefined || !TOOL.test(key.replaceAll('"', ""))) return [];
      if (table !== own) return key === "version" ? [`${key} = "${shown(quoted(value)[0] ?? "")}"`] : [];
      if (own === "toolchain") return key === "channel" ? [`${key} = "${shown(quoted(value)[0] ?? "")}"`] : [];
      if (value.startsWith("{")) {
        const version = quoted(/\bversion\s*=\s*(["'][^"']*["'])/.exec(value)?.[1] ?? "")[0] ?? "";
        return [`${key} = "${shown(version)}"`];
      }
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

/** The file for the cell: the lines of the host's file that name versions. Undefined where there are none. */
export function versionLines(path: string, text: string): string | undefined {
  const rewrite =
    [...VERSION_FILES].find(([name]) => path.endsWith(`/${name}`))?.[1] ??
    (basename(path) === ".asdfrc" ? asdf : /\/conf\.d\/[^/]+\.toml$/.test(path) ? mise : undefined);
  const lines = rewrite?.(text) ?? [];
  return lines.length === 0 ? undefined : `${lines.join("\n")}\n`;
}
