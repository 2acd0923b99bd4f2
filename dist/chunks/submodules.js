import { t as changedSubmodules } from "./git.js";

export { changedSubmodules };