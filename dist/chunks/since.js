import { _ as sinceVersion1, v as widenedNote } from "./toolbox.js";

export { sinceVersion1, widenedNote };