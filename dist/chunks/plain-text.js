import { $n as fenced, Qn as breakCommands, er as htmlText, ir as quoted, nr as logText, rr as plainText, tr as inline } from "./core.js";

export { breakCommands, fenced, htmlText, inline, logText, plainText, quoted };