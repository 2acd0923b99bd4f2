/** What is said to a model before an image, the same in every wire format. */

import type { ImagePart } from "../../protocol/message.ts";

/** Ties the image to the place in the text where it is linked; undefined when nobody knows where it is from. */
export function imageLabel({ source }: ImagePart): string | undefined {
  return source === undefined ? undefined : `Image: ${source.toWellFormed()}`;
}
