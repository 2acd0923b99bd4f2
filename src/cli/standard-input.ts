import { text } from "node:stream/consumers";

/** All of standard input. Reading descriptor 0 at once would fail where it is a pipe that does not block and is not yet filled. */
export async function readStandardInput(): Promise<string> {
  return await text(process.stdin);
}
