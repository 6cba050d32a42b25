import type { EvidenceItem } from '@shared/events'
import { type Dictionary, heldTogether } from '@engine/critic/binding/across-languages'
import { writtenClaims } from '@engine/critic/claims/claims'
import { holds, type Source, sourceOf } from '@engine/critic/source'
import { type Statement, statementOf } from '@engine/critic/claims/statement'
import { isClear, support } from '@engine/critic/support'

/** The index of the passage that clearly bears a sentence out; null where no passage does or the sentence claims nothing. */
export type Mend = (sentence: string) => number | null

/** Holding a sentence against a passage takes about a millisecond, and tokens wait for it. */
const maxCompared = 3
const maxSentences = 200
/** In UTF-16 units. */
const longestSentence = 800
const minHeld = 0.5
/** A sentence of fewer words and figures is borne out by chance. */
const minContent = 2
/** Of 45 sentences beside 28 passages in the other language 22 find theirs by this, and none a wrong one, also where theirs is not there. */
const across = { compared: 3, lead: 0.3 }

/** Looks among these passages for what a sentence without a mark rests on; `terms` are for passages in the other language. */
export function createMender(items: readonly EvidenceItem[], terms: Dictionary): Mend {
  const sources = items.map(sourceOf)
  let looked = 0
  return (sentence) => {
    if (sentence.length > longestSentence || looked >= maxSentences || writtenClaims(sentence).length === 0) return null
    looked += 1
    const statement = statementOf(sentence)
    if (statement.content.length + statement.quantities.length < minContent) return null
    return inSameLanguage(statement, sources) ?? inAnother(statement, sources, terms)
  }
}

function inSameLanguage(statement: Statement, sources: readonly Source[]): number | null {
  const near = sources
    .map((source, at) => ({ source, at, held: heldBy(statement, source) }))
    .filter(({ source, held }) => source.language === statement.language && held >= minHeld)
    .toSorted((a, b) => b.held - a.held || a.at - b.at)
    .slice(0, maxCompared)
  return near.find(({ source }) => isClear(support(statement, source)))?.at ?? null
}

/** Between languages one passage must have so much more of a sentence than any other, in one place. */
function inAnother(statement: Statement, sources: readonly Source[], terms: Dictionary): number | null {
  const [best, next] = sources
    .flatMap((source, at) =>
      source.language === statement.language ? [] : [{ source, at, ...heldTogether(statement, source, terms) }],
    )
    .toSorted((a, b) => b.share - a.share)
  if (!best || best.compared < across.compared || best.share < minHeld) return null
  if (best.share - (next?.share ?? 0) < across.lead) return null
  return support(statement, best.source, terms).verdict === 'unsupported' ? null : best.at
}

function heldBy({ content }: Statement, source: Source): number {
  if (content.length === 0) return 1
  return content.filter((token) => holds(source, token)).length / content.length
}
