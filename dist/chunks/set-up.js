import { i as setUp, r as isSetUp } from "./core.js";

export { isSetUp, setUp };