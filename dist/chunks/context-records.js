import { Ai as renderContext, Oi as editOf, ki as linesText } from "./core.js";

export { renderContext };