import { coOccurs, type GraphEdges } from './edges'
import type { Library } from './entity-library'

type Sentence = readonly [passage: number, start: number, end: number]

interface Statements {
  readonly source: number
  readonly kind: number
  readonly target: number
  readonly sentences: Sentence[]
}

/** What documents state of the entities that `kept` numbers, equal statements merged; nothing is said of itself. */
export function statedEdges(library: Library, kept: Int32Array, entities: number): GraphEdges {
  const found = new Map<number, Statements>()
  for (const { firstPassage, resolved, relations } of library.parts) {
    for (const [from, kind, to, passage, start, end] of relations) {
      const source = kept[resolved[from] ?? -1] ?? -1
      const target = kept[resolved[to] ?? -1] ?? -1
      if (source < 0 || target < 0 || source === target) continue
      const key = (source * coOccurs + kind) * entities + target
      const known = found.get(key)
      const sentence: Sentence = [firstPassage + passage, start, end]
      if (known) known.sentences.push(sentence)
      else found.set(key, { source, kind, target, sentences: [sentence] })
    }
  }
  const ordered = Float64Array.from(found.keys()).sort()
  return toColumns(Array.from(ordered, (key) => found.get(key)).filter((one) => one !== undefined))
}

function toColumns(all: readonly Statements[]): GraphEdges {
  const of = new Int32Array(all.length + 1)
  const weight = new Float64Array(all.length)
  const sentences: Sentence[] = []
  for (const [edge, statements] of all.entries()) {
    const distinct = distinctSentences(statements.sentences)
    sentences.push(...distinct)
    of[edge + 1] = sentences.length
    weight[edge] = new Set(distinct.map(([passage]) => passage)).size
  }
  return {
    source: Int32Array.from(all, ({ source }) => source),
    target: Int32Array.from(all, ({ target }) => target),
    kind: Uint8Array.from(all, ({ kind }) => kind),
    weight,
    evidence: {
      of,
      passage: Int32Array.from(sentences, ([passage]) => passage),
      start: Int32Array.from(sentences, ([, start]) => start),
      end: Int32Array.from(sentences, ([, , end]) => end),
    },
  }
}

function distinctSentences(all: readonly Sentence[]): Sentence[] {
  return all
    .toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .filter(([passage, start, end], at, sorted) => {
      const before = sorted[at - 1]
      return before?.[0] !== passage || before[1] !== start || before[2] !== end
    })
}
