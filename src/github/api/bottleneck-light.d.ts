/** The build without Redis, which the plugins use too. Its package declares only the other build. */
declare module "bottleneck/light.js" {
  export { default } from "bottleneck";
}
