import type { EntityType } from '@shared/graph'
import { surnameOf } from '../disambiguation/names/han-lexicon'
import { foldHan } from '@engine/text/chinese/han-fold'
import { surfaceAt } from './known-names'
import type { Candidates } from './name-candidates'
import type { Phrase } from './sentences/noun-phrases'
import type { Token } from './sentences/sentence-token'
import type { TypeRules } from './sentences/type-rules'

const han = /\p{Script=Han}/u
const between = /^(?:[,，、;；]|and|or|和|与|及|以及)$/u
/** ", and" */
const mostBetween = 2
const bearers: ReadonlySet<EntityType> = new Set<EntityType>(['person', 'organisation', 'place', 'event'])
/** What a list says weighs less than a word beside the name. */
const listed = 0.5
/** Two to four words or initials. */
const fullName = /^\p{Lu}[\p{L}.'’-]*(?: \p{L}[\p{L}.'’-]*){1,3}$/u

/**
 * Proper names that are listed side by side are of one kind: what at least half of them are by their form,
 * the others are as well. */
export function voteInLists(
  phrases: readonly Phrase[],
  tokens: readonly Token[],
  { text, candidates, types }: { readonly text: string; readonly candidates: Candidates; readonly types: TypeRules },
): void {
  const proper = phrases.filter(({ isProper }) => isProper)
  for (let from = 0; from < proper.length;) {
    let end = from + 1
    while (end < proper.length && areListed(proper[end - 1], proper[end], tokens)) end += 1
    const names = end - from < 2 ? [] : proper.slice(from, end).map(({ core }) => surfaceAt(text, core))
    const kinds = names.map((name) => anchorOf(name, types))
    const known = kinds.filter((kind) => kind !== undefined)
    const [kind, ...others] = new Set(known)
    if (kind !== undefined && others.length === 0 && known.length * 2 >= names.length) {
      for (const [at, name] of names.entries()) {
        if (kinds[at] === undefined && (kind !== 'person' || mayBeFullName(name)))
          candidates.voteFor(name, kind, listed)
      }
    }
    from = end
  }
}

/** What a name is by its form alone. A place must be a known one: a club's name may end in "City" as well. */
function anchorOf(name: string, types: TypeRules): EntityType | undefined {
  const kind = types.ofForm(name)
  if (kind === undefined || !bearers.has(kind)) return undefined
  return kind === 'place' && types.ofKnownName(name.toLowerCase()) === undefined ? undefined : kind
}

function areListed(one: Phrase | undefined, next: Phrase | undefined, tokens: readonly Token[]): boolean {
  if (!one || !next) return false
  const marks = tokens.slice(one.last + 1, next.first)
  return marks.length > 0 && marks.length <= mostBetween && marks.every(({ word }) => between.test(word))
}

function mayBeFullName(name: string): boolean {
  return han.test(name) ? name.length > 2 && mayBePerson(name) : fullName.test(name)
}

/** 管理局局长: a title follows bodies as well. */
export function mayBePerson(surface: string): boolean {
  if (!han.test(surface)) return true
  return /[·•‧・]/u.test(surface) || (surface.length <= 4 && surnameOf(foldHan(surface)) !== undefined)
}
