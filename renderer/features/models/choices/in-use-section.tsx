import { useTranslation } from 'react-i18next'
import { useModels } from '@renderer/state/models/models-store'
import { EmbeddingNote } from './embedding-note'
import { FolderNote } from '../installed/folder-note'
import { HostNotes } from '../servers/host-notes'
import styles from '../models.module.css'
import { RoleRow } from './role-row'

const roles = ['language', 'fallback', 'embedder', 'reranker'] as const

/** What does each job now, and how it is doing. */
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
