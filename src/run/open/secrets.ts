/**
 * Which values must never be written anywhere: the key of this run, what of the environment is a secret by its name or its form, and
 * the credentials in files that it names.
 */

import { givenText } from "../../base/file-text.ts";
import { parseJson } from "../../base/member.ts";
import { isSecretName } from "../../base/redact/secret-forms.ts";

/** Variables with the path of a file of credentials: those of the job's own identity among them. */
const CREDENTIAL_FILES = [
  "GOOGLE_APPLICATION_CREDENTIALS",
  "GOOGLE_GHA_CREDS_PATH",
  "CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE",
  "AWS_WEB_IDENTITY_TOKEN_FILE",
  "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
  "AWS_SHARED_CREDENTIALS_FILE",
];
/** A file of credentials has a few KB; another one is named by mistake. */
const MAX_FILE_BYTES = 100_000;
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
  const files = credentialFiles(env);
  const found = Object.entries(env)
    .filter(([name]) => !CREDENTIAL_FILES.includes(name))
    .flatMap(([name, value]) => secretsIn(name, value ?? "", 0));
  const input = env["INPUT_GITHUB-TOKEN"] || env["GITHUB_TOKEN"];
  return {
    ...Object.fromEntries(found),
    ...Object.fromEntries(files.flatMap(secretsInFile)),
    // A job calls the token that it was given so, and that may be another one.
    ...(input !== env["GITHUB_TOKEN"] && { "env.GITHUB_TOKEN": env["GITHUB_TOKEN"] }),
    // Last: of several names for one value people get to see this one.
    ...(apiKey !== undefined && { API_KEY: apiKey }),
  };
}

/** The files of credentials that an environment names, each once. */
export function credentialFiles(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return [...new Set(CREDENTIAL_FILES.flatMap((name) => env[name]?.trim() || []))];
}

/** What is named like a secret in a file of JSON, every value of lines like `name = value`, else all of it. */
function secretsInFile(path: string): readonly (readonly [name: string, value: string])[] {
  const text = givenText(path, MAX_FILE_BYTES)?.trim() ?? ""; // a file that is not there holds no secret
  if (text === "") return [];
  const name = `file ${path}`;
  if (text.startsWith("{")) {
    return secretsIn(name, text, 0).map(([member, value]) => [member, value.replace(/^Bearer /i, "")] as const);
  }
  const settings = [...text.matchAll(/^\s*(\w+)\s*=\s*(\S+)\s*$/gm)];
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

/** Texts of a JSON object, objects in it as JSON; none of anything else. */
function membersOf(text: string): readonly (readonly [key: string, value: string])[] {
  return Object.entries(parseJson(text) ?? {}).flatMap(([key, member]: [string, unknown]) => {
    if (typeof member === "string") return [[key, member] as const];
    return typeof member === "object" && member !== null ? [[key, JSON.stringify(member)] as const] : [];
  });
}
