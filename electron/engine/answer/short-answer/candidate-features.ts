import { isCapitalised } from '@engine/text/letters'
import type { Language } from '@engine/text/language'
import type { AnsweringSentence } from './answering-sentence'
import type { Look } from './candidate-look'
import type { Candidate } from './span-candidates'
import type { Token } from './tokens/answer-token'
import { lettersOf, maxAround, type Wanted } from './tokens/around-question-word'

export type AddFeature = (name: string, value: number) => void

/** What the features of a sentence's candidates are taken from. */
export interface FeatureSource {
  readonly sentence: AnsweringSentence
  readonly wanted: Wanted
  readonly language: Language
}

export interface FeatureCandidate extends Candidate {
  readonly look: Look
  /** Its words, see `textOf`. */
  readonly text: string
}

/** A candidate and what stands beside it, read once for all its features. */
interface CandidateContext extends FeatureSource, FeatureCandidate {
  readonly run: readonly Token[]
  readonly opening: Token
  readonly closing: Token
  readonly before: Token | undefined
  readonly after: Token | undefined
  /** Closeness to what the question mentions, see `closeness`. */
  readonly near: number
}

const bucket = (length: number) => (length <= 4 ? length : length <= 6 ? 5 : length <= 8 ? 7 : 9)

const opens = new Set('"“《「『(（')
const closes = new Set('"”》」』)）')

/** Passes a candidate's features to `add`. Fitted weights go by their names, and sums to the digit by their order. */
export function addFeatures(own: FeatureCandidate, source: FeatureSource, add: AddFeature): void {
  const { first, last, text, look } = own
  const { sentence, language } = source
  const { tokens } = sentence
  const opening = tokens[first]
  const closing = tokens[last]
  if (!opening || !closing) return
  const candidate: CandidateContext = {
    ...source,
    first,
    last,
    run: tokens.slice(first, last + 1),
    text,
    look,
    opening,
    closing,
    before: tokens[first - 1],
    after: tokens[last + 1],
    near: closeness(sentence, own),
  }
  addKind(candidate, add)
  addSentence(candidate, add)
  addEdges(candidate, add)
  addRepetition(candidate, add)
  addChunk(candidate, add)
  addNearestVerb(candidate, add)
  addWriting(candidate, add)
  addSides(candidate, add)
  if (language === 'zh') addCharacterPairs(candidate, add)
  addFocus(candidate, add)
}

function addKind({ language, wanted: { kind }, look }: CandidateContext, add: AddFeature): void {
  add(`${language} ${look}`, 1)
  add(`${kind} ${look}`, 1)
  add(`${language} ${kind} ${look}`, 1)
}

function addSentence({ sentence, wanted: { kind }, near }: CandidateContext, add: AddFeature): void {
  add('near', near)
  add(`${kind} near`, near)
  add('covered', sentence.covered)
  add('covered before', sentence.coveredWithBefore)
  add('relative', sentence.relative)
  add('passage', sentence.passage)
  add(`rank ${sentence.rank}`, 1)
}

/** Its length, and the words at its ends and next to them. */
function addEdges(candidate: CandidateContext, add: AddFeature): void {
  const { run, text, opening, closing, before, after, language } = candidate
  const { kind } = candidate.wanted
  const length = run.length
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
}

/** What it, and the words next to it, repeat of the question. */
function addRepetition({ sentence, wanted, first, last, run, before, after }: CandidateContext, add: AddFeature): void {
  const { asked } = sentence
  const { kind } = wanted
  const hits = asked.slice(first, last + 1).filter(Boolean).length
  if (hits > 0) add('repeats', 1)
  add('share repeated', hits / run.length)
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
}

/** Whether the candidate is a noun phrase, several, or part of a phrase. */
function addChunk(
  { sentence, wanted, language, first, last, run, look, before, near }: CandidateContext,
  add: AddFeature,
) {
  const { tokens, asked, chunks } = sentence
  const { kind } = wanted
  if (run.some((token) => token.kind === 'verb')) {
    add('verb', 1)
    add(`${kind} verb`, 1)
  }
  const chunkFirst = chunks[first] ?? 0
  const chunkLast = chunks[last] ?? 0
  const startsChunk = chunkFirst !== (chunks[first - 1] ?? 0) || before?.kind === 'determiner'
  const endsChunk = chunkLast !== (chunks[last + 1] ?? 0)
  const shape = chunkFirst === 0 || chunkLast === 0 ? 'loose' : chunkFirst === chunkLast ? 'one' : 'several'
  add(`${language} ${shape} ${startsChunk ? 'from its start' : 'cut'} ${endsChunk ? 'to its end' : 'cut'}`, 1)
  add(`${kind} ${shape} ${startsChunk && endsChunk ? 'whole' : 'cut'}`, 1)
  add(`${kind} ${look} near`, near)
  const wholeRest = tokens.some(
    (token, at) =>
      !token.light && !asked[at] && (at < first || at > last) && chunks[at] === chunkFirst && chunkFirst > 0,
  )
  if (wholeRest) add(`${kind} leaves words`, 1)
}

