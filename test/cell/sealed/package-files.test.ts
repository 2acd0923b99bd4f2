/** What the cell shows of a distribution's packages outside of /usr, and what a database of packages cannot make it show. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { packageMounts } from "../../../src/cell/sealed/package-files.ts";
import { findProgram } from "../../../src/cell/programs.ts";
import { openTestCell, SKIP_SEALED } from "../../doubles/cell.ts";
import { createScratch } from "../../doubles/scratch.ts";

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

interface Packages {
  readonly files: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly modes?: Readonly<Record<string, number>>;
  /** Configuration with the content that the database names. */
  readonly configuration?: Readonly<Record<string, string>>;
  /** Files that packages list as theirs, by the package. */
  readonly lists?: Readonly<Record<string, readonly string[]>>;
}

/** The paths at which a machine's cell has something of the packages, and the files of configuration there. */
function shownOf({ files, links = {}, modes = {}, configuration = {}, lists = {} }: Packages): readonly string[] {
  using scratch = createScratch();
  const root = join(scratch.dir, "root");
  const place = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const lines = Object.entries(configuration).map(([path, text]) => ` ${path} ${md5(text)}\n`);
  place("/var/lib/dpkg/status", `Package: x\nConffiles:\n${lines.join("")}`);
  for (const [path, text] of Object.entries(files)) place(path, text);
  for (const [name, paths] of Object.entries(lists))
    place(`/var/lib/dpkg/info/${name}.list`, `/.\n${paths.join("\n")}\n`);
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(target.startsWith("ROOT") ? target.replace("ROOT", root) : target, join(root, path));
  }
  for (const [path, mode] of Object.entries(modes)) chmodSync(join(root, path), mode);
  const places = { root, workDir: "/w", filesDir: join(scratch.dir, "files"), keepIn: join(scratch.dir, "kept") };
  return packageMounts({ ...places, mounted: ["/etc/shown", "/etc/partly/a"] }).flatMap((mount) => {
    if (mount.kind !== "ro") return mount.at;
    if (mount.at !== "/opt/kimi/packages") return mount.at;
    const copies = readdirSync(mount.from, { recursive: true, withFileTypes: true });
    return copies
      .filter((entry) => !entry.isDirectory() && entry.name !== "list.json")
      .map((entry) => `copy ${join(entry.parentPath, entry.name).slice(mount.from.length)}`)
      .toSorted();
  });
}

const TEX = {
  files: { "/var/lib/tex/ls-R": "", "/usr/bin/tex": "" },
  links: { "/usr/share/tex/ls-R": "/var/lib/tex/ls-R" },
};
const TEX_LIST = ["/var/lib/tex", "/usr/share/tex/ls-R"];
const VENDOR = { files: { "/opt/v/p/bin/x": "" }, links: { "/usr/bin/x": "/opt/v/p/bin/x" } };
const VENDOR_LIST = ["/opt/v", "/opt/v/p", "/opt/v/p/bin", "/opt/v/p/bin/x", "/usr/bin/x"];

