import { Folder } from 'lucide-react'
import { collectionNamed, isInCollection, renamedCollection } from '@shared/documents'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { updateDocuments, useLibrary } from '@renderer/state/library/library-store'
import { setLibraryFilter, useLibraryFilter } from '@renderer/state/library/library-filter'
import { classes } from '@renderer/ui/classes'
import { collectionCalled, collectionName } from '@renderer/ui/documents/file-name'
import { TextField } from '@renderer/ui/controls/text-field'
import { FormDialog } from '@renderer/ui/controls/dialog'
import { closeDialog, type LibraryDialog } from './library-dialog'
import styles from './library-dialog.module.css'
import type { Counted } from '../filters/library-facets'
import { fold } from '../list/list-documents'

interface CollectionDialogProps {
  readonly dialog: Extract<LibraryDialog, { kind: 'move' | 'rename' }>
  readonly collections: readonly Counted[]
}

/** Asks for a collection: one that is there, or a new name. A collection is there for as long as documents are in it. */
export function CollectionDialog({ dialog, collections }: CollectionDialogProps) {
  const { t, i18n } = useTranslation('library')
  const old = dialog.kind === 'rename' ? dialog.collection : null
  const [name, setName] = useState(old === null ? '' : typedName(old, collections))
  const names = useMemo(() => collections.map((one) => one.name), [collections])
  const wanted = collectionNamed(collectionCalled(name.trim()), names)
  const known = collections.some((one) => one.name === wanted)
  const shown =
    old === null ? collections.filter((one) => fold(collectionName(one.name)).includes(fold(name.trim())) || known) : []
  const submit = () => {
    if (dialog.kind === 'move') void updateDocuments(dialog.ids, { collection: wanted })
    else void renameCollection(dialog.collection, wanted)
  }
  const count = dialog.kind === 'move' ? dialog.ids.length : 0
  return (
    <FormDialog
      title={old === null ? t('move.title', { count }) : t('rename.title', { collection: collectionName(old) })}
      submitText={old !== null ? t('rename.submit') : wanted !== '' && !known ? t('move.create') : t('move.submit')}
      ready={wanted !== '' && wanted !== old}
      onSubmit={submit}
      onClose={closeDialog}
    >
      <TextField
        label={old === null ? t('move.field') : t('rename.field')}
        hint={old !== null && known && wanted !== old ? t('rename.merge') : undefined}
        value={name}
        maxLength={100}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.target.value)}
      />
      {shown.length > 0 && (
        <div className={styles.list} role="group" aria-label={t('move.existing')}>
          {shown.map((one) => (
            <button
              key={one.name}
              type="button"
              aria-pressed={one.name === wanted}
              className={classes(styles.option, one.name === wanted && styles.chosen)}
              onClick={() => setName(typedName(one.name, collections))}
            >
              <Folder size={14} strokeWidth={1.75} aria-hidden />
              <bdi className={styles.text} title={collectionName(one.name)}>
                {collectionName(one.name)}
              </bdi>
              <span className={classes('numeric', styles.count)}>{one.count.toLocaleString(i18n.language)}</span>
            </button>
          ))}
        </div>
      )}
    </FormDialog>
  )
}

/** A collection's name as it is typed: as it is stored where what is shown would mean another, or letters are shown by their codes. */
function typedName(collection: string, collections: readonly Counted[]): string {
  const shown = collectionName(collection)
  const names = collections.map((one) => one.name)
  return collectionNamed(collectionCalled(shown), names) === collection ? shown : collection
}

/** Renames a collection and those inside it, which keep their own ends. */
async function renameCollection(from: string, to: string): Promise<void> {
  const names = new Map<string, string[]>()
  for (const { id, collection } of useLibrary.getState().documents.values()) {
    if (isInCollection(collection, from)) names.set(collection, [...(names.get(collection) ?? []), id])
  }
  const [first] = [...names.values()].flat()
  if (first === undefined) return
  const old = useLibrary.getState().documents.get(first)?.collection
  for (const [name, ids] of names) await updateDocuments(ids, { collection: renamedCollection(name, from, to) })
  const isMoved = useLibrary.getState().documents.get(first)?.collection !== old
  if (isMoved && useLibraryFilter.getState().collection === from) setLibraryFilter({ collection: to })
}
