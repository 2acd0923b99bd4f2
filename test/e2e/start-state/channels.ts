/** The ways by which a change leaves, each from the request to what it left. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../../doubles/checkout.ts";
import { runCli, temporaryDir, outcomeOf, type CliEnd } from "../../doubles/cli.ts";
import type { ActionEnd } from "../../doubles/runner.ts";
import { IS_FULL } from "../../doubles/size.ts";
import { REPOSITORY, TOKEN } from "../job/job-scene.ts";
import { CANARY } from "../harness.ts";
import type { CellScene } from "./cell-scene.ts";
import {
  changeBetween,
  changeOfPatch,
  checkoutState,
  storedObjects,
  textsIn,
  type Count,
  type Left,
  type Text,
} from "./left.ts";

export type Channel = (scene: CellScene) => Promise<Left>;

/** Name → channel. */
export const CHANNELS: Readonly<Record<string, Channel>> = {
  issue: async (scene) => await onIssue(scene),
  verified: async (scene) => await onIssue(scene, { commit: "verified" }),
  pull: onPull,
  fork: onFork,
  dispatch: onDispatch,
  "two-phase": inTwoPhases,
  resumed: onResume,
  batch: inBatch,
  local: onMachine,
};

const FIX = "/kimi fix";

async function onIssue(cell: CellScene, inputs: Readonly<Record<string, string>> = {}): Promise<Left> {
  const { number } = cell.scene.github.addIssue(REPOSITORY, { title: "add subtracts", body: "b", user: "alice" });
  const end = await cell.scene.command(number, FIX, "alice", { inputs: { ...sandboxOf(cell), ...inputs } });
  return await leftByJob(cell, { ends: [end], from: cell.base, to: end.outputs["branch"] });
}

async function onPull(cell: CellScene): Promise<Left> {
  const { github } = cell.scene;
  const from = await github.addCommit(REPOSITORY, { branch: "feature", files: { "notes.md": "notes\n" } });
  const { number } = await github.addPull(REPOSITORY, { head: "feature", title: "Notes", user: "alice" });
  const end = await cell.scene.command(number, FIX, "alice", { inputs: sandboxOf(cell) });
  return await leftByJob(cell, { ends: [end], from, to: "feature" });
}

async function onFork(cell: CellScene): Promise<Left> {
  const { github } = cell.scene;
  const fork = "mallory/demo";
  await github.addRepository({ name: fork, forkOf: REPOSITORY, roles: { mallory: "admin" } });
  const commit = { branch: "patch", from: "main", files: { "notes.md": "notes\n" }, user: "mallory" };
  const from = await github.addCommit(fork, commit);
  const { number } = await github.addPull(REPOSITORY, { head: "patch", from: fork, title: "Notes", user: "mallory" });
  const end = await cell.scene.command(number, FIX, "alice", { inputs: sandboxOf(cell) });
  const posted = github.thread(REPOSITORY, number).comments.map(({ body }) => body);
  const left = await leftByJob(cell, { ends: [end], from, to: undefined });
  const bare = github.repository(REPOSITORY).dir;
  return { ...left, published: await changeOfPatch(bare, from, postedPatch(posted.join("\n"))) };
}

/** The patch in the command that a comment posts. */
function postedPatch(text: string): Buffer {
  const encoded = /base64 -d <<'KIMI_PATCH'[^\n]*\n([^]*?)\nKIMI_PATCH/.exec(text)?.[1];
  if (encoded !== undefined) return Buffer.from(encoded, "base64");
  const plain = /git apply <<'KIMI_PATCH'\n([^]*?\n)KIMI_PATCH/.exec(text)?.[1];
  return Buffer.from(plain ?? "");
}

async function onDispatch(cell: CellScene): Promise<Left> {
  const inputs = { prompt: "Fix the sign.", ...sandboxOf(cell) };
  const end = await cell.scene.run({ event: "workflow_dispatch" }, { inputs });
  return await leftByJob(cell, { ends: [end], from: cell.base, to: end.outputs["branch"] });
}

