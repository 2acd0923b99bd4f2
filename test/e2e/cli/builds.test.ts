/** Real projects with dependencies from real registries, built and tested in the cell. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { lookup } from "node:dns/promises";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isPublicAddress } from "../../../src/cell/egress/public-address.ts";
import { give, SKIP_UNLESS_ROOT, STRANGER } from "../../doubles/as-user.ts";
import { IS_FULL } from "../../doubles/size.ts";
import { SKIP_OVERLAYS } from "../../doubles/cell.ts";
import { runCli, temporaryDir } from "../../doubles/cli.ts";
import {
  checkOut,
  createHome,
  lackOf,
  QUICK_PROJECTS,
  SLOW_PROJECTS,
  type Home,
  type Project,
} from "../../doubles/project.ts";
import { NO_BWRAP } from "../harness.ts";

const skip = NO_BWRAP || SKIP_OVERLAYS;
const projects = IS_FULL ? { ...QUICK_PROJECTS, ...SLOW_PROJECTS } : QUICK_PROJECTS;

/** Path, kind, size and time of all that is in a folder. */
function stateOf(dir: string): string {
  return execFileSync("find", [".", "-printf", "%P %y %s %T@\n"], { cwd: dir, encoding: "utf8", maxBuffer: 2 ** 28 });
}

/** The project's checkout with warm caches; undefined where this machine cannot have them, which is said. */
async function prepare(name: string, project: Project, home: Home, t: TestContext) {
  const lack = lackOf(project);
  if (lack !== undefined) {
    t.diagnostic(`${name}: ${lack} is not on this machine`);
    return undefined;
  }
  try {
    return { name, project, repository: await checkOut(project, home) };
  } catch (error) {
    t.diagnostic(`${name}: its registry gave nothing: ${String(error).slice(0, 500)}`);
    return undefined;
  }
}

/** Builds all projects at once, and compares the caches of the host before and after. */
async function buildAll(t: TestContext, owner: number | undefined): Promise<void> {
  using place = temporaryDir();
  execFileSync("chmod", ["755", place.dir]);
  mkdirSync(join(place.dir, "home"));
  const home = await createHome(join(place.dir, "home"));
  // Go's cache of this machine belongs to the user who tests; one of its own would be a minute's work.
  const wanted = Object.entries(projects).filter(([name]) => owner === undefined || name !== "go");
  const prepared = await Promise.all(wanted.map((entry) => prepare(...entry, home, t)));
  const ready = prepared.filter((one) => one !== undefined);
  try {
    if (owner !== undefined) for (const dir of [home.dir, ...ready.map((one) => one.repository.dir)]) give(dir, owner);
    const before = stateOf(home.dir);
    const ends = await Promise.all(
      ready.map(async ({ name, project, repository }) => {
        const args = ["cell", "--timeout", "120", "--", project.offline];
        const { code, stdout, stderr } = await runCli(args, { cwd: repository.dir, env: home.env, isProcess: false });
        const ok = code === 0 && project.passed.test(stdout);
        return [name, ok ? "built and tested" : `exit code ${code}\n${stdout}\n${stderr}`] as const;
      }),
    );
    assert.deepEqual(
      ends,
      ready.map(({ name }) => [name, "built and tested"]),
    );
    assert.equal(stateOf(home.dir), before);
  } finally {
    for (const { repository } of ready) repository.remove();
  }
}

test("projects build at once from warm caches without network, in cells of a namespace", { skip }, async (t) => {
  await buildAll(t, undefined);
});

test("the same in cells that root builds", { skip: skip || SKIP_UNLESS_ROOT }, async (t) => {
  await buildAll(t, STRANGER);
});

/** The group, with the addresses of a registry that stands in this machine's own network. */
async function entryFor(group: string): Promise<string> {
  const registry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
  const { address } = await lookup(new URL(registry).hostname, { family: 4 });
  if (isPublicAddress(address)) return group;
  return `{ host: ${group}, addresses: ["${address.replace(/\.\d+$/, ".0/24")}"] }`;
}

test("with empty caches they build through the cell's proxy, from the hosts of a group", { skip }, async (t) => {
  using place = temporaryDir();
  for (const name of ["warm", "empty"]) mkdirSync(join(place.dir, name));
  const warm = await createHome(join(place.dir, "warm"));
  const empty = await createHome(join(place.dir, "empty"));
  const wanted = Object.entries(projects).filter(
    ([name, { online }]) => online !== undefined && (name === "npm" || IS_FULL),
  );
  // The authority of a company's own registry, for programs that know the public ones only.
  const ca = process.env["NODE_EXTRA_CA_CERTS"] ?? "";
  for (const [name, project] of wanted) {
    const ready = await prepare(name, project, warm, t);
    if (ready === undefined || project.online === undefined) continue;
    using repository = ready.repository;
    const { group, command } = project.online;
    repository.write(
      ".github/kimi-policy.yml",
      `version: 1\nsandbox: { network: [${await entryFor(group)}], ca: [${ca}] }\n`,
    );
    repository.commit("with a policy");
    const args = ["cell", "--timeout", "120", "--", command];
    const { code, stdout, stderr } = await runCli(args, { cwd: repository.dir, env: empty.env, isProcess: false });
    assert.deepEqual([code, project.passed.test(stdout)], [0, true], `${name}: ${stdout}\n${stderr}`);
  }
  assert.deepEqual(readdirSync(join(place.dir, "empty")), ["tools"]);
});
