import { Ji as linesText, Yi as renderContext, qi as editOf } from "./core.js";

export { renderContext };