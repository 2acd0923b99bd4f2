import { Bn as renderContext, zn as editOf } from "./core.js";

export { renderContext };