import { ContextMenu as Base } from '@base-ui/react/context-menu'
import type { ReactElement } from 'react'
import { type MenuItem, MenuRows } from './menu'
import styles from './menu.module.css'

interface ContextMenuProps {
  readonly items: readonly MenuItem[]
  /** The one element it belongs to. */
  readonly children: ReactElement<Record<string, unknown>>
}

/** The menu of an element, on a right click, a long press or the menu key. */
export function ContextMenu({ items, children }: ContextMenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner className={styles.layer}>
          <Base.Popup className={styles.popup}>
            <MenuRows items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
