import { chineseNumber } from '@engine/text/numbers'
import type { DatePart } from '../../tables/query-plan'
import type { AskedComparison } from './asked-comparison'
import type { AskedTime } from './asked-time'
import type { AskedToken } from './asked-tokens'
import { PhraseIndex } from './phrase-index'
import { type AskedOperation, tableLexicon } from './table-lexicon'

export type MarkKind = 'group' | 'sort' | 'which' | 'not' | 'without' | 'with' | 'and'

/** What a stretch of a question can mean before any table is looked at. */
export type AskedMeaning =
  | { readonly is: 'operation'; readonly operation: AskedOperation }
  | {
      readonly is: 'superlative'
      readonly direction: 'most' | 'least'
      readonly concept: string | null
      readonly most: number | null
    }
  | { readonly is: 'mark'; readonly mark: MarkKind }
  | { readonly is: 'part'; readonly part: DatePart }
  | { readonly is: 'number'; readonly value: number }
  | { readonly is: 'filler' }
  | { readonly is: 'concept'; readonly concept: string; readonly isName: boolean }
  | { readonly is: 'time'; readonly time: AskedTime }
  | { readonly is: 'compare'; readonly comparison: AskedComparison }

/** Half-open token numbers. */
export interface Mention<Meaning = AskedMeaning> {
  readonly from: number
  readonly to: number
  readonly meaning: Meaning
}

let known: PhraseIndex<AskedMeaning> | undefined

/** The words of the lexicon. Cutting them takes a twentieth of a start, so it waits for a question. */
function knownPhrases(): PhraseIndex<AskedMeaning> {
  if (known) return known
  const phrases = new PhraseIndex<AskedMeaning>()
  const { operations, superlatives, parts, concepts, fillers, numbers } = tableLexicon
  for (const { means, en, zh } of operations) phrases.addExact([...en, ...zh], { is: 'operation', operation: means })
  for (const { direction, concept = null, en, zh } of superlatives) {
    phrases.addExact([...en, ...zh], { is: 'superlative', direction, concept, most: null })
  }
  for (const mark of ['group', 'sort', 'which', 'not', 'without', 'with', 'and'] as const) {
    const { en, zh } = tableLexicon[mark]
    phrases.addExact([...en, ...zh], { is: 'mark', mark })
  }
  for (const { part, en, zh } of parts) phrases.addExact([...en, ...zh], { is: 'part', part })
  for (const { id, names, asked } of concepts) {
    phrases.addStems(names, { is: 'concept', concept: id, isName: true })
    phrases.addStems(asked, { is: 'concept', concept: id, isName: false })
  }
  phrases.addExact([...fillers.en, ...fillers.zh], { is: 'filler' })
  for (const [word, value] of Object.entries(numbers)) phrases.addExact([word], { is: 'number', value })
  known = phrases
  return phrases
}

/** What words mean whatever they stand beside. */
export function lexicalMentions(tokens: readonly AskedToken[]): Mention[] {
  const digits = tokens.flatMap((token, at): Mention[] => {
    const value = /^\d{1,3}$/u.test(token.text) ? Number(token.text) : 0
    return value > 0 ? [{ from: at, to: at + 1, meaning: { is: 'number', value } }] : []
  })
  const found = knownPhrases()
    .findIn(tokens)
    .filter((mention) => !isLimit(tokens, mention))
  return [...found, ...digits, ...firstOf(tokens)]
}

/** Behind 第一 they say which of several in their order: 第一周 has the most of nothing. */
const ordered = new Set('个天日周季年月次回批期届任章节步条款轮场班')

/** “May carry at most”, 最多能坐: what is allowed, which documents say; no row has the most of anything. */
function isLimit(tokens: readonly AskedToken[], { from, to, meaning }: Mention): boolean {
  if (meaning.is !== 'superlative') return false
  if (tokens[from]?.text === '第' && ordered.has(tokens[to]?.text ?? '')) return true
  return tokens[from - 1]?.lower === 'at' || /^[能可允准]/u.test(tokens[to]?.text ?? '')
}

const counters = '个名位家种类项款件条笔台张本只套次支间天月年'

/** 前三, 前5名: the most, and how many of them. */
function firstOf(tokens: readonly AskedToken[]): Mention[] {
  return tokens.flatMap((token, from): Mention[] => {
    if (token.text !== '前') return []
    let to = from + 1
    while (to < tokens.length && /^[\d一二三四五六七八九十两]+$/u.test(tokens[to]?.text ?? '')) to += 1
    const written = tokens
      .slice(from + 1, to)
      .map(({ text }) => text)
      .join('')
    const most = /^\d+$/u.test(written) ? Number(written) : (chineseNumber(written) ?? 0)
    if (!(most >= 1 && most <= 100)) return []
    const meaning = { is: 'superlative', direction: 'most', concept: null, most } as const
    return [to, counters.includes(tokens[to]?.text ?? '-') ? to + 1 : to].map((end) => ({ from, to: end, meaning }))
  })
}
