import { l as guardTarget } from "./job.js";

export { guardTarget };