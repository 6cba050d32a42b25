import type { DocumentRecord } from '@shared/documents'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { updateDocuments, useLibrary } from '@renderer/state/library/library-store'
import { CheckBox } from '@renderer/ui/controls/check-box'
import { safeName } from '@renderer/ui/text/safe-name'
import { TextField } from '@renderer/ui/controls/text-field'
import { FormDialog } from '@renderer/ui/controls/dialog'
import { TagDot } from '@renderer/ui/documents/tags/tag-name'
import { closeDialog } from './library-dialog'
import styles from './library-dialog.module.css'
import { TagColourMenu } from './tag-colour-menu'
import type { Counted } from '../filters/library-facets'
import { fold } from '../list/list-documents'

interface TagsDialogProps {
  readonly ids: readonly string[]
  readonly tags: readonly Counted[]
}

/** Ticks the tags that documents shall carry; a line stands for tags that some of them carry. */
export function TagsDialog({ ids, tags }: TagsDialogProps) {
  const { t } = useTranslation('library')
  const [documents] = useState(() => ids.flatMap((id) => useLibrary.getState().documents.get(id) ?? []))
  const [wanted, setWanted] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [text, setText] = useState('')
  const typed = text.trim()
  const names = [...new Set([...tags.map(({ name }) => name), ...wanted.keys()])]
  const shown = names.filter((name) => fold(name).includes(fold(typed)))
  const isNew = typed !== '' && !names.includes(typed)
  const want = (tag: string, on: boolean) => setWanted(new Map([...wanted, [tag, on]]))
  const create = () => {
    want(typed, true)
    setText('')
  }
  // What is still in the field counts, too: pressing Save after typing a tag must not lose it.
  const submit = () => void updateDocuments(ids, tagChange(isNew ? new Map([...wanted, [typed, true]]) : wanted))
  return (
    <FormDialog
      title={t('tags.title', { count: ids.length })}
      submitText={t('tags.submit')}
      ready={wanted.size > 0 || isNew}
      onSubmit={submit}
      onClose={closeDialog}
    >
      <TextField
        label={t('tags.field')}
        value={text}
        maxLength={60}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed === '') return
          event.preventDefault()
          create()
        }}
      />
      {(shown.length > 0 || isNew) && (
        <div className={styles.list} role="group" aria-label={t('tags.existing')}>
          {isNew && (
            <button type="button" className={styles.option} onClick={create}>
              <Plus size={14} strokeWidth={1.75} aria-hidden />
              <span className={styles.text}>{t('tags.create', { tag: `\u2068${safeName(typed)}\u2069` })}</span>
            </button>
          )}
          {shown.map((name) => (
            <TagRow
              key={name}
              tag={name}
              checked={wanted.get(name) ?? carried(documents, name)}
              onChange={(on) => want(name, on)}
            />
          ))}
        </div>
      )}
      {names.length === 0 && !isNew && <p className={styles.hint}>{t('tags.none')}</p>}
    </FormDialog>
  )
}

interface TagRowProps {
  readonly tag: string
  readonly checked: boolean | 'some'
  readonly onChange: (on: boolean) => void
}

function TagRow({ tag, checked, onChange }: TagRowProps) {
  return (
    <div className={styles.option}>
      <CheckBox checked={checked} onChange={onChange} label={safeName(tag)} />
      <span className={styles.text} />
      <TagDot tag={tag} />
      <TagColourMenu tag={tag} />
    </div>
  )
}

/** Whether all, some or none of the documents carry a tag. */
export function carried(documents: readonly DocumentRecord[], tag: string): boolean | 'some' {
  const count = documents.filter(({ tags }) => tags.includes(tag)).length
  return count === 0 ? false : count === documents.length ? true : 'some'
}

/** The change of tags that the ticks mean. */
export function tagChange(wanted: ReadonlyMap<string, boolean>): { add_tags?: string[]; remove_tags?: string[] } {
  const add = [...wanted].filter(([, on]) => on).map(([tag]) => tag)
  const remove = [...wanted].filter(([, on]) => !on).map(([tag]) => tag)
  return { ...(add.length > 0 ? { add_tags: add } : {}), ...(remove.length > 0 ? { remove_tags: remove } : {}) }
}
