import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: then nothing may wait for a scroll, and what the screen shows elsewhere stands in the text. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const printed = window.matchMedia('print')
    // At once: what is not there when this returns is not on the paper.
    const read = () => flushSync(() => setPrinting(printed.matches))
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => flushSync(() => setPrinting(false))
    printed.addEventListener('change', read)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      printed.removeEventListener('change', read)
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
