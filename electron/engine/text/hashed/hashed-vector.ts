import { fnv1a } from '@shared/hash'
import { questionWeight } from '../english/stop-words'
import { makeUnit } from '../vectors'
import { FeatureCounts } from './feature-counts'

/** Names the way these vectors are made; one that makes others has another name. */
export const hashedVectors = { id: 'builtin/hashed-ngrams-1024@2', dimensions: 1024 }

const { dimensions } = hashedVectors
/** Keeps the trigrams of a term apart from terms of three letters. */
const trigramSeed = 0x9747b28c
/** A buffer that all texts share, because a vector is made without interruption. */
const features = new FeatureCounts()

/**
 * Analysed terms as a vector of unit length, written over `into` where it is given: signed feature hashing (Weinberger et al., 2009) of terms, adjacent term
 * pairs, the character trigrams of words and the single characters of scripts without spaces, with sublinear term
 * frequency. It knows spelling, not meaning, and works the same in every language.
 */
export function hashedVector(terms: readonly string[], into = new Float32Array(dimensions)): Float32Array {
  features.clear()
  let previous = 0
  for (const term of terms) {
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
  return project(into)
}

function project(vector: Float32Array): Float32Array {
  const { size, hashes, counts, weights } = features
  vector.fill(0)
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
