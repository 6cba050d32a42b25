import { useMemo } from 'react'
import type { AnswerRef } from '@shared/events'
import { AnswerText } from '@renderer/answer/answer-text'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { CheckLine } from './check-line'
import { ClosestPassages } from './closest-passages'
import { CatalogueAnswer, ListedDocuments } from './listed-documents'
import { OpinionLine } from './opinion-line'

/** What opens a quoted answer: a short answer that a later quotation holds, a sentence by itself, or nothing that stands apart. */
function leadOf({ response, refs, model }: Turn): 'fact' | 'sentence' | null {
  const [first] = refs
  if (!first || model !== undefined) return null
  const { response_start: start, response_end: end } = first
  if (/[\n|]|^- /u.test(response.slice(0, start)) || !/^ ?(?:\[\d+\])+\n\n/u.test(response.slice(end))) return null
  const fact = response.slice(start, end)
  const holds = refs.some((ref) => ref.response_start > end && quoted(response, ref).includes(fact))
  return holds ? 'fact' : 'sentence'
}

function quoted(response: string, { response_start: start, response_end: end }: AnswerRef): string {
  return response.slice(start, end)
}

/** What a turn came to: its answer with how it was checked, or what else a person is given. */
export function Answer({ turn }: { readonly turn: Turn }) {
  const { turn_id: turnId, response, refs, evidence, status, critique, second_opinion: opinion } = turn
  const written = turn.model !== undefined
  const running = status === 'running'
  const verdicts = useMemo(() => (running ? [] : (critique?.sentences ?? [])), [running, critique])
  if (!running && turn.outcome === 'closest') return <ClosestPassages turn={turn} />
  const { listed } = turn
  if (!running && listed && turn.outcome === 'direct') return <CatalogueAnswer turn={turn} listed={listed} />
  return (
    <>
      <AnswerText {...{ turnId, response, refs, evidence, verdicts, written, running }} lead={leadOf(turn)} />
      {!running && listed && <ListedDocuments listed={listed} from={listed.named} />}
      {!running && critique && <CheckLine critique={critique} written={written} evidence={evidence} />}
      {!running && critique && opinion && (
        <OpinionLine opinion={opinion} critique={critique} response={turn.response} />
      )}
    </>
  )
}
