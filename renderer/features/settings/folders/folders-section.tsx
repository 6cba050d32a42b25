import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFolders } from '@renderer/state/library/folders'
import { AddFolder } from './add-folder'
import { FolderRow } from './folder-row'
import rows from '@renderer/ui/rows.module.css'

/** The folders that the library follows: how they stand, what they leave out, and a way to add one. */
export function FoldersSection() {
  const { t } = useTranslation('settings')
  const list = useFolders((state) => state.list)
  const heading = useRef<HTMLParagraphElement>(null)
  return (
    <>
      <p ref={heading} tabIndex={-1} className={rows.intro}>
        {t('folders.intro')}
      </p>
      {list?.length === 0 && <p className={rows.none}>{t('folders.none')}</p>}
      {list && list.length > 0 && (
        <ul className={rows.list} aria-label={t('folders.title')}>
          {list.map((folder) => (
            <FolderRow key={folder.id} folder={folder} onRemoved={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
      <AddFolder />
    </>
  )
}
