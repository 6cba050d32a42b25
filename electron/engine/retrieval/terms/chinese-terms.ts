import { isStopTerm } from '@engine/text/english/stop-words'
import { wordSpans } from '@engine/text/words'
import type { FoundTerm, TermIndex } from './term-index'

const han = /\p{Script=Han}/u
const hanRun = /\p{Script=Han}+/gu
/** The dictionary takes its time over long runs, and questions have none. */
const longestRun = 400

const worth = { character: 100, term: -10, edge: 2, straddle: -60 }

interface Step {
  readonly worth: number
  /** Where the best reading goes on; with a term, it ends there. */
  readonly next: number
  readonly isTerm: boolean
}

/** Chinese terms by the reading that leaves fewest characters over, in fewest terms, and cuts no word (研究|生命). */
export function findChinese(text: string, index: TermIndex): FoundTerm[] {
  if (!han.test(text)) return []
  const lower = text.toLowerCase()
  const words = wordEdges(lower)
  const isTermAt = (start: number, end: number) => {
    const term = lower.slice(start, end)
    if (!index.hasChinese(term) || isStopTerm(term)) return false
    // A single character is a term only where it is a word: 茶, but not the 行 of 银行.
    return end - start > 1 || (words.starts.has(start) && words.ends.has(end))
  }
  const steps: Step[] = []
  for (let at = lower.length - 1; at >= 0; at -= 1) {
    let step: Step = { worth: steps[at + 1]?.worth ?? 0, next: at + 1, isTerm: false }
    const most = Math.min(lower.length, at + index.longestFrom(lower.charAt(at)))
    for (let end = at + 1; end <= most; end += 1) {
      if (!isTermAt(at, end)) continue
      const gain = (steps[end]?.worth ?? 0) + worthOf(at, end, words)
      if (gain > step.worth) step = { worth: gain, next: end, isTerm: true }
    }
    steps[at] = step
  }
  const found: FoundTerm[] = []
  for (let at = 0; at < lower.length; at = steps[at]?.next ?? lower.length) {
    const step = steps[at]
    if (!step?.isTerm) continue
    found.push({ start: at, end: step.next, translations: index.englishFor(lower.slice(at, step.next)) })
  }
  return found
}

function worthOf(start: number, end: number, { starts, ends }: WordEdges): number {
  const edges = (starts.has(start) ? worth.edge : 0) + (ends.has(end) ? worth.edge : 0)
  const crosses = !starts.has(start) && !ends.has(end) && crossesEdge(start, end, starts)
  return worth.character * (end - start) + worth.term + edges + (crosses ? worth.straddle : 0)
}

function crossesEdge(start: number, end: number, starts: ReadonlySet<number>): boolean {
  for (let at = start + 1; at < end; at += 1) if (starts.has(at)) return true
  return false
}

interface WordEdges {
  readonly starts: ReadonlySet<number>
  readonly ends: ReadonlySet<number>
}

function wordEdges(text: string): WordEdges {
  const starts = new Set<number>()
  const ends = new Set<number>()
  for (const { 0: run, index: offset } of text.matchAll(hanRun)) {
    if (run.length > longestRun) continue
    for (const { word, start } of wordSpans(run)) {
      starts.add(offset + start)
      ends.add(offset + start + word.length)
    }
  }
  return { starts, ends }
}
