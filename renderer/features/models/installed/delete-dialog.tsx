import type { InstalledModel } from '@shared/models/models'
import { useTranslation } from 'react-i18next'
import { deleteModel } from '@renderer/state/models/models-store'
import { useSettings } from '@renderer/state/settings-store'
import { Button } from '@renderer/ui/controls/button'
import { Dialog } from '@renderer/ui/controls/dialog'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from '../models.module.css'
import { useTexts } from '../use-texts'

/** Asks before gigabytes go that cannot come back by themselves. */
export function DeleteDialog({ model, onClose }: { readonly model: InstalledModel; readonly onClose: () => void }) {
  const { t } = useTranslation(['models', 'app'])
  const { size } = useTexts()
  const { id, bytes, entry_id } = model
  const settings = useSettings(({ settings: { models } }) => models)
  const name = safeName(model.name)
  const consequence =
    settings.embedder === id
      ? 'embedder'
      : settings.reranker === id
        ? 'reranker'
        : settings.language === id
          ? 'language'
          : null
  return (
    <Dialog open onClose={onClose} title={t('delete.title', { name })}>
      <div className={styles.dialogText}>
        <p>{t('delete.text', { size: size(bytes) })}</p>
        {consequence !== null && <p>{t(`delete.inUse.${consequence}`)}</p>}
        <p>{t(entry_id === null ? 'delete.fromFile' : 'delete.again')}</p>
      </div>
      <div className={styles.dialogButtons}>
        <Button onClick={onClose}>{t('app:cancel')}</Button>
        <Button
          look="danger"
          onClick={() => {
            onClose()
            void deleteModel(id, name)
          }}
        >
          {t('delete.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}
