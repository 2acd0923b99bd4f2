/**
 * Packs WebAssembly from npm packages: the tree-sitter grammars, and PDFium. The packed files are committed: as dependencies the
 * packages would add 40 MB and 20 native builds to each `npm ci`, for 3.5 MB of files that change once a year. Run it with `--write`
 * after a change of the versions. Without that option it checks that the committed files are those of the packages.
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/** Package and version, then for each file our name and the path in the package. */
type Packages = readonly (readonly [spec: string, files: Readonly<Record<string, string>>])[];

const GRAMMARS: Packages = [
  ["web-tree-sitter@0.27.1", { runtime: "web-tree-sitter.wasm" }],
  ["tree-sitter-bash@0.25.1", { bash: "tree-sitter-bash.wasm" }],
  ["tree-sitter-c@0.24.1", { c: "tree-sitter-c.wasm" }],
  ["tree-sitter-c-sharp@0.23.5", { c_sharp: "tree-sitter-c_sharp.wasm" }],
  ["tree-sitter-cpp@0.23.4", { cpp: "tree-sitter-cpp.wasm" }],
  ["tree-sitter-css@0.25.0", { css: "tree-sitter-css.wasm" }],
  ["tree-sitter-elixir@0.3.5", { elixir: "tree-sitter-elixir.wasm" }],
  ["tree-sitter-go@0.25.0", { go: "tree-sitter-go.wasm" }],
  ["@tree-sitter-grammars/tree-sitter-hcl@1.2.0", { hcl: "tree-sitter-hcl.wasm" }],
  ["tree-sitter-html@0.23.2", { html: "tree-sitter-html.wasm" }],
  ["tree-sitter-java@0.23.5", { java: "tree-sitter-java.wasm" }],
  ["tree-sitter-javascript@0.25.0", { javascript: "tree-sitter-javascript.wasm" }],
  ["@tree-sitter-grammars/tree-sitter-kotlin@1.1.0", { kotlin: "tree-sitter-kotlin.wasm" }],
  ["@tree-sitter-grammars/tree-sitter-lua@0.4.1", { lua: "tree-sitter-lua.wasm" }],
  ["tree-sitter-php@0.24.2", { php: "tree-sitter-php.wasm" }],
  ["tree-sitter-python@0.25.0", { python: "tree-sitter-python.wasm" }],
  ["tree-sitter-ruby@0.23.1", { ruby: "tree-sitter-ruby.wasm" }],
  ["tree-sitter-rust@0.24.0", { rust: "tree-sitter-rust.wasm" }],
  ["tree-sitter-scala@0.24.0", { scala: "tree-sitter-scala.wasm" }],
  ["tree-sitter-typescript@0.23.2", { typescript: "tree-sitter-typescript.wasm", tsx: "tree-sitter-tsx.wasm" }],
  ["@tree-sitter-grammars/tree-sitter-zig@1.1.2", { zig: "tree-sitter-zig.wasm" }],
];

const FOLDERS: Readonly<Record<string, Packages>> = {
  "src/index/grammars": GRAMMARS,
  "src/pictures/pdf": [["@embedpdf/pdfium@2.15.1", { pdfium: "dist/pdfium.wasm" }]],
};

interface Packed {
  readonly name: string;
  readonly from: string;
  /** SHA-256 of the packed file; `wasm` is that of the WebAssembly in it. */
  readonly sha256: string;
  readonly wasm: string;
}

const work = mkdtempSync(join(tmpdir(), "kimi-wasm-"));
const isWriting = process.argv.includes("--write");
const wrong: string[] = [];
try {
  for (const [folder, packages] of Object.entries(FOLDERS)) packFolder(folder, packages);
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const line of wrong) console.error(line);
process.exitCode = wrong.length > 0 ? 1 : 0;

function packFolder(folder: string, packages: Packages): void {
  const rows: Packed[] = [];
  const licences = new Map<string, string[]>();
  mkdirSync(folder, { recursive: true });
  for (const [spec, files] of packages) {
    const dir = unpacked(spec);
    const found = ["LICENSE", "LICENSE.md", "LICENSE.txt"].flatMap((name) => read(join(dir, name)) ?? [])[0];
    if (found === undefined) throw new Error(`${spec} has no licence file; write to its authors, or leave it out`);
    const others = globSync("LICENSE.*", { cwd: dir }).filter((name) => !/\.(?:md|txt)$/.test(name));
    const words = [found, ...others.map((name) => readFileSync(join(dir, name)))].join("\n\n").trim();
    licences.set(words, [...(licences.get(words) ?? []), spec]);
    for (const [name, file] of Object.entries(files)) {
      const wasm = readFileSync(join(dir, file));
      const path = join(folder, `${name}.wasm.br`);
      if (isWriting) writeFileSync(path, packed(wasm));
      const there = read(path);
      if (there === undefined || !brotliDecompressSync(there).equals(wasm)) wrong.push(`${path} is not ${spec}`);
      rows.push({ name, from: spec, sha256: sha256(there ?? Buffer.alloc(0)), wasm: sha256(wasm) });
      console.log(`${name}: ${wasm.length} → ${there?.length ?? 0} bytes`);
    }
  }
  const list = `${JSON.stringify(rows, undefined, 2)}\n`;
  const texts = [...licences]
    .map(([text, specs]) => `${specs.join("\n")}\n\n${text}\n`)
    .join(`\n${"-".repeat(72)}\n\n`);
  for (const [name, text] of [
    ["list.json", list],
    ["LICENSES.txt", texts],
  ] as const) {
    if (isWriting) writeFileSync(join(folder, name), text);
    if (read(join(folder, name))?.toString("utf8") !== text)
      wrong.push(`${folder}/${name} is not what the packages say`);
  }
}

function unpacked(spec: string): string {
  const dir = join(work, spec.replaceAll(/\W/g, "_"));
  mkdirSync(dir);
  const name = execFileSync("npm", ["pack", "--silent", "--pack-destination", dir, spec], { encoding: "utf8" }).trim();
  execFileSync("tar", ["xzf", join(dir, name), "-C", dir, "--strip-components=1"]);
  return dir;
}

function packed(wasm: Buffer): Buffer {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 };
  return brotliCompressSync(wasm, { params: { ...params, [constants.BROTLI_PARAM_SIZE_HINT]: wasm.length } });
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
