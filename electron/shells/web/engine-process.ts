// The process that `cairn serve` keeps running: the engine and its server. Started by the supervisor, which it does not outlive.
import { toCairnError } from '@shared/errors'
import { createEngine } from '@engine/engine'
import { printableLine } from '@shells/terminal/print/printable'
import { Doors } from '@shells/doors/open-doors'
import { headlessActions, tokenPaceMs } from '@shells/headless-actions'
import { openWithGuests } from '@shells/running/reach-running'
import { type EngineStart, type FromEngine, ToEngine } from './engine-messages'
import { passphraseFirst } from '@shells/store-passphrase'
import { SupervisorLinks } from './supervisor-links'
import { startWebServer } from './server'

/** The limit for closing: a process without a supervisor must end. */
const closeLimitMs = 20_000

let ending: Promise<void> | undefined
let serving: Promise<void> = Promise.resolve()
/** The functions that close the opened parts, in the order of opening. */
const opened: (() => Promise<void>)[] = []

function log(line: string): void {
  process.stderr.write(`${printableLine(line)}\n`)
}

function send(message: FromEngine): void {
  // A supervisor that has gone is noticed by 'disconnect'.
  process.send?.(message, undefined, {}, () => undefined)
}

const links = new SupervisorLinks(send)

async function serve(start: EngineStart): Promise<void> {
  const { passphrase, ...rest } = start
  const { folder, library, resources } = rest
  const options = {
    ...{ folder, library, resources, log, tokenPaceMs: tokenPaceMs(process.env) },
    passphrase: passphraseFirst(passphrase),
    onPassphrase: (opening: string) => send({ type: 'passphrase', passphrase: opening }),
  }
  const engine = await openWithGuests(folder, () => createEngine(options))
  opened.push(() => engine.close())
  const doors = new Doors(folder, log)
  opened.push(() => doors.close())
  await doors.open(engine)
  const actions = { ...headlessActions(engine, folder), doors }
  const server = await startWebServer({ ...rest, engine, actions, links, log })
  opened.push(() => server.close())
  send({ type: 'ready', port: server.port })
}

async function close(): Promise<void> {
  // Asked to end while opening: first be what can be closed. A failure to open was told by `start`.
  await serving.catch(() => undefined)
  for (const closeOne of opened.toReversed()) await closeOne()
}

function end(code: number): Promise<void> {
  setTimeout(() => process.exit(1), closeLimitMs).unref()
  ending ??= close()
    .catch((thrown: unknown) => log(`Closing failed: ${String(thrown)}`))
    .then(() => process.exit(code))
  return ending
}

async function start(message: EngineStart): Promise<void> {
  serving = serve(message)
  try {
    await serving
  } catch (thrown) {
    send({ type: 'failed', report: toCairnError(thrown).report() })
    await end(1)
  }
}

process.on('message', (raw) => {
  const message = ToEngine.parse(raw)
  if (message.type === 'start') void start(message)
  else if (message.type === 'close') void end(0)
  else links.answer(message)
})
process.on('disconnect', () => void end(0))
process.on('SIGTERM', () => void end(0))
process.on('SIGHUP', () => void end(0))
// A terminal that has gone takes no words; that must not keep the store from being closed.
process.stderr.on('error', () => undefined)
// Ctrl-C reaches the whole group; the supervisor decides what it means.
process.on('SIGINT', () => undefined)
process.on('uncaughtException', (error) => {
  log(`The engine failed: ${error.stack ?? error.message}`)
  process.exit(1)
})
