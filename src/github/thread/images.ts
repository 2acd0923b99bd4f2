/**
 * The images of a thread, for models that see. The addresses are foreign text, so only uploads to GitHub are fetched, every
 * redirect is judged like an address, and the token goes to the server's own uploads alone. An upload cannot change after it was
 * seen; files of a repository and images of other sites can. An image that cannot be fetched causes a warning, never a failed run.
 */

import { type Dispatcher, fetch, type Response } from "undici";
import type { ProxyEnv } from "../../base/network/proxy-env.ts";
import { oneLine } from "../../base/truncate.ts";
import type { ImagePart } from "../../protocol/message.ts";
import { imageType } from "../../base/image-type.ts";
import { counted } from "../../base/words.ts";
import { proxyOf } from "../api/proxies.ts";

export interface ImageOptions {
  readonly addresses: readonly string[];
  /** `https://github.com`, or another server's address (GITHUB_SERVER_URL). */
  readonly serverUrl: string;
  /** Needed for uploads to private repositories. */
  readonly token?: string | undefined;
  readonly userAgent: string;
  readonly signal: AbortSignal;
  readonly proxyEnv?: ProxyEnv | undefined;
  /** Replaces the proxy's or undici's own. */
  readonly dispatcher?: Dispatcher | undefined;
  /** Limit for one image with its redirects. */
  readonly timeoutMs?: number | undefined;
}

export interface Images {
  /** In the order of the addresses. */
  readonly images: readonly ImagePart[];
  /** A sentence for each image that was left out, with the reason. */
  readonly warnings: readonly string[];
}

/** About 6,000 tokens. Bug reports rarely have more images, and a request of 32 MB is refused. */
const MAX_IMAGES = 4;
/** 5 MB as base64: the limit of Anthropic, which is the lowest. */
const MAX_BYTES = (5 * 1024 * 1024 * 3) / 4;
/** Pixels of an edge. Anthropic refuses a request with a larger image. */
const MAX_EDGE = 8_000;
/** GitHub's storage sends 5 MB in under a second, so ten seconds mean no answer. */
const TIMEOUT_MS = 10_000;
/** Usually there is one, to the storage. */
const MAX_REDIRECTS = 3;

/** Fetches the images concurrently. Rejects only with the signal's reason. */
export async function fetchImages(options: ImageOptions): Promise<Images> {
  const { addresses, proxyEnv, signal } = options;
  const server = new URL(options.serverUrl);
  const dispatcher = options.dispatcher ?? (proxyEnv === undefined ? undefined : proxyOf(proxyEnv));
  const found = addresses.map((address) => URL.parse(address));
  const foreign = found.filter((url) => url === null || !isUpload(url, server));
  const uploads = found.filter((url): url is URL => url !== null && isUpload(url, server));
  const results = await Promise.all(
    uploads.slice(0, MAX_IMAGES).map(async (url) => fetchImage(url, { ...options, server, dispatcher })),
  );
  signal.throwIfAborted();
  const excess = uploads.length - MAX_IMAGES;
  return {
    images: results.flatMap((result) => (typeof result === "string" ? [] : [result])),
    warnings: [
      ...results.filter((result) => typeof result === "string"),
      ...(excess > 0
        ? [`${counted(excess, "image is", "images are")} beyond the first ${MAX_IMAGES} and left out.`]
        : []),
      ...(foreign.length > 0 ? [foreignImages(foreign, server)] : []),
    ],
  };
}

interface Download extends ImageOptions {
  readonly server: URL;
}

