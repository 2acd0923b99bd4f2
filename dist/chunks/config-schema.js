import { a as McpFile } from "./mcp.js";

export { McpFile };