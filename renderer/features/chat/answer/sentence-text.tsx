import { type ReactNode, useContext } from 'react'
import { useView } from '../../../state/view'
import { classes } from '../../../ui/classes'
import { AnswerContext } from './answer-context'
import styles from './answer.module.css'

interface SentenceTextProps {
  /** The numbers of the evidence that carries it. */
  readonly numbers: readonly number[]
  /** It is shown letter for letter. */
  readonly literal: boolean
  readonly children: ReactNode
}

/** A sentence of the answer; it is lit while one of its numbers is. */
export function SentenceText({ numbers, literal, children }: SentenceTextProps) {
  const { turnId } = useContext(AnswerContext)
  const lit = useView((state) => state.lit?.turnId === turnId && numbers.includes(state.lit.number))
  return (
    <span
      className={classes(styles.sentence, literal && styles.literal, lit && styles.lit)}
      {...(numbers.length > 0 ? { 'data-sentence': numbers.join(',') } : {})}
    >
      {children}
    </span>
  )
}
