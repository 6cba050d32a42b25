import type { TermMatch } from '@engine/retrieval/terms/cross-language'
import { unitAt } from '@engine/text/units'
import { type AskedToken, nameKeys } from '../words/asked-tokens'
import { unitKey } from './header-facts'

/** A question in its words. */
interface Asked {
  readonly text: string
  readonly tokens: readonly AskedToken[]
  readonly terms: readonly TermMatch[]
}

/** Half-open token numbers, and what stands there. */
interface Stretch<Said> {
  readonly from: number
  readonly to: number
  readonly said: Said
}

/** What of a question is held against every table, made once. */
export interface AskedStretches {
  /** All that words are compared by. */
  readonly keys: ReadonlySet<string>
  /** What a cell may be, by the keys of its words, joined by spaces. */
  readonly cells: readonly Stretch<string>[]
  /** Units without a number before them, by `unitKey`. */
  readonly units: readonly Stretch<string>[]
  /** Names in the other language, each by the keys of its words, joined by spaces. */
  readonly translations: readonly Stretch<ReadonlySet<string>>[]
}

const known = new WeakMap<Asked, AskedStretches>()
const longest = { spaced: 6, han: 12 }
const mostTranslations = 4

export function stretchesOf(asked: Asked): AskedStretches {
  const made = known.get(asked) ?? {
    keys: new Set(asked.tokens.flatMap(({ keys }) => keys)),
    cells: cellsOf(asked),
    units: unitsOf(asked),
    translations: translationsOf(asked),
  }
  known.set(asked, made)
  return made
}

function cellsOf({ tokens }: Asked): Stretch<string>[] {
  return tokens.flatMap(({ isHan }, from) => {
    const ends = Math.min(tokens.length - from, isHan ? longest.han : longest.spaced)
    let said = ''
    return Array.from({ length: ends }, (_, at) => {
      const key = tokens[from + at]?.keys[0] ?? ''
      said = at === 0 ? key : `${said} ${key}`
      return { from, to: from + at + 1, said }
    })
  })
}

function unitsOf({ text, tokens }: Asked): Stretch<string>[] {
  return tokens.flatMap(({ lower, start, isHan }, at) => {
    const named = isHan ? unitAt(text, start) : unitAt(lower, 0)
    if (!named || /[\d.]\s*$/u.test(text.slice(0, start))) return []
    if (!isHan && (named.end !== lower.length || lower.length < 2)) return []
    const to = isHan ? tokens.findLastIndex(({ end }) => end <= named.end) + 1 : at + 1
    return isHan && to - at < 2 ? [] : [{ from: at, to, said: unitKey(named.unit) }]
  })
}

function translationsOf({ tokens, terms }: Asked): Stretch<ReadonlySet<string>>[] {
  return terms.flatMap(({ start, end, translations }) => {
    const from = tokens.findIndex((token) => token.start >= start)
    const to = tokens.findLastIndex((token) => token.end <= end) + 1
    if (from < 0 || to <= from || tokens.slice(from, to).every(({ isFree }) => isFree)) return []
    const names = translations.slice(0, mostTranslations).map((one) => nameKeys(one).join(' '))
    return [{ from, to, said: new Set(names) }]
  })
}
