import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelsState } from '@shared/models/models'
import type { StarterSet } from '@shared/models/starter-set'
import { undoStarter } from '@renderer/state/models/starter'
import { Button } from '@renderer/ui/controls/button'
import { CheckBox } from '@renderer/ui/controls/check-box'
import { Dialog } from '@renderer/ui/controls/dialog'
import styles from '../models.module.css'
import { useTexts } from '../use-texts'
import { broughtBytes } from './starter-facts'

interface UndoDialogProps {
  readonly set: StarterSet
  readonly state: ModelsState
  readonly onClose: () => void
}

/** Asks before the set is taken back, and whether its files go as well. */
export function UndoDialog({ set, state, onClose }: UndoDialogProps) {
  const { t } = useTranslation(['models', 'app'])
  const { size } = useTexts()
  const [deletes, setDeletes] = useState(false)
  const bytes = broughtBytes(set, state)
  const hasEmbedder = set.parts.some(({ kind, in_use }) => kind === 'embedder' && in_use)
  return (
    <Dialog onClose={onClose} title={t('starter.undoTitle')}>
      <div className={styles.dialogText}>
        <p>{t('starter.undoText')}</p>
        {hasEmbedder && <p>{t(deletes ? 'delete.inUse.embedder' : 'starter.undoEmbedder')}</p>}
        {bytes > 0 && (
          <CheckBox checked={deletes} onChange={setDeletes} label={t('starter.undoFiles', { size: size(bytes) })} />
        )}
      </div>
      <div className={styles.dialogButtons}>
        <Button onClick={onClose}>{t('app:cancel')}</Button>
        <Button
          look={deletes ? 'danger' : 'primary'}
          onClick={() => {
            onClose()
            void undoStarter(deletes)
          }}
        >
          {t('starter.undo')}
        </Button>
      </div>
    </Dialog>
  )
}
