import { includesPassage } from '@engine/retrieval/chain'
import type { Passage } from '@engine/retrieval/passage'
import { worthReading } from '@engine/retrieval/post-processors/worth-reading'
import type { Retrieval } from '@engine/retrieval/retrieve'
import { isSamePlace } from '../../records/chosen-evidence'
import type { PipelineRooms, Rewrite } from '../../turn'
import type { WriterReading } from './read-for-writer'
import { type FoundForReading, restOfSmall, wholeDocument } from './whole-documents'

/** Of what each other wording of a question found, the first so many, and of all wordings together. */
const ofWording = 2
const ofWordings = 4

interface BesideParts extends FoundForReading {
  readonly named: WriterReading
}

/** The reading of a language model: what was named before anything was found, else a document that is wanted as a whole. */
export async function readBeside(
  { named, ...search }: BesideParts,
  rooms: PipelineRooms,
  signal: AbortSignal,
): Promise<WriterReading & { readonly around: readonly Passage[] }> {
  const whole = named.own.length > 0 ? {} : await wholeDocument(search, rooms, signal)
  const rest = await restOfSmall(search, rooms, signal)
  return { ...named, ...whole, around: [...firstOfWordings(search.found, search.rewrite), ...rest] }
}

/**
 * What a language model reads, and how much of it, from the first, may be quoted where it fails: what is pinned, the
 * document that is meant in its own order, what else may be quoted; then passages below the relevance floor that share a
 * word with the question, and what the answer before cites.
 */
export function forReading(
  quotable: readonly Passage[],
  { passages }: Pick<Retrieval, 'passages'>,
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
  const kept = worthReading(all, (passage) => chosen.has(passage))
  return { passages: kept, near: kept.filter((passage) => mayBeQuoted.has(passage)).length }
}

/** The first passages that each other wording of a question found: ranked by the question's own words they may be last. */
function firstOfWordings({ passages, leftOut }: Retrieval, { asked, queries }: Rewrite): Passage[] {
  const [original] = queries
  const wordings = new Set(
    queries.map(({ text }) => text).filter((text) => text !== original?.text && text !== asked.text),
  )
  const rankOf = ({ placements }: Passage) =>
    Math.min(...placements.map(({ list, rank }) => (wordings.has(list.query) ? rank : Infinity)))
  return [...passages, ...leftOut.map(({ passage }) => passage)]
    .filter((passage) => rankOf(passage) <= ofWording)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, ofWordings)
}