async function inTwoPhases(cell: CellScene): Promise<Left> {
  const { scene } = cell;
  const { number } = scene.github.addIssue(REPOSITORY, { title: "add subtracts", body: "b", user: "alice" });
  const comment = scene.github.addComment(REPOSITORY, number, { body: FIX, user: "alice" });
  const event = { event: "issue_comment", number, comment, sender: "alice" } as const;
  const worked = await cell.agent(event, { inputs: sandboxOf(cell) });
  const artifact = worked.outputs["artifact"];
  if (!artifact) return await leftByJob(cell, { ends: [worked], from: cell.base, to: undefined });
  const published = await cell.publish(event, cell.download(artifact));
  return await leftByJob(cell, { ends: [published, worked], from: cell.base, to: published.outputs["branch"] });
}

/** The run reaches a limit behind its edits, and another job, with the same earlier step, goes on. */
async function onResume(cell: CellScene): Promise<Left> {
  const { number } = cell.scene.github.addIssue(REPOSITORY, { title: "add subtracts", body: "b", user: "alice" });
  const inputs = sandboxOf(cell);
  const first = await cell.scene.command(number, FIX, "alice", { inputs: { ...inputs, "max-steps": "2" } });
  cell.again();
  const end = await cell.scene.command(number, "/kimi resume --steps 20", "alice", { inputs });
  return await leftByJob(cell, { ends: [end, first], from: cell.base, to: end.outputs["branch"] });
}

interface JobLeft {
  /** The jobs, first the one that published. */
  readonly ends: readonly ActionEnd[];
  readonly from: string;
  /** The branch that was pushed; undefined or empty where none was. */
  readonly to: string | undefined;
}

async function leftByJob(cell: CellScene, { ends, from, to = "" }: JobLeft): Promise<Left> {
  const { github } = cell.scene;
  const [end] = ends;
  const bundles = ends.map(({ outputs }) => outputs["bundle"] ?? "").filter((dir) => existsSync(dir));
  const bare = github.repository(REPOSITORY).dir;
  const summaries = ends.map(({ summary, outputs }) => `${outputs["reason"]}\n${outputs["result"]}\n${summary}`);
  const said = [...threadTexts(cell), ...summaries.map((text) => ({ where: "the summary", text }))];
  const there = await leftThere(cell);
  return {
    ...there,
    outcome: end?.outputs["outcome"] ?? "",
    code: end?.code ?? null,
    published: to === "" ? {} : await changeBetween(bare, from, to),
    patched: await changeOfPatch(bare, from, patchIn(bundles[0])),
    counts: countsIn(said),
    files: JSON.parse(end?.outputs["files"] || "[]") as readonly string[],
    said,
    uploaded: [
      ...bundles.flatMap((dir) => textsIn(dir, "bundle")),
      ...ends.map(({ raw }) => ({ where: "the log", text: raw })),
    ],
    log: ends.map(({ log, outputs }) => `${log}\n${JSON.stringify(outputs)}`).join("\n"),
  };
}

function patchIn(bundle: string | undefined): Buffer {
  const file = join(bundle ?? "", "changes.patch");
  return bundle !== undefined && existsSync(file) ? readFileSync(file) : Buffer.from("");
}

/** Titles, bodies and comments of every thread, and the messages of commits. */
function threadTexts({ scene: { github } }: CellScene): readonly Text[] {
  return github
    .repository(REPOSITORY)
    .threads.flatMap(({ number, title, body, comments, pull }) => [
      { where: `#${number}`, text: `${title}\n${body ?? ""}` },
      ...comments.map((comment) => ({ where: `a comment on #${number}`, text: comment.body })),
      ...(pull?.reviews ?? []).map((review) => ({ where: `a review of #${number}`, text: review.body })),
      ...(pull?.reviewComments ?? []).map((comment) => ({ where: `a line of #${number}`, text: comment.body })),
    ]);
}

