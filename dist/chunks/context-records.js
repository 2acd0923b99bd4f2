import { gn as renderContext, hn as editOf } from "./core.js";

export { renderContext };