import type { ErrorReport } from '@shared/errors'
import { type SyntheticEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addToolServer } from '@renderer/state/tools/program-list'
import { Button } from '@renderer/ui/controls/button'
import { TextArea, TextField } from '@renderer/ui/controls/text-field'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { emptyDraft, type ProgramDraft, type ProgramProblem, readProgram } from './program-draft'
import rows from '@renderer/ui/rows.module.css'
import styles from './tools.module.css'

interface ProgramFormProps {
  readonly type: 'command' | 'address'
  /** Names of the programs there are. */
  readonly taken: readonly string[]
}

/** A program as fields. */
export function ProgramForm({ type, taken }: ProgramFormProps) {
  const { t } = useTranslation('settings')
  const id = useId()
  const { form, draft, problem, error, isBusy, field, submit } = useProgramDraft({ type, taken })
  const wrong = (...names: ProgramProblem[]) => ({
    'aria-invalid': problem !== null && names.includes(problem),
    'aria-errormessage': problem ? `${id}-problem` : undefined,
  })
  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('tools.add.name')}
        hint={t('tools.add.nameHint')}
        maxLength={64}
        {...field('name')}
        {...wrong('name', 'taken')}
      />
      <TextField
        label={t(type === 'command' ? 'tools.add.program' : 'tools.add.url')}
        hint={type === 'address' ? t('tools.add.urlHint') : undefined}
        placeholder={type === 'command' ? 'npx' : 'http://127.0.0.1:3001/mcp'}
        maxLength={type === 'command' ? 1000 : 2000}
        {...field('place')}
        {...wrong('command', 'address')}
      />
      {type === 'command' && <TextArea label={t('tools.add.args')} rows={3} {...field('args')} {...wrong('args')} />}
      <TextArea
        label={t(type === 'command' ? 'tools.add.variables' : 'tools.add.headers')}
        hint={t('tools.add.secretHint')}
        placeholder={type === 'command' ? 'NAME=value' : 'Authorization: Bearer …'}
        rows={2}
        {...field('variables')}
        {...wrong('variables')}
      />
      {problem && (
        <p id={`${id}-problem`} role="alert" className={rows.problem}>
          {t(`tools.add.problem.${problem}`)}
        </p>
      )}
      {error && <ErrorNote error={error} nothingLost />}
      <div>
        <Button type="submit" size="small" disabled={isBusy || draft.name === '' || draft.place === ''}>
          {t('tools.add.submit')}
        </Button>
      </div>
    </form>
  )
}

/** The fields as they are typed, what is wrong with them, and what the engine said. */
function useProgramDraft({ type, taken }: ProgramFormProps) {
  const [draft, setDraft] = useState(emptyDraft)
  const [problem, setProblem] = useState<ProgramProblem | null>(null)
  const [error, setError] = useState<ErrorReport | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const field = (name: keyof ProgramDraft) => ({
    value: draft[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      setDraft({ ...draft, [name]: target.value })
      setProblem(null)
      setError(null)
    },
  })
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    const server = readProgram(draft, type, taken)
    if (typeof server === 'string') {
      setProblem(server)
      return
    }
    setBusy(true)
    const refused = await addToolServer(server)
    setBusy(false)
    setError(refused)
    if (refused) return
    setDraft(emptyDraft)
    form.current?.querySelector('input')?.focus()
  }
  return { form, draft, problem, error, isBusy, field, submit }
}
