/** The last part of a file name in lower case, without the dot; for `Makefile` and `Dockerfile` the whole name. */
export function extensionOf(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).toLowerCase()
  return base.slice(base.lastIndexOf('.') + 1)
}

/** The file name without folder and extension: the title of a document that has none. */
export function titleFromName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const dot = base.lastIndexOf('.')
  return dot > 0 ? base.slice(0, dot) : base
}
