/** Claude on Vertex AI, by Anthropic's package. Google's library finds the credentials and reads the proxy itself. */

import { AnthropicVertex } from "@anthropic-ai/vertex-sdk";
import { GoogleAuth } from "google-auth-library";
import type { CloudSettings } from "./cloud-settings.ts";
import { streaming, withCredentials, type ClientSettings, type MessagesClient } from "./messages-client.ts";

/** The version that Vertex documents for its requests. */
const VERSION = { "anthropic-version": "vertex-2023-10-16" };

const HINT =
  "Run google-github-actions/auth with a workload identity provider in an earlier step (permission id-token: write), and set GOOGLE_CLOUD_PROJECT.";

export function vertexClient(given: ClientSettings, cloud: CloudSettings): MessagesClient {
  const { googleLocation, googleProject, googleCredentials } = cloud;
  const googleAuth = new GoogleAuth({
    scopes: "https://www.googleapis.com/auth/cloud-platform",
    ...(googleProject === undefined ? {} : { projectId: googleProject }),
    ...(googleCredentials === undefined ? {} : { keyFilename: googleCredentials }),
  });
  const client = new AnthropicVertex({
    ...given,
    defaultHeaders: { ...VERSION, ...given.defaultHeaders },
    region: googleLocation,
    projectId: googleProject ?? null,
    googleAuth: heldBack(googleAuth),
  });
  return withCredentials(streaming(client), "Google", HINT);
}

/** Leaves a failure to find credentials to the first request. Unhandled, it would end the process before that. */
function heldBack(googleAuth: GoogleAuth): GoogleAuth {
  const getClient = googleAuth.getClient.bind(googleAuth);
  return Object.assign(googleAuth, {
    getClient: () => {
      const client = getClient();
      client.catch(() => undefined);
      return client;
    },
  });
}
