import { Ba as plainText, Fa as fenced, Ia as framed, La as htmlText, Pa as breakCommands, Ra as inline, Va as quoted, za as logText } from "./core.js";

export { breakCommands, fenced, framed, htmlText, inline, logText, plainText, quoted };