import type { HostState } from '@shared/models/models'
import { useTranslation } from 'react-i18next'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { FactsLine } from '../facts-line'
import styles from '../models.module.css'
import { useTexts } from '../use-texts'

/** The processes that run the models, where there is something to say of them. */
export function HostNotes({ hosts }: { readonly hosts: readonly HostState[] }) {
  const { t } = useTranslation('models')
  const { size } = useTexts()
  const shown = hosts.filter(({ state, deaths }) => state !== 'stopped' || deaths > 0)
  if (shown.length === 0) return null
  return (
    <ul className={styles.hosts} aria-label={t('host.label')}>
      {shown.map(({ role, state, deaths, memory_bytes, last_error }) => (
        <li key={role}>
          <FactsLine
            facts={[
              t(`host.${role}`, { state: t(`host.state.${state}`) }),
              ...(memory_bytes === null ? [] : [t('runtime.memory', { size: size(memory_bytes) })]),
              ...(deaths > 0 ? [t('host.deaths', { count: deaths })] : []),
            ]}
          />
          {state === 'waiting' && last_error && <ErrorNote error={last_error} nothingLost />}
        </li>
      ))}
    </ul>
  )
}
