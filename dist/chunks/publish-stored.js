import { c as publishStored } from "./github.js";

export { publishStored };