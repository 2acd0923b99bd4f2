/** The forms of a secret value in the encodings that tools use. `text-views.ts` undoes escapes of characters. */

import { unescapedView } from "./text-views.ts";

export interface SecretForm {
  readonly text: string;
  /** How many characters in a row are enough for a match. */
  readonly minChars: number;
  /** How many characters before and after the text encode bits of the secret too. */
  readonly before: number;
  readonly after: number;
}

/** Shorter values (a port, "true") and their encodings appear in ordinary text. */
export const MIN_SECRET_CHARS = 8;

/** A piece this long of a longer value gives it away. Two values of one provider may share shorter pieces. */
const MIN_PIECE_CHARS = 12;

/** A value with fewer letters and digits would match ordinary words when the text has no punctuation. */
const MIN_SQUEEZED_CHARS = 16;

/** One line of a key of several lines: tools print and mask each line by itself. */
const LINE = /^\S{20,}$/;

/** The forms of a value. A value that is too short has none. */
export function formsOf(value: string): readonly SecretForm[] {
  const text = value.trim();
  if (text.length < MIN_SECRET_CHARS) return [];
  const lines = text.split(/\r?\n/).filter((line) => line !== text && LINE.test(line));
  return distinct([...spellings(text).map((one) => whole(one)), ...[text, ...lines].flatMap(pieces), ...codes(text)]);
}

/** The forms for a text of which only letters and digits are left, in lower case: programs print hex digits in either case. */
export function squeezedFormsOf(value: string): readonly SecretForm[] {
  const text = value.trim();
  if (text.length < MIN_SECRET_CHARS) return [];
  const forms = [
    ...(/\d/.test(text) ? [whole(text)] : []), // without a digit it may be ordinary words
    ...codes(text),
  ];
  const squeezed = forms.map((form) => ({
    ...form,
    text: form.text.replace(/[^A-Za-z0-9]+/g, "").toLowerCase(),
    after: Math.min(form.after, 1), // without punctuation the end of the code is not visible
  }));
  return distinct(
    squeezed.flatMap((form) =>
      form.text.length < MIN_SQUEEZED_CHARS ? [] : [{ ...form, minChars: form.text.length }],
    ),
  );
}

/** The value itself, and its spellings in languages that escape some of its characters. */
function spellings(text: string): readonly string[] {
  const read = [text, text.replaceAll(" ", "+")].flatMap((one) => [one, Buffer.from(one).toString("latin1")]);
  return [
    ...read.flatMap((one) => [one, unescapedView(one).text]), // the value itself may look like an escape
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    text.replaceAll("=", "=3D"), // quoted-printable
    text.replaceAll("'", String.raw`'\''`), // a shell's
    text.replaceAll("'", `'"'"'`),
  ];
}

/** A piece is enough to recognise a value that is long and has no spaces. */
function pieces(text: string): readonly SecretForm[] {
  const isToken = text.length >= MIN_SQUEEZED_CHARS && /^\S+$/.test(text) && /\d/.test(text) && !text.includes("://");
  return isToken ? [{ ...whole(text), minChars: Math.min(text.length, MIN_PIECE_CHARS) }] : [whole(text)];
}

/** The value in hex and in base64, which may be encoded once more, as the configuration of a container registry is. */
function codes(text: string): readonly SecretForm[] {
  const bytes = Buffer.from(text);
  const hex = bytes.toString("hex");
  const once = Buffer.from(base64At(bytes, 0).text);
  return [
    whole(hex),
    whole(hex.toUpperCase()),
    ...[0, 1, 2].flatMap((offset) => [
      base64At(bytes, offset),
      { ...base64At(once, offset), after: 6 }, // the last character of the first encoding, newline and padding
    ]),
  ].flatMap((form) => [form, { ...form, text: form.text.replaceAll("+", "-").replaceAll("/", "_") }]);
}

/** The base64 characters that depend on `bytes` alone, with `offset` other bytes before them in a group of three. */
function base64At(bytes: Buffer, offset: number): SecretForm {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
  const end = (8 * (offset + bytes.length)) / 6;
  const form = whole(text.slice(Math.ceil((8 * offset) / 6), Math.floor(end)));
  return { ...form, before: offset === 0 ? 0 : 1, after: Number.isInteger(end) ? 0 : 1 };
}

function whole(text: string): SecretForm {
  return { text, minChars: text.length, before: 0, after: 0 };
}

/** One form for each text: the one that needs fewer characters. */
function distinct(forms: readonly SecretForm[]): readonly SecretForm[] {
  const found = new Map<string, SecretForm>();
  for (const form of forms) {
    const known = found.get(form.text);
    if (form.text.length < MIN_SECRET_CHARS || (known !== undefined && known.minChars <= form.minChars)) continue;
    found.set(form.text, form);
  }
  return [...found.values()];
}

/** These words mark a secret at the end of a name only: `KEYBOARD` and `TOKENIZERS_PARALLELISM` hold none. */
const SECRET_ENDING = /(?:KEY|TOKEN|AUTH|AUTHORIZATION|_PAT|CREDENTIALS?)$/i;
/** Secrets of clouds and of a job's identity with other names. The values of AWS_REGION and the like are ordinary words. */
const SECRET_NAMES = new Set(["AWS_ACCESS_KEY_ID", "AWS_BEARER_TOKEN_BEDROCK", "ACTIONS_ID_TOKEN_REQUEST_URL"]);
const SECRET_WORD = /SECRET|PASSWORD|PASSWD|PASSPHRASE|PRIVATE_?KEY|WEBHOOK/i;

/** Whether the name of a variable says that it holds a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAMES.has(name) || SECRET_ENDING.test(name) || SECRET_WORD.test(name);
}
