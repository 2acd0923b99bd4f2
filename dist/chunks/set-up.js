import { n as isSetUp, r as setUp } from "./toolbox.js";

export { isSetUp, setUp };