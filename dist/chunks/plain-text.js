import { dr as htmlText, fr as inline, hr as quoted, lr as breakCommands, mr as plainText, pr as logText, ur as fenced } from "./core.js";

export { breakCommands, fenced, htmlText, inline, logText, plainText, quoted };