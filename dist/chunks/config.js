import { i as readServers } from "./mcp.js";

export { readServers };