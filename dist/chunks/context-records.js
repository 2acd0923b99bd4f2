import { Ca as missingResults, Sa as linesText, Ta as renderContext, ba as contextLines, wa as openCalls, xa as editOf } from "./core.js";

export { renderContext };