/** What the parts of a run share: what its caller gives, and what is open while it goes on. */

import type { Limits } from "../../protocol/limits.ts";
import type { OutcomeRecord } from "../../protocol/outcome.ts";
import type { Sink } from "../../protocol/wire.ts";
import type { RunSpending } from "../../spending/run-spending.ts";
import type { SearchIssues } from "./github-reach.ts";
import type { StreamInput } from "./stream-input.ts";
import type { SearchAccess } from "../../web/search/search.ts";
import type { McpTools } from "../open/mcp-reach.ts";
import type { RunEnd } from "../end/run-end.ts";
import type { RunAgent } from "../open/choose-agent.ts";
import type { OpenLedgerStore } from "../open/open-spending.ts";
import type { RunModels } from "../open/model.ts";
import type { Opening } from "../open/opening.ts";
import type { TaskModels } from "../open/task-models.ts";
import type { World } from "../open/request.ts";
import type { Session } from "../open/session.ts";
import type { Stopper } from "../open/stopper.ts";
import type { Workbench } from "../open/workbench.ts";

/** What the caller gives a run besides its request. */
export interface RunHost {
  readonly world: World;
  readonly stopper: Stopper;
  readonly hooks?: RunHooks | undefined;
  /** What it works on, where the caller began to open it. */
  readonly opening?: Opening | undefined;
}

export interface RunHooks {
  /** Further views of the events. */
  readonly sinks?: readonly Sink[];
  /** Gives further prompts and steers them; without one the run ends with its first prompt. */
  readonly streamInput?: StreamInput | undefined;
  /** Called when the policy is known, and nothing is paid yet; what it throws ends the run before it began. */
  readonly admit?: (bench: Workbench) => Promise<void>;
  /** Where a limit of a day or a thread is kept; on this machine when left out. */
  readonly openStore?: OpenLedgerStore | undefined;
  /** Finds issues of the repository, with a token that the run's cell never sees. */
  readonly searchIssues?: SearchIssues | undefined;
  /** Called when everything is open and the first prompt is about to begin. */
  readonly opened?: (run: OpenRun) => void;
  /** Called once the bundle is written, while git is still open. What it returns is the run's outcome. Must not reject. */
  readonly deliver?: (end: RunEnd, run: OpenRun) => Promise<Pick<OutcomeRecord, "outcome" | "reason">>;
}

/** What a caller may use of a run while it is open. */
export interface OpenRun {
  readonly bench: Workbench;
  readonly session: Session;
}

export interface RunParts extends OpenRun {
  readonly agent: RunAgent;
  readonly models: RunModels;
  readonly taskModels: TaskModels;
  readonly search?: SearchAccess | undefined;
  readonly limits: Limits;
  readonly spending: RunSpending;
  readonly stopper: Stopper;
  readonly hooks: RunHooks;
  /** Time that earlier processes of the session worked. */
  readonly usedMs?: number | undefined;
  /** Files that earlier processes of the session changed; undefined where nothing says which. Empty for a new session. */
  readonly changedBefore?: ReadonlySet<string> | undefined;
  /** Leaves the checkout as it is, where the run works on a copy of it. */
  readonly keepsCheckout?: boolean | undefined;
  readonly news?: readonly string[] | undefined;
  readonly mcp: McpTools;
  /** Why no prompt can begin: found out when the session had begun. */
  readonly failure?: unknown;
}
