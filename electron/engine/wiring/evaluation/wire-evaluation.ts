import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { CairnError } from '@shared/errors'
import { type DocumentRecord, isInCollection } from '@shared/documents'
import { byCodeUnits } from '@shared/hash'
import type { RunConditions } from '@shared/evaluation/evaluation-run'
import { withPatch } from '@shared/patch-schema'
import { EvaluationRuns, type RunRequest } from '@engine/evaluation/runs/evaluation-runs'
import { EvaluationSets } from '@engine/evaluation/sets/evaluation-sets'
import { TurnActivity } from '@engine/platform/changes/turn-activity'
import { resolveFilter } from '@engine/ingest/documents/resolve-filter'
import { safeFileName } from '@engine/ingest/files/safe-file-name'
import { AsideChat } from '@engine/pipeline/aside/aside-chat'
import { version } from '@engine/platform/paths'
import type { EvaluationDesk } from '@engine/ports/evaluation-desk'
import { createScratchSessions } from '@engine/storage/sessions/scratch-sessions'
import type { EngineBase } from '../engine-base'
import type { EngineParts } from '../start-background'

type Parts = Omit<EngineParts, 'research' | 'evaluation' | 'backups'>

/** Sets of questions, and runs of them beside the chats. */
export function wireEvaluation(base: EngineBase, parts: Parts): EvaluationDesk {
  const { options, opened, changes, log } = base
  const closing = base.closing.signal
  const { store } = parts.storage
  const { rooms } = parts.answering
  const activity = new TurnActivity()
  changes.listen((change) => activity.follow(change))
  const shared = { store: store.evaluation, publish: changes.publish, now: Date.now, newId: randomUUID }
  const sets = new EvaluationSets({
    ...shared,
    shipped: join(options.resources, 'golden', 'golden.json'),
    session: (id) => store.sessions.load(id),
    confidential: { documents: () => store.catalogue.list(), kept: parts.models.kept },
    fileName: safeFileName,
  })
  const scratch = createScratchSessions([], Date.now)
  const aside = new AsideChat({ rooms, sessions: scratch, ready: parts.library.ready, closing, log })
  const runs = new EvaluationRuns({
    ...shared,
    set: (id) => sets.get(id),
    conditions: (request) => conditionsOf(request, parts),
    missing(names) {
      const known = new Set(rooms.library.records().flatMap(({ name, title }) => [name, title]))
      return names.filter((name) => !known.has(name))
    },
    ask:
      ({ settings, model, filter }) =>
      (question, session_id, signal) => {
        base.rest.used()
        return aside.ask({ question, session_id, model, filter }, signal, settings)
      },
    whenQuiet: (signal) => activity.whenIdle(signal),
    closing,
    log,
  })
  opened.defer(() => runs.idle())
  return { sets, runs }
}

async function conditionsOf({ settings = {}, model, filter }: RunRequest, parts: Parts): Promise<RunConditions> {
  const { rooms } = parts.answering
  // In a chat the next model would answer; figures of another model than the one named would mislead.
  if (model !== undefined && model !== 'rules' && rooms.models?.knows(model) !== true) {
    throw new CairnError('NOT_FOUND', `The model ${model} is not installed.`, 'Choose another one.')
  }
  const { catalogue, index } = parts.storage.store
  const records = catalogue.list()
  requireCollections(filter?.collections, records)
  const texts = rooms.library.records().flatMap(({ live }) => live?.content_hash ?? [])
  return {
    cairn: version,
    retrieval: withPatch(rooms.settings(), settings),
    models: {
      language:
        model === 'rules' ? null : ((rooms.models?.open ?? rooms.models)?.candidates('answer', model)[0]?.name ?? null),
      embedder: rooms.embedder.id,
      reranker: rooms.reranker?.()?.id ?? null,
      reader: rooms.reader?.()?.id ?? null,
    },
    library: {
      documents: texts.length,
      chunks: await index.countChunks(resolveFilter(undefined, records)),
      version: createHash('sha256').update(texts.toSorted(byCodeUnits).join(' ')).digest('hex').slice(0, 16),
    },
    filter: filter ?? null,
  }
}

/** A name that no collection has finds nothing, and its figures would look like a fall in quality. */
function requireCollections(names: readonly string[] = [], records: readonly DocumentRecord[]): void {
  const isKnown = (wanted: string) =>
    records.some(({ collection, trashed_at }) => trashed_at === null && isInCollection(collection, wanted))
  const name = names.find((wanted) => !isKnown(wanted))
  if (name === undefined) return
  throw new CairnError(
    'NOT_FOUND',
    `There is no collection "${name}".`,
    'List the documents to see which collections there are.',
  )
}
