import i18next from 'i18next'
import { writtenCollection } from '@shared/documents'
import { classes } from '../classes'
import styles from './file-name.module.css'
import { safeName, splitName } from '../text/safe-name'

interface FileNameProps {
  readonly name: string
  readonly className?: string | undefined
}

/** The name of a file as it really is: nothing in it can hide, or turn the text around it. */
export function FileName({ name, className }: FileNameProps) {
  const safe = safeName(name)
  const { start, end } = splitName(safe)
  return (
    <bdi className={classes(styles.name, className)} title={safe}>
      <span className={styles.start}>{start}</span>
      {end !== '' && <span className={styles.end}>{end}</span>}
    </bdi>
  )
}

/** Where documents are that nobody has put anywhere; the engine's own word for it. */
const unsorted = 'default'

/** The collection that somebody calls by the name it is shown by. */
export function collectionCalled(shown: string): string {
  return shown === i18next.t('app:unsorted') ? unsorted : shown
}

/** A collection's name as it is shown. */
export function collectionName(name: string): string {
  return name === unsorted ? i18next.t('app:unsorted') : safeName(writtenCollection(name))
}
