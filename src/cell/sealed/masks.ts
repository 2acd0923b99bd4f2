/**
 * Masks: an empty read-only file or folder over each path of the workspace that commands may not read. They are mounted in the keeper's
 * namespace, over the view that the cell's workspace follows, so they appear in a running cell.
 */

import { execFile, type ExecFileException } from "node:child_process";
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { crashAt } from "../../base/crash.ts";
import { fileText, lstatOrNone } from "../../base/file-text.ts";
import { isWithin } from "../../base/paths/is-within.ts";
import { descendantsOf } from "./launch.ts";
import { plainText } from "../../base/plain-text.ts";
import { systemReason } from "../../base/system-error.ts";
import { oneLine } from "../../base/truncate.ts";
import { RunnerError } from "../../protocol/error.ts";
import { entranceBy, type MountNamespace, type NamespaceOptions } from "./mount-namespace.ts";
import { EMPTY_FILE, EMPTY_FOLDER, escaped, STAGE_NAME, unescaped, type View } from "./overlays.ts";
import { REAPER_AT } from "./reaper.ts";

export interface MaskOptions extends NamespaceOptions {
  readonly space: Pick<MountNamespace, "keeper" | "seen">;
  readonly views: readonly View[];
  readonly workDir: string;
}

export type Masks = ReturnType<typeof createMasks>;

const TABLE = "masks";
/** 10,000 masks take 1.5 s of a processor. */
const TIMEOUT_MS = 120_000;

interface Target {
  readonly path: Buffer;
  readonly isFolder: boolean;
  /** The mount point in the namespace. */
  readonly at: Buffer;
}

export function createMasks({ space, views, workDir, scratchDir, shape, self }: MaskOptions) {
  const stage = realpathSync(join(scratchDir, STAGE_NAME));
  const { keeper } = space;
  const inCell = (path: Buffer): Buffer => Buffer.concat([Buffer.from(`${workDir}/`), path]);
  const targetOf = (path: Buffer, kindOf: KindOf): Target | undefined => {
    const view = viewOf(views, inCell(path));
    const rest = inCell(path).subarray(Buffer.byteLength(view.at));
    const files = view.isCopy ? space.seen(view.files) : view.files;
    const kind = orUnmasked(path, () => kindOf(files, rest.subarray(1)));
    if (kind === undefined) return undefined;
    return { path, isFolder: kind === "folder", at: Buffer.concat([Buffer.from(view.view), rest]) };
  };
  /** Paths in the workspace of what is masked now. */
  const masked = (): readonly Buffer[] =>
    [...masksIn(keeper)].flatMap((at) => {
      const view = views.find((one) => isWithin(at, keyOf(Buffer.from(one.view))));
      if (view === undefined) return [];
      const path = Buffer.concat([Buffer.from(view.at), Buffer.from(at.slice(Buffer.byteLength(view.view)), "latin1")]);
      return [path.subarray(Buffer.byteLength(workDir) + 1)];
    });
  /** Masks paths of the workspace that are there, which contain no links. Throws `sandbox.refused` with one that it cannot mask. */
  const mask = async (paths: readonly Buffer[]): Promise<void> => {
    if (paths.length === 0) return;
    const kindOf = createKinds();
    const targets = paths.flatMap((path) => targetOf(path, kindOf) ?? []);
    const before = masksIn(keeper);
    const missing = targets.filter(({ at }) => !before.has(keyOf(at)));
    if (missing.length === 0) return;
    const lineOf = ({ at, isFolder }: Target): string =>
      `${isFolder ? EMPTY_FOLDER : EMPTY_FILE} ${escaped(at)} none bind 0 0\n`;
    writeFileSync(join(stage, TABLE), missing.map(lineOf).join(""), { mode: 0o600 });
    const { command } = entranceBy(keeper, { shape, self });
    const sudo = shape.kind === "root" && shape.sudoPath !== undefined ? [shape.sudoPath, "-n", "--"] : [];
    const line = `cd "$1" && exec mount --all --fstab ${TABLE}`;
    const said = await messagesOf([...sudo, ...command, "/bin/sh", "-c", line, "sh", stage]);
    const after = masksIn(keeper);
    const left = missing.find(({ path, at }) => !after.has(keyOf(at)) && targetOf(path, createKinds()) !== undefined);
    if (left !== undefined) throw unmasked(left.path, reasonFor(said, left));
  };
  return {
    mask,
    /** Throws `sandbox.refused` where the cell that `pid` started lacks a mask. A mask moves along when a folder above it is renamed. */
    requireIn: (pid: number | undefined): void => {
      const paths = masked();
      const cell = pid === undefined || paths.length === 0 ? undefined : cellBelow(pid);
      const seen = cell === undefined ? new Set<string>() : masksIn(cell);
      const left = paths.find((path) => !seen.has(keyOf(inCell(path))));
      if (left !== undefined) throw unmasked(left, "the mask does not appear in the cell");
    },
  };
}

