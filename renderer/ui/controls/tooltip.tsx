import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { KeyCombo } from './labels'
import styles from './tooltip.module.css'

interface TooltipProps {
  readonly text: string
  readonly keys?: readonly string[] | undefined
  readonly side?: 'top' | 'bottom' | 'left' | 'right'
  /** The one element it explains. */
  readonly children: ReactElement<Record<string, unknown>>
}

/** A word or two about a control, after a short wait or on keyboard focus. */
export function Tooltip({ text, keys, side = 'bottom', children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className={styles.layer}>
          <Base.Popup className={styles.popup}>
            {text}
            {keys && <KeyCombo keys={keys} onDark />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
