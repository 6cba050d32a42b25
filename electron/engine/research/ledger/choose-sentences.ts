import { summarise, sectionsOf } from '@engine/pipeline/forms/summary/document-summary'
import type { Passage } from '@engine/retrieval/passage'
import { analyse } from '@engine/text/analyse'
import { groupsBy, type TaskEvidence } from './task-evidence'
import { shownBySigns } from './aspect-signs'
import type { WeighedEvidence, WeighedSentence } from './weigh-sentences'

/**
 * Sentences of one task at most. The report chooses among them again, so that the ledger rather has too many: with 12 of a search a third
 * fewer of the labelled facts were found (`bench research-tasks`, odd tasks).
 */
const most = { search: 40, signs: 60 }
/** A sentence must come this near to the best one; where signs decide, less near. */
const near = { search: 0.3, signs: 0.2 }
/** Share of what is asked about that a sentence and what it stands under must speak of, and of what the best one speaks of. */
const leastCovered = { of: 0.3, ofBest: 0.5 }
/** Of each passage so many, where they come this near: the passage was found for what is asked, perhaps in the other language. */
const ofEachPassage = { most: 2, near: 0.3 }
/** For each better sentence of the same passage. */
const discount = 0.9
/** A sentence that covers so much of what is asked says it in its words; else its sign alone is worth something. */
const saysIt = 0.7
const signWorth = 0.1
/** Sentences that sum up what is read, at most. */
const mostOfSummary = 30
/** Passages that are summed up together: about a chapter. */
const ofSummary = 10

/** The sentences that answer a task: those chosen together first, then the others, the best first, none twice. */
export function answeringSentences(
  { task }: TaskEvidence,
  { sentences, together, kinds, asked }: WeighedEvidence,
): WeighedSentence[] {
  const isOfSigns =
    kinds.length > 0 && (task.tool === 'read' || asked.length === 0 || kinds.every((kind) => shownBySigns.has(kind)))
  const bestCovered = Math.max(0, ...sentences.map(({ covered }) => covered))
  const floor = isOfSigns ? 0 : Math.min(leastCovered.of, leastCovered.ofBest * bestCovered)
  // Where no sentence says what is asked in its words, one with the sign is better than none.
  const bySign = isOfSigns && bestCovered < saysIt ? signWorth : 0
  const ranked = rankedInPassages(sentences, bySign)
  const best = ranked[0]?.weight ?? 0
  const by = isOfSigns ? 'signs' : 'search'
  const answers = ({ weight, covered, before }: RankedSentence) =>
    (covered >= floor && weight >= best * near[by]) ||
    (before < ofEachPassage.most && weight >= best * ofEachPassage.near)
  const inOrder = ranked
    .filter(answers)
    .toSorted((a, b) => worthBehind(b) - worthBehind(a))
    .map(({ sentence }) => sentence)
  return withoutRepeats([...together, ...withoutRepeats(inOrder).slice(0, most[by])])
}

interface RankedSentence extends Pick<WeighedSentence, 'weight' | 'covered'> {
  readonly sentence: WeighedSentence
  /** Better sentences of the same passage. */
  readonly before: number
}

/** The best first, each with its rank in its passage. */
function rankedInPassages(sentences: readonly WeighedSentence[], more: number): RankedSentence[] {
  const counts = new Map<number, number>()
  return sentences
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || a.order - b.order)
    .map((sentence) => {
      const before = counts.get(sentence.passage) ?? 0
      counts.set(sentence.passage, before + 1)
      return { sentence, before, covered: sentence.covered, weight: sentence.weight + more }
    })
}

/** Facts stand in several passages: the fifth sentence of one is worth less than the first of another that is nearly as good. */
function worthBehind({ weight, before }: RankedSentence): number {
  return weight * discount ** before
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
