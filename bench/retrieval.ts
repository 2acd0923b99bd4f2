/**
 * How well `codebase_search` finds things, and how long it takes, on pinned public repositories from package registries:
 * `node bench/retrieval.ts`. It needs pip, go, apt-get with `deb-src` entries, and a network; what it loads stays in the temporary folder.
 * Fails when a floor is missed. Times are of this process's CPU, because they must hold on a busy machine too.
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createReader, type IndexedFile } from "../src/index/search/entry.ts";
import { createRanking } from "../src/index/search/rank.ts";
import { createVocabulary } from "../src/index/search/words.ts";
import { commitQueries, sentenceQueries } from "./retrieval-queries.ts";

const WORK = join(tmpdir(), "kimi-retrieval");

interface Corpus {
  readonly name: string;
  readonly kind: "sentence" | "commit";
  /** Loads it into the folder, and returns the root of its files. */
  readonly load: (dir: string) => string;
}

/** The archive by pip, which must have this digest. */
function fromPip(name: string, version: string, sha256: string): Corpus {
  return {
    name: `${name} ${version}`,
    kind: "sentence",
    load(dir) {
      const spec = `${name}==${version}`;
      run(dir, ["pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "-d", dir, spec]);
      const [archive = ""] = globSync(`${dir}/*.tar.gz`);
      requireDigest(archive, sha256);
      run(dir, ["tar", "xzf", archive]);
      return globSync(`${dir}/*/PKG-INFO`)[0]?.replace(/\/PKG-INFO$/, "") ?? dir;
    },
  };
}

const CORPORA: readonly Corpus[] = [
  fromPip("django", "5.1.4", "de450c09e91879fa5a307f696e57c851955c910a438a35e6b4c895e86bedc82a"),
  {
    name: "terraform 1.9.8",
    kind: "sentence",
    load(dir) {
      // Checked by go against its checksum database.
      const said = execFileSync("go", ["mod", "download", "-json", "github.com/hashicorp/terraform@v1.9.8"], {
        cwd: dir,
        encoding: "utf8",
      });
      return (JSON.parse(said) as { readonly Dir: string }).Dir;
    },
  },
  fromPip("sympy", "1.13.3", "b27fd2c6530e0ab39e275fc9b683895367e51d5da91baa8d3d64db2565fec4d9"),
  {
    name: "coreutils 9.1",
    kind: "commit",
    load(dir) {
      run(dir, ["apt-get", "source", "-q", "--download-only", "coreutils=9.1-1"]);
      const archive = join(dir, "coreutils_9.1.orig.tar.xz");
      requireDigest(archive, "61a1f410d78ba7e7f37a5a4f50e6d1320aca33375484a3255eddf17a38580423");
      run(dir, ["tar", "xJf", archive]);
      return join(dir, "coreutils-9.1");
    },
  },
];

const FLOORS = {
  sentence: { recall: 0.82, mrr: 0.62 },
  commit: { recall: 0.7, mrr: 0.43 },
} as const;
const MAX_INDEX_S = 4;
const INDEX_MB = 24;
const MAX_QUERY_MS = 10;
const UPDATED_FILES = 50;
const MAX_UPDATE_MS = 1_000;

const results = CORPORA.map((corpus) => ({ corpus, ...measure(corpus) }));
const wrong: string[] = [];
for (const kind of ["sentence", "commit"] as const) {
  const own = results.filter(({ corpus }) => corpus.kind === kind);
  for (const [figure, floor] of Object.entries(FLOORS[kind]) as ["recall" | "mrr", number][]) {
    const mean = own.reduce((sum, result) => sum + result[figure], 0) / own.length;
    console.log(`${kind} → file, ${figure}: ${mean.toFixed(3)} (floor ${floor})`);
    if (mean < floor) wrong.push(`${kind} → file: ${figure} ${mean.toFixed(3)} is below ${floor}`);
  }
}
for (const { corpus, indexS, queryMs, updateMs, megabytes } of results) {
  const scaled = (indexS * INDEX_MB) / megabytes;
  if (scaled > MAX_INDEX_S) wrong.push(`${corpus.name}: ${scaled.toFixed(1)} s for ${INDEX_MB} MB`);
  if (queryMs > MAX_QUERY_MS) wrong.push(`${corpus.name}: ${queryMs.toFixed(1)} ms a query`);
  if (updateMs > MAX_UPDATE_MS) wrong.push(`${corpus.name}: ${updateMs.toFixed(0)} ms for ${UPDATED_FILES} files`);
}
for (const line of wrong) console.error(line);
process.exitCode = wrong.length > 0 ? 1 : 0;

function measure({ name, kind, load }: Corpus) {
  const given = filesOf(rootOf(name, load));
  const { files, queries } = kind === "sentence" ? sentenceQueries(given) : commitQueries(given);
  const megabytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6;

  const vocabulary = createVocabulary();
  const read = createReader(vocabulary);
  const entries = new Map<string, IndexedFile>();
  let ranking = createRanking([]);
  const rank = (): void => {
    ranking = createRanking([...entries.values()]);
  };
  const indexMs = cpuMs(() => {
    for (const [path, text] of files) entries.set(path, read(path, text));
    rank();
  });
  const ranks: number[] = [];
  const queryMs =
    cpuMs(() => {
      for (const { text, wanted } of queries) {
        const { files: found } = ranking(vocabulary.known(text), () => true);
        ranks.push(found.findIndex(({ file }) => wanted.includes(file.path)) + 1);
      }
    }) / queries.length;
  const updateMs = cpuMs(() => {
    for (const [path, text] of [...files].slice(0, UPDATED_FILES)) entries.set(path, read(path, `${text}\nchanged\n`));
    rank();
  });
  const mrr = ranks.reduce((sum, at) => sum + (at === 0 ? 0 : 1 / at), 0) / queries.length;
  const recall = ranks.filter((at) => at > 0 && at <= 10).length / queries.length;
  const rss = process.memoryUsage.rss() / 1e6;
  const figures = [
    `${files.size} files, ${megabytes.toFixed(1)} MB, ${queries.length} queries`,
    `MRR ${mrr.toFixed(3)}`,
    `recall@10 ${recall.toFixed(2)}`,
    `index ${(indexMs / 1000).toFixed(2)} s`,
    `query ${queryMs.toFixed(1)} ms`,
    `${UPDATED_FILES} files again ${updateMs.toFixed(0)} ms`,
    `${rss.toFixed(0)} MB of memory with the texts`,
  ];
  console.log(`${name}: ${figures.join(" · ")}`);
  return { mrr, recall, indexS: indexMs / 1000, queryMs, updateMs, megabytes };
}

function rootOf(name: string, load: Corpus["load"]): string {
  const dir = join(WORK, name.replaceAll(" ", "-"));
  const known = join(dir, "root");
  if (existsSync(known)) return readFileSync(known, "utf8");
  mkdirSync(dir, { recursive: true });
  const root = load(dir);
  writeFileSync(known, root);
  return root;
}

/** Text files of at most a megabyte, as the program takes them. */
function filesOf(root: string): ReadonlyMap<string, string> {
  return new Map(
    globSync("**/*", { cwd: root })
      .toSorted()
      .flatMap((path): readonly (readonly [string, string])[] => {
        const stats = statSync(join(root, path), { throwIfNoEntry: false });
        if (stats?.isFile() !== true || stats.size > 1024 * 1024) return [];
        const bytes = readFileSync(join(root, path));
        return bytes.subarray(0, 8000).includes(0) ? [] : [[path, bytes.toString("utf8")]];
      }),
  );
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function run(cwd: string, [file = "", ...args]: readonly string[]): void {
  execFileSync(file, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
}

function requireDigest(path: string, sha256: string): void {
  const digest = createHash("sha256").update(readFileSync(path)).digest("hex");
  if (digest !== sha256) throw new Error(`${path} has the digest ${digest}, not ${sha256}`);
}
