/** Turns a server's answer into a result for the model: its text, its images, and descriptions of other content. */

import type { CallToolResult, ContentBlock, ReadResourceResult } from "@modelcontextprotocol/client";
import { fitsProviders, imageType } from "../base/image-type.ts";
import { headTail } from "../base/truncate.ts";
import type { ImagePart } from "../protocol/message.ts";
import type { ToolResult } from "../protocol/tool.ts";

/** Characters of one answer: 1,000,000 tokens, on a hundred pages. */
const MAX_CHARS = 4_000_000;

/** Images in one result. Each costs about as much as 1,500 tokens. */
const MAX_PICTURES = 5;

interface Content {
  readonly text: string;
  readonly images: readonly ImagePart[];
}

/** Joins the parts. An image that a model cannot be shown is named in the text and left out. */
export function contentOf(parts: readonly ContentBlock[], server: string): Content {
  const images: ImagePart[] = [];
  const texts = parts.map((part) => {
    const picture = images.length < MAX_PICTURES ? pictureIn(part) : undefined;
    if (picture === undefined) return partText(part, server);
    images.push(picture);
    return part.type === "resource" ? `[picture: ${part.resource.uri}]` : "[picture]";
  });
  const note = (dropped: number): string => `[${dropped} characters of the server's answer left out here]`;
  return { text: headTail(texts.join("\n"), MAX_CHARS, note), images };
}

/** The result of a call; its text is not framed yet. */
export function resultOf({ content, isError, structuredContent }: CallToolResult, server: string): ToolResult {
  // Servers should send the same as text, but some do not.
  const isBare = content.length === 0 && structuredContent !== undefined;
  const parts: readonly ContentBlock[] = isBare ? [{ type: "text", text: JSON.stringify(structuredContent) }] : content;
  const { text, images } = contentOf(parts, server);
  return isError === true
    ? { text: text === "" ? "The tool failed and did not say why." : text, isError }
    : { text, ...(images.length === 0 ? {} : { images }) };
}

/** The content of a resource; its text is not framed yet. */
export function readingOf({ contents }: ReadResourceResult, server: string): Content {
  return contentOf(
    contents.map((resource) => ({ type: "resource", resource })),
    server,
  );
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
      const { name, uri, description = "" } = part;
      const how = `read it with access_mcp_resource, server_name ${JSON.stringify(server)} and this uri`;
      return `[resource ${name}: ${uri}${description === "" ? "" : ` (${description})`}; ${how}]`;
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