/** What people are told about how many files changed. */
function countsIn(said: readonly Text[]): readonly Count[] {
  return said.flatMap(({ where, text }) =>
    Array.from(text.matchAll(/^(\d+) files? \+|Files \((\d+)\)/gm), ([line, headline, list]) => ({
      where: `${where}, "${line}"`,
      count: Number(headline ?? list),
    })),
  );
}

/** To be read before a patch is applied, which writes objects too. */
async function leftThere({ scene, start }: CellScene): Promise<Pick<Left, "stored" | "after">> {
  const { dir } = scene.github.repository(REPOSITORY);
  return { stored: await storedObjects(dir), after: await checkoutState(start().dir) };
}

const sandboxOf = ({ cell: { sandbox } }: CellScene) => ({ sandbox });

async function onMachine(cell: CellScene): Promise<Left> {
  using home = temporaryDir();
  const bundle = join(home.dir, "bundle");
  const end = await runHere(cell, home.dir, ["run", "fix the sign", "--bundle", bundle], IS_FULL);
  const { outcome, filesChanged } = existsSync(bundle) ? outcomeOf(bundle) : {};
  return await leftInPatch(cell, {
    end,
    bundle,
    outcome: String(outcome),
    counts: [{ where: "outcome.json", count: Number(filesChanged) }],
    uploaded: [], // the other files of the bundle stay with the person whose checkout it is
  });
}

/** Runs the program in a clone of the commit, behind the step. */
async function runHere(cell: CellScene, home: string, args: readonly string[], isProcess = true): Promise<CliEnd> {
  const { github, model } = cell.scene;
  const dir = join(home, "checkout");
  if (!existsSync(dir))
    await checkout({ github, repository: REPOSITORY, dir, token: TOKEN, persistCredentials: false });
  await cell.prepare(dir);
  const env = { OPENAI_API_KEY: CANARY, OPENAI_BASE_URL: model.url, HOME: home };
  const all = [...args, "--model", "openai/test-model", "--sandbox", cell.cell.sandbox];
  return await runCli(all, { cwd: dir, env, isProcess });
}

interface PatchLeft extends Pick<Left, "outcome" | "counts" | "uploaded"> {
  readonly end: CliEnd;
  readonly bundle: string;
  readonly said?: readonly Text[];
}

async function leftInPatch(cell: CellScene, { end, bundle, said = [], ...rest }: PatchLeft): Promise<Left> {
  const bare = cell.scene.github.repository(REPOSITORY).dir;
  const there = await leftThere(cell);
  const patched = await changeOfPatch(bare, cell.base, patchIn(bundle));
  return {
    ...there,
    ...rest,
    code: end.code,
    published: patched,
    patched,
    files: undefined,
    said: [{ where: "the terminal", text: end.stdout + end.stderr }, ...said],
    log: end.stdout + end.stderr,
  };
}

async function inBatch(cell: CellScene): Promise<Left> {
  using home = temporaryDir();
  const batch = join(home.dir, "batch");
  const end = await runHere(cell, home.dir, ["batch", "run", "mend", "--dir", batch]);
  const collected = await runCli(["batch", "collect", batch], { cwd: home.dir, env: { HOME: home.dir } });
  const results = join(batch, "results.jsonl");
  const last = existsSync(results) ? readFileSync(results, "utf8").trim().split("\n").at(-1) : undefined;
  const { state, files, bundle } = JSON.parse(last || "{}") as Readonly<Record<string, string | number>>;
  return await leftInPatch(cell, {
    end: { ...end, stdout: end.stdout + collected.stdout, stderr: end.stderr + collected.stderr },
    bundle: join(batch, String(bundle)),
    outcome: String(state),
    counts: [{ where: "results.jsonl", count: Number(files) }],
    uploaded: textsIn(batch, "batch"),
    said: textsIn(batch, "batch").filter(({ where }) => /^batch\/(?:report|results|.*outcome)/.test(where)),
  });
}
