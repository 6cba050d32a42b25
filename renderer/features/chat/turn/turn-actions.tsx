import { memo } from 'react'
import { BookMarked, Check, Copy, PanelRight, Pencil, RotateCcw, Square } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { askAgain } from '@renderer/state/chat/ask-again'
import { selectTurn } from '@renderer/state/chat/chat-store'
import { stopTurn } from '@renderer/state/chat/turns/stop-turn'
import { sameButWords, type Turn } from '@renderer/state/chat/turns/turn-reducer'
import { notifyError } from '@renderer/state/window/notices'
import { showPanel } from '@renderer/state/window/columns'
import { readNotebooks, useNotebooks } from '@renderer/state/notes/notebooks-store'
import { noteOfAnswer, saveNote } from '@renderer/state/notes/save-note'
import { classes } from '@renderer/ui/classes'
import { IconButton } from '@renderer/ui/controls/button'
import { Menu } from '@renderer/ui/controls/menu'
import { SaveNoteMenu } from '@renderer/ui/documents/save-note-menu'
import { useCopy } from '@renderer/ui/feedback/copy-button'
import { answerText, answerWithSources, plainWithSources } from './copy-text'
import { useSourceWords } from './printed-sources'
import { startEditing } from '../editing'
import styles from './turn.module.css'

interface TurnActionsProps {
  readonly turn: Turn
  /** Always in sight, otherwise on hover and focus. */
  readonly shown: boolean
  /** The turn waits for the answer before it. */
  readonly queued: boolean
}

/** The actions for a turn. A growing answer is stopped beside the composer, where the button does not move. */
export const TurnActions = memo(function TurnActions({ turn, shown, queued }: TurnActionsProps) {
  const { t } = useTranslation(['chat', 'app'])
  const plain = useCopy(notifyError)
  const sourced = useCopy(notifyError)
  const notebooks = useNotebooks(({ headers }) => headers)
  const { session_id: sessionId, turn_id: turnId, status, response, evidence } = turn
  const running = status === 'running'
  const words = useSourceWords()
  const showEvidence = () => {
    selectTurn(sessionId, turnId)
    showPanel('evidence')
  }
  // Its height stays, so that nothing jumps when the answer is complete.
  if (running && !queued) return <div className={styles.actions} />
  return (
    <div
      className={classes(styles.actions, (shown || running) && styles.always)}
      role="group"
      aria-label={t('actions')}
    >
      {running && <IconButton icon={Square} label={t('stop')} onClick={() => void stopTurn(turnId)} />}
      {!running && response !== '' && (
        <IconButton
          icon={plain.copied ? Check : Copy}
          label={plain.copied ? t('app:copied') : t('copyAnswer')}
          onClick={() => plain.copy(answerText(turn))}
        />
      )}
      {!running && evidence.length > 0 && (
        <Menu
          trigger={
            <IconButton
              icon={sourced.copied ? Check : BookMarked}
              label={sourced.copied ? t('app:copied') : t('copyWithSources')}
            />
          }
          items={[
            { id: 'markdown', text: t('copyAs.markdown'), run: () => sourced.copy(answerWithSources(turn, words)) },
            { id: 'plain', text: t('copyAs.plain'), run: () => sourced.copy(plainWithSources(turn, words)) },
          ]}
        />
      )}
      {!running && response !== '' && (
        <SaveNoteMenu
          notebooks={notebooks}
          onOpen={() => void readNotebooks()}
          onSave={(into) => void saveNote(noteOfAnswer(turn), into)}
        />
      )}
      {!running && (
        <>
          <IconButton icon={RotateCcw} label={t('regenerate')} onClick={() => askAgain(turn)} />
          <IconButton icon={Pencil} label={t('edit')} onClick={() => startEditing(turn)} />
          <IconButton icon={PanelRight} label={t('showEvidence')} onClick={showEvidence} />
        </>
      )}
    </div>
  )
}, sameButWords)