function addNearestVerb({ sentence, wanted: { kind }, first, last }: CandidateContext, add: AddFeature): void {
  const places = [first - 1, first - 2, last + 1, last + 2]
  const nearest = places.findIndex((at) => sentence.tokens[at]?.kind === 'verb')
  if (nearest < 0) return
  const isAsked = sentence.asked[places[nearest] ?? -1]
  add(`verb ${nearest}${isAsked ? ' asked' : ''}`, 1)
  add(`${kind} verb ${nearest}${isAsked ? ' asked' : ''}`, 1)
}

/** Punctuation, grammar words and capital letters. */
function addWriting({ run, closing, before, after, language, wanted }: CandidateContext, add: AddFeature): void {
  add('commas', run.filter((token) => token.kind === 'punctuation').length)
  add('light', run.filter((token) => token.light).length / run.length)
  if (closing.light) add(`${language} last light`, 1)
  if (opens.has(before?.text ?? '') && closes.has(after?.text ?? '')) add('quoted', 1)
  if (language === 'en' && run.every((token) => isCapitalised(token.text))) {
    add('capitals', 1)
    add(`${wanted.kind} capitals`, 1)
    const more = isCapitalised(before?.text ?? '') || isCapitalised(after?.text ?? '')
    if (more) add('cut name', 1)
  }
}

/** On which side of it the words stand that the question has before and after its question word. */
function addSides({ sentence, wanted, language, first, last, before, after }: CandidateContext, add: AddFeature): void {
  const { kind, form, left, right, justLeft, justRight } = wanted
  let leftOfLeft = 0
  let leftOfRight = 0
  let rightOfLeft = 0
  let rightOfRight = 0
  for (const [at, token] of sentence.tokens.entries()) {
    const weight = sentence.weights[at] ?? 0
    if (weight <= 0 || (at >= first && at <= last)) continue
    if (isIn(token, left)) {
      if (at < first) leftOfLeft += weight
      else rightOfLeft += weight
    }
    if (isIn(token, right)) {
      if (at < first) leftOfRight += weight
      else rightOfRight += weight
    }
  }
  const all = leftOfLeft + leftOfRight + rightOfLeft + rightOfRight
  if (all > 0) {
    add(`${form} left`, (leftOfLeft + leftOfRight) / all)
    add(`${kind} ${form} left`, (leftOfLeft + leftOfRight) / all)
    add(`${form} kept places`, (leftOfLeft + rightOfRight) / all)
    add(`${form} swapped places`, (leftOfRight + rightOfLeft) / all)
  }
  const verbSide = sideOfVerb(sentence, first, last)
  add(`${form} ${verbSide}`, 1)
  add(`${kind} ${form} ${verbSide}`, 1)
  if (before?.text.toLowerCase() === 'by') add(`${form} by`, 1)
  if (isIn(before, justLeft)) add(`${language} same word before`, 1)
  if (isIn(after, justRight)) add(`${language} same word after`, 1)
  if (isIn(before, right)) add(`${form} right word before`, 1)
  if (isIn(after, right)) add(`${form} right word after`, 1)
}

/** On which side the question's nearest verb stands. */
function sideOfVerb({ tokens, asked }: AnsweringSentence, first: number, last: number): string {
  let side = 'no verb'
  let nearest = Infinity
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'verb' || !asked[at] || (at >= first && at <= last)) continue
    const gap = at < first ? first - at : at - last
    if (gap < nearest) {
      nearest = gap
      side = at < first ? 'verb before' : 'verb after'
    }
  }
  return side
}

function isIn(token: Token | undefined, terms: ReadonlySet<string>): boolean {
  return token !== undefined && terms.size > 0 && token.terms.some((term) => terms.has(term))
}

function addCharacterPairs({ sentence, wanted, first, last }: CandidateContext, add: AddFeature): void {
  const { kind, pairsLeft, pairsRight } = wanted
  const { tokens } = sentence
  const behind = textAround(tokens.slice(Math.max(0, first - maxAround), first)).slice(-maxAround)
  const ahead = textAround(tokens.slice(last + 1, last + 1 + maxAround)).slice(0, maxAround)
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

/** Where the noun stands that the question asks for one of. */
function addFocus({ run, text, closing, before, after, wanted }: CandidateContext, add: AddFeature): void {
  const { kind, focus, focusEnd } = wanted
  if (focus.size > 0) {
    if (run.some((token) => isIn(token, focus))) add(`${kind} focus inside`, 1)
    if (isIn(closing, focus)) add('focus last', 1)
    if (isIn(after, focus)) add(`${kind} focus after`, 1)
    if (isIn(before, focus)) add(`${kind} focus before`, 1)
  }
  if (focusEnd !== '' && text.endsWith(focusEnd)) add('focus end', 1)
}

/** How near each token is to what the question mentions: the weights of those tokens, each falling with the distance. */
function closeness(
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
