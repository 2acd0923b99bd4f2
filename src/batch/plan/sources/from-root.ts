/** How tools name files: from the root of the checkout, or absolutely. */

import { posix } from "node:path";

/** A path in the checkout as it is from the root; any other as it stands. */
export function fromRoot(path: string, root: string): string {
  if (path === "") return "";
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : posix.normalize(path);
}
