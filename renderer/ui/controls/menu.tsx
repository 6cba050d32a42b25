import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { classes } from '../classes'
import { KeyCombo } from './labels'
import styles from './menu.module.css'

export interface MenuItem {
  readonly id: string
  readonly text: string
  readonly icon?: LucideIcon
  readonly keys?: readonly string[]
  readonly danger?: boolean
  readonly disabled?: boolean
  /** A line above it. */
  readonly apart?: boolean
  readonly run: () => void
}

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<Record<string, unknown>>
  readonly items: readonly MenuItem[]
  readonly align?: 'start' | 'end'
}

/** A short list of things to do with what it hangs on. */
export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className={styles.layer}>
          <Base.Popup className={styles.popup}>
            <MenuRows items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** The entries of a menu, whatever opened it. */
export function MenuRows({ items }: { readonly items: readonly MenuItem[] }) {
  return items.map(({ id, text, icon: Icon, keys, danger = false, disabled = false, apart = false, run }) => (
    <div key={id} role="none">
      {apart && <div className={styles.line} role="separator" />}
      <Base.Item className={classes(styles.item, danger && styles.danger)} disabled={disabled} onClick={run}>
        {Icon && <Icon size={16} strokeWidth={1.75} className={styles.icon} aria-hidden />}
        <span className={styles.text}>{text}</span>
        {keys && <KeyCombo keys={keys} />}
      </Base.Item>
    </div>
  ))
}
