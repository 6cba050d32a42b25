/** How one word became another under a typing hand. */
export interface Slip {
  /** Letters added, left out, exchanged, or swapped with their neighbour: 1 or 2. */
  readonly distance: number
  /** What happened, the likeliest first: 0 swapped, or doubled or not; 1 left out or added; 2 exchanged, or several. */
  readonly kind: 0 | 1 | 2
}

const fewest = { any: 4, exchanged: 5, two: 8 } as const
/** Of names, which are often one letter apart: Adler, Adlers; Kessel, Kestel. */
const fewestOfName = { any: 6, exchanged: 7, two: Infinity } as const

/**
 * What turns `meant` into `typed`, both folded; null where no hand does that by mistake. Short words differ by chance:
 * of four letters only a swap or a doubled letter counts; two slips count from eight. Names must be longer.
 */
export function slipBetween(typed: string, meant: string, isName: boolean): Slip | null {
  const least = isName ? fewestOfName : fewest
  if (typed === meant || typed.length < least.any || Math.abs(typed.length - meant.length) > 2) return null
  const single = singleSlip(typed, meant)
  if (single) {
    if (typed[0] !== meant[0] && !(single === 'swapped' && typed[0] === meant[1])) return null
    if (single === 'swapped' || single === 'doubled') return { distance: 1, kind: 0 }
    const isLong = typed.length >= (single === 'exchanged' ? least.exchanged : Math.max(least.any, fewest.exchanged))
    return isLong ? { distance: 1, kind: single === 'exchanged' ? 2 : 1 } : null
  }
  if (typed.length < least.two || meant.length < least.two - 1 || typed[0] !== meant[0]) return null
  return alignment(typed, meant) === 2 ? { distance: 2, kind: 2 } : null
}

type Single = 'swapped' | 'doubled' | 'missing' | 'exchanged'

/** The one slip that two words are apart; null for none or more. */
function singleSlip(a: string, b: string): Single | null {
  let from = 0
  while (from < a.length && from < b.length && a[from] === b[from]) from += 1
  if (a.length === b.length) {
    if (a.slice(from + 1) === b.slice(from + 1)) return 'exchanged'
    const isSwapped = a[from] === b[from + 1] && a[from + 1] === b[from]
    return isSwapped && a.slice(from + 2) === b.slice(from + 2) ? 'swapped' : null
  }
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.slice(from) !== long.slice(from + 1)) return null
  return from > 0 && long[from] === long[from - 1] ? 'doubled' : 'missing'
}

/** Optimal string alignment: no letter is touched twice. */
function alignment(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? Infinity
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j += 1) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = isSwapped ? at(i - 2, j - 2) + 1 : Infinity
      row.push(Math.min(at(i - 1, j) + 1, (row[j - 1] ?? 0) + 1, at(i - 1, j - 1) + change, swap))
    }
  }
  return at(a.length, b.length)
}

const letters = Array.from('abcdefghijklmnopqrstuvwxyz')

/** Every word of `a` to `z` that one slip makes of this one, as `slipBetween` counts them. */
export function wordsOneSlipAway(typed: string): string[] {
  const made = new Set<string>()
  for (let at = 0; at <= typed.length; at += 1) {
    const [before, after] = [typed.slice(0, at), typed.slice(at)]
    if (after.length > 1) made.add(`${before}${after[1]}${after[0]}${after.slice(2)}`)
    if (at === 0) continue
    made.add(before + after.slice(1))
    for (const letter of letters) {
      made.add(before + letter + after)
      if (after) made.add(before + letter + after.slice(1))
    }
  }
  return [...made].filter((word) => slipBetween(typed, word, false) !== null)
}
