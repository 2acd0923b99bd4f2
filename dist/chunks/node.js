import { A as fs, M as stream, O as child_process, j as path, k as crypto } from "./anthropic.js";

export { fs, path };