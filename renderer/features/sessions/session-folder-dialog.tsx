import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { moveSessions, stopMoving, useFolders } from '@renderer/state/chat/session-folders'
import { useSessions } from '@renderer/state/chat/sessions-store'
import { FormDialog } from '@renderer/ui/controls/dialog'
import { TextField } from '@renderer/ui/controls/text-field'
import { foldersOf } from './session-rows'

/** Asks for the folder of chats, while one is to be chosen. An empty name takes them out of theirs. */
export function FolderDialog() {
  const { t, i18n } = useTranslation('sessions')
  const moving = useFolders((state) => state.moving)
  const headers = useSessions((state) => state.headers)
  const folders = useMemo(() => foldersOf(headers, i18n.language), [headers, i18n.language])
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  if (!moving) return null
  const { ids, from, whole } = moving
  const name = typed ?? from
  const wanted = name.trim()
  return (
    <FormDialog
      title={t(whole ? 'folders.renameTitle' : 'folders.moveTitle')}
      submitText={t(whole ? 'rename' : 'folders.doMove')}
      ready={wanted !== from && (wanted !== '' || !whole)}
      onSubmit={() => void moveSessions(ids, wanted)}
      onClose={() => {
        setTyped(null)
        stopMoving()
      }}
    >
      <TextField
        label={t('folders.name')}
        hint={whole ? undefined : t(from === '' ? 'folders.hintNew' : 'folders.hintOut')}
        value={name}
        maxLength={60}
        list={id}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={id}>
        {folders.map((folder) => (
          <option key={folder} value={folder} />
        ))}
      </datalist>
    </FormDialog>
  )
}
