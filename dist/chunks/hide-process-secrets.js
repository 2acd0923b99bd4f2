import { ut as hideProcessSecrets } from "./core.js";

export { hideProcessSecrets };