import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { Tooltip } from '@renderer/ui/controls/tooltip'
import { AnswerContext } from './citation'
import styles from './check.module.css'
import { sayIssues } from './check-line'

/** Behind a sentence that its sources do not carry: says why, on hover and on keyboard focus. */
export function FaultMark({ verdict: index }: { readonly verdict: number }) {
  const { t } = useTranslation('chat')
  const { t: tPipeline } = useTranslation('pipeline')
  const { verdicts } = useContext(AnswerContext)
  const found = verdicts[index]
  if (!found || found.verdict === 'supported') return null
  const { verdict, issues } = found
  const text = t(`check.fault.${verdict}`, { replace: { issues: sayIssues(issues, tPipeline) } })
  const Icon = verdict === 'partly' ? CircleAlert : TriangleAlert
  return (
    <Tooltip text={text} side="top">
      <button type="button" className={verdict === 'partly' ? styles.partly : styles.faulty} aria-label={text}>
        <Icon size={13} strokeWidth={2} aria-hidden />
      </button>
    </Tooltip>
  )
}
