import { type ErrorReport, toCairnError } from '@shared/errors'
import { useEffect, useRef, useState } from 'react'

interface Asked<T> {
  readonly running: boolean
  readonly value: T | null
  readonly error: ErrorReport | null
}

/** One request at a time whose answer stays until the next; leaving the place, or asking anew, ends the one before. */
export function useAsked<T>() {
  const [state, setState] = useState<Asked<T>>({ running: false, value: null, error: null })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const stop = () => {
    running.current?.abort()
    running.current = null
    setState((before) => ({ ...before, running: false }))
  }
  const ask = async (run: (signal: AbortSignal) => Promise<T>) => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    setState({ running: true, value: null, error: null })
    try {
      const value = await run(mine.signal)
      if (running.current === mine && !mine.signal.aborted) setState({ running: false, value, error: null })
    } catch (thrown) {
      if (mine.signal.aborted) return
      setState({ running: false, value: null, error: toCairnError(thrown).report() })
    }
  }
  return { ...state, ask, stop }
}
