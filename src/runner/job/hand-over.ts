/** The end of a run in a job that may write nothing: all that another job needs to publish it goes into the bundle, and the bundle up. */

import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { crashAt } from "../../base/crash.ts";
import { redactDeep } from "../../base/redact.ts";
import { sha256 } from "../../base/sha256.ts";
import type { OutcomeRecord } from "../../protocol/wire.ts";
import { artifactName, bundleFiles } from "../../publish/artifact.ts";
import { artifactRefusal, type ArtifactResult } from "../../publish/result.ts";
import { isBundleFile } from "../../session/bundle.ts";
import { sealDelivery } from "../../session/delivery.ts";
import type { FinishedRun } from "../run.ts";
import { originOf } from "./claim.ts";
import { intoOf, metOutcome, upload, type Delivery } from "./deliver.ts";
import { expectationsOf } from "./expectations.ts";

export interface HandOver extends Pick<Delivery, "job" | "inputs" | "trigger" | "scene" | "clock" | "warn"> {
  readonly finished: FinishedRun;
  readonly sessionId: string;
  /** What people should know besides what the journal says. */
  readonly warnings: readonly string[];
}

export interface HandedOver {
  readonly artifact: ArtifactResult;
  /** The outcome of the run, or that its bundle did not get away. */
  readonly met: Pick<OutcomeRecord, "outcome" | "reason">;
}

/** Writes `delivery.json` and uploads. Rejects only for a disk that takes nothing. */
export async function handOver(options: HandOver): Promise<HandedOver> {
  const { job, finished, sessionId, warnings } = options;
  const { bundle, bench, redact, outcome } = finished;
  const { root, files } = bundleFiles(bundle.dir, isBundleFile);
  const origin = originOf(options);
  const delivery = {
    version: 1 as const,
    expects: expectationsOf({ ...options, origin, into: intoOf(job, bench.repository) }),
    attempt: job.runAttempt,
    hasArtifacts: job.hasArtifacts,
    warnings: [...redactDeep(warnings, redact)],
    files: Object.fromEntries(files.map((path) => [relative(root, path), sha256(readFileSync(path))])),
  };
  crashAt("bundle.delivery.before");
  writeFileSync(bundle.delivery, sealDelivery(delivery), { mode: 0o600 });
  crashAt("bundle.delivery.after");
  const name = artifactName(sessionId, job.runAttempt);
  const artifact = await upload(options, { dir: bundle.dir, name, isWanted: true });
  return { artifact, met: metOutcome(outcome, { refusals: artifactRefusal(artifact) }) };
}
