import { MAX_PASTE_LENGTH } from '@shared/api/api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addText } from '@renderer/state/library/library-store'
import { TextField } from '@renderer/ui/controls/text-field'
import { FormDialog } from '@renderer/ui/controls/dialog'
import { numberText } from '@renderer/ui/text/figure-text'
import { closeDialog } from '../dialogs/library-dialog'
import styles from '../dialogs/library-dialog.module.css'
import { nameFor } from './name-for'
import { targetCollection } from './use-adding'

const previewed = 700

/** Keeps a text as a document; asks for its name, and for the text where none was pasted yet. */
export function AddTextDialog({ given }: { readonly given: string }) {
  const { t } = useTranslation('library')
  const [text, setText] = useState(given)
  const [name, setName] = useState('')
  const length = text.trim().length
  const tooLong = length > MAX_PASTE_LENGTH
  const suggested = nameFor(text)
  const submit = () => {
    const chosen = name.trim() || suggested
    void addText(text, chosen === '' ? undefined : chosen, targetCollection())
  }
  // A dialog's first field has the focus: the name of what was pasted, else the text.
  const nameField = (
    <TextField
      label={t('text.name')}
      placeholder={suggested}
      value={name}
      maxLength={120}
      onChange={(event) => setName(event.target.value)}
    />
  )
  return (
    <FormDialog
      title={t('text.title')}
      submitText={t('text.submit')}
      ready={length > 0 && !tooLong}
      onSubmit={submit}
      onClose={closeDialog}
    >
      {given !== '' && nameField}
      {given === '' ? (
        <label className={styles.label}>
          {t('text.field')}
          <textarea className={styles.area} value={text} onChange={(event) => setText(event.target.value)} />
        </label>
      ) : (
        // A field with a whole book in it would make every key slow.
        <p className={styles.preview}>{text.slice(0, previewed)}</p>
      )}
      {given === '' && nameField}
      <p className={tooLong ? styles.wrong : styles.hint} role={tooLong ? 'alert' : undefined}>
        {tooLong
          ? t('text.tooLong', { most: numberText(MAX_PASTE_LENGTH) })
          : t('row.characters', { count: length, number: numberText(length) })}
      </p>
    </FormDialog>
  )
}
