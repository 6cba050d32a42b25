import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '@renderer/state/connection'
import { Badge } from '@renderer/ui/controls/labels'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { useFetched } from '@renderer/ui/feedback/use-fetched'
import { TextField } from '@renderer/ui/controls/text-field'
import styles from './terms.module.css'

const pauseMs = 250

/** Tells what the table makes of a term or a whole question. `version` is another one when the rows have changed. */
export function TermLookupField({ version }: { readonly version: string }) {
  const { t } = useTranslation('settings')
  const [text, setText] = useState('')
  const asked = text.trim()
  const lookup = () => call((client) => client.terms.lookup({ text: asked }))
  const { last } = useFetched(asked === '' ? null : `${asked}\n${version}`, lookup, { pauseMs })
  const { value: found = null, error = null } = last ?? {}
  return (
    <div className={styles.lookup}>
      <TextField
        label={t('terms.lookup')}
        hint={t('terms.lookupText')}
        type="search"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {error && asked !== '' && <ErrorNote error={error} />}
      <div role="status">
        {asked !== '' && found?.length === 0 && <p className={styles.nothing}>{t('terms.unknown')}</p>}
        {asked !== '' && found !== null && found.length > 0 && (
          <ul className={styles.found}>
            {found.map(({ term, translations, own }, at) => (
              <li key={`${at}-${term}`}>
                <span className={styles.term}>{term}</span>
                <span aria-hidden>→</span>
                <span className={styles.translations}>{translations.join(', ')}</span>
                {own && <Badge>{t('terms.yours')}</Badge>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
