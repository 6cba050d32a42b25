import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type FolderAnswer, useFolderQuestion } from '@renderer/state/library/adding/folder-question'
import { Button } from '@renderer/ui/controls/button'
import { Dialog } from '@renderer/ui/controls/dialog'
import { safeName } from '@renderer/ui/text/safe-name'
import { listText, numberText } from '@renderer/ui/text/figure-text'
import styles from '../dialogs/library-dialog.module.css'

/** Kinds that are named; the others are counted together. */
const mostNamed = 8

/** Before folders are added: whose they are, what is left out of them, and which of their files cannot be read. */
export function FolderQuestionDialog() {
  const { t, i18n } = useTranslation(['library', 'app'])
  const submit = useRef<HTMLButtonElement>(null)
  const question = useFolderQuestion((state) => state.question)
  if (!question) return null
  const { look, answer } = question
  const { names, vaults, files, unread } = look
  const lost = unread.reduce((sum, { count }) => sum + count, 0)
  const rest = unread.slice(mostNamed).reduce((sum, { count }) => sum + count, 0)
  const kinds = unread.slice(0, mostNamed).map(({ extension, count }) => `${numberText(count)} .${extension}`)
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format([
    ...kinds,
    ...(rest > 0 ? [t('folder.others', { number: numberText(rest), count: rest })] : []),
  ])
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
        {vaults.map((vault) => (
          <p key={vault}>{t(`folder.${vault}`)}</p>
        ))}
        {lost > 0 && (
          <p>{t('folder.unread', { count: lost, number: numberText(lost), total: numberText(files), kinds: list })}</p>
        )}
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
