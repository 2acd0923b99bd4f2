/** The page's address and status, and whether it still loads, from the browser's events. */

import type { CdpEvent } from "./cdp.ts";
import { memberAt, textAt } from "./notes.ts";

interface PagePlace {
  readonly url: string;
  /** Whether it cannot be loaded, so that the browser shows a page of its own in its place. */
  readonly isMissing?: boolean | undefined;
  /** The status of the document. */
  readonly status?: number | undefined;
}

export interface PageState {
  readonly apply: (event: CdpEvent) => void;
  readonly place: () => PagePlace;
  /** The address of the window that the page opened since the last call; undefined where it opened none. */
  readonly takeOpened: () => string | undefined;
  /** Restarts the time for `isQuietFor`. */
  readonly touch: () => void;
  /** Whether the page made and finished no request in this time, and none is open. */
  readonly isQuietFor: (ms: number) => boolean;
  /** Stops waiting for the requests that are open now. */
  readonly forgetRequests: () => void;
}

/** Kinds of requests that stay open as long as the page. */
const LASTING = new Set(["EventSource", "WebSocket", "Ping", "Media"]);

/** `frame`: the id of the page's main frame. */
export function createPageState(frame: string, now: () => number): PageState {
  let place: PagePlace = { url: "about:blank" };
  let isLoading = false;
  let changedAt = now();
  let opened: string | undefined;
  const inFlight = new Set<unknown>();
  const touch = (): void => {
    changedAt = now();
  };
  return {
    apply: ({ method, params }) => {
      const isMain = params["frameId"] === frame;
      const isDocument = isMain && params["type"] === "Document";
      switch (method) {
        case "Page.frameNavigated": {
          if (memberAt(params, "frame", "parentId") !== undefined) break;
          const missing = textAt(params, "frame", "unreachableUrl");
          const url = missing || textAt(params, "frame", "url");
          place = { url, isMissing: missing !== "", status: place.status };
          break;
        }
        case "Page.navigatedWithinDocument":
          if (isMain) place = { ...place, url: textAt(params, "url") };
          break;
        case "Page.frameStartedLoading":
        case "Page.frameStoppedLoading":
          if (isMain) isLoading = method === "Page.frameStartedLoading";
          touch();
          break;
        case "Network.requestWillBeSent":
          if (LASTING.has(textAt(params, "type"))) break;
          if (isDocument) place = { url: place.url };
          inFlight.add(params["requestId"]);
          touch();
          break;
        case "Network.responseReceived": {
          const status = memberAt(params, "response", "status");
          if (isDocument && typeof status === "number") place = { ...place, status };
          break;
        }
        case "Network.loadingFinished":
        case "Network.loadingFailed":
          if (inFlight.delete(params["requestId"])) touch();
          break;
        case "Page.windowOpen":
          opened = textAt(params, "url");
          break;
      }
    },
    place: () => place,
    takeOpened: () => {
      const taken = opened;
      opened = undefined;
      return taken;
    },
    touch,
    isQuietFor: (ms) => !isLoading && inFlight.size === 0 && now() - changedAt >= ms,
    forgetRequests: () => inFlight.clear(),
  };
}
