import styles from './progress-bar.module.css'

/** How much of a known whole is done. */
export function ProgressBar({
  done,
  total,
  label,
}: {
  readonly done: number
  readonly total: number
  readonly label: string
}) {
  const share = total > 0 ? Math.min(1, done / total) : 0
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <div className={styles.fill} style={{ width: `${share * 100}%` }} />
    </div>
  )
}
