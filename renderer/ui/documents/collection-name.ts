import i18next from 'i18next'
import { safeName } from '../text/safe-name'

/** Where documents are that nobody has put anywhere; the engine's own word for it. */
const unsorted = 'default'

/** A collection's name as it is shown. */
export function collectionName(name: string): string {
  return name === unsorted ? i18next.t('app:unsorted') : safeName(name)
}
