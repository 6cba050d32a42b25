/** Folds a text for comparison: case, width and other forms of a character make no difference. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

const snippetLength = 120
/** UTF-16 units of a snippet before the match. */
const lead = 40

/** About 120 characters of a text around the first of these folded words, on one line; its beginning where none is in it. */
export function snippetAround(text: string, words: readonly string[]): string {
  const folded = fold(text)
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place !== -1)
  const match = places.length === 0 ? 0 : originalOffset(text, Math.min(...places))
  const characters = Array.from(text)
  const start = Math.max(0, Math.min(match - lead, characters.length - snippetLength))
  const end = Math.min(characters.length, start + snippetLength)
  const part = characters.slice(start, end).join('').replaceAll(/\s+/gu, ' ').trim()
  return `${start > 0 ? '…' : ''}${part}${end < characters.length ? '…' : ''}`
}

/** The character of `text` (by code points) that stands at a UTF-16 offset of its folded form. */
function originalOffset(text: string, foldedOffset: number): number {
  let length = 0
  let at = 0
  for (const character of text) {
    length += fold(character).length
    if (length > foldedOffset) break
    at += 1
  }
  return at
}
