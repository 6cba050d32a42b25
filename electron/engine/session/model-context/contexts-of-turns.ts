import { CairnError } from '@shared/errors'
import { resolveSelector } from '@shared/session/selector'
import type { ContextBlock, ContextRef, SessionContext } from '@shared/session/session-context'
import { carriedKey, carriedPart } from './carried-session'
import { emptyFields, type ModelContextRecord } from './schema'
import { millisecondsOf, searchRecord } from './search-record'
import { divideSession, type TurnPart } from './turn-owners'

/** Every turn of a session as a model context, in the order asked. Data without a field there is carried along. */
export function contextsOfTurns(context: SessionContext): ModelContextRecord[] {
  return divideSession(context).map((part, turn) => {
    const record = contextOf(context, part, turn)
    return { ...record, tool_config: { [carriedKey]: carriedPart(part, record, turn === 0 ? context : null) } }
  })
}

function contextOf({ session, evidences }: SessionContext, part: TurnPart, turn: number): ModelContextRecord {
  if (!part.exchange) return emptyContext(session.session_id)
  const { question, answer, trace, ...exchange } = part.exchange
  const blocks = part.items.context_blocks.map(({ item }) => item)
  const calls = part.items.tool_calls.map(({ item }) => item)
  const refs = [...(answer?.refs ?? []), ...(question.refs ?? []), ...blocks.flatMap((block) => block.refs ?? [])]
  const cited = [...(trace?.evidence ?? []), ...refs].map(({ evidence_id: id }) => id)
  const id = question.turn_id ?? `${session.session_id}-${exchange.id}`
  const search = searchRecord({ id, question, trace, calls, cited, evidences })
  const results = search?.query_results.flatMap((query) => query.results) ?? []
  return {
    ...emptyContext(id),
    sequence: turn,
    timestamp: millisecondsOf(question.at ?? trace?.started_at),
    raw_question: question.content,
    retriver_chunks: results.map(({ content }) => content),
    search_session: search,
    prompts: blocks.filter(wentIn).map((block) => promptOf(block, evidences)),
    response: answer?.content ?? '',
    tool_name: calls[0]?.tool ?? '',
    evaluation: trace?.critique ? { ...trace.critique.evaluation } : null,
  }
}

function emptyContext(uuid: string): ModelContextRecord {
  return { ...emptyFields, sequence: 0, timestamp: 0, raw_question: '', uuid }
}

function wentIn({ cut_reason: reason, decision }: ContextBlock): boolean {
  return reason === undefined && decision?.action !== 'cut'
}

/** A block as it was sent: its own content, otherwise what it takes from its evidence. */
function promptOf(block: ContextBlock, evidences: SessionContext['evidences']): Record<string, string> {
  return {
    role: block.block_type === 'instruction' ? 'system' : 'user',
    content: block.content ?? (block.refs ?? []).map((ref) => referredText(ref, evidences)).join('\n\n'),
    block_id: block.block_id,
    block_type: block.block_type,
  }
}

function referredText({ evidence_id: id, selector }: ContextRef, evidences: SessionContext['evidences']): string {
  const content = (Object.hasOwn(evidences, id) ? evidences[id]?.content : undefined) ?? ''
  if (selector === undefined) return content
  try {
    return resolveSelector(content, selector).text
  } catch (thrown) {
    // The record itself keeps the selector; here the whole evidence says more than nothing.
    if (thrown instanceof CairnError) return content
    throw thrown
  }
}
