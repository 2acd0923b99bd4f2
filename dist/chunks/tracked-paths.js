import { n as trackedAmong, t as passOver } from "./git.js";

export { passOver, trackedAmong };