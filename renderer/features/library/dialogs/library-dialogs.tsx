import { AddPathDialog } from '../adding/add-path-dialog'
import { AddTextDialog } from '../adding/add-text-dialog'
import { CollectionDialog } from './collection-dialog'
import { useLibraryDialog } from './dialog-form'
import type { LibraryFacets } from '../filters/library-facets'
import { TagsDialog } from './tags-dialog'

/** Whatever the library is asking now. */
export function LibraryDialogs({ facets }: { readonly facets: LibraryFacets }) {
  const dialog = useLibraryDialog((state) => state.dialog)
  switch (dialog?.kind) {
    case 'move':
    case 'rename':
      return <CollectionDialog dialog={dialog} collections={facets.collections} />
    case 'tags':
      return <TagsDialog ids={dialog.ids} tags={facets.tags} />
    case 'path':
      return <AddPathDialog />
    case 'text':
      return <AddTextDialog given={dialog.text} />
    case undefined:
      return null
  }
}
