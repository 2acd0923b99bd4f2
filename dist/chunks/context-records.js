import { Bi as contextLines, Gi as renderContext, Hi as linesText, Ui as missingResults, Vi as editOf, Wi as openCalls } from "./core.js";

export { renderContext };