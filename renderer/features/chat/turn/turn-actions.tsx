import { memo } from 'react'
import { BookMarked, Check, CircleHelp, Copy, ListChecks, PanelRight, Pencil, RotateCcw, Square } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { askAgain } from '@renderer/state/chat/ask-again'
import { isUntaken } from '@renderer/state/chat/chat-session'
import { selectTurn } from '@renderer/state/chat/chat-store'
import { openExport } from '@renderer/state/library/exchange'
import { useLibrary } from '@renderer/state/library/library-store'
import { stopTurn } from '@renderer/state/chat/turns/stop-turn'
import { askWhyNot } from '@renderer/state/chat/turns/answer-checks'
import { sameButWords, type Turn } from '@renderer/state/chat/turns/turn-reducer'
import { notifyError } from '@renderer/state/window/notices'
import { showPanel } from '@renderer/state/window/columns'
import { readNotebooks, useNotebooks } from '@renderer/state/notes/notebooks-store'
import { addToSet } from '@renderer/state/evaluation/evaluation-acts'
import { noteOfAnswer, saveNote } from '@renderer/state/notes/save-note'
import { classes } from '@renderer/ui/classes'
import { IconButton } from '@renderer/ui/controls/button'
import { Menu } from '@renderer/ui/controls/menu'
import { SaveNoteMenu } from '@renderer/ui/documents/save-note-menu'
import { useCopy } from '@renderer/ui/feedback/copy-button'
import { answerText, answerWithSources, plainWithSources, sourcesOf } from './copy-text'
import { asApa, asBibtex, worksOf } from './source-entries'
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
  const { t } = useTranslation(['chat', 'app', 'evaluation'])
  const plain = useCopy(notifyError)
  const notebooks = useNotebooks(({ headers }) => headers)
  const { session_id: sessionId, turn_id: turnId, status, response } = turn
  const running = status === 'running'
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
      {!running && response !== '' && <CopySourcesMenu turn={turn} />}
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
          {!isUntaken(turn) && (
            <IconButton
              icon={ListChecks}
              label={t('expectThis')}
              onClick={() => void addToSet(turn, t('evaluation:untitled'))}
            />
          )}
          <IconButton icon={PanelRight} label={t('showEvidence')} onClick={showEvidence} />
          {!isUntaken(turn) && <IconButton icon={CircleHelp} label={t('whyNot')} onClick={() => askWhyNot(turn)} />}
        </>
      )}
    </div>
  )
}, sameButWords)

/** The answer with what it cites, or only the works behind it as bibliographies take them. */
function CopySourcesMenu({ turn }: { readonly turn: Turn }) {
  const { t } = useTranslation(['chat', 'app'])
  const { copied, copy } = useCopy(notifyError)
  const words = useSourceWords()
  const works = () => worksOf(sourcesOf(turn, words), useLibrary.getState().documents, words)
  const disabled = !turn.evidence.some(({ kind }) => kind === 'kb' || kind === 'graph')
  const exported = { turnId: turn.turn_id, question: turn.question }
  return (
    <Menu
      trigger={
        <IconButton icon={copied ? Check : BookMarked} label={copied ? t('app:copied') : t('copyWithSources')} />
      }
      items={[
        { id: 'markdown', text: t('copyAs.markdown'), run: () => copy(answerWithSources(turn, words)) },
        { id: 'plain', text: t('copyAs.plain'), run: () => copy(plainWithSources(turn, words)) },
        { id: 'bibtex', text: t('copyAs.bibtex'), apart: true, disabled, run: () => copy(asBibtex(works())) },
        { id: 'apa', text: t('copyAs.apa'), disabled, run: () => copy(asApa(works())) },
        {
          ...{ id: 'file', text: t('copyAs.file'), apart: true, disabled: isUntaken(turn) },
          run: () => openExport(turn.session_id, exported),
        },
      ]}
    />
  )
}
