import { useTranslation } from 'react-i18next'
import type { DocumentRecord, SearchFilter } from '@shared/documents'
import { useLibrary } from '@renderer/state/library/library-store'
import type { Scope } from '@renderer/state/library/scope'
import type { ScopeOption } from '@renderer/state/library/scope-options'
import { collectionName } from '@renderer/ui/documents/file-name'
import { safeName } from '@renderer/ui/text/safe-name'

/** What a scope names, as options of a picker; a document that is gone goes by `gone`. */
export function chosenOptions(
  { collections, tags, documents }: Scope,
  known: ReadonlyMap<string, DocumentRecord>,
  gone: string,
): ScopeOption[] {
  return [
    ...collections.map((value) => ({ kind: 'collections' as const, value, name: collectionName(value), count: 0 })),
    ...tags.map((value) => ({ kind: 'tags' as const, value, name: value, count: 0 })),
    ...documents.map((value) => ({
      kind: 'documents' as const,
      value,
      name: known.get(value)?.name ?? gone,
      count: 1,
    })),
  ]
}

/** The names of what a filter is limited to, for people. */
export function useScopeNames(): (filter: SearchFilter) => string[] {
  const { t } = useTranslation('research')
  const known = useLibrary((state) => state.documents)
  return ({ collections = [], tags = [], documents = [] }) =>
    chosenOptions({ collections, tags, documents }, known, t('goneDocument')).map(({ name }) => safeName(name))
}