/** The error of a path that commands would see. */
export function unmasked(path: Buffer, why: string): RunnerError {
  return new RunnerError({
    code: "sandbox.refused",
    message: `The sandbox cannot hide ${plainText(oneLine(path.toString("utf8"), MAX_SHOWN))} from commands: ${why}.`,
    hint: "Remove it from the checkout before the run, or let commands see it with `sandbox.show` in the policy.",
  });
}

const MAX_SHOWN = 200;

/** The view with the folder that holds a path. A later one covers an earlier one. */
function viewOf(views: readonly View[], path: Buffer): View {
  const holding = views.filter(({ at }) => isWithin(keyOf(path), keyOf(Buffer.from(at))));
  const longest = Math.max(...holding.map(({ at }) => at.length));
  const view = holding.findLast(({ at }) => at.length === longest);
  if (view === undefined) throw unmasked(path, "its folder cannot be written to in the cell");
  return view;
}

/** What a path below a folder is; undefined where it is gone, or behind a link, or neither file nor folder. */
type KindOf = (folder: string, path: Buffer) => "file" | "folder" | undefined;

/** Each folder is looked at once. Links are not followed, because a command may have made them. */
function createKinds(): KindOf {
  const known = new Map<string, ReturnType<KindOf>>();
  const look = (folder: string, path: Buffer): ReturnType<KindOf> => {
    if (path.length === 0) return "folder";
    const key = `${folder}/${keyOf(path)}`;
    if (known.has(key)) return known.get(key);
    const end = path.lastIndexOf("/");
    const isReached = look(folder, path.subarray(0, Math.max(0, end))) === "folder";
    const stats = isReached ? lstatOrNone(Buffer.concat([Buffer.from(`${folder}/`), path])) : undefined;
    const kind = stats?.isDirectory() === true ? "folder" : stats?.isFile() === true ? "file" : undefined;
    known.set(key, kind);
    return kind;
  };
  return look;
}

/** The result. A path that cannot be looked at, because it is too long, may be there for a command. */
function orUnmasked<T>(path: Buffer, look: () => T): T {
  try {
    return look();
  } catch (error) {
    throw unmasked(path, systemReason(error));
  }
}

/** A path as a key, one character for each byte. */
function keyOf(path: Buffer): string {
  return path.toString("latin1");
}

/** The mount points of masks in the namespace of a process. A mask that could be written to is none. */
function masksIn(pid: number): ReadonlySet<string> {
  const table = readFileSync(`/proc/${pid}/mountinfo`, "latin1");
  return new Set(
    table.split("\n").flatMap((line) => {
      const [, , , root = "", at = "", options = ""] = line.split(" ", 6);
      const isEmpty = root.endsWith(`/${EMPTY_FILE}`) || root.endsWith(`/${EMPTY_FOLDER}`);
      return isEmpty && options.split(",").includes("ro") ? [unescaped(at)] : [];
    }),
  );
}

/** The worker's process below the program that started the cell: only a cell has this addon. */
function cellBelow(pid: number): number | undefined {
  const hasAddon = (one: number): boolean => fileText(`/proc/${one}/mountinfo`)?.includes(` ${REAPER_AT} `) === true;
  return [pid, ...descendantsOf(pid)].find(hasAddon);
}

/** Runs a program. Returns its standard error, or why it could not be started. */
async function messagesOf([file = "", ...args]: readonly string[]): Promise<string> {
  crashAt("cell.mask.before");
  const options = { env: ENV, cwd: "/", timeout: TIMEOUT_MS, maxBuffer: Infinity };
  const { stderr } = await promisify(execFile)(file, args, options).catch((error: ExecFileException) => ({
    stderr: error.stderr || error.message,
  }));
  crashAt("cell.mask.after");
  return stderr;
}

const ENV = { PATH: "/usr/bin:/bin" };

/** What `mount` said about a path. */
function reasonFor(said: string, { at }: Target): string {
  const lines = said.split("\n").filter((line) => line.startsWith("mount: ") || line.startsWith("nsenter: "));
  const line = lines.find((text) => text.includes(at.toString("utf8"))) ?? lines[0];
  return line === undefined ? "it was not mounted" : line.slice(line.lastIndexOf(": ") + 2).replace(/\.$/, "");
}
