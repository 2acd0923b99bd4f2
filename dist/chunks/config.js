import { a as readServer, i as STDIO_KEYS, o as readServers, r as HTTP_KEYS } from "./mcp.js";

export { readServers };