import { contentOf, findReference, dependsOn } from './reference'

/** A question of the conversation and what was answered. */
export interface Exchange {
  readonly question: string
  readonly answer: string
}

export interface Standalone {
  /** What was spoken of, which a later part of the question needs as well; empty where it stands alone. */
  readonly context: string
  /** The question behind its context. */
  readonly text: string
  /** A reference that nothing in the history explains. */
  readonly unresolved: string | null
}

/** What later questions may go on with. */
interface Spoken {
  /** What a pronoun stands for is named in it. */
  readonly about: string
  /** What a fragment goes on with. */
  readonly asked: string
}

const turnsRemembered = 3

/**
 * A question that can be understood without the conversation: the question before it that names what is spoken of, with the
 * names of its answer, stands before it as it is. Rewriting by grammar led no more right answers (decision 15).
 */
export function standaloneOf(question: string, history: readonly Exchange[]): Standalone {
  const spoken = history.slice(-turnsRemembered).reduce<Spoken>(afterTurn, { about: '', asked: '' })
  const reference = findReference(question)
  const context = reference ? (reference.kind === 'pronoun' ? spoken.about : spoken.asked) : ''
  const isLost = reference?.kind === 'pronoun' && context === '' && dependsOn(reference, question)
  return { context, text: behind(context, question), unresolved: isLost ? reference.surface : null }
}

function afterTurn({ about, asked }: Spoken, { question, answer }: Exchange): Spoken {
  const reference = findReference(question)
  const named = (text: string) => behind(text, leadOf(answer)).trim()
  if (!reference) return { about: named(ended(question)), asked: ended(question) }
  if (reference.kind === 'pronoun')
    return { about: about === '' ? named(ended(question)) : about, asked: behind(about, ended(question)) }
  return contentOf(question).length === 0
    ? { about, asked }
    : { about: named(ended(question)), asked: behind(asked, ended(question)) }
}

/** A question behind what it needs of what was said before. */
export function behind(context: string, question: string): string {
  return context === '' ? question : `${context} ${question}`
}

/** "Who is X and when was she hired": the later parts are about what the first is about. */
export function withTopic(parts: readonly string[]): string[] {
  const [first = ''] = parts
  return parts.map((part, at) => (at > 0 && findReference(part) ? behind(`${first}?`, part) : part))
}

/** A sentence that ends, so that what stands behind it begins another. */
function ended(question: string): string {
  const text = question.trim()
  return /[.?!。？！]$/u.test(text) ? text : `${text}${/\p{Script=Han}/u.test(text) ? '？' : '?'}`
}

/** UTF-16 units of an answer's first sentence that go along. */
const leadLength = 120

/** How an answer begins, where that is quoted: it names whom a question asked for. */
function leadOf(answer: string): string {
  const [, lead = ''] = /^([^\n]*?)\s*\[\d+\]/u.exec(answer.slice(0, 1000)) ?? []
  return lead.length <= leadLength ? lead : ''
}
