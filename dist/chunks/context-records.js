import { Ca as editOf, Da as renderContext, Ea as openCalls, Sa as contextLines, Ta as missingResults, wa as linesText } from "./core.js";

export { renderContext };