import { copyFile, mkdir, rename } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { temporaryPath } from '../../files/durable-file'
import { isOwnFile, LocalTablePlace, type LocalTablePlaceParts } from '../table-place'
import { filesBelow } from '@engine/platform/stored-text'
import { turnFile } from './sealed-copies'
import type { SealedTables } from './sealed-tables'

/** Tables in a folder of the store whose files are sealed: LanceDB gets to them through the thread that opens them. */
export class SealedTablePlace extends LocalTablePlace {
  override readonly isSealed = true

  constructor(
    parts: LocalTablePlaceParts,
    private readonly tables: SealedTables,
  ) {
    super(parts)
  }

  override get uri(): string {
    return this.tables.uriOf(this.parts.name)
  }

  override get storageOptions(): Readonly<Record<string, string>> {
    return this.tables.storageOptions
  }

  override async beforeReading(): Promise<void> {
    await this.tables.ready()
  }

  /** They are linked as they are, in no time, and opened once others may write again. */
  override async linkInto(folder: string): Promise<() => Promise<void>> {
    await super.linkInto(folder)
    return async () => {
      for (const path of await filesBelow(folder)) {
        if (isOwnFile(relative(folder, path))) continue
        const opened = temporaryPath(this.temporaryFolder)
        await turnFile(path, opened, { key: this.tables.key, way: 'open', temporaryFolder: this.temporaryFolder })
        await rename(opened, path)
      }
    }
  }

  override async setAside(how: { keep: boolean }): Promise<string | undefined> {
    await this.tables.letGo()
    return super.setAside(how)
  }

  override async take(folder: string): Promise<void> {
    const { temporaryFolder } = this
    await this.prepare()
    for (const path of await filesBelow(folder)) {
      const name = relative(folder, path)
      const target = join(this.folder, name)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      if (isOwnFile(name)) await copyFile(path, target)
      else await turnFile(path, target, { key: this.tables.key, way: 'seal', temporaryFolder })
    }
  }
}
