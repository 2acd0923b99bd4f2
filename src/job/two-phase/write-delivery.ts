/** Hands a run over from a job that may write nothing: adds to the bundle what the publishing job needs, and uploads it. */

import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { crashAt } from "../../base/crash.ts";
import { redactDeep } from "../../base/redact.ts";
import { sha256 } from "../../base/sha256.ts";
import { artifactName, bundleFiles } from "../../publish/artifact.ts";
import { artifactRefusal } from "../../publish/result/publish-result.ts";
import { isBundleFile } from "../../session/bundle.ts";
import { sealDelivery } from "../../session/delivery.ts";
import { outcomeAfterPublishing, upload } from "../deliver/deliver.ts";
import { showPage } from "../deliver/run-page.ts";
import type { WriteDelivery } from "../deliver/follow-run.ts";
import { expectationsOf } from "./expectations.ts";

/** Writes `delivery.json` and uploads the bundle. Rejects only when the disk is full. */
export const writeDelivery: WriteDelivery = async (context, { end, run }, warnings) => {
  const { job } = context;
  const { bundle, outcome } = end;
  const { root, files } = bundleFiles(bundle.dir, isBundleFile);
  const delivery = {
    version: 1 as const,
    expects: expectationsOf(context),
    attempt: job.runAttempt,
    hasArtifacts: job.artifacts.isThere,
    warnings: [...redactDeep(warnings, run.session.redact)],
    files: Object.fromEntries(files.map((path) => [relative(root, path), sha256(readFileSync(path))])),
  };
  crashAt("bundle.delivery.before");
  writeFileSync(bundle.delivery, sealDelivery(delivery), { mode: 0o600 });
  crashAt("bundle.delivery.after");
  const name = artifactName(end.sessionId, job.runAttempt);
  const [artifact] = await Promise.all([
    upload(context, { dir: bundle.dir, name, isWanted: true }),
    showPage(context, bundle.page, name),
  ]);
  return { artifact, met: outcomeAfterPublishing(outcome, { refusals: artifactRefusal(artifact) }) };
};
