import type { SessionHeader } from '@shared/session/session-view'
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
