import type { EntityType } from '@shared/graph'
import type { Candidate } from './name-candidates'
import type { FactPatterns } from './patterns/fact-patterns'
import { bestType } from './sentences/type-rules'

/** Share of its mentions that must say what a name is. */
const leastSaid = 0.03
/**
 * A name without another sign is a place where so many of its mentions follow "in" or "at". On public texts a third of known
 * places reach that share, and a thirtieth of people, bodies and documents.
 */
const locatedShare = 0.25
const leastLocated = 3
/** Words with one capital each: no letters that stand for something, and no numerals. */
const placeName = /^\p{Lu}\p{Ll}+(?:[ '’-]\p{Lu}?\p{Ll}+){0,3}$/u

/** What each of a document's names is: by its form, by what sentences say of it, and by the names it is listed with. */
export function typesOf(
  chosen: readonly Candidate[],
  patterns: FactPatterns,
): ReadonlyMap<Candidate, EntityType | undefined> {
  return withSurnames(new Map(chosen.map((one) => [one, typeOf(one, patterns)])))
}

function typeOf(
  { votes, signs, surfaces, count, located }: Candidate,
  { types }: FactPatterns,
): EntityType | undefined {
  const isProper = (signs.get('proper') ?? 0) + (signs.get('maybeProper') ?? 0) > (signs.get('common') ?? 0)
  // What a few of many sentences say of a name they say by mistake.
  const all = new Map([...votes].filter(([, weight]) => weight >= count * leastSaid))
  const usual = usualSurface({ surfaces })
  if (usual !== undefined) types.voteByForm(usual, isProper, all)
  const best = bestType(all)
  if (best !== undefined) return best
  if (!isProper) return signs.has('defined') || signs.has('marked') ? 'concept' : undefined
  const isPlace = located >= leastLocated && located >= count * locatedShare && placeName.test(usual ?? '')
  return isPlace ? 'place' : undefined
}

/** As the document mostly writes it. */
export function usualSurface({ surfaces }: Pick<Candidate, 'surfaces'>): string | undefined {
  return [...surfaces].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0]
}

/** Roberts is a person where Iwan Roberts is one and no name of another type ends so. */
function withSurnames(types: Map<Candidate, EntityType | undefined>): Map<Candidate, EntityType | undefined> {
  const ofLast = new Map<string, Set<EntityType>>()
  for (const [{ key }, type] of types) {
    const last = key.slice(key.lastIndexOf(' ') + 1)
    if (type !== undefined && last !== key) ofLast.set(last, (ofLast.get(last) ?? new Set()).add(type))
  }
  for (const [candidate, type] of types) {
    const found = ofLast.get(candidate.key)
    const isName = candidate.signs.has('proper') && !candidate.signs.has('common')
    if (type === undefined && isName && found?.size === 1 && found.has('person')) types.set(candidate, 'person')
  }
  return types
}
