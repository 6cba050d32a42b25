import { classes } from '../classes'
import styles from './key-combo.module.css'

/** Keys as they are printed on the keyboard. */
export function KeyCombo({ keys, onDark = false }: { readonly keys: readonly string[]; readonly onDark?: boolean }) {
  return (
    <span className={styles.combo}>
      {keys.map((key) => (
        <kbd key={key} className={classes(styles.key, onDark && styles.onDark)}>
          {key}
        </kbd>
      ))}
    </span>
  )
}
