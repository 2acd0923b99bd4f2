import { o as hindranceOf } from "./git.js";

export { hindranceOf };