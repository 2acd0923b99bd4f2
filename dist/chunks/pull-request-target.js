import { m as guardTarget } from "./github.js";

export { guardTarget };