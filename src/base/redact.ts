/** Replaces secrets by their names: given values in the usual encodings, others by known prefixes. */

import { ANY_CASE, createFinder, type NamedForm } from "./redact/find-forms.ts";
import { formsOf, MIN_SECRET_CHARS, squeezedFormsOf, type SecretForm } from "./redact/secret-forms.ts";
import { plainView, squeezedView, unescapedView, type TextView } from "./redact/text-views.ts";
import { findShapes, openShape, SHAPE_BEGINS } from "./redact/token-shapes.ts";

export type Redact = (text: string) => string;

/** Name → value. A value with several names is replaced by the last one. */
export type Secrets = Readonly<Record<string, string | undefined>>;

interface Span {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The value was given by name. The name says more than the kind of key that it looks like. */
  readonly isLive: boolean;
}

/** Creates a redactor for `secrets`. Values under 8 characters are ignored. Overlapping secrets are replaced together. */
export function createRedact(secrets: Secrets): Redact {
  const find = createSearch(secrets);
  const ours = new Set(Object.keys(secrets).map(markOf));
  return (text) => {
    if (text.length < MIN_SECRET_CHARS) return text;
    const views = viewsOf(text);
    const spans = [...find(views), ...shapesIn(views)];
    return spans.length === 0 ? text : replaced(text, spans, ours);
  };
}

/** Creates a function that returns how much of a streamed text can be shown: all before what may be a secret. */
export function createSettled(secrets: Secrets): (text: string) => number {
  const find = createSearch(secrets, "open");
  const values = Object.values(secrets).map((value = "") => value.trim());
  const begins = [...values.filter(({ length }) => length >= MIN_SECRET_CHARS), ...SHAPE_BEGINS];
  return (text) => {
    const [escape = ""] = HALF_ESCAPE.exec(text) ?? [];
    const whole = text.slice(0, text.length - escape.length);
    const views = viewsOf(whole);
    const { unescaped } = views;
    // Beginnings that are too short for the search. Those of an encoded secret tell next to nothing.
    const few = [3, 2, 1].find((length) => begins.some((one) => unescaped.text.endsWith(one.slice(0, length)))) ?? 0;
    const shape = openShape(unescaped.text);
    const ends = [
      few === 0 ? whole.length : unescaped.startOf(unescaped.text.length - few),
      ...[...find(views), ...shapesIn(views)].map(({ start }) => start),
      ...(shape === undefined ? [] : [unescaped.startOf(shape)]),
    ];
    return ends.reduce((least, end) => Math.min(least, end));
  };
}

/** An escape whose end is missing. */
const HALF_ESCAPE = /(?:(?<!\\)\\+(?:u\{?[\da-f]{0,6}|x[\da-f]?|[0-7]{0,2})?|%[\da-f]{0,9}|&[#\w;]{0,9})$/i;

/** Creates a search for `secrets` in a text. A match must be certain, so ordinary words do not count. */
export function createLeakSearch(secrets: Secrets): (text: string) => readonly string[] {
  const telling = Object.entries(secrets).filter(([, value]) => isTelling(value?.trim() ?? ""));
  const find = createSearch(Object.fromEntries(telling));
  return (text) => [...new Set(find(viewsOf(text)).map(({ name }) => name))].toSorted();
}

function isTelling(value: string): boolean {
  return value.length >= 12 && /\d/.test(value) && /[A-Za-z]/.test(value);
}

interface Views {
  readonly plain: TextView;
  /** The same object as `plain` where nothing is escaped. */
  readonly unescaped: TextView;
  readonly squeezed: TextView;
}

function viewsOf(text: string): Views {
  const plain = plainView(text);
  const undone = unescapedView(text);
  const unescaped = undone.text === text ? plain : undone;
  return { plain, unescaped, squeezed: squeezedView(unescaped) };
}

/** With `open`, the text may end inside a secret. */
function createSearch(secrets: Secrets, end: "closed" | "open" = "closed"): (views: Views) => readonly Span[] {
  const names = new Map(Object.entries(secrets).map(([name, value = ""]) => [value.trim(), name] as const));
  const named = (formsFor: (value: string) => readonly SecretForm[]): readonly NamedForm[] =>
    Array.from(names).flatMap(([value, name]) => formsFor(value).map((form) => ({ ...form, name })));
  const find = createFinder(named(formsOf), { end });
  const findSqueezed = createFinder(named(squeezedFormsOf), { end, fold: ANY_CASE });
  return ({ plain, unescaped, squeezed }) => [
    ...[...new Set([plain, unescaped])].flatMap((view) => find(view.text).map((span) => inSource(view, span, true))),
    ...findSqueezed(squeezed.text).map((span) => inSource(squeezed, span, true)),
  ];
}

function shapesIn({ unescaped }: Views): readonly Span[] {
  return findShapes(unescaped.text).map((span) => inSource(unescaped, span, false));
}

function inSource(view: TextView, { name, start, end }: Omit<Span, "isLive">, isLive: boolean): Span {
  return { name, start: view.startOf(start), end: view.endOf(end - 1), isLive };
}

/** Overlapping spans get the name of the longest given value. Names that an earlier redaction wrote stay. */
function replaced(text: string, spans: readonly Span[], ours: ReadonlySet<string>): string {
  const marks = Array.from(text.matchAll(/\[redacted:[^\]\n]{1,200}\]/g)).filter(([mark]) => ours.has(mark));
  let next = 0;
  /** The spans are asked about in the order of their beginnings, so that each mark is looked at once. */
  const isOurs = ({ start, end }: Span): boolean => {
    const endOf = (at: number): number => (marks[at]?.index ?? Infinity) + (marks[at]?.[0].length ?? 0);
    while (endOf(next) <= start) next += 1;
    return start >= (marks[next]?.index ?? Infinity) && end <= endOf(next);
  };
  let result = "";
  let done = 0;
  let group: Span | undefined;
  const close = (): void => {
    if (group === undefined) return;
    result += text.slice(done, group.start) + markOf(group.name);
    done = group.end;
  };
  for (const span of spans.toSorted((a, b) => a.start - b.start).filter((one) => !isOurs(one))) {
    if (group === undefined || span.start >= group.end) {
      close();
      group = span;
    } else {
      const { name, isLive } = rank(span) > rank(group) ? span : group;
      group = { name, isLive, start: group.start, end: Math.max(group.end, span.end) };
    }
  }
  close();
  return result + text.slice(done);
}

function rank({ isLive, start, end }: Span): number {
  return (isLive ? 1e12 : 0) + end - start;
}

/** What a secret becomes begins so. */
export const REDACTED = "[redacted:";

function markOf(name: string): string {
  return `${REDACTED}${name}]`;
}

/** Applies `redact` to every string inside a JSON value, keys included. Returns the same object when nothing changed. */
export function redactDeep<T>(value: T, redact: Redact): T {
  return visit(value, redact) as T;
}

function visit(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => visit(item, redact));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value);
    const clean = members.map(([key, member]) => [redact(key), visit(member, redact)] as const);
    const isSame = clean.every(([key, member], at) => key === members[at]?.[0] && member === members[at]?.[1]);
    return isSame ? value : Object.fromEntries(clean);
  }
  return value;
}
