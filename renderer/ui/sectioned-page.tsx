import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { classes } from './classes'
import { Select } from './controls/select'
import styles from './sectioned-page.module.css'

export interface PageSection {
  readonly id: string
  readonly title: string
  readonly content: ReactNode
}

interface SectionedPageProps {
  /** Sets the ids of this page's sections apart from others'. */
  readonly name: string
  /** The name of the list beside the page. */
  readonly label: string
  readonly sections: readonly PageSection[]
  readonly wide?: boolean
}

/** A long page in sections, with a list of them beside it, or a menu of them above. */
export function SectionedPage({ name, label, sections, wide = false }: SectionedPageProps) {
  const page = useRef<HTMLDivElement>(null)
  const { current, choose } = useCurrentSection(
    page,
    name,
    sections.map(({ id }) => id),
  )
  const labelId = useId()
  return (
    <div className={styles.view}>
      <div className={styles.jump}>
        <span id={labelId} className="unseen">
          {label}
        </span>
        <Select
          value={current}
          options={sections.map(({ id, title }) => ({ value: id, text: title }))}
          onChange={(id) => id !== null && choose(id)}
          labelledBy={labelId}
        />
      </div>
      <nav className={styles.index} aria-label={label}>
        {sections.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            className={classes(styles.indexItem, current === id && styles.current)}
            aria-current={current === id ? 'true' : undefined}
            onClick={() => choose(id)}
          >
            {title}
          </button>
        ))}
      </nav>
      <div ref={page} className={styles.page}>
        {sections.map(({ id, title, content }) => (
          <section
            key={id}
            id={`${name}-${id}`}
            tabIndex={-1}
            className={classes(styles.section, wide && styles.wide)}
            aria-labelledby={`${name}-${id}-title`}
          >
            <h2 id={`${name}-${id}-title`} className={styles.title}>
              {title}
            </h2>
            {content}
          </section>
        ))}
      </div>
    </div>
  )
}

/** The section that the page is scrolled to, and the way to another. */
function useCurrentSection(page: RefObject<HTMLDivElement | null>, name: string, sections: readonly string[]) {
  const ids = sections.join(' ')
  const [current, setCurrent] = useState(sections[0] ?? '')
  /** Where the page stood when a section was chosen; it stays the current one there, though a short last one cannot reach the top. */
  const chosenAt = useRef<number | null>(null)
  useEffect(() => {
    const scroll = page.current
    if (!scroll) return
    const all = ids.split(' ')
    const look = () => {
      if (chosenAt.current !== null && Math.abs(scroll.scrollTop - chosenAt.current) < 2) return
      chosenAt.current = null
      const line = scroll.getBoundingClientRect().top + scroll.clientHeight / 3
      const atEnd = scroll.scrollTop + scroll.clientHeight >= scroll.scrollHeight - 2
      const passed = all.filter((id) => (sectionElement(name, id)?.getBoundingClientRect().top ?? Infinity) <= line)
      const last = atEnd && scroll.scrollTop > 0 ? all.at(-1) : passed.at(-1)
      setCurrent(last ?? all[0] ?? '')
    }
    scroll.addEventListener('scroll', look, { passive: true })
    return () => scroll.removeEventListener('scroll', look)
  }, [page, name, ids])
  const choose = (id: string) => {
    showSection(name, id)
    chosenAt.current = page.current?.scrollTop ?? null
    setCurrent(id)
  }
  return { current, choose }
}

/** Brings a section of a page into sight, and the focus to it. */
export function showSection(name: string, id: string): void {
  sectionElement(name, id)?.scrollIntoView({ block: 'start' })
  sectionElement(name, id)?.focus({ preventScroll: true })
}

function sectionElement(name: string, id: string): HTMLElement | null {
  return document.getElementById(`${name}-${id}`)
}
