import { abbreviations, capitalAbbreviations, irregularPlurals, spellings, uninflected } from './english-lexicon'
import type { NameWord } from './normal-name'

const our = /^(arm|behavi|col|endeav|fav|flav|glam|harb|hon|hum|lab|neighb|od|parl|rig|rum|sav|sav|tum|vap|vig)our/u
const ise = /([^aeiouvc])is(e|ed|er|ing|ation)$/u

/** One word for its plural, its British spelling and its usual short form; of persons' names only the last. */
export function canonicalWords(word: NameWord, isPerson: boolean): readonly string[] {
  if (word.kind !== 'word') return [word.text]
  const inCapitals = /^\p{Lu}+$/u.test(word.raw) ? capitalAbbreviations.get(word.text) : undefined
  if (inCapitals) return inCapitals.split(' ').map((part) => (isPerson ? part : singular(part)))
  const long = abbreviations.get(word.text) ?? word.text
  if (isPerson) return [long]
  return [american(singular(/^\p{Lu}{2,}s$/u.test(word.raw) ? long.slice(0, -1) : long))]
}

function singular(word: string): string {
  const known = irregularPlurals.get(word)
  if (known) return known
  if (word.length <= 3 || !/^[a-z]+s$/u.test(word) || uninflected.has(word) || /(?:ss|us|is)$/u.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  return /(?:ss|sh|ch|x|zz)es$/u.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

function american(word: string): string {
  const known = spellings.get(word)
  if (known) return known
  const plain = word.includes('our') ? word.replace(our, '$1or') : word
  return plain.length >= 7 && plain.includes('is') ? plain.replace(ise, '$1iz$2') : plain
}
