import type { InstalledModel } from '@shared/models/models'
import { PackageOpen, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteModel, useModels } from '@renderer/state/models/models-store'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { showSection } from '@renderer/ui/sectioned-page'
import { useSettings } from '@renderer/state/settings-store'
import { Dialog } from '@renderer/ui/controls/dialog'
import { safeName } from '@renderer/ui/text/safe-name'
import { dropAdd, type ModelAdd, retryAdd, useModelAdds } from '@renderer/state/models/model-adds'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { FileName } from '@renderer/ui/documents/file-name'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { AddModelMenu } from './add-model-menu'
import { InstalledRow } from './installed-row'
import styles from '../models.module.css'
import { useTexts } from '../use-texts'

/** The models of the models folder, and the ways to add more. */
export function InstalledSection() {
  const { t } = useTranslation('models')
  const { size } = useTexts()
  const state = useModels((models) => models.state)
  const [deleting, setDeleting] = useState<InstalledModel | null>(null)
  if (!state) return null
  const { installed, machine, folder } = state
  const used = installed.reduce((sum, { bytes }) => sum + bytes, 0)
  const free = machine.disk_free_bytes
  return (
    <>
      <div className={styles.line}>
        <p className={styles.text} title={folder}>
          <span className="numeric">{t('installed.used', { count: installed.length, size: size(used) })}</span>
          {free !== null && <span className="numeric">{t('installed.free', { size: size(free) })}</span>}
        </p>
        <AddModelMenu />
      </div>
      <AddingList />
      {installed.length === 0 ? (
        <EmptyState
          icon={PackageOpen}
          title={t('installed.empty')}
          text={t('installed.emptyText')}
          action={<Button onClick={() => showSection('models', 'catalogue')}>{t('installed.toCatalogue')}</Button>}
        />
      ) : (
        <ul className={styles.list}>
          {installed.map((model) => (
            <InstalledRow key={model.id} model={model} state={state} onDelete={() => setDeleting(model)} />
          ))}
        </ul>
      )}
      <p className={styles.hint}>{t('installed.drop')}</p>
      {deleting && <DeleteDialog model={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

/** Asks before gigabytes go that cannot come back by themselves. */
function DeleteDialog({ model, onClose }: { readonly model: InstalledModel; readonly onClose: () => void }) {
  const { t } = useTranslation(['models', 'app'])
  const { size } = useTexts()
  const { id, bytes, entry_id } = model
  const settings = useSettings(({ settings: { models } }) => models)
  const name = safeName(model.name)
  const consequence = (['embedder', 'reranker', 'reader', 'language'] as const).find((role) => settings[role] === id)
  return (
    <Dialog onClose={onClose} title={t('delete.title', { name })}>
      <div className={styles.dialogText}>
        <p>{t('delete.text', { size: size(bytes) })}</p>
        {consequence && <p>{t(`delete.inUse.${consequence}`)}</p>}
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

/** The models that are being added, and those that could not be. */
function AddingList() {
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
