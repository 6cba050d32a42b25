import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type EvaluationQuestion, ExpectedOutcome } from '@shared/evaluation/evaluation-set'
import { CheckBox } from '@renderer/ui/controls/check-box'
import { FormDialog } from '@renderer/ui/controls/dialog'
import { Select } from '@renderer/ui/controls/select'
import { TextArea, TextField } from '@renderer/ui/controls/text-field'
import { draftOf, questionOf, type QuestionDraft } from './question-draft'
import styles from '../evaluation.module.css'

interface QuestionDialogProps {
  readonly question: EvaluationQuestion
  readonly isNew: boolean
  readonly onSave: (question: EvaluationQuestion) => void
  readonly onClose: () => void
}

/** A question and what is expected of its answer, a line for each thing. What cannot be saved keeps the button off. */
export function QuestionDialog({ question, isNew, onSave, onClose }: QuestionDialogProps) {
  const { t } = useTranslation(['evaluation', 'app'])
  const [draft, setDraft] = useState(() => draftOf(question))
  const change = (part: Partial<QuestionDraft>) => setDraft({ ...draft, ...part })
  const made = questionOf(draft, question)
  return (
    <FormDialog
      title={isNew ? t('addQuestion') : t('editQuestion', { id: question.id })}
      submitText={t('save')}
      ready={made !== null}
      onSubmit={() => made && onSave(made)}
      onClose={onClose}
    >
      <TextArea
        label={t('field.question')}
        prose
        rows={2}
        value={draft.question}
        onChange={(event) => change({ question: event.target.value })}
      />
      <OutcomeField value={draft.expect} onChange={(expect) => change({ expect })} />
      {draft.expect === 'answer' && <AnswerFields draft={draft} change={change} />}
      <TextArea
        label={t('field.previous')}
        prose
        hint={t('field.previousHint')}
        rows={2}
        value={draft.previous}
        onChange={(event) => change({ previous: event.target.value })}
      />
    </FormDialog>
  )
}

interface AnswerFieldsProps {
  readonly draft: QuestionDraft
  readonly change: (part: Partial<QuestionDraft>) => void
}

function AnswerFields({ draft, change }: AnswerFieldsProps) {
  const { t } = useTranslation('evaluation')
  return (
    <>
      <TextArea
        label={t('field.keywords')}
        prose
        hint={t('field.keywordsHint')}
        rows={2}
        value={draft.keywords}
        onChange={(event) => change({ keywords: event.target.value })}
      />
      <TextArea
        label={t('field.sources')}
        hint={t('field.sourcesHint')}
        rows={2}
        value={draft.sources}
        onChange={(event) => change({ sources: event.target.value })}
      />
      <TextField
        label={t('field.citations')}
        inputMode="numeric"
        value={draft.citations}
        onChange={(event) => change({ citations: event.target.value })}
      />
      <CheckBox
        checked={draft.everySentence}
        onChange={(everySentence) => change({ everySentence })}
        label={t('field.everySentence')}
      />
      <TextField
        label={t('field.tools')}
        hint={t('field.toolsHint')}
        value={draft.tools}
        onChange={(event) => change({ tools: event.target.value })}
      />
    </>
  )
}

interface OutcomeFieldProps {
  readonly value: ExpectedOutcome
  readonly onChange: (value: ExpectedOutcome) => void
}

function OutcomeField({ value, onChange }: OutcomeFieldProps) {
  const { t } = useTranslation('evaluation')
  const id = useId()
  const options = ExpectedOutcome.options.map((outcome) => ({ value: outcome, text: t(`outcome.${outcome}`) }))
  return (
    <div className={styles.field}>
      <span id={id} className={styles.fieldName}>
        {t('field.expect')}
      </span>
      <Select
        labelledBy={id}
        options={options}
        value={value}
        onChange={(next) => onChange(ExpectedOutcome.catch('answer').parse(next))}
      />
    </div>
  )
}
