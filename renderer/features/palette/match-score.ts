/** How a text is compared: width, case and accents do not matter. */
export function folded(text: string): string {
  // Most names are ASCII, and there may be ten thousand of them.
  if (/^[ -~]*$/u.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/**
 * How well a query names something, by the best of its names; 0 where it does not. Every word of the query must be
 * found: at the start, at the start of a word, inside, or letter by letter in order, in falling worth. Both are folded.
 */
export function matchScore(names: readonly string[], query: string): number {
  const words = query.split(/\s+/u).filter((word) => word !== '')
  if (words.length === 0) return 1
  return Math.max(0, ...names.map((name) => scoreOf(name, words)))
}

function scoreOf(name: string, words: readonly string[]): number {
  const scores = words.map((word) => wordScore(name, word))
  if (scores.includes(0)) return 0
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  // Of two equal matches the shorter name is meant.
  return mean - Math.min(name.length, 200) / 20_000
}

function wordScore(name: string, word: string): number {
  const at = name.indexOf(word)
  if (at === 0) return 1
  if (at > 0) return startsWord(name, word) ? 0.9 : 0.7
  return isScattered(name, word) ? 0.3 : 0
}

function startsWord(name: string, word: string): boolean {
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(name[at - 1] ?? '')) return true
  }
  return false
}

/** Letters in order with gaps, for abbreviations: from the start of some word, or almost everything would match. */
function isScattered(name: string, word: string): boolean {
  if (word.length < 2 || name.length > 120 || !/^[a-z0-9]+$/u.test(word) || !hasInOrder(name, word, 0)) return false
  const starts = [...name.matchAll(/(?<![a-z0-9])[a-z0-9]/gu)].map(({ index }) => index)
  return starts.some((start) => name[start] === word[0] && hasInOrder(name, word, start))
}

function hasInOrder(name: string, word: string, start: number): boolean {
  let at = start - 1
  for (const letter of word) {
    at = name.indexOf(letter, at + 1)
    if (at < 0) return false
  }
  return true
}
