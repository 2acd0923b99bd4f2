import { Br as htmlText, Hr as logText, Rr as breakCommands, Ur as plainText, Vr as inline, Wr as quoted, zr as fenced } from "./core.js";

export { breakCommands, fenced, htmlText, inline, logText, plainText, quoted };