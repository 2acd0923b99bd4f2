/** Facts of package.json that would cost a file read at start. A test keeps them equal to it. */

export const VERSION = "0.1.0";

/** Where the action is kept, as `owner/name`. `npm run docs` writes it here and into the pages from `repository` of package.json. */
export const REPOSITORY = "your-org/kimi-runner";
