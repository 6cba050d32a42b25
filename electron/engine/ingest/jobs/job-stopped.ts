import { CairnError } from '@shared/errors'

/** The reason of a signal that a person aborted. Any other leaves unfinished documents to the next start. */
export const jobStopped = new CairnError(
  'CANCELLED',
  'Adding this document was stopped before it was done.',
  'Try it again when you want it.',
)
