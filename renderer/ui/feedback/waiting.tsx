import { type ReactNode, useEffect, useState } from 'react'
import styles from './waiting.module.css'

/** Stands in for text that is being fetched. `label` is what screen readers say. */
export function Skeleton({ lines = 4, label }: { readonly lines?: number; readonly label: string }) {
  return (
    <div className={styles.lines} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, at) => (
        <div key={at} className={styles.line} />
      ))}
    </div>
  )
}

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
