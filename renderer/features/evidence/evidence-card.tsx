import { notesFormat } from '@shared/documents'
import type { AnswerRef, EvidenceItem } from '@shared/events'
import { placeAt } from '@shared/session/evidence-place'
import { Fragment, memo, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Ban, ChevronRight } from 'lucide-react'
import { openEvidence } from '@renderer/state/chat/evidence-selection'
import { choiceOf, leaveOutPassage, useChoices } from '@renderer/state/chat/choices'
import { IconButton } from '@renderer/ui/controls/button'
import { light, unlight, useIsLit } from '@renderer/state/chat/lit'
import { citedSpans } from '@renderer/state/chat/turns/turn-passages'
import { useFileNotice } from '@renderer/state/library/folders'
import { nearDocuments, useLibrary } from '@renderer/state/library/library-store'
import { readNotebooks, useNotebooks } from '@renderer/state/notes/notebooks-store'
import { noteOfPassage, saveNote } from '@renderer/state/notes/save-note'
import { Badge } from '@renderer/ui/controls/labels'
import { classes } from '@renderer/ui/classes'
import { SaveNoteMenu } from '@renderer/ui/documents/save-note-menu'
import { PassagePreview } from '@renderer/ui/documents/passage-preview'
import { SourceHead } from '@renderer/ui/documents/source-head'
import { SourcePlace } from '@renderer/ui/documents/source-place'
import { openEntityNamed } from '@renderer/state/graph/graph-places'
import { safeName } from '@renderer/ui/text/safe-name'
import { scoreShare, scoreText } from './panel-state'
import styles from './evidence-panel.module.css'
import path from './graph-path-line.module.css'

interface EvidenceCardProps {
  readonly turnId: string
  readonly sessionId: string
  readonly item: EvidenceItem
  readonly refs: readonly AnswerRef[]
  /** The highest score of the turn. */
  readonly best: number
}

/** A source of the answer. It and its citations light each other up; pressing it opens the document there, or the tool's card. */
export const EvidenceCard = memo(function EvidenceCard({ turnId, sessionId, item, refs, best }: EvidenceCardProps) {
  const { t } = useTranslation('evidence')
  const { number, kind, document_id: documentId, document_name: name, score } = item
  const card = useRef<HTMLLIElement>(null)
  const lit = useIsLit(turnId, number)
  const isOut = useChoices(({ entries: { [turnId]: choices } }) => {
    return choices !== undefined && choiceOf(choices, item.evidence_id) === 'excluded'
  })
  const gone = useLibrary((state) => kind === 'kb' && state.known && !state.documents.has(documentId))
  const notice = useFileNotice(kind === 'tool' ? '' : documentId)
  const cited = useMemo(() => citedSpans(item, refs), [item, refs])
  useEffect(() => {
    if (lit && !card.current?.matches(':hover')) card.current?.scrollIntoView({ block: 'nearest' })
  }, [lit])
  const shine = () => light(turnId, number)
  const fade = () => unlight(turnId, number)
  return (
    <li ref={card} className={classes(styles.item, lit && styles.lit, isOut && styles.out)}>
      <button
        type="button"
        data-row
        className={styles.card}
        aria-disabled={gone}
        onClick={(event) => !gone && openEvidence(item, cited[0] ?? null, event.detail === 0)}
        onMouseEnter={shine}
        onMouseLeave={fade}
        onFocus={shine}
        onBlur={fade}
      >
        <SourceHead number={number} name={name} ofTool={kind === 'tool'} nameClass={styles.name}>
          {item.graph_path && kind !== 'graph' && <Badge meaning="graph">{t('kinds.graph')}</Badge>}
          <Badge meaning={kind === 'chat' ? 'plain' : kind}>
            {t(item.format === notesFormat ? 'kinds.notes' : `kinds.${kind}`)}
          </Badge>
        </SourceHead>
        <SourcePlace format={item.format} {...placeAt(item, item.start + (cited[0]?.start ?? 0))} />
        <PassagePreview text={item.text} cited={cited} format={item.format} />
        <NearDocuments id={documentId} />
        <span className={styles.foot}>
          {gone && <span className={styles.gone}>{t('gone')}</span>}
          {notice && <span className={styles.gone}>{t(`file.${notice}`)}</span>}
          {kind !== 'tool' && <Score score={score} best={best} />}
        </span>
      </button>
      <CardActs {...{ turnId, sessionId, item, cited, isOut }} />
      {item.graph_path && item.graph_path.length > 0 && <GraphPathLine names={item.graph_path} />}
    </li>
  )
})

interface CardActsProps extends Pick<EvidenceCardProps, 'turnId' | 'sessionId' | 'item'> {
  readonly cited: ReturnType<typeof citedSpans>
  readonly isOut: boolean
}

/** What is done with a passage: left out of the next answer, or saved to a notebook. */
function CardActs({ turnId, sessionId, item, cited, isOut }: CardActsProps) {
  const { t } = useTranslation('evidence')
  const notebooks = useNotebooks(({ headers }) => headers)
  const leaveOut = () => leaveOutPassage({ session_id: sessionId, turn_id: turnId }, item.evidence_id, !isOut)
  return (
    <span className={styles.acts}>
      {(item.kind === 'kb' || item.kind === 'graph') && (
        <IconButton icon={Ban} label={t('leaveOut')} pressed={isOut} onClick={() => void leaveOut()} />
      )}
      <SaveNoteMenu
        notebooks={notebooks}
        onOpen={() => void readNotebooks()}
        onSave={(into) => void saveNote(noteOfPassage(item, cited, turnId), into)}
      />
    </span>
  )
}

/** How near a passage is to the question; a tool's result was not searched for. */
function Score({ score, best }: Pick<EvidenceCardProps, 'best'> & Pick<EvidenceItem, 'score'>) {
  const { t } = useTranslation('evidence')
  return (
    <span className={styles.score} title={t('scoreTitle')}>
      <span className={styles.track} aria-hidden>
        <span className={styles.fill} style={{ width: `${scoreShare(score, best) * 100}%` }} />
      </span>
      <span className="unseen">{t('score')}</span>
      <span className="numeric">{scoreText(score)}</span>
    </span>
  )
}

const mostNamed = 3

/** The documents that are nearly the same as the one that speaks for them. */
function NearDocuments({ id }: { readonly id: string }) {
  const { t, i18n } = useTranslation('evidence')
  const group = useLibrary(({ documents }) => nearDocuments(documents, id))
  const names = group.flatMap((one) => (one.id === id ? [] : [`\u2068${safeName(one.name)}\u2069`]))
  if (names.length === 0) return null
  const shown = names.slice(0, mostNamed).join(i18n.language === 'zh' ? '、' : ', ')
  const count = names.length - mostNamed
  return (
    <span className={styles.near}>
      {count > 0 ? t('nearMore', { names: shown, count }) : t('near', { names: shown })}
    </span>
  )
}

/** The names that led from the question to a passage; each leads into the graph. */
export function GraphPathLine({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation('evidence')
  return (
    <p className={path.line} role="group" aria-label={t('path.label')}>
      <span>{t('path.question')}</span>
      {names.map((name, at) => (
        <Fragment key={at}>
          <ChevronRight size={12} strokeWidth={1.75} aria-hidden />
          <button
            type="button"
            className={path.name}
            title={t('path.open', { replace: { name: safeName(name) } })}
            onClick={() => void openEntityNamed(name)}
          >
            <bdi>{safeName(name)}</bdi>
          </button>
        </Fragment>
      ))}
    </p>
  )
}
