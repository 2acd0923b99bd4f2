/** Which values must never be written anywhere: the key of this run, and whatever the environment names like a secret. */

const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/** Name → value of everything to redact. `apiKey` is the key given by flag or input, which may be in no variable. */
export function secretsOf(
  env: Readonly<Record<string, string | undefined>>,
  apiKey: string | undefined,
): Record<string, string | undefined> {
  const named = Object.entries(env).filter(([name]) => SECRET_NAME.test(name));
  return { ...Object.fromEntries(named), ...(apiKey !== undefined && { API_KEY: apiKey }) };
}
