import { yt as hideProcessSecrets } from "./core.js";

export { hideProcessSecrets };