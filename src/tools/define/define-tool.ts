/** Makes a `Tool` of each declaration: its zod schema becomes the JSON Schema for the model, and parses the arguments before `plan` runs. */

import * as z from "zod/mini";
import type { Capability, GitHubAction, WebAction } from "../../protocol/approval.ts";
import type { Cell } from "../../protocol/cell.ts";
import type { JsonSchema } from "../../protocol/model.ts";
import type { PlannedCall, Tool, ToolEntry, ToolResult } from "../../protocol/tool.ts";
import { describeIssue, inputMistake, signatureOf } from "./input-error.ts";
import type { SeenFiles } from "./seen-files.ts";
import { repairArguments, type RepairRules } from "../repair/repair.ts";

export interface FileDeps {
  readonly cell: Cell;
  readonly seen: SeenFiles;
  /** Whether no rule rejects or defers reading this file. */
  readonly mayRead: (path: string) => boolean;
}

/** Facts about a run that decide whether a tool of its agent is of any use there. */
export interface RunTraits {
  /** The agent's tools; in a run with modes, the tools of every mode. */
  readonly listed: ReadonlySet<string>;
  readonly hasPlanned: boolean;
  readonly hasSkills: boolean;
  readonly hasSubagents: boolean;
  /** What the web tools can do in this run. */
  readonly web: ReadonlySet<WebAction>;
  /** What the policy lets the run ask for on GitHub. Empty in a run without a repository on GitHub. */
  readonly github: ReadonlySet<GitHubAction>;
  /** The run reviews a range of commits. */
  readonly reviews?: boolean | undefined;
}

type Needs = readonly Capability["kind"][];
/** `capabilities` may be left out by a tool that needs none. */
type Planned<N extends Needs> = [N] extends [readonly []]
  ? Omit<PlannedCall, "capabilities">
  : PlannedCall<Extract<Capability, { readonly kind: N[number] }>>;

interface Declared<N extends Needs> extends ToolEntry {
  readonly description: string;
  /** Kinds of capability that a call may need. A plan that needs another kind does not compile. */
  readonly needs: N;
  readonly isSwitch?: true;
  /** False in a run in which the tool could do nothing, so that it is not offered. Always true when left out. */
  readonly isUseful?: (run: RunTraits) => boolean;
}

export interface ToolDefinition<S extends z.ZodMiniType, N extends Needs, D> extends Declared<N> {
  /** A strict object: an unknown property is refused, not ignored. */
  readonly input: S;
  /** Schema that the model is told instead of `input`, for a tool that accepts more forms than it names. */
  readonly shown?: z.ZodMiniType;
  /** Changes arguments in the form of other agents' tools into the form of `input`; see `repairArguments`. */
  readonly reshape?: RepairRules["reshape"];
  readonly ignores?: readonly string[];
  readonly make: (deps: D) => {
    /** Added to the description: what the model must know about this run. */
    readonly details?: string;
    /** Replaces the `shown` of the definition, where it depends on the run. */
    readonly shown?: z.ZodMiniType | undefined;
    /** Resolves what the call needs. Must not change anything. */
    readonly plan: (input: z.output<S>, signal: AbortSignal) => Planned<N> | Promise<Planned<N>>;
  };
}

/** A tool of the registry. `D` is what `make` needs. */
export interface BuiltinTool<D> extends Declared<Needs> {
  readonly make: (deps: D) => Tool;
}

/** Declares a built-in tool. Its `plan` throws `tool.input` for arguments that do not fit, with field, value and what is accepted. */
export function defineTool<S extends z.ZodMiniType, const N extends Needs, D>({
  input,
  make,
  reshape,
  ignores,
  shown: usuallyShown = input,
  ...declared
}: ToolDefinition<S, N, D>): BuiltinTool<D> {
  const { name, description, isSwitch } = declared;
  // Made at the first call, because a run calls few of its tools.
  let accepted: JsonSchema | undefined;
  const schema = (): JsonSchema => (accepted ??= schemaOf(input, []));
  return {
    ...declared,
    make: (deps) => {
      const { details, shown = usuallyShown, plan } = make(deps);
      const parameters = schemaOf(shown, UNSAID);
      const form = (): string => signatureOf(schemaOf(shown, []));
      return {
        name,
        description: details === undefined ? description : `${description} ${details}`,
        parameters,
        isSwitch,
        repair: (raw) => {
          const { input: repaired, slips } = repairArguments(raw, { schema: schema(), reshape, ignores });
          if (slips.length === 0) return { input: repaired };
          return { input: repaired, repairs: { slips, accepted: form() } };
        },
        plan: async (raw, signal) => {
          const parsed = z.safeParse(input, raw, { reportInput: true });
          if (parsed.success) {
            const planned: Omit<PlannedCall, "capabilities"> = await plan(parsed.data, signal);
            return { capabilities: [], ...planned };
          }
          const problem = parsed.error.issues.slice(0, 1).map(describeIssue).join("");
          throw inputMistake(`${name}: ${problem}.`, `Accepted: ${form()}.`);
        },
      };
    },
  };
}

interface ConversationTool<S extends z.ZodMiniType, D> extends Omit<
  ToolDefinition<S, readonly [], D>,
  "needs" | "make"
> {
  /** The result of a call, and its line for people. Throws `tool.input`. */
  readonly answer: (input: z.output<S>, deps: D) => ToolResult & Pick<PlannedCall, "summary">;
}

/** Declares a tool that affects the conversation only: the policy is not asked, and the result is known before the call runs. */
export function defineConversationTool<S extends z.ZodMiniType, D>({ answer, ...declared }: ConversationTool<S, D>) {
  return defineTool({
    ...declared,
    needs: [],
    make: (deps: D) => ({
      plan: (input) => {
        const { summary, ...result } = answer(input, deps);
        // What changes the rules for later calls runs alone.
        return { access: declared.isSwitch === true ? "write" : "read", summary, run: async () => result };
      },
    }),
  });
}

/** Keywords that the model is not told: the parser refuses unknown properties and empty texts anyway, and descriptions name the bounds. */
const UNSAID: readonly string[] = ["additionalProperties", "minLength", "minItems", "maxItems", "minimum", "maximum"];

/** JSON Schema without these keywords, and without the bounds that zod gives every integer. */
function schemaOf(input: z.ZodMiniType, without: readonly string[]): JsonSchema {
  const schema = z.toJSONSchema(input, {
    io: "input",
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      for (const keyword of without) delete jsonSchema[keyword];
    },
  });
  delete schema.$schema;
  return schema;
}
