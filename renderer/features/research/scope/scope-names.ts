import { useTranslation } from 'react-i18next'
import type { DocumentRecord, SearchFilter } from '@shared/documents'
import { useLibrary } from '@renderer/state/library/library-store'
import { type Scope, scopeOf } from '@renderer/state/library/scope'
import type { ScopeOption } from '@renderer/state/library/scope-options'
import { scopeName } from '@renderer/ui/documents/scope-name'
import { safeName } from '@renderer/ui/text/safe-name'

/** What a scope names, as options of a picker; a document that is gone goes by `gone`. */
export function chosenOptions(scope: Scope, known: ReadonlyMap<string, DocumentRecord>, gone: string): ScopeOption[] {
  return [
    ...(['collections', 'tags', 'formats', 'dates', 'changed'] as const).flatMap((kind) =>
      scope[kind].map((value) => ({ kind, value, name: scopeName(kind, value), count: 0 })),
    ),
    ...scope.documents.map((value) => ({
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
  return (filter) => chosenOptions(scopeOf(filter), known, t('goneDocument')).map(({ name }) => safeName(name))
}
