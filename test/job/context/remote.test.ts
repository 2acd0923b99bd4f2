/** How git reaches the server of a job. */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { remoteOf } from "../../../src/job/context/job-parts.ts";
import { createPublishGit } from "../../../src/workspace/push.ts";
import { jumpClock } from "../../doubles/clock.ts";
import { gitIn } from "../../doubles/repository.ts";
import { createScratch } from "../../doubles/scratch.ts";

/** The remote of a job with this environment. */
function remote(env: Readonly<Record<string, string>>): ReturnType<typeof remoteOf> {
  const job = { serverUrl: "http://git.example.invalid", owner: "o", repo: "r" };
  return remoteOf({ job, inputs: { token: "t" }, world: { env } } as unknown as Parameters<typeof remoteOf>[0]);
}

test("git reaches the server through the proxy of the job", async (t) => {
  using scratch = createScratch();
  const seen: (string | undefined)[] = [];
  const proxy = createServer((request, response) => {
    seen.push(request.url);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  t.after(() => proxy.close());
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  gitIn(scratch.dir, ["init", "-q", "--bare", "."]);
  const git = createPublishGit({ gitDir: scratch.dir, path: process.env["PATH"] ?? "", clock: jumpClock() });
  await assert.rejects(git.fetch(remote({ HTTP_PROXY: address }), "0".repeat(40)), { code: "git.failed" });
  assert.match(seen[0] ?? "", /^http:\/\/git\.example\.invalid\/o\/r\.git\/info\/refs/);
});

test("git gets the proxies by the names that it reads, and the user's certificate authorities", () => {
  const env = { HTTP_PROXY: "http://a", https_proxy: "http://b", NO_PROXY: "c", GIT_SSL_CAINFO: "/ca.pem", OTHER: "x" };
  assert.deepEqual(remote(env).env, {
    http_proxy: "http://a",
    https_proxy: "http://b",
    no_proxy: "c",
    GIT_SSL_CAINFO: "/ca.pem",
  });
  assert.deepEqual(remote({ OTHER: "x" }).env, {});
});
