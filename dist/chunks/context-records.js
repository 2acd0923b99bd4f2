import { Qi as renderContext, Xi as editOf, Zi as linesText } from "./core.js";

export { renderContext };