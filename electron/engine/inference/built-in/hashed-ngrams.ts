import { fnv1a } from '@shared/hash'
import type { Embedder } from '@engine/ports/models/embedder'
import { analyse } from '@engine/text/analyse'
import { questionWeight } from '@engine/text/english/stop-words'
import { makeUnit } from '../onnx/pooling'
import { FeatureCounts } from './feature-counts'

const dimensions = 1024
/** Keeps the trigrams of a term apart from terms of three letters. */
const trigramSeed = 0x9747b28c
/** Longest stretch of computing before the event loop gets its turn, in milliseconds. */
const sliceMs = 8
/** A buffer that all texts share, because `embed` runs without interruption. */
const features = new FeatureCounts()

/**
 * The embedder that needs no model: signed feature hashing (Weinberger et al., 2009) of analysed terms, adjacent term
 * pairs, the character trigrams of words and the single characters of scripts without spaces, with sublinear term
 * frequency and unit length. It knows spelling, not meaning, and works the same in every language.
 */
export function createHashedNgramEmbedder(): Embedder {
  return {
    id: 'builtin/hashed-ngrams-1024@2',
    dimensions,
    async embedPassages(texts, signal) {
      const vectors: Float32Array[] = []
      let sliceStart = performance.now()
      for (const text of texts) {
        if (performance.now() - sliceStart > sliceMs) {
          await new Promise((resolve) => setImmediate(resolve))
          signal?.throwIfAborted()
          sliceStart = performance.now()
        }
        vectors.push(embed(text))
      }
      return vectors
    },
    embedQuery: (text) => Promise.resolve(embed(text)),
  }
}

function embed(text: string): Float32Array {
  features.clear()
  let previous = 0
  for (const term of analyse(text)) {
    const hash = fnv1a(term)
    const weight = questionWeight(term)
    features.add(hash, weight)
    if (previous !== 0) features.add(Math.imul(previous, 31) ^ hash, 0.4 * weight)
    previous = hash
    if (term.charCodeAt(0) >= 0x2e80) features.add(fnv1a(term, trigramSeed, 0, 1), 0.25 * weight)
    if (term.length > 3 && term.charCodeAt(0) < 0x2e80) {
      for (let at = 0; at + 3 <= term.length; at += 1) {
        features.add(fnv1a(term, trigramSeed, at, at + 3), 0.25 * weight)
      }
    }
  }
  return project()
}

function project(): Float32Array {
  const { size, hashes, counts, weights } = features
  const vector = new Float32Array(dimensions)
  for (let at = 0; at < size; at += 1) {
    const value = (1 + logarithm(counts[at] ?? 0)) * (weights[at] ?? 0)
    const mixed = mix(hashes[at] ?? 0)
    const to = mixed & (dimensions - 1)
    vector[to] = (vector[to] ?? 0) + (mixed & 0x80000000 ? -value : value)
  }
  makeUnit(vector)
  return vector
}

const logarithms = Float64Array.from({ length: 64 }, (_, count) => Math.log(count))

function logarithm(count: number): number {
  return logarithms[count] ?? Math.log(count)
}

/** Finaliser of MurmurHash3: spreads every input bit over the output, so that neighbours land apart. */
function mix(hash: number): number {
  let mixed = hash
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
