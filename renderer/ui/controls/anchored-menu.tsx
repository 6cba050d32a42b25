import { Menu as Base } from '@base-ui/react/menu'
import { type MenuItem, MenuRows } from './menu'
import styles from './menu.module.css'

/** Where a menu opens: at an element, or at a point of the window in CSS pixels. */
export type MenuPlace = Element | { readonly x: number; readonly y: number }

interface AnchoredMenuProps {
  /** null: closed. */
  readonly place: MenuPlace | null
  readonly items: readonly MenuItem[]
  readonly onClose: () => void
  /** What it is about. */
  readonly label: string
}

/** One menu for many rows, opened by whoever knows where; a menu each would make long lists slow. */
export function AnchoredMenu({ place, items, onClose, label }: AnchoredMenuProps) {
  return (
    <Base.Root open={place !== null} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner
          anchor={place === null || place instanceof Element ? place : pointAt(place)}
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

function pointAt({ x, y }: { readonly x: number; readonly y: number }) {
  return { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }
}
