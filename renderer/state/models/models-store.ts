import { type ErrorReport, toCairnError } from '@shared/errors'
import type { CatalogueItem, LoopbackServer, ModelsState, NetworkAttempt } from '@shared/models/models'
import type { ModelSettingsPatch } from '@shared/settings'
import { create } from 'zustand'
import { call } from '../connection'
import { attempt, notify } from '../window/notices'
import { changeSettings } from '../settings-store'

interface ModelsStore {
  /** Null until the engine has told it, and where it runs no models. */
  readonly state: ModelsState | null
  /** Null until it was read. */
  readonly catalogue: readonly CatalogueItem[] | null
  readonly catalogueError: ErrorReport | null
  /** Newest first; null until it was read. */
  readonly network: readonly NetworkAttempt[] | null
  readonly networkError: ErrorReport | null
  /** Servers are being looked for. */
  readonly looking: boolean
  /** Models of which something was asked that the engine has not answered. */
  readonly pending: ReadonlySet<string>
}

export const useModels = create<ModelsStore>(() => ({
  state: null,
  catalogue: null,
  catalogueError: null,
  network: null,
  networkError: null,
  looking: false,
  pending: new Set(),
}))

export function receiveModels(state: ModelsState | null): void {
  useModels.setState({ state })
}

/** The jobs a model can be chosen for, by the names of the settings. */
export type ModelRole = 'language' | 'fallback' | 'embedder' | 'reranker' | 'reader'

/** Gives a job to a model; null to what comes with Cairn. */
export function choose(role: ModelRole, id: string | null): Promise<boolean> {
  return changeModelSettings({ [role]: id })
}

export function changeModelSettings(models: ModelSettingsPatch): Promise<boolean> {
  return changeSettings({ models })
}

/** Loads a model before it is needed, or unloads it. A model that was left alone after failures is tried again. */
export function setLoaded(id: string, loaded: boolean): Promise<void> {
  return pending(id, async () => {
    receiveModels(await call(({ models }) => (loaded ? models.load({ id }) : models.unload({ id }))))
  })
}

/** Deletes a model's files for good. */
export async function deleteModel(id: string, name: string): Promise<void> {
  await pending(id, async () => {
    await call((client) => client.models.delete({ id }))
    const { state } = useModels.getState()
    if (state) receiveModels({ ...state, installed: state.installed.filter((model) => model.id !== id) })
    notify({ key: 'models:delete.done', values: { name } })
  })
}

/** Halts making the next embedder's vectors, or goes on. */
export async function pauseEmbedding(paused: boolean): Promise<void> {
  await attempt(async () => receiveModels(await call((client) => client.models.pause_embedding({ paused }))))
}

/** Looks for servers on this machine again. */
export async function findServers(): Promise<void> {
  if (useModels.getState().looking) return
  useModels.setState({ looking: true })
  await attempt(async () => receiveServers(await call((client) => client.models.find_servers())))
  useModels.setState({ looking: false })
}

/** Keeps the key that a server wants, or forgets it (null). The page keeps none. False where it failed. */
export function setServerKey(url: string, key: string | null): Promise<boolean> {
  return attempt(async () => receiveServers(await call((client) => client.models.set_server_key({ url, key }))))
}

function receiveServers(servers: LoopbackServer[]): void {
  const { state } = useModels.getState()
  if (state) receiveModels({ ...state, servers })
}

export async function readCatalogue(): Promise<void> {
  try {
    useModels.setState({ catalogue: await call((client) => client.models.catalogue()), catalogueError: null })
  } catch (thrown) {
    useModels.setState({ catalogueError: toCairnError(thrown).report() })
  }
}

export async function readNetworkLog(): Promise<void> {
  try {
    useModels.setState({ network: await call((client) => client.models.network_log()), networkError: null })
  } catch (thrown) {
    useModels.setState({ networkError: toCairnError(thrown).report() })
  }
}

async function pending(id: string, act: () => Promise<void>): Promise<void> {
  const others = () => [...useModels.getState().pending].filter((other) => other !== id)
  useModels.setState({ pending: new Set([...others(), id]) })
  await attempt(act)
  useModels.setState({ pending: new Set(others()) })
}
