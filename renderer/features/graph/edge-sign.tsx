import styles from './controls/legend.module.css'

/** How a link looks in the drawing: an arrow where it is stated, a thin line where entities stand together. */
export function EdgeSign({ stated }: { readonly stated: boolean }) {
  return (
    <svg width="24" height="10" viewBox="0 0 24 10" aria-hidden className={stated ? styles.stated : styles.together}>
      <path d={stated ? 'M1 5H20M16 1.5L21 5L16 8.5' : 'M1 5H23'} />
    </svg>
  )
}
