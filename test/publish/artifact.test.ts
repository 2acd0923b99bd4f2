/** What goes up and what stays: only plain files of the bundle, and a directory where there is no service. */

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import {
  artifactName,
  bundleFiles,
  uploadBundle,
  type ArtifactUploader,
  type UploadOptions,
} from "../../src/publish/artifact.ts";
import { findPage, pageName, uploadPage } from "../../src/publish/page-artifact.ts";
import { startArtifactService, type ArtifactService } from "../doubles/artifact-service.ts";
import { createScratch } from "../doubles/scratch.ts";
import { jumpClock } from "../doubles/clock.ts";

function fill(dir: string): void {
  mkdirSync(join(dir, "b/blobs"), { recursive: true });
  mkdirSync(join(dir, "outside"));
  writeFileSync(join(dir, "outside/secret"), "secret");
  writeFileSync(join(dir, "b/journal.jsonl"), "{}\n");
  writeFileSync(join(dir, "b/blobs/x.txt"), "x");
  writeFileSync(join(dir, "b/a:b"), "a name the service refuses");
  symlinkSync("../outside/secret", join(dir, "b/link"));
  symlinkSync("../outside", join(dir, "b/folder"));
  symlinkSync("nowhere", join(dir, "b/broken"));
  linkSync(join(dir, "outside/secret"), join(dir, "b/hard"));
}

test("plain files only", () => {
  using scratch = createScratch();
  fill(scratch.dir);
  const root = join(scratch.dir, "b");
  assert.deepEqual(bundleFiles(root), {
    root,
    files: [join(root, "blobs/x.txt"), join(root, "journal.jsonl")],
    skipped: ["a:b", "broken", "folder", "hard", "link"],
  });
});

test("uploaded, or a directory with the reason; never thrown", async () => {
  using scratch = createScratch();
  fill(scratch.dir);
  const dir = join(scratch.dir, "b");
  const warnings: string[] = [];
  const asked: unknown[] = [];
  const name = artifactName("20260102-ab/c", 2);
  const options: UploadOptions = {
    dir,
    name,
    service: { isThere: true },
    clock: { ...jumpClock(), sleep: async () => await new Promise(() => {}) },
    warn: (text) => void warnings.push(text),
  };
  const load = async (): Promise<ArtifactUploader> => ({
    uploadArtifact: async (...given) => {
      asked.push(given);
      return { id: 5, size: 3 };
    },
    getArtifact: assert.fail,
  });
  assert.deepEqual(await uploadBundle({ ...options, load }), {
    kind: "uploaded",
    name: "kimi-20260102-ab_c-2",
    id: 5,
    sizeBytes: 3,
  });
  assert.deepEqual(asked, [[name, bundleFiles(dir).files, dir, {}]]);
  assert.equal(warnings.length, 5);

  const getArtifact = async (): Promise<never> => await Promise.reject(new Error("not found"));
  const none = await uploadBundle({
    ...options,
    service: { isThere: false, why: "None here.", fix: "" },
    load: assert.fail,
  });
  assert.equal(none.kind === "directory" && none.because, "no_service");
  for (const broken of [
    { ...options, load: async () => await Promise.reject(new Error("not built in")) },
    { ...options, dir: join(dir, "nowhere"), load },
    {
      ...options,
      load: async () => ({ getArtifact, uploadArtifact: async () => await Promise.reject(new Error("403")) }),
    },
    { ...options, load: async () => ({ getArtifact, uploadArtifact: async () => ({}) }) },
    {
      ...options,
      clock: jumpClock(),
      load: async () => ({ getArtifact, uploadArtifact: async () => await new Promise<never>(() => {}) }),
    },
  ]) {
    const result = await uploadBundle(broken);
    assert.equal(result.kind === "directory" && result.because, "failed");
  }
});

/** Runs a script with the service's variables, in a process of its own as the uploader reads them when it is loaded. */
async function runWith(service: ArtifactService, script: string, ...args: readonly string[]): Promise<string> {
  const env = {
    PATH: process.env["PATH"],
    ACTIONS_RUNTIME_TOKEN: service.token,
    ACTIONS_RESULTS_URL: service.url,
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_WORKSPACE: args[0],
  };
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, ...args], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  for await (const chunk of child.stdout) out += String(chunk);
  return out.trimEnd().split("\n").at(-1) ?? "";
}

