/**
 * Links, images and calls of footnotes. Like GitHub's parser, this file keeps the open brackets in a stack. micromark walks back
 * through everything that it has found whenever a bracket closes, which takes time with the square of a text's length.
 */

import {
  charOf,
  memories,
  translated,
  type Code,
  type Construct,
  type TokenizeContext,
  type Effects,
  type Token,
} from "./construct.ts";

/** How many characters may still be read behind closing brackets. */
export interface Work {
  left: number;
}

/** GitHub does not look for definitions with longer labels. */
const MAX_LABEL_LENGTH = 1_000;

interface Brackets {
  readonly open: Token[];
  /** The one that was closed last. */
  closed: Token | undefined;
}

/** By the names of the constructs that they take the place of. */
export function bracketsAsGitHub(work: Work): Readonly<Record<string, (construct: Construct) => Construct>> {
  const bracketsOf = memories<Brackets>(() => ({ open: [], closed: undefined }));

  const opening = (construct: Construct): Construct => ({
    ...construct,
    ...mergedData(construct),
    tokenize(effects, ok, nok) {
      let label: Token | undefined;
      const enter: Effects["enter"] = (type, fields) => {
        const token = effects.enter(type, fields);
        if (type === "labelLink" || type === "labelImage") label = token;
        return token;
      };
      const isOpen: typeof ok = (code) => {
        if (label !== undefined) bracketsOf(this).open.push(label);
        return ok(code);
      };
      return construct.tokenize.call(this, { ...effects, enter }, isOpen, nok);
    },
  });

  /** A bracket that closes none is a character like any other. */
  const previous: Construct["previous"] = function () {
    return bracketsOf(this).open.length > 0;
  };
  const closing = (construct: Construct): Construct => ({
    ...construct,
    ...mergedData(construct),
    previous,
    tokenize(effects, ok, nok) {
      const brackets = bracketsOf(this);
      brackets.closed = brackets.open.pop();
      if (brackets.closed === undefined) return nok;
      const attempt: Effects["attempt"] = (target, found, missed) =>
        effects.attempt("tokenize" in target ? limited(target as Construct, work) : target, found, missed);
      return construct.tokenize.call(withOnly(this, brackets.closed), { ...effects, attempt }, ok, nok);
    },
  });

  /** `![^a]` shows an exclamation mark and calls a footnote. */
  const calling = (construct: Construct): Construct => ({
    ...construct,
    previous,
    tokenize(effects, ok, nok) {
      const { closed } = bracketsOf(this);
      return closed?.type === "labelImage" ? construct.tokenize.call(withOnly(this, closed), effects, ok, nok) : nok;
    },
  });
  /** Behind an open bracket no address becomes a link. micromark would search all its events for that bracket; the list of open ones tells. */
  const literal = (construct: Construct): Construct => ({
    ...construct,
    previous(code) {
      return bracketsOf(this).open.length === 0 && (construct.previous?.call(this, code) ?? true);
    },
  });
  return {
    emailAutolink: literal,
    protocolAutolink: literal,
    wwwAutolink: literal,
    labelStartLink: opening,
    labelStartImage: opening,
    labelEnd: closing,
    gfmPotentialFootnoteCall: calling,
  };
}

/** Joins the pieces of text beside unmatched brackets, all at once: the parser removes each one from its list by itself. */
function mergedData({ resolveAll }: Construct): Pick<Construct, "resolveAll"> {
  return {
    resolveAll(events, context) {
      const resolved = [...(resolveAll?.(events, context) ?? events)];
      // The parser holds on to the list itself.
      events.length = 0;
      let data: Token | undefined;
      for (const [kind, token, from] of resolved) {
        if (token.type !== "data") data = undefined;
        else if (data === undefined) data = token;
        else if (token !== data) {
          data.end = token.end;
          continue;
        }
        events.push([kind, token, from]);
      }
      return events;
    },
  };
}

/** The context with only an open bracket in it, which the construct then finds at once. */
function withOnly(context: TokenizeContext, label: Token): TokenizeContext {
  const sliceSerialize: TokenizeContext["sliceSerialize"] = ({ start, end }) =>
    end.offset - start.offset > MAX_LABEL_LENGTH ? "" : context.sliceSerialize({ start, end });
  return Object.assign(Object.create(context) as TokenizeContext, {
    events: [["enter", label, context]],
    sliceSerialize,
  });
}

/** A construct for an address with its title, or for a label, that counts the characters it reads as work. */
function limited(construct: Construct, work: Work): Construct {
  const target = targetAsGitHub(construct);
  return {
    ...target,
    tokenize(effects, ok, nok) {
      const consume: Effects["consume"] = (code) => {
        work.left -= 1;
        return effects.consume(code);
      };
      return work.left < 0 ? nok : target.tokenize.call(this, { ...effects, consume }, ok, nok);
    },
  };
}

/** A title in parentheses that contains an opening one without a backslash, which GitHub does not accept. */
const OPEN_TITLE = /^\((?:[^\\(]|\\[^])*\(/;
const MAX_PARENTHESES = 32;

/** An address with its title, in a link or a definition. GitHub accepts parentheses in an address that are not closed. */
export function targetAsGitHub(construct: Construct): Construct {
  const target = translated(construct, (effects) => {
    let open = 0;
    let isRaw = false;
    let isEscaped = false;
    const enter: Effects["enter"] = (type, fields) => {
      isRaw ||= type.endsWith("DestinationRaw");
      return effects.enter(type, fields);
    };
    const exit: Effects["exit"] = (type) => {
      isRaw &&= !type.endsWith("DestinationRaw");
      return effects.exit(type);
    };
    const read = (code: Code): Code => {
      const char = isRaw && !isEscaped ? charOf(code) : "";
      isEscaped = char === "\\";
      if (char === "(" ? open >= MAX_PARENTHESES : char !== ")" || open === 0) return code;
      open += char === "(" ? 1 : -1;
      return "x".charCodeAt(0);
    };
    return [{ ...effects, enter, exit }, read];
  });
  return {
    ...target,
    tokenize(effects, ok, nok) {
      const first = this.events.length;
      const whole: typeof ok = (code) => {
        const title = this.events.slice(first).find(([, { type }]) => /^(?:resource|definition)Title$/.test(type))?.[1];
        return title !== undefined && OPEN_TITLE.test(this.sliceSerialize(title)) ? nok(code) : ok(code);
      };
      return target.tokenize.call(this, effects, whole, nok);
    },
  };
}
