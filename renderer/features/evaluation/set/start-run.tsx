import { Play } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StartEvaluationInput } from '@shared/evaluation/evaluation-run'
import type { EvaluationSet } from '@shared/evaluation/evaluation-set'
import { GraphMode } from '@shared/settings'
import { startRun } from '@renderer/state/evaluation/evaluation-acts'
import { defaultModel, rules, usable } from '@renderer/state/models/model-choice'
import { modelName, modelOptions } from '@renderer/state/models/model-options'
import { useModels } from '@renderer/state/models/models-store'
import { useSettings } from '@renderer/state/settings-store'
import { Button } from '@renderer/ui/controls/button'
import { Select, type SelectOption } from '@renderer/ui/controls/select'
import { TextField } from '@renderer/ui/controls/text-field'
import styles from '../evaluation.module.css'

interface Choices {
  readonly label: string
  /** Null for what the settings say. */
  readonly passages: string | null
  readonly languages: string | null
  readonly askBack: string | null
  readonly graph: string | null
  readonly model: string | null
}

const asSet: Choices = { label: '', passages: null, languages: null, askBack: null, graph: null, model: null }

/** Asks the set, as the settings are or under others. */
export function StartRun({ set }: { readonly set: EvaluationSet }) {
  const { t } = useTranslation(['evaluation', 'settings'])
  const [choices, setChoices] = useState(asSet)
  const change = (part: Partial<Choices>) => setChoices({ ...choices, ...part })
  const options = useOptions()
  // One that went away meanwhile is no choice any more.
  const model = usable(choices.model ?? undefined, options.models) ?? null
  return (
    <section className={styles.section} aria-label={t('run')}>
      <div className={styles.startLine}>
        <Button
          icon={Play}
          look="primary"
          disabled={set.questions.length === 0}
          onClick={() => void startRun(inputOf(set.id, { ...choices, model }))}
        >
          {t('run')}
        </Button>
        <p className={styles.hint}>{t('runText')}</p>
      </div>
      <details className={styles.folded}>
        <summary>{t('otherSettings')}</summary>
        <p className={styles.hint}>{t('otherSettingsText')}</p>
        <div className={styles.fields}>
          <TextField
            label={t('label')}
            maxLength={100}
            value={choices.label}
            onChange={(event) => change({ label: event.target.value })}
          />
          <Choice
            name={t('passages')}
            options={options.passages}
            value={choices.passages}
            onChange={(passages) => change({ passages })}
          />
          <Choice
            name={t('languages')}
            options={options.onOff}
            value={choices.languages}
            onChange={(languages) => change({ languages })}
          />
          <Choice
            name={t('settings:answers.askBack')}
            options={options.onOff}
            value={choices.askBack}
            onChange={(askBack) => change({ askBack })}
          />
          <Choice
            name={t('graph')}
            options={options.graph}
            value={choices.graph}
            onChange={(graph) => change({ graph })}
          />
          <Choice name={t('model')} options={options.model} value={model} onChange={(model) => change({ model })} />
        </div>
      </details>
    </section>
  )
}

function useOptions() {
  const { t } = useTranslation(['evaluation', 'settings'])
  const state = useModels((models) => models.state)
  const byDefault = useSettings((all) => defaultModel(all.settings.models))
  const models = useMemo(() => modelOptions(state, 'language'), [state])
  const first: SelectOption = { value: null, text: t('asSet') }
  const name = byDefault === rules ? t('noModel') : modelName(state, byDefault)
  const counts = Array.from({ length: 12 }, (_, at) => ({ value: String(at + 1), text: String(at + 1) }))
  return {
    passages: [first, ...counts],
    onOff: [first, { value: 'true', text: t('on') }, { value: 'false', text: t('off') }],
    graph: [first, ...GraphMode.options.map((value) => ({ value, text: t(`settings:answers.graphMode.${value}`) }))],
    model: [
      { ...first, note: name },
      { value: rules, text: t('noModel') },
      ...models.map(({ id, name: text, server }): SelectOption => ({ value: id, text, note: server ?? undefined })),
    ],
    models: models.map(({ id }) => id),
  }
}

function inputOf(setId: string, { label, passages, languages, askBack, graph, model }: Choices): StartEvaluationInput {
  return {
    set_id: setId,
    ...(label.trim() !== '' && { label: label.trim() }),
    settings: {
      ...(passages !== null && { passages: Number(passages) }),
      ...(languages !== null && { cross_language: languages === 'true' }),
      ...(askBack !== null && { ask_back: askBack === 'true' }),
      ...(graph !== null && { graph: GraphMode.parse(graph) }),
    },
    ...(model !== null && { model }),
  }
}

interface ChoiceProps {
  readonly name: string
  readonly options: readonly SelectOption[]
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

function Choice({ name, ...rest }: ChoiceProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <span id={id} className={styles.fieldName}>
        {name}
      </span>
      <Select labelledBy={id} {...rest} />
    </div>
  )
}
