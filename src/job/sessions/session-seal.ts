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
  /** Id of the workspace's tree. */
  readonly tree: string | undefined;
}

export interface SessionSeal {
  /** Content of the seal file. */
  readonly write: (what: Sealed) => string;
  /** Why the session cannot be trusted, a sentence; undefined when the seal holds. */
  readonly problemIn: (what: Sealed) => string | undefined;
}

/** The seal of jobs without a secret. Only such jobs accept it. */
const UNSEALED = "none\n";

/** `secret` is any text that only jobs of the repository have; its length does not matter. */
export function createSeal(secret: string | undefined): SessionSeal {
  const key = secret === undefined ? undefined : Buffer.from(hkdfSync("sha256", secret, "", "kimi-runner session", 32));
  const write: SessionSeal["write"] = ({ files, tree = "" }) => {
    if (key === undefined) return UNSEALED;
    const digests = [...files].flatMap(([path, content]) => (path === SEAL ? [] : [[path, sha256(content)]]));
    const text = canonicalJson({ v: 1, tree, files: Object.fromEntries(digests) });
    return `v1 ${createHmac("sha256", key).update(text).digest("hex")}\n`;
  };
  return {
    write,
    problemIn: (what) => {
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
