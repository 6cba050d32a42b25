import type { Sensitivity } from '../session/session-context'

const confidentialTags = new Set(['confidential', 'sensitive', 'private', '机密', '保密', '敏感', '私密'])
const secretTags = new Set(['secret', 'top secret', '绝密'])

/** How sensitive a document is by its tags; undefined where none says so. */
export function sensitivityOfTags(tags: readonly string[]): Sensitivity | undefined {
  const lower = tags.map((tag) => tag.trim().toLowerCase())
  if (lower.some((tag) => secretTags.has(tag))) return 'secret'
  return lower.some((tag) => confidentialTags.has(tag)) ? 'confidential' : undefined
}

/** The tags that make a document sensitive. */
export function sensitiveTagsIn(tags: readonly string[]): string[] {
  return tags.filter((tag) => sensitivityOfTags([tag]) !== undefined)
}

interface TaggedDocument {
  readonly id: string
  readonly tags: readonly string[]
  /** The file that a document came in, such as an archive or an e-mail. */
  readonly part_of: { readonly document: string } | null
}

/** Ids of the documents that are kept from other programs: those tagged as confidential or secret, and what came in their files. */
export function keptDocuments(records: readonly TaggedDocument[]): ReadonlySet<string> {
  const kept = new Set(records.flatMap(({ id, tags }) => (sensitivityOfTags(tags) === undefined ? [] : [id])))
  // A member's record may stand before that of its file.
  for (let before = kept.size > 0 ? -1 : 0; before < kept.size;) {
    before = kept.size
    for (const { id, part_of: file } of records) if (file && kept.has(file.document)) kept.add(id)
  }
  return kept
}
