import { Bi as openCalls, Ii as contextLines, Li as editOf, Ri as linesText, Vi as renderContext, zi as missingResults } from "./core.js";

export { renderContext };