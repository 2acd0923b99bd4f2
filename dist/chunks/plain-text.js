import { cr as breakCommands, dr as inline, fr as logText, lr as fenced, mr as quoted, pr as plainText, ur as htmlText } from "./core.js";

export { breakCommands, fenced, htmlText, inline, logText, plainText, quoted };