const ROWS: readonly (readonly [what: string, packages: Packages, shown: readonly string[]])[] = [
  [
    "configuration as it is shipped",
    { files: { "/etc/R/a": "1", "/etc/one": "2" }, configuration: { "/etc/R/a": "1", "/etc/one": "2" } },
    ["copy /etc/R/a", "copy /etc/one", "/etc/R", "/etc/one"],
  ],
  [
    "configuration that was changed, perhaps by a token, and files beside it",
    { files: { "/etc/R/a": "1", "/etc/R/b": "token" }, configuration: { "/etc/R/a": "0", "/etc/R/c": "1" } },
    [],
  ],
  [
    "files of ucf",
    { files: { "/etc/R/a": "1", "/var/lib/ucf/hashfile": `${md5("1")}  /etc/R/a\n` } },
    ["copy /etc/R/a", "/etc/R"],
  ],
  [
    "what the cell shows already",
    {
      files: { "/etc/shown/a": "1", "/etc/partly/b": "1" },
      configuration: { "/etc/shown/a": "1", "/etc/partly/b": "1" },
    },
    [],
  ],
  [
    "files that not everybody may read",
    { files: { "/etc/R/a": "1" }, modes: { "/etc/R/a": 0o640 }, configuration: { "/etc/R/a": "1" } },
    [],
  ],
  [
    "keys, and files that others may change",
    {
      files: { "/etc/shadow": "1", "/etc/shadow-": "1", "/etc/R/x.key": "1", "/etc/R/private/a": "1", "/etc/R/w": "1" },
      modes: { "/etc/R/w": 0o666 },
      configuration: {
        "/etc/shadow": "1",
        "/etc/shadow-": "1",
        "/etc/R/x.key": "1",
        "/etc/R/private/a": "1",
        "/etc/R/w": "1",
      },
    },
    [],
  ],
  [
    "links, and paths that lead elsewhere",
    {
      files: { "/root/key": "1", "/root/d/key": "1" },
      links: { "/etc/R/a": "ROOT/root/key", "/etc/D": "ROOT/root/d" },
      configuration: { "/etc/R/a": "1", "/etc/D/key": "1", "/etc/../root/key": "1", "/root/key": "1" },
    },
    [],
  ],
  ["a folder to which a link of its package leads", { ...TEX, lists: { tex: TEX_LIST } }, ["/var/lib/tex"]],
  [
    "a folder of a package with many files",
    { ...TEX, lists: { tex: [...Array.from({ length: 1000 }, (_, n) => `/usr/share/a/file-${n}`), ...TEX_LIST] } },
    ["/var/lib/tex"],
  ],
  [
    "a folder beside the list of a package that is removed meanwhile",
    { ...TEX, links: { ...TEX.links, "/var/lib/dpkg/info/a.list": "gone" }, lists: { tex: TEX_LIST } },
    ["/var/lib/tex"],
  ],
  [
    "a folder with a link to a secret, and a link of the package that leads on to one",
    {
      files: { ...TEX.files, "/root/key": "1", "/var/lib/tex/a": "1" },
      links: { ...TEX.links, "/var/lib/tex/key": "ROOT/root/key", "/usr/share/tex/up": "/var/lib/tex/../../../root" },
      lists: { tex: [...TEX_LIST, "/usr/share/tex/up"] },
    },
    ["/var/lib/tex"],
  ],
  ["a folder without such a link", { ...TEX, links: {}, lists: { tex: TEX_LIST } }, []],
  [
    "a folder with a token that everybody may read",
    { ...TEX, files: { ...TEX.files, "/var/lib/tex/api-token": "1" }, lists: { tex: TEX_LIST } },
    [],
  ],
  ["a folder that no package has", { ...TEX, lists: { tex: ["/usr/share/tex/ls-R", "/var/lib/other"] } }, []],
  ["a service's folder", { ...TEX, lists: { tex: [...TEX_LIST, "/lib/systemd/system/tex.service"] } }, []],
  [
    "a folder with something that not everybody may read",
    {
      ...TEX,
      files: { ...TEX.files, "/var/lib/tex/a/b": "" },
      modes: { "/var/lib/tex/a/b": 0o600 },
      lists: { tex: TEX_LIST },
    },
    [],
  ],
  [
    "a folder that is a link",
    {
      files: { "/root/key": "" },
      links: { "/var/lib/tex": "ROOT/root", "/usr/share/tex/ls-R": "/var/lib/tex/ls-R" },
      lists: { tex: TEX_LIST },
    },
    [],
  ],
  ["a folder of a vendor", { ...VENDOR, lists: { v: VENDOR_LIST } }, ["/opt/v/p"]],
  [
    "a folder of a vendor with more than its package has",
    { ...VENDOR, files: { ...VENDOR.files, "/opt/v/p/config": "token" }, lists: { v: VENDOR_LIST } },
    [],
  ],
];

test("what packages have outside of /usr is shown as they ship it, and a database that lies shows nothing else", () => {
  for (const [what, packages, shown] of ROWS) assert.deepEqual(shownOf(packages), shown, what);
});

test("copies are kept until packages are installed or a file changes; where others were first, they are made anew", () => {
  using scratch = createScratch();
  const root = join(scratch.dir, "root");
  const keepIn = join(scratch.dir, "kept");
  const file = join(root, "etc/R/a");
  const status = join(root, "var/lib/dpkg/status");
  for (const path of [file, status]) mkdirSync(dirname(path), { recursive: true });
  writeFileSync(file, "1");
  writeFileSync(status, ` /etc/R/a ${md5("1")}\n`);
  const options = { root, keepIn, filesDir: join(scratch.dir, "files"), workDir: "/w", mounted: [] };
  const copyOf = (more: Partial<Parameters<typeof packageMounts>[0]> = {}): string | undefined => {
    const [mount] = packageMounts({ ...options, ...more });
    return mount?.kind === "ro" ? join(mount.from, "etc/R/a") : undefined;
  };
  const first = copyOf() ?? "";
  writeFileSync(first, "kept");
  assert.deepEqual([copyOf(), readFileSync(first, "utf8")], [first, "kept"]);
  const ofRun = copyOf({ workDir: scratch.dir }) ?? ""; // commands could write to what is kept
  assert.deepEqual([ofRun.startsWith(options.filesDir), readFileSync(ofRun, "utf8")], [true, "1"]);
  chmodSync(keepIn, 0o777);
  assert.equal(copyOf()?.startsWith(options.filesDir), true);
  chmodSync(keepIn, 0o700);
  const mounted = openSync(dirname(first), "r"); // as in a cell of another run
  chmodSync(file, 0o755); // a change of the file
  assert.equal(readFileSync(copyOf() ?? "", "utf8"), "1");
  assert.deepEqual(readdirSync(`/proc/self/fd/${mounted}`), ["a"]);
  closeSync(mounted);
  writeFileSync(file, "token");
  assert.equal(copyOf(), undefined);
  const [old = "", ...others] = readdirSync(keepIn);
  for (const name of [".", "used"]) if (existsSync(join(keepIn, old, name))) utimesSync(join(keepIn, old, name), 0, 0);
  writeFileSync(status, ` /etc/R/a ${md5("token")}\nmore`);
  const last = copyOf() ?? "";
  assert.equal(readFileSync(last, "utf8"), "token");
  const left = new Set([...others, relative(keepIn, last).split("/")[0]]);
  assert.deepEqual(new Set(readdirSync(keepIn)), left, "copies that no run used for a week are removed");
});

