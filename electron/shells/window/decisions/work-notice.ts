import type { EndedWork, TitledWork } from '@shared/desktop/long-work'
import type { WindowWord, WindowWords } from './menu-template'

/** What the system says of work that has ended. */
export interface WorkNotice {
  readonly title: string
  readonly body: string
}

const titles: Readonly<Record<TitledWork, { readonly done: WindowWord; readonly failed: WindowWord }>> = {
  research: { done: 'researchDone', failed: 'researchFailed' },
  download: { done: 'downloadDone', failed: 'downloadFailed' },
  vectors: { done: 'vectorsDone', failed: 'vectorsFailed' },
  evaluation: { done: 'evaluationDone', failed: 'evaluationFailed' },
  backup: { done: 'backupDone', failed: 'backupFailed' },
}

/** One line each: systems cut longer ones, and a screen that is locked may show them. */
export function workNotice(work: EndedWork, words: WindowWords): WorkNotice {
  if (work.kind !== 'documents') {
    const { done, failed } = titles[work.kind]
    return { title: words[work.failed ? failed : done], body: work.title }
  }
  const body = work.failed ? words.documentsFailedDetail : words.documentsDoneDetail
  return {
    title: work.failed ? words.documentsFailed : words.documentsDone,
    body: body.replace('{count}', String(work.documents)),
  }
}
