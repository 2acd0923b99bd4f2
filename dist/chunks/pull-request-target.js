import { d as guardTarget } from "./github.js";

export { guardTarget };