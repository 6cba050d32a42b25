import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { classes } from '../classes'
import { type MenuItem, MenuRows } from './menu'
import menu from './menu.module.css'

export interface RadioOption<T> {
  readonly value: T
  readonly text: string
  /** Stands at the end of the row. */
  readonly aside?: ReactNode
}

interface RadioMenuProps<T> {
  /** The button that opens the menu. */
  readonly trigger: ReactElement<Record<string, unknown>>
  readonly align: 'start' | 'end'
  readonly value: T
  readonly options: readonly RadioOption<T>[]
  readonly onChange: (value: T) => void
  /** Things to do, under a line. */
  readonly items?: readonly MenuItem[]
}

/** A menu to choose one of many from. */
export function RadioMenu<T extends string | null>(props: RadioMenuProps<T>) {
  const { trigger, align, value, options, onChange, items = [] } = props
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className={menu.layer}>
          <Base.Popup className={classes(menu.popup, menu.choices)}>
            <Base.RadioGroup value={value} onValueChange={onChange}>
              {options.map((option) => (
                <Base.RadioItem key={option.value ?? ''} value={option.value} closeOnClick className={menu.item}>
                  <span className={menu.tick}>
                    <Base.RadioItemIndicator className={menu.indicator}>
                      <Check size={14} strokeWidth={2} aria-hidden />
                    </Base.RadioItemIndicator>
                  </span>
                  <bdi className={menu.text} title={option.value === null ? undefined : option.text}>
                    {option.text}
                  </bdi>
                  {option.aside}
                </Base.RadioItem>
              ))}
            </Base.RadioGroup>
            {items.length > 0 && <div className={menu.line} role="separator" />}
            <MenuRows items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
