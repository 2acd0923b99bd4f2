/** What a new catalog changes, for its reviewer. What can lower a limit of money by mistake is marked. */

interface Row {
  readonly name: string;
  /** Input, cached input, cache write, output, and the same for long prompts. */
  readonly prices: readonly number[];
  readonly rest: string;
}

const MARK = "⚠️";

/** The changes from the rows of one catalog to those of another, as Markdown. */
export function catalogChanges(before: readonly string[], after: readonly string[]): string {
  const byName = (rows: readonly string[]) => new Map(rows.map(rowOf).map((row) => [row.name, row]));
  const [old, now] = [byName(before), byName(after)] as const;
  const had = new Set(before.map(providerOf));
  const added = [...now.values()].filter(({ name }) => !old.has(name));
  const gone = [...old.keys()].filter((name) => !now.has(name));
  const kept = [...now.values()].flatMap((row) => {
    const was = old.get(row.name);
    return was === undefined ? [] : [{ row, was }];
  });
  const isLower = ({ row, was }: (typeof kept)[number]): boolean =>
    was.prices.some((price, at) => (row.prices[at] ?? Infinity) < price) || row.prices.length < was.prices.length;
  const priced = kept.filter(({ row, was }) => row.prices.join("/") !== was.prices.join("/"));
  const priceLine = ({ row, was }: (typeof kept)[number]): string =>
    `${row.name}: ${was.prices.join("/")} → ${row.prices.join("/")}`;
  const parts: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [`${MARK} New providers`, [...new Set(added.map(({ name }) => providerOf(name)))].filter((one) => !had.has(one))],
    [`${MARK} Lower prices`, priced.filter(isLower).map(priceLine)],
    ["Higher prices", priced.filter((one) => !isLower(one)).map(priceLine)],
    ["New models", added.map(({ name, prices }) => `${name}: ${prices.join("/")}`)],
    ["Models that are gone", gone],
    [
      "Other changes",
      kept
        .filter(({ row, was }) => row.rest !== was.rest)
        .map(({ row, was }) => `${row.name}: ${was.rest} → ${row.rest}`),
    ],
  ];
  const said = parts.filter(([, lines]) => lines.length > 0);
  if (said.length === 0) return "No row changed.\n";
  return said.map(([title, lines]) => `## ${title}\n\n${lines.map((line) => `- ${line}\n`).join("")}`).join("\n");
}

/** Reads a row. The header of catalog.ts describes its format. */
function rowOf(text: string): Row {
  const [name = "", window, output, input, price = "", ...more] = text.split(" ");
  const over = more.find((part) => part.startsWith("over="));
  const long = over?.split(":")[1] ?? "";
  const prices = [price, long].filter((part) => part !== "").flatMap((part) => part.split("/").map(Number));
  const limit = over?.split(":")[0] ?? [];
  return {
    name,
    prices,
    rest: [window, output, input, ...more.filter((part) => part !== over), limit].flat().join(" "),
  };
}

function providerOf(row: string): string {
  return row.slice(0, row.indexOf("/"));
}

/** Why a list of models must not replace the one of the catalog; undefined if it may. */
export function whyOld(
  { version, published }: { readonly version: string; readonly published: string | undefined },
  { known, now }: { readonly known: string | undefined; readonly now: number },
): string | undefined {
  if (known !== undefined && version !== known && newest(version, known) === known)
    return `the catalog is made from version ${known}, which is newer`;
  const days = published === undefined ? 0 : Math.floor((now - Date.parse(published)) / 86_400_000);
  return days > MAX_DAYS ? `it was published ${days} days ago, on ${published?.slice(0, 10) ?? ""}` : undefined;
}

/** From this age on, the program itself warns of its catalog. */
const MAX_DAYS = 60;

function newest(one: string, other: string): string {
  const parts = (version: string): readonly number[] => version.split(/[.-]/).map(Number);
  const at = parts(one).findIndex((part, place) => part !== parts(other)[place]);
  return (parts(one)[at] ?? 0) > (parts(other)[at] ?? 0) ? one : other;
}