/** The other half of the tests here: without our list each of these would leave with the artifact. */
test("the toolkit's uploader by itself follows links, linked folders and hard links, and takes a neighbouring folder for a part", async () => {
  using scratch = createScratch();
  fill(scratch.dir);
  mkdirSync(join(scratch.dir, "b-evil"));
  writeFileSync(join(scratch.dir, "b-evil/f"), "neighbour");
  const service = await startArtifactService();
  const root = join(scratch.dir, "b");
  const ways = ["link", "folder/secret", "hard", "../b-evil/f"].map((path) => `${root}/${path}`);
  const script = `
    const { DefaultArtifactClient } = await import("@actions/artifact");
    const [root, ...files] = process.argv.slice(1);
    await new DefaultArtifactClient().uploadArtifact("leak", files, root);`;
  await runWith(service, script, root, join(scratch.dir, "b-evil/f"), ...ways.slice(0, 3));
  assert.deepEqual(
    service
      .unpack("leak")
      .map(({ path, bytes }) => `${path}: ${bytes.toString("utf8")}`)
      .toSorted(),
    ["-evil/f: neighbour", "folder/secret: secret", "hard: secret", "link: secret"],
  );
  const { files } = bundleFiles(root);
  assert.deepEqual(
    ways.filter((path) => files.includes(path)),
    [],
  );
  await service.close();
});

test("pipes and sockets are left out; the folder may be given by a link", () => {
  using scratch = createScratch();
  fill(scratch.dir);
  const root = join(scratch.dir, "b");
  execFileSync("mkfifo", [join(root, "pipe")]);
  const server = createServer().listen(join(root, "socket"));
  symlinkSync("b", join(scratch.dir, "alias"));
  const { root: real, files, skipped } = bundleFiles(join(scratch.dir, "alias"));
  server.close();
  assert.deepEqual(
    [real, files, skipped.filter((path) => path === "pipe" || path === "socket")],
    [root, [join(root, "blobs/x.txt"), join(root, "journal.jsonl")], ["pipe", "socket"]],
  );
});

test("the real uploader against the service: what arrives is the bundle's files", async () => {
  using scratch = createScratch();
  fill(scratch.dir);
  const service = await startArtifactService();
  const module = new URL("../../src/publish/artifact.ts", import.meta.url).href;
  const script = `
    import { uploadBundle } from ${JSON.stringify(module)};
    import { systemClock } from ${JSON.stringify(new URL("../../src/base/clock.ts", import.meta.url).href)};
    const options = { dir: process.argv[1], name: "kimi-s-1", service: { isThere: true }, clock: systemClock, warn: () => {} };
    console.log("\\n" + JSON.stringify(await uploadBundle(options)));`;
  const said = await runWith(service, script, join(scratch.dir, "b"));
  const result = JSON.parse(said) as { kind: string; name: string };
  assert.deepEqual([result.kind, result.name], ["uploaded", "kimi-s-1"]);
  assert.deepEqual(
    service
      .unpack("kimi-s-1")
      .map(({ path }) => path)
      .toSorted(),
    ["blobs/x.txt", "journal.jsonl"],
  );
  assert.deepEqual(service.violations, []);
  await service.close();
});

/** act and Gitea answer 500, because they do not know the field that says what kind of file it is. */
test("the page is uploaded as a single file and found by its name; if it cannot be uploaded, there is none", async () => {
  using scratch = createScratch();
  const service = await startArtifactService();
  const path = join(scratch.dir, "report.html");
  writeFileSync(path, "<!doctype html>✓");
  const access = { url: service.url, token: service.token };
  const page = { access, path, name: pageName("kimi-s-1"), retentionDays: 3, now: Date.UTC(2026, 0, 1) };
  assert.equal(await uploadPage(page), 1);
  assert.deepEqual(service.artifacts, [
    {
      name: "kimi-s-1.html",
      id: 1,
      bytes: Buffer.from("<!doctype html>✓"),
      expiresAt: "2026-01-04T00:00:00.000Z",
      mimeType: "text/html",
    },
  ]);
  assert.deepEqual(service.violations, []);
  const found = await Promise.all(["kimi-s-1.html", "kimi-s-2.html"].map((name) => findPage(access, name)));
  assert.deepEqual(found, [1, undefined]);

  for (const step of ["CreateArtifact", "UploadArtifact", "FinalizeArtifact"] as const) {
    service.fail(step, 500);
    assert.equal(await uploadPage({ ...page, name: `${step}.html` }), undefined);
  }
  service.fail("ListArtifacts", 500);
  assert.equal(await findPage(access, page.name), undefined);
  linkSync(path, join(scratch.dir, "second.html"));
  symlinkSync("report.html", join(scratch.dir, "link.html"));
  const others = ["report.html", "link.html", "nowhere.html"].map((file) => join(scratch.dir, file));
  const refused = await Promise.all([
    ...others.map((other) => uploadPage({ ...page, path: other, name: "other.html" })),
    uploadPage({ ...page, access: { ...access, token: "no token" } }),
    uploadPage({ ...page, access: { ...access, url: "http://127.0.0.1:1/" } }),
  ]);
  assert.deepEqual(refused, [undefined, undefined, undefined, undefined, undefined]);
  await service.close();
});
