import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import type { BenchIo } from '../io'
import { percentile } from '../metrics'
import { timeFirstScreens } from './first-screen'
import { measureGraphPaint } from './graph-paint'
import { measureIngestWhileAsking } from './ingest-while-asking'
import { withLongAnswers } from './long-answers'
import { memoryOf, readProbe, startMainThreadClock, startProbe } from './page-probe'
import { launchChromium, withServedPage } from './served-page'

const streamedTokens = 6000
/** The first is a page's first answer: its code is still being loaded and compiled. */
const rates = [1000, 1000, 2000, 4000]
const messages = 500
const composer = 'textarea'

/**
 * `bench window [--runs 5] [--streaming | --memory | --graph 10000,20000]`: what a person at the screen waits for, in headless Chromium;
 * with `--memory` what a page with a long session holds; with `--graph`, for the Graph view with so many generated entities. One JSON
 * line a figure.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string', default: '5' },
      streaming: { type: 'boolean', default: false },
      memory: { type: 'boolean', default: false },
      graph: { type: 'string' },
    },
  })
  const folder = await mkdtemp(join(tmpdir(), 'cairn-window-'))
  const rendererFolder = join(io.resources, '..', 'out', 'renderer')
  const print = (figure: string, data: object) => io.print(JSON.stringify({ bench: 'window', figure, ...data }))
  const browser = await launchChromium()
  try {
    if (values.graph !== undefined) {
      for (const nodes of values.graph.split(',').map(Number)) {
        print('graph', await measureGraphPaint(browser, folder, nodes, Number(values.runs), io))
      }
      return 0
    }
    if (!values.streaming && !values.memory) {
      print('bundle', await bundleBytes(rendererFolder))
      io.progress('first screen')
      print('first_screen', await timeFirstScreens(browser, (run) => join(folder, `first-${run}`), Number(values.runs)))
    }
    await withPage(browser, join(folder, 'store'), rendererFolder, io, async (page, engine) => {
      if (values.memory) {
        print('memory', await measureMemory(page, engine, io))
        return
      }
      print('streaming_control', await measureControl(browser, rates[0] ?? 1000))
      for (const [at, rate] of rates.entries()) {
        io.progress(`${streamedTokens} tokens at ${rate}/s`)
        print('streaming', { first_answer: at === 0, ...(await measureStreaming(page, rate)) })
      }
      if (values.streaming) return
      io.progress(`${messages} messages`)
      print('memory', await measureMemory(page, engine, io))
      io.progress('thirty files')
      print('ingest_while_asking', await measureIngestWhileAsking(page, join(folder, 'files'), io))
    })
    return 0
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function withPage(
  browser: Browser,
  store: string,
  rendererFolder: string,
  io: BenchIo,
  measure: (page: Page, engine: Engine) => Promise<void>,
): Promise<void> {
  const engine = await createEngine({ folder: store, resources: io.resources })
  try {
    await engine.changeSettings({ welcomed: true })
    const served = {
      browser,
      engine: withLongAnswers(engine),
      rendererFolder,
      log: (line: string) => io.progress(line),
    }
    await withServedPage(served, (page) => measure(page, engine))
  } finally {
    await engine.close()
  }
}

/** Asks for a long answer at a pace, and tells how fast it stood on the screen and what that cost in frames. */
async function measureStreaming(page: Page, rate: number) {
  const last = `word${lastWord(streamedTokens)}`
  await page.evaluate(() => (window.location.hash = '#/chat'))
  await page.locator(composer).fill(`stream ${streamedTokens} ${rate}`)
  await startProbe(page)
  const mainThread = await startMainThreadClock(page)
  const started = performance.now()
  await page.locator(composer).press('Enter')
  await page.getByText(last, { exact: false }).last().waitFor({ timeout: 120_000 })
  const seconds = (performance.now() - started) / 1000
  return {
    offered_tokens_per_s: rate,
    shown_tokens_per_s: Math.round(streamedTokens / seconds),
    ...(await readProbe(page)),
    seconds: Math.round(seconds * 100) / 100,
    main_thread_ms: await mainThread(),
  }
}

/**
 * The least a browser can do here: the same words as bare text, appended once a frame to an otherwise empty page that
 * scrolls. What it has of late frames is the machine's share.
 */
