/**
 * The GitHub double as a Gitea shows itself: the routes of its description and no others, its names of things, no types of accounts, no
 * GraphQL. What it does to the state is the double's; what it is asked is recorded.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { GitHub } from "./github/server.ts";

type Json = Record<string, unknown>;

export interface GiteaFace {
  /** GITHUB_SERVER_URL; the API is at `/api/v1`. */
  readonly url: string;
  /** `METHOD /path` of the API. */
  readonly requests: readonly string[];
  /** What the server's description does not have. */
  readonly violations: readonly string[];
  /** A payload as this server writes it. */
  readonly shown: (payload: unknown) => unknown;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Json;
}

const R = "/repos/[^/]+/[^/]+";
/** Routes that are GitHub's but for the size of a page. */
const SAME = [
  `GET /user`,
  `GET ${R}`,
  `GET ${R}/collaborators/[^/]+/permission`,
  `GET ${R}/issues/\\d+(?:/comments)?`,
  `POST ${R}/issues/\\d+/comments`,
  `(?:GET|PATCH|DELETE) ${R}/issues/comments/\\d+`,
  `GET ${R}/issues/comments`,
  `POST ${R}/issues/comments/\\d+/reactions`,
  `GET ${R}/pulls`,
  `GET ${R}/pulls/\\d+(?:/reviews|/files)?`,
  `GET ${R}/branches/[^/]+`,
].map((route) => new RegExp(`^${route}$`));
const HIDDEN = new Set(["type", "node_id", "author_association", "performed_via_github_app", "subject_type", "patch"]);

/** Shows `github` on a free port of its own. */
export async function startGiteaFace(github: GitHub): Promise<GiteaFace> {
  const requests: string[] = [];
  const violations: string[] = [];
  let origin = "";
  const shown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shown);
    if (typeof value === "string") return value.replaceAll(github.url, origin).replace(/\/pull\/(?=\d+)/, "/pulls/");
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).filter(([name]) => !HIDDEN.has(name));
    const fields = Object.fromEntries(entries.map(([name, inner]) => [name, shown(inner)] as const));
    return "labels_url" in value && "number" in value ? { pull_request: null, ...fields } : fields;
  };
  const forward = async (
    { method, path, query, body }: Asked,
    token: string,
  ): Promise<{ status: number; data: unknown }> => {
    const url = `${github.url}${path}${query.size === 0 ? "" : `?${query.toString()}`}`;
    const answer = await fetch(url, {
      method,
      headers: { authorization: token, "user-agent": "face", accept: "application/json" },
      ...(["GET", "DELETE"].includes(method) ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, data: text === "" ? undefined : JSON.parse(text) };
  };
  const answer = async (asked: Asked, token: string): Promise<{ status: number; data: unknown }> => {
    const { method, path, query, body } = asked;
    const ask = async (to: Partial<Asked>): ReturnType<typeof forward> => await forward({ ...asked, ...to }, token);
    const route = `${method} ${path}`;
    const limit = query.get("limit");
    if (limit !== null) query.set("per_page", limit);
    for (const name of ["limit", "sort", "stat", "verification", "files"]) query.delete(name);
    if (SAME.some((one) => one.test(route))) return await ask({});
    const [, place = "", what = "", rest = ""] = /^(\/repos\/[^/]+\/[^/]+)\/([a-z]+\/?[a-z]*)\/?(.*)$/.exec(path) ?? [];
    if (route === `GET ${place}/teams`)
      return { status: 405, data: { message: "repo is not owned by an organization" } };
    if (route === `GET ${place}/git/refs/${rest}`) {
      const found = await ask({ path: `${place}/git/matching-refs/${rest}` });
      return Array.isArray(found.data) && found.data.length === 0 ? { status: 404, data: {} } : found;
    }
    if (route === `GET ${place}/git/commits/${rest}`) {
      const { status, data } = await ask({ query: new URLSearchParams() });
      const { sha, parents, ...commit } = data as Json;
      return { status, data: { sha, parents, commit: { ...commit, tree: { sha } } } };
    }
    if (route === `GET ${place}/git/trees/${rest}`) {
      const listed = await github.git(place.slice("/repos/".length), "ls-tree", rest);
      const tree = listed.split("\n").map((line) => {
        const [mode, type, sha, name] = line.split(/[ \t]/);
        return { mode, type, sha, path: name };
      });
      return { status: 200, data: { sha: rest, truncated: false, tree } };
    }
    if (route === `POST ${place}/pulls`) {
      const title = String(body["title"]);
      const made = await ask({
        body: { ...body, title: title.replace(/^WIP: /, ""), draft: title.startsWith("WIP: ") },
      });
      return { ...made, data: { ...(made.data as Json), title } };
    }
    const diff = /^\/repos\/([^/]+\/[^/]+)\/pulls\/(\d+)\.diff$/.exec(path);
    if (method === "GET" && diff !== null) {
      const [, name = "", number] = diff;
      const { pull } = github.thread(name, Number(number));
      return {
        status: 200,
        data: Buffer.from(await github.git(name, "diff", `${pull?.base.sha}...${pull?.head.sha}`)),
      };
    }
    if (method === "DELETE" && path.endsWith("/reactions")) {
      const { data } = await ask({ method: "GET" });
      const mine = (data as Json[]).find(({ content }) => content === body["content"]);
      return await ask({ path: `${path}/${String(mine?.["id"])}`, body: {} });
    }
    violations.push(`${route} (${what})`);
    return { status: 404, data: { message: "not found" } };
  };
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => void chunks.push(chunk));
    incoming.on("end", () => {
      const bytes = Buffer.concat(chunks);
      const url = new URL(incoming.url ?? "/", origin);
      const method = incoming.method ?? "GET";
      const work = async (): Promise<void> => {
        if (!url.pathname.startsWith("/api/v1/")) {
          const { host: _, connection: __, ...headers } = incoming.headers as Record<string, string>;
          const got = await fetch(`${github.url}${incoming.url}`, {
            method,
            headers,
            ...(method === "GET" ? {} : { body: bytes }),
          });
          response.writeHead(got.status, {
            "content-type": got.headers.get("content-type") ?? "",
            ...("www-authenticate" in Object.fromEntries(got.headers) && {
              "www-authenticate": got.headers.get("www-authenticate") ?? "",
            }),
          });
          return void response.end(Buffer.from(await got.arrayBuffer()));
        }
        const path = url.pathname.slice("/api/v1".length);
        requests.push(`${method} ${path}`);
        const body = bytes.length === 0 ? {} : (JSON.parse(bytes.toString("utf8")) as Json);
        const { status, data } = await answer(
          { method, path, query: url.searchParams, body },
          incoming.headers.authorization ?? "",
        );
        response.writeHead(status, { "content-type": data instanceof Buffer ? "text/plain" : "application/json" });
        if (data instanceof Buffer) return void response.end(data);
        response.end(data === undefined ? "" : JSON.stringify(shown(data)));
      };
      work().catch((error: unknown) => {
        violations.push(String(error));
        response.writeHead(500).end();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin,
    requests,
    violations,
    shown,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
