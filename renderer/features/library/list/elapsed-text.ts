/** A duration in milliseconds as a clock: `0:07`, `12:30`, `1:02:05`. Clocks that disagree show `0:00`. */
export function elapsedText(ms: number): string {
  const seconds = Number.isFinite(ms) ? Math.max(0, Math.floor(ms / 1000)) : 0
  const two = (part: number) => String(part).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  const rest = two(seconds % 60)
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`
}
