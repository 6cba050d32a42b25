import type { Language } from '@engine/text/language'
import type { Candidate } from './span-candidates'
import type { Token } from './tokens/answer-token'
import { lettersOf, mostAround, type Wanted } from './wanted-kind'

const inChunk = new Set<Token['kind']>([
  'determiner',
  'adjective',
  'noun',
  'name',
  'number',
  'person',
  'place',
  'time',
  'measure',
])

/** Noun phrases by word classes alone: for each token the number of the phrase it stands in, 0 for none. */
export function chunksOf(tokens: readonly Token[]): number[] {
  let current = 0
  let open = false
  return tokens.map((token, at) => {
    const joins = token.text === '-' || token.text === '&' || token.text === '的'
    const inside = inChunk.has(token.kind) || (joins && open && inChunk.has(tokens[at + 1]?.kind ?? 'other'))
    const starts = inside && (!open || token.kind === 'determiner')
    if (starts) current += 1
    open = inside
    return inside ? current : 0
  })
}

/** A sentence as the short answer's scorer sees it. */
export interface AnsweringSentence {
  readonly tokens: readonly Token[]
  /** Which tokens the question has, too. */
  readonly asked: readonly boolean[]
  /** See `chunksOf`. */
  readonly chunks: readonly number[]
  /** How much each of those tells: 0 for tokens the question has not. */
  readonly weights: readonly number[]
  /** Share of the question's weight in this sentence, and in it with half of what only the one before has. */
  readonly covered: number
  readonly coveredWithBefore: number
  /** `covered` relative to the best sentence's. */
  readonly relative: number
  /** Its passage's score relative to the best passage's. */
  readonly passage: number
  /** 0 for the best sentence. */
  readonly rank: number
}

export type AddFeature = (name: string, value: number) => void

/** What a run of words looks like: what kind of thing it names. */
export type Look =
  | 'time'
  | 'percent'
  | 'money'
  | 'number'
  | 'person'
  | 'place'
  | 'name'
  | 'named'
  | 'action'
  | 'clause'
  | 'quality'
  | 'thing'
  | 'other'

const times: Record<Language, RegExp> = {
  en: /\b(?:1\d|20)\d\d\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December|century|centuries|BC|AD|decade|morning|night|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b|\b\d{3,4}s\b/u,
  zh: /[\d一二三四五六七八九十〇零]+\s*(?:年|月|日|世纪)|[早晚]期|时代|[上中下]旬/u,
}
const amounts: Record<Language, RegExp> = {
  en: /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|billion|half|third|quarter|percent)\b/iu,
  zh: /[\d一二三四五六七八九十百千万亿两半几]/u,
}

/** Characters of a date with its time of day. */
const longestTime = 20

export function lookOf(run: readonly Token[], text: string, language: Language): Look {
  const has = (kind: Token['kind']) => run.some((token) => token.kind === kind)
  const isShort = language === 'zh' ? text.length <= longestTime : run.length <= 8
  if (isShort && times[language].test(text)) return 'time'
  if (run.length <= 5 && has('number') && amounts[language].test(text)) {
    if (/%|per ?cent|百分/u.test(text)) return 'percent'
    return /[$£€¥元]|dollar|euro|pound|yuan/iu.test(text) ? 'money' : 'number'
  }
  if (run.length <= 4 && has('person')) return 'person'
  if (run.length <= 4 && has('place')) return 'place'
  if (has('name') && !has('verb')) return run.every(({ kind }) => kind === 'name') ? 'name' : 'named'
  if (has('verb') || has('auxiliary')) return run[0]?.kind === 'verb' ? 'action' : 'clause'
  if (run.every(({ kind }) => kind === 'adjective' || kind === 'adverb')) return 'quality'
  return has('noun') ? 'thing' : 'other'
}

