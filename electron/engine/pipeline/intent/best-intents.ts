import type { Intent, IntentParse } from '../turn'

/** The best reading of each part, the least sure first: it decides how unsure the whole is. */
export function bestIntents(parse: IntentParse): Intent[] {
  return parse.parts.flatMap(({ ranked }) => ranked.slice(0, 1)).toSorted((a, b) => a.confidence - b.confidence)
}
