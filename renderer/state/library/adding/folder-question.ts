import {
  type FolderLook,
  isLeftOutOf,
  lookAt,
  type NamedFolder,
  unreadKind,
  vaultOf,
} from '@shared/folders/folder-look'
import { create } from 'zustand'
import type { IncomingFile } from '@renderer/bridge/files'
import { call } from '../../connection'

/** What is to become of folders: all of their files, those Cairn can read, or nothing. */
export type FolderAnswer = 'all' | 'readable' | 'none'

interface FolderQuestion {
  readonly look: FolderLook
  readonly answer: (answer: FolderAnswer) => void
}

/** The question that is open; those behind it wait for its answer. */
export const useFolderQuestion = create<{ readonly question: FolderQuestion | null }>(() => ({ question: null }))

let last: Promise<unknown> = Promise.resolve()

/** Asks only where a folder has something to say: it is some program's, or files in it cannot be read. */
function ask(look: FolderLook): Promise<FolderAnswer> {
  if (look.vaults.length === 0 && look.unread.length === 0) return Promise.resolve('all')
  const asked = last.then(
    () =>
      new Promise<FolderAnswer>((resolve) => {
        const answer = (given: FolderAnswer) => {
          useFolderQuestion.setState({ question: null })
          resolve(given)
        }
        useFolderQuestion.setState({ question: { look, answer } })
      }),
  )
  last = asked
  return asked
}

/** Asks about those of these paths that are folders. Throws CairnError where they cannot be looked into. */
export async function askAboutPaths(paths: readonly string[]): Promise<FolderAnswer> {
  const { look } = await call(({ documents }) => documents.look_into({ paths: [...paths] }))
  return look ? ask(look) : 'all'
}

/** Those of the files of folders that are to be added; at once where none came in a folder. */
export function chooseFiles(
  files: readonly IncomingFile[],
): readonly IncomingFile[] | Promise<readonly IncomingFile[]> {
  const folders = new Map<string, IncomingFile[]>()
  for (const file of files) {
    if (file.folder !== undefined && file.inside !== undefined)
      folders.set(file.folder, [...(folders.get(file.folder) ?? []), file])
  }
  return folders.size === 0 ? files : chosenOf(files, folders)
}

async function chosenOf(
  files: readonly IncomingFile[],
  folders: ReadonlyMap<string, readonly IncomingFile[]>,
): Promise<readonly IncomingFile[]> {
  const named = new Map([...folders].map(([name, inside]) => [name, namedFolder(name, inside)]))
  const answer = await ask(lookAt([...named.values()]))
  if (answer === 'none') return []
  return files.filter(({ folder = '', inside = '', name }) => {
    const vault = vaultOf(named.get(folder)?.top ?? new Set())
    if (isLeftOutOf(vault, inside)) return false
    return answer === 'all' || folder === '' || unreadKind(name) === null
  })
}

function namedFolder(name: string, files: readonly IncomingFile[]): NamedFolder {
  const paths = files.flatMap(({ inside }) => inside ?? [])
  const top = new Set([...paths.map((path) => path.split('/', 1)[0] ?? ''), ...(files[0]?.hidden ?? [])])
  return { name, top, files: paths }
}
