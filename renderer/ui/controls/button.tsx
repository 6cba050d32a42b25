import type { ComponentProps } from 'react'
import { classes } from '../classes'
import styles from './button.module.css'

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'plain' | 'primary' | 'quiet' | 'danger'
  readonly size?: 'medium' | 'small'
}

/** A button with words, and an icon before them where it helps. */
export function Button({ look = 'plain', size = 'medium', className, type = 'button', ...rest }: ButtonProps) {
  const looks = [look !== 'plain' && styles[look], size === 'small' && styles.small]
  return <button type={type} className={classes(styles.button, ...looks, className)} {...rest} />
}
