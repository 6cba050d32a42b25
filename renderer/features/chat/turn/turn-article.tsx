import { ChevronLeft, ChevronRight, Hourglass } from 'lucide-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { selectTurn, showVersion } from '@renderer/state/chat/chat-store'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import type { TurnPlace } from '@renderer/state/chat/turns/turn-versions'
import { classes } from '@renderer/ui/classes'
import { IconButton } from '@renderer/ui/controls/button'
import { Answer } from '../answer/answer'
import { AnswerFoot } from './answer-foot'
import { useEditing } from '../editing'
import { ModelProgress } from './model-progress'
import { Question } from '../question'
import { QuestionEditor } from '../question-editor'
import { Readings } from './readings'
import { RefusalHelp } from './refusal-help'
import { Suggestions } from './suggestions'
import styles from './turn.module.css'
import { TurnActions } from './turn-actions'
import { TurnStatus } from './turn-status'

/** Draws the pipeline of a turn; `newest` where no question was asked after it. */
export type StripComponent = ComponentType<{ readonly turn: Turn; readonly newest: boolean }>

interface TurnArticleProps {
  readonly turn: Turn
  readonly place: TurnPlace
  readonly strip: StripComponent
  readonly newest: boolean
  readonly queued: boolean
  readonly selected: boolean
}

/** A question and its answer. Pressing it, or moving the focus into it, shows its evidence at the right. */
export function TurnArticle({ turn, place, strip: Strip, newest, queued, selected }: TurnArticleProps) {
  const { t } = useTranslation('chat')
  const { session_id: sessionId, turn_id: turnId, status } = turn
  const editing = useEditing((state) => state.turnId === turnId)
  const select = () => {
    if (!selected) selectTurn(sessionId, turnId)
  }
  return (
    <article
      className={classes(styles.turn, selected && !newest && styles.selected, newest && styles.isNewest)}
      aria-label={t('turnLabel', { question: turn.question.slice(0, 120) })}
      aria-current={selected ? 'true' : undefined}
      onPointerUp={select}
      onFocusCapture={select}
    >
      {editing ? <QuestionEditor turn={turn} /> : <Question turn={turn} />}
      {!editing && place.versions.length > 1 && <VersionPager turn={turn} place={place} />}
      {queued ? (
        <p className={styles.waiting}>
          <Hourglass size={14} strokeWidth={1.75} aria-hidden />
          {t('waiting')}
        </p>
      ) : (
        <Strip turn={turn} newest={newest} />
      )}
      {status === 'running' && !queued && <ModelProgress turn={turn} />}
      {turn.response !== '' && <Answer turn={turn} />}
      <AnswerFoot turn={turn} />
      <TurnStatus turn={turn} />
      {turn.shortcut?.shortcut === 'A' && status === 'complete' && <Readings turn={turn} newest={newest} />}
      {turn.shortcut?.shortcut === 'C' && status === 'complete' && <RefusalHelp turn={turn} />}
      <TurnActions turn={turn} shown={newest} queued={queued} />
      {newest && status === 'complete' && turn.suggestions.length > 0 && <Suggestions turn={turn} />}
    </article>
  )
}

function VersionPager({ turn, place }: { readonly turn: Turn; readonly place: TurnPlace }) {
  const { t } = useTranslation('chat')
  const { versions, id } = place
  const at = versions.indexOf(turn)
  const show = (index: number) => {
    const version = versions[index]
    if (version) showVersion(turn.session_id, id, version.turn_id)
  }
  return (
    <div className={styles.pager} role="group" aria-label={t('versions')}>
      <IconButton
        size="small"
        icon={ChevronLeft}
        label={t('versionBefore')}
        disabled={at <= 0}
        onClick={() => show(at - 1)}
      />
      <span className="numeric">{t('versionOf', { at: at + 1, total: versions.length })}</span>
      <IconButton
        size="small"
        icon={ChevronRight}
        label={t('versionAfter')}
        disabled={at >= versions.length - 1}
        onClick={() => show(at + 1)}
      />
    </div>
  )
}
