import { type ReactNode, useEffect, useState } from 'react'

const waitMs = 300

/** Shows its children only once the wait is long enough to be noticed. */
export function Late({ children }: { readonly children: ReactNode }) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), waitMs)
    return () => clearTimeout(timer)
  }, [])
  return due ? children : null
}
