import type { Attribution } from '@shared/session/replay'
import type { TextKey } from '@renderer/locales/text-key'
import english from '@renderer/locales/en/context.json'

/** The step at which expected words were lost, for each verdict; null where they were not. */
export const lostAt = {
  answered: null,
  unused: 'writing',
  refused_wrongly: 'judging',
  trimmed: 'choosing',
  never_found: 'searching',
  not_in_library: 'reading',
  tool_answered: 'routing',
} as const satisfies Record<Attribution['verdict'], string | null>

/** Characters shown before the expected words. */
const lead = 60
/** Characters of a passage that are shown. */
const most = 320

/** Where the expected words stand letter for letter in a text; all of it where they do not. */
export function expectedRange(text: string, expected: string): { readonly start: number; readonly end: number } {
  const words = expected.trim()
  const start = words === '' ? -1 : text.toLowerCase().indexOf(words.toLowerCase())
  // Lower case may be longer than what it is made of; then the offsets are not the text's.
  const isExact = start >= 0 && text.toLowerCase().length === text.length
  return isExact ? { start, end: start + words.length } : { start: 0, end: text.length }
}

interface Excerpt {
  readonly before: string
  /** The expected words; empty where they do not stand there letter for letter. */
  readonly words: string
  readonly after: string
}

/** The part of a passage around the expected words, cut between words where there are spaces. */
export function excerptOf(text: string, expected: string): Excerpt {
  const { start, end } = expectedRange(text, expected)
  const isWhole = start === 0 && end === text.length
  const words = isWhole ? '' : text.slice(start, end)
  const room = Math.max(lead, most - lead - words.length)
  const before = isWhole ? '' : text.slice(Math.max(0, start - lead), start)
  const after = text.slice(isWhole ? 0 : end, (isWhole ? 0 : end) + room)
  const isCutBefore = before.length < start && !isWhole
  const isCutAfter = (isWhole ? 0 : end) + room < text.length
  return {
    before: isCutBefore ? `…${before.replace(/^\S{0,20}\s|^[\uDC00-\uDFFF]/u, '')}` : before,
    words,
    after: isCutAfter ? `${after.replace(/\s\S{0,20}$|[\uD800-\uDBFF]$/u, '')}…` : after,
  }
}

/** The text that says why something was left out; null for a step this window has no words for. */
export function leftOutKey(by: string): TextKey<'context'> | null {
  if (isKeyOf(english.check.reason, by)) return `check.reason.${by}`
  return isKeyOf(english.dropped.by, by) ? `dropped.by.${by}` : null
}

function isKeyOf<T extends object>(texts: T, key: string): key is Extract<keyof T, string> {
  return Object.hasOwn(texts, key)
}
