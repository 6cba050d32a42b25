import { useTranslation } from 'react-i18next'
import type { PageUnit } from '@shared/session/page-unit'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { usePrinting } from '@renderer/ui/use-printing'
import { safeName } from '@renderer/ui/text/safe-name'
import { type SourceWords, sourcesOf } from './copy-text'
import styles from './turn.module.css'

/** The words for the list of sources in the window's language. */
export function useSourceWords(): SourceWords {
  const { t } = useTranslation(['chat', 'app'])
  return {
    sources: t('sources'),
    place: (unit: PageUnit, page: number) => t(`app:${unit}`, { page }),
    gone: t('goneFromLibrary'),
  }
}

/** What the marks of an answer stand for, on paper alone: on the screen the panel shows it. */
export function PrintedSources({ turn }: { readonly turn: Turn }) {
  const words = useSourceWords()
  const printing = usePrinting()
  if (!printing || turn.evidence.length === 0) return null
  return (
    <section className={styles.printed} aria-label={words.sources}>
      <h3>{words.sources}</h3>
      <ol>
        {sourcesOf(turn, words).map(({ number, name, place, quotes }) => (
          <li key={number}>
            [{number}] {safeName([name, place.join(', ')].filter(Boolean).join(' — '))}
            {quotes.map((quote) => (
              <blockquote key={quote}>{safeName(quote)}</blockquote>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}