/** The image, or the warning about it. */
async function fetchImage(start: URL, download: Download): Promise<ImagePart | string> {
  const limit = AbortSignal.timeout(download.timeoutMs ?? TIMEOUT_MS);
  const source = `${start.origin}${start.pathname}`;
  const leftOut = (reason: string): string => `The image ${source} is left out: ${reason}.`;
  try {
    const bytes = await read(start, download, AbortSignal.any([download.signal, limit]));
    if (typeof bytes === "string") return leftOut(bytes);
    const type = imageType(bytes);
    if (type === undefined) return leftOut("it is not a PNG, JPEG, GIF or WebP");
    const { mediaType, width, height } = type;
    if (Math.max(width, height) > MAX_EDGE)
      return leftOut(`${width} × ${height} pixels, and an edge of ${MAX_EDGE} is the most`);
    return { mediaType, data: bytes.toString("base64"), source };
  } catch (error) {
    return leftOut(limit.aborted ? `no answer within ${(download.timeoutMs ?? TIMEOUT_MS) / 1000} s` : reasonOf(error));
  }
}

/** The bytes, or the reason why there are none. Follows redirects within GitHub. */
async function read(
  start: URL,
  { server, token, userAgent, dispatcher }: Download,
  signal: AbortSignal,
): Promise<Buffer | string> {
  let url = start;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const authorization =
      token !== undefined && url.origin === server.origin ? { authorization: `Bearer ${token}` } : {};
    const headers = { accept: "image/*", "user-agent": userAgent, ...authorization };
    const wire = dispatcher === undefined ? {} : { dispatcher };
    const response = await fetch(url.href, { ...wire, headers, redirect: "manual", signal });
    const location = response.headers.get("location");
    if (response.ok) return readBody(response);
    await response.body?.cancel();
    if (response.status < 301 || response.status > 308 || location === null) {
      const hidden =
        response.status === 404 ? ", as for uploads of a private repository that the token may not read" : "";
      return `HTTP ${response.status}${hidden}`;
    }
    const next = URL.parse(location, url.href);
    if (next === null || !isStorage(next, server))
      return `it leads to ${next?.host ?? "nowhere"}, which has no uploads`;
    url = next;
  }
  return `more than ${MAX_REDIRECTS} redirects`;
}

async function readBody({ body }: Response): Promise<Buffer | string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the download.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_BYTES) return `larger than ${MAX_BYTES / 1024 / 1024} MB`;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The reason of an error. undici's message is "fetch failed", with the reason as its cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return oneLine(cause instanceof Error ? cause.message : String(cause), 200);
}

function foreignImages(foreign: readonly (URL | null)[], server: URL): string {
  const hosts = [...new Set(foreign.map((url) => url?.host ?? "a relative address"))].filter((host) => host !== "");
  const from = hosts.length === 0 ? "" : `: ${oneLine(hosts.join(", "), 200)}`;
  return `${counted(foreign.length, "image is", "images are")} left out: not uploaded to ${server.host}${from}.`;
}

/** Paths of uploads on a server: the current form, the one until 2024, and that of GitHub Enterprise Server. */
const UPLOAD =
  /^\/(?:user-attachments\/assets\/[\w-]+|[\w.-]+\/[\w.-]+\/assets\/\d+\/[\w-]+|storage\/user\/\d+\/files\/[\w-]+)$/;
/** Hosts with uploads only: the form until 2021, and the current one for signed-in readers. */
const UPLOAD_HOSTS: ReadonlySet<string> = new Set([
  "user-images.githubusercontent.com",
  "private-user-images.githubusercontent.com",
]);
/** GitHub's bucket for uploads, which only a redirect with a signature leads to. */
const STORAGE_HOST = "github-production-user-asset-6210df.s3.amazonaws.com";

/** Whether an address in a text is an upload, on `server` or on github.com. */
function isUpload(url: URL, server: URL): boolean {
  if (url.username !== "" || url.password !== "") return false;
  if (url.origin === server.origin || url.origin === "https://github.com") return UPLOAD.test(url.pathname);
  return url.protocol === "https:" && UPLOAD_HOSTS.has(url.host);
}

/** Whether GitHub may redirect the download of an upload to this address. */
function isStorage(url: URL, server: URL): boolean {
  if (isUpload(url, server)) return true;
  if (url.protocol !== "https:" || url.username !== "" || url.password !== "") return false;
  return (
    url.host === STORAGE_HOST || url.host === `media.${server.host}` || url.host.endsWith(".githubusercontent.com")
  );
}
