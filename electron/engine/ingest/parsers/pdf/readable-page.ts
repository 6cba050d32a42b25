import { englishDictionary } from '@engine/text/english/english-dictionary'
import type { PdfPage } from './pdf-document'
import type { Run } from './pdf-runs'

/** Larger shares of these among a page's characters are no writing of any language. */
const most = {
  /** Characters without a letter: controls, private use, not assigned, replaced. */
  codes: 0.1,
  /** Letters of scripts beside Latin, Greek and the page's own. */
  foreign: 0.15,
  /** Han characters that only dictionaries know. */
  rareHan: 0.08,
  /** Latin words without a vowel. */
  vowelless: 0.35,
}
/** What neither letters nor digits are, mostly, is written in codes; a page of dotted lines is not. */
const fewestLetters = 0.35
/** A page that looks wrong is still right where this share of its words is in the dictionary. */
const fewestKnown = 0.2
/** Fewer words or letters show nothing. */
const fewest = 20
/** UTF-16 units that a page is judged by. */
const enough = 3000

/**
 * Whether the text of a page is writing. It is not where the font does not tell which letters its glyphs are: what stands there
 * is then their numbers. Judged by what no language does; a page with too little text to judge counts as readable.
 */
export function hasReadableText({ directions, controls }: Pick<PdfPage, 'directions' | 'controls'>): boolean {
  const runs = directions.flat()
  const length = runs.reduce((sum, run) => sum + run.text.length, 0)
  if (length + controls < fewest) return true
  if (controls > (length + controls) * most.codes) return false
  const text = sampleOf(runs, length)
  if (countOf(text, /[\p{Co}\p{Cn}\ufffd]/gu) > text.length * most.codes) return false
  return !mixesScripts(text) && (!looksCoded(text) || isEnglish(text))
}

/** Runs from all over the page: every so many, so that about `enough` characters come together. */
function sampleOf(runs: readonly Run[], length: number): string {
  const step = Math.max(1, Math.floor(length / enough))
  return runs
    .filter((_, at) => at % step === 0)
    .map((run) => run.text)
    .join(' ')
}

/** Numbers of glyphs, taken for characters, fall into the scripts of the whole world. */
function mixesScripts(text: string): boolean {
  const others = text.match(/(?![\p{Script=Latin}\p{Script=Greek}])\p{L}/gu) ?? []
  if (others.length < fewest) return false
  const han = others.filter((letter) => eastAsian.test(letter)).length
  const rare = countOf(text, /[\u3400-\u4dbf\u{20000}-\u{3ffff}]/gu)
  if (han > others.length / 2) return rare > han * most.rareHan || others.length - han > others.length * most.foreign
  return others.length - largestScript(others) > others.length * most.foreign
}

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー]/u
const scripts = (
  'Cyrillic Arabic Hebrew Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan ' +
  'Myanmar Georgian Armenian Ethiopic Khmer Mongolian Cherokee'
)
  .split(' ')
  .map((name) => new RegExp(`\\p{Script=${name}}`, 'gu'))

function largestScript(letters: readonly string[]): number {
  const joined = letters.join('')
  return Math.max(...scripts.map((script) => countOf(joined, script)))
}

/** Letters moved by a fixed distance: signs where vowels stood, or words without any. */
function looksCoded(text: string): boolean {
  // Dots and lines that lead the eye say nothing.
  const plain = text.replace(/([^\p{L}\p{N}])(?:\s?\1){2,}/gu, ' ')
  const all = countOf(plain, /\S/gu)
  if (all < fewest) return false
  if (countOf(plain, /[\p{L}\p{M}\p{N}]/gu) < all * fewestLetters) return true
  const words = latinWords(plain)
  // A page in another script may well be full of abbreviations.
  if (countOf(plain, /\p{Script=Latin}/gu) < countOf(plain, /\p{L}/gu) * 0.7) return false
  const vowelless = words.filter((word) => !/[aeiouyæœø]/iu.test(word.normalize('NFD')))
  return words.length >= fewest && vowelless.length > words.length * most.vowelless
}

function isEnglish(text: string): boolean {
  const words = latinWords(text).slice(0, 200)
  const dictionary = englishDictionary()
  return words.length > 0 && words.filter((word) => dictionary.has(word)).length >= words.length * fewestKnown
}

function latinWords(text: string): string[] {
  return text.match(/\p{Script=Latin}{3,}/gu) ?? []
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
