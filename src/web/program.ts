/** The program in the cell: fetches one page through the proxy, follows redirects on its host, and answers with its text. */

import { parseWebAddress } from "../base/network/web-address.ts";
import { describeError } from "../protocol/error.ts";
import { VERSION } from "../base/version.ts";
import type { PageReply } from "./reply.ts";
import { pageText } from "./page-text.ts";
import { requestThrough, type ProxiedReply, type ProxyPlace } from "./through-proxy.ts";

/** A usual page has some 100 KB. */
const MAX_PAGE_BYTES = 2_000_000;
/** Characters of text. The tool shows 30,000 at a time. */
const MAX_TEXT_CHARS = 400_000;
const MAX_TITLE_CHARS = 200;
/** A slow documentation site takes 5 s. */
const PAGE_TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 5;
const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;
const TEXT =
  /^(?:text\/|application\/(?:json|xml|yaml|x-yaml|toml|javascript|ecmascript|x-sh|sql|graphql|rtf)$|(?:application|image)\/[\w.-]+\+(?:json|xml|yaml)$)/;

const HEADERS: Readonly<Record<string, string>> = {
  "user-agent": `kimi-runner/${VERSION}`,
  accept: "text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.1",
  "accept-encoding": "gzip, br, deflate",
  "accept-language": "en, *;q=0.5",
};

/** Fetches a page. Never throws for an answer of a server. `timeoutMs` is the time for all requests together. */
export async function readPage(text: string, proxy: ProxyPlace, timeoutMs = PAGE_TIMEOUT_MS): Promise<PageReply> {
  const signal = AbortSignal.timeout(timeoutMs);
  const address = parseWebAddress(text);
  if (address.kind === "refused") return { kind: "failed", why: `it ${address.why}` };
  const { host } = address;
  let { url } = address;
  try {
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const reply = await requestThrough(proxy, { url, headers: HEADERS, maxBytes: MAX_PAGE_BYTES, signal });
      const { location } = reply.headers;
      const isRedirect = [301, 302, 303, 307, 308].includes(reply.status) && location !== undefined;
      if (!isRedirect) return read(reply, url);
      const next = parseWebAddress(location, url);
      if (next.kind === "refused" || next.host !== host) {
        return { kind: "redirect", from: url.href, to: next.kind === "address" ? next.url.href : location };
      }
      url = next.url;
    }
    return { kind: "failed", why: `it was redirected more than ${MAX_REDIRECTS} times` };
  } catch (error) {
    return {
      kind: "failed",
      why: signal.aborted ? `it took longer than ${timeoutMs / 1_000} s` : describeError(error),
    };
  }
}

function read({ status, headers, body, isCut }: ProxiedReply, url: URL): PageReply {
  if (status < 200 || status >= 300) return { kind: "failed", why: `the server answered ${status}` };
  const header = headers["content-type"] ?? "";
  const named = (header.split(";")[0] ?? "").trim().toLowerCase();
  const mediaType = named === "" ? sniffed(body) : named;
  if (!HTML.test(mediaType) && !TEXT.test(mediaType)) {
    return {
      kind: "failed",
      why: `it is ${mediaType || "no text"} of ${body.length}${isCut ? " or more" : ""} bytes, and only text is read`,
    };
  }
  const decoded = decodeText(body, header);
  const page = HTML.test(mediaType)
    ? pageText(decoded, url)
    : { title: "", text: decoded.trim(), hiddenParts: 0, isTooDeep: false };
  const cuts = [
    ...(isCut ? [`only its first ${MAX_PAGE_BYTES / 1e6} MB were read`] : []),
    ...(page.isTooDeep ? ["elements that are nested too deeply are left out"] : []),
    ...(page.text.length > MAX_TEXT_CHARS ? [`only its first ${MAX_TEXT_CHARS} characters are kept`] : []),
  ];
  return {
    kind: "page",
    url: url.href,
    title: page.title.slice(0, MAX_TITLE_CHARS).toWellFormed(),
    text: page.text.slice(0, MAX_TEXT_CHARS).toWellFormed(),
    mediaType,
    hiddenParts: page.hiddenParts,
    ...(cuts.length === 0 ? {} : { cut: cuts.join("; ") }),
  };
}

/** The media type of a body for which the server names none; empty where it is no text. */
function sniffed(body: Buffer): string {
  const head = body.subarray(0, 1_000);
  if (head.includes(0)) return "";
  return /^\s*<(?:!doctype html|html|head|body)\b/i.test(head.toString("latin1")) ? "text/html" : "text/plain";
}

/** The HTML standard looks for a declaration in so many bytes. */
const PRESCAN_BYTES = 1024;
const DECLARED =
  /<meta[^>]{0,300}\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})|^<\?xml[^>]{0,100}\bencoding\s*=\s*["']([\w.:-]{1,40})/i;

/** `contentType` is the header's value. A text in an unknown charset is decoded as UTF-8, with U+FFFD for invalid bytes. */
function decodeText(bytes: Buffer, contentType: string): string {
  const named = /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType)?.[1];
  const charset = markOf(bytes) ?? named ?? declaredIn(bytes) ?? "utf-8";
  return decoderOf(charset).decode(bytes);
}

function markOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? "utf-8" : undefined;
}

/** The charset that a page declares. A declaration of UTF-16 that can be read as ASCII is wrong. */
function declaredIn(bytes: Buffer): string | undefined {
  const [, meta, xml] = DECLARED.exec(bytes.toString("latin1", 0, PRESCAN_BYTES)) ?? [];
  const charset = meta ?? xml;
  return charset !== undefined && /^utf-?16/i.test(charset) ? "utf-8" : charset;
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder("utf-8");
  }
}
