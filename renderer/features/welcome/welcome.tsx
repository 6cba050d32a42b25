import { FilePlus2, FolderPlus, Mountain } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { addSample, pickAndAdd } from '@renderer/state/library/library-store'
import { addChosen } from '@renderer/state/library/uploads'
import { changeSettings } from '@renderer/state/settings-store'
import { Button } from '@renderer/ui/controls/button'
import { FileInput } from '@renderer/ui/documents/file-input'
import { CairnMark, KeyCombo } from '@renderer/ui/controls/labels'
import { useShortcutKeys } from '@renderer/state/window/shortcuts'
import styles from './welcome.module.css'

/** The first screen: what Cairn is, and three ways to begin. Each leads straight to where one can ask. */
export function Welcome() {
  const { t } = useTranslation('welcome')
  const [busy, setBusy] = useState(false)
  const paletteKeys = useShortcutKeys('palette')

  /** Leaves for good once something was added, or without anything where there is no act. */
  const leave = async (act?: () => Promise<boolean>) => {
    setBusy(true)
    try {
      if (!act || (await act())) await changeSettings({ welcomed: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.screen}>
      <div className={styles.card}>
        <header className={styles.head}>
          <span className={styles.mark}>
            <CairnMark size={36} />
          </span>
          <h1 className={styles.title}>{t('title')}</h1>
          <p className={styles.lead}>{t('lead')}</p>
        </header>
        <FileChoice busy={busy} leave={leave} />
        <div className={styles.sample}>
          <div>
            <p className={styles.sampleTitle}>{t('sampleTitle')}</p>
            <p className={styles.hint}>{t('sampleText')}</p>
          </div>
          <Button look="primary" icon={Mountain} disabled={busy} onClick={() => void leave(addSample)}>
            {t('sample')}
          </Button>
        </div>
        <footer className={styles.foot}>
          <Button look="quiet" size="small" disabled={busy} onClick={() => void leave()}>
            {t('skip')}
          </Button>
          <span className={styles.hint}>
            <KeyCombo keys={paletteKeys} /> {t('paletteHint')}
          </span>
        </footer>
      </div>
    </div>
  )
}

interface FileChoiceProps {
  readonly busy: boolean
  readonly leave: (act: () => Promise<boolean>) => Promise<void>
}

/** Files or a folder of one's own, by the dialog of the shell or of the browser. */
function FileChoice({ busy, leave }: FileChoiceProps) {
  const { t } = useTranslation('welcome')
  const native = useConnection((state) => state.shell?.native_files ?? false)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const hint = useId()
  const choose = (kind: 'files' | 'folder') => {
    if (native) void leave(() => pickAndAdd(kind))
    else (kind === 'files' ? files : folder).current?.click()
  }
  const chosen = (list: FileList) => {
    if (list.length > 0) void leave(() => addChosen(list))
  }
  return (
    <div className={styles.drop}>
      <p className={styles.dropTitle}>{t('drop')}</p>
      <p id={hint} className={styles.hint}>
        {t('formats')}
      </p>
      <div className={styles.buttons}>
        <Button disabled={busy} aria-describedby={hint} onClick={() => choose('files')} icon={FilePlus2}>
          {t('chooseFiles')}
        </Button>
        <Button icon={FolderPlus} disabled={busy} aria-describedby={hint} onClick={() => choose('folder')}>
          {t('chooseFolder')}
        </Button>
        <FileInput ref={files} tabIndex={-1} aria-label={t('chooseFiles')} onChosen={chosen} />
        <FileInput ref={folder} folder tabIndex={-1} aria-label={t('chooseFolder')} onChosen={chosen} />
      </div>
    </div>
  )
}
