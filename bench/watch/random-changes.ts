import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface ChangedFolder {
  readonly root: string
  /** Paths of the files that are there. */
  readonly files: string[]
  readonly random: () => number
}

/** What was done, by kind; of a renamed folder every file counts as moved. */
export interface Done {
  created: number
  changed: number
  moved: number
  deleted: number
}

const filesPerFolder = 100

const text = (name: string, figure: number) =>
  `# Site ${name}\n\nThe gauge at site ${name} read ${figure} cm in spring. The pump beside it was mended twice.\n`

/** Writes so many short files, a hundred a folder. */
export async function writeFolder(root: string, count: number, random: () => number): Promise<ChangedFolder> {
  const files: string[] = []
  for (let at = 0; at < count; at += filesPerFolder) {
    const folder = join(root, `area-${Math.floor(at / 1000)}`, `row-${at / filesPerFolder}`)
    await mkdir(folder, { recursive: true })
    const names = Array.from({ length: Math.min(filesPerFolder, count - at) }, (_, n) => `site-${at + n}`)
    await Promise.all(
      names.map((name) => writeFile(join(folder, `${name}.md`), text(name, Math.floor(random() * 9000)))),
    )
    files.push(...names.map((name) => join(folder, `${name}.md`)))
  }
  return { root, files, random }
}

/** Makes one change at random: a new file, another content, another place, a deletion, now and then a renamed folder. */
export async function changeAtRandom(folder: ChangedFolder, at: number, done: Done): Promise<void> {
  const { files, random } = folder
  const pick = Math.floor(random() * files.length)
  const path = files[pick] ?? ''
  const kind = at % 50 === 49 ? 4 : at % 4
  if (kind === 0) {
    const fresh = join(dirname(path), `new-${at}.md`)
    await writeFile(fresh, text(`new-${at}`, at))
    files.push(fresh)
    done.created += 1
  } else if (kind === 1) {
    await appendFile(path, `\nRead again at visit ${at}: ${Math.floor(random() * 9000)} cm.\n`)
    done.changed += 1
  } else if (kind === 2) {
    const other = files[Math.floor(random() * files.length)] ?? path
    const target = join(dirname(other), `moved-${at}.md`)
    await rename(path, target)
    files[pick] = target
    done.moved += 1
  } else if (kind === 3) {
    await rm(path)
    files.splice(pick, 1)
    done.deleted += 1
  } else await renameFolder(folder, dirname(path), `${dirname(path)}-${at}`, done)
}

async function renameFolder({ files }: ChangedFolder, from: string, to: string, done: Done): Promise<void> {
  await rename(from, to)
  for (const [at, path] of files.entries()) {
    if (dirname(path) !== from) continue
    files[at] = join(to, path.slice(from.length + 1))
    done.moved += 1
  }
}
