import { setTimeout } from 'node:timers/promises'
import { Backups } from '@engine/backup/backups'
import { QuietTimes } from '@engine/graph/runtime/quiet-times'
import { streamOf } from '@engine/pipeline/event-stream'
import type { SharedAccess } from '@engine/ports/storage/shared-access'
import type { EngineBase } from '../engine-base'
import type { EngineParts } from '../start-background'

/** Backups of everything that people have made or added, by the rooms that keep it. */
export function wireBackup(base: EngineBase, parts: Omit<EngineParts, 'backups'>): Backups {
  const { storage, models, vectors, library, answering, research, notes } = parts
  const { catalogue, objects, files, sources, sessions, carrier: tables, vault } = storage.store
  const { changes, opened } = base
  const closing = base.closing.signal
  const quiet = new QuietTimes()
  const backups = new Backups({
    store: {
      ...{ folder: base.options.folder, catalogue, objects, tables, files, sources, research },
      ...{ notebooks: notes, seal: vault.lines, fileSeal: vault.files, now: Date.now },
      sessions: { list: () => sessions.list(), get: (id) => sessions.load(id) },
      renewList: () => renewList(storage.store.shared),
      hold: () => library.library.holdObjects(),
      startWriting: async () => (await storage.store.shared?.hold()) ?? (() => undefined),
      whileStill: (work, signal) => vectors.spaces.exchange(work, signal),
      take: (records, done, signal) =>
        library.library.jobs.run('rebuild', library.library.taking(records), {
          emit: (body) => {
            if (body.type === 'progress') done(body.done)
          },
          signal,
        }),
      takeSession: (context) => answering.records.restore(context),
      takeResearch: (run) => research.import(run),
      takeNotebook: (notebook) => notes.import(notebook),
    },
    stream: (work, signal) => streamOf(work, signal),
    closing,
    keychain: base.options.keychain,
    scheduled: {
      ...{ quiet, log: base.log },
      settings: () => models.settings.get().backups,
      write: (path, text) => files.write(path, text),
      wait: (ms, signal) => setTimeout(ms, undefined, { signal, ref: false }),
      publish: (state, failed) => changes.publish({ type: 'backups', state, failed }),
    },
  })
  opened.defer(() => backups.idle())
  changes.listen((change) => {
    quiet.follow(change)
    if (change.type === 'settings') backups.look()
  })
  void library.ready.then(() => backups.look()).catch(() => undefined)
  return backups
}

/** See `BackedUpStore.renewList`. */
async function renewList(shared: SharedAccess | undefined) {
  if (!shared) return null
  const isSeen = await shared.lookAnew().then(
    () => true,
    () => false,
  )
  const { reachable, reached_at } = shared.access()
  return isSeen && reachable ? null : { known_at: reached_at === null ? null : Date.parse(reached_at) }
}
