import { bt as editOf, xt as renderContext } from "./core.js";

export { renderContext };