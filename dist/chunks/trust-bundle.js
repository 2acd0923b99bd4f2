import { t as makeBundle } from "./network.js";

export { makeBundle };