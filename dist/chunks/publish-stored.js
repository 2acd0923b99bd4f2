import { g as publishStored } from "./github.js";

export { publishStored };