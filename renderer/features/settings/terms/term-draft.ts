import { OwnTerm } from '@shared/terms'

/** A row as it is typed. */
export interface TermDraft {
  readonly english: string
  /** Several are parted by commas or semicolons of either script. */
  readonly chinese: string
}

export type TermProblem = 'english' | 'chinese' | 'duplicate'

const separators = /[,，;；、\n]+/u

export function draftOf({ english, chinese }: OwnTerm): TermDraft {
  return { english, chinese: chinese.join('，') }
}

/** The row a draft stands for, or what is wrong with it. `others` are the rows beside it. */
export function readDraft(draft: TermDraft, others: readonly OwnTerm[]): OwnTerm | TermProblem {
  const chinese = draft.chinese
    .split(separators)
    .map((term) => term.trim())
    .filter((term) => term !== '')
  const row = OwnTerm.safeParse({ english: draft.english, chinese: [...new Set(chinese)] })
  if (!row.success) return row.error.issues.some(({ path }) => path[0] === 'english') ? 'english' : 'chinese'
  const same = row.data.english.toLowerCase()
  return others.some(({ english }) => english.toLowerCase() === same) ? 'duplicate' : row.data
}
