import { stemmer } from 'stemmer'
import spellings from '@resources/lexicon/english-spellings.json'

/** Forms that no rule of spelling leads back to their word. Those that are words of their own (left, found) stay out. */
const irregular = new Map(
  spellings.irregular.flatMap(([word = '', ...forms]) => forms.map((form): [string, string] => [form, word])),
)

/** British words by their American spelling, where an ending alone does not tell. */
const american = new Map(spellings.american.map(([british = '', word = '']): [string, string] => [british, word]))

/** colour, neighbourhood, favourite: the words whose -our is -or elsewhere (not hour, tour, source). */
const our =
  /^(arm|behavi|cand|cl?am|col|demean|disfav|dishon|endeav|fav|ferv|flav|glam|harb|hon|hum|lab|neighb|od|parl|ranc|rig|rum|sav|savi|splend|tum|val|vap|vig|discol)our(?=$|s|e|i|a|f|h|l)/u
/** -ise is -ize elsewhere. Words that have no other form (exercise) change on both sides, which harms nothing. */
const ise = /([^aeiouvc])is(e|ed|es|er|ers|ing|ation|ations)$/u
const yse = /(anal|paral|catal|dial|hydrol)ys(e|ed|er|ers|ing)$/u

/** The stem of an English word in small letters (Porter), one for all forms and for both spellings. */
export function englishStem(word: string): string {
  const base = irregular.get(word)
  if (base) return stemmer(base)
  return stemmer(word.length > 3 ? americanSpelling(word) : word)
}

/** The American spelling of a word in small letters; itself where there is no other. */
export function americanSpelling(word: string): string {
  const whole = american.get(word)
  if (whole) return whole
  const singular = word.endsWith('s') ? american.get(word.slice(0, -1)) : undefined
  if (singular) return singular
  if (word.includes('our')) return word.replace(our, '$1or')
  if (word.length >= 7 && word.includes('is')) return word.replace(ise, '$1iz$2')
  return word.includes('ys') ? word.replace(yse, '$1yz$2') : word
}

/** The word that an irregular form (mice, analyses) is of; itself for any other word. In small letters. */
export function singularOfIrregular(word: string): string {
  return irregular.get(word) ?? word
}
