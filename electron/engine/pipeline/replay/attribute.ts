import type { Attribution } from '@shared/session/replay'
import type { Evidence, SessionContext } from '@shared/session/session-context'
import type { DroppedPassage, TurnTrace } from '@shared/session/turn-trace'
import type { ChunkHit } from '@engine/ports/storage/chunk-index'
import type { Passage } from '@engine/retrieval/passage'
import { toTextQuery } from '@engine/retrieval/question/query'
import { passageOfEvidence } from '@engine/session/context/evidence'
import { type RecordedTurn, recordedTurn } from '@engine/session/history/recorded-turn'
import { toSearchColumn } from '@engine/text/analyse'
import type { PipelineRooms } from '../turn'
import { type ExpectedWords, expectedWords } from './expected-words'
import { toolsTold } from './tools-told'
import { evidenceOfTurn, type Shown, type TurnEvidence } from './turn-evidence'

type Verdict = Attribution['verdict']
type Place = Attribution['evidence'][number]

/** Chunks of the library looked through for the expected words. */
const maxLookedAt = 50
const shownPlaces = 5

/** Why an answer lacks what was expected: by the turn's record, then by the library as it is now. Throws NOT_FOUND. */
export async function attribute(
  context: SessionContext,
  { turnId, expected }: { readonly turnId: string; readonly expected: string },
  rooms: Pick<PipelineRooms, 'index' | 'terms'>,
  signal: AbortSignal,
): Promise<Attribution> {
  const turn = recordedTurn(context, turnId)
  const words = expectedWords(expected, rooms)
  const evidence = evidenceOfTurn(turn, context)
  const tools = toolsTold(turn, context)
  const recorded = evidence.flatMap((one) => recordedPlace(one, words))
  const result = (verdict: Verdict, places: readonly Place[]): Attribution => {
    const found = { turn_id: turnId, expected, verdict, evidence: places.slice(0, shownPlaces) }
    return tools.length > 0 ? { ...found, tools } : found
  }

  if (isAnswered(turn, words)) return result('answered', recorded)
  if (recorded.some(isInPrompt)) return result(inPromptVerdict(turn.trace), recorded)
  const inLibrary = await libraryPlaces(turn, { expected, words, evidence }, rooms.index, signal)
  // Nothing was searched, so nothing was overlooked.
  if (turn.trace.basis?.unsearched && tools.length > 0) return result('tool_answered', inLibrary)
  if (inLibrary.some(isInPrompt)) return result(inPromptVerdict(turn.trace), inLibrary)
  const left = inLibrary.filter(({ left_out_by: by }) => by !== null)
  const isRecorded = ({ evidence_id: id }: Place) => id !== null && recorded.some((one) => one.evidence_id === id)
  const found = [...recorded, ...left.filter((place) => !isRecorded(place))]
  if (found.length === 0) return result(inLibrary.length > 0 ? 'never_found' : 'not_in_library', inLibrary)
  const onlyBelowFloor = found.every(({ left_out_by: by }) => by === 'relevance_floor')
  return result(turn.trace.shortcut === 'C' && onlyBelowFloor ? 'refused_wrongly' : 'trimmed', found)
}

/** A refusal names what it did not find, and a question back what it might have meant: neither answers. */
function isAnswered({ trace, question, answer }: RecordedTurn, words: ExpectedWords): boolean {
  const { shortcut, basis, evidence } = trace
  if (shortcut === 'A' || shortcut === 'C' || (basis && evidence.length === 0)) return false
  return words.inAnswer(answer.content, basis?.rewrite.standalone ?? question.content)
}

function inPromptVerdict({ shortcut, evidence }: TurnTrace): Verdict {
  return shortcut === 'C' || evidence.length === 0 ? 'refused_wrongly' : 'unused'
}

function isInPrompt({ evidence_id: id, left_out_by: by }: Place): boolean {
  return id !== null && by === null
}

/** Where a piece of evidence holds the words, and whether that part of it was in the prompt. */
function recordedPlace(one: TurnEvidence, words: ExpectedWords): Place[] {
  // As the index does, a passage is read with the headings it stands under.
  const passage = passageOfEvidence(one.evidence, 0)
  const above = passage ? [passage.chunk.title, ...passage.chunk.heading_path] : []
  const holds = (text: string) => words.inText(text, toSearchColumn(...above, text))
  if (!holds(one.content)) return []
  return [placeIn(one, ({ text }) => holds(text))]
}

