import { createRouterClient } from '@orpc/server'
import type { DoorsState } from '@shared/api/doors-api'
import { type CairnError, toCairnError } from '@shared/errors'
import { defaultSettings, type DoorSettings } from '@shared/settings'
import type { CallLimits } from '@engine/api/limits/call-limits'
import { limitsOf } from '@engine/api/limits/limited-calls'
import { createRouter } from '@engine/api/router'
import { WorkQueue } from '@engine/platform/work-queue'
import type { Engine } from '@engine/ports/engine-interface'
import type { DoorActions } from '@engine/ports/shell-actions'
import { TurnSlots } from '@shells/answers/turn-slots'
import type { EngineClient } from '@shells/engine-client'
import { followSettings } from '@shells/engine-client'
import { doorsState, headlessActions } from '@shells/headless-actions'
import { noRunningServer, startRunningServer } from '@shells/running/running-server'
import type { Door, DoorServer } from './door-server'
import { DoorToken } from './door-token'
import { DoorVisits } from './door-visits'

/** Windows are told at most this often, in milliseconds: programs may come in fifty times a second. */
const tellEveryMs = 500

/** The ways in for other programs, opened and closed as the settings say. */
export class Doors implements DoorActions {
  readonly #token: DoorToken
  readonly #queue = new WorkQueue()
  readonly #leaving = new AbortController()
  readonly #visits = new DoorVisits(Date.now, () => this.#tell())
  #settings = defaultSettings.doors
  #engine: Engine | undefined
  #client: EngineClient | undefined
  #server: DoorServer | undefined
  #problem: CairnError | null = null
  #running = noRunningServer
  #telling: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly folder: string,
    private readonly log: (line: string) => void,
  ) {
    this.#token = new DoorToken(folder)
  }

  /**
   * Lets other processes of this user reach the engine, and follows the settings from now on. Never throws: an app works without
   * other programs.
   */
  async open(engine: Engine): Promise<void> {
    this.#engine = engine
    const router = createRouter(engine, { ...headlessActions(engine, this.folder), doors: this })
    const parts = { folder: this.folder, kind: 'app', router, log: this.log } as const
    this.#running = await startRunningServer(parts).catch((thrown: unknown) => {
      this.log(`Other processes cannot reach this Cairn: ${String(thrown)}`)
      return noRunningServer
    })
    this.#client = createRouterClient(router)
    followSettings(engine, ({ doors }) => this.#apply(doors), this.#leaving.signal).catch((thrown: unknown) => {
      this.log(`The doors follow the settings no more: ${String(thrown)}`)
    })
  }

  async state(): Promise<DoorsState> {
    // The settings may have changed a moment ago.
    if (this.#engine) this.#apply(this.#engine.getSettings().doors)
    await this.#queue.idle()
    const standing = { port: this.#server?.port, problem: this.#problem, visits: this.#visits, folder: this.folder }
    return doorsState({ settings: this.#settings, ...standing })
  }

  token(): Promise<string> {
    return this.#token.get()
  }

  async rotate(): Promise<string> {
    const token = await this.#token.rotate()
    // Who came in by the old one has to show the new one.
    await this.#queue.run(() => this.#reopen())
    return token
  }

  async close(): Promise<void> {
    this.#leaving.abort()
    clearTimeout(this.#telling)
    await this.#queue.run(() => this.#shut())
    await this.#running.withdraw()
    await this.#running.close()
  }

  #apply(settings: DoorSettings): void {
    if (JSON.stringify(this.#settings) === JSON.stringify(settings)) return
    this.#settings = settings
    void this.#queue.run(() => this.#reopen())
  }

  async #reopen(): Promise<void> {
    await this.#shut()
    const { mcp_http, openai, port } = this.#settings
    if ((!mcp_http && !openai) || this.#leaving.signal.aborted || !this.#client || !this.#engine) return
    try {
      await this.#token.get()
      const parts = { client: this.#client, visits: this.#visits, limits: limitsOf(this.#engine) }
      const doors = await doorsFor(this.#settings, parts)
      const { startDoorServer } = await import('./door-server')
      this.#server = await startDoorServer({ port, doors, token: () => this.#token.current, log: this.log })
    } catch (thrown) {
      this.#problem = toCairnError(thrown)
      this.log(`The doors for other programs stay closed: ${this.#problem.message}`)
    } finally {
      this.#tell()
    }
  }

  #tell(): void {
    if (this.#leaving.signal.aborted) return
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined
      this.#engine?.doorsChanged()
    }, tellEveryMs)
  }

  async #shut(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    this.#problem = null
    await server?.close()
  }
}

interface DoorParts {
  readonly client: EngineClient
  readonly visits: DoorVisits
  readonly limits: CallLimits
}

/** Loaded when somebody opens one: most never do. */
async function doorsFor({ mcp_http, openai }: DoorSettings, { client, ...common }: DoorParts): Promise<Door[]> {
  const parts = { ...common, slots: new TurnSlots() }
  const engine = () => Promise.resolve(client)
  const doors: Door[] = []
  if (mcp_http) doors.push((await import('./mcp-door')).createMcpDoor({ engine, ...parts }))
  if (openai) doors.push((await import('./openai/openai-door')).createOpenAiDoor({ client, ...parts }))
  return doors
}
