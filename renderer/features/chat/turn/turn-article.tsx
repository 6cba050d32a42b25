import { ArrowUpRight, CornerDownRight, Hourglass, Search } from 'lucide-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { memo } from 'react'
import { selectTurn } from '@renderer/state/chat/chat-store'
import { goOnTurn } from '@renderer/state/chat/turns/stop-turn'
import { sameButWords, type Turn } from '@renderer/state/chat/turns/turn-reducer'
import type { TurnPlace } from '@renderer/state/chat/turns/turn-versions'
import { classes } from '@renderer/ui/classes'
import { Button } from '@renderer/ui/controls/button'
import { KeyCombo } from '@renderer/ui/controls/labels'
import { useShortcutKeys } from '@renderer/state/window/shortcuts'
import { askAgain } from '@renderer/state/chat/ask-again'
import { askKept } from '@renderer/state/chat/unsent'
import { defaultModel, rules, usable, useModelChoices } from '@renderer/state/models/model-choice'
import { modelOptions } from '@renderer/state/models/model-options'
import { useModels } from '@renderer/state/models/models-store'
import { useSettings } from '@renderer/state/settings-store'
import { safeName } from '@renderer/ui/text/safe-name'
import { textLanguage } from '@renderer/ui/text/text-language'
import { Answer } from '../answer/answer'
import { AnswerFoot, TurnStatus } from './turn-status'
import { useEditing } from '../editing'
import { PipelineStrip } from '../pipeline-strip/pipeline-strip'
import { Question } from '../question'
import { QuestionEditor } from '../question-editor'
import { VersionPager } from '../versions/version-pager'
import { RefusalHelp } from './refusal-help'
import styles from './turn.module.css'
import { ToolCards } from './tools/tool-cards'
import { PrintedSources } from './printed-sources'
import { TurnActions } from './turn-actions'
import { TurnResearch } from './turn-research'
import { type ModelWait, modelWait } from './model-wait'

interface TurnArticleProps {
  readonly turn: Turn
  readonly place: TurnPlace
  readonly newest: boolean
  readonly queued: boolean
  readonly selected: boolean
}

/** A question and its answer. Pressing it, or moving the focus into it, shows its evidence at the right. */
export function TurnArticle({ turn, place, newest, queued, selected }: TurnArticleProps) {
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
        <PipelineStrip turn={turn} />
      )}
      {turn.preparing !== null && !queued && (
        <p className={styles.waiting} role="status">
          <span className={styles.pulse} aria-hidden />
          {t(`preparing.${turn.preparing}`)}
        </p>
      )}
      {status === 'running' && !queued && <ModelProgress turn={turn} />}
      <ToolCards turn={turn} />
      {turn.response !== '' && <Answer turn={turn} />}
      <AnswerFoot turn={turn} />
      <PrintedSources turn={turn} />
      <TurnStatus turn={turn} />
      {turn.shortcut?.shortcut === 'A' && status === 'complete' && <Readings turn={turn} newest={newest} />}
      {newest && status === 'complete' && hasFixedWords(turn) && (
        <div className={styles.choices}>
          <SearchAnyway turn={turn} />
        </div>
      )}
      {status === 'complete' && isUnanswered(turn) && <RefusalHelp turn={turn} />}
      {!queued && <TurnResearch turn={turn} />}
      <TurnActions turn={turn} shown={newest || selected} queued={queued} />
      {newest && status === 'complete' && turn.suggestions.length > 0 && <Suggestions turn={turn} />}
    </article>
  )
}

/** Nothing was found, or only what comes closest; records of earlier versions tell by the shortcut alone. */
function isUnanswered({ outcome, shortcut }: Turn): boolean {
  return shortcut?.shortcut === 'C' || outcome === 'closest' || outcome === 'nothing'
}

/** It was taken for a greeting or a question about Cairn, and not looked up. */
function hasFixedWords({ shortcut }: Turn): boolean {
  return shortcut?.shortcut === 'B' && shortcut.reason_note?.key === 'about_cairn'
}

/** The readings of an unclear question, to choose from. */
function Readings({ turn, newest }: { readonly turn: Turn; readonly newest: boolean }) {
  const { t } = useTranslation('chat')
  const readings = turn.shortcut?.readings ?? []
  const choose = (question: string) => askKept(question, { sessionId: turn.session_id, filter: turn.filter })
  return (
    <div className={styles.choices} role="group" aria-label={t('readings')}>
      {readings.map(({ label, question }) => (
        <Button
          icon={CornerDownRight}
          key={`${label} ${question}`}
          size="small"
          title={question}
          className={styles.choice}
          onClick={() => choose(question)}
        >
          <bdi className={styles.choiceText}>{label}</bdi>
        </Button>
      ))}
      {newest && <SearchAnyway turn={turn} />}
    </div>
  )
}

/** For a question that was not looked up in the documents, though it was meant for them. */
function SearchAnyway({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation('chat')
  return (
    <Button size="small" look="quiet" icon={Search} onClick={() => askAgain(turn, { searchAnyway: true })}>
      {t('searchAnyway')}
    </Button>
  )
}

/** Questions the evidence could answer next. */
function Suggestions({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation('chat')
  return (
    <div className={styles.suggestions} role="group" aria-label={t('suggestions')}>
      {turn.suggestions.map((question) => (
        <Button
          icon={ArrowUpRight}
          key={question}
          size="small"
          look="quiet"
          title={question}
          className={styles.suggestion}
          onClick={() => askKept(question, { sessionId: turn.session_id, filter: turn.filter })}
        >
          <bdi className={styles.choiceText} lang={textLanguage(question)}>
            {question}
          </bdi>
        </Button>
      ))}
    </div>
  )
}

/** What a model does before its first word; not shown where that is unknown, or no model is asked. */
const ModelProgress = memo(function ModelProgress({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation('chat')
  const state = useModels((models) => models.state)
  const settings = useSettings((all) => all.settings.models)
  const choice = useModelChoices(({ entries }) => entries[turn.session_id])
  const chosen =
    usable(
      choice,
      modelOptions(state, 'language').map(({ id }) => id),
    ) ?? defaultModel(settings)
  const wait = chosen === rules ? null : modelWait(turn, state, [chosen, settings.fallback])
  if (!wait) return null
  return (
    <p className={styles.waiting} role="status">
      <span className={styles.pulse} aria-hidden />
      <span className="numeric">{waitText(wait, t)}</span>
      {wait.kind === 'understanding' && <GoOn turnId={turn.turn_id} />}
    </p>
  )
}, sameButWords)

function GoOn({ turnId }: { readonly turnId: string }) {
  const { t } = useTranslation('chat')
  const keys = useShortcutKeys('stop')
  return (
    <Button size="small" look="quiet" onClick={() => void goOnTurn(turnId)}>
      {t('model.goOn')}
      {keys.length > 0 && <KeyCombo keys={keys} />}
    </Button>
  )
}

function waitText(wait: ModelWait, t: TFunction<'chat'>): string {
  const model = `\u2068${safeName(wait.model)}\u2069`
  if (wait.kind === 'loading') return t('model.loading', { replace: { model, percent: wait.percent } })
  if (wait.kind === 'understanding') return t('model.understanding', { replace: { model } })
  if (wait.tokens === null) return t('model.beginning', { replace: { model } })
  return t('model.reading', { replace: { model, tokens: wait.tokens } })
}
