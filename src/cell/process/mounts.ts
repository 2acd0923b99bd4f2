/** The mounts of a sealed cell: folders and files of the host, and their paths in the cell. */

/** A folder of the cell in which commands write without changing the host. */
export interface Overlay {
  readonly kind: "overlay";
  /** Folder in the cell. */
  readonly at: string;
  /** Folders of the host whose content it has, uppermost first. Missing folders are left out; without any it is empty at first. */
  readonly lower: readonly string[];
  /** Folder on a disk that keeps the changes, made with mode 0700 if it is missing. Without it the changes are lost with the cell. */
  readonly keptIn?: string | undefined;
  /** How the uppermost lower folder is mounted where overlays cannot be mounted. */
  readonly otherwise: "ro" | "rw";
  /** Commands cannot write to it. The controller's programs can. */
  readonly isReadOnly?: true | undefined;
}

/** A mount as bubblewrap makes it. */
export type BoundMount =
  | { readonly kind: "ro" | "rw"; readonly from: string; readonly at: string }
  | { readonly kind: "tmpfs"; readonly at: string; readonly sizeBytes: number }
  | { readonly kind: "link"; readonly to: string; readonly at: string };

export type Mount = BoundMount | Overlay;

/** A path of the host that the cell sees read-only. */
export function shown(from: string, at = from): BoundMount {
  return { kind: "ro", from, at };
}
