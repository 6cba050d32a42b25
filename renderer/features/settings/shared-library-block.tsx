import type { LibraryStanding } from '@shared/changes'
import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '@renderer/state/connection'
import { askLibraryStanding, keepLibraryKeys, useSharedLibrary } from '@renderer/state/library/library-access'
import { Button } from '@renderer/ui/controls/button'
import { SwitchRow } from '@renderer/ui/controls/setting-row'
import { ErrorNote } from '@renderer/ui/feedback/error-note'
import { numberText, sizeText } from '@renderer/ui/text/figure-text'
import { dayAndTimeText } from '@renderer/ui/text/relative-text'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './settings.module.css'

/** Where a library is that several share, who writes to it, and what of it this machine keeps. Nothing where the documents are this person's own. */
export function SharedLibraryBlock() {
  const { t } = useTranslation('settings')
  const { access, standing, asking, error } = useSharedLibrary()
  const open = useConnection(({ status }) => status === 'open')
  useEffect(() => {
    if (open && access) void askLibraryStanding()
  }, [open, access])
  if (!access) return null
  return (
    <section className={styles.block} aria-label={t('data.library.name')}>
      <div className={styles.row}>
        <div className={styles.what}>
          <p className={styles.name}>{t('data.library.name')}</p>
          <p className={styles.text}>{t('data.library.text')}</p>
        </div>
        <Button size="small" icon={RotateCw} disabled={asking} onClick={() => void askLibraryStanding()}>
          {asking ? t('data.library.looking') : t('data.library.look')}
        </Button>
      </div>
      {error && <ErrorNote error={error} />}
      {standing?.trouble && <ErrorNote error={standing.trouble} nothingLost />}
      {standing && <Facts standing={standing} />}
      <p className={styles.text}>{t('data.library.hereText')}</p>
      {standing && <KeysRow keys={standing.keys} />}
    </section>
  )
}

/** Where the keys of the bucket are. */
function KeysRow({ keys }: Pick<LibraryStanding, 'keys'>) {
  const { t } = useTranslation('settings')
  if (keys === 'no_keychain') return <p className={styles.text}>{t('data.library.noKeychain')}</p>
  return (
    <SwitchRow
      name={t('data.library.keep')}
      text={t('data.library.keepText')}
      checked={keys === 'kept'}
      onChange={(keep) => void keepLibraryKeys(keep)}
    />
  )
}

function Facts({ standing }: { readonly standing: LibraryStanding }) {
  const { t } = useTranslation('settings')
  const { address, role, reached_at, here } = standing
  const facts: readonly (readonly [string, string | readonly string[]])[] = [
    [t('data.library.address'), safeName(address)],
    [t('data.library.role'), t(`data.library.${role}`)],
    [t('data.library.writer'), useWriterText(standing)],
    [t('data.library.reached'), reached_at === null ? t('data.library.never') : dayAndTimeText(reached_at)],
    [
      t('data.library.here'),
      [
        t('data.library.list', { documents: numberText(here.documents) }),
        t('data.library.files', { whole: numberText(here.whole), size: sizeText(here.file_bytes) }),
        t('data.library.tables', { size: sizeText(here.table_bytes) }),
      ],
    ],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd className="numeric">
            {[value].flat().map((line) => (
              <div key={line}>{line}</div>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function useWriterText({ role, reachable, writer }: LibraryStanding): string {
  const { t } = useTranslation('settings')
  if (role === 'writing') return t('data.library.self')
  if (!reachable) return t('data.library.unknown')
  if (!writer) return t('data.library.nobody')
  return t('data.library.other', { replace: { who: safeName(writer.who), time: dayAndTimeText(writer.since) } })
}
