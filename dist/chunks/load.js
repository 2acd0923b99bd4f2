import { t as loadServers } from "./mcp.js";

export { loadServers };