/** Whether text in a colour of TeX can be read on the pages that GitHub shows, the light one and the dark one. */

/** As TeX names them, for those that can. What is not listed counts as unreadable. */
const NAMED: Readonly<Record<string, string>> = {
  red: "ff0000",
  blue: "0000ff",
  green: "008000",
  orange: "ffa500",
  purple: "800080",
  brown: "a52a2a",
  gray: "808080",
  grey: "808080",
  teal: "008080",
  magenta: "ff00ff",
  violet: "ee82ee",
  olive: "808000",
  crimson: "dc143c",
  royalblue: "4169e1",
  steelblue: "4682b4",
  forestgreen: "228b22",
  darkgreen: "006400",
  darkorange: "ff8c00",
  darkred: "8b0000",
};

/** The dark page's #0d1117; the light one is white. */
const DARK_LUMINANCE = 0.0056;
/** WCAG asks for 4.5 to read well; below this a reader may not see that there is anything. */
const LEAST_CONTRAST = 1.5;

/** `colour` is a name or RRGGBB or RGB in hex; other notations are a no. */
export function isReadableColour(colour: string): boolean {
  const word = colour.trim().toLowerCase();
  const hex = Object.hasOwn(NAMED, word) ? (NAMED[word] ?? "") : word.replace(/^#/, "");
  if (!/^(?:[\da-f]{3}|[\da-f]{6})$/.test(hex)) return false;
  const light = luminance(hex.length === 3 ? hex.replace(/./g, "$&$&") : hex);
  return 1.05 / (light + 0.05) >= LEAST_CONTRAST && (light + 0.05) / (DARK_LUMINANCE + 0.05) >= LEAST_CONTRAST;
}

/** Relative luminance of sRGB (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
