/** The protocol of controller and worker: JSON lines on the worker's stdin and stdout. Both ends import this file. */

import type { ProcessIdentity } from "../../base/process-identity.ts";
import type { ErrorCode, RunnerErrorOptions } from "../../protocol/error.ts";
import type {
  Activity,
  Around,
  BackgroundCommand,
  BackgroundReply,
  Confirmed,
  ExecReply,
  ExecRequest,
  FoundLine,
  ListReply,
  OutputSoFar,
  Probe,
  ReadFileReply,
  ResolveReply,
  TalkEnd,
  TalkReply,
  TalkRequest,
} from "../../protocol/cell.ts";
import type { ReplaceReply, ReplaceRequest } from "../../protocol/tools/replace.ts";

/** Bait of the controller, which the worker's probes try to reach. */
export interface Bait {
  /** A readable file of the controller, which must be invisible. */
  readonly canaryFile: string;
  /** A unix socket with a listener, which must be out of reach. */
  readonly socketPath: string;
  /** Ports of 127.0.0.1 with listeners, which must be out of reach. */
  readonly tcpPort: number;
  readonly udpPort: number;
  /** What the probes say to the listeners, which other programs of the machine reach as well. */
  readonly greeting: string;
  /** The controller, whose secrets must be unreadable. */
  readonly controller: Pick<ProcessIdentity, "pid" | "started">;
  /** The runner's own folders and files, which must not be writable. */
  readonly runnerPaths: readonly string[];
  /** The user's real git directory, which must be invisible or covered by the disposable one. */
  readonly gitDir: string;
  /** Nothing may be written to the workspace. */
  readonly isReadOnly?: boolean | undefined;
  /** Where the repository's objects are mounted read-only. Undefined when the workspace has no `.git`. */
  readonly objectsDir?: string | undefined;
  /** Variables that visible processes may have. */
  readonly environNames: readonly string[];
  /** `/proc/self/ns/*` links of the controller; the worker's must all differ. */
  readonly namespaces: Readonly<Record<string, string>>;
}

/** A file of the disposable git directory, so that the worker can tell it from the real one. */
export const DISPOSABLE_NAME = "kimi-disposable";

/** Beyond these limits all processes of the cell are ended. When it is the memory, only the largest process group is. */
export interface Ceilings {
  /** Memory of all processes of a sealed cell together. */
  readonly memoryBytes: number;
  /** Bytes by which a file system may grow while the cell lives. */
  readonly workspaceBytes: number;
  /** Bytes that must stay free on it, for other programs. */
  readonly freeBytes: number;
  /** Files that must still fit on it. */
  readonly freeFiles: number;
  /** Processes in a sealed cell. */
  readonly processes: number;
}

export interface Hello {
  /** How many ids of background commands earlier workers of this cell have given out. */
  readonly used?: number | undefined;
  /** Absolute real path of the workspace. */
  readonly root: string;
  readonly ceilings: Ceilings;
  /** Folders in the cell that are on other disks which its processes can fill. */
  readonly disks?: readonly string[] | undefined;
  /** The cell has a user of its own: all processes of this user belong to the cell. */
  readonly ownsUser: boolean;
  /** The worker's own folder, for the pipes of commands. */
  readonly pipeDir: string;
  /** Set where the worker is the first process of its namespace: path of the addon that waits for orphans. */
  readonly reaper?: string | undefined;
  /** Set when the cell is to be probed. */
  readonly bait?: Bait | undefined;
}

type None = Readonly<Record<string, never>>;

type Id = Readonly<Record<"id", string>>;

/** A port of the cell that leads to a socket of the controller. */
export interface Forward {
  readonly socketPath: string;
  readonly port: number;
  /** Addresses of the cell's loopback. */
  readonly addresses: readonly string[];
  /** The socket is the proxy's: requests for servers of the cell do not go there. */
  readonly isProxy?: boolean;
}

/** A file with the settings of a tool. */
export interface ClientFile {
  /** The variable of the cell that names the file's folder. */
  readonly variable?: string | undefined;
  /** The folder below the home folder, where no variable names one. */
  readonly folder: string;
  readonly name: string;
  readonly text: string;
}

interface Exchange<Args, Reply> {
  readonly args: Args;
  readonly reply: Reply;
}

