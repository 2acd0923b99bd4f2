import { Rt as hideProcessSecrets } from "./core.js";

export { hideProcessSecrets };