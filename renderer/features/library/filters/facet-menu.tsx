import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@renderer/ui/controls/button'
import { classes } from '@renderer/ui/classes'
import type { MenuItem } from '@renderer/ui/controls/menu'
import { RadioMenu } from '@renderer/ui/controls/radio-menu'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './facet-menu.module.css'

interface FacetMenuProps<T extends string> {
  /** Shown while nothing is chosen. */
  readonly label: string
  /** The entry that limits nothing. */
  readonly everything: string
  readonly options: readonly { readonly name: T; readonly count: number }[]
  readonly chosen: T | null
  readonly nameOf?: (name: T) => string
  /** Stands before the number of one. */
  readonly signOf?: (name: T) => ReactNode
  readonly onChoose: (name: T | null) => void
  /** Things to do with what is chosen, under a line. */
  readonly items?: readonly MenuItem[]
}

/** Limits the list to one collection, tag or format; says which and how many there are of each. */
export function FacetMenu<T extends string>(props: FacetMenuProps<T>) {
  const { label, everything, options, chosen, nameOf = safeName, signOf, onChoose, items = [] } = props
  const { i18n } = useTranslation()
  const figure = (number: number) => (
    <span className={classes('numeric', styles.count)}>{number.toLocaleString(i18n.language)}</span>
  )
  const trigger = (
    <Button
      look="quiet"
      className={classes(styles.trigger, chosen !== null && styles.on)}
      aria-label={chosen === null ? label : `${label}: ${nameOf(chosen)}`}
    >
      <bdi className={styles.value}>{chosen === null ? label : nameOf(chosen)}</bdi>
      <ChevronDown size={14} strokeWidth={1.75} className={styles.chevron} aria-hidden />
    </Button>
  )
  return (
    <RadioMenu<T | null>
      trigger={trigger}
      align="start"
      value={chosen}
      options={[
        { value: null, text: everything },
        ...options.map(({ name, count }) => ({
          value: name,
          text: nameOf(name),
          aside: (
            <>
              {signOf?.(name)}
              {figure(count)}
            </>
          ),
        })),
      ]}
      onChange={onChoose}
      items={items}
    />
  )
}
