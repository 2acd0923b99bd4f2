/** Picture files for the model. A program in the cell scales down larger ones, from exactly the bytes that were read. */

import * as z from "zod/mini";
import { fitsProviders, imageType, MAX_IMAGE, orientationOf, type ImageType } from "../../base/image-type.ts";
import { parseJson } from "../../base/member.ts";
import { sha256 } from "../../base/sha256.ts";
import { oneLine } from "../../base/truncate.ts";
import type { Cell } from "../../protocol/cell.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { ImagePart } from "../../protocol/message.ts";

export interface Picture {
  readonly text: string;
  readonly image: ImagePart;
}

interface PictureFile {
  readonly path: string;
  readonly cell: Pick<Cell, "ownProgram" | "exec">;
}

/** 40 megapixels take 3 s. */
const TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 6_000_000;
const BY_NAME = /\.(?:png|jpe?g)$/i;

const Scaled = z.union([
  z.object({
    mediaType: z.enum(["image/png", "image/jpeg"]),
    width: z.int(),
    height: z.int(),
    data: z.string().check(z.maxLength(MAX_OUTPUT_BYTES)),
  }),
  z.object({ why: z.string() }),
]);

/** `data` is the file's bytes in base64. Throws `workspace.file` for another kind of file, and for one that cannot be shown. */
export async function readPicture(file: PictureFile, data: string, signal: AbortSignal): Promise<Picture> {
  const { path } = file;
  const bytes = Buffer.from(data, "base64");
  const type = imageType(bytes);
  if (type === undefined) throw noPicture(path, bytes);
  const { mediaType, width, height } = type;
  const facts = `${mediaType.slice("image/".length)}, ${width}×${height}, ${bytes.length} bytes`;
  const fits = fitsProviders(type, bytes.length);
  const whole = (): Picture => ({ text: `${path} (${facts})`, image: { mediaType, data } });
  // Models see the pixels as they are stored: a photograph that was taken upright would lie on its side.
  const isTurned = mediaType === "image/jpeg" && orientationOf(bytes) !== 1;
  if (fits && !isTurned && (Math.max(width, height) <= MAX_IMAGE.seenPixels || !isScalable(type))) return whole();
  const scaled = isScalable(type) ? await scale(file, sha256(bytes), signal) : undefined;
  if (scaled !== undefined && !("why" in scaled)) return shown(path, facts, scaled);
  if (fits) return whole();
  const why = scaled === undefined ? "" : ` It cannot be made smaller: ${oneLine(scaled.why, 200)}.`;
  throw refusal(
    `${path} is too large a picture (${facts}).${why}`,
    `At most ${MAX_IMAGE.bytes} bytes and ${MAX_IMAGE.pixels} pixels a side can be shown; a PNG or JPEG is made smaller.`,
  );
}

/** The same for a file that is too large to be read here. Undefined when its name or its content is not that of a picture. */
export async function readLargePicture(
  file: PictureFile,
  digest: string,
  signal: AbortSignal,
): Promise<Picture | undefined> {
  if (!BY_NAME.test(file.path)) return undefined;
  const scaled = await scale(file, digest, signal);
  return "why" in scaled ? undefined : shown(file.path, "a large picture", scaled);
}

async function scale(
  { path, cell }: PictureFile,
  digest: string,
  signal: AbortSignal,
): Promise<z.infer<typeof Scaled>> {
  const command = cell.ownProgram("cell-picture", []);
  const { output, timedOut } = await cell.exec(
    { command: [...command, path, digest], cwd: ".", timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES },
    signal,
  );
  const parsed = z.safeParse(Scaled, parseJson(output.trimEnd().split("\n").at(-1) ?? ""));
  if (parsed.success) return parsed.data;
  return { why: timedOut ? `it takes longer than ${TIMEOUT_MS / 1_000} s` : "the program that does it ended early" };
}

function shown(
  path: string,
  facts: string,
  { data, ...made }: Exclude<z.infer<typeof Scaled>, { why: string }>,
): Picture {
  const bytes = Buffer.from(data, "base64");
  const type = imageType(bytes);
  const image = imageOf(data);
  if (type === undefined || image?.mediaType !== made.mediaType) throw noPicture(path, bytes);
  return { text: `${path} (${facts}; shown as ${type.width}×${type.height})`, image };
}

/** A program's picture in base64; undefined when it is none or too large. Commands of the cell may forge its type, so the bytes decide. */
export function imageOf(data: string | undefined): ImagePart | undefined {
  const bytes = Buffer.from(data ?? "", "base64");
  const type = imageType(bytes);
  if (type === undefined || !fitsProviders(type, bytes.length)) return undefined;
  return { mediaType: type.mediaType, data: bytes.toString("base64") };
}

function isScalable({ mediaType }: ImageType): boolean {
  return mediaType === "image/png" || mediaType === "image/jpeg";
}

function noPicture(path: string, bytes: Buffer): RunnerError {
  return refusal(
    `${path} is a binary file (${bytes.length} bytes).`,
    "Only UTF-8 text, PDFs and pictures (PNG, JPEG, GIF, WebP) can be read; use a command for anything else.",
  );
}

function refusal(message: string, hint: string): RunnerError {
  return new RunnerError({ code: "workspace.file", message, hint });
}
