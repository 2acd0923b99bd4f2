/** Tools of the repository: programs of the base commit that run in the cell, with JSON as their input. */

import { readCustomTools, type CustomTool } from "../../agents/custom-tools.ts";
import type { ToolCatalogue } from "../../agents/tool-lists.ts";
import { canonicalJson } from "../../base/canonical-json.ts";
import { oneLine } from "../../base/truncate.ts";
import type { Cell } from "../../protocol/cell.ts";
import type { ToolResult } from "../../protocol/tool.ts";
import { endOf } from "../../tools/command-end.ts";
import type { BuiltinTool, FileDeps } from "../../tools/define/define-tool.ts";
import { inputMistake } from "../../tools/define/input-error.ts";
import { jsonSchemas, type CheckJson } from "./json-schema.ts";

/** The same as for `execute_command`. The engine shortens it further, and the bundle keeps the whole text. */
const MAX_OUTPUT_BYTES = 1024 * 1024;
/** The most that the cell accepts as standard input. */
const MAX_INPUT_CHARS = 256 * 1024;

/** Runs the program `$1`. Its standard error is a log, so it is shown only where the program fails. */
const APART =
  'log=$(mktemp) || exit; "$1" 2>"$log"; code=$?; [ $code = 0 ] || tail -c 20000 "$log"; rm -f "$log"; exit $code';

/** Exit codes of bash for a program that it cannot run or find. */
const NOT_STARTED: ReadonlySet<number | null> = new Set([126, 127]);

type CustomBuiltin = BuiltinTool<Pick<FileDeps, "cell">>;

/** Loads the tools of these files of the base commit. Throws `config.invalid` with file, line and field. */
export async function loadCustomTools(
  files: ReadonlyMap<string, string>,
  catalogue: ToolCatalogue,
): Promise<readonly CustomBuiltin[]> {
  const compile = await jsonSchemas();
  const checks = new Map<string, CheckJson>();
  const problemOf = (name: string, schema: object): string | undefined => {
    try {
      checks.set(name, compile(schema));
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : "it cannot be compiled";
    }
  };
  return readCustomTools(files, catalogue, problemOf).map((tool) =>
    createCustomTool(tool, checks.get(tool.name) ?? (() => undefined)),
  );
}

function createCustomTool(tool: CustomTool, check: CheckJson): CustomBuiltin {
  const { name, description, parameters, program, timeoutS } = tool;
  return {
    ...tool,
    needs: ["exec"],
    make: ({ cell }) => ({
      name,
      description,
      parameters,
      plan: async (input, signal) => {
        const problem = check(input);
        if (problem !== undefined)
          throw inputMistake(
            `${name}: the arguments do not fit: ${problem}.`,
            `Accepted: ${oneLine(JSON.stringify(parameters), 500)}.`,
          );
        const json = canonicalJson(input);
        if (json.length > MAX_INPUT_CHARS) {
          throw inputMistake(`${name}: the arguments have ${json.length} characters; ${MAX_INPUT_CHARS} are the most.`);
        }
        await requireProgram(tool, cell, signal);
        return {
          access: "write",
          capabilities: [{ kind: "exec", command: program, cwd: "." }],
          summary: `run ${program} ${oneLine(json, 100)}`,
          preview: `${program}\n${JSON.stringify(input, undefined, 2)}`,
          run: async (ending) => {
            // An earlier call of the same message may have changed the program.
            await requireProgram(tool, cell, ending);
            const command = ["bash", "-c", APART, name, `./${program}`] as const;
            const bounds = { timeoutMs: timeoutS * 1000, maxOutputBytes: MAX_OUTPUT_BYTES };
            return resultOf(tool, await cell.exec({ command, cwd: ".", input: json, ...bounds }, ending));
          },
        };
      },
    }),
  };
}

async function requireProgram({ name, program, digest }: CustomTool, cell: Cell, signal: AbortSignal): Promise<void> {
  const found = await cell.resolve(program, signal);
  if (found.path === program && found.digest === digest) return;
  const what = found.kind === "missing" ? "is not there" : "is not the file of the base commit";
  throw inputMistake(`${name}: ${program} ${what}, and only that one is run.`, "Reach the goal in another way.");
}

function resultOf({ timeoutS }: CustomTool, reply: Awaited<ReturnType<Cell["exec"]>>): ToolResult {
  const { output, code, timedOut, droppedBytes, refusals = [] } = reply;
  const text = output.trimEnd();
  if (code === 0 && droppedBytes === 0 && refusals.length === 0) return { text: text === "" ? "(no output)" : text };
  const notes = [
    ...(droppedBytes === 0 ? [] : [`[${droppedBytes} bytes in the middle are left out]`]),
    ...refusals,
    ...(code === 0 ? [] : [timedOut ? `[killed: not finished after ${timeoutS} s]` : `[${endOf(reply)}]`]),
    ...(NOT_STARTED.has(code) ? ["[is it executable, and its interpreter here?]"] : []),
  ];
  return { text: [text, ...notes].filter((part) => part !== "").join("\n"), ...(code === 0 ? {} : { isError: true }) };
}
