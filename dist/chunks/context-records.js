import { Fi as linesText, Ii as renderContext, Pi as editOf } from "./core.js";

export { renderContext };