import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceItem } from '@shared/events'
import type { ReportRef, ReportSentence } from '@shared/research/research-report'
import { shownWords } from '@shared/research/shown-words'
import { resolveSelector } from '@shared/session/selector'
import { openEvidence } from '@renderer/state/chat/evidence-selection'
import { safeName, withoutOverrides } from '@renderer/ui/text/safe-name'
import styles from './report.module.css'

/** What a report cites, by the ids of its evidence. */
export const SourcesContext = createContext<ReadonlyMap<string, EvidenceItem>>(new Map())

/** What a mark stays on one line with: the last word, or the last Chinese characters. */
const lastWord = /(?:[^\s\u2E80-\uFFEF]{1,24}|[\u2E80-\uFFEF]{1,2})$/u

/** Chinese sentences stand next to each other without a blank. */
const fullWidth = /^[\u2E80-\uFFEF“‘]/u

/** Sentences of a report, each with its marks. */
export function Sentences({ sentences }: { readonly sentences: readonly ReportSentence[] }) {
  const { t } = useTranslation('research')
  const shownFrom = useShownWords()
  return sentences.map(({ text: words, kind, refs, verdict }, at) => {
    const text = kind === 'frame' ? withoutOverrides(words) : shownFrom(words, refs)
    return (
      <span key={at}>
        {at > 0 && !fullWidth.test(text) ? ' ' : ''}
        <Marked text={text} refs={refs} />
        {verdict !== undefined && verdict !== 'supported' && (
          <span className={styles.quiet}> ({t(`verdicts.${verdict}`)})</span>
        )}
      </span>
    )
  })
}

/** How words from a source are shown: in one line, without the marks of Markdown, and turning nothing round. */
export function useShownWords(): (text: string, refs: readonly ReportRef[]) => string {
  const sources = useContext(SourcesContext)
  return (text, [first]) => {
    const format = (first && sources.get(first.evidence_id)?.format) ?? 'text'
    return withoutOverrides(shownWords(text, format))
  }
}

/** Words with their marks, none of which begins a line. */
export function Marked({ text, refs }: { readonly text: string; readonly refs: readonly ReportRef[] }) {
  const at = refs.length > 0 ? text.search(lastWord) : -1
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <span className={styles.together}>
        {text.slice(at)}
        <Marks refs={refs} />
      </span>
    </>
  )
}

/** Marks that open their passages; one a source. */
export function Marks({ refs }: { readonly refs: readonly ReportRef[] }) {
  const { t } = useTranslation('research')
  const sources = useContext(SourcesContext)
  const first = new Map(refs.toReversed().map((ref) => [ref.number, ref]))
  return [...first.values()].toReversed().map((ref) => {
    const item = sources.get(ref.evidence_id)
    if (!item) return null
    const name = t('source', { replace: { number: ref.number, name: safeName(item.document_name) } })
    return (
      <button
        key={ref.number}
        type="button"
        className={styles.mark}
        aria-label={name}
        title={name}
        onClick={(event) => openRef(sources, ref, event.detail === 0)}
      >
        {ref.number}
      </button>
    )
  })
}

/** Opens the passage that a citation leads to; nothing where its source is gone. */
export function openRef(sources: ReadonlyMap<string, EvidenceItem>, ref: ReportRef, byKeyboard: boolean): void {
  const item = sources.get(ref.evidence_id)
  if (item) openEvidence(item, spanOf(item, ref), byKeyboard)
}

function spanOf({ text }: EvidenceItem, { selector }: ReportRef) {
  try {
    return resolveSelector(text, selector).pieces[0] ?? null
  } catch {
    return null
  }
}
