import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnswerRef, EvidenceItem } from '@shared/events'
import { placeAt } from '@shared/session/evidence-place'
import { openEvidence } from '@renderer/state/chat/evidence-selection'
import { light, unlight, useIsLit } from '@renderer/state/chat/lit'
import { citedSpans, type Span } from '@renderer/state/chat/turns/turn-passages'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { classes } from '@renderer/ui/classes'
import { PassagePreview } from '@renderer/ui/documents/passage-preview'
import { quotedTable } from '@renderer/ui/documents/quoted-table'
import { FileNoticeLine } from '@renderer/answer/file-notice-line'
import { QuotedTableGrid } from '@renderer/ui/documents/quoted-table-grid'
import { SourceHead } from '@renderer/ui/documents/source-head'
import { SourcePlace } from '@renderer/ui/documents/source-place'
import textStyles from '@renderer/answer/answer-text.module.css'
import styles from './closest-passages.module.css'

type ClosestTurn = Pick<Turn, 'turn_id' | 'response' | 'evidence' | 'refs'>

/** Where nothing answers plainly: the passages that come closest, each a card that opens its document at the marked sentence. */
export function ClosestPassages({ turn }: { readonly turn: ClosestTurn }) {
  const { t } = useTranslation('chat')
  const { turn_id: turnId, response, evidence, refs } = turn
  const { heading, notices } = aroundTheList(response)
  return (
    <div className={textStyles.text}>
      <p>{heading}</p>
      <ul className={styles.cards} aria-label={t('closest')}>
        {evidence.map((item) => (
          <ClosestCard
            key={item.number}
            turnId={turnId}
            item={item}
            refs={refs.filter(({ number }) => number === item.number)}
          />
        ))}
      </ul>
      {notices.map((notice, at) => (
        <p key={at}>{notice}</p>
      ))}
    </div>
  )
}

interface ClosestCardProps {
  readonly turnId: string
  readonly item: EvidenceItem
  /** Of this passage alone. */
  readonly refs: readonly AnswerRef[]
}

function ClosestCard({ turnId, item, refs }: ClosestCardProps) {
  const { number, document_name: name, text, format } = item
  const lit = useIsLit(turnId, number)
  const groups = neighbours(citedSpans(item, refs), (span) => quotedTable(text, format, [span]) !== null)
  const first = groups[0]?.[0] ?? null
  const shine = () => light(turnId, number)
  const fade = () => unlight(turnId, number)
  return (
    <li>
      <button
        type="button"
        className={classes(styles.card, lit && styles.lit)}
        onClick={(event) => openEvidence(item, first, event.detail === 0)}
        onMouseEnter={shine}
        onMouseLeave={fade}
        onFocus={shine}
        onBlur={fade}
      >
        <SourceHead number={number} name={name} />
        <SourcePlace format={format} {...placeAt(item, item.start + (first?.start ?? 0))} />
        <FileNoticeLine documentId={item.kind === 'tool' ? '' : item.document_id} />
        {groups.map((cited) => (
          <ClosestPart key={cited[0]?.start} text={text} cited={cited} format={format} />
        ))}
      </button>
    </li>
  )
}

interface ClosestPartProps {
  readonly text: string
  readonly cited: readonly Span[]
  readonly format: string
}

/** Rows of a table say little without the names of their columns; all else is shown as it is written. */
function ClosestPart({ text, cited, format }: ClosestPartProps) {
  const table = useMemo(() => quotedTable(text, format, cited), [text, format, cited])
  return table ? (
    <QuotedTableGrid table={table} />
  ) : (
    <PassagePreview text={text} cited={cited} format={format} lines={4} />
  )
}

/** Sentences that end within so many UTF-16 units of the first one's start stand in one excerpt, or it would be read twice. */
const oneExcerpt = 280

/** The marked parts of a passage, those that one excerpt can show together; rows of a table apart from all else. */
function neighbours(spans: readonly Span[], isRow: (span: Span) => boolean): readonly (readonly Span[])[] {
  const groups: { readonly spans: Span[]; readonly areRows: boolean }[] = []
  for (const span of spans) {
    const before = groups.at(-1)
    const first = before?.spans[0]
    const areRows = isRow(span)
    const isNear = first !== undefined && (areRows || span.end - first.start <= oneExcerpt)
    if (before && isNear && before.areRows === areRows) before.spans.push(span)
    else groups.push({ spans: [span], areRows })
  }
  return groups.map((group) => group.spans)
}

/** What stands before the quoted sentences, which the cards show themselves, and the engine's notices behind them. */
function aroundTheList(response: string): { readonly heading: string; readonly notices: readonly string[] } {
  const [heading = '', ...blocks] = response.split(/\n{2,}/u)
  return { heading, notices: blocks.filter((block) => !block.startsWith('- ')) }
}
