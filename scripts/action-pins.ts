/** The pinned commits of other people's actions in our workflows. `npm run docs` writes them out; `init` has a copy of checkout's. */

interface Pin {
  /** The commit that the version's tag names; a tag can be moved, a commit cannot. */
  readonly commit: string;
  readonly version: string;
  /** Of that commit. */
  readonly date: string;
}

export const ACTION_PINS = {
  "actions/checkout": { commit: "3d3c42e5aac5ba805825da76410c181273ba90b1", version: "v7.0.1", date: "2026-07-17" },
  "actions/setup-node": { commit: "820762786026740c76f36085b0efc47a31fe5020", version: "v7.0.0", date: "2026-07-13" },
  "actions/download-artifact": {
    commit: "3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c",
    version: "v8.0.1",
    date: "2026-03-11",
  },
  "actions/attest": { commit: "1e69f48acb82d1966a394da916b4c1698aa569d6", version: "v4.2.2", date: "2026-08-04" },
  "actions/create-github-app-token": {
    commit: "1b10c78c7865c340bc4f6099eb2f838309f1e8c3",
    version: "v3.1.1",
    date: "2026-04-11",
  },
  "aws-actions/configure-aws-credentials": {
    commit: "e6de054238d6b7531b4efff3b6587d9aade6a06c",
    version: "v6.2.3",
    date: "2026-07-22",
  },
  "github/codeql-action/upload-sarif": {
    commit: "8aad20d150bbac5944a9f9d289da16a4b0d87c1e",
    version: "v4.36.2",
    date: "2026-06-04",
  },
  "google-github-actions/auth": {
    commit: "7c6bc770dae815cd3e89ee6cdf493a5fab2cc093",
    version: "v3.0.0",
    date: "2025-08-28",
  },
} as const satisfies Readonly<Record<string, Pin>>;
