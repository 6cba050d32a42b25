import type { DocumentRecord } from '@shared/documents'
import { useMemo } from 'react'
import { type Scope, setScope } from '@renderer/state/library/scope'
import { useLibrary } from '@renderer/state/library/library-store'
import { type ScopeOption, scopeOptions } from '@renderer/state/library/scope-options'
import { scopeQueryAt, withoutQuery } from './scope-query'
import { useOpenQuery, usePickerKeys } from './use-picker'

interface PickerInput {
  readonly text: string
  /** Where the caret is; null while something is selected. */
  readonly caret: number | null
  readonly scopeKey: string
  readonly scope: Scope
  /** Takes the text without the query, and where its caret belongs. */
  readonly onText: (text: string, caret: number) => void
}

const noDocuments: ReadonlyMap<string, DocumentRecord> = new Map()

/** The picker that a `#` opens. */
export function useScopePicker({ text, caret, scopeKey, scope, onText }: PickerInput) {
  const opened = useOpenQuery(caret === null ? null : scopeQueryAt(text, caret))
  const { query } = opened
  const documents = useLibrary((state) => (query ? state.documents : noDocuments))
  const words = query?.words
  const options = useMemo(
    () => (words === undefined ? [] : scopeOptions(documents.values(), words, scope)),
    [documents, words, scope],
  )
  const choose = ({ kind, value }: ScopeOption) => {
    if (!query) return
    setScope(scopeKey, { ...scope, [kind]: [...scope[kind], value] })
    const rest = withoutQuery(text, query)
    onText(rest.text, rest.caret)
  }
  const isAll = query !== null && withoutQuery(text, query).text.trim() === ''
  return { ...usePickerKeys({ opened, options, choose, saysNone: true, isAll }), words }
}
