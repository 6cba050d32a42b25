import { type EntityCard, type EntityHit, EntityType } from '@shared/graph'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { decide } from '@renderer/state/graph/decide-names'
import { CheckBox } from '@renderer/ui/controls/check-box'
import { FormDialog } from '@renderer/ui/controls/dialog'
import { safeName } from '@renderer/ui/text/safe-name'
import { Select } from '@renderer/ui/controls/select'
import { TextField } from '@renderer/ui/controls/text-field'
import { SearchBox } from '../controls/search-box'
import { EntityDot } from '../controls/colour-key'
import styles from './corrections.module.css'

/** What a person is correcting about an entity. */
interface Correction {
  readonly kind: 'rename' | 'retype' | 'merge' | 'split'
  readonly card: EntityCard
}

const useCorrection = create<{ readonly open: Correction | null }>(() => ({ open: null }))

export function openCorrection(correction: Correction): void {
  useCorrection.setState({ open: correction })
}

function closeCorrection(): void {
  useCorrection.setState({ open: null })
}

/** The dialog of the correction that is open. */
export function CorrectionDialogs() {
  const open = useCorrection((state) => state.open)
  switch (open?.kind) {
    case 'rename':
      return <RenameDialog card={open.card} />
    case 'retype':
      return <RetypeDialog card={open.card} />
    case 'merge':
      return <MergeDialog card={open.card} />
    case 'split':
      return <SplitDialog card={open.card} />
    case undefined:
      return null
  }
}

interface DialogProps {
  readonly card: EntityCard
}

function RenameDialog({ card: { id, name } }: DialogProps) {
  const { t } = useTranslation('graph')
  const [typed, setTyped] = useState(name)
  const next = typed.trim()
  return (
    <FormDialog
      onClose={closeCorrection}
      title={t('rename.title')}
      submitText={t('rename.do')}
      ready={next !== '' && next !== name}
      onSubmit={() => void decide({ kind: 'rename', id, name: next }, 'graph:rename.done', { from: name, to: next })}
    >
      <TextField
        label={t('rename.label')}
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
      />
    </FormDialog>
  )
}

function RetypeDialog({ card: { id, name, type: before } }: DialogProps) {
  const { t } = useTranslation('graph')
  const label = useId()
  const [type, setType] = useState(before)
  const options = EntityType.options.map((value) => ({ value, text: t(`types.${value}`) }))
  const submit = () => {
    if (type === null) return
    void decide({ kind: 'retype', id, type }, 'graph:retype.done', { name, type: t(`types.${type}`) })
  }
  return (
    <FormDialog
      onClose={closeCorrection}
      title={t('retype.title', { replace: { name: safeName(name) } })}
      submitText={t('retype.do')}
      ready={type !== null && type !== before}
      onSubmit={submit}
    >
      <div className={styles.field}>
        <span id={label}>{t('retype.label')}</span>
        <Select
          value={type}
          options={options}
          onChange={(value) => setType(EntityType.nullable().catch(before).parse(value))}
          labelledBy={label}
        />
      </div>
    </FormDialog>
  )
}

function MergeDialog({ card: { id, name } }: DialogProps) {
  const { t } = useTranslation('graph')
  const [text, setText] = useState('')
  const [other, setOther] = useState<EntityHit | null>(null)
  const submit = () => {
    if (!other) return
    void decide({ kind: 'merge', ids: [id, other.id] }, 'graph:merge.done', { name, other: other.name })
  }
  return (
    <FormDialog
      onClose={closeCorrection}
      title={t('merge.title', { replace: { name: safeName(name) } })}
      submitText={t('merge.do')}
      ready={other !== null}
      onSubmit={submit}
    >
      <p className={styles.text}>{t('merge.text')}</p>
      <div className={styles.search}>
        <SearchBox
          text={text}
          onText={setText}
          onChoose={setOther}
          label={t('merge.label')}
          without={[id]}
          focusAtOnce
        />
        {other && (
          <p className={styles.chosen}>
            {t('merge.chosen', { replace: { name: safeName(name) } })}
            <EntityDot entity={other} />
            <strong>
              <bdi>{safeName(other.name)}</bdi>
            </strong>
          </p>
        )}
      </div>
    </FormDialog>
  )
}

function SplitDialog({ card: { id, name, aliases } }: DialogProps) {
  const { t } = useTranslation('graph')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const names = [...chosen]
  const choose = (alias: string, on: boolean) =>
    setChosen(new Set([...names.filter((one) => one !== alias), ...(on ? [alias] : [])]))
  return (
    <FormDialog
      onClose={closeCorrection}
      title={t('split.title', { replace: { name: safeName(name) } })}
      submitText={t('split.do')}
      ready={names.length > 0}
      onSubmit={() => void decide({ kind: 'split', id, names }, 'graph:split.done', { name, count: names.length })}
    >
      <p className={styles.text}>{t('split.text')}</p>
      <div className={styles.names}>
        {aliases.map((alias) => (
          <CheckBox
            key={alias}
            label={safeName(alias)}
            checked={chosen.has(alias)}
            onChange={(on) => choose(alias, on)}
          />
        ))}
      </div>
    </FormDialog>
  )
}