const bucket = (length: number) => (length <= 4 ? length : length <= 6 ? 5 : length <= 8 ? 7 : 9)
const opens = /["“《「『(（]/u
const closes = /["”》」』)）]/u

/**
 * Tells `add` everything the scorer knows of one candidate. Names are stable: the fitted weights are kept by name. `near`
 * is the candidate's closeness to what the question mentions, see `closeness`.
 */
export function describe(
  { first, last }: Candidate,
  sentence: AnsweringSentence,
  { kind, focus, focusEnd, form, left, right, justLeft, justRight, pairsLeft, pairsRight }: Wanted,
  language: Language,
  near: number,
  add: AddFeature,
): void {
  const { tokens, asked } = sentence
  const run = tokens.slice(first, last + 1)
  const opening = tokens[first]
  const closing = tokens[last]
  if (!opening || !closing) return
  const before = tokens[first - 1]
  const after = tokens[last + 1]
  const length = run.length
  const text = run.map((token) => token.text).join(language === 'zh' ? '' : ' ')
  const look = lookOf(run, text, language)
  const hits = asked.slice(first, last + 1).filter(Boolean).length

  add(`${language} ${look}`, 1)
  add(`${kind} ${look}`, 1)
  add(`${language} ${kind} ${look}`, 1)

  add('near', near)
  add(`${kind} near`, near)
  add('covered', sentence.covered)
  add('covered before', sentence.coveredWithBefore)
  add('relative', sentence.relative)
  add('passage', sentence.passage)
  add(`rank ${sentence.rank}`, 1)

  add('length', Math.log(length))
  add(`${language} length ${bucket(length)}`, 1)
  add(`${kind} length ${bucket(length)}`, 1)

  add(`${language} first ${opening.kind}`, 1)
  add(`${language} last ${closing.kind}`, 1)
  add(`${language} before ${before?.kind ?? 'start'}`, 1)
  add(`${language} after ${after?.kind ?? 'end'}`, 1)
  add(`${language} opens ${before?.kind ?? 'start'} ${opening.kind}`, 1)
  add(`${language} closes ${closing.kind} ${after?.kind ?? 'end'}`, 1)
  if (before?.light !== false) add(`${language} word before ${before?.text.toLowerCase() ?? ''}`, 1)
  if (after?.light !== false) add(`${language} word after ${after?.text.toLowerCase() ?? ''}`, 1)
  if (before?.light) add(`${kind} word before ${before.text.toLowerCase()}`, 1)
  if (opening.light) add(`${language} first word ${opening.text.toLowerCase()}`, 1)
  if (language === 'zh') add(`${kind} last character ${text.at(-1) ?? ''}`, 1)

  if (hits > 0) add('repeats', 1)
  add('share repeated', hits / length)
  const askedBefore = asked[first - 1] === true
  const askedAfter = asked[last + 1] === true
  if (askedBefore) {
    add(`asked before ${before?.kind ?? ''}`, 1)
    add(`${kind} asked before`, 1)
  }
  if (askedAfter) {
    add(`asked after ${after?.kind ?? ''}`, 1)
    add(`${kind} asked after`, 1)
  }
  if (askedBefore && askedAfter) add('between', 1)

  if (run.some((token) => token.kind === 'verb')) {
    add('verb', 1)
    add(`${kind} verb`, 1)
  }
  const chunkFirst = sentence.chunks[first] ?? 0
  const chunkLast = sentence.chunks[last] ?? 0
  const startsChunk = chunkFirst !== (sentence.chunks[first - 1] ?? 0) || before?.kind === 'determiner'
  const endsChunk = chunkLast !== (sentence.chunks[last + 1] ?? 0)
  const shape = chunkFirst === 0 || chunkLast === 0 ? 'loose' : chunkFirst === chunkLast ? 'one' : 'several'
  add(`${language} ${shape} ${startsChunk ? 'from its start' : 'cut'} ${endsChunk ? 'to its end' : 'cut'}`, 1)
  add(`${kind} ${shape} ${startsChunk && endsChunk ? 'whole' : 'cut'}`, 1)
  add(`${kind} ${look} near`, near)
  const wholeRest = tokens.some(
    (token, at) =>
      !token.light && !asked[at] && (at < first || at > last) && sentence.chunks[at] === chunkFirst && chunkFirst > 0,
  )
  if (wholeRest) add(`${kind} leaves words`, 1)
  const nearestVerb = [before, tokens[first - 2], after, tokens[last + 2]].findIndex((token) => token?.kind === 'verb')
  if (nearestVerb >= 0) {
    const where = [first - 1, first - 2, last + 1, last + 2][nearestVerb] ?? -1
    add(`verb ${nearestVerb}${asked[where] ? ' asked' : ''}`, 1)
    add(`${kind} verb ${nearestVerb}${asked[where] ? ' asked' : ''}`, 1)
  }

  add('commas', run.filter((token) => token.kind === 'punctuation').length)
  add('light', run.filter((token) => token.light).length / length)
  if (closing.light) add(`${language} last light`, 1)
  if (opens.test(before?.text ?? '') && closes.test(after?.text ?? '')) add('quoted', 1)
  if ((text.match(/[(（《“]/gu)?.length ?? 0) !== (text.match(/[)）》”]/gu)?.length ?? 0)) add('unbalanced', 1)
  if (language === 'en' && run.every((token) => /^\p{Lu}/u.test(token.text))) {
    add('capitals', 1)
    add(`${kind} capitals`, 1)
    const more = /^\p{Lu}/u.test(before?.text ?? '') || /^\p{Lu}/u.test(after?.text ?? '')
    if (more) add('cut name', 1)
  }

  const isIn = (token: Token | undefined, terms: ReadonlySet<string>) =>
    token !== undefined && terms.size > 0 && token.terms.some((term) => terms.has(term))
  let leftOfLeft = 0
  let leftOfRight = 0
  let rightOfLeft = 0
  let rightOfRight = 0
  let verbSide = 'no verb'
  let verbGap = Infinity
  for (const [at, token] of tokens.entries()) {
    if (at >= first && at <= last) continue
    const weight = sentence.weights[at] ?? 0
    if (weight > 0) {
      if (isIn(token, left)) {
        if (at < first) leftOfLeft += weight
        else rightOfLeft += weight
      }
      if (isIn(token, right)) {
        if (at < first) leftOfRight += weight
        else rightOfRight += weight
      }
    }
    if (token.kind === 'verb' && asked[at]) {
      const gap = at < first ? first - at : at - last
      if (gap < verbGap) {
        verbGap = gap
        verbSide = at < first ? 'verb before' : 'verb after'
      }
    }
  }
  const all = leftOfLeft + leftOfRight + rightOfLeft + rightOfRight
  if (all > 0) {
    add(`${form} left`, (leftOfLeft + leftOfRight) / all)
    add(`${kind} ${form} left`, (leftOfLeft + leftOfRight) / all)
    add(`${form} kept places`, (leftOfLeft + rightOfRight) / all)
    add(`${form} swapped places`, (leftOfRight + rightOfLeft) / all)
  }
  add(`${form} ${verbSide}`, 1)
  add(`${kind} ${form} ${verbSide}`, 1)
  if (before?.text.toLowerCase() === 'by') add(`${form} by`, 1)
  if (isIn(before, justLeft)) add(`${language} same word before`, 1)
  if (isIn(after, justRight)) add(`${language} same word after`, 1)
  if (isIn(before, right)) add(`${form} right word before`, 1)
  if (isIn(after, right)) add(`${form} right word after`, 1)

  if (language === 'zh') {
    const behind = textAround(tokens.slice(Math.max(0, first - mostAround), first)).slice(-mostAround)
    const ahead = textAround(tokens.slice(last + 1, last + 1 + mostAround)).slice(0, mostAround)
    const kept = [shareOfPairs(pairsLeft, behind), shareOfPairs(pairsRight, ahead)] as const
    const crossed = [shareOfPairs(pairsLeft, ahead), shareOfPairs(pairsRight, behind)] as const
    add('pairs left', kept[0])
    add('pairs right', kept[1])
    add('pairs both', Math.sqrt(kept[0] * kept[1]))
    add('pairs crossed left', crossed[0])
    add('pairs crossed right', crossed[1])
    add(`${kind} pairs`, Math.max(...kept))
    add(`${kind} pairs crossed`, Math.max(...crossed))
  }

  if (focus.size > 0) {
    const isFocus = (token: Token | undefined) => token?.terms.some((term) => focus.has(term)) === true
    if (run.some(isFocus)) add(`${kind} focus inside`, 1)
    if (isFocus(closing)) add('focus last', 1)
    if (isFocus(after)) add(`${kind} focus after`, 1)
    if (isFocus(before)) add(`${kind} focus before`, 1)
  }
  if (focusEnd !== '' && text.endsWith(focusEnd)) add('focus end', 1)
}

/** How near each token is to what the question mentions: the weights of those tokens, each falling with the distance. */
export function closeness(
  { tokens, weights }: Pick<AnsweringSentence, 'tokens' | 'weights'>,
  { first, last }: Candidate,
): number {
  let near = 0
  let total = 0
  for (let at = 0; at < tokens.length; at += 1) {
    const weight = weights[at] ?? 0
    if (weight === 0) continue
    total += weight
    if (at < first) near += weight / (1 + (first - at - 1) / 3)
    else if (at > last) near += weight / (1 + (at - last - 1) / 3)
  }
  return total > 0 ? near / total : 0
}

function textAround(tokens: readonly Token[]): string {
  return lettersOf(tokens.map(({ text }) => text).join(''))
}

/** Share of pairs of characters that stand in a text. */
function shareOfPairs(pairs: readonly string[], text: string): number {
  if (pairs.length === 0) return 0
  return pairs.filter((pair) => text.includes(pair)).length / pairs.length
}
