/** Bundles the programs of the cell, each as one file, with the packed WebAssembly that two of them read. */

import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { rolldown, type OutputOptions, type RolldownOptions } from "rolldown";

const ROOT = resolve(import.meta.dirname, "..");

const PROGRAMS = ["cell", "cell-index", "cell-picture", "cell-web", "cell-browser"];

/** Folder of packed WebAssembly → its folder beside the programs. */
const PACKED = { "src/index/grammars": "grammars", "src/pictures/pdf": "pdfium" };

export const COMMON_OPTIONS: RolldownOptions = {
  platform: "node",
  tsconfig: false,
  logLevel: "warn",
  // Parts of the toolkit that are not used (its HTTP client, OIDC) would take 25 ms to load before a job's first request.
  treeshake: {
    moduleSideEffects: [{ test: /node_modules\/@actions\/(?:core|github|http-client)\//, sideEffects: false }],
  },
  preserveEntrySignatures: "allow-extension",
};

export const OUTPUT_OPTIONS: OutputOptions = {
  format: "esm",
  minify: false,
  sourcemap: false,
  comments: { legal: true, annotation: false, jsdoc: false },
};

/** The files by their paths beside each other. Throws for packed WebAssembly that `scripts/packed-wasm.ts` did not write. */
export async function buildPrograms(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>(packedWasm());
  for (const name of PROGRAMS) {
    // web-tree-sitter's loader has an eval for code that no grammar contains.
    const input = { [name]: join(ROOT, `src/${name}.ts`) };
    const bundle = await rolldown({ ...COMMON_OPTIONS, cwd: ROOT, input, checks: { eval: false } });
    const { output } = await bundle.generate({
      ...OUTPUT_OPTIONS,
      entryFileNames: "[name].js",
      codeSplitting: false,
    });
    files.set(`${name}.js`, Buffer.from(output[0].code));
    await bundle.close();
  }
  return files;
}

function packedWasm(): (readonly [name: string, bytes: Buffer])[] {
  return Object.entries(PACKED).flatMap(([from, to]) => {
    const folder = join(ROOT, from);
    const listed = JSON.parse(readFileSync(join(folder, "list.json"), "utf8")) as { name: string; sha256: string }[];
    const digests = new Map(listed.map(({ name, sha256 }) => [`${name}.wasm.br`, sha256]));
    return globSync(`${folder}/*.{br,txt}`)
      .toSorted()
      .map((path) => {
        const bytes = readFileSync(path);
        const name = basename(path);
        if (name.endsWith(".br") && createHash("sha256").update(bytes).digest("hex") !== digests.get(name)) {
          throw new Error(`${path} is not what its list says; run \`node scripts/packed-wasm.ts --write\``);
        }
        return [`${to}/${name}`, bytes] as const;
      });
  });
}
