/** Decodes the bytes of a page, by its byte order mark, its header, its own declaration, or else as UTF-8. */

/** The HTML standard looks for a declaration in so many bytes. */
const PRESCAN_BYTES = 1024;
const DECLARED =
  /<meta[^>]{0,300}\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})|^<\?xml[^>]{0,100}\bencoding\s*=\s*["']([\w.:-]{1,40})/i;

/** `contentType` is the header's value. A text in an unknown charset is decoded as UTF-8, with U+FFFD for invalid bytes. */
export function decodeText(bytes: Buffer, contentType: string): string {
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
