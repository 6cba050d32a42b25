import { createRouterClient } from '@orpc/server'
import { setTimeout } from 'node:timers/promises'
import { createRouter } from '@engine/api/router'
import type { Engine } from '@engine/ports/engine-interface'
import type { EngineClient } from '@shells/engine-client'
import { headlessActions } from '@shells/headless-actions'
import { isLocked } from './reach-running'
import { type Connection, reachRunning } from './reach-running'
import { noRunningServer, startRunningServer } from './running-server'

export interface StoreReachOptions {
  /** Absolute path of the store. */
  readonly folder: string
  /** Opens the store in this process. */
  readonly open: () => Promise<Engine>
  readonly log: (line: string) => void
}

/** An engine that this process opened, which others reach and may take the store from. */
interface Own {
  readonly client: EngineClient
  close(): Promise<void>
}

const lookEveryMs = 200
/** A Cairn that is starting has the store's lock before it can be reached; one that took the store opens it within this time. */
const startingMs = 10_000

/**
 * The engine of a store, wherever it is: in a Cairn that runs, or else opened here, until an app wants the store. Who asks for the
 * client before each call is led to wherever the engine is by then.
 */
export class StoreReach {
  #running: Connection | undefined
  #own: Own | undefined
  #finding: Promise<EngineClient> | undefined
  /** Until then the store is left to whoever took it. */
  #leftUntil = 0

  constructor(private readonly options: StoreReachOptions) {}

  /** Throws STORE_LOCKED where a process has the store that cannot be reached, and what else keeps it from being opened. */
  client = (): Promise<EngineClient> => {
    if (this.#running?.isOpen() === true) return Promise.resolve(this.#running.client)
    if (this.#own) return Promise.resolve(this.#own.client)
    this.#finding ??= this.#find().finally(() => (this.#finding = undefined))
    return this.#finding
  }

  /** Leaves a running Cairn as it is; closes what was opened here. */
  async close(): Promise<void> {
    await this.#finding?.catch(() => undefined)
    this.#running?.close()
    await this.#closeOwn()
  }

  async #find(): Promise<EngineClient> {
    const until = performance.now() + startingMs
    for (;;) {
      this.#running = await reachRunning(this.options.folder)
      if (this.#running) return this.#running.client
      const now = performance.now()
      if (now >= this.#leftUntil) {
        try {
          return await this.#open()
        } catch (thrown) {
          if (!isLocked(thrown) || now >= until) throw thrown
        }
      }
      await setTimeout(lookEveryMs)
    }
  }

  async #open(): Promise<EngineClient> {
    const { folder, open, log } = this.options
    const engine = await open()
    const router = createRouter(engine, headlessActions(engine, folder))
    const giveUp = async () => {
      log('Another Cairn wants the library; this one leaves it to that one.')
      this.#leftUntil = performance.now() + startingMs
      await this.#closeOwn()
    }
    const server = await startRunningServer({ folder, kind: 'guest', router, giveUp, log }).catch((thrown: unknown) => {
      // It serves its own client all the same; others find the store locked.
      log(`Other processes cannot reach this one: ${String(thrown)}`)
      return noRunningServer
    })
    const close = async () => {
      await server.withdraw()
      // Not awaited: who asks for the store is one of the connections that it waits for.
      server.close().catch((thrown: unknown) => log(String(thrown)))
      await engine.close()
    }
    this.#own = { client: createRouterClient(router, { context: { client: { id: 'programs' } } }), close }
    return this.#own.client
  }

  async #closeOwn(): Promise<void> {
    const own = this.#own
    this.#own = undefined
    await own?.close()
  }
}
