import { useTranslation } from 'react-i18next'
import { useLibrary } from '@renderer/state/library/library-store'
import { answerOpenOutside, useOpenOutside } from '@renderer/state/library/open-outside'
import { FormDialog } from '@renderer/ui/controls/dialog'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './library-dialog.module.css'

/** Asks once whether the system's programs may open documents. */
export function OpenOutsideDialog() {
  const { t } = useTranslation('library')
  const asked = useOpenOutside((state) => state.asked)
  const name = useLibrary(({ documents }) => (asked === null ? undefined : documents.get(asked)?.name)) ?? ''
  return (
    <FormDialog
      title={t('openOutside.title', { name: `\u2068${safeName(name)}\u2069` })}
      submitText={t('openOutside.submit')}
      ready
      onSubmit={() => void answerOpenOutside(true)}
      onClose={() => useOpenOutside.setState({ asked: null })}
    >
      <p className={styles.note}>{t('openOutside.text')}</p>
      <p className={styles.note}>{t('openOutside.once')}</p>
    </FormDialog>
  )
}
