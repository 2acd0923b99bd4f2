/** What `npm ci` checks before it runs anything of a package: the digest of each archive, from the registry of the machine. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

interface Locked {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly engines?: unknown;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly libc?: readonly string[];
  readonly cpu?: readonly string[];
}

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { readonly packages: Record<string, Locked> };
const packages = Object.entries(lock.packages).filter(([path]) => path !== "");

test("no package of the lock file names a registry, and each digest is a SHA-512", () => {
  const wrong = packages.filter(
    ([, { resolved, integrity = "sha512-" }]) => resolved !== undefined || !integrity.startsWith("sha512-"),
  );
  assert.deepEqual(wrong, []);
});

/** With a Node older than 24, `npm ci` warned of nine of them, though the Node of `node_modules` runs them. */
test("no package of the lock file asks for a Node", () => {
  assert.deepEqual(
    packages.filter(([, { engines }]) => engines !== undefined),
    [],
  );
});

/** `scripts/complete-lock.ts` asks for the others; a registry may not have the packages of other platforms. */
test("what a hosted runner installs has a digest, and all that the action itself uses", () => {
  const installs = ({ os, cpu, libc }: Locked): boolean =>
    (os?.includes("linux") ?? true) && (cpu?.includes("x64") ?? true) && (libc?.includes("glibc") ?? true);
  const without = packages.filter(([, entry]) => entry.integrity === undefined);
  assert.deepEqual(
    without.filter(([, entry]) => installs(entry) || entry.dev !== true || entry.optional !== true),
    [],
  );
});
