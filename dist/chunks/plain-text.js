import { Ao as harmlessText, Do as breakCommands, Fo as quoted, Io as spanOfCode, Mo as inline, No as logText, Oo as fenced, Po as plainText, jo as htmlText, ko as framed } from "./core.js";

export { breakCommands, fenced, framed, harmlessText, htmlText, inline, logText, plainText, quoted, spanOfCode };