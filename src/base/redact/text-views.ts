/** Views of a text for searching, without escapes or punctuation, with the way back to the source's positions. */

export interface TextView {
  readonly text: string;
  /** The position in the source where the character at an index begins. */
  readonly startOf: (index: number) => number;
  /** The position after that character. */
  readonly endOf: (index: number) => number;
}

/** JSON, JavaScript, C, shells (`\`), URLs (`%41`) and HTML (`&#65;`), escaped once or more often. */
const ESCAPE =
  /\\+(?:u\{[\da-f]{1,6}\}|u[\da-f]{4}|x[\da-f]{2}|[0-7]{1,3}|[^])|%(?:25)*[\da-f]{2}|&(?:amp;)*(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos);?/gi;

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const CONTROLS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

export function plainView(text: string): TextView {
  return { text, startOf: (index) => index, endOf: (index) => index + 1 };
}

export function unescapedView(text: string): TextView {
  /** Positions in the view, and those in the source, after which the distance between the two changes. */
  const places: number[] = [0];
  const sources: number[] = [0];
  let shift = 0;
  const plain = text.replace(ESCAPE, (escape, at: number) => {
    const char = unescaped(escape);
    places.push(at - shift, at - shift + char.length);
    sources.push(at, at + escape.length);
    shift += escape.length - char.length;
    return char;
  });
  const sourceOf = (index: number): number => {
    const at = lastUpTo(index, places);
    return (sources[at] ?? 0) + index - (places[at] ?? 0);
  };
  return { text: plain, startOf: sourceOf, endOf: (index) => sourceOf(index + 1) };
}

/** The index of the last of these ascending numbers that is not above `most`; the first one is not. */
function lastUpTo(most: number, ascending: readonly number[]): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] ?? 0) <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The letters and digits of a view. */
export function squeezedView(view: TextView): TextView {
  const text = view.text.replace(/[^A-Za-z0-9]+/g, "");
  let kept: readonly number[] | undefined; // computed for the first match
  const at = (index: number): number => {
    kept ??= Array.from(view.text.matchAll(/[A-Za-z0-9]/g), (match) => match.index);
    return kept[index] ?? 0;
  };
  return { text, startOf: (index) => view.startOf(at(index)), endOf: (index) => view.endOf(at(index)) };
}

function unescaped(escape: string): string {
  const second = escape.charAt(1);
  if (escape.length === 2 && !(second >= "0" && second <= "7")) return CONTROLS[second] ?? second; // the usual case
  const body = escape.replace(/^(?:\\+|%(?:25)*(?=..)|&(?:amp;)*(?=.))/i, "").replace(/;$/, "");
  switch (escape.charAt(0)) {
    case "\\":
      if (/^[ux]./i.test(body)) return fromHex(body.replace(/^[ux]\{?/i, ""));
      if (/^[0-7]/.test(body)) return String.fromCharCode(Number.parseInt(body, 8));
      return CONTROLS[body] ?? body;
    case "&":
      if (/^#x/i.test(body)) return fromHex(body.slice(2));
      if (body.startsWith("#")) return fromCode(Number(body.slice(1)));
      return NAMED[body.toLowerCase()] ?? "&";
    default:
      return fromHex(body);
  }
}

function fromHex(digits: string): string {
  return fromCode(Number.parseInt(digits, 16));
}

function fromCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "\uFFFD";
}
