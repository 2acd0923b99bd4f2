/** The real act in host mode, with its own artifact server, between a user's workflow and the doubles. */

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { basename, dirname, join, resolve } from "node:path";
import { REPOSITORY as OURS } from "../../../src/base/version.ts";
import { runGit, tokenSetting } from "../../doubles/git-client.ts";
import type { Scratch } from "../../doubles/scratch.ts";
import { readZip, type ZipEntry } from "../../doubles/zip.ts";
import { CANARY, NO_BWRAP } from "../harness.ts";
import { REPOSITORY, TOKEN, type JobScene } from "../job/job-scene.ts";
import { copyFolder } from "../../doubles/copy-folder.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
/** A workflow that we ship, word for word. */
export const workflow = (name: string): string => readFileSync(join(ROOT, ".github/workflows", name), "utf8");
const GO_BIN = join(process.env["HOME"] ?? "/root", "go/bin");

/** Why act cannot run here; false where it can. A value for node:test's `skip`. */
export const NO_ACT: string | false = ((): string | false => {
  try {
    execFileSync("act", ["--version"], {
      stdio: "ignore",
      env: { HOME: process.env["HOME"], PATH: `${process.env["PATH"]}:${GO_BIN}` },
    });
    return NO_BWRAP;
  } catch {
    return "act is not installed (go install github.com/nektos/act@v0.2.87)";
  }
})();

interface ActEnd {
  readonly code: number | null;
  readonly log: string;
  /** Files of the first artifact. */
  readonly artifact: readonly ZipEntry[];
  /** Files of every artifact, by its name. */
  readonly artifacts: ReadonlyMap<string, readonly ZipEntry[]>;
}

interface ActOptions {
  readonly scene: JobScene;
  readonly scratch: Scratch;
  readonly file: string;
  readonly event: { readonly name: string; readonly payload: unknown };
  /** Of the workflow run; act itself knows the first one only. What one before left in `scratch` is still there. */
  readonly attempt?: number;
}

/** Host mode has no runner image: node comes from PATH, and `sudo` is a word that succeeds. */
export async function act({ scene, scratch, file, event, attempt = 1 }: ActOptions): Promise<ActEnd> {
  const { github, model } = scene;
  const at = (name: string): string => join(scratch.dir, name);
  if (!existsSync(at("repository"))) await prepare(scene, scratch);
  writeFileSync(at("event.json"), JSON.stringify(event.payload));
  const variables = {
    GITHUB_API_URL: github.url,
    GITHUB_GRAPHQL_URL: github.graphqlUrl,
    GITHUB_SERVER_URL: github.serverUrl,
    GITHUB_REPOSITORY: REPOSITORY,
    GITHUB_RUN_ATTEMPT: String(attempt),
    KIMI_BASE_URL: model.url,
    KIMI_RUNNER_MODEL: "kimi/test-model",
  };
  const options: readonly (readonly [string, string])[] = [
    ["eventpath", at("event.json")],
    ["workflows", join(".github/workflows", file)],
    ["actor", "alice"],
    ["platform", "ubuntu-24.04=-self-hosted"],
    ["local-repository", `${OURS}@v0=${at("action")}`],
    ["secret", `GITHUB_TOKEN=${TOKEN}`],
    ["secret", `KIMI_API_KEY=${CANARY}`],
    ["artifact-server-path", at("artifacts")],
    ["artifact-server-addr", "127.0.0.1"],
    ["artifact-server-port", String(await freePort())],
    ...Object.entries(variables).map(([name, value]) => ["env", `${name}=${value}`] as const),
  ];
  const switches = ["--no-cache-server", "--action-offline-mode", "--pull=false"];
  const args = [event.name, ...options.flatMap(([name, value]) => [`--${name}`, value]), ...switches];
  const path = [at("bin"), dirname(realpathSync(process.execPath)), process.env["PATH"], GO_BIN].join(":");
  const child = spawn("act", args, {
    cwd: at("repository"),
    env: { PATH: path, HOME: at("home") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (log += String(chunk)));
  const code = await new Promise<number | null>((done) => child.on("close", done));
  const stored = readdirSync(at("artifacts"), { recursive: true, encoding: "utf8" });
  const artifacts = new Map(
    stored
      .filter((name) => name.endsWith(".zip") && !name.endsWith(".html.zip")) // newer versions of act take the page
      .map((name) => [basename(name, ".zip"), readZip(readFileSync(join(at("artifacts"), name)))] as const),
  );
  return { code, log, artifact: [...artifacts.values()][0] ?? [], artifacts };
}

async function prepare({ github }: JobScene, scratch: Scratch): Promise<void> {
  const at = (name: string): string => join(scratch.dir, name);
  for (const name of ["bin", "home", "action", "artifacts", "repository"]) mkdirSync(at(name));
  writeFileSync(at("bin/sudo"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  for (const name of ["action.yml", "package.json", "dist"]) copyFolder(join(ROOT, name), at(`action/${name}`));
  const url = `${github.serverUrl}/${REPOSITORY}`;
  const cloned = await runGit(at("repository"), "-c", tokenSetting(url, TOKEN), "clone", "--quiet", url, ".");
  assert.equal(cloned.code, 0, cloned.err);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
