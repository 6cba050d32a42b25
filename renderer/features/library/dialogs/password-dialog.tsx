import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unlockDocument } from '@renderer/state/library/library-store'
import { TextField } from '@renderer/ui/controls/text-field'
import { FormDialog } from '@renderer/ui/controls/dialog'
import { safeName } from '@renderer/ui/text/safe-name'
import { closeDialog } from './library-dialog'

/** Asks for the password of one document; it is used for one reading and then gone. */
export function PasswordDialog({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useTranslation('library')
  const [password, setPassword] = useState('')
  return (
    <FormDialog
      title={t('password.title', { name: safeName(name) })}
      submitText={t('password.submit')}
      ready={password !== ''}
      onSubmit={() => void unlockDocument(id, password)}
      onClose={closeDialog}
    >
      <TextField
        label={t('password.field')}
        hint={t('password.hint')}
        type="password"
        autoComplete="off"
        maxLength={1000}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  )
}
