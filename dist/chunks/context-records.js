import { Bn as editOf, Vn as renderContext } from "./core.js";

export { renderContext };