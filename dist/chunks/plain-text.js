import { $n as htmlText, Qn as fenced, Zn as breakCommands, er as inline, nr as plainText, rr as quoted, tr as logText } from "./core.js";

export { breakCommands, fenced, htmlText, inline, logText, plainText, quoted };