import { CairnError, toCairnError } from '@shared/errors'

/** Maps what the table library throws, which carries no codes, to a typed error. `doing` completes "could not …". */
export function toStoreError(thrown: unknown, doing: string): CairnError {
  if (thrown instanceof CairnError) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  if (/no space left|disk quota|os error (28|122)\b/i.test(message)) {
    return new CairnError(
      'DISK_FULL',
      'The disk is full.',
      'Free some space and try again; nothing already saved was lost.',
      { cause: thrown },
    )
  }
  if (/permission denied|read-only file system|os error (1|13|30)\b/i.test(message)) {
    return new CairnError(
      'PERMISSION_DENIED',
      'Cairn may not write its store.',
      'Change its permissions and try again.',
      { cause: thrown },
    )
  }
  if (/unable to rename file|unable to link/i.test(message)) return linksMissing(thrown)
  const known = toCairnError(thrown)
  if (known.code !== 'INTERNAL') return known
  return new CairnError(
    'STORE_UNUSABLE',
    `The search tables could not ${doing}: ${firstLine(message)}`,
    'Try again; if it stays, run a check of the store.',
    { cause: thrown },
  )
}

/** The folder's file system lacks what durable commits need. */
export function linksMissing(cause: unknown): CairnError {
  return new CairnError(
    'STORE_UNUSABLE',
    'This folder cannot hold a store: its file system has no hard links (exFAT drives and some network folders lack them).',
    'Choose a folder on an internal disk.',
    { cause },
  )
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').slice(0, 300)
}
