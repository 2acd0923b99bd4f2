/** The request of a run. Flags, action inputs and the demo all become one. */

import type { ModelSpec } from "../../llm/create.ts";
import type { SandboxLevel } from "../../protocol/cell.ts";
import type { OwnLimits } from "../../protocol/limits.ts";
import type { ImagePart, Message } from "../../protocol/message.ts";
import type { SessionOrigin } from "../../protocol/origin.ts";
import type { ReviewRange } from "../../protocol/tools/finding.ts";
import type { OutputFormat } from "../../sinks/output.ts";

export const POLICY_PATH = ".github/kimi-policy.yml";

export interface Task {
  readonly prompt: string;
  /** Data for the model besides the prompt: the thread in which it was asked. */
  readonly context?: string | undefined;
  /** An imported conversation, with which the context begins. */
  readonly history?: readonly Message[] | undefined;
  readonly pictures?: TaskPictures | undefined;
  /** A JSON Schema that the answer must fit: its text and its name in errors, or its path in the base commit. */
  readonly schema?: { readonly text: string; readonly source: string } | { readonly path: string } | undefined;
  /** Kimi CLI's `max_ralph_iterations`: how often to repeat the prompt until the model says that it is done; -1 means no limit. */
  readonly ralph?: number | undefined;
  /** Begin in plan mode. With `readOnly`, the plan is the result. */
  readonly plan?: boolean | undefined;
  /** Answer only: nothing of the workspace may be written. */
  readonly readOnly?: boolean | undefined;
  /** A change is asked for: a model that ends without one is asked once more. */
  readonly mustChange?: boolean | undefined;
  /** Review what these commits changed, with `report_finding`. */
  readonly review?: ReviewRange | undefined;
  /** Commands that must pass besides those of the policy. The policy must approve them. */
  readonly checks?: readonly string[] | undefined;
}

/** Pictures beside the prompt. Where a model of the run takes no images, the prompt only says that there are some. */
export interface TaskPictures {
  readonly count: number;
  /** Must not reject. Each warning is a sentence about pictures that could not be fetched. */
  readonly fetched: Promise<{ readonly images: readonly ImagePart[]; readonly warnings: readonly string[] }>;
}

/** The choice of the agent: at most one of these. */
export interface AgentNames {
  /** A built-in agent, by name. */
  readonly agent?: string | undefined;
  /** An agent file of the base commit, by its path from the root of the repository. */
  readonly agentFile?: string | undefined;
  /** A mode, by its slug. */
  readonly mode?: string | undefined;
}

export interface ModelSettings extends Pick<ModelSpec, "apiKey" | "baseUrl" | "headers" | "thinking" | "toolSyntax"> {
  /** `provider/id`. When left out, the model of the agent file or else the default model. */
  readonly name?: string | undefined;
  /** `provider/id` of the model that is asked when the first one does not answer for too long; the policy's when left out. */
  readonly fallback?: string | undefined;
}

/** Where the run works, and under which rules. */
export interface WorkbenchSettings {
  /** Absolute path of a folder inside the repository. */
  readonly cwd: string;
  /** A policy file to use instead of the repository's own. */
  readonly policyPath?: string | undefined;
  /** Name of a profile in the policy, e.g. `schedule`. */
  readonly profile?: string | undefined;
  readonly sandbox: SandboxLevel;
  /** Refuses to work in the checkout itself, where no copy of it can be mounted. */
  readonly needsCopy?: boolean | undefined;
}

/** The settings of a run, new or resumed, from flags and inputs. */
export interface RunSettings {
  readonly agent: AgentNames;
  readonly model: ModelSettings;
  readonly workbench: WorkbenchSettings;
  readonly limits: OwnLimits;
  readonly output: OutputFormat;
  /** Leaves the checkout as it is, where the run works on a copy of it. */
  readonly keepsCheckout?: boolean | undefined;
}

/** A tree, and the folder with those of its objects that the repository does not have. */
export interface StoredTree {
  readonly tree: string;
  readonly objectsDir: string;
}

export interface RunRequest extends RunSettings {
  readonly task: Task;
  /** Commit whose policy and instructions hold; the checked-out one when left out. */
  readonly trusted?: string | undefined;
  /** The digest of the policy that the session records: that of a batch's plan, which an older program may have made. The newest when left out. */
  readonly policyDigest?: string | undefined;
  /** The session's id; a new one when left out. */
  readonly sessionId?: string | undefined;
  readonly origin?: SessionOrigin | undefined;
  /** The folder of the bundle; one in the user's state folder when left out. */
  readonly bundleDir?: string | undefined;
  /** Further values that must never be written anywhere, by name. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
}

/** The world outside of the program. The entry reads it once and hands it down. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly nodePath: string;
  /** The entry of the worker: `dist/cell.js`, or `src/cell.ts` in development. */
  readonly workerPath: string;
  readonly out: (text: string) => void;
  /** Aborts when the reader of standard output is gone. */
  readonly outClosed?: AbortSignal | undefined;
  readonly err: (text: string) => void;
  /** Prints one warning, given without prefix and newline. */
  readonly warn: (text: string) => void;
  /** The path of the program as it was called. */
  readonly script?: string | undefined;
  /** Reads what was piped in besides a prompt; undefined when there is nothing. */
  readonly readInput?: (() => Promise<string | undefined>) | undefined;
  /** No progress on standard error. */
  readonly isQuiet?: boolean | undefined;
  /** Standard error takes colours. */
  readonly isColoured?: boolean | undefined;
  /** Width in characters of the terminal of standard error; undefined where it is not a terminal. */
  readonly terminalColumns?: (() => number) | undefined;
  /** This is the action, in a job, and not a person at a terminal. */
  readonly isAction?: boolean | undefined;
}
