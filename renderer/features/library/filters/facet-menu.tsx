import { Menu as Base } from '@base-ui/react/menu'
import { Check, ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@renderer/ui/controls/button'
import { classes } from '@renderer/ui/classes'
import { type MenuItem, MenuRows } from '@renderer/ui/controls/menu'
import menu from '@renderer/ui/controls/menu.module.css'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './facet-menu.module.css'
import type { Counted } from './library-facets'

interface FacetMenuProps<T extends string> {
  /** What is chosen by it, when nothing is. */
  readonly label: string
  /** The entry that limits nothing. */
  readonly everything: string
  readonly options: readonly Counted<T>[]
  readonly chosen: T | null
  readonly nameOf?: (name: T) => string
  readonly onChoose: (name: T | null) => void
  /** Things to do with what is chosen, under a line. */
  readonly items?: readonly MenuItem[]
}

/** Limits the list to one collection, tag or format; says which and how many there are of each. */
export function FacetMenu<T extends string>(props: FacetMenuProps<T>) {
  const { label, everything, options, chosen, nameOf = safeName, onChoose, items = [] } = props
  const { i18n } = useTranslation()
  return (
    <Base.Root>
      <Base.Trigger
        render={<Button look="quiet" className={classes(styles.trigger, chosen !== null && styles.on)} />}
        aria-label={chosen === null ? label : `${label}: ${nameOf(chosen)}`}
      >
        <bdi className={styles.value}>{chosen === null ? label : nameOf(chosen)}</bdi>
        <ChevronDown size={14} strokeWidth={1.75} className={styles.chevron} aria-hidden />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={4} className={menu.layer}>
          <Base.Popup className={classes(menu.popup, menu.choices)}>
            <Base.RadioGroup
              value={chosen}
              onValueChange={(next: unknown) => onChoose(options.find(({ name }) => name === next)?.name ?? null)}
            >
              <Base.RadioItem value={null} closeOnClick className={menu.item}>
                <Tick />
                <span className={menu.text}>{everything}</span>
              </Base.RadioItem>
              {options.map(({ name, count }) => (
                <Base.RadioItem key={name} value={name} closeOnClick className={menu.item}>
                  <Tick />
                  <bdi className={menu.text} title={nameOf(name)}>
                    {nameOf(name)}
                  </bdi>
                  <span className={classes('numeric', styles.count)}>{count.toLocaleString(i18n.language)}</span>
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

function Tick() {
  return (
    <span className={styles.tick}>
      <Base.RadioItemIndicator className={styles.indicator}>
        <Check size={14} strokeWidth={2} aria-hidden />
      </Base.RadioItemIndicator>
    </span>
  )
}
