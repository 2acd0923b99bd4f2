import { ao as harmlessText, co as logText, do as spanOfCode, io as framed, lo as plainText, no as breakCommands, oo as htmlText, ro as fenced, so as inline, uo as quoted } from "./core.js";

export { breakCommands, fenced, framed, harmlessText, htmlText, inline, logText, plainText, quoted, spanOfCode };