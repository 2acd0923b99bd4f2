import { Co as logText, Eo as spanOfCode, So as inline, To as quoted, _o as breakCommands, bo as harmlessText, vo as fenced, wo as plainText, xo as htmlText, yo as framed } from "./core.js";

export { breakCommands, fenced, framed, harmlessText, htmlText, inline, logText, plainText, quoted, spanOfCode };