import { $t as htmlText, Qt as harmlessText, Xt as fenced, Yt as breakCommands, Zt as framed, en as inline, in as spanOfCode, nn as plainText, rn as quoted, tn as logText } from "./front.js";

export { breakCommands, fenced, framed, harmlessText, htmlText, inline, logText, plainText, quoted, spanOfCode };