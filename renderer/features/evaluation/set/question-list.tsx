import { MessagesSquare, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvaluationQuestion, EvaluationSet } from '@shared/evaluation/evaluation-set'
import { useSessions } from '@renderer/state/chat/sessions-store'
import { addChat, saveQuestion } from '@renderer/state/evaluation/evaluation-acts'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { Menu } from '@renderer/ui/controls/menu'
import { safeName } from '@renderer/ui/text/safe-name'
import { listText } from '@renderer/ui/text/figure-text'
import { QuestionDialog } from './question-dialog'
import styles from '../evaluation.module.css'

/** Questions that are drawn at once; more at a press. */
const atOnce = 100

/** The questions of a set and what is expected of each; those of the user's own can be changed. */
export function QuestionList({ set }: { readonly set: EvaluationSet }) {
  const { t } = useTranslation('evaluation')
  const [most, setMost] = useState(atOnce)
  const [edited, setEdited] = useState<EvaluationQuestion | null>(null)
  const { questions } = set
  const isOwn = set.kind === 'own'
  return (
    <section className={styles.section} aria-label={t('questions')}>
      <h2 className={styles.heading}>{t('questions')}</h2>
      {questions.length === 0 && <p className={styles.hint}>{t('noQuestions')}</p>}
      <ol className={styles.questions}>
        {questions.slice(0, most).map((question) => (
          <li key={question.id} className={styles.question}>
            <div className={styles.what}>
              <p className={styles.asked}>
                <bdi>{safeName(question.question)}</bdi>
              </p>
              <Expectation question={question} />
            </div>
            {isOwn && (
              <div className={styles.acts}>
                <IconButton
                  icon={Pencil}
                  label={t('editQuestion', { id: question.id })}
                  onClick={() => setEdited(question)}
                />
                <IconButton
                  icon={Trash2}
                  label={t('removeQuestion', { id: question.id })}
                  onClick={() => void saveQuestion(set, question.id, null)}
                />
              </div>
            )}
          </li>
        ))}
      </ol>
      {questions.length > most && (
        <Button onClick={() => setMost(most + atOnce)}>{t('showMore', { count: questions.length - most })}</Button>
      )}
      {isOwn && (
        <div className={styles.startLine}>
          <Button icon={Plus} onClick={() => setEdited(newQuestion(questions))}>
            {t('addQuestion')}
          </Button>
          <ChatMenu set={set} />
        </div>
      )}
      {edited && (
        <QuestionDialog
          question={edited}
          isNew={!questions.some(({ id }) => id === edited.id)}
          onSave={(question) => void saveQuestion(set, question.id, question)}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  )
}

/** Chats that are offered; of the newest, for what one wants to ask again was asked lately. */
const offeredChats = 12

/** Takes all questions of a chat, with what was answered as what is expected. */
function ChatMenu({ set }: { readonly set: EvaluationSet }) {
  const { t } = useTranslation('evaluation')
  const headers = useSessions((state) => state.headers)
  if (headers.length === 0) return null
  const chats = headers.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1)).slice(0, offeredChats)
  return (
    <Menu
      trigger={<Button icon={MessagesSquare}>{t('takeChat')}</Button>}
      items={chats.map((chat) => ({
        id: chat.id,
        text: safeName(chat.title),
        run: () => void addChat(set, chat),
      }))}
    />
  )
}

/** What is expected of an answer, on one line. */
function Expectation({ question }: { readonly question: EvaluationQuestion }) {
  const { t } = useTranslation('evaluation')
  const { expect, keywords, sources, citations, tools, previous } = question
  const parts = [
    t(`outcome.${expect}`),
    ...keywords.map((group) => group.map((word) => `“${safeName(word)}”`).join(` ${t('or')} `)),
    sources.map(({ document }) => safeName(document)).join(` ${t('or')} `),
    citations ? t('expectsCitations', { count: citations.at_least }) : '',
    listText(tools.map(safeName)),
    previous.length > 0 ? t('expectsBefore', { count: previous.length }) : '',
  ]
  return <p className={styles.facts}>{parts.filter((part) => part !== '').join(' · ')}</p>
}

function newQuestion(questions: readonly EvaluationQuestion[]): EvaluationQuestion {
  const taken = new Set(questions.map(({ id }) => id))
  let at = questions.length + 1
  while (taken.has(`q${at}`)) at += 1
  return { id: `q${at}`, question: '', previous: [], expect: 'answer', keywords: [], sources: [], tools: [] }
}
