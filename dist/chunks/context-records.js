import { On as editOf, kn as renderContext } from "./core.js";

export { renderContext };