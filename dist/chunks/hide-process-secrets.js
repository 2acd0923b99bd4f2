import { t as hideProcessSecrets } from "./front.js";

export { hideProcessSecrets };