import { CalendarClock, CalendarDays, FileText, Folder, Hash, type LucideIcon, Shapes } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '@renderer/ui/classes'
import { FileName } from '@renderer/ui/documents/file-name'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './scope-picker.module.css'
import type { ScopeOption } from '@renderer/state/library/scope-options'

export const kindIcons: Record<ScopeOption['kind'], LucideIcon> = {
  collections: Folder,
  tags: Hash,
  formats: Shapes,
  dates: CalendarDays,
  changed: CalendarClock,
  documents: FileText,
}

interface ScopePickerProps {
  readonly id: string
  readonly options: readonly ScopeOption[]
  /** What was typed after the `#`. */
  readonly words: string
  /** Index of the option Enter takes. */
  readonly active: number
  readonly onActive: (index: number) => void
  readonly onChoose: (option: ScopeOption) => void
}

export function optionId(id: string, index: number): string {
  return `${id}-${index}`
}

/** A list of scope options above the composer. The focus stays in the text; keys move the active option. */
export function ScopePicker({ id, options, words, active, onActive, onChoose }: ScopePickerProps) {
  const { t } = useTranslation('chat')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active, options])
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('scope.pick')} className={styles.list}>
      {options.length === 0 && (
        <p className={styles.none} role="status">
          {words === '' ? t('scope.none') : t('scope.noMatch', { replace: { words: safeName(words) } })}
        </p>
      )}
      {options.map((option, at) => {
        const Icon = kindIcons[option.kind]
        const isFirst = options[at - 1]?.kind !== option.kind
        return (
          <div key={`${option.kind} ${option.value}`} role="presentation">
            {isFirst && (
              <p className={styles.kind} role="presentation">
                {t(`scope.${option.kind}`)}
              </p>
            )}
            <div
              id={optionId(id, at)}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              className={classes(styles.option, at === active && styles.active)}
              // The text keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => onActive(at)}
              onPointerUp={() => onChoose(option)}
            >
              <Icon size={14} strokeWidth={1.75} aria-hidden className={styles.icon} />
              <FileName name={option.name} className={styles.name} />
              {option.kind !== 'documents' && <span className={styles.count}>{option.count}</span>}
            </div>
          </div>
        )
      })}
    </div>
  )
}
