import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMemo } from 'react'
import type { ShownDocument } from '@renderer/state/window/route'
import { fixedShortcuts, keysOf, useShortcut } from '@renderer/state/window/shortcuts'
import { IconButton } from '@renderer/ui/controls/button'
import { SourcePlace } from '@renderer/ui/documents/source-place'
import { useChat } from '@renderer/state/chat/chat-store'
import { citedPassages, citingTurn, isSame, placeOfPassage } from '@renderer/state/chat/turns/turn-passages'
import { useLibrary } from '@renderer/state/library/library-store'
import { useSelectedTurn } from '@renderer/state/chat/evidence-selection'
import { go, useRoute } from '@renderer/state/window/address'
import { showTab } from '@renderer/state/window/panel-tab'
import styles from './citation-bar.module.css'

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
            label={t('citationBefore')}
            keys={keysOf(fixedShortcuts.previous_citation)}
            onClick={() => step(-1)}
          />
          <IconButton
            icon={ChevronDown}
            label={t('citationAfter')}
            keys={keysOf(fixedShortcuts.next_citation)}
            onClick={() => step(1)}
          />
        </>
      )}
    </div>
  )
}

/**
 * The way through the citations of the answer that cites the passage on show; null where no answer cites it. `at` counts
 * from 0, and after the last citation comes the first.
 */
function useCitations(shown: ShownDocument) {
  const inChat = useRoute((route) => route.view === 'chat')
  const sessionId = useRoute((route) => route.sessionId)
  const selected = useSelectedTurn()
  const turns = useChat(({ sessions }) => (sessionId === null ? undefined : sessions[sessionId]?.turns))
  const documents = useLibrary((state) => state.documents)
  const turn = useMemo(
    () => (inChat && turns ? citingTurn(turns, selected, shown) : undefined),
    [inChat, turns, selected, shown],
  )
  const passages = useMemo(() => {
    // What was deleted since cannot be shown.
    return turn ? citedPassages(turn).filter(({ id }) => documents.has(id)) : []
  }, [turn, documents])
  const at = passages.findIndex((passage) => isSame(passage, shown))
  const step = (by: 1 | -1): boolean => {
    const next = passages[(at + by + passages.length) % passages.length]
    if (at === -1 || !next || isSame(next, shown)) return false
    // The panel is open; what had the focus when it was opened is still what gets it back.
    showTab('document')
    go({ document: next })
    return true
  }
  useShortcut('previous_citation', () => step(-1))
  useShortcut('next_citation', () => step(1))
  if (at === -1 || !turn) return null
  return { at, count: passages.length, place: placeOfPassage(turn, shown), step }
}
