/**
 * Replaces secrets by their names: in the wire before the journal and every sink, in the blob store and in everything posted to
 * GitHub. It finds given values in all their encodings, and other secrets only by the prefixes of known keys.
 */

import { dumpViews } from "./redact/dump-view.ts";
import { ANY_CASE, createFinder } from "./redact/find-forms.ts";
import { formsOf, MIN_SECRET_CHARS, squeezedFormsOf } from "./redact/secret-forms.ts";
import { jsonView, plainView, squeezedView, unescapedView, type TextView } from "./redact/text-views.ts";
import { findShapes, openShape, SHAPE_BEGINS } from "./redact/token-shapes.ts";

export type Redact = (text: string) => string;

/** Name → value. A value with several names is replaced by the last one. */
export type Secrets = Readonly<Record<string, string | undefined>>;

interface Span {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The value was given by name, which says more than the kind of key it looks like. */
  readonly isLive: boolean;
}

/** Builds a redactor for `secrets`. Values under 8 characters are ignored. Overlapping secrets are replaced as a whole. */
export function createRedact(secrets: Secrets): Redact {
  const find = createSearch(secrets);
  const ours = new Set(Object.keys(secrets).map(markOf));
  return (text) => {
    if (text.length < MIN_SECRET_CHARS) return text;
    const views = viewsOf(text);
    const shapes = findShapes(views.unescaped.text).map((span) => inSource(views.unescaped, span, false));
    const spans = [...find(views), ...shapes];
    return spans.length === 0 ? text : replaced(text, spans, ours);
  };
}

/**
 * Returns a function that says how many characters of a text can be shown while more of it is to come: up to what is a secret, or
 * may become one.
 */
export function createSettled(secrets: Secrets): (text: string) => number {
  const find = createSearch(secrets, "open");
  const values = Object.values(secrets).map((value = "") => value.trim());
  const begins = [...values.filter(({ length }) => length >= MIN_SECRET_CHARS), ...SHAPE_BEGINS];
  return (text) => {
    const [escape = ""] = HALF_ESCAPE.exec(text) ?? [];
    const whole = text.slice(0, text.length - escape.length);
    const views = viewsOf(whole);
    const { unescaped, dumped } = views;
    // Fewer characters than the search needs; of an encoded secret they say next to nothing.
    const few = [3, 2, 1].find((length) => begins.some((one) => unescaped.text.endsWith(one.slice(0, length)))) ?? 0;
    const starts = [...find(views), ...findShapes(unescaped.text).map((span) => inSource(unescaped, span, false))];
    const shape = openShape(unescaped.text);
    return Math.min(
      few === 0 ? whole.length : unescaped.startOf(unescaped.text.length - few),
      ...starts.map(({ start }) => start),
      ...(shape === undefined ? [] : [unescaped.startOf(shape)]),
      ...dumped.map((view) => view.startOf(0)),
    );
  };
}

/** An escape whose end is to come. */
const HALF_ESCAPE = /(?:\\+(?:u\{?[\da-f]{0,6}|x[\da-f]?|[0-7]{0,2})?|%[\da-fu]{0,9}|&[#\w;]{0,9}|0x?[\da-f]?)$/i;

/**
 * Returns a search for the names of `secrets` whose values are in a text, sorted. A file with one is not published, so the match
 * must be certain: values that may be ordinary words, such as the password of a test database, and key prefixes do not count.
 */
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
  /** The same as `plain` where nothing is escaped. */
  readonly unescaped: TextView;
  readonly squeezed: TextView;
  /** None for a text without a dump. */
  readonly dumped: readonly TextView[];
}

/** A dump may stand in a text of JSON, with its ends of lines escaped. */
function dumpsIn(text: string): readonly TextView[] {
  const json = text.includes("\\n") ? jsonView(text) : undefined;
  const within = json === undefined ? [] : dumpViews(json.text).map((view) => viewThrough(json, view));
  return [...dumpViews(text), ...within];
}

function viewThrough(outer: TextView, { text, startOf, endOf }: TextView): TextView {
  return {
    text,
    startOf: (index) => outer.startOf(startOf(index)),
    endOf: (index) => outer.endOf(endOf(index) - 1),
  };
}

function viewsOf(text: string): Views {
  const plain = plainView(text);
  const undone = unescapedView(text);
  const unescaped = undone.text === text ? plain : undone;
  return { plain, unescaped, squeezed: squeezedView(unescaped), dumped: dumpsIn(text) };
}

/** `open`: the beginning of a secret at the end of the text counts, too. */
function createSearch(secrets: Secrets, end: "closed" | "open" = "closed"): (views: Views) => readonly Span[] {
  const names = new Map(Object.entries(secrets).map(([name, value = ""]) => [value.trim(), name] as const));
  const given = Array.from(names, ([value, name]) => ({ name, value }));
  const find = createFinder(
    given.flatMap(({ name, value }) => formsOf(value).map((form) => ({ ...form, name }))),
    { end },
  );
  const findSqueezed = createFinder(
    given.flatMap(({ name, value }) => squeezedFormsOf(value).map((form) => ({ ...form, name }))),
    { end, fold: ANY_CASE },
  );
  return ({ plain, unescaped, squeezed, dumped }) => [
    ...find(plain.text).map((span) => ({ ...span, isLive: true })),
    ...(unescaped === plain ? [] : find(unescaped.text).map((span) => inSource(unescaped, span, true))),
    ...dumped.flatMap((view) => find(view.text).map((span) => inSource(view, span, true))),
    ...findSqueezed(squeezed.text).map((span) => inSource(squeezed, span, true)),
  ];
}

function inSource(view: TextView, { name, start, end }: Omit<Span, "isLive">, isLive: boolean): Span {
  return { name, start: view.startOf(start), end: view.endOf(end - 1), isLive };
}

/** The longest given value names an overlap. A name that an earlier redaction wrote stays. */
function replaced(text: string, spans: readonly Span[], ours: ReadonlySet<string>): string {
  const marks = Array.from(text.matchAll(/\[redacted:[^\]\n]{1,200}\]/g)).filter(([mark]) => ours.has(mark));
  const isOurs = ({ start, end }: Span): boolean =>
    marks.some(({ index, 0: mark }) => start >= index && end <= index + mark.length);
  let result = "";
  let done = 0;
  let group: Span | undefined;
  const close = (): void => {
    if (group === undefined) return;
    result += text.slice(done, group.start) + markOf(group.name);
    done = group.end;
  };
  for (const span of spans.filter((one) => !isOurs(one)).toSorted((a, b) => a.start - b.start)) {
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

function markOf(name: string): string {
  return `[redacted:${name}]`;
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
