import { Plug, Wrench } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '@renderer/ui/classes'
import { safeName } from '@renderer/ui/text/safe-name'
import { optionId } from './scope-picker'
import styles from './scope-picker.module.css'
import type { ToolOption } from './tool-options'

interface ToolPickerProps {
  readonly id: string
  readonly options: readonly ToolOption[]
  /** Index of the option Enter takes. */
  readonly active: number
  readonly onActive: (index: number) => void
  readonly onChoose: (option: ToolOption) => void
}

/** A list of tools above the composer. The focus stays in the text; keys move the active option. */
export function ToolPicker({ id, options, active, onActive, onChoose }: ToolPickerProps) {
  const { t } = useTranslation('chat')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active, options])
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('toolPicker.pick')} className={styles.list}>
      {options.length === 0 && <p className={styles.none}>{t('toolPicker.none')}</p>}
      {options.map((option, at) => {
        const { server, mention, title } = option
        const Icon = server === null ? Wrench : Plug
        const isFirst = at === 0 || (options[at - 1]?.server === null) !== (server === null)
        return (
          <div key={mention} role="presentation">
            {isFirst && (
              <p className={styles.kind} role="presentation">
                {t(server === null ? 'toolPicker.own' : 'toolPicker.others')}
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
              <bdi className={styles.mention}>{safeName(mention)}</bdi>
              <bdi className={styles.title}>{safeName(title)}</bdi>
            </div>
          </div>
        )
      })}
    </div>
  )
}
