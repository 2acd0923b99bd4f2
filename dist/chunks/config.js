import { n as readServers } from "./mcp.js";

export { readServers };