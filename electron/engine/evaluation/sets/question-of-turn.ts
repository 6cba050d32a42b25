import type { ExpectedOutcome, ExpectedSource, EvaluationQuestion } from '@shared/evaluation/evaluation-set'
import type { SessionContext } from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'
import { conversationBefore, exchangesOf } from '@engine/session/history/conversation'
import { type RecordedTurn, recordedTurn } from '@engine/session/history/recorded-turn'
import { detectLanguage } from '@engine/text/language'

/** Questions before it that a follow-up takes along. */
const mostBefore = 4
/** A first paragraph up to this long, in UTF-16 units, is a short answer and expected as it stands. */
const shortAnswer = 80
const mostKeywords = 3

/**
 * A question as a set keeps it, of a turn that went well: what its answer has is what is expected. Its user is to look it over, because
 * nobody has said that the answer is right. Throws NOT_FOUND.
 */
export function questionOfTurn(context: SessionContext, turnId: string): Omit<EvaluationQuestion, 'id'> {
  const turn = recordedTurn(context, turnId)
  const { trace, question } = turn
  const expect = expectedOutcome(trace)
  const rest = { question: question.content.trim(), previous: before(context, turn), expect }
  const language = detectLanguage(question.content)
  if (expect !== 'answer') return { ...rest, language, keywords: [], sources: [], tools: [] }
  const cited = new Set(trace.refs.map(({ number }) => number))
  return {
    ...rest,
    language,
    keywords: keywordsOf(turn),
    sources: sourcesOf(trace, cited),
    ...(cited.size > 0 ? { citations: { at_least: 1, every_sentence: false } } : {}),
    tools: [...new Set((trace.tools ?? []).flatMap(({ tool, state }) => (state === 'done' ? [tool] : [])))],
  }
}

function expectedOutcome({ shortcut, outcome }: TurnTrace): ExpectedOutcome {
  if (shortcut === 'A' || outcome === 'asked_back') return 'clarify'
  if (shortcut === 'B' || outcome === 'direct') return 'system'
  return shortcut === 'C' || outcome === 'closest' || outcome === 'nothing' ? 'refusal' : 'answer'
}

/** What was asked before, where the question was read with it. */
function before(context: SessionContext, { id, question, trace }: RecordedTurn): string[] {
  const read = trace.basis?.rewrite.standalone
  if (read !== undefined && folded(read) === folded(question.content)) return []
  if (read === undefined && trace.outcome === 'direct') return []
  const earlier = conversationBefore(exchangesOf(context), id) ?? []
  return earlier.slice(-mostBefore).map((exchange) => exchange.question.content.trim())
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim()
}

/** A short answer as it stands; of a longer one the figures of its first statement that the question does not have. */
function keywordsOf({ answer, question }: RecordedTurn): string[][] {
  const [opening = ''] = answer.content.split(/\s*\[\d+\]/u, 1)
  const said = opening.replaceAll(/[*_`#>]/gu, '').trim()
  const first = said.split('\n')[0]?.trim() ?? ''
  if (first === '') return []
  if (first.length <= shortAnswer && first === said) return [[first.replace(/[.。]$/u, '')]]
  const figures = [...said.matchAll(/\d+(?:[.,:/-]\d+)*/gu)].map(([figure]) => figure)
  const own = [...new Set(figures)].filter((figure) => !question.content.includes(figure))
  return own.slice(0, mostKeywords).map((figure) => [figure])
}

function sourcesOf({ evidence }: TurnTrace, cited: ReadonlySet<number>): ExpectedSource[] {
  const names = evidence.flatMap(({ number, kind, document_name: name }) =>
    cited.has(number) && (kind === 'kb' || kind === 'graph') && name !== '' ? name : [],
  )
  return [...new Set(names)].map((document) => ({ document }))
}
