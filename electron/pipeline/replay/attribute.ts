import type { Attribution } from '@shared/replay'
import type { ContextBlock, SessionContext } from '@shared/session-context'
import type { DroppedPassage } from '@shared/turn-trace'
import type { ChunkHit } from '../../ports/chunk-index'
import { keyTermsOf } from '../../retrieval/key-terms'
import { toTextQuery } from '../../retrieval/query'
import { mentioned } from '../../retrieval/survey'
import { type RecordedTurn, recordedTurn } from '../../session/recorded-turn'
import type { PipelineRooms } from '../turn'

type Verdict = Attribution['verdict']
type Place = Attribution['evidence'][number]

/** Chunks of the library looked through for the expected words. */
const mostLookedAt = 50
/** Share of the expected key terms a text must hold where it does not hold the words as they are. */
const nearlyAll = 0.85
const shownPlaces = 5

/**
 * Why an answer lacks what was expected of it, from the turn's record and, for what is not in there, from the library as
 * it is now. A text holds the expected words where it has them as they are, whatever their case, width and spacing, or
 * nearly all of their key terms. Throws NOT_FOUND.
 */
export async function attribute(
  context: SessionContext,
  turnId: string,
  expected: string,
  rooms: Pick<PipelineRooms, 'index' | 'terms'>,
  signal: AbortSignal,
): Promise<Attribution> {
  const turn = recordedTurn(context, turnId)
  const holds = matcher(expected, rooms)
  const recorded = recordedPlaces(turn, context, holds)
  const verdict = recorded.length > 0 ? verdictOn(recorded, turn, holds) : null
  if (verdict && verdict !== 'trimmed') return result(turnId, expected, verdict, recorded)
  const inLibrary = await libraryPlaces(expected, turn, rooms, holds, signal)
  const left = inLibrary.filter(({ left_out_by: by }) => by !== null)
  if (verdict === 'trimmed' || left.length > 0) {
    const onlyBelowFloor = recorded.length === 0 && left.every(({ left_out_by: by }) => by === 'relevance_floor')
    const refused = turn.trace.shortcut === 'C' && onlyBelowFloor
    return result(turnId, expected, refused ? 'refused_wrongly' : 'trimmed', [...recorded, ...left])
  }
  return result(turnId, expected, inLibrary.length > 0 ? 'never_found' : 'not_in_library', inLibrary)
}

type Holds = (text: string, search?: string) => boolean

function matcher(expected: string, { index, terms }: Pick<PipelineRooms, 'index' | 'terms'>): Holds {
  const wanted = folded(expected)
  const keyTerms = keyTermsOf(expected, terms, index.statistics)
  // One common word is in every text; only several together say the same.
  const isTelling = keyTerms.length >= 3
  return (text, search) =>
    (wanted !== '' && folded(text).includes(wanted)) ||
    (isTelling && search !== undefined && mentioned(keyTerms, search) >= nearlyAll)
}

/** The evidence of the turn that holds the words, with what became of its block. */
function recordedPlaces({ trace }: RecordedTurn, context: SessionContext, holds: Holds): Place[] {
  const ids = new Set([
    ...(trace.found ?? []).map(({ evidence_id: id }) => id),
    ...trace.evidence.map(({ evidence_id: id }) => id),
  ])
  const blocks = blocksByEvidence(context.context_blocks, trace.turn_id)
  return [...ids].flatMap((id, at): Place[] => {
    const evidence = Object.hasOwn(context.evidences, id) ? context.evidences[id] : undefined
    if (!evidence?.content || !holds(evidence.content)) return []
    const block = blocks.get(id)
    return [
      {
        document_title: evidence.source.name ?? '',
        evidence_id: id,
        block_id: block?.block_id ?? null,
        left_out_by: block?.decision?.action === 'cut' ? (block.decision.reason ?? 'cut') : null,
        rank: at + 1,
        text: evidence.content,
      },
    ]
  })
}

function verdictOn(places: readonly Place[], { trace, answer }: RecordedTurn, holds: Holds): Verdict {
  if (holds(answer.content)) return 'answered'
  const inPrompt = places.filter(({ left_out_by: by }) => by === null)
  if (inPrompt.length === 0) return 'trimmed'
  const isRefusal = trace.shortcut === 'C' || trace.evidence.length === 0
  return isRefusal ? 'refused_wrongly' : 'unused'
}

/** Where the library holds the words now, and which step of the turn's search left that place out. */
async function libraryPlaces(
  expected: string,
  { trace, question }: RecordedTurn,
  { index }: Pick<PipelineRooms, 'index'>,
  holds: Holds,
  signal: AbortSignal,
): Promise<Place[]> {
  const options = { limit: mostLookedAt, signal }
  const queries = [expected, `${question.content} ${expected}`].map(toTextQuery).filter(({ terms }) => terms.length > 0)
  const lists = await Promise.all(queries.map((query) => index.textSearch(query, options)))
  const hits = new Map(lists.flat().map((hit) => [hit.chunk.id, hit]))
  const places = [...hits.values()]
    .filter(({ chunk, search }) => holds(chunk.text, search))
    .map((hit) => placeOf(hit, trace.dropped ?? []))
  return places.toSorted((a, b) => Number(b.left_out_by !== null) - Number(a.left_out_by !== null))
}

function placeOf({ chunk }: ChunkHit, dropped: readonly DroppedPassage[]): Place {
  const known = dropped.find(
    ({ document_id: id, revision, start, end }) =>
      id === chunk.doc_id && revision === chunk.revision && start < chunk.end && chunk.start < end,
  )
  return {
    document_title: chunk.title || chunk.doc_name,
    evidence_id: null,
    block_id: null,
    left_out_by: known?.by ?? null,
    rank: known?.rank ?? null,
    text: chunk.text,
  }
}

function blocksByEvidence(blocks: readonly ContextBlock[], turnId: string): Map<string, ContextBlock> {
  const byEvidence = new Map<string, ContextBlock>()
  for (const block of blocks) {
    if (block.turn_id !== turnId || block.block_type !== 'evidence') continue
    for (const { evidence_id: id } of block.refs ?? []) byEvidence.set(id, block)
  }
  return byEvidence
}

function result(turnId: string, expected: string, verdict: Verdict, places: readonly Place[]): Attribution {
  return { turn_id: turnId, expected, verdict, evidence: places.slice(0, shownPlaces) }
}

/** White space does not count: answers join the lines of a passage. Nor do citation marks. */
function folded(text: string): string {
  return text
    .replace(/\[\d+\]/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/gu, '')
}
