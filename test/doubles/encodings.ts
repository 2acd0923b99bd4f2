/** How a text may leave a program: what tools and people do to bytes, written without the code that looks for it. */

const bytes = (text: string): Buffer => Buffer.from(text);
const each = (text: string, show: (byte: number) => string): string => Array.from(bytes(text), show).join("");
const hex = (byte: number, width = 2): string => byte.toString(16).padStart(width, "0");
const chars = (text: string): string[] => Array.from(text);
const base32 = (text: string): string => {
  const bits = each(text, (byte) => byte.toString(2).padStart(8, "0"));
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups
    .map((group) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".charAt(Number.parseInt(group.padEnd(5, "0"), 2)))
    .join("");
};

const bits = (text: string, as: BufferEncoding = "utf8"): string =>
  Array.from(Buffer.from(text, as), (byte) => byte.toString(2).padStart(8, "0")).join("");
/** Groups of four bytes, the last one filled up and cut as ASCII85 has it. */
const base85 = (text: string, alphabet: string): string =>
  (
    Buffer.concat([bytes(text), Buffer.alloc(3)])
      .toString("latin1")
      .match(/[^]{4}/g) ?? []
  )
    .map((group) => {
      let value = Buffer.from(group, "latin1").readUInt32BE(0);
      let digits = "";
      for (let at = 0; at < 5; at += 1, value = Math.floor(value / 85)) digits = alphabet.charAt(value % 85) + digits;
      return digits;
    })
    .join("");
const ASCII = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join("");
const uuencode = (text: string): string =>
  (
    bytes(text)
      .toString("latin1")
      .match(/[^]{1,45}/g) ?? []
  )
    .map((line) => {
      const code = line.replace(/[^]{1,3}/g, (group) =>
        (bits(group.padEnd(3, "\0"), "latin1").match(/.{6}/g) ?? [])
          .map((six) => ASCII.charAt(Number.parseInt(six, 2)))
          .join(""),
      );
      return `${ASCII.charAt(line.length)}${code}\n`;
    })
    .join("");

/** Name → encoding. Every one keeps all of the text. */
export const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  "JSON, once": (text) => JSON.stringify(`\n${text}`),
  "JSON, twice": (text) => JSON.stringify(JSON.stringify(`\n${text}`)),
  "URL, upper case": (text) => each(text, (byte) => `%${hex(byte).toUpperCase()}`),
  "URL, lower case": (text) => each(text, (byte) => `%${hex(byte)}`),
  "URL, twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  form: (text) => new URLSearchParams({ a: text }).toString(),
  "%u": (text) =>
    chars(text)
      .map((char) => `%u${hex(char.charCodeAt(0), 4)}`)
      .join(""),
  base64: (text) => bytes(text).toString("base64"),
  "base64, one byte before": (text) => bytes(`x${text}`).toString("base64"),
  "base64, two bytes before and one after": (text) => bytes(`xy${text}z`).toString("base64"),
  "base64url, inside of more": (text) => bytes(`??:${text}>>`).toString("base64url"),
  "base64, lines": (text) => bytes(`${text}\n`).toString("base64").replace(/.{19}/g, "$&\n"),
  "base64, twice": (text) => bytes(bytes(`${text}\n`).toString("base64")).toString("base64"),
  "base64 of UTF-16LE": (text) => Buffer.from(text, "utf16le").toString("base64"),
  "hex, lower case": (text) => bytes(text).toString("hex"),
  "hex, upper case": (text) => bytes(text).toString("hex").toUpperCase(),
  "hex of UTF-16LE": (text) => Buffer.from(text, "utf16le").toString("hex"),
  "hex of UTF-16BE": (text) => Buffer.from(text, "utf16le").swap16().toString("hex"),
  "base64 of UTF-16BE": (text) => Buffer.from(text, "utf16le").swap16().toString("base64"),
  "full width": (text) => text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)),
  "hex, colons": (text) => each(text, (byte) => `${hex(byte)}:`),
  "hex, lines of xxd -p": (text) => bytes(text).toString("hex").replace(/.{30}/g, "$&\n"),
  "list of bytes": (text) => Array.from(bytes(text)).join(", "),
  "list of hex bytes": (text) => each(text, (byte) => `0x${hex(byte)}, `),
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
  base32,
  "base32, lines": (text) => base32(`x${text}`).replace(/.{19}/g, "$&\n"),
  "base32, three bytes before": (text) => base32(`xyz${text}z`),
  base32hex: (text) =>
    (bits(text).match(/.{1,5}/g) ?? [])
      .map((five) => Number.parseInt(five.padEnd(5, "0"), 2).toString(32).toUpperCase())
      .join(""),
  ASCII85: (text) => `<~${base85(text, ASCII.slice(1))}~>`,
  "base85, one byte before and two after": (text) =>
    base85(`x${text}yz`, `${ASCII.slice(16, 26)}${ASCII.slice(33, 59)}${ASCII.slice(65, 91)}!#$%&()*+-;<=>?@^_\`{|}~`),
  Z85: (text) =>
    base85(`xyz${text}`, `${ASCII.slice(16, 26)}${ASCII.slice(65, 91)}${ASCII.slice(33, 59)}.-:+=^!/*?&<>()[]{}@%$#`),
  uuencode: (text) => `\n${uuencode(text)}`,
  "uuencode, over two lines": (text) => `\n${uuencode(`${"x".repeat(20)}${text}`)}`,
  bits: (text) => bits(text).replace(/.{8}/g, "$& "),
  "bits, the lowest first": (text) => bits(text).replace(/.{8}/g, (byte) => chars(byte).toReversed().join("")),
  backwards: (text) => chars(text).toReversed().join(""),
  "ROT13 of small letters": (text) =>
    text.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + (letter < "n" ? 13 : -13))),
  ROT13: (text) =>
    text.replace(/[a-z]/gi, (letter) =>
      String.fromCharCode(letter.charCodeAt(0) + (letter.toLowerCase() < "n" ? 13 : -13)),
    ),
};

/** Encodings that only stand out in a text of some length: letters apart, and text cut to pieces. */
export const TAKEN_APART: Readonly<Record<string, (text: string) => string>> = {
  "blanks between": (text) => chars(text).join(" "),
  "a line each": (text) => chars(text).join("\n"),
  "put together in code": (text) => `"${text.slice(0, 9)}" + "${text.slice(9)}"`,
  "zero bytes between": (text) => Buffer.from(text, "utf16le").toString("latin1"),
  "the first half": (text) => text.slice(0, Math.ceil(text.length / 2)),
  "the second half": (text) => text.slice(Math.floor(text.length / 2)),
  "without its prefix": (text) => text.slice(7),
};