/** Arguments and replies of the worker's operations. */
export interface Operations {
  readonly hello: Exchange<Hello, readonly Probe[]>;
  readonly resolve: Exchange<{ readonly path: string }, ResolveReply>;
  readonly readFile: Exchange<
    { readonly path: string; readonly maxBytes: number; readonly mayBeBinary?: true | undefined },
    ReadFileReply
  >;
  readonly writeFile: Exchange<
    { readonly path: string; readonly text: string; readonly expectedDigest?: string | null },
    { readonly digest: string }
  >;
  readonly list: Exchange<{ readonly path: string; readonly recursive: boolean; readonly limit: number }, ListReply>;
  readonly replaceMatches: Exchange<ReplaceRequest, ReplaceReply>;
  readonly confirmLines: Exchange<Around & { readonly lines: readonly FoundLine[] }, readonly Confirmed[]>;
  readonly exec: Exchange<ExecRequest, ExecReply>;
  readonly outputSoFar: Exchange<{ readonly from: number }, OutputSoFar | null>;
  readonly startBackground: Exchange<ExecRequest, Id>;
  readonly listBackground: Exchange<None, readonly BackgroundCommand[]>;
  readonly readBackground: Exchange<Id & { readonly waitMs: number }, BackgroundReply>;
  readonly stopBackground: Exchange<Id, BackgroundReply>;
  readonly startTalk: Exchange<TalkRequest, Id>;
  readonly readTalk: Exchange<Id, TalkReply>;
  readonly writeTalk: Exchange<Id & { readonly line: string }, null>;
  readonly stopTalk: Exchange<Id, TalkEnd>;
  /** Forwards ports of the cell's loopback, adds variables for later commands, and writes files for tools that have none. */
  readonly openNetwork: Exchange<
    {
      readonly forwards: readonly Forward[];
      readonly env: Readonly<Record<string, string>>;
      readonly files: readonly ClientFile[];
    },
    null
  >;
  /** Replaces ceilings. `nice` lowers the priority of later commands, 0 to 19. */
  readonly setCeilings: Exchange<{ readonly ceilings: Partial<Ceilings>; readonly nice?: number | undefined }, null>;
  readonly killAll: Exchange<None, null>;
  readonly activity: Exchange<None, Activity>;
}

export type Operation = keyof Operations;
/** An operation that follows the greeting. */
export type LaterOperation = Exclude<Operation, "hello">;

/** What the worker does for each operation that follows the greeting. */
export type WorkerOperations = {
  readonly [O in LaterOperation]: (
    args: Operations[O]["args"],
    signal: AbortSignal,
  ) => Operations[O]["reply"] | Promise<Operations[O]["reply"]>;
};

export type RequestFrame =
  | {
      readonly [O in Operation]: { readonly id: number; readonly op: O; readonly args: Operations[O]["args"] };
    }[Operation]
  | { readonly id: number; readonly op: "cancel" }
  /** Asks whether the worker still answers. */
  | { readonly id: typeof PING_ID; readonly op: "ping" };

/** The id of all pings; those of other requests are larger. */
export const PING_ID = 0;

/** The codes of the errors with which a worker answers. */
export const WORKER_ERROR_CODES = [
  "cell.failed",
  "tool.input",
  "workspace.file",
  "workspace.outside",
] as const satisfies readonly ErrorCode[];

interface WorkerError extends Pick<RunnerErrorOptions, "message" | "hint"> {
  readonly code: (typeof WORKER_ERROR_CODES)[number];
}

export type ReplyFrame =
  | { readonly id: number; readonly ok: unknown }
  | { readonly id: number; readonly error: WorkerError }
  | { readonly id: number; readonly cancelled: true };

/** Longest line that either end accepts. It fits a 10 MB file in which every byte needs a `\u` escape. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

const NEWLINE = 10;

/** Splits a byte stream into lines. Once a line exceeds `maxBytes`, `onOverflow` is called and the rest ignored. */
export function createLineReader(
  onLine: (line: string) => void,
  onOverflow: () => void,
  maxBytes = MAX_FRAME_BYTES,
): { readonly push: (chunk: Buffer) => void } {
  let pieces: Buffer[] = [];
  let pieceBytes = 0;
  let broken = false;
  return {
    push(chunk) {
      let start = 0;
      while (!broken) {
        const end = chunk.indexOf(NEWLINE, start);
        const piece = end < 0 ? chunk.subarray(start) : chunk.subarray(start, end);
        pieceBytes += piece.length;
        if (pieceBytes > maxBytes) {
          broken = true;
          pieces = [];
          onOverflow();
          return;
        }
        if (piece.length > 0) pieces.push(piece);
        if (end < 0) return;
        const [only] = pieces;
        const line = pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
        pieces = [];
        pieceBytes = 0;
        start = end + 1;
        onLine(line.toString("utf8"));
      }
    },
  };
}
