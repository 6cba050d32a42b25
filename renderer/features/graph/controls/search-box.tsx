import type { EntityHit } from '@shared/graph'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchEntities } from '@renderer/state/graph/graph-places'
import { classes } from '@renderer/ui/classes'
import { IconButton } from '@renderer/ui/controls/button'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './search-box.module.css'
import { EntityDot } from './colour-key'

const pauseMs = 120
const mostHits = 30

interface SearchBoxProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onChoose: (hit: EntityHit) => void
  /** The field's purpose; also shown in the field while it is empty. */
  readonly label: string
  /** Entities that cannot be chosen. */
  readonly without?: readonly string[]
  readonly focusAtOnce?: boolean
}

/** A field that finds entities while one types; arrows choose, Enter takes, Escape clears. */
export function SearchBox({ text, onText, onChoose, label, without = [], focusAtOnce = false }: SearchBoxProps) {
  const { t } = useTranslation('graph')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const search = useHits({ text, onText, onChoose, without })
  const { hits, current, shown, setActive, setOpen, press } = search
  useEffect(() => {
    if (focusAtOnce) field.current?.focus()
  }, [focusAtOnce])
  return (
    <div className={styles.box}>
      <Search size={15} strokeWidth={1.75} className={styles.glass} aria-hidden />
      <input
        ref={field}
        type="text"
        role="combobox"
        value={text}
        onChange={(event) => {
          onText(event.target.value)
          setActive(0)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
        placeholder={label}
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown && hits.length > 0 ? `${id}-${current}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        className={styles.input}
      />
      {text !== '' && (
        <IconButton
          icon={X}
          label={t('search.clear')}
          className={styles.clear}
          onClick={() => {
            onText('')
            field.current?.focus()
          }}
        />
      )}
      <Results id={id} search={search} />
    </div>
  )
}

/** The hits of a search, the one that Enter takes, and what the keys do. */
function useHits({ text, onText, onChoose, without }: Omit<Required<SearchBoxProps>, 'label' | 'focusAtOnce'>) {
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const wanted = text.trim()
  const { last } = useFetched(wanted === '' ? null : wanted, () => searchEntities(wanted, mostHits), { pauseMs })
  const found = wanted === '' ? null : last
  const hits = (found?.value ?? []).filter((hit) => !without.includes(hit.id))
  const failed = found?.error != null
  const current = Math.min(active, hits.length - 1)
  const shown = open && found !== null

  const choose = (hit: EntityHit | undefined) => {
    if (!hit) return
    setOpen(false)
    onText('')
    onChoose(hit)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = { ArrowDown: current + 1, ArrowUp: current - 1 }[event.key]
    if (to !== undefined && hits.length > 0) setActive((to + hits.length) % hits.length)
    else if (event.key === 'Enter' && shown) choose(hits[current])
    else if (event.key === 'Escape' && text !== '') onText('')
    else return
    event.preventDefault()
    event.stopPropagation()
    setOpen(event.key !== 'Escape')
  }
  return { hits, failed, current, shown, setActive, setOpen, choose, press }
}

function Results({ id, search }: { readonly id: string; readonly search: ReturnType<typeof useHits> }) {
  const { t } = useTranslation('graph')
  const { hits, failed, current, shown, setActive, choose } = search
  return (
    <>
      <div id={`${id}-list`} role="listbox" aria-label={t('search.results')} hidden={!shown} className={styles.list}>
        {hits.map((hit, at) => (
          <Hit
            key={hit.id}
            id={`${id}-${at}`}
            hit={hit}
            isActive={at === current}
            onActive={() => setActive(at)}
            onChoose={() => choose(hit)}
          />
        ))}
      </div>
      {shown && hits.length === 0 && (
        <p className={styles.none} role="status">
          {t(failed ? 'search.failed' : 'search.none')}
        </p>
      )}
    </>
  )
}

interface HitProps {
  readonly id: string
  readonly hit: EntityHit
  readonly isActive: boolean
  readonly onActive: () => void
  readonly onChoose: () => void
}

function Hit({ id, hit, isActive, onActive, onChoose }: HitProps) {
  const { t } = useTranslation('graph')
  return (
    <div
      id={id}
      ref={isActive ? intoView : undefined}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes(styles.hit, isActive && styles.active)}
      // The text keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={onActive}
      onPointerUp={onChoose}
    >
      <EntityDot entity={hit} />
      <bdi className={styles.name}>{safeName(hit.name)}</bdi>
      {hit.matched !== null && (
        <span className={styles.also}>{t('search.also', { replace: { name: safeName(hit.matched) } })}</span>
      )}
    </div>
  )
}

function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
