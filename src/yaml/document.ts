/**
 * The YAML that is accepted: one document of YAML 1.2, which includes JSON, within limits, whose keys are unique texts. Alias bombs,
 * merge keys, deep nesting and `__proto__`, which hostile files use, are refused with their places.
 */

import { isAlias, isCollection, isMap, isNode, isScalar, parseDocument, visit, type Document } from "yaml";
import type { LineCounter, YAMLMap } from "yaml";
import type { Problem } from "./mistakes.ts";

/** A policy of a thousand rules is about 100 kB; parsing takes 30 ms there. */
export const MAX_CHARS = 200_000;
/** The deepest field of any format is at level ten. The stack overflows at about level nine hundred. */
const MAX_DEPTH = 50;
/** Each alias costs a search of the whole document. */
const MAX_ALIASES = 200;

/** Never throws; `problemsIn` returns the document's errors. */
export function parseYaml(text: string, lineCounter: LineCounter): Document {
  return parseDocument(text, {
    lineCounter,
    prettyErrors: false,
    stringKeys: true,
    // `problemsIn` checks this, because the library needs 40 s for 200 kB of keys.
    uniqueKeys: false,
    // Overrides a directive `%YAML 1.1`, after which `no` would be false and `<<` would merge.
    schema: "core",
    merge: false,
    resolveKnownTags: false,
  });
}

/** All mistakes in the document itself, except aliases that stand for too many values. */
export function problemsIn(document: Document): readonly Problem[] {
  const told = [...document.errors, ...document.warnings];
  const exhausted = told.find(({ code }) => code === "RESOURCE_EXHAUSTION");
  if (exhausted !== undefined) return [{ offset: exhausted.pos[0], says: TOO_DEEP }];
  const problems = told.map(({ pos, code, message }): Problem => ({ offset: pos[0], says: advice(code, message) }));
  const anchors = new Set<string>();
  let aliases = 0;
  visit(document, (_, node, path) => {
    if (!isNode(node)) return undefined;
    const offset = node.range?.[0] ?? 0;
    const refuse = (says: string): void => void problems.push({ offset, says });
    if (isAlias(node)) {
      aliases += 1;
      if (aliases > MAX_ALIASES) {
        refuse(`more than ${MAX_ALIASES} aliases; write the values themselves`);
        return visit.BREAK;
      }
      if (!anchors.has(node.source)) refuse(`the alias *${node.source} has no anchor before it; ${QUOTES}`);
      else if (path.some((outer) => isCollection(outer) && outer.anchor === node.source))
        refuse(`the alias *${node.source} is inside its own anchor`);
      return undefined;
    }
    if (node.anchor !== undefined) anchors.add(node.anchor);
    if (isMap(node)) problems.push(...keyProblems(node));
    if (isScalar(node) && typeof node.value === "string" && !node.value.isWellFormed())
      refuse("half a character, as in \\ud800; write the whole one");
    if (!isCollection(node) || path.filter(isCollection).length < MAX_DEPTH) return undefined;
    refuse(TOO_DEEP);
    return visit.BREAK;
  });
  return problems;
}

/** Turns numbers in mappings below a path into texts where they are written in another way than JSON writes them. */
export function keepDigits(document: Document, below: readonly string[]): void {
  const part = document.getIn(below, true);
  if (!isCollection(part)) return;
  visit(part, {
    Scalar: (_, node, path) => {
      const { value, source } = node;
      if (typeof value === "number" && source !== undefined && String(value) !== source && path.some(isMap))
        node.value = source;
    },
  });
}

/** Most uses of an anchor, multiplied by the aliases inside of it. */
const MAX_ALIAS_COUNT = 100;

/** The value of a document without problems; undefined where its aliases stand for too many values. */
export function plainValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIAS_COUNT });
  } catch {
    return undefined; // with an anchor for every alias, the library has no other reason to throw
  }
}

const TOO_DEEP = `nested too deeply; at most ${MAX_DEPTH} levels`;

function advice(code: string, message: string): string {
  if (code === "MULTIPLE_DOCS") return "a second document; the file must hold one";
  if (code === "NON_STRING_KEY") return "a key must be a string, not a list, a mapping or an alias";
  return `not valid YAML: ${message}${NEEDS_QUOTES.has(code) ? `; ${QUOTES}` : ""}`;
}

/** Errors of texts that need quotes: `description: Use when: asked`, `by: @me`. */
const NEEDS_QUOTES = new Set(["BLOCK_AS_IMPLICIT_KEY", "BAD_SCALAR_START"]);
const QUOTES = "put quotes around a string that contains a colon or begins with a special character";

function keyProblems({ items }: YAMLMap): readonly Problem[] {
  const keys = new Set<string>();
  return items.flatMap(({ key }): readonly Problem[] => {
    if (!isScalar(key)) return [];
    const name = String(key.value);
    const offset = key.range?.[0] ?? 0;
    if (keys.has(name)) return [{ offset, says: "duplicate key; each key may stand once in a mapping" }];
    keys.add(name);
    if (name === "<<") return [{ offset, says: "merge keys are not followed; write the keys themselves" }];
    return name === "__proto__" ? [{ offset, says: "the key __proto__ is not accepted anywhere" }] : [];
  });
}
