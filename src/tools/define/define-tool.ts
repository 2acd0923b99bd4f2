/**
 * What a built-in tool declares, and from that to a `Tool`: the zod schema becomes the JSON Schema the model sees, and the
 * model's arguments are parsed by it before `plan` runs. Knows no particular tool.
 */

import * as z from "zod/mini";
import type { Capability, GitHubAction, WebAction } from "../../protocol/approval.ts";
import type { Cell } from "../../protocol/cell.ts";
import { inputMistake } from "./input-error.ts";
import type { JsonSchema } from "../../protocol/model.ts";
import type { PlannedCall, Tool, ToolEntry } from "../../protocol/tool.ts";
import { describeIssue, signatureOf } from "./input-error.ts";
import type { SeenFiles } from "./seen-files.ts";
import { repairArguments, type RepairRules } from "../repair/repair.ts";

/** What the tools over files are made from. */
export interface FileDeps {
  readonly cell: Cell;
  readonly seen: SeenFiles;
  /** Whether no rule rejects or defers reading this file. */
  readonly mayRead: (path: string) => boolean;
}

/** What decides whether a tool that an agent has can do anything in a run. */
export interface RunTraits {
  /** The agent's own tools; in a run with modes those of every mode. */
  readonly listed: ReadonlySet<string>;
  readonly hasPlanned: boolean;
  /** The repository has skills that the model may load. */
  readonly hasSkills: boolean;
  readonly hasSubagents: boolean;
  /** What tools of the web can do. */
  readonly web: ReadonlySet<WebAction>;
  /** What the policy lets the run ask for on GitHub; empty where the run is about no repository there. */
  readonly github: ReadonlySet<GitHubAction>;
}

type Needs = readonly Capability["kind"][];
type Planned<N extends Needs> = PlannedCall<Extract<Capability, { readonly kind: N[number] }>>;

interface Declared<N extends Needs> extends ToolEntry {
  /** For the model. */
  readonly description: string;
  /** What a call may need of the policy; a plan that needs another kind does not compile. */
  readonly needs: N;
  readonly isSwitch?: true;
  /** False in a run in which the tool could do nothing; it is not offered there. Always useful when left out. */
  readonly isUseful?: (run: RunTraits) => boolean;
}

export interface ToolDefinition<S extends z.ZodMiniType, N extends Needs, D> extends Declared<N> {
  /** A strict object: an unknown property is refused, not ignored. */
  readonly input: S;
  /** What the model is told in place of `input`, which then takes more forms than one. */
  readonly shown?: z.ZodMiniType;
  /** Brings what models send of other agents' tools into the form of `input`; see `repairArguments`. */
  readonly reshape?: RepairRules["reshape"];
  /** Unknown properties that may be left out here. */
  readonly ignores?: readonly string[];
  /** From what it works with to what it does. */
  readonly make: (deps: D) => {
    /** Follows the description: what the model must know of this run. */
    readonly details?: string;
    /** In place of the definition's, where it depends on the run. */
    readonly shown?: z.ZodMiniType | undefined;
    /** Must not change anything. */
    readonly plan: (input: z.output<S>, signal: AbortSignal) => Planned<N> | Promise<Planned<N>>;
  };
}

/** A tool of the registry; `D` is what it is made from. */
export interface BuiltinTool<D> extends Declared<Needs> {
  readonly make: (deps: D) => Tool;
}

/** Declares a built-in tool. The `plan` of what it makes throws `tool.input` for arguments that do not fit, naming field, value and what is accepted. */
export function defineTool<S extends z.ZodMiniType, const N extends Needs, D>({
  input,
  make,
  reshape,
  ignores,
  shown: usuallyShown = input,
  ...declared
}: ToolDefinition<S, N, D>): BuiltinTool<D> {
  const { name, description, isSwitch } = declared;
  // Made when they are first needed: most runs need them for few tools.
  let accepted: JsonSchema | undefined;
  let signature: string | undefined;
  const schema = (): JsonSchema => (accepted ??= schemaOf(input, []));
  const form = (shown: z.ZodMiniType): string =>
    (signature ??= signatureOf(shown === input ? schema() : schemaOf(shown, [])));
  return {
    ...declared,
    make: (deps) => {
      const { details, shown = usuallyShown, plan } = make(deps);
      const parameters = schemaOf(shown, UNSAID);
      return {
        name,
        description: details === undefined ? description : `${description} ${details}`,
        parameters,
        isSwitch,
        repair: (raw) => {
          const { input: repaired, slips } = repairArguments(raw, { schema: schema(), reshape, ignores });
          if (slips.length === 0) return { input: repaired };
          return { input: repaired, repairs: { slips, accepted: form(shown) } };
        },
        plan: async (raw, signal) => {
          const parsed = z.safeParse(input, withoutNulls(raw), { reportInput: true });
          if (parsed.success) return plan(parsed.data, signal);
          const [issue] = parsed.error.issues;
          throw inputMistake(
            `${name}: ${issue === undefined ? "the arguments do not fit" : describeIssue(issue)}.`,
            `Accepted: ${form(shown)}.`,
          );
        },
      };
    },
  };
}

/** Some models send `null` for what they leave out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([key, member]) => [key, withoutNulls(member)]),
  );
}

/** What the parser refuses and the schema need not say: unknown properties, empty text, and bounds, which descriptions tell in words. */
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
