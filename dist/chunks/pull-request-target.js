import { h as guardTarget } from "./job.js";

export { guardTarget };