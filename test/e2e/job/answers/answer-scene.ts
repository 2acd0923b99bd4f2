/** A thread in which a run waits for a person, with helpers that read its references, requests and replies from the server. */

import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import type { DoubleReply } from "../../../doubles/model-reply.ts";
import type { ActionEnd, ActionOptions } from "../../../doubles/runner.ts";
import { FILES, FIX } from "../../harness.ts";
import { createJobScene, ownComments, REPOSITORY, type JobScene, type JobSceneOptions } from "../job-scene.ts";

export const NO_WALLS = { inputs: { sandbox: "none" } };

/** A reply with commands that the policy holds. */
export const held = (...commands: readonly string[]): DoubleReply => ({
  calls: commands.map((command) => ({ name: "execute_command", arguments: { command } })),
});

/** Look, ask for a folder, edit and test, done. */
export const STORY: readonly DoubleReply[] = [
  FIX[0]!,
  held("mkdir -p src/new && echo made > src/new/file.txt"),
  FIX[1]!,
  FIX[2]!,
];

export interface HeldScene {
  readonly scene: JobScene;
  readonly number: number;
  readonly first: ActionEnd;
  /** Id of the session. */
  readonly session: string;
  /** Of the calls that were shown, 12 digits each. */
  readonly digests: readonly string[];
}

/** Scenes of this process that were begun before, by what they were begun with. */
const begun = new Map<string, () => HeldScene>();

/**
 * An issue with a run that waits. The scene is the caller's to dispose of; the first run of equal ones is made once, so they follow
 * one another.
 */
export async function createHeld(
  replies: readonly DoubleReply[] = STORY,
  options: JobSceneOptions = {},
): Promise<HeldScene> {
  const key = JSON.stringify([replies, options]);
  const again = begun.get(key);
  if (again !== undefined) return again();
  const here = await beginHeld(replies, options);
  const back = here.scene.keep();
  const afresh = (): HeldScene => ({ ...here, scene: back() });
  begun.set(key, afresh);
  return afresh();
}

async function beginHeld(replies: readonly DoubleReply[], options: JobSceneOptions): Promise<HeldScene> {
  const scene = await createJobScene({ replies, files: FILES, ...options });
  const number = openIssue(scene);
  const first = await scene.command(number, "/kimi fix", "alice", NO_WALLS);
  return { scene, number, first, session: first.outputs["session"] ?? "", digests: waiting(scene, number) };
}

export function openIssue({ github }: JobScene): number {
  return github.addIssue(REPOSITORY, { title: "add subtracts", body: "It should add.", user: "alice" }).number;
}

/** A job with a number of its own, as every delivery has. */
export function job(id: number, more: Partial<ActionOptions> = {}): Partial<ActionOptions> {
  return { ...NO_WALLS, ...more, env: { GITHUB_RUN_ID: String(id), ...more.env } };
}

/** `ref commit` of what is kept on the server of sessions; not of the comments that were heard. */
export async function keptRefs({ github }: JobScene): Promise<readonly string[]> {
  const text = await github.git(REPOSITORY, "for-each-ref", "--format=%(refname) %(objectname)", "refs/kimi");
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("refs/kimi/answers/"));
}

export const namesOf = (refs: readonly string[]): readonly string[] => refs.map((line) => line.split(" ")[0] ?? "");

function digestsIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/`([0-9a-f]{12})`/g)].map(([, digest = ""]) => digest))];
}

/** Digests that our comments of a thread show. */
export function waiting({ github }: JobScene, number: number): readonly string[] {
  return digestsIn(ownComments(github, number).join("\n"));
}

export function lastReply(scene: JobScene, number: number): string {
  return ownComments(scene.github, number).at(-1) ?? "";
}

export interface RunningJob {
  readonly end: Promise<ActionEnd>;
  /** Waits until it is so, 120 s at most, and no longer than the job runs. */
  readonly until: (what: string, isSo: (log: string, workspace: string) => boolean | Promise<boolean>) => Promise<void>;
  readonly kill: (signal: NodeJS.Signals) => void;
}

/** A comment, and the job it starts, while it goes on. */
export function start(
  scene: JobScene,
  {
    number,
    body,
    user = "alice",
    id,
    isKilled = false,
  }: {
    readonly number: number;
    readonly body: string;
    readonly user?: string;
    readonly id: number;
    /** The job is a process, which takes three times as long. */
    readonly isKilled?: boolean;
  },
): RunningJob {
  let child: ChildProcess | undefined;
  let workspace = "";
  let log = "";
  const over = new AbortController();
  const end = scene.command(number, body, user, {
    ...job(id),
    ...(isKilled ? { onStart: (started) => void (child = started) } : {}),
    earlier: async (dir) => void (workspace = dir),
    onLog: (text) => void (log += text),
  });
  const isOver = (): void => over.abort();
  end.then(isOver, isOver);
  return {
    end,
    until: async (what, isSo) => {
      for (let waited = 0; waited < 2_400 && !over.signal.aborted; waited += 1) {
        if (await isSo(log, workspace)) return;
        await delay(50);
      }
      throw new Error(`It never happened: ${what}.\n${log}`);
    },
    kill: (signal) => void child?.kill(signal),
  };
}
