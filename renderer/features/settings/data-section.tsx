import { FolderUse, type Settings } from '@shared/settings'
import { Check, Copy, FolderOpen } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { changeFolder, useConnection } from '@renderer/state/connection'
import { notifyError } from '@renderer/state/window/notices'
import { changeSettings, useSettings } from '@renderer/state/settings-store'
import { readStoreInfo, useStoreCare } from '@renderer/state/store-care'
import { Button } from '@renderer/ui/controls/button'
import { Segmented } from '@renderer/ui/controls/segmented'
import { SettingRow, SwitchRow } from '@renderer/ui/controls/setting-row'
import { useCopy } from '@renderer/ui/feedback/copy-button'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { openExport } from '@renderer/state/library/exchange'
import { useSharedLibrary } from '@renderer/state/library/library-access'
import { openImport } from '@renderer/state/library/imports'
import { BackupBlock } from './backups/backup-block'
import { MoveFolder } from './backups/move-folder'
import { EncryptionBlock } from './encryption-block'
import { IndexCare } from './index-care'
import { SharedLibraryBlock } from './shared-library-block'
import styles from './settings.module.css'

/** Where everything lies, and whether it is sound. */
export function DataSection() {
  const { t } = useTranslation(['settings', 'app'])
  const info = useStoreCare((state) => state.info)
  const error = useStoreCare((state) => state.infoError)
  const open = useConnection((state) => state.status === 'open')
  const canChange = useConnection((state) => state.shell?.native_files ?? false)
  const shared = useSharedLibrary(({ access }) => access !== null)
  const { copied, copy } = useCopy(notifyError)
  useEffect(() => {
    if (open) void readStoreInfo()
  }, [open])
  return (
    <>
      <div className={styles.block}>
        <p className={styles.name}>{t('data.folder')}</p>
        <p className={styles.text}>{shared ? t('data.folderOfShared') : t('data.folderText')}</p>
        {error && <ErrorNote error={error} onRetry={() => void readStoreInfo()} />}
        <div className={styles.folder}>
          <code className={styles.path} title={info?.folder}>
            {info?.folder ?? t('app:loading')}
          </code>
          <Button size="small" disabled={!info} onClick={() => copy(info?.folder ?? '')}>
            {copied ? (
              <Check size={14} strokeWidth={1.75} aria-hidden />
            ) : (
              <Copy size={14} strokeWidth={1.75} aria-hidden />
            )}
            <span aria-live="polite">{copied ? t('app:copied') : t('app:copy')}</span>
          </Button>
          {canChange && (
            <Button size="small" onClick={() => void changeFolder()} icon={FolderOpen}>
              {t('data.change')}
            </Button>
          )}
        </div>
        {!canChange && <p className={styles.text}>{t('data.changeInTerminal')}</p>}
      </div>
      <SharedLibraryBlock />
      <MoveFolder />
      {canChange && <OpenFilesRow />}
      <FoldersRow />
      <ExchangeRows />
      <OcrRow />
      <EncryptionBlock />
      <BackupBlock />
      <IndexCare />
    </>
  )
}

/** What becomes of the folders inside a folder that is added. */
function FoldersRow() {
  const { t } = useTranslation('settings')
  const { folders } = useSettings((state) => state.settings.library)
  return (
    <SettingRow name={t('data.folders')} text={t('data.foldersText')}>
      {({ labelledBy }) => (
        <Segmented
          labelledBy={labelledBy}
          value={folders}
          options={FolderUse.options.map((value) => ({ value, text: t(`data.folderUse.${value}`) }))}
          onChange={(value) => void changeSettings({ library: { folders: value } })}
        />
      )}
    </SettingRow>
  )
}

const openChoices: readonly Settings['open_files'][] = ['ask', 'open', 'never']

/** Whether documents may be opened by the system's programs. */
function OpenFilesRow() {
  const { t } = useTranslation('settings')
  const choice = useSettings(({ settings }) => settings.open_files)
  return (
    <SettingRow name={t('data.openFiles')} text={t('data.openFilesText')}>
      {({ labelledBy }) => (
        <Segmented
          labelledBy={labelledBy}
          value={choice}
          options={openChoices.map((value) => ({ value, text: t(`data.open.${value}`) }))}
          onChange={(value) => void changeSettings({ open_files: value })}
        />
      )}
    </SettingRow>
  )
}

/** Whether scans and pictures are read. */
function OcrRow() {
  const { t } = useTranslation('settings')
  const { enabled } = useSettings((state) => state.settings.ocr)
  return (
    <SwitchRow
      name={t('data.ocr')}
      text={t('data.ocrText')}
      checked={enabled}
      onChange={(checked) => void changeSettings({ ocr: { enabled: checked, paused: false } })}
    />
  )
}

/** Takes all chats out as a file, and chats of a file in. */
function ExchangeRows() {
  const { t } = useTranslation('exchange')
  const rows = [
    { id: 'export', run: () => openExport() },
    { id: 'import', run: openImport },
  ] as const
  return rows.map(({ id, run }) => (
    <SettingRow key={id} name={t(`settings.${id}`)} text={t(`settings.${id}Text`)}>
      {() => (
        <Button size="small" onClick={run}>
          {t(`settings.${id}Now`)}
        </Button>
      )}
    </SettingRow>
  ))
}
