import { _n as plainText, dn as fenced, fn as framed, gn as logText, hn as inline, mn as htmlText, pn as harmlessText, un as breakCommands, vn as quoted, yn as spanOfCode } from "./front.js";

export { breakCommands, fenced, framed, harmlessText, htmlText, inline, logText, plainText, quoted, spanOfCode };