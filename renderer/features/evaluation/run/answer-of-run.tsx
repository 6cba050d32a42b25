import { useTranslation } from 'react-i18next'
import type { EvidenceItem } from '@shared/events'
import type { EvaluationAnswer, QuestionResult } from '@shared/evaluation/evaluation-run'
import { AnswerText } from '@renderer/answer/answer-text'
import { openEvidence } from '@renderer/state/chat/evidence-selection'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { durationText } from '@renderer/ui/text/figure-text'
import { safeName } from '@renderer/ui/text/safe-name'
import { useFaultTexts } from '../evaluation-words'
import styles from '../evaluation.module.css'

/** Why an answer was not as expected, a line each; nothing where it was. */
export function Faults({ result: { checks } }: { readonly result: QuestionResult }) {
  const textsOf = useFaultTexts()
  const texts = checks.flatMap(textsOf)
  return texts.map((text, at) => (
    <span key={`${at} ${text}`} className={styles.fault}>
      {text}
    </span>
  ))
}

interface AnswerOfRunProps {
  readonly result: QuestionResult
  /** Tells it from the answers of other runs, so that only its own citations light up. */
  readonly place: string
}

/** An answer as the run kept it, shown as in a chat, with what it cites; a source opens its document at the passage. */
export function AnswerOfRun({ result: { question, answer, error }, place }: AnswerOfRunProps) {
  const { t } = useTranslation('evaluation')
  if (!answer) return error ? <ErrorNote error={error} title={t('fault.failed')} /> : null
  return (
    <div className={styles.answer}>
      {answer.response === '' ? (
        <p className={styles.hint}>{t('noAnswer')}</p>
      ) : (
        <AnswerText
          turnId={`${place} ${question.id}`}
          response={answer.response}
          refs={answer.refs}
          evidence={answer.evidence}
          written={answer.model !== null}
        />
      )}
      <Sources answer={answer} />
      <p className={styles.facts}>
        {[
          ...(answer.model === null ? [] : [safeName(answer.model)]),
          ...(answer.model === null && answer.refs.length > 0 ? [t('quoted')] : []),
          ...answer.tools.map(({ title }) => safeName(title)),
          durationText(answer.ms),
        ].join(' · ')}
      </p>
    </div>
  )
}

function Sources({ answer: { evidence, refs } }: { readonly answer: EvaluationAnswer }) {
  const { t } = useTranslation('evaluation')
  const cited = new Set(refs.map(({ number }) => number))
  // What a tool gave, and a chat, have no place in a document.
  const shown = evidence.filter(({ kind, call_id: call }) => (kind === 'kb' || kind === 'graph') && call === undefined)
  if (shown.length === 0) return null
  return (
    <ul className={styles.sources} aria-label={t('sources')}>
      {shown.map((item) => (
        <li key={`${item.number} ${item.evidence_id}`}>
          <button
            type="button"
            className={styles.link}
            onClick={(event) => openEvidence(item, null, event.detail === 0)}
          >
            [{item.number}] <bdi>{nameOf(item)}</bdi>
          </button>
          {!cited.has(item.number) && <span className={styles.facts}> {t('notCited')}</span>}
        </li>
      ))}
    </ul>
  )
}

function nameOf({ document_name: name, heading_path: path }: EvidenceItem): string {
  const heading = path.at(-1)
  return safeName(heading === undefined ? name : `${name} › ${heading}`)
}
