import type { DocumentRecord } from '@shared/documents'
import { CairnError } from '@shared/errors'
import { isElsewhere } from '@engine/platform/paths'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import { isUnfinished } from '../../jobs/job-claims'

/** A machine that was not there for so long may never be again, in milliseconds. */
const absentMs = 7 * 86_400_000

/**
 * Documents of a shared library that only their own machine can read, and that it has left unread for a week, fail with a sentence: in a list they would
 * be waiting for ever. There they can be tried again; anybody can delete them.
 */
export async function giveUpAbsent({
  catalogue,
  now,
}: {
  readonly catalogue: Pick<DocumentCatalogue, 'list' | 'update'>
  readonly now: () => number
}): Promise<void> {
  const isLeft = (record: DocumentRecord) =>
    isUnfinished(record) && isElsewhere(record.source) && now() - record.updated_at > absentMs
  for (const { id, name, source } of catalogue.list().filter(isLeft)) {
    const error = new CairnError(
      'FILE_VANISHED',
      `“${name}” lies on another machine (${source.slice(0, source.indexOf(':'))}), which has not read it for a week.`,
      'Open Cairn there and try it again, or delete it here and add the file from where you have it.',
    ).report()
    await catalogue.update(id, (record) =>
      isLeft(record) ? { ...record, status: 'failed', error, updated_at: now() } : record,
    )
  }
}
