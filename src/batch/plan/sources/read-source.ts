/** Reads the records of a batch file's source. */

import { configError, RunnerError } from "../../../protocol/error.ts";
import { sourceKind, TaskList, type BatchSource } from "../../file/batch-file.ts";
import type { Cell } from "../../../protocol/cell.ts";
import { type YamlFile, readYaml } from "../../../yaml/read-yaml.ts";
import { readCommand } from "./command.ts";
import type { CommitFiles } from "./commit-files.ts";
import { readCsv } from "./csv.ts";
import { readFiles } from "./files.ts";
import { readAlerts, readIssues, type GitHubSource } from "./github-lists.ts";
import { readJunit } from "./junit.ts";
import { readLocal, readLocals } from "./local-files.ts";
import { readSarif } from "./sarif.ts";
import { readJsonl, type TextSource } from "./jsonl.ts";
import { sourceError, type SourceRecord, sourceRecord } from "./source-record.ts";
import { readSwebench } from "./swebench.ts";

interface SourceWorld extends CommitFiles {
  /** The text of a file of the base commit; undefined where there is no such file. */
  readonly read: (path: string) => Promise<string | undefined>;
  readonly root: string;
  /** Throws `config.invalid` where there is no token or no repository. */
  readonly github: () => Promise<GitHubSource>;
  /** Opens the cell of a run for a command. */
  readonly withCell: <T>(use: (cell: Pick<Cell, "exec">) => Promise<T>) => Promise<T>;
}

interface SourceRequest {
  readonly file: string;
  readonly source: BatchSource;
  readonly refuse: YamlFile<unknown>["refuse"];
  readonly world: SourceWorld;
}

/** Throws `config.invalid` with the place of what cannot be read. */
export async function readSource(request: SourceRequest): Promise<readonly SourceRecord[]> {
  const { file, source, world } = request;
  const kind = sourceKind(source);
  switch (kind) {
    case "list":
      return readEntries(source.list ?? [], `${file}: source.list`, source.id);
    case "jsonl":
      return readJsonl(await committed(request, source.jsonl ?? ""));
    case "csv":
      return readCsv(await committed(request, source.csv ?? ""));
    case "yaml":
      return readYamlList(await committed(request, source.yaml ?? ""));
    case "swebench":
      return readSwebench(await committed(request, source.swebench ?? ""));
    case "files": {
      const found = source.where === undefined ? undefined : await grep(request, source.where);
      const globs = [source.files ?? []].flat();
      // The batch file itself contains the words of its pattern.
      const files = (await world.list()).filter((path) => path !== file);
      return readFiles({ globs, per: source.per ?? "file", files, found });
    }
    case "issues":
      return readIssues(await world.github(), source.issues ?? {});
    case "alerts":
      return readAlerts(await world.github(), source.alerts ?? {});
    case "sarif":
      return readSarif(readLocal(world.root, source.sarif ?? ""), world.root);
    case "junit":
      return readJunit(readLocals(world.root, [source.junit ?? []].flat()), world.root);
    case "command":
      return world.withCell((cell) => readCommand({ command: source.command ?? "", idField: source.id, cell }));
  }
}

async function committed({ world, source }: SourceRequest, path: string): Promise<TextSource> {
  const text = await world.read(path).catch((error: unknown) => {
    // The file is a link or not text, which is a mistake of the batch file.
    if (error instanceof RunnerError && error.code === "workspace.file")
      throw configError(error.message, error.hint ?? "", error);
    throw error;
  });
  if (text === undefined)
    throw sourceError(path, "the base commit has no such file", "Commit it, or correct the path in `source`.");
  return { file: path, text, idField: source.id };
}

async function grep({ world, refuse }: SourceRequest, pattern: string): Promise<ReadonlySet<string>> {
  try {
    return await world.grep(pattern);
  } catch (error) {
    const [, words] = /fatal: (?:command line, )?(.*)/.exec(String(error)) ?? [];
    if (words === undefined) throw error;
    throw refuse([{ field: ["source", "where"], says: `git grep -P does not take it: ${words}` }]);
  }
}

/** A text alone is the field `value`. `place`: that of the list, for messages. */
function readEntries(
  entries: NonNullable<BatchSource["list"]>,
  place: string,
  idField: string | undefined,
): readonly SourceRecord[] {
  return entries.map((entry, index) =>
    sourceRecord(typeof entry === "string" ? { value: entry } : entry, { place: `${place}[${index}]`, idField }),
  );
}

/** Throws `config.invalid` with line and column. */
export function readYamlList({ file, text, idField }: TextSource): readonly SourceRecord[] {
  const { data } = readYaml({ file, text, schema: TaskList, fieldsBelow: [] });
  return readEntries(data, file, idField);
}
