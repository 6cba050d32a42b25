import { type ErrorReport, toCairnError } from '@shared/errors'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'

export interface Fetched<T> {
  /** Of this key, or while another version of it is read, of the version before; null until the first came. */
  readonly value: T | null
  readonly error: ErrorReport | null
  readonly again: () => void
}

interface Answer<T> {
  readonly key: string
  readonly value: T | null
  readonly error: ErrorReport | null
}

/**
 * What the engine says of something, read anew when the version changes.
 * @param key what it is about; null for nothing.
 */
export function useFetched<T>(key: string | null, version: number, read: () => Promise<T>): Fetched<T> {
  const [answer, setAnswer] = useState<Answer<T> | null>(null)
  const [round, setRound] = useState(0)
  const start = useEffectEvent(read)
  useEffect(() => {
    if (key === null) return
    let wanted = true
    start().then(
      (value) => wanted && setAnswer({ key, value, error: null }),
      (thrown: unknown) => wanted && setAnswer({ key, value: null, error: toCairnError(thrown).report() }),
    )
    return () => {
      wanted = false
    }
  }, [key, version, round])
  const again = useCallback(() => setRound((before) => before + 1), [])
  const mine = answer?.key === key ? answer : null
  return { value: mine?.value ?? null, error: mine?.error ?? null, again }
}
