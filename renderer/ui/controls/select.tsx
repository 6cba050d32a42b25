import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { classes } from '../classes'
import menu from './menu.module.css'
import { safeName } from '../text/safe-name'
import styles from './select.module.css'

/** What is kept for "nothing of these" is null. */
export interface SelectOption {
  readonly value: string | null
  readonly text: string
  /** Where it comes from, shown beside it. */
  readonly note?: string | undefined
}

interface SelectProps {
  readonly value: string | null
  readonly options: readonly SelectOption[]
  readonly onChange: (value: string | null) => void
  /** Ids of the elements that name and explain it. */
  readonly labelledBy: string
  readonly describedBy?: string | undefined
  readonly disabled?: boolean
}

/** One of a few choices, shown when asked for. */
export function Select({ value, options, onChange, labelledBy, describedBy, disabled = false }: SelectProps) {
  const items = options.map((option) => ({ value: option.value, label: safeName(option.text) }))
  return (
    <Base.Root items={items} value={value} onValueChange={(next) => onChange(next)} disabled={disabled}>
      <Base.Trigger className={styles.trigger} aria-labelledby={labelledBy} aria-describedby={describedBy}>
        <bdi className={styles.value}>
          <Base.Value />
        </bdi>
        <Base.Icon className={styles.chevron}>
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" alignItemWithTrigger={false} className={menu.layer}>
          <Base.Popup className={classes(menu.popup, menu.choices, styles.popup)}>
            {options.map((option) => (
              <Base.Item key={option.value ?? ''} value={option.value} className={menu.item}>
                <span className={styles.tick}>
                  <Base.ItemIndicator className={styles.indicator}>
                    <Check size={14} strokeWidth={2} aria-hidden />
                  </Base.ItemIndicator>
                </span>
                <Base.ItemText render={<bdi className={menu.text} title={safeName(option.text)} />}>
                  {safeName(option.text)}
                </Base.ItemText>
                {option.note !== undefined && <span className={styles.note}>{safeName(option.note)}</span>}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
