import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ShownDocument } from '@renderer/state/window/route'
import { fixedShortcuts, keysOf } from '@renderer/state/window/shortcuts'
import { IconButton } from '@renderer/ui/controls/button'
import { SourcePlace } from '@renderer/ui/documents/source-place'
import styles from './citation-bar.module.css'
import { useCitations } from './use-citations'

/** Which citation of the answer is on show, and the way to the others, whatever documents they are in. */
export function CitationBar({ shown }: { readonly shown: ShownDocument }) {
  const { t } = useTranslation('viewer')
  const citations = useCitations(shown)
  if (!citations) return null
  const { at, count, place, step } = citations
  return (
    <div className={styles.bar} role="group" aria-label={t('citations')}>
      <div className={styles.place}>
        <p role="status">{t('citationOf', { at: at + 1, total: count })}</p>
        {place && <SourcePlace {...place} />}
      </div>
      {count > 1 && (
        <>
          <IconButton
            icon={ChevronUp}
            size="small"
            label={t('citationBefore')}
            keys={keysOf(fixedShortcuts.previous_citation)}
            onClick={() => step(-1)}
          />
          <IconButton
            icon={ChevronDown}
            size="small"
            label={t('citationAfter')}
            keys={keysOf(fixedShortcuts.next_citation)}
            onClick={() => step(1)}
          />
        </>
      )}
    </div>
  )
}
