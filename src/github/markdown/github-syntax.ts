/**
 * Adapts micromark to the differences of GitHub's parser (cmark-gfm 0.29.0.gfm.13): the constructs of the parser, and the text that it
 * reads in place of the original, in which every character keeps its offset.
 */

import { parse } from "micromark";
import { gfm } from "micromark-extension-gfm";
import { charOf, isLineEnd, translated, type Construct, type Parser } from "./construct.ts";
import { bracketsAsGitHub, targetAsGitHub, type Work } from "./github-brackets.ts";
import { codeAsGitHub } from "./github-code.ts";
import { htmlFlowAsGitHub, htmlTextAsGitHub } from "./github-html.ts";

type Extension = ReturnType<typeof gfm>;

/**
 * Emphasis is switched off. It does not tell where text is hidden, and the time to find it grows with the square of the number of
 * its marks: 9 s for 16,384 characters of `*a_ `.
 */
const EXTENSIONS: Extension[] = [withGitHubNotes(gfm()), { disable: { null: ["attention", "strikethrough"] } }];

/** Creates a parser for one text. It counts its work down, and finds no more links when none is left. */
export function createParser(work: Work): Parser {
  const parser = parse({ extensions: EXTENSIONS });
  const { document, flowInitial, flow, contentInitial, text } = parser.constructs;
  replace(document, {
    blockQuote: containerAsGitHub,
    list: containerAsGitHub,
    gfmFootnoteDefinition: containerAsGitHub,
  });
  replace(flowInitial, { codeIndented: indentedAsGitHub });
  replace(flow, { htmlFlow: htmlFlowAsGitHub });
  replace(contentInitial, { definition: targetAsGitHub });
  const { htmlText, codeText, autolink } = {
    htmlText: htmlTextAsGitHub,
    codeText: codeAsGitHub,
    autolink: autolinkAsGitHub,
  };
  replace(text, { htmlText, codeText, autolink, ...bracketsAsGitHub(work) });
  for (const [code, constructs] of Object.entries(text)) text[code] = withMergedData([constructs ?? []].flat());
  return Object.assign(parser, { defined: listOfMany(), gfmFootnotes: listOfMany() });
}

type Replace = (construct: Construct) => Construct | readonly Construct[];

function replace(constructs: Parser["constructs"]["text"], by: Readonly<Record<string, Replace>>): void {
  for (const [code, known] of Object.entries(constructs))
    constructs[code] = [known ?? []].flat().flatMap((construct) => by[construct.name ?? ""]?.(construct) ?? construct);
}

/** A container on the line of another new container does not interrupt a paragraph, so more of them are lists. */
function containerAsGitHub(container: Construct): Construct {
  return {
    ...container,
    tokenize(effects, ok, nok) {
      const begun: typeof ok = (code) => {
        this.interrupt = undefined;
        return ok(code);
      };
      return container.tokenize.call(this, effects, begun, nok);
    },
  };
}

/** The same holds behind indented code. */
function indentedAsGitHub(code: Construct): Construct {
  return {
    ...code,
    tokenize(effects, ok, nok) {
      this.currentConstruct = undefined;
      return code.tokenize.call(this, effects, ok, nok);
    },
  };
}

/** The name in a mail address may contain an exclamation mark, which micromark does not know. */
function autolinkAsGitHub(autolink: Construct): Construct {
  return translated(autolink, (effects) => [effects, (code) => (charOf(code) === "!" ? "+".charCodeAt(0) : code)]);
}

/**
 * Joins adjacent pieces of text as soon as they are found. The parser joins them at the end and removes each one from its list by
 * itself, which takes time with the square of their number.
 */
function withMergedData([first, ...others]: readonly Construct[]): Construct[] {
  if (first === undefined) return [];
  const previous: Construct["previous"] = function (code) {
    const [before, after, current] = this.events.slice(-3);
    if (
      current?.[0] === "enter" &&
      before?.[1].type === "data" &&
      current[1].type === "data" &&
      before[1] === after?.[1]
    ) {
      Object.assign(current[1], before[1]);
      this.events.splice(-3, 3, current);
    }
    return first.previous?.call(this, code) ?? true;
  };
  return [{ ...first, previous }, ...others];
}

/** A list whose `includes` takes the same time for any length. */
function listOfMany(): string[] {
  const known = new Set<string>();
  const methods: Pick<string[], "includes" | "push"> = {
    includes: (name) => known.has(name),
    push: (...names) => names.reduce((all, name) => all.add(name), known).size,
  };
  return Object.assign<string[], typeof methods>([], methods);
}

/** For GitHub a footnote ends at a line of blanks; only empty lines may be in it. */
function withGitHubNotes(extension: Extension): Extension {
  const constructs = [extension.document?.["91"] ?? []].flat();
  for (const construct of constructs) {
    const { tokenize } = construct.continuation ?? {};
    if (tokenize === undefined) continue;
    construct.continuation = {
      tokenize(effects, ok, nok) {
        const isLineStart = this.now().column === 1;
        const indented = tokenize.call(this, { ...effects, check: (_blank, _yes, no) => no ?? nok }, ok, nok);
        return (code) => (isLineEnd(code) ? (isLineStart ? ok : nok) : indented)(code);
      },
    };
  }
  return extension;
}

const OPEN_TAG =
  /<[A-Za-z][A-Za-z0-9-]*(?:[\s>]+[A-Za-z_:][\w.:-]*(?:[\s>]*=[\s>]*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)+[\s>]*\/?>/g;

/**
 * The text that micromark must read to see what GitHub sees: GitHub drops a byte order mark, allows a slash in an attribute's value
 * without quotes, treats `<source>` as a block and `<search>` not, and does not treat `www.` behind a bracket as an address.
 */
export function asGitHubReads(text: string): string {
  return text
    .replace(/^\uFEFF/, "\u2060")
    .replace(OPEN_TAG, (tag) => tag.replace(/=[\s>]*[^\s"'=<>`]+/g, (value) => value.replaceAll("/", "x")))
    .replace(/(?<=[[\]])www\./gi, "xww.")
    .replace(/(?<=<\/?)s(?=earch\b)/gi, "x")
    .replace(/(?<=<\/?)source\b/gi, "center");
}
