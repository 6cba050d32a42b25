import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { forgettable } from '../loading/forgettable'
import { americanSpelling } from './english-words'

export interface EnglishDictionary {
  /** Whether this is how an English word is spelt, in any of its forms, British or American; capitals do not count. */
  has(word: string): boolean
}

/** One way of the dictionary to make a word of another: `strip` gives way to `add` where the end (or beginning) fits. */
interface Affix {
  readonly flag: string
  readonly strip: string
  readonly add: string
  readonly fits: RegExp
}

interface Affixes {
  readonly prefixes: readonly Affix[]
  readonly suffixes: readonly Affix[]
}

const known = forgettable(load)

/** The words of `dictionary-en`, read at the first call and kept until a rest. At once: waiting would take longer on a busy machine. */
export function englishDictionary(): EnglishDictionary {
  return known.get()
}

function load(): EnglishDictionary {
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve('dictionary-en'))
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  return parseDictionary(read('index.dic'), read('index.aff'))
}

/** Reads a Hunspell dictionary and its affixes, as far as they tell whether a word exists: one prefix, one suffix. */
export function parseDictionary(dic: string, aff: string): EnglishDictionary {
  const flagsOf = readWords(dic)
  const affixes = readAffixes(aff)
  const has = (word: string) => isMade(word, '', flagsOf, affixes.suffixes) || isPrefixed(word, flagsOf, affixes)
  return {
    has(word) {
      const lower = word.toLowerCase()
      return [lower, americanSpelling(lower), withSingleL(lower)].some(has)
    },
  }
}

/** Base words in small letters, with the letters of all affixes they take. One pass: cutting all lines apart takes longer. */
function readWords(dic: string): ReadonlyMap<string, string> {
  const flagsOf = new Map<string, string>()
  for (let from = 0; from < dic.length;) {
    const found = dic.indexOf('\n', from)
    const end = found === -1 ? dic.length : found
    const slash = dic.indexOf('/', from)
    const cut = slash === -1 || slash > end ? end : slash
    const word = dic.slice(from, cut).toLowerCase()
    flagsOf.set(word, (flagsOf.get(word) ?? '') + dic.slice(cut + 1, end))
    from = end + 1
  }
  return flagsOf
}

/** British English doubles an l before an ending: travelling, modelled. */
function withSingleL(word: string): string {
  return word.replace(/([aeiou])ll(?=(?:ed|ing|ings|er|ers|or|ors)$)/u, '$1l')
}

function isPrefixed(word: string, flagsOf: ReadonlyMap<string, string>, { prefixes, suffixes }: Affixes): boolean {
  return prefixes.some(
    ({ add, flag }) => word.startsWith(add) && isMade(word.slice(add.length), flag, flagsOf, suffixes),
  )
}

/** Whether a word is in the dictionary, itself or by a suffix, and takes the affix `also`; any does where that is empty. */
function isMade(word: string, also: string, flagsOf: ReadonlyMap<string, string>, suffixes: readonly Affix[]): boolean {
  if (flagsOf.get(word)?.includes(also)) return true
  return suffixes.some(({ flag, strip, add, fits }) => {
    if (!word.endsWith(add)) return false
    const base = word.slice(0, -add.length) + strip
    const flags = flagsOf.get(base)
    return flags !== undefined && flags.includes(flag) && flags.includes(also) && fits.test(base)
  })
}

const affixLine = /^(PFX|SFX)\s+(\S)\s+(\S+)\s+(\S+)\s+(\S+)\s*$/u

function readAffixes(aff: string): Affixes {
  const prefixes: Affix[] = []
  const suffixes: Affix[] = []
  for (const line of aff.split('\n')) {
    const [, kind, flag = '', strip = '', added = '', condition = ''] = affixLine.exec(line) ?? []
    if (kind === undefined) continue
    const [add = ''] = added.split('/')
    const fits = new RegExp(kind === 'SFX' ? `${condition}$` : `^${condition}`, 'u')
    ;(kind === 'SFX' ? suffixes : prefixes).push({ flag, strip: strip === '0' ? '' : strip, add, fits })
  }
  return { prefixes, suffixes }
}
