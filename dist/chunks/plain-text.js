import { Ao as htmlText, Do as fenced, Eo as breakCommands, Fo as spanOfCode, Mo as logText, No as plainText, Oo as framed, Po as quoted, jo as inline, ko as harmlessText } from "./core.js";

export { breakCommands, fenced, framed, harmlessText, htmlText, inline, logText, plainText, quoted, spanOfCode };