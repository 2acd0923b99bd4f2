/** What `init` found out about a repository. Texts are those of the repository; who writes them escapes them. */

export interface Sourced {
  readonly text: string;
  /** `ci.yml:80`, or a few words. */
  readonly from: string;
}

export interface HeldPattern extends Sourced {
  /** A command that the pattern is about, for the policy's own test. */
  readonly example?: string | undefined;
}

export interface Host {
  /** `npm`, `github`, or a host's name. */
  readonly kind: string;
  readonly from: string;
  /** Why it cannot be reached. */
  readonly unusable?: string;
}

export interface Undecided {
  readonly what: string;
  readonly why: string;
}

export interface Findings {
  readonly manager: string;
  readonly install: readonly Sourced[];
  readonly test: readonly Sourced[];
  readonly lint: readonly Sourced[];
  readonly build: readonly Sourced[];
  /** Installs whose effect set-up keeps, as the policy has them. */
  readonly setUp: readonly Sourced[];
  /** What a run is checked with: what the tests need built, the tests, and those lints whose tools are installed. */
  readonly checks: readonly Sourced[];
  /** The first test, after what it needs built; undefined without a test. */
  readonly trial: string | undefined;
  readonly hosts: readonly Host[];
  /** Globs. */
  readonly protectedFiles: readonly Sourced[];
  /** Patterns of commands that a person decides about. */
  readonly deferred: readonly HeldPattern[];
  /** Patterns of commands that cannot work in the cell, or never end. */
  readonly rejected: readonly HeldPattern[];
  /** `localhost:5432`. */
  readonly services: readonly Sourced[];
  readonly env: readonly (Sourced & { readonly name: string })[];
  readonly workflow: WorkflowNeeds;
  readonly undecided: readonly Undecided[];
}

export interface WorkflowNeeds {
  readonly setup: readonly {
    readonly uses: string;
    readonly with: Readonly<Record<string, string>>;
    readonly from: string;
  }[];
  readonly apt: readonly Sourced[];
  /** Commands that install into the home folder: package managers that the runner lacks, tools, packages of pip. */
  readonly installs: readonly Sourced[];
  readonly services: readonly Service[];
  readonly fullHistory: string | undefined;
  readonly submodules: string | undefined;
}

/** A container beside a job of CI. */
export interface Service {
  readonly name: string;
  readonly image: string;
  readonly ports: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly options: string | undefined;
  readonly from: string;
}
