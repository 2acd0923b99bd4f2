import { Ji as editOf, Qi as renderContext, Xi as missingResults, Yi as linesText, Zi as openCalls, qi as contextLines } from "./core.js";

export { renderContext };