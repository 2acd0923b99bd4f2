/** The objects of repositories, which are large: they are mounted read-only and not copied. */

import { readFileSync, realpathSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { lstatOrNone } from "../../base/file-text.ts";
import { alternatesIn } from "../../base/paths/quoted-lines.ts";
import type { Mount } from "../process/mounts.ts";

/** Where the first store is mounted in the cell. The paths of others have a number at the end. */
export const OBJECTS_AT = "/opt/kimi/objects";

export interface ObjectStores {
  /** Adds an object folder with its alternates, and returns their paths in the cell. */
  readonly add: (objectsDir: string) => readonly string[];
  /** `empty` is an empty file. It covers the lists of alternates, whose paths are the host's, so that git does not complain. */
  readonly mounts: (empty: string) => readonly Mount[];
}

export function createObjectStores(): ObjectStores {
  /** Host path → path in the cell. */
  const places = new Map<string, string>();
  const place = (store: string): string => {
    const at = places.get(store) ?? (places.size === 0 ? OBJECTS_AT : `${OBJECTS_AT}-${places.size}`);
    places.set(store, at);
    return at;
  };
  return {
    add: (objectsDir) => borrowed(objectsDir).map(place),
    mounts: (empty) =>
      [...places].flatMap(([from, at]) => [
        { kind: "ro", from, at } as const,
        ...(hasList(from) ? [{ kind: "ro", from: empty, at: join(at, LIST) } as const] : []),
      ]),
  };
}

const LIST = "info/alternates";

function hasList(store: string): boolean {
  return lstatOrNone(join(store, LIST)) !== undefined;
}

/** An object folder and all its alternates (`git clone --shared`, `--reference`), as absolute real paths. */
function borrowed(objectsDir: string): string[] {
  const found: string[] = [];
  const queue = [realpathSync(objectsDir)];
  for (let store = queue.shift(); store !== undefined; store = queue.shift()) {
    if (found.includes(store)) continue;
    found.push(store);
    if (!hasList(store)) continue;
    for (const line of alternatesIn(readFileSync(join(store, LIST), "utf8"))) {
      const path = isAbsolute(line) ? line : resolve(store, line);
      if (lstatOrNone(path) !== undefined) queue.push(realpathSync(path));
    }
  }
  return found;
}
