import { ht as renderContext, mt as editOf } from "./core.js";

export { renderContext };