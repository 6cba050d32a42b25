import type { DocumentRecord } from '@shared/documents'
import type { SessionHeader } from '@shared/session/session-view'
import { plainMarkdown } from '@renderer/ui/text/markdown/plain-markdown'
import { daysBetween } from '@renderer/ui/text/relative-text'

export type SessionGroup = 'pinned' | 'today' | 'yesterday' | 'week' | 'older'

export type SessionRow =
  | { readonly kind: 'group'; readonly group: SessionGroup }
  | { readonly kind: 'session'; readonly header: SessionHeader; readonly snippet: string }

/** Headers in the order they came, with a heading where a group begins. `now` is milliseconds since the epoch. */
export function groupSessions(headers: readonly SessionHeader[], now: number): SessionRow[] {
  let last: SessionGroup | undefined
  return headers.flatMap((header): SessionRow[] => {
    const group = groupOf(header, now)
    const row: SessionRow = { kind: 'session', header, snippet: '' }
    if (group === last) return [row]
    last = group
    return [{ kind: 'group', group }, row]
  })
}

function groupOf({ pinned, updated_at }: SessionHeader, now: number): SessionGroup {
  if (pinned) return 'pinned'
  const days = daysBetween(new Date(updated_at).getTime(), now)
  // A clock that was set back puts nothing into the future.
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  return days < 7 ? 'week' : 'older'
}

/** A snippet of a search as one line, without marks of Markdown and citations; empty where it only repeats the title. */
export function shownSnippet(snippet: string, title: string): string {
  const line = (text: string) => text.replace(/\s+/gu, ' ').trim()
  const shown = line(plainMarkdown(snippet).text.replace(/\s*\[\d{1,3}\]/gu, ''))
  return line(title).startsWith(shown) ? '' : shown
}

/** Collections by name in the order of the language, each with the number of its documents. */
export function countCollections(
  documents: Iterable<Pick<DocumentRecord, 'collection'>>,
  language: string,
): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { collection } of documents) counts.set(collection, (counts.get(collection) ?? 0) + 1)
  const { compare } = new Intl.Collator(language, { numeric: true })
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => compare(a.name, b.name))
}
