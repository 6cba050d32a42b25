import type { EvidenceItem } from '@shared/events'
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

/** Looks among these passages for what a sentence without a mark rests on. */
export function createMender(items: readonly EvidenceItem[]): Mend {
  const sources = items.map(sourceOf)
  let looked = 0
  return (sentence) => {
    if (sentence.length > longestSentence || looked >= maxSentences || writtenClaims(sentence).length === 0) return null
    looked += 1
    const statement = statementOf(sentence)
    if (statement.content.length + statement.quantities.length < minContent) return null
    return inSameLanguage(statement, sources) ?? inAnother(statement, sources)
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

/** Between languages only figures and names can be compared: it takes two of them, and only one passage that has them. */
function inAnother(statement: Statement, sources: readonly Source[]): number | null {
  const names = statement.content.filter(({ script, raw }) => script === 'spaced' && raw.length > 2)
  const comparable = statement.quantities.length + (statement.language === 'zh' ? names.length : 0)
  if (comparable < minContent) return null
  const carrying = sources.flatMap((source, at) => {
    const isOther = source.language !== statement.language
    return isOther && isClear(support(statement, source)) ? [at] : []
  })
  const [only, ...others] = carrying
  return only !== undefined && others.length === 0 ? only : null
}

function heldBy({ content }: Statement, source: Source): number {
  if (content.length === 0) return 1
  return content.filter((token) => holds(source, token)).length / content.length
}
