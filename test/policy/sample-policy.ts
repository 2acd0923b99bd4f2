/** The policy of the design document, word for word; the corpora are judged under it. */

export const SAMPLE_POLICY = `version: 1
default: defer
rules:
  - { id: read,     approve: { read: ["**"] } }
  - { id: edit,     approve: { write: ["src/**", "test/**", "docs/**"] } }
  - { id: tests,    approve: { exec: ["npm test", "npm run {lint,build}", "git-read", "search"] },
      match: ["npm test", "git diff HEAD~1 | head -50"], not_match: ["npm test; curl x", "git -c core.pager=id log"] }
  - { id: install,  defer:   { exec: ["npm install **"] }, reason: adds a dependency }
  - { id: ci-files, reject:  { write: [".github/workflows/**"] }, reason: workflow files are for people }
limits:   { steps: 100, retries: 3, minutes: 30, cost_usd: 2.00, denials: 5, mistakes: 3 }
sandbox:  { minimum: sealed, network: [] }
approvers: { permission: write, two_person: false, expires_hours: 24 }
publish:  { pull_request: draft, protected: ["package-lock.json", "CODEOWNERS"] }
profiles: { schedule: { default: reject } }
`;

/** The same with the profile `test` approved as well: what a maintainer of a project would write. */
export const PROJECT_POLICY = SAMPLE_POLICY.replace('"search"]', '"search", "test"]');

/** Every profile approved, as somebody would who wants to be asked about nothing but the unusual. */
export const TOOLS_POLICY = `version: 1
default: defer
rules:
  - { id: read,     approve: { read: ["**"] } }
  - { id: edit,     approve: { write: ["{src,test,docs,scripts,dist,build,coverage,node_modules}/**", "*.md"] } }
  - { id: tools,    approve: { exec: [cargo, files, git-read, git-write, go, lint, list, make, node, npm-install, npm-run, pip-install, pytest, python, search, test, tsc] } }
  - { id: ci-files, reject:  { write: [".github/workflows/**"] }, reason: workflow files are for people }
publish:  { protected: ["package-lock.json", "CODEOWNERS", "docs/legal/**"] }
`;
