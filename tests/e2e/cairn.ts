import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { _electron, type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import { WebSocket } from 'ws'
import type { contract } from '@shared/api/api'
import type { ModelSettingsPatch, Settings } from '@shared/settings'

export const root = resolve(import.meta.dirname, '../..')
export const sampleFolder = join(root, 'resources', 'sample')
/** A store that has read the sample collection; made once a run. */
export const sampleStore = join(root, 'out', 'test', 'sample-store')
/** The same specs run in the real window where Electron's binary is. */
export const inElectron = process.env['CAIRN_E2E'] === 'electron'

/** A running Cairn with a store of its own and one page that shows it. */
export interface RunningCairn {
  readonly page: Page
  readonly context: BrowserContext
  /** Everything the test may leave files in; removed afterwards. */
  readonly folder: string
  readonly store: string
  /** The address pages are under; only in the browser shell. */
  readonly origin: string
  /** What the server has printed so far. */
  log(): string
  /** Process id of the engine, to be killed; only in the browser shell. */
  enginePid(): Promise<number>
}

interface Options {
  /** Extra environment of the engine. */
  readonly cairnEnv: Readonly<Record<string, string>>
  /** Starts with the sample collection read. */
  readonly withSample: boolean
  /**
   * One engine with the sample collection for all such tests of a worker and an environment; in the browser shell only. What
   * they chat is deleted and what they set is set back behind each; they leave documents and names as they were.
   */
  readonly withSharedSample: boolean
  /** What the settings say of models before the test begins; null for nothing. */
  readonly modelSettings: ModelSettingsPatch | null
}

interface SampleServer extends Server {
  readonly folder: string
}

interface SharedServers {
  /** One for each extra environment, started at its first call. */
  open(env: Options['cairnEnv']): Promise<SampleServer>
}

export const test = base.extend<Options & { cairn: RunningCairn }, { sharedServers: SharedServers }>({
  cairnEnv: [{}, { option: true }],
  withSample: [false, { option: true }],
  withSharedSample: [false, { option: true }],
  modelSettings: [null, { option: true }],
  sharedServers: [
    async ({}, use) => {
      const started = new Map<string, Promise<SampleServer>>()
      const open = (env: Options['cairnEnv']) => {
        const key = JSON.stringify(env)
        const server = started.get(key) ?? startSampleServer(env)
        started.set(key, server)
        return server
      }
      await use({ open })
      for (const server of await Promise.all(started.values())) {
        await stop(server.process)
        await rm(server.folder, { recursive: true, force: true, maxRetries: 5 })
      }
    },
    { scope: 'worker' },
  ],
  cairn: async (
    { context, cairnEnv, withSample, withSharedSample, modelSettings, locale, colorScheme, sharedServers },
    useIt,
    testInfo,
  ) => {
    const use = async (cairn: RunningCairn) => {
      await useIt(cairn)
      if (testInfo.status !== testInfo.expectedStatus) console.log(`What Cairn printed:\n${cairn.log()}`)
    }
    const folder = await mkdtemp(join(tmpdir(), 'cairn-e2e-'))
    const store = join(folder, 'store')
    if (withSharedSample && !inElectron) {
      try {
        await useShared(await sharedServers.open(cairnEnv), { context, folder, modelSettings }, (cairn) => use(cairn))
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
      return
    }
    if (withSample || withSharedSample) await cp(sampleStore, store, { recursive: true })
    if (modelSettings) {
      await mkdir(store, { recursive: true })
      await writeFile(join(store, 'settings.json'), JSON.stringify({ models: modelSettings }))
    }
    const env = { ...definedEnvironment(), CAIRN_STORE: store, ...cairnEnv }
    try {
      // A model of the test's own counts what it is asked.
      const setup = { isFilled: withSample && modelSettings === null, folder, store, env, context, locale, colorScheme }
      if (inElectron) await useWindow(setup, (cairn) => use(cairn))
      else await useBrowser(setup, (cairn) => use(cairn))
    } finally {
      // A killed engine's last writes may still be on their way.
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
})

interface Setup {
  /** Whether the store has the sample collection, and no model chosen. */
  readonly isFilled: boolean
  readonly folder: string
  readonly store: string
  readonly env: Record<string, string>
  readonly context: BrowserContext
  readonly locale: string | undefined
  readonly colorScheme: 'light' | 'dark' | 'no-preference' | null | undefined
}

async function useBrowser(
  { isFilled, folder, store, env, context }: Setup,
  use: (cairn: RunningCairn) => Promise<void>,
) {
  const server = await startServer(store, env)
  try {
    const page = await context.newPage()
    await page.goto(server.link)
    const { origin } = new URL(server.link)
    cookies.set(origin, await context.cookies(origin))
    if (isFilled) await withClient(origin, askOnce)
    await use({
      page,
      context,
      folder,
      store,
      origin,
      log: () => server.log(),
      enginePid: () => enginePid(server.process),
    })
  } finally {
    await stop(server.process)
  }
}

async function startSampleServer(env: Options['cairnEnv']): Promise<SampleServer> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-e2e-'))
  const store = join(folder, 'store')
  await cp(sampleStore, store, { recursive: true })
  const server = await startServer(store, { ...definedEnvironment(), ...env })
  return { ...server, folder }
}

/** The cookie that a server's one-time link was exchanged for. */
const cookies = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>()
/** What a server's settings were before the first test. */
const settings = new Map<string, Settings>()

async function useShared(
  server: SampleServer,
  { context, folder, modelSettings }: Pick<Setup, 'context' | 'folder'> & Pick<Options, 'modelSettings'>,
  use: (cairn: RunningCairn) => Promise<void>,
) {
  const { origin } = new URL(server.link)
  const printed = server.log().length
  const known = cookies.get(origin)
  if (known) await context.addCookies(known)
  const page = await context.newPage()
  await page.goto(known ? origin : server.link)
  cookies.set(origin, await context.cookies(origin))
  if (!known) await withClient(origin, (client) => makeReady(client, origin))
  if (modelSettings) await withClient(origin, (client) => client.settings.set({ models: modelSettings }))
  await use({
    page,
    context,
    folder,
    store: join(server.folder, 'store'),
    origin,
    log: () => server.log().slice(printed),
    enginePid: () => enginePid(server.process),
  })
  // What a test has asked or set must not be seen by the next one.
  await withClient(origin, async (client) => {
    for (const { id } of await client.sessions.list()) await client.sessions.delete({ id })
    await client.settings.set(settings.get(origin) ?? {})
  })
}

async function makeReady(client: Client, origin: string): Promise<void> {
  settings.set(origin, await client.settings.get())
  await askOnce(client)
}

/** What is loaded at the first question takes longer on a busy machine than a stage has. Leaves no chat. */
async function askOnce(client: Client): Promise<void> {
  for await (const event of await client.chat.ask({ question: 'How many documents mention the Siskin R80?' }))
    if (event.type === 'error') throw new Error(event.error.message)
  for (const { id } of await client.sessions.list()) await client.sessions.delete({ id })
}

type Client = ContractRouterClient<typeof contract>

/** Calls the engine as the page does, with the page's cookie; only in the browser shell. */
export async function withClient(origin: string, act: (client: Client) => Promise<unknown>) {
  const cookie = (cookies.get(origin) ?? []).map(({ name, value }) => `${name}=${value}`).join('; ')
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, { headers: { cookie, origin } })
  await once(socket, 'open')
  try {
    const link = new RPCLink({ websocket: socket as unknown as globalThis.WebSocket })
    await act(createORPCClient(link))
  } finally {
    socket.close()
  }
}

async function useWindow(
  { folder, store, env, locale, colorScheme }: Setup,
  use: (cairn: RunningCairn) => Promise<void>,
) {
  const args = [root, `--user-data-dir=${join(folder, 'window')}`, `--lang=${locale ?? 'en-US'}`]
  const app = await _electron.launch({ args, env })
  try {
    const page = await app.firstWindow()
    await page.emulateMedia({ colorScheme: colorScheme ?? null })
    const never = () => Promise.reject(new Error('The window shell has its engine in the main process.'))
    await use({ page, context: app.context(), folder, store, origin: 'cairn://app', log: () => '', enginePid: never })
  } finally {
    await app.close()
  }
}

export interface Server {
  readonly process: ChildProcess
  readonly link: string
  log(): string
}

/** Starts `cairn serve` on a free port and waits for its link. */
export async function startServer(store: string, env: Record<string, string> = definedEnvironment()): Promise<Server> {
  const child = spawn(process.execPath, [join(root, 'out/main/cli.js'), 'serve', '--store', store], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const link = await new Promise<string>((found, failed) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      const [first] = /http:\/\/localhost:\d+\/open\?token=[\w-]+/u.exec(printed) ?? []
      if (first !== undefined) found(first)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => failed(new Error(`cairn serve ended with ${String(code)}:\n${printed}`)))
  })
  return { process: child, link, log: () => printed }
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

async function enginePid(supervisor: ChildProcess): Promise<number> {
  const [first] = await childrenOf(supervisor.pid ?? 0)
  return Number(first)
}

/** Process ids of the processes that run models; on Linux only. */
export async function modelProcesses(engine: number): Promise<number[]> {
  const children = await childrenOf(engine)
  const commands = await Promise.all(children.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return children.filter((_, at) => commands[at]?.includes('inference-host'))
}

async function childrenOf(pid: number): Promise<number[]> {
  // Of any of its threads: each lists what it started itself.
  const threads = await readdir(`/proc/${pid}/task`)
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number))
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

export { expect }
