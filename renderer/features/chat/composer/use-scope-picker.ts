import type { DocumentRecord } from '@shared/documents'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { type Scope, setScope } from '@renderer/state/library/scope'
import { useLibrary } from '@renderer/state/library/library-store'
import { type ScopeOption, scopeOptions } from './scope-options'
import { scopeQueryAt, withoutQuery } from './scope-query'

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

/** The picker that a `#` opens. `press` is asked first about every key and answers whether it took it. */
export function useScopePicker({ text, caret, scopeKey, scope, onText }: PickerInput) {
  const [active, setActive] = useState(0)
  /** Where a query starts that was left with Escape. */
  const [left, setLeft] = useState<number | null>(null)
  const found = caret === null ? null : scopeQueryAt(text, caret)
  const query = found && found.at !== left ? found : null
  const documents = useLibrary((state) => (query ? state.documents : noDocuments))
  const words = query?.words
  const options = useMemo(
    () => (words === undefined ? [] : scopeOptions(documents.values(), words, scope)),
    [documents, words, scope],
  )
  const at = Math.min(active, Math.max(0, options.length - 1))

  const choose = ({ kind, value }: ScopeOption) => {
    if (!query) return
    setScope(scopeKey, { ...scope, [kind]: [...scope[kind], value] })
    setActive(0)
    const rest = withoutQuery(text, query)
    onText(rest.text, rest.caret)
  }

  const press = (event: KeyboardEvent): boolean => {
    if (!query) {
      if (left !== null && !found) setLeft(null)
      return false
    }
    const option = options[at]
    if (event.key === 'Escape') setLeft(query.at)
    else if (event.key === 'ArrowDown' && option) setActive((at + 1) % options.length)
    else if (event.key === 'ArrowUp' && option) setActive((at + options.length - 1) % options.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && option) choose(option)
    else return false
    event.preventDefault()
    return true
  }

  return {
    open: query !== null && (options.length > 0 || query.words === ''),
    options,
    active: at,
    setActive,
    choose,
    press,
  }
}
