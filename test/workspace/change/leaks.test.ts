/** A change with a secret is found before it is published, file by file, independent of git's own settings. */

import assert from "node:assert/strict";
import { systemClock } from "../../../src/base/clock.ts";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { createLeakSearch } from "../../../src/base/redact.ts";
import { describeLeaks, findLeaks } from "../../../src/workspace/change/leaks.ts";
import { createPublishGit } from "../../../src/workspace/push.ts";
import { createRepository } from "../../doubles/repository.ts";

const KEY = "sk-CANARY-7f3a9d2e5b8c1046";
const TOKEN = "ghs_CANARYa1b2c3d4e5f6a7b8c9d0";
const search = createLeakSearch({ API_KEY: KEY, GITHUB_TOKEN: TOKEN, WORD: "postgres" });

async function leaksOf(
  files: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string | Buffer | null>>,
) {
  using repository = createRepository({ files });
  for (const [path, content] of Object.entries(change)) {
    if (content === null) repository.git("rm", "-q", path);
    else repository.write(path, content);
  }
  repository.commit("change");
  const git = createPublishGit({
    gitDir: `${repository.dir}/.git`,
    path: process.env["PATH"] ?? "",
    clock: systemClock,
  });
  return await findLeaks({
    git,
    from: await git.treeOf(repository.git("rev-parse", "HEAD^")),
    to: await git.treeOf(repository.git("rev-parse", "HEAD")),
    search,
  });
}

test("secrets are found in text, bytes, wide characters, a path and at the end of a large file", async () => {
  const binary = Buffer.concat([Buffer.from([0, 255, 254]), Buffer.from(TOKEN), Buffer.from([0])]);
  const found = await leaksOf(
    { "a.txt": "a\n", "gone.txt": `${KEY}\n` },
    {
      "a.txt": "b\n",
      "gone.txt": null,
      "src/config.ts": `export const key = "${KEY}"; // ${Buffer.from(TOKEN).toString("base64")}\n`,
      "image.bin": binary,
      "wide.txt": Buffer.from(`\uFEFF${KEY}`, "utf16le"),
      "words.yml": "password: postgres\n",
      [`log-${TOKEN}.txt`]: "empty\n",
      "large.txt": `${"x".repeat(999_990)}${KEY}\n${"y\n".repeat(200_000)}`,
      "packed.gz": gzipSync(KEY), // what is packed is not looked into
    },
  );
  assert.deepEqual(found, [
    { path: "image.bin", names: ["GITHUB_TOKEN"] },
    { path: "large.txt", names: ["API_KEY"] },
    { path: `log-${TOKEN}.txt`, names: ["GITHUB_TOKEN"] },
    { path: "src/config.ts", names: ["API_KEY", "GITHUB_TOKEN"] },
    { path: "wide.txt", names: ["API_KEY"] },
  ]);
  assert.equal(
    describeLeaks(found.slice(1, 4)),
    "The change contains secrets and does not leave this machine: large.txt (API_KEY) and 2 more.",
  );
});

test("a secret that the file already contained does not count, but it counts in another file, as does another secret", async () => {
  const files = { "fixture.ts": `key = "${KEY}"\n` };
  assert.deepEqual(await leaksOf(files, { "fixture.ts": `key = "${KEY}";\n` }), []);
  assert.deepEqual(await leaksOf(files, { "fixture.ts": `key = "${KEY}${TOKEN}";\n`, "copy.ts": `key = "${KEY}"\n` }), [
    { path: "copy.ts", names: ["API_KEY"] },
    { path: "fixture.ts", names: ["GITHUB_TOKEN"] },
  ]);
});
