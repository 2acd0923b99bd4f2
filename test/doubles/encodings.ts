/** How a text may leave a program: what tools do to bytes, written without the code that looks for it. */

const bytes = (text: string): Buffer => Buffer.from(text);
const each = (text: string, show: (byte: number) => string): string => Array.from(bytes(text), show).join("");
const hex = (byte: number, width = 2): string => byte.toString(16).padStart(width, "0");
const chars = (text: string): string[] => Array.from(text);
/** Name → encoding. Every one keeps all of the text. */
export const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  "JSON, once": (text) => JSON.stringify(`\n${text}`),
  "JSON, twice": (text) => JSON.stringify(JSON.stringify(`\n${text}`)),
  "URL, upper case": (text) => each(text, (byte) => `%${hex(byte).toUpperCase()}`),
  "URL, lower case": (text) => each(text, (byte) => `%${hex(byte)}`),
  "URL, twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  form: (text) => new URLSearchParams({ a: text }).toString(),
  base64: (text) => bytes(text).toString("base64"),
  "base64, one byte before": (text) => bytes(`x${text}`).toString("base64"),
  "base64, two bytes before and one after": (text) => bytes(`xy${text}z`).toString("base64"),
  "base64url, inside of more": (text) => bytes(`??:${text}>>`).toString("base64url"),
  "base64, lines": (text) => bytes(`${text}\n`).toString("base64").replace(/.{19}/g, "$&\n"),
  "base64, twice": (text) => bytes(bytes(`${text}\n`).toString("base64")).toString("base64"),
  "hex, lower case": (text) => bytes(text).toString("hex"),
  "hex, upper case": (text) => bytes(text).toString("hex").toUpperCase(),
  "hex, colons": (text) => each(text, (byte) => `${hex(byte)}:`),
  "hex, lines of xxd -p": (text) => bytes(text).toString("hex").replace(/.{30}/g, "$&\n"),
  "HTML, decimal": (text) =>
    chars(text)
      .map((char) => `&#${char.codePointAt(0)};`)
      .join(""),
  "HTML, hexadecimal": (text) =>
    chars(text)
      .map((char) => `&#x${hex(char.codePointAt(0) ?? 0)};`)
      .join(""),
  "\\u": (text) =>
    chars(text)
      .map((char) => `\\u${hex(char.charCodeAt(0), 4)}`)
      .join(""),
  "\\x": (text) => each(text, (byte) => `\\x${hex(byte)}`),
  octal: (text) => each(text, (byte) => `\\${byte.toString(8).padStart(3, "0")}`),
  "shell, quoted": (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`,
  "shell, escaped": (text) => text.replace(/[^\w-]/g, String.raw`\$&`),
  "quoted-printable": (text) => each(text, (byte) => `=${hex(byte).toUpperCase()}`).replace(/.{18}/, "$&=\r\n"),
  "quoted-printable, as needed": (text) => text.replaceAll("=", "=3D"),
};

/** Encodings that only stand out in a text of some length: letters apart, and text cut to pieces. */
export const TAKEN_APART: Readonly<Record<string, (text: string) => string>> = {
  "blanks between": (text) => chars(text).join(" "),
  "a line each": (text) => chars(text).join("\n"),
  "put together in code": (text) => `"${text.slice(0, 9)}" + "${text.slice(9)}"`,
  "the first half": (text) => text.slice(0, Math.ceil(text.length / 2)),
  "the second half": (text) => text.slice(Math.floor(text.length / 2)),
  "without its prefix": (text) => text.slice(7),
};
