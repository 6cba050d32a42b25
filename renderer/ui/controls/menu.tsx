import { Menu as Base } from '@base-ui/react/menu'
import { Check, type LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { ContextMenu as ContextBase } from '@base-ui/react/context-menu'
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

/** A choice that is on or off; making it leaves the menu open. */
export interface MenuCheck {
  readonly id: string
  readonly text: string
  readonly checked: boolean
  /** What it does not do now, though it is on. */
  readonly note?: string
  readonly onChange: (checked: boolean) => void
}

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<Record<string, unknown>>
  readonly items: readonly MenuItem[]
  /** How the items are done, above them. */
  readonly checks?: readonly MenuCheck[]
  /** Called when it opens. */
  readonly onOpen?: () => void
}

/** A short list of things to do with what it hangs on. */
export function Menu({ trigger, items, checks = [], onOpen }: MenuProps) {
  return (
    <Base.Root onOpenChange={(open) => open && onOpen?.()}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={4} className={styles.layer}>
          <Base.Popup className={styles.popup}>
            <CheckRows checks={checks} />
            <MenuRows items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function CheckRows({ checks }: { readonly checks: readonly MenuCheck[] }) {
  if (checks.length === 0) return null
  return (
    <>
      {checks.map(({ id, text, checked, note, onChange }) => (
        <Base.CheckboxItem key={id} checked={checked} onCheckedChange={onChange} className={styles.item}>
          <span className={styles.tick}>
            <Base.CheckboxItemIndicator className={styles.indicator}>
              <Check size={14} strokeWidth={2} aria-hidden />
            </Base.CheckboxItemIndicator>
          </span>
          <span className={styles.text}>{text}</span>
          {note !== undefined && <span className={styles.note}>{note}</span>}
        </Base.CheckboxItem>
      ))}
      <div className={styles.line} role="separator" />
    </>
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

interface ContextMenuProps {
  readonly items: readonly MenuItem[]
  /** The one element it belongs to. */
  readonly children: ReactElement<Record<string, unknown>>
}

/** The menu of an element, on a right click, a long press or the menu key. */
export function ContextMenu({ items, children }: ContextMenuProps) {
  return (
    <ContextBase.Root>
      <ContextBase.Trigger render={children} />
      <ContextBase.Portal>
        <ContextBase.Positioner className={styles.layer}>
          <ContextBase.Popup className={styles.popup}>
            <MenuRows items={items} />
          </ContextBase.Popup>
        </ContextBase.Positioner>
      </ContextBase.Portal>
    </ContextBase.Root>
  )
}

/** Where a menu opens: at an element, or at a point of the window in CSS pixels. */
export type MenuPlace = Element | { readonly x: number; readonly y: number }

interface AnchoredMenuProps {
  /** null: closed. */
  readonly place: MenuPlace | null
  readonly items: readonly MenuItem[]
  readonly onClose: () => void
  /** What the menu is about, for screen readers. */
  readonly label: string
}

/** One menu for many rows, opened at a place; a menu for each row would make long lists slow. */
export function AnchoredMenu({ place, items, onClose, label }: AnchoredMenuProps) {
  const anchor =
    place === null || place instanceof Element
      ? place
      : { getBoundingClientRect: () => new DOMRect(place.x, place.y, 0, 0) }
  return (
    <Base.Root open={place !== null} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          align={place instanceof Element ? 'end' : 'start'}
          sideOffset={place instanceof Element ? 4 : 0}
          className={styles.layer}
        >
          <Base.Popup className={styles.popup} aria-label={label}>
            <MenuRows items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
