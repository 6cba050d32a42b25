import { useEffect, useState } from 'react'
import { notifyError } from '@renderer/state/window/notices'

const shownMs = 1600

/** Copies text; `copied` stays true for a moment afterwards. */
export function useCopy(): { copied: boolean; copy: (text: string) => void } {
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (at === 0) return
    const timer = setTimeout(() => setAt(0), shownMs)
    return () => clearTimeout(timer)
  }, [at])
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(() => setAt(Date.now()), notifyError)
  }
  return { copied: at !== 0, copy }
}
