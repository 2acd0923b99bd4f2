import { Ba as inline, Ha as plainText, Ia as breakCommands, La as fenced, Ra as framed, Ua as quoted, Va as logText, za as htmlText } from "./core.js";

export { breakCommands, fenced, framed, htmlText, inline, logText, plainText, quoted };