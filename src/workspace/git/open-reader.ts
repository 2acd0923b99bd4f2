/** Reads objects with one `git cat-file` for each git directory. git is spawned directly: simple-git costs 6 ms to load. */

import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import { createInTurn } from "../../base/in-turn.ts";
import { gitError } from "../../protocol/error.ts";
import { createBatchReader, requireBlob, type BatchObject, type TakeObject } from "./cat-file.ts";
import { FIXED_ENV } from "./git-environment.ts";
import { objectId } from "./object-id.ts";

/** Reads objects by names that git resolves, in order; undefined for a missing object. Names have no newline. */
export type ReadObjects = (names: readonly string[]) => Promise<readonly (BatchObject | undefined)[]>;

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** An open git has some megabytes; another one takes 5 ms. */
const IDLE_MS = 500;

/**
 * Starts git at the first reading, again where it has ended, and ends it when nothing is read for a while. Meanwhile it does not keep
 * this process alive, and it ends with it. Both functions throw `git.failed` with git's own words.
 */
export function createOpenReader(place: Place) {
  const inTurn = createInTurn();
  let git: ReturnType<typeof startGit> | undefined;
  let idle: NodeJS.Timeout | undefined;
  const close = (): void => {
    clearTimeout(idle);
    git?.end();
    git = undefined;
  };
  /** Hands over one object after the other, so that not all of them are in memory at once. */
  const each = (names: readonly string[], take: TakeObject): Promise<void> =>
    inTurn(async () => {
      if (names.length === 0) return;
      clearTimeout(idle);
      let hasBegun = false;
      const taken: TakeObject = (object) => {
        hasBegun = true;
        take(object);
      };
      for (let isOld = git !== undefined; ; isOld = false) {
        git ??= startGit(place);
        try {
          await git.each(names, taken);
          break;
        } catch (error) {
          close();
          if (!isOld || hasBegun) throw error; // one that was open may have been killed since
        }
      }
      idle = setTimeout(close, IDLE_MS).unref();
    });
  const read: ReadObjects = async (names) => {
    const objects: (BatchObject | undefined)[] = [];
    await each(names, (object) => objects.push(object));
    return objects;
  };
  return { each, read, close };
}

/** The reader of a git directory of ours. */
export function readerOf(gitDir: string, path: string) {
  return createOpenReader({ cwd: gitDir, env: { PATH: path, ...FIXED_ENV, GIT_DIR: gitDir } });
}

/** The content of a stored file. Throws `git.failed` for another object. */
export async function readFileObject(read: ReadObjects, id: string): Promise<Buffer> {
  const [object] = await read([objectId(id)]);
  return requireBlob(object).content;
}

interface Reading {
  readonly take: TakeObject;
  left: number;
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
}

function startGit({ cwd, env }: Place) {
  const git = spawn("git", ["cat-file", "--batch"], { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  const streams = [git.stdin, git.stdout, git.stderr] as unknown as readonly Socket[];
  const said: Buffer[] = [];
  let reading: Reading | undefined;
  let ended: { readonly error: unknown } | undefined;
  const take = createBatchReader((object) => {
    if (reading === undefined) return;
    reading.take(object);
    reading.left -= 1;
    if (reading.left > 0) return;
    reading.done();
    reading = undefined;
  });
  const end = (error: unknown): void => {
    ended ??= { error };
    reading?.fail(error);
    reading = undefined;
  };
  git.stdout.on("data", (chunk: Buffer) => {
    try {
      take(chunk);
    } catch (error) {
      end(error); // of the function that takes the objects
    }
  });
  git.stderr.on("data", (chunk: Buffer) => said.push(chunk));
  git.stdin.on("error", () => {}); // the end of git reports the reason
  git.on("error", (cause) => end(gitError("git was not found.", "Install git, or add its folder to PATH.", cause)));
  git.on("close", () => end(gitError(`git cat-file failed: ${Buffer.concat(said).toString("utf8").trim()}`)));
  return {
    async each(names: readonly string[], taken: TakeObject) {
      for (const part of [git, ...streams]) part.ref();
      await new Promise<void>((done, fail) => {
        if (ended !== undefined) return fail(ended.error);
        reading = { take: taken, left: names.length, done, fail };
        git.stdin.write(`${names.join("\n")}\n`);
      });
      for (const part of [git, ...streams]) part.unref();
    },
    end() {
      git.stdin.end();
      git.kill(); // its remaining output is not needed
    },
  };
}
