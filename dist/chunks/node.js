import { _ as crypto, b as stream, g as child_process, v as fs, y as path } from "./anthropic.js";

export { fs, path };