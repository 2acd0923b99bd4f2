/** Which values must never be written anywhere: the key of this run, and what of the environment is a secret by its name or its form. */

import { parseJson } from "../../base/member.ts";

/** At the end: `KEYBOARD` and `TOKENIZERS_PARALLELISM` hold none. */
const SECRET_ENDING = /(?:KEY|TOKEN|AUTH|_PAT|CREDENTIALS?)$/i;
const SECRET_WORD = /SECRET|PASSWORD|PASSWD|PASSPHRASE|PRIVATE_?KEY|WEBHOOK/i;
/** `toJson(secrets)` and the like: every member is one. */
const ALL_SECRET = /SECRETS$/i;

/** `scheme://user:password@host`, as in DATABASE_URL: the password alone, and the user where it is a token. */
const URL_CREDENTIALS = /^[a-z][a-z0-9+.-]*:\/\/([^/?#:@]*)(?::([^/?#@]*))?@/i;

/** Objects inside objects, as far as anybody nests secrets. */
const MAX_DEPTH = 4;

/** Name → value of everything to redact. `apiKey` is the key given by flag or input, which may be in no variable. */
export function secretsOf(
  env: Readonly<Record<string, string | undefined>>,
  apiKey: string | undefined,
): Record<string, string | undefined> {
  const found = Object.entries(env).flatMap(([name, value]) => secretsIn(name, value ?? "", 0));
  const input = env["INPUT_GITHUB-TOKEN"] || env["GITHUB_TOKEN"];
  return {
    ...Object.fromEntries(found),
    // A job calls the token that it was given so, and that may be another one.
    ...(input !== env["GITHUB_TOKEN"] && { "env.GITHUB_TOKEN": env["GITHUB_TOKEN"] }),
    // Last: of several names for one value people get to see this one.
    ...(apiKey !== undefined && { API_KEY: apiKey }),
  };
}

function secretsIn(name: string, value: string, depth: number): readonly (readonly [name: string, value: string])[] {
  const members = depth < MAX_DEPTH && value.startsWith("{") ? membersOf(value) : [];
  const isAll = ALL_SECRET.test(name);
  const inside = members.flatMap(([key, member]) => {
    const own = secretsIn(key, member, depth + 1);
    const all = own.length === 0 && isAll ? [[key, member] as const] : own;
    return all.map(([path, one]) => [`${name}.${path}`, one] as const);
  });
  if (SECRET_ENDING.test(name) || SECRET_WORD.test(name)) return [[name, value], ...inside];
  const [, user, password] = URL_CREDENTIALS.exec(value) ?? [];
  return user === undefined ? inside : [[name, password ?? user]];
}

/** Texts of a JSON object, objects in it as JSON; none of anything else. */
function membersOf(text: string): readonly (readonly [key: string, value: string])[] {
  return Object.entries(parseJson(text) ?? {}).flatMap(([key, member]: [string, unknown]) => {
    if (typeof member === "string") return [[key, member] as const];
    return typeof member === "object" && member !== null ? [[key, JSON.stringify(member)] as const] : [];
  });
}
