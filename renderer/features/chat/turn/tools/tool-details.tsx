import type { ToolRun } from '@shared/tools/tool-run'
import { useTranslation } from 'react-i18next'
import { notifyError } from '@renderer/state/window/notices'
import { CopyButton } from '@renderer/ui/feedback/copy-button'
import { useErrorText } from '@renderer/ui/text/use-error-text'
import { safeLines } from '@renderer/ui/text/safe-name'
import { ToolArguments } from './tool-arguments'
import { ResultTable } from './tool-table'
import rows from '@renderer/ui/rows.module.css'
import styles from './tool-cards.module.css'

/** What was asked of a tool, and what it gave: its words, its table, how it was worked out. */
export function ToolDetails({ run }: { readonly run: ToolRun }) {
  const { t } = useTranslation('chat')
  const errorText = useErrorText()
  const { text, table, notes, workings, error, version } = run
  return (
    <div className={styles.details}>
      <Asked run={run} />
      {text !== undefined && (
        <p className={styles.text} dir="auto">
          {safeLines(text)}
        </p>
      )}
      {error && (
        <p className={styles.error}>{safeLines([error.message || errorText(error).message, error.action].join(' '))}</p>
      )}
      {table && <ResultTable table={table} />}
      {notes?.map((one, at) => (
        <p key={at} className={styles.note}>
          {safeLines(one)}
        </p>
      ))}
      {workings !== undefined && workings !== '' && <Workings workings={workings} />}
      {version !== undefined && version !== '' && (
        <p className={styles.label}>{t('tools.version', { replace: { version } })}</p>
      )}
    </div>
  )
}

/** What was asked of it: a word or two at once, what is built of parts for who asks. What was left open is not worth a line. */
function Asked({ run: { args, server } }: { readonly run: ToolRun }) {
  const { t } = useTranslation('chat')
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => !isEmpty(value)))
  const values = Object.values(given)
  if (values.length === 0) return null
  if (!values.some((value) => typeof value === 'object')) return <ToolArguments args={given} server={server} />
  return (
    <details className={rows.folded}>
      <summary>{t('tools.asked')}</summary>
      <ToolArguments args={given} server={server} />
    </details>
  )
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** How a result was worked out, such as its SQL: for who asks. */
function Workings({ workings }: { readonly workings: string }) {
  const { t } = useTranslation('chat')
  return (
    <details className={rows.folded}>
      <summary>{t('tools.workings')}</summary>
      <div className={styles.workings}>
        <pre dir="ltr">{workings}</pre>
        <CopyButton text={workings} label={t('tools.copyWorkings')} onError={notifyError} />
      </div>
    </details>
  )
}
