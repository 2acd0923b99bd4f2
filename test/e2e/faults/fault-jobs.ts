/** The jobs whose requests fail: each is prepared once, and begins again from there as often as wanted. */

import { createHeld, held } from "../job/answers/answer-scene.ts";
import { createJobScene, REPOSITORY, type JobScene, type JobSceneOptions } from "../job/job-scene.ts";
import { FIX } from "../harness.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import type { ActionEnd } from "../../doubles/runner.ts";

interface RunOptions {
  /** Of the workflow run `id`. */
  readonly attempt?: number;
  readonly id?: number;
  /** Called when the checkout is there, and the job begins. */
  readonly begins?: () => void;
}

export interface FaultJob {
  /** The thread that people read; undefined where there is none. */
  readonly thread: number | undefined;
  readonly scene: JobScene;
  /** Runs the event in a fresh checkout. */
  readonly run: (options: RunOptions) => Promise<ActionEnd>;
}

export const JOBS = ["fix", "pull", "approve", "ask", "schedule"] as const;
export type JobName = (typeof JOBS)[number];

const APPROVED: readonly DoubleReply[] = [
  held("mkdir -p src/n && echo ran >> src/n/count.txt"),
  { text: "Title: Count\n\nCounted." },
];

const REPLIES: Readonly<Record<JobName, readonly DoubleReply[]>> = {
  fix: FIX,
  pull: FIX,
  approve: APPROVED,
  ask: [{ text: "It subtracts." }],
  schedule: FIX,
};

/** The reply that follows as many replies as the conversation has, so that a run that begins anew gets them anew. */
const scripted =
  (replies: readonly DoubleReply[]): NonNullable<JobSceneOptions["replies"]> =>
  (request) => {
    const { messages = [] } = request.json as { readonly messages?: readonly { readonly role: string }[] };
    const said = messages.filter(({ role }) => role === "assistant").length;
    return replies[said] ?? { status: 400, body: `no reply is scripted behind ${said}` };
  };

/** Returns what gives the job anew. One of the given jobs is used at a time. */
export async function prepare(name: JobName): Promise<() => FaultJob> {
  const { scene, thread, spec } = await begin(name);
  const event = await scene.github.event({ repository: REPOSITORY, ...spec });
  const back = scene.keep();
  return () => {
    const fresh = back();
    const run: FaultJob["run"] = async ({ attempt = 1, id = 5000, begins }) =>
      await fresh.runBuilt(event, {
        earlier: async () => begins?.(),
        inputs: { sandbox: "none", ...(thread === undefined ? { prompt: "Fix the tests." } : {}) },
        env: { GITHUB_RUN_ID: String(id), GITHUB_RUN_ATTEMPT: String(attempt) },
      });
    return { thread, scene: fresh, run };
  };
}

interface Begun {
  readonly scene: JobScene;
  readonly thread: number | undefined;
  readonly spec: Parameters<JobScene["run"]>[0];
}

async function begin(name: JobName): Promise<Begun> {
  if (name === "approve") {
    const { scene, number } = await createHeld(undefined, { replies: scripted(REPLIES.approve) });
    return commented(scene, number, "/kimi approve all");
  }
  const scene = await createJobScene({ replies: scripted(REPLIES[name]) });
  const { github } = scene;
  if (name === "schedule") return { scene, thread: undefined, spec: { event: "schedule", schedule: "17 5 * * 1" } };
  if (name === "pull") {
    await github.addCommit(REPOSITORY, { branch: "feature", files: { "src/new.js": "1\n" }, user: "alice" });
    const { number } = await github.addPull(REPOSITORY, { head: "feature", title: "Add", user: "alice" });
    return commented(scene, number, "/kimi fix");
  }
  const { number } = github.addIssue(REPOSITORY, { title: "add subtracts", body: "It should add.", user: "alice" });
  return commented(scene, number, name === "ask" ? "/kimi ask What does it do?" : "/kimi fix");
}

function commented(scene: JobScene, thread: number, body: string): Begun {
  const comment = scene.github.addComment(REPOSITORY, thread, { body, user: "alice" });
  return { scene, thread, spec: { event: "issue_comment", number: thread, comment, sender: "alice" } };
}
