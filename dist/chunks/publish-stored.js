import { p as publishStored } from "./github.js";

export { publishStored };