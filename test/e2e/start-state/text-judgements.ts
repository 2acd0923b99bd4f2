/** Judgements about what people are told: the numbers and names of files. */

import { isStartless, type Judged } from "./judged.ts";

/** Without what makes foreign text harmless in Markdown. */
const plain = (text: string): string => text.replace(/\\(?=[^\w\s])|<!-- -->|[\u200b\u2060]/g, "");

/** What people and programs are told about the files of the change is what left. */
export function counts({ left, channel, case: { isInPatch = [], leftOut = {}, either } }: Judged): readonly string[] {
  const paths = Object.keys(left.published).toSorted();
  const isRight = (count: number): boolean =>
    count === paths.length || (isInPatch.length > 0 && count === paths.length + isInPatch.length);
  const wrong = left.counts
    .filter(({ count }) => !isRight(count))
    .map(({ where, count }) => `${where} tells of ${count} files, ${paths.length} left`);
  const listed = left.said.flatMap(({ where, text }) =>
    Array.from(plain(text).matchAll(/^- (.+?) \+\d+ −\d+/gm), ([, path = ""]) => ({ where, path })),
  );
  const surplus = listed
    .filter(({ path }) => !paths.includes(path) && !isInPatch.includes(path))
    .map(({ where, path }) => `${where} lists ${path}`);
  const [out, all] = [Object.keys(leftOut).length, paths.length + Object.keys(leftOut).length];
  const sentences = left.said.flatMap(({ where, text }) =>
    Array.from(text.matchAll(/\b(\d+) of (\d+) files (?:is|are) left out/g), ([said, some, of]) => ({
      where,
      said,
      isRight: Number(some) === out && Number(of) === all,
    })),
  );
  const misled = either !== undefined ? [] : sentences.filter((sentence) => !sentence.isRight);
  const { files = paths } = left;
  const pushed = channel === "fork" ? [] : paths;
  const isTold = files.toSorted().join("\0") === pushed.join("\0");
  return [
    ...wrong,
    ...surplus,
    ...misled.map(({ where, said }) => `${where} says "${said}", not ${out} of ${all}`),
    ...(isTold ? [] : [`the output files has ${JSON.stringify(files)}, not ${JSON.stringify(pushed)}`]),
  ];
}

/** Lines that show a call of the model, which names the path too. */
const ECHO = /^.*(?:printf %s|sed -i|[▸✓✗] ).*$/gm;

/** What is left out is named, with what has to be said about it; what may be either is published or named. */
export function named(judged: Judged): readonly string[] {
  const { left } = judged;
  const { leftOut = {}, either = {}, says } = judged.case;
  const all = left.said.map(({ text }) => plain(text).replace(ECHO, "")).join("\n");
  const open = Object.keys(either).filter((path) => left.published[path] === undefined);
  const held = isStartless(judged) ? [] : Object.entries(leftOut);
  const missing = [...held, ...open.map((path) => [path, []] as const)].flatMap(([path, reasons]) =>
    all.includes(path)
      ? reasons.filter((reason) => !reason.test(all)).map((reason) => `${path} is named without ${reason.source}`)
      : [`${path} is not named`],
  );
  const isSilent = judged.channel === "local" || judged.channel === "batch"; // no pull request was opened
  return says === undefined || isSilent || says.test(all) ? missing : [...missing, `no text says ${says.source}`];
}
