import { ao as framed, co as inline, do as quoted, fo as spanOfCode, io as fenced, lo as logText, oo as harmlessText, ro as breakCommands, so as htmlText, uo as plainText } from "./core.js";

export { breakCommands, fenced, framed, harmlessText, htmlText, inline, logText, plainText, quoted, spanOfCode };