import type { DocumentRecord } from '@shared/documents'

/** Whether all, some or none of the documents carry a tag. */
export function carried(documents: readonly DocumentRecord[], tag: string): boolean | 'some' {
  const count = documents.filter(({ tags }) => tags.includes(tag)).length
  return count === 0 ? false : count === documents.length ? true : 'some'
}

/** What to tell the engine so that what was ticked or unticked becomes true. */
export function tagChange(wanted: ReadonlyMap<string, boolean>): { add_tags?: string[]; remove_tags?: string[] } {
  const add = [...wanted].filter(([, on]) => on).map(([tag]) => tag)
  const remove = [...wanted].filter(([, on]) => !on).map(([tag]) => tag)
  return { ...(add.length > 0 ? { add_tags: add } : {}), ...(remove.length > 0 ? { remove_tags: remove } : {}) }
}
