/** What a run is asked to do, however it was asked: flags, action inputs and the demo all end up here. */

import type { ModelSpec } from "../../llm/create.ts";
import type { Rung } from "../../protocol/cell.ts";
import type { OwnLimits } from "../../protocol/limits.ts";
import type { ImagePart, Message } from "../../protocol/message.ts";
import type { SessionOrigin } from "../../protocol/origin.ts";
import type { OutputFormat } from "../../sinks/output.ts";

export const POLICY_PATH = ".github/kimi-policy.yml";

export interface Task {
  readonly prompt: string;
  /** What the model gets to know besides the prompt, as data: the thread it was asked in. */
  readonly context?: string | undefined;
  /** A conversation from elsewhere that the context begins with. */
  readonly history?: readonly Message[] | undefined;
  readonly pictures?: TaskPictures | undefined;
  /** A JSON Schema that the answer must fit: its text and what that is called in errors, or a path in the base commit. */
  readonly schema?: { readonly text: string; readonly source: string } | { readonly path: string } | undefined;
  /** Kimi CLI's `max_ralph_iterations`: repeat the prompt until the model says that it is done; -1 is no limit. */
  readonly ralph?: number | undefined;
  /** Begin in plan mode; together with `readOnly` the plan is all that is wanted. */
  readonly plan?: boolean | undefined;
  /** Answer only: nothing of the workspace may be written. */
  readonly readOnly?: boolean | undefined;
  /** A change is asked for: a model that ends without one is asked once more. */
  readonly mustChange?: boolean | undefined;
  /** Commands that must pass besides those of the policy, as far as the policy approves them. */
  readonly checks?: readonly string[] | undefined;
}

/** Pictures beside the prompt. They are shown where every model of the run sees; else the prompt says that there are some. */
export interface TaskPictures {
  readonly count: number;
  /** Must not reject. Each warning is a sentence about pictures that could not be had. */
  readonly fetched: Promise<{ readonly images: readonly ImagePart[]; readonly warnings: readonly string[] }>;
}

/** Who works: at most one of these. */
export interface AgentNames {
  /** A built-in agent, by name. */
  readonly agent?: string | undefined;
  /** An agent file of the base commit, by its path from the root of the repository. */
  readonly agentFile?: string | undefined;
  /** A mode, by its slug. */
  readonly mode?: string | undefined;
}

export interface ModelSettings extends Pick<ModelSpec, "apiKey" | "baseUrl" | "headers" | "thinking" | "toolSyntax"> {
  /** `provider/id`; left out, the agent file's own, else the default one. */
  readonly name?: string | undefined;
  /** `provider/id` of the model that is asked when patience with the first one ends; left out, the policy's. */
  readonly fallback?: string | undefined;
}

/** Where the run works, and under which rules. */
export interface WorkbenchSettings {
  /** Absolute; anywhere inside the repository. */
  readonly cwd: string;
  /** A policy file to use instead of the repository's own. */
  readonly policyPath?: string | undefined;
  /** Name of a profile in the policy, e.g. `schedule`. */
  readonly profile?: string | undefined;
  readonly sandbox: Rung;
  /** Refuses to work in the checkout itself, where no copy of it can be mounted. */
  readonly needsCopy?: boolean | undefined;
}

/** What flags and inputs say of any run, new or resumed. */
export interface RunSettings {
  readonly agent: AgentNames;
  readonly model: ModelSettings;
  readonly workbench: WorkbenchSettings;
  readonly limits: OwnLimits;
  readonly output: OutputFormat;
  /** Leaves the checkout as it is, where the run works on a copy of it. */
  readonly keepsCheckout?: boolean | undefined;
}

export interface RunRequest extends RunSettings {
  readonly task: Task;
  /** Commit whose policy and instructions hold; the checked-out one when left out. */
  readonly trusted?: string | undefined;
  /** The session's id, where the caller chose one; else a new one. */
  readonly sessionId?: string | undefined;
  readonly origin?: SessionOrigin | undefined;
  /** Where the bundle goes; a directory of the user's state folder when not given. */
  readonly bundleDir?: string | undefined;
  /** Further values that must never be written anywhere, by name. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
}

/** The world outside the program, read once by the entry and handed down. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly nodePath: string;
  /** The worker's entry: `dist/cell.js`, or `src/cell.ts` in development. */
  readonly workerPath: string;
  readonly out: (text: string) => void;
  /** Aborts when the reader of standard output went away. */
  readonly outClosed?: AbortSignal | undefined;
  readonly err: (text: string) => void;
  /** One warning, without a prefix and a newline; it stands out where the host can make it. */
  readonly warn: (text: string) => void;
  /** The path of the program as it was called. */
  readonly script?: string | undefined;
  /** What was piped in beside a prompt; undefined when there is nothing. */
  readonly readInput?: (() => Promise<string | undefined>) | undefined;
  /** Width in characters of the terminal that standard error is; undefined where it is none. */
  readonly terminalColumns?: (() => number) | undefined;
  /** This is the action, in a job, and not a person at a terminal. */
  readonly isAction?: boolean | undefined;
}
