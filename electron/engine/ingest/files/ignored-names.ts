const ignoredFolders = new Set(['node_modules', '__pycache__', '__MACOSX', '$RECYCLE.BIN', 'System Volume Information'])
const ignoredFiles = /^(?:\..*|Thumbs\.db|desktop\.ini|~\$.*|.*\.(?:tmp|part|crdownload))$/iu

/** Folders that hold nothing people wrote: hidden ones and those of programs. */
export function isIgnoredFolder(name: string): boolean {
  return ignoredFolders.has(name) || name.startsWith('.')
}

/** Hidden and temporary files. */
export function isIgnoredFile(name: string): boolean {
  return ignoredFiles.test(name)
}

/** The same for a file of an archive, by its path; one that names nothing is left out as well. */
export function isIgnoredPath(path: string): boolean {
  const folders = path.split(/[\\/]/u).filter((part) => !/^\.{0,2}$/u.test(part))
  const name = folders.pop()
  if (name === undefined) return true
  return isIgnoredFile(name) || folders.some(isIgnoredFolder)
}
