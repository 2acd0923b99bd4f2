import { zi as hideProcessSecrets } from "./core.js";

export { hideProcessSecrets };