/** Questions with a known answer: a function's first sentence and its file, a commit's subject and the files that it changed. */

import { createHash } from "node:crypto";

interface Query {
  readonly text: string;
  /** One of these must be found. */
  readonly wanted: readonly string[];
}

export interface Questions {
  /** The files, without what the questions were taken from. */
  readonly files: ReadonlyMap<string, string>;
  readonly queries: readonly Query[];
}

const QUERIES = 100;
const WORDS = { least: 5, most: 25 } as const;
const TEST = /(?:^|\/)(?:tests?|testdata)\/|_test\.|(?:^|\/)test_/;

const PYTHON = /^[ \t]*(?:async )?def \w+\([^]*?\)[^:\n]*:\n\s*r?(?<doc>("""|''')[^]*?\2)/gm;
const GO = /^(?<doc>(?:\/\/.*\n)+)func /gm;

interface Commented {
  readonly path: string;
  readonly sentence: string;
  readonly comment: readonly [from: number, to: number];
}

/** One function per file, chosen by digest; its comment is taken out of the text. */
export function sentenceQueries(given: ReadonlyMap<string, string>): Questions {
  const chosen = [...given]
    .filter(([path]) => !TEST.test(path))
    .flatMap(([path, text]) => {
      const found = commentsIn(path, text).toSorted((a, b) => byDigest(path + a.sentence, path + b.sentence));
      return found.slice(0, 1);
    })
    .toSorted((a, b) => byDigest(a.path, b.path))
    .slice(0, QUERIES);
  const files = new Map(given);
  for (const { path, comment } of chosen) {
    const text = files.get(path) ?? "";
    const [from, to] = comment;
    files.set(path, text.slice(0, from) + text.slice(from, to).replaceAll(/[^\n]/g, "") + text.slice(to));
  }
  return { files, queries: chosen.map(({ path, sentence }) => ({ text: sentence, wanted: [path] })) };
}

function commentsIn(path: string, text: string): readonly Commented[] {
  const pattern = path.endsWith(".py") ? PYTHON : path.endsWith(".go") ? GO : undefined;
  if (pattern === undefined) return [];
  return [...text.matchAll(pattern)].flatMap((match): readonly Commented[] => {
    const comment = match.groups?.["doc"] ?? "";
    const words = comment.replaceAll(/^\/\/ ?|"""|'''/gm, "");
    // A comment in Go begins with the function's name, which would give the answer away.
    const sentence = firstSentence(words)?.replace(pattern === GO ? /^\w+ / : /^/, "");
    const from = match.index + match[0].indexOf(comment);
    return sentence === undefined ? [] : [{ path, sentence, comment: [from, from + comment.length] }];
  });
}

function firstSentence(text: string): string | undefined {
  const [, sentence = ""] = /^\s*([^]*?)(?:\.\s|\n\s*\n|$)/.exec(text) ?? [];
  const plain = sentence.replaceAll(/\s+/g, " ").trim();
  const words = plain.split(" ").length;
  return words >= WORDS.least && words <= WORDS.most ? plain : undefined;
}

/** By GNU's ChangeLog, which is made from the commits: a subject, and a line for each file. It is no file of the index then. */
export function commitQueries(given: ReadonlyMap<string, string>): Questions {
  const files = new Map(given);
  const log = files.get("ChangeLog") ?? "";
  for (const path of ["ChangeLog", "NEWS"]) files.delete(path);
  const queries = log
    .replaceAll(/^\d{4}-\d\d-\d\d .*\n/gm, "")
    .split(/\n\n(?=\t[^*\s])/)
    .flatMap((commit): readonly Query[] => {
      const [, subject = ""] = /^\s*\t([^*\n].*)/.exec(commit) ?? [];
      const named = [...commit.matchAll(/^\t\* ([^\s:,(]+)/gm)].map(([, path = ""]) => path);
      const wanted = named.filter((path) => files.has(path));
      return subject === "" || wanted.length === 0 ? [] : [{ text: subject, wanted }];
    })
    .toSorted((a, b) => byDigest(a.text, b.text))
    .slice(0, QUERIES);
  return { files, queries };
}

function byDigest(a: string, b: string): number {
  const [first, second] = [a, b].map((text) => createHash("sha256").update(text).digest("hex"));
  return (first ?? "") < (second ?? "") ? -1 : 1;
}
