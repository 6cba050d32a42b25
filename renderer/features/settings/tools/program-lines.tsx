import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '@renderer/state/connection'
import { Button } from '@renderer/ui/controls/button'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import { safeLines } from '@renderer/ui/text/safe-name'
import rows from '@renderer/ui/rows.module.css'
import styles from './tools.module.css'

/** The latest lines of a program's error output, folded away until somebody wonders. */
export function ProgramLines({ name }: { readonly name: string }) {
  const { t } = useTranslation('settings')
  const [isOpen, setOpen] = useState(false)
  const said = useFetched(isOpen ? name : null, () => call((client) => client.tools.servers.said({ name })))
  return (
    <details className={rows.folded} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('tools.programs.said')}</summary>
      {said.error && <ErrorNote error={said.error} onRetry={said.again} />}
      {said.value?.length === 0 && <p className={rows.none}>{t('tools.programs.saidNothing')}</p>}
      {said.value && said.value.length > 0 && (
        <pre className={styles.lines} dir="ltr">
          {safeLines(said.value.join('\n'))}
        </pre>
      )}
      {said.value && (
        <Button size="small" look="quiet" onClick={said.again}>
          {t('tools.programs.readAgain')}
        </Button>
      )}
    </details>
  )
}
