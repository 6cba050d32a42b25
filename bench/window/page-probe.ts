import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'

/** What a page did between two moments. */
export interface FrameFigures {
  /** Milliseconds of the longest tasks of the main thread, longest first; only those over 50 ms count as long. */
  readonly long_tasks_ms: readonly number[]
  readonly frames: number
  /** Frames that came more than one and a half intervals of 60 Hz late. */
  readonly late_frames: number
  readonly longest_frame_ms: number
}

/** Starts counting frames and long tasks in a page. */
export async function startProbe(page: Page): Promise<void> {
  await page.evaluate(() => {
    const probe = { tasks: [] as number[], gaps: [] as number[], running: true }
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) probe.tasks.push(entry.duration)
    })
    observer.observe({ type: 'longtask' })
    let last = performance.now()
    const frame = (now: number) => {
      probe.gaps.push(now - last)
      last = now
      if (probe.running) requestAnimationFrame(frame)
      else observer.disconnect()
    }
    requestAnimationFrame(frame)
    Object.assign(globalThis, { cairnProbe: probe })
  })
}

/** Stops counting and tells. */
export async function readProbe(page: Page): Promise<FrameFigures> {
  const { tasks, gaps } = await page.evaluate(() => {
    const { cairnProbe: probe } = globalThis as unknown as {
      cairnProbe: { tasks: number[]; gaps: number[]; running: boolean }
    }
    probe.running = false
    return { tasks: probe.tasks, gaps: probe.gaps.slice(1) }
  })
  return {
    long_tasks_ms: tasks.sort((a, b) => b - a).map(Math.round),
    frames: gaps.length,
    late_frames: gaps.filter((gap) => gap > 25).length,
    longest_frame_ms: Math.round(Math.max(0, ...gaps)),
  }
}

type MainThread = Record<'task' | 'script' | 'style' | 'layout', number>

/**
 * Starts a clock of what the page's main thread does; the function it gives tells the milliseconds since, by kind. What
 * else makes a frame late is drawing, or other processes.
 */
export async function startMainThreadClock(page: Page): Promise<() => Promise<MainThread>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const read = async (): Promise<MainThread> => {
    const { metrics } = await session.send('Performance.getMetrics')
    const ms = (name: string) => Math.round((metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000)
    return {
      task: ms('TaskDuration'),
      script: ms('ScriptDuration'),
      style: ms('RecalcStyleDuration'),
      layout: ms('LayoutDuration'),
    }
  }
  const before = await read()
  return async () => {
    const after = await read()
    await session.detach()
    return {
      task: after.task - before.task,
      script: after.script - before.script,
      style: after.style - before.style,
      layout: after.layout - before.layout,
    }
  }
}

/** What a page holds after a collection: megabytes of JavaScript heap, elements, and megabytes of the process that draws it. */
export async function memoryOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  const used = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  return { heap_mb: Math.round((used / 1024 / 1024) * 10) / 10, elements, ...(await processMemory(page)) }
}

/**
 * Of the process that draws the page, where the system tells (`/proc`): what is resident, and what of it no file backs. The largest one counts:
 * Chromium keeps one ready for the next page.
 */
async function processMemory(page: Page): Promise<{ resident_mb: number; anonymous_mb: number } | null> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  if (!session || process.platform !== 'linux') return null
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const drawing = processInfo.filter(({ type }) => type === 'renderer')
  const sizes = await Promise.all(
    drawing.map(async ({ id }) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8')
      const megabytes = (name: string) =>
        Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`, 'u').exec(status)?.[1]) / 1024)
      return { resident_mb: megabytes('VmRSS'), anonymous_mb: megabytes('RssAnon') }
    }),
  )
  return sizes.toSorted((a, b) => b.anonymous_mb - a.anonymous_mb)[0] ?? null
}
