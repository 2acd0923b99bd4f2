/** Words of the tables: a state that an earlier step leaves a checkout in, and what the model then does. */

import { FIX_ADD, FIXED, type Edit } from "./edits.ts";

/** `$CANARY` of the steps: content that no commit has. Where it is found in what left, the start state left. */
export const START_CANARY = "StartCanaryQ7xW";

export interface Case {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** Path → content of what is published. Nothing else may be. */
  readonly published: Readonly<Record<string, string>>;
  /** Path → what is said of a file that is left out, besides its path. */
  readonly leftOut?: Readonly<Record<string, readonly RegExp[]>>;
  /** Path → content of what is either published or named as left out. */
  readonly either?: Readonly<Record<string, string>>;
  /** Left out for a person to apply, so that `changes.patch` may have it. */
  readonly isInPatch?: readonly string[];
  /** Whatever the files were at the start. */
  readonly isAlwaysLeftOut?: boolean;
  /** On a person's own machine the patch has these files as the run left them: nothing of it leaves. */
  readonly isWholeOnMachine?: boolean;
  /** Paths in another repository, which are not put into a person's checkout. */
  readonly isElsewhere?: boolean;
  /** What the pull request, or the text that is posted in its place, has to say. */
  readonly says?: RegExp;
  /** The section `publish` of the policy. */
  readonly publish?: string;
  /** The start state is published, because the policy says so. */
  readonly publishesStart?: boolean;
  /** Done in place of the state's own step. */
  readonly step?: string;
}

export interface StartState {
  readonly name: string;
  /** What the commit has besides the common files, byte for byte. */
  readonly files?: Readonly<Record<string, string>>;
  /** Paths at which it has a commit of another repository, whose address the step has as `$LIB`. */
  readonly links?: readonly string[];
  /** What an earlier step does in the checkout, for `sh -e`. */
  readonly step: string;
  /** What `git status --porcelain` says afterwards, with the filters of the checkout. */
  readonly status: readonly string[];
  readonly cases: readonly Case[];
}

export const PUBLISHED_ADD: Readonly<Record<string, string>> = { "src/add.js": FIXED };

/** The model edits another file only: that edit leaves, and nothing else. */
export const OTHER: Case = { name: "other", edits: [FIX_ADD], published: PUBLISHED_ADD };

/** A case in which a file is left out beside the edit that is published, and the same where nothing else changed. */
export function leftOutCases(
  name: string,
  edits: readonly Edit[],
  leftOut: NonNullable<Case["leftOut"]>,
  more: Partial<Case> = {},
): readonly Case[] {
  return [
    { name, edits: [...edits, FIX_ADD], published: PUBLISHED_ADD, leftOut, ...more },
    { name: `${name}-alone`, edits, published: {}, leftOut, ...more },
  ];
}

/** Lines that keep what a model edits away from what a step wrote. */
export const FILLING = Array.from({ length: 20 }, (_, at) => `# ${at}\n`).join("");
