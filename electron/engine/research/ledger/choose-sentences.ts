import { summarise, sectionsOf } from '@engine/pipeline/forms/summary/document-summary'
import type { Passage } from '@engine/retrieval/passage'
import { analyse } from '@engine/text/analyse'
import { groupsBy, type TaskEvidence } from './task-evidence'
import { leastRelevant } from './claim-relevance'
import type { RelevantSentence, WeighedEvidence } from './weigh-sentences'

/** Sentences of one task at most. The report chooses among them again, so that the ledger rather has too many. */
const mostAnswers = 60
/** Sentences that sum up what is read, at most. */
const mostOfSummary = 30
/** Passages that are summed up together: about a chapter. */
const ofSummary = 10

/** The sentences that answer a task, the most relevant first, none twice. Of documents that are read as a whole none is beside the point. */
export function answeringSentences({ task }: TaskEvidence, { sentences }: WeighedEvidence): RelevantSentence[] {
  const least = task.tool === 'read' ? 0 : leastRelevant
  const answers = sentences.filter(({ weight, relevance }) => weight > 0 && relevance >= least)
  const ranked = answers.toSorted((a, b) => b.relevance - a.relevance || a.order - b.order)
  return withoutRepeats(ranked).slice(0, mostAnswers)
}

/** Sentences that sum up documents, chapter by chapter, in reading order. */
export function centralSentences(
  passages: readonly Passage[],
  sentences: readonly RelevantSentence[],
): RelevantSentence[] {
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
  return withoutRepeats(found).slice(0, mostOfSummary)
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
