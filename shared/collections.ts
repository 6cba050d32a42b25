/**
 * Whether a collection is another one or lies inside it: those made from folders are called by their way, such as
 * `station/reports`, and what limits to `station` means all of it.
 */
export function isInCollection(own: string, wanted: string): boolean {
  return own === wanted || own.startsWith(wanted.endsWith('/') ? wanted : `${wanted}/`)
}

/** A collection's new name after the one it is, or lies in, was renamed. */
export function renamedCollection(own: string, from: string, to: string): string {
  return isInCollection(own, from) ? to + own.slice(from.length) : own
}

/** The collections that a collection lies in, the outermost first. */
export function outerCollections(name: string): string[] {
  const parts = name.split('/')
  return parts.slice(1).flatMap((_, at) => parts.slice(0, at + 1).join('/') || [])
}
