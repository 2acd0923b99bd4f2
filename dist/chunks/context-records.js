import { Mi as editOf, Ni as linesText, Pi as renderContext } from "./core.js";

export { renderContext };