/**
 * How alike two long words one slip of the pen apart are: 0.7 for a letter doubled or not, 0.6 for one left out or put in,
 * 0.45 for one exchanged; undefined for anything else. Not at the ends of a word, where a letter makes another word
 * (Adrian, Adriana; Gambia, Zambia), and never for letters that changed places: those are anagrams.
 */
export function slipBetween(a: string, b: string): number | undefined {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short === long || long.length - short.length > 1 || !/^[a-z]+$/u.test(short + long)) return undefined
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (at === 0) return undefined
  if (short.length === long.length) {
    const isExchanged = short.slice(at + 1) === long.slice(at + 1) && at < short.length - 1
    return isExchanged && short.length >= 9 ? 0.45 : undefined
  }
  if (short.slice(at) !== long.slice(at + 1)) return undefined
  if (long[at] === long[at - 1]) return short.length >= 5 ? 0.7 : undefined
  return at < short.length && short.length >= 8 ? 0.6 : undefined
}

/** What a word looks like with one letter left out, and as it is: two words one slip apart have one of these in common. */
export function deletionsOf(word: string): string[] {
  if (word.length < 5 || word.length > 24 || !/^[a-z]+$/u.test(word)) return []
  const deletions = [word]
  for (let at = 1; at < word.length; at += 1) deletions.push(word.slice(0, at) + word.slice(at + 1))
  return deletions
}
