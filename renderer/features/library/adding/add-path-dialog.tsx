import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addPaths } from '@renderer/state/library/library-store'
import { TextField } from '@renderer/ui/controls/text-field'
import { DialogForm } from '../dialogs/dialog-form'
import { typedPath } from '../library-texts'
import { targetCollection } from './use-adding'

/** Asks for the path of a file or folder on the engine's machine. */
export function AddPathDialog() {
  const { t } = useTranslation('library')
  const [text, setText] = useState('')
  const path = typedPath(text)
  return (
    <DialogForm
      title={t('path.title')}
      submitText={t('path.submit')}
      ready={path !== ''}
      onSubmit={() => void addPaths([path], targetCollection())}
    >
      <TextField
        label={t('path.field')}
        hint={t('path.hint')}
        placeholder={t('path.example')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </DialogForm>
  )
}
