/** Command profiles: names for lists of patterns, which a policy file approves by one name. No flag is looked at. */

import type { ShellWord } from "./shell/word.ts";
import { compileWords, maybeMatches, surelyMatches, type WordsMatch } from "./words-pattern.ts";

interface Profile {
  /** Patterns as an `exec` entry has them. */
  readonly patterns: readonly string[];
  /** The same in short, for the model and for people. */
  readonly forms: string;
}

const js = (tools: string): readonly string[] => [
  ...["", "npx ", "npx --no-install ", "npx --no ", "pnpm ", "pnpm exec ", "yarn ", "bunx "].map(
    (start) => `${start}${tools} **`,
  ),
  ...["", "./"].map((start) => `${start}node_modules/.bin/${tools} **`),
];
const py = (tools: string): readonly string[] =>
  ["", "python -m ", "python3 -m ", "uv run ", "poetry run "].map((start) => `${start}${tools} **`);
const NPM = "{npm,pnpm,yarn,bun}";

const LIST = [
  "{cat,head,tail,wc,cut,tr,echo,printf,pwd,basename,dirname,ls,grep,egrep,fgrep,stat,diff,cmp,comm,nl,tac,rev,paste} **",
  "{fold,fmt,expand,unexpand,realpath,readlink,seq,du,df,which,type,jq,md5sum,sha1sum,sha256sum,sha512sum,cksum} **",
  "{uname,nproc,whoami,id,expr,strings,hexdump,od,xxd,column,tsort,join,sort,uniq,file,tree,sleep,date} **",
  "command {-v,-V} **",
  "{node,npm,pnpm,yarn,bun,deno,python,python3,pip,ruby,php,go,cargo,rustc,java,javac,mvn,gradle,gcc,make,cmake} {--version,-v,-V,version}",
];
const git = (commands: string): readonly string[] =>
  ["", "--no-pager ", "--no-optional-locks ", "-C * "].map((flags) => `git ${flags}${commands} **`);
const PYTEST = py("pytest");

const PROFILES = {
  cargo: {
    patterns: ["cargo {build,check,test,bench,clippy,fmt,doc,run,tree,metadata,nextest} **"],
    forms: "cargo build|check|test|bench|clippy|fmt|doc|run|tree",
  },
  files: {
    patterns: ["{mkdir,rmdir,touch,rm,cp,mv,ln,chmod,truncate} **", "sed **"],
    forms: "mkdir|rmdir|touch|rm|cp|mv|ln|chmod|sed -i",
  },
  "git-read": {
    patterns: [
      ...git(
        "{status,diff,log,show,diff-tree,reflog,blame,grep,ls-files,ls-tree,rev-parse,rev-list,cat-file,merge-base,for-each-ref,show-ref,name-rev,check-ignore,check-attr,count-objects,describe,shortlog,version,branch,tag,remote}",
      ),
      "git {stash,worktree} {list,show} **",
    ],
    forms: "git status|diff|log|show|blame|grep|ls-files|… that only read",
  },
  "git-write": {
    patterns: git("{add,commit,switch,checkout,restore,rm,mv,stash}"),
    forms: "git add|commit|switch|checkout|restore|rm|mv|stash",
  },
  go: {
    patterns: ["go {build,test,vet,fmt,list,doc,env,version,run,mod} **", "gofmt **"],
    forms: "go build|test|vet|fmt|list|doc|run|mod tidy, gofmt",
  },
  lint: {
    patterns: [...js("{eslint,prettier,biome,@biomejs/biome}"), ...py("{ruff,black,flake8,isort,mypy}")],
    forms: "eslint|prettier|biome|ruff|black|isort|flake8|mypy (or npx, uv run)",
  },
  list: { patterns: LIST, forms: "cat|ls|head|tail|wc|grep|sort|diff|jq|… that only print" },
  make: { patterns: ["make **"], forms: "make <targets>" },
  node: { patterns: ["node **"], forms: "node <script file>" },
  "npm-install": {
    patterns: [`${NPM} {install,i,ci,add,update} **`, "yarn"],
    forms: "npm|pnpm|yarn|bun install|add|ci",
  },
  "npm-run": {
    patterns: [
      `${NPM} {run,run-script,test,t} **`,
      "{pnpm,yarn,bun} {build,lint,typecheck,format} **",
      `${NPM} {-w,--workspace,--filter,-F,--prefix,-C} * {run,test} **`,
      `${NPM} {-s,--silent,-r,-ws} {run,test} **`,
      "yarn workspace * {run,test} **",
    ],
    forms: "npm|pnpm|yarn|bun run <script>",
  },
  "pip-install": {
    patterns: ["{pip,pip3} install **", "{python,python3} -m pip install **", "uv {sync,add} **", "uv pip install **"],
    forms: "pip install, uv sync|add",
  },
  pytest: { patterns: PYTEST, forms: "pytest" },
  python: { patterns: ["{python,python3} **"], forms: "python <script file>, python -m …" },
  search: {
    patterns: [...LIST, "{rg,find,sed,awk} **"],
    forms: "rg|grep|find|sed|awk|cat|ls|head|wc|jq|… that read and print",
  },
  test: {
    patterns: [
      `${NPM} {test,t,tst} **`,
      `${NPM} run {test,test:*,test-*,test_*} **`,
      "node --test **",
      "node * --test **",
      ...js("{jest,vitest,mocha}"),
      ...PYTEST,
      "{python,python3} -m unittest **",
      "go test **",
      "cargo test **",
      "make {test,tests,check} **",
    ],
    forms:
      "npm|pnpm|yarn|bun test, node --test, jest|vitest|mocha, pytest, python -m unittest, go test, cargo test, make test",
  },
  tsc: { patterns: js("tsc"), forms: "tsc (or npx tsc)" },
} as const satisfies Readonly<Record<string, Profile>>;

export type ProfileName = keyof typeof PROFILES;

/** True for a name that an `exec` entry may use. */
export function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(PROFILES, name);
}

/** Names that an `exec` entry may use, sorted. */
export const PROFILE_NAMES: readonly ProfileName[] = Object.keys(PROFILES).filter(isProfileName).toSorted();

const compiled = new Map<ProfileName, readonly WordsMatch[]>();

/** Whether one of the profile's patterns names the command for certain, or, with `may`, may name it. */
export function matchesProfile(profile: ProfileName, words: readonly ShellWord[], how: "surely" | "may"): boolean {
  const known = compiled.get(profile) ?? PROFILES[profile].patterns.map(compileWords);
  compiled.set(profile, known);
  return known.some((pattern) => (how === "surely" ? surelyMatches : maybeMatches)(pattern, words));
}

export function profileForms(profile: ProfileName): string {
  return PROFILES[profile].forms;
}

export function profilePatterns(profile: ProfileName): readonly string[] {
  return PROFILES[profile].patterns;
}
