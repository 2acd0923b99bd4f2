/** Faults on order: answers that GitHub gives on a bad day, replies that get lost, delays. */

export type FaultKind =
  /** Answer this and do nothing. */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  /** Do what was asked, then drop the connection. */
  | { readonly kind: "lostReply" }
  /** Drop the connection and do nothing. */
  | { readonly kind: "drop" }
  | { readonly kind: "delay"; readonly delayMs: number }
  /** Do nothing before this has resolved. */
  | { readonly kind: "hold"; readonly until: () => Promise<void> };

export type Fault = FaultKind & {
  readonly match: {
    /** Upper case; every method when left out. */
    readonly method?: string;
    /** The whole path, or a pattern of it; git's requests count too (`/o/r.git/git-receive-pack`). */
    readonly path?: string | RegExp;
  };
  /** How many requests it hits; default 1. */
  readonly times?: number;
  /** How many matching requests pass before it hits, those that another fault hit included. */
  readonly after?: number;
};

export interface Faults {
  readonly add: (fault: Fault) => void;
  /** The fault that hits this request: the first ordered of those that are due. */
  readonly take: (method: string, path: string) => FaultKind | undefined;
  readonly clear: () => void;
}

/** An empty list of faults. */
export function createFaults(): Faults {
  const orders: { readonly fault: Fault; seen: number; hits: number }[] = [];
  return {
    add: (fault) => void orders.push({ fault, seen: 0, hits: 0 }),
    take: (method, path) => {
      const matching = orders.filter(({ fault }) => matches(fault, method, path));
      for (const order of matching) order.seen += 1;
      const hit = matching.find(({ fault, seen, hits }) => seen > (fault.after ?? 0) && hits < (fault.times ?? 1));
      if (hit !== undefined) hit.hits += 1;
      return hit?.fault;
    },
    clear: () => void orders.splice(0),
  };
}

function matches({ match }: Fault, method: string, path: string): boolean {
  const fits = typeof match.path === "string" ? match.path === path : (match.path?.test(path) ?? true);
  return fits && (match.method ?? method) === method;
}

/** GitHub's secondary rate limit, which is a 403 or 429 that only its text and headers tell from a refusal. */
export function secondaryRateLimit(headers: Readonly<Record<string, string>>, status: 403 | 429 = 403): FaultKind {
  const message =
    "You have exceeded a secondary rate limit. Please wait a few minutes before you try again. For more on scraping GitHub and how it may affect your rights, please review our Terms of Service.";
  const documentation_url =
    "https://docs.github.com/free-pro-team@latest/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits";
  return { kind: "answer", status, headers, body: { message, documentation_url } };
}
