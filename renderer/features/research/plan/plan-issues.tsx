import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PlanIssue, PlanSpec } from '@shared/research/plan-spec'
import { taskNumber } from '@renderer/state/research/edit-plan'
import { useLibrary } from '@renderer/state/library/library-store'
import { classes } from '@renderer/ui/classes'
import { safeName } from '@renderer/ui/text/safe-name'
import { listText } from '@renderer/ui/text/figure-text'
import styles from './plan.module.css'

/** What is odd about a plan, and what keeps it from running. */
export function PlanIssues({ plan }: { readonly plan: PlanSpec }) {
  const { t } = useTranslation('research')
  const documents = useLibrary((state) => state.documents)
  if (plan.issues.length === 0) return null
  const nameOf = (about: string) => {
    const number = taskNumber(plan, about)
    if (number > 0) return t('taskShort', { number })
    const section = plan.sections.find(({ id }) => id === about)
    return safeName(section?.heading ?? documents.get(about)?.name ?? about)
  }
  const textOf = ({ key, about }: PlanIssue) =>
    t(`planIssue.${key}`, { replace: { about: listText(about.map(nameOf)) } })
  return (
    <ul className={styles.issues} aria-label={t('planIssues')}>
      {plan.issues.map((issue) => (
        <li
          key={`${issue.key} ${issue.about.join(' ')}`}
          className={classes(styles.issue, issue.stops && styles.stops)}
        >
          <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
          <span>
            {textOf(issue)} {issue.stops && t('planStops')}
          </span>
        </li>
      ))}
    </ul>
  )
}
