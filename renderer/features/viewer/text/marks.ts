/** 0-based half-open offsets into the extracted text. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** The kinds of marks; later kinds lie on top. `aim` is invisible: the outline scrolls to it. `own` are the user's highlights. */
export const markKinds = ['aim', 'own', 'passage', 'found', 'current'] as const
export type MarkKind = (typeof markKinds)[number]

export interface Mark extends Range {
  readonly kind: MarkKind
  /** Which highlight it is, of the kind `own`. */
  readonly own?: string
}

/** A highlight of the user's, where it stands in the text. */
export interface OwnMark extends Range {
  readonly id: string
}

/** Everything that is marked in a document. */
export interface Marks {
  readonly aim: Range | null
  readonly passage: Range | null
  /** The user's highlights; they may overlap. */
  readonly own: readonly OwnMark[]
  /** Where each match of the find bar starts, ascending, not overlapping. */
  readonly found: readonly number[]
  /** Length of every match. */
  readonly foundLength: number
  /** Index into `found`; -1 for none. */
  readonly current: number
}

export const noMarks: Marks = { aim: null, passage: null, own: [], found: [], foundLength: 0, current: -1 }

/** The marks that touch `[start, end)`, in time logarithmic in the number of matches. */
export function marksWithin(marks: Marks, { start, end }: Range): Mark[] {
  const within: Mark[] = []
  const { aim, passage, own, found, foundLength, current } = marks
  if (aim && aim.start < end && aim.end > start) within.push({ ...aim, kind: 'aim' })
  for (const { id, ...range } of own) {
    if (range.start < end && range.end > start) within.push({ ...range, kind: 'own', own: id })
  }
  if (passage && passage.start < end && passage.end > start) within.push({ ...passage, kind: 'passage' })
  for (let at = firstAtOrAfter(found, start - foundLength + 1); at < found.length; at += 1) {
    const from = found[at] ?? end
    if (from >= end) break
    within.push({ start: from, end: from + foundLength, kind: at === current ? 'current' : 'found' })
  }
  return within
}

/** Index of the first value that is at least `least` in an ascending list; its length where there is none. */
export function firstAtOrAfter(values: readonly number[], least: number): number {
  return partitionPoint(values.length, (at) => (values[at] ?? 0) < least)
}

/** Index of the last range that starts at or before an offset; 0 where none does. Ranges are in text order. */
export function rangeAt(ranges: readonly Range[], offset: number): number {
  return Math.max(0, partitionPoint(ranges.length, (at) => (ranges[at]?.start ?? 0) <= offset) - 1)
}

/** The first place of a list at which a condition no longer holds that holds for all places before. */
function partitionPoint(length: number, holdsAt: (place: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holdsAt(middle)) low = middle + 1
    else high = middle
  }
  return low
}

export interface Part {
  readonly text: string
  readonly kind: MarkKind | null
  /** The highlight it is part of, also where another mark lies on top. */
  readonly own?: string | undefined
}

/** Cuts a text that begins at offset `start` where marks begin and end. The parts add up to the text. */
export function cutAtMarks(text: string, start: number, marks: readonly Mark[]): Part[] {
  const end = start + text.length
  const touching = marks.filter((mark) => mark.start < end && mark.end > start)
  if (touching.length === 0) return text === '' ? [] : [{ text, kind: null }]
  const edges = new Set([start, end])
  for (const mark of touching) {
    edges.add(Math.max(start, mark.start))
    edges.add(Math.min(end, mark.end))
  }
  const sorted = [...edges].sort((one, other) => one - other)
  return sorted.slice(0, -1).map((from, at) => {
    const to = sorted[at + 1] ?? end
    return { text: text.slice(from - start, to - start), ...topOf(touching, from, to) }
  })
}

/** What lies on top of a stretch, and the last of the highlights it is part of. */
export function topOf(marks: readonly Mark[], from: number, to: number): Omit<Part, 'text'> {
  const over = marks.filter((mark) => mark.start <= from && mark.end >= to)
  const top = Math.max(-1, ...over.map((mark) => markKinds.indexOf(mark.kind)))
  const own = over.findLast((mark) => mark.own !== undefined)?.own
  return { kind: markKinds[top] ?? null, ...(own !== undefined && { own }) }
}
