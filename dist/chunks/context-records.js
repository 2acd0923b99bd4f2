import { Li as editOf, Ri as renderContext } from "./core.js";

export { renderContext };