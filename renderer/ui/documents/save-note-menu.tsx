import { NotebookPen, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../controls/button'
import { Menu, type MenuItem } from '../controls/menu'
import { safeName } from '../text/safe-name'

interface SaveNoteMenuProps {
  /** Newest change first; null before they were read. */
  readonly notebooks: readonly { readonly id: string; readonly title: string }[] | null
  readonly onOpen: () => void
  readonly onSave: (into: { readonly id: string } | { readonly title: string }) => void
  readonly className?: string | undefined
}

/** Longer lists end; the notebooks used last are first. */
const mostShown = 12

/** A button that saves something to a notebook: one of those there are, or a new one. */
export function SaveNoteMenu({ notebooks, onOpen, onSave, className }: SaveNoteMenuProps) {
  const { t } = useTranslation('notes')
  const known: MenuItem[] = (notebooks ?? []).slice(0, mostShown).map(({ id, title }) => ({
    ...{ id, text: safeName(title) },
    run: () => onSave({ id }),
  }))
  const fresh: MenuItem = {
    ...{ id: 'new', text: t('saveToNew'), icon: Plus, apart: known.length > 0 },
    run: () => onSave({ title: t('untitled') }),
  }
  return (
    <Menu
      items={[...known, fresh]}
      onOpen={onOpen}
      trigger={<IconButton icon={NotebookPen} label={t('save_to')} className={className} />}
    />
  )
}
