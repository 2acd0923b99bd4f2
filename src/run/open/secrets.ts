/** Collects the values that must never be written anywhere, from the environment and files that it names. */

import { givenText } from "../../base/file-text.ts";
import { parseJson } from "../../base/member.ts";
import { isSecretName } from "../../base/redact/secret-forms.ts";

/** Variables that name a file of credentials, such as those of the job's own identity. */
const CREDENTIAL_FILES = [
  "GOOGLE_APPLICATION_CREDENTIALS",
  "GOOGLE_GHA_CREDS_PATH",
  "CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE",
  "AWS_WEB_IDENTITY_TOKEN_FILE",
  "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
  "AWS_SHARED_CREDENTIALS_FILE",
];
/** A file of credentials has a few KB; a larger one is named by mistake. */
const MAX_FILE_BYTES = 100_000;
/** Variables like `toJson(secrets)`, all of whose members are secrets. */
const ALL_SECRET = /SECRETS$/i;

/** `scheme://user:password@host`, as in DATABASE_URL. The password is the secret, or the user where there is no password. */
const URL_CREDENTIALS = /^[a-z][a-z0-9+.-]*:\/\/([^/?#:@]*)(?::([^/?#@]*))?@/i;

/** How deep objects are searched; secrets are not nested deeper. */
const MAX_DEPTH = 4;

/** The secrets: name → value. `apiKey` is a key that was given by flag or input; `more` are further secrets. */
export function secretsOf(
  env: Readonly<Record<string, string | undefined>>,
  apiKey: string | undefined,
  more: Readonly<Record<string, string>> = {},
): Record<string, string | undefined> {
  const files = credentialFiles(env);
  const found = Object.entries(env)
    .filter(([name]) => !CREDENTIAL_FILES.includes(name))
    .flatMap(([name, value]) => secretsIn(name, value ?? "", 0));
  const input = env["INPUT_GITHUB-TOKEN"] || env["GITHUB_TOKEN"];
  return {
    ...Object.fromEntries(found),
    ...Object.fromEntries(files.flatMap(secretsInFile)),
    // The input is known by the name GITHUB_TOKEN, and the variable may be another token.
    ...(input !== env["GITHUB_TOKEN"] && { "env.GITHUB_TOKEN": env["GITHUB_TOKEN"] }),
    // Last, because people see the last of several names for one value.
    ...(apiKey !== undefined && { API_KEY: apiKey }),
    ...more,
  };
}

/** The files of credentials that the environment names, each once. */
export function credentialFiles(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return [...new Set(CREDENTIAL_FILES.flatMap((name) => env[name]?.trim() || []))];
}

/** The secrets of a file: in JSON and in lines like `name = value`, those with a secret's name; otherwise the whole text. */
function secretsInFile(path: string): readonly (readonly [name: string, value: string])[] {
  const text = givenText(path, MAX_FILE_BYTES)?.trim() ?? ""; // a missing file contains no secret
  if (text === "") return [];
  const name = `file ${path}`;
  if (text.startsWith("{")) {
    return secretsIn(name, text, 0).map(([member, value]) => [member, value.replace(/^Bearer /i, "")] as const);
  }
  const settings = [...text.matchAll(/^\s*(\w+)\s*=\s*([^\s=]\S*)\s*$/gm)];
  if (settings.length === 0) return [[name, text]];
  return settings.flatMap(([, key = "", value = ""]) =>
    secretsIn(key.toUpperCase(), value, 0).map(([member, secret]) => [`${name}.${member}`, secret] as const),
  );
}

function secretsIn(name: string, value: string, depth: number): readonly (readonly [name: string, value: string])[] {
  const members = depth < MAX_DEPTH && value.startsWith("{") ? membersOf(value) : [];
  const isAll = ALL_SECRET.test(name);
  const inside = members.flatMap(([key, member]) => {
    const own = secretsIn(key, member, depth + 1);
    const all = own.length === 0 && isAll ? [[key, member] as const] : own;
    return all.map(([path, one]) => [`${name}.${path}`, one] as const);
  });
  if (isSecretName(name)) return [[name, value], ...inside];
  const [, user, password] = URL_CREDENTIALS.exec(value) ?? [];
  return user === undefined ? inside : [[name, password ?? user]];
}

/** The texts in a JSON object, and the objects in it as JSON. Empty for other text. */
function membersOf(text: string): readonly (readonly [key: string, value: string])[] {
  return Object.entries(parseJson(text) ?? {}).flatMap(([key, member]: [string, unknown]) => {
    if (typeof member === "string") return [[key, member] as const];
    return typeof member === "object" && member !== null ? [[key, JSON.stringify(member)] as const] : [];
  });
}
