/** Which values must never be written anywhere: the key of this run, and what of the environment is a secret by its name or its form. */

/** At the end: `KEYBOARD` and `TOKENIZERS_PARALLELISM` hold none. */
const SECRET_ENDING = /(?:KEY|TOKEN|AUTH|_PAT|CREDENTIALS?)$/i;
const SECRET_WORD = /SECRET|PASSWORD|PASSWD|PASSPHRASE|PRIVATE_KEY/i;

/** `scheme://user:password@host`, as in DATABASE_URL: the password alone, and the user where it is a token. */
const URL_CREDENTIALS = /^[a-z][a-z0-9+.-]*:\/\/([^/?#:@]*)(?::([^/?#@]*))?@/i;

/** Name → value of everything to redact. `apiKey` is the key given by flag or input, which may be in no variable. */
export function secretsOf(
  env: Readonly<Record<string, string | undefined>>,
  apiKey: string | undefined,
): Record<string, string | undefined> {
  const found = Object.entries(env).flatMap(([name, value]) => {
    if (SECRET_ENDING.test(name) || SECRET_WORD.test(name)) return [[name, value] as const];
    const [, user, password] = URL_CREDENTIALS.exec(value ?? "") ?? [];
    return user === undefined ? [] : [[name, password ?? user] as const];
  });
  return { ...Object.fromEntries(found), ...(apiKey !== undefined && { API_KEY: apiKey }) };
}
