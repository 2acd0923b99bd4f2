import { kt as hideProcessSecrets } from "./core.js";

export { hideProcessSecrets };