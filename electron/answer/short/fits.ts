import type { Look } from './features'
import type { Token, WordClass } from './tokens'
import type { WantedKind } from './wanted'

const looks: Partial<Record<WantedKind, ReadonlySet<Look>>> = {
  when: new Set(['time', 'number']),
  number: new Set(['number', 'percent', 'money', 'time']),
  who: new Set(['person', 'name', 'named', 'place', 'thing']),
  where: new Set(['place', 'name', 'named', 'thing', 'person']),
  which: new Set(['person', 'place', 'name', 'named', 'thing', 'time', 'number', 'quality']),
}

/** Classes of words that no such answer has. */
const without: Partial<Record<WantedKind, ReadonlySet<WordClass>>> = {
  number: new Set(['verb', 'person']),
  when: new Set(['verb', 'person', 'pronoun']),
}
/** Whose answers in Chinese are one name or amount, without an attribute before it and without a second clause. */
const bare: ReadonlySet<WantedKind> = new Set(['who', 'when', 'where', 'number'])
const joining = /^[的，]$/u
const han = /^\p{Script=Han}/u
const about = /^(?:约|大约|近|将近|接近|超过|至少|不到|不足|第)/u
const ordinal = /^第/u
/** A question for a place in an order. */
const asksOrder = /第|排/u

/** Whether a run of words can be what the question wants: asked when, "two observers" is no answer, however near it stands. */
export function fits(question: string, kind: WantedKind, look: Look, run: readonly Token[]): boolean {
  const [opening] = run
  if (!opening || looks[kind]?.has(look) === false) return false
  if (bare.has(kind) && run.some(({ text }) => joining.test(text))) return false
  if (run.some((token) => without[kind]?.has(token.kind))) return false
  if (kind === 'when' && look === 'number') return run.some(({ text }) => /\d/u.test(text))
  if (kind !== 'number') return true
  if (ordinal.test(opening.text)) return asksOrder.test(question)
  return opening.kind === 'number' || !han.test(opening.text) || about.test(opening.text)
}
