import { z as hideProcessSecrets } from "./core.js";

export { hideProcessSecrets };