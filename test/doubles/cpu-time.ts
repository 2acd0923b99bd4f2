/** Milliseconds of a processor that the work takes. */
export function cpuMs(work: () => unknown): number {
  const began = process.cpuUsage().user;
  work();
  return (process.cpuUsage().user - began) / 1_000;
}
