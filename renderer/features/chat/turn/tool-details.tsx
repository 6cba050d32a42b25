import type { ToolRun } from '@shared/tools/tool-run'
import { useTranslation } from 'react-i18next'
import { notifyError } from '@renderer/state/window/notices'
import { CopyButton } from '@renderer/ui/feedback/copy-button'
import { useErrorText } from '@renderer/ui/text/use-error-text'
import { safeLines } from '@renderer/ui/text/safe-name'
import { ToolArguments } from './tool-arguments'
import { ResultTable } from './tool-table'
import styles from './tool-cards.module.css'

/** What was asked of a tool, and what it gave: its words, its table, how it was worked out. */
export function ToolDetails({ run }: { readonly run: ToolRun }) {
  const { t } = useTranslation('chat')
  const errorText = useErrorText()
  const { args, text, table, notes, workings, error, version } = run
  return (
    <div className={styles.details}>
      {Object.keys(args).length > 0 && <ToolArguments args={args} />}
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

/** How a result was worked out, such as its SQL: for who asks. */
function Workings({ workings }: { readonly workings: string }) {
  const { t } = useTranslation('chat')
  return (
    <details className={styles.folded}>
      <summary>{t('tools.workings')}</summary>
      <div className={styles.workings}>
        <pre dir="ltr">{workings}</pre>
        <CopyButton text={workings} label={t('tools.copyWorkings')} onError={notifyError} />
      </div>
    </details>
  )
}
