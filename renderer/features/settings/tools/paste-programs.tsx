import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PastedServers, pasteToolServers } from '@renderer/state/tools/program-list'
import { Button } from '@renderer/ui/controls/button'
import { TextArea } from '@renderer/ui/controls/text-field'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { safeName } from '@renderer/ui/text/safe-name'
import rows from '@renderer/ui/rows.module.css'
import styles from './tools.module.css'

const example = '{ "mcpServers": { "name": { "command": "npx", "args": [ … ] } } }'

/** Takes the block in which programs with tools are usually written down, and says what of it was not taken over. */
export function PastePrograms() {
  const { t, i18n } = useTranslation('settings')
  const [text, setText] = useState('')
  const [pasted, setPasted] = useState<PastedServers | null>(null)
  const [isBusy, setBusy] = useState(false)
  const add = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy || text.trim() === '') return
    setBusy(true)
    const next = await pasteToolServers(text)
    setBusy(false)
    setPasted(next)
    if (!('error' in next)) setText('')
  }
  const language = i18n.language === 'zh' ? 'zh' : 'en'
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  return (
    <form className={styles.form} onSubmit={(event) => void add(event)}>
      <TextArea
        label={t('tools.add.json')}
        rows={5}
        maxLength={200_000}
        placeholder={example}
        value={text}
        aria-invalid={pasted !== null && 'error' in pasted}
        onChange={(event) => {
          setText(event.target.value)
          setPasted(null)
        }}
      />
      {pasted && 'error' in pasted && <ErrorNote error={pasted.error} nothingLost />}
      {pasted && 'names' in pasted && (
        <div role="status" className={styles.notes}>
          <p>{t('tools.add.added', { replace: { names: list.format(pasted.names.map(safeName)) } })}</p>
          {pasted.notes.map((note) => (
            <p key={note.en} className={rows.text}>
              {safeName(note[language])}
            </p>
          ))}
        </div>
      )}
      <div>
        <Button type="submit" size="small" disabled={isBusy || text.trim() === ''}>
          {t('tools.add.submit')}
        </Button>
      </div>
    </form>
  )
}
