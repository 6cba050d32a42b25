import type { AnchorState } from '@shared/session/turn-context'
import type { ContextChoices } from '@shared/session/turn-trace'
import { Ban, FileMinus, FileText, FileX, type LucideIcon, Pin, Shield, ShieldAlert, Unlink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Choice, choiceOf, choose, leaveOutDocument, useChoices } from '@renderer/state/chat/choices'
import { useLibrary } from '@renderer/state/library/library-store'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { openDocument } from '@renderer/state/window/shown-document'
import { Button } from '@renderer/ui/controls/button'
import { classes } from '@renderer/ui/classes'
import { FileName } from '@renderer/ui/documents/file-name'
import { safeName } from '@renderer/ui/text/safe-name'
import { SourcePlace } from '@renderer/ui/documents/source-place'
import styles from './blocks/block-card.module.css'
import { BlockText } from './blocks/block-text'
import { citedPlaceOf, shownPlaceOf } from './document-place'
import type { BlockSource } from './blocks/shown-blocks'

interface EvidenceSourceProps {
  readonly source: BlockSource
  readonly turn: Turn
  /** The choices that the turn was asked with. */
  readonly asked: ContextChoices
  /** Whether the source's name is shown, because its card has several sources. */
  readonly named: boolean
  readonly textShown: boolean
  readonly inPrompt: boolean
  readonly open: boolean
  readonly onMark: (place: Element, evidenceId: string) => void
}

/** A source of a block: its place, text and citations, and the actions for it. */
export function EvidenceSource(props: EvidenceSourceProps) {
  const { source, turn, named, textShown, inPrompt, open } = props
  const { t } = useTranslation('context')
  const { used, place, text, selected, lost } = source
  const gone = useLibrary((state) => place !== null && state.known && !state.documents.has(place.document_id))
  if (!used) return <p className={styles.missing}>{t('notInRecord')}</p>
  const state = gone ? 'deleted' : used.anchor.state
  const cited = used.cited_as.map((number) => `[${number}]`).join(' ')
  return (
    <div className={styles.source}>
      {named && <FileName name={used.evidence.source.name ?? t('unnamed')} className={styles.name} />}
      {place && <SourcePlace format={place.format} {...citedPlaceOf(used, place, turn.refs)} />}
      {textShown && text !== null && <BlockText text={text} format={place?.format} selected={selected} open={open} />}
      {textShown && text === null && (
        <p className={styles.missing}>{t(used.evidence.redacted === true ? 'redacted' : 'noText')}</p>
      )}
      {open && selected.length > 0 && <p className={styles.legend}>{t(inPrompt ? 'partMarked' : 'partMarkedCut')}</p>}
      {lost && <p className={styles.legend}>{t('partLost')}</p>}
      <p className={classes(styles.standing, 'numeric')}>
        <Standing state={state} />
        <span>{cited === '' ? t('notCited') : t('citedAs', { numbers: cited })}</span>
      </p>
      <SourceActions {...props} shown={gone ? null : shownPlaceOf(used, turn.refs)} />
    </div>
  )
}

/** Where the passage stands in its document now. */
function Standing({ state }: { readonly state: AnchorState }) {
  const { t } = useTranslation('context')
  if (state === 'none') return null
  const Icon = state === 'deleted' ? FileX : state === 'stale' ? Unlink : null
  return (
    <span className={classes(styles.anchor, Icon !== null && styles.lost)}>
      {Icon && <Icon size={13} strokeWidth={2} aria-hidden />}
      {t(`anchor.${state}`)}
    </span>
  )
}

interface SourceActionsProps extends EvidenceSourceProps {
  readonly shown: ReturnType<typeof shownPlaceOf>
}

