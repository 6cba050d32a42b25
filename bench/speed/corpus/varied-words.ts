const syllables = 'bdfghklmnprstvwz'.split('').flatMap((first) => 'aeiou'.split('').map((second) => first + second))
/** How many invented words there are; the commonest stands in about one of twelve places. */
const vocabulary = 200_000
/** Shares of words, names and pairs of Chinese characters that are replaced. */
const replaced = { word: 0.5, name: 0.7, pair: 0.35 }
const word = /\p{L}{5,}/gu
const pair = /\p{Script=Han}{2}/gu

/**
 * Puts invented words into a sentence, some often and most of them seldom (Zipf's law), so that a large library made of few sentences
 * has the many rare words and names that real ones have. `characters` are what Chinese words are made of.
 */
export function varied(sentence: string, random: () => number, characters: readonly string[]): string {
  const rank = () => Math.floor(vocabulary ** random())
  if (/\p{Script=Han}/u.test(sentence)) {
    return sentence.replaceAll(pair, (old) => (random() < replaced.pair ? chineseWord(rank(), characters) : old))
  }
  return sentence.replaceAll(word, (old, at: number) => {
    const isName = at > 0 && /^\p{Lu}/u.test(old)
    if (random() >= (isName ? replaced.name : replaced.word)) return old
    const invented = englishWord(rank())
    return isName ? invented.charAt(0).toUpperCase() + invented.slice(1) : invented
  })
}

/** Of two syllables or more; another one for each rank. */
function englishWord(rank: number): string {
  let made = ''
  for (let rest = rank + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length)) {
    made += syllables[rest % syllables.length] ?? ''
  }
  return made
}

function chineseWord(rank: number, characters: readonly string[]): string {
  const [first, second] = [rank % characters.length, Math.floor(rank / characters.length) % characters.length]
  return `${characters[first] ?? ''}${characters[second] ?? ''}`
}
