import type { SearchFilter } from '@shared/documents'
import { Filter } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useShallow } from 'zustand/react/shallow'
import { useLibrary } from '@renderer/state/library/library-store'
import { collectionName } from '@renderer/ui/documents/file-name'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './turn/turn.module.css'

/** What a question was limited to, in one line. */
export function ScopeNote({ filter }: { readonly filter: SearchFilter }) {
  const { t, i18n } = useTranslation('chat')
  const documents = useLibrary(
    useShallow((state) => (filter.documents ?? []).map((id) => state.documents.get(id)?.name ?? null)),
  )
  const names = [
    ...(filter.collections ?? []).map(collectionName),
    ...(filter.tags ?? []).map((tag) => `#${tag}`),
    ...documents.map((name) => name ?? t('goneDocument')),
  ].map((name) => `\u2068${safeName(name)}\u2069`)
  if (names.length === 0) return null
  const list = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' }).format(names)
  return (
    <p className={styles.scope} title={list}>
      <Filter size={12} strokeWidth={1.75} aria-hidden />
      <span>{t('onlyIn', { list })}</span>
    </p>
  )
}
