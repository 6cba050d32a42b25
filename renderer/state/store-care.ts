import type { CheckReport, StoreInfo } from '@shared/api/store/store-report'
import { type ErrorReport, toCairnError } from '@shared/errors'
import { create } from 'zustand'
import { call } from './connection'

interface StoreCare {
  readonly info: StoreInfo | null
  readonly infoError: ErrorReport | null
  readonly check: 'idle' | 'running' | CheckReport
  readonly checkError: ErrorReport | null
  readonly rebuild: Rebuild | null
}

export interface Rebuild {
  readonly kind: 'rebuild' | 'repair'
  readonly state: 'running' | 'done' | 'stopped' | 'failed'
  readonly done: number
  readonly total: number
  readonly error: ErrorReport | null
}

/** Facts of the store, and the work on its index; both stay when the settings are left. */
export const useStoreCare = create<StoreCare>(() => ({
  info: null,
  infoError: null,
  check: 'idle',
  checkError: null,
  rebuild: null,
}))

let rebuilding: AbortController | undefined

export async function readStoreInfo(): Promise<void> {
  try {
    useStoreCare.setState({ info: await call((client) => client.store.info()), infoError: null })
  } catch (thrown) {
    useStoreCare.setState({ infoError: toCairnError(thrown).report() })
  }
}

/** Reads everything the store keeps and compares it with what it should be. */
export async function checkStore(): Promise<void> {
  if (useStoreCare.getState().check === 'running') return
  useStoreCare.setState({ check: 'running', checkError: null })
  try {
    useStoreCare.setState({ check: await call((client) => client.store.check()) })
  } catch (thrown) {
    useStoreCare.setState({ check: 'idle', checkError: toCairnError(thrown).report() })
  }
}

/** Makes the index anew; `stopRebuild` ends it early. */
export function rebuildStore(): Promise<void> {
  return workOnStore('rebuild')
}

/** Mends what a check has found, and checks again. */
export async function repairStore(): Promise<void> {
  await workOnStore('repair')
  await checkStore()
}

async function workOnStore(kind: 'rebuild' | 'repair'): Promise<void> {
  if (rebuilding) return
  const controller = new AbortController()
  rebuilding = controller
  let rebuild: Rebuild = { kind, state: 'running', done: 0, total: 0, error: null }
  const show = (change: Partial<Rebuild>) => {
    rebuild = { ...rebuild, ...change }
    useStoreCare.setState({ rebuild })
  }
  show({})
  try {
    await call(async (client) => {
      const events = await client.store[kind](undefined, { signal: controller.signal })
      for await (const event of events) {
        if (event.type === 'progress') show({ done: event.done, total: event.total })
        if (event.type === 'error') show({ state: 'failed', error: event.error })
      }
    })
    if (rebuild.state === 'running') show({ state: controller.signal.aborted ? 'stopped' : 'done' })
  } catch (thrown) {
    const error = toCairnError(thrown)
    if (controller.signal.aborted || error.code === 'CANCELLED') show({ state: 'stopped' })
    else show({ state: 'failed', error: error.report() })
  } finally {
    rebuilding = undefined
  }
  useStoreCare.setState({ check: 'idle' })
  await readStoreInfo()
}

export function stopRebuild(): void {
  rebuilding?.abort()
}
