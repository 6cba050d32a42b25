const marks = [200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]

/** How many entities can be asked for: round numbers below the total, then all of them, up to 50,000. */
export function limitSteps(total: number): number[] {
  const below = marks.filter((mark) => mark < total)
  return total <= (marks.at(-1) ?? 0) ? [...below, total] : below
}

/** The number at a place of the steps. */
export function limitAt(steps: readonly number[], place: number): number {
  return steps[Math.max(0, Math.min(place, steps.length - 1))] ?? 0
}

/** The place of the largest step that a limit reaches. */
export function stepOf(steps: readonly number[], limit: number): number {
  return Math.max(
    0,
    steps.findLastIndex((step) => step <= limit),
  )
}
