import { plainText } from '@engine/critic/facts/comparable-text'
import { quantitiesIn } from '@engine/critic/facts/quantities'
import { coverage, type KeyTerm } from '@engine/retrieval/question/key-terms'
import type { Passage } from '@engine/retrieval/passage'
import { analyse } from '@engine/text/analyse'
import type { Scored } from '@engine/answer/sentences/score-sentences'

/** A sentence with how well it answers a task. */
export interface WeighedSentence extends Scored {
  readonly weight: number
}

/**
 * Logistic weights of a sentence's features, and how these usually lie: fitted on which sentences state a labelled fact
 * (`bench research-tasks`, odd tasks; counted on even ones).
 */
const fitted = {
  answers: { weight: 0.51, mean: 0.324, spread: 0.186 },
  figures: { weight: 0.527, mean: 0.615, spread: 0.473 },
  document: { weight: 0.651, mean: 0.371, spread: 0.145 },
  goal: { weight: 0.659, mean: 0.043, spread: 0.067 },
}
const bias = -4.094
/** A sentence that is less likely than this to state what a report should hold is no claim. */
export const leastRelevant = 0.039
/** The usual counts as so many sentences beside those of the task, which may be few. */
const usual = 50
const featureNames = ['answers', 'figures', 'document', 'goal'] as const
/** Added to the spread of a feature, so that sentences that hardly differ in it are not told apart by it. */
const leastSpread = 0.05

/**
 * How likely each sentence states what a report on the goal should hold, 0 to 1: by how well it answers its task, whether it holds
 * a figure or a date, how much of the goal the best passage of its document speaks of, and how much it says itself.
 */
export function relevanceOf(
  sentences: readonly WeighedSentence[],
  passages: readonly Passage[],
  goal: readonly KeyTerm[],
): number[] {
  const best = Math.max(0, ...sentences.map(({ weight }) => weight)) || 1
  const byDocument = coverageByDocument(passages, goal)
  const values: Readonly<Record<keyof typeof fitted, readonly number[]>> = {
    answers: sentences.map(({ weight }) => weight / best),
    figures: sentences.map(({ text }) => (quantitiesIn(plainText(text)).length > 0 ? 1 : 0)),
    document: sentences.map(({ passage }) => byDocument.get(passages[passage]?.chunk.doc_id ?? '') ?? 0),
    goal: sentences.map(({ terms }) => coverage(goal, terms)),
  }
  const parts = featureNames.map((name) => besideOthers(values[name], fitted[name]))
  return sentences.map((_, at) => {
    const sum = parts.reduce((total, part) => total + (part[at] ?? 0), bias)
    return 1 / (1 + Math.exp(-sum))
  })
}

/** Of each document, how much of the goal its best passage and what stands above it speak of. */
function coverageByDocument(passages: readonly Passage[], goal: readonly KeyTerm[]): ReadonlyMap<string, number> {
  const covered = new Map<string, number>()
  for (const { chunk, text } of passages) {
    const { doc_id: id, heading_path: path, title, doc_name: name } = chunk
    const terms = new Set(analyse([...path, title, name, text].join('\n')))
    covered.set(id, Math.max(covered.get(id) ?? 0, coverage(goal, terms)))
  }
  return covered
}

/** What each value counts: its distance from the mean, in units of the spread, by its weight. */
function besideOthers(
  values: readonly number[],
  { weight, mean: usualMean, spread: usualSpread }: (typeof fitted)[keyof typeof fitted],
): number[] {
  const count = values.length + usual
  const sum = (of: (value: number) => number) => values.reduce((total, value) => total + of(value), 0)
  const mean = (sum((value) => value) + usual * usualMean) / count
  const around = usual * (usualSpread ** 2 + (usualMean - mean) ** 2)
  const spread = Math.sqrt((sum((value) => (value - mean) ** 2) + around) / count)
  return values.map((value) => (weight * (value - mean)) / (spread + leastSpread))
}
