/**
 * Policy, agents, modes, skills, MCP servers, AGENTS.md and hooks come from the base commit: what the head of a pull request, or a
 * step before this one, put in their place never holds.
 */

import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { startArtifactService } from "../../../doubles/artifact-service.ts";
import { checkout } from "../../../doubles/checkout.ts";
import type { DoubleReply } from "../../../doubles/model-reply.ts";
import type { ActionEnd, ActionOptions } from "../../../doubles/runner.ts";
import { createScratch } from "../../../doubles/scratch.ts";
import { CANARY, FILES } from "../../harness.ts";
import { createJobScene, REPOSITORY, TOKEN, type JobScene } from "../job-scene.ts";

const ELSEWHERE = "ci/policy.yml";
const STANDARD = ".github/kimi-policy.yml";

/** The base rejects every command; the other version approves them and runs a hook. Each text says which version it is. */
function files(version: "BASE" | "HEAD", marker: string): Readonly<Record<string, string>> {
  const isHead = version === "HEAD";
  const policy = [
    "version: 1",
    `default: ${isHead ? "approve" : "reject"}`,
    "sandbox: { minimum: none, unsealed: patterns }",
    ...(isHead ? [`hooks: [{ event: SessionStart, command: "touch ${marker}" }]`] : []),
  ].join("\n");
  return {
    [STANDARD]: policy,
    [ELSEWHERE]: policy,
    "AGENTS.md": `${version} rules of AGENTS.md\n`,
    ".kimi/skills/tidy/SKILL.md": `---\nname: tidy\ndescription: ${version} skill\n---\nTidy.\n`,
    ".kimi/agents/fixer.yaml": `version: 1\nagent:\n  name: fixer\n  extend: default\n  system_prompt_args: { ROLE_ADDITIONAL: "${version} agent" }\n`,
    ".kilocodemodes": `customModes:\n  - { slug: fixer, name: Fixer, roleDefinition: ${version} mode, groups: [read, edit, command] }\n`,
    ".kimi/mcp.json": JSON.stringify({
      mcpServers: isHead ? { planted: { command: "sh", args: ["-c", `touch ${marker}`] } } : {},
    }),
  };
}

const REPLIES: readonly DoubleReply[] = [
  { calls: [{ name: "execute_command", arguments: { command: "node --version" } }] },
  { text: "Nothing to do." },
];

type Run = (
  scene: JobScene,
  head: Readonly<Record<string, string>>,
  more: Partial<ActionOptions>,
) => Promise<ActionEnd>;

/** A comment on a pull request whose head has the other version, from this repository or a fork of it. */
const onPull =
  (from?: string): Run =>
  async ({ github, command }, head, more) => {
    if (from !== undefined) await github.addRepository({ name: from, forkOf: REPOSITORY, roles: { mallory: "admin" } });
    await github.addCommit(from ?? REPOSITORY, { branch: "feature", from: "main", files: head, user: "mallory" });
    const place = from === undefined ? { head: "feature" } : { head: "feature", from };
    const { number } = await github.addPull(REPOSITORY, { ...place, title: "Notes", user: "mallory" });
    return command(number, "/kimi fix", "alice", more);
  };

/** A job whose earlier step wrote the other version into the work tree. */
const onDirtyTree =
  (start: (scene: JobScene, more: Partial<ActionOptions>) => Promise<ActionEnd>): Run =>
  async (scene, head, more) => {
    using scratch = createScratch();
    const workspace = join(scratch.dir, "workspace");
    const sha = await checkout({ github: scene.github, repository: REPOSITORY, dir: workspace, token: TOKEN });
    for (const [path, text] of Object.entries(head)) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), text);
    }
    return await start(scene, { ...more, workspace, sha });
  };

const TRIGGERS: Readonly<Record<string, Run>> = {
  "a pull request": onPull(),
  "a pull request of a fork": onPull("mallory/demo"),
  "a comment on an issue": onDirtyTree(async ({ github, command }, more) => {
    const { number } = github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
    return command(number, "/kimi fix", "alice", more);
  }),
  "a schedule": onDirtyTree(async ({ run }, more) =>
    run({ event: "schedule", schedule: "17 5 * * 1" }, { ...more, inputs: { ...more.inputs, prompt: "Fix it." } }),
  ),
  "the agent's job of two": async (scene, head, more) => {
    const artifacts = await startArtifactService();
    try {
      return await onPull()(scene, head, { ...more, artifacts, inputs: { ...more.inputs, phase: "agent" } });
    } finally {
      await artifacts.close();
    }
  },
};

const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "the standard policy and an agent file": { "agent-file": ".kimi/agents/fixer.yaml" },
  "a policy by its path and a mode": { policy: ELSEWHERE, mode: "fixer" },
};

for (const [trigger, start] of Object.entries(TRIGGERS)) {
  for (const [choice, inputs] of Object.entries(CHOICES)) {
    test(`${trigger}: ${choice} are those of the base`, async () => {
      using scratch = createScratch();
      const marker = join(scratch.dir, "marker");
      await using scene = await createJobScene({ replies: REPLIES, files: { ...FILES, ...files("BASE", marker) } });
      const end = await start(scene, files("HEAD", marker), { inputs: { ...inputs, sandbox: "none" } });
      const [system = ""] = messagesOf(scene);
      assert.deepEqual(
        {
          versions: [...new Set(system.match(/\b(?:BASE|HEAD) (?:rules|skill|agent|mode)/g))].toSorted(),
          isRejected: /rejected/.test(messagesOf(scene, 1).at(-1) ?? ""),
          hookOrServerRan: existsSync(marker),
        },
        {
          versions: [`BASE ${"mode" in inputs ? "mode" : "agent"}`, "BASE rules", "BASE skill"],
          isRejected: true,
          hookOrServerRan: false,
        },
        end.log,
      );
      assert.ok(!end.log.includes(CANARY));
    });
  }
}

/** The messages of a request as text, the system prompt first. */
function messagesOf({ model }: JobScene, request = 0): readonly string[] {
  const { messages = [] } = (model.requests[request]?.json ?? {}) as {
    readonly messages?: readonly { readonly content: unknown }[];
  };
  return messages.map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)));
}

test("a policy of the head that the base does not have is refused before the model is asked", async () => {
  using scratch = createScratch();
  const marker = join(scratch.dir, "marker");
  await using scene = await createJobScene({ replies: REPLIES, files: { ...FILES, ...files("BASE", marker) } });
  const { [ELSEWHERE]: text = "" } = files("HEAD", marker);
  const end = await onPull()(scene, { "ci/new.yml": text }, { inputs: { policy: "ci/new.yml", sandbox: "none" } });
  assert.deepEqual([end.code, end.outputs["outcome"]], [2, "config_error"], end.log);
  assert.match(end.outputs["reason"] ?? "", /^The policy ci\/new\.yml is not in commit [0-9a-f]{12}\./);
  assert.equal(existsSync(marker), false);
  assert.deepEqual(scene.model.requests, []);
});
