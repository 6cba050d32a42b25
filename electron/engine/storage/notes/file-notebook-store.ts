import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode, toCairnError } from '@shared/errors'
import { jsonIfValid } from '@engine/platform/stored-text'
import type { DurableFiles } from '@engine/ports/storage/document-store'
import { type NotebookStore, StoredNotebook } from '@engine/ports/storage/notebook-store'

interface ReadFolder {
  readonly notebooks: StoredNotebook[]
  readonly damaged: string[]
}

/** Notebooks as `<folder>/<id>.json`, each replaced in one step that survives power loss. */
export class FileNotebookStore implements NotebookStore {
  constructor(
    /** Absolute; made when first used. */
    private readonly folder: string,
    private readonly files: DurableFiles,
    private readonly log: (line: string) => void,
  ) {}

  async all(): Promise<StoredNotebook[]> {
    const { notebooks, damaged } = await this.#read()
    for (const path of damaged) this.log(`notes: ${path} is damaged and was left as it is.`)
    return notebooks
  }

  async damaged(): Promise<string[]> {
    return (await this.#read()).damaged
  }

  async save(notebook: StoredNotebook): Promise<void> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 })
      await this.files.write(this.#pathOf(notebook.id), `${JSON.stringify(notebook)}\n`)
    } catch (thrown) {
      throw toCairnError(thrown)
    }
  }

  async remove(id: string): Promise<void> {
    await rm(this.#pathOf(id), { force: true })
    await this.files.syncFolder(this.folder)
  }

  #pathOf(id: string): string {
    return join(this.folder, `${id}.json`)
  }

  async #read(): Promise<ReadFolder> {
    const notebooks: StoredNotebook[] = []
    const damaged: string[] = []
    for (const name of await namesIn(this.folder)) {
      if (!/^n_.+\.json$/u.test(name)) continue
      const path = join(this.folder, name)
      const parsed = StoredNotebook.safeParse(jsonIfValid(await readFile(path, 'utf8')))
      // A copy under another name would be written over the first.
      if (parsed.success && `${parsed.data.id}.json` === name) notebooks.push(parsed.data)
      else damaged.push(path)
    }
    return { notebooks, damaged }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted()
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return []
    throw thrown
  }
}
