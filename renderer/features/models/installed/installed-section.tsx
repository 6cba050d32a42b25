import { PackageOpen } from 'lucide-react'
import { useState } from 'react'
import type { InstalledModel } from '@shared/models/models'
import { useTranslation } from 'react-i18next'
import { useModels } from '@renderer/state/models/models-store'
import { Button } from '@renderer/ui/controls/button'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { showSection } from '@renderer/ui/sectioned-page'
import { AddModelMenu } from './add-model-menu'
import { AddingList } from './adding-list'
import { DeleteDialog } from './delete-dialog'
import { InstalledRow } from './installed-row'
import styles from '../models.module.css'
import { useTexts } from '../use-texts'

/** What lies in the models folder, and the ways to put more there. */
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
