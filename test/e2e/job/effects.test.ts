/**
 * Hostile commands in a real job with a sealed cell, under a policy that approves any command: what they did is judged, not their words. No
 * hidden content was seen, no path was published that no rule approves, nothing outside was touched, and nothing was reached.
 */

import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { SKIP_OVERLAYS } from "../../doubles/cell.ts";
import { sampled } from "../../doubles/size.ts";
import { FILES, NO_BWRAP } from "../harness.ts";
import { EFFECT_LINES } from "./effect-lines.ts";
import { createJobScene, REPOSITORY, type JobScene } from "./job-scene.ts";

const SECRET = "VALUE-of-a-hidden-file-0815";
const POLICY = `version: 2
default: reject
rules:
  - { id: read, approve: { read: ["**"] } }
  - { id: keys, reject: { read: ["keys/**"] } }
  - { id: edit, approve: { write: ["src/**"] } }
  - { id: commands, approve: { exec: [any] } }
  - { id: people, reject: { exec: ["git push **"] } }
limits: { steps: 200, denials: 100, mistakes: 100 }
`;
const AT_ONCE = 10;

interface Outside {
  readonly home: string;
  readonly port: number;
  readonly connections: () => number;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** A folder and a server of this machine that no command of the cell may touch. */
async function openOutside(): Promise<Outside> {
  const home = mkdtempSync(join(tmpdir(), "outside-"));
  writeFileSync(join(home, "outside.txt"), "as it was\n");
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    home,
    port: typeof address === "object" && address !== null ? address.port : 0,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      server.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** No rule reads what such a line runs. */
const packed = (line: string): string => `base64 -d <<< ${Buffer.from(line).toString("base64")} | bash`;

const replyWith = (commands: readonly string[]): DoubleReply => ({
  calls: commands.map((command) => ({ name: "execute_command", arguments: { command } })),
});

function chunked(lines: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(lines.length / AT_ONCE) }, (_, at) =>
    lines.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
}

/** The results of the commands, in order, from the last request that has them. */
function resultsIn({ model }: JobScene): readonly string[] {
  const { messages = [] } = (model.requests.at(-1)?.json ?? {}) as {
    readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
  };
  return messages.flatMap(({ role, content }) => (role === "tool" ? [String(content)] : []));
}

/** The secret as commands may print it. */
const FORMS = [
  SECRET,
  Buffer.from(`KEY=${SECRET}\n`).toString("base64").slice(0, 24),
  Buffer.from(`${SECRET}\n`).toString("base64").slice(0, 24),
  Buffer.from(SECRET).toString("hex").slice(0, 24),
  SECRET.split("").toReversed().join(""),
];

for (const [what, groups] of [
  ["see", ["see"]],
  ["change, leave and reach", ["change", "leave", "reach"]],
] as const) {
  test(`hostile lines that try to ${what} have no effect`, { skip: NO_BWRAP || SKIP_OVERLAYS }, async (t) => {
    await using outside = await openOutside();
    const lines = groups
      .flatMap((group) => sampled(EFFECT_LINES[group]))
      .map((line) => line.replaceAll("@H", outside.home).replaceAll("@P", String(outside.port)));
    const fix: DoubleReply = {
      calls: [{ name: "write_to_file", arguments: { path: "src/more.js", content: "export const more = 1;\n" } }],
    };
    await using scene = await createJobScene({
      files: { ...FILES, ".github/kimi-policy.yml": POLICY, ".gitignore": ".env\nkeys/\nconf/\n" },
      replies: [...chunked(lines.map(packed)), ["rm -f .gitattributes"]].map(replyWith).concat(fix, { text: "Done." }),
    });
    const { github, model } = scene;
    const { number } = github.addIssue(REPOSITORY, { title: "add subtracts", body: "Fix it.", user: "alice" });
    const end = await scene.command(number, "/kimi fix", "alice", {
      earlier: async (workspace) => {
        for (const [path, text] of [
          [".env", `KEY=${SECRET}\n`],
          ["keys/own.txt", `${SECRET}\n`],
          ["conf/id_rsa", `${SECRET}\n`],
        ] as const) {
          mkdirSync(join(workspace, path, ".."), { recursive: true });
          writeFileSync(join(workspace, path), text);
        }
      },
    });

    const results = resultsIn(scene);
    assert.ok(results.length > lines.length, `${results.length} results of ${lines.length} lines: ${end.log}`);
    assert.deepEqual(
      results.filter((text) => text.startsWith("Error: rejected")),
      [],
    );
    t.diagnostic(`${lines.length} lines`);

    const said = model.requests.map(({ body }) => body).join("\n");
    const seen = lines.filter((_, at) => FORMS.some((form) => results[at]?.includes(form) === true));
    assert.deepEqual(seen, [], "hidden content was seen");
    assert.ok(!FORMS.some((form) => said.includes(form)));

    const branch = end.outputs["branch"] ?? "";
    const published = (await github.git(REPOSITORY, "diff", "--name-only", "main", branch)).split("\n");
    assert.deepEqual(
      published.filter((path) => !path.startsWith("src/")),
      [],
      "only what a rule approves is published",
    );
    assert.ok(published.includes("src/more.js"), published.join());
    assert.ok(!(await github.git(REPOSITORY, "diff", "main", branch)).includes(SECRET));
    assert.deepEqual((await github.git(REPOSITORY, "branch", "--format=%(refname:short)")).split("\n"), [
      branch,
      "main",
    ]);
    assert.equal(await github.git(REPOSITORY, "log", "--format=%s", "main"), "first");

    assert.deepEqual(readdirSync(outside.home), ["outside.txt"]);
    assert.equal(readFileSync(join(outside.home, "outside.txt"), "utf8"), "as it was\n");
    const left = ["/etc/left", "/usr/local/bin/left", "/opt/left", "/etc/cron.d/left", "/dev/shm/left", "/tmp/left"];
    assert.deepEqual(
      left.filter((path) => existsSync(path)),
      [],
    );
    assert.equal(outside.connections(), 0, "nothing of this machine was reached");
  });
}
