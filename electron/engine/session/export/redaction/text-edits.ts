import { formatSelector, parseSelector, SelectorError } from '@shared/session/selector'

/** One replacement in a text; offsets are 0-based half-open UTF-16 offsets into the text before any edit. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Edits in text order without overlaps. Of edits that overlap, one remains that covers both and says what the earlier
 * one says: nothing that either of them was to remove is left.
 */
export function mergeEdits(edits: readonly Edit[]): Edit[] {
  const merged: Edit[] = []
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (last && edit.start < last.end) merged[merged.length - 1] = { ...last, end: Math.max(last.end, edit.end) }
    else merged.push(edit)
  }
  return merged
}

/** The text after edits that are in order and do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let at = 0
  const parts: string[] = []
  for (const edit of edits) {
    parts.push(text.slice(at, edit.start), edit.text)
    at = edit.end
  }
  return parts.join('') + text.slice(at)
}

/** A range of the old text, in the new text. An end inside a replaced stretch moves to the end of the stretch. */
export function moveRange(edits: readonly Edit[], start: number, end: number): { start: number; end: number } {
  const moved = { start: movedOffset(edits, start, 'start'), end: movedOffset(edits, end, 'end') }
  return { start: moved.start, end: Math.max(moved.start, moved.end) }
}

function movedOffset(edits: readonly Edit[], offset: number, side: 'start' | 'end'): number {
  let shift = 0
  for (const edit of edits) {
    if (offset >= edit.end && !(side === 'start' && edit.start === edit.end && offset === edit.start)) {
      shift += edit.text.length - (edit.end - edit.start)
    } else {
      if (offset <= edit.start) break
      return edit.start + shift + (side === 'end' ? edit.text.length : 0)
    }
  }
  return offset + shift
}

/**
 * A selector whose `chars` ranges follow the edits of the content they point into. `lines` stay: an edit keeps the line
 * breaks of what it replaces. One that cannot be read stays as it is.
 */
export function moveSelector(edits: readonly Edit[], selector: string): string {
  if (edits.length === 0) return selector
  try {
    const parts = parseSelector(selector)
    return formatSelector(
      parts.map((part) => (part.kind === 'chars' ? { ...part, ...moveRange(edits, part.start, part.end) } : part)),
    )
  } catch (error) {
    if (error instanceof SelectorError) return selector
    throw error
  }
}
