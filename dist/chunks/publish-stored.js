import { m as publishStored } from "./job.js";

export { publishStored };