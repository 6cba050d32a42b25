import type { DocumentFacts } from '../share/graph-share'
import { Candidates } from './name-candidates'
import { chooseNames, type StatedPair } from './choose-names'
import { readDefinitions } from './sentences/definitions'
import type { FactPatterns } from './patterns/fact-patterns'
import { type FactContext, knownNames } from './known-names'
import type { PassageText } from '../names/passage-reading'
import { partsOf } from './passage-parts'
import { readPassage, type StatedSurfaces } from './read-passage'
import { readStructure } from './read-structure'
import { writeFacts } from './write-facts'

/**
 * A document of 100 kB has at most 400 names and 4,000 mentions: more than a person can look at, and as many as keep the facts no
 * larger than the text. Both grow with the document; a short one may have more, because its sentences are all it has.
 */
const bytesAName = 250
const bytesAMention = 25
const minNames = 40

/** What a document says, from its passages in reading order. The same passages give the same facts. */
export function readFacts(passages: readonly PassageText[], patterns: FactPatterns): DocumentFacts {
  const parts = passages.map(partsOf)
  const bytes = passages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  const maxNames = minNames + Math.floor(bytes / bytesAName)
  const maxMentions = 10 * minNames + Math.floor(bytes / bytesAMention)
  const candidates = new Candidates(patterns)
  const definitions = readDefinitions(passages, parts, candidates)
  const context: FactContext = { known: knownNames(parts, candidates, patterns), candidates, patterns }
  const stated = parts.flatMap((part, passage) => readPassage(part, passage, context))
  const structure = readStructure(passages, parts, context)
  const pairs = stated.flatMap((one) => pairOf(candidates, one))
  const chosen = chooseNames(candidates, pairs, patterns, maxNames)
  return writeFacts({
    ...context,
    chosen,
    stated: [...stated, ...structure],
    definitions,
    parts,
    maxNames,
    maxMentions,
  })
}

function pairOf(candidates: Candidates, { source, target, kind }: StatedSurfaces): StatedPair[] {
  const [one, other] = [candidates.get(source), candidates.get(target)]
  return one && other && one !== other ? [{ source: one, target: other, isClass: kind === 'is_a' }] : []
}
