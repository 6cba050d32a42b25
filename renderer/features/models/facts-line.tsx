import { Fragment } from 'react'
import { classes } from '@renderer/ui/classes'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './models.module.css'

/** Facts beside each other, each whole on its line. */
export function FactsLine({
  facts,
  className,
}: {
  readonly facts: readonly string[]
  readonly className?: string | undefined
}) {
  return (
    <p className={classes('numeric', styles.facts, className)}>
      {facts.map((fact, at) => (
        <Fragment key={at}>
          {at > 0 && (
            <span className={styles.dot} aria-hidden>
              {' · '}
            </span>
          )}
          <span className={styles.fact}>{safeName(fact)}</span>
        </Fragment>
      ))}
    </p>
  )
}
