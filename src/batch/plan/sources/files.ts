/** Files of the base commit by glob: one task for each file, folder or package. */

import { posix } from "node:path";
import { compileGlobs } from "../../../policy/path-glob.ts";
import { sourceError, type SourceRecord } from "./source-record.ts";

export interface FilesSource {
  readonly globs: readonly string[];
  readonly per: "file" | "directory" | "package";
  /** All files of the commit, sorted. */
  readonly files: readonly string[];
  /** The files that count; all files when left out. */
  readonly found?: ReadonlySet<string> | undefined;
}

/** A folder with one of these is a package. */
const MANIFESTS = [
  "package.json",
  "pyproject.toml",
  "setup.py",
  "setup.cfg",
  "go.mod",
  "Cargo.toml",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "composer.json",
  "mix.exs",
  "pubspec.yaml",
  "Package.swift",
];
const MANIFEST_SUFFIXES = [".csproj", ".fsproj", ".gemspec", ".cabal"];

/** Line breaks, which no glob matches, and the character that stands for bytes which are not UTF-8. */
const ODD = /[\n\r\uFFFD]/g;

/** The records in the order of their paths. Throws `config.invalid` for a file without a package, or with a name that no prompt can contain. */
export function readFiles({ globs, per, files, found }: FilesSource): readonly SourceRecord[] {
  const matches = compileGlobs(globs);
  const odd = files.find((path) => path.search(ODD) !== -1 && matches(path.replaceAll(ODD, "_")));
  if (odd !== undefined)
    throw sourceError(
      JSON.stringify(odd),
      "the file's name has a line break or is not UTF-8",
      "Rename it, or narrow the glob.",
    );
  const chosen = files.filter((path) => (found?.has(path) ?? true) && matches(path));
  if (per === "file")
    return chosen.map((path) => record({ path, name: posix.basename(path), directory: posix.dirname(path) }));
  const folderOf = per === "directory" ? (path: string) => posix.dirname(path) : packageOf(files);
  const groups = Map.groupBy(chosen, folderOf);
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, inside]) =>
      record({
        path,
        name: path === "." ? "." : posix.basename(path),
        files: inside.join("\n"),
        count: String(inside.length),
      }),
    );
}

/** The path alone names the task, so that its files may change. */
function record(fields: Readonly<Record<string, string>> & { readonly path: string }): SourceRecord {
  return { fields, identity: { path: fields.path }, title: fields.path, place: fields.path };
}

/** The nearest folder above a file that has a manifest. */
function packageOf(files: readonly string[]): (path: string) => string {
  const packages = new Set(files.filter(isManifest).map((path) => posix.dirname(path)));
  return (path) => {
    for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
      if (packages.has(folder)) return folder;
      if (folder === ".")
        throw sourceError(
          path,
          "the file is in no package",
          `A package has one of: ${[...MANIFESTS, ...MANIFEST_SUFFIXES.map((end) => `*${end}`)].join(", ")}. Use \`per: directory\`.`,
        );
    }
  };
}

function isManifest(path: string): boolean {
  return MANIFESTS.includes(posix.basename(path)) || MANIFEST_SUFFIXES.some((end) => path.endsWith(end));
}
