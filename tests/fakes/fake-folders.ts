import { CairnError } from '@shared/errors'
import { createStamper } from '@shared/events'
import { FolderRules, type FolderState } from '@shared/folders/folder-shapes'
import type { FolderDesk } from '@engine/ports/folder-desk'

export function folderNamed(name: string, fields: Partial<FolderState> = {}): FolderState {
  return {
    id: `w_${name}`,
    path: `/files/${name}`,
    collection: null,
    folders: 'flat',
    rules: FolderRules.parse({}),
    paused: false,
    added_at: 0,
    state: 'in_step',
    files: 3,
    waiting: 0,
    deleted: 0,
    looked_at: 0,
    told: true,
    problem: null,
    ...fields,
  }
}

/** Watched folders in memory. */
export class FakeFolders implements FolderDesk {
  folders: FolderState[] = []
  readonly rescanned: { id: string | undefined; readAgain: boolean }[] = []

  list = () => this.folders

  add: FolderDesk['add'] = ({ path, collection }) => {
    const folder = folderNamed(path.slice(path.lastIndexOf('/') + 1), { path, collection: collection ?? null })
    this.folders.push(folder)
    return Promise.resolve(folder)
  }

  change: FolderDesk['change'] = (id, { paused, rules }) =>
    this.#update(id, { ...(paused === undefined ? {} : { paused }), ...(rules ? { rules } : {}) })

  takeBack = (id: string) => this.#update(id, { deleted: 0 })

  remove(id: string): Promise<void> {
    this.folders = this.folders.filter((folder) => folder.id !== id)
    return Promise.resolve()
  }

  rescan(id: string | undefined, readAgain: boolean): FolderState[] {
    this.rescanned.push({ id, readAgain })
    return this.folders
  }

  async *follow() {
    const stamp = createStamper('ingest', 'w', () => 0)
    yield await Promise.resolve(
      stamp({ type: 'progress', job: 'ingest', done: 3, total: 3, unit: 'files', message: '' }),
    )
  }

  #update(id: string, fields: Partial<FolderState>): Promise<FolderState> {
    const found = this.folders.find((folder) => folder.id === id)
    if (!found) return Promise.reject(new CairnError('NOT_FOUND', `There is no watched folder "${id}".`))
    Object.assign(found, fields)
    return Promise.resolve(found)
  }
}
