import { CairnError, type ErrorCode, ErrorReport, reportedError, toCairnError } from '@shared/errors'
import { jsonIfValid } from '@engine/platform/stored-text'

/** Maps what the table library throws, which carries no codes, to a typed error. `doing` completes "could not …". */
export function toStoreError(thrown: unknown, doing: string): CairnError {
  if (thrown instanceof CairnError) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const explained = explainedIn(message)
  if (explained) return reportedError(explained, thrown)
  if (/non-2xx status code: (?:401|403|429|5\d\d)\b|error sending request/i.test(message)) {
    const action = 'Try again; where they are those of a shared library, check the connection.'
    return new CairnError('UNREACHABLE', 'The search tables could not be reached.', action, {
      cause: thrown,
    })
  }
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
      'Cairn may not read or write its store.',
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

/** What says nothing about the tables themselves. */
const passing: ReadonlySet<ErrorCode> = new Set(['DISK_FULL', 'PERMISSION_DENIED', 'UNREACHABLE', 'NETWORK_DENIED'])

/** The error where tables could not be opened for another reason than damage; undefined where they are damaged. */
export function whyNotOpened(thrown: unknown): CairnError | undefined {
  const known = toStoreError(thrown, 'be opened')
  return passing.has(known.code) ? known : undefined
}

/** Whether tables that could not be searched are damaged, as far as can be told. */
export function isDamage(thrown: unknown): boolean {
  const { code } = toCairnError(thrown)
  return code === 'STORE_DAMAGED' || code === 'STORE_UNUSABLE'
}

/** A failure as the body of an answer to the table library, which puts that into the text of what it throws. */
export function explanationOf(thrown: unknown): string {
  const report = encodeURIComponent(JSON.stringify(toCairnError(thrown).report()))
  return `<Error><Code>Cairn</Code><Message>${report}</Message></Error>`
}

function explainedIn(message: string): ErrorReport | undefined {
  const [, report = ''] = /<Code>Cairn<\/Code><Message>([^<]+)<\/Message>/u.exec(message) ?? []
  return ErrorReport.safeParse(jsonIfValid(decodeURIComponent(report))).data
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
