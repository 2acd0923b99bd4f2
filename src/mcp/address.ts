/** Which addresses a server may have: the controller speaks to it, with tokens, from outside of the cell. */

const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** What would be accepted instead of this address, or undefined when it is fine. */
export function addressProblem(text: string, hosts: readonly string[]): string | undefined {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    return "an address that begins with https://, without variables";
  }
  if (url.protocol === "http:" && !LOOPBACK.has(url.hostname)) {
    return "https; http is for this machine only (127.0.0.1, [::1], localhost)";
  }
  if (url.username !== "" || url.password !== "") {
    return "an address without user and password; name a variable that holds a token in bearerTokenEnvVar";
  }
  if (hosts.includes(url.host)) return undefined;
  const named = hosts.length === 0 ? "it names none" : `it names ${hosts.join(", ")}`;
  return `a host that the policy names in mcp.hosts (${named})`;
}
