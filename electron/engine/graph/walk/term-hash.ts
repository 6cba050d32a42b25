/**
 * 32-bit FNV-1a over UTF-16 units (Fowler, Noll, Vo). Whether a passage holds a word is asked of millions of passages and words,
 * and a number takes a tenth of the memory; two words in a billion pairs meet, which moves one score a little.
 */
export function termHash(term: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < term.length; at += 1) {
    hash ^= term.charCodeAt(at)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}
