// `node scripts/packaging/ask-packaged.mjs`: starts the application that `electron-builder --dir` has left in `dist/`, sees that its page loads, and
// has its engine read a document and answer a question, as the command line asks it while the application runs.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const longestMs = 120_000
/** The program, from a folder of `dist/`: on a Mac that is called after the processor. */
const programs = ['cairn', 'Cairn.exe', 'Cairn.app/Contents/MacOS/Cairn']

/** Calls until it gives something, or throws what it last threw. */
async function untilThere(what, look) {
  const end = performance.now() + longestMs
  for (;;) {
    const found = await Promise.resolve(look()).catch(() => undefined)
    if (found) return found
    if (performance.now() > end) throw new Error(`Not there after ${longestMs / 1000} s: ${what}`)
    await pause(250)
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

async function pageLoaded(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`)
  const targets = await answer.json()
  return targets.find(({ type, url }) => type === 'page' && url.startsWith('cairn://app/index.html'))
}

/** The command line of this checkout, which goes through whoever has the store open. */
async function cairn(store, ...args) {
  const cli = join(root, 'out/main/cli.js')
  const { stdout } = await run(process.execPath, [cli, ...args, '--store', store, '--lang', 'en'], { maxBuffer: 1e8 })
  return stdout
}

const dist = join(root, 'dist')
const folders = existsSync(dist) ? readdirSync(dist) : []
const program = folders.flatMap((name) => programs.map((one) => join(dist, name, one))).find((path) => existsSync(path))
if (program === undefined) throw new Error(`No packaged application in ${dist}: run electron-builder --dir first.`)
const folder = await mkdtemp(join(tmpdir(), 'cairn-ask-packaged-'))
const store = join(folder, 'store')
const port = await freePort()
// The fuses forbid looking into the program as Node; looking at its page is Chromium's.
const options = [`--store=${store}`, `--remote-debugging-port=${port}`, `--user-data-dir=${join(folder, 'profile')}`]
const app = spawn(program, options, { stdio: 'inherit' })
const over = once(app, 'exit')
try {
  const gone = over.then(([code]) => {
    throw new Error(`The application ended with ${code} before it was asked.`)
  })
  const asked = async () => {
    await untilThere('the page', () => pageLoaded(port))
    await untilThere('the engine', () => existsSync(join(store, 'running.json')))
    await cairn(store, 'ingest', join(root, 'resources/sample/history-timeline.txt'))
    const answer = await cairn(store, 'ask', 'When was the hut on Kestrel Col opened?')
    if (!answer.includes('1968')) throw new Error(`The answer is not what the document says:\n${answer}`)
  }
  await Promise.race([asked(), gone])
  console.log('The packaged application showed its page, read a document and answered.')
} finally {
  app.kill()
  await Promise.race([over, pause(20_000)])
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}
