import { _n as logText, bn as spanOfCode, dn as breakCommands, fn as fenced, gn as inline, hn as htmlText, mn as harmlessText, pn as framed, un as LIKE_HEADING, vn as plainText, yn as quoted } from "./front.js";

export { LIKE_HEADING, breakCommands, fenced, framed, harmlessText, htmlText, inline, logText, plainText, quoted, spanOfCode };