import type { DocumentRecord } from '@shared/documents'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'

type Catalogue = Pick<DocumentCatalogue, 'get' | 'membersOf'>

/** What stands between the name of a file and the path of a member in it. */
const within = ' › '

/** The members of these documents, of those members, and so on; without the documents themselves. */
export function allMembersOf(catalogue: Catalogue, ids: Iterable<string>): DocumentRecord[] {
  const members: DocumentRecord[] = []
  for (const id of ids) {
    for (const member of catalogue.membersOf(id)) members.push(member, ...allMembersOf(catalogue, [member.id]))
  }
  return members
}

/** These ids and those of everything that came in their files, each once. */
export function withMembers(catalogue: Catalogue, ids: readonly string[]): string[] {
  return [...new Set([...ids, ...allMembersOf(catalogue, ids).map(({ id }) => id)])]
}

/** The files a document came in, the nearest first; empty for a file of its own. */
export function outerOf(catalogue: Catalogue, record: DocumentRecord): DocumentRecord[] {
  const outer = record.part_of ? catalogue.get(record.part_of.document) : undefined
  return outer ? [outer, ...outerOf(catalogue, outer)] : []
}

/** How a member is called: after the file it came in, and after its path in there. */
export function memberNames(outer: Pick<DocumentRecord, 'name' | 'source'>, path: string) {
  return { name: `${outer.name}${within}${path}`, source: `${outer.source}${within}${path}` }
}

/** The name a document's file has by itself, without the names of the files it came in. */
export function ownFileName({ name, part_of }: DocumentRecord): string {
  return part_of ? part_of.path.slice(part_of.path.lastIndexOf('/') + 1) : name
}

/** Calls members anew after the file they came in has another name or place. */
export async function renameMembers(catalogue: DocumentCatalogue, outer: DocumentRecord): Promise<void> {
  for (const member of catalogue.membersOf(outer.id)) {
    const renamed = await catalogue.update(member.id, (current) =>
      current.part_of ? { ...current, ...memberNames(outer, current.part_of.path) } : current,
    )
    if (renamed) await renameMembers(catalogue, renamed)
  }
}
