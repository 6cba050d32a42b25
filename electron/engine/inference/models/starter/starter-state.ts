import { CairnError, type ErrorReport } from '@shared/errors'
import { hostsOf } from '@shared/models/model-hosts'
import type { ModelSettings } from '@shared/models/model-settings'
import type { CatalogueEntry, Download, InstalledModel, Machine } from '@shared/models/models'
import { type StarterKind, starterKinds, type StarterPart, type StarterSet } from '@shared/models/starter-set'
import { type Picked, pickStarter } from './pick-starter'
import type { StarterWish, WishedPart } from './starter-wish'

export interface StarterFacts {
  readonly entries: readonly CatalogueEntry[]
  readonly installed: readonly InstalledModel[]
  readonly downloads: readonly Download[]
  readonly settings: ModelSettings
  readonly machine: Machine
  /** What was asked for and is not over (`openWish`). */
  readonly wish: StarterWish | undefined
  readonly errors: ReadonlyMap<StarterKind, ErrorReport>
  readonly busy: boolean
}

/** The set as everyone is shown it. */
export function starterState(facts: StarterFacts): StarterSet {
  const { entries, settings, downloads, busy, wish } = facts
  const picked = pickFor(facts)
  const parts = starterKinds.map((kind) => partOf(kind, picked, facts))
  const offers = parts.flatMap(({ offer }) => offer ?? [])
  const missing = offers.filter(({ installed }) => installed === null)
  const missingEntries = entries.filter(({ id }) => missing.some(({ entry_id }) => entry_id === id))
  const come = downloads.filter(
    ({ entry_id, state }) => state !== 'done' && missing.some((one) => one.entry_id === entry_id),
  )
  const bytes = sum(missing.map((one) => one.bytes)) - sum(come.map(({ done }) => done))
  return {
    parts,
    stage: !wish ? 'offered' : parts.some((part) => isAwaited(part, wish)) ? 'adding' : 'added',
    busy,
    missing_bytes: Math.max(0, bytes),
    memory_bytes: sum(offers.map(({ memory_bytes }) => memory_bytes)),
    hosts: [...new Set(missingEntries.flatMap((entry) => hostsOf(entry, settings.mirror)))],
    brought: (wish?.parts ?? []).flatMap(({ model_id, brought }) => (brought && model_id !== null ? [model_id] : [])),
  }
}

/** The model of each job that a person has not given away: what was asked for, and picked beside it for the others. */
export function pickFor({ entries, installed, settings, machine, wish }: StarterFacts): Map<StarterKind, Picked> {
  const wished = new Map<StarterKind, Picked>()
  const taken = new Map<StarterKind, number>()
  for (const kind of starterKinds) {
    const own = ownChoice(kind, settings, wish)
    const part = wish?.parts.find((one) => one.kind === kind)
    const entry = entries.find(({ id }) => id === part?.entry_id)
    if (own !== null) taken.set(kind, installed.find(({ id }) => id === own)?.details.memory_bytes ?? 0)
    else if (entry) {
      // What a later look at the machine would pick changes nothing that was asked for.
      wished.set(kind, { entry, lack: null })
      taken.set(kind, entry.memory_bytes)
    }
  }
  const isInstalled = (entryId: string) => modelOf(entryId, installed) !== undefined
  return new Map([...wished, ...pickStarter({ entries, machine, isInstalled, taken })])
}

/** The usable model of an entry. */
export function modelOf(entryId: string, installed: readonly InstalledModel[]): InstalledModel | undefined {
  return installed.find(({ entry_id, problem }) => entry_id === entryId && problem === null)
}

/** What a person gave a job to; null where the job is free, or the set's. */
function ownChoice(kind: StarterKind, settings: ModelSettings, wish: StarterWish | undefined): string | null {
  const chosen = settings[kind]
  return wish?.parts.some(({ model_id }) => model_id !== null && model_id === chosen) ? null : chosen
}

/** A wish is over when everything came and nothing of it is used any more: then the set is offered anew. */
export function openWish(wish: StarterWish | undefined, settings: ModelSettings): StarterWish | undefined {
  const isOpen = wish?.parts.some(({ kind, model_id }) => model_id === null || settings[kind] === model_id) ?? false
  return isOpen ? wish : undefined
}

/** What is asked for now: a part for every job with a model. Throws CairnError NOT_FOUND where there is none. */
export function wishFor(facts: StarterFacts, picked: ReadonlyMap<StarterKind, Picked>): StarterWish {
  const before = facts.wish?.parts ?? []
  const parts = [...picked].flatMap(([kind, { entry }]): WishedPart[] => {
    if (!entry) return []
    const model = modelOf(entry.id, facts.installed)
    const known = before.find((part) => part.kind === kind && part.entry_id === entry.id)
    // One whose model has been deleted since is asked for again.
    if (known && model) return [known]
    return [{ kind, entry_id: entry.id, model_id: null, brought: known?.brought ?? !model }]
  })
  if (parts.length > 0) return { version: 1, parts }
  const message = 'There is nothing to add: each job has a model, or no recommended one fits this machine.'
  throw new CairnError('NOT_FOUND', message, 'Choose a model in the catalogue.')
}

function isAwaited({ kind, own }: StarterPart, { parts }: StarterWish): boolean {
  return own === null && parts.some((part) => part.kind === kind && part.model_id === null)
}

function partOf(kind: StarterKind, picked: ReadonlyMap<StarterKind, Picked>, facts: StarterFacts): StarterPart {
  const { settings, wish, installed, downloads, errors } = facts
  const { entry = null, lack = null } = picked.get(kind) ?? {}
  const wished = wish?.parts.find((part) => part.kind === kind)
  return {
    kind,
    offer: entry && offerOf(entry, installed),
    lack,
    own: ownChoice(kind, settings, wish),
    in_use: wished !== undefined && wished.model_id !== null && settings[kind] === wished.model_id,
    error: errors.get(kind) ?? downloads.find((one) => one.entry_id === entry?.id)?.error ?? null,
  }
}

function offerOf(entry: CatalogueEntry, installed: readonly InstalledModel[]) {
  const { id, name, licence, languages, bytes, memory_bytes, page } = entry
  return {
    entry_id: id,
    name,
    licence,
    languages,
    bytes,
    memory_bytes,
    page,
    installed: modelOf(id, installed)?.id ?? null,
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
