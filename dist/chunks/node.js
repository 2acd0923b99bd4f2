import { C as stream, S as path, b as crypto, x as fs, y as child_process } from "./anthropic.js";

export { fs, path };