/** The build without Redis, which the plugins use too; its package declares only the other one. */
declare module "bottleneck/light.js" {
  export { default } from "bottleneck";
}
