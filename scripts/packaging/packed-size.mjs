/**
 * The files of an archive by its header, as `@electron/asar` reads it: path from the archive's root with `/`, bytes, and whether the file lies
 * beside the archive.
 */
export function packedFiles(header, folder = '') {
  return Object.entries(header.files).flatMap(([name, entry]) => {
    const path = folder === '' ? name : `${folder}/${name}`
    if (entry.files) return packedFiles(entry, path)
    // A link has no size of its own.
    return entry.size === undefined ? [] : [{ path, bytes: entry.size, beside: entry.unpacked === true }]
  })
}

/** What a file belongs to: its package, or the first two folders of what is Cairn's own. */
export function partOf(path) {
  const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(path) ?? []
  return name ?? path.split('/').slice(0, 2).join('/')
}

/** Bytes by part, the largest first. */
export function sizesByPart(files) {
  const sizes = new Map()
  for (const { path, bytes } of files) sizes.set(partOf(path), (sizes.get(partOf(path)) ?? 0) + bytes)
  return [...sizes].map(([part, bytes]) => ({ part, bytes })).sort((a, b) => b.bytes - a.bytes)
}

/** The sum, the largest parts and the rest, as lines in megabytes of a million bytes. */
export function sizeLines(files, shown = 20) {
  const sizes = sizesByPart(files)
  const sum = (list) => list.reduce((total, { bytes }) => total + bytes, 0)
  const line = (bytes, what) => `${(bytes / 1e6).toFixed(1).padStart(8)} MB  ${what}`
  const rest = sizes.slice(shown)
  return [
    line(sum(sizes), `in all, ${files.length} files, without Electron and without models`),
    ...sizes.slice(0, shown).map(({ part, bytes }) => line(bytes, part)),
    ...(rest.length > 0 ? [line(sum(rest), `${rest.length} smaller parts`)] : []),
  ]
}