async function measureControl(browser: Browser, rate: number) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.setContent('<main style="height:780px;overflow:auto;width:720px;font:15px/1.6 sans-serif"></main>')
  await startProbe(page)
  const mainThread = await startMainThreadClock(page)
  await page.evaluate(
    ({ tokens, perSecond }) =>
      new Promise<void>((resolve) => {
        const box = document.querySelector('main')
        const start = performance.now()
        let shown = 0
        const frame = () => {
          const due = Math.min(tokens, Math.ceil(((performance.now() - start) / 1000) * perSecond))
          for (; shown < due; shown += 1) {
            if (shown % 15 === 0) box?.append(document.createElement('p'))
            box?.lastElementChild?.append(` word${shown}`)
          }
          if (box) box.scrollTop = box.scrollHeight
          if (shown < tokens) requestAnimationFrame(frame)
          else resolve()
        }
        requestAnimationFrame(frame)
      }),
    { tokens: streamedTokens, perSecond: rate },
  )
  const figures = { tokens_per_s: rate, ...(await readProbe(page)), main_thread_ms: await mainThread() }
  await page.close()
  return figures
}

/** The last token of so many that is a word of its own. */
function lastWord(count: number): number {
  const isWord = (n: number) => n % 15 !== 0 && n % 60 !== 0
  for (let n = count - 1; n > 0; n -= 1) if (isWord(n)) return n
  return 0
}

async function measureMemory(page: Page, engine: Engine, io: BenchIo) {
  const before = await memoryOf(page)
  for await (const event of engine.ingest({ paths: [join(io.resources, 'sample')], collection: 'sample' })) {
    if (event.type === 'error') throw new Error(event.error.message)
  }
  const sessionId = 's_memory'
  for (let turn = 0; turn < messages / 2; turn += 1) {
    const question = `How many visitors were there in ${2000 + (turn % 24)}? (${turn})`
    for await (const event of engine.ask({ question, session_id: sessionId, search_anyway: true })) {
      if (event.type === 'error') throw new Error(event.error.message)
    }
  }
  const started = performance.now()
  await page.evaluate((id) => (window.location.hash = `#/chat/${id}`), sessionId)
  await page
    .getByText(`(${messages / 2 - 1})`)
    .first()
    .waitFor()
  const opened = performance.now() - started
  const after = await memoryOf(page)
  await scrollToFirst(page)
  return { messages, open_session_ms: Math.round(opened), before, after, all_read: await memoryOf(page) }
}

/** Reads a session from its end to its beginning, as somebody who scrolls up. */
async function scrollToFirst(page: Page): Promise<void> {
  const first = page.getByText('(0)', { exact: false }).first()
  await page.mouse.move(640, 300)
  for (let turn = 0; turn < 2000 && !(await first.isVisible()); turn += 1) {
    await page.mouse.wheel(0, -4000)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  }
  await first.waitFor()
}

/** Bytes of the built renderer: as it lies there, and as it crosses the wire compressed; `first` is what a first page needs. */
async function bundleBytes(folder: string) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => !/\.(?:br|gz)$/u.test(name))
  const sizes = await Promise.all(
    names.map(async (name) => {
      const file = await stat(join(folder, name))
      const packed = await stat(join(folder, `${name}.br`)).catch(() => file)
      return { name, raw: file.isFile() ? file.size : 0, packed: file.isFile() ? packed.size : 0 }
    }),
  )
  const sum = (pattern: RegExp, key: 'raw' | 'packed') =>
    Math.round(sizes.filter(({ name }) => pattern.test(name)).reduce((total, one) => total + one[key], 0) / 1024)
  const largest = sizes.toSorted((a, b) => b.raw - a.raw).slice(0, 5)
  return {
    scripts_kb: { raw: sum(/\.m?js$/u, 'raw'), brotli: sum(/\.m?js$/u, 'packed') },
    entry_kb: { raw: sum(/index-[^/]*\.js$/u, 'raw'), brotli: sum(/index-[^/]*\.js$/u, 'packed') },
    styles_kb: { raw: sum(/\.css$/u, 'raw'), brotli: sum(/\.css$/u, 'packed') },
    all_kb: sum(/./u, 'raw'),
    largest: largest.map(({ name, raw }) => `${name} ${percentile([raw / 1024], 50)} kB`),
  }
}
