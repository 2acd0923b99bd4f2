/** Which addresses a server may have. The controller connects to them from outside the cell, with tokens. */

const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** For an address that is refused: what would be accepted. Undefined for a valid one. */
export function addressProblem(text: string, hosts: readonly string[]): string | undefined {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    return "an address that begins with https://, without variables";
  }
  if (url.protocol === "http:" && !LOOPBACK.has(url.hostname)) {
    return "https; http is for this machine only (127.0.0.1, [::1], localhost)";
  }
  if (url.username !== "" || url.password !== "") {
    return "an address without user and password; name a variable with a token in bearerTokenEnvVar";
  }
  if (hosts.includes(url.host)) return undefined;
  const named = hosts.length === 0 ? "it names none" : `it names ${hosts.join(", ")}`;
  return `a host that the policy names in mcp.hosts (${named})`;
}
