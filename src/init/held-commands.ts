/** The commands that this repository's policy holds back: those of its package managers that publish, and its own tasks that act. */

import type { Findings, HeldPattern } from "./findings.ts";
import { hazardOf, hazardOfScript, type KnownTasks } from "./hazards.ts";
import { isPackageScript, type NamedTask } from "./tasks.ts";

/** Patterns by what the repository has. `when` is looked for in the list of its paths, one a line. */
type Row = readonly [when: RegExp, from: string, ...patterns: readonly string[]];

/** The words before a task. */
const PLACES = ["", " *", " * *", " * * *"];

/** Patterns for a task that may be any of the first four words. */
function anywhere(program: string, task: string): readonly string[] {
  return PLACES.map((before) => `${program}${before} ${task} **`);
}

/** Patterns for tasks of a runner, in each form that people type. */
function tasksOf(runner: string, tasks: string): readonly string[] {
  return prefixes(runner).map((prefix) => `${prefix} ${tasks} **`);
}

/**
 * Patterns for a program that does one task after another: the task may be any of the first four words. A word behind another one may
 * be an argument, so that it must begin or end with the name. `included` takes the place of these patterns for programs whose tasks
 * have arguments; behind a flag or an assignment there is still the first task.
 */
function amongFirst(program: string, task: string, included?: string): readonly string[] {
  const [first, ...later] = PLACES;
  const behind = later.map((before) => `${program}${before} ${included ?? atBeginning(task)} **`);
  const behindFlag = later.map((before) => `${program}${before.replace(" *", " {-*,*=*}")} ${task} **`);
  return [`${program}${first} ${task} **`, ...behind, ...(included === undefined ? [] : behindFlag)];
}

/**
 * Behind another task, a word with `release` inside may be the file or class of one test, so that it must begin with the name, or
 * end with it as `app-release` does. A name with a capital, as in `*Release`, is an ending already.
 */
function atBeginning(tasks: string): string {
  return tasks.replaceAll(/(?<=[{,])\*([a-z][^,}*]*)(\*?)/g, "$1$2,*:$1$2,*-$1,*_$1");
}

/** Names of tasks that act on the world. */
const RELEASES = "{*publish*,*release*,*deploy*}";
const UPLOADS = "{*publish*,*release*,*upload*,*deploy*}";

/** Tasks that their file does not show, since it includes another one. */
const INCLUDED = "{*:publish*,*:release*,*:deploy*,*-publish,*-release,*-deploy,*_publish,*_release,*_deploy}";

