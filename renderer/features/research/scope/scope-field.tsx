import { Combobox } from '@base-ui/react/combobox'
import { Check, X } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLibrary } from '@renderer/state/library/library-store'
import { type Scope, wholeLibrary } from '@renderer/state/library/scope'
import { type ScopeOption, scopeOptions } from '@renderer/state/library/scope-options'
import { FileName } from '@renderer/ui/documents/file-name'
import { safeName } from '@renderer/ui/text/safe-name'
import { chosenOptions } from './scope-names'
import styles from './scope-field.module.css'

interface ScopeFieldProps {
  readonly label: string
  /** A sentence under the field. */
  readonly hint: string
  readonly scope: Scope
  readonly onChange: (scope: Scope) => void
}

/** Which collections, tags and documents are looked into; nothing chosen is no limit. Typing finds them by name. */
export function ScopeField({ label, hint, scope, onChange }: ScopeFieldProps) {
  const { t } = useTranslation('research')
  const id = useId()
  const documents = useLibrary((state) => state.documents)
  const [words, setWords] = useState('')
  const chosen = useMemo(() => chosenOptions(scope, documents, t('goneDocument')), [scope, documents, t])
  const options = useMemo(
    () => [...chosen, ...scopeOptions(documents.values(), words, scope)],
    [chosen, documents, words, scope],
  )
  const matching = options.filter(({ name }) => name.toLocaleLowerCase().includes(words.toLocaleLowerCase()))
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <Combobox.Root
        multiple
        items={options}
        filteredItems={matching}
        value={chosen}
        inputValue={words}
        onInputValueChange={setWords}
        onValueChange={(next) => onChange(scopeOfOptions(next))}
        itemToStringLabel={({ name }) => name}
        isItemEqualToValue={(one, other) => one.kind === other.kind && one.value === other.value}
      >
        <ChosenChips id={id} chosen={chosen} />
        <Options label={label} />
      </Combobox.Root>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
    </div>
  )
}

/** What is chosen already, and the field that finds more. */
function ChosenChips({ id, chosen }: { readonly id: string; readonly chosen: readonly ScopeOption[] }) {
  const { t } = useTranslation(['research', 'chat'])
  return (
    <Combobox.Chips className={styles.box}>
      {chosen.map(({ kind, value, name }) => (
        <Combobox.Chip key={`${kind} ${value}`} className={styles.chip} aria-label={safeName(name)}>
          <FileName name={name} />
          <Combobox.ChipRemove className={styles.remove} aria-label={t('chat:scope.remove', { name: safeName(name) })}>
            <X size={12} strokeWidth={2} aria-hidden />
          </Combobox.ChipRemove>
        </Combobox.Chip>
      ))}
      <Combobox.Input
        id={id}
        className={styles.input}
        placeholder={chosen.length === 0 ? t('start.everything') : ''}
        aria-describedby={`${id}-hint`}
      />
    </Combobox.Chips>
  )
}

function Options({ label }: { readonly label: string }) {
  const { t } = useTranslation('research')
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} className={styles.layer}>
        <Combobox.Popup className={styles.popup} aria-label={label}>
          <Combobox.Empty className={styles.none}>{t('nothingNamed')}</Combobox.Empty>
          <Combobox.List>
            {(option: ScopeOption) => <Option key={`${option.kind} ${option.value}`} option={option} />}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}

function Option({ option }: { readonly option: ScopeOption }) {
  const { t } = useTranslation('chat')
  return (
    <Combobox.Item value={option} className={styles.item}>
      <span className={styles.tick}>
        <Combobox.ItemIndicator className={styles.indicator}>
          <Check size={14} strokeWidth={2} aria-hidden />
        </Combobox.ItemIndicator>
      </span>
      <FileName name={option.name} className={styles.name} />
      {option.kind !== 'documents' && <span className={styles.kind}>{t(`scope.${option.kind}`)}</span>}
    </Combobox.Item>
  )
}

function scopeOfOptions(options: readonly ScopeOption[]): Scope {
  const of = (kind: keyof Scope) => options.filter((one) => one.kind === kind).map(({ value }) => value)
  return {
    ...wholeLibrary,
    collections: of('collections'),
    documents: of('documents'),
    tags: of('tags'),
    formats: of('formats'),
    dates: of('dates'),
    changed: of('changed'),
  }
}
