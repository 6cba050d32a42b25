import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type FolderAnswer, useFolderQuestion } from '@renderer/state/library/adding/folder-question'
import { Button } from '@renderer/ui/controls/button'
import { Dialog } from '@renderer/ui/controls/dialog'
import { safeName } from '@renderer/ui/text/safe-name'
import { FolderKinds, unreadFiles } from '@renderer/ui/documents/folders/folder-kinds'
import { listText, numberText } from '@renderer/ui/text/figure-text'
import styles from '../dialogs/library-dialog.module.css'

/** Before folders are added: whose they are, what is left out of them, and which of their files cannot be read. */
export function FolderQuestionDialog() {
  const { t } = useTranslation(['library', 'app'])
  const submit = useRef<HTMLButtonElement>(null)
  const question = useFolderQuestion((state) => state.question)
  if (!question) return null
  const { look, answer } = question
  const { names, files } = look
  const lost = unreadFiles(look)
  const choose = (given: FolderAnswer) => () => answer(given)
  return (
    <Dialog
      title={t('folder.title', { name: listText(names.map(safeName)) })}
      onClose={choose('none')}
      initialFocus={submit}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          answer('readable')
        }}
      >
        <FolderKinds look={look} />
        <div className={styles.buttons}>
          <Button onClick={choose('none')}>{t('app:cancel')}</Button>
          {lost > 0 && (
            <Button onClick={choose('all')}>{t('folder.addAll', { count: files, number: numberText(files) })}</Button>
          )}
          <Button ref={submit} type="submit" look="primary" disabled={files === lost}>
            {t('folder.add', { count: files - lost, number: numberText(files - lost) })}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
