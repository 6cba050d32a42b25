import { useEffect, useState } from 'react'
import styles from './waiting.module.css'

interface SkeletonProps {
  readonly lines: number
  /** What screen readers say. */
  readonly label: string
}

/** Stands in for text that is being fetched. */
export function Skeleton({ lines, label }: SkeletonProps) {
  return (
    <div className={styles.lines} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, at) => (
        <div key={at} className={styles.line} />
      ))}
    </div>
  )
}

const waitMs = 300

/** A skeleton that appears only once the wait is long enough to be noticed. */
export function LateSkeleton(props: SkeletonProps) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), waitMs)
    return () => clearTimeout(timer)
  }, [])
  return due && <Skeleton {...props} />
}
