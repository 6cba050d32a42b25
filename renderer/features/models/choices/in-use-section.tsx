import type { ErrorReport } from '@shared/errors'
import type { HostState, ModelsState } from '@shared/models/models'
import { useTranslation } from 'react-i18next'
import { pauseEmbedding, useModels } from '@renderer/state/models/models-store'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { modelName } from '@renderer/state/models/model-options'
import { Button } from '@renderer/ui/controls/button'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from '../models.module.css'
import { RoleRow } from './role-row'
import { useTexts } from '../use-texts'
import { FactsLine } from '../facts-line'

const roles = ['language', 'fallback', 'embedder', 'reranker', 'reader'] as const

/** The model of each job, and its state. */
export function InUseSection() {
  const { t } = useTranslation('models')
  const state = useModels((models) => models.state)
  if (!state) return null
  return (
    <>
      {state.problem && <FolderNote problem={state.problem} folder={state.folder} />}
      <p className={styles.intro}>{t('use.intro')}</p>
      <div className={styles.rows}>
        {roles.map((role) => (
          <RoleRow key={role} role={role} state={state}>
            {role === 'embedder' && <EmbeddingNote state={state} />}
          </RoleRow>
        ))}
      </div>
      <HostNotes hosts={state.hosts} />
    </>
  )
}

/** Codes whose own words are of a store or a document. */
const known = ['STORE_LOCKED', 'FILE_VANISHED'] as const

/** Why the models folder cannot be used, or not be changed. */
function FolderNote({ problem, folder }: { readonly problem: ErrorReport; readonly folder: string }) {
  const { t } = useTranslation('models')
  const code = known.find((one) => one === problem.code)
  const inWords = code && { message: t(`folder.${code}.message`, { folder }), action: t(`folder.${code}.action`) }
  return <ErrorNote error={problem} inWords={inWords} nothingLost />
}

/** How far the next embedder's vectors are; nothing where none are being made. */
function EmbeddingNote({ state }: { readonly state: ModelsState }) {
  const { t } = useTranslation('models')
  const { number } = useTexts()
  const { next, usable } = state.embedding
  if (!next) return null
  const name = safeName(modelName(state, next.id))
  const progress = { done: number(next.done), total: number(next.total) }
  const isRunning = next.state === 'running'
  return (
    <div className={styles.runtime}>
      <div className={styles.line}>
        <p className={styles.text} role="status">
          <span className="numeric">{t(`embedding.${next.state}`, { ...progress, model: name })}</span>{' '}
          {t(usable ? 'embedding.meanwhile' : 'embedding.meanwhileWords')}
        </p>
        {next.state !== 'failed' && (
          <Button size="small" look="quiet" onClick={() => void pauseEmbedding(isRunning)}>
            {t(isRunning ? 'pause' : 'resume')}
          </Button>
        )}
      </div>
      <ProgressBar done={next.done} total={next.total} label={t('embedding.label')} />
      {next.error && <ErrorNote error={next.error} nothingLost onRetry={() => void pauseEmbedding(false)} />}
    </div>
  )
}

/** The processes that run the models, where there is something to say of them. */
function HostNotes({ hosts }: { readonly hosts: readonly HostState[] }) {
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
