/** The one page of the browser. A page that it opens takes its place, dialogs are closed, and no file is uploaded or downloaded. */

import { CdpError, type Cdp, type CdpEvent, type Params, type SendOptions } from "./cdp.ts";
import { memberAt, textAt, type Notes } from "./notes.ts";
import type { Listen } from "./open-chromium.ts";
import { pageExpression, type PageCall } from "./page-script.ts";

export type Tab = Awaited<ReturnType<typeof openTab>>;

export interface TabOptions {
  readonly cdp: Cdp;
  /** The id of its cookies and storage. */
  readonly contextId: string;
  readonly notes: Notes;
  readonly listen: Listen;
  readonly now: () => number;
}

/** The page's script stops itself after 1.5 s of reading. */
const SCRIPT_MS = 4_000;
const NAVIGATE_MS = 15_000;
/** A page counts as quiet after this time without a request or a load. */
const QUIET_MS = 300;
const POLL_MS = 30;
/** When a page opens more dialogs in one action, its script is ended. */
const MAX_DIALOGS = 10;
/** Addresses that are shown: pages of the web, the empty page, and `chrome-error:` for a page that could not be loaded. */
const SHOWN = /^(?:https?:|blob:https?:|about:blank|about:srcdoc|chrome-error:)/;

export async function openTab({ cdp, contextId, notes, listen, now }: TabOptions) {
  let attachedAs: string | undefined;
  let page: PageState | undefined;
  let dialogs = 0;
  const crash = Promise.withResolvers<never>();
  crash.promise.catch(() => {}); // the calls that wait for an answer reject
  const send = async (method: string, params: Params = {}, timeoutMs?: number): Promise<Params> => {
    const options: SendOptions = { sessionId: attachedAs, timeoutMs };
    return await Promise.race([cdp.send(method, params, options), crash.promise]);
  };
  const quietly = (method: string, params: Params = {}): void => void send(method, params).catch(() => {});

  const { targetId } = await cdp.send("Target.createTarget", { url: "about:blank", browserContextId: contextId });
  const follow = (event: CdpEvent): void => {
    const { method, params, sessionId } = event;
    if (method === "Target.targetCreated") {
      const other = textAt(params, "targetInfo", "targetId");
      if (textAt(params, "targetInfo", "type") !== "page" || other === targetId) return;
      void cdp.send("Target.closeTarget", { targetId: other }).catch(() => {});
      return;
    }
    if (sessionId === undefined || sessionId !== attachedAs) return;
    if (method === "Inspector.targetCrashed") crash.reject(new CdpError("ended", "the page crashed"));
    else if (method === "Page.javascriptDialogOpening") {
      dialogs += 1;
      // A `beforeunload` dialog is accepted, so that the page is left.
      quietly("Page.handleJavaScriptDialog", { accept: params["type"] === "beforeunload" });
      if (dialogs > MAX_DIALOGS) quietly("Runtime.terminateExecution");
    } else page?.apply(event);
  };
  listen(follow);
  const attached = await cdp.send("Target.attachToTarget", { targetId, flatten: true });
  attachedAs = textAt(attached, "sessionId");
  await cdp.send("Target.setDiscoverTargets", { discover: true });
  await cdp.send("Browser.setDownloadBehavior", {
    behavior: "deny",
    browserContextId: contextId,
    eventsEnabled: true,
  });
  await send("Page.enable");
  const frameId = textAt(await send("Page.getFrameTree"), "frameTree", "frame", "id");
  const state = createPageState(frameId, now);
  page = state;
  await Promise.all([
    send("Runtime.enable"),
    send("Log.enable"),
    // Bodies are never asked for.
    send("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
    send("Page.setInterceptFileChooserDialog", { enabled: true }),
    send("Emulation.setFocusEmulationEnabled", { enabled: true }),
  ]);

  /** Ends the script that runs in the page. */
  const interrupt = (): void => {
    notes.add("page: a script ran without a pause and was ended");
    quietly("Runtime.terminateExecution");
  };
  const evaluate = async (call: PageCall): Promise<unknown> => {
    const world = await send("Page.createIsolatedWorld", { frameId, worldName: "kimi-runner" });
    const answer = await send("Runtime.evaluate", {
      expression: pageExpression(call),
      contextId: world["executionContextId"],
      returnByValue: true,
      timeout: SCRIPT_MS,
    });
    const problem = textAt(answer, "exceptionDetails", "exception", "description");
    if (problem !== "") throw new CdpError("refused", problem);
    return memberAt(answer, "result", "value");
  };
  /** Runs a part of the page's script. A script of the page that keeps it from running is ended once. */
  const ask = async <T>(call: PageCall): Promise<T> => {
    try {
      return (await evaluate(call)) as T;
    } catch (error) {
      if (!(error instanceof CdpError) || error.kind === "ended") throw error;
      if (error.kind === "silent") interrupt();
      return (await evaluate(call)) as T; // it also fails while one document takes the place of another
    }
  };
  /** Loads an address. Resolves to what went wrong, or undefined. */
  const navigate = async (url: string): Promise<string | undefined> => {
    try {
      const { errorText } = await send("Page.navigate", { url }, NAVIGATE_MS);
      return typeof errorText === "string" && errorText !== "" ? errorText : undefined;
    } catch (error) {
      if (!(error instanceof CdpError) || error.kind === "ended") throw error;
      quietly("Page.stopLoading");
      return error.kind === "silent" ? `no answer within ${NAVIGATE_MS / 1000} s` : error.message;
    }
  };
  const quiet = async (maxMs: number): Promise<void> => {
    const ends = now() + maxMs;
    while (now() < ends) {
      if (state.isQuietFor(QUIET_MS)) return;
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
    state.forgetRequests();
  };
  return {
    send,
    ask,
    navigate,
    interrupt,
    /** The page's address, with the status of its document. */
    place: state.place,
    /** Must be called before each action. */
    begin: (): void => {
      dialogs = 0;
      state.takeOpened();
      state.touch();
    },
    /** Waits until the page is quiet, at most `maxMs`, and loads the page that it opened in that time. */
    async settle(maxMs: number): Promise<void> {
      await quiet(maxMs);
      const opened = state.takeOpened();
      if (opened !== undefined && /^https?:/.test(opened)) {
        const problem = await navigate(opened);
        if (problem !== undefined) notes.add(`window: ${opened} failed: ${problem}`);
        await quiet(maxMs);
      }
      if (!SHOWN.test(state.place().url)) {
        notes.add(`page: it went to ${state.place().url}, which is not shown here`);
        await navigate("about:blank");
      }
    },
  };
}

interface PagePlace {
  readonly url: string;
  /** Whether it cannot be loaded, so that the browser shows a page of its own in its place. */
  readonly isMissing?: boolean | undefined;
  /** The status of the document. */
  readonly status?: number | undefined;
}

type PageState = ReturnType<typeof createPageState>;

/** Kinds of requests that stay open as long as the page. */
const LASTING = new Set(["EventSource", "WebSocket", "Ping", "Media"]);

/** The page's address and status, and whether it still loads, from the browser's events. `frame`: the id of the page's main frame. */
function createPageState(frame: string, now: () => number) {
  let place: PagePlace = { url: "about:blank" };
  let isLoading = false;
  let changedAt = now();
  let opened: string | undefined;
  const inFlight = new Set<unknown>();
  const touch = (): void => {
    changedAt = now();
  };
  return {
    apply: ({ method, params }: CdpEvent): void => {
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
    /** The address of the window that the page opened since the last call; undefined where it opened none. */
    takeOpened: (): string | undefined => {
      const taken = opened;
      opened = undefined;
      return taken;
    },
    /** Restarts the time for `isQuietFor`. */
    touch,
    /** Whether the page made and finished no request in this time, and none is open. */
    isQuietFor: (ms: number): boolean => !isLoading && inFlight.size === 0 && now() - changedAt >= ms,
    /** Stops waiting for the requests that are open now. */
    forgetRequests: (): void => inFlight.clear(),
  };
}
