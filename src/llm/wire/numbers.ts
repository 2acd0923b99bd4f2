/** Reads the numbers of a server, which may be anything: providers have sent negative, fractional and infinite counts. */

/** A count or an index: a whole number from 0 to `most`, else undefined. No other number of a server is used as a count or an index. */
export function readCount(value: unknown, most = Number.MAX_SAFE_INTEGER): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value <= most ? value : undefined;
}