function SourceActions({ source, turn, asked, onMark, shown }: SourceActionsProps) {
  const { t } = useTranslation('context')
  const { evidenceId, used, place, text } = source
  const name = safeName(used?.evidence.source.name ?? t('unnamed'))
  const level = used?.evidence.sensitivity ?? null
  const levelText = t(`sensitivity.${level ?? 'none'}`)
  const LevelIcon = level === 'confidential' || level === 'secret' ? ShieldAlert : Shield
  return (
    <div className={styles.actions}>
      {shown && (
        <Button
          look="quiet"
          size="small"
          title={t('openTitle')}
          aria-label={t('named', { replace: { act: t('open'), name } })}
          onClick={(event) => openDocument(shown, event.detail === 0)}
        >
          <FileText size={13} strokeWidth={2} aria-hidden />
          {t('open')}
        </Button>
      )}
      {/* Only what was found in documents can be searched for, or kept out of a search. */}
      {place !== null && text !== null && (
        <>
          <ChoiceButton choice="pinned" icon={Pin} {...{ turn, asked, evidenceId, name }} />
          <ChoiceButton choice="excluded" icon={Ban} {...{ turn, asked, evidenceId, name }} />
          <DocumentButton documentId={place.document_id} {...{ turn, asked, name }} />
        </>
      )}
      <Button
        look="quiet"
        size="small"
        aria-haspopup="menu"
        aria-label={t('sensitivity.of', { replace: { level: levelText, name } })}
        onClick={(event) => onMark(event.currentTarget, evidenceId)}
      >
        <LevelIcon size={13} strokeWidth={2} aria-hidden />
        {level === null ? t('sensitivity.menu') : levelText}
      </Button>
    </div>
  )
}

interface ChoiceButtonProps extends Pick<EvidenceSourceProps, 'turn' | 'asked'> {
  readonly choice: Choice
  readonly icon: LucideIcon
  readonly evidenceId: string
  /** Of the passage's document. */
  readonly name: string
}

const choiceTexts = {
  pinned: { act: 'pin', title: 'pinTitle' },
  excluded: { act: 'exclude', title: 'excludeTitle' },
} as const satisfies Record<Choice, unknown>

/** Pins a passage for the next answer, or keeps it out; pressed again, neither. */
function ChoiceButton({ choice, icon: Icon, turn, asked, evidenceId, name }: ChoiceButtonProps) {
  const { t } = useTranslation('context')
  const chosen = useChoices(({ entries }) => choiceOf(entries[turn.turn_id] ?? asked, evidenceId))
  const act = t(choiceTexts[choice].act)
  return (
    <Button
      look="quiet"
      size="small"
      className={classes(chosen === choice && styles.on)}
      aria-pressed={chosen === choice}
      title={t(choiceTexts[choice].title)}
      aria-label={t('named', { replace: { act, name } })}
      onClick={() => choose(turn.turn_id, asked, evidenceId, chosen === choice ? null : choice)}
    >
      <Icon size={13} strokeWidth={2} aria-hidden />
      {act}
    </Button>
  )
}

interface DocumentButtonProps extends Pick<EvidenceSourceProps, 'turn' | 'asked'> {
  readonly documentId: string
  readonly name: string
}

/** Keeps a passage's whole document out of the next answer; pressed again, lets it in. */
function DocumentButton({ turn, asked, documentId, name }: DocumentButtonProps) {
  const { t } = useTranslation('context')
  const isOut = useChoices(({ entries }) =>
    ((entries[turn.turn_id] ?? asked).excluded_documents ?? []).includes(documentId),
  )
  const act = t('leaveOutDocument')
  return (
    <Button
      look="quiet"
      size="small"
      className={classes(isOut && styles.on)}
      aria-pressed={isOut}
      title={t('leaveOutDocumentTitle')}
      aria-label={t('named', { replace: { act, name } })}
      onClick={() => leaveOutDocument(turn.turn_id, asked, documentId, !isOut)}
    >
      <FileMinus size={13} strokeWidth={2} aria-hidden />
      {act}
    </Button>
  )
}
