/**
 * Makes the npm package: the built program with its schema and readme. `dist/` contains all packages, so the package has no
 * dependencies. The argument is the folder for the archive. Prints the path of the archive.
 */

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const FACTS = ["name", "version", "description", "license", "repository", "type", "bin"];

const target = resolve(process.argv[2] ?? ".");
const dir = mkdtempSync(join(tmpdir(), "kimi-runner-package-"));
try {
  for (const name of ["dist", "schema", "README.md", "LICENSE"]) cpSync(name, join(dir, name), { recursive: true });
  const own = JSON.parse(readFileSync("package.json", "utf8")) as Readonly<Record<string, unknown>>;
  const facts = Object.fromEntries(FACTS.map((name) => [name, own[name]]));
  // A checkout brings Node 24 in its node_modules; the package does not.
  const engines = { node: ">=24" };
  writeFileSync(join(dir, "package.json"), `${JSON.stringify({ ...facts, engines }, null, 2)}\n`);
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", target], {
    cwd: dir,
    encoding: "utf8",
  });
  console.log(join(target, packed.trim()));
} finally {
  rmSync(dir, { recursive: true });
}
