/** The cell: the sandbox of the model's commands and files. Requests and replies travel as JSON lines. */

import type { ReplaceReply, ReplaceRequest } from "./tools/replace.ts";

/** How strong the cell is, strongest first. The level in force is what the probes prove, not what was asked for. */
export const SANDBOX_LEVELS = ["sealed", "separate", "none"] as const;
export type SandboxLevel = (typeof SANDBOX_LEVELS)[number];

/** How commands are approved in a cell that is not sealed: word for word, or by the policy's own patterns. */
export type UnsealedApproval = "lines" | "patterns";

export function unsealedWords(how: UnsealedApproval): string {
  return how === "lines"
    ? "commands are approved word for word (sandbox.unsealed)"
    : "plain commands are approved by patterns (sandbox.unsealed: patterns)";
}

export interface Probe {
  readonly name: string;
  /** True when the attack failed, that is, when the cell prevented it. */
  readonly held: boolean;
  /** What the attack saw. */
  readonly detail: string;
}

export interface ReadFileReply {
  /** Path relative to the workspace after links are resolved. */
  readonly path: string;
  /** UTF-8 text of the whole file. */
  readonly text: string;
  /** Bytes in base64 of a binary file, where they were asked for; the text is empty then. */
  readonly data?: string | undefined;
  readonly sizeBytes: number;
  /** SHA-256 of the bytes. An edit of a file with another digest is refused as stale. */
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

/** A line of a file, as a search reports it. */
export interface FoundLine {
  /** Relative to the workspace. */
  readonly path: string;
  /** From 1; 0 is the file as a whole. */
  readonly line: number;
  /** Without its line feed; bytes that are not UTF-8 are U+FFFD. */
  readonly text: string;
  /** The text is only the beginning of the line. */
  readonly isCut?: true | undefined;
}

/** A line that its file has, with lines around it. Only the file's own lines count for those. */
export interface ConfirmedLine {
  /** Length of the whole line. */
  readonly chars: number;
  readonly before: readonly NearLine[];
  readonly after: readonly NearLine[];
}

export type Confirmed = ConfirmedLine | "binary" | null;

/** The beginning of a line, and its length. */
export interface NearLine {
  readonly text: string;
  readonly chars: number;
}

/** How many lines before and after a line are wanted; none when left out. */
export interface Around {
  readonly before?: number;
  readonly after?: number;
}

export interface ResolveReply {
  /** Path relative to the workspace after links are resolved; a missing leaf is kept as written. */
  readonly path: string;
  readonly kind: ListEntry["kind"] | "missing";
  /** SHA-256 of a regular file's bytes; undefined otherwise, and for files over the read limit. */
  readonly digest?: string | undefined;
  /** No file has the name as it was given; this one has the same letters in other Unicode characters. */
  readonly isRespelled?: true | undefined;
}

export interface ExecRequest {
  /** `bash -c` text, or argv run without a shell. */
  readonly command: string | readonly string[];
  /** Relative to the workspace. */
  readonly cwd: string;
  readonly timeoutMs: number;
  /** Bytes of output that are kept. The middle of longer output is dropped as it streams. */
  readonly maxOutputBytes: number;
  /** Time of a processor, in seconds, that each process of the command has at most. */
  readonly cpuSeconds?: number | undefined;
  /** Text for standard input, at most 1 MB. Without it standard input is empty. */
  readonly input?: string | undefined;
  /** Longest run time in all. After `timeoutMs` the command goes on in the background. Left out: it is killed. */
  readonly goesOnForMs?: number | undefined;
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
  /** Processes that it left in the background kept its output, and were ended with it. */
  readonly endedRest?: true | undefined;
  /** Set when the command did not end: its id in the background. */
  readonly background?: string | undefined;
  /** One line for each access that the cell refused. For the network it says what the policy would have to list. */
  readonly refusals?: readonly string[] | undefined;
}

/** The output so far of a command that runs. */
export interface OutputSoFar {
  /** The whole lines after the byte that was asked for, at most 1 MB, while the beginning of the output is still kept. */
  readonly text: string;
  /** Position of the byte after `text`. */
  readonly next: number;
  /** The last line that is not empty, of the last 4,000 bytes. */
  readonly lastLine: string;
}

/** Whether a background command runs or has ended. `listens`: it is a server, which waits for connections on a port. */
export type BackgroundState =
  | { readonly kind: "running"; readonly listens?: true }
  | ({ readonly kind: "ended" } & Pick<ExecReply, "code" | "signal" | "timedOut">);

/** Which processes run in the cell. */
export interface Activity {
  /** Whether a process of a command runs. */
  readonly commands: boolean;
  /** Whether a process that exchanges lines with the controller runs, this project's own programs left out. */
  readonly servers: boolean;
  /** Commands that were started so far. */
  readonly started: number;
}

/** A command that outlives the call that started it. */
export interface BackgroundCommand {
  /** `bg1`, `bg2` and so on, in the order of their starts. */
  readonly id: string;
  /** As given; argv is joined by spaces. */
  readonly command: string;
  /** Relative to the workspace, links resolved. */
  readonly cwd: string;
  readonly state: BackgroundState;
  /** From its start until now, or until its end. */
  readonly durationMs: number;
}

/** A background command with its output so far. */
export interface BackgroundReply extends BackgroundCommand, Pick<ExecReply, "output" | "droppedBytes" | "refusals"> {}

export interface TalkRequest {
  /** A program and its arguments, run without a shell. */
  readonly command: readonly [file: string, ...args: string[]];
  /** Relative to the workspace. */
  readonly cwd: string;
  /** Variables besides those that every command gets. */
  readonly env: Readonly<Record<string, string>>;
  /** The process is a program of this project, which writes nothing to the workspace. */
  readonly isOwn?: true | undefined;
}

/** How a process that exchanges lines with the controller ended. */
export interface TalkEnd extends Pick<ExecReply, "code" | "signal"> {
  /** The last 4,000 bytes of its standard error. */
  readonly stderr: string;
  /** Why the cell ended the process, when it was not `stopTalk`. */
  readonly problem?: string | undefined;
}

export interface TalkReply {
  /** Complete lines of standard output, without their line breaks. */
  readonly lines: readonly string[];
  /** Set when nothing more will come. */
  readonly end?: TalkEnd | undefined;
}

/**
 * Paths given to a cell are absolute or relative to the workspace. One that leaves it throws `workspace.outside`. Only `resolve`
 * follows links: a rule judges what it returns, and everything else takes that path and throws `workspace.file` when a name of it
 * is a link by then.
 */
export interface Cell {
  readonly level: SandboxLevel;
  readonly probes: readonly Probe[];
  /** The command, for `startTalk`, of a program of this project that lies beside the worker. */
  readonly ownProgram: (name: string, nodeFlags: readonly string[]) => TalkRequest["command"];
  readonly resolve: (path: string, signal?: AbortSignal) => Promise<ResolveReply>;
  readonly readFile: (
    path: string,
    options: {
      readonly maxBytes: number;
      readonly mayBeBinary?: true | undefined;
      /** The policy or a person lets the model read this very file, so it is read where it is hidden from commands. */
      readonly isGranted?: true | undefined;
    },
    signal?: AbortSignal,
  ) => Promise<ReadFileReply>;
  /** Writes atomically. `expectedDigest` refuses a file that changed since; `null` means that it must not exist. */
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
  /** For each line, the lines around it; null where its file does not have it. No link is followed. */
  readonly confirmLines: (
    lines: readonly FoundLine[],
    around: Around,
    signal?: AbortSignal,
  ) => Promise<readonly Confirmed[]>;
  /** Replaces every match of a pattern. Throws `tool.input` for an invalid pattern, and for one that takes more than two seconds. */
  readonly replaceMatches: (request: ReplaceRequest, signal?: AbortSignal) => Promise<ReplaceReply>;
  readonly exec: (request: ExecRequest, signal?: AbortSignal) => Promise<ExecReply>;
  /** The output from byte `from` on of the oldest command that `exec` waits for; undefined when it waits for none. */
  readonly outputSoFar: (from: number) => Promise<OutputSoFar | undefined>;
  /** Starts a command that ends with the cell at the latest. Throws `tool.input` when four run already. */
  readonly startBackground: (request: ExecRequest, signal?: AbortSignal) => Promise<{ readonly id: string }>;
  /** All background commands, in the order of their starts. The worker is asked only while one of them may still run. */
  readonly listBackground: () => Promise<readonly BackgroundCommand[]>;
  /** Waits until the command ends, at most `waitMs`; 0 does not wait. Throws `tool.input` for an unknown id. */
  readonly readBackground: (
    id: string,
    options: { readonly waitMs: number },
    signal?: AbortSignal,
  ) => Promise<BackgroundReply>;
  /** Ends a command and its process group with INT, TERM and KILL, 2 s apart. Throws `tool.input` for an unknown id. */
  readonly stopBackground: (id: string, signal?: AbortSignal) => Promise<BackgroundReply>;
  /** Starts a process that exchanges lines with the controller until the cell closes. If it cannot start, its end says why. */
  readonly startTalk: (request: TalkRequest, signal?: AbortSignal) => Promise<{ readonly id: string }>;
  /** The lines since the last call. Waits until there is one or the process has ended. One reader at a time. */
  readonly readTalk: (id: string, signal?: AbortSignal) => Promise<TalkReply>;
  /** Writes a line of at most 16 MB and waits until the process takes it. It does nothing when the process has ended. */
  readonly writeTalk: (id: string, line: string, signal?: AbortSignal) => Promise<void>;
  /** Closes the standard input of a process, and kills it and its process group if it does not end within 500 ms. */
  readonly stopTalk: (id: string) => Promise<TalkEnd>;
  /** Ends every process that a command started, hidden ones included. Throws `cell.failed` when one cannot be ended. */
  readonly killAll: () => Promise<void>;
  readonly activity: () => Promise<Activity>;
  /** Ends every process of the cell. Never rejects. */
  readonly close: () => Promise<void>;
}
