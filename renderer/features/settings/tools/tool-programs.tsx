import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { readToolConsents } from '@renderer/state/tools/tool-consents'
import { readToolServers, useToolServers } from '@renderer/state/tools/program-list'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { Skeleton } from '@renderer/ui/feedback/waiting'
import { AddProgram } from './add-program'
import { ProgramRow } from './program-row'
import rows from '@renderer/ui/rows.module.css'
import styles from './tools.module.css'

/** Programs of others that have tools: what they are doing, and ways to add one. */
export function ToolPrograms() {
  const { t } = useTranslation('settings')
  const open = useConnection((state) => state.status === 'open')
  const { list, error } = useToolServers()
  const heading = useRef<HTMLHeadingElement>(null)
  useReading(open)
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={styles.subtitle}>
        {t('tools.programs.title')}
      </h3>
      <p className={rows.intro}>{t('tools.programs.intro')}</p>
      {error && <ErrorNote error={error} nothingLost onRetry={() => void readToolServers()} />}
      {!list && !error && <Skeleton lines={2} label={t('tools.programs.loading')} />}
      {list?.length === 0 && <p className={rows.none}>{t('tools.programs.none')}</p>}
      {list && list.length > 0 && (
        <ul className={rows.list} aria-label={t('tools.programs.title')}>
          {list.map((server) => (
            <ProgramRow key={server.name} server={server} onRemoved={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
      {list && <AddProgram taken={list.map(({ name }) => name)} />}
    </>
  )
}

/** Reads what is allowed and, where the engine has not told of them, the programs. What these do, it tells by itself. */
function useReading(open: boolean): void {
  useEffect(() => {
    if (!open) return
    if (useToolServers.getState().list === null) void readToolServers()
    void readToolConsents()
  }, [open])
}
