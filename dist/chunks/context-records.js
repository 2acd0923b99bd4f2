import { Fi as editOf, Ii as renderContext } from "./core.js";

export { renderContext };