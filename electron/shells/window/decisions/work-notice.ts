import type { EndedWork } from '@shared/desktop/long-work'
import type { WindowWords } from './menu-template'

/** What the system says of work that has ended. */
export interface WorkNotice {
  readonly title: string
  readonly body: string
}

/** One line each: systems cut longer ones, and a screen that is locked may show them. */
export function workNotice(work: EndedWork, words: WindowWords): WorkNotice {
  if (work.kind === 'research') {
    return { title: work.failed ? words.researchFailed : words.researchDone, body: work.title }
  }
  const body = work.failed ? words.documentsFailedDetail : words.documentsDoneDetail
  return {
    title: work.failed ? words.documentsFailed : words.documentsDone,
    body: body.replace('{count}', String(work.documents)),
  }
}
