import { useTranslation } from 'react-i18next'
import type { QuestionChange } from '@shared/evaluation/run-comparison'
import {
  type CheckResult,
  type EvaluationRunHeader,
  type EvaluationState,
  GivenOutcome,
} from '@shared/evaluation/evaluation-run'
import type { EvaluationSetHeader } from '@shared/evaluation/evaluation-set'
import type { Meaning } from '@renderer/ui/controls/labels'
import { safeName } from '@renderer/ui/text/safe-name'

/** The colour that says again what the word of a state says. */
export const meaningOfState: Readonly<Record<EvaluationState, Meaning>> = {
  waiting: 'plain',
  running: 'running',
  done: 'done',
  cancelled: 'plain',
  failed: 'failed',
  cut_off: 'shortcut',
}

export const meaningOfChange: Readonly<Record<QuestionChange, Meaning>> = {
  worse: 'failed',
  better: 'done',
  otherwise: 'shortcut',
  only_first: 'plain',
  only_second: 'plain',
  same: 'plain',
}

/** The title of the shipped set is Cairn's own, in the reader's language. */
export function useSetTitle(): (set: Pick<EvaluationSetHeader, 'kind' | 'title'>) => string {
  const { t } = useTranslation('evaluation')
  return ({ kind, title }) => (kind === 'shipped' ? t('shipped') : safeName(title))
}

/** What failed in a check, a sentence each. */
export function useFaultTexts(): (check: CheckResult) => string[] {
  const { t } = useTranslation('evaluation')
  return ({ faults }) =>
    faults.map(({ fault, values }) => {
      const said = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, safeName(String(value))]))
      if (fault !== 'other_outcome') return t(`fault.${fault}`, { replace: said })
      const [expected, got] = [values['expected'], values['got']].map((value) => GivenOutcome.safeParse(value).data)
      return t('fault.other_outcome', {
        expected: expected ? t(`outcome.${expected}`) : '',
        got: got ? t(`outcome.${got}`) : '',
      })
    })
}

/** A run's name for people: its label, otherwise when it began. */
export function useRunName(): (run: Pick<EvaluationRunHeader, 'label' | 'started_at'>) => string {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  return ({ label, started_at: at }) => (label === null ? format.format(new Date(at)) : safeName(label))
}
