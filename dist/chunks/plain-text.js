import { ca as fenced, da as logText, fa as plainText, la as htmlText, pa as quoted, sa as breakCommands, ua as inline } from "./core.js";

export { breakCommands, fenced, htmlText, inline, logText, plainText, quoted };