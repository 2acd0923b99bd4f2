import { Ci as inline, Ei as quoted, Si as htmlText, Ti as plainText, bi as breakCommands, wi as logText, xi as fenced } from "./core.js";

export { breakCommands, fenced, htmlText, inline, logText, plainText, quoted };