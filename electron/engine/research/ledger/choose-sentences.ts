import { summarise, sectionsOf } from '@engine/pipeline/forms/summary/document-summary'
import type { Passage } from '@engine/retrieval/passage'
import { analyse } from '@engine/text/analyse'
import { groupsBy, type TaskEvidence } from './task-evidence'
import type { WeighedEvidence, WeighedSentence } from './weigh-sentences'

/** Sentences of one task at most: a search answers a question, reading gathers what a document says. */
const most = { search: 12, read: 30 }
/** A sentence must come this near to the best one. */
const near = { search: 0.55, read: 0.4 }
/** Share of what is asked about that a sentence and what it stands under must speak of. */
const leastCovered = 0.3
/** Passages that are summed up together: about a chapter. */
const ofSummary = 10

/** The sentences that answer a task: those chosen together first, then the others, the best first, none twice. */
export function answeringSentences(
  { task }: TaskEvidence,
  { sentences, together, kinds, keyTerms }: WeighedEvidence,
): WeighedSentence[] {
  const isRead = task.tool === 'read'
  // Without a subject of its own it asks for all that shows the signs of the respects.
  const isOfSigns = kinds.length > 0 && (keyTerms.length === 0 || isRead)
  const ranked = sentences
    .filter(({ weight, covered }) => weight > 0 && (isOfSigns || covered >= leastCovered))
    .toSorted((a, b) => b.weight - a.weight || a.order - b.order)
  const least = (ranked[0]?.weight ?? 0) * near[isRead ? 'read' : 'search']
  const kept = ranked.filter(({ weight }) => weight >= least)
  return withoutRepeats([...together, ...kept]).slice(0, Math.max(together.length, most[isRead ? 'read' : 'search']))
}

/** Sentences that sum up documents, chapter by chapter, in reading order. */
export function centralSentences(
  passages: readonly Passage[],
  sentences: readonly WeighedSentence[],
): WeighedSentence[] {
  const documents = groupsBy(passages.keys(), (at) => passages[at]?.chunk.doc_id ?? '')
  const chosen = documents.flatMap(([, places]) =>
    chaptersOf(places, passages).flatMap((chapter) => {
      const parts = sectionsOf(
        chapter.map((at) => ({
          at,
          heading_path: passages[at]?.chunk.heading_path ?? [],
          text: passages[at]?.text ?? '',
        })),
      )
      const sections = parts.map(({ title, chunks }) => ({ title, passages: chunks.map(({ at }) => at) }))
      return summarise(sections, passages).flatMap(({ sentences: own }) => own)
    }),
  )
  const found = chosen.flatMap(
    ({ passage, start }) => sentences.find((one) => one.passage === passage && one.start === start) ?? [],
  )
  return withoutRepeats(found).slice(0, most.read)
}

function chaptersOf(places: readonly number[], passages: readonly Passage[]): number[][] {
  const inOrder = places.toSorted((a, b) => (passages[a]?.start ?? 0) - (passages[b]?.start ?? 0))
  const count = Math.ceil(inOrder.length / ofSummary)
  const size = Math.ceil(inOrder.length / count)
  return Array.from({ length: count }, (_, at) => inOrder.slice(at * size, (at + 1) * size))
}

/** Later sentences that say the same words as an earlier one are left out. */
export function withoutRepeats<T extends { readonly text: string }>(sentences: readonly T[]): T[] {
  const seen = new Set<string>()
  return sentences.filter(({ text }) => {
    const key = analyse(text).join(' ') || text
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
