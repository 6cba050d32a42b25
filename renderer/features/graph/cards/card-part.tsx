import { type ReactNode, useId } from 'react'
import styles from './card.module.css'

/** A part of a card with its heading. */
export function CardPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {title}
      </h3>
      {children}
    </section>
  )
}
