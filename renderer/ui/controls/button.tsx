import type { ComponentProps } from 'react'
import type { LucideIcon } from 'lucide-react'
import { classes } from '../classes'
import styles from './button.module.css'
import { Tooltip } from './tooltip'

interface ButtonLook {
  readonly look?: 'plain' | 'primary' | 'quiet' | 'danger'
  readonly size?: 'medium' | 'small'
}

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Stands before the words. */
  readonly icon?: LucideIcon | undefined
}

/** A button with words. */
export function Button(props: ButtonProps) {
  const { icon: Icon, look = 'plain', size = 'medium', className, type = 'button', children, ...rest } = props
  const looks = [look !== 'plain' && styles[look], size === 'small' && styles.small]
  return (
    <button type={type} className={classes(styles.button, ...looks, className)} {...rest}>
      {Icon && <Icon size={size === 'small' ? 14 : 16} strokeWidth={1.75} aria-hidden />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'>, ButtonLook {
  readonly icon: LucideIcon
  /** What the button does: its accessible name and its tooltip. */
  readonly label: string
  /** The keys that do the same, for the tooltip. */
  readonly keys?: readonly string[] | undefined
  /** For a switch: whether it is on. */
  readonly pressed?: boolean | undefined
}

/** A button that is only an icon; its words are in the tooltip and for screen readers. */
export function IconButton({
  icon: Icon,
  label,
  keys,
  look = 'quiet',
  size = 'small',
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
