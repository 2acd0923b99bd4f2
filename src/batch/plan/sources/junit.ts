/** Failed tests of JUnit XML. The format has no standard: suites may be nested or missing, and a file may have several. */

import sax from "sax";
import type { TextSource } from "./jsonl.ts";
import { fromRoot, sourceError, type SourceRecord } from "./source-record.ts";

/** A test case whose end has not been read yet. */
interface OpenCase {
  readonly attributes: Readonly<Record<string, string>>;
  readonly suites: readonly string[];
  readonly line: number;
  /** A test that is known to fail, such as a `todo` of node, may have this mark and a failure. */
  isSkipped?: boolean;
  failure?: { readonly kind: "failure" | "error"; readonly message: string; text: string };
}

/** The tests that failed. `root`: the checkout; paths inside are written from it. Throws `config.invalid` for a file that is not such a report. */
export function readJunit(reports: readonly TextSource[], root: string): readonly SourceRecord[] {
  return reports.flatMap((report) => readReport(report, root));
}

function readReport({ file, text }: TextSource, root: string): readonly SourceRecord[] {
  const parser = sax.parser(true, { position: true });
  const suites: string[] = [];
  const failed: OpenCase[] = [];
  let open: OpenCase | undefined;
  let inFailure = false;
  let depth = 0;
  const fail = (says: string): Error =>
    sourceError(`${file}:${parser.line + 1}:${parser.column + 1}`, says, "Name a report of JUnit's format.");
  const addText = (piece: string): void => {
    if (inFailure && open?.failure !== undefined) open.failure.text += piece;
  };
  const readers: Pick<sax.SAXParser, "onerror" | "onopentag" | "ontext" | "oncdata" | "onclosetag"> = {
    onerror: (error) => {
      throw fail(`not XML (${error.message.split("\n")[0]})`);
    },
    onopentag: ({ name, attributes }) => {
      const own = attributes as Readonly<Record<string, string>>;
      if (depth === 0 && name !== "testsuites" && name !== "testsuite")
        throw fail(`<${name}> is not the beginning of a JUnit report`);
      depth += 1;
      if (name === "testsuite") suites.push(own["name"] ?? "");
      if (name === "testcase") open = { attributes: own, suites: [...suites], line: parser.line + 1 };
      if (name === "skipped" && open !== undefined) open.isSkipped = true;
      if ((name === "failure" || name === "error") && open !== undefined) {
        inFailure = open.failure === undefined;
        open.failure ??= { kind: name, message: own["message"] ?? "", text: "" };
      }
    },
    ontext: addText,
    oncdata: addText,
    onclosetag: (name) => {
      depth -= 1;
      if (name === "testsuite") suites.pop();
      if (name === "failure" || name === "error") inFailure = false;
      if (name !== "testcase" || open === undefined) return;
      if (open.failure !== undefined && open.isSkipped !== true) failed.push(open);
      open = undefined;
    },
  };
  Object.assign(parser, readers);
  parser.write(text.replace(/^\uFEFF/, "")).close();
  if (depth !== 0 || text.trim() === "") throw fail("the report ends too early");
  return failed.map((one) => failedTest(one, { file, root }));
}

/** A longer stack tells a model nothing more. */
const MAX_DETAILS = 20_000;

function failedTest(
  { attributes, suites, line, failure }: OpenCase,
  { file, root }: { readonly file: string; readonly root: string },
): SourceRecord {
  const { name = "", classname = "" } = attributes;
  const path = fromRoot(attributes["file"] ?? "", root); // node writes absolute paths
  const suite = suites.filter((part) => part !== "").join(" > ");
  const details = failure?.text.trim() ?? "";
  return {
    fields: {
      name,
      class: classname,
      suite,
      path,
      line: attributes["line"] ?? "",
      kind: failure?.kind ?? "failure",
      message: failure?.message ?? "",
      details: details.length > MAX_DETAILS ? `${details.slice(0, MAX_DETAILS)}…`.toWellFormed() : details,
    },
    identity: { class: classname, name, path, suite },
    title: [classname, name].filter((part) => part !== "").join(" "),
    place: `${file}:${line}`,
  };
}
