import { _ as publishStored } from "./job.js";

export { publishStored };