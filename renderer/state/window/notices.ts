import { type ErrorReport, toCairnError } from '@shared/errors'
import type { RedactionReport } from '@shared/session/turn-context'
import { create } from 'zustand'
import type { NoticeKey } from '@renderer/locales/text-key'
import type { LeaveOut } from '@renderer/ui/text/redaction-text'

/** Something worth saying that belongs to no one place on the screen. */
export interface Notice {
  readonly id: number
  readonly kind: 'info' | 'error'
  readonly key: NoticeKey
  readonly values: Readonly<Record<string, string | number>>
  /** Shown under the text; for `error`. */
  readonly error: ErrorReport | null
  /** Of an export: what it was asked to leave out and what that was. */
  readonly redaction: { readonly report: RedactionReport; readonly asked: LeaveOut } | null
  readonly action: { readonly key: NoticeKey; readonly run: () => void } | null
  /** Milliseconds until it goes by itself; null stays until closed. */
  readonly lifeMs: number | null
  /** When its life ends, in milliseconds since the epoch; an action cannot be offered longer. */
  readonly endsAt: number | null
}

export const useNotices = create<{ readonly notices: readonly Notice[] }>(() => ({ notices: [] }))

let lastId = 0
const mostAtOnce = 4

type NewNotice = Pick<Notice, 'key'> & Partial<Omit<Notice, 'id' | 'key' | 'endsAt'>>

export function notify(notice: NewNotice): number {
  const id = ++lastId
  const { lifeMs = 6000 } = notice
  const endsAt = lifeMs === null ? null : Date.now() + lifeMs
  const plain = { kind: 'info', values: {}, error: null, redaction: null, action: null } as const
  const full: Notice = { ...plain, ...notice, lifeMs, endsAt, id }
  useNotices.setState(({ notices }) => ({ notices: withoutOldest([...notices, full]) }))
  return id
}

/** Makes room for new notices. What can still be acted on is never pushed out: it ends by itself. */
function withoutOldest(notices: readonly Notice[]): readonly Notice[] {
  const passing = notices.filter(({ action }) => action === null)
  const gone = passing.slice(0, Math.min(passing.length, Math.max(0, notices.length - mostAtOnce)))
  // The newest is always shown.
  return notices.filter((notice, at) => at === notices.length - 1 || !gone.includes(notice))
}

/** Says that something failed, with what to do. A cancelled act needs no words. */
export function notifyError(thrown: unknown, key: NoticeKey = 'app:somethingFailed'): void {
  const error = toCairnError(thrown)
  if (error.code === 'CANCELLED') return
  notify({ kind: 'error', key, error: error.report(), lifeMs: 12_000 })
}

/** Does something that may fail; where it does, a notice says so and the result is false. */
export async function attempt(act: () => Promise<unknown>, key?: NoticeKey): Promise<boolean> {
  try {
    await act()
    return true
  } catch (thrown) {
    notifyError(thrown, key)
    return false
  }
}

export function dismiss(id: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }))
}
