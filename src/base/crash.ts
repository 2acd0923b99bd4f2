/**
 * Crash points: places where a test kills the process, as a lost machine would, to prove what survives. They are the only
 * module state of the program: a function passed through every layer for a test would touch more code than it proves. A point
 * that is not armed costs a call and a comparison.
 */

/** Every effect of the controller, in the order of a run. Each has a point before and after it. */
export const EFFECTS = [
  /** The private folder for temporary files is made. */
  "scratch.make",
  /** The folder for the changes of a copy of the checkout is made. */
  "ground.make",
  /** The namespace of the cell's overlays is made. */
  "cell.namespace",
  /** The worker of the cell is started. */
  "cell.worker",
  /** The folder of a new bundle is made. */
  "bundle.create",
  /** The lock of a session, a checkout, a batch or this machine's ledger is taken. */
  "lock.take",
  /** The name of the process's private folder is written into the lock. */
  "lock.note",
  /** The lock of a process that no longer runs is removed. */
  "lock.clear",
  /** Such a lock is given back. */
  "lock.release",
  /** A torn last line of the journal is cut off. */
  "journal.cut",
  /** The line of a record is written. */
  "journal.line",
  /** The line of an intent or an end is synced to the disk. */
  "journal.sync",
  /** The view context.jsonl is made again when a session is resumed. */
  "context-file.renew",
  /** Lines are added to the view context.jsonl. */
  "context-file.append",
  /** context.jsonl is moved aside, because the context went back to a checkpoint. */
  "context-file.rotate",
  /** context.jsonl is written anew after that. */
  "context-file.rewrite",
  /** The model is asked for a step. */
  "model.step",
  /** The model is asked for a summary of the context. */
  "model.summary",
  /** The model is asked for closing words. */
  "model.closing",
  /** The model is asked to bring a sketched edit into its file. */
  "model.apply",
  /** A model is asked for the vectors of texts. */
  "model.embed",
  /** A tool call is carried out. */
  "tool.run",
  /** A command runs in the cell: of a tool, a hook, a check. */
  "cell.exec",
  /** A file of the workspace is written. */
  "cell.writeFile",
  /** A background command is started. */
  "cell.startBackground",
  /** A background command is ended. */
  "cell.stopBackground",
  /** An MCP server is started. */
  "cell.startTalk",
  /** A line is sent to an MCP server. */
  "cell.writeTalk",
  /** An MCP server is ended. */
  "cell.stopTalk",
  /** Every process in the cell is ended. */
  "cell.killAll",
  /** The whole text of a long result is stored. */
  "bundle.blob",
  /** Changed files enter the index of a snapshot. */
  "snapshot.stage",
  /** The index becomes a tree. */
  "snapshot.tree",
  /** The workspace is restored to a tree. */
  "workspace.restore",
  /** changes.patch is written. */
  "bundle.patch",
  /** session.json or outcome.json is written. */
  "bundle.json",
  /** Publishing sets labels, assignees or a state that a run asked for. */
  "output.write",
  /** Publishing opens an issue that a run asked for. */
  "output.issue",
  /** transcript.md is written. */
  "bundle.transcript",
  /** report.html is written. */
  "bundle.page",
  /** The changes of a run that worked on a copy are put into the checkout. */
  "checkout.put",
  /** The private folder is removed. */
  "scratch.remove",
  /** git makes the commit that is published. */
  "git.commit",
  /** git pushes the commit. */
  "git.push",
  /** Claims, sessions, cancellations and the ledger are pushed. */
  "refs.push",
  /** GitHub stores a large file. */
  "github.blob",
  /** GitHub creates a tree. */
  "github.tree",
  /** GitHub creates a commit. */
  "github.commit",
  /** GitHub creates a branch. */
  "github.branch",
  /** GitHub moves a branch. */
  "github.move",
  /** A pull request is opened. */
  "pull.create",
  /** The text of a pull request is changed. */
  "pull.update",
  /** A comment is written. */
  "comment.create",
  /** A comment is changed. */
  "comment.update",
  /** The younger of two own comments is removed. */
  "comment.remove",
  /** An issue is opened. */
  "issue.create",
  /** An issue is changed. */
  "issue.update",
  /** Labels are added to an issue or pull request. */
  "issue.label",
  /** A reaction is set. */
  "reaction.set",
  /** A reaction is removed. */
  "reaction.remove",
  /** A private folder for reading and writing stored sessions is made. */
  "store.open",
  /** A stored session is written to a folder. */
  "session.unpack",
  /** This machine's ledger is written. */
  "ledger.write",
  /** delivery.json is written, for the job that publishes. */
  "bundle.delivery",
  /** The bundle is uploaded as an artifact. */
  "artifact.upload",
  /** The job summary is written. */
  "summary.append",
] as const;

export type Effect = (typeof EFFECTS)[number];
export type CrashPoint = `${Effect}.${"before" | "after"}`;

let armed: ((point: CrashPoint) => void) | undefined;

/** Marks a crash point. Does nothing unless the entry has armed it. */
export function crashAt(point: CrashPoint): void {
  armed?.(point);
}

/**
 * Arms the points of this process. `<point>:<n>` kills it when it passes that point for the n-th time; `count` reports every
 * point that it passes. Throws for any other setting.
 */
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
