import { CairnError } from '@shared/errors'
import { limits } from '../files/read-regular-file'

/** The error for what unpacks to far more than an archive of this size honestly holds. */
export function archiveBomb(): CairnError {
  return new CairnError(
    'ARCHIVE_BOMB',
    `The file was not opened because it unpacks to more than ${limits.archiveRatio} times its size, as files made to exhaust a computer do.`,
    'If you trust it, unpack it yourself and add the files you need.',
  )
}
