import { Xi as hideProcessSecrets } from "./core.js";

export { hideProcessSecrets };