/**
 * Separates what the author of a text says from what the text quotes: block quotes, and what a mail program puts below an answer. A
 * mail's quotation need not be marked, so from its heading on everything is quoted.
 */

import { endTags, htmlIn } from "./html.ts";
import { parseMarkdown, type Markdown } from "./parse.ts";
import { merged, replaceRanges, within, type Range } from "./ranges.ts";

export interface Said {
  /** The author's words. A quotation between them is replaced by its number. */
  readonly own: string;
  readonly quoted: readonly string[];
}

/** The text in its two parts; one that is too complex for the parser is taken as the author's. */
export function splitQuotations(text: string): Said {
  const markdown = parseMarkdown(text);
  if (markdown === undefined) return { own: text, quoted: [] };
  const blocks = merged([...markdown.all("blockQuote"), ...htmlQuotes(markdown)]);
  const ranges = joined([...blocks, ...mailQuotations(markdown, blocks)], text);
  if (ranges.length === 0) return { own: text, quoted: [] };
  const quoted: string[] = [];
  const own = replaceRanges(text, ranges, (source, { to }) => {
    quoted.push(source.trim());
    return text.slice(to).trim() === "" ? "" : `[quotation ${quoted.length}]`;
  });
  return { own: own.trim(), quoted };
}

/** In order, with those that only blanks separate as one. */
function joined(ranges: readonly Range[], text: string): readonly Range[] {
  const found: Range[] = [];
  for (const range of merged(ranges)) {
    const last = found.at(-1);
    const isNext = last !== undefined && text.slice(last.to, range.from).trim() === "";
    if (isNext) found.splice(-1, 1, { from: last.from, to: range.to });
    else found.push(range);
  }
  return found;
}

function htmlQuotes(markdown: Markdown): readonly Range[] {
  const tokens = htmlIn(markdown);
  const ends = endTags(tokens);
  return tokens.flatMap((token) => {
    if (token.kind !== "tag" || token.isClosing || token.name !== "blockquote") return [];
    return [{ from: token.from, to: ends.get(token)?.to ?? markdown.text.length }];
  });
}

/** Lines over which the heading of a quotation may be wrapped. */
const MAX_LINES = 3;
const MAX_HEADING_CHARS = 400;

/** The headings of quoted mails, each with the block quote below it, or with everything below it. */
function mailQuotations({ text, isCode }: Markdown, blocks: readonly Range[]): readonly Range[] {
  const found: Range[] = [];
  let from = 0;
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    const start = from;
    from += line.length + 1;
    if (line.trim() === "" || within(blocks, start) || isCode(start)) continue;
    if (isOutlooks(lines.slice(index, index + 6))) return [...found, { from: start, to: text.length }];
    const length = headingLength(lines.slice(index, index + MAX_LINES));
    if (length === undefined) continue;
    const end = start + length;
    const quote = blocks.find((block) => block.from >= end && text.slice(end, block.from).trim() === "");
    if (quote === undefined) return [...found, { from: start, to: text.length }];
    found.push({ from: start, to: quote.to });
  }
  return found;
}

const WROTE =
  /(?<!\p{L})(?:wrote|writes|schrieb|schreibt|a écrit|escribi[óo]|ha scritto|escreveu|schreef|skrev|kirjoitti|napisał|pisze|napsal|napísal|írta|a scris|yazdı|написа[влт]|пиш[еу]т?|έγραψε|đã viết|כתב|كتب)|写道|寫道|書きました|작성/iu;
/** Words before or behind which the day stands. */
const ON =
  /^(?:on|am|le|el|il|em|op|den|på|pe|dne|dnia|w dniu|la|vào)\s|(?:wrote on|schrieb am|schreef op|escribió el)\s/iu;
const DAY =
  /^\S+\s(?:giorno\s)?(?:mon|tue|wed|thu|fri|sat|sun|die|mit|don|fre|sam|lun|mar|mer|jeu|ven|dim|mi[ée]|jue|vie|s[áa]b|dom|gio|seg|ter|qua|qui|sex|maa|din|woe|vri|zat|zon)/iu;
const ADDRESS = /[<([][^<>()[\]\s@]{1,100}@[^<>()[\]\s@]{1,100}[\])>]/;
const TIME = /\d{1,2}[:.h]\d{2}|(?<!\d)\d{4}(?!\d)/;

/** The length of the heading that begins on the first of the lines: `On Mon, 2 Mar 2026 at 10:00, Bob wrote:`, in many languages. */
function headingLength(lines: readonly string[]): number | undefined {
  for (const count of lines.keys()) {
    const source = lines.slice(0, count + 1).join("\n");
    const words = source.replace(/\s+/g, " ").trim();
    if (words.length > MAX_HEADING_CHARS || (lines[count] ?? "").trim() === "") return undefined;
    const [heading] = /^[^]*?[:：](?=\s*$|\s+>)/.exec(words) ?? [];
    if (heading !== undefined && isHeading(heading)) return source.length;
  }
  return undefined;
}

function isHeading(text: string): boolean {
  const [isTimed, isAddressed] = [TIME.test(text), ADDRESS.test(text)];
  if (isTimed && isAddressed) return true;
  return WROTE.test(text) && (isAddressed || (ON.test(text) && (isTimed || DAY.test(text))));
}

const MESSAGE =
  /^[\s*_\\]*-{2,}[^\n]{0,60}(?:message|messaggio|mensaje|mensagem|nachricht|bericht|meddelande|melding|besked|viesti|wiadomo|zpráva|сообщени|письмо|ileti|mesaj|mail|邮件|郵件|メッセージ|메시지)[^\n]{0,60}-{2,}[\s*_\\]*$/i;
const FROM =
  /^[\s*_\\]*(?:from|von|de|da|van|från|fra|od|lähettäjä|feladó|kimden|от|від|发件人|寄件者|差出人|보낸 사람)[\s*_\\]*[:：]/i;
/** Lines below it. */
const FIELD =
  /^[\s*_\\]*(?:sent|date|to|cc|subject|gesendet|datum|an|betreff|envoyé|à|objet|enviado(?: el)?|fecha|para|asunto|assunto|inviato|data|a|oggetto|verzonden|aan|onderwerp|skickat|till|ämne|sendt|til|emne|wysłano|do|temat|отправлено|дата|кому|тема|发送时间|收件人|主题|日期|送信日時|宛先|件名)[\s*_\\]*[:：]/i;

/** Whether Outlook's separator or its fields begin on the first of these lines. */
function isOutlooks([first = "", ...below]: readonly string[]): boolean {
  if (MESSAGE.test(first)) return true;
  if (/^[\s\\]*_{5,}\s*$/.test(first)) return isOutlooks(below.filter((line) => line.trim() !== ""));
  return FROM.test(first) && below.slice(0, 4).filter((line) => FIELD.test(line)).length >= 2;
}
