import { Bi as missingResults, Hi as renderContext, Li as contextLines, Ri as editOf, Vi as openCalls, zi as linesText } from "./core.js";

export { renderContext };