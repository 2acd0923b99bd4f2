import { Bt as editOf, Vt as renderContext } from "./core.js";

export { renderContext };