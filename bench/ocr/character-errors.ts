/**
 * The least number of characters to be changed, added or taken away until what was read is what is there (Levenshtein), white space
 * and hyphens at line ends left out; `letters` of the truth.
 */
export function characterErrors(wanted: string, read: string): { readonly letters: number; readonly errors: number } {
  const [truth, found] = [plain(wanted), plain(read)]
  let row = Array.from({ length: found.length + 1 }, (_, at) => at)
  for (const [at, letter] of truth.split('').entries()) {
    const next = [at + 1]
    for (const [place, other] of found.split('').entries()) {
      const same = (row[place] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(same, (next[place] ?? 0) + 1, (row[place + 1] ?? 0) + 1))
    }
    row = next
  }
  return { letters: truth.length, errors: row[found.length] ?? 0 }
}

/** One unit a character; curly and doubled quotation marks and full-width signs as the plain ones. */
function plain(text: string): string {
  return text
    .replace(/[-‐]\n/gu, '')
    .normalize('NFKC')
    .replace(/[“”„]/gu, '"')
    .replace(/[‘’]/gu, "'")
    .replace(/''/gu, '"')
    .replace(/\s+/gu, '')
    .replace(/[\ud800-\udfff]/gu, '')
}
