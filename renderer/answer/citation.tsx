import { PreviewCard } from '@base-ui/react/preview-card'
import { createContext, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { placeAt } from '@shared/session/evidence-place'
import { openEvidence } from '@renderer/state/chat/evidence-selection'
import { light, unlight, useIsLit } from '@renderer/state/chat/lit'
import type { Span } from '@renderer/state/chat/turns/turn-passages'
import { classes } from '@renderer/ui/classes'
import { FileName } from '@renderer/ui/documents/file-name'
import { PassagePreview } from '@renderer/ui/documents/passage-preview'
import { safeName } from '@renderer/ui/text/safe-name'
import { ToolName } from '@renderer/ui/documents/source-head'
import { SourcePlace } from '@renderer/ui/documents/source-place'
import { useHoverCard } from '@renderer/ui/feedback/use-hover-card'
import type { EvidenceItem, SentenceVerdict } from '@shared/events'
import styles from './citation.module.css'

/** The data of a turn that the parts of its answer read. The object stays the same while tokens arrive. */
export interface AnswerContextValue {
  readonly turnId: string
  readonly evidence: ReadonlyMap<number, EvidenceItem>
  /** The critic's, as its pieces name them; empty until the answer is whole. */
  readonly verdicts: readonly SentenceVerdict[]
}

export const AnswerContext = createContext<AnswerContextValue>({ turnId: '', evidence: new Map(), verdicts: [] })

interface CitationProps {
  readonly number: number
  /** The cited part of the evidence's text, where known. */
  readonly cited: Span | null
}

/** `[n]` as a button: shows its passage on hover and focus, and opens the document there. */
export function Citation({ number, cited }: CitationProps) {
  const { t } = useTranslation('chat')
  const { turnId, evidence } = useContext(AnswerContext)
  const lit = useIsLit(turnId, number)
  const item = evidence.get(number)
  const spans = useMemo(() => (cited ? [cited] : []), [cited])
  const card = useHoverCard()
  if (!item) return `[${number}]`
  const shine = () => light(turnId, number)
  const fade = () => unlight(turnId, number)
  return (
    <span className={styles.glued}>
      {'\u00A0'}
      <PreviewCard.Root open={card.open} onOpenChange={card.change}>
        <PreviewCard.Trigger
          delay={220}
          closeDelay={80}
          render={
            <button
              type="button"
              data-in-line
              className={classes(styles.mark, item.kind === 'tool' && styles.ofTool, lit && styles.lit)}
              aria-label={t('citation', { number, name: safeName(item.document_name) })}
              onMouseEnter={(event) => {
                card.point(event)
                shine()
              }}
              onMouseLeave={(event) => {
                card.point(event)
                fade()
              }}
              onFocus={shine}
              onBlur={fade}
              onClick={(event) => {
                const byKey = event.detail === 0
                card.press(byKey ? null : event)
                openEvidence(item, cited, byKey)
              }}
            >
              {number}
            </button>
          }
        />
        <PreviewCard.Portal>
          <PreviewCard.Positioner side="top" sideOffset={6} collisionPadding={8} className={styles.layer}>
            <PreviewCard.Popup className={styles.card}>
              {item.kind === 'tool' ? (
                <ToolName name={item.document_name} className={styles.name} />
              ) : (
                <FileName name={item.document_name} className={styles.name} />
              )}
              <SourcePlace format={item.format} {...placeAt(item, item.start + (cited?.start ?? 0))} />
              <PassagePreview text={item.text} cited={spans} format={item.format} lines={4} />
            </PreviewCard.Popup>
          </PreviewCard.Positioner>
        </PreviewCard.Portal>
      </PreviewCard.Root>
    </span>
  )
}
