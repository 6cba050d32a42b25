import { FileInput as FileInputIcon } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { closeExchange } from '@renderer/state/library/exchange'
import { importChosen, isUnderWay, pickAndImport, stopImports, useImports } from '@renderer/state/library/imports'
import { Button } from '@renderer/ui/controls/button'
import { FileInput } from '@renderer/ui/documents/file-input'
import { Dialog } from '@renderer/ui/controls/dialog'
import styles from './import-dialog.module.css'
import { ImportFileReport } from './import-file-report'

/** Asks for exported chats, and says of each what became of it. */
export function ImportDialog() {
  const { t } = useTranslation(['exchange', 'app'])
  const files = useImports((state) => state.files)
  const native = useConnection((state) => state.shell?.native_files ?? false)
  const input = useRef<HTMLInputElement>(null)
  const working = files.some(isUnderWay)
  const canStop = files.some(({ state }) => state === 'waiting' || state === 'sending')
  return (
    <Dialog onClose={closeExchange} title={t('import.title')} className={styles.dialog}>
      <p className={styles.text}>{t('import.text')}</p>
      <div className={styles.choose}>
        <Button
          icon={FileInputIcon}
          look={files.length === 0 ? 'primary' : 'plain'}
          onClick={() => {
            if (native) void pickAndImport()
            else input.current?.click()
          }}
        >
          {t('import.choose')}
        </Button>
        <span className={styles.hint}>{t('import.drop')}</span>
        <FileInput ref={input} accept=".zip,.json" onChosen={importChosen} data-testid="choose-import" />
      </div>
      {files.length > 0 && (
        <ul className={styles.files} aria-label={t('import.files')}>
          {files.map((file) => (
            <ImportFileReport key={file.id} file={file} />
          ))}
        </ul>
      )}
      <p className="unseen" role="status">
        {files.length === 0 ? '' : working ? t('import.working') : t('import.finished')}
      </p>
      <div className={styles.buttons}>
        {canStop && <Button onClick={stopImports}>{t('import.stop')}</Button>}
        <Button onClick={closeExchange}>{t('app:close')}</Button>
      </div>
    </Dialog>
  )
}
