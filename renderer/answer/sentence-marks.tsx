import { CircleAlert, Languages, TriangleAlert } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { Tooltip } from '@renderer/ui/controls/tooltip'
import { sayNotes } from '@renderer/ui/text/say-notes'
import { AnswerContext } from './citation'
import styles from './sentence-marks.module.css'

const icons = { uncompared: Languages, partly: CircleAlert, unsupported: TriangleAlert, uncited: TriangleAlert }

/** Behind a sentence that its sources do not carry, or may not: says why, on hover and on keyboard focus. */
export function FaultMark({ verdict: index }: { readonly verdict: number }) {
  const { t } = useTranslation('chat')
  const { t: tPipeline } = useTranslation('pipeline')
  const { verdicts } = useContext(AnswerContext)
  const found = verdicts[index]
  if (!found || found.verdict === 'supported') return null
  const { verdict, issues } = found
  const text = t(`check.fault.${verdict}`, { replace: { issues: sayNotes(issues, '', tPipeline) } })
  const Icon = icons[verdict]
  return (
    <Tooltip text={text} side="top">
      <button
        type="button"
        className={verdict === 'partly' || verdict === 'uncompared' ? styles[verdict] : styles.faulty}
        aria-label={text}
      >
        <Icon size={13} strokeWidth={2} aria-hidden />
      </button>
    </Tooltip>
  )
}

interface WrongFigureProps {
  readonly verdict: number
  readonly children: ReactNode
}

/** A figure of the answer for which its source has another: says which, on hover and on keyboard focus. */
export function WrongFigure({ verdict, children }: WrongFigureProps) {
  const { t } = useTranslation('chat')
  const { verdicts } = useContext(AnswerContext)
  const correction = verdicts[verdict]?.correction
  if (!correction) return children
  const { stated, found, number } = correction
  const text = t('check.correction', { stated, found, number })
  return (
    <Tooltip text={text} side="top">
      <button type="button" className={styles.wrong} aria-label={text}>
        {children}
      </button>
    </Tooltip>
  )
}
