/** `[start, end)` of a text, in UTF-16 units; empty for a token that stands for nothing visible. */
export interface TokenRange {
  readonly start: number
  readonly end: number
}

/** How far behind its place a token is looked for, where the ones before it could not be told. */
const reach = 64

/**
 * Where each token of a text stands in it. Tokenizers fold what they read (width, case, accents, spaces) and the library
 * keeps no places, so both sides are folded further than any of them does, and matched in order. Tokens that match nothing,
 * as those of unknown words, share what lies between their neighbours. Ranges never cut a character.
 */
export function tokenRanges(text: string, surfaces: readonly string[]): TokenRange[] {
  const { folded, starts, ends } = foldedText(text)
  const ranges: (TokenRange | null)[] = []
  let at = 0
  for (const surface of surfaces) {
    const wanted = foldedText(surface).folded
    const found = folded.indexOf(wanted, at)
    const isNear = found === at || (found > at && found <= at + reach && ranges.at(-1) === null)
    // White space alone tells nothing of where the tokens beside it stand.
    if (wanted === '' || !isNear) {
      ranges.push(null)
      continue
    }
    const start = starts[found] ?? text.length
    ranges.push({ start, end: ends[found + wanted.length - 1] ?? start })
    at = found + wanted.length
  }
  return ranges.map((range, index) => range ?? gapAt(ranges, index, text))
}

/** What lies between the nearest tokens that were found, without the white space at its sides. */
function gapAt(ranges: readonly (TokenRange | null)[], index: number, text: string): TokenRange {
  const from = ranges.slice(0, index).findLast((range) => range !== null)?.end ?? 0
  const to = ranges.slice(index).find((range) => range !== null)?.start ?? text.length
  const between = text.slice(from, to)
  const start = from + between.length - between.trimStart().length
  return { start, end: Math.max(start, from + between.trimEnd().length) }
}

/** The text's letters as compared, each with where the character it comes of begins and ends. */
function foldedText(text: string) {
  const starts: number[] = []
  const ends: number[] = []
  let folded = ''
  let at = 0
  for (const character of text) {
    const plain = character
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\s\p{M}\p{Cc}\p{Cf}▁]/gu, '')
    for (let unit = 0; unit < plain.length; unit += 1) {
      starts.push(at)
      ends.push(at + character.length)
    }
    folded += plain
    at += character.length
  }
  return { folded, starts, ends }
}
