import type { SearchFilter } from '@shared/documents'
import { Filter } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useShallow } from 'zustand/react/shallow'
import { useLibrary } from '@renderer/state/library/library-store'
import { collectionName } from '@renderer/ui/documents/file-name'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './evidence-panel.module.css'

const mostNamed = 3

/** What the search was limited to. */
export function FilterUsed({ filter }: { readonly filter: SearchFilter }) {
  const { t, i18n } = useTranslation('evidence')
  const documents = useLibrary(
    useShallow((state) => (filter.documents ?? []).map((id) => state.documents.get(id)?.name ?? null)),
  )
  const names = [
    ...(filter.collections ?? []).map(collectionName),
    ...(filter.tags ?? []).map((tag) => `#${tag}`),
    ...documents.map((name) => name ?? t('goneName')),
    ...(filter.formats ?? []),
  ].map((name) => `\u2068${safeName(name)}\u2069`)
  if (names.length === 0) return null
  const format = (list: readonly string[]) =>
    new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' }).format(list)
  const more = names.length - mostNamed
  const shown = more > 0 ? [...names.slice(0, mostNamed), t('more', { count: more })] : names
  return (
    <p className={styles.filter} title={format(names)}>
      <Filter size={12} strokeWidth={1.75} aria-hidden />
      <span>{t('filtered', { list: format(shown) })}</span>
    </p>
  )
}
