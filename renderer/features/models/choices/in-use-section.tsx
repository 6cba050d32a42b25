import type { ErrorReport } from '@shared/errors'
import { useTranslation } from 'react-i18next'
import { useModels } from '@renderer/state/models/models-store'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { EmbeddingNote } from './embedding-note'
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

/** Codes whose own words are of a store or a document. */
const known = ['STORE_LOCKED', 'FILE_VANISHED'] as const

/** Why the models folder cannot be used, or not be changed. */
function FolderNote({ problem, folder }: { readonly problem: ErrorReport; readonly folder: string }) {
  const { t } = useTranslation('models')
  const code = known.find((one) => one === problem.code)
  const inWords = code && { message: t(`folder.${code}.message`, { folder }), action: t(`folder.${code}.action`) }
  return <ErrorNote error={problem} inWords={inWords} nothingLost />
}
