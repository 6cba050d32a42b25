import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { classes } from '../classes'
import menu from './menu.module.css'
import { safeName } from '../text/safe-name'
import styles from './select.module.css'

/** An option of a select; null is the value for none of the others. */
export interface SelectOption {
  readonly value: string | null
  readonly text: string
  /** Where the option comes from; shown beside its text. */
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

/** A choice of a few in a menu. */
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
                <span className={menu.tick}>
                  <Base.ItemIndicator className={menu.indicator}>
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
