import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dropAdd, type ModelAdd, retryAdd, useModelAdds } from '@renderer/state/models/model-adds'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { FileName } from '@renderer/ui/documents/file-name'
import { IconButton } from '@renderer/ui/controls/button'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from '../models.module.css'
import { useTexts } from '../use-texts'

/** The models that are being added, and those that could not be. */
export function AddingList() {
  const { t } = useTranslation('models')
  const adds = useModelAdds((state) => state.adds)
  if (adds.length === 0) return null
  return (
    <ul className={styles.list} aria-label={t('add.list')}>
      {adds.map((add) => (
        <AddingRow key={add.id} add={add} />
      ))}
    </ul>
  )
}

function AddingRow({ add }: { readonly add: ModelAdd }) {
  const { t } = useTranslation('models')
  const { size } = useTexts()
  const { id, name, state, sent, error } = add
  const values = { sent: size(Math.min(sent, add.size)), size: size(add.size) }
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <div className={styles.what}>
          <p className={styles.itemName}>
            <FileName name={name} />
          </p>
          {state !== 'failed' && (
            <p className={styles.text} role="status">
              <span className="numeric">{t(`add.state.${state}`, values)}</span>
            </p>
          )}
        </div>
        <IconButton
          size="small"
          icon={X}
          label={t(state === 'failed' ? 'add.dismiss' : 'add.stop', { name: safeName(name) })}
          onClick={() => dropAdd(id)}
        />
      </div>
      {state === 'sending' && <ProgressBar done={sent} total={add.size} label={t('add.sending')} />}
      {error && <ErrorNote error={error} title={t('add.failed')} nothingLost onRetry={() => retryAdd(id)} />}
    </li>
  )
}
