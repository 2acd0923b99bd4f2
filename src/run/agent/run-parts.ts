/** The types of what a caller gives a run, and of what is open while it runs. */

import type { OutcomeRecord } from "../../protocol/outcome.ts";
import type { Sink } from "../../protocol/wire.ts";
import type { GitHubReach } from "../../tools/github/output.ts";
import type { StreamInput } from "./stream-input.ts";
import type { SearchAccess } from "../../web/search/search.ts";
import type { McpTools } from "../open/mcp-reach.ts";
import type { ChangeAccount } from "../end/change-account.ts";
import type { RunEnd } from "../end/run-end.ts";
import type { RunAgent } from "../open/choose-agent.ts";
import type { OpenLedgerStore, RunTerms } from "../open/terms.ts";
import type { RunSettings, World } from "../open/request.ts";
import type { Session } from "../open/session.ts";
import type { Stopper } from "../open/stopper.ts";
import type { Workbench } from "../open/workbench.ts";

/** What the caller gives a run besides its request. */
export interface RunHost {
  readonly world: World;
  readonly stopper: Stopper;
  readonly hooks?: RunHooks | undefined;
}

export interface RunHooks {
  /** Additional views of the events. */
  readonly sinks?: readonly Sink[];
  /** The driving process that sends prompts; without one the run ends with its first prompt. */
  readonly streamInput?: StreamInput | undefined;
  /** Called when the policy is known and before anything is paid. What it throws ends the run before it begins. */
  readonly admit?: (bench: Workbench) => Promise<void>;
  /** Opens the ledger for the limits of a day or a thread; this machine's ledger when left out. */
  readonly openStore?: OpenLedgerStore | undefined;
  /** Searches the issues of the repository, with a token that never enters the cell. */
  readonly searchIssues?: GitHubReach["search"] | undefined;
  /** Called when everything is open, before the first prompt begins. */
  readonly opened?: (run: OpenRun) => void;
  /** Called when the bundle is written, while git is still open. It returns the run's outcome, and must not reject. */
  readonly deliver?: (end: RunEnd, run: OpenRun) => Promise<Pick<OutcomeRecord, "outcome" | "reason">>;
}

/** What a caller may use of a run while it is open. */
export interface OpenRun {
  readonly bench: Workbench;
  readonly session: Session;
  readonly change: ChangeAccount;
}

export interface RunParts extends OpenRun, Omit<RunTerms, "recorded">, Pick<RunSettings, "keepsCheckout"> {
  readonly agent: RunAgent;
  readonly search?: SearchAccess | undefined;
  readonly stopper: Stopper;
  readonly hooks: RunHooks;
  /** How long earlier processes of the session worked. */
  readonly usedMs?: number | undefined;
  /** Messages for the model about what happened while the session was stopped. */
  readonly news?: readonly string[] | undefined;
  readonly mcp: McpTools;
  /** Why no prompt can begin, where that was found out only after the session had begun. */
  readonly failure?: unknown;
}
