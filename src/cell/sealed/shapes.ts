/**
 * The two ways to build a sealed cell, and which is tried first. Both give the same walls; they differ in who may put
 * them up: a user with a user namespace, or root, who needs none and therefore gets by where these are forbidden.
 */

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export type Shape =
  /** `lockNested`: bubblewrap itself forbids namespaces inside (0.8.0 and later); the system call filter always does. */
  | { readonly kind: "user"; readonly lockNested: boolean }
  /** root puts the walls up, and the worker gives everything away and becomes `runAs`. */
  | { readonly kind: "root"; readonly runAs: Owner; readonly sudoPath?: string | undefined };

export interface ShapeOptions {
  /** Of this process. */
  readonly self: Owner;
  /** Whose files the workspace holds. */
  readonly owner: Owner;
  /** Try sudo before a user namespace: on hosted runners it is there, and these are restricted. */
  readonly prefersSudo: boolean;
  readonly sudoPath?: string | undefined;
}

const USER: Shape = { kind: "user", lockNested: true };

/**
 * The shapes in the order they are tried. What the cell writes always belongs to the owner of the workspace: root becomes
 * him; where the owner is root, a root without any capability is what remains.
 */
export function shapesFor({ self, owner, prefersSudo, sudoPath }: ShapeOptions): readonly [Shape, ...Shape[]] {
  if (self.uid === 0) {
    const root: Shape = { kind: "root", runAs: owner };
    return owner.uid === 0 ? [USER, root] : [root, USER];
  }
  if (sudoPath === undefined) return [USER];
  // The folder for temporary files is ours, so the worker must be too; another owner's workspace fails its probe.
  const sudo: Shape = { kind: "root", runAs: self, sudoPath };
  return prefersSudo ? [sudo, USER] : [USER, sudo];
}
