import { Br as fenced, Gr as quoted, Hr as inline, Ur as logText, Vr as htmlText, Wr as plainText, zr as breakCommands } from "./core.js";

export { breakCommands, fenced, htmlText, inline, logText, plainText, quoted };