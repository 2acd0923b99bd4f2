import { An as renderContext, kn as editOf } from "./core.js";

export { renderContext };