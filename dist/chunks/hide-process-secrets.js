import { dt as hideProcessSecrets } from "./core.js";

export { hideProcessSecrets };