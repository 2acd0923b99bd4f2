import { f as guardTarget } from "./job.js";

export { guardTarget };