/** The cell as tools see it where files are hidden: approved reads, refused edits, and a note in a command's result. */

import { posix } from "node:path";
import { pathText } from "../../base/paths/byte-paths.ts";
import { plainText } from "../../base/plain-text.ts";
import { oneLine } from "../../base/truncate.ts";
import { sha256 } from "../../base/sha256.ts";
import type { Cell, ExecReply, ReadFileReply } from "../../protocol/cell.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { TrustedGit } from "../../workspace/trusted-git.ts";
import type { HiddenPath, HiddenPaths } from "./hidden-paths.ts";

interface HiddenCellOptions {
  /** The real path of the workspace. */
  readonly root: string;
  readonly hidden: Promise<Pick<HiddenPaths, "paths">>;
  readonly git: () => Promise<Pick<TrustedGit, "snapshot" | "startTree" | "objects">>;
}

/** Most notes of one command. */
const MAX_NOTES = 3;
const MAX_SHOWN_CHARS = 200;
/** Characters of a command and its output in which names are looked for. */
const MAX_LOOKED_AT = 200_000;
/** Linux has no longer paths, and each folder of a word is looked up. */
const MAX_PATH_CHARS = 4_096;

/** The cell, with what it hides in mind. Where nothing is hidden, it does what the cell does. */
export function withHidden<C extends Cell>(cell: C, { root, hidden, git }: HiddenCellOptions): C {
  const told = new Set<string>();
  let known: Promise<ReadonlyMap<string, HiddenPath>> | undefined;
  const byPath = async () =>
    await (known ??= hidden.then(({ paths }) => new Map(paths.map((one) => [pathText(one.path), one]))));
  const hiddenAt = async (given: string): Promise<HiddenPath | undefined> =>
    hiddenIn(await byPath(), posix.normalize(given.startsWith(`${root}/`) ? given.slice(root.length + 1) : given));

  const served = async (path: string, maxBytes: number, mayBeBinary: boolean): Promise<ReadFileReply> => {
    const { snapshot, startTree, objects } = await git();
    const tree = startTree() ?? (await snapshot());
    const folder = posix.dirname(path);
    const oid = (await objects.filesIn(tree, [folder === "." ? "./" : `${folder}/`])).get(path);
    const bytes = oid === undefined ? undefined : (await objects.blobs([oid])).get(oid);
    if (bytes === undefined) {
      const why = "is hidden from commands, and git ignores it, so it cannot be shown";
      throw failed(`${path} ${why}.`, "Say in your closing words what you need of it.");
    }
    if (bytes.length > maxBytes) throw failed(`${path} is too large: ${bytes.length} bytes.`);
    const facts = { path, sizeBytes: bytes.length, digest: sha256(bytes) };
    if (!bytes.includes(0)) return { ...facts, text: bytes.toString("utf8") };
    if (!mayBeBinary) throw failed(`${path} is a binary file (${bytes.length} bytes).`);
    return { ...facts, text: "", data: bytes.toString("base64") };
  };
  const requireVisible = async (path: string): Promise<void> => {
    const found = await hiddenAt(path);
    if (found === undefined) return;
    const what = `${path} is hidden from this run's commands and edits (${found.rule}), and cannot be changed`;
    throw failed(`${what}.`, "Say in your closing words what a person should change there.");
  };
  const noted = async (command: string, cwd: string, reply: ExecReply): Promise<ExecReply> => {
    const map = await byPath();
    if (map.size === 0) return reply;
    const notes: string[] = [];
    const text = `${command} ${reply.output}`.slice(0, MAX_LOOKED_AT);
    for (const word of new Set(text.split(/[\s'"`:,;()<>|&=]+/))) {
      if (word.length > MAX_PATH_CHARS) continue;
      const given = word.startsWith(`${root}/`) ? word.slice(root.length + 1) : posix.join(cwd, word);
      const found = word === "" ? undefined : (hiddenIn(map, given) ?? hiddenIn(map, posix.normalize(word)));
      if (found === undefined || told.has(found.path) || notes.length >= MAX_NOTES) continue;
      told.add(found.path);
      notes.push(noteOf(found));
    }
    return notes.length === 0 ? reply : { ...reply, refusals: [...(reply.refusals ?? []), ...notes] };
  };
  return {
    ...cell,
    readFile: async (path, options, signal) => {
      const { isGranted, ...rest } = options;
      if ((await hiddenAt(path)) === undefined) return await cell.readFile(path, rest, signal);
      if (isGranted !== true) await requireVisible(path);
      return await served(posix.normalize(path), options.maxBytes, options.mayBeBinary === true);
    },
    writeFile: async (path, text, options, signal) => {
      await requireVisible(path);
      return await cell.writeFile(path, text, options, signal);
    },
    exec: async (request, signal) => {
      const reply = await cell.exec(request, signal);
      const command = typeof request.command === "string" ? request.command : request.command.join(" ");
      return await noted(command, request.cwd, reply);
    },
  };
}

/** What hides a path: the path itself, or a folder above it. */
function hiddenIn(map: ReadonlyMap<string, HiddenPath>, path: string): HiddenPath | undefined {
  for (let one = path; one !== "." && one !== "/" && one !== ""; one = posix.dirname(one)) {
    const found = map.get(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function noteOf({ path, rule }: HiddenPath): string {
  const shown = plainText(oneLine(pathText(path), MAX_SHOWN_CHARS));
  return `[files] ${shown} is hidden from commands (${rule}): it looks empty here, and cannot be changed, moved or removed. Its content is untouched.`;
}

function failed(message: string, hint?: string): RunnerError {
  return new RunnerError({ code: "workspace.file", message, hint });
}
