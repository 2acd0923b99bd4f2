import { St as renderContext, xt as editOf } from "./core.js";

export { renderContext };