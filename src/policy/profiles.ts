/** Command profiles: names for lists of patterns, which a policy file approves by one name. No flag is looked at. */

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
  cargo: ["cargo {build,check,test,bench,clippy,fmt,doc,run,tree,metadata,nextest} **"],
  files: ["{mkdir,rmdir,touch,rm,cp,mv,ln,chmod,truncate} **", "sed **"],
  "git-read": [
    ...git(
      "{status,diff,log,show,blame,grep,ls-files,branch,diff-tree,reflog,ls-tree,rev-parse,rev-list,cat-file,merge-base,for-each-ref,show-ref,name-rev,check-ignore,check-attr,count-objects,describe,shortlog,version,tag,remote}",
    ),
    "git {stash,worktree} {list,show} **",
  ],
  "git-write": git("{add,commit,switch,checkout,restore,rm,mv,stash}"),
  go: ["go {build,test,vet,fmt,list,doc,run,mod,env,version} **", "gofmt **"],
  lint: [...js("{eslint,prettier,biome,@biomejs/biome}"), ...py("{ruff,black,flake8,isort,mypy}")],
  list: LIST,
  make: ["make **"],
  node: ["node **"],
  "npm-install": [`${NPM} {install,i,ci,add,update} **`, "yarn"],
  "npm-run": [
    `${NPM} {run,run-script,test,t} **`,
    "{pnpm,yarn,bun} {build,lint,typecheck,format} **",
    `${NPM} {-w,--workspace,--filter,-F,--prefix,-C} * {run,test} **`,
    `${NPM} {-s,--silent,-r,-ws} {run,test} **`,
    "yarn workspace * {run,test} **",
  ],
  "pip-install": [
    "{pip,pip3} install **",
    "{python,python3} -m pip install **",
    "uv {sync,add} **",
    "uv pip install **",
  ],
  pytest: PYTEST,
  python: ["{python,python3} **"],
  search: ["{rg,find,sed,awk} **", ...LIST],
  test: [
    `${NPM} {test,t,tst} **`,
    "node --test **",
    "{go,cargo} test **",
    "make {test,tests,check} **",
    ...PYTEST,
    ...js("{jest,vitest,mocha}"),
    "{python,python3} -m unittest **",
    `${NPM} run {test,test:*,test-*,test_*} **`,
    "node * --test **",
  ],
  tsc: js("tsc"),
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ProfileName = keyof typeof PROFILES;

/** True for a name that an `exec` entry may use. */
export function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(PROFILES, name);
}

/** Names that an `exec` entry may use, sorted. */
export const PROFILE_NAMES: readonly ProfileName[] = Object.keys(PROFILES).filter(isProfileName).toSorted();

export function profilePatterns(profile: ProfileName): readonly string[] {
  return PROFILES[profile];
}

/** Most choices of a pattern, and most patterns of a profile, that are told in short. */
const SHOWN = 8;

/** A pattern in short, for the model: `git status|diff|log|…`. */
export function shortForm(pattern: string): string {
  return pattern.replace(/ \*\*$/, "").replaceAll(/\{([^{}]*)\}/g, (_, choices: string) => {
    const all = choices.split(",");
    return [...all.slice(0, SHOWN), ...(all.length > SHOWN ? ["…"] : [])].join("|");
  });
}

const OTHER_STARTS = /^(npx|pnpm |yarn |bunx|uv|poetry|\.?\/?node_modules|python3? -m|\S+ -(?!-test))/;

/** The profile in one line: its first patterns in short, without the ways to start a tool of the project, and without flags. */
export function profileForms(profile: ProfileName): string {
  const forms = PROFILES[profile].map(shortForm).filter((form) => !OTHER_STARTS.test(form));
  return [...forms.slice(0, SHOWN - 2), ...(forms.length > SHOWN - 2 ? ["…"] : [])].join(", ");
}
