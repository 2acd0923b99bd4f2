/** How a job ended. */

import type { ArtifactResult, PublishResult } from "../../publish/result.ts";
import type { RunEnd } from "../run.ts";

export type JobEnd =
  | { readonly kind: "skipped"; readonly reason: string }
  | { readonly kind: "replied"; readonly text: string }
  | {
      readonly kind: "ran";
      readonly end: RunEnd;
      readonly published: PublishResult | undefined;
      /** The bundle that another job publishes. */
      readonly artifact?: ArtifactResult | undefined;
    };
