import type { Chunk } from '@shared/documents'
import type { CitedAnswer } from '@engine/answer/citations/cite'
import { extractAnswer } from '@engine/answer/sentences/extract-answer'
import type { ChunkIndex } from '@engine/ports/storage/chunk-index'
import { coverage, keyTermsOf } from '@engine/retrieval/question/key-terms'
import { type Passage, toPassage } from '@engine/retrieval/passage'
import { analyse } from '@engine/text/analyse'
import { detectLanguage, type Language } from '@engine/text/language'
import { rankIntents } from '../intent/rules'
import { findReference } from '@engine/question/follow-up/reference'
import { readPart } from '@engine/question/asked-question'
import { splitCompound } from '@engine/question/parts/split'
import type { EvidenceIds, Memory, PipelineRooms, Retrieved } from '../turn'
import { asTopic, asTitle, followUpFor } from './follow-up'

export interface SuggestRequest {
  readonly question: string
  readonly language: Language
  readonly memory: Memory
  readonly retrieved: Retrieved
  readonly ids: EvidenceIds
  readonly answer: CitedAnswer
}

type SuggestRooms = Pick<PipelineRooms, 'index' | 'terms' | 'answerEmbedder'>

const maxSuggestions = 3
/** Candidates tried before giving up; each costs about as much as composing an answer from one passage. */
const maxTried = 12
/** Chunks looked at on either side of a cited one. */
const reach = 4
/** The passage under a heading must cover this much of the question made from it, to be found again. */
const minCoverage = 0.5

/** Up to three new questions from documents that an answer cites: headings that were found, then those around what is cited. */
export async function suggestFollowUps(
  request: SuggestRequest,
  rooms: SuggestRooms,
  signal: AbortSignal,
): Promise<string[]> {
  const { question, language, memory, answer } = request
  const asked = new Set([question, ...memory.questions].map(sameAs))
  const used = new Set(answer.evidence.map((item) => topicKey(item.document_id, item.heading_path)))
  const suggestions: string[] = []
  let tried = 0
  for await (const passage of candidatePassages(request, rooms.index)) {
    signal.throwIfAborted()
    const { doc_id, heading_path } = passage.chunk
    const key = topicKey(doc_id, heading_path)
    const followUp = used.has(key) ? null : questionAbout(passage.chunk, language)
    used.add(key)
    if (!followUp || asked.has(sameAs(followUp)) || !isPlain(followUp)) continue
    if ((tried += 1) > maxTried) break
    asked.add(sameAs(followUp))
    if (await isAnswered(followUp, passage, rooms, signal)) suggestions.push(followUp)
    if (suggestions.length === maxSuggestions) break
  }
  return suggestions
}

/** Passages found in cited documents, best first; then the neighbours of the cited ones, those after before those before. */
async function* candidatePassages(
  { retrieved, ids, answer }: SuggestRequest,
  index: ChunkIndex,
): AsyncGenerator<Passage> {
  const citedIds = new Set(answer.evidence.map(({ evidence_id }) => evidence_id))
  const cited = retrieved.passages.filter((_, at) => citedIds.has(ids.passages[at] ?? ''))
  const citedDocuments = new Set(answer.evidence.map((item) => item.document_id))
  yield* retrieved.passages.filter((one) => citedDocuments.has(one.chunk.doc_id) && !cited.includes(one))
  for (const { chunk } of cited) {
    const around = await index.chunksOf(chunk.doc_id, Math.max(0, chunk.index - reach), chunk.index + reach + 1)
    const others = around.filter(({ index: at }) => at !== chunk.index)
    const after = others.filter(({ index: at }) => at > chunk.index)
    for (const other of [...after, ...others.filter(({ index: at }) => at < chunk.index).reverse()]) {
      yield passageOf(other)
    }
  }
}

function passageOf(chunk: Chunk): Passage {
  const search = analyse([chunk.title, ...chunk.heading_path, chunk.context, chunk.text].join('\n')).join(' ')
  return toPassage({ chunk, vector: new Float32Array(), search }, [])
}

/** Null for text under no heading of its own, and for headings in the other language. */
function questionAbout({ title, doc_name, heading_path }: Chunk, language: Language): string | null {
  const heading = asTopic(heading_path.at(-1) ?? '')
  const subject = asTitle(title || doc_name)
  if (!/\p{L}{2}/u.test(heading) || sameAs(heading) === sameAs(subject)) return null
  if (detectLanguage(heading) !== language) return null
  const ownTitle = detectLanguage(subject) === language ? subject : ''
  return followUpFor(ownTitle, heading, language)
}

/** Whether the pipeline would take it as one whole question to the documents, without asking back. */
function isPlain(question: string): boolean {
  const best = rankIntents(question)[0]
  return (
    best?.kind === 'KB' && best.confidence >= 0.8 && !findReference(question) && splitCompound(question).length === 1
  )
}

async function isAnswered(question: string, passage: Passage, rooms: SuggestRooms, signal: AbortSignal) {
  const keyTerms = keyTermsOf(question, rooms.terms, rooms.index.statistics)
  if (coverage(keyTerms, new Set(passage.search.split(' '))) < minCoverage) return false
  const { answerEmbedder: embedder, index } = rooms
  const search = { queries: [question], keyTerms, passages: [passage], embedder, statistics: index.statistics, signal }
  return (await extractAnswer(search, readPart(question).type)).length > 0
}

function topicKey(documentId: string, headingPath: readonly string[]): string {
  return JSON.stringify([documentId, asTopic(headingPath.at(-1) ?? '').toLowerCase()])
}

function sameAs(text: string): string {
  return analyse(text).join(' ')
}
