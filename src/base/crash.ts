/** Crash points, where a test kills the process: the only module state. An unarmed point costs a comparison. */

/** Every effect of the controller, in the order of a run. Each has a point before and after it. */
export const EFFECTS = [
  "scratch.make", // The private folder for temporary files is made
  "overlay.make", // The folder for the changes of a copy of the checkout is made
  "cell.namespace", // The namespace of the cell's overlays is made
  "cell.worker", // The worker of the cell is started
  "cell.mask", // Files that commands may not read are covered
  "bundle.create", // The folder of a new bundle is made
  "lock.take", // The lock of a session, a checkout, a batch or this machine's ledger is taken
  "lock.note", // The name of the process's private folder is written into the lock
  "lock.clear", // The lock of a process that no longer runs is removed
  "lock.release", // Such a lock is given back
  "journal.cut", // A torn last line of the journal is cut off
  "journal.line", // The line of a record is written
  "journal.sync", // The line of an intent or an end is synced to the disk
  "context-file.renew", // The view context.jsonl is made again when a session is resumed
  "context-file.append", // Lines are added to the view context.jsonl
  "context-file.rotate", // context.jsonl is moved aside, because the context went back to a checkpoint
  "context-file.rewrite", // context.jsonl is written anew after that
  "model.step", // The model is asked for a step
  "model.summary", // The model is asked for a summary of the context
  "model.closing", // The model is asked for closing words
  "model.apply", // The model is asked to bring a sketched edit into its file
  "model.embed", // A model is asked for the vectors of texts
  "tool.run", // A tool call is carried out
  "cell.exec", // A command runs in the cell: of a tool, a hook, a check
  "cell.writeFile", // A file of the workspace is written
  "cell.startBackground", // A background command is started
  "cell.stopBackground", // A background command is ended
  "cell.startTalk", // An MCP server is started
  "cell.writeTalk", // A line is sent to an MCP server
  "cell.stopTalk", // An MCP server is ended
  "cell.killAll", // Every process in the cell is ended
  "bundle.start", // start.patch or work.patch is written
  "bundle.blob", // The whole text of a long result is stored
  "snapshot.stage", // Changed files enter the index of a snapshot
  "snapshot.tree", // The index becomes a tree
  "workspace.restore", // The workspace is restored to a tree
  "bundle.patch", // changes.patch is written
  "bundle.json", // session.json or outcome.json is written
  "bundle.transcript", // transcript.md is written
  "bundle.page", // report.html is written
  "checkout.stage", // The new files of a run that worked on a copy are written into the git directory
  "checkout.keep", // What takes the change back is kept there, until the end of the session is recorded
  "checkout.put", // A file is put into the checkout, or removed from it
  "checkout.undo", // A file of the checkout is put back
  "checkout.drop", // What takes the change back is removed
  "scratch.remove", // The private folder is removed
  "git.commit", // git makes the commit that is published
  "git.push", // git pushes the commit
  "refs.push", // Claims, sessions, cancellations and the ledger are pushed
  "github.write", // A request that changes something is sent to GitHub
  "store.open", // A private folder for reading and writing stored sessions is made
  "session.unpack", // A stored session is written to a folder
  "ledger.write", // This machine's ledger is written
  "bundle.delivery", // delivery.json is written, for the job that publishes
  "artifact.upload", // The bundle is uploaded as an artifact
  "summary.append", // The job summary is written
] as const;

export type Effect = (typeof EFFECTS)[number];
export type CrashPoint = `${Effect}.${"before" | "after"}`;

let armed: ((point: CrashPoint) => void) | undefined;

export function crashAt(point: CrashPoint): void {
  armed?.(point);
}

/** Does the work of an effect between its two points. */
export function effect<T>(name: Effect, work: () => T extends Promise<unknown> ? never : T): T {
  crashAt(`${name}.before`);
  const result = work();
  crashAt(`${name}.after`);
  return result;
}

/** As `effect`, for work that takes time. */
export async function asyncEffect<T>(name: Effect, work: () => Promise<T>): Promise<T> {
  crashAt(`${name}.before`);
  const result = await work();
  crashAt(`${name}.after`);
  return result;
}

/** Arms the points: `<point>:<n>` kills the process at the n-th passing; `count` reports each point. */
export function armCrash(setting: string, tell: (point: CrashPoint) => void): void {
  if (setting === "count") {
    armed = tell;
    return;
  }
  const [, wanted, count] = /^(\S+):([1-9]\d*)$/.exec(setting) ?? [];
  const points = EFFECTS.flatMap((effect) => [`${effect}.before`, `${effect}.after`]);
  if (wanted === undefined || !points.includes(wanted)) {
    throw new Error(
      `KIMI_CRASH_AT is no crash point: ${setting}. Accepted: count, or <point>:<n> of ${points.join(", ")}`,
    );
  }
  let left = Number(count);
  armed = (point) => {
    if (point === wanted && --left === 0) process.kill(process.pid, "SIGKILL");
  };
}
