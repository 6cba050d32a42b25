import type { FolderLook } from '@shared/folders/folder-look'
import { useTranslation } from 'react-i18next'
import { numberText } from '../../text/figure-text'

/** Kinds that are named; the others are counted together. */
const mostNamed = 8

/** How many of the files cannot be read. */
export function unreadFiles({ unread }: Pick<FolderLook, 'unread'>): number {
  return unread.reduce((sum, { count }) => sum + count, 0)
}

/** What is said of files before they are added: whose folder it is, and which of them cannot be read. */
export function FolderKinds({ look }: { readonly look: FolderLook }) {
  const { t, i18n } = useTranslation('library')
  const { vaults, files, unread } = look
  const lost = unreadFiles(look)
  const rest = unreadFiles({ unread: unread.slice(mostNamed) })
  const kinds = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format([
    ...unread
      .slice(0, mostNamed)
      .map(({ extension, count }) => t('folder.kind', { count, replace: { number: numberText(count), extension } })),
    ...(rest > 0 ? [t('folder.others', { number: numberText(rest), count: rest })] : []),
  ])
  return (
    <>
      {vaults.map((vault) => (
        <p key={vault}>{t(`folder.${vault}`)}</p>
      ))}
      {lost > 0 && (
        <p>{t('folder.unread', { count: lost, number: numberText(lost), total: numberText(files), kinds })}</p>
      )}
    </>
  )
}
