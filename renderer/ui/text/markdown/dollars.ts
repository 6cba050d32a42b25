/** A run of `$` in Markdown, and whether it begins or ends maths. */
interface Dollars {
  readonly at: number
  readonly count: number
  readonly isMaths: boolean
}

/** Longer maths than this is more likely two prices far apart. */
const longestMaths = 2000

/**
 * Tells maths from prices as Pandoc does: a single `$` opens only before a non-space and closes only after one and not
 * before a digit. Both ends must be as many `$` and stand in one paragraph.
 */
export function findDollars(text: string): Dollars[] {
  const runs = [...text.matchAll(/\\\$|\$+/gu)]
    .filter(([run]) => run.startsWith('$'))
    .map((run) => ({ at: run.index, count: run[0].length }))
  const found: Dollars[] = []
  for (let place = 0; place < runs.length; place += 1) {
    const run = runs[place]
    if (!run) break
    const closing = closingOf(run, runs, place, text)
    const last = closing === -1 ? place : closing
    for (const one of runs.slice(place, last + 1)) found.push({ ...one, isMaths: closing !== -1 })
    place = last
  }
  return found
}

type Run = Omit<Dollars, 'isMaths'>

function closingOf({ at, count }: Run, runs: readonly Run[], place: number, text: string): number {
  if (count === 1 && !/\S/u.test(text.charAt(at + 1))) return -1
  const ahead = text.slice(at, at + longestMaths)
  const gap = ahead.search(/\n[^\S\n]*\n/u)
  const limit = at + (gap === -1 ? ahead.length : gap)
  for (let next = place + 1; next < runs.length; next += 1) {
    const run = runs[next]
    if (!run || run.at >= limit) return -1
    // To the parser the next of the same length is the end, so it must be the right one.
    if (run.count === count) return count > 1 || closes(text, run.at) ? next : -1
  }
  return -1
}

function closes(text: string, at: number): boolean {
  return /\S/u.test(text.charAt(at - 1)) && !/\d/u.test(text.charAt(at + 1))
}

/** Replaces every `$` that is no maths by `dollar`, so that only maths is left for the parser. */
export function hidePrices(text: string, dollar: string): { text: string; hasMaths: boolean } {
  const dollars = findDollars(text)
  if (!dollars.some(({ isMaths }) => isMaths)) return { text, hasMaths: false }
  let hidden = ''
  let from = 0
  for (const { at, count, isMaths } of dollars) {
    hidden += text.slice(from, at) + (isMaths ? text.slice(at, at + count) : dollar.repeat(count))
    from = at + count
  }
  return { text: hidden + text.slice(from), hasMaths: true }
}
