/** Turns a server's answer into a result for the model: its text, its images, and descriptions of other content. */

import type { ContentBlock } from "@modelcontextprotocol/client";
import * as z from "zod/mini";
import { isRecord, member } from "../base/member.ts";
import { fitsProviders, imageType } from "../base/image-type.ts";
import { headTail } from "../base/truncate.ts";
import type { ImagePart } from "../protocol/message.ts";
import type { ToolResult } from "../protocol/tool.ts";

/** Characters of one answer: 1,000,000 tokens, on a hundred pages. */
const MAX_CHARS = 4_000_000;

/** Images in one result. Each costs about as much as 1,500 tokens. */
const MAX_PICTURES = 5;

/**
 * The answer to a call. Its form is not checked: the tool has done its work, and the model would do it again after an error. Many servers
 * send null for a field without a value, or no structured content where they announced it.
 */
export const CallAnswer = z.looseObject({});
export type CallAnswer = z.infer<typeof CallAnswer>;
/** The answer to the request of a resource. */
export const ResourceAnswer = z.looseObject({ contents: z.array(z.unknown()) });
export type ResourceAnswer = z.infer<typeof ResourceAnswer>;

/** Joins the parts. An image that a model cannot be shown is named in the text and left out. */
export function contentOf(parts: readonly unknown[], server: string) {
  const images: ImagePart[] = [];
  const texts = parts.map(withoutNulls).map((part) => {
    if (!isReadable(part)) return typeof part === "string" ? part : JSON.stringify(part);
    const picture = images.length < MAX_PICTURES ? pictureIn(part) : undefined;
    if (picture === undefined) return partText(part, server);
    images.push(picture);
    return part.type === "resource" ? `[picture: ${part.resource.uri}]` : "[picture]";
  });
  const note = (dropped: number): string => `[${dropped} characters of the server's answer left out here]`;
  return { text: headTail(texts.join("\n"), MAX_CHARS, note), images };
}

/** The result of a call; its text is not framed yet. */
export function resultOf(answer: CallAnswer, server: string): ToolResult {
  const { content, isError, structuredContent, _meta, ...others } = answer;
  const parts = [content ?? []].flat();
  // Servers should send the same as text, but some do not. Old servers answer with `toolResult` in place of `content`.
  const isOld = content === undefined && Object.keys(others).length > 0;
  const bare = structuredContent ?? (isOld ? others : undefined);
  const shown = parts.length === 0 && bare !== undefined ? [JSON.stringify(bare)] : parts;
  const { text, images } = contentOf(shown, server);
  return isError === true
    ? { text: text === "" ? "The tool failed and did not say why." : text, isError }
    : { text, ...(images.length === 0 ? {} : { images }) };
}

/** The content of a resource; its text is not framed yet. */
export function readingOf({ contents }: ResourceAnswer, server: string) {
  const parts = contents.map((resource) => ({ type: "resource", resource }));
  return contentOf(parts, server);
}

/** A part without the fields that are null, also in its resource. */
function withoutNulls(part: unknown): unknown {
  if (!isRecord(part)) return part;
  const fields = Object.entries(part).filter(([, value]) => value !== null);
  return Object.fromEntries(fields.map(([key, value]) => [key, key === "resource" ? withoutNulls(value) : value]));
}

/** Whether a part has what is read of it. */
function isReadable(part: unknown): part is ContentBlock {
  const has = (value: unknown, ...keys: readonly string[]): boolean =>
    keys.every((key) => typeof member(value, key) === "string");
  switch (member(part, "type")) {
    case "text":
      return has(part, "text");
    case "image":
    case "audio":
      return has(part, "data");
    case "resource_link":
      return has(part, "uri", "name");
    case "resource": {
      const resource = member(part, "resource");
      return has(resource, "uri", "text") || has(resource, "uri", "blob");
    }
    default:
      return false;
  }
}

/** An image that providers accept; undefined for any other content. Its type is read from its bytes. */
function pictureIn(part: ContentBlock): ImagePart | undefined {
  const data = base64In(part);
  if (data === undefined) return undefined;
  const bytes = Buffer.from(data, "base64");
  const type = imageType(bytes);
  if (type === undefined || !fitsProviders(type, bytes.length)) return undefined;
  return { mediaType: type.mediaType, data };
}

function base64In(part: ContentBlock): string | undefined {
  if (part.type === "image") return part.data;
  return part.type === "resource" && "blob" in part.resource ? part.resource.blob : undefined;
}

function partText(part: ContentBlock, server: string): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "image":
    case "audio":
      return leftOut(part.type, part.mimeType, part.data);
    case "resource_link": {
      const { name, uri, description } = part;
      const about = typeof description === "string" && description !== "" ? ` (${description})` : "";
      const how = `read it with access_mcp_resource, server_name ${JSON.stringify(server)} and this uri`;
      return `[resource ${name}: ${uri}${about}; ${how}]`;
    }
    case "resource": {
      const { resource } = part;
      return "text" in resource ? resource.text : leftOut(`resource ${resource.uri}`, resource.mimeType, resource.blob);
    }
  }
}

function leftOut(what: string, mimeType: string | undefined, base64: string): string {
  const type = mimeType === undefined ? "" : ` (${mimeType})`;
  return `[${what}${type} of ${Buffer.byteLength(base64, "base64")} bytes left out]`;
}
