import { useEffect } from 'react'
import { openSession, useChat } from '@renderer/state/chat/chat-store'
import { useRoute } from '@renderer/state/window/address'
import { prepareForAnswers } from '@renderer/answer/answer-text'
import styles from './chat-view.module.css'
import { Composer } from './composer/composer'
import { Conversation } from './conversation'
import { EmptyChat } from './empty-chat'

/** The chat of the centre column. */
export function ChatView() {
  const sessionId = useRoute((route) => route.sessionId)
  // Also when it was forgotten, because the engine was away or another window deleted and restored it.
  const missing = useChat((state) => sessionId !== null && state.sessions[sessionId] === undefined)
  useEffect(() => {
    if (sessionId !== null) void openSession(sessionId)
  }, [sessionId, missing])
  useEffect(() => prepareForAnswers(), [])
  return (
    <div className={styles.chat}>
      {sessionId === null ? <EmptyChat /> : <Conversation key={sessionId} sessionId={sessionId} />}
      <Composer sessionId={sessionId} />
    </div>
  )
}
