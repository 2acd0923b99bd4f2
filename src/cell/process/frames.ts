/**
 * What controller and worker say to each other: one JSON object per line, requests down stdin, replies up stdout. Both
 * ends import this file; it knows neither processes nor files.
 */

import type { ErrorCode } from "../../protocol/error.ts";
import type {
  BackgroundCommand,
  BackgroundReply,
  ExecReply,
  ExecRequest,
  ListReply,
  Probe,
  ReadFileReply,
  ResolveReply,
  TalkEnd,
  TalkReply,
  TalkRequest,
} from "../../protocol/cell.ts";

/** A process, so that it cannot be taken for another one. */
export interface ProcessId {
  readonly pid: number;
  /** The 22nd field of /proc/PID/stat: the same in every process namespace. */
  readonly startTime: string;
}

/** What the controller planted before the launch, for the worker to attack. */
export interface Bait {
  /** A readable file of the controller; must be out of sight. */
  readonly canaryFile: string;
  /** A unix socket that is being listened on; must be out of reach. */
  readonly socketPath: string;
  /** Ports of 127.0.0.1 that are being listened on; must be out of reach. */
  readonly tcpPort: number;
  readonly udpPort: number;
  /** Must be out of sight, or at least closed. */
  readonly controller: ProcessId;
  /** How many processes a sealed cell has at its start. */
  readonly processes: number;
  /** The runner's own folders and files; must not be writable. */
  readonly runnerPaths: readonly string[];
  /** The user's real git directory; must be out of sight, or covered by the disposable one. */
  readonly gitDir: string;
  /** Where the repository's objects are bound; must be read-only. Undefined when the workspace has no `.git`. */
  readonly objectsDir?: string | undefined;
  /** Names that may occur in the environment of any visible process. */
  readonly environNames: readonly string[];
  /** `/proc/self/ns/*` links of the controller; the worker's must all differ. */
  readonly namespaces: Readonly<Record<string, string>>;
}

/** A file of the disposable git directory, so that the worker can tell it from the real one. */
export const DISPOSABLE_NAME = "kimi-disposable";

/** Beyond these everything that runs in the cell is ended. */
export interface Ceilings {
  /** By which the file system of the workspace may fill up while the cell lives. */
  readonly workspaceBytes: number;
  /** That must stay free on it, for whatever else writes there. */
  readonly freeBytes: number;
  /** Of a sealed cell. */
  readonly processes: number;
}

export interface Hello {
  /** Absolute real path of the workspace. */
  readonly root: string;
  readonly ceilings: Ceilings;
  /** Nobody but the cell runs under its user: all of the user's processes are the cell's. */
  readonly ownsUser: boolean;
  /** A folder of the worker's own, for the pipes of commands. */
  readonly pipeDir: string;
  /** Set without walls: the value of `KIMI_CELL` in the environment of everything the worker starts. */
  readonly marker?: string | undefined;
  /** Set where there are walls to attack. */
  readonly bait?: Bait | undefined;
}

type None = Readonly<Record<string, never>>;

/** Every operation of the worker: what it is given and what it answers. */
export interface Operations {
  readonly hello: { readonly args: Hello; readonly reply: readonly Probe[] };
  readonly resolve: { readonly args: { readonly path: string }; readonly reply: ResolveReply };
  readonly readFile: {
    readonly args: { readonly path: string; readonly maxBytes: number };
    readonly reply: ReadFileReply;
  };
  readonly writeFile: {
    readonly args: { readonly path: string; readonly text: string; readonly expectedDigest?: string | null };
    readonly reply: { readonly digest: string };
  };
  readonly list: {
    readonly args: { readonly path: string; readonly recursive: boolean; readonly limit: number };
    readonly reply: ListReply;
  };
  readonly exec: { readonly args: ExecRequest; readonly reply: ExecReply };
  readonly startBackground: { readonly args: ExecRequest; readonly reply: { readonly id: string } };
  readonly listBackground: { readonly args: None; readonly reply: readonly BackgroundCommand[] };
  readonly readBackground: {
    readonly args: { readonly id: string; readonly waitMs: number };
    readonly reply: BackgroundReply;
  };
  readonly stopBackground: { readonly args: { readonly id: string }; readonly reply: BackgroundReply };
  readonly startTalk: { readonly args: TalkRequest; readonly reply: { readonly id: string } };
  readonly readTalk: { readonly args: { readonly id: string }; readonly reply: TalkReply };
  readonly writeTalk: { readonly args: { readonly id: string; readonly line: string }; readonly reply: null };
  readonly stopTalk: { readonly args: { readonly id: string }; readonly reply: TalkEnd };
  /** From now on commands find a proxy in their environment, which leads to the socket. */
  readonly openNetwork: { readonly args: { readonly socketPath: string }; readonly reply: null };
  readonly killAll: { readonly args: None; readonly reply: null };
  readonly fingerprint: { readonly args: { readonly maxEntries: number }; readonly reply: string | null };
}

export type Operation = keyof Operations;

export type RequestFrame =
  | {
      readonly [O in Operation]: { readonly id: number; readonly op: O; readonly args: Operations[O]["args"] };
    }[Operation]
  | { readonly id: number; readonly op: "cancel" };

export type ReplyFrame =
  | { readonly id: number; readonly ok: unknown }
  | {
      readonly id: number;
      readonly error: { readonly code: ErrorCode; readonly message: string; readonly hint?: string | undefined };
    }
  /** The request was cut short by its cancel frame. */
  | { readonly id: number; readonly cancelled: true };

/** Longest line either end accepts: a 10 MB file whose every byte needs a `\u` escape still fits. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

export interface LineReader {
  readonly push: (chunk: Buffer) => void;
}

const NEWLINE = 10;

/** Splits a byte stream into lines. Once a line exceeds `maxBytes`, `onOverflow` is called and the rest ignored. */
export function createLineReader(
  onLine: (line: string) => void,
  onOverflow: () => void,
  maxBytes = MAX_FRAME_BYTES,
): LineReader {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let broken = false;
  return {
    push(chunk) {
      let start = 0;
      while (!broken) {
        const end = chunk.indexOf(NEWLINE, start);
        const piece = end < 0 ? chunk.subarray(start) : chunk.subarray(start, end);
        heldBytes += piece.length;
        if (heldBytes > maxBytes) {
          broken = true;
          held = [];
          onOverflow();
          return;
        }
        if (piece.length > 0) held.push(piece);
        if (end < 0) return;
        const [only] = held;
        const line = held.length === 1 && only !== undefined ? only : Buffer.concat(held);
        held = [];
        heldBytes = 0;
        start = end + 1;
        onLine(line.toString("utf8"));
      }
    },
  };
}
