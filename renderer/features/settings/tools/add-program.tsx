import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '@renderer/ui/controls/segmented'
import { PastePrograms } from './paste-programs'
import { ProgramForm } from './program-form'
import rows from '@renderer/ui/rows.module.css'
import styles from './tools.module.css'

const ways = ['paste', 'command', 'address'] as const
type Way = (typeof ways)[number]

/** Three ways to add a program: the block that others document, its command, or its address on this machine. */
export function AddProgram({ taken }: { readonly taken: readonly string[] }) {
  const { t } = useTranslation('settings')
  const id = useId()
  const [way, setWay] = useState<Way>('paste')
  return (
    <div className={styles.add}>
      <p id={id} className={rows.name}>
        {t('tools.add.title')}
      </p>
      <Segmented
        labelledBy={id}
        value={way}
        options={ways.map((value) => ({ value, text: t(`tools.add.${value}`) }))}
        onChange={setWay}
      />
      <p className={rows.text}>{t('tools.add.warning')}</p>
      {way === 'paste' ? <PastePrograms /> : <ProgramForm key={way} type={way} taken={taken} />}
    </div>
  )
}
