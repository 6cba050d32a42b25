import { Backups } from '@engine/backup/backups'
import { streamOf } from '@engine/pipeline/event-stream'
import type { EngineBase } from '../engine-base'
import type { EngineParts } from '../start-background'

/** Backups of everything that people have made or added, by the rooms that keep it. */
export function wireBackup(base: EngineBase, parts: Omit<EngineParts, 'backups'>): Backups {
  const { storage, vectors, library, answering, research, notes } = parts
  const { catalogue, objects, files, sessions, vectors: tables } = storage.store
  const backups = new Backups({
    store: {
      ...{ folder: base.options.folder, catalogue, objects, tables, files, research },
      ...{ notebooks: notes, now: Date.now },
      sessions: { list: () => sessions.list(), get: (id) => sessions.load(id) },
      hold: () => library.library.holdObjects(),
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
    closing: base.closing.signal,
  })
  base.opened.defer(() => backups.idle())
  return backups
}