/** A place in evidence: in the prompt where one of the parts shown has it, left out otherwise. */
function placeIn({ evidence, content, rank, shown, leftOut }: TurnEvidence, has: (part: Shown) => boolean): Place {
  const part = shown.find(has)
  const fate = part ?? shown[0] ?? leftOut
  return {
    document_title: evidence.source.name ?? '',
    passage: documentPassage(evidence),
    evidence_id: evidence.evidence_id,
    block_id: fate.blockId,
    left_out_by: part ? null : fate.by,
    rank,
    text: content,
  }
}

/** Only what was found in a document can be opened there; an earlier chat and a tool's result cannot. */
function documentPassage(evidence: Evidence): Place['passage'] {
  const passage = evidence.type === 'rag_doc' ? passageOfEvidence(evidence, 0) : null
  if (!passage) return null
  const { chunk, start, end } = passage
  return { document_id: chunk.doc_id, revision: chunk.revision, start, end }
}

interface ExpectedEvidence {
  readonly expected: string
  readonly words: ExpectedWords
  /** Of the turn. */
  readonly evidence: readonly TurnEvidence[]
}

/** Where the library holds the words now, and what the turn did with that place; places it left out come first. */
async function libraryPlaces(
  { trace, question }: RecordedTurn,
  { expected, words, evidence }: ExpectedEvidence,
  index: PipelineRooms['index'],
  signal: AbortSignal,
): Promise<Place[]> {
  const options = { limit: maxLookedAt, signal }
  const queries = [expected, `${question.content} ${expected}`].map(toTextQuery).filter(({ terms }) => terms.length > 0)
  const lists = await Promise.all(queries.map((query) => index.textSearch(query, options)))
  const hits = new Map(lists.flat().map((hit) => [hit.chunk.id, hit]))
  const passages = evidence.flatMap((one): Known[] => {
    const passage = passageOfEvidence(one.evidence, 0)
    return passage ? [{ one, passage }] : []
  })
  const excluded = new Set(trace.choices?.excluded)
  const places = [...hits.values()]
    .filter(({ chunk, search }) => words.inText(chunk.text, search))
    .map((hit) => evidencePlace(hit, passages, excluded) ?? libraryPlace(hit, trace.dropped ?? [], words))
  return places.toSorted((a, b) => Number(b.left_out_by !== null) - Number(a.left_out_by !== null))
}

interface Known {
  readonly one: TurnEvidence
  readonly passage: Passage
}

/** The evidence that a chunk is part of, whose words then stand above it, or the excluded evidence that kept it out. */
function evidencePlace({ chunk }: ChunkHit, known: readonly Known[], excluded: ReadonlySet<string>): Place | undefined {
  const places = known.flatMap(({ one, passage: { chunk: own, start, end } }) => {
    if (!isSameText(own, chunk)) return []
    const isExcluded = excluded.has(one.evidence.evidence_id)
    if (isExcluded ? end <= chunk.start || chunk.end <= start : chunk.start < start || end < chunk.end) return []
    return [placeIn(one, (part) => start + part.start <= chunk.start && chunk.end <= start + part.end)]
  })
  return places.find(isInPrompt) ?? places[0]
}

function libraryPlace({ chunk }: ChunkHit, dropped: readonly DroppedPassage[], words: ExpectedWords): Place {
  const known = dropped.find(({ document_id: id, revision, start, end }) => {
    if (!isSameText({ doc_id: id, revision }, chunk)) return false
    if (start <= chunk.start && chunk.end <= end) return true
    // Neighbours share a few characters; only what holds the words stands for them.
    const [from, to] = [Math.max(start, chunk.start), Math.min(end, chunk.end)]
    return from < to && words.inText(chunk.text.slice(from - chunk.start, to - chunk.start))
  })
  return {
    document_title: chunk.title || chunk.doc_name,
    passage: { document_id: chunk.doc_id, revision: chunk.revision, start: chunk.start, end: chunk.end },
    evidence_id: null,
    block_id: null,
    left_out_by: known?.by ?? null,
    rank: known?.rank ?? null,
    text: chunk.text,
  }
}

function isSameText(a: Pick<ChunkHit['chunk'], 'doc_id' | 'revision'>, b: typeof a): boolean {
  return a.doc_id === b.doc_id && a.revision === b.revision
}
