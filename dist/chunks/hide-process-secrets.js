import { R as hideProcessSecrets } from "./core.js";

export { hideProcessSecrets };