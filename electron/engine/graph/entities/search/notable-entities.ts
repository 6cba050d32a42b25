import type { Resolution } from '../../disambiguation/name-resolver'
import { headingKeys } from '../../share/document-share'
import { nameKey } from '../../names/name-key'
import type { EntityGraphSettings } from '../entity-graph-settings'
import type { Library, LibraryPart } from '../entity-library'

/**
 * Which resolved entities are shown: place in `Resolution.entities` → number in the graph, -1 where left out. Half of the
 * names of a library stand in it once and are mistakes, or what nobody would look for. A rare name needs more: a type, a
 * stated relation, a second document, or a title or heading that has it.
 */
export function notableEntities(library: Library, resolution: Resolution, settings: EntityGraphSettings): Int32Array {
  const count = resolution.entities.length
  const mentions = new Int32Array(count)
  const lastPart = new Int32Array(count).fill(-1)
  const isNotable = new Uint8Array(count)
  const isThere = new Uint8Array(count)
  for (const [part, { resolved, mentions: rows, relations }] of library.parts.entries()) {
    for (const [name] of rows) {
      const at = resolved[name] ?? 0
      mentions[at] = (mentions[at] ?? 0) + 1
      isThere[at] = 1
      if ((lastPart[at] ?? -1) >= 0 && lastPart[at] !== part) isNotable[at] = 1
      lastPart[at] = part
    }
    for (const [source, , target] of relations) {
      for (const at of [resolved[source] ?? 0, resolved[target] ?? 0]) isNotable[at] = isThere[at] = 1
    }
  }
  for (const [at, { type }] of resolution.entities.entries()) {
    if (type !== undefined || (mentions[at] ?? 0) >= settings.minMentions) isNotable[at] = 1
  }
  const headings = new Set(library.parts.flatMap(({ share }) => headingKeys(share.links.passages)))
  for (const part of library.parts) markHeadings(part, headings, isNotable)
  let next = 0
  return Int32Array.from(isNotable, (notable, at) => (notable === 1 && isThere[at] === 1 ? next++ : -1))
}

/** What one document is about is notable where another merely names it. */
function markHeadings({ share, resolved }: LibraryPart, headings: ReadonlySet<string>, isNotable: Uint8Array): void {
  for (const [name, { name: text }] of share.facts.names.entries()) {
    const at = resolved[name] ?? -1
    if (at >= 0 && isNotable[at] !== 1 && headings.has(nameKey(text))) isNotable[at] = 1
  }
}
