import type { Alignment, Difference } from './alignment'
import { holdsVerbatim } from '../facts/comparable-text'
import { bestWindow, type Source } from '../source'
import type { Statement } from './statement'

/** So many more missing than found words in a row are an addition; half a word counts half. */
const missingWords = { en: 3, zh: 2.8 }
/** A near copy has no other words for the same, so fewer will do, and a long stretch of its own counts as well. */
const nearCopy = { share: 0.6, copied: 0.6, missingWords: 3, stretch: 6, held: 0.65 }

/** What a sentence adds to its source, as it is written; null where nothing. `held` is how far the source has each of its words of content, 0 to 1. */
export function additionIn(
  claim: Statement,
  held: readonly number[],
  source: Source,
  { share, copied, differences }: Alignment,
): string | null {
  const isNear = share >= nearCopy.share && copied >= nearCopy.copied
  const missing = missingStretch(claim, held, isNear ? nearCopy.missingWords : missingWords[claim.language])
  if (missing !== null || !isNear) return missing
  return differences.find((difference) => isScattered(difference, claim, source))?.said ?? null
}

/** The stretch of a sentence that the source has least of. */
function missingStretch({ text, content }: Statement, held: readonly number[], least: number): string | null {
  let best = { first: 0, last: -1, missing: 0 }
  let first = 0
  let missing = 0
  for (const [at, one] of held.entries()) {
    missing += one === 1 ? -1 : 1 - one
    if (missing <= 0) {
      missing = 0
      first = at + 1
    } else if (missing > best.missing) best = { first, last: at, missing }
  }
  return best.missing < least ? null : text.slice(content[best.first]?.start, content[best.last]?.end)
}

/** A long insertion whose words stand about in the source, but nowhere together. */
function isScattered({ said, at, end }: Difference, { tokens }: Statement, source: Source): boolean {
  const inside = tokens.filter((token) => token.start >= at && token.end <= end)
  if (inside.length < nearCopy.stretch || holdsVerbatim(source.text, said)) return false
  const content = inside.filter((token) => token.content)
  return content.length > 1 && bestWindow(source, inside).held < nearCopy.held
}
