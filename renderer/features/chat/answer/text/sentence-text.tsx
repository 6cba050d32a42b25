import { type ReactNode, useContext } from 'react'
import { useView } from '@renderer/state/window/view'
import { classes } from '@renderer/ui/classes'
import { AnswerContext } from '../citation'
import styles from '../answer.module.css'

interface SentenceTextProps {
  /** The numbers of the evidence that carries it. */
  readonly numbers: readonly number[]
  /** It is shown letter for letter. */
  readonly literal: boolean
  /** The critic's verdict that finds fault with it, if one does. */
  readonly verdict: number | null
  readonly children: ReactNode
}

/** A sentence of the answer; it is lit while one of its numbers is. */
export function SentenceText({ numbers, literal, verdict, children }: SentenceTextProps) {
  const { turnId, verdicts } = useContext(AnswerContext)
  const fault = verdict === null ? undefined : verdicts[verdict]?.verdict
  const lit = useView((state) => state.lit?.turnId === turnId && numbers.includes(state.lit.number))
  return (
    <span
      className={classes(
        styles.sentence,
        literal && styles.literal,
        fault && (fault === 'partly' ? styles.partly : styles.faulty),
        lit && styles.lit,
      )}
      {...(numbers.length > 0 ? { 'data-sentence': numbers.join(',') } : {})}
    >
      {children}
    </span>
  )
}
