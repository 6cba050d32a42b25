import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportSentence, ResearchReport } from '@shared/research/research-report'
import type { ResearchRun } from '@shared/research/research-run'
import { safeName } from '@renderer/ui/text/safe-name'
import { ReportBlocks } from './report-blocks'
import { Sentences, SourcesContext } from './report-sentences'
import styles from './report.module.css'

/** The report of a run: what matters first, then section by section; every mark opens its passage. */
export function ReportView({ report, run }: { readonly report: ResearchReport; readonly run: ResearchRun }) {
  const { t } = useTranslation('research')
  const sources = useMemo(() => new Map(run.evidence.map((item) => [item.evidence_id, item])), [run.evidence])
  const { summary, sections, not_found: notFound, not_read: notRead, issues, written_by: by } = report
  return (
    <SourcesContext value={sources}>
      <section className={styles.report} aria-label={t('report')} lang={report.language === 'zh' ? 'zh-CN' : 'en'}>
        <p className={styles.quiet}>
          {by === 'rules' ? t('byRules') : t('byModel', { replace: { model: safeName(by) } })}
        </p>
        {summary.length > 0 && (
          <p className={styles.summary}>
            <Sentences sentences={summary} />
          </p>
        )}
        {sections.map(({ id, heading, blocks }) => (
          <section key={id} className={styles.part}>
            <h3 className={styles.subheading}>{safeName(heading)}</h3>
            <ReportBlocks blocks={blocks} />
          </section>
        ))}
        <Listed title={t('notFound')} sentences={notFound} />
        <Listed title={t('notRead')} sentences={notRead} />
        {issues.length > 0 && (
          <section className={styles.part}>
            <h3 className={styles.subheading}>{t('issues')}</h3>
            <ul className={styles.list}>
              {issues.map(({ key, about }, at) => (
                <li key={at}>{t(`issue.${key}`, { replace: { about: safeName(about) } })}</li>
              ))}
            </ul>
          </section>
        )}
      </section>
    </SourcesContext>
  )
}

function Listed({ title, sentences }: { readonly title: string; readonly sentences: readonly ReportSentence[] }) {
  if (sentences.length === 0) return null
  return (
    <section className={styles.part}>
      <h3 className={styles.subheading}>{title}</h3>
      <ul className={styles.list}>
        {sentences.map((sentence, at) => (
          <li key={at}>
            <Sentences sentences={[sentence]} />
          </li>
        ))}
      </ul>
    </section>
  )
}
