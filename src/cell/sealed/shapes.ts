/** The two ways to build a sealed cell, which isolate equally: with a user namespace, or by root where those are forbidden. */

export type Owner = Readonly<Record<"uid" | "gid", number>>;

export type Shape =
  /** `lockNested`: bubblewrap itself forbids namespaces inside (0.8.0 and later); the system call filter always does. */
  | { readonly kind: "user"; readonly lockNested: boolean }
  /** root builds the cell, and the worker drops all privileges and becomes `runAs`. */
  | { readonly kind: "root"; readonly runAs: Owner; readonly sudoPath?: string | undefined };

export interface ShapeOptions {
  /** The user of this process. */
  readonly self: Owner;
  /** The owner of the workspace. */
  readonly owner: Owner;
  /** Try sudo before a user namespace. Hosted runners have sudo and restrict user namespaces. */
  readonly prefersSudo: boolean;
  readonly sudoPath?: string | undefined;
}

const USER: Shape = { kind: "user", lockNested: true };

/** The shapes in the order they are tried. The worker becomes the owner of the workspace, or a root without capabilities. */
export function shapesFor({ self, owner, prefersSudo, sudoPath }: ShapeOptions): readonly [Shape, ...Shape[]] {
  if (self.uid === 0) {
    const root: Shape = { kind: "root", runAs: owner };
    return owner.uid === 0 ? [USER, root] : [root, USER];
  }
  if (sudoPath === undefined) return [USER];
  // The worker must be able to use this user's folder for temporary files. Where the workspace is another user's, its probe fails.
  const sudo: Shape = { kind: "root", runAs: self, sudoPath };
  return prefersSudo ? [sudo, USER] : [USER, sudo];
}

/** Becomes a user without groups and for good. setpriv keeps the signal at the parent's end, which a change of user drops. */
export function becoming({ uid, gid }: Owner): readonly string[] {
  const none = ["--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all", "--no-new-privs", "--pdeathsig=keep"];
  return ["/usr/bin/setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", ...none, "--"];
}
