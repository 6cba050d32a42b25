import { includesPassage } from '@engine/retrieval/chain'
import type { Passage } from '@engine/retrieval/passage'
import { worthReading } from '@engine/retrieval/post-processors/worth-reading'
import { leastNear } from '@engine/retrieval/relevance'
import type { Retrieval } from '@engine/retrieval/retrieve'
import { isSamePlace } from '../records/chosen-evidence'
import type { PipelineRooms, Rewrite } from '../turn'
import type { WriterReading } from './read-for-writer'
import { type FoundForReading, restOfSmall, wholeDocument } from './whole-documents'

/** Of what each other wording of a question found, the first so many, and of all wordings together. */
const ofWording = 2
const ofWordings = 4
/**
 * A passage of less than this share of the best score answers hardly ever (of MuSiQue's 77 such none, of HotpotQA's 261 nine),
 * but for those that names lead to, which share no words with the question: there it is among the first two.
 */
const far = { share: 0.3, linked: 2 }
/** Whatever they are worth: a model may say itself that they do not answer. */
const leastRead = 4

interface BesideParts extends FoundForReading {
  readonly named: WriterReading
}

/** The reading of a language model: what was named before anything was found, else a document that is wanted as a whole. */
export async function readBeside(
  { named, ...search }: BesideParts,
  rooms: Pick<PipelineRooms, 'index' | 'library' | 'terms' | 'embedder'>,
  signal: AbortSignal,
): Promise<WriterReading & { readonly around: readonly Passage[] }> {
  const whole = named.own.length > 0 ? {} : await wholeDocument(search, rooms, signal)
  const firsts = firstOfWordings(search.found, search.rewrite, rooms.embedder.unrelated !== undefined)
  const rest = await restOfSmall({ ...search, firsts }, rooms, signal)
  return { ...named, ...whole, around: [...firsts, ...rest] }
}

/**
 * What a language model reads, and how much of it, from the first, may be quoted where it fails: what is pinned, the
 * document that is meant in its own order, what else may be quoted; then passages below the relevance floor that share a
 * word with the question, and what the answer before cites.
 */
export function forReading(
  quotable: readonly Passage[],
  { passages }: Retrieval,
  { own, cited, around, pinned }: WriterReading & { readonly around: readonly Passage[]; readonly pinned: number },
): { readonly passages: Passage[]; readonly near: number } {
  const sharesWord = ({ features, path }: Passage) => (features?.coverage ?? 0) > 0 || path !== undefined
  // What is asked about as a whole must not be cut before what was only found.
  const score = Math.max(0, ...passages.map((passage) => passage.score))
  const whole = own.map((passage) => ({ ...passage, score }))
  const first = [...quotable.slice(0, pinned), ...whole, ...quotable.slice(pinned)]
  const all: Passage[] = []
  let near = 0
  for (const [at, passage] of [...first, ...around, ...passages.filter(sharesWord), ...cited].entries()) {
    if (!all.some((other) => isSamePlace(other, passage) || includesPassage(other, passage))) all.push(passage)
    if (at < first.length) near = all.length
  }
  const mayBeQuoted = new Set(all.slice(0, near))
  const chosen = new Set([...quotable.slice(0, Math.max(1, pinned)), ...whole, ...cited])
  const asked = new Set([...chosen, ...around])
  const close = withoutFar(all, (passage) => asked.has(passage))
  const kept = worthReading(close, (passage) => chosen.has(passage))
  return { passages: kept, near: kept.filter((passage) => mayBeQuoted.has(passage)).length }
}

/** Without what is far below the relevance floor or far behind the best. `isAsked`: it is read for another reason. */
function withoutFar(passages: readonly Passage[], isAsked: (passage: Passage) => boolean): Passage[] {
  const best = Math.max(0, ...passages.map(({ score }) => score))
  let linked = 0
  const isClose = (passage: Passage) => {
    const { score, nearness = -Infinity, path } = passage
    if (isAsked(passage) || nearness >= 0 || (nearness >= leastNear && score >= far.share * best)) return true
    if (path === undefined) return false
    linked += 1
    return linked <= far.linked
  }
  const close = new Set(passages.filter(isClose))
  for (const passage of passages) if (close.size < leastRead) close.add(passage)
  return passages.filter((passage) => close.has(passage))
}

/**
 * The first passages that each other wording of a question found: ranked by the question's own words they may be last.
 * `byMeaning`: by vectors as well. An embedder that knows no meaning finds what is near to nothing.
 */
function firstOfWordings(
  { passages, leftOut }: Retrieval,
  { standalone, queries }: Rewrite,
  byMeaning: boolean,
): Passage[] {
  const [original] = queries
  const wordings = new Set(
    queries.map(({ text }) => text).filter((text) => text !== original?.text && text !== standalone),
  )
  const rankOf = ({ placements }: Passage) =>
    Math.min(
      ...placements
        .filter(({ list }) => wordings.has(list.query) && (byMeaning || list.channel !== 'vector'))
        .map(({ rank }) => rank),
    )
  return [...passages, ...leftOut.map(({ passage }) => passage)]
    .filter((passage) => rankOf(passage) <= ofWording)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, ofWordings)
}
