import type { SessionHeader } from '@shared/session/session-view'
import { plainMarkdown } from '@renderer/ui/text/markdown/plain-markdown'
import { daysBetween } from '@renderer/ui/text/relative-text'

export type SessionGroup = 'pinned' | 'today' | 'yesterday' | 'week' | 'older'

export type SessionRow =
  | { readonly kind: 'group'; readonly group: SessionGroup }
  | { readonly kind: 'folder'; readonly name: string; readonly count: number; readonly open: boolean }
  | { readonly kind: 'session'; readonly header: SessionHeader; readonly snippet: string }

/** What the list is arranged by: the time in milliseconds since the epoch, names in the order of a language, and which folders are closed. */
export interface RowOrder {
  readonly now: number
  readonly language: string
  readonly closed: ReadonlySet<string>
}

/** Chats that are pinned, then folders by name with theirs, then all others by age; each in the order they came. */
export function groupSessions(headers: readonly SessionHeader[], { now, language, closed }: RowOrder): SessionRow[] {
  const loose = headers.filter(({ folder }) => folder === undefined)
  const folders = foldersOf(headers, language).flatMap((name): SessionRow[] => {
    const inside = headers.filter(({ folder }) => folder === name)
    const open = !closed.has(name)
    return [{ kind: 'folder', name, count: inside.length, open }, ...(open ? inside.map(rowOf) : [])]
  })
  const pinned = loose.filter((header) => header.pinned)
  const others = loose.filter((header) => !header.pinned)
  return [...underHeadings(pinned, now), ...folders, ...underHeadings(others, now)]
}

/** The names of all folders, in the order of a language. */
export function foldersOf(headers: readonly SessionHeader[], language: string): string[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  return [...new Set(headers.flatMap(({ folder }) => folder ?? []))].sort(compare)
}

function rowOf(header: SessionHeader): SessionRow {
  return { kind: 'session', header, snippet: '' }
}

/** With a heading where a group begins. */
function underHeadings(headers: readonly SessionHeader[], now: number): SessionRow[] {
  let last: SessionGroup | undefined
  return headers.flatMap((header): SessionRow[] => {
    const group = groupOf(header, now)
    const row = rowOf(header)
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
