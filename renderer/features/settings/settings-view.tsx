import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../ui/classes'
import { AboutSection } from './about-section'
import { AnswersSection } from './answers-section'
import { AppearanceSection } from './appearance-section'
import { DataSection } from './data-section'
import styles from './settings.module.css'
import { ShortcutsSection } from './shortcuts-section'
import { TermsSection } from './terms-section'

const sections = [
  { id: 'appearance', Section: AppearanceSection },
  { id: 'answers', Section: AnswersSection },
  { id: 'terms', Section: TermsSection },
  { id: 'shortcuts', Section: ShortcutsSection },
  { id: 'data', Section: DataSection },
  { id: 'about', Section: AboutSection },
] as const
type SectionId = (typeof sections)[number]['id']

/** Every setting on one page, with a list of its parts beside it. */
export function SettingsView() {
  const { t } = useTranslation('settings')
  const page = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<SectionId>('appearance')
  useEffect(() => {
    const scroll = page.current
    if (!scroll) return
    const look = () => {
      const line = scroll.getBoundingClientRect().top + scroll.clientHeight / 3
      const atEnd = scroll.scrollTop + scroll.clientHeight >= scroll.scrollHeight - 2
      const passed = sections.filter(({ id }) => (elementOf(id)?.getBoundingClientRect().top ?? Infinity) <= line)
      const last = atEnd && scroll.scrollTop > 0 ? sections.at(-1) : passed.at(-1)
      setCurrent(last?.id ?? 'appearance')
    }
    scroll.addEventListener('scroll', look, { passive: true })
    return () => scroll.removeEventListener('scroll', look)
  }, [])
  return (
    <div className={styles.view}>
      <nav className={styles.index} aria-label={t('sections')}>
        {sections.map(({ id }) => (
          <button
            key={id}
            type="button"
            className={classes(styles.indexItem, current === id && styles.current)}
            aria-current={current === id ? 'true' : undefined}
            onClick={() => {
              elementOf(id)?.scrollIntoView({ block: 'start' })
              elementOf(id)?.focus({ preventScroll: true })
              setCurrent(id)
            }}
          >
            {t(`${id}.title`)}
          </button>
        ))}
      </nav>
      <div ref={page} className={styles.page}>
        {sections.map(({ id, Section }) => (
          <section
            key={id}
            id={`settings-${id}`}
            tabIndex={-1}
            className={styles.section}
            aria-labelledby={`settings-${id}-title`}
          >
            <h2 id={`settings-${id}-title`} className={styles.title}>
              {t(`${id}.title`)}
            </h2>
            <Section />
          </section>
        ))}
      </div>
    </div>
  )
}

function elementOf(id: SectionId): HTMLElement | null {
  return document.getElementById(`settings-${id}`)
}
