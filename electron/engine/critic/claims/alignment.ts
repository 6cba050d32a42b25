import type { Span } from '@engine/text/sentences/sentences'

/** A word, a figure or a Chinese character of a text. */
interface Piece extends Span {
  readonly text: string
}

/** A place where a claim says something else than the source at the same place; either side may be empty. */
export interface Difference {
  readonly said: string
  readonly found: string
  /** Where `said` stands in the claim. */
  readonly at: number
  readonly end: number
}

export interface Alignment {
  /** Share of the claim's pieces that stand in the source in the same order, 0 to 1. */
  readonly share: number
  readonly differences: readonly Difference[]
  /** Share of those pieces that stand beside as many others as in the source, 0 to 1: prose of its own has few. */
  readonly copied: number
}

/** So many pieces in a row are copied rather than met by chance. */
const longRun = 5

const pieces =
  /\d+(?:[.,:]\d+)*|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}'])+/gu
/** Beyond this many comparisons a text is no near copy of a sentence. */
const maxCells = 200_000
/** Before the first and after the last common piece, so many of the source's are what could stand there instead. */
const atEdges = 6

/** Lays a claim beside a source, word for word in the same order. Both in plain form. */
export function align(claim: string, source: string): Alignment {
  const mine = piecesOf(claim)
  const its = piecesOf(source)
  if (mine.length === 0 || mine.length * its.length > maxCells) return { share: 0, differences: [], copied: 0 }
  const pairs = commonPieces(mine, its)
  const differences: Difference[] = []
  let [a, b] = [0, Math.max(0, (pairs[0]?.[1] ?? 0) - atEdges)]
  for (const [at, other] of [...pairs, [mine.length, lastOf(pairs)] as const]) {
    if (at > a || (other > b && a > 0 && at < mine.length)) {
      differences.push(differenceOf(claim, mine.slice(a, at), source, its.slice(b, other)))
    }
    a = at + 1
    b = other + 1
  }
  return { share: pairs.length / mine.length, differences, copied: copiedOf(pairs) }
}

function copiedOf(pairs: readonly (readonly [number, number])[]): number {
  let [copied, run] = [0, 0]
  for (const [at, [a, b]] of pairs.entries()) {
    run += 1
    const next = pairs[at + 1]
    if (next?.[0] === a + 1 && next[1] === b + 1) continue
    if (run >= longRun) copied += run
    run = 0
  }
  return pairs.length === 0 ? 0 : copied / pairs.length
}

/** What follows the last common piece stands against as much of the source. */
function lastOf(pairs: readonly (readonly [number, number])[]): number {
  return (pairs.at(-1)?.[1] ?? -1) + 1 + atEdges
}

function differenceOf(claim: string, mine: readonly Piece[], source: string, its: readonly Piece[]): Difference {
  const textOf = (text: string, part: readonly Piece[]) => text.slice(part[0]?.start ?? 0, part.at(-1)?.end ?? 0)
  return { said: textOf(claim, mine), found: textOf(source, its), at: mine[0]?.start ?? 0, end: mine.at(-1)?.end ?? 0 }
}

/** A longest common subsequence, as pairs of indices. */
function commonPieces(mine: readonly Piece[], its: readonly Piece[]): [number, number][] {
  const width = its.length + 1
  const lengths = new Uint16Array((mine.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = mine.length - 1; row >= 0; row -= 1) {
    for (let column = its.length - 1; column >= 0; column -= 1) {
      const same = mine[row]?.text === its[column]?.text
      lengths[row * width + column] = same
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const pairs: [number, number][] = []
  let [row, column] = [0, 0]
  while (row < mine.length && column < its.length) {
    if (mine[row]?.text === its[column]?.text) {
      pairs.push([row, column])
      row += 1
      column += 1
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return pairs
}

function piecesOf(text: string): Piece[] {
  return [...text.matchAll(pieces)].map((match) => ({
    text: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }))
}
