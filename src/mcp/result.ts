/** A server's answer → a result for the model: its text, and a description of other content. */

import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/client";
import { fitsProviders, imageType } from "../base/image-type.ts";
import { headTail } from "../base/truncate.ts";
import type { ImagePart } from "../protocol/message.ts";
import type { ToolResult } from "../protocol/tool.ts";

/** Characters that the bundle keeps; the model reads less. Kimi CLI's number. */
const MAX_CHARS = 100_000;

/** Pictures of one result. Each costs about as much as 1,500 tokens. */
const MAX_PICTURES = 5;

/** The text of a result, at most 100,000 characters, and its pictures. What is no picture for a model is named and left out. */
export function resultOf({ content, isError, structuredContent }: CallToolResult): ToolResult {
  const pictures = content.flatMap((part) => pictureIn(part) ?? []).slice(0, MAX_PICTURES);
  const shown = new Set(pictures.map(({ data }) => data));
  const parts = content.map((part) => (part.type === "image" && shown.has(part.data) ? "[picture]" : partText(part)));
  // Servers should also send it as text, but some do not.
  if (parts.length === 0 && structuredContent !== undefined) parts.push(JSON.stringify(structuredContent));
  const note = (dropped: number): string => `[${dropped} characters of the server's answer left out here]`;
  const text = headTail(parts.join("\n"), MAX_CHARS, note);
  return isError === true
    ? { text: text === "" ? "Error: the tool failed and did not say why." : text, isError }
    : { text, ...(pictures.length === 0 ? {} : { images: pictures }) };
}

/** A picture as providers take it; undefined for any other content. Its type is read from its bytes. */
function pictureIn(part: ContentBlock): ImagePart | undefined {
  if (part.type !== "image") return undefined;
  const bytes = Buffer.from(part.data, "base64");
  const type = imageType(bytes);
  if (type === undefined || !fitsProviders(type, bytes.length)) return undefined;
  return { mediaType: type.mediaType, data: part.data };
}

/** Foreign text between two marks that it cannot contain, so that the model sees where it ends. */
export function framed(text: string, from: string): string {
  return `<data from="${from}">\n${text.replaceAll(/<(?=\/?data\b)/gi, "&lt;")}\n</data>`;
}

function partText(part: ContentBlock): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "image":
    case "audio":
      return leftOut(part.type, part.mimeType, part.data);
    case "resource_link":
      return `[resource ${part.name}: ${part.uri}]`;
    case "resource": {
      const { resource } = part;
      return "text" in resource ? resource.text : leftOut(`resource ${resource.uri}`, resource.mimeType, resource.blob);
    }
  }
}

function leftOut(what: string, mimeType: string | undefined, base64: string): string {
  const type = mimeType === undefined ? "" : ` (${mimeType})`;
  return `[${what}${type} of ${Math.floor((base64.length * 3) / 4)} bytes left out]`;
}
