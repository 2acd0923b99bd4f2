import { ia as renderContext, na as editOf, ra as linesText } from "./core.js";

export { renderContext };