/**
 * The seal of a stored session: it proves that a job of this repository wrote it. An account with the right to push can write the
 * reference, and an answer in it would be carried out. The key never comes near the cell.
 */

import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { canonicalJson } from "../../base/canonical-json.ts";
import { sha256 } from "../../base/sha256.ts";
import { providerKeys } from "../../llm/providers.ts";
import type { JobParts } from "../context/job-parts.ts";

/** File of the session's commit that carries the seal. */
export const SEAL = "seal";

/** What is sealed: every file of the commit but the seal, and its workspace. */
interface Sealed {
  readonly files: ReadonlyMap<string, Buffer | string>;
  /** Id of the workspace's tree. */
  readonly tree: string | undefined;
}

export interface SessionSeal {
  /** Content of the file. */
  readonly write: (what: Sealed) => string;
  /** Why the session cannot be trusted, a sentence; undefined when the seal holds. */
  readonly problemIn: (what: Sealed) => string | undefined;
}

/** The seal of jobs without a secret: only such jobs accept their sessions. */
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
      const wanted = write(what);
      if (found !== undefined && isSame(found, wanted)) return undefined;
      if (found === undefined) return "It carries no seal: it was not written by a job of this repository.";
      if (key === undefined) return "It is sealed, and this job has no API key and no session key to check that with.";
      return "Its seal does not hold: no job of this repository wrote it, or the key changed since (`session-key`, else the API key).";
    },
  };
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export function jobSealSecret({ inputs, world }: Pick<JobParts, "inputs" | "world">): string | undefined {
  return sealSecret({ sessionKey: inputs.sessionKey, apiKey: inputs.run.model.apiKey }, world.env);
}

/** The secret of this job, by which a later job knows its sessions; undefined where it has none. */
export function sealSecret(
  { sessionKey, apiKey }: { readonly sessionKey?: string | undefined; readonly apiKey?: string | undefined },
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const candidates = [sessionKey, env["KIMI_SESSION_KEY"], apiKey, ...providerKeys(env)];
  return candidates.find((candidate) => candidate !== undefined && candidate !== "");
}
