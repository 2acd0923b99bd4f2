import { $i as openCalls, Qi as missingResults, Xi as editOf, Yi as contextLines, Zi as linesText, ea as renderContext } from "./core.js";

export { renderContext };