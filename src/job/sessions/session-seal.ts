/**
 * The seal of a stored session proves that a job of this repository wrote it. It is needed because any account with the right to
 * push can write the reference, and an answer in a stored session is carried out. The key never comes near the cell.
 */

import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { canonicalJson } from "../../base/canonical-json.ts";
import { sha256 } from "../../base/sha256.ts";
import { providerKeys } from "../../llm/providers.ts";
import type { World } from "../../run/open/request.ts";
import type { JobInputs } from "../context/inputs.ts";

/** The file of the session's commit that holds the seal. */
export const SEAL = "seal";

/** What a seal covers: every file of the commit but the seal itself, and the workspace. */
interface Sealed {
  readonly files: ReadonlyMap<string, Buffer | string>;
  readonly tree: string | undefined;
}

export type SessionSeal = ReturnType<typeof createSeal>;

/** The seal of jobs without a secret. Only such jobs accept it. */
const UNSEALED = "none\n";

/** `secret` is any text that only jobs of the repository have; its length does not matter. */
export function createSeal(secret: string | undefined) {
  const key = secret === undefined ? undefined : Buffer.from(hkdfSync("sha256", secret, "", "kimi-runner session", 32));
  const write = ({ files, tree = "" }: Sealed): string => {
    if (key === undefined) return UNSEALED;
    const digests = [...files].flatMap(([path, content]) => (path === SEAL ? [] : [[path, sha256(content)]]));
    const text = canonicalJson({ v: 1, tree, files: Object.fromEntries(digests) });
    return `v1 ${createHmac("sha256", key).update(text).digest("hex")}\n`;
  };
  return {
    write,
    /** Why the session cannot be trusted, a sentence; undefined when the seal holds. */
    problemIn: (what: Sealed): string | undefined => {
      const found = what.files.get(SEAL)?.toString();
      if (found === undefined) return "It carries no seal: it was not written by a job of this repository.";
      if (isSame(found, write(what))) return undefined;
      if (key === undefined) return "It is sealed, and this job has no API key and no session key to check that with.";
      return "Its seal does not hold: no job of this repository wrote it, or the key changed since (`session-key`, else the API key).";
    },
  };
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

interface SecretSources {
  readonly inputs: Pick<JobInputs, "sessionKey"> & {
    readonly run: { readonly model: { readonly apiKey?: string | undefined } };
  };
  readonly world: Pick<World, "env">;
}

/** The secret by which a later job recognises the sessions of this one; undefined where the job has none. */
export function jobSealSecret({ inputs: { sessionKey, run }, world: { env } }: SecretSources): string | undefined {
  const candidates = [sessionKey, env["KIMI_SESSION_KEY"], run.model.apiKey, ...providerKeys(env)];
  return candidates.find((candidate) => candidate !== undefined && candidate !== "");
}

/** Allows for the difference between the clocks of runner and server, and for the request. An edit that is undone within this time is not noticed. */
const TOLERANCE_MS = 10_000;
const SEALED = /^([\s\S]*)\n<!-- kimi-runner:seal (\d{1,15}) ([0-9a-f]{64}) -->\s*$/;

/**
 * The seal of a comment that asks for approval, for servers that do not tell who edited a comment: it proves that a job of this repository
 * wrote the text, and when. Where another account puts an old text back, the time of the comment's last edit no longer fits the seal.
 * Returns a function that makes the last line of a comment. Undefined without a secret: such comments cannot be checked.
 */
export function commentSeal(secret: string | undefined, now: () => number): ((text: string) => string) | undefined {
  if (secret === undefined) return undefined;
  return (text) => {
    const at = now();
    return `<!-- kimi-runner:seal ${at} ${proofOf(secret, at, text)} -->`;
  };
}

/** Whether the comment is as a job of this repository wrote it. */
export function isSealed(
  { body, updatedAt }: { readonly body: string; readonly updatedAt: string },
  secret: string | undefined,
): boolean {
  const [, text = "", at = "", proof] = SEALED.exec(body) ?? [];
  if (secret === undefined || proof !== proofOf(secret, Number(at), text)) return false;
  return Math.abs(Date.parse(updatedAt) - Number(at)) <= TOLERANCE_MS;
}

function proofOf(secret: string, at: number, text: string): string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "kimi-runner comment", 32));
  return createHmac("sha256", key).update(`${at}\n${text}`).digest("hex");
}
