import type { Claim, Conflict } from '@shared/research/claim-ledger'
import { type ComparedSentence, comparedSentence, type Contradiction, contradictionOf } from '@engine/critic/conflicts'
import { plainText } from '@engine/critic/facts/comparable-text'
import { namesIn } from '@engine/critic/facts/proper-names'
import type { Quantity } from '@engine/critic/facts/quantities'
import { isPipedRow, pipedCells } from '@engine/text/tables/piped-cells'
import { isLabelledRow, labelledParts } from '@engine/text/tables/table-row'

/** A text made ready to be compared with others. */
export interface Compared<T> extends ComparedSentence {
  readonly of: T
  readonly names: readonly string[]
  /** Of a table's row all but its figures, which says what the row is about; null elsewhere. */
  readonly row: string | null
}

export function comparedOf<T extends { readonly text: string }>(items: readonly T[]): Compared<T>[] {
  return items.map((of) => {
    const text = plainText(of.text)
    return { ...comparedSentence(text), of, names: namesIn(text).map((name) => name.text), row: rowOf(of.text) }
  })
}

/** What a table's row is about: all of it but its figures; null for a sentence. */
function rowOf(text: string): string | null {
  const cells = isPipedRow(text)
    ? pipedCells(text)
    : isLabelledRow(text, [])
      ? labelledParts(text).map(({ label, start, end }) => `${label} ${text.slice(start, end)}`)
      : null
  return cells?.map((cell) => cell.replaceAll(/\d[\d.,]*/gu, '#')).join('|') ?? null
}

/** How two texts contradict each other; null where they do not, or speak of different things by name. */
export function conflictBetween(a: Compared<unknown>, b: Compared<unknown>): Contradiction | null {
  if (a.text === b.text || a.row !== b.row || speakOfOthers(a, b) || sharedOf(a, b) < leastShared) return null
  const found = contradictionOf(a, b)
  return found?.kind === 'figures' && !measureTheSame(a, b) ? null : found
}

/**
 * One thing that both count or measure has another value: "28 U.S.C." and "p. 348" count nothing, and where two things differ, as in
 * "96 goals in 306 games" and "7 goals in 47 games", it is another occasion.
 */
function measureTheSame(a: ComparedSentence, b: ComparedSentence): boolean {
  const theirs = measuresIn(b)
  const differing = measuresIn(a).flatMap(({ value, unit, noun }) => {
    const same = theirs.filter((other) => other.unit?.kind === unit?.kind && other.noun === noun)
    return same.length > 0 && same.every((other) => other.value !== value) ? [`${unit?.kind ?? ''} ${noun}`] : []
  })
  return new Set(differing).size === 1
}

function measuresIn({ text, quantities }: ComparedSentence): Quantity[] {
  return quantities.filter(
    ({ unit, noun, end }) => unit !== null || noun.length > 1 || /^\s*\p{Script=Han}/u.test(text.slice(end)),
  )
}

/** Share of the longer one's words that both have: a contradiction is told to people as a finding, and has to be one. */
const leastShared = 0.5

function sharedOf(a: Compared<unknown>, b: Compared<unknown>): number {
  const shared = [...a.words].filter((word) => b.words.has(word)).length
  return shared / Math.max(1, a.words.size, b.words.size)
}

/** Each names something that the other does not: then another figure is no contradiction. */
function speakOfOthers(a: Compared<unknown>, b: Compared<unknown>): boolean {
  const own = (one: Compared<unknown>, other: Compared<unknown>) => one.names.some((name) => !other.text.includes(name))
  return own(a, b) && own(b, a)
}

interface Pair {
  readonly claims: readonly [Claim, Claim]
  readonly found: Contradiction
}

/**
 * Claims that cannot all hold: other figures or dates for the same thing, or one says what another denies. Where the claims hold at
 * different times it is the newer state beside the older one. Pure.
 */
export function conflictsOf(claims: readonly Claim[]): Conflict[] {
  const compared = comparedOf(claims)
  const pairs = compared.flatMap((one, at) =>
    compared.slice(at + 1).flatMap((other): Pair[] => {
      // What is compared with each other does not contradict each other.
      if (one.of.subject !== other.of.subject || isSamePlace(one.of, other.of)) return []
      const found = conflictBetween(one, other)
      return found ? [{ claims: [one.of, other.of], found }] : []
    }),
  )
  return joined(pairs).map((group, at) => conflictOf(group, `conflict_${at + 1}`))
}

/** Evidence overlaps, so that two tasks may have found one sentence. */
function isSamePlace(a: Claim, b: Claim): boolean {
  return a.text === b.text
}

/** Pairs of one kind that share a claim say the same thing in more than two ways. */
function joined(pairs: readonly Pair[]): Pair[][] {
  const groups: Pair[][] = []
  for (const pair of pairs) {
    const own = groups.find((group) =>
      group.some(
        ({ claims, found }) =>
          found.kind === pair.found.kind && claims.some(({ text }) => pair.claims.some((one) => one.text === text)),
      ),
    )
    if (own) own.push(pair)
    else groups.push([pair])
  }
  return groups
}

function conflictOf(pairs: readonly Pair[], id: string): Conflict {
  const stated = new Map<string, { readonly claim: Claim; readonly words: string }>()
  for (const { claims, found } of pairs) {
    for (const [at, claim] of claims.entries()) {
      if (!stated.has(claim.text)) stated.set(claim.text, { claim, words: found.stated[at] ?? '' })
    }
  }
  const sides = [...stated.values()]
  const [first] = pairs
  const isDenial = first?.found.kind === 'denial'
  return {
    id,
    claims: sides.map(({ claim }) => claim.id),
    kind: isDenial ? 'denial' : 'values',
    stated: isDenial ? [] : sides.map(({ words }) => words),
    by_time: first?.found.kind !== 'dates' && areOfDifferentTimes(sides.map(({ claim }) => claim)),
  }
}

/** Each claim is dated, and no two are of the same time, as far as they say it. */
function areOfDifferentTimes(claims: readonly Claim[]): boolean {
  const dates = claims.flatMap(({ date }) => date ?? [])
  if (dates.length < claims.length) return false
  return dates.every((date, at) =>
    dates.slice(at + 1).every((other) => !date.startsWith(other) && !other.startsWith(date)),
  )
}
