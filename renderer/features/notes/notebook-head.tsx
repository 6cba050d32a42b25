import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notebook } from '@shared/research/notebook-shapes'
import { renameNotebook, switchEvidence, trashNotebook } from '@renderer/state/notes/notebooks-store'
import { exportWork, useLeaveOut } from '@renderer/state/export-work'
import { go } from '@renderer/state/window/address'
import { IconButton } from '@renderer/ui/controls/button'
import { Switch } from '@renderer/ui/controls/switch'
import { ExportMenu } from '@renderer/ui/documents/export-menu'
import { TitleLine } from '@renderer/ui/title-line'
import styles from './notebook.module.css'

/** What a notebook is called, whether it is searched, and what can be done with all of it. */
export function NotebookHead({ notebook }: { readonly notebook: Notebook }) {
  const { t } = useTranslation(['notes', 'app'])
  const name = useId()
  const leaveOut = useLeaveOut()
  return (
    <header className={styles.head}>
      <TitleLine
        title={notebook.title}
        label={t('titleLabel')}
        onRename={(title) => void renameNotebook(notebook.id, title)}
        backLabel={t('all')}
        onBack={() => go({ notebookId: null })}
      >
        <ExportMenu
          leaveOut={leaveOut}
          onLeaveOut={useLeaveOut.setState}
          onExport={(format) => exportWork('notes', { id: notebook.id, format })}
        />
        <IconButton icon={Trash2} size="medium" label={t('delete')} onClick={() => void trashNotebook(notebook)} />
      </TitleLine>
      <div className={styles.evidence}>
        <Switch
          checked={notebook.as_evidence}
          onChange={(on) => void switchEvidence(notebook.id, on)}
          labelledBy={`${name}-name`}
          describedBy={`${name}-text`}
        />
        <p>
          <span id={`${name}-name`} className={styles.evidenceName}>
            {t('evidence')}
          </span>{' '}
          <span id={`${name}-text`} className={styles.evidenceText}>
            {t('evidenceText')}
          </span>
        </p>
      </div>
    </header>
  )
}
