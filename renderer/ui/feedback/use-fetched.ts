import { type ErrorReport, toCairnError } from '@shared/errors'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'

interface Answer<T> {
  readonly key: string
  readonly value: T | null
  readonly error: ErrorReport | null
}

export interface Fetched<T> {
  /** For this key, or while another version of it is read, of the version before; null until the first came. */
  readonly value: T | null
  readonly error: ErrorReport | null
  /** The last answer, whatever key it was for: it can stay on the screen meanwhile, so that nothing blinks. */
  readonly last: Answer<T> | null
  readonly again: () => void
}

interface FetchOptions {
  /** Another version is read anew. */
  readonly version?: number
  /** Milliseconds to wait, for a key that changes while one types. */
  readonly pauseMs?: number
}

/**
 * An answer of the engine, read anew when the key changes.
 * @param key what it is about; null for nothing.
 * @param read its signal ends when the answer is no longer wanted.
 */
export function useFetched<T>(
  key: string | null,
  read: (signal: AbortSignal) => Promise<T>,
  { version = 0, pauseMs = 0 }: FetchOptions = {},
): Fetched<T> {
  const [last, setLast] = useState<Answer<T> | null>(null)
  const [round, setRound] = useState(0)
  const readNow = useEffectEvent(read)
  useEffect(() => {
    if (key === null) return
    const leaving = new AbortController()
    const { signal } = leaving
    const ask = () => {
      readNow(signal).then(
        (value) => signal.aborted || setLast({ key, value, error: null }),
        (thrown: unknown) => signal.aborted || setLast({ key, value: null, error: toCairnError(thrown).report() }),
      )
    }
    const timer = pauseMs > 0 ? setTimeout(ask, pauseMs) : undefined
    if (timer === undefined) ask()
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [key, version, round, pauseMs])
  const again = useCallback(() => setRound((before) => before + 1), [])
  const mine = last?.key === key ? last : null
  return { value: mine?.value ?? null, error: mine?.error ?? null, last, again }
}
