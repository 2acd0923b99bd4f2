import { Bt as renderContext, zt as editOf } from "./core.js";

export { renderContext };