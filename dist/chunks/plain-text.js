import { Cr as plainText, Sr as logText, br as htmlText, vr as breakCommands, wr as quoted, xr as inline, yr as fenced } from "./core.js";

export { breakCommands, fenced, htmlText, inline, logText, plainText, quoted };