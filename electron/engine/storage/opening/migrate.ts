import { CairnError } from '@shared/errors'
import { type StoreDescription, writeStoreDescription } from '../files/store-file'

/**
 * One step from schema version `to - 1` to `to`. It may be run again after a crash in its middle, so it must end in
 * the same state whether or not part of it was already done.
 */
export interface Migration {
  readonly to: number
  readonly name: string
  run(folder: string): Promise<void>
}

const firstVersion = 1

/** The schema version a store has once every migration of `list` ran. */
export function currentVersion(list: readonly Migration[]): number {
  return list.reduce((version, migration) => Math.max(version, migration.to), firstVersion)
}

/**
 * Brings a store to the current version, writing down each step before the next begins. Throws STORE_TOO_NEW for a
 * store that a newer Cairn has written; nothing of it is touched then.
 */
export async function migrate(
  folder: string,
  description: StoreDescription,
  list: readonly Migration[],
  log: (line: string) => void,
): Promise<StoreDescription> {
  const newest = currentVersion(list)
  if (description.schema_version > newest) {
    throw new CairnError(
      'STORE_TOO_NEW',
      `This store was written by a newer Cairn (store version ${description.schema_version}; this one knows up to ${newest}).`,
      'Update Cairn, or choose another folder.',
    )
  }
  let current = description
  for (const migration of [...list].sort((a, b) => a.to - b.to)) {
    if (migration.to <= current.schema_version) continue
    log(`store: migrating to version ${migration.to}: ${migration.name}`)
    await migration.run(folder)
    current = { ...current, schema_version: migration.to }
    await writeStoreDescription(folder, current)
  }
  return current
}
