import { Sn as spanOfCode, _n as htmlText, bn as plainText, fn as LIKE_HEADING, gn as harmlessText, hn as framed, mn as fenced, pn as breakCommands, vn as inline, xn as quoted, yn as logText } from "./front.js";

export { LIKE_HEADING, breakCommands, fenced, framed, harmlessText, htmlText, inline, logText, plainText, quoted, spanOfCode };