import type { TermTable } from '@engine/retrieval/terms/cross-language'
import type { PastTurn } from '../turn'
import { recentTopic } from './antecedent'
import { continued } from './follow-up-slots'
import { dependsOn, findReference, newWords, type Reference, resolve } from './references'

export interface Standalone {
  readonly text: string
  /** A reference that nothing in the history explains. */
  readonly unresolved: string | null
}

const turnsRemembered = 3

/** A question that can be understood without the conversation, as far as its last three turns explain it. */
export function standaloneOf(question: string, history: readonly PastTurn[], terms: TermTable): Standalone {
  // Earlier follow-ups are resolved first: in "When was it built?" after "And the bridge?", "it" is the bridge.
  const known: PastTurn[] = []
  for (const turn of history.slice(-turnsRemembered)) {
    known.push({ ...turn, question: resolved(turn.question, known, terms).text })
  }
  return resolved(question, known, terms)
}

function resolved(question: string, history: readonly PastTurn[], terms: TermTable): Standalone {
  const reference = findReference(question)
  if (!reference) return { text: question, unresolved: null }
  if (reference.kind === 'subject' || reference.kind === 'counted') {
    const topic = recentTopic(history, reference)
    return { text: topic ? resolve(question, reference, topic) : question, unresolved: null }
  }
  if (reference.kind !== 'pronoun') return { text: followed(question, reference, history, terms), unresolved: null }
  const topic = recentTopic(history, reference)
  if (!topic) {
    const isHopeless = dependsOn(reference, question)
    return { text: question, unresolved: isHopeless ? reference.surface : null }
  }
  return { text: withOtherPronoun(resolve(question, reference, topic), reference, topic, history), unresolved: null }
}

function followed(question: string, reference: Reference, history: readonly PastTurn[], terms: TermTable): string {
  const previous = history.at(-1)?.question
  if (previous === undefined) return question
  return reference.kind === 'bare' ? asked(previous, question) : continued(previous, newWords(question), terms)
}

const things = /\b(?:it|its)\b/iu
const people = /\b(?:he|him|his|she|hers?)\b/iu

/** "When did he join it?": the first pronoun explains nothing about one of another kind. */
function withOtherPronoun(text: string, first: Reference, topic: string, history: readonly PastTurn[]): string {
  const other = people.test(first.surface) ? things : things.test(first.surface) ? people : null
  const from = first.index + topic.length
  const match = other?.exec(text.slice(from))
  if (!match) return text
  const reference: Reference = { kind: 'pronoun', surface: match[0], index: from + match.index }
  const found = recentTopic(history, reference)
  return found && found !== topic ? resolve(text, reference, found) : text
}

const opening = /^(?:and|but|so|ok(?:ay)?)?[\s,]*/iu
const adverb =
  /^(?:when|where|why|how(?: (?:long|often|far))?)\s+(?=(?:is|are|was|were|do|does|did|can|could|should|will|would|has|have|had)\b)/iu
const auxiliary = /^(?=(?:is|are|was|were|do|does|did|can|could|should|will|would|has|have|had)\b)/iu
const wish = /detail|more|go on|continue|elaborate|specific|详细|具体|展开|继续|多说/iu
const example = /example|instance|such as|例|比如/iu
const chineseAdverb = /为什么|为何|什么时候|何时|在?哪里|在?哪儿|怎么|如何|多久/u

/** The question before, asked again with another question word, or for more of it. */
function asked(previous: string, question: string): string {
  const before = previous.trim().replace(/[?？。.!！]+$/u, '')
  const bare = question
    .trim()
    .replace(opening, '')
    .replace(/[?？。.!！]+$/u, '')
  const isChinese = /\p{Script=Han}/u.test(before)
  if (example.test(bare)) return isChinese ? `${before} 举例` : `${before}, examples`
  if (wish.test(bare)) return isChinese ? `${before} 详细说明` : `${before}, in detail`
  const word = bare.replace(/^(?:how (?:so|come)|why (?:is that|so))$/iu, 'why').replace(/ exactly$/iu, '')
  if (isChinese) {
    const asks = word.replace(/^那么?[，,]?|呢$/gu, '')
    return chineseAdverb.test(before) && chineseAdverb.test(asks)
      ? before.replace(chineseAdverb, asks)
      : `${before} ${asks}`
  }
  if (adverb.test(before) && !/^why not$/iu.test(word)) return before.replace(adverb, `${word} `)
  const isYesOrNo = auxiliary.test(before) && !/^why not$/iu.test(word)
  return isYesOrNo ? `${word} ${before.charAt(0).toLowerCase()}${before.slice(1)}` : `${word}: ${before}`
}
