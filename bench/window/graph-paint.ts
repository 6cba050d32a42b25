import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { createEngine } from '@engine/engine'
import type { BenchIo } from '../io'
import { percentile } from '../metrics'
import { withGeneratedGraph } from './generated-graph-engine'
import { readProbe, startProbe } from './page-probe'
import { withServedPage } from './served-page'

const panMs = 2000
const restMs = 1500

/**
 * The Graph view with a generated graph, milliseconds from the press to the frame in which all nodes are drawn, medians of `runs`
 * fresh pages: opened for the first time with the 2,000 it begins with, all nodes by the slider, and opened again with all of them.
 * Beside it how an empty drawing area of the same machine fares, and frames while the view is dragged.
 */
export async function measureGraphPaint(browser: Browser, folder: string, nodes: number, runs: number, io: BenchIo) {
  const engine = await createEngine({ folder: join(folder, `graph-${nodes}`), resources: io.resources })
  try {
    await engine.changeSettings({ welcomed: true })
    const generated = await withGeneratedGraph(engine, nodes)
    const rendererFolder = join(io.resources, '..', 'out', 'renderer')
    const first: number[] = []
    const slider: number[] = []
    const again: number[] = []
    let arranging = {}
    let panning = {}
    for (let run = 0; run < runs; run += 1) {
      io.progress(`${nodes} nodes, page ${run + 1} of ${runs}`)
      const served = { browser, engine: generated, rendererFolder, log: (line: string) => io.progress(line) }
      await withServedPage(served, async (page) => {
        await watchDraws(page)
        // A page that has come to rest, as it has before anybody opens a view.
        await page.waitForTimeout(restMs)
        const all = generated.graph.state().entities
        first.push(await untilDrawn(page, Math.min(all, 2000), () => view(page, 'Graph').click()))
        if (all > 2000) {
          const thumb = page.locator('input[type="range"]')
          await thumb.focus()
          slider.push(await untilDrawn(page, all, () => page.keyboard.press('End')))
        }
        // Long enough for places to have been found and kept, or not: either way is met in use.
        await page.waitForTimeout(run * 1000)
        await view(page, 'Chat').click()
        await page.locator('textarea').waitFor()
        again.push(await untilDrawn(page, all, () => view(page, 'Graph').click()))
        if (run === runs - 1) {
          arranging = await measurePan(page)
          await page.getByRole('button', { name: 'Arrange again' }).waitFor({ timeout: 120_000 })
          panning = await measurePan(page)
        }
        await page.close()
      })
    }
    const { entities, relations } = generated.graph.state()
    const median = (times: readonly number[]) => (times.length > 0 ? Math.round(percentile(times, 50)) : null)
    return {
      ...{ nodes: entities, edges: relations, runs },
      first_open_2000_ms: median(first),
      all_by_slider_ms: median(slider),
      open_again_all_ms: median(again),
      each: { first, slider, again },
      pan_while_arranging: arranging,
      pan: panning,
    }
  } finally {
    await engine.close()
  }
}

function view(page: Page, name: string) {
  return page.getByRole('navigation').getByRole('button', { name, exact: true })
}

/** Has a page note when what WebGL was told to draw stands on the screen; presses are taken down with their time. */
async function watchDraws(page: Page): Promise<void> {
  await page.evaluate(() => {
    const draws = { pressed: 0, shown: [] as { nodes: number; at: number }[] }
    Object.assign(globalThis, { cairnDraws: draws })
    const press = () => {
      draws.pressed = performance.now()
      draws.shown = []
    }
    for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, press, { capture: true })
    const { port1, port2 } = new MessageChannel()
    const waiting: (() => void)[] = []
    port1.onmessage = () => waiting.shift()?.()
    const { prototype } = WebGL2RenderingContext
    prototype.drawArraysInstanced = new Proxy(Reflect.get(prototype, 'drawArraysInstanced') as () => void, {
      apply(
        draw,
        context: WebGL2RenderingContext,
        args: [mode: number, from: number, count: number, instances: number],
      ) {
        Reflect.apply(draw, context, args)
        const isNodes = context.canvas instanceof HTMLCanvasElement && context.canvas.classList.contains('sigma-nodes')
        if (!isNodes) return
        const { pressed } = draws
        // Told in a frame's own callback: a task behind it runs once the frame has been handed over.
        waiting.push(() => {
          if (pressed === draws.pressed) draws.shown.push({ nodes: args[3], at: performance.now() - pressed })
        })
        port2.postMessage(null)
      },
    })
  })
}

/** Milliseconds from the press that `act` makes until so many nodes stand on the screen. */
async function untilDrawn(page: Page, nodes: number, act: () => Promise<void>): Promise<number> {
  await act()
  const shown = await page.waitForFunction((least) => {
    const { cairnDraws: draws } = globalThis as unknown as { cairnDraws: { shown: { nodes: number; at: number }[] } }
    return draws.shown.find((one) => one.nodes >= least)?.at
  }, nodes)
  return Math.round((await shown.jsonValue()) ?? 0)
}

/** Drags the drawing about for two seconds. */
async function measurePan(page: Page) {
  const box = await page.getByRole('application').boundingBox()
  if (!box) return {}
  // Beside all nodes: a node that is pressed would be pulled.
  const [x, y] = [box.x + box.width - 130, box.y + 90]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await startProbe(page)
  const started = performance.now()
  for (let step = 0; performance.now() - started < panMs; step += 1) {
    await page.mouse.move(x + 120 * Math.sin(step / 12), y + 80 * Math.cos(step / 12))
  }
  const { frames, longest_frame_ms } = await readProbe(page)
  await page.mouse.up()
  return { frames_per_s: Math.round((frames * 1000) / (performance.now() - started)), longest_frame_ms }
}
