import { Ji as hideProcessSecrets } from "./core.js";

export { hideProcessSecrets };