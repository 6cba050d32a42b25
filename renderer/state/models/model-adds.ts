import { type ErrorReport, toCairnError } from '@shared/errors'
import type { InstalledModel } from '@shared/models/models'
import { create } from 'zustand'
import { chosenFiles, type IncomingFile, upload } from '@renderer/bridge/files'
import { call, reachable } from '../connection'
import { groupGgufPaths, groupModelFiles, type ModelFiles } from './group-model-files'
import { choose } from './models-store'
import { attempt, notify } from '../window/notices'
import { useSettings } from '../settings-store'
import { go, useRoute } from '../window/address'

/** A model on its way into the models folder. */
export interface ModelAdd {
  readonly id: number
  readonly name: string
  /** Sent to the engine's machine (in a browser tab only), then copied and checked there. */
  readonly state: 'waiting' | 'sending' | 'checking' | 'failed'
  /** Bytes. */
  readonly sent: number
  readonly size: number
  readonly error: ErrorReport | null
}

export const useModelAdds = create<{ readonly adds: readonly ModelAdd[] }>(() => ({ adds: [] }))

/** Of every listed model, so that one that failed can be tried again. */
const sources = new Map<number, { readonly files: ModelFiles['files']; readonly paths: readonly string[] }>()
const working = new Map<number, AbortController>()
let lastId = 0
let busy = false

/** Adds what was given as models. Returns what can be none. */
export function addModelFiles(files: readonly IncomingFile[]): IncomingFile[] {
  const { models, others } = groupModelFiles(files)
  for (const { name, files: own } of models) {
    const inPlace = own.flatMap(({ path }) => path ?? [])
    const toSend = own.filter(({ path }) => path === null)
    list(name, toSend, inPlace)
  }
  void work()
  return others
}

export function addChosenModels(list: FileList): IncomingFile[] {
  return addModelFiles(chosenFiles(list))
}

/** Adds one model that lies on the engine's machine. */
export function addModelPaths(paths: readonly string[]): void {
  const [first] = paths
  if (first === undefined) return
  list(first.split(/[\\/]/u).findLast((part) => part !== '') ?? first, [], paths)
  void work()
}

/** Asks with the system's dialog, where the shell has one. */
export async function pickModels(kind: 'files' | 'folder'): Promise<void> {
  await attempt(async () => {
    const paths = await call((client) => client.shell.pick({ kind }))
    if (paths.every((path) => /\.gguf$/iu.test(path))) groupGgufPaths(paths).forEach(addModelPaths)
    else addModelPaths(paths)
  })
}

/** Tries a model again that could not be added. */
export function retryAdd(id: number): void {
  show(id, { state: 'waiting', sent: 0, error: null })
  void work()
}

/** Takes a model off the list; one under way is stopped. */
export function dropAdd(id: number): void {
  working.get(id)?.abort()
  sources.delete(id)
  useModelAdds.setState(({ adds }) => ({ adds: adds.filter((add) => add.id !== id) }))
}

function list(name: string, files: readonly IncomingFile[], paths: readonly string[]): void {
  const id = ++lastId
  sources.set(id, { files, paths })
  const size = files.reduce((sum, file) => sum + file.size, 0)
  const add: ModelAdd = { id, name, state: 'waiting', sent: 0, size, error: null }
  useModelAdds.setState(({ adds }) => ({ adds: [...adds, add] }))
}

/** Adds the waiting models one after the other: they are large, and two at once would only be slower. */
async function work(): Promise<void> {
  if (busy) return
  busy = true
  for (;;) {
    const next = useModelAdds.getState().adds.find(({ state }) => state === 'waiting')
    if (!next) break
    await addOne(next.id)
  }
  busy = false
}

async function addOne(id: number): Promise<void> {
  const source = sources.get(id)
  if (!source) return
  const controller = new AbortController()
  const { signal } = controller
  working.set(id, controller)
  try {
    const paths = [...source.paths, ...(await sent(id, source.files, signal))]
    show(id, { state: 'checking' })
    await reachable(signal)
    const model = await call((client) => client.models.add({ paths }, { signal }))
    dropAdd(id)
    sayAdded(model)
  } catch (thrown) {
    if (signal.aborted) return
    show(id, { state: 'failed', error: toCairnError(thrown).report() })
  } finally {
    working.delete(id)
  }
}

/** Sends files one after the other; returns where they lie on the engine's machine. */
async function sent(id: number, files: readonly IncomingFile[], signal: AbortSignal): Promise<string[]> {
  const paths: string[] = []
  const batch = crypto.randomUUID()
  let before = 0
  for (const file of files) {
    show(id, { state: 'sending', sent: before })
    const options = { name: nameToSend(file), model: { batch } }
    paths.push(await upload(file.file, (bytes) => show(id, { sent: before + bytes }), signal, options))
    before += file.size
  }
  return paths
}

/** With its folders: of two files of one name (`config.json`, `1_Pooling/config.json`) the place says which is which. */
function nameToSend({ name, folder, inside }: IncomingFile): string {
  return folder === undefined ? name : `${folder}/${inside ?? name}`
}

function sayAdded({ id, name, kind, problem }: InstalledModel): void {
  // Its own line says what is wrong with it.
  if (problem) {
    if (useRoute.getState().view !== 'models') notify({ key: 'models:add.unusable', values: { name } })
    return
  }
  // A kind is also the name of the job it is chosen for.
  const isFree = useSettings.getState().settings.models[kind] === null
  notify({
    key: 'models:add.done',
    values: { name },
    lifeMs: 12_000,
    action: isFree
      ? { key: `models:add.use.${kind}`, run: () => void choose(kind, id) }
      : { key: 'models:add.show', run: () => go({ view: 'models' }) },
  })
}

function show(id: number, change: Partial<ModelAdd>): void {
  useModelAdds.setState(({ adds }) => ({ adds: adds.map((add) => (add.id === id ? { ...add, ...change } : add)) }))
}
