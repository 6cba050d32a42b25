/** A duration as it is read: `<1 ms`, `8 ms`, `1.24 s`, `2 min 5 s`. `ms` is milliseconds. */
export function durationText(ms: number): string {
  if (ms < 1) return '<1 ms'
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(ms < 9995 ? 2 : 1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
