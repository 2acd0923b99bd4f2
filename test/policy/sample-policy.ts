/** The policy of the design document, word for word; the tests judge under it. */

export const SAMPLE_POLICY = `version: 2
default: defer
rules:
  - { id: read,     approve: { read: ["**"] } }
  - { id: edit,     approve: { write: ["src/**", "test/**", "docs/**"] } }
  - { id: tests,    approve: { exec: ["npm test", "npm run {lint,build}", "git-read", "search"] },
      match: ["npm test", "git diff HEAD~1 | head -50"], not_match: ["npm test; curl x", "git push"] }
  - { id: install,  defer:   { exec: ["npm install **"] }, reason: adds a dependency }
  - { id: ci-files, reject:  { write: [".github/workflows/**"] }, reason: workflow files are for people }
limits:   { steps: 100, retries: 3, minutes: 30, cost_usd: 2.00, denials: 5, mistakes: 3 }
sandbox:  { minimum: sealed, network: [] }
approvers: { permission: write, two_person: false, expires_hours: 24 }
publish:  { pull_request: draft, protected: ["package-lock.json", "CODEOWNERS"] }
profiles: { schedule: { default: reject } }
`;