const ROWS: readonly Row[] = [
  [/^/, "acts on the server", "git push **", "gh **", "{aws,gcloud,az,heroku,kubectl,helm,pulumi,supabase} **"],
  [
    /(?:^|\/)package\.json$/m,
    "publishes",
    "{npm,pnpm,yarn,bun} {publish,unpublish,version,deprecate,dist-tag,owner,login,adduser,token} **",
    "npm link **",
    "yarn workspace * {publish,version} **",
    "yarn npm {publish,tag,login} **",
    "{npx,bunx,pnpx,yarn,pnpm} * publish **",
    ...anywhere("npm {exec,x}", "publish"),
    `{turbo,nx,lerna,moon} {run,run-many,affected,exec} ${RELEASES} **`,
    `{turbo,nx,lerna,moon,changeset,vsce,ovsx} ${RELEASES} **`,
    "{semantic-release,release-it,np,standard-version} **",
    "{lerna,changeset} version **",
    "{drizzle-kit,typeorm,knex,sequelize} {push,migrate*,db:*,schema:*} **",
    ...tasksOf("npm run", "{*publish*,*release*,*deploy*,*migrate*,db:*}"),
  ],
  [
    /(?:^|\/)(?:pyproject\.toml|setup\.py|setup\.cfg)$/m,
    "publishes",
    "twine **",
    "{python,python3} twine **",
    "pipx run {twine,flit,bump*} **",
    "{uv,poetry,flit,pdm,hatch,rye} publish **",
    "{poetry,hatch,pdm} version **",
    "hatch build --target **",
    "maturin {publish,upload} **",
    ...["{python,python3} setup.py", "setup.py"].flatMap((program) => anywhere(program, "{upload,register}")),
    `{pixi,pdm,rye} run ${UPLOADS} **`,
    `{poe,inv,invoke} ${UPLOADS} **`,
    "{pixi,rattler-build,anaconda,conda} upload **",
  ],
  [
    /(?:^|\/)Cargo\.toml$/m,
    "publishes, or installs",
    "cargo {publish,yank,owner,login,install,release,smart-release} **",
    "cargo {workspaces,ws} publish **",
    `cargo xtask ${RELEASES} **`,
    "release-plz **",
  ],
  [/^\.goreleaser|(?:^|\/)go\.mod$/m, "releases", "goreleaser **", "go run *goreleaser* **"],
  [/(?:^|\/)buf(?:\.gen)?\.yaml$/m, "publishes", "buf push **"],
  [
    /(?:^|\/)pom\.xml$/m,
    "publishes",
    ...amongFirst(
      "{mvn,mvnw}",
      "{deploy,*:deploy,deploy:*,release:*,*:release,scm-publish:*,nexus-*:*,*:build-image,jib:*}",
    ),
  ],
  [
    /(?:^|\/)build\.gradle(?:\.kts)?$/m,
    "publishes, or sends build data away",
    ...amongFirst(
      "{gradle,gradlew}",
      "{publish*,*:publish*,release,githubRelease,closeAndRelease*,*Sonatype*,upload*,bintray*,jib}",
    ),
    ...anywhere("{gradle,gradlew}", "--scan"),
    "--scan **",
  ],
  [
    /(?:^|\/)Gemfile$|[^/]\.gemspec$/m,
    "publishes, or changes a database",
    "gem {push,yank,owner,signin} **",
    ...amongFirst("rake", "{*release*,*publish*,*deploy*,db:drop,db:reset,db:migrate*}"),
    "{bundle,rails,cap,kamal} {exec,deploy,db:*} {release*,deploy*,db:*} **",
    "{cap,kamal} {deploy*,setup} **",
    "cap * deploy* **",
    "rails db:* **",
  ],
  [
    /(?:^|\/)composer\.json$/m,
    "deploys, or changes a database",
    "{php,artisan} artisan {migrate*,db:*} **",
    "{dep,envoy,vapor} **",
    "{bin/console,console} doctrine:{migrations,schema,database}:* **",
  ],
  [
    /(?:^|\/)manage\.py$/m,
    "changes a database",
    "{python,python3,uv} manage.py {migrate,flush,loaddata,dbshell} **",
    "manage.py {migrate,flush} **",
  ],
  [
    /(?:^|\/)mix\.exs$/m,
    "publishes, or changes a database",
    ...amongFirst("mix", "{hex.publish,hex.retire,hex.owner,hex.user,ecto.drop,ecto.reset,ecto.migrate,ecto.rollback}"),
  ],
  [
    /(?:^|\/)build\.sbt$/m,
    "publishes",
    ...amongFirst("sbt", "{*publish*,*Publish,*/publish*,+*publish*,*release*,*Release,ci-release,sonatype*}"),
  ],
  [/(?:^|\/)project\.clj$/m, "publishes", ...amongFirst("lein", "{deploy,release}")],
  [/[^/]\.podspec$/m, "publishes", "pod {trunk,repo} **"],
  [
    /(?:^|\/)dune-project$|[^/]\.opam$/m,
    "publishes",
    "{dune-release,opam} {publish,tag,distrib} **",
    "opam exec * dune-release **",
  ],
  [/^DESCRIPTION$/m, "publishes", ...anywhere("{R,Rscript}", "{*release*,*submit_cran*}")],
  [
    /(?:^|\/)rebar\.config$/m,
    "publishes",
    ...amongFirst("rebar3", "hex {publish,docs,retire,revert,cut,owner,user,organization,key}"),
  ],
  [
    /(?:^|\/)global\.json$|[^/]\.(?:sln|slnx|csproj|fsproj)$/m,
    "publishes, or changes a database",
    "dotnet nuget {push,delete} **",
    "nuget {push,delete} **",
    "dotnet ef database **",
  ],
  [
    /[^/]\.tf$/m,
    "acts on infrastructure",
    "{terraform,tofu,terragrunt} {apply,destroy,import,plan,refresh,taint,untaint,force-unlock,login} **",
    "{terraform,tofu,terragrunt} {state,workspace} **",
  ],
  [
    /^(?:k8s|kubernetes|helm|charts|deploy|manifests|kustomize)\/|kubectl|Chart\.yaml$/m,
    "deploys",
    "{kubectl,helm,kustomize,skaffold,argocd} **",
  ],
  [/(?:^|\/)pubspec\.yaml$/m, "publishes", "{dart,flutter} pub {publish,uploader} **"],
  [/[^/]\.cabal$/m, "publishes", "{cabal,stack} *upload **"],
  [
    /(?:^|\/)deno\.jsonc?$|(?:^|\/)jsr\.json$/m,
    "publishes",
    "deno publish **",
    "{npx,bunx} jsr publish **",
    "deno run * publish **",
  ],
  [/(?:^|\/)CMakeLists\.txt$/m, "installs", "cmake --install **", "cmake --build * install **", "cpack **"],
  [/(?:^|\/)meson\.build$/m, "installs", "meson install **", "ninja install **"],
  [/^Package\.swift$/m, "publishes", "swift package-registry {publish,login} **"],
  [
    /(?:^|\/)(?:MODULE|WORKSPACE)(?:\.bazel)?$/m,
    "publishes",
    "{bazel,bazelisk} run {*publish*,*release*,*deploy*,*push*} **",
  ],
  [
    /(?:^|\/)(?:GNUm|M|m)akefile(?:\.\w+)?$|(?:^|\/)configure\.ac$|(?:^|\/)CMakeLists\.txt$/m,
    "installs, removes or releases",
    "{make,gmake} {install-*,dist} **",
    ...amongFirst("{make,gmake}", "{install,uninstall,distclean,*deploy*,*publish*,*release*,*upload*,*migrate*}"),
  ],
  [/^(?:\.?[jJ]ustfile)$/m, "releases", ...amongFirst("just", RELEASES, INCLUDED)],
  [/^[tT]askfile\.ya?ml$/m, "releases", ...amongFirst("task", RELEASES, INCLUDED)],
  [/^noxfile\.py$/m, "releases", ...tasksOf("nox -s", UPLOADS)],
  [/^(?:tox\.ini|tox\.toml|pyproject\.toml)$/m, "releases", ...tasksOf("tox -e", UPLOADS)],
  [
    /(?:^|\/)(?:serverless\.yml|wrangler\.(?:toml|jsonc)|fly\.toml|vercel\.json|netlify\.toml|firebase\.json|Pulumi\.yaml|cdk\.json)$/m,
    "deploys",
    "{serverless,sls,wrangler,flyctl,fly,vercel,netlify,firebase,pulumi,cdk} **",
  ],
  [/(?:^|\/)playbook[^/]*\.ya?ml$|^ansible\//m, "acts on machines", "ansible-playbook **"],
  [/(?:^|\/)(?:alembic\.ini)$/m, "changes a database", "alembic {upgrade,downgrade,stamp} **"],
  [/(?:^|\/)prisma\/schema\.prisma$/m, "changes a database", "prisma {migrate,db} **"],
];

/** Commands that have nothing to work with in the cell. */
const ABSENT: readonly Row[] = [
  [/^/, "the cell has neither Docker nor root", "{docker,docker-compose,podman} **", "sudo **"],
  [/(?:^|\/)Earthfile$/m, "needs Docker", "earthly **"],
];

const SCRIPT_FILES =
  /^(?:(?:\.?ci|scripts?|bin|tools|hack|dev|build|release|deploy)\/[^/]+|[^/\n]+\.(?:sh|bash|ps1)|.*\/[^/\n]+\.(?:sh|bash|ps1))$/;
/** Names without another ending than a script's. */
const SCRIPT_NAME = /^(?:[\w-]+|[\w.-]*\.(?:sh|bash|ps1|py|js|mjs|cjs|ts|rb))$/;
const OTHERS_FILES = /(?:^|\/)(?:node_modules|vendor|third_party|testdata|fixtures?|tests?|examples?)\//;
const MAX_SCRIPTS = 80;
/** Longest pattern of a policy, less some room for the other words. */
const MAX_CHARS = 180;

export interface HeldOptions extends KnownTasks {
  readonly paths: readonly string[];
  /** Words of commands that CI runs, by which a task or script is known to be harmless. */
  readonly used: ReadonlySet<string>;
  /** Files that CI downloads and then runs. */
  readonly downloaded: readonly { readonly name: string; readonly from: string }[];
}

export function heldCommands(options: HeldOptions): Pick<Findings, "deferred" | "rejected"> {
  const { paths, tasks, used, downloaded } = options;
  const there = paths.join("\n");
  const byTable = (rows: readonly Row[]): readonly HeldPattern[] =>
    rows.flatMap(([when, from, ...patterns]) => (when.test(there) ? patterns.map((text) => ({ text, from })) : []));
  const dangerous = tasks.flatMap((task) => {
    const hazard = hazardOf(task, options);
    const isUsed = used.has(`${task.runner} ${task.name}`);
    return hazard === undefined || (isUsed && hazard.kind !== "acts") ? [] : [{ task, hazard }];
  });
  const acting = dangerous.filter(({ hazard }) => hazard.kind !== "endless").map(({ task }) => task);
  const endless = dangerous.filter(({ hazard }) => hazard.kind === "endless").map(({ task }) => task);
  return {
    // What has a bound comes first, because the policy cuts a list that is too long at its end.
    deferred: [
      ...byTable(ROWS),
      ...scripts(options),
      ...downloaded.flatMap(({ name, from }) => scriptPatterns([name], `downloaded: ${from}`)),
      ...patternsOf(acting),
    ],
    rejected: [...byTable(ABSENT), ...patternsOf(endless)],
  };
}

/** The words that stand before a task's name, in each form that people type. */
function prefixes(runner: string): readonly string[] {
  const [program = "", ...rest] = runner.split(" ").filter((word) => !word.startsWith("-"));
  // A script of package.json runs with each of them, whichever one the repository uses.
  if (isPackageScript({ runner })) return ["{npm,pnpm,yarn,bun} {run,run-script}", "{pnpm,yarn,bun}", "node --run"];
  if (program === "tox") return ["tox", "tox run", "{python,python3} tox"];
  if (program === "nox") return ["nox", "{python,python3} nox"];
  // These run each target that is named.
  const several = { make: "{make,gmake}", bundle: "rake", just: "just", task: "task" }[program];
  if (several !== undefined) return PLACES.map((before) => several + before);
  return [[program, ...rest].join(" ")];
}

/** A word that is one of the names. */
function oneOf(names: readonly string[]): string {
  return names.length === 1 ? `${names[0]}` : `{${names.join(",")}}`;
}

function patternsOf(tasks: readonly NamedTask[]): readonly HeldPattern[] {
  return [...Map.groupBy(tasks, ({ runner }) => runner)].flatMap(([runner, own]) => {
    const from = own[0]?.from ?? "";
    const file = from.replace(/:\d+$/, "");
    const names = [...new Set(own.map(({ name }) => name.replaceAll(/[^\w.:@/+-]/g, "*")))]
      .filter((name) => /\w/.test(name))
      .flatMap((name) => (runner.endsWith("rake") && !name.includes(":") ? [name, `*:${name}`] : [name]));
    const example = own.find(({ name }) => /^[\w.:@/-]+$/.test(name));
    // `npm start` is `npm run start`.
    const short = isPackageScript({ runner }) ? names.filter((name) => /^(?:re)?start$|^stop$/.test(name)) : [];
    const shorthands = short.map((name) => ({ text: `npm ${name} **`, from: file }));
    const patterns = prefixes(runner).flatMap((prefix, index) =>
      chunks(names).map((chunk, part) => ({
        text: `${prefix} ${oneOf(chunk)} **`,
        from: own.length === 1 ? from : file,
        example: index === 0 && part === 0 && example !== undefined ? `${runner} ${example.name}` : undefined,
      })),
    );
    return [...patterns, ...shorthands];
  });
}

function chunks(names: readonly string[]): readonly (readonly string[])[] {
  const all: string[][] = [];
  for (const name of names.filter((one) => one.length <= MAX_CHARS)) {
    const last = all.at(-1);
    if (last !== undefined && last.join(",").length + name.length < MAX_CHARS) last.push(name);
    else all.push([name]);
  }
  return all;
}

function scripts({ paths, scriptText, used }: HeldOptions): readonly HeldPattern[] {
  const dangerous = paths
    .filter((path) => SCRIPT_FILES.test(path) && !OTHERS_FILES.test(path))
    .filter((path) => {
      const name = path.replace(/^.*\//, "");
      if (!SCRIPT_NAME.test(name) || used.has(name)) return false;
      const hazard = hazardOfScript(path, scriptText(path));
      const isShell = /\.(?:sh|bash|ps1)$/.test(name) || /^(?:scripts?|bin)\//.test(path);
      return hazard?.kind === "acts"
        ? isShell || hazard.why === "by its name"
        : hazard !== undefined && isShell && /^(?:scripts?|bin)\/[^.]+$|\.(?:sh|ps1)$/.test(path);
    })
    .slice(0, MAX_SCRIPTS);
  const names = [...new Set(dangerous.map((path) => path.replace(/^.*\//, "")))];
  return scriptPatterns(
    names,
    dangerous.length === 1 ? (dangerous[0] ?? "") : "scripts that publish, download, or could not be read",
  );
}

/** A script as the program, whatever its folder, and as the first word of an interpreter. */
function scriptPatterns(names: readonly string[], from: string): readonly HeldPattern[] {
  return chunks(names).flatMap((chunk) => [
    { text: `${oneOf(chunk)} **`, from },
    { text: `{bash,sh,pwsh,python,python3,node,ruby} ${oneOf(chunk.map((name) => `*${name}`))} **`, from },
  ]);
}
