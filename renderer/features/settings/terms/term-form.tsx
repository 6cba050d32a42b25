import type { OwnTerm } from '@shared/terms'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@renderer/ui/controls/button'
import { TextField } from '@renderer/ui/controls/text-field'
import styles from './terms.module.css'
import { readDraft, type TermDraft, type TermProblem } from './term-draft'

interface TermFormProps {
  readonly start: TermDraft
  readonly others: readonly OwnTerm[]
  readonly submitText: string
  /** Keeps the row; false where it could not be kept. */
  readonly onSubmit: (row: OwnTerm) => Promise<boolean>
  /** Leaves without a change; a form that stays open has none. */
  readonly onCancel?: (() => void) | undefined
}

/** One row of the table as two fields. Enter keeps it, Escape leaves. */
export function TermForm({ start, others, submitText, onSubmit, onCancel }: TermFormProps) {
  const { t } = useTranslation(['settings', 'app'])
  const id = useId()
  const { form, draft, problem, saving, change, submit } = useTermDraft({ start, others, onSubmit, onCancel })
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !onCancel || event.nativeEvent.isComposing) return
    event.stopPropagation()
    onCancel()
  }
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving) void submit()
      }}
    >
      <TextField
        label={t('terms.english')}
        value={draft.english}
        maxLength={80}
        onKeyDown={leave}
        aria-invalid={problem !== null && problem !== 'chinese'}
        aria-errormessage={problem ? `${id}-problem` : undefined}
        onChange={(event) => change({ english: event.target.value })}
      />
      <TextField
        label={t('terms.chinese')}
        value={draft.chinese}
        maxLength={400}
        placeholder={t('terms.chinesePlaceholder')}
        onKeyDown={leave}
        aria-invalid={problem === 'chinese'}
        aria-errormessage={problem ? `${id}-problem` : undefined}
        onChange={(event) => change({ chinese: event.target.value })}
      />
      <div className={styles.buttons}>
        <Button type="submit" size="small" disabled={saving}>
          {submitText}
        </Button>
        {onCancel && (
          <Button size="small" look="quiet" onClick={onCancel}>
            {t('app:cancel')}
          </Button>
        )}
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className={styles.problem}>
          {t(`terms.problem.${problem}`)}
        </p>
      )}
    </form>
  )
}

/** The fields as they are typed, what is wrong with them, and where the focus goes. */
function useTermDraft({ start, others, onSubmit, onCancel }: Omit<TermFormProps, 'submitText'>) {
  const [draft, setDraft] = useState(start)
  const [problem, setProblem] = useState<TermProblem | null>(null)
  const [saving, setSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const replacesRow = onCancel !== undefined
  useEffect(() => {
    // The pencil that was pressed is gone; typing goes on in its row.
    if (replacesRow) form.current?.querySelector('input')?.focus()
  }, [replacesRow])
  const change = (part: Partial<TermDraft>) => {
    setDraft({ ...draft, ...part })
    setProblem(null)
  }
  const submit = async () => {
    const row = readDraft(draft, others)
    if (typeof row === 'string') {
      setProblem(row)
      form.current?.querySelectorAll('input')[row === 'chinese' ? 1 : 0]?.focus()
      return
    }
    setSaving(true)
    const kept = await onSubmit(row)
    setSaving(false)
    if (!kept || onCancel) return
    setDraft(start)
    form.current?.querySelector('input')?.focus()
  }
  return { form, draft, problem, saving, change, submit }
}
