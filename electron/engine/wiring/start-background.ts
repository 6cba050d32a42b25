import { setTimeout } from 'node:timers/promises'
import { forgetAll } from '@engine/text/loading/forgettable'
import { giveAllMemoryBack } from '@engine/platform/rest/give-memory-back'
import type { Backups } from '@engine/backup/backups'
import type { EvaluationDesk } from '@engine/ports/evaluation-desk'
import type { Notebooks } from '@engine/research/notes/notebooks'
import type { EngineBase } from './engine-base'
import type { AnsweringNeeds } from './pipeline-rooms'
import type { ResearchRuns } from '@engine/research/runs/research-runs'
import type { AnsweringPart } from './wire-answering'

/** So long behind a request others' changes of a shared library are looked for every second, in milliseconds. */
const askedForMs = 60_000

export interface EngineParts extends AnsweringNeeds {
  readonly notes: Notebooks
  readonly answering: AnsweringPart
  readonly research: ResearchRuns
  readonly backups: Backups
  readonly evaluation: EvaluationDesk
}

/** Starts what goes on by itself once everything is wired: models, the graph, vectors that an earlier run began. */
export function startBackground({ changes, closing, log, rest }: EngineBase, parts: EngineParts): void {
  const { inference } = parts.models
  const { ready } = parts.library
  const { reEmbedding, chosenEmbedder, late } = parts.vectors
  inference.start()
  // Every room is known by now.
  const { vault } = parts.storage.store
  const told = async () => changes.publish({ type: 'encryption', encryption: await vault.state() })
  vault.begin(() => void told().catch((thrown: unknown) => log(String(thrown))))
  parts.answering.records.begin((part) =>
    part.kind === 'research' ? parts.research.import(part.whole) : parts.notes.import(part.whole),
  )
  void ready.then(() => parts.graph.graph.start()).catch((thrown: unknown) => log(`graph: ${String(thrown)}`))
  void ready.then(() => reEmbedding.recover()).then(() => chosenEmbedder.apply())
  void ready.then(() => late.start())
  void ready.then(() => readScans(parts, closing.signal))
  void ready.then(() => followFolders(parts, closing.signal))
  void ready.then(() => parts.research.resume()).catch(() => undefined)
  void warmUp(parts.answering, closing.signal)
  rest.follow(() => {
    forgetAll()
    parts.answering.firstLoads.forget()
    // The last: what the others have given up is collected.
    giveAllMemoryBack()
  })
  rest.used()
  parts.storage.store.shared?.askUse({
    isAsked: () => rest.wasAskedWithin(askedForMs),
    isInUse: () => !rest.isAtRest || parts.answering.feed.isFollowed,
  })
}

const afterMs = 1000
/** A question on the command line is answered by then. */
const ocrAfterMs = 10_000
/** Room for other work between two things that are read at once. */
const betweenMs = 50

/** Loads what the first question of a window would wait for, a second after the start and in pieces. Never rejects. */
async function warmUp({ firstLoads, tools, turns }: AnsweringPart, signal: AbortSignal): Promise<void> {
  const pause = async (ms: number) => {
    await setTimeout(ms, undefined, { signal, ref: false })
    // A question that is being answered loads what it needs itself, and needs the processor.
    while (turns.running().length > 0) await setTimeout(betweenMs, undefined, { signal, ref: false })
  }
  try {
    await pause(afterMs)
    // Chinese is cut by a dictionary of 36 MB, which a library without Chinese never needs.
    await firstLoads.inBackground('en', () => pause(betweenMs))
    await pause(betweenMs)
    await tools.warm()
  } catch {
    // Whoever asks for it is told.
  }
}

/** Begins to follow the folders, and looks at files that were added by themselves. */
async function followFolders({ library: { folders } }: EngineParts, signal: AbortSignal): Promise<void> {
  await setTimeout(afterMs, undefined, { ref: false })
  if (signal.aborted) return
  folders.folders.start()
  folders.loose.start()
}

/** Goes on with what OCR had left. */
async function readScans({ library, storage }: EngineParts, signal: AbortSignal): Promise<void> {
  await setTimeout(ocrAfterMs, undefined, { signal, ref: false }).catch(() => undefined)
  if (!signal.aborted && (storage.store.shared?.isWriting() ?? true)) library.library.ocr?.start()
}
