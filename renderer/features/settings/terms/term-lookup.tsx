import type { TermLookup } from '@shared/terms'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ErrorReport, toCairnError } from '@shared/errors'
import { call } from '@renderer/state/connection'
import { Badge } from '@renderer/ui/controls/labels'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { TextField } from '@renderer/ui/controls/text-field'
import styles from './terms.module.css'

const pauseMs = 250

/** Tells what the table makes of a term or a whole question. `version` changes when the rows have. */
export function TermLookupField({ version }: { readonly version: unknown }) {
  const { t } = useTranslation('settings')
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly TermLookup[] | null>(null)
  const [error, setError] = useState<ErrorReport | null>(null)
  const asked = text.trim()
  useEffect(() => {
    if (asked === '') return
    let isOver = false
    const timer = setTimeout(() => {
      call((client) => client.terms.lookup({ text: asked })).then(
        (terms) => {
          if (isOver) return
          setFound(terms)
          setError(null)
        },
        (thrown: unknown) => !isOver && setError(toCairnError(thrown).report()),
      )
    }, pauseMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [asked, version])
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
