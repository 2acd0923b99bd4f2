/**
 * The cell: where everything the model chooses to do happens. The controller talks to one worker through `Cell`; the
 * same request and reply types travel as JSON lines over the worker's stdin and stdout.
 */

/** How strong the cell is, strongest first. The rung in force is what the probes prove, not what was asked for. */
export const RUNGS = ["sealed", "separate", "none"] as const;
export type Rung = (typeof RUNGS)[number];

export interface Probe {
  readonly name: string;
  /** True when the attack failed, i.e. the wall held. */
  readonly held: boolean;
  /** What the attack saw. */
  readonly detail: string;
}

export interface ReadFileReply {
  /** Path relative to the workspace after links are resolved. */
  readonly path: string;
  /** UTF-8 text of the whole file. */
  readonly text: string;
  readonly sizeBytes: number;
  /** SHA-256 of the bytes: what the stale guard compares. */
  readonly digest: string;
}

export interface ListEntry {
  /** Relative to the workspace. */
  readonly path: string;
  readonly kind: "file" | "directory" | "link" | "other";
}

export interface ListReply {
  /** Directories first, then by name; depth first when recursive. */
  readonly entries: readonly ListEntry[];
  readonly truncated: boolean;
}

export interface ResolveReply {
  /** Path relative to the workspace after links are resolved; a missing leaf is kept as written. */
  readonly path: string;
  readonly kind: ListEntry["kind"] | "missing";
  /** SHA-256 of a regular file's bytes; undefined otherwise, and for files over the read limit. */
  readonly digest?: string | undefined;
}

export interface ExecRequest {
  /** `bash -c` text, or argv run without a shell. */
  readonly command: string | readonly string[];
  /** Relative to the workspace. */
  readonly cwd: string;
  readonly timeoutMs: number;
  /** Kept bytes of output; the middle of anything longer is dropped as it streams. */
  readonly maxOutputBytes: number;
  /** Text for standard input, at most 1 MB; it ends after it. Without one standard input is empty. */
  readonly input?: string | undefined;
}

export interface ExecReply {
  /** Standard output and error in the order of arrival. */
  readonly output: string;
  /** Bytes dropped from the middle of `output`. */
  readonly droppedBytes: number;
  /** Exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly durationMs: number;
}

/** How far a background command is. */
export type BackgroundState =
  | { readonly kind: "running" }
  | ({ readonly kind: "ended" } & Pick<ExecReply, "code" | "signal" | "timedOut">);

/** A command that outlives the call that started it. */
export interface BackgroundCommand {
  /** `bg1`, `bg2` and so on, in the order of their starts. */
  readonly id: string;
  /** As it was given; argv is joined by spaces. */
  readonly command: string;
  /** Relative to the workspace, links resolved. */
  readonly cwd: string;
  readonly state: BackgroundState;
  /** Until now, or until its end. */
  readonly durationMs: number;
}

/** With what is kept of the output so far. */
export interface BackgroundReply extends BackgroundCommand, Pick<ExecReply, "output" | "droppedBytes"> {}

export interface TalkRequest {
  /** A program and its arguments, run without a shell. */
  readonly command: readonly [file: string, ...args: string[]];
  /** Relative to the workspace. */
  readonly cwd: string;
  /** On top of the environment of every command. */
  readonly env: Readonly<Record<string, string>>;
}

/** How a process that is spoken with came to its end. */
export interface TalkEnd extends Pick<ExecReply, "code" | "signal"> {
  /** The last 4,000 bytes of its standard error. */
  readonly stderr: string;
  /** Why it was ended from outside, where it was not because somebody asked for it. */
  readonly problem?: string | undefined;
}

export interface TalkReply {
  /** Of standard output, without their line breaks; what stands behind the last line break of all is left out. */
  readonly lines: readonly string[];
  /** Set when nothing more will come. */
  readonly end?: TalkEnd | undefined;
}

/** Paths given to a cell are absolute or relative to the workspace; one that leaves it is `workspace.outside`. */
export interface Cell {
  readonly rung: Rung;
  readonly probes: readonly Probe[];
  readonly resolve: (path: string, signal?: AbortSignal) => Promise<ResolveReply>;
  readonly readFile: (
    path: string,
    options: { readonly maxBytes: number },
    signal?: AbortSignal,
  ) => Promise<ReadFileReply>;
  /**
   * Writes atomically (temporary file and rename, mode kept), parents created. With `expectedDigest` it refuses a file
   * whose bytes changed since; `null` means the file must not exist.
   */
  readonly writeFile: (
    path: string,
    text: string,
    options: { readonly expectedDigest?: string | null },
    signal?: AbortSignal,
  ) => Promise<{ readonly digest: string }>;
  readonly list: (
    path: string,
    options: { readonly recursive: boolean; readonly limit: number },
    signal?: AbortSignal,
  ) => Promise<ListReply>;
  readonly exec: (request: ExecRequest, signal?: AbortSignal) => Promise<ExecReply>;
  /** Starts a command that ends with the cell at the latest. Throws `tool.input` when as many run as may at once (4). */
  readonly startBackground: (request: ExecRequest, signal?: AbortSignal) => Promise<{ readonly id: string }>;
  /** In the order of their starts. Asks the worker only while one of them may still run. */
  readonly listBackground: () => Promise<readonly BackgroundCommand[]>;
  /** Waits until the command ends, at most `waitMs`; 0 does not wait. Throws `tool.input` for an unknown id. */
  readonly readBackground: (
    id: string,
    options: { readonly waitMs: number },
    signal?: AbortSignal,
  ) => Promise<BackgroundReply>;
  /**
   * Ends a command and its process group with INT, TERM and KILL, 2 s apart; one that has ended stays as it is. Throws
   * `tool.input` for an unknown id.
   */
  readonly stopBackground: (id: string, signal?: AbortSignal) => Promise<BackgroundReply>;
  /**
   * Starts a process that is spoken with in lines for as long as the cell lives. One that does not start has an end that
   * says so.
   */
  readonly startTalk: (request: TalkRequest, signal?: AbortSignal) => Promise<{ readonly id: string }>;
  /** The lines since the last call; waits until there is one, or the process is over. One reader at a time. */
  readonly readTalk: (id: string, signal?: AbortSignal) => Promise<TalkReply>;
  /** Writes a line, at most 16 MB; waits until the process takes it. Nobody hears it when the process is over. */
  readonly writeTalk: (id: string, line: string, signal?: AbortSignal) => Promise<void>;
  /** Closes its standard input, and ends it and its process group where that is not enough within 500 ms. */
  readonly stopTalk: (id: string) => Promise<TalkEnd>;
  /**
   * Ends every process that a command started, however it hid, and resolves when none is left: from then on nobody
   * races whoever writes to the workspace. Throws `cell.failed` when one cannot be ended.
   */
  readonly killAll: () => Promise<void>;
  /**
   * Digest over path, size, mode and mtime of the workspace's files (`.git` left out), or undefined when there are more
   * than `maxEntries`. A hint that saves needless snapshots; never evidence, since the cell could lie.
   */
  readonly fingerprint: (maxEntries: number) => Promise<string | undefined>;
  /** Ends every process of the cell. Never rejects. */
  readonly close: () => Promise<void>;
}
