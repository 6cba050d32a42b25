import { posix } from 'node:path'
import type { ZipParts } from '../docx/zip-parts'
import { xmlAttribute, xmlChildren } from '../structure/xml-tree'

/** What a part of an Office file refers to inside the file, by the id that it uses. */
export interface PartRelation {
  /** The end of the type's address, such as `slide`. */
  readonly type: string
  /** Name of the part in the archive. */
  readonly target: string
}

/** The relations of a part (of the whole file where its name is empty); empty where it has none. Throws CairnError FILE_CORRUPT. */
export function relationsOf(parts: ZipParts, part: string): ReadonlyMap<string, PartRelation> {
  const folder = posix.dirname(part)
  const root = parts.take(posix.join(folder, '_rels', `${posix.basename(part)}.rels`))
  const found = new Map<string, PartRelation>()
  for (const relation of xmlChildren(root, 'Relationship')) {
    const target = xmlAttribute(relation, 'Target')
    if (target === undefined || xmlAttribute(relation, 'TargetMode') === 'External') continue
    const type = xmlAttribute(relation, 'Type') ?? ''
    // Joined to a root, a path cannot leave the archive.
    const inside = posix.join('/', target.startsWith('/') ? target : posix.join(folder, target)).slice(1)
    found.set(xmlAttribute(relation, 'Id') ?? '', { type: type.slice(type.lastIndexOf('/') + 1), target: inside })
  }
  return found
}

/** The part that the first relation of a type leads to. */
export function partOfType(relations: ReadonlyMap<string, PartRelation>, type: string): string | undefined {
  return [...relations.values()].find((relation) => relation.type === type)?.target
}
