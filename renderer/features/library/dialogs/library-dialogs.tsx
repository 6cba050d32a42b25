import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addPaths, updateDocuments } from '@renderer/state/library/library-store'
import { TextField } from '@renderer/ui/controls/text-field'
import { FormDialog } from '@renderer/ui/controls/dialog'
import { AddTextDialog } from '../adding/add-text-dialog'
import { PageDialog } from '../adding/page-dialog'
import { CollectionDialog } from './collection-dialog'
import { DatesDialog } from './dates-dialog'
import { PasswordDialog } from './password-dialog'
import { closeDialog, useLibraryDialog } from './library-dialog'
import type { LibraryFacets } from '../filters/library-facets'
import { TagsDialog } from './tags-dialog'
import { typedPath } from '../library-texts'
import { TrashDialog } from '../trash/trash-dialog'
import { targetCollection } from '../adding/use-adding'

/** The dialog that the library has open. */
export function LibraryDialogs({ facets }: { readonly facets: LibraryFacets }) {
  const dialog = useLibraryDialog((state) => state.dialog)
  switch (dialog?.kind) {
    case 'move':
    case 'rename':
      return <CollectionDialog dialog={dialog} collections={facets.collections} />
    case 'tags':
      return <TagsDialog ids={dialog.ids} tags={facets.tags} />
    case 'password':
      return <PasswordDialog id={dialog.id} name={dialog.name} />
    case 'path':
      return <AddPathDialog />
    case 'dates':
      return <DatesDialog of={dialog.of} />
    case 'trash':
      return <TrashDialog />
    case 'title':
      return <TitleDialog id={dialog.id} title={dialog.title} />
    case 'page':
      return <PageDialog {...dialog} />
    case 'text':
      return <AddTextDialog given={dialog.text} />
    case undefined:
      return null
  }
}

/** Asks for a title in place of the document's own. */
function TitleDialog({ id, title: before }: { readonly id: string; readonly title: string }) {
  const { t } = useTranslation('library')
  const [text, setText] = useState(before)
  const title = text.trim()
  return (
    <FormDialog
      title={t('title.title')}
      submitText={t('title.submit')}
      ready={title !== '' && title !== before}
      onSubmit={() => void updateDocuments([id], { title })}
      onClose={closeDialog}
    >
      <TextField
        label={t('title.field')}
        hint={t('title.hint')}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  )
}

/** Asks for the path of a file or folder on the engine's machine. */
function AddPathDialog() {
  const { t } = useTranslation('library')
  const [text, setText] = useState('')
  const path = typedPath(text)
  return (
    <FormDialog
      title={t('path.title')}
      submitText={t('path.submit')}
      ready={path !== ''}
      onSubmit={() => void addPaths([path], targetCollection())}
      onClose={closeDialog}
    >
      <TextField
        label={t('path.field')}
        hint={t('path.hint')}
        placeholder={t('path.example')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  )
}
