import { sep } from 'node:path'
import ignore from 'ignore'
import type { FolderRules } from '@shared/folders/folder-shapes'
import { extensionOf } from '../../files/file-name'
import { isIgnoredFile, isIgnoredFolder } from '../../files/ignored-names'
import type { IgnoreFiles } from './ignore-files'

/** What a watched folder leaves out. Paths are from the folder on, as the system writes them. */
export interface CompiledRules {
  leavesOutFolder(path: string): boolean
  /** @param size in bytes; an empty file has nothing to read. */
  leavesOutFile(path: string, size: number): boolean
}

const bytesOfMegabyte = 1024 * 1024

/**
 * Rules ready to be asked of thousands of paths. Hidden and temporary files are left out whatever the rules say, as they are when a
 * folder is added by hand. Patterns are read as git reads them (package `ignore`); where they say nothing of a path, neither that it is
 * left out nor (`!`) that it is not, the folder's own `.gitignore` files do.
 */
export function compileRules(
  { ignore: lines, max_mb, depth, kinds }: FolderRules,
  own: Pick<IgnoreFiles, 'leavesOut'>,
): CompiledRules {
  const patterns = ignore().add(lines)
  const isIgnored = (path: string) => {
    const { ignored, unignored } = patterns.test(path)
    return ignored || (!unignored && own.leavesOut(path))
  }
  const read = new Set(kinds)
  const most = max_mb * bytesOfMegabyte
  return {
    leavesOutFolder(path) {
      const parts = path.split(sep)
      return parts.length > depth || isIgnoredFolder(parts.at(-1) ?? '') || isIgnored(`${parts.join('/')}/`)
    },
    leavesOutFile(path, size) {
      const parts = path.split(sep)
      const name = parts.at(-1) ?? ''
      if (parts.length - 1 > depth || isIgnoredFile(name) || size === 0 || size > most) return true
      if (read.size > 0 && !read.has(extensionOf(name))) return true
      return isIgnored(parts.join('/'))
    },
  }
}
