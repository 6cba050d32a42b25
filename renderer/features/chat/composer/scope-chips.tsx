import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useShallow } from 'zustand/react/shallow'
import { useLibrary } from '@renderer/state/library/library-store'
import { kindsOfScope, type Scope, setScope, wholeLibrary } from '@renderer/state/library/scope'
import { FileName } from '@renderer/ui/documents/file-name'
import { scopeName } from '@renderer/ui/documents/scope-name'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './composer.module.css'
import { kindIcons } from './scope-picker'

/** Everything a chat is limited to, each with a button that removes it. */
export function ScopeChips({ scopeKey, scope }: { readonly scopeKey: string; readonly scope: Scope }) {
  const { t } = useTranslation('chat')
  const names = useLibrary(useShallow((state) => scope.documents.map((id) => state.documents.get(id)?.name ?? null)))
  const chips = kindsOfScope.flatMap((kind) =>
    scope[kind].map((value, at) => ({
      kind,
      value,
      name: kind === 'documents' ? (names[at] ?? t('goneDocument')) : scopeName(kind, value),
    })),
  )
  if (chips.length === 0) return null
  const remove = (kind: keyof Scope, value: string) =>
    setScope(scopeKey, { ...scope, [kind]: scope[kind].filter((other) => other !== value) })
  return (
    <ul className={styles.chips} aria-label={t('scope.label')}>
      {chips.map(({ kind, value, name }) => {
        const Icon = kindIcons[kind]
        return (
          <li key={`${kind} ${value}`} className={styles.chip}>
            <Icon size={12} strokeWidth={1.75} aria-hidden />
            <FileName name={name} />
            <button
              type="button"
              className={styles.remove}
              aria-label={t('scope.remove', { name: safeName(name) })}
              onClick={() => remove(kind, value)}
            >
              <X size={12} strokeWidth={2} aria-hidden />
            </button>
          </li>
        )
      })}
      {chips.length > 1 && (
        <li>
          <button type="button" className={styles.clear} onClick={() => setScope(scopeKey, wholeLibrary)}>
            {t('searchEverything')}
          </button>
        </li>
      )}
    </ul>
  )
}
