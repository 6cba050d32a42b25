/** A labelled text and where it lies. */
export interface Example<Label extends string> {
  readonly label: Label
  /** What exactly, in the label's own vocabulary. */
  readonly topic: string
  readonly vector: Float32Array
}

export interface Neighbour<Label extends string> {
  readonly example: Example<Label>
  /** Cosine, from 0 up. */
  readonly similarity: number
}

const neighbourCount = 7
/** What the labels share before any neighbour is heard: far neighbours then say little. */
const reserve = 0.15

/** All examples, the nearest first. `except` leaves one out: itself, when examples are fitted on. */
export function neighboursOf<Label extends string>(
  vector: Float32Array,
  examples: readonly Example<Label>[],
  except?: Example<Label>,
): Neighbour<Label>[] {
  // Hashed vectors of short texts are nearly all zeros.
  const dimensions = [...vector.keys()].filter((at) => vector[at] !== 0)
  return examples
    .filter((example) => example !== except)
    .map((example) => ({ example, similarity: cosine(vector, dimensions, example.vector) }))
    .toSorted((a, b) => b.similarity - a.similarity)
}

/** How the nearest vote, one share a label in the order of `labels`; they sum to one. A vote counts by its similarity cubed. */
export function votes<Label extends string>(
  neighbours: readonly Neighbour<Label>[],
  labels: readonly Label[],
): number[] {
  const nearest = neighbours.slice(0, neighbourCount)
  const totals = labels.map((label) =>
    nearest.reduce(
      (sum, { example, similarity }) => (example.label === label ? sum + similarity ** 3 : sum),
      reserve / labels.length,
    ),
  )
  const all = totals.reduce((sum, total) => sum + total, 0)
  return totals.map((total) => total / all)
}

/** The commonest topic of the nearest examples with a label, by weight; empty where no example has that label. */
export function likeliestTopic<Label extends string>(neighbours: readonly Neighbour<Label>[], label: Label): string {
  const totals = new Map<string, number>()
  for (const { example, similarity } of neighbours
    .filter(({ example }) => example.label === label)
    .slice(0, neighbourCount)) {
    totals.set(example.topic, (totals.get(example.topic) ?? 0) + similarity ** 3)
  }
  return [...totals].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}

/** Of unit vectors; what points away is as far as what has nothing in common. */
function cosine(a: Float32Array, dimensions: readonly number[], b: Float32Array): number {
  let sum = 0
  for (const at of dimensions) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return Math.max(0, sum)
}
