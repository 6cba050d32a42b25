import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '@renderer/ui/controls/dialog'
import { TextField } from '@renderer/ui/controls/text-field'

interface PathDialogProps {
  readonly title: string
  readonly field: string
  readonly example: string
  readonly onPath: (path: string) => void
  readonly onClose: () => void
}

/** Asks for a path on the engine's machine: nothing is sent then, however large it is. */
export function PathDialog({ title, field, example, onPath, onClose }: PathDialogProps) {
  const { t } = useTranslation('models')
  const [text, setText] = useState('')
  const path = text.trim().replace(/^(["'])(.+)\1$/u, '$2')
  return (
    <FormDialog
      title={title}
      submitText={t('add.submit')}
      ready={path !== ''}
      onSubmit={() => onPath(path)}
      onClose={onClose}
    >
      <TextField
        label={field}
        hint={t('add.pathHint')}
        placeholder={example}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  )
}
