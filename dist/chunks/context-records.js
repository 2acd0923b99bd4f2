import { Si as renderContext, _i as contextLines, bi as missingResults, vi as editOf, xi as openCalls, yi as linesText } from "./core.js";

export { renderContext };