/** The text before an image, the same in every wire format. */

import type { ImagePart } from "../../protocol/message.ts";

/** Names the image's address, so that the model finds its place in the text; undefined without an address. */
export function imageLabel({ source }: ImagePart): string | undefined {
  return source === undefined ? undefined : `Image: ${source.toWellFormed()}`;
}
