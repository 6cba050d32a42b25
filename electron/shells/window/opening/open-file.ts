import { lstat } from 'node:fs/promises'
import { shell } from 'electron'

/** Has the system's program open a file. False where there is no such file, or the system has no program for it. */
export async function openFile(path: string, log: (line: string) => void): Promise<boolean> {
  // Behind a link may be a file of another kind than the name says.
  const isFile = await lstat(path).then(
    (entry) => entry.isFile(),
    () => false,
  )
  if (!isFile) return false
  const problem = await shell.openPath(path)
  if (problem !== '') log(`The system opened no file: ${problem}`)
  return problem === ''
}