test("a kept folder is not shown any more once something in it is closed to others", () => {
  using scratch = createScratch();
  const root = join(scratch.dir, "root");
  for (const dir of ["var/lib/dpkg/info", "var/lib/tex/a", "usr/share"])
    mkdirSync(join(root, dir), { recursive: true });
  writeFileSync(join(root, "var/lib/dpkg/status"), "");
  writeFileSync(join(root, "var/lib/dpkg/info/tex.list"), "/.\n/var/lib/tex\n/usr/share/ls-R\n");
  writeFileSync(join(root, "var/lib/tex/a/b"), "");
  symlinkSync("/var/lib/tex/ls-R", join(root, "usr/share/ls-R"));
  const places = { root, workDir: "/w", filesDir: join(scratch.dir, "files"), keepIn: join(scratch.dir, "kept") };
  const shown = () => packageMounts({ ...places, mounted: [] }).map(({ at }) => at);
  const before = [shown(), shown()];
  chmodSync(join(root, "var/lib/tex/a/b"), 0o600);
  assert.deepEqual([...before, shown()], [["/var/lib/tex"], ["/var/lib/tex"], []]);
});

test("Alpine's database names files with their checksums", () => {
  using scratch = createScratch();
  const root = join(scratch.dir, "root");
  for (const path of ["lib/apk/db", "etc/R"]) mkdirSync(join(root, path), { recursive: true });
  writeFileSync(join(root, "etc/R/a"), "1");
  const sum = createHash("sha1").update("1").digest("base64");
  writeFileSync(join(root, "lib/apk/db/installed"), `P:r\nF:etc/R\nR:a\nZ:Q1${sum}\nR:b\nZ:Q1${sum}\n`);
  const places = { root, workDir: "/w", filesDir: join(scratch.dir, "files"), keepIn: join(scratch.dir, "kept") };
  assert.deepEqual(
    packageMounts({ ...places, mounted: [] }).map(({ at }) => at),
    ["/opt/kimi/packages", "/etc/R"],
  );
});

/** Programs of Debian that failed in the cell, each with a command and what it says. */
const DEBIAN: readonly (readonly [program: string, command: string, says: string])[] = [
  ["R", "R --no-save -s -e 'cat(sd(1:3))'", "1"],
  ["dpkg", "dpkg -s bash | grep '^Status'", "Status: install ok installed"],
  ["lscpu", "lscpu | grep -c '^CPU(s):'", "1"],
  ["aspell", "echo tset | aspell list", "tset"],
  [
    "pdflatex",
    String.raw`cd /tmp && pdflatex -interaction=batchmode '\documentclass{article}\begin{document}x\end{document}' >/dev/null; ls *.pdf`,
    "texput.pdf",
  ],
  ["php", "php -r 'echo ini_get(\"memory_limit\");'", "-1"],
  ["ruby", "ruby -e 'require %q(json); print({}.to_json)'", "{}"],
];

const here = DEBIAN.filter(([program]) => findProgram(program, "/usr/bin") !== undefined);

test(
  "programs of the distribution find their files",
  { skip: SKIP_SEALED || (here.length === 0 && "R, TeX, aspell, PHP and Ruby are not installed") },
  async (t) => {
    for (const [program] of DEBIAN.filter((row) => !here.includes(row))) t.diagnostic(`${program} is not installed`);
    await using cell = await openTestCell({ want: "sealed" });
    const script = here.map(([, command]) => `(${command}) | head -1; echo`).join("\n");
    const { output } = await cell.sh(script, { timeoutMs: 60_000 });
    const said = output.split("\n").filter((line) => line !== "");
    assert.deepEqual(
      said,
      here.map(([, , says]) => says),
      output,
    );
  },
);
