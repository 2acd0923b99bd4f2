/** Makes outputs of the same command comparable. */

/** Parts of an output that differ between runs of the same failure: durations, times of day, addresses, temporary files. */
const NOISE =
  /\b\d+(?:\.\d+)?\s?(?:ms|s|sec|seconds)\b|\bduration_ms:? [\d.]+|\b\d{4}-\d\d-\d\d[T ][\d:._]+Z?|\b\d\d:\d\d:\d\d\b|\b0x[0-9a-f]+\b|\/tmp\/\S+/gi;

/** A command's output without the parts that differ between runs. */
export function withoutNoise(output: string): string {
  return output.replace(NOISE, "~");
}
