import type { ComponentProps } from 'react'
import type { LucideIcon } from 'lucide-react'
import { classes } from '../classes'
import styles from './button.module.css'
import { Tooltip } from './tooltip'

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'plain' | 'primary' | 'quiet' | 'danger'
  readonly size?: 'medium' | 'small'
}

/** A button with words, and an icon before them where it helps. */
export function Button({ look = 'plain', size = 'medium', className, type = 'button', ...rest }: ButtonProps) {
  const looks = [look !== 'plain' && styles[look], size === 'small' && styles.small]
  return <button type={type} className={classes(styles.button, ...looks, className)} {...rest} />
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon: LucideIcon
  /** What it does, in words: its accessible name and its tooltip. */
  readonly label: string
  /** The keys that do the same, for the tooltip. */
  readonly keys?: readonly string[] | undefined
  readonly look?: 'plain' | 'primary' | 'quiet' | 'danger'
  readonly size?: 'medium' | 'small'
  /** For a switch: whether it is on. */
  readonly pressed?: boolean | undefined
}

/** A button that is only an icon; its words are in the tooltip and for screen readers. */
export function IconButton({
  icon: Icon,
  label,
  keys,
  look = 'quiet',
  size = 'medium',
  pressed,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const looks = [look !== 'plain' && styles[look], size === 'small' && styles.small, pressed === true && styles.on]
  return (
    <Tooltip text={label} keys={keys}>
      <button
        type={type}
        aria-label={label}
        aria-pressed={pressed}
        className={classes(styles.button, styles.icon, ...looks, className)}
        {...rest}
      >
        <Icon size={size === 'small' ? 15 : 17} strokeWidth={1.75} aria-hidden />
      </button>
    </Tooltip>
  )
}
