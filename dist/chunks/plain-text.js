import { Ba as logText, Fa as breakCommands, Ha as quoted, Ia as fenced, La as framed, Ra as htmlText, Va as plainText, za as inline } from "./core.js";

export { breakCommands, fenced, framed, htmlText, inline, logText, plainText, quoted };