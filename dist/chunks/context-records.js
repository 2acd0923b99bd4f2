import { Di as renderContext, Ei as editOf } from "./core.js";

export { renderContext };