import type { ErrorReport } from '@shared/errors'
import { collectionNamed } from '@shared/documents'
import type { FolderLook } from '@shared/folders/folder-look'
import { FolderRules, type NewFolder } from '@shared/folders/folder-shapes'
import { FolderUse } from '@shared/settings'
import { type SyntheticEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addFolder } from '@renderer/state/library/folders'
import { useLibrary } from '@renderer/state/library/library-store'
import { useSettings } from '@renderer/state/settings-store'
import { Button } from '@renderer/ui/controls/button'
import { CheckBox } from '@renderer/ui/controls/check-box'
import { Dialog } from '@renderer/ui/controls/dialog'
import { Segmented } from '@renderer/ui/controls/segmented'
import { TextField } from '@renderer/ui/controls/text-field'
import { collectionCalled } from '@renderer/ui/documents/file-name'
import { FolderKinds, unreadFiles } from '@renderer/ui/documents/folders/folder-kinds'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { numberText } from '@renderer/ui/text/figure-text'
import { safeName } from '@renderer/ui/text/safe-name'
import rows from '@renderer/ui/rows.module.css'
import styles from './folders.module.css'
import { RulesFields, useRulesDraft } from './rules-fields'

interface NewFolderDialogProps {
  readonly path: string
  /** What stands in it; null where it is too large to be told soon. */
  readonly look: FolderLook | null
  readonly onClose: (isAdded: boolean) => void
}

/** Before a folder is followed: what stands in it, where its documents go and what is left out. Everything may stay as it is. */
export function NewFolderDialog({ path, look, onClose }: NewFolderDialogProps) {
  const { t } = useTranslation(['settings', 'app'])
  const submit = useRef<HTMLButtonElement>(null)
  const fields = useRulesDraft(FolderRules.parse({}))
  const { folders: usual } = useSettings(({ settings }) => settings.library)
  const [folders, setFolders] = useState(usual)
  const [collection, setCollection] = useState('')
  const [without, setWithout] = useState(true)
  const [error, setError] = useState<ErrorReport | null>(null)
  const lost = look === null ? 0 : unreadFiles(look)
  const add = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!fields.read) return
    const rules = without && look ? withoutKinds(fields.read, look) : fields.read
    const wanted: NewFolder = { path, folders, rules, ...namedCollection(collection) }
    const refused = await addFolder(wanted)
    setError(refused)
    if (!refused) onClose(true)
  }
  return (
    <Dialog
      title={t('folders.new.title', { replace: { name: safeName(look?.names[0] ?? path) } })}
      onClose={() => onClose(false)}
      initialFocus={submit}
    >
      <form className={styles.new} onSubmit={(event) => void add(event)}>
        {look === null ? <p>{t('folders.new.large')}</p> : <FolderKinds look={look} />}
        {lost > 0 && (
          <CheckBox
            checked={without}
            onChange={setWithout}
            label={t('folders.new.without', { count: lost, number: numberText(lost) })}
          />
        )}
        <details className={rows.folded}>
          <summary>{t('folders.new.details')}</summary>
          <div className={styles.form}>
            <TextField
              label={t('folders.new.collection')}
              hint={t('folders.new.collectionHint')}
              placeholder={t('app:unsorted')}
              maxLength={100}
              value={collection}
              onChange={({ target }) => setCollection(target.value)}
            />
            <UseOfFolders value={folders} onChange={setFolders} />
            <RulesFields {...fields} />
          </div>
        </details>
        {error && <ErrorNote error={error} nothingLost />}
        <div className={styles.end}>
          <Button onClick={() => onClose(false)}>{t('app:cancel')}</Button>
          <Button ref={submit} type="submit" look="primary" disabled={!fields.read}>
            {t('folders.add')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface UseOfFoldersProps {
  readonly value: FolderUse
  readonly onChange: (value: FolderUse) => void
}

/** Whether folders inside become collections of their own. */
function UseOfFolders({ value, onChange }: UseOfFoldersProps) {
  const { t } = useTranslation('settings')
  const id = useId()
  return (
    <div className={styles.use}>
      <span id={id}>{t('folders.new.folders')}</span>
      <Segmented
        labelledBy={id}
        value={value}
        options={FolderUse.options.map((one) => ({ value: one, text: t(`data.folderUse.${one}`) }))}
        onChange={onChange}
      />
    </div>
  )
}

/** The collection that was written, by its stored name; nothing where none was. */
function namedCollection(written: string): { readonly collection?: string } {
  if (written.trim() === '') return {}
  const names = new Set([...useLibrary.getState().documents.values()].map((one) => one.collection))
  return { collection: collectionNamed(collectionCalled(written.trim()), names) }
}

/** The rules, and besides them none of the kinds that cannot be read. */
export function withoutKinds(rules: FolderRules, { unread }: Pick<FolderLook, 'unread'>): FolderRules {
  const lines = unread.map(({ extension }) => `*.${extension}`)
  return { ...rules, ignore: [...(rules.ignore.trim() === '' ? [] : [rules.ignore]), ...lines].join('\n') }
}